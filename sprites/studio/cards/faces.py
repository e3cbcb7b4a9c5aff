"""Faces of the cards: aces, numbers, court, jokers, and the overlay that makes a court card French."""

from __future__ import annotations

from typing import Final

from sprites.studio.cards import backs
from sprites.studio.cards.backs import document
from sprites.studio.cards.courts import COURT, JOKER, both, court
from sprites.studio.cards.ranks import capital
from sprites.studio.cards.ranks import rank as rank_strokes
from sprites.studio.cards.suits import BLACK, COLOURS, PIPS, PLACES, RED, SUITS, moved, pip, pips
from sprites.studio.cards.woodcut import BRASS, MARKS, OXBLOOD, area, block, cut, lines, placed, tidy

FRENCH: Final = {"J": "V", "Q": "D", "K": "R"}
"""Letters of the French court: valet, dame, roi."""
INDEX: Final = (6, 10, 52, 112)
"""Left, top, width and height of the box around the corner's rank and suit."""
_MIDDLE: Final = INDEX[0] + INDEX[2] / 2 - 2
_DARK_RED: Final = "#5A4A40"
"""The colour that replaces oxblood in the joker of two inks."""

SHEET: Final = (
    '<linearGradient id="p" gradientUnits="userSpaceOnUse" x1="60" y1="0" x2="190" y2="350">'
    '<stop offset="0%" stop-color="#FFFCF5"/><stop offset="100%" stop-color="#F6EDDC"/></linearGradient>\n'
)
CAP: Final = (
    "M-.5 .38C-.2 .28 .2 .28 .5 .38L.5 .58C.2 .48 -.2 .48 -.5 .58ZM-.44 .26C-.4 0 -.5 -.1 -.62 .14"
    "C-.78 .1 -.86 .2 -.8 .34"
    "C-.94 -.1 -.8 -.4 -.52 -.36C-.38 -.34 -.28 -.24 -.22 -.12C-.22 -.3 -.16 -.42 -.08 -.5C-.18 -.6 -.1 -.76 .03 -.74"
    "C.16 -.72 .18 -.56 .08 -.5C.16 -.42 .22 -.3 .22 -.12C.28 -.24 .38 -.34 .52 -.36C.8 -.4 .94 -.1 .8 .34"
    "C.86 .2 .78 .1 .62 .14C.5 -.1 .4 0 .44 .26C.2 .18 -.2 .18 -.44 .26Z"
)
"""A fool's cap around (0, 0), 1 unit high."""


def paper() -> str:
    return (
        '<rect width="250" height="350" rx="12.5" fill="#8F7D5E"/>\n'
        '<rect x="1.5" y="1.5" width="246.2" height="346.2" rx="11.2" fill="#FFFFFF"/>\n'
        '<rect x="2.6" y="2.6" width="245.1" height="345.1" rx="10.2" fill="url(#p)"/>\n'
    )


def twice(half: str) -> str:
    """Return a shape and its copy rotated by 180° about the card's middle."""
    return f'{half}<g transform="rotate(180 125 175)">\n{half}</g>\n'


def inked(colour: str, body: str) -> str:
    """Group a suit's shapes in its colour; a shape with a stroke sets the stroke's width itself."""
    return f'<g fill="{colour}" stroke="{colour}" stroke-width="0">\n{body}</g>\n'


def corner(letter: str, suit: str) -> str:
    return rank_strokes(letter, _MIDDLE, 14, 54) + f'<path d="{tidy(pip(suit, _MIDDLE, 95, 42))}"/>\n'


def number_card(rank: str, suit: str) -> str:
    body = twice(corner(rank, suit)) + f'<path d="{tidy(pips(rank, suit))}"/>\n'
    return document(250, 350, f"{rank}{suit}", paper() + inked(COLOURS[suit], body), SHEET)


def ace(suit: str) -> str:
    """Draw an ace with one engraved pip; the pip of spades is the largest and stands between two sprays."""
    high = 140 if suit == "S" else 122
    body = twice(corner("A", suit)) + f'<path d="{tidy(pip(suit, 125, 175, high))}"/>\n'
    heart = {"S": 184, "H": 166, "D": 175, "C": 178}[suit]
    inner = moved(PIPS[suit], 125, 175 + (2 if suit == "S" else 0), high * (0.84 if suit != "C" else 0.86))
    tone = "#E9D5A8"
    size = 17 if suit == "S" else 13
    engraved = block(lines(inner, 1.6, tone)) if suit in "HD" else ""
    engraved += area(backs.crown(125, heart, size), tone)
    if suit in "SC":
        engraved += "".join(
            area(placed(MARKS["lozenge"], 125 + dx, heart + dy, 3.4), tone)
            for dx, dy in ((-34, 8), (34, 8), (0, -34))
        )
    return document(
        250,
        350,
        f"A{suit}",
        paper() + (sprays() if suit == "S" else "") + inked(COLOURS[suit], body) + engraved,
        SHEET,
    )


def sprays() -> str:
    text = ""
    for sign in (-1, 1):
        text += lines(f"M{125 + sign * 8} 272C{125 + sign * 44} 266 {125 + sign * 66} 226 {125 + sign * 64} 204", 2.0)
        for x, y in ((22, 268), (39, 257), (52, 241), (60, 223), (64, 204)):
            cx = 125 + sign * x
            out = (
                f"C{cx + sign * 1} {y - 8} {cx + sign * 7} {y - 13} {cx + sign * 13} {y - 14}"
                f"C{cx + sign * 14} {y - 7} {cx + sign * 9} {y - 1} {cx} {y}Z"
            )
            inward = (
                f"C{cx - sign * 7} {y - 4} {cx - sign * 11} {y - 10} {cx - sign * 10} {y - 16}"
                f"C{cx - sign * 4} {y - 14} {cx + sign * 1} {y - 9} {cx} {y - 2}Z"
            )
            text += cut(f"M{cx} {y}{out}", BRASS, 1.3) + cut(f"M{cx} {y - 2}{inward}", OXBLOOD, 1.3)
    return block(text + cut("M119 266L131 266 134 279 125 274 116 279Z", BRASS, 1.4))


def court_card(card: str) -> str:
    body = court(card) + inked(COLOURS[card[-1]], twice(corner(card[0], card[-1])))
    return document(250, 350, card, paper() + body, SHEET)


def french(card: str) -> str:
    """Draw the overlay that makes a court card French: paper over the letter, and another letter."""
    patch = twice('<path d="M5 10h49v62h-49z" fill="url(#p)"/>\n')
    unturned = patch.replace(
        '<g transform="rotate(180 125 175)">\n<path d="M5 10h49v62h-49z"', '<g>\n<path d="M245 340h-49v-62h49z"'
    )
    letter = inked(COLOURS[card[-1]], twice(rank_strokes(FRENCH[card[0]], _MIDDLE, 14, 54)))
    return document(250, 350, f"{card} in French", unturned + letter, SHEET)


def joker(red: bool) -> str:
    """Draw the joker, in three inks or without oxblood."""
    colour = RED if red else BLACK
    figure = both(JOKER)
    if not red:
        figure = figure.replace(OXBLOOD, _DARK_RED)
    word = "".join(capital(letter, _MIDDLE, 51 + 13.2 * i, 0.98) for i, letter in enumerate("JOKER"))
    index = (
        f'<path d="{tidy(moved(CAP, _MIDDLE, 31, 27))}"/>\n<path d="{tidy(word)}" fill="none" stroke-width="2.5"/>\n'
    )
    return document(250, 350, "Joker", paper() + figure + inked(colour, twice(index)), SHEET)


def pictures() -> dict[str, str]:
    made = {f"{rank}{suit}": number_card(rank, suit) for suit in SUITS for rank in PLACES}
    made |= {f"A{suit}": ace(suit) for suit in SUITS}
    made |= {card: court_card(card) for card in COURT}
    made |= {f"fr-{card}": french(card) for card in COURT}
    made |= {"JK": joker(red=True), "JK-ink": joker(red=False)}
    made["blank"] = document(250, 350, "Blank card", paper(), SHEET)
    made |= {
        f"suit-{suit}": document(100, 100, suit, inked(COLOURS[suit], f'<path d="{tidy(pip(suit, 50, 50, 92))}"/>\n'))
        for suit in SUITS
    }
    made["crown"] = document(
        100, 100, "Fifth player", inked("#8A6016", f'<path d="{tidy(backs.crown(50, 52, 41))}"/>\n')
    )
    made["cap"] = document(
        100, 100, "Sixth player", inked("#2F5D4A", f'<path d="{tidy(moved(CAP, 50, 55, 52))}"/>\n')
    )
    return made
