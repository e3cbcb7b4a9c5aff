"""Why something is no turn in Ducart. The codes are those of README.md, section 13.

The part of a code before the hyphen says what is wrong; what follows it only chooses better words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.common.squares import INDEX, NAMES
from rules.contract import Gesture, Refusal
from rules.ducart.effects import KINDS, neighbours, rider
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
    TRANSFER,
)

if TYPE_CHECKING:
    from rules.ducart.position import Position

STRAIGHT: Final = frozenset({KEEPER, HEALER, LEAPER})
DIAGONAL: Final = frozenset({SLEEPER, HEALER})
"""Who goes along rows and columns, and who diagonally."""


def why(position: Position, gesture: Gesture) -> Refusal | None:
    """Why `gesture` is no turn; None if it is one, or the beginning of one."""
    pick = sorted(gesture.pick)
    places = [*pick, *([] if gesture.drop is None else [gesture.drop])]
    if any(place not in INDEX for place in places) or len(pick) > 1:
        return None
    if not position.legal_moves():
        return Refusal("over", (places[-1],) if places else ())
    if not pick:
        if position.automatic_move() is None:
            return Refusal("act", tuple(places))
        return _refuse("blocked-all", INDEX[gesture.drop]) if gesture.drop else None
    actor = INDEX[pick[0]]
    refused = _why_no_actor(position, actor)
    if refused is not None or gesture.drop == pick[0]:
        return refused
    acts = [act for act in position.acts() if act.actor == actor]
    if gesture.drop is None:
        return None if acts else _refuse("blocked-all", actor)
    target = INDEX[gesture.drop]
    if any(act.target == target for act in acts):
        return None
    return why_not(position, meant(position, actor, target), actor, target)


def acting(position: Position, square: int) -> int:
    """The kind of the piece that would act on a square, the Keeper of a stack if it is the mover's; 0 for none."""
    code = position.cells[square]
    keeper = rider(code)
    if keeper and keeper >> 3 == position.side:
        return KEEPER
    return code & 7 if code & 15 and code >> 3 & 1 == position.side else 0


def _why_no_actor(position: Position, square: int) -> Refusal | None:
    """Why what stands on a square can't be picked."""
    code = position.cells[square]
    if code & 15 == 0:
        return _refuse("nobody", square)
    kind = acting(position, square)
    if kind == 0:
        return _refuse("nobody-theirs", square)
    return why_unable(position, square, kind)


def why_unable(position: Position, square: int, kind: int) -> Refusal | None:
    """Why the mover's piece of this kind on a square can do nothing at all (sections 3 and 7)."""
    code = position.cells[square]
    keeper = rider(code)
    if keeper and kind == KEEPER and keeper >> 3 == position.side:
        return _refuse("locked", square) if locked(position, square) else None
    if keeper:
        return _refuse("held", square)
    return _refuse("asleep", square) if code & SLEPT else None


def locked(position: Position, square: int) -> bool:
    """Whether a Keeper stands on a Stealer there and can't leave it (section 7)."""
    code = position.cells[square]
    if not code & KEPT or code & 7 != STEALER:
        return False
    return not code & SLEPT or "p" in position.flags


def meant(position: Position, actor: int, target: int) -> int:
    """Which kind of turn two clicks most likely mean."""
    kind, code = acting(position, actor), position.cells[target]
    if kind == CREEPER and not _knightly(actor, target) and (code or _straight_neighbours(actor, target)):
        return PUSH
    if kind == SLEEPER and code:
        return SLEEP
    if kind == STEALER and code:
        return TRANSFER if code & KEPT and target in neighbours(actor) else STEAL
    return MOVE


def why_not(position: Position, kind: int, actor: int, target: int) -> Refusal:
    """Why the mover's able piece on `actor` can't do a turn of a `kind` to `target`, which isn't legal."""
    if kind == PUSH:
        return _why_no_push(position, actor, target)
    if kind == SLEEP:
        return _why_no_sleep(position, actor, target)
    if kind == HEAL:
        return _refuse("idle-heal", actor)
    if kind == STEAL:
        return _why_no_steal(position, actor, target)
    if kind == TRANSFER:
        return _why_no_transfer(position, actor, target)
    piece = acting(position, actor)
    if piece == SWEEPER:
        return _why_no_sweep(position, actor, target)
    if piece == KEEPER:
        return _why_no_keep(position, actor, target)
    return _why_no_move(position, piece, actor, target)


def _why_no_sweep(position: Position, actor: int, target: int) -> Refusal:
    ahead = (target // 8 - actor // 8) * (1 - 2 * position.side)
    if ahead != 1 or abs(target % 8 - actor % 8) > 1:
        return _refuse("pattern-sweeper", actor, target)
    code = position.cells[target]
    if code & 7 == LEAPER:
        return _refuse("leaper", actor, target)
    if code & KEPT:
        return _refuse("guarded", actor, target)
    return _flanked(position, actor, target, target)


def _flanked(position: Position, actor: int, target: int, entered: int) -> Refusal:
    """Section 6: a Leaper left or right of the square that a Sweeper would enter."""
    beside = [at for at in (entered - 1, entered + 1) if at // 8 == entered // 8]
    leaper = next(at for at in beside if position.cells[at] & 7 == LEAPER)
    return _refuse("flank", actor, target, leaper=NAMES[leaper], entered=NAMES[entered])


def _why_no_keep(position: Position, actor: int, target: int) -> Refusal:
    if not _straight(actor, target):
        return _refuse("pattern-keeper", actor, target)
    blocker = _blocker(position, actor, target)
    if blocker is not None:
        return _refuse("blocked", actor, target, blocker=NAMES[blocker])
    code = position.cells[target]
    if code & 7 == LEAPER:
        return _refuse("leaper", actor, target)
    if code & KEPT:
        return _refuse("guarded", actor, target)
    return _refuse("fresh", actor, target)


def _why_no_move(position: Position, piece: int, actor: int, target: int) -> Refusal:
    """Creeper, Sleeper, Healer, Stealer and Leaper: to an empty square, each in its pattern."""
    if piece == LEAPER:
        return _refuse("occupied" if position.cells[target] else "blocked-leap", actor, target)
    straight = actor // 8 == target // 8 or actor % 8 == target % 8
    diagonal = abs(actor // 8 - target // 8) == abs(actor % 8 - target % 8)
    if piece == CREEPER:
        fits = _knightly(actor, target)
    elif piece == STEALER:
        fits = target in neighbours(actor)
    else:
        fits = (straight and piece in STRAIGHT) or (diagonal and piece in DIAGONAL)
    if not fits or actor == target:
        return _refuse(f"pattern-{KINDS[piece]}", actor, target)
    blocker = None if piece == CREEPER else _blocker(position, actor, target)
    if blocker is not None:
        return _refuse("blocked", actor, target, blocker=NAMES[blocker])
    return _refuse("occupied", actor, target)


def why_no_leap(position: Position, actor: int, waypoint: int | None, end: int) -> Refusal | None:
    """Why the Leaper on `actor` can't go so, by a waypoint or at one go; None if it can (section 4)."""
    first = end if waypoint is None else waypoint
    if first == actor or not _straight(actor, first):
        return _refuse("idle-leap" if first == actor else "pattern-leaper", actor, first)
    if position.cells[first]:
        return _refuse("occupied", actor, first)
    over = next((at for at in _between(actor, first) if position.cells[at] & KEPT), None)
    if over is not None:
        return _refuse("blocked", actor, first, blocker=NAMES[over])
    if waypoint is None:
        return None
    if end == actor:
        return _refuse("idle-leap", actor, end)
    if end == first or not _straight(first, end):
        return _refuse("pattern-leaper", first, end)
    if position.cells[end]:
        return _refuse("occupied", actor, end)
    blocker = next((at for at in _between(first, end) if position.cells[at] and at != actor), None)
    return None if blocker is None else _refuse("blocked", first, end, blocker=NAMES[blocker])


def _why_no_push(position: Position, actor: int, target: int) -> Refusal:
    if not _straight_neighbours(actor, target):
        return _refuse("far-push", actor, target)
    code = position.cells[target]
    if code & 15 == 0:
        return _refuse("vacant", actor, target)
    if target == position.fresh:
        return _refuse("fresh", actor, target)
    end = 2 * target - actor
    if not 0 <= end < 64 or not _straight(target, end):
        return _refuse("edge", actor, target)
    if position.cells[end]:
        return _refuse("blocked-push", actor, target, blocker=NAMES[end])
    return _flanked(position, actor, target, end)


def _why_no_sleep(position: Position, actor: int, target: int) -> Refusal:
    code = position.cells[target]
    if target not in neighbours(actor):
        return _refuse("far-sleep", actor, target)
    if code & 15 == 0:
        return _refuse("vacant", actor, target)
    if code & 7 == LEAPER:
        return _refuse("leaper", actor, target)
    return _refuse("already" if code & SLEPT else "fresh", actor, target)


def _why_no_steal(position: Position, actor: int, target: int) -> Refusal:
    code = position.cells[target]
    if target == actor:
        return _refuse("idle-steal", actor, target)
    if code & 15 == 0:
        return _refuse("pattern-stealer" if target not in neighbours(actor) else "vacant", actor, target)
    if code & KEPT:
        return _refuse("guarded", actor, target)
    if code & 7 == LEAPER:
        return _refuse("leaper", actor, target)
    if target == position.fresh:
        return _refuse("fresh", actor, target)
    if "a" in position.flags and target not in neighbours(actor):
        return _refuse("far-steal", actor, target)
    return _flanked(position, actor, target, actor)


def _why_no_transfer(position: Position, actor: int, target: int) -> Refusal:
    if target not in neighbours(actor):
        return _refuse("far-transfer", actor, target)
    if not position.cells[target] & KEPT:
        return _refuse("vacant", actor, target)
    return _refuse("locked-transfer", actor, target)


def _knightly(start: int, end: int) -> bool:
    return sorted((abs(start % 8 - end % 8), abs(start // 8 - end // 8))) == [1, 2]


def _straight(start: int, end: int) -> bool:
    """Whether two different squares lie in one row or column."""
    return start != end and (start % 8 == end % 8 or start // 8 == end // 8)


def _straight_neighbours(start: int, end: int) -> bool:
    return _straight(start, end) and end in neighbours(start)


def _between(start: int, end: int) -> range:
    """The squares between two different ones in a row, a column or a diagonal."""
    steps = max(abs(end % 8 - start % 8), abs(end // 8 - start // 8))
    stride = (end - start) // steps
    return range(start + stride, end, stride)


def _blocker(position: Position, start: int, end: int) -> int | None:
    """The first square on the way that isn't empty."""
    return next((at for at in _between(start, end) if position.cells[at]), None)


def _refuse(code: str, actor: int, target: int | None = None, **facts: str) -> Refusal:
    """A refusal at the square aimed at; what else is to blame is pointed at too."""
    aimed = actor if target is None else target
    targets = (NAMES[aimed], *facts.values(), *([] if target is None else [NAMES[actor]]))
    return Refusal(code, targets, {"square": NAMES[actor], "target": NAMES[aimed], **facts})
