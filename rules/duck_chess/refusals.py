"""Why a gesture is no move in Duck Chess. The codes are listed in README.md, section 9."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.common.squares import INDEX, NAMES
from rules.contract import Gesture, Refusal, Target
from rules.duck_chess.engine.mailbox import BISHOP, DUCK, KING, KNIGHT, PAWN, QUEEN, ROOK

if TYPE_CHECKING:
    from rules.duck_chess.position import PieceMove, Position

REACH: Final = {
    KNIGHT: "knight-reach",
    BISHOP: "bishop-reach",
    ROOK: "rook-reach",
    QUEEN: "queen-reach",
    KING: "king-reach",
}


def why(position: Position, gesture: Gesture) -> Refusal | None:
    """Why `gesture` is no move; None if it is one, or the beginning of one."""
    pick = sorted(gesture.pick)
    places = [*pick, *([] if gesture.drop is None else [gesture.drop])]
    if any(place not in INDEX for place in places) or len(pick) > 1:
        return None
    if not position.legal_moves():
        return Refusal("over", (places[-1],) if places else ())
    if position.pending is not None:
        return _why_no_duck_move(position, position.pending, pick, gesture.drop)
    if not pick:
        own = position.king(position.side)
        assert own is not None, "without a king there are no moves"
        square = gesture.drop or NAMES[own]
        return Refusal("duck-later", (square,), {"square": square})
    start = INDEX[pick[0]]
    refused = _why_no_pick(position, start)
    if refused is not None or gesture.drop == pick[0]:
        return refused
    if gesture.drop is not None:
        return _why_no_drop(position, start, INDEX[gesture.drop])
    if any(move.start == start for move in position.piece_moves()):
        return None
    return Refusal("blocked", (pick[0],), {"square": pick[0]})


def _why_no_duck_move(position: Position, move: PieceMove, pick: list[Target], drop: Target | None) -> Refusal | None:
    """The piece has moved: nothing but the duck goes on, to an empty square that it didn't stand on (section 2)."""
    duck = position.duck
    if pick != ([] if duck is None else [NAMES[duck]]):
        landed = NAMES[move.end]
        return Refusal("duck-now", (drop or (pick[0] if pick else landed),), {"square": landed})
    if drop is None:
        return None
    if INDEX[drop] == duck:
        return Refusal("duck-must-move", (drop,), {"target": drop})
    if position.shown[INDEX[drop]]:
        return Refusal("duck-occupied", (drop,), {"target": drop})
    return None


def _why_no_pick(position: Position, start: int) -> Refusal | None:
    """Why what stands on a square isn't the mover's to take."""
    code, name = position.cells[start], NAMES[start]
    own = 6 * position.side
    if code == 0:
        return Refusal("empty", (name,), {"square": name})
    if code == DUCK:
        return Refusal("duck-later", (name,), {"square": name})
    if not own < code <= own + KING:
        return Refusal("not-yours", (name,), {"square": name})
    return None


def _why_no_drop(position: Position, start: int, end: int) -> Refusal | None:
    """Why the mover's own man on `start` can't go to `end`."""
    if any(move.start == start and move.end == end for move in position.piece_moves()):
        return None
    own = 6 * position.side
    kind = position.cells[start] - own
    target = position.cells[end]
    home = 4 + 56 * position.side
    if kind == KING and start == home and end in (home - 2, home + 2):
        return _why_no_castling(position, start, end)
    if target == DUCK:
        return _refuse("duck-on-square", start, end)
    if own < target <= own + KING:
        return _refuse("occupied", start, end)
    if kind == PAWN:
        return _why_no_pawn_move(position, start, end)
    across, up = abs(end % 8 - start % 8), abs(end // 8 - start // 8)
    straight, diagonal = across == 0 or up == 0, across == up
    if (straight and kind in (ROOK, QUEEN)) or (diagonal and kind in (BISHOP, QUEEN)):
        return _why_in_the_way(position, start, end)
    return _refuse(REACH[kind], start, end)


def _why_no_castling(position: Position, start: int, end: int) -> Refusal:
    """Section 5: the right to it, and every square between king and rook free of men and of the duck."""
    short = end > start
    if not position.castling >> (2 * position.side + (not short)) & 1:
        return _refuse("castling-lost", start, end)
    between = range(start + 1, start + 3) if short else range(start - 1, start - 4, -1)
    at = next(at for at in between if position.cells[at])
    if position.cells[at] == DUCK:
        return _refuse("castling-duck", start, end, duck=NAMES[at])
    return _refuse("castling-blocked", start, end, blocker=NAMES[at])


def _why_no_pawn_move(position: Position, start: int, end: int) -> Refusal:
    """Section 6; nothing of one's own, nor the duck, stands on `end`."""
    up = (end // 8 - start // 8) * (1 - 2 * position.side)
    across = abs(end % 8 - start % 8)
    if up <= 0:
        return _refuse("pawn-backward", start, end)
    if across == 1 and up == 1:
        return _refuse("pawn-nothing-to-take", start, end)
    if across or up > 2:
        return _refuse("pawn-reach", start, end)
    if up == 2 and start // 8 != 1 + 5 * position.side:
        return _refuse("pawn-double-late", start, end)
    if up == 2 and position.cells[(start + end) // 2]:
        return _why_in_the_way(position, start, end)
    return _refuse("pawn-blocked", start, end)


def _why_in_the_way(position: Position, start: int, end: int) -> Refusal:
    """What stands first on the straight or diagonal way to a square."""
    steps = max(abs(end % 8 - start % 8), abs(end // 8 - start // 8))
    stride = (end - start) // steps
    at = next(at for at in range(start + stride, end, stride) if position.cells[at])
    if position.cells[at] == DUCK:
        return _refuse("duck-in-the-way", start, end, duck=NAMES[at])
    return _refuse("way-blocked", start, end, blocker=NAMES[at])


def _refuse(code: str, start: int, end: int, **facts: str) -> Refusal:
    """A refusal at the square aimed at; what stands in the way is pointed at too."""
    targets = (NAMES[end], *facts.values(), NAMES[start])
    return Refusal(code, targets, {"square": NAMES[start], "target": NAMES[end], **facts})
