"""Reasons for which a gesture is no move in Double Draughts. The codes are listed in README.md, section 8."""

from collections.abc import Sequence
from typing import Final

from rules.board_game import make_refusal, with_pieces
from rules.common.squares import INDEX, NAMES
from rules.contract import Gesture, Refusal
from rules.double_draughts.engine.board import Board, level_of, owner_of, squares

KINDS: Final = ("", "man", "king", "triple")  # level -> name of a piece


def find_reason(board: Board, jumper: int | None, gesture: Gesture) -> Refusal | None:
    """Return the reason against `gesture`; None for a move, the beginning of one, or nothing like one."""
    refused = _why(board, jumper, gesture)
    return None if refused is None else with_pieces(refused, lambda at: KINDS[level_of(board.code(at))])


def _why(board: Board, jumper: int | None, gesture: Gesture) -> Refusal | None:
    if len(gesture.pick) != 1:
        return None
    (name,) = gesture.pick
    start = INDEX.get(name)
    if start is None:
        return None
    if gesture.drop is None:
        return _why_no_pick(board, jumper, start)
    end = INDEX.get(gesture.drop)
    if end is None or end == start:
        return None
    return _why_no_pick(board, jumper, start) or _why_no_drop(board, jumper, start, end)


def _why_no_pick(board: Board, jumper: int | None, start: int) -> Refusal | None:
    name = NAMES[start]
    code = board.code(start)
    if jumper is not None and start != jumper:
        return Refusal("must-go-on", (NAMES[jumper],), {"square": NAMES[jumper]})
    if code == 0:
        return Refusal("empty", (name,), {"square": name})
    if owner_of(code) != board.side:
        return Refusal("not-yours", (name,), {"square": name})
    jumpers = squares(board.jumpers())
    if jumpers and start not in jumpers:
        return _must_capture(name, jumpers)
    if not jumpers and not squares(board.slides(start)):
        return Refusal("blocked", (name,), {"square": name})
    return None


def _why_no_drop(board: Board, jumper: int | None, start: int, end: int) -> Refusal | None:
    jumpers = squares(board.jumpers())
    if end in squares(board.landings(start) if jumpers else board.slides(start)):
        return None
    here = (NAMES[end], NAMES[start])
    if owner_of(board.code(end)) == board.side:
        return _why_no_pick(board, jumper, end) or make_refusal("occupied", start, end)
    if board.code(end) != 0:
        return make_refusal("occupied", start, end)
    if jumper is not None:
        return Refusal("must-go-on", here, {"square": NAMES[start]})
    if jumpers:
        if end in squares(board.slides(start)):
            return _must_capture(NAMES[start], jumpers, here)
        return make_refusal("out-of-reach-capture", start, end)
    level = level_of(board.code(start))
    if level == 1:
        return make_refusal("man-reach", start, end)
    return make_refusal("low-king-reach" if level == 2 and board.levels == 3 else "king-reach", start, end)


def _must_capture(at: str, jumpers: Sequence[int], here: tuple[str, ...] | None = None) -> Refusal:
    names = [NAMES[square] for square in jumpers]
    code = "must-capture" if len(names) == 1 else "must-capture-one-of"
    return Refusal(code, (*(here or (at,)), *names), {"square": at, "squares": ", ".join(names)})
