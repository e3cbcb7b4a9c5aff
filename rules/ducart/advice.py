"""Reasons for a turn of Ducart, and cautions before one, found by the rules alone (README.md, sections 4 to 8).

The facts of a reason are squares and kinds of pieces. "Next" means in the position after the turn, if the side
concerned were to move. The codes:

`wins` `loses` `draws` · `takes` {thing, target} · `overturns` {target}: an enemy Sweeper becomes a Leaper · `forks`
{first, one, second, two} and `threatens` {thing, target, from}: pieces that could be killed next, and couldn't
before · `may-overturn` {by, from, squares, n}: Sweepers that a piece could make Leapers next, and couldn't before ·
`saves` {thing, target} and `saves-all` {squares}: own pieces that could be lost before and can't now · `keeps-asleep`
{thing, target}: a slept piece that the other side could wake before and can't now · `frees` {thing, target}: an own
piece that no Keeper stands on any more · `wakes` {thing, target} · `holds` and `sleeps` {thing, target}: an enemy
piece that is now kept or slept · `denies` {squares}: enemy Sweepers could enter these squares before, and a Leaper
beside each square forbids it now · `promotes`: an own Sweeper becomes a Leaper · `may-sleep` and `may-keep` {thing,
target}: an enemy piece that could be put to sleep, or kept, next, and couldn't before · `covered` {target, squares}:
the other side could kill the piece that moved, and own Sweepers on the squares could take back · `room` {thing,
target, n, before}: the piece that acted could make n turns next, more than the number "before" that it could make
before · `hems` {n}: the other side has n turns fewer · `safe`: no own piece can be lost next.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.common.squares import NAMES
from rules.contract import Remark, Seat
from rules.ducart.effects import KINDS, keeper_above, list_woken
from rules.ducart.engine.grid import ROOM, Grid
from rules.ducart.engine.mailbox import (
    CREEPER,
    HEAL,
    HEALER,
    KEEPER,
    KEPT,
    LEAPER,
    MOVE,
    PUSH,
    SLEEP,
    SLEEPER,
    SLEPT,
    STEAL,
    STEALER,
    SWEEPER,
)
from rules.ducart.engine.turns import legal_steps, promotes
from rules.ducart.geometry import is_flanked, sweeper_targets
from rules.ducart.moves import Act, Move
from rules.ducart.options import board_flags
from rules.ducart.position import Position

_KIND_ORDER: Final = (SLEEPER, STEALER, HEALER, CREEPER, KEEPER, SWEEPER, LEAPER)
_MIN_TURN_CHANGE: Final = 5  # smaller changes in the number of possible turns aren't reported
_MOST_SQUARES: Final = 3  # maximum number of squares named in one reason
_TURN_OUTCOMES: Final = ("sweepers", "sudden-death")
"""The reasons of outcomes due to what a turn does on the board, not to a counter such as the 100 quiet turns."""


@dataclass(frozen=True, slots=True)
class TurnResults:
    """The possible effects of a side's next turn; pieces are given by their squares."""

    kills: Mapping[int, int]  # enemy piece that could be killed -> a Sweeper that could do it
    promotions: Mapping[int, int]  # enemy Sweeper that a push or steal could promote -> a piece that could do it
    wakes: Set[int]  # own pieces that could be woken
    sweeper_ends: Set[int]  # squares that a Sweeper could enter
    sleeps: Set[int]  # enemy pieces that could be put to sleep
    keeps: Set[int]  # enemy pieces that could be kept
    turn_counts: Mapping[int, int]  # own piece -> number of turns that it could make

    @property
    def losses(self) -> frozenset[int]:
        """The enemy pieces that could be killed or promoted."""
        return frozenset((*self.kills, *self.promotions))


@lru_cache(maxsize=64)
def find_turn_results(cells: bytes, side: Seat, flags: int) -> TurnResults:
    """Return what `side` could do if it were to move and no Creeper were fresh."""
    grid = Grid(cells, side, -1, flags, ROOM)
    kills, promotions = dict[int, int](), dict[int, int]()
    wakes, sweeper_ends, sleeps, keeps = set[int](), set[int](), set[int](), set[int]()
    turn_counts = Counter[int]()
    for step in legal_steps(grid):
        act = Act(side, step, "")
        turn_counts[act.actor] += 1
        if act.kind == HEAL:
            wakes |= {at for at in list_woken(cells, act.actor) if cells[at] >> 3 & 1 == side}
        elif act.kind == MOVE and _acting_kind(cells[act.actor]) == SWEEPER:
            sweeper_ends.add(act.target)
            if cells[act.target] and cells[act.target] >> 3 & 1 != side:
                kills.setdefault(act.target, act.actor)
        elif cells[act.target] and cells[act.target] >> 3 & 1 != side:
            if act.kind in (PUSH, STEAL) and promotes(grid, step):
                promotions.setdefault(act.target, act.actor)
            elif act.kind == SLEEP:
                sleeps.add(act.target)
            elif act.kind == MOVE:
                keeps.add(act.target)
    return TurnResults(kills, promotions, wakes, sweeper_ends, sleeps, keeps, turn_counts)


def _acting_kind(code: int) -> int:
    return KEEPER if code & KEPT else code & 7


def reasons(position: Position, moves: Sequence[Move]) -> tuple[Remark, ...]:
    """Return the reasons for a turn, the most important first (codes and facts: module docstring)."""
    if len(moves) != 1 or not isinstance(moves[0], Act):
        return ()
    act = moves[0]
    after = position.play(act)
    outcome = after.outcome()
    if outcome is not None:
        code = "draws" if not outcome.winners else "wins" if outcome.winners == (position.side,) else "loses"
        return (Remark(code),)
    flags = board_flags(position.flags)
    seat, enemy = position.side, 1 - position.side
    mine_before, mine = find_turn_results(position.cells, seat, flags), find_turn_results(after.cells, seat, flags)
    theirs_before = find_turn_results(position.cells, enemy, flags)
    theirs = find_turn_results(after.cells, enemy, flags)
    found = [*_report_losses(position, act, after), *_report_threats(after, mine_before.losses, mine)]
    found += _report_saved_pieces(position, act, after, theirs_before.losses, theirs.losses)
    for at in sorted(theirs_before.wakes - theirs.wakes):
        if after.cells[at] & SLEPT and after.cells[at] & 7 == position.cells[at] & 7:
            found.append(_piece_remark("keeps-asleep", after, at))
    found += _report_state_changes(position, act, after)
    closed = sorted(theirs_before.sweeper_ends - theirs.sweeper_ends)
    denied = [at for at in closed if is_flanked(after.cells, at) and not is_flanked(position.cells, at)]
    if denied:
        names = tuple(NAMES[at] for at in denied)
        found.append(Remark("denies", names, {"squares": ", ".join(names)}))
    for code, new in (("may-sleep", mine.sleeps - mine_before.sleeps), ("may-keep", mine.keeps - mine_before.keeps)):
        aims = sorted(new, key=lambda at: _KIND_ORDER.index(after.cells[at] & 7))
        found += [_piece_remark(code, after, at) for at in aims[:1]]
    found += _report_acting_piece(position, act, after, mine_before, mine, theirs.kills)
    fewer = sum(theirs_before.turn_counts.values()) - sum(theirs.turn_counts.values())
    if fewer >= _MIN_TURN_CHANGE:
        found.append(Remark("hems", (), {"n": str(fewer)}))
    if not theirs.losses:
        found.append(Remark("safe"))
    return tuple(found)


def _report_acting_piece(
    position: Position, act: Act, after: Position, before: TurnResults, now: TurnResults, killable: Collection[int]
) -> Iterator[Remark]:
    """Yield remarks on the number of turns possible to the piece that acted, and on the Sweepers that guard it.

    `before` and `now` are what the acting side could do before and after the turn, if it were to move; `killable` are
    the squares on which the other side could kill a piece after the turn.
    """
    seat = position.side
    end = _square_after(act, position.cells, act.actor)
    if (
        now.turn_counts.get(end, 0) >= before.turn_counts.get(act.actor, 0) + _MIN_TURN_CHANGE
        and after.cells[end] & 15 == position.cells[act.actor] & 15
    ):
        counts = {"n": str(now.turn_counts[end]), "before": str(before.turn_counts.get(act.actor, 0))}
        yield _piece_remark("room", after, end, **counts)
    own_sweepers = (at for at, code in enumerate(after.cells) if code == SWEEPER + 8 * seat)
    guards = [NAMES[at] for at in own_sweepers if end in killable and end in sweeper_targets(at, seat)]
    if guards and end != act.actor:
        yield Remark("covered", (NAMES[end],), {"target": NAMES[end], "squares": ", ".join(guards)})


def _report_losses(position: Position, act: Act, after: Position) -> Iterator[Remark]:
    enemy = 1 - position.side
    if after.pieces(enemy) < position.pieces(enemy):
        yield _piece_remark("takes", position, act.target)
    elif after.sweepers(enemy) < position.sweepers(enemy):
        yield _piece_remark("overturns", position, act.target)
    own = after.sweepers(position.side) < position.sweepers(position.side)
    if own and after.pieces(position.side) == position.pieces(position.side):
        yield Remark("promotes")


def _report_threats(after: Position, before: frozenset[int], now: TurnResults) -> Iterator[Remark]:
    targets = sorted(now.kills.keys() - before)
    if len(targets) > 1:
        one, two = targets[:2]
        facts = {"first": _kind_on(after, one), "one": NAMES[one], "second": _kind_on(after, two), "two": NAMES[two]}
        yield Remark("forks", tuple(NAMES[target] for target in targets), facts)
    elif targets:
        yield _piece_remark("threatens", after, targets[0], **{"from": NAMES[now.kills[targets[0]]]})
    overturned = sorted(now.promotions.keys() - before - now.kills.keys())
    if overturned:
        by = now.promotions[overturned[0]]
        names = [NAMES[square] for square in overturned if now.promotions[square] == by][:_MOST_SQUARES]
        facts = {
            "by": KINDS[_acting_kind(after.cells[by])],
            "from": NAMES[by],
            "squares": ", ".join(names),
            "n": str(len(names)),
        }
        yield Remark("may-overturn", tuple(names), facts)


def _report_saved_pieces(
    position: Position, act: Act, after: Position, before: frozenset[int], now: frozenset[int]
) -> Iterator[Remark]:
    order = sorted(before, key=lambda square: (position.cells[square] & 7 != SWEEPER, square))
    ends = ((at, _square_after(act, position.cells, at)) for at in order)
    saved = [end for at, end in ends if after.cells[end] & 15 == position.cells[at] & 15 and end not in now]
    if len(saved) == 1:
        yield _piece_remark("saves", after, saved[0])
    elif saved:
        names = tuple(NAMES[end] for end in saved)
        yield Remark("saves-all", names, {"squares": ", ".join(names[:_MOST_SQUARES])})


def _square_after(act: Act, cells: bytes, at: int) -> int:
    """Return the square, after a turn, of the piece that was on `at`; in a stack, the lower piece is meant."""
    if act.kind == STEAL and at in (act.actor, act.target):
        return act.target if at == act.actor else act.actor
    if act.kind == PUSH and at == act.target:
        assert act.pushed_to is not None
        return act.pushed_to
    return act.target if act.kind == MOVE and at == act.actor and not cells[at] & KEPT else at


def _report_state_changes(position: Position, act: Act, after: Position) -> Iterator[Remark]:
    freed_remarks: list[Remark] = []
    bound_remarks: list[Remark] = []
    for at, code in enumerate(position.cells):
        if not code & 15:
            continue
        end = _square_after(act, position.cells, at)
        code_after = after.cells[end]
        if code_after & 15 != code & 15:
            continue
        own = code >> 3 & 1 == position.side
        if own and keeper_above(code) and not code_after & KEPT:
            freed_remarks.append(_piece_remark("frees", after, end))
        elif own and code & SLEPT and not code_after & SLEPT:
            freed_remarks.append(_piece_remark("wakes", after, end))
        elif not own and code_after & KEPT and not code & KEPT:
            bound_remarks.append(_piece_remark("holds", after, end))
        elif not own and code_after & SLEPT and not code & SLEPT:
            bound_remarks.append(_piece_remark("sleeps", after, end))
    yield from (*freed_remarks, *bound_remarks)


def _kind_on(position: Position, at: int) -> str:
    return KINDS[position.cells[at] & 7]


def _piece_remark(code: str, position: Position, at: int, **facts: str) -> Remark:
    return Remark(code, (NAMES[at],), {"thing": _kind_on(position, at), "target": NAMES[at], **facts})


# Cautions before a turn (section 8)


def caution(position: Position, act: Move) -> Remark | None:
    """Return a question before a legal turn that costs an own Sweeper, steals an own piece or loses; or None.

    Codes: `loses-promoted`: it promotes the last own Sweeper, and so loses · `loses-killed`: it kills an own Sweeper,
    and so loses by the count in sudden death · `loses-count`: it loses by that count through another kill ·
    `promotes-own`, `kills-own`, `steals-own`: it does no more than this, and the question is an aid. Facts: `square`
    of the acting piece, `target` of the second click, `sweepers` left.
    """
    if not isinstance(act, Act):
        return None
    seat = position.side
    after = position.play(act)
    left = after.sweepers(seat)
    outcome = after.outcome()
    lost = outcome is not None and outcome.winners == (1 - seat,) and outcome.reason in _TURN_OUTCOMES
    kills_own = "x" in act.sdn and position.cells[act.target] & (15 | KEPT) == SWEEPER + 8 * seat
    promotes_own = left < position.sweepers(seat) - kills_own
    steals_own = act.kind == STEAL and position.cells[act.target] >> 3 & 1 == seat
    if not (lost or kills_own or promotes_own or steals_own):
        return None
    facts = {"square": NAMES[act.actor], "target": NAMES[act.target], "sweepers": str(left)}
    if lost:
        code = "loses-promoted" if left == 0 else "loses-killed" if kills_own else "loses-count"
    else:
        code = "promotes-own" if promotes_own else "kills-own" if kills_own else "steals-own"
    return Remark(code, (facts["target"], facts["square"]), facts, aid=not lost)
