"""Before a match: who sits where, which game exactly, which clock."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

import pygame

from rules import find
from rules.ai.levels import LEVELS
from rules.contract import AnyGame, AnyPosition
from rules.record import Player
from scenes.agreement import INCREMENTS, LONGEST_NAME, MINUTES, PACES, Agreement, kinds
from scenes.paper import PaperScene, row_height
from scenes.still import Still
from scenes.tables import table_of
from scenes.theme import SOFT_INK
from scenes.widgets.base import Group, Widget
from scenes.widgets.button import Button
from scenes.widgets.choice import Choice
from scenes.widgets.field import TextField
from scenes.widgets.label import Label
from scenes.widgets.row import Row
from scenes.widgets.scroll import ScrollGroup
from scenes.widgets.switch import Switch

if TYPE_CHECKING:
    from scenes.app import App

PACE: Final = "Pace"
"""The record's header for the seconds between turns when computers play each other."""
_NARROWEST_PICTURE: Final = 30.0
"""Where there is less room beside the sheet, in u, the board isn't shown."""


class SetupScene(PaperScene):
    """A sheet to fill in beside the board as it will stand. `position` is a position text to begin from instead."""

    widest = 74.0

    def __init__(self, app: App, key: str, position: str | None = None) -> None:
        """Raises PositionError when `position` can't be read, KeyError when there is no game `key`."""
        super().__init__(app)
        game = find(key)
        if game is None:
            raise KeyError(key)
        self._game: AnyGame = game
        self._position: AnyPosition | None = game.read(position) if position is not None else None
        self._levels = [level.number for level in LEVELS[key]]
        self._agreed = Agreement.remembered(app.settings, game, self._levels)
        self._still = Still(app, key, self._shown())
        self._picture: pygame.Rect | None = None

    def title(self) -> str:
        return self.app.words(f"games.{self._game.key}.name")

    def _shown(self) -> AnyPosition:
        """The position that the match begins with."""
        return (
            self._position
            if self._position is not None
            else self._game.start(self._options(), self._game.seats.start)
        )

    def _options(self) -> Any:
        return self._game.options(**self._agreed.options)

    # --- the sheet

    def fill(self) -> None:
        words = self.app.words
        self._strip = ScrollGroup(self.sheet)
        self._rows: list[Widget] = []
        self._say("setup.players")
        self._seats = [Seat(self, seat) for seat in range(len(self._agreed.chairs))]
        self._lot = Switch(self._strip, words("setup.lot"), self._agreed.by_lot, self._set_lot)
        self._swap = Button(self._strip, words("setup.swap"), self._swap_sides, icon="flip")
        self._say("setup.game")
        if self._position is None:
            for name, kind in kinds(self._game).items():
                self._rows.append(self._option(name, kind))
        else:
            self._rows.append(Label(self._strip, self._told_position(), "italic", SOFT_INK))
        self._clock_rows()
        self._start = Button(self.sheet, words("setup.start"), self._begin, "primary", icon="play")
        self.form.default = self._start
        self._tell()

    def _say(self, key: str) -> None:
        self._rows.append(Label(self._strip, self.app.words(key), "subheading"))

    def _option(self, name: str, kind: Any) -> Row:
        """The row of one option: a switch, or a choice of its words."""
        words, stem = self.app.words, f"games.{self._game.key}"
        value = self._agreed.options[name]
        label = words(f"{stem}.option.{name}")
        if kind is bool:
            switch = Switch(self._strip, label, value, lambda on: self._set_option(name, on))
            switch.share = 0.8
            return switch
        choices = [(str(one), words(f"{stem}.value.{name}.{one}")) for one in kind]
        by_word = {str(one): one for one in kind}
        return Choice(self._strip, label, choices, str(value), lambda word: self._set_option(name, by_word[word]))

    def _clock_rows(self) -> None:
        words, agreed = self.app.words, self._agreed
        minutes = [(str(n), words("setup.minutes", n=n) if n else words("setup.clock_none")) for n in MINUTES]
        self._clock = Choice(self._strip, words("setup.clock"), minutes, str(agreed.minutes), self._set_minutes)
        added = [(str(n), words("setup.seconds", n=n)) for n in INCREMENTS]
        self._added = Choice(self._strip, words("setup.increment"), added, str(agreed.increment), self._set_increment)
        paces = [(str(n), words("setup.seconds", n=_number(words.language, n))) for n in PACES]
        self._pace = Choice(self._strip, words("setup.pace"), paces, str(agreed.pace), self._set_pace)
        self._rows += [self._clock, self._added, self._pace]

    def _told_position(self) -> str:
        words, position = self.app.words, self._position
        assert position is not None
        seat = words(f"games.{self._game.key}.seat.{position.to_move}")
        return words("setup.from_position") + " " + words("setup.to_move", seat=seat)

    # --- what is set

    def _set_lot(self, on: bool) -> None:
        self._agreed.by_lot = on
        self._tell()

    def _set_option(self, name: str, value: Any) -> None:
        self._agreed.options[name] = value
        self._still.show(self._shown())

    def _set_minutes(self, value: str) -> None:
        self._agreed.minutes = int(value)
        self._tell()

    def _set_increment(self, value: str) -> None:
        self._agreed.increment = int(value)

    def _set_pace(self, value: str) -> None:
        self._agreed.pace = float(value)

    def _swap_sides(self) -> None:
        self._agreed.chairs.reverse()
        self._tell()

    def tell_kind(self) -> None:
        """Somebody else sits somewhere now."""
        self._tell()

    def _tell(self) -> None:
        """Bring everything that depends on something else up to date."""
        agreed = self._agreed
        self._swap.enabled = not agreed.by_lot
        self._added.enabled = agreed.minutes > 0
        for seat in self._seats:
            seat.tell()
        pace = not agreed.persons
        if pace != self._pace.visible:
            self._pace.visible = pace
            if self.sheet.rect.width:
                self.resize(self.app.size)

    def seat_name(self, seat: int) -> str:
        """What a seat is called on the sheet."""
        words = self.app.words
        if self._agreed.by_lot:
            return words("setup.by_lot_seat", n=seat + 1)
        name = words(f"games.{self._game.key}.seat.{seat}")
        first = self._shown().to_move
        return words("setup.seat_begins", seat=name) if seat == first else name

    def usual_name(self, seat: int) -> str:
        """The name of a person who gives none."""
        words, persons = self.app.words, self._agreed.persons
        return (
            words("setup.default_names", n=persons.index(seat) + 1)
            if len(persons) > 1
            else words("setup.default_name")
        )

    @property
    def agreed(self) -> Agreement:
        """What has been chosen so far."""
        return self._agreed

    @property
    def key(self) -> str:
        """The game's key."""
        return self._game.key

    @property
    def levels(self) -> list[int]:
        """The levels of the computer in this game."""
        return self._levels

    @property
    def strip(self) -> ScrollGroup:
        """What the rows lie on."""
        return self._strip

    # --- the match

    def _begin(self) -> None:
        """Lay the match on the table."""
        from scenes.match import MatchScene
        from scenes.sitting import Sitting

        app, agreed = self.app, self._agreed
        agreed.remember(app.settings, self._game)
        app.storage.save_settings(app.settings)
        players = [self._player(seat) for seat in range(len(agreed.chairs))]
        if agreed.by_lot:
            random.shuffle(players)
        sitting = Sitting.begin(
            app.storage, self._game, self._options(), tuple(players), agreed.control(), self._position
        )
        if not agreed.persons:
            sitting.record.extra[PACE] = f"{agreed.pace:g}"
        app.sound.play("start")
        app.stack.replace(MatchScene(app, sitting))

    def _player(self, seat: int) -> Player:
        chair = self._agreed.chairs[seat]
        if chair.kind == "computer":
            return Player("computer", self.app.words(f"level.{chair.level}.name"), chair.level)
        return Player("person", " ".join(chair.name.split()) or self.usual_name(seat))

    # --- layout

    def around(self, size: tuple[int, int]) -> pygame.Rect:
        """The sheet at the right, the board left of it where there is room."""
        theme = self.app.theme
        sheet = super().around(size)
        beside = size[0] - 2 * theme.margin - sheet.width - theme.px(3)
        if beside < theme.px(_NARROWEST_PICTURE):
            self._picture = None
            return sheet
        sheet.right = size[0] - theme.margin
        left = pygame.Rect(theme.margin, theme.margin, beside, size[1] - 2 * theme.margin)
        self._still.place(left)
        spare = left.width - self._still.rect.width
        if spare > 0:
            shift = min(spare // 2, theme.px(8)) // 2
            sheet.left -= shift
            self._still.place(left.move(-shift, 0) if spare > 2 * shift else left)
        self._picture = self._still.rect
        return sheet

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        gap, control = theme.px(1.5), theme.control
        wide = self._start.natural_width() + theme.px(4)
        self._start.rect = pygame.Rect(inner.right - wide, inner.bottom - control, wide, control)
        view = pygame.Rect(inner.left, inner.top, inner.width, self._start.rect.top - theme.px(1.8) - inner.top)
        for bar in (0, self._strip.scroll.bar_width() + theme.gap):
            column = pygame.Rect(view.left, view.top, view.width - bar, 0)
            places = self._laid_out(column, gap)
            height = max(rect.bottom for _, rect in places) - view.top
            if height <= view.height:
                break
        self._strip.open(view, height)
        for widget, rect in places:
            self._strip.place(widget, rect)

    def _laid_out(self, column: pygame.Rect, gap: int) -> list[tuple[Widget, pygame.Rect]]:
        """Every widget on the strip with its place, from the top of `column` down."""
        theme = self.app.theme
        head, *rows = [row for row in self._rows if row.visible]
        top = column.top
        places: list[tuple[Widget, pygame.Rect]] = []

        def down(widget: Widget, high: int, space: int) -> None:
            nonlocal top
            places.append((widget, pygame.Rect(column.left, top, column.width, high)))
            top += high + space

        down(head, theme.line("subheading"), theme.px(1))
        for seat in self._seats:
            laid, top = seat.laid_out(pygame.Rect(column.left, top, column.width, 0))
            places += laid
        half = (column.width - theme.px(3)) // 2
        places.append((self._lot, pygame.Rect(column.left, top, half, theme.control)))
        wide = min(half, self._swap.natural_width())
        places.append((self._swap, pygame.Rect(column.right - wide, top, wide, theme.control)))
        self._lot.share = 0.6
        top += theme.control + theme.px(2.6)
        for row in rows:
            if isinstance(row, Row):
                down(row, row_height(row, column.width), gap)
            elif isinstance(row, Label):
                down(row, row.natural_height(column.width), theme.px(1))
        top -= gap
        return places

    # --- what happens

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._picture is not None:
            self._still.update(dt)

    def pace(self) -> float | None:
        if self._picture is not None and not self._still.ready() and not self.app.assets.resizing:
            return 0.0
        return super().pace()

    def paint_beside(self, surface: pygame.Surface) -> None:
        if self._picture is not None:
            self._still.paint(surface)


class Seat:
    """The lines of one seat: who sits there, and the name or the level."""

    def __init__(self, scene: SetupScene, seat: int) -> None:
        words = scene.app.words
        self._scene = scene
        self._seat = seat
        strip = scene.strip
        kinds = [("person", words("setup.person")), ("computer", words("setup.computer"))]
        self._emblem = Picture(strip, table_of(scene.key).emblems[seat])
        self._label = Label(strip, "", "strong")
        self._kind = Choice(strip, "", kinds, "person", self._set_kind)
        self._name = TextField(strip, "", "", self._set_name, LONGEST_NAME, hint=words("setup.name"))
        levels = [(str(n), words(f"level.{n}.name")) for n in scene.levels]
        self._level = Choice(strip, "", levels, levels[0][0], self._set_level)
        self._about = Label(strip, "", "small", SOFT_INK, valign="top")

    def _set_kind(self, kind: str) -> None:
        self._scene.agreed.chairs[self._seat].kind = "computer" if kind == "computer" else "person"
        self._scene.tell_kind()

    def _set_name(self, name: str) -> None:
        self._scene.agreed.chairs[self._seat].name = name

    def _set_level(self, level: str) -> None:
        self._scene.agreed.chairs[self._seat].level = int(level)
        self.tell()

    def tell(self) -> None:
        """Show who sits here now."""
        scene, chair = self._scene, self._scene.agreed.chairs[self._seat]
        self._label.text = scene.seat_name(self._seat)
        self._emblem.visible = not scene.agreed.by_lot
        person = chair.kind == "person"
        self._kind.value = chair.kind
        self._name.visible, self._level.visible = person, not person
        if self._name.value != chair.name:
            self._name.value = chair.name
        self._level.value = str(chair.level)
        self._about.text = "" if person else scene.app.words(f"level.{chair.level}.about")

    def laid_out(self, column: pygame.Rect) -> tuple[list[tuple[Widget, pygame.Rect]], int]:
        """Its widgets with their places, from the top of `column` down, and where the next one begins."""
        theme = self._scene.app.theme
        gap = theme.px(1.4)
        label = round(column.width * 0.29)
        side = min(theme.control, theme.px(4.4))
        lead = side + theme.px(0.8)
        kind = round(column.width * 0.37)
        row = pygame.Rect(column.left, column.top, column.width, theme.control)
        middle = pygame.Rect(row.left + label, row.top, kind, row.height)
        right = pygame.Rect(middle.right + gap, row.top, row.right - middle.right - gap, row.height)
        below = pygame.Rect(row.left + lead, row.bottom + theme.px(0.4), row.width - lead, 0)
        below.height = max(theme.line("small"), self._about.natural_height(below.width))
        places: list[tuple[Widget, pygame.Rect]] = [
            (self._emblem, pygame.Rect(row.left, row.centery - side // 2, side, side)),
            (self._label, pygame.Rect(row.left + lead, row.top, label - lead - theme.px(0.6), row.height)),
            (self._kind, middle),
            (self._name, right),
            (self._level, right),
            (self._about, below),
        ]
        return places, below.bottom + theme.px(1.5)


class Picture(Widget):
    """A sprite that stands there."""

    touchable = False

    def __init__(self, parent: Group, look: str) -> None:
        super().__init__(parent)
        self._look = look

    def paint(self, surface: pygame.Surface) -> None:
        assets = self.form.scene.app.assets
        shadow = assets.shadow(self._look, self.rect.width)
        surface.blit(shadow, shadow.get_rect(center=self.rect.center))
        surface.blit(assets.sprite(self._look, self.rect.width), self.rect)


def _number(language: str, value: float) -> str:
    """A number with the language's decimal mark."""
    text = f"{value:g}"
    return text.replace(".", ",") if language == "fr" else text
