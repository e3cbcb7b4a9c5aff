"""Whether a move obeys the rules, and the reason if not (README.md, sections 3 to 7, 11 and 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules.ducale.cards import JOKER, TEXTS, Card, holds
from rules.ducale.melds import End, Meld, MeldError, Named, extended, swapped
from rules.ducale.moves import Act, Deal, Discard, Draw, Lay, LayOff, Move, Rebuild, Shuffle, Swap, Take

if TYPE_CHECKING:
    from rules.ducale.position import Position


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason of section 14, and what fills its words."""

    code: str
    facts: Mapping[str, str] = field(default_factory=dict)


def objection(position: Position, move: Move) -> Objection | None:
    """Why `move` is against the rules; None if it isn't. Whether a turn can be finished after it is not asked."""
    if isinstance(move, (Deal, Shuffle)):
        return _against_nature(position, move)
    if position.phase not in ("draw", "act"):
        return Objection("PHASE")
    if move.seat != position.turn:
        return Objection("OTHER_TURN")
    if isinstance(move, (Draw, Take, Rebuild)):
        return _against_start(position, move)
    if position.phase == "draw":
        return Objection("NO_DRAW")
    if isinstance(move, Discard):
        return _against_discard(position, move)
    return _against_act(position, move)


def _against_nature(position: Position, move: Deal | Shuffle) -> Objection | None:
    """Section 7: a new stock is made of all discards but the top one; section 2: a deal of the whole pack."""
    if isinstance(move, Shuffle):
        if position.stock:
            return Objection("STOCK_NOT_EMPTY")
        if position.phase == "draw" and position.blocks:
            return Objection("BLOCKED")
        if position.phase not in ("draw", "shuffle"):
            return Objection("PHASE")
        return None if Counter(move.stock) == Counter(position.buried) else Objection("BAD_SHUFFLE")
    if position.phase not in ("deal", "end", "blocked") or position.outcome() is not None:
        return Objection("PHASE")
    if move.dealer not in position.dealers or not complete(move.pack):
        return Objection("BAD_SHUFFLE")
    return None


def complete(cards: Iterable[Card]) -> bool:
    """Whether these are all the cards of the game."""
    counts = Counter(cards)
    return counts[JOKER] == 4 and len(counts) == 53 and all(counts[card] == 2 for card in range(52))


def _against_start(position: Position, move: Draw | Take | Rebuild) -> Objection | None:
    """Section 3, step 1."""
    if position.phase == "act":
        return Objection("BAD_DRAW")
    if isinstance(move, Rebuild):
        return Objection("STOCK_NOT_EMPTY") if position.stock else None
    if isinstance(move, Draw):
        if not position.stock:
            return Objection("STOCK_EMPTY")
        wrong = move.card is not None and move.card != position.stock[0]
        return Objection("BAD_DRAW", {"card": TEXTS[position.stock[0]]}) if wrong else None
    options = position.options
    if not position.discard:
        return Objection("DISCARD_EMPTY")
    if position.lap < options.discard_from_lap:
        return Objection("TOO_EARLY", {"lap": str(options.discard_from_lap)})
    if options.last_card_draws and len(position.hands[move.seat]) == 1:
        return Objection("MUST_DRAW")
    return None


def _against_discard(position: Position, move: Discard) -> Objection | None:
    """Section 3, step 3, and what must have been done by then."""
    if move.card not in position.hands[move.seat]:
        return Objection("NOT_IN_HAND", {"card": TEXTS[move.card]})
    return unfinished(position)


def unfinished(position: Position) -> Objection | None:
    """Which duty, or what of the opening, still keeps the turn from ending."""
    naturals = [card for card in position.owed if card != JOKER]
    if naturals:
        return Objection("DUTY_CARD", {"card": TEXTS[naturals[0]]})
    if position.owed:
        return Objection("DUTY_JOKER", {"count": str(len(position.owed))})
    if position.fresh and not position.opened[position.turn]:
        return against_opening(position, [position.meld(number) for number in position.fresh])
    return None


def against_opening(position: Position, melds: Sequence[Meld]) -> Objection | None:
    """Whether these new melds of the opening turn are enough to open (section 11)."""
    need, shown = position.options.open_min, sum(meld.points for meld in melds)
    if shown < need:
        return Objection("OPEN_MIN", {"need": str(need), "shown": str(shown)})
    if position.options.open_pure_run and not any(meld.kind == "run" and meld.joker is None for meld in melds):
        return Objection("OPEN_PURE")
    return None


def _against_act(position: Position, move: Act) -> Objection | None:
    """Sections 4 and 5."""
    if not isinstance(move, Lay):
        early = _against_touching(position)
        if early is not None:
            return early
        if move.id not in position.ids:
            return Objection("NO_SUCH_MELD", {"meld": str(move.id)})
    missing = holds(position.hands[move.seat], (move.card,) if isinstance(move, Swap) else move.cards)
    if missing is not None:
        return Objection("NOT_IN_HAND", {"card": TEXTS[missing]})
    if isinstance(move, Swap):
        return against_swap(position.meld(move.id), move.card)
    if isinstance(move, LayOff):
        try:
            laid_off(position.meld(move.id), move)
        except MeldError as problem:
            return Objection(problem.code, problem.facts)
    return _against_emptying(position, move)


def against_swap(meld: Meld, card: Card) -> Objection | None:
    """Section 4 c."""
    try:
        swapped(meld, card)
    except MeldError as problem:
        wanted = meld.replaced
        facts = {} if wanted is None else {"card": TEXTS[card], "wanted": TEXTS[wanted]}
        return Objection(problem.code, facts)
    return None


def _against_touching(position: Position) -> Objection | None:
    """Whether the seat may lay off and swap: it has opened, if need be a moment before."""
    if position.opened[position.turn] and (position.options.same_turn or not position.opening):
        return None
    if position.fresh and not position.opened[position.turn]:
        return unfinished_opening(position)
    return Objection("NOT_OPENED")


def unfinished_opening(position: Position) -> Objection | None:
    """What the new melds of this turn still lack to be an opening."""
    return against_opening(position, [position.meld(number) for number in position.fresh])


def _against_emptying(position: Position, move: Lay | LayOff) -> Objection | None:
    """Whether laying would empty the hand where it may not: the round would be over."""
    if len(position.hands[move.seat]) > len(move.cards):
        return None
    if position.options.go_out == "discard":
        return Objection("LAST_CARD")
    if isinstance(move, Lay) and not position.opened[move.seat]:
        return against_opening(position, [*(position.meld(number) for number in position.fresh), move.meld])
    return None


def laid_off(meld: Meld, move: LayOff) -> Meld:
    """The meld after a lay-off. Raises MeldError."""
    for number, face in enumerate(move.faces):
        end: End = "" if meld.kind == "set" else "<" if number < move.lows else ">"
        meld = extended(meld, (face, number == move.joker), end)
    return meld


def lay_off(seat: int, number: int, meld: Meld, named: Sequence[tuple[Named, End]]) -> LayOff:
    """The lay-off of these cards one by one, in whatever order they are named. Raises MeldError."""
    if not named:
        raise MeldError("SHORT")
    after = meld
    for one, end in named:
        after = extended(after, one, end)
    return between(seat, number, meld, after)


def between(seat: int, number: int, meld: Meld, after: Meld) -> LayOff:
    """The lay-off that makes `after` of meld `number`."""
    joker = after.replaced if meld.joker is None and after.joker is not None else None
    if meld.kind == "set":
        faces = tuple(face for face in after.faces if face not in meld.faces)
        return LayOff(seat, number, faces, 0, None if joker is None else faces.index(joker))
    lows = meld.low - after.low
    faces = (*reversed(after.faces[:lows]), *after.faces[lows + len(meld.faces) :])
    place = None
    if joker is not None and after.joker is not None:
        place = lows - 1 - after.joker if after.joker < lows else after.joker - len(meld.faces)
    return LayOff(seat, number, faces, lows, place, after.low == 0 < lows and meld.high == 12)
