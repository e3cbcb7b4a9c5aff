"""Reading and writing of positions and turns of Duck Chess: FEN, UCI, algebraic notation (README.md, 8 and 9)."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rules.board_game import make_field_error, read_board, read_count, read_letter
from rules.common.quoting import quote
from rules.common.squares import INDEX, NAMES
from rules.contract import Gesture
from rules.duck_chess.cells import KINDS, find_square, kind, usable_en_passant
from rules.duck_chess.engine import movegen
from rules.duck_chess.engine.mailbox import DUCK, KING, PAWN, PIECES, ROOK, WHITE
from rules.duck_chess.moves import DuckMove, Move, PieceMove
from rules.duck_chess.options import Options
from rules.duck_chess.position import Position
from rules.duck_chess.refusals import SENTENCES
from rules.errors import PositionError, TurnError

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SIDES: Final = ("White", "Black")
RIGHTS: Final = "KQkq"
_CORNERS: Final = (7, 0, 63, 56)  # home square of the rook of each right
_MAN_LETTER: Final = re.compile(f"[{PIECES[1:]}]")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")

LETTERS: Final = "PNBRQK"  # letters of the kinds of men, kind 1 first

_SQUARE: Final = "[a-h][1-8]"
_UCI: Final = re.compile(rf"({_SQUARE})({_SQUARE})([nbrq]?)(?:,({_SQUARE})({_SQUARE}))?")
_TURN: Final = re.compile(
    rf"(?P<piece>[^\s@,/+#!?]+)[+#!?]*(?:(?:\s*@\s*|\s*,\s*|\s*/\s*D?|\s+D)(?P<duck>{_SQUARE})[+#!?]*)?"
)
_PIECE_MOVE: Final = re.compile(
    rf"(?P<man>[NBRQKP]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)[x:-]?(?P<end>{_SQUARE})(?:=?\(?(?P<promotion>[NBRQnbrq])\)?)?"
)
_CASTLING: Final = re.compile(r"[O0o]-[O0o](?P<long>-[O0o])?")
_MAX_TURN_LENGTH: Final = 40


def start(options: Options, seats: int = 2) -> Position:
    return read(START)


def read(text: str) -> Position:
    """Read a FEN, in which the two counters may be missing. Raises PositionError."""
    fields = text.split()
    if not fields:
        raise PositionError("The position is empty; a FEN has six fields.")
    if not 4 <= len(fields) <= 6:
        raise PositionError(f"A FEN has six fields, of which the last two may be missing; here are {len(fields)}.")
    cells = _read_board(fields[0])
    side = read_letter(2, "side to move", "wb", fields[1])
    _check_kings(cells, side)
    castling = _read_castling(fields[2], cells)
    crossed = _read_crossed(fields[3], cells, side)
    quiet, number = fields[4:5] or ["0"], fields[5:6] or ["1"]
    return Position(
        cells,
        side,
        castling,
        usable_en_passant(cells, crossed, side),
        read_count(5, "turns without capture or pawn's move", _NUMBER, quiet[0]),
        max(1, read_count(6, "number of the turn", _NUMBER, number[0])),
    )


def _read_board(text: str) -> bytes:
    wrong = " holds {letter}, which is no man, no duck and no empty run."
    cells = read_board(text, _MAN_LETTER, lambda found: PIECES.index(found[0]), wrong)
    ducks = cells.count(DUCK)
    if ducks > 1:
        raise PositionError(f"Field 1 (board) has {ducks} ducks; there is only one.", "ducks")
    for at in (*range(8), *range(56, 64)):
        if cells[at] in (PAWN, PAWN + KING):
            problem = f"Field 1 (board) has a pawn on {NAMES[at]}, where none can stand."
            raise PositionError(problem, "pawn", (NAMES[at],), square=NAMES[at])
    return cells


def _check_kings(cells: bytes, side: int) -> None:
    for seat, name in enumerate(SIDES):
        kings = cells.count(KING + 6 * seat)
        if kings > 1:
            at = [NAMES[square] for square, code in enumerate(cells) if code == KING + 6 * seat]
            problem = f"Field 1 (board) has {kings} kings of {name}; each side has one."
            raise PositionError(problem, "kings", at, seat=str(seat), count=str(kings))
        if kings == 0 and seat != side:
            problem = f"Field 1 (board) has no king of {name}, and yet it would be the other side's turn."
            raise PositionError(problem, "no-king", seat=str(seat))


def _read_castling(text: str, cells: bytes) -> int:
    if text == "-":
        return 0
    castling = 0
    for letter in text:
        if letter not in RIGHTS or castling >> RIGHTS.index(letter) & 1:
            raise make_field_error(3, "castling", "- or some of KQkq, each once", text)
        bit = RIGHTS.index(letter)
        seat = bit // 2
        if find_square(cells, KING + 6 * seat) != 4 + 56 * seat or cells[_CORNERS[bit]] != ROOK + 6 * seat:
            home, corner = NAMES[4 + 56 * seat], NAMES[_CORNERS[bit]]
            problem = f"has {letter}, but {SIDES[seat]}'s king and rook don't stand on {home} and {corner}."
            facts = {"seat": str(seat), "king": home, "rook": corner}
            raise PositionError(f"Field 3 (castling) {problem}", "castling", (home, corner), **facts)
        castling |= 1 << bit
    return castling


def _read_crossed(text: str, cells: bytes, side: int) -> int:
    """Return the square of field 4, which a double step has just crossed; -1 if there is none.

    The duck may stand on that square, or on the one from which the pawn came.
    """
    if text == "-":
        return -1
    row = 5 if side == WHITE else 2
    if text not in INDEX or INDEX[text] // 8 != row:
        wanted = f"- or a square of row {row + 1} when {SIDES[side]} is to move"
        problem = f"Field 4 (en passant) must be {wanted}, not {quote(text)}."
        if text in INDEX:
            raise PositionError(problem, "crossed", (text,), square=text)
        raise PositionError(problem, "field", (), n="4")
    crossed = INDEX[text]
    ahead = -8 if side == WHITE else 8
    pawn = PAWN + KING if side == WHITE else PAWN
    passed = cells[crossed] in (0, DUCK) and cells[crossed - ahead] in (0, DUCK)
    if cells[crossed + ahead] != pawn or not passed:
        went = f"{NAMES[crossed - ahead]} to {NAMES[crossed + ahead]}"
        problem = f"Field 4 (en passant) is {text}, but no pawn can just have gone from {went}."
        raise PositionError(problem, "crossed", (text,), square=text)
    return crossed


def list_turns(position: Position) -> Iterator[str]:
    """Return the UCI texts of all legal turns, in no particular order; automatic draws are ignored."""
    return iter(movegen.turn_texts(position.board()))


def perft(position: Position, depth: int) -> list[int]:
    """Return the numbers of sequences of 1 to `depth` turns; automatic draws are ignored."""
    board = position.board()
    return [movegen.perft(board, length) for length in range(1, depth + 1)]


def read_turn(position: Position, text: str) -> tuple[Move, ...]:
    """Read a turn, written in UCI or in any style of section 9, as moves.

    Raises TurnError: SYNTAX, AMBIGUOUS, PROMOTION, NO_SUCH_MAN, NO_DUCK, or a code of `refusals.py` in capitals.
    """
    text = text.strip()
    uci = _UCI.fullmatch(text)
    if uci is not None:
        start, end, promotion, second_start, duck = uci.groups()
        if second_start not in (None, end):
            raise TurnError("SYNTAX", f"The second half of {quote(text)} must begin on {end}, where the first ends.")
        wanted = ".PNBRQ".index(promotion.upper()) if promotion else 0
        return _add_duck(position, _find_move(position, INDEX[start], INDEX[end], wanted), duck)
    turn = _TURN.fullmatch(text) if len(text) <= _MAX_TURN_LENGTH else None
    if turn is None:
        raise TurnError("SYNTAX", f"{quote(text)} is no turn: write Nf3@e6, or g1f3,f3e6.")
    return _add_duck(position, _read_piece_move(position, turn["piece"], turn["duck"]), turn["duck"])


def _add_duck(position: Position, move: PieceMove, duck: str | None) -> tuple[Move, ...]:
    """Return the moves of a turn: a legal piece move and, unless it captures a king, the duck move (section 9)."""
    after = position.play(move)
    if after.pending is None:
        return (move,)
    if duck is None:
        raise TurnError("NO_DUCK", "The turn doesn't say where the duck goes, as in e4@e6.")
    duck_move = DuckMove(position.side, after.duck, INDEX[duck])
    if after.cells_on_table[duck_move.end]:
        raise _make_turn_error(after, after.gesture(duck_move))
    return (move, duck_move)


def _make_turn_error(position: Position, gesture: Gesture) -> TurnError:
    refusal = position.refusal(gesture)
    assert refusal is not None
    sentence = SENTENCES[refusal.code].format(**refusal.facts)
    return TurnError(refusal.code.upper().replace("-", "_"), sentence, refusal)


def _find_move(position: Position, start: int, end: int, promotion: int) -> PieceMove:
    moves = [move for move in position.piece_moves() if (move.start, move.end) == (start, end)]
    if not moves:
        if start == end:
            raise TurnError("SYNTAX", f"{NAMES[start]} is where the man stands already.")
        raise _make_turn_error(position, Gesture(frozenset((NAMES[start],)), NAMES[end]))
    return _choose_promotion(moves, promotion)


def _choose_promotion(moves: Sequence[PieceMove], promotion: int) -> PieceMove:
    for move in moves:
        if move.promotion == promotion:
            return move
    if promotion:
        raise TurnError("PROMOTION", f"The man that goes to {NAMES[moves[0].end]} isn't promoted there.")
    raise TurnError("PROMOTION", f"Say what the pawn becomes on {NAMES[moves[0].end]}: Q, R, B or N.")


def _read_piece_move(position: Position, text: str, duck: str | None) -> PieceMove:
    """Read a piece move in algebraic notation; of several possible men, the one on the duck's new square moves."""
    castling = _CASTLING.fullmatch(text)
    if castling is not None:
        home = 4 + 56 * position.side
        if position.king(position.side) != home:
            raise TurnError("CASTLING_LOST", SENTENCES["castling-lost"])
        return _find_move(position, home, home - 2 if castling["long"] else home + 2, 0)
    found = _PIECE_MOVE.fullmatch(text)
    if found is None:
        raise TurnError("SYNTAX", f"{quote(text)} is no piece move: write Nf3, exd5, a8=Q or O-O.")
    end = INDEX[found["end"]]
    promotion = LETTERS.index(found["promotion"].upper()) + 1 if found["promotion"] else 0
    if not found["man"] and found["file"] and found["rank"]:
        return _find_move(position, INDEX[found["file"] + found["rank"]], end, promotion)
    wanted = LETTERS.index(found["man"] or "P") + 1
    file = found["file"] or (found["end"][0] if wanted == PAWN else "")
    men = [
        at
        for at, code in enumerate(position.cells)
        if code == wanted + 6 * position.side and file in NAMES[at] and found["rank"] in NAMES[at]
    ]
    ways = {move.start for move in position.piece_moves() if move.end == end}
    if duck is not None and INDEX[duck] in ways.intersection(men):
        men = [INDEX[duck]]
    return _choose_man(position, wanted, men, end, promotion)


def _choose_man(position: Position, wanted: int, men: Sequence[int], end: int, promotion: int) -> PieceMove:
    """Return the move to `end` of the only one of `men`, of kind `wanted`, that can go there. Raises TurnError."""
    moves = [move for move in position.piece_moves() if move.start in men and move.end == end]
    starts = sorted({move.start for move in moves})
    name = KINDS[wanted - 1]
    if len(starts) == 1:
        return _choose_promotion(moves, promotion)
    if starts:
        ways = " or ".join(_notate_piece(position, next(move for move in moves if move.start == at)) for at in starts)
        raise TurnError("AMBIGUOUS", f"More than one {name} can go to {NAMES[end]}: write {ways}.")
    if len(men) == 1 and men[0] != end:
        return _find_move(position, men[0], end, promotion)
    raise TurnError("NO_SUCH_MAN", f"There is no {name} of {SIDES[position.side]} that could go to {NAMES[end]}.")


def write_turn(position: Position, moves: Sequence[Move]) -> str:
    """Return a whole turn as UCI text; a capture of a king is `<from><to>,<to><from>`."""
    first, last = moves[0], moves[-1]
    assert isinstance(first, PieceMove)
    end = NAMES[first.end]
    return f"{first},{end}{NAMES[last.end if isinstance(last, DuckMove) else first.start]}"


def notate(position: Position, moves: Sequence[Move], *, pyffish: bool = False) -> str:
    """Return a turn, or its piece move alone, in algebraic notation.

    With `pyffish` a whole turn has the style of that library: with a comma, with a duck square even after a capture
    of a king, and without file or rank of the moving man if the duck goes to the square that the man left.
    """
    first, last = moves[0], moves[-1]
    assert isinstance(first, PieceMove)
    if pyffish:
        duck = last.end if isinstance(last, DuckMove) else first.start
        return f"{_notate_piece(position, first, is_unmarked=duck == first.start)},{NAMES[duck]}"
    piece = _notate_piece(position, first)
    if isinstance(last, DuckMove):
        return f"{piece}@{NAMES[last.end]}"
    return f"{piece}#" if kind(position.cells[first.end]) == KING else piece


def _notate_piece(position: Position, move: PieceMove, *, is_unmarked: bool = False) -> str:
    mover = kind(position.cells[move.start])
    start, end = NAMES[move.start], NAMES[move.end]
    if mover == KING and abs(move.end - move.start) == 2:
        return "O-O" if move.end > move.start else "O-O-O"
    if mover == PAWN:
        taker = f"{start[0]}x" if start[0] != end[0] else ""
        return f"{taker}{end}{'=' + LETTERS[move.promotion - 1] if move.promotion else ''}"
    rivals = [
        NAMES[rival.start]
        for rival in position.piece_moves()
        if rival.end == move.end and rival.start != move.start and not is_unmarked
        if position.cells[rival.start] == position.cells[move.start]
    ]
    mark = next((mark for mark in start if not any(mark in rival for rival in rivals)), start) if rivals else ""
    return f"{LETTERS[mover - 1]}{mark}{'x' if position.cells[move.end] else ''}{end}"
