"""The end of a course: a summary of the lessons, and suggestions for what to do next."""

from __future__ import annotations

from functools import partial

import rules
from rules.ai.opponents import levels_of
from scenes.app.navigation import go, go_instead
from scenes.app.stack import AppContext
from scenes.app.theme import LEAF
from scenes.screens.learn.tasks import LESSONS, next_task, puzzled, taught
from scenes.screens.requests import OpenLessons, OpenPuzzles
from scenes.table.requests import OpenSetup
from scenes.table.statistics_store import matches
from scenes.ui.button import Button
from scenes.ui.label import Label, Picture
from scenes.ui.layout import Cell, Column, Fitting, Layers, Row, fixed, share, space, spring
from scenes.ui.scroll import Scrolled, ScrollGroup
from scenes.ui.sheet import PaperScene


def beaten(app: AppContext, key: str) -> int:
    """Return the highest level of the computer that a person has beaten in this game; 0 if none."""
    return max(
        (
            player.level
            for match in matches(app.storage).values()
            if match.game == key and any(match.players[seat].kind == "person" for seat in match.winners)
            for player in match.players
            if player.kind == "computer"
        ),
        default=0,
    )


class SummaryScene(PaperScene):
    """The summary of a course. Enter leads to a match one level above the highest that was beaten."""

    widest = 104.0
    snug = True

    def __init__(self, app: AppContext, key: str) -> None:
        super().__init__(app)
        self._key = key

    def title(self) -> str:
        return self.app.words("lessons.summary_of", game=self.app.words(f"games.{self._key}.name"))

    def fill(self) -> None:
        words, key = self.app.words, self._key
        self._strip = ScrollGroup(self.sheet)
        self._points = [
            (Picture(self._strip, "ui/check", LEAF), Label(self._strip, words(f"learnt.{key}.{one}"), valign="top"))
            for one in words.below(f"learnt.{key}")
        ]
        self._head = Label(self._strip, words("lessons.next_match"), "subheading")
        won, levels = beaten(self.app, key), levels_of(key)
        level = levels[min(won, len(levels) - 1)].number
        name, about = (words(f"level.{key}.{level}.{one}") for one in ("name", "about"))
        advice = words("lessons.level_next" if won else "lessons.level_first", name=name, won=won)
        told = f"{advice} {words('setup.level', n=level, of=len(levels), about=about)}"
        self._level = Label(self._strip, told, valign="top")
        others = [one for one in rules.KEYS if taught(one) and next_task(self.app, one, LESSONS) is not None]
        solve = partial(go_instead, self.app, OpenPuzzles(key))
        self._ways = [Button(self.sheet, words("menu.puzzles"), solve, icon="puzzle")] if puzzled(key) else []
        if others:
            learn = words("lessons.title", game=words(f"games.{others[0]}.name"))
            course = OpenLessons(others[0])
            self._ways.append(Button(self.sheet, learn, lambda: go_instead(self.app, course), icon="learn"))
        setup = OpenSetup(key, level=level)
        self._play = Button(
            self.sheet, words("lessons.play", name=name), lambda: go(self.app, setup), "primary", icon="play"
        )
        self.form.default = self._play

    def content(self) -> Cell:
        px = self.app.theme.px
        ticks = [
            Row(fixed(Column(fixed(tick, px(2.6))), px(2.6)), space(px(1.2)), share(label))
            for tick, label in self._points
        ]
        told = Column(*ticks, space(px(2.4)), self._head, space(px(0.8)), self._level, gap=px(1.2))
        ways, gap = self._ways, px(1.4)
        keys = Fitting([Row(*ways, spring(), self._play, gap=gap), Column(self._play, *ways, gap=gap)])
        return Column(share(Scrolled(self._strip, Layers(told))), space(px(2)), keys)
