"""Setting up a position by hand: what may be laid where, and the text that comes of it. Knows no game.

A draft is what lies on the table while somebody sets it up; it need not be a position. Whether it is one is asked of
the game's reader of position texts, and of nobody else: what that refuses is refused here, for its reason.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from rules.common.squares import NAMES
from rules.contract import Position, Remark, Table, Target, Token

Kind: TypeAlias = str
"""What can lie on a place, as the game names it: "K", "w~"."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What lies where, and what else there is to say; empty places are left out."""

    cells: Mapping[Target, Kind]
    state: Mapping[str, str] = field(default_factory=dict)
    """By the name of the part, as the position text writes it."""


@dataclass(frozen=True, slots=True)
class Field:
    """Something of a draft that is set rather than laid: one of `values`, or a number from `least` to `most`.

    `name` names the words. `of_place`: it is something about the place that is being looked at.
    """

    name: str
    kind: Literal["choice", "switch", "number"]
    value: str
    values: tuple[str, ...] = ("no", "yes")
    least: int = 0
    most: int = 0
    of_place: bool = False


class Editor(ABC):
    """How positions of a game are set up."""

    trays: tuple[tuple[Kind, ...], ...]
    """What lies beside the table to be taken, without end: a row for each seat."""

    @abstractmethod
    def draft(self, position: Position) -> Draft:
        """A position at the start of a turn, to be changed."""

    @abstractmethod
    def text(self, draft: Draft) -> str:
        """The position text of a draft, be it a position or not."""

    @abstractmethod
    def tokens(self, kind: Kind) -> tuple[Token, ...]:
        """What a kind looks like, bottom to top."""

    def name(self, kind: Kind) -> str:
        """What a kind is called, as a key of words."""
        return self.tokens(kind)[0].look

    def told(self, draft: Draft, at: Target) -> Remark:
        """What there is to say of a place: `on` {place, kind} or `bare` {place}, and whatever a game has words for;
        `kind` is one of `name`, `seat` a seat."""
        kind = draft.cells.get(at)
        if kind is None:
            return Remark("bare", (at,), {"place": at})
        return Remark("on", (at,), {"place": at, "kind": self.name(kind)})

    @abstractmethod
    def table(self, draft: Draft) -> Table:
        """All that lies on the table."""

    @abstractmethod
    def places(self, draft: Draft) -> tuple[Target, ...]:
        """Where something can be laid, or lies that can be taken."""

    def takes(self, position: Position) -> bool:
        """Whether a position, at the start of a turn, can be changed at all."""
        return True

    def grasp(self, draft: Draft, at: Target) -> int:
        """How many of the tokens on a place are taken up together."""
        return len(self.table(draft).get(at, ()))

    def left(self, draft: Draft, kind: Kind) -> bool:
        """Whether there is any of a kind beside the table."""
        return True

    def seats(self, draft: Draft) -> int:
        """How many play."""
        return 2

    @abstractmethod
    def lay(self, draft: Draft, kind: Kind, at: Target) -> Draft:
        """Something from beside the table is laid on a place, instead of what is there."""

    @abstractmethod
    def carry(self, draft: Draft, start: Target, end: Target) -> Draft:
        """What lies on a place goes to another one, instead of what is there."""

    @abstractmethod
    def lift(self, draft: Draft, at: Target) -> Draft:
        """What lies on a place is taken off."""

    @abstractmethod
    def fields(self, draft: Draft, at: Target | None) -> tuple[Field, ...]:
        """What can be set, also of the place that is looked at."""

    @abstractmethod
    def put(self, draft: Draft, name: str, value: str, at: Target | None) -> Draft:
        """A field has another value."""

    @abstractmethod
    def cleared(self, draft: Draft) -> Draft:
        """Nothing lies there any more."""

    @abstractmethod
    def mirrored(self, draft: Draft) -> Draft:
        """The same for the other side."""


@dataclass(frozen=True, slots=True)
class Part:
    """A field of a position text after the board.

    `letters`: some of them in this order or "-", each a switch. `place`: the name of a square or "-", a switch of
    every square that `fits`.
    """

    name: str
    kind: Literal["choice", "number", "letters", "place"]
    values: tuple[str, ...] = ()
    """Of a choice its values, of letters the letters."""
    least: int = 0
    most: int = 0
    fits: Callable[[Draft, Target], bool] = lambda draft, at: False
    empty: str = "-"
    """What stands there on an empty board."""
    mirror: Callable[[str], str] = str
    """The same for the other side; of a place its square is seen to already."""


class BoardEditor(Editor):
    """For games whose position text is a board of 8 rows, digits for empty squares, and fields after it."""

    piece: re.Pattern[str] = re.compile(r"[A-Za-z*]")
    """What stands on one square in the text."""
    parts: tuple[Part, ...]
    """The fields after the board, in their order."""
    alone: frozenset[Kind] = frozenset()
    """Kinds of which there is one: laid again, it goes there."""
    turned = False
    """Whether the other side sees the board turned about rather than from behind a looking-glass."""

    def draft(self, position: Position) -> Draft:
        board, *rest = position.text().split(" ")
        cells: dict[Target, Kind] = {}
        for rank, row in zip(range(8, 0, -1), board.split("/"), strict=True):
            column = 0
            for found in re.finditer(rf"{self.piece.pattern}|[1-8]", row):
                word = found.group()
                if word.isdigit():
                    column += int(word)
                else:
                    cells[f"{'abcdefgh'[column]}{rank}"] = word
                    column += 1
        return Draft(cells, dict(zip((part.name for part in self.parts), rest, strict=True)))

    def text(self, draft: Draft) -> str:
        rows = []
        for rank in range(8, 0, -1):
            row = "".join(draft.cells.get(f"{file}{rank}", ".") for file in "abcdefgh")
            rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), row))
        return " ".join(["/".join(rows), *(draft.state[part.name] for part in self.parts)])

    def table(self, draft: Draft) -> Table:
        return {at: self.tokens(kind) for at, kind in draft.cells.items()}

    def places(self, draft: Draft) -> tuple[Target, ...]:
        return NAMES

    def lay(self, draft: Draft, kind: Kind, at: Target) -> Draft:
        cells = {place: lying for place, lying in draft.cells.items() if kind not in self.alone or lying != kind}
        return self._with(draft, {**cells, at: kind})

    def carry(self, draft: Draft, start: Target, end: Target) -> Draft:
        if start == end or start not in draft.cells:
            return draft
        cells = {place: lying for place, lying in draft.cells.items() if place != start}
        return self._with(draft, {**cells, end: draft.cells[start]})

    def lift(self, draft: Draft, at: Target) -> Draft:
        return self._with(draft, {place: lying for place, lying in draft.cells.items() if place != at})

    def _with(self, draft: Draft, cells: Mapping[Target, Kind]) -> Draft:
        """Other things lie there: what was said of a square that has changed is said no more."""
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

    def put(self, draft: Draft, name: str, value: str, at: Target | None) -> Draft:
        stem, _, letter = name.partition(".")
        part = next(part for part in self.parts if part.name == stem)
        if part.kind == "letters":
            on = {one for one in part.values if one in draft.state[stem] and one != letter}
            on |= {letter} if value == "yes" else set()
            value = "".join(one for one in part.values if one in on) or "-"
        elif part.kind == "place":
            value = at if value == "yes" and at is not None else "-"
        return replace(draft, state={**draft.state, stem: value})

    def cleared(self, draft: Draft) -> Draft:
        state = {part.name: draft.state[part.name] if part.kind == "choice" else part.empty for part in self.parts}
        return Draft({}, state)

    def mirrored(self, draft: Draft) -> Draft:
        state = {}
        for part in self.parts:
            value = draft.state[part.name]
            if part.kind == "place" and value in NAMES:
                value = self._across(value)
            state[part.name] = part.mirror(value)
        return Draft({self._across(at): kind.swapcase() for at, kind in draft.cells.items()}, state)

    def _across(self, at: Target) -> Target:
        """Where a square lies for the other side."""
        number = NAMES.index(at)
        return NAMES[63 - number if self.turned else number ^ 56]


def other(first: str, second: str) -> Callable[[str], str]:
    """What changes one value for the other, and leaves all else."""
    swapped: Final = {first: second, second: first}
    return lambda value: swapped.get(value, value)
