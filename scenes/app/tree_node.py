"""A thing on the screen as screen readers know it; widgets and scenes answer theirs, `screen_reader.py` tells it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import pygame

Role: TypeAlias = Literal[
    "BUTTON",
    "CHECK_BOX",
    "SLIDER",
    "SPIN_BUTTON",
    "COMBO_BOX",
    "RADIO_GROUP",
    "RADIO_BUTTON",
    "TEXT_INPUT",
    "TEXT_RUN",
    "LABEL",
    "HEADING",
    "IMAGE",
    "PROGRESS_INDICATOR",
    "LIST_BOX",
    "LIST_BOX_OPTION",
    "TABLE",
    "GRID",
    "ROW",
    "CELL",
    "DIALOG",
    "PANE",
    "GROUP",
    "DOCUMENT",
]
"""Names of AccessKit's roles."""
SAYS_CHANGES: frozenset[Role] = frozenset(("CHECK_BOX", "SLIDER", "SPIN_BUTTON", "TEXT_INPUT", "RADIO_BUTTON"))
"""Roles of which readers hear when their value changes."""


@dataclass(slots=True)
class Node:
    """One of the tree. `owner` and `part` tell which it is, as long as it is there."""

    owner: Hashable
    role: Role
    name: str = ""
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    part: Hashable = None
    children: list[Node] = field(default_factory=list)
    focused: bool = False
    enabled: bool = True
    on: bool | None = None
    """Whether it is checked or chosen; None where it can't be."""
    about: str = ""
    """What it does."""
    value: str | None = None
    """The text of an input."""
    marked: tuple[int, int] = (0, 0)
    """Of that text: where the selection begins, and the caret."""
    number: tuple[float, float, float, float] | None = None
    """What it stands at, the least, the most, and a step."""
    level: int = 0
    """Of a heading, 1 the highest."""
    place: tuple[int, int] | None = None
    """Of a line of a list, from 0, and how many there are; of a cell, its row and its column."""
    focus: Callable[[], object] | None = None
    """Gives it the keyboard's focus."""
    press: Callable[[], object] | None = None
    """Does what Enter does there."""

    def walk(self) -> Iterator[Node]:
        """It and all within."""
        yield self
        for child in self.children:
            yield from child.walk()
