"""The statistics of a player: results in total and by week, opponents, time and luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Final

import pygame

from rules.record import Player
from scenes.app.navigation import open_screen
from scenes.app.stack import AppContext
from scenes.app.storage import MatchFile
from scenes.app.theme import INK, SOFT_INK
from scenes.app.words import Words
from scenes.screens.constants import MATCH_READING_SECONDS, STATISTICS_WEEKS
from scenes.screens.statistics.figures import Figures, as_csv, names_of, pairings, weeks
from scenes.table import statistics_store
from scenes.table.screen_requests import SaveRecord
from scenes.table.statistics_entry import FinishedMatch, PlayerMatch, player_matches
from scenes.ui.base import Widget
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_scene import PanelScene
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Grid, Row, filler, fixed_size, space, stretch
from scenes.ui.progress_dialog import RunningTask
from scenes.ui.scroll import Scrolled, ScrollGroup
from scenes.ui.text_table import TextTable, Totals
from scenes.ui.weekly_results import WeekBar, Weeks

ALL_GAMES: Final = ""  # stands for all games
_BYTE_ORDER_MARK: Final = "\ufeff"  # from which spreadsheets recognise UTF-8


class StatisticsScene(PanelScene):
    """The statistics of a chosen player and game; finished matches that aren't counted yet are read meanwhile."""

    max_width = 110.0
    title_key = "statistics.title"

    def __init__(self, app: AppContext, today: date | None = None) -> None:
        super().__init__(app)
        self._today = today or date.today()
        self._matches_by_id: dict[str, FinishedMatch] = statistics_store.read_matches(app.storage)
        self._all_matches: list[PlayerMatch] = player_matches(self._matches_by_id)
        self._unread_files: list[MatchFile] = statistics_store.list_missing(app.storage, self._matches_by_id)
        self._unread_count_at_start = len(self._unread_files)
        self._new_matches: list[FinishedMatch] = []  # matches that are read, but not stored yet
        self._reading_task: RunningTask[FinishedMatch | None] | None = None
        self._player_name: str | None = None
        self._game = ALL_GAMES

    # --- the matches

    def _chosen_player_matches(self) -> list[PlayerMatch]:
        """Return the matches of the chosen player; if there are none, first choose the player with most matches."""
        names = names_of(self._all_matches)
        if self._player_name not in names:
            self._player_name = names[0] if names else None
        return [entry for entry in self._all_matches if entry.name == self._player_name]

    def update(self, dt: float) -> None:
        """Read one match in each frame, or a part of a very long one, so that the window stays responsive."""
        super().update(dt)
        if not self._unread_files:
            return
        storage = self.app.storage
        reading = self._reading_task = self._reading_task or RunningTask(
            self.app, statistics_store.make_entry(storage, self._unread_files[0])
        )
        if not reading.work_on(MATCH_READING_SECONDS):
            return
        self._reading_task = None
        del self._unread_files[0]
        self._new_matches += [reading.result] if reading.result is not None else []
        self._note.text = self._note_text()
        if not self._unread_files:
            self._store_new_matches()
            self._rebuild()

    def wait_seconds(self) -> float | None:
        return 0.0 if self._unread_files else super().wait_seconds()

    def leave(self) -> None:
        self._store_new_matches()

    def _store_new_matches(self) -> None:
        if self._new_matches:
            statistics_store.add_matches(self.app.storage, self._new_matches)
            self._matches_by_id |= {played.id: played for played in self._new_matches}
            self._all_matches = player_matches(self._matches_by_id)
            self._new_matches = []

    # --- the sheet

    def _rebuild(self) -> None:
        self.enter()
        self.resize(self.app.size)

    def fill(self) -> None:
        words = self.app.words
        entries = self._chosen_player_matches()
        names = [(name, name or words("statistics.nameless")) for name in names_of(self._all_matches)]
        games = sorted({entry.match.game for entry in entries}, key=words.game_name)
        if self._game not in games:
            self._game = ALL_GAMES
        label, name = words("statistics.player"), self._player_name or ""
        self._player_choice = Choice(self.sheet, label, names, name, self._choose_player)
        self._player_choice.visible = len(names) > 1
        choices = [(ALL_GAMES, words("statistics.all_games")), *((key, words.game_name(key)) for key in games)]
        self._game_choice = Choice(self.sheet, words("statistics.game"), choices, self._game, self._choose_game)
        self._game_choice.max_columns = 1
        self._game_choice.visible = len(games) > 1
        self._player_choice.has_narrow_label = self._game_choice.has_narrow_label = True
        self._scroll_group = ScrollGroup(self.sheet)
        self._sections: list[list[Widget]] = [[]]
        if entries:
            self._fill_page([entry for entry in entries if self._game in (ALL_GAMES, entry.match.game)])
        else:
            self._add_text(words("statistics.none"))
        self._note = Label(self.sheet, self._note_text(), "small", SOFT_INK)
        self._export_button = Button(self.sheet, words("statistics.export"), self._export, icon="save")
        self._export_button.enabled = bool(self._matches_by_id)

    def _note_text(self) -> str:
        words = self.app.words
        if self._unread_files:
            total = self._unread_count_at_start
            return words("statistics.reading", n=total - len(self._unread_files), of=total)
        return words("statistics.counted")

    def _choose_player(self, name: str) -> None:
        self._player_name = name
        self._rebuild()
        self.form.focus(self._player_choice)

    def _choose_game(self, game: str) -> None:
        self._game = game
        self._rebuild()
        self.form.focus(self._game_choice)

    def _add_heading(self, key: str) -> None:
        self._sections.append([Label(self._scroll_group, self.app.words(f"statistics.{key}"), "subheading")])

    def _add_text(self, text: str, colour: pygame.Color = INK) -> None:
        self._sections[-1].append(Label(self._scroll_group, text, "body", colour, valign="top"))

    def _fill_page(self, entries: Sequence[PlayerMatch]) -> None:
        words, figures = self.app.words, Figures.of(entries)
        totals = Totals(self._scroll_group)
        counts = {"played": figures.match_count, "won": figures.won, "drawn": figures.drawn, "lost": figures.lost}
        columns = [(words.format_number(count), words(f"statistics.{key}")) for key, count in counts.items()]
        totals.show([*columns, (words.format_percent(round(100 * figures.score)), words("statistics.score"))])
        self._sections[-1].append(totals)
        if figures.last is not None:
            self._add_text(words(f"statistics.streak_{figures.last.result}", n=figures.last.length))
        self._add_text(words("statistics.longest", won=figures.longest_win_streak, lost=figures.longest_loss_streak))
        mean_text = duration_text(words, figures.seconds / max(1, figures.match_count))
        self._add_text(words("statistics.time", whole=duration_text(words, figures.seconds), each=mean_text))
        self._fill_weeks(entries)
        self._fill_opponents(entries)
        self._fill_luck(entries)

    def _fill_weeks(self, entries: Sequence[PlayerMatch]) -> None:
        words = self.app.words
        self._add_heading("weeks")
        self._weeks = weeks(entries, STATISTICS_WEEKS, self._today)
        legend = [words(f"statistics.{result}") for result in ("won", "drawn", "lost")]
        self._graph = Weeks(self._scroll_group, words("statistics.weeks"), legend, self._show_week)
        columns = []
        for monday, figures in self._weeks:
            head = words.format_date(monday.day, monday.month)
            columns.append(WeekBar(head, figures.won, figures.drawn, figures.lost))
        self._graph.show(columns)
        self._week_label = Label(self._scroll_group, "", "body", INK, valign="top")
        self._sections[-1] += [self._graph, self._week_label]
        self._show_week(self._graph.here)

    def _show_week(self, number: int) -> None:
        words, (monday, figures) = self.app.words, self._weeks[number]
        day = words.format_date(monday.day, monday.month, monday.year)
        text_key = "statistics.week_told" if figures.match_count else "statistics.week_empty"
        counts = words(text_key, won=figures.won, drawn=figures.drawn, lost=figures.lost)
        self._week_label.text = self._graph.text = words("statistics.week", day=day, told=counts)

    def _fill_opponents(self, entries: Sequence[PlayerMatch]) -> None:
        words = self.app.words
        self._add_heading("opponents")
        is_one_game = self._game != ALL_GAMES or len({entry.match.game for entry in entries}) < 2
        columns = ["opponent", *([] if is_one_game else ["game"]), "played", "won", "drawn", "lost", "row", "spent"]
        lines = []
        for key, opponents, figures in pairings(entries):
            counts = (figures.match_count, figures.won, figures.drawn, figures.lost, figures.longest_win_streak)
            names = [name_opponents(words, key, opponents), *([] if is_one_game else [words.game_name(key)])]
            lines.append([*names, *map(words.format_number, counts), duration_text(words, figures.seconds)])
        heads = [words(f"statistics.{column}") for column in columns]
        self._sections[-1].append(TextTable(self._scroll_group, heads, lines, text_columns=1 if is_one_game else 2))

    def _fill_luck(self, entries: Sequence[PlayerMatch]) -> None:
        words = self.app.words
        keys = sorted({entry.match.game for entry in entries if entry.luck is not None})
        described_keys = [key for key in keys if words.has(f"statistics.luck.{key}.all")]
        if described_keys:
            self._add_heading("luck_head")
        for key in described_keys:
            figures = Figures.of([entry for entry in entries if entry.match.game == key])
            total, mean = (format_signed(words, luck) for luck in (figures.luck, figures.luck / figures.luck_count))
            self._add_text(words(f"statistics.luck.{key}.all", game=words.game_name(key), whole=total, each=mean))
            self._add_text(words(f"statistics.luck.{key}.about"), SOFT_INK)

    def _export(self) -> None:
        self._store_new_matches()
        stem = f"tablier-{self._today.isoformat()}"
        open_screen(self.app, SaveRecord(_BYTE_ORDER_MARK + as_csv(self._matches_by_id), stem, suffix=".csv"))

    # --- layout

    def content(self) -> Cell:
        theme = self.app.theme
        choices = (self._player_choice, self._game_choice)
        columns = 2 if all(choice.visible for choice in choices) else 1
        fields = Column(Grid(choices, columns, (theme.px(3), 0)), space(theme.px(1.6)))
        gap = theme.px(0.7)
        page = Column(*(Column(*section, gap=gap) for section in self._sections), gap=gap + theme.px(1.4))
        export = Column(filler(), fixed_size(self._export_button, theme.control))
        foot = Row(stretch(self._note), export, gap=theme.px(2))
        strip = stretch(Scrolled(self._scroll_group, page))
        return Column(fields, strip, space(theme.px(1.2)), foot)


def name_opponents(words: Words, key: str, opponents: Sequence[Player]) -> str:
    """Return the names of opponents, such as "Regular", "3 × Regular" or "Bert and Clara"."""
    names = []
    for player, count in Counter(opponents).items():
        name = _opponent_name(words, key, player)
        names.append(words("statistics.several", n=count, name=name) if count > 1 else name)
    return words.join_items(names)


def _opponent_name(words: Words, key: str, player: Player) -> str:
    if player.kind != "computer":
        return player.name or words("statistics.nameless")
    level = f"level.{key}.{player.level}.name"
    return words(level) if words.has(level) else words("statistics.level_unknown", n=player.level)


def duration_text(words: Words, seconds: float) -> str:
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return words("statistics.hours", h=words.format_number(hours), m=f"{minutes:02}")
    return words("statistics.minutes", m=minutes) if minutes else words("statistics.moment")


def format_signed(words: Words, value: float) -> str:
    """Return a number rounded to hundredths, with a sign unless it is 0."""
    rounded = round(abs(value), 2)
    sign = "" if not rounded else "−" if value < 0 else "+"
    return sign + words.format_number(rounded)
