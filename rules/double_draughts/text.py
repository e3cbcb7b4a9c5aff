"""Texts of Double Draughts, read and written: positions (DDFEN, README.md, section 7) and turns (section 8)."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rules.abilities import play_all
from rules.board_game import MAX_FIELD_NUMBER, make_field_error, read_board, read_letter
from rules.common.quoting import quote
from rules.common.squares import INDEX, NAMES
from rules.contract import Gesture, Refusal
from rules.double_draughts import turns
from rules.double_draughts.engine.board import PIECES, QUIET_LIMIT, level_of, owner_of
from rules.double_draughts.moves import Hop
from rules.double_draughts.options import Options
from rules.double_draughts.position import Position
from rules.errors import PositionError, TurnError

STARTS: Final = {
    "standard": "mmmmmmmm/mmmmmmmm/mmmmmmmm/8/8/MMMMMMMM/MMMMMMMM/MMMMMMMM",
    "twelve": "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1",
}
SIDES: Final = ("Black", "White")
MOST_PIECES: Final = 24

_PIECE: Final = re.compile(f"[{PIECES[1:]}]")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_SLIDE: Final = re.compile(r"([a-h][1-8])-([a-h][1-8])")
_JUMP: Final = re.compile(r"[a-h][1-8](?:x[a-h][1-8])+")


def start(options: Options, seats: int = 2) -> Position:
    return read(f"{STARTS[options.setup]} b {3 if options.third_level else 2} 0 1")


def read(text: str) -> Position:
    """Read a DDFEN as a position. Raises PositionError with a sentence that says what is wrong."""
    fields = text.split(" ")
    if not text:
        raise PositionError("The position is empty; a DDFEN has five fields.")
    if len(fields) != 5 or "" in fields:
        found = sum(1 for word in fields if word)
        raise PositionError(f"A DDFEN has five fields with single spaces between them; here are {found}.")
    board, side, levels, quiet, number = fields
    height = 2 + read_letter(3, "levels", "23", levels)
    cells = _read_board(board, height)
    seat = read_letter(2, "side to move", "bw", side)
    if not _NUMBER.fullmatch(quiet) or int(quiet) > QUIET_LIMIT:
        raise make_field_error(4, "quiet plies", f"a number from 0 to {QUIET_LIMIT}", quiet)
    if not _NUMBER.fullmatch(number) or number == "0":
        raise make_field_error(5, "turn number", f"a number from 1 to {MAX_FIELD_NUMBER}", number)
    return Position(cells, seat, height, int(quiet), int(number))


def _read_board(text: str, levels: int) -> bytes:
    wrong = " holds {letter}, which is no piece and no empty run."
    cells = read_board(text, _PIECE, lambda found: PIECES.index(found[0]), wrong)
    for square, code in enumerate(cells):
        _check_piece(square, code, levels)
    for seat, name in enumerate(SIDES):
        pieces = sum(owner_of(code) == seat for code in cells)
        if pieces > MOST_PIECES:
            problem = f"{name} has {pieces} pieces; {MOST_PIECES} are the most."
            raise PositionError(problem, "many", seat=str(seat), count=str(pieces), most=str(MOST_PIECES))
    return cells


def _check_piece(square: int, code: int, levels: int) -> None:
    """Raise PositionError for a piece that would have been promoted there, or isn't in the game (section 7)."""
    seat = owner_of(code)
    if seat is None:
        return
    side, name = SIDES[seat], NAMES[square]
    facts = {"seat": str(seat), "square": name}
    home = 7 if seat == 0 else 0
    if level_of(code) == 1 and square // 8 == 7 - home:
        problem = f"The {side} Man on {name} stands on its last row, where it would be a King."
        raise PositionError(problem, "man-home", (name,), **facts)
    if level_of(code) == 3 and levels == 2:
        problem = f"The {side} Triple on {name} has no place in a game of two levels."
        raise PositionError(problem, "triple", (name,), **facts)
    if level_of(code) == 2 and levels == 3 and square // 8 == home:
        problem = f"The {side} King on {name} stands on its home row, where it would be a Triple."
        raise PositionError(problem, "king-home", (name,), **facts)


def full_text(path: Sequence[int], jump: bool) -> str:
    """Return a turn as text: a slide as `c3-d4`, a capture with all landing squares as `c7xa5xc3`."""
    return ("x" if jump else "-").join(NAMES[square] for square in path)


def list_turns(position: Position) -> Iterator[str]:
    """Yield the full texts of all legal turns in no particular order; automatic draws are ignored."""
    board = position.board()
    jump = board.find_jumpers() != 0
    for path in turns.list_paths(board):
        yield full_text(path, jump)


def perft(position: Position, depth: int) -> list[int]:
    return turns.perft(position.board(), depth)


def read_turn(position: Position, text: str) -> tuple[Hop, ...]:
    """Read the full or short text of a turn. Raises TurnError with a code of section 8."""
    slide = _SLIDE.fullmatch(text)
    if not slide and not _JUMP.fullmatch(text):
        raise TurnError("SYNTAX", f"{quote(text)} is no turn: write c3-d4 for a slide, c3xe5xg7 for a jump.")
    path = tuple(INDEX[name] for name in re.split("[-x]", text))
    try:
        return _follow(position, path, not slide)
    except TurnError as problem:
        if slide or len(path) != 2:
            raise
        paths = turns.paths_between(position.board(), *path) if _may_jump(position, *path) else []
        if len(paths) > 1:
            raise TurnError("AMBIGUOUS", f"{text} can be jumped in more than one way: name every landing.") from None
        if not paths:
            raise problem from None
        return _follow(position, paths[0], True)


def _may_jump(position: Position, start: int, last: int) -> bool:
    """Return whether jumps may lead from `start` to `last`, by a quick test; to try all paths may take seconds."""
    is_even_distance = (start ^ last) & 0b001_001 == 0
    return is_even_distance and any(move.jump and move.start == start for move in position.legal_moves())


def _follow(position: Position, path: tuple[int, ...], jump: bool) -> tuple[Hop, ...]:
    """Return the hops of a whole turn along these squares. Raises TurnError."""
    hops: list[Hop] = []
    after = position
    for start, end in pairwise(path):
        if after.to_move != position.to_move:
            raise TurnError("ENDED", f"The turn ends on {NAMES[start]}; the piece can't jump on.")
        hop = Hop(position.side, start, end, jump)
        if hop not in after.legal_moves():
            raise _turn_error(after, hop)
        hops.append(hop)
        after = after.play(hop)
    if not after.turn_started:
        raise TurnError("UNFINISHED", f"The piece on {NAMES[path[-1]]} must jump on.")
    return tuple(hops)


def _turn_error(position: Position, hop: Hop) -> TurnError:
    """Return the error for an illegal hop, with the reason why the rules refuse it."""
    gesture = position.gesture(hop)
    refusal = position.refusal(Gesture(gesture.pick))
    if refusal is None:  # on an occupied square `refusal` may be about the piece there, so it isn't asked
        refusal = position.refusal(gesture) if position.cells[hop.end] == 0 else Refusal("occupied")
    code = refusal.code.upper().replace("-", "_") if refusal else "NOT_LEGAL"
    facts = refusal.facts if refusal else {}
    start, end = NAMES[hop.start], NAMES[hop.end]
    sentences = {
        "EMPTY": f"There is no piece on {start}.",
        "NOT_YOURS": f"The piece on {start} belongs to the other side.",
        "MUST_CAPTURE": f"{facts.get('squares')} must capture.",
        "MUST_CAPTURE_ONE_OF": f"One of these must capture: {facts.get('squares')}.",
        "MUST_GO_ON": f"The piece on {facts.get('square')} must go on jumping, and not to {end}.",
        "OCCUPIED": f"{end} is occupied.",
        "BLOCKED": f"The piece on {start} has nowhere to go.",
    }
    return TurnError(code, sentences.get(code, f"The piece on {start} can't go to {end} like that."))


def write_turn(position: Position, moves: Sequence[Hop]) -> str:
    return full_text((moves[0].start, *(move.end for move in moves)), moves[0].jump)


def notate(position: Position, moves: Sequence[Hop]) -> str:
    """Return a turn as text by its first and last square if that is unambiguous, else with all squares.

    An unfinished turn is written with all squares.
    """
    path = (moves[0].start, *(move.end for move in moves))
    is_whole_capture = len(path) > 2 and position.turn_started and play_all(position, moves).turn_started
    if is_whole_capture and turns.paths_between(position.board(), path[0], path[-1]) == [path]:
        path = (path[0], path[-1])
    return full_text(path, moves[0].jump)
