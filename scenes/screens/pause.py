"""The menu of the table: a sheet with all actions on the match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from scenes.app.navigation import open_screen
from scenes.app.stack import AppContext
from scenes.table.requests import OpenSettings
from scenes.ui.button import Button
from scenes.ui.button_painting import Look
from scenes.ui.dialog import OverlayScene
from scenes.ui.label import Label, Rule
from scenes.ui.layout import Cell, Column, Part, Row, fixed_size, share, space, spring

GROUPS: Final = (
    ("go-on", "look-back"),
    ("pause", "rematch", "rematch-agreed", "new", "offer", "review", "try-out", "set-up"),
    ("copy-turn", "paste-turn", "copy-position", "copy-record", "copy-as", "save-file"),
    ("rules", "settings"),
    ("to-menu", "quit", "leave", "resign"),
)
"""The actions in their order, in groups; those that can't be undone come last.

"copy-as" stands for the match in the formats of its game, such as "copy-pgn".
"""
ICONS: Final = {
    "go-on": "play",
    "look-back": "back",
    "rematch-agreed": "rematch",
    "try-out": "branch",
    "set-up": "edit",
    "leave": "back",
    "copy-record": "list",
    "paste-turn": "paste",
    "save-file": "save",
    "rules": "book",
    "to-menu": "back",
    "quit": "close",
}
"""Icons that differ in name from their actions; other copying actions have the icon "copy"."""
_BETWEEN: Final = (1.4, 0.7, 0.4)  # between the keys of a group, in u; the first that fits
LOOKS: Final[dict[str, Look]] = {"go-on": "primary", "look-back": "primary", "resign": "danger"}


class PauseScene(OverlayScene):
    """The menu of the table. It pops with the chosen action; Esc, or a click beside the sheet, is "go-on"."""

    cancel = "go-on"

    def __init__(self, app: AppContext, actions: Sequence[str], still: str = "") -> None:
        super().__init__(app)
        self._still = still
        known = {action for group in GROUPS for action in group}
        formats = [action for action in actions if action not in known]
        groups = [
            [one for named in group for one in (formats if named == "copy-as" else [named]) if one in actions]
            for group in GROUPS
        ]
        self._groups = [group for group in groups if group]

    def fill(self) -> None:
        self._title = Label(self.sheet, self._still or self.app.words("pause.title"), "title", align="centre")
        self.keys = {action: self._key(action) for group in self._groups for action in group}
        self._rules = [Rule(self.sheet) for _ in self._groups]
        self.form.default = self.keys.get("go-on") or self.keys.get("look-back")

    def _key(self, action: str) -> Button:
        words, icon = self.app.words, ICONS.get(action, "copy" if action.startswith("copy-") else action)
        told = f"pause.{action}" if words.has(f"pause.{action}") else "pause.copy-as"
        called = words(told, format=action.removeprefix("copy-"))
        return Button(self.sheet, called, partial(self._choose, action), LOOKS.get(action, "plain"), icon)

    def _choose(self, action: str) -> None:
        if action == "settings":
            open_screen(self.app, OpenSettings())
        else:
            self.app.stack.pop(action)

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        side, edge = theme.px(3.4), theme.px(2.6)
        widest = max(key.natural_width() for key in self.keys.values())
        width = min(size[0] - 2 * theme.margin - 2 * side, max(theme.px(62), 2 * widest + theme.px(2)))
        columns = 2 if 2 * widest + theme.px(2) <= width else 1
        groups = self._groups
        if columns == 1 and "resign" in groups[-1]:  # below its neighbour it has to stand apart
            groups = [*groups[:-1], [one for one in groups[-1] if one != "resign"], ["resign"]]
        lines = [[group[first : first + columns] for first in range(0, len(group), columns)] for group in groups]
        room, high = size[1] - 2 * theme.gap - 2 * edge, theme.control
        for between in map(theme.px, _BETWEEN):
            spare = room - self._laid_out(lines, width, high, between, 0).natural_height(width)
            apart = min(theme.px(2.6), spare // len(lines))
            if apart >= between:
                break
        else:  # there is no room even so: lower keys, or those that scroll
            apart = 2 * between
            high += 0 if theme.tight else (spare - len(lines) * apart) // sum(map(len, lines))
        self.lay(self._laid_out(lines, width, high, between, apart), width + 2 * side, (side, edge))

    def _laid_out(self, groups: list[list[list[str]]], width: int, high: int, between: int, apart: int) -> Cell:
        for number, rule in enumerate(self._rules, 1):
            rule.visible = number < len(groups)
        parts: list[Part] = [fixed_size(self._title, self.app.theme.line("title")), space(apart)]
        for number, group in enumerate(groups):
            if number:
                parts += [space(apart - apart // 2), self._rules[number - 1], space(apart // 2)]
            parts.append(Column(*(fixed_size(self._line(line, width), high) for line in group), gap=between))
        return Column(*parts)

    def _line(self, line: list[str], width: int) -> Cell:
        keys, side = [self.keys[action] for action in line], self.app.theme.px(2)
        if "resign" not in line:
            return Row(*map(share, keys), gap=side)
        most = (width - side * (len(line) - 1)) // len(line)
        *first, last = [fixed_size(key, min(most, key.natural_width() + side)) for key in keys]
        return Row(*first, spring(), last)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1 and "rules" in self.keys:
            self._choose("rules")
            return True
        return super().handle(event)
