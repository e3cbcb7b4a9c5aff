"""What screen readers are told, through AccessKit where its binding is installed: the line of words and the focus.

The tree has three nodes: the window, what the focus is on, and a text that is read out when it changes. Whenever the
focus is on something else it gets another node, so that readers hear of it as of any other move. AccessKit
asks for it in a thread of its own once a reader is there; until then nothing is built. Linux alone: the adapters of
other systems have to be made before their window is shown, which nobody has tried.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from scenes.app.spoken_line import SpokenLine

WINDOW: Final = 0
NEWS: Final = 1
FOCUSES: Final = (2, 3)
"""The nodes of what the focus is on, by turns."""


class Reader:
    """The bridge to the readers that are on. `kit` is the module accesskit."""

    def __init__(self, line: SpokenLine, title: str, kit: Any) -> None:
        self._line = line
        self._title = title
        self._kit = kit
        self.active = False
        """Whether a reader is on."""
        self._under = ""
        self._turn = 0
        self._adapter = kit.unix.Adapter(self._begin, lambda request: None, self._end)

    def renew(self) -> None:
        """The words have changed."""
        if self.active:
            self._try(lambda: self._adapter.update_if_active(self._tree))

    def focus(self, focused: bool) -> None:
        """The window has got the keyboard, or lost it."""
        self._try(lambda: self._adapter.update_window_focus_state(focused))

    def _try(self, step: Callable[[], object]) -> None:
        """Whatever fails in the bridge, the game goes on: it is given up until the next start."""
        try:
            step()
        except Exception as problem:
            self.active = False
            self._line.lose_reader(problem)

    def _begin(self) -> Any:
        """A reader is there: the first tree. Called in another thread."""
        self.active = True
        return self._tree()

    def _end(self) -> None:
        """No reader is there any more. Called in another thread."""
        self.active = False

    def _tree(self) -> Any:
        kit, line = self._kit, self._line
        if line.under != self._under:
            self._under, self._turn = line.under, 1 - self._turn
        focus = FOCUSES[self._turn]
        window = kit.Node(kit.Role.WINDOW)
        window.set_label(self._title)
        window.set_children([focus, NEWS])
        under = kit.Node(kit.Role.BUTTON)
        under.set_label(line.under or self._title)
        news = kit.Node(kit.Role.STATUS)
        news.set_label(line.happened)
        news.set_value(line.happened)
        news.set_live(kit.Live.POLITE)
        update = kit.TreeUpdate(focus)
        update.tree = kit.Tree(WINDOW)
        update.nodes.extend([(WINDOW, window), (focus, under), (NEWS, news)])
        return update


def find_reader(line: SpokenLine, title: str) -> Reader | None:
    """The bridge, where AccessKit is installed and its adapter can be made; else None, and nothing changes."""
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
