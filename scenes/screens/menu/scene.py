"""The menu: a tile for each game, and a sheet with the unfinished matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import pygame

import rules
from scenes.app.fonts import Role
from scenes.app.navigation import open_screen
from scenes.app.stack import AppContext
from scenes.screens.constants import PAINTING_SECONDS
from scenes.screens.menu.bookmarks import BookmarkSheet
from scenes.screens.menu.tiles import GameTile, place_tiles, plan_tiles
from scenes.screens.notices import NoticeToast
from scenes.screens.requests import OpenLessons, OpenPuzzles, OpenStatistics
from scenes.table.screen_requests import OpenRulebook, OpenSettings, OpenSetup
from scenes.ui.base import Widget
from scenes.ui.button import Button
from scenes.ui.form_scene import WIDE, FormScene
from scenes.ui.layout import Area, Cell, Column, Row, filler, fixed_size, space, stretch
from scenes.ui.popup_list import Chooser

if TYPE_CHECKING:
    from scenes.screens.menu.idle_schedule import IdleSchedule

GAME_KEYS: Final = {pygame.K_F1: "rules_of", pygame.K_n: "new_of"}
"""The names of the actions on one game, by key."""
STUDY_KEYS: Final = {pygame.K_l: "lessons", pygame.K_p: "puzzles"}
_ACTIVITY_EVENTS: Final = frozenset((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.KEYDOWN))
_LARGE_BOARD_SHARE: Final = 0.4
"""A board is large if its side is at least this fraction of the square root of the area for each game."""
_COMMAND_KEYS: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class MenuScene(FormScene):
    """The menu of games and matches; boards that aren't stored are painted in the frames after the first."""

    def __init__(self, app: AppContext, games: Sequence[str] = ()) -> None:
        """Show the games with the keys `games`, by default all."""
        super().__init__(app)
        self._games = games or rules.KEYS
        self._aimed_game: str | None = None  # the game under the mouse or with the focus
        self._painted_ahead_for: object = None  # window, looks and language of the pictures painted in advance

    def fill(self) -> None:
        words, form = self.app.words, self.form
        self._title = AppTitle(form)
        self._tiles = [GameTile(form, key, len(self._games) == 1) for key in self._games]
        self._sheet = BookmarkSheet(form, self._games, lambda: self._open_tasks("lessons"))
        self._toast = NoticeToast(form)
        actions: tuple[tuple[str, Callable[[], object], str], ...] = (
            ("learn", lambda: self._open_tasks("lessons"), "learn"),
            ("puzzles", lambda: self._open_tasks("puzzles"), "puzzle"),
            ("statistics", lambda: open_screen(self.app, OpenStatistics()), "chart"),
            ("settings", lambda: open_screen(self.app, OpenSettings()), "settings"),
            ("quit", self.app.quit, "close"),
        )
        self._buttons = [Button(form, words(f"menu.{name}"), act, "wood", icon=icon) for name, act, icon in actions]
        self._idle_schedule: IdleSchedule | None = None
        self._set_default_button()

    def _set_default_button(self) -> None:
        self.form.default = self._sheet.newest or self._tiles[0]

    def on_resume(self, result: object) -> None:
        self._sheet.read()
        self._set_default_button()
        self._toast.refresh()
        self.resize(self.app.size)

    # --- actions on a game

    def _open_for_game(self, purpose: str) -> None:
        """Open the rulebook or the setup of the game that is aimed at, or else ask for a game."""

        def show(key: str) -> None:
            open_screen(self.app, OpenRulebook(key) if purpose == "rules_of" else OpenSetup(key))

        game = self._games[0] if len(self._games) == 1 else self._aimed_game
        if game is not None:
            show(game)
        else:
            words = self.app.words
            options: list[tuple[str, str, str | None]] = [(key, words.game_name(key), None) for key in self._games]
            Chooser(self.form, None, options, show, title=words(f"menu.{purpose}"))

    def _open_tasks(self, kind: str) -> None:
        """Show the lessons or puzzles of the game aimed at, else last opened, else last played, else last studied."""
        # Not loaded for the first frame.
        from scenes.screens.learn.tasks import LESSONS, find_last_game, has_tasks, list_latest_games

        app, games = self.app, [key for key in self._games if has_tasks(key, kind)]
        latest = list_latest_games(app, kind, games)
        preferred = [self._aimed_game, app.game, *find_last_game(app.storage), *latest, *games]
        if games:
            first = next(key for key in preferred if key in games)
            open_screen(app, OpenLessons(first) if kind == LESSONS else OpenPuzzles(first))

    # --- layout

    def resize(self, size: tuple[int, int]) -> None:
        px, buttons = self.app.theme.px, self._button_layout()
        height = max(self._title.natural_height(0) if self._title.visible else 0, buttons.natural_height(0))
        head = fixed_size(Row(stretch(self._title), space(px(2)), Column(space(px(1)), buttons)), height)
        self.fill_window(Column(head, space(px(1.6)), stretch(Area(self._place_games)), space(px(2)), self._toast))

    def _button_layout(self) -> Cell:
        """Return the layout of the buttons: a row, if need be without icons, or two rows; hide the title if tight."""
        theme = self.app.theme
        gap, room = theme.px(0.8 if theme.tight else 2), self.app.size[0] - 2 * theme.margin
        room -= 0 if theme.tight else self._title.logo_side()
        self._title.visible = not theme.tight
        row = Row(*self._buttons, gap=gap)
        for bare in (False, True):
            for button in self._buttons:
                button.is_icon_hidden = bare
            if row.natural_width() + gap <= room:
                return row
        rows = (Row(filler(), *buttons, gap=gap) for buttons in (self._buttons[2:], self._buttons[:2]))
        return Column(*rows, gap=gap)

    def _place_games(self, room: pygame.Rect) -> None:
        """Place tiles and sheet: the highest sheet that leaves large boards, else the one with the largest boards."""
        gap = self.app.theme.px(1.2 if self.app.theme.tight else 3)
        large_side = _LARGE_BOARD_SHARE * (room.width * room.height / len(self._tiles)) ** 0.5
        plans = []
        for area, sheet_rect in self._candidate_areas(room):
            plans.append((plan_tiles(self._tiles, area, gap), area, sheet_rect))
            if plans[-1][0].side >= large_side:
                break
        else:
            plans.sort(key=lambda plan_of_area: plan_of_area[0].side)
        plan, area, sheet_rect = plans[-1]
        place_tiles(plan, area, gap)
        self._sheet.place(sheet_rect)

    def _candidate_areas(self, room: pygame.Rect) -> Iterator[tuple[pygame.Rect, pygame.Rect]]:
        """Yield areas for games and sheet: side by side in a wide window, then with ever lower sheets below."""
        theme, sheet_widget = self.app.theme, self._sheet
        gap = theme.px(2.5)
        below = sheet_widget.heights(room.width)
        if self.app.size[0] > WIDE * self.app.size[1]:
            width = min(theme.px(54), max(theme.px(30 if theme.tight else 38), round(room.width * 0.3)))
            beside = sheet_widget.heights(width)[:-1]  # without the height of a single line
            height = next((height for height in beside if height <= room.height), beside[-1])
            sheet_rect = pygame.Rect(0, 0, width, height)
            sheet_rect.midright = room.midright
            yield pygame.Rect(room.topleft, (sheet_rect.left - gap - room.left, room.height)), sheet_rect
            below = below[-1:]  # the height of a single line
        for number, height in enumerate(below, 1):
            if height <= room.height // 2 or number == len(below):
                sheet_rect = pygame.Rect(room.left, room.bottom - height, room.width, height)
                yield pygame.Rect(room.topleft, (room.width, room.height - height - gap)), sheet_rect

    # --- events and time

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE:
            return self._sheet.ask_delete()
        if event.type == pygame.WINDOWFOCUSGAINED and self.app.storage.unread:  # perhaps readable again
            self.on_resume(None)
        if event.type in _ACTIVITY_EVENTS:
            self._note_activity()
        focused = self.form.focus_on
        is_used = self.form.handle(event)
        if event.type == pygame.MOUSEMOTION:
            self._aimed_game = next((tile.key for tile in self._tiles if tile.hovered), None)
        elif self.form.focus_on is not focused:
            self._aimed_game = next((tile.key for tile in self._tiles if tile.has_focus), None)
        if is_used or event.type != pygame.KEYDOWN or event.mod & _COMMAND_KEYS:
            return is_used
        if event.key in GAME_KEYS:
            self._open_for_game(GAME_KEYS[event.key])
        elif event.key in STUDY_KEYS:
            self._open_tasks(STUDY_KEYS[event.key])
        return event.key in GAME_KEYS or event.key in STUDY_KEYS

    def update(self, dt: float) -> None:
        self.form.update(dt)
        for tile in self._tiles:
            tile.update(dt)
        started_at = self.app.now()
        for tile in self._tiles:  # the boards that don't fit in this frame are painted in the next
            if tile.picture.update() and self.app.now() > started_at + PAINTING_SECONDS:
                return
        if not self.has_all_boards:
            return
        unprepared = [tile.picture.prepare_animation for tile in self._tiles if tile.picture.needs_preparation]
        if unprepared:
            self.app.chores.extend(task for task in unprepared if task not in self.app.chores)
        else:
            self._animate()

    def _note_activity(self) -> None:
        if self._idle_schedule is not None:
            self._idle_schedule.note_activity(self.app.now())

    def _animate(self) -> None:
        """Show the idle animations as they are now; have screens painted ahead for a new look, size or language."""
        if self._idle_schedule is None:
            from scenes.screens.menu.idle_schedule import IdleSchedule  # not needed before the first frame

            self._idle_schedule = IdleSchedule([tile.picture.animation_seconds for tile in self._tiles])
            self._note_activity()
        app, painted_for = self.app, (self.app.window_size, self.app.assets.looks, self.app.words.language)
        if painted_for != self._painted_ahead_for and not app.assets.resizing:
            self._painted_ahead_for = painted_for
            app.chores.append(self._start_painter)
        settings = self.app.settings
        if not settings.small_life or settings.reduced_motion or settings.animation == "off":
            self._idle_schedule.stop()
        running = self._idle_schedule.advance(self.app.now())
        for number, tile in enumerate(self._tiles):
            picture, is_running = tile.picture, running is not None and running[0] == number
            picture.animate(running[1] / picture.animation_seconds if running is not None and is_running else None)

    def _start_painter(self) -> None:
        from scenes.screens import paint_ahead

        paint_ahead.start_painter(self.app)

    @property
    def has_all_boards(self) -> bool:
        return all(tile.picture.is_ready() for tile in self._tiles)

    def leave(self) -> None:
        from scenes.app import first_frame

        if self.has_all_boards:
            first_frame.store_picture(self, self._settle)

    def _settle(self) -> None:
        """Bring the menu to the state in which its picture is stored for the next start."""
        self.on_resume(None)
        self.on_cover()
        self.update(1.0)  # seconds, in which every tile comes to rest

    def on_cover(self) -> None:
        if self._idle_schedule is not None:
            self._idle_schedule.stop()
            self._animate()
        if not self.has_all_boards:
            self.app.chores.append(self._paint_boards)

    def _paint_boards(self) -> None:
        """Paint the next board while other scenes cover the menu, and go on with the others when the app is idle."""
        if self.has_all_boards or self.app.stack.top is self or self not in self.app.stack.scenes:
            return
        if any(tile.picture.update() for tile in self._tiles):
            self.app.dirty()
        self.app.chores.append(self._paint_boards)

    def wait_seconds(self) -> float | None:
        is_painting = not self.has_all_boards and not self.app.assets.resizing
        if is_painting or any(tile.is_moving() for tile in self._tiles):
            return 0.0
        if self._idle_schedule is None:  # made in the frame after all animations are prepared
            return self.form.wait_seconds() if any(tile.picture.needs_preparation for tile in self._tiles) else 0.0
        idle_wait = self._idle_schedule.wait_seconds(self.app.now())
        return min((wait for wait in (self.form.wait_seconds(), idle_wait) if wait is not None), default=None)


class AppTitle(Widget):
    """The logo and, if there is room, the app's name, which looks inlaid in the wood."""

    takes_mouse = False
    is_readable = True

    def describe(self) -> str:
        return self.form.scene.app.words("app.title")

    def logo_side(self) -> int:  # in pixels
        return self.theme.px(8)

    def natural_height(self, width: int) -> int:
        return self.logo_side()

    def paint(self, surface: pygame.Surface) -> None:
        theme, app = self.theme, self.form.scene.app
        side = self.logo_side()
        logo = pygame.Rect(self.rect.topleft, (side, side))
        surface.blit(app.assets.sprite("ui/logo", side), logo)
        title, room = app.words("app.title"), self.rect.width - side - theme.px(2)
        roles: tuple[Role, ...] = ("display", "title")
        role = next((role for role in roles if theme.width(title, role) <= room), None)
        if role is None:
            return
        left = logo.right + theme.px(2)
        for colour, shift in ((theme.groove, -max(1, theme.px(0.14))), (theme.inlaid, 0)):
            name = theme.render_text(title, role, colour)
            surface.blit(name, name.get_rect(midleft=(left + shift, logo.centery + shift - theme.px(0.4))))
