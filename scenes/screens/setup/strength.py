"""The line of the setup about interpreted engines, which play weaker, with the button that compiles them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scenes.app.engine_build import compiler, engine_build, slowed
from scenes.app.stack import AppContext
from scenes.app.theme import SOFT_INK
from scenes.ui.bars import TimeBar
from scenes.ui.base import Group
from scenes.ui.button import Button
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Row, fixed, share, spring

LOOK: Final = 0.25  # seconds between two polls


class Strength:
    """A line below the rows, with a button to start compiling, or a bar and a button to cancel it."""

    def __init__(self, app: AppContext, strip: Group, key: str, on_change: Callable[[], object]) -> None:
        words = app.words
        self._words, self._build, self._on_change = words, engine_build(app), on_change
        self._build.poll()
        self._slowed, self._compiler = slowed(app, key), compiler()
        self._told = Label(strip, "", "small", SOFT_INK, valign="top")
        self._make = Button(strip, words("strength.make"), self._begin, icon="computer")
        self._bar = TimeBar(strip)
        self._end = Button(strip, words("strength.cancel"), self._cancel)

    @property
    def runs(self) -> bool:
        return self._build.state == "running"

    def _begin(self) -> None:
        self._build.start()
        self._on_change()

    def _cancel(self) -> None:
        self._build.cancel()
        self._on_change()

    def look(self) -> None:
        if self._build.poll():
            self._on_change()
        self._bar.show(self._build.done)

    def tell(self, strongest: bool) -> None:
        build, words = self._build, self._words
        shown = (strongest or self.runs) and self._slowed
        self._told.visible = shown
        self._make.visible = shown and self._compiler and build.state in ("idle", "failed")
        self._bar.visible = self._end.visible = shown and self.runs
        if build.state in ("running", "ready"):
            self._told.text = words(f"strength.{build.state}")
        else:
            idle = "offer" if self._compiler else "no_compiler"
            why = f"failed.{build.problem}" if build.state == "failed" else idle
            self._told.text = f"{words('strength.slow')} {words(f'strength.{why}')}"

    def content(self, gap: int) -> Cell:
        bar = Column(spring(), fixed(self._bar, self._bar.theme.px(1.6)), spring())
        return Column(self._told, Row(self._make), Row(share(bar), self._end, gap=gap), gap=gap)
