"""What is said at a card table: whose turn it is and what to do next, and about each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rules.contract import NATURE, Gesture, Remark, Seat, Table, Target
from rules.match import Span
from scenes.app.words import Words
from scenes.games.ducale.arrangement import meld_of
from scenes.games.ducale.card_table import Sitter
from scenes.table import match_text
from scenes.table.state import Said

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


DEEDS: Final = {"M": "lay", "L": "add", "X": "swap", "-": "discard"}
"""By the first letter of a move's text."""


def card_name(words: Words, text: str) -> str:
    """A card in a sentence: "the 7 of hearts", "le roi de trèfle", "the joker"."""
    face = text.partition("=")[2] or text
    if face == "JK":
        return words("cards.joker")
    rank = "A" if face[:-1] == "1" else face[:-1]
    named = words(f"cards.name.{rank}") if rank in "AJQK" else words("cards.name.number", n=rank)
    return words("cards.of", rank=named, suit=words(f"cards.suit.{face[-1]}"))


def told_place(words: Words, table: Table, target: Target) -> str:
    """What lies on a target of the card table that the keyboard can be on."""
    tokens = table.get(target, ())
    if target == "stock":
        return words("line.ducale.stock", n=len(tokens))
    if target == "discard":
        top = words("line.ducale.nothing") if not tokens else card_name(words, tokens[-1].look)
        return words("line.ducale.discard", card=top)
    meld = meld_of(target)
    named = capital(card_name(words, target.partition(":")[2].partition("#")[0])) if ":" in target else ""
    if not meld:
        return words("line.ducale.card", card=named)
    cards = [card_name(words, one.partition(":")[2]) for one in table if meld_of(one) == meld]
    if not named:
        return words("line.ducale.whole_meld", cards=", ".join(cards))
    return words("line.ducale.meld", card=named, cards=", ".join(cards))


def facts(words: Words, scene: MatchScene, remark: Remark) -> Remark:
    """The same with cards and seats called by their names."""
    told = dict(remark.facts)
    for name in ("card", "wanted"):
        if name in told:
            told[name] = card_name(words, told[name])
    if "seat" in told:
        told["seat"] = match_text.name_of(words, scene.sitting, int(told["seat"]))
    return Remark(remark.code, remark.targets, told, remark.aid)


def said(scene: MatchScene) -> Said | None:
    """What is to be read first; None where the usual words do."""
    words, match, course = scene.app.words, scene.match, scene.course
    if not course.live and (match.outcome() is None or not course.at_end):
        return _looked_back(scene)
    if match.outcome() is not None:
        return None
    position: Any = match.position
    key = f"prompt.{match.game.key}"
    if position.to_move == NATURE:
        if position.phase in ("end", "blocked"):
            return Said(_ended(scene, position), words(f"{key}.next"))
        return Said(words(f"{key}.shuffling"))
    name = match_text.name_of(words, scene.sitting, position.to_move)
    remarks = [match_text.remark(words, match.game.key, facts(words, scene, one)) for one in position.remarks()]
    if scene.fate.covers:
        return Said(words("cards.pass", name=name))
    if not scene.mine:
        return Said(words("table.thinks", name=name), scene.note or "")
    alone = len(scene.sitting.persons) == 1
    status = words("table.your_turn") if alone else words("table.you_think", name=name)
    if scene.choosing.strip is not None:
        return Said(status, words(f"{key}.choose"))
    pressing = [one for one in position.remarks() if one.code not in ("one-card", "blocks")]
    return Said(
        status, " ".join([scene.note or "", *remarks, _next(scene, position, bool(pressing))]).strip(), bool(pressing)
    )


def _looked_back(scene: MatchScene) -> Said:
    """Which position of the course is on the table, and how it came about."""
    words, turn = scene.app.words, scene.course.turn()
    position: Any = scene.course.position
    span = None if turn is None else scene.match.turns()[turn]
    if span is None:
        return Said(words("table.shows_start"))
    if span.seat == NATURE:
        return Said(words("cards.shows_deal", n=position.round))
    name = match_text.name_of(words, scene.sitting, span.seat)
    return Said(words("cards.shows", n=position.round, name=name), account_of(scene, span))


def _next(scene: MatchScene, position: Any, pressing: bool) -> str:
    """What to do now."""
    words, key = scene.app.words, f"prompt.{scene.match.game.key}"
    if scene.advice:
        return "" if scene.hinting.shown == "move" else advised(words, str(scene.advice[0]))
    if position.phase == "draw":
        if Gesture(frozenset(("discard",))) in scene.hand.gestures:
            return words(f"{key}.take", card=card_name(words, _top(position)))
        return words(f"{key}.stock" if position.stock else f"{key}.rebuild")
    if scene.hand.selection.pick:
        return words(f"{key}.picked")
    return words(f"{key}.owed" if pressing else f"{key}.act")


def advised(words: Words, move: str) -> str:
    """What the hint would have the person do."""
    kind, cards = _deed(words, move)
    return words(f"cards.hint.{kind}", **({"cards": ", ".join(cards)} if cards else {}))


def amends(words: Words, moves: Sequence[Any]) -> str:
    """What would have been better: the moves of one turn, one after the other."""
    told = []
    for move in moves:
        kind, cards = _deed(words, str(move))
        if len(cards) > 1:
            cards = [words("table.and", others=", ".join(cards[:-1]), last=cards[-1])]
        told.append(words(f"review.card.{kind}", **({"cards": cards[0]} if cards else {})))
    return ", ".join(told)


def _deed(words: Words, move: str) -> tuple[str, list[str]]:
    """What a move does, and the names of the cards that it moves; no cards where one is drawn or taken."""
    if move[0] not in DEEDS:
        return "take" if move == "+D" else "stock", []
    faces = [face.strip("<>") for face in move.partition("[")[2].rstrip("]").split()] or [move[1:]]
    return DEEDS[move[0]], [card_name(words, "JK" if face.startswith("JK") else face) for face in faces]


def capital(text: str) -> str:
    """A sentence that begins with what was put into its first place."""
    return text[:1].upper() + text[1:]


def _top(position: Any) -> str:
    looks = position.table()["discard"]
    return str(looks[-1].look)


def _ended(scene: MatchScene, position: Any) -> str:
    words, key = scene.app.words, f"prompt.{scene.match.game.key}"
    if position.winner is None:
        return words(f"{key}.blocked")
    if position.winner in scene.sitting.persons and len(scene.sitting.persons) == 1:
        return words(f"{key}.you_won")
    return words(f"{key}.won", name=match_text.name_of(words, scene.sitting, position.winner))


def account(scene: MatchScene) -> str:
    """What happened since whoever is to move had their last turn; empty at the beginning."""
    words, match = scene.app.words, scene.match
    told: list[str] = []
    for span in reversed(match.turns()):
        if span.seat in (NATURE, match.position.to_move):
            break
        told.insert(0, account_of(scene, span))
    return " ".join(filter(None, told)) and words("cards.since") + " " + " ".join(told)


def account_of(scene: MatchScene, span: Span) -> str:
    """One turn in a sentence or two."""
    words, match = scene.app.words, scene.match
    name = match_text.name_of(words, scene.sitting, span.seat)
    laid, said = 0, []
    for number in range(span.first, span.last):
        text = str(match.plies[number].move)
        if text == "+D":
            top = _top(match.positions[number])
            said.append(words("cards.account.took", name=name, card=card_name(words, top)))
        elif text[0] in "ML":
            laid += len(text.partition("[")[2].split())
        elif text[0] == "-":
            said.append(words("cards.account.discarded", name=name, card=card_name(words, text[1:])))
    if laid:
        said.insert(-1 if said else 0, words("cards.account.laid", name=name, n=laid))
    return " ".join(said)


def sitters(scene: MatchScene) -> dict[Seat, Sitter]:
    """What is seen of each player beside the cards."""
    words = scene.app.words
    position: Any = scene.course.position
    over = scene.match.outcome() is not None
    found = {}
    for seat in range(scene.match.seats):
        dealt = position.phase != "deal"
        cost = (
            (f"+{position.row()[seat]}" if position.row()[seat] else "–")
            if position.phase in ("end", "blocked")
            else None
        )
        found[seat] = Sitter(
            match_text.name_of(words, scene.sitting, seat),
            cost or (str(len(position.hands[seat])) if dealt else ""),
            words("cards.points", n=position.totals[seat]),
            bool(position.opened and position.opened[seat]),
            dealt and position.dealer == seat,
            not over and position.to_move == seat,
        )
    return found
