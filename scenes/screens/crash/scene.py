"""The sheet that is shown after a fault of the app: the fault, the state of the match, and how to continue."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

import pygame

from scenes.app import clipboard, open_folder
from scenes.app.theme import INK, SOFT_INK
from scenes.screens.crash.saved_match import SavedMatch
from scenes.ui.button import Button
from scenes.ui.dialog import OverlayScene
from scenes.ui.label import Label
from scenes.ui.layout import Column, Fitting, Grid, fixed_size, space

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.app.words import Words

Moment: TypeAlias = Literal["fault", "close", "memory", "last"]
"""When the fault occurred: in the loop, while closing, when memory ran out, or in the last run."""
Way: TypeAlias = Literal["table", "menu", "afresh", "close"]
"""The ways to continue: at the table, on the menu, on the menu without the failing match, or not at all."""

_ICONS: Final[dict[Way, str]] = {"table": "play", "menu": "back", "afresh": "redo", "close": "close"}


class CrashReport(NamedTuple):
    """The information shown about a fault."""

    moment: Moment
    match: SavedMatch
    ways: tuple[Way, ...]  # the best first; the last is "close"
    is_repeated: bool  # whether another fault came shortly before
    text: str  # the report, for the clipboard
    log: Path

    def list_sentences(self, words: Words) -> list[str]:
        sentences = [words(f"rescue.moment.{self.moment}"), self.match.sentence(words)]
        if self.is_repeated:
            sentences.append(words(f"rescue.again.{self.ways[0]}"))
        return [*sentences, words("rescue.log", log=self.log)]

    def way_labels(self, words: Words) -> list[tuple[Way, str]]:
        return [(way, words(f"rescue.way.{way}")) for way in self.ways]


class CrashScene(OverlayScene):
    """The sheet after a fault, the only scene on the stack. `on_answer` is called with the chosen way."""

    opaque = True

    def __init__(self, app: AppContext, report: CrashReport, on_answer: Callable[[str], object]) -> None:
        super().__init__(app)
        self.report = report
        self.on_answer = on_answer

    def fill(self) -> None:
        words, sheet = self.app.words, self.sheet
        self._title = Label(sheet, words("rescue.title"), "title")
        *sentences, log = self.report.list_sentences(words)
        self._labels = [Label(sheet, one, "body", INK, valign="top") for one in sentences]
        self._labels.append(Label(sheet, log, "small", SOFT_INK, valign="top"))
        *continuing, closing = self.report.way_labels(words)
        self._continue_buttons = [self._make_button(way, label) for way, label in continuing]
        self._copy_button = Button(sheet, words("rescue.copy"), self._copy_report, icon="copy")
        self._folder_button = Button(sheet, words("rescue.folder"), self._show_log, icon="open")
        self._close_button = self._make_button(*closing)
        self._note = Label(sheet, "", "small", SOFT_INK)
        self._note.is_announced = True
        self.form.default = (self._continue_buttons or [self._close_button])[0]
        self.form.default.look = "primary"

    def _make_button(self, way: Way, label: str) -> Button:
        return Button(self.sheet, label, lambda: self.on_answer(way), icon=_ICONS[way])

    def _copy_report(self) -> None:
        is_copied = clipboard.set_clipboard_text(self.report.text)
        self._note.text = self.app.words("rescue.copied" if is_copied else "rescue.not_copied")

    def _show_log(self) -> None:
        is_shown = open_folder.show_folder(self.report.log.parent)
        self._note.text = self.app.words("rescue.shown" if is_shown else "rescue.not_shown")

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        pad, gap = theme.px(3.4), theme.px(1.4)
        sentences = Column(*self._labels, gap=theme.px(1.2))
        last_groups = ([self._copy_button, self._folder_button], [self._close_button])
        groups = [group for group in (self._continue_buttons, *last_groups) if group]
        lines = [Fitting([Grid(group, len(group), (gap, gap)), Column(*group, gap=gap)]) for group in groups]
        note = fixed_size(self._note, theme.line("small"))
        upper = (self._title, space(theme.px(1.6)), sentences, space(theme.px(2.2)))
        content = Column(*upper, Column(*lines, gap=gap), space(theme.px(0.8)), note)
        self.lay(content, min(theme.px(84), size[0] - 2 * theme.margin), (pad, pad))

    def handle(self, event: pygame.event.Event) -> bool:
        if self.form.handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self._continue_buttons:
            self.on_answer(self.report.ways[-2])  # the last way but "close"
        return True
