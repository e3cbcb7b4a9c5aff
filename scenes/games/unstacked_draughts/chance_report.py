"""The sheet about chance: how likely each was to win, what the dice showed and whether they are the sealed ones, and
who claimed what. Pops with ("ply", n) to look at the position after n plies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from rules import abilities
from rules.common.dice_fairness import Counts
from rules.contract import Position
from scenes.app.theme import INK, OXBLOOD, SOFT_INK
from scenes.games.unstacked_draughts.dice_controller import DiceController
from scenes.games.unstacked_draughts.dice_statistics import DiceStatistics, heed
from scenes.games.unstacked_draughts.dice_text import roll_words
from scenes.table import match_text
from scenes.ui.bars import FaceCounts, RollCounts
from scenes.ui.base import Group
from scenes.ui.button import Button
from scenes.ui.charts import Graph
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Fluid, Part, Row, Slot, fixed, space
from scenes.ui.sheet import Tab, TabbedScene

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.table.session import Session

SWINGS: Final = 5
"""So many of the biggest swings are listed."""
MOST_MISSED: Final = 12
"""So many of the missed claims."""


class ChanceReportScene(TabbedScene):
    """A sheet with tabs over the match that it tells of."""

    widest = 96.0

    def __init__(self, app: App, session: Session, dice: DiceController, tab: str = "chances") -> None:
        """`tab` is the one that lies open: "chances", "dice" or "heed"."""
        super().__init__(app, tab)
        self._session = session
        self._dice = dice

    def title(self) -> str:
        return self.app.words("ledger.title")

    def tabs(self) -> list[Tab]:
        pages = [("chances", self._fill_chances), ("dice", self._fill_dice)]
        if not abilities.shows_hints(self._session.match.start):
            pages.append(("heed", self._fill_heed))
        return [Tab(tab, self.app.words(f"ledger.tab_{tab}"), fill) for tab, fill in pages]

    # --- what is on the pages

    def _say(self, page: Group, text: str, colour: pygame.Color = SOFT_INK) -> None:
        Label(page, text, "body", colour, valign="top")

    def _place_key(self, page: Group, text: str, ply: int) -> None:
        """A key that leads to the position after so many plies."""
        Button(page, text, lambda: self.app.stack.pop(("ply", ply)), icon="next", align="left")

    def _names(self) -> tuple[str, str]:
        words, session = self.app.words, self._session
        return match_text.name_of(words, session, 0), match_text.name_of(words, session, 1)

    def _points(self, share: float) -> str:
        """A change of a chance, in hundredths with its sign."""
        words = self.app.words
        value = words.number(round(abs(100 * share), 1))
        return f"{'−' if share < 0 else '+'}{value} %"

    def _fill_chances(self, page: Group) -> None:
        words, session = self.app.words, self._session
        match, odds = session.match, self._dice.odds
        told = match.outcome() is not None or self._dice.tells_chances
        course = odds.course(match.positions) if told and match.plies else []
        if not course:
            reason = "ledger.later" if not told else "ledger.unknown" if match.plies else "ledger.nothing_yet"
            self._say(page, words(reason))
            return
        graph = Graph(page, words("ledger.tab_chances"), lambda ply: self.app.stack.pop(("ply", ply)))
        swings = odds.swings(match.positions, SWINGS)
        ends = [
            number
            for number, (before, after) in enumerate(zip(match.positions, match.positions[1:], strict=False), 1)
            if _points_of(before) != _points_of(after)
        ]
        graph.show(course, [swing.ply + 1 for swing in swings], ends, self._names())
        self._say(page, words("ledger.about_chances"))
        self._fill_whole(page)
        if swings:
            self.add_head(page, "ledger.swings")
        for swing in sorted(swings, key=lambda one: int(one.ply)):
            rolled = roll_words(words, session, swing.ply)
            self._place_key(page, f"{rolled} {self._points(swing.change)}", swing.ply + 1)
        luck = odds.luck(match.positions)
        if luck is not None:
            self.add_head(page, "ledger.luck")
            for name, value in zip(self._names(), luck, strict=True):
                self._say(page, words("ledger.luck_of", name=name, points=self._points(value)), INK)
            self._say(page, words("ledger.about_luck"))

    def _fill_whole(self, page: Group) -> None:
        """While a match of several games goes on: the chances to win it."""
        words, match = self.app.words, self._session.match
        score = abilities.score(match.position)
        if match.outcome() is not None or score is None or score[1] < 2:
            return
        share = self._dice.odds.whole(match.position)
        if share is None:
            return
        first = round(100 * share)
        for name, part in zip(self._names(), (first, 100 - first), strict=True):
            self._say(page, words("ledger.whole", name=name, share=words.number(part)), INK)

    def _fill_dice(self, page: Group) -> None:
        words, session = self.app.words, self._session
        statistics = DiceStatistics.of(session.match)
        counts = statistics.counts
        look = "unstacked_draughts"
        self._say(page, words("ledger.thrown", n=counts.throws), INK)
        if counts.throws:
            expected = words.number(round(counts.expected_face(), 1))
            FaceCounts(page, look, counts.faces, words("ledger.expected", n=expected))
            verdict = counts.faces_test().verdict
            self._say(page, words(f"ledger.verdict.{verdict}"), OXBLOOD if verdict == "uneven" else INK)
            self.add_head(page, "ledger.rolls")
            due = words("ledger.expected_rolls", **self._due(counts))
            RollCounts(page, counts.rolls, due)
            verdict = counts.rolls_test().verdict
            self._say(page, words(f"ledger.verdict.{verdict}"), OXBLOOD if verdict == "uneven" else INK)
        self._fill_seal(page, statistics)

    def _due(self, counts: Counts) -> dict[str, str]:
        number = self.app.words.number
        return {
            "double": number(round(counts.expected_roll((1, 1)), 1)),
            "simple": number(round(counts.expected_roll((2, 1)), 1)),
        }

    def _fill_seal(self, page: Group, statistics: DiceStatistics) -> None:
        """Where the dice come from, and how that can be checked."""
        words, bag = self.app.words, self._dice.sealed
        self.add_head(page, "ledger.seal")
        if not bag.hash:
            self._say(page, words("ledger.own_dice"))
            return
        self._say(page, words("ledger.since", n=bag.since) if bag.since else words("ledger.about_seal"))
        self._say(page, words("ledger.hash", hash=_spaced(bag.hash)), INK)
        if bag.seed is None:
            self._say(page, words("ledger.seed_later"))
        else:
            found = statistics.check(bag.seed, bag.hash, bag.since)
            self._say(page, words("ledger.seed", seed=_spaced(bag.seed)), INK)
            told = "honest" if found.honest else "broken" if not found.sealed else "wrong"
            text = words(f"ledger.check_{told}", n=len(found.wrong))
            self._say(page, text, INK if found.honest else OXBLOOD)
        self._copy = Button(page, words("ledger.copy"), self._copy_seal, icon="copy")

    def _copy_seal(self) -> None:
        from scenes.app.clipboard import set_clipboard_text

        bag = self._dice.sealed
        done = set_clipboard_text("\n".join(filter(None, (bag.hash, bag.seed))))
        self._copy.text = self.app.words("ledger.copied" if done else "table.not_copied")

    def _fill_heed(self, page: Group) -> None:
        words, session = self.app.words, self._session
        over = session.match.outcome() is not None
        missed = self._dice.odds.missed(session.match.positions) if over else []
        for seat, name in enumerate(self._names()):
            paid = heed(session.match, seat, missed)
            Label(page, name, "subheading")
            self._say(page, words("ledger.claims", n=paid.claims), INK)
            if over:
                self._say(page, words("ledger.missed", n=len(paid.missed), price=self._points(-paid.price)), INK)
            self._say(page, words("ledger.covers", n=paid.covers, alarms=paid.alarms), INK)
            dear = sorted(paid.missed, key=lambda one: -float(one.price))[:MOST_MISSED]
            for one in sorted(dear, key=lambda miss: int(miss.ply)):
                text = words("ledger.missed_die", die=one.die, price=self._points(-one.price))
                self._place_key(page, text, one.ply)
        self._say(page, words("ledger.about_heed" if over else "ledger.heed_later"))

    # --- layout

    def arranged(self, page: Group) -> Cell:
        """Keys stand two in a row where their words fit."""
        theme = self.app.theme
        parts: list[Part] = []
        keys: list[Button] = []
        for widget in (*page.children, None):
            if isinstance(widget, Button):
                keys.append(widget)
                continue
            if keys:
                parts.append(_Keys(keys, (theme.px(1.5), theme.px(0.8))))
                keys = []
            if isinstance(widget, Label) and widget.role == "subheading" and parts:
                parts.append(space(theme.px(2)))
            parts.append(widget)
        return Column(*parts, gap=theme.px(0.8))


class _Keys(Fluid):
    """Keys, two in a line where the words of both fit."""

    def arranged(self, width: int) -> Cell:
        half = (width - self.gap[0]) // 2
        lines: list[list[Slot]] = []
        for key in self.cells:
            small = key.natural_width() <= half
            if small and lines and lines[-1][-1].size == half and len(lines[-1]) == 1:
                lines[-1].append(fixed(key, half))
            else:
                lines.append([fixed(key, half if small else width)])
        return Column(*(Row(*line, gap=self.gap[0]) for line in lines), gap=self.gap[1])


def _points_of(position: Position) -> object:
    score = abilities.score(position)
    return None if score is None else score[0]


def _spaced(text: str) -> str:
    """A long number in groups of eight, so that it can be read and broken."""
    return " ".join(text[at : at + 8] for at in range(0, len(text), 8))
