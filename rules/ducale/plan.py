"""The best turn with the table: swaps, lay-offs and new melds together (README.md, section 15).

What is tried out is what goes to the melds on the table; what that leaves of the hand is the solver's. A joker that
nothing needs goes to any meld that takes one, so jokers at the ends of lay-offs are not tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from rules.ducale.cards import JOKER, VALUES, Card, without
from rules.ducale.engine.solver import solve
from rules.ducale.legality import between, objection, unfinished
from rules.ducale.melds import HIGH_ACE, Meld, swapped
from rules.ducale.movegen import enlarged, melds_in
from rules.ducale.moves import Act, Lay, LayOff, Swap

if TYPE_CHECKING:
    from rules.ducale.position import OnTable, Position

Aim: TypeAlias = Literal["points", "cards"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Acts in an order in which they are legal, and what they come to."""

    acts: tuple[Act, ...]
    laid: int
    """Cards fewer in hand."""
    points: int
    """Left in hand before the discard."""
    out: bool
    """Whether the round ends with this turn: no card is left, or one to discard."""

    def beats(self, other: Plan, aim: Aim) -> bool:
        """Whether it is better: going out first, then fewer points or more cards."""
        one, two = (self.laid, -self.points), (other.laid, -other.points)
        if aim == "points":
            one, two = (one[1], one[0]), (two[1], two[0])
        return (self.out, *one) > (other.out, *two)


@dataclass(frozen=True, slots=True)
class _Share:
    """What goes to the melds of the table, and what that leaves."""

    hand: tuple[Card, ...]
    melds: tuple[OnTable, ...]
    swaps: tuple[Swap, ...] = ()
    offs: tuple[LayOff, ...] = ()


def best_plan(position: Position, aim: Aim = "points") -> Plan | None:
    """The best that the seat can do between taking a card and discarding; None if its duties can't be settled.

    Without a duty there is always a plan, perhaps an empty one.
    """
    best = None
    touching = position.options.same_turn or not position.opening
    shares = _shares(position, 0, _Share(position.hand, position.melds)) if touching else iter(())
    nothing = _Share(position.hand, position.melds)
    for share in (nothing, *(share for share in shares if share != nothing)):
        for melds in _new_melds(position, share, aim):
            plan = _plan(position, share, melds)
            if plan is not None and (best is None or plan.beats(best, aim)):
                best = plan
    return best


def _shares(position: Position, at: int, share: _Share) -> Iterator[_Share]:
    """Every way to serve the melds of the table from the one numbered `at` on."""
    if at == len(share.melds):
        yield share
        return
    yield from _shares(position, at + 1, share)
    lying = share.melds[at]
    wanted = lying.meld.replaced
    if wanted is not None and wanted in share.hand:
        freed = _with(share, at, swapped(lying.meld, wanted), (*without(share.hand, (wanted,)), JOKER))
        freed = replace(freed, swaps=(*share.swaps, Swap(position.turn, lying.id, wanted)))
        yield from _shares(position, at + 1, freed)
        yield from _served(position, at, freed)
    yield from _served(position, at, share)


def _with(share: _Share, at: int, meld: Meld, hand: tuple[Card, ...]) -> _Share:
    lying = replace(share.melds[at], meld=meld)
    return replace(share, hand=hand, melds=(*share.melds[:at], lying, *share.melds[at + 1 :]))


def _served(position: Position, at: int, share: _Share) -> Iterator[_Share]:
    """The same with cards laid off on one meld."""
    lying = share.melds[at]
    for after in enlarged(lying.meld, share.hand):
        move = between(position.turn, lying.id, lying.meld, after)
        if move.joker is not None and move.joker in (move.lows - 1, len(move.faces) - 1):
            continue
        served = _with(share, at, after, without(share.hand, move.cards))
        yield from _shares(position, at + 1, replace(served, offs=(*share.offs, move)))


def _new_melds(position: Position, share: _Share, aim: Aim) -> Iterator[list[Meld]]:
    """New melds of what is left, the duty among them if nothing else settles it."""
    naturals = [card for card in position.owed if card != JOKER]
    used = [swap.card for swap in share.swaps] + [card for off in share.offs for card in off.cards]
    missing = [card for card in naturals if card not in used]
    keeps = position.options.go_out == "discard"
    if not missing:
        yield from _packings(share.hand, keeps, position, aim)
        return
    for meld in melds_in(share.hand):
        if missing[0] in meld.cards and len(share.hand) - len(meld.faces) >= keeps:
            for more in _packings(without(share.hand, meld.cards), keeps, position, aim):
                yield [meld, *more]


def _packings(hand: tuple[Card, ...], keeps: bool, position: Position, aim: Aim) -> Iterator[list[Meld]]:
    """The solver's melds; where a card must be kept, those without each card in turn if they would take all."""
    yield []
    solution = solve(hand)
    if not solution.max_cards:
        return
    if keeps and solution.out_all:
        for card in dict.fromkeys(hand):
            yield solve(without(hand, (card,))).least()
        return
    yield solution.least() if aim == "points" else solution.most()
    if not position.opened[position.turn] and position.options.open_min:
        yield solution.opening()


def _plan(position: Position, share: _Share, melds: Sequence[Meld]) -> Plan | None:
    """The acts in order: what opens, swaps, lay-offs, other melds, jokers that are left over; None if they break a
    rule."""
    seat, now = position.turn, position
    acts: list[Act] = []
    waiting: list[Act] = [Lay(seat, meld) for meld in sorted(melds, key=_own_jokers)]
    while waiting and not now.opened[seat]:
        act = waiting.pop(0)
        if objection(now, act) is not None:
            return None
        now = now.play(act)
        acts.append(act)
    for act in (*share.swaps, *share.offs, *waiting):
        if objection(now, act) is not None:
            return None
        now = now.play(act)
        acts.append(act)
    while JOKER in now.hand and now.phase == "act" and (spare := _place_for_joker(now)) is not None:
        now = now.play(spare)
        acts.append(spare)
    if now.phase == "act" and unfinished(now) is not None:
        return None
    left = now.hands[seat]
    return Plan(tuple(acts), len(position.hand) - len(left), sum(VALUES[card] for card in left), len(left) <= 1)


def _own_jokers(meld: Meld) -> tuple[bool, int]:
    """Melds without joker open first, so that jokers are laid after swaps; of those the dear ones."""
    return meld.joker is not None, -meld.points


def _place_for_joker(position: Position) -> LayOff | None:
    """A lay-off of a joker that fits."""
    for lying in position.melds:
        if lying.meld.joker is not None or (lying.meld.kind == "run" and _full(lying.meld)):
            continue
        for after in enlarged(lying.meld, (JOKER,)):
            move = between(position.turn, lying.id, lying.meld, after)
            if objection(position, move) is None:
                return move
    return None


def _full(meld: Meld) -> bool:
    return meld.low == 0 and meld.high == HIGH_ACE
