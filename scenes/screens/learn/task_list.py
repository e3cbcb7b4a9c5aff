"""The base of the scenes that list lessons or puzzles: the progress in each game and the tasks of one game."""

from __future__ import annotations

import time
from functools import partial
from typing import Final, Literal

import pygame

import rules
from scenes.app.game_card import card_of
from scenes.app.navigation import replace_screen
from scenes.app.stack import AppContext
from scenes.app.theme import EDGE, INK, LEAF, LEATHER, PAPER, SOFT_INK, hex_of, render_svg
from scenes.screens.board_picture import BoardPicture
from scenes.screens.learn.coach import Exercise
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.tasks import DAY, LESSONS, Progress, has_tasks, task_ids
from scenes.screens.requests import OpenLessons, OpenPuzzles
from scenes.ui.bars import paint_share
from scenes.ui.form_scene import PanelScene
from scenes.ui.label import Label
from scenes.ui.layout import Area, Column, Row, fixed_size, space, stretch
from scenes.ui.listing import Listing

GAMES_WIDTH: Final = 36.0  # width of the list of games, in u, where there is room
MIN_PICTURE_HEIGHT: Final = 12.0  # in u; a lower picture is hidden
DISC_COLOURS: Final = {"done": (LEAF, LEAF), "next": (LEATHER, LEATHER), "open": (PAPER, SOFT_INK)}
"""Colours of the fill and the rim of the disc with a task's number, by the state of the task."""


class TasksScene(PanelScene):
    """A scene with the list of games at the left, and the `content` for the chosen game beside it."""

    max_width = 128.0

    def __init__(self, app: AppContext, key: str, kind: str) -> None:
        """List the tasks of `kind`, `LESSONS` or `PUZZLES`."""
        super().__init__(app)
        self.key = app.game = key
        self.kind = kind
        self.games = [game for game in rules.KEYS if has_tasks(game, kind)]
        self._picture = BoardPicture(app, key)

    def title(self) -> str:
        return self.app.words(f"{self.kind}.title", game=self.app.words.game_name(self.key))

    def fill(self) -> None:
        self._games_list = Listing(self.sheet, self._paint_game, self._show_game, units=8.6)
        self._games_list.describe_line = self._describe_game
        self._games_list.show(len(self.games), self.games.index(self.key) if self.key in self.games else 0)

    def read(self) -> None:
        raise NotImplementedError

    def on_resume(self, result: object) -> None:
        self.read()
        self.resize(self.app.size)

    # --- the games

    def _show_game(self, line: int) -> None:
        request = OpenLessons if self.kind == LESSONS else OpenPuzzles
        if self.games[line] != self.key:
            replace_screen(self.app, request(self.games[line]))

    def _read_game_progress(self, key: str) -> tuple[int, int, str]:
        """Return the number of done tasks of a game, the number of all its tasks, and a text with both.

        The numbers are 0 for a game with a trainer, which has no numbered tasks.
        """
        words, ids = self.app.words, task_ids(key, self.kind)
        days = Progress(self.app.storage, self.kind).days_of_done(key)
        if not ids:
            return 0, 0, words("puzzles.rolls_today_done" if time.strftime(DAY) in days else "puzzles.rolls_today")
        done_count = len(days.keys() & set(ids))
        return done_count, len(ids), words("line.share", n=done_count, of=len(ids))

    def _describe_game(self, line: int) -> str:
        key = self.games[line]
        return self.app.words.label_value(self.app.words.game_name(key), self._read_game_progress(key)[2])

    def _paint_game(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        theme, key = self.app.theme, self.games[line]
        is_selected, (done_count, count, progress) = key == self.key, self._read_game_progress(key)
        emblem = self.app.assets.sprite(card_of(key).emblem, theme.px(4.2))
        surface.blit(emblem, emblem.get_rect(center=(rect.left + theme.px(2.4), rect.centery)))
        if is_selected:
            mark = pygame.Rect(rect.left - theme.px(1.2), rect.top, max(3, theme.px(0.5)), rect.height - 1)
            pygame.draw.rect(surface, theme.colour_for(LEATHER), mark)
        height = theme.line("strong") + theme.line("small")
        room = pygame.Rect(rect.left + theme.px(6), rect.centery - height // 2, rect.width - theme.px(6), height)
        name = self.app.words.game_name(key)
        theme.text(surface, name, "strong" if is_selected else "body", INK, room, valign="top", ellipsis=True)
        if not count:
            theme.text(surface, progress, "small", SOFT_INK, room, "left", "bottom", ellipsis=True)
        else:
            theme.text(surface, progress, "small", SOFT_INK, room, "right", "bottom")
            bar = pygame.Rect(room.left, 0, room.width - theme.width(progress, "small") - theme.gap, theme.px(1.3))
            bar.centery = room.bottom - theme.line("small") // 2
            paint_share(surface, theme, bar, done_count / count, LEAF)

    # --- layout

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        width = min(theme.px(GAMES_WIDTH), round(0.37 * inner.width))
        games = fixed_size(self._games_list, min(inner.height, len(self.games) * self._games_list.line_height()))
        side = Column(games, space(theme.px(2.6)), stretch(Area(partial(self._picture.place, at_bottom=True))))
        Row(fixed_size(side, width), space(theme.px(3.4)), stretch(self.content())).place(inner)

    @property
    def _is_picture_shown(self) -> bool:
        return self._picture.rect.height >= self.app.theme.px(MIN_PICTURE_HEIGHT)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._is_picture_shown:
            self._picture.update()

    def wait_seconds(self) -> float | None:
        is_painting = self._is_picture_shown and not self._picture.is_ready() and not self.app.assets.resizing
        return 0.0 if is_painting else super().wait_seconds()

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        if self._is_picture_shown:
            self._picture.paint(surface)


class TaskListScene(TasksScene):
    """A scene with a list of tasks; each line has a disc with the number and the state of the task."""

    has_path = False  # whether the discs are joined by a line, because the tasks have an order

    def __init__(self, app: AppContext, key: str, kind: str) -> None:
        super().__init__(app, key, kind)
        self._task_ids = task_ids(key, kind)
        self.done: frozenset[str] = frozenset()  # ids
        self._last_opened_line = 0
        self.next_number: int | None = None  # the next task, counted from 0; None if all are done

    def line_texts(self, line: int) -> tuple[str, str]:
        """Return the title of a task, and the text at the right end of its line."""
        raise NotImplementedError

    def exercise(self, line: int) -> Exercise:
        raise NotImplementedError

    def update_texts(self) -> None:
        raise NotImplementedError

    def fill(self) -> None:
        super().fill()
        self.about = Label(self.sheet, "", "body", SOFT_INK, valign="top")
        self.list = Listing(self.sheet, self._paint_line, self.open, units=5.4)
        self.list.describe_line = self._describe_line

    @property
    def line_count(self) -> int:
        return len(self._task_ids)

    def read(self) -> None:
        progress = Progress(self.app.storage, self.kind)
        after = self._last_opened_line - 1  # so that the task opened last comes first
        self.next_number = progress.next_open_task(self.key, self._task_ids, after)
        self.done = frozenset(progress.days_of_done(self.key)).intersection(self._task_ids)
        self.update_texts()
        self.list.show(self.line_count, self.initial_line)

    @property
    def initial_line(self) -> int:
        return self.next_number or 0

    def open(self, line: int) -> None:
        self._last_opened_line = line
        self.app.stack.push(CoachScene(self.app, self.exercise(line)))

    def place(self, inner: pygame.Rect) -> None:
        super().place(inner)
        self.list.reveal_here()

    def _task_state(self, line: int) -> Literal["done", "next", "open"]:
        if line < len(self._task_ids) and self._task_ids[line] in self.done:
            return "done"
        return "next" if line == self.next_number else "open"

    def _paint_line(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        theme, (name, side_text), state = self.app.theme, self.line_texts(line), self._task_state(line)
        middle = (rect.left + theme.px(2), rect.centery)
        if self.has_path:
            self._paint_path(surface, line, middle, rect)
        self._paint_disc(surface, line, state, middle)
        area = pygame.Rect(rect.left + theme.px(5.4), rect.top, rect.width - theme.px(5.4), rect.height)
        if side_text:
            theme.text(surface, side_text, "body", SOFT_INK, area, "right")
            area.width -= theme.width(side_text, "body") + theme.gap
        theme.text(surface, name, "strong" if state == "next" else "body", INK, area, ellipsis=True)

    def _paint_path(self, surface: pygame.Surface, line: int, middle: tuple[int, int], rect: pygame.Rect) -> None:
        width = max(2, self.app.theme.px(0.4))
        for neighbour, top, bottom in ((line - 1, rect.top, middle[1]), (line + 1, middle[1], rect.bottom)):
            if 0 <= neighbour < self.line_count:
                colour = self.app.theme.colour_for(LEAF if self._task_state(min(line, neighbour)) == "done" else EDGE)
                pygame.draw.rect(surface, colour, (middle[0] - width // 2, top, width, bottom - top))

    def _paint_disc(self, surface: pygame.Surface, line: int, state: str, middle: tuple[int, int]) -> None:
        theme, side = self.app.theme, self.app.theme.px(3.4)
        disc = theme.cache.get(
            ("station", side, state), lambda: _render_disc(side, *map(theme.colour_for, DISC_COLOURS[state]))
        )
        rect = disc.get_rect(center=middle)
        surface.blit(disc, rect)
        colour = SOFT_INK if state == "open" else PAPER
        if state == "done" or line == len(self._task_ids):  # the last line is the summary of lessons
            icon_name = "ui/check" if state == "done" else "ui/learn"
            icon = self.app.assets.tinted_icon(icon_name, round(0.6 * side), theme.colour_for(colour))
            surface.blit(icon, icon.get_rect(center=middle))
        else:
            theme.text(surface, str(line + 1), "small", colour, rect, "centre")

    def _describe_line(self, line: int) -> str:
        name, side_text = self.line_texts(line)
        done_text = self.app.words("line.done") if self._task_state(line) == "done" else ""
        return ", ".join(filter(None, (f"{line + 1}. {name}", side_text, done_text)))


def _render_disc(side: int, fill: pygame.Color, rim: pygame.Color) -> pygame.Surface:
    inside, edge = hex_of(fill), hex_of(rim)
    half = side / 2
    circle = f'<circle cx="{half}" cy="{half}" r="{half - 1}" fill="{inside}" stroke="{edge}" stroke-width="1.4"/>'
    return render_svg((side, side), circle)
