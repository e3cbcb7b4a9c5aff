"""How cards are dealt, and how hidden hands are laid open at the end of a round. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Table, Target, Token
from scenes.games.ducale.arrangement import Place, Places
from scenes.games.ducale.film import PILES, SLIDE, TURN, Arrange, CardFilm, Leg, Shot
from scenes.surfaces.motion import Cue

DEAL: Final = 0.09
BETWEEN: Final = 0.04
RIFFLE: Final = 0.35
"""Seconds: of a card as it is dealt, from one such card to the next, and before the first."""


def deal(
    pack: Place, table: Table, hands: Sequence[Sequence[tuple[Target, int]]], places: Places, speed: float
) -> CardFilm:
    """Cards dealt in arcs from the stock's place, round by round. `hands`: in the order of dealing, the targets of
    each seat's cards with the number of the token there; then the first discard is turned."""
    legs: list[Leg] = []
    cues = [Cue(0.0, "slide", pack[0], "riffle")]
    back = Token("back")
    most = max(map(len, hands), default=0)
    number = 0
    for lap in range(most):
        for cards in hands:
            if lap < len(cards):
                target, at = cards[lap]
                begin = (RIFFLE + number * BETWEEN) / speed
                end = places[target][at]
                legs.append(Leg(back, table[target][at], pack, end, begin, DEAL / speed, arc=0.18))
                if number % 2 == 0:
                    cues.append(Cue(begin, "slide", end[0], "deal", 0.6))
                number += 1
    begin = (RIFFLE + number * BETWEEN + DEAL) / speed
    if table.get("discard"):
        legs.append(Leg(back, table["discard"][-1], pack, places["discard"][-1], begin, 0.3 / speed))
        cues.append(Cue(begin, "slide", places["discard"][-1][0], "turn-over"))
    seconds = begin + 0.3 / speed
    shot = Shot(tuple(legs), {"stock": table.get("stock", ())}, 0.0, seconds)
    return CardFilm((shot,), table, seconds, tuple(cues))


def reveal(before: Table, after: Table, arrange: Arrange, speed: float) -> CardFilm:
    """Hidden hands are laid open: backs of `before` become the cards of `after`, hand by hand from the left."""
    was, will = arrange(before), arrange(after)
    legs = []
    met: dict[Target, int] = {}
    piles = {target: tokens for target, tokens in after.items() if target in PILES}
    for target, tokens in after.items():
        if target in piles:
            continue
        if target in before:
            lying = zip(before[target], tokens, was[target], will[target], strict=False)
            legs += [Leg(old, new, start, end, 0.0, SLIDE / speed) for old, new, start, end in lying]
            continue
        pile = target.partition(":")[0]
        at = met.get(pile, 0)
        met[pile] = at + 1
        begin = 0.05 * at / speed
        start = was[pile][at] if at < len(was.get(pile, ())) else will[target][0]
        legs.append(Leg(Token("back"), tokens[0], start, will[target][0], begin, 1.6 * TURN / speed))
    seconds = max((leg.begin + leg.seconds for leg in legs), default=0.0)
    cue = Cue(0.05, "slide", 0.0, "turn-over")
    return CardFilm((Shot(tuple(legs), piles, 0.0, seconds, waiting=True),), after, seconds, (cue,))
