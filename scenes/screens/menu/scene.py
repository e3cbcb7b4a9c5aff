"""The table from above: the games lie there set up, beside them a sheet with the matches under way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame

import rules
from scenes.app.fonts import Role
from scenes.app.game_card import card_of
from scenes.app.stack import Scene
from scenes.screens.menu.bookmarks import BookmarkSheet
from scenes.screens.menu.tiles import GameTile, place_tiles
from scenes.screens.notices import NoticeSlip
from scenes.ui.button import Button
from scenes.ui.chooser import Chooser
from scenes.ui.form import Form
from scenes.ui.paper import WIDE

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.screens.menu.idle_schedule import Stirring

_KEYS: Final = {pygame.K_F1: "rules_of", pygame.K_n: "new_of", pygame.K_l: "learn_of", pygame.K_p: "puzzles_of"}
"""Keys that mean one game, and the words of what they do with it."""
_SIGNS: Final = frozenset((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.KEYDOWN))
"""Events that tell that somebody is there."""
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class MenuScene(Scene):
    """The lowest scene: where one chooses what to play, goes on with a match, or leaves.

    Its first frame has everything but the boards, which take a while to paint and come in the frames after that.
    """

    def __init__(self, app: App, games: Sequence[str] = ()) -> None:
        """`games`: the keys of those on the table; none: all."""
        super().__init__(app)
        self._games = games or rules.KEYS
        self._aimed: str | None = None
        """Key of the game whose tile the mouse or the focus came to last, as long as it is there."""

    def enter(self) -> None:
        words = self.app.words
        self._form = form = Form(self)
        alone = len(self._games) == 1
        self._tiles = [GameTile(form, key, alone) for key in self._games]
        self._sheet = BookmarkSheet(form, self._games, self._refresh, lambda: self._for_a_game("learn_of"))
        self._slip = NoticeSlip(form, self._refresh)
        self._learn = Button(form, words("menu.learn"), lambda: self._for_a_game("learn_of"), "wood", icon="learn")
        self._puzzles = Button(
            form, words("menu.puzzles"), lambda: self._for_a_game("puzzles_of"), "wood", icon="puzzle"
        )
        self._statistics = Button(form, words("menu.statistics"), self._open_statistics, "wood", icon="chart")
        self._settings = Button(form, words("menu.settings"), self._open_settings, "wood", icon="settings")
        self._quit = Button(form, words("menu.quit"), self.app.quit, "wood", icon="close")
        self._stirring: Stirring | None = None
        """What stirs on the boards, once all of them are painted."""
        self._default()

    def _default(self) -> None:
        """Enter goes on with the newest match, or sets the first game up."""
        self._form.default = self._sheet.newest or self._tiles[0]

    def resumed(self, result: object) -> None:
        self._sheet.read(result)
        self._default()
        self._slip.refresh()
        self._refresh()

    def _refresh(self) -> None:
        self.resize(self.app.size)

    def _open_settings(self) -> None:
        from scenes.screens.settings import SettingsScene

        self.app.stack.push(SettingsScene(self.app))

    def _open_statistics(self) -> None:
        from scenes.screens.statistics.scene import StatisticsScene

        self.app.stack.push(StatisticsScene(self.app))

    # --- one of the games

    def _for_a_game(self, purpose: str) -> None:
        """Show rules, lessons or puzzles of the game that is meant, or set it up; where none is, ask which."""
        from scenes.screens.learn.courses import taught  # not needed before the first frame
        from scenes.screens.learn.puzzlebook import puzzled

        ways = {
            "rules_of": self._read_rules,
            "new_of": self._set_up,
            "learn_of": self._teach,
            "puzzles_of": self._puzzle,
        }
        has = {"learn_of": taught, "puzzles_of": puzzled}
        games = [key for key in self._games if purpose not in has or has[purpose](key)]
        meant = games[0] if len(games) == 1 else self._aimed
        if meant in games:
            ways[purpose](meant)
        elif games:
            self._ask_which(purpose, games, ways[purpose])

    def _ask_which(self, purpose: str, games: Sequence[str], then: Callable[[str], object]) -> None:
        words, theme = self.app.words, self.app.theme
        options: list[tuple[str, str, str | None]] = [(key, words(f"games.{key}.name"), None) for key in games]
        middle = pygame.Rect(0, 0, theme.px(40), 0)
        middle.center = (self.app.size[0] // 2, self.app.size[1] // 3)
        Chooser(self._form, middle, options, then, title=words(f"menu.{purpose}"))

    def _read_rules(self, key: str) -> None:
        from scenes.screens.rulebook import RulebookScene

        self.app.stack.push(RulebookScene(self.app, key))

    def _teach(self, key: str) -> None:
        from scenes.screens.learn.lessons import LessonsScene

        self.app.stack.push(LessonsScene(self.app, key))

    def _puzzle(self, key: str) -> None:
        from scenes.screens.learn.exercises import ExercisesScene
        from scenes.screens.learn.puzzles import PuzzlesScene

        scene = ExercisesScene if card_of(key).training else PuzzlesScene
        self.app.stack.push(scene(self.app, key))

    def _set_up(self, key: str) -> None:
        from scenes.screens.setup.scene import SetupScene

        self.app.stack.push(SetupScene(self.app, key))

    # --- layout

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        window = pygame.Rect((0, 0), size).inflate(-2 * theme.margin, -2 * theme.margin)
        window.height -= (top := self._place_head(window) + theme.px(1.6))
        window.top += top
        if self._slip.visible:
            high = self._slip.natural_height(window.width)
            self._slip.place(pygame.Rect(window.left, window.bottom - high, window.width, high))
            window.height -= high + theme.px(2)
        self._place_paper(window, self._sheet)
        self.dirty()

    def _place_head(self, window: pygame.Rect) -> int:
        """The name, and what is not about one game alone: in one row, without icons where that is narrow, or in two.

        Returns the height of it all in pixels.
        """
        theme = self.app.theme
        self._mark = pygame.Rect(window.left, window.top, theme.px(8), theme.px(8))
        heads = (self._quit, self._settings, self._statistics, self._puzzles, self._learn)
        gap, room = theme.px(2), window.right - self._mark.right
        for bare in (False, True):
            for button in heads:
                button.bare = bare
            fits = sum(button.natural_width() + gap for button in heads) <= room
            if fits:
                break
        rows = (heads,) if fits else (heads[:3], heads[3:])
        for number, row in enumerate(rows):
            right, top = window.right, window.top + theme.px(1) + number * (theme.control + gap)
            for button in row:
                wide = button.natural_width()
                button.rect = pygame.Rect(right - wide, top, wide, theme.control)
                right -= wide + gap
        self._place_name(min(button.rect.left for button in heads) - gap - self._mark.right)
        return max(self._mark.height, len(rows) * (theme.control + gap) - gap)

    def _place_name(self, room: int) -> None:
        theme = self.app.theme
        words = self.app.words("app.title")
        roles: tuple[Role, ...] = ("display", "title")
        self._role = next((role for role in roles if theme.width(words, role) <= room - theme.px(2)), None)

    def _place_paper(self, room: pygame.Rect, paper: BookmarkSheet) -> None:
        """The sheet right of the games, or below them in a narrow window."""
        theme = self.app.theme
        apart = theme.px(2.5)
        if self.app.size[0] > WIDE * self.app.size[1]:
            wide = min(theme.px(54), max(theme.px(38), round(room.width * 0.3)))
            sheet = pygame.Rect(room.right - wide, room.top, wide, paper.fitting_height(wide, room.height))
            sheet.centery = room.centery
            tiles = pygame.Rect(room.left, room.top, room.width - wide - apart, room.height)
        else:
            high = paper.fitting_height(room.width, room.height // 2)
            sheet = pygame.Rect(room.left, room.bottom - high, room.width, high)
            tiles = pygame.Rect(room.left, room.top, room.width, room.height - high - apart)
        place_tiles(self._tiles, tiles, theme.px(3))
        paper.place(sheet)

    # --- what happens

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE:
            return self._sheet.ask_delete()
        if event.type in _SIGNS:
            self._greet()
        focused = self._form.focus_on
        used = self._form.handle(event)
        if event.type == pygame.MOUSEMOTION:
            self._aimed = next((tile.key for tile in self._tiles if tile.hovered), None)
        elif self._form.focus_on is not focused:
            self._aimed = next((tile.key for tile in self._tiles if tile.focused), None)
        if not used and event.type == pygame.KEYDOWN and event.key in _KEYS and not event.mod & _COMMAND:
            self._for_a_game(_KEYS[event.key])
            return True
        return used

    def update(self, dt: float) -> None:
        self._form.update(dt)
        for tile in self._tiles:
            tile.update(dt)
        # One board is painted a frame, so that the person never waits for all of them.
        for tile in self._tiles:
            if not tile.still.ready() and tile.still.update(dt):
                return
        if self._sheet.furnish():
            return
        self._stir()

    def _greet(self) -> None:
        """Somebody is there."""
        if self._stirring is not None:
            self._stirring.greet(self.app.now())

    def _stir(self) -> None:
        """Let one of the games stir, if it is time."""
        if self._stirring is None:
            from scenes.screens.menu.idle_schedule import Stirring  # not needed before the first frame

            self._stirring = Stirring([tile.still.lasts for tile in self._tiles])
            self._greet()
        settings = self.app.settings
        if not settings.small_life or settings.reduced_motion or settings.animation == "off":
            self._stirring.still()
        stirred = self._stirring.at(self.app.now())
        for number, tile in enumerate(self._tiles):
            here = stirred is not None and stirred.number == number
            tile.still.stir(stirred.since / tile.still.lasts if stirred is not None and here else None)

    def covered(self) -> None:
        if self._stirring is not None:
            self._stirring.still()
            self._stir()

    def pace(self) -> float | None:
        unpainted = any(not tile.still.ready() for tile in self._tiles) or self._sheet.bare
        if unpainted and not self.app.assets.resizing:
            return 0.0
        if any(tile.rising() for tile in self._tiles):
            return 0.0
        life = self._stirring.pace(self.app.now()) if self._stirring is not None else 0.0
        return min((pace for pace in (self._form.pace(), life) if pace is not None), default=None)

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.app.theme
        theme.paint_table(surface)
        if surface.get_clip().colliderect(self._mark.inflate(theme.px(100), theme.px(4))):
            self._paint_name(surface)
        self._form.paint(surface)

    def _paint_name(self, surface: pygame.Surface) -> None:
        """The mark, and the name set into the wood like the letters of a board."""
        theme = self.app.theme
        logo = self.app.assets.sprite("ui/logo", self._mark.width)
        surface.blit(logo, self._mark)
        if self._role is None:
            return
        words = self.app.words("app.title")
        left = self._mark.right + theme.px(2)
        for colour, shift in ((theme.groove, -max(1, theme.px(0.14))), (theme.inlaid, 0)):
            name = theme.rendered(words, self._role, colour)
            surface.blit(name, name.get_rect(midleft=(left + shift, self._mark.centery + shift - theme.px(0.4))))
