"""Turns of Duck Chess as text (section 9): UCI for engines and files, `Nxd5@e2` for people, both ways."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rules.common.quoting import quoted
from rules.common.squares import INDEX, NAMES
from rules.contract import Gesture
from rules.duck_chess.engine.mailbox import KING, PAWN
from rules.duck_chess.fen import SIDES
from rules.duck_chess.position import KINDS, DuckMove, Half, PieceMove, Position, kind
from rules.errors import TurnError

LETTERS: Final = "PNBRQK"
"""A man's letter by its kind, from 1."""

_SQUARE: Final = "[a-h][1-8]"
_UCI: Final = re.compile(rf"({_SQUARE})({_SQUARE})([nbrq]?)(?:,({_SQUARE})({_SQUARE}))?")
_TURN: Final = re.compile(
    rf"(?P<piece>[^\s@,/+#!?]+)[+#!?]*(?:(?:\s*@\s*|\s*,\s*|\s*/\s*D?|\s+D)(?P<duck>{_SQUARE})[+#!?]*)?"
)
_PIECE: Final = re.compile(
    rf"(?P<man>[NBRQKP]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)[x:-]?(?P<end>{_SQUARE})(?:=?\(?(?P<promotion>[NBRQnbrq])\)?)?"
)
_CASTLING: Final = re.compile(r"[O0o]-[O0o](?P<long>-[O0o])?")
_LONGEST: Final = 40
"""No turn is longer."""

SENTENCES: Final = {
    "empty": "There is no man on {square}.",
    "not-yours": "What stands on {square} belongs to the other side.",
    "duck-later": "The duck moves after a piece has.",
    "occupied": "A man of the same side stands on {target}.",
    "duck-on-square": "The duck stands on {target}.",
    "duck-in-the-way": "The duck on {duck} is in the way.",
    "way-blocked": "The man on {blocker} is in the way.",
    "knight-reach": "A knight doesn't go from {square} to {target}.",
    "bishop-reach": "A bishop doesn't go from {square} to {target}.",
    "rook-reach": "A rook doesn't go from {square} to {target}.",
    "queen-reach": "A queen doesn't go from {square} to {target}.",
    "king-reach": "A king doesn't go from {square} to {target}.",
    "pawn-reach": "A pawn doesn't go from {square} to {target}.",
    "pawn-backward": "A pawn doesn't go back or aside, from {square} to {target}.",
    "pawn-double-late": "The pawn on {square} has left its first row, so it goes one square at a time.",
    "pawn-blocked": "A pawn can't take straight ahead, and {target} is occupied.",
    "pawn-nothing-to-take": "There is nothing for the pawn on {square} to take on {target}.",
    "castling-lost": "The right to castle there is lost.",
    "castling-blocked": "The man on {blocker} stands between king and rook.",
    "castling-duck": "The duck on {duck} stands between king and rook.",
    "duck-occupied": "The duck needs an empty square, and {target} isn't.",
    "duck-must-move": "The duck stands on {target} already and must move.",
    "over": "The game is over.",
}
"""The refusals of `refusals.py` as the console says them."""


def list_turns(position: Position) -> Iterator[str]:
    """All legal turns in UCI text, in no order; automatic draws are not looked at."""
    return iter(position.board().turns())


def perft(position: Position, depth: int) -> list[int]:
    """The number of sequences of 1 … `depth` turns."""
    board = position.board()
    return [board.perft(length) for length in range(1, depth + 1)]


def read_turn(position: Position, text: str) -> tuple[Half, ...]:
    """A turn in UCI or in any style that people write, as its moves. Raises TurnError: SYNTAX, AMBIGUOUS, PROMOTION,
    NO_SUCH_MAN, NO_DUCK, or why it is no legal turn."""
    text = text.strip()
    uci = _UCI.fullmatch(text)
    if uci is not None:
        start, end, promotion, again, duck = uci.groups()
        if again not in (None, end):
            raise TurnError("SYNTAX", f"The second half of {quoted(text)} must begin on {end}, where the first ends.")
        wanted = ".PNBRQ".index(promotion.upper()) if promotion else 0
        return _with_duck(position, _by_squares(position, INDEX[start], INDEX[end], wanted), duck)
    turn = _TURN.fullmatch(text) if len(text) <= _LONGEST else None
    if turn is None:
        raise TurnError("SYNTAX", f"{quoted(text)} is no turn: write Nf3@e6, or g1f3,f3e6.")
    return _with_duck(position, _read_piece(position, turn["piece"], turn["duck"]), turn["duck"])


def _with_duck(position: Position, move: PieceMove, duck: str | None) -> tuple[Half, ...]:
    """The turn that begins with a legal piece move. Where that takes the king no duck is looked at (section 9)."""
    after = position.play(move)
    if after.pending is None:
        return (move,)
    if duck is None:
        raise TurnError("NO_DUCK", "The turn doesn't say where the duck goes, as in e4@e6.")
    place = DuckMove(position.side, after.duck, INDEX[duck])
    if after.shown[place.end]:
        raise _refused(after, after.gesture(place))
    return (move, place)


def _refused(position: Position, gesture: Gesture) -> TurnError:
    """Why a gesture is no move, by the same reasons that the table gives."""
    refusal = position.refusal(gesture)
    assert refusal is not None
    return TurnError(refusal.code.upper().replace("-", "_"), SENTENCES[refusal.code].format(**refusal.facts))


def _by_squares(position: Position, start: int, end: int, promotion: int) -> PieceMove:
    """The legal piece move between two squares."""
    moves = [move for move in position.piece_moves() if (move.start, move.end) == (start, end)]
    if not moves:
        if start == end:
            raise TurnError("SYNTAX", f"{NAMES[start]} is where the man stands already.")
        raise _refused(position, Gesture(frozenset((NAMES[start],)), NAMES[end]))
    return _promoted(moves, promotion)


def _promoted(moves: Sequence[PieceMove], promotion: int) -> PieceMove:
    """Of the moves of one man to one square the one with this promotion."""
    for move in moves:
        if move.promotion == promotion:
            return move
    if promotion:
        raise TurnError("PROMOTION", f"The man that goes to {NAMES[moves[0].end]} isn't promoted there.")
    raise TurnError("PROMOTION", f"Say what the pawn becomes on {NAMES[moves[0].end]}: Q, R, B or N.")


def _read_piece(position: Position, text: str, duck: str | None) -> PieceMove:
    """A piece move in algebraic notation, with more than it needs to be clear or just that.

    The duck's square may say which of two men moves: it can go to where one of them was, but not to where one stays.
    """
    castling = _CASTLING.fullmatch(text)
    if castling is not None:
        home = 4 + 56 * position.side
        if position.king(position.side) != home:
            raise TurnError("CASTLING_LOST", SENTENCES["castling-lost"])
        return _by_squares(position, home, home - 2 if castling["long"] else home + 2, 0)
    found = _PIECE.fullmatch(text)
    if found is None:
        raise TurnError("SYNTAX", f"{quoted(text)} is no piece move: write Nf3, exd5, a8=Q or O-O.")
    end = INDEX[found["end"]]
    promotion = LETTERS.index(found["promotion"].upper()) + 1 if found["promotion"] else 0
    if not found["man"] and found["file"] and found["rank"]:
        return _by_squares(position, INDEX[found["file"] + found["rank"]], end, promotion)
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
    return _choose(position, wanted, men, end, promotion)


def _choose(position: Position, wanted: int, men: Sequence[int], end: int, promotion: int) -> PieceMove:
    """The move to `end` of the one man of `men`, all of the kind `wanted`, that can make it."""
    moves = [move for move in position.piece_moves() if move.start in men and move.end == end]
    starts = sorted({move.start for move in moves})
    name = KINDS[wanted - 1]
    if len(starts) == 1:
        return _promoted(moves, promotion)
    if starts:
        ways = " or ".join(_piece_text(position, next(move for move in moves if move.start == at)) for at in starts)
        raise TurnError("AMBIGUOUS", f"More than one {name} can go to {NAMES[end]}: write {ways}.")
    if len(men) == 1 and men[0] != end:
        return _by_squares(position, men[0], end, promotion)
    raise TurnError("NO_SUCH_MAN", f"There is no {name} of {SIDES[position.side]} that could go to {NAMES[end]}.")


def write_turn(position: Position, moves: Sequence[Half]) -> str:
    """A whole turn in UCI text; a king's capture as `<from><to>,<to><from>`."""
    first, last = moves[0], moves[-1]
    assert isinstance(first, PieceMove)
    end = NAMES[first.end]
    return f"{first},{end}{NAMES[last.end if isinstance(last, DuckMove) else first.start]}"


def notate(position: Position, moves: Sequence[Half], *, pyffish: bool = False) -> str:
    """A turn, or its piece alone, as people write it.

    With `pyffish` a whole turn as that library writes it: a comma, a duck square after a king's capture too, and no
    mark of which man moved where the duck goes to the square that he left, as it couldn't if another had moved.
    """
    first, last = moves[0], moves[-1]
    assert isinstance(first, PieceMove)
    if pyffish:
        duck = last.end if isinstance(last, DuckMove) else first.start
        return f"{_piece_text(position, first, clear=duck == first.start)},{NAMES[duck]}"
    piece = _piece_text(position, first)
    if isinstance(last, DuckMove):
        return f"{piece}@{NAMES[last.end]}"
    return f"{piece}#" if kind(position.cells[first.end]) == KING else piece


def _piece_text(position: Position, move: PieceMove, *, clear: bool = False) -> str:
    """A piece move in algebraic notation. `clear`: which man moves needs no mark."""
    mover = kind(position.cells[move.start])
    start, end = NAMES[move.start], NAMES[move.end]
    if mover == KING and abs(move.end - move.start) == 2:
        return "O-O" if move.end > move.start else "O-O-O"
    if mover == PAWN:
        taker = f"{start[0]}x" if start[0] != end[0] else ""
        return f"{taker}{end}{'=' + LETTERS[move.promotion - 1] if move.promotion else ''}"
    others = [
        NAMES[other.start]
        for other in position.piece_moves()
        if other.end == move.end and other.start != move.start and not clear
        if position.cells[other.start] == position.cells[move.start]
    ]
    mark = next((mark for mark in start if not any(mark in other for other in others)), start) if others else ""
    return f"{LETTERS[mover - 1]}{mark}{'x' if position.cells[move.end] else ''}{end}"
