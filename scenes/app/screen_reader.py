"""Support of screen readers through AccessKit, where its binding is installed: the top screen as a tree.

The tree has the nodes of `Scene.nodes` and two texts that are read out when they change: news, and urgent news, at
once. Trees are made in the window's thread; readers come, and send requests, in another. Linux only: elsewhere the
adapter has to be made before the window is shown.

Tried with an AT-SPI client and Orca 43 under Xvfb. Unproven: Windows, macOS, Wayland, and a whole match with Orca.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from importlib import import_module
from typing import Any, Protocol

import pygame

from scenes.app.accessibility_tree import SAYS_CHANGES, Node

WINDOW, SCREEN, NEWS, ALARM = range(4)  # node numbers: the window, the top screen, the news, and urgent news


class Announcements(Protocol):
    happened: str
    urgent: bool

    def lose_reader(self, problem: Exception) -> None:
        """Give up the bridge to screen readers, which has failed."""


class Reader:
    """The bridge to screen readers; `kit` is the module accesskit."""

    def __init__(self, line: Announcements, title: str, kit: Any) -> None:
        self._line = line
        self._title = title
        self._kit = kit
        self.active = False  # a reader is on
        self._requests: deque[tuple[bool, int]] = deque()  # (whether to press, else to focus; the node's number)
        self._numbers: dict[Hashable, int] = {}  # node numbers of the last tree, by owner, part and role
        self._last = ALARM
        self._nodes: dict[int, Node] = {}
        self._focus: tuple[Hashable, str] = (None, "")  # key and name of the node that had it last
        self._adapter = kit.unix.Adapter(self._begin, self._receive_request, self._end)

    def update_tree(self, screen: Node) -> None:
        if self.active:
            self._try(lambda: self._adapter.update_if_active(lambda: self._tree(screen)))

    def focus(self, focused: bool) -> None:
        self._try(lambda: self._adapter.update_window_focus_state(focused))

    def set_bounds(self, place: tuple[int, int], size: tuple[int, int]) -> None:
        """Report the window's rectangle, in screen pixels."""
        sides = (*place, place[0] + size[0], place[1] + size[1])
        self._try(lambda: self._adapter.set_root_window_bounds(self._kit.Rect(*sides), self._kit.Rect(*sides)))

    def run_actions(self) -> None:
        while self._requests:
            press, number = self._requests.popleft()
            node = self._nodes.get(number)
            act = None if node is None or not node.enabled else node.press if press else node.focus
            if act is not None:
                act()

    def _try(self, step: Callable[[], object]) -> None:
        """Run a step; if it fails, give up the bridge until the next start and let the game go on."""
        try:
            step()
        except Exception as problem:
            self.active = False
            self._line.lose_reader(problem)

    # --- called in another thread

    def _begin(self) -> None:
        """Wake the window's thread by an event to make the first tree."""
        self.active = True
        pygame.event.post(pygame.event.Event(pygame.USEREVENT))

    def _receive_request(self, request: Any) -> None:
        action = self._kit.Action
        if request.action in (action.CLICK, action.FOCUS):
            self._requests.append((request.action == action.CLICK, request.target))
            pygame.event.post(pygame.event.Event(pygame.USEREVENT))

    def _end(self) -> None:
        self.active = False

    # --- the tree

    def _tree(self, screen: Node) -> Any:
        for node in list(screen.walk()):
            _complete(node)
        kit, line, found = self._kit, self._line, list(screen.walk())
        focus = next((node for node in found if node.focused), screen)
        numbers = self._number(found, screen, focus)
        window = kit.Node(kit.Role.WINDOW)
        window.set_label(self._title)
        window.set_children([SCREEN, NEWS, ALARM])
        update = kit.TreeUpdate(numbers[id(focus)])
        update.tree = kit.Tree(WINDOW)
        nodes = [(WINDOW, window)]
        for node in found:
            nodes.append((numbers[id(node)], self._made(node, [numbers[id(one)] for one in node.children])))
        for number, role, live, told in (
            (NEWS, kit.Role.STATUS, kit.Live.POLITE, not line.urgent),
            (ALARM, kit.Role.ALERT, kit.Live.ASSERTIVE, line.urgent),
        ):
            news = kit.Node(role)
            news.set_label(line.happened if told else "")
            news.set_value(line.happened if told else "")
            news.set_live(live)
            nodes.append((number, news))
        update.nodes.extend(nodes)
        return update

    def _number(self, found: Sequence[Node], screen: Node, focus: Node) -> dict[int, int]:
        """Return the numbers of nodes, by their ids.

        A node keeps its number from tree to tree. One that has kept the focus and was renamed gets a new one, or
        readers would not notice.
        """
        before, self._numbers, self._nodes = self._numbers, {}, {}
        given: dict[int, int] = {}
        for node in found:
            key = (node.owner, node.part, node.role)
            number = SCREEN if node is screen else before.get(key)
            renamed = node is focus and self._focus[0] == key and self._focus[1] != node.name
            if number is None or number in self._nodes or (renamed and node.role not in SAYS_CHANGES):
                self._last += 1
                number = SCREEN if node is screen else self._last
            given[id(node)] = self._numbers[key] = number
            self._nodes[number] = node
        self._focus = (focus.owner, focus.part, focus.role), focus.name
        return given

    def _made(self, node: Node, children: Sequence[int]) -> Any:
        kit = self._kit
        made = kit.Node(getattr(kit.Role, node.role))
        made.set_label(node.name)
        if node.role == "LABEL":
            made.set_value(node.name)
        elif node.role == "TEXT_RUN":
            self._put_text(made, node.value or "")
        elif node.role == "TEXT_INPUT":
            anchor, caret = (kit.TextPosition(children[0], at) for at in node.marked)
            made.set_text_selection(kit.TextSelection(anchor, caret))
        made.set_children(list(children))
        if node.rect.width:
            made.set_bounds(kit.Rect(node.rect.left, node.rect.top, node.rect.right, node.rect.bottom))
        if node.about:
            made.set_description(node.about)
        if not node.enabled:
            made.set_disabled()
        if node.opens:
            made.set_has_popup(kit.HasPopup.LISTBOX)
        if node.level:
            made.set_level(node.level)
        if node.focus is not None:
            made.add_action(kit.Action.FOCUS)
        if node.press is not None:
            made.add_action(kit.Action.CLICK)
        self._put_value(made, node)
        return made

    def _put_text(self, made: Any, text: str) -> None:
        made.set_text_direction(self._kit.TextDirection.LEFT_TO_RIGHT)
        made.set_character_lengths([len(letter.encode()) for letter in text])
        made.set_word_lengths([len(word) for word in re.findall(r"\S+\s*|^\s+", text)])

    def _put_value(self, made: Any, node: Node) -> None:
        kit = self._kit
        if node.on is not None and node.role == "LIST_BOX_OPTION":
            made.set_selected(node.on and node.focused)  # Orca goes to what is selected, wherever the focus is
        elif node.on is not None:
            made.set_toggled(kit.Toggled.TRUE if node.on else kit.Toggled.FALSE)
        if node.value is not None:
            made.set_value(node.value)
        if node.number is not None:
            now, least, most, step = node.number
            made.set_numeric_value(now)
            made.set_min_numeric_value(least)
            made.set_max_numeric_value(most)
            made.set_numeric_value_step(step)
        if node.place is not None and node.role == "CELL":
            made.set_row_index(node.place[0])
            made.set_column_index(node.place[1])
        elif node.place is not None:
            made.set_position_in_set(node.place[0])
            made.set_size_of_set(node.place[1])


def _complete(node: Node) -> None:
    """Give a node the child that readers look into: a heading's words, an input's letters."""
    rect, part = node.rect, (node.part, "words")
    if node.role == "HEADING":
        words = Node(node.owner, "LABEL", node.name, rect, part, focused=node.focused, focus=node.focus)
        node.children, node.focused = [words], False
    elif node.role == "TEXT_INPUT":
        node.children = [Node(node.owner, "TEXT_RUN", rect=rect, part=part, value=node.value or "")]


def find_reader(line: Announcements, title: str) -> Reader | None:
    """Return the bridge; None without AccessKit or if its adapter can't be made."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        kit = import_module("accesskit")
    except ImportError:
        return None
    try:
        return Reader(line, title, kit)
    except Exception as problem:
        line.lose_reader(problem)
        return None
