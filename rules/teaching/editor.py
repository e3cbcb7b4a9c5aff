"""The position editor of a game: drafts and their changes. The game's reader decides whether a draft is legal."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from rules.board_game import write_board
from rules.common.squares import NAMES
from rules.contract import Position, Remark, Table, Target, Token

Kind: TypeAlias = str  # what can be placed, as the game's position texts write it: "K", "w~"


@dataclass(frozen=True, slots=True)
class Draft:
    """A position being edited: what is on each occupied place, and the other parts of the position."""

    cells: Mapping[Target, Kind]
    state: Mapping[str, str] = field(default_factory=dict)  # name of a part -> value, as written in position texts


@dataclass(frozen=True, slots=True)
class Field:
    """A setting of a draft, or of its selected place: one of `values`, or a number from `least` to `most`."""

    name: str
    kind: Literal["choice", "switch", "number"]
    value: str
    values: tuple[str, ...] = ("no", "yes")
    least: int = 0
    most: int = 0
    of_place: bool = False


class Editor(ABC):
    """The editor of one game's positions. All methods that change a draft return a new one."""

    trays: tuple[tuple[Kind, ...], ...]  # the supply of pieces beside the table, one row for each seat

    @abstractmethod
    def draft(self, position: Position) -> Draft:
        """Return the draft of a position, which must be at the start of a turn."""

    @abstractmethod
    def text(self, draft: Draft) -> str:
        """Return the position text of a draft. The position may be illegal."""

    @abstractmethod
    def tokens(self, kind: Kind) -> tuple[Token, ...]:
        """Return the tokens on a place that holds `kind`, the bottom one first."""

    def name(self, kind: Kind) -> str:
        """Return the key of the words that name a kind."""
        return self.tokens(kind)[0].look

    def describe_place(self, draft: Draft, at: Target) -> Remark:
        """Return a remark on a place: code `on` {place, kind}, `bare` {place}, or one that the game has words for.

        In the facts, `kind` is a result of `name` and `seat` is a seat.
        """
        kind = draft.cells.get(at)
        if kind is None:
            return Remark("bare", (at,), {"place": at})
        return Remark("on", (at,), {"place": at, "kind": self.name(kind)})

    @abstractmethod
    def table(self, draft: Draft) -> Table:
        """Return the table that shows the draft."""

    @abstractmethod
    def places(self, draft: Draft) -> tuple[Target, ...]:
        """Return the places where a piece can be placed."""

    def takes(self, position: Position) -> bool:
        """Return whether a position at the start of a turn can be edited."""
        return True

    def grab_count(self, draft: Draft, at: Target) -> int:
        """Return the number of tokens on a place that are picked up together."""
        return len(self.table(draft).get(at, ()))

    def has_left(self, draft: Draft, kind: Kind) -> bool:
        """Return whether the supply still has a piece of a kind."""
        return True

    def seats(self, draft: Draft) -> int:
        return 2

    @abstractmethod
    def lay(self, draft: Draft, kind: Kind, at: Target) -> Draft:
        """Place a piece from the supply and replace the contents of the place."""

    @abstractmethod
    def carry(self, draft: Draft, start: Target, end: Target) -> Draft:
        """Move the contents of one place to another and replace the contents there."""

    @abstractmethod
    def lift(self, draft: Draft, at: Target) -> Draft:
        """Remove the contents of a place."""

    @abstractmethod
    def fields(self, draft: Draft, at: Target | None) -> tuple[Field, ...]:
        """Return the settings of the draft and of the selected place."""

    @abstractmethod
    def set_field(self, draft: Draft, name: str, value: str, at: Target | None) -> Draft:
        """Set the value of a field."""

    @abstractmethod
    def clear(self, draft: Draft) -> Draft:
        """Remove all pieces."""

    @abstractmethod
    def mirror(self, draft: Draft) -> Draft:
        """Return the draft mirrored, with the sides exchanged."""


@dataclass(frozen=True, slots=True)
class PositionField:
    """A field of a position text, after the board.

    The kind `letters` is some of the letters in `values`, in this order, or "-"; each letter has a switch. The kind
    `place` is the name of a square, or "-"; that square and each square that `fits` have a switch.
    """

    name: str
    kind: Literal["choice", "number", "letters", "place"]
    values: tuple[str, ...] = ()  # values of a choice, or the letters
    least: int = 0
    most: int = 0
    fits: Callable[[Draft, Target], bool] = lambda draft, at: False
    empty: str = "-"  # value on an empty board
    mirror: Callable[[str], str] = str  # exchanges the sides in a value, whose square, if any, is mirrored already


class BoardEditor(Editor):
    """An editor for position texts of `board_game.py`: a board of 8 rows, then the fields in `parts`."""

    piece: re.Pattern[str] = re.compile(r"[A-Za-z*]")
    parts: tuple[PositionField, ...]
    alone: frozenset[Kind] = frozenset()  # kinds of which there is at most one piece: placing it again moves it
    turned = False  # whether `mirror` rotates the board by 180 degrees instead of reflecting it

    def draft(self, position: Position) -> Draft:
        board, *values = position.text().split(" ")
        rows = (re.sub("[1-8]", lambda run: "." * int(run[0]), row) for row in reversed(board.split("/")))
        kinds = [kind for row in rows for kind in re.findall(rf"{self.piece.pattern}|\.", row)]
        cells = {at: kind for at, kind in zip(NAMES, kinds, strict=True) if kind != "."}
        return Draft(cells, dict(zip((part.name for part in self.parts), values, strict=True)))

    def text(self, draft: Draft) -> str:
        board = write_board([draft.cells.get(at, ".") for at in NAMES])
        return " ".join([board, *(draft.state[part.name] for part in self.parts)])

    def table(self, draft: Draft) -> Table:
        return {at: self.tokens(kind) for at, kind in draft.cells.items()}

    def places(self, draft: Draft) -> tuple[Target, ...]:
        return NAMES

    def lay(self, draft: Draft, kind: Kind, at: Target) -> Draft:
        cells = {place: cell for place, cell in draft.cells.items() if kind not in self.alone or cell != kind}
        return self._replace_cells(draft, {**cells, at: kind})

    def carry(self, draft: Draft, start: Target, end: Target) -> Draft:
        if start == end or start not in draft.cells:
            return draft
        cells = {place: cell for place, cell in draft.cells.items() if place != start}
        return self._replace_cells(draft, {**cells, end: draft.cells[start]})

    def lift(self, draft: Draft, at: Target) -> Draft:
        return self._replace_cells(draft, {place: cell for place, cell in draft.cells.items() if place != at})

    def _replace_cells(self, draft: Draft, cells: Mapping[Target, Kind]) -> Draft:
        """Return the draft with new cells. A part that names a square whose contents changed is reset."""
        changed = {at for at in NAMES if cells.get(at) != draft.cells.get(at)}
        state = dict(draft.state)
        for part in self.parts:
            if part.kind == "place" and state[part.name] in changed:
                state[part.name] = part.empty
        return Draft(cells, state)

    def fields(self, draft: Draft, at: Target | None) -> tuple[Field, ...]:
        found: list[Field] = []
        for part in self.parts:
            value = draft.state[part.name]
            if part.kind == "choice":
                found.append(Field(part.name, "choice", value, part.values))
            elif part.kind == "number":
                found.append(Field(part.name, "number", value, (), part.least, part.most))
            elif part.kind == "letters":
                found += [
                    Field(f"{part.name}.{letter}", "switch", ("no", "yes")[letter in value]) for letter in part.values
                ]
            elif at is not None and (value == at or part.fits(draft, at)):
                found.append(Field(part.name, "switch", ("no", "yes")[value == at], of_place=True))
        return tuple(found)

    def set_field(self, draft: Draft, name: str, value: str, at: Target | None) -> Draft:
        part_name, _, letter = name.partition(".")
        part = next(part for part in self.parts if part.name == part_name)
        if part.kind == "letters":
            letters = {*draft.state[part_name]} - {letter} | ({letter} if value == "yes" else set())
            value = "".join(known for known in part.values if known in letters) or "-"
        elif part.kind == "place":
            value = at if value == "yes" and at is not None else "-"
        return replace(draft, state={**draft.state, part_name: value})

    def clear(self, draft: Draft) -> Draft:
        state = {part.name: draft.state[part.name] if part.kind == "choice" else part.empty for part in self.parts}
        return Draft({}, state)

    def mirror(self, draft: Draft) -> Draft:
        state = {}
        for part in self.parts:
            value = draft.state[part.name]
            if part.kind == "place" and value in NAMES:
                value = self._mirror_square(value)
            state[part.name] = part.mirror(value)
        return Draft({self._mirror_square(at): kind.swapcase() for at, kind in draft.cells.items()}, state)

    def _mirror_square(self, at: Target) -> Target:
        number = NAMES.index(at)
        return NAMES[63 - number if self.turned else number ^ 56]


def other(first: str, second: str) -> Callable[[str], str]:
    """Return a function that exchanges two values and returns any other value unchanged."""
    swapped: Final = {first: second, second: first}
    return lambda value: swapped.get(value, value)
