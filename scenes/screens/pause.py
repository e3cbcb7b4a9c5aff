"""The menu of the table: a sheet with everything that can be done with the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import pygame

from scenes.app.stack import Scene
from scenes.ui.button import Button
from scenes.ui.form import Form
from scenes.ui.keys import Look
from scenes.ui.label import Label, Panel

if TYPE_CHECKING:
    from scenes.app.app import App

FORMATS: Final = ("copy-pgn", "copy-ud1-log", "copy-ducart", "copy-ducale", "copy-mail")
"""The match as others write it."""
GROUPS: Final[tuple[tuple[str, ...], ...]] = (
    ("go-on",),
    ("rematch", "rematch-agreed", "new", "offer", "flip", "review", "try-out", "set-up"),
    ("copy-turn", "paste-turn", "copy-position", "copy-record", *FORMATS, "save-file"),
    ("rules", "settings"),
    ("to-menu", "leave", "resign"),
)
"""The actions in their order, those that belong together in a group; what can't be undone comes last and apart."""
ICONS: Final = {
    "go-on": "play",
    "rematch": "rematch",
    "rematch-agreed": "rematch",
    "new": "new",
    "offer": "offer",
    "flip": "flip",
    "review": "review",
    "try-out": "branch",
    "set-up": "edit",
    "leave": "back",
    "copy-position": "copy",
    "copy-record": "list",
    **dict.fromkeys(FORMATS, "copy"),
    "copy-turn": "copy",
    "paste-turn": "paste",
    "save-file": "save",
    "rules": "book",
    "settings": "settings",
    "to-menu": "back",
    "resign": "resign",
}
_BETWEEN: Final = (1.4, 0.7, 0.4)
"""Space between the keys of a group, in u: as much as the window's height has room for."""
LOOKS: Final[dict[str, Look]] = {"go-on": "primary", "resign": "danger"}


class PauseScene(Scene):
    """Pops with the action of the key that was pressed; Esc, or a click beside the sheet, is "go-on".

    The settings lie on top of it and come back to it.
    """

    opaque = False

    def __init__(self, app: App, actions: Sequence[str]) -> None:
        """`actions` are among those of `GROUPS`; their order doesn't matter."""
        super().__init__(app)
        self._groups = [group for group in ([one for one in row if one in actions] for row in GROUPS) if group]
        self._form = Form(self)
        self._high = 0
        """The height of the keys in pixels."""

    def enter(self) -> None:
        words = self.app.words
        self._form = Form(self)
        self._sheet = Panel(self._form, lifted=True)
        self._title = Label(self._sheet, words("pause.title"), "title", align="centre")
        self.keys = {
            action: Button(
                self._sheet,
                words(f"pause.{action}"),
                lambda action=action: self._choose(action),  # type: ignore[misc]
                LOOKS.get(action, "plain"),
                ICONS[action],
            )
            for group in self._groups
            for action in group
        }
        self._form.default = self.keys.get("go-on")

    def _choose(self, action: str) -> None:
        if action == "settings":
            from scenes.screens.settings import SettingsScene

            self.app.stack.push(SettingsScene(self.app))
        else:
            self.app.stack.pop(action)

    # --- layout

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        pad, control = theme.px(3.4), theme.control
        widest = max(key.natural_width() for key in self.keys.values())
        width = min(size[0] - 2 * theme.margin - 2 * pad, max(theme.px(62), 2 * widest + theme.px(2)))
        columns = 2 if 2 * widest + theme.px(2) <= width else 1
        groups = self._groups
        if columns == 1 and "resign" in groups[-1]:  # below its neighbour it has to stand apart
            groups = [*groups[:-1], [one for one in groups[-1] if one != "resign"], ["resign"]]
        rows = [self._in_rows(group, columns) for group in groups]
        self._high = control
        for between in map(theme.px, _BETWEEN):
            apart = min(theme.px(2.6), self._spare(size, rows, between) // max(1, len(rows)))
            if apart >= between:
                break
        else:  # there is no room even so: lower keys
            apart = 2 * between
            lines = sum(map(len, rows))
            self._high += (self._spare(size, rows, between) - len(rows) * apart) // lines
            control = self._high
        sheet = pygame.Rect(0, 0, width + 2 * pad, 0)
        height = theme.line("title") + len(rows) * apart
        height += sum(len(lines) * control + (len(lines) - 1) * between for lines in rows)
        sheet.height = height + 2 * theme.px(2.6)
        sheet.center = (size[0] // 2, size[1] // 2)
        self._sheet.rect = sheet
        inner = sheet.inflate(-2 * pad, -2 * theme.px(2.6))
        self._title.rect = pygame.Rect(inner.left, inner.top, inner.width, theme.line("title"))
        self._place_rows(inner, rows, apart, between)
        self.dirty()

    def _in_rows(self, group: list[str], columns: int) -> list[list[str]]:
        """A group in rows; one that is alone in a row of two takes all of it."""
        return [group[first : first + columns] for first in range(0, len(group), columns)]

    def _spare(self, size: tuple[int, int], rows: list[list[list[str]]], between: int) -> int:
        """The pixels of the window's height that the keys leave for the gaps between the groups."""
        theme = self.app.theme
        keys = sum(len(lines) * self._high + (len(lines) - 1) * between for lines in rows)
        return size[1] - 2 * theme.gap - 2 * theme.px(2.6) - theme.line("title") - keys

    def _place_rows(self, inner: pygame.Rect, rows: list[list[list[str]]], apart: int, between: int) -> None:
        """Rows over the whole width; only resigning keeps its distance from its neighbour."""
        theme = self.app.theme
        side = theme.px(2)
        top = self._title.rect.bottom
        self._rules: list[int] = []
        for number, lines in enumerate(rows):
            top += apart
            if number:
                self._rules.append(top - apart // 2)
            for line in lines:
                for column, action in enumerate(line):
                    wide = (inner.width - side * (len(line) - 1)) // len(line)
                    if "resign" in line:
                        wide = min(wide, self.keys[action].natural_width() + theme.px(2))
                    left = inner.right - wide if column else inner.left
                    self.keys[action].rect = pygame.Rect(left, top, wide, self._high)
                top += self._high + between
            top -= between

    # --- what happens

    def handle(self, event: pygame.event.Event) -> bool:
        if self._form.handle(event):
            return True
        beside = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if beside or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.app.stack.pop("go-on")
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F1 and "rules" in self.keys:
            self._choose("rules")
        return True

    def update(self, dt: float) -> None:
        self._form.update(dt)

    def pace(self) -> float | None:
        return self._form.pace()

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.app.theme
        theme.dim(surface)
        self._form.paint(surface)
        inner = self._sheet.rect.inflate(-2 * theme.px(3.4), 0)
        for top in self._rules:
            theme.rule(surface, (inner.left, top), inner.width)
