"""The sheet after a fault: what failed, what became of the match, and how one can go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

import pygame

from scenes.app.stack import Scene
from scenes.app.theme import INK, SOFT_INK
from scenes.screens.crash.keeping import Kept
from scenes.ui.button import Button
from scenes.ui.form import Form
from scenes.ui.label import Label, Panel

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.app.words import Words

Moment: TypeAlias = Literal["fault", "close", "memory", "last"]
"""In the loop · while closing · no memory was left · the last run crashed, and nobody knows why."""
Way: TypeAlias = Literal["table", "menu", "afresh", "close"]
"""Back to the table with the match · to the menu · to the menu without what fails · out."""

_ICONS: Final[dict[Way, str]] = {"table": "play", "menu": "back", "afresh": "redo", "close": "close"}


class CrashReport(NamedTuple):
    """What has happened, and what can be done."""

    moment: Moment
    kept: Kept
    ways: tuple[Way, ...]
    """What is offered, the most hopeful first; the last is always to close."""
    again: bool
    """Whether it is not the first time since everything was well."""
    text: str
    """The fault as text, for the clipboard."""
    log: Path

    def told(self, words: Words) -> list[str]:
        """What there is to say, in paragraphs."""
        told = [words(f"rescue.moment.{self.moment}"), self.kept.sentence(words)]
        if self.again:
            told.append(words(f"rescue.again.{self.ways[0]}"))
        return [*told, words("rescue.log", log=self.log)]

    def answers(self, words: Words) -> list[tuple[Way, str]]:
        """The ways on, each with the words on its key."""
        return [(way, words(f"rescue.way.{way}")) for way in self.ways]


class CrashScene(Scene):
    """Lies alone on the stack, for what lay there has failed. `answer` hears which way the person goes."""

    def __init__(self, app: App, report: CrashReport, answer: Callable[[str], object]) -> None:
        super().__init__(app)
        self.report = report
        self._answer = answer
        self.form = Form(self)

    def enter(self) -> None:
        words = self.app.words
        self.form = Form(self)
        self._sheet = Panel(self.form, lifted=True)
        self._head = Label(self._sheet, words("rescue.title"), "title")
        *told, log = self.report.told(words)
        self._told = [Label(self._sheet, one, "body", INK, valign="top") for one in told]
        self._told.append(Label(self._sheet, log, "small", SOFT_INK, valign="top"))
        *on, out = self.report.answers(words)
        self._ways = [self._key(way, label) for way, label in on]
        self._copy = Button(self._sheet, words("rescue.copy"), self._copy_report, icon="copy")
        self._folder = Button(self._sheet, words("rescue.folder"), self._show_log, icon="open")
        self._ways.append(self._key(*out))
        self._ways[0].look = "primary"
        self._note = Label(self._sheet, "", "small", SOFT_INK)
        self.form.default = self._ways[0]

    def _key(self, way: Way, label: str) -> Button:
        return Button(self._sheet, label, lambda: self._answer(way), icon=_ICONS[way])

    # --- what the keys do

    def _copy_report(self) -> None:
        from scenes.app.clipboard import set_clipboard_text

        copied = set_clipboard_text(self.report.text)
        self._note.text = self.app.words("rescue.copied" if copied else "rescue.not_copied")

    def _show_log(self) -> None:
        from scenes.app.open_folder import show_folder

        shown = show_folder(self.report.log.parent)
        self._note.text = self.app.words("rescue.shown" if shown else "rescue.not_shown")

    # --- layout

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        pad, gap = theme.px(3.4), theme.px(1.4)
        width = min(theme.px(84), size[0] - 2 * theme.margin)
        column = width - 2 * pad
        rows = self._rows(column)
        heights = [label.natural_height(column) for label in self._told]
        words = theme.line("title") + theme.px(1.6) + sum(heights) + theme.px(1.2) * len(heights)
        keys = len(rows) * (theme.control + gap) + theme.px(1.6)
        high = words + keys + theme.line("small") + 2 * pad - theme.px(1.6)
        sheet = pygame.Rect(0, 0, width, min(high, size[1] - 2 * theme.gap))
        sheet.center = (size[0] // 2, size[1] // 2)
        self._sheet.rect = sheet
        left, top = sheet.left + pad, sheet.top + pad
        self._head.rect = pygame.Rect(left, top, column, theme.line("title"))
        top += theme.line("title") + theme.px(1.6)
        for label, tall in zip(self._told, heights, strict=True):
            label.rect = pygame.Rect(left, top, column, tall)
            top += tall + theme.px(1.2)
        top += theme.px(1.0)
        for row in rows:
            wide = (column - gap * (len(row) - 1)) // len(row)
            for number, key in enumerate(row):
                key.rect = pygame.Rect(left + number * (wide + gap), top, wide, theme.control)
            top += theme.control + gap
        self._note.rect = pygame.Rect(left, top - theme.px(0.4), column, theme.line("small"))
        self.dirty()

    def _rows(self, column: int) -> list[list[Button]]:
        """The ways on first, then what is for the log, then the way out: side by side where the words have room."""
        *on, out = self._ways
        groups = [on, [self._copy, self._folder], [out]]
        gap = self.app.theme.px(1.4)
        rows: list[list[Button]] = []
        for group in (group for group in groups if group):
            wide = (column - gap * (len(group) - 1)) // len(group)
            if max(key.natural_width() for key in group) <= wide:
                rows.append(group)
            else:
                rows += [[key] for key in group]
        return rows

    # --- what happens

    def handle(self, event: pygame.event.Event) -> bool:
        if self.form.handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and len(self._ways) > 1:
            self._answer(self.report.ways[-2])
        return True

    def update(self, dt: float) -> None:
        self.form.update(dt)

    def pace(self) -> float | None:
        return self.form.pace()

    def paint(self, surface: pygame.Surface) -> None:
        self.app.theme.paint_table(surface)
        self.form.paint(surface)
