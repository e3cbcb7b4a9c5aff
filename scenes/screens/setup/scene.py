"""Before a match: who sits where, which game exactly, which clock."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pygame

from rules import abilities, find
from rules.ai.levels import levels_of
from rules.contract import NATURE, Position
from rules.game import Game
from rules.record import Player
from scenes.app.game_card import card_of
from scenes.app.theme import OXBLOOD, SOFT_INK
from scenes.screens.learn.courses import taught
from scenes.screens.setup.agreement import INCREMENTS, MINUTES, PACES, Agreement, kinds, offers_engine
from scenes.screens.setup.seats import Seat
from scenes.screens.still import Still
from scenes.table import engine_limits, match_text
from scenes.table.external_engines import engine_name
from scenes.table.game_ui import ui_of
from scenes.ui.base import Widget
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_row import FormRow
from scenes.ui.label import Label
from scenes.ui.paper import PaperScene
from scenes.ui.scroll import ScrollGroup
from scenes.ui.stepper import Stepper
from scenes.ui.switch import Switch

if TYPE_CHECKING:
    from scenes.app.app import App

PACE: Final = "Pace"
"""The record's header for the seconds between turns when computers play each other."""
_NARROWEST_PICTURE: Final = 30.0
"""Where there is less room beside the sheet, in u, the board isn't shown."""


class SetupScene(PaperScene):
    """A sheet to fill in beside the board as it will stand. `position` is a position text to begin from instead."""

    widest = 74.0

    def __init__(self, app: App, key: str, position: str | None = None, easiest: bool = False) -> None:
        """Raises PositionError when `position` can't be read, KeyError when there is no game `key`.

        `easiest`: whoever has just learnt the game begins against the computer at its lowest level.
        """
        super().__init__(app)
        game = find(key)
        if game is None:
            raise KeyError(key)
        self.game: Game = game
        self._card, self._ui = card_of(key), ui_of(key)
        self._position: Position | None = game.text.read(position) if position is not None else None
        self._levels = [level.number for level in levels_of(key)]
        self._agreed = Agreement.remembered(app.settings, game, self._levels)
        if self._position is not None and game.teach.editor is not None and len(game.play.seats) > 1:
            editor = game.teach.editor()
            self._agreed.seat(editor.seats(editor.draft(self._position)), self._levels[-1])
        if easiest:
            self._agreed.meet_the_computer(self._levels[0])
        self._still = Still(app, key, self._pictured())
        self._picture: pygame.Rect | None = None
        rare = self._card.rare
        usual = game.play.options()
        self._unfolded = any(self._agreed.options[name] != getattr(usual, name) for name in rare)
        """Whether the options that few change are shown."""

    def title(self) -> str:
        return self.app.words(f"games.{self.game.key}.name")

    def _shown(self) -> Position:
        """The position that the match begins with."""
        options = self._options()
        if self._position is not None:
            return self.game.play.with_options(self._position, options)
        return self.game.play.start(options, len(self._agreed.chairs))

    def _pictured(self) -> Position:
        """The position on the board beside the sheet: cards are shown in play."""
        posed = self._card.posed_at_setup and self._position is None
        return self.game.text.read(self._card.pose) if posed else self._shown()

    def _options(self) -> Any:
        """The options as agreed; no clock runs while letters are on their way."""
        still = {self._card.timed: False} if self._agreed.by_mail and self._card.timed else {}
        return self.game.play.options(**{**self._agreed.options, **still})

    # --- the sheet

    def fill(self) -> None:
        words = self.app.words
        self._strip = ScrollGroup(self.sheet)
        self._rows: list[Widget] = []
        self._hints: dict[str, Label] = {}
        self._say("setup.players")
        emblems = self._ui.view().emblems
        engine = engine_name(self.app.settings) if offers_engine(self.app.settings, self.game) else None
        self._count = Stepper(
            self._strip,
            words("setup.count"),
            len(self._agreed.chairs),
            self.game.play.seats.start,
            self.game.play.seats.stop - 1,
            self._set_count,
        )
        self._count.visible = len(self.game.play.seats) > 1 and self._position is None
        self._seats = [
            Seat(
                *(self._strip, self._agreed, seat, emblems[seat], self.game.key, self._levels, engine, self._tell),
                mail=self.game.text.mail is not None,
            )
            for seat in range(len(self._agreed.chairs))
        ]
        sides = self._card.sides
        self._lot = Switch(self._strip, words(f"setup.lot_{sides}"), self._agreed.by_lot, self._set_lot)
        self._swap = Button(self._strip, words(f"setup.swap_{sides}"), self._swap_sides, icon="flip")
        self._say("setup.game")
        if self._position is not None:
            self._rows.append(Label(self._strip, self._told_position(), "italic", SOFT_INK))
        if self.game.teach.editor is not None:
            self._rows.append(Button(self._strip, words("setup.edit"), self._edit, icon="edit"))
        self._options_by_name: dict[str, FormRow] = {}
        rare = self._card.rare
        matter = {name: kind for name, kind in kinds(self.game).items() if self._matters(name)}
        for name in sorted(matter, key=lambda name: name in rare):
            if name in rare and not any(known in rare for known in self._options_by_name):
                self._rows.append(self._fold_key())
            self._options_by_name[name] = self._option(name, matter[name])
            self._rows += [self._options_by_name[name], self._hint(name)]
        self._trouble = Label(self._strip, "", "small", OXBLOOD)
        self._rows.append(self._trouble)
        self._clock_rows()
        self._rules = Button(self.sheet, words("setup.rules"), self._read_rules, icon="book")
        self._learn = Button(self.sheet, words("lessons.learn"), self._teach, icon="learn")
        self._learn.visible = taught(self.game.key)
        self._trainer = Button(self.sheet, words("setup.trainer"), self._train, icon="eye")
        self._trainer.visible = self._card.training is not None
        self._start = Button(self.sheet, words("setup.start"), self._begin, "primary", icon="play")
        self.form.default = self._start
        self._tell()

    def _say(self, key: str) -> None:
        self._rows.append(Label(self._strip, self.app.words(key), "subheading"))

    def _fold_key(self) -> Button:
        """The key that shows and hides the options that few change."""
        self._fold = Button(self._strip, "", self._turn_fold, icon="list")
        return self._fold

    def _turn_fold(self) -> None:
        self._unfolded = not self._unfolded
        self._tell()
        if self._unfolded:
            rare = [name for name in self._options_by_name if name in self._card.rare]
            last = self._hints[rare[-1]]
            self._strip.reveal(last if last.visible else self._options_by_name[rare[-1]])
            self._strip.reveal(self._fold)

    def _option(self, name: str, kind: Any) -> FormRow:
        """The row of one option: a switch, or a choice of its words."""
        words, stem = self.app.words, f"games.{self.game.key}"
        value = self._agreed.options[name]
        label = words(f"{stem}.option.{name}")
        if kind is bool:
            return Switch(self._strip, label, value, lambda on: self._set_option(name, on))
        if all(isinstance(one, int) for one in kind) and not words.has(f"{stem}.value.{name}.{kind[0]}"):
            return Stepper(
                self._strip, label, value, min(kind), max(kind), lambda number: self._set_option(name, number)
            )
        choices = [(str(one), words(f"{stem}.value.{name}.{one}")) for one in kind]
        by_word = {str(one): one for one in kind}
        return Choice(self._strip, label, choices, str(value), lambda word: self._set_option(name, by_word[word]))

    def _matters(self, name: str) -> bool:
        """Whether an option makes a difference for the match that is set up."""
        said = self._card.said_by_text
        return self._position is None or (said is not None and name not in said)

    def _hint(self, name: str) -> Label:
        """The line below an option that says what is meant by its value, where that has to be said."""
        self._hints[name] = Label(self._strip, "", "small", SOFT_INK)
        return self._hints[name]

    def _clock_rows(self) -> None:
        words, agreed = self.app.words, self._agreed
        minutes = [(str(n), words("setup.minutes", n=n) if n else words("setup.clock_none")) for n in MINUTES]
        self._clock = Choice(self._strip, words("setup.clock"), minutes, str(agreed.minutes), self._set_minutes)
        added = [(str(n), words("setup.seconds", n=n)) for n in INCREMENTS]
        self._added = Choice(self._strip, words("setup.increment"), added, str(agreed.increment), self._set_increment)
        paces = [(str(n), words("setup.seconds", n=words.number(n))) for n in PACES]
        self._pace = Choice(self._strip, words("setup.pace"), paces, str(agreed.pace), self._set_pace)
        self._rows += [self._clock, self._added, self._pace]

    def _told_position(self) -> str:
        words, position = self.app.words, self._position
        assert position is not None
        if position.to_move == NATURE:
            return words("setup.from_position") + " " + words("setup.chance_first")
        seat = words(f"games.{self.game.key}.seat.{position.to_move}")
        return words("setup.from_position") + " " + words("setup.to_move", seat=seat)

    # --- what is set

    def _set_lot(self, on: bool) -> None:
        self._agreed.by_lot = on
        self._tell()

    def _set_count(self, count: int) -> None:
        """So many play."""
        self._agreed.seat(count, self._levels[-1])
        self.enter()
        self.resize(self.app.size)

    def _set_option(self, name: str, value: Any) -> None:
        self._agreed.options[name] = value
        self._still.show(self._pictured())
        self._tell()

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

    def _tell(self) -> None:
        """Bring everything that depends on something else up to date."""
        agreed = self._agreed
        self._swap.enabled = not agreed.by_lot
        self._swap.visible = len(agreed.chairs) == 2
        self._added.enabled = agreed.minutes > 0
        alike = self._card.training is not None and abilities.shows_hints(self._shown())
        for number, seat in enumerate(self._seats):
            seat.tell(self._seat_name(number), alike)
        self._pace.visible = not agreed.persons
        self._clock.visible = self._added.visible = self._card.clock
        self._tell_options()
        by_mail = self.app.words("setup.mail_clock") if self._mail_by_clock() else ""
        self._trouble.text = by_mail or self._ui.chance_trouble(self.app.words, self._options())
        self._trouble.visible = bool(self._trouble.text)
        self._start.enabled = not by_mail
        if self.sheet.rect.width:
            self.resize(self.app.size)

    def _tell_options(self) -> None:
        """Show the options that matter under the others, each with what its value means."""
        words, key = self.app.words, self.game.key
        rare = self._card.rare
        idle = self._card.timed_alone if abilities.limits(self._shown()) is None else frozenset()
        if self._agreed.by_mail and self._card.timed:
            idle |= {self._card.timed}
        for name, row in self._options_by_name.items():
            row.visible = name not in idle and (self._unfolded or name not in rare)
            value = self._agreed.options[name]
            told = f"games.{key}.about.{name}.{('no', 'yes')[value] if isinstance(value, bool) else value}"
            if self._agreed.by_mail and words.has(f"{told}-mail"):
                told = f"{told}-mail"
            hint = self._hints[name]
            hint.text = words(told) if words.has(told) else ""
            hint.visible = row.visible and bool(hint.text)
        if rare & self._options_by_name.keys():
            self._fold.text = words("setup.fewer" if self._unfolded else "setup.rarer")

    def _mail_by_clock(self) -> bool:
        """Whether clocks would run while letters are on their way."""
        return self._agreed.by_mail and abilities.limits(self._shown()) is not None

    def _seat_name(self, seat: int) -> str:
        """What a seat is called on the sheet."""
        words = self.app.words
        if self._agreed.by_lot:
            return words("setup.by_lot_seat", n=seat + 1)
        name = match_text.seat_called(words, self.game.key, seat, len(self._agreed.chairs))
        start = self._shown()
        options = self._options()
        settled = self._ui.seat_begins(start)
        if self._position is None and self.game.play.resolve_chance(options, random.Random(0)) != options:
            settled = False
        return words("setup.seat_begins", seat=name) if seat == start.to_move and settled else name

    def _usual_name(self, seat: int) -> str:
        """The name of a person who gives none."""
        words, persons = self.app.words, self._agreed.persons
        return (
            words("setup.default_names", n=persons.index(seat) + 1)
            if len(persons) > 1
            else words("setup.default_name")
        )

    # --- the match

    def _begin(self) -> None:
        """Lay the match on the table."""
        from scenes.table.scene import MatchScene
        from scenes.table.session import Session

        app, agreed = self.app, self._agreed
        agreed.remember(app.settings, self.game)
        app.storage.save_settings(app.settings)
        players = [self._player(seat) for seat in range(len(agreed.chairs))]
        if agreed.by_lot:
            random.shuffle(players)
        sitting = Session.begin(
            app.storage, self.game, self._options(), tuple(players), agreed.control(), self._position
        )
        extra = dict(sitting.record.extra)
        if not agreed.persons:
            extra[PACE] = f"{agreed.pace:g}"
        if any(player.kind == "engine" for player in players):
            extra[engine_limits.HEADER] = str(agreed.limit)
        sitting.record = replace(sitting.record, extra=extra)
        app.sound.play("start")
        app.stack.replace(MatchScene(app, sitting))

    def _player(self, seat: int) -> Player:
        chair = self._agreed.chairs[seat]
        if chair.kind == "computer":
            return Player("computer", self.app.words(f"level.{self.game.key}.{chair.level}.name"), chair.level)
        if chair.kind == "engine":
            return Player("engine", engine_name(self.app.settings))
        if chair.kind == "mail":
            return Player("mail", " ".join(chair.name.split()))
        return Player("person", " ".join(chair.name.split()) or self._usual_name(seat))

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

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self._read_rules()
            return True
        return super().handle(event)

    def _read_rules(self) -> None:
        from scenes.screens.rulebook import RulebookScene

        self.app.stack.push(RulebookScene(self.app, self.game.key))

    def _teach(self) -> None:
        from scenes.screens.learn.lessons import LessonsScene

        self.app.stack.push(LessonsScene(self.app, self.game.key))

    def _edit(self) -> None:
        from scenes.screens.editor.scene import EditorScene

        self.app.stack.push(EditorScene(self.app, self.game.key, self._position))

    def _train(self) -> None:
        if self._ui.trainer is not None:
            self.app.stack.push(self._ui.trainer(self.app, self.game.key))

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        gap, control = theme.px(1.5), theme.control
        wide = self._start.natural_width() + theme.px(4)
        self._start.rect = pygame.Rect(inner.right - wide, inner.bottom - control, wide, control)
        foot = self._place_learning(pygame.Rect(inner.left, self._start.rect.top, inner.width, control))
        view = pygame.Rect(inner.left, inner.top, inner.width, foot - theme.px(1.8) - inner.top)
        self._strip.fill(view, partial(self._laid_out, gap=gap))

    def _place_learning(self, row: pygame.Rect) -> int:
        """What helps to learn the game, left of the key that starts it, or above where there is no room; returns
        where the keys begin."""
        gap = self.app.theme.px(1.5)
        keys = [key for key in (self._rules, self._learn, self._trainer) if key.visible]
        right = self._start.rect.left - gap
        if row.left + sum(key.natural_width() + gap for key in keys) - gap > right:
            row = row.move(0, -row.height - gap)
            right = row.right
        left = row.left
        for number, key in enumerate(keys):
            rest = sum(other.natural_width() + gap for other in keys[number + 1 :])
            wide = min(key.natural_width(), max(row.height, right - rest - left))
            key.rect = pygame.Rect(left, row.top, wide, row.height)
            left += wide + gap
        return row.top

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
        if self._count.visible:
            down(self._count, self._count.natural_height(column.width), gap)
        names = max(seat.label_width(column.width) for seat in self._seats)
        for seat in self._seats:
            laid, top = seat.laid_out(pygame.Rect(column.left, top, column.width, 0), names)
            places += laid
        wide = self._swap.natural_width()
        beside = column.width - wide - theme.px(4)
        if beside < theme.width(self._lot.label, "body") + theme.px(16):
            down(self._lot, self._lot.natural_height(column.width), gap)
            beside = 0
        if beside:
            places.append((self._lot, pygame.Rect(column.left, top, beside, self._lot.natural_height(beside))))
        places.append((self._swap, pygame.Rect(column.right - wide, top, wide, theme.control)))
        top += theme.control + theme.px(2.6)
        for row in rows:
            if isinstance(row, FormRow):
                down(row, row.natural_height(column.width), gap)
            elif isinstance(row, Button):
                wide = row.natural_width()
                places.append((row, pygame.Rect(column.left, top, wide, theme.control)))
                top += theme.control + gap
            elif row in self._hints.values() and isinstance(row, Label):
                top -= theme.px(1)
                down(row, row.natural_height(column.width), gap)
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
