"""Nodes of the tree for screen readers, made by widgets and scenes and sent by `screen_reader.py`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import pygame

Role: TypeAlias = (
    Literal["BUTTON", "CHECK_BOX", "SLIDER", "SPIN_BUTTON", "RADIO_GROUP", "RADIO_BUTTON", "TEXT_INPUT", "TEXT_RUN"]
    | Literal["LABEL", "HEADING", "IMAGE", "PROGRESS_INDICATOR"]
    | Literal["LIST_BOX", "LIST_BOX_OPTION", "TABLE", "GRID", "ROW", "CELL"]
    | Literal["DIALOG", "PANE", "GROUP", "DOCUMENT"]
)
"""Names of AccessKit's roles: of controls, of what is only read, of lists and tables, of what holds others."""
SELF_ANNOUNCING_ROLES: frozenset[Role] = frozenset(
    ("CHECK_BOX", "SLIDER", "SPIN_BUTTON", "TEXT_INPUT", "RADIO_BUTTON")
)
"""Roles whose changes of value readers announce themselves."""


@dataclass(slots=True)
class Node:
    """A node of the tree, identified by `owner` and `part` as long as it exists."""

    owner: Hashable
    role: Role
    name: str = ""
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    part: Hashable = None
    children: list[Node] = field(default_factory=list)
    focused: bool = False
    enabled: bool = True
    on: bool | None = None  # checked or chosen; None: it can't be
    about: str = ""  # description
    opens: bool = False  # a list opens from it
    value: str | None = None  # text of an input
    marked: tuple[int, int] = (0, 0)  # in that text: start of the selection, caret
    number: tuple[float, float, float, float] | None = None  # value, minimum, maximum, step
    level: int = 0  # of a heading, 1 the highest
    place: tuple[int, int] | None = None  # in a list: index from 0, and length. Of a cell: row and column
    focus: Callable[[], object] | None = None  # gives it the focus
    press: Callable[[], object] | None = None  # does what Enter does there

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()
