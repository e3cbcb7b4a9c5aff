"""The menu over the table (Esc): a sheet with the actions of `table.match_commands` and `table.export_commands`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from scenes.app.navigation import open_screen
from scenes.app.stack import AppContext
from scenes.table.screen_requests import OpenSettings
from scenes.ui.button import Button
from scenes.ui.button_painting import Look
from scenes.ui.dialog import OverlayScene
from scenes.ui.label import Label, Rule
from scenes.ui.layout import Cell, Column, Part, Row, filler, fixed_size, space, stretch

GROUPS: Final = (
    ("go-on", "look-back"),
    ("pause", "rematch", "rematch-agreed", "new", "offer", "review", "try-out", "set-up"),
    ("copy-turn", "paste-turn", "copy-position", "copy-record", "copy-as", "save-file"),
    ("rules", "settings"),
    ("to-menu", "quit", "leave", "resign"),
)
"""The groups of actions in their order; those that can't be undone come last.

"copy-as" stands for the actions that copy the match in a format of its game, such as "copy-pgn".
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
"""Icons by action; other actions that copy have the icon "copy", and the rest one with the name of the action."""
_BUTTON_GAPS: Final = (1.4, 0.7, 0.4)  # in u; the first that fits is used
BUTTON_LOOKS: Final[dict[str, Look]] = {"go-on": "primary", "look-back": "primary", "resign": "danger"}


class PauseScene(OverlayScene):
    """The menu over the table. It pops with an action other than "settings"; Esc or a click outside means "go-on"."""

    cancel = "go-on"

    def __init__(self, app: AppContext, actions: Sequence[str], clock_hint: str = "") -> None:
        """Offer `actions`; one that isn't in `GROUPS` copies in a format. A `clock_hint` replaces the title."""
        super().__init__(app)
        self._title_text = clock_hint
        listed_actions = {action for group in GROUPS for action in group}
        formats = [action for action in actions if action not in listed_actions]
        groups = [
            [one for named in group for one in (formats if named == "copy-as" else [named]) if one in actions]
            for group in GROUPS
        ]
        self._groups = [group for group in groups if group]

    def fill(self) -> None:
        self._title = Label(self.sheet, self._title_text or self.app.words("pause.title"), "title", align="centre")
        self.buttons = {action: self._make_button(action) for group in self._groups for action in group}
        self._rules = [Rule(self.sheet) for _ in self._groups]
        self.form.default = self.buttons.get("go-on") or self.buttons.get("look-back")

    def _make_button(self, action: str) -> Button:
        words, icon = self.app.words, ICONS.get(action, "copy" if action.startswith("copy-") else action)
        text_key = f"pause.{action}" if words.has(f"pause.{action}") else "pause.copy-as"
        label = words(text_key, format=action.removeprefix("copy-"))
        return Button(self.sheet, label, partial(self._choose, action), BUTTON_LOOKS.get(action, "plain"), icon)

    def _choose(self, action: str) -> None:
        if action == "settings":
            open_screen(self.app, OpenSettings())
        else:
            self.app.stack.pop(action)

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        pad = pad_x, pad_y = theme.px(3.4), theme.px(2.6)
        widest = max(button.natural_width() for button in self.buttons.values())
        width = min(size[0] - 2 * theme.margin - 2 * pad_x, max(theme.px(62), 2 * widest + theme.px(2)))
        columns = 2 if 2 * widest + theme.px(2) <= width else 1
        groups = self._groups
        if columns == 1 and "resign" in groups[-1]:  # so that it isn't next to another button
            groups = [*groups[:-1], [one for one in groups[-1] if one != "resign"], ["resign"]]
        grid = [[group[first : first + columns] for first in range(0, len(group), columns)] for group in groups]
        max_height, button_height = size[1] - 2 * theme.gap - 2 * pad_y, theme.control
        for button_gap in map(theme.px, _BUTTON_GAPS):
            spare = max_height - self._layout(grid, width, button_height, button_gap, 0).natural_height(width)
            group_gap = min(theme.px(2.6), spare // len(grid))
            if group_gap >= button_gap:
                break
        else:  # without enough room, buttons are lower, or the sheet scrolls
            group_gap = 2 * button_gap
            button_height += 0 if theme.tight else (spare - len(grid) * group_gap) // sum(map(len, grid))
        self.lay(self._layout(grid, width, button_height, button_gap, group_gap), width + 2 * pad_x, pad)

    def _layout(
        self, groups: list[list[list[str]]], width: int, button_height: int, button_gap: int, group_gap: int
    ) -> Cell:
        """Return the layout of groups of lines of actions, with rules between the groups; other rules are hidden."""
        for number, rule in enumerate(self._rules, 1):
            rule.visible = number < len(groups)
        parts: list[Part] = [fixed_size(self._title, self.app.theme.line("title")), space(group_gap)]
        for number, group in enumerate(groups):
            if number:
                parts += [space(group_gap - group_gap // 2), self._rules[number - 1], space(group_gap // 2)]
            parts.append(
                Column(*(fixed_size(self._line_layout(line, width), button_height) for line in group), gap=button_gap)
            )
        return Column(*parts)

    def _line_layout(self, line: list[str], width: int) -> Cell:
        buttons, gap = [self.buttons[action] for action in line], self.app.theme.px(2)
        if "resign" not in line:
            return Row(*map(stretch, buttons), gap=gap)
        # "resign" is at the right end, far from the others.
        max_width = (width - gap * (len(line) - 1)) // len(line)
        *first, last = [fixed_size(button, min(max_width, button.natural_width() + gap)) for button in buttons]
        return Row(*first, filler(), last)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1 and "rules" in self.buttons:
            self._choose("rules")
            return True
        return super().handle(event)
