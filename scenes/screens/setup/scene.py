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
        self._is_picture_shown = self._is_flipped = False
        defaults, rare_names = game.play.options(), traits_of(game.play.options, "is_rare")
        self._is_unfolded = any(self._setup.options[name] != getattr(defaults, name) for name in rare_names)

    def title(self) -> str:
        return self.app.words.game_name(self.game.key)

    def _start_position(self) -> Position:
        options = self._chosen_options()
        if self._position is not None:
            return self.game.play.with_options(self._position, options)
        return self.game.play.start(options, len(self._setup.players))

    def _pictured_position(self) -> Position:
        is_posed = self._card.posed_at_setup and self._position is None
        return self.game.text.read(self._card.pose) if is_posed else self._start_position()

    def _chosen_options(self) -> Options:
        """Return the chosen options; play by mail has no clock."""
        changes = {self._card.timed: False} if self._setup.is_by_mail and self._card.timed else {}
        return self.game.play.options(**{**self._setup.options, **changes})

    # --- the sheet

    def fill(self) -> None:
        words, key = self.app.words, self.game.key
        self._scroll_group = group = ScrollGroup(self.sheet)
        group.has_steady_width = True
        self._headings = [Label(group, words(f"setup.{name}"), "subheading") for name in ("players", "game")]
        seats = self.game.play.seats
        count = len(self._setup.players)
        self._count_row = Stepper(group, words("setup.count"), count, seats.start, seats.stop - 1, self._set_count)
        self._count_row.about = words("setup.count_about")
        self._count_row.visible = len(seats) > 1 and self._position is None
        self._seat_rows = [SeatRow(group, self._setup, seat, self.game, self._update) for seat in range(count)]
        sides = self._card.sides
        lot_label, set_by_lot = words(f"setup.lot_{sides}"), partial(self._set_field, "by_lot")
        self._lot_switch = Switch(group, lot_label, self._setup.by_lot, set_by_lot)
        self._lot_switch.possible_abouts = [words("setup.lot_off"), words("setup.lot_on")]
        self._swap_button = Button(group, words(f"setup.swap_{sides}"), self._swap_sides, icon="flip")
        self._position_note = Label(group, self._position_text(), "italic", SOFT_INK)
        self._position_note.is_announced = True
        self._position_note.visible = self._position is not None
        values = choices(self.game.play.options)
        names = values if self._position is None else traits_of(self.game.play.options, "is_outside_text")
        offered = {name: values[name] for name in names}
        on_change = self._on_option_change
        self._option_rows = OptionRows(group, self.game, offered, self._setup, self._is_unfolded, on_change)
        self._problem_label = Label(group, "", "small", OXBLOOD)
        self._problem_label.is_announced = True
        self._fill_clock(group)
        self._edit_button = Button(group, words("setup.edit"), self._open_editor, icon="edit")
        self._edit_button.visible = self.game.teach.editor is not None
        self._strength_note = EngineStrengthNote(self.app, group, key, self._update)
        self._rules_button = Button(self.sheet, words("setup.rules"), self._open_rulebook, icon="book")
        open_lessons = partial(open_screen, self.app, OpenLessons(key))
        self._learn_button = Button(self.sheet, words("lessons.learn"), open_lessons, icon="learn")
        self._learn_button.visible = has_tasks(key, LESSONS)
        self._trainer_button = Button(self.sheet, words("setup.trainer"), self._open_trainer, icon="eye")
        self._trainer_button.visible = self._card.trains_attention
        self._start_button = Button(self.sheet, words("setup.start"), self._begin_match, "primary", icon="play")
        self.form.default = self._start_button
        self._seated_board = SeatedBoard(self.form, self._picture, count)
        self._update()

    def _fill_clock(self, group: ScrollGroup) -> None:
        words = self.app.words
        minutes = {
            n: words("setup.minutes", n=n) if n else words("setup.clock_none") for n in constants.CLOCK_MINUTES
        }
        minutes[OWN_CLOCK] = words("setup.clock_own")
        increments = {n: words("setup.seconds", n=n) for n in constants.CLOCK_INCREMENT_SECONDS}
        paces = {n: words("setup.seconds", n=words.format_number(n)) for n in constants.COMPUTER_PACE_SECONDS}

        def make_row(name: str, offered: Mapping[T, str]) -> Choice:
            value = getattr(self._setup, name)
            return make_choice(group, words(f"setup.{name}"), offered, value, partial(self._set_field, name))

        self._clock_choice = make_choice(group, words("setup.clock"), minutes, self._setup.minutes, self._set_clock)
        self._increment_choice = make_row("increment", increments)
        self._own_clock_fields = [self._make_number_field(group, name) for name in ("own_minutes", "own_increment")]
        self._clock_note = Label(group, "", "small")
        self._pace_choice = make_row("pace", paces)
        self._clock_choice.about, self._pace_choice.about = words("setup.clock_about"), words("setup.pace_about")

    def _make_number_field(self, group: ScrollGroup, name: str) -> TextField:
        label, typed_text = self.app.words(f"setup.{name}", most=MAX_TIME), getattr(self._setup, name)
        return TextField(group, label, typed_text, partial(self._set_field, name), len(str(MAX_TIME)))

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
        """Set the clock; fields for typed times begin with the times chosen before, and the first gets the focus."""
        setup, previous_minutes = self._setup, self._setup.minutes
        setup.minutes = minutes
        if minutes == OWN_CLOCK and previous_minutes:
            setup.own_minutes, setup.own_increment = str(previous_minutes), str(setup.increment)
            for field, value in zip(self._own_clock_fields, (setup.own_minutes, setup.own_increment), strict=True):
                field.value = value
        self._update()
        if minutes:
            self._scroll_group.scroll_to(self._clock_note)
        if minutes == OWN_CLOCK:
            self.form.focus(self._own_clock_fields[0])
            self._own_clock_fields[0].select_all()

    def _set_field(self, name: str, value: object) -> None:
        setattr(self._setup, name, value)
        self._update()

    def _set_count(self, count: int) -> None:
        self._setup.set_player_count(count, self.game)
        self.enter()
        self.resize(self.app.size)
        self.form.focus(self._count_row)

    def _on_option_change(self) -> None:
        self._is_unfolded = self._option_rows.is_unfolded
        self._update_picture()
        self._update()

    def _swap_sides(self) -> None:
        self._setup.players.reverse()
        self._update()

    def _update(self) -> None:
        """Show the setup in all widgets and in the picture, and lay them out again."""
        setup, words = self._setup, self.app.words
        self._lot_switch.about = self._lot_switch.possible_abouts[setup.by_lot]
        self._swap_button.enabled = not setup.by_lot
        self._swap_button.tip = words("setup.lot_decides") if setup.by_lot else ""
        self._swap_button.visible = len(setup.players) == 2
        self._increment_choice.enabled = setup.minutes != 0
        self._increment_choice.about = words("setup.increment_about" if setup.minutes else "setup.increment_idle")
        are_levels_alike = self._card.trains_attention and abilities.shows_hints(self._start_position())
        for number, seat in enumerate(self._seat_rows):
            seat.update_row(self._seat_name(number), are_levels_alike)
        levels = [player.level for player in setup.players if player.kind == "computer"]
        self._strength_note.update_note(len(levels_of(self.game.key)) in levels)
        self._pace_choice.visible = not setup.persons
        has_valid_clock = self._update_clock()
        is_timed = abilities.limits(self._start_position()) is not None
        idle_options = frozenset() if is_timed else self._card.clock_only_options
        self._option_rows.update_rows(idle_options | ({self._card.timed} if setup.is_by_mail else set()))
        mail_problem = words("setup.mail_clock") if setup.is_by_mail and is_timed else ""
        find_trouble = phrases_of(self.game.key).find_trouble
        self._problem_label.text = mail_problem or find_trouble(words, self._chosen_options())
        self._problem_label.visible = bool(self._problem_label.text)
        self._start_button.enabled = has_valid_clock and not mail_problem
        self._show_seats()
        if self.sheet.rect.width:
            self.resize(self.app.size)

    def _show_seats(self) -> None:
        """Show the players' names beside the board; turn it so that the only person is at the lower edge."""
        setup, persons, emblems = self._setup, self._setup.persons, self._ui.view().emblems
        bottom_seat = persons[0] if len(persons) == 1 else self._ui.view().bottom_seat
        is_flipped = self._ui.can_flip and bottom_seat != self._ui.view().bottom_seat and not setup.by_lot
        if is_flipped != self._is_flipped:
            self._is_flipped = is_flipped
            self._update_picture()
        texts = []
        for seat, choice in enumerate(setup.players):
            name = self._make_player(seat).name
            if persons == [seat] and not choice.name.strip():
                name = self.app.words("setup.you")
            if choice.kind == "computer" and len(setup.players) == 2:
                name = f"{self.app.words('setup.computer')}, {name}"
            texts.append(SeatTexts("" if setup.by_lot else emblems[seat], self._seat_name(seat), name))
        self._seated_board.update_tags(bottom_seat, texts)

    def _update_picture(self) -> None:
        self._picture.show(self._pictured_position(), self._is_flipped)

    def _update_clock(self) -> bool:
        """Show the rows of the chosen clock; return whether its typed times are possible."""
        setup, is_own, note_key = self._setup, self._setup.minutes == OWN_CLOCK, "clock_starts"
        try:
            setup.time_control()
        except ValueError:
            note_key = "clock_bounds"
        self._clock_choice.visible, self._increment_choice.visible = self._card.clock, self._card.clock and not is_own
        for field in self._own_clock_fields:
            field.visible = self._card.clock and is_own
        self._clock_note.visible = self._card.clock and bool(setup.minutes)
        self._clock_note.text = self.app.words(f"setup.{note_key}", most=MAX_TIME)
        self._clock_note.colour = OXBLOOD if note_key == "clock_bounds" else SOFT_INK
        return note_key == "clock_starts"

    def _seat_name(self, seat: int) -> str:
        words = self.app.words
        if self._setup.by_lot:
            return words("setup.by_lot_seat", n=seat + 1)
        name = match_text.seat_name(words, self.game.key, seat, len(self._setup.players))
        start, options, game = self._start_position(), self._chosen_options(), self.game
        has_drawn_options = self._position is None and game.play.resolve_chance(options, random.Random(0)) != options
        is_known = parts_of(game.key).is_first_known(start) and not has_drawn_options
        return words("setup.seat_begins", seat=name) if is_known and seat == start.to_move else name

    # --- the match

    def _begin_match(self) -> None:
        """Store the setup; open the match at the table or, if this scene has an `on_result`, pop with the match."""
        from scenes.table.scene import MatchScene
        from scenes.table.session import Session

        app, setup = self.app, self._setup
        setup.store(app.settings, self.game)
        app.storage.save_settings(app.settings)
        players = [self._make_player(seat) for seat in range(len(setup.players))]
        if setup.by_lot:
            random.shuffle(players)
        session = Session.begin(
            app.storage, self.game, self._chosen_options(), tuple(players), setup.time_control(), self._position
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

    def _make_player(self, seat: int) -> Player:
        words, player, persons = self.app.words, self._setup.players[seat], self._setup.persons
        name = readable_name(player.name)
        if player.kind == "computer":
            return Player("computer", words(f"level.{self.game.key}.{player.level}.name"), player.level)
        if player.kind == "engine":
            return Player("engine", engine_name(self.app.settings))
        if player.kind == "mail" or name:
            return Player(player.kind, name)
        if len(persons) > 1:
            return Player("person", words("setup.default_names", n=persons.index(seat) + 1))
        return Player("person", words("setup.default_name"))

    # --- layout

    def place_paper(self, size: tuple[int, int]) -> pygame.Rect:
        theme, sheet = self.app.theme, super().place_paper(size)
        room = size[0] - 2 * theme.margin - sheet.width - theme.px(3)
        self._is_picture_shown = room >= theme.px(_MIN_PICTURE_WIDTH)
        self._seated_board.show_tags(self._is_picture_shown)
        if not self._is_picture_shown:
            return sheet
        board_room = room, sheet.height
        board = fixed_size(self._seated_board.row_layout(board_room), room)
        # A board that is narrower than its room is moved a little to the left, away from the sheet.
        shift = space(-min((room - self._seated_board.board_size(board_room)[0]) // 2, theme.px(8)) // 2)
        self.fill_window(Row(shift, board, space(theme.px(3)), fixed_size(self.sheet, sheet.width)))
        return self.sheet.rect

    def content(self) -> Cell:
        px = self.app.theme.px
        links = Row(self._rules_button, self._learn_button, self._trainer_button, gap=px(1.5))
        start = fixed_size(self._start_button, self._start_button.natural_width() + px(4))
        below = Column(links, Row(filler(), start), gap=px(1.5))
        foot = Fitting([Row(stretch(links), start, gap=px(1.5)), below])
        return Column(stretch(Scrolled(self._scroll_group, ForWidth(self._row_layout))), space(px(1.8)), foot)

    def _row_layout(self, width: int) -> Cell:
        px, gap = self.app.theme.px, self.app.theme.px(1.5)
        players, game = self._headings
        names = max(seat.label_width(width) for seat in self._seat_rows)
        return Column(
            *(fixed_size(players, self.app.theme.line("subheading")), space(px(1))),
            Column(self._count_row, *(seat.row_layout(width, names) for seat in self._seat_rows), gap=gap),
            *(self._lot_and_swap_layout(), space(px(2.6)), game, space(px(1)), self._position_note),
            *(space(px(1)), self._option_rows.content(gap), self._problem_label),
            *(space(px(1) if self._problem_label.visible else gap), self._clock_layout(gap)),
            Row(self._edit_button),
            self._strength_note.content(gap),
            gap=gap,
        )

    def _clock_layout(self, gap: int) -> Cell:
        rows = Column(self._clock_choice, self._increment_choice, *self._own_clock_fields, gap=gap)
        return Column(rows, space(gap - self.app.theme.px(1)), self._clock_note, Column(self._pace_choice))

    def _lot_and_swap_layout(self) -> Cell:
        px = self.app.theme.px
        swap = Column(fixed_size(self._swap_button, self.app.theme.control), filler())
        beside = Row(stretch(self._lot_switch), space(px(4)), swap)
        return Fitting([beside, Column(self._lot_switch, Row(filler(), self._swap_button), gap=px(1.5))])

    # --- other screens

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self._open_rulebook()
            return True
        is_enter = event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        if is_enter and self.form.focus_on in self._own_clock_fields:
            self.form.focus(self._start_button)
            return True
        return super().handle(event)

    def _open_rulebook(self) -> None:
        open_screen(self.app, OpenRulebook(self.game.key))

    def _open_editor(self) -> None:
        bottom_seat = 1 - self._ui.view().bottom_seat if self._is_flipped else None
        open_screen(self.app, OpenEditor(self.game.key, self._position, bottom_seat))

    def _open_trainer(self) -> None:
        self.app.stack.push(parts_of(self.game.key).make_trainer(self.app, self.game.key))

    # --- time and painting

    def update(self, dt: float) -> None:
        super().update(dt)
        self._strength_note.update_build()
        if self._is_picture_shown:
            self._picture.update()

    def wait_seconds(self) -> float | None:
        is_changing = not self._picture.is_ready() or self._picture.turning is not None
        if self._is_picture_shown and is_changing and not self.app.assets.resizing:
            return 0.0
        waits = [super().wait_seconds(), constants.COMPILER_POLL_SECONDS if self._strength_note.is_running else None]
        return min((wait for wait in waits if wait is not None), default=None)

    def paint_beside(self, surface: pygame.Surface) -> None:
        if self._is_picture_shown:
            self._picture.paint(surface)
