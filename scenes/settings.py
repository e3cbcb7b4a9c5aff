"""What the person may choose for all games. Every change is kept and takes effect at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from rules import GAMES
from rules.ai import search
from scenes.lang import LANGUAGES
from scenes.lettering import Role
from scenes.paper import PaperScene, row_height
from scenes.tables import table_of
from scenes.theme import BRASS, EDGE, INK, OXBLOOD, SOFT_INK
from scenes.version import VERSION
from scenes.widgets.base import Group, Widget
from scenes.widgets.choice import Choice
from scenes.widgets.label import Label
from scenes.widgets.row import Row
from scenes.widgets.scroll import ScrollGroup
from scenes.widgets.slider import Slider
from scenes.widgets.stepper import Stepper
from scenes.widgets.switch import Switch

if TYPE_CHECKING:
    from scenes.app import App

_BOARDS: Final = ("maple", "green", "slate")
_ANIMATIONS: Final = ("normal", "fast", "off")
_TWO_COLUMNS: Final = 92.0
"""From this width of the sheet on, in u, there are two columns."""


class SettingsScene(PaperScene):
    """A sheet of switches, in two columns where there is room."""

    widest = 132.0

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._volume_moved = False

    def title(self) -> str:
        return self.app.words("settings.title")

    def fill(self) -> None:
        self._strip = ScrollGroup(self.sheet)
        self._left: list[Widget] = []
        self._right: list[Widget] = []
        self._fill_words()
        self._fill_sound()
        self._fill_motion()
        self._fill_table()
        self._fill_about()

    # --- the rows

    def _head(self, column: list[Widget], key: str) -> None:
        column.append(Label(self._strip, self.app.words(key), "subheading"))

    def _switch(self, column: list[Widget], key: str, name: str) -> Switch:
        """A switch for the setting `name`."""
        settings = self.app.settings
        switch = Switch(self._strip, self.app.words(key), getattr(settings, name), lambda on: self._set(name, on))
        column.append(switch)
        return switch

    def _fill_words(self) -> None:
        words, settings, column = self.app.words, self.app.settings, self._left
        self._head(column, "settings.words")
        languages = list(LANGUAGES.items())
        column.append(
            Choice(self._strip, words("settings.language"), languages, settings.language, self._setter("language"))
        )
        column.append(
            Stepper(
                self._strip,
                words("settings.text_scale"),
                settings.text_scale,
                100,
                150,
                lambda value: self._set("text_scale", value),
                step=10,
                format=self._per_cent,
            )
        )
        self._full_screen = self._switch(column, "settings.full_screen", "full_screen")

    def _fill_sound(self) -> None:
        words, settings, column = self.app.words, self.app.settings, self._left
        self._head(column, "settings.sound")
        problem = self.app.sound.problem
        if problem is not None:
            column.append(Label(self._strip, words(problem), "italic", OXBLOOD))
        volume = words("settings.volume")
        column.append(Slider(self._strip, volume, settings.volume, 0, 100, self._set_volume, self._per_cent, step=5))
        self._switch(column, "settings.muted", "muted")

    def _fill_motion(self) -> None:
        words, column = self.app.words, self._left
        self._head(column, "settings.motion")
        speeds = [(name, words(f"settings.animation_{name}")) for name in _ANIMATIONS]
        label, now = words("settings.animation"), self.app.settings.animation
        column.append(Choice(self._strip, label, speeds, now, self._setter("animation")))
        self._switch(column, "settings.reduced_motion", "reduced_motion")

    def _fill_table(self) -> None:
        words, column = self.app.words, self._right
        self._head(column, "settings.table")
        boards = [(name, words(f"settings.board_{name}")) for name in _BOARDS]
        column.append(BoardChoice(self._strip, boards, self.app.settings.board, self._setter("board")))
        self._switch(column, "settings.legal_targets", "legal_targets")
        self._switch(column, "settings.turn_board", "turn_board")
        self._switch(column, "settings.confirm_resign", "confirm_resign")

    def _fill_about(self) -> None:
        words, column = self.app.words, self._right
        self._head(column, "settings.about")
        compiled = not str(search.__file__).endswith((".py", ".pyc"))
        for text in (
            words("settings.version", version=VERSION),
            words("settings.compiled" if compiled else "settings.interpreted"),
            words("settings.fonts"),
            words("settings.parts"),
            words("settings.folder", folder=self.app.storage.data),
        ):
            column.append(Label(self._strip, text, "small", SOFT_INK, valign="top"))

    def _per_cent(self, value: int) -> str:
        return self.app.words("settings.per_cent", n=value)

    # --- what is set

    def _setter(self, name: str) -> Callable[[str], None]:
        return lambda value: self._set(name, value)

    def _set(self, name: str, value: object) -> None:
        """Keep a setting. A new language makes the sheet anew: the focus stays where it was."""
        order = list(self.form.walk())
        here = order.index(self.form.focus_on) if self.form.focus_on in order else None
        setattr(self.app.settings, name, value)
        self.app.settings_changed()
        if name == "muted":
            self.app.sound.play("place")
        if name == "language" and here is not None:
            self.form.focus(list(self.form.walk())[here])

    def _set_volume(self, value: int) -> None:
        self.app.settings.volume = value
        self._volume_moved = True

    def _keep_volume(self) -> None:
        """The knob was let go: keep the volume, and let it be heard."""
        if self._volume_moved:
            self._volume_moved = False
            self.app.settings_changed()
            self.app.sound.play("place")

    def leave(self) -> None:
        self._keep_volume()

    def handle(self, event: pygame.event.Event) -> bool:
        used = super().handle(event)
        if event.type in (pygame.MOUSEBUTTONUP, pygame.KEYUP):
            self._keep_volume()
        return used

    # --- layout

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        self._full_screen.on = self.app.settings.full_screen
        two = inner.width >= theme.px(_TWO_COLUMNS - 6)
        for bar in (0, self._strip.scroll.bar_width() + theme.gap):
            room = pygame.Rect(inner.left, inner.top, inner.width - bar, inner.height)
            places = self._columns(room) if two else self._laid_out([*self._left, *self._right], room)
            height = max(rect.bottom for _, rect in places) - inner.top
            if height <= inner.height:
                break
        self._strip.open(inner, height)
        for widget, rect in places:
            self._strip.place(widget, rect)

    def _columns(self, room: pygame.Rect) -> list[tuple[Widget, pygame.Rect]]:
        gap = self.app.theme.px(5)
        half = (room.width - gap) // 2
        left = pygame.Rect(room.left, room.top, half, room.height)
        right = pygame.Rect(room.right - half, room.top, half, room.height)
        return self._laid_out(self._left, left) + self._laid_out(self._right, right)

    def _laid_out(self, widgets: list[Widget], column: pygame.Rect) -> list[tuple[Widget, pygame.Rect]]:
        """The widgets below one another from the top of `column`."""
        theme = self.app.theme
        places: list[tuple[Widget, pygame.Rect]] = []
        top = column.top
        for widget in widgets:
            if isinstance(widget, Label):
                if widget.role == "subheading" and places:
                    top += theme.px(1.8)
                high, space = widget.natural_height(column.width), theme.px(0.7)
            elif isinstance(widget, BoardChoice):
                high, space = widget.natural_height(column.width), theme.px(1.2)
            else:
                assert isinstance(widget, Row)
                high, space = row_height(widget, column.width), theme.px(1.2)
            places.append((widget, pygame.Rect(column.left, top, column.width, high)))
            top += high + space
        return places


class BoardChoice(Row):
    """Pictures of the boards to choose from, each with its name below."""

    def __init__(
        self, parent: Group, boards: list[tuple[str, str]], value: str, on_change: Callable[[str], object]
    ) -> None:
        """`boards` are pairs of a value and its words."""
        super().__init__(parent, "")
        self._boards = boards
        self._value = value
        self._on_change = on_change
        self._pointed: int | None = None
        self._folder = table_of(GAMES[0].key).emblems[0].partition("/")[0]

    def natural_height(self, width: int) -> int:
        """The height in pixels that pictures and names need."""
        return self._side(width) + self.theme.line("body") + self.theme.px(1)

    def _side(self, width: int) -> int:
        """Side of a picture in pixels."""
        gap = self.theme.px(2.4)
        return min(self.theme.px(15), (width - gap * (len(self._boards) - 1)) // len(self._boards))

    def _place(self, index: int) -> pygame.Rect:
        side, count = self._side(self.rect.width), len(self._boards)
        step = (self.rect.width - side) // max(1, count - 1)
        return pygame.Rect(self.rect.left + index * step, self.rect.top, side, side)

    def _at(self, pos: tuple[int, int]) -> int | None:
        below = self.rect.bottom
        places = [self._place(index) for index in range(len(self._boards))]
        found = (n for n, place in enumerate(places) if place.left <= pos[0] < place.right and pos[1] < below)
        return next(found, None)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            if event.key not in (pygame.K_LEFT, pygame.K_RIGHT):
                return False
            here = [value for value, _ in self._boards].index(self._value)
            here += 1 if event.key == pygame.K_RIGHT else -1
            self._choose(max(0, min(len(self._boards) - 1, here)))
        elif event.type == pygame.MOUSEMOTION:
            pointed = self._at(event.pos)
            if pointed != self._pointed:
                self._pointed = pointed
                self.dirty()
        elif event.type == pygame.MOUSEBUTTONUP:
            index = self._at(event.pos)
            if index is not None:
                self._choose(index)
        return event.type != pygame.KEYUP

    def _choose(self, index: int) -> None:
        value = self._boards[index][0]
        if value != self._value:
            self._value = value
            self.dirty()
            self.form.play("place")
            self._on_change(value)

    def paint(self, surface: pygame.Surface) -> None:
        theme, assets = self.theme, self.form.scene.app.assets
        for index, (value, words) in enumerate(self._boards):
            place = self._place(index)
            picture = assets.sprite(f"{self._folder}/board-{value}", place.width)
            surface.blit(picture, place)
            chosen = value == self._value
            pointed = self.hovered and index == self._pointed
            if chosen or pointed:
                wide = max(3, theme.px(0.5))
                frame = place.inflate(2 * wide, 2 * wide)
                pygame.draw.rect(surface, BRASS if chosen else EDGE, frame, wide, border_radius=theme.px(0.6))
            below = pygame.Rect(place.left, place.bottom + theme.px(0.8), place.width, theme.line("body"))
            role: Role = "strong" if chosen else "body"
            theme.text(surface, words, role, INK if chosen else SOFT_INK, below, "centre", ellipsis=True)
