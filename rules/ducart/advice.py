"""What a turn of Ducart does, found by the rules alone (README.md, sections 4 to 8): why one would play it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.common.squares import NAMES
from rules.contract import Remark, Seat
from rules.ducart.effects import KINDS, rider, woken
from rules.ducart.engine.board import Board
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
from rules.ducart.geometry import flanked, sweeper_targets
from rules.ducart.moves import Act, Move
from rules.ducart.options import board_flags
from rules.ducart.position import Position

_DANGEROUS: Final = (SLEEPER, STEALER, HEALER, CREEPER, KEEPER, SWEEPER, LEAPER)
"""Kinds of pieces in the order in which they are named as what could be put to sleep or kept."""
_HEMMED: Final = 3
"""So many turns more for the mover, or fewer for the other side, are told of."""
_LEAST: Final = 2
"""So many at once are a fork."""


_BY_A_TURN: Final = ("sweepers", "sudden-death")
"""The ends that the turn itself brings about; the hundredth turn would have come anyway."""


@dataclass(frozen=True, slots=True)
class Power:
    """What a side could do next: squares of the other side's."""

    swept: frozenset[int]
    """Pieces that it could sweep away."""
    turned: frozenset[int]
    """Sweepers that it could make Leapers, by a push or a steal."""
    woken: frozenset[int]
    """Its own sleepers that it could wake."""
    entered: frozenset[int]
    """Where its Sweepers could go by themselves."""
    slept: frozenset[int]
    """Pieces that it could put to sleep."""
    kept: frozenset[int]
    """Pieces that it could keep."""
    ways: Mapping[int, int]
    """Square of a piece of its own -> how many turns that piece could make."""

    @property
    def prey(self) -> frozenset[int]:
        """What it could take from the other side's Sweepers and pieces."""
        return self.swept | self.turned


@lru_cache(maxsize=64)
def power(cells: bytes, side: Seat, flags: int) -> Power:
    """What `side` could do if it were its turn and no Creeper were fresh."""
    board = Board(cells, side, -1, flags)
    swept, turned, awake, entered, slept, kept = (set[int]() for _ in range(6))
    ways = Counter[int]()
    for code in board.moves():
        act = Act(side, code, "")
        ways[act.actor] += 1
        if act.kind == HEAL:
            awake |= {at for at in woken(cells, act.actor) if cells[at] >> 3 & 1 == side}
        elif act.kind == MOVE and _mover(cells[act.actor]) == SWEEPER:
            entered.add(act.target)
            if cells[act.target] and cells[act.target] >> 3 & 1 != side:
                swept.add(act.target)
        elif cells[act.target] and cells[act.target] >> 3 & 1 != side:
            if act.kind in (PUSH, STEAL) and board.promotes(code):
                turned.add(act.target)
            elif act.kind == SLEEP:
                slept.add(act.target)
            elif act.kind == MOVE:
                kept.add(act.target)
    sets = map(frozenset, (swept, turned, awake, entered, slept, kept))
    return Power(next(sets), next(sets), next(sets), next(sets), next(sets), next(sets), ways)


def _mover(code: int) -> int:
    """The kind of what moves from a square: the Keeper off a stack."""
    return KEEPER if code & KEPT else code & 7


def reasons(position: Position, moves: Sequence[Move]) -> tuple[Remark, ...]:
    """What a turn does; the most telling first. All facts are squares and the kinds of pieces.

    `wins` `loses` `draws` · `takes` {thing, target} · `overturns` {target}: an enemy Sweeper becomes a Leaper ·
    `forks` {first, one, second, two}, `threatens` {thing, target}: what could be swept away or overturned next, if
    the other side did nothing, and could not before · `saves` {thing, target}: what could have been lost no longer
    can · `keeps-asleep` {thing, target}: the other side could have woken it in its next turn, and no longer can ·
    `frees` {thing, target}: no Keeper stands on it any more · `wakes` {thing, target} · `holds` `sleeps` {thing,
    target}: an enemy piece can do nothing · `denies` {squares}: enemy Sweepers could go there, and a Leaper beside
    them forbids it now · `promotes`: the own Sweeper becomes a Leaper · `may-sleep` `may-keep` {thing, target}: an
    enemy piece that could be put to sleep, or kept, next, and could not before · `guards`
    {target, squares}: the Sweeper could strike back at whoever sweeps there · `covered` {target, squares}: Sweepers
    that could strike back at whoever sweeps the piece that moved · `room` {thing, target, n, before}:
    turns that the piece could make there · `opens` `hems` {n}: so many turns more for the mover, fewer for the other
    side · `safe`: nothing can be lost next.
    """
    if len(moves) != 1 or not isinstance(moves[0], Act):
        return ()
    act = moves[0]
    after = position.play(act)
    outcome = after.outcome()
    if outcome is not None:
        code = "draws" if not outcome.winners else "wins" if outcome.winners == (position.side,) else "loses"
        return (Remark(code),)
    flags = board_flags(position.flags)
    seat, other = position.side, 1 - position.side
    mine_before, mine = power(position.cells, seat, flags), power(after.cells, seat, flags)
    theirs_before, theirs = power(position.cells, other, flags), power(after.cells, other, flags)
    found = [*_done(position, act, after), *_threats(after, mine.prey - mine_before.prey)]
    found += _saved(position, act, after, theirs_before.prey, theirs.prey)
    for at in sorted(theirs_before.woken - theirs.woken):
        if after.cells[at] & SLEPT and after.cells[at] & 7 == position.cells[at] & 7:
            found.append(_piece("keeps-asleep", after, at))
    found += _states(position, act, after)
    closed = sorted(theirs_before.entered - theirs.entered)
    denied = [at for at in closed if flanked(after.cells, at) and not flanked(position.cells, at)]
    if denied:
        names = tuple(NAMES[at] for at in denied)
        found.append(Remark("denies", names, {"squares": ", ".join(names)}))
    for code, new in (("may-sleep", mine.slept - mine_before.slept), ("may-keep", mine.kept - mine_before.kept)):
        aims = sorted(new, key=lambda at: _DANGEROUS.index(after.cells[at] & 7))
        found += [_piece(code, after, at) for at in aims[:1]]
    found += _standing(position, act, after, mine_before, mine)
    fewer = sum(theirs_before.ways.values()) - sum(theirs.ways.values())
    if fewer >= _HEMMED:
        found.append(Remark("hems", (), {"n": str(fewer)}))
    if not theirs.prey:
        found.append(Remark("safe"))
    return tuple(found)


def _standing(position: Position, act: Act, after: Position, before: Power, now: Power) -> Iterator[Remark]:
    """What the piece that acted can do where it stands now, whom it guards and who guards it; `before` and `now` are
    what its side could do."""
    seat = position.side
    end = _moved(act, position.cells, act.actor)
    if (
        now.ways.get(end, 0) > before.ways.get(act.actor, 0)
        and after.cells[end] & 15 == position.cells[act.actor] & 15
    ):
        counts = {"n": str(now.ways[end]), "before": str(before.ways.get(act.actor, 0))}
        yield _piece("room", after, end, **counts)
    guarded = _guarded(after, end)
    if guarded and end != act.actor:
        names = tuple(NAMES[at] for at in guarded)
        yield Remark("guards", (NAMES[end],), {"target": NAMES[end], "squares": ", ".join(names)})
    behind = [NAMES[at] for at in range(64) if _own(after, at, seat) and end in _guarded(after, at)]
    if behind and end != act.actor:
        yield Remark("covered", (NAMES[end],), {"target": NAMES[end], "squares": ", ".join(behind)})
    more = sum(now.ways.values()) - sum(before.ways.values())
    if more >= _HEMMED:
        yield Remark("opens", (), {"n": str(more)})


def _done(position: Position, act: Act, after: Position) -> Iterator[Remark]:
    """What is swept away, and which Sweepers become Leapers."""
    other = 1 - position.side
    if after.pieces(other) < position.pieces(other):
        yield _piece("takes", position, act.target)
    elif after.sweepers(other) < position.sweepers(other):
        yield _piece("overturns", position, act.target)
    own = after.sweepers(position.side) < position.sweepers(position.side)
    if own and after.pieces(position.side) == position.pieces(position.side):
        yield Remark("promotes")


def _threats(after: Position, new: frozenset[int]) -> Iterator[Remark]:
    """What could be taken next, several at once first."""
    at = sorted(new)
    if len(at) >= _LEAST:
        one, two = at[:2]
        facts = {"first": _kind(after, one), "one": NAMES[one], "second": _kind(after, two), "two": NAMES[two]}
        yield Remark("forks", tuple(NAMES[square] for square in at), facts)
    elif at:
        yield _piece("threatens", after, at[0])


def _saved(
    position: Position, act: Act, after: Position, before: frozenset[int], now: frozenset[int]
) -> Iterator[Remark]:
    """The mover's own pieces that were in danger and are not any more."""
    for at in sorted(before, key=lambda square: (position.cells[square] & 7 != SWEEPER, square)):
        end = _moved(act, position.cells, at)
        same = after.cells[end] & 15 == position.cells[at] & 15
        if same and end not in now:
            yield _piece("saves", after, end)


def _moved(act: Act, cells: bytes, at: int) -> int:
    """Where what stands on a square, below its Keeper, is after a turn."""
    if act.kind == STEAL and at in (act.actor, act.target):
        return act.target if at == act.actor else act.actor
    if act.kind == PUSH and at == act.target:
        assert act.pushed_to is not None
        return act.pushed_to
    return act.target if act.kind == MOVE and at == act.actor and not cells[at] & KEPT else at


def _states(position: Position, act: Act, after: Position) -> Iterator[Remark]:
    """Who can act again, and who no longer can."""
    side = position.side
    freed: list[Remark] = []
    bound: list[Remark] = []
    for at, code in enumerate(position.cells):
        if not code & 15:
            continue
        end = _moved(act, position.cells, at)
        then = after.cells[end]
        if then & 15 != code & 15:
            continue
        own = code >> 3 & 1 == side
        if own and rider(code) and not then & KEPT:
            freed.append(_piece("frees", after, end))
        elif own and code & SLEPT and not then & SLEPT:
            freed.append(_piece("wakes", after, end))
        elif not own and then & KEPT and not code & KEPT:
            bound.append(_piece("holds", after, end))
        elif not own and then & SLEPT and not code & SLEPT:
            bound.append(_piece("sleeps", after, end))
    yield from (*freed, *bound)


def _own(position: Position, at: int, seat: Seat) -> bool:
    """Whether a piece of `seat` stands on a square, by itself or below a Keeper."""
    return position.cells[at] & 15 != 0 and position.cells[at] >> 3 & 1 == seat


def _guarded(after: Position, at: int) -> list[int]:
    """The squares with pieces of its own side where a Sweeper on a square, if it is awake and free, could strike back
    at an enemy who swept there."""
    code = after.cells[at]
    if code & 7 != SWEEPER or code & (SLEPT | KEPT):
        return []
    ahead = sweeper_targets(at, code >> 3 & 1)
    own = (end for end in ahead if after.cells[end] & 15 and (after.cells[end] ^ code) & 8 == 0)
    return [end for end in own if not after.cells[end] & KEPT and not flanked(after.cells, end)]


def _kind(position: Position, at: int) -> str:
    return KINDS[position.cells[at] & 7]


def _piece(code: str, position: Position, at: int, **facts: str) -> Remark:
    return Remark(code, (NAMES[at],), {"thing": _kind(position, at), "target": NAMES[at], **facts})


# What a player is asked before a turn (section 8)


def caution(position: Position, act: Act) -> Remark | None:
    """What a legal turn does to the mover's own Sweepers, or None if they stay as many.

    `loses-promoted` it promotes the last one, and so loses · `loses-killed` it kills one, and loses by the count of
    sudden death · `loses-count` it loses so by another kill · `promotes-own`, `kills-own` it only costs one, and
    to be asked is an aid. Facts: `square` of the piece that acts, `target` of the second click, `sweepers` left.
    """
    seat = position.side
    after = position.play(act)
    left = after.sweepers(seat)
    outcome = after.outcome()
    lost = outcome is not None and outcome.winners == (1 - seat,) and outcome.reason in _BY_A_TURN
    kills_own = _kills_own(position, act)
    promotes_own = left < position.sweepers(seat) - kills_own
    if not lost and not kills_own and not promotes_own:
        return None
    facts = {"square": NAMES[act.actor], "target": NAMES[act.target], "sweepers": str(left)}
    if lost and left == 0:
        code = "loses-promoted"
    elif lost:
        code = "loses-killed" if kills_own else "loses-count"
    else:
        code = "promotes-own" if promotes_own else "kills-own"
    return Remark(code, (facts["target"], facts["square"]), facts, aid=not lost)


def _kills_own(position: Position, act: Act) -> bool:
    """Whether it kills a Sweeper of the mover's."""
    own = SWEEPER + 8 * position.side
    code = position.cells[act.target]
    return "x" in act.sdn and code & 15 == own and not code & KEPT
