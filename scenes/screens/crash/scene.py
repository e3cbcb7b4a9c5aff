"""The sheet after a fault: what failed, what became of the match, and how one can go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

import pygame

from scenes.app.theme import INK, SOFT_INK
from scenes.screens.crash.keeping import Kept
from scenes.ui.button import Button
from scenes.ui.label import Label
from scenes.ui.layout import Column, Fitting, Grid, fixed, space
from scenes.ui.sheet import OverlayScene

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


class CrashScene(OverlayScene):
    """Lies alone on the stack, for what lay there has failed. `answer` hears which way the person goes."""

    opaque = True

    def __init__(self, app: App, report: CrashReport, answer: Callable[[str], object]) -> None:
        super().__init__(app)
        self.report = report
        self._answer = answer

    def fill(self) -> None:
        words = self.app.words
        self._head = Label(self.sheet, words("rescue.title"), "title")
        *told, log = self.report.told(words)
        self._told = [Label(self.sheet, one, "body", INK, valign="top") for one in told]
        self._told.append(Label(self.sheet, log, "small", SOFT_INK, valign="top"))
        *on, out = self.report.answers(words)
        self._ways = [self._key(way, label) for way, label in on]
        self._copy = Button(self.sheet, words("rescue.copy"), self._copy_report, icon="copy")
        self._folder = Button(self.sheet, words("rescue.folder"), self._show_log, icon="open")
        self._ways.append(self._key(*out))
        self._ways[0].look = "primary"
        self._note = Label(self.sheet, "", "small", SOFT_INK)
        self.form.default = self._ways[0]

    def _key(self, way: Way, label: str) -> Button:
        return Button(self.sheet, label, lambda: self._answer(way), icon=_ICONS[way])

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
        theme, px = self.app.theme, self.app.theme.px
        gap, width = px(1.4), min(theme.px(84), size[0] - 2 * theme.margin)
        groups = [(group, len(group)) for group in self._groups()]
        rows = [Fitting([Grid(keys, count, (gap, gap)), Grid(keys, 1, (gap, gap))]) for keys, count in groups]
        told = Column(*self._told, gap=px(1.2))
        note = fixed(self._note, theme.line("small"))
        head = fixed(self._head, theme.line("title"))
        content = Column(
            head, space(px(1.6)), told, space(px(2.2)), *rows, space(px(1)), note, space(-px(0.6)), gap=gap
        )
        self.lay(content, width, (px(3.4), px(3.4)))

    def _groups(self) -> list[list[Button]]:
        """The ways on first, then what is for the log, then the way out."""
        *on, out = self._ways
        return [keys for keys in (on, [self._copy, self._folder], [out]) if keys]

    # --- what happens

    def handle(self, event: pygame.event.Event) -> bool:
        if self.form.handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and len(self._ways) > 1:
            self._answer(self.report.ways[-2])
        return True

    def paint(self, surface: pygame.Surface) -> None:
        self.app.theme.paint_table(surface)
        self.form.paint(surface)
