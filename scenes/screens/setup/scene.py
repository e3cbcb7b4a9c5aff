"""The scene in which a match is set up: players, options and clock."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from rules import abilities, find
from rules.ai.opponents import levels_of
from rules.clock import MAX_TIME
from rules.common.options import choices, traits_of
from rules.common.quoting import readable_name
from rules.contract import NATURE, Options, Position
from rules.game import Game
from rules.record import Player
from scenes.app.game_card import card_of
from scenes.app.navigation import open_screen
from scenes.app.stack import AppContext
from scenes.app.theme import OXBLOOD, SOFT_INK
from scenes.screens import constants
from scenes.screens.board_picture import BoardPicture
from scenes.screens.learn.tasks import LESSONS, has_tasks
from scenes.screens.requests import OpenLessons
from scenes.screens.setup.match_setup import OWN_CLOCK, MatchSetup
from scenes.screens.setup.rows import EngineStrengthNote, OptionRows, SeatedBoard, SeatRow, SeatTexts, T, make_choice
from scenes.table import external_engines, match_text
from scenes.table.external_engines import engine_name
from scenes.table.game_parts import parts_of
from scenes.table.game_phrases import phrases_of
from scenes.table.game_ui import ui_of
from scenes.table.screen_requests import OpenEditor, OpenRulebook
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_row import Stepper, Switch
from scenes.ui.form_scene import PanelScene
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Fitting, ForWidth, Row, filler, fixed_size, space, stretch
from scenes.ui.scroll import Scrolled, ScrollGroup
from scenes.ui.text_field import TextField

PACE: Final = "Pace"
"""The record's header for the seconds between turns when computers play each other."""
_MIN_PICTURE_WIDTH: Final = 30.0  # least room beside the sheet, in u, for the board


class SetupScene(PanelScene):
    """The sheet with the choices for a new match, beside a picture of its start."""

    max_width = 74.0

    def __init__(self, app: AppContext, key: str, position: str | None = None, level: int | None = None) -> None:
        """Begin with the remembered setup; if `level` is given, with computers at this level as the opponents.

        `position` is the text of a position to begin from. Raises PositionError if it can't be read, and KeyError if
        there is no game `key`.
        """
        super().__init__(app)
        game = find(key)
        if game is None:
            raise KeyError(key)
        self.game: Game = game
        app.game = key
        self._card, self._ui = card_of(key), ui_of(key)
        self._position: Position | None = game.text.read(position) if position is not None else None
        self._setup = MatchSetup.read_remembered(app.settings, game, [level.number for level in levels_of(key)])
        if self._position is not None and game.teach.editor is not None and len(game.play.seats) > 1:
            editor = game.teach.editor()
            self._setup.set_player_count(editor.seats(editor.draft(self._position)), game)
        if level is not None:
            self._setup.set_computer_opponent(level)
        self._picture = BoardPicture(app, key, self._pictured_position())
        self._is_picture_shown = self._flipped = False
        usual, rare = game.play.options(), traits_of(game.play.options, "is_rare")
        self._unfolded = any(self._setup.options[name] != getattr(usual, name) for name in rare)

    def title(self) -> str:
        return self.app.words.game(self.game.key)

    def _start_position(self) -> Position:
        options = self._options()
        if self._position is not None:
            return self.game.play.with_options(self._position, options)
        return self.game.play.start(options, len(self._setup.players))

    def _pictured_position(self) -> Position:
        posed = self._card.posed_at_setup and self._position is None
        return self.game.text.read(self._card.pose) if posed else self._start_position()

    def _options(self) -> Options:
        """Return the chosen options; play by mail has no clock."""
        still = {self._card.timed: False} if self._setup.is_by_mail and self._card.timed else {}
        return self.game.play.options(**{**self._setup.options, **still})

    # --- the sheet

    def fill(self) -> None:
        words, key = self.app.words, self.game.key
        self._scroll_group = strip = ScrollGroup(self.sheet)
        strip.steady = True
        self._headings = [Label(strip, words(f"setup.{name}"), "subheading") for name in ("players", "game")]
        seats = self.game.play.seats
        count = len(self._setup.players)
        self._count = Stepper(strip, words("setup.count"), count, seats.start, seats.stop - 1, self._set_count)
        self._count.about = words("setup.count_about")
        self._count.visible = len(seats) > 1 and self._position is None
        self._seat_rows = [SeatRow(strip, self._setup, seat, self.game, self._update) for seat in range(count)]
        sides = self._card.sides
        self._lot = Switch(strip, words(f"setup.lot_{sides}"), self._setup.by_lot, partial(self._set, "by_lot"))
        self._lot.possible_abouts = [words("setup.lot_off"), words("setup.lot_on")]
        self._swap = Button(strip, words(f"setup.swap_{sides}"), self._swap_sides, icon="flip")
        self._position_note = Label(strip, self._position_text(), "italic", SOFT_INK)
        self._position_note.is_announced = True
        self._position_note.visible = self._position is not None
        known = choices(self.game.play.options)
        names = known if self._position is None else traits_of(self.game.play.options, "is_outside_text")
        offered = {name: known[name] for name in names}
        changed = self._options_changed
        self._options_rows = OptionRows(strip, self.game, offered, self._setup, self._unfolded, changed)
        self._problem = Label(strip, "", "small", OXBLOOD)
        self._problem.is_announced = True
        self._fill_clock(strip)
        self._edit = Button(strip, words("setup.edit"), self._open_editor, icon="edit")
        self._edit.visible = self.game.teach.editor is not None
        self._strength = EngineStrengthNote(self.app, strip, key, self._update)
        self._rules = Button(self.sheet, words("setup.rules"), self._open_rulebook, icon="book")
        self._learn = Button(
            self.sheet, words("lessons.learn"), lambda: open_screen(self.app, OpenLessons(key)), icon="learn"
        )
        self._learn.visible = has_tasks(key, LESSONS)
        self._trainer = Button(self.sheet, words("setup.trainer"), self._open_trainer, icon="eye")
        self._trainer.visible = self._card.trains_attention
        self._start = Button(self.sheet, words("setup.start"), self._begin, "primary", icon="play")
        self.form.default = self._start
        self._seated_board = SeatedBoard(self.form, self._picture, count)
        self._update()

    def _fill_clock(self, strip: ScrollGroup) -> None:
        words = self.app.words
        minutes = {
            n: words("setup.minutes", n=n) if n else words("setup.clock_none") for n in constants.CLOCK_MINUTES
        }
        minutes[OWN_CLOCK] = words("setup.clock_own")
        increments = {n: words("setup.seconds", n=n) for n in constants.CLOCK_INCREMENT_SECONDS}
        paces = {n: words("setup.seconds", n=words.number(n)) for n in constants.COMPUTER_PACE_SECONDS}

        def row(name: str, offered: Mapping[T, str]) -> Choice:
            value = getattr(self._setup, name)
            return make_choice(strip, words(f"setup.{name}"), offered, value, partial(self._set, name))

        self._clock = make_choice(strip, words("setup.clock"), minutes, self._setup.minutes, self._set_clock)
        self._increment = row("increment", increments)
        self._own_clock_fields = [self._number_field(strip, name) for name in ("own_minutes", "own_increment")]
        self._clock_note = Label(strip, "", "small")
        self._pace = row("pace", paces)
        self._clock.about, self._pace.about = words("setup.clock_about"), words("setup.pace_about")

    def _number_field(self, strip: ScrollGroup, name: str) -> TextField:
        label, typed = self.app.words(f"setup.{name}", most=MAX_TIME), getattr(self._setup, name)
        return TextField(strip, label, typed, partial(self._set, name), len(str(MAX_TIME)))

    def _position_text(self) -> str:
        words, position = self.app.words, self._position
        if position is None:
            return ""
        text = words("setup.chance_first")
        if position.to_move != NATURE:
            text = words("setup.to_move", seat=words(f"games.{self.game.key}.seat.{position.to_move}"))
        return f"{words('setup.from_position')} {text}"

    # --- changes

    def _set_clock(self, minutes: int) -> None:
        setup, before = self._setup, self._setup.minutes
        setup.minutes = minutes
        if minutes == OWN_CLOCK and before:
            setup.own_minutes, setup.own_increment = str(before), str(setup.increment)
            for field, value in zip(self._own_clock_fields, (setup.own_minutes, setup.own_increment), strict=True):
                field.value = value
        self._update()
        if minutes:
            self._scroll_group.scroll_to(self._clock_note)
        if minutes == OWN_CLOCK:
            self.form.focus(self._own_clock_fields[0])
            self._own_clock_fields[0].select_all()

    def _set(self, name: str, value: object) -> None:
        setattr(self._setup, name, value)
        self._update()

    def _set_count(self, count: int) -> None:
        self._setup.set_player_count(count, self.game)
        self.enter()
        self.resize(self.app.size)
        self.form.focus(self._count)

    def _options_changed(self) -> None:
        self._unfolded = self._options_rows.unfolded
        self._update_picture()
        self._update()

    def _swap_sides(self) -> None:
        self._setup.players.reverse()
        self._update()

    def _update(self) -> None:
        setup, words = self._setup, self.app.words
        self._lot.about = self._lot.possible_abouts[setup.by_lot]
        self._swap.enabled = not setup.by_lot
        self._swap.tip = words("setup.lot_decides") if setup.by_lot else ""
        self._swap.visible = len(setup.players) == 2
        self._increment.enabled = setup.minutes != 0
        self._increment.about = words("setup.increment_about" if self._increment.enabled else "setup.increment_idle")
        alike = self._card.trains_attention and abilities.shows_hints(self._start_position())
        for number, seat in enumerate(self._seat_rows):
            seat.update_row(self._seat_name(number), alike)
        levels = [player.level for player in setup.players if player.kind == "computer"]
        self._strength.update_note(len(levels_of(self.game.key)) in levels)
        self._pace.visible = not setup.persons
        clock = self._update_clock()
        timed = abilities.limits(self._start_position()) is not None
        idle = frozenset() if timed else self._card.clock_only_options
        self._options_rows.update_rows(idle | ({self._card.timed} if setup.is_by_mail else set()))
        mail_problem = words("setup.mail_clock") if setup.is_by_mail and timed else ""
        self._problem.text = mail_problem or phrases_of(self.game.key).find_trouble(self.app.words, self._options())
        self._problem.visible = bool(self._problem.text)
        self._start.enabled = clock and not mail_problem
        self._show_seats()
        if self.sheet.rect.width:
            self.resize(self.app.size)

    def _show_seats(self) -> None:
        setup, persons, emblems = self._setup, self._setup.persons, self._ui.view().emblems
        bottom = persons[0] if len(persons) == 1 else self._ui.view().bottom
        flipped = self._ui.can_flip and bottom != self._ui.view().bottom and not setup.by_lot
        if flipped != self._flipped:
            self._flipped = flipped
            self._update_picture()
        texts = []
        for seat, choice in enumerate(setup.players):
            player = self._player(seat).name
            if persons == [seat] and not choice.name.strip():
                player = self.app.words("setup.you")
            if choice.kind == "computer" and len(setup.players) == 2:
                player = f"{self.app.words('setup.computer')}, {player}"
            texts.append(SeatTexts("" if setup.by_lot else emblems[seat], self._seat_name(seat), player))
        self._seated_board.update_tags(bottom, texts)

    def _update_picture(self) -> None:
        self._picture.show(self._pictured_position(), self._flipped)

    def _update_clock(self) -> bool:
        setup, own, note = self._setup, self._setup.minutes == OWN_CLOCK, "clock_starts"
        try:
            setup.time_control()
        except ValueError:
            note = "clock_bounds"
        self._clock.visible, self._increment.visible = self._card.clock, self._card.clock and not own
        for field in self._own_clock_fields:
            field.visible = self._card.clock and own
        self._clock_note.visible = self._card.clock and bool(setup.minutes)
        self._clock_note.text = self.app.words(f"setup.{note}", most=MAX_TIME)
        self._clock_note.colour = OXBLOOD if note == "clock_bounds" else SOFT_INK
        return note == "clock_starts"

    def _seat_name(self, seat: int) -> str:
        words = self.app.words
        if self._setup.by_lot:
            return words("setup.by_lot_seat", n=seat + 1)
        name = match_text.seat_name(words, self.game.key, seat, len(self._setup.players))
        start, options = self._start_position(), self._options()
        drawn = self._position is None and self.game.play.resolve_chance(options, random.Random(0)) != options
        begins = seat == start.to_move and parts_of(self.game.key).is_first_known(start) and not drawn
        return words("setup.seat_begins", seat=name) if begins else name

    # --- the match

    def _begin(self) -> None:
        from scenes.table.scene import MatchScene
        from scenes.table.session import Session

        app, setup = self.app, self._setup
        setup.store(app.settings, self.game)
        app.storage.save_settings(app.settings)
        players = [self._player(seat) for seat in range(len(setup.players))]
        if setup.by_lot:
            random.shuffle(players)
        session = Session.begin(
            app.storage, self.game, self._options(), tuple(players), setup.time_control(), self._position
        )
        extra = dict(session.record.extra)
        if not setup.persons:
            extra[PACE] = f"{setup.pace:g}"
        if any(player.kind == "engine" for player in players):
            extra[external_engines.HEADER] = str(setup.limit)
        session.record = replace(session.record, extra=extra)
        app.sound.play("start")
        if self.on_result is None:
            app.stack.replace(MatchScene(app, session))
        else:
            app.stack.pop(session)

    def _player(self, seat: int) -> Player:
        words, player, persons = self.app.words, self._setup.players[seat], self._setup.persons
        name = readable_name(player.name)
        if player.kind == "computer":
            return Player("computer", words(f"level.{self.game.key}.{player.level}.name"), player.level)
        if player.kind == "engine":
            return Player("engine", engine_name(self.app.settings))
        if player.kind == "mail" or name:
            return Player(player.kind, name)
        several = len(persons) > 1
        usual = words("setup.default_names", n=persons.index(seat) + 1) if several else words("setup.default_name")
        return Player("person", usual)

    # --- layout

    def place_paper(self, size: tuple[int, int]) -> pygame.Rect:
        theme, sheet = self.app.theme, super().place_paper(size)
        room = size[0] - 2 * theme.margin - sheet.width - theme.px(3)
        self._is_picture_shown = room >= theme.px(_MIN_PICTURE_WIDTH)
        self._seated_board.show_tags(self._is_picture_shown)
        if not self._is_picture_shown:
            return sheet
        whole = room, sheet.height
        left = fixed_size(self._seated_board.row_layout(whole), room)
        aside = space(-min((room - self._seated_board.board_size(whole)[0]) // 2, theme.px(8)) // 2)
        self.fill_window(Row(aside, left, space(theme.px(3)), fixed_size(self.sheet, sheet.width)))
        return self.sheet.rect

    def content(self) -> Cell:
        px = self.app.theme.px
        links = Row(self._rules, self._learn, self._trainer, gap=px(1.5))
        start = fixed_size(self._start, self._start.natural_width() + px(4))
        foot = Fitting(
            [Row(stretch(links), start, gap=px(1.5)), Column(links, Row(filler(), start), gap=px(1.5))],
        )
        return Column(stretch(Scrolled(self._scroll_group, ForWidth(self._row_layout))), space(px(1.8)), foot)

    def _row_layout(self, width: int) -> Cell:
        px, gap = self.app.theme.px, self.app.theme.px(1.5)
        players, game = self._headings
        names = max(seat.label_width(width) for seat in self._seat_rows)
        return Column(
            *(fixed_size(players, self.app.theme.line("subheading")), space(px(1))),
            Column(self._count, *(seat.row_layout(width, names) for seat in self._seat_rows), gap=gap),
            *(self._lot_and_swap(), space(px(2.6)), game, space(px(1)), self._position_note),
            *(space(px(1)), self._options_rows.content(gap), self._problem),
            *(space(px(1) if self._problem.visible else gap), self._clock_rows(gap)),
            Row(self._edit),
            self._strength.content(gap),
            gap=gap,
        )

    def _clock_rows(self, gap: int) -> Cell:
        rows = Column(self._clock, self._increment, *self._own_clock_fields, gap=gap)
        return Column(rows, space(gap - self.app.theme.px(1)), self._clock_note, Column(self._pace))

    def _lot_and_swap(self) -> Cell:
        px = self.app.theme.px
        beside = Row(
            stretch(self._lot),
            space(px(4)),
            Column(fixed_size(self._swap, self.app.theme.control), filler()),
        )
        return Fitting([beside, Column(self._lot, Row(filler(), self._swap), gap=px(1.5))])

    # --- other screens

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self._open_rulebook()
            return True
        entered = event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        if entered and self.form.focus_on in self._own_clock_fields:
            self.form.focus(self._start)
            return True
        return super().handle(event)

    def _open_rulebook(self) -> None:
        open_screen(self.app, OpenRulebook(self.game.key))

    def _open_editor(self) -> None:
        bottom = 1 - self._ui.view().bottom if self._flipped else None
        open_screen(self.app, OpenEditor(self.game.key, self._position, bottom))

    def _open_trainer(self) -> None:
        self.app.stack.push(parts_of(self.game.key).make_trainer(self.app, self.game.key))

    # --- time and painting

    def update(self, dt: float) -> None:
        super().update(dt)
        self._strength.update_build()
        if self._is_picture_shown:
            self._picture.update()

    def wait_seconds(self) -> float | None:
        busy = not self._picture.is_ready() or self._picture.turning is not None
        if self._is_picture_shown and busy and not self.app.assets.resizing:
            return 0.0
        waits = [super().wait_seconds(), constants.COMPILER_POLL_SECONDS if self._strength.is_running else None]
        return min((wait for wait in waits if wait is not None), default=None)

    def paint_beside(self, surface: pygame.Surface) -> None:
        if self._is_picture_shown:
            self._picture.paint(surface)
