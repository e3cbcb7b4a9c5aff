"""Support for screen readers: the top screen is sent as a tree to AccessKit, if its Python binding is installed.

The tree has the nodes of `Scene.nodes` and two texts that readers read out when they change: news, and urgent news,
which interrupts. Trees are built in the window's thread; screen readers connect and send requests in another thread.
This works on Linux only, as elsewhere AccessKit would have to be set up before the window is shown.

It was tried with an AT-SPI client and Orca 43 under Xvfb, but not on Wayland, nor for a whole match with Orca.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from importlib import import_module
from typing import Any, Protocol

import pygame

from scenes.app.accessibility_tree import SELF_ANNOUNCED, Node

WINDOW, SCREEN, NEWS_TEXT, URGENT_TEXT = range(4)  # numbers of nodes; `SCREEN` is the top scene


class Announcements(Protocol):
    news: str
    is_urgent: bool

    def lose_reader(self, problem: Exception) -> None:
        """Give up the connection to screen readers, because it has failed."""


class Reader:
    """The connection to screen readers; `kit` is the module accesskit."""

    def __init__(self, announcements: Announcements, title: str, kit: Any) -> None:
        self._announcements = announcements
        self._title = title
        self._kit = kit
        self.active = False  # a screen reader is connected
        self._requests: deque[tuple[bool, int]] = deque()  # (whether to press, else to focus; the node's number)
        self._numbers_by_key: dict[Hashable, int] = {}  # node numbers of the last tree, by owner, part and role
        self._last_number = URGENT_TEXT
        self._nodes_by_number: dict[int, Node] = {}
        self._last_focus: tuple[Hashable, str] = (None, "")  # key and name of the node that had it last
        self._adapter = kit.unix.Adapter(self._on_activate, self._on_request, self._on_deactivate)

    def update_tree(self, screen: Node) -> None:
        if self.active:
            self._run_safely(lambda: self._adapter.update_if_active(lambda: self._build_update(screen)))

    def focus(self, has_focus: bool) -> None:
        """Report whether the window has the keyboard's focus."""
        self._run_safely(lambda: self._adapter.update_window_focus_state(has_focus))

    def set_bounds(self, place: tuple[int, int], size: tuple[int, int]) -> None:
        """Report the window's rectangle, in screen pixels."""
        sides = (*place, place[0] + size[0], place[1] + size[1])
        self._run_safely(lambda: self._adapter.set_root_window_bounds(self._kit.Rect(*sides), self._kit.Rect(*sides)))

    def run_requested_actions(self) -> None:
        while self._requests:
            is_press, number = self._requests.popleft()
            node = self._nodes_by_number.get(number)
            action = None if node is None or not node.enabled else node.press if is_press else node.focus
            if action is not None:
                action()

    def _run_safely(self, step: Callable[[], object]) -> None:
        """Run a step; if it raises an exception, give up the connection until the next start."""
        try:
            step()
        except Exception as problem:
            self.active = False
            self._announcements.lose_reader(problem)

    # --- called in another thread

    def _on_activate(self) -> None:
        """Wake the window's thread by an event, so that it builds the first tree."""
        self.active = True
        pygame.event.post(pygame.event.Event(pygame.USEREVENT))

    def _on_request(self, request: Any) -> None:
        action = self._kit.Action
        if request.action in (action.CLICK, action.FOCUS):
            self._requests.append((request.action == action.CLICK, request.target))
            pygame.event.post(pygame.event.Event(pygame.USEREVENT))

    def _on_deactivate(self) -> None:
        self.active = False

    # --- the tree

    def _build_update(self, screen: Node) -> Any:
        for node in list(screen.walk()):
            _add_text_child(node)
        kit, announcements, nodes_in_order = self._kit, self._announcements, list(screen.walk())
        focus = next((node for node in nodes_in_order if node.focused), screen)
        numbers = self._assign_numbers(nodes_in_order, screen, focus)
        window = kit.Node(kit.Role.WINDOW)
        window.set_label(self._title)
        window.set_children([SCREEN, NEWS_TEXT, URGENT_TEXT])
        update = kit.TreeUpdate(numbers[id(focus)])
        update.tree = kit.Tree(WINDOW)
        nodes = [(WINDOW, window)]
        for node in nodes_in_order:
            nodes.append((numbers[id(node)], self._build_node(node, [numbers[id(child)] for child in node.children])))
        for number, role, live, is_filled in (
            (NEWS_TEXT, kit.Role.STATUS, kit.Live.POLITE, not announcements.is_urgent),
            (URGENT_TEXT, kit.Role.ALERT, kit.Live.ASSERTIVE, announcements.is_urgent),
        ):
            news = kit.Node(role)
            news.set_label(announcements.news if is_filled else "")
            news.set_value(announcements.news if is_filled else "")
            news.set_live(live)
            nodes.append((number, news))
        update.nodes.extend(nodes)
        return update

    def _assign_numbers(self, nodes: Sequence[Node], screen: Node, focus: Node) -> dict[int, int]:
        """Return the number of each node by its `id()`.

        A node has the same number in each tree, unless it is renamed while it has the focus: then it gets a new
        number, as otherwise screen readers wouldn't notice. Nodes in a role of `SELF_ANNOUNCED` keep their number.
        """
        old_numbers, self._numbers_by_key, self._nodes_by_number = self._numbers_by_key, {}, {}
        numbers: dict[int, int] = {}
        for node in nodes:
            key = (node.owner, node.part, node.role)
            number = SCREEN if node is screen else old_numbers.get(key)
            is_renamed = node is focus and self._last_focus[0] == key and self._last_focus[1] != node.name
            if number is None or number in self._nodes_by_number or (is_renamed and node.role not in SELF_ANNOUNCED):
                self._last_number += 1
                number = SCREEN if node is screen else self._last_number
            numbers[id(node)] = self._numbers_by_key[key] = number
            self._nodes_by_number[number] = node
        self._last_focus = (focus.owner, focus.part, focus.role), focus.name
        return numbers

    def _build_node(self, node: Node, children: Sequence[int]) -> Any:
        kit = self._kit
        kit_node = kit.Node(getattr(kit.Role, node.role))
        kit_node.set_label(node.name)
        if node.role == "LABEL":
            kit_node.set_value(node.name)
        elif node.role == "TEXT_RUN":
            self._set_text(kit_node, node.value or "")
        elif node.role == "TEXT_INPUT":
            anchor, caret = (kit.TextPosition(children[0], index) for index in node.selection)
            kit_node.set_text_selection(kit.TextSelection(anchor, caret))
        kit_node.set_children(list(children))
        if node.rect.width:
            kit_node.set_bounds(kit.Rect(node.rect.left, node.rect.top, node.rect.right, node.rect.bottom))
        if node.description:
            kit_node.set_description(node.description)
        if not node.enabled:
            kit_node.set_disabled()
        if node.opens_list:
            kit_node.set_has_popup(kit.HasPopup.LISTBOX)
        if node.level:
            kit_node.set_level(node.level)
        if node.focus is not None:
            kit_node.add_action(kit.Action.FOCUS)
        if node.press is not None:
            kit_node.add_action(kit.Action.CLICK)
        self._set_value(kit_node, node)
        return kit_node

    def _set_text(self, kit_node: Any, text: str) -> None:
        kit_node.set_text_direction(self._kit.TextDirection.LEFT_TO_RIGHT)
        kit_node.set_character_lengths([len(letter.encode()) for letter in text])
        kit_node.set_word_lengths([len(word) for word in re.findall(r"\S+\s*|^\s+", text)])

    def _set_value(self, kit_node: Any, node: Node) -> None:
        kit = self._kit
        if node.is_on is not None and node.role == "LIST_BOX_OPTION":
            # Orca reads the selected option, wherever the focus is
            kit_node.set_selected(node.is_on and node.focused)
        elif node.is_on is not None:
            kit_node.set_toggled(kit.Toggled.TRUE if node.is_on else kit.Toggled.FALSE)
        if node.value is not None:
            kit_node.set_value(node.value)
        if node.number is not None:
            value, minimum, maximum, step = node.number
            kit_node.set_numeric_value(value)
            kit_node.set_min_numeric_value(minimum)
            kit_node.set_max_numeric_value(maximum)
            kit_node.set_numeric_value_step(step)
        if node.place is not None and node.role == "CELL":
            kit_node.set_row_index(node.place[0])
            kit_node.set_column_index(node.place[1])
        elif node.place is not None:
            kit_node.set_position_in_set(node.place[0])
            kit_node.set_size_of_set(node.place[1])


def _add_text_child(node: Node) -> None:
    """Give a heading a child with its words, and a text input one with its text: screen readers expect them."""
    rect, part = node.rect, (node.part, "words")  # another part, so that it is another node
    if node.role == "HEADING":
        words = Node(node.owner, "LABEL", node.name, rect, part, focused=node.focused, focus=node.focus)
        node.children, node.focused = [words], False
    elif node.role == "TEXT_INPUT":
        node.children = [Node(node.owner, "TEXT_RUN", rect=rect, part=part, value=node.value or "")]


def find_reader(announcements: Announcements, title: str) -> Reader | None:
    """Return the connection to screen readers; None outside Linux, without AccessKit, or on failure."""
    if sys.platform.startswith("linux"):
        try:
            kit = import_module("accesskit")
        except ImportError:
            return None
        try:
            return Reader(announcements, title, kit)
        except Exception as problem:
            announcements.lose_reader(problem)
    return None
