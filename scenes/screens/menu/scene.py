"""The menu: the games set up on a table, and a sheet with the unfinished matches."""

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
from scenes.table.requests import OpenRulebook, OpenSettings, OpenSetup
from scenes.ui.base import Widget
from scenes.ui.button import Button
from scenes.ui.form_scene import WIDE, FormScene
from scenes.ui.layout import Area, Cell, Column, Row, fixed_size, share, space, spring
from scenes.ui.popup_list import Chooser

if TYPE_CHECKING:
    from scenes.screens.menu.idle_schedule import IdleSchedule

GAME_KEYS: Final = {pygame.K_F1: "rules_of", pygame.K_n: "new_of"}
"""Keys that act on one game, with the words for that."""
STUDY_KEYS: Final = {pygame.K_l: "lessons", pygame.K_p: "puzzles"}
_SIGNS: Final = frozenset((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.KEYDOWN))
_LARGE: Final = 0.4
"""A board is large from this share of the side of a square with the area of a game's equal part of the room."""
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class MenuScene(FormScene):
    """The menu of games and matches; the boards appear in the frames after the first."""

    def __init__(self, app: AppContext, games: Sequence[str] = ()) -> None:
        """`games` are the keys of those on the table, by default all."""
        super().__init__(app)
        self._games = games or rules.KEYS
        self._aimed: str | None = None  # aimed at by mouse or focus
        self._ahead_for: object = None  # window, looks and language of the pictures painted in advance

    def fill(self) -> None:
        words, form = self.app.words, self.form
        self._name = AppTitle(form)
        self._tiles = [GameTile(form, key, len(self._games) == 1) for key in self._games]
        self._sheet = BookmarkSheet(form, self._games, lambda: self._study("lessons"))
        self._toast = NoticeToast(form)
        acts: tuple[tuple[str, Callable[[], object], str], ...] = (
            ("learn", lambda: self._study("lessons"), "learn"),
            ("puzzles", lambda: self._study("puzzles"), "puzzle"),
            ("statistics", lambda: open_screen(self.app, OpenStatistics()), "chart"),
            ("settings", lambda: open_screen(self.app, OpenSettings()), "settings"),
            ("quit", self.app.quit, "close"),
        )
        self._heads = [Button(form, words(f"menu.{name}"), act, "wood", icon=icon) for name, act, icon in acts]
        self._idle: IdleSchedule | None = None
        self._default()

    def _default(self) -> None:
        self.form.default = self._sheet.newest or self._tiles[0]

    def on_resume(self, result: object) -> None:
        self._sheet.read()
        self._default()
        self._toast.refresh()
        self.resize(self.app.size)

    # --- one of the games

    def _for_a_game(self, purpose: str) -> None:
        def show(key: str) -> None:
            open_screen(self.app, OpenRulebook(key) if purpose == "rules_of" else OpenSetup(key))

        meant = self._games[0] if len(self._games) == 1 else self._aimed
        if meant is not None:
            show(meant)
        else:
            words = self.app.words
            options: list[tuple[str, str, str | None]] = [(key, words.game(key), None) for key in self._games]
            Chooser(self.form, None, options, show, title=words(f"menu.{purpose}"))

    def _study(self, kind: str) -> None:
        """Show lessons or puzzles of the aimed game, else of the one seen, played or studied last."""
        from scenes.screens.learn.tasks import (  # not for the first frame
            LESSONS,
            find_last_game,
            has_tasks,
            list_latest_games,
        )

        app, games = self.app, [key for key in self._games if has_tasks(key, kind)]
        meant = [self._aimed, app.game, *find_last_game(app.storage), *list_latest_games(app, kind, games), *games]
        if games:
            first = next(key for key in meant if key in games)
            open_screen(app, OpenLessons(first) if kind == LESSONS else OpenPuzzles(first))

    # --- layout

    def resize(self, size: tuple[int, int]) -> None:
        px, keys = self.app.theme.px, self._keys()
        high = max(self._name.natural_height(0) if self._name.visible else 0, keys.natural_height(0))
        head = Row(share(self._name), space(px(2)), Column(space(px(1)), keys))
        self.fill_window(
            Column(fixed_size(head, high), space(px(1.6)), share(Area(self._place_games)), space(px(2)), self._toast)
        )

    def _keys(self) -> Cell:
        theme = self.app.theme
        gap, room = theme.px(0.8 if theme.tight else 2), self.app.size[0] - 2 * theme.margin
        room -= 0 if theme.tight else self._name.side()
        self._name.visible = not theme.tight
        row = Row(*self._heads, gap=gap)
        for bare in (False, True):
            for key in self._heads:
                key.bare = bare
            if row.natural_width() + gap <= room:
                return row
        return Column(Row(spring(), *self._heads[2:], gap=gap), Row(spring(), *self._heads[:2], gap=gap), gap=gap)

    def _place_games(self, room: pygame.Rect) -> None:
        """Let the sheet say as much as leaves large boards; if none are large, what leaves the largest."""
        gap = self.app.theme.px(1.2 if self.app.theme.tight else 3)
        large = _LARGE * (room.width * room.height / len(self._tiles)) ** 0.5
        plans = []
        for area, sheet in self._divided(room):
            plans.append((plan_tiles(self._tiles, area, gap), area, sheet))
            if plans[-1][0].side >= large:
                break
        else:
            plans.sort(key=lambda one: one[0].side)
        plan, area, sheet = plans[-1]
        place_tiles(plan, area, gap)
        self._sheet.place(sheet)

    def _divided(self, room: pygame.Rect) -> Iterator[tuple[pygame.Rect, pygame.Rect]]:
        """Return areas for games and sheet: side by side in a wide window, else with an ever lower sheet below."""
        theme, paper = self.app.theme, self._sheet
        apart = theme.px(2.5)
        below = paper.heights(room.width)
        if self.app.size[0] > WIDE * self.app.size[1]:
            wide = min(theme.px(54), max(theme.px(30 if theme.tight else 38), round(room.width * 0.3)))
            beside = paper.heights(wide)[:-1]
            sheet = pygame.Rect(0, 0, wide, next((high for high in beside if high <= room.height), beside[-1]))
            sheet.midright = room.midright
            yield pygame.Rect(room.topleft, (sheet.left - apart - room.left, room.height)), sheet
            below = below[-1:]
        for number, high in enumerate(below, 1):
            if high <= room.height // 2 or number == len(below):
                sheet = pygame.Rect(room.left, room.bottom - high, room.width, high)
                yield pygame.Rect(room.topleft, (room.width, room.height - high - apart)), sheet

    # --- what happens

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE:
            return self._sheet.ask_delete()
        if event.type == pygame.WINDOWFOCUSGAINED and self.app.storage.unread:
            self.on_resume(None)
        if event.type in _SIGNS:
            self._greet()
        focused = self.form.focus_on
        used = self.form.handle(event)
        if event.type == pygame.MOUSEMOTION:
            self._aimed = next((tile.key for tile in self._tiles if tile.hovered), None)
        elif self.form.focus_on is not focused:
            self._aimed = next((tile.key for tile in self._tiles if tile.has_focus), None)
        if used or event.type != pygame.KEYDOWN or event.mod & _COMMAND:
            return used
        if event.key in GAME_KEYS:
            self._for_a_game(GAME_KEYS[event.key])
        elif event.key in STUDY_KEYS:
            self._study(STUDY_KEYS[event.key])
        return event.key in GAME_KEYS or event.key in STUDY_KEYS

    def update(self, dt: float) -> None:
        self.form.update(dt)
        for tile in self._tiles:
            tile.update(dt)
        begun = self.app.now()
        for tile in self._tiles:
            if tile.picture.update() and self.app.now() > begun + PAINTING_SECONDS:
                return
        if not self.is_complete:
            return
        numb = [tile.picture.prepare_animation for tile in self._tiles if tile.picture.needs_preparation]
        if numb:
            self.app.chores.extend(one for one in numb if one not in self.app.chores)
        else:
            self._animate()

    def _greet(self) -> None:
        if self._idle is not None:
            self._idle.note_activity(self.app.now())

    def _animate(self) -> None:
        if self._idle is None:
            from scenes.screens.menu.idle_schedule import IdleSchedule  # not needed before the first frame

            self._idle = IdleSchedule([tile.picture.animation_seconds for tile in self._tiles])
            self._greet()
        app, dress = self.app, (self.app.whole, self.app.assets.looks, self.app.words.language)
        if dress != self._ahead_for and not app.assets.resizing:
            self._ahead_for = dress
            app.chores.append(self._paint_ahead)
        settings = self.app.settings
        if not settings.small_life or settings.reduced_motion or settings.animation == "off":
            self._idle.stop()
        playing = self._idle.at(self.app.now())
        for number, tile in enumerate(self._tiles):
            here = playing is not None and playing[0] == number
            tile.picture.animate(
                playing[1] / tile.picture.animation_seconds if playing is not None and here else None
            )

    def _paint_ahead(self) -> None:
        from scenes.screens import ahead

        ahead.begin(self.app)

    @property
    def is_complete(self) -> bool:
        return all(tile.picture.is_ready() for tile in self._tiles)

    def leave(self) -> None:
        from scenes.app import first_frame

        if self.is_complete:
            first_frame.keep(self, self._rest)

    def _rest(self) -> None:
        self.on_resume(None)
        self.on_cover()
        self.update(1.0)

    def on_cover(self) -> None:
        if self._idle is not None:
            self._idle.stop()
            self._animate()
        if not self.is_complete:
            self.app.chores.append(self._paint_boards)

    def _paint_boards(self) -> None:
        """Paint the next board while other scenes cover the menu; repeat for the rest."""
        if self.is_complete or self.app.stack.top is self or self not in self.app.stack.scenes:
            return
        if any(tile.picture.update() for tile in self._tiles):
            self.app.dirty()
        self.app.chores.append(self._paint_boards)

    def pace(self) -> float | None:
        if not self.is_complete and not self.app.assets.resizing:
            return 0.0
        if any(tile.is_rising() for tile in self._tiles):
            return 0.0
        if self._idle is None:
            return self.form.pace() if any(tile.picture.needs_preparation for tile in self._tiles) else 0.0
        life = self._idle.pace(self.app.now())
        return min((pace for pace in (self.form.pace(), life) if pace is not None), default=None)


class AppTitle(Widget):
    """The logo and, where it fits, the app's name as if inlaid in the wood."""

    touchable = False
    is_readable = True

    def spoken(self) -> str:
        return self.form.scene.app.words("app.title")

    def side(self) -> int:  # side of the logo in pixels
        return self.theme.px(8)

    def natural_height(self, width: int) -> int:
        return self.side()

    def paint(self, surface: pygame.Surface) -> None:
        theme, app = self.theme, self.form.scene.app
        side = self.side()
        mark = pygame.Rect(self.rect.topleft, (side, side))
        surface.blit(app.assets.sprite("ui/logo", side), mark)
        words, room = app.words("app.title"), self.rect.width - side - theme.px(2)
        roles: tuple[Role, ...] = ("display", "title")
        role = next((role for role in roles if theme.width(words, role) <= room), None)
        if role is None:
            return
        left = mark.right + theme.px(2)
        for colour, shift in ((theme.groove, -max(1, theme.px(0.14))), (theme.inlaid, 0)):
            name = theme.render_text(words, role, colour)
            surface.blit(name, name.get_rect(midleft=(left + shift, mark.centery + shift - theme.px(0.4))))
