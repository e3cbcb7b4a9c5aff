"""Nodes of the tree for screen readers; widgets and scenes make them, `screen_reader.py` sends them."""

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
"""Names of AccessKit's roles: of controls, of texts and pictures, of lists and tables, of containers."""
SELF_ANNOUNCED: frozenset[Role] = frozenset(("CHECK_BOX", "SLIDER", "SPIN_BUTTON", "TEXT_INPUT", "RADIO_BUTTON"))
"""The roles of nodes whose changed values screen readers announce by themselves."""


@dataclass(slots=True)
class Node:
    """A node of the tree. Nodes of successive trees with equal `owner`, `part` and `role` are the same node."""

    owner: Hashable
    role: Role
    name: str = ""
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    part: Hashable = None
    children: list[Node] = field(default_factory=list)
    focused: bool = False
    enabled: bool = True
    is_on: bool | None = None  # whether it is checked or chosen; None if it can't be
    description: str = ""  # further words about it
    opens_list: bool = False  # pressing it opens a list
    value: str | None = None  # text of an input
    selection: tuple[int, int] = (0, 0)  # indices in that text: of the selection's start, of the caret
    number: tuple[float, float, float, float] | None = None  # value, minimum, maximum, step
    level: int = 0  # of a heading; 1 is the highest
    place: tuple[int, int] | None = None  # in a list: index, counted from 0, and length; in a table: row, column
    focus: Callable[[], object] | None = None  # function that gives it the focus
    press: Callable[[], object] | None = None  # function that does what Enter does if this node has the focus

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()
