"""The code that board games on 8x8 squares share for positions, position texts and refusals.

A position text has the rows of the board from the last to the first, with digits for runs of empty squares, and then
other fields.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rules.common.quoting import quote
from rules.common.squares import INDEX, NAMES
from rules.contract import Refusal, Remark, Seat, Target
from rules.errors import PositionError

TRAYS: Final[tuple[Target, Target]] = ("taken-0", "taken-1")
"""By seat, the tray with the pieces that the seat has lost, in the order of their capture."""


@dataclass(frozen=True, slots=True)
class BoardPosition:
    """Base class of positions of two seats in games that count repetitions."""

    cells: bytes  # 64 codes, a1 first; 0 is an empty square
    side: Seat  # side to move
    keys: tuple[bytes, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    """The keys of the positions at the start of each turn since the last irreversible turn, the latest key last."""

    def __post_init__(self) -> None:
        if not self.keys:
            object.__setattr__(self, "keys", (self._key(),))

    def _key(self) -> bytes:
        """Return, as a key, the parts of the position that must be equal in a repetition."""
        raise NotImplementedError

    @property
    def to_move(self) -> Seat:
        return self.side

    def actors(self) -> frozenset[Seat]:
        return frozenset((self.side,))

    @property
    def occurrences(self) -> int:
        """The number of times that the position at the start of this turn has occurred."""
        return self.keys.count(self.keys[-1])

    def _repetition(self) -> list[Remark]:
        times = self.occurrences
        return [Remark("repeated", (), {"times": str(times)})] if times > 1 else []


# Refusals


def make_refusal(code: str, actor: int, target: int | None = None, **facts: str) -> Refusal:
    """Return a refusal whose targets are the target, the squares in `facts` and the actor, in this order.

    `actor` and `target` are squares; without a target, the actor's square takes its place.
    """
    target_name = NAMES[actor if target is None else target]
    targets = (target_name, *facts.values(), *([] if target is None else [NAMES[actor]]))
    return Refusal(code, targets, {"square": NAMES[actor], "target": target_name, **facts})


def add_piece_kinds(refusal: Refusal, kind_at: Callable[[int], str]) -> Refusal:
    """Return the refusal with the kinds of two pieces added to its facts; "" is the kind on an empty square.

    The fact `piece` is the kind on `square`. `other` is the kind on the first of `blocker`, `squares` and `target`
    that names a single square. `kind_at` returns the kind on a square.
    """
    facts = refusal.facts
    opposing_name = next((facts[name] for name in ("blocker", "squares", "target") if facts.get(name) in INDEX), "")
    square_names = {"piece": facts.get("square", ""), "other": opposing_name}
    kinds = {name: kind_at(INDEX[at]) for name, at in square_names.items() if at in INDEX}
    return replace(refusal, facts={**kinds, **facts})


# Position texts


def write_board(squares: Sequence[str]) -> str:
    """Return the board field of a position text, as in FEN; `squares` has 64 texts, a1 first, "." for empty."""
    rows = ("".join(squares[start : start + 8]) for start in range(56, -8, -8))
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def read_board(text: str, piece: re.Pattern[str], code: Callable[[re.Match[str]], int], wrong: str) -> bytes:
    """Return the 64 codes of a board, a1 first; 0 is an empty square. Raises PositionError, which names the row.

    `piece` matches the text of one occupied square, and `code` returns the code of the match. `wrong` is the message
    for any other text, with {letter} for its first character or {rest} for the rest of the row.
    """
    rows = text.split("/")
    if len(rows) != 8:
        raise PositionError(f"Field 1 (board) must have 8 rows, not {len(rows)}.", "rows", count=str(len(rows)))
    return b"".join(_read_row(row, rank, piece, code, wrong) for rank, row in enumerate(reversed(rows), 1))


MAX_FIELD_NUMBER: Final = 999_999_999  # the largest number in a field of a position


def make_field_error(number: int, name: str, requirement: str, text: str) -> PositionError:
    """Return the error for field `number`, counted from 1, of a position text, whose content is `text`."""
    return PositionError(f"Field {number} ({name}) must be {requirement}, not {quote(text)}.", "field", n=str(number))


def read_letter(number: int, name: str, letters: str, text: str) -> int:
    """Return the index among `letters` of field `number`, which must be one of them. Raises PositionError."""
    if text not in tuple(letters):
        raise make_field_error(number, name, " or ".join(letters), text)
    return letters.index(text)


def read_count(number: int, name: str, digits: re.Pattern[str], text: str) -> int:
    """Read field `number`, which must match `digits` and be at most `MAX_FIELD_NUMBER`. Raises PositionError."""
    if text.isascii() and text.isdigit() and len(text.lstrip("0")) > len(str(MAX_FIELD_NUMBER)):
        problem = f"Field {number} ({name}) can be {MAX_FIELD_NUMBER} at most, not {quote(text)}."
        raise PositionError(problem, "large", n=str(number), most=str(MAX_FIELD_NUMBER))
    if not digits.fullmatch(text):
        raise make_field_error(number, name, "a number", text)
    return int(text)


def _read_row(row: str, rank: int, piece: re.Pattern[str], code: Callable[[re.Match[str]], int], wrong: str) -> bytes:
    codes = bytearray()
    index = 0
    was_digit = False
    while index < len(row):
        is_digit = row[index] in "12345678"
        found = piece.match(row, index)
        if is_digit and was_digit:
            raise _row_error(rank, f" ({quote(row)}) has two digits together; empty runs are one number.")
        if is_digit:
            codes.extend(bytes(int(row[index])))
        elif found is not None:
            codes.append(code(found))
        else:
            raise _row_error(rank, wrong.format(letter=quote(row[index]), rest=quote(row[index:])))
        index = index + 1 if found is None else found.end()
        was_digit = is_digit
    if len(codes) != 8:
        raise _row_error(rank, f" ({quote(row)}) has {len(codes)} squares instead of 8.")
    return bytes(codes)


def _row_error(rank: int, problem: str) -> PositionError:
    return PositionError(f"Row {rank}{problem}", "row", row=str(rank))
