"""Reasons for which a gesture is no move in Double Draughts. The codes are listed in README.md, section 8."""

from collections.abc import Sequence
from typing import Final

from rules.board_game import add_piece_kinds, make_refusal
from rules.common.squares import INDEX, NAMES
from rules.contract import Gesture, Refusal
from rules.double_draughts.engine.board import Board, level_of, owner_of, squares

KINDS: Final = ("", "man", "king", "triple")  # names of pieces by level


def find_reason(board: Board, jumper: int | None, gesture: Gesture) -> Refusal | None:
    """Return the reason against `gesture`; None if it is a move, can still become one, or resembles none."""
    refusal = _find_refusal(board, jumper, gesture)
    return None if refusal is None else add_piece_kinds(refusal, lambda square: KINDS[level_of(board.code(square))])


def _find_refusal(board: Board, jumper: int | None, gesture: Gesture) -> Refusal | None:
    if len(gesture.pick) != 1:
        return None
    (name,) = gesture.pick
    start = INDEX.get(name)
    if start is None:
        return None
    if gesture.drop is None:
        return _pick_refusal(board, jumper, start)
    end = INDEX.get(gesture.drop)
    if end is None or end == start:
        return None
    return _pick_refusal(board, jumper, start) or _drop_refusal(board, jumper, start, end)


def _pick_refusal(board: Board, jumper: int | None, start: int) -> Refusal | None:
    name = NAMES[start]
    code = board.code(start)
    if jumper is not None and start != jumper:
        return Refusal("must-go-on", (NAMES[jumper],), {"square": NAMES[jumper]})
    if code == 0:
        return Refusal("empty", (name,), {"square": name})
    if owner_of(code) != board.side:
        return Refusal("not-yours", (name,), {"square": name})
    jumpers = squares(board.find_jumpers())
    if jumpers and start not in jumpers:
        return _must_capture(name, jumpers, (name,))
    if not jumpers and not squares(board.find_slides(start)):
        return Refusal("blocked", (name,), {"square": name})
    return None


def _drop_refusal(board: Board, jumper: int | None, start: int, end: int) -> Refusal | None:
    jumpers = squares(board.find_jumpers())
    if end in squares(board.find_landings(start) if jumpers else board.find_slides(start)):
        return None
    targets = (NAMES[end], NAMES[start])
    if owner_of(board.code(end)) == board.side:
        return _pick_refusal(board, jumper, end) or make_refusal("occupied", start, end)
    if board.code(end) != 0:
        return make_refusal("occupied", start, end)
    if jumper is not None:
        return Refusal("must-go-on", targets, {"square": NAMES[start]})
    if jumpers:
        if end in squares(board.find_slides(start)):
            return _must_capture(NAMES[start], jumpers, targets)
        return make_refusal("out-of-reach-capture", start, end)
    level = level_of(board.code(start))
    if level == 1:
        return make_refusal("man-reach", start, end)
    return make_refusal("low-king-reach" if level == 2 and board.levels == 3 else "king-reach", start, end)


def _must_capture(square: str, jumpers: Sequence[int], targets: tuple[str, ...]) -> Refusal:
    """Return the refusal for the piece on `square`: one of the pieces on `jumpers` must capture.

    The refusal points at `targets` and `jumpers`.
    """
    names = [NAMES[jumper] for jumper in jumpers]
    code = "must-capture" if len(names) == 1 else "must-capture-one-of"
    return Refusal(code, (*targets, *names), {"square": square, "squares": ", ".join(names)})
