"""Base of positions, position texts and refusals of board games on 8x8 squares.

In a position text the rows are written from the last to the first, with digits for runs of empty squares; other
fields follow.
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
"""Trays with the taken pieces of each seat, in the order in which they were taken."""


@dataclass(frozen=True, slots=True)
class BoardPosition:
    """The fields and methods that positions of two seats share, of games that count repetitions."""

    cells: bytes  # 64 codes from a1, 0 for an empty square
    side: Seat  # side to move
    keys: tuple[bytes, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    """Keys at the start of each turn since the last irreversible one, the earliest first, this one last."""

    def __post_init__(self) -> None:
        if not self.keys:
            object.__setattr__(self, "keys", (self._key(),))

    def _key(self) -> bytes:
        """Return all that must be alike in a repetition."""
        raise NotImplementedError

    @property
    def to_move(self) -> Seat:
        return self.side

    def actors(self) -> frozenset[Seat]:
        return frozenset((self.side,))

    @property
    def occurrences(self) -> int:
        """Number of times that the position of the last key has stood."""
        return self.keys.count(self.keys[-1])

    def _repetition(self) -> list[Remark]:
        times = self.occurrences
        return [Remark("repeated", (), {"times": str(times)})] if times > 1 else []


# Refusals


def make_refusal(code: str, actor: int, target: int | None = None, **facts: str) -> Refusal:
    """Return a refusal that points at the target, the squares among the facts and the actor, in this order."""
    aimed = actor if target is None else target
    targets = (NAMES[aimed], *facts.values(), *([] if target is None else [NAMES[actor]]))
    return Refusal(code, targets, {"square": NAMES[actor], "target": NAMES[aimed], **facts})


def with_pieces(refusal: Refusal, kind_at: Callable[[int], str]) -> Refusal:
    """Add the kinds of pieces to the facts of a refusal, "" for an empty square.

    `piece` is the kind on `square`; `other` is the kind on the opposing square: `blocker`, the only one of
    `squares`, or `target`. `kind_at` returns the kind on a square.
    """
    facts = refusal.facts
    against = next((facts[name] for name in ("blocker", "squares", "target") if facts.get(name) in INDEX), "")
    places = {"piece": facts.get("square", ""), "other": against}
    kinds = {name: kind_at(INDEX[at]) for name, at in places.items() if at in INDEX}
    return replace(refusal, facts={**kinds, **facts})


# Position texts


def write_board(squares: Sequence[str]) -> str:
    """Write 64 squares from a1 as the board of a position text; "." is an empty square."""
    rows = ("".join(squares[start : start + 8]) for start in range(56, -8, -8))
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def read_board(text: str, piece: re.Pattern[str], code: Callable[[re.Match[str]], int], wrong: str) -> bytes:
    """Read a board into 64 codes from a1; 0 is an empty square. Raises PositionError that names the row.

    `piece` matches the text of one square, and `code` returns its code. `wrong` is the message for any other text,
    with {letter} for its first letter or {rest} for the rest of the row.
    """
    rows = text.split("/")
    if len(rows) != 8:
        raise PositionError(f"Field 1 (board) must have 8 rows, not {len(rows)}.", "rows", count=str(len(rows)))
    return b"".join(_read_row(row, rank, piece, code, wrong) for rank, row in enumerate(reversed(rows), 1))


MOST: Final = 999_999_999  # the largest number in a field of a position


def wrong_field(place: int, what: str, must: str, text: str) -> PositionError:
    return PositionError(f"Field {place} ({what}) must be {must}, not {quote(text)}.", "field", n=str(place))


def read_letter(place: int, what: str, letters: str, text: str) -> int:
    """Return the index of a field among two letters. Raises PositionError."""
    if text not in tuple(letters):
        raise wrong_field(place, what, " or ".join(letters), text)
    return letters.index(text)


def read_count(place: int, what: str, digits: re.Pattern[str], text: str) -> int:
    if text.isascii() and text.isdigit() and len(text.lstrip("0")) > len(str(MOST)):
        problem = f"Field {place} ({what}) can be {MOST} at most, not {quote(text)}."
        raise PositionError(problem, "large", n=str(place), most=str(MOST))
    if not digits.fullmatch(text):
        raise wrong_field(place, what, "a number", text)
    return int(text)


def _read_row(row: str, rank: int, piece: re.Pattern[str], code: Callable[[re.Match[str]], int], wrong: str) -> bytes:
    codes = bytearray()
    place = 0
    digit_before = False
    while place < len(row):
        digit = row[place] in "12345678"
        found = piece.match(row, place)
        if digit and digit_before:
            raise _wrong_row(rank, f" ({quote(row)}) has two digits together; empty runs are one number.")
        if digit:
            codes.extend(bytes(int(row[place])))
        elif found is not None:
            codes.append(code(found))
        else:
            raise _wrong_row(rank, wrong.format(letter=quote(row[place]), rest=quote(row[place:])))
        place = place + 1 if found is None else found.end()
        digit_before = digit
    if len(codes) != 8:
        raise _wrong_row(rank, f" ({quote(row)}) has {len(codes)} squares instead of 8.")
    return bytes(codes)


def _wrong_row(rank: int, problem: str) -> PositionError:
    return PositionError(f"Row {rank}{problem}", "row", row=str(rank))
