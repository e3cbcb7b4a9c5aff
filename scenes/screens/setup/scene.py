"""The scene in which a match is set up: seats, options and clock."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from rules import abilities, find
from rules.ai.opponents import levels_of
from rules.clock import MOST
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
from scenes.screens.setup.agreement import OWN, Agreement
from scenes.screens.setup.rows import EngineStrengthNote, OptionRows, Seat, SeatedBoard, SeatTexts, T, make_choice
from scenes.table import external_engines, match_text
from scenes.table.external_engines import engine_name
from scenes.table.game_ui import ui_of
from scenes.table.parts import parts_of
from scenes.table.phrases import phrases_of
from scenes.table.requests import OpenEditor, OpenRulebook
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_row import Stepper, Switch
from scenes.ui.form_scene import PaperScene
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Fitting, ForWidth, Row, fixed_size, share, space, spring
from scenes.ui.scroll import Scrolled, ScrollGroup
from scenes.ui.text_field import TextField

PACE: Final = "Pace"
"""The record's header for the seconds between turns when computers play each other."""
_NARROWEST_PICTURE: Final = 30.0  # least room beside the sheet, in u, for the board


class SetupScene(PaperScene):
    """A sheet to fill in, beside the board as it will be. `position` is the text of a position to begin from."""

    widest = 74.0

    def __init__(self, app: AppContext, key: str, position: str | None = None, level: int | None = None) -> None:
        """Begin with the remembered setup; with `level`, that of a game against the computer at this level.

        Raises PositionError if `position` can't be read, and KeyError if there is no game `key`.
        """
        super().__init__(app)
        game = find(key)
        if game is None:
            raise KeyError(key)
        self.game: Game = game
        app.game = key
        self._card, self._ui = card_of(key), ui_of(key)
        self._position: Position | None = game.text.read(position) if position is not None else None
        self._agreed = Agreement.read_remembered(app.settings, game, [level.number for level in levels_of(key)])
        if self._position is not None and game.teach.editor is not None and len(game.play.seats) > 1:
            editor = game.teach.editor()
            self._agreed.set_player_count(editor.seats(editor.draft(self._position)), game)
        if level is not None:
            self._agreed.meet_the_computer(level)
        self._picture = BoardPicture(app, key, self._pictured())
        self._beside = self._flipped = False
        usual, rare = game.play.options(), traits_of(game.play.options, "is_rare")
        self._unfolded = any(self._agreed.options[name] != getattr(usual, name) for name in rare)

    def title(self) -> str:
        return self.app.words.game(self.game.key)

    def _shown(self) -> Position:
        options = self._options()
        if self._position is not None:
            return self.game.play.with_options(self._position, options)
        return self.game.play.start(options, len(self._agreed.chairs))

    def _pictured(self) -> Position:
        posed = self._card.posed_at_setup and self._position is None
        return self.game.text.read(self._card.pose) if posed else self._shown()

    def _options(self) -> Options:
        """Return the agreed options; play by mail has no clock."""
        still = {self._card.timed: False} if self._agreed.by_mail and self._card.timed else {}
        return self.game.play.options(**{**self._agreed.options, **still})

    # --- the sheet

    def fill(self) -> None:
        words, key = self.app.words, self.game.key
        self._strip = strip = ScrollGroup(self.sheet)
        strip.steady = True
        self._heads = [Label(strip, words(f"setup.{name}"), "subheading") for name in ("players", "game")]
        seats = self.game.play.seats
        count = len(self._agreed.chairs)
        self._count = Stepper(strip, words("setup.count"), count, seats.start, seats.stop - 1, self._set_count)
        self._count.about = words("setup.count_about")
        self._count.visible = len(seats) > 1 and self._position is None
        self._seats = [Seat(strip, self._agreed, seat, self.game, self._tell) for seat in range(count)]
        sides = self._card.sides
        self._lot = Switch(strip, words(f"setup.lot_{sides}"), self._agreed.by_lot, partial(self._set, "by_lot"))
        self._lot.abouts = [words("setup.lot_off"), words("setup.lot_on")]
        self._swap = Button(strip, words(f"setup.swap_{sides}"), self._swap_sides, icon="flip")
        self._from = Label(strip, self._told_position(), "italic", SOFT_INK)
        self._from.noted = True
        self._from.visible = self._position is not None
        known = choices(self.game.play.options)
        names = known if self._position is None else traits_of(self.game.play.options, "is_outside_text")
        offered = {name: known[name] for name in names}
        changed = self._options_changed
        self._options_rows = OptionRows(strip, self.game, offered, self._agreed, self._unfolded, changed)
        self._trouble = Label(strip, "", "small", OXBLOOD)
        self._trouble.noted = True
        self._fill_clock(strip)
        self._edit = Button(strip, words("setup.edit"), self._set_up_position, icon="edit")
        self._edit.visible = self.game.teach.editor is not None
        self._strength = EngineStrengthNote(self.app, strip, key, self._tell)
        self._rules = Button(self.sheet, words("setup.rules"), self._read_rules, icon="book")
        self._learn = Button(
            self.sheet, words("lessons.learn"), lambda: open_screen(self.app, OpenLessons(key)), icon="learn"
        )
        self._learn.visible = has_tasks(key, LESSONS)
        self._trainer = Button(self.sheet, words("setup.trainer"), self._train, icon="eye")
        self._trainer.visible = self._card.trains
        self._start = Button(self.sheet, words("setup.start"), self._begin, "primary", icon="play")
        self.form.default = self._start
        self._seating = SeatedBoard(self.form, self._picture, count)
        self._tell()

    def _fill_clock(self, strip: ScrollGroup) -> None:
        words = self.app.words
        minutes = {
            n: words("setup.minutes", n=n) if n else words("setup.clock_none") for n in constants.CLOCK_MINUTES
        }
        minutes[OWN] = words("setup.clock_own")
        added = {n: words("setup.seconds", n=n) for n in constants.CLOCK_INCREMENT_SECONDS}
        paces = {n: words("setup.seconds", n=words.number(n)) for n in constants.COMPUTER_PACE_SECONDS}

        def row(name: str, offered: Mapping[T, str]) -> Choice:
            value = getattr(self._agreed, name)
            return make_choice(strip, words(f"setup.{name}"), offered, value, partial(self._set, name))

        self._clock = make_choice(strip, words("setup.clock"), minutes, self._agreed.minutes, self._set_clock)
        self._added = row("increment", added)
        self._own = [self._number(strip, name) for name in ("own_minutes", "own_increment")]
        self._told_clock = Label(strip, "", "small")
        self._pace = row("pace", paces)
        self._clock.about, self._pace.about = words("setup.clock_about"), words("setup.pace_about")

    def _number(self, strip: ScrollGroup, name: str) -> TextField:
        label, typed = self.app.words(f"setup.{name}", most=MOST), getattr(self._agreed, name)
        return TextField(strip, label, typed, partial(self._set, name), len(str(MOST)))

    def _told_position(self) -> str:
        words, position = self.app.words, self._position
        if position is None:
            return ""
        told = words("setup.chance_first")
        if position.to_move != NATURE:
            told = words("setup.to_move", seat=words(f"games.{self.game.key}.seat.{position.to_move}"))
        return f"{words('setup.from_position')} {told}"

    # --- what is set

    def _set_clock(self, minutes: int) -> None:
        agreed, before = self._agreed, self._agreed.minutes
        agreed.minutes = minutes
        if minutes == OWN and before:
            agreed.own_minutes, agreed.own_increment = str(before), str(agreed.increment)
            for field, value in zip(self._own, (agreed.own_minutes, agreed.own_increment), strict=True):
                field.value = value
        self._tell()
        if minutes:
            self._strip.scroll_to(self._told_clock)
        if minutes == OWN:
            self.form.focus(self._own[0])
            self._own[0].select_all()

    def _set(self, name: str, value: object) -> None:
        setattr(self._agreed, name, value)
        self._tell()

    def _set_count(self, count: int) -> None:
        self._agreed.set_player_count(count, self.game)
        self.enter()
        self.resize(self.app.size)
        self.form.focus(self._count)

    def _options_changed(self) -> None:
        self._unfolded = self._options_rows.unfolded
        self._lie()
        self._tell()

    def _swap_sides(self) -> None:
        self._agreed.chairs.reverse()
        self._tell()

    def _tell(self) -> None:
        agreed, words = self._agreed, self.app.words
        self._lot.about = self._lot.abouts[agreed.by_lot]
        self._swap.enabled = not agreed.by_lot
        self._swap.tip = words("setup.lot_decides") if agreed.by_lot else ""
        self._swap.visible = len(agreed.chairs) == 2
        self._added.enabled = agreed.minutes != 0
        self._added.about = words("setup.increment_about" if self._added.enabled else "setup.increment_idle")
        alike = self._card.trains and abilities.shows_hints(self._shown())
        for number, seat in enumerate(self._seats):
            seat.update_row(self._seat_name(number), alike)
        levels = [chair.level for chair in agreed.chairs if chair.kind == "computer"]
        self._strength.update_row(len(levels_of(self.game.key)) in levels)
        self._pace.visible = not agreed.persons
        clock = self._tell_clock()
        timed = abilities.limits(self._shown()) is not None
        idle = frozenset() if timed else self._card.timed_alone
        self._options_rows.show(idle | ({self._card.timed} if agreed.by_mail else set()))
        by_mail = words("setup.mail_clock") if agreed.by_mail and timed else ""
        self._trouble.text = by_mail or phrases_of(self.game.key).find_trouble(self.app.words, self._options())
        self._trouble.visible = bool(self._trouble.text)
        self._start.enabled = clock and not by_mail
        self._show_seats()
        if self.sheet.rect.width:
            self.resize(self.app.size)

    def _show_seats(self) -> None:
        agreed, persons, emblems = self._agreed, self._agreed.persons, self._ui.view().emblems
        bottom = persons[0] if len(persons) == 1 else self._ui.view().bottom
        flipped = self._ui.can_flip and bottom != self._ui.view().bottom and not agreed.by_lot
        if flipped != self._flipped:
            self._flipped = flipped
            self._lie()
        told = []
        for seat, chair in enumerate(agreed.chairs):
            player = self._player(seat)
            who = self.app.words("setup.you") if persons == [seat] and not chair.name.strip() else player.name
            if chair.kind == "computer" and len(agreed.chairs) == 2:
                who = f"{self.app.words('setup.computer')}, {who}"
            told.append(SeatTexts("" if agreed.by_lot else emblems[seat], self._seat_name(seat), who))
        self._seating.update_row(bottom, told)

    def _lie(self) -> None:
        self._picture.show(self._pictured(), self._flipped)

    def _tell_clock(self) -> bool:
        agreed, own, told = self._agreed, self._agreed.minutes == OWN, "clock_starts"
        try:
            agreed.time_control()
        except ValueError:
            told = "clock_bounds"
        self._clock.visible, self._added.visible = self._card.clock, self._card.clock and not own
        for field in self._own:
            field.visible = self._card.clock and own
        self._told_clock.visible = self._card.clock and bool(agreed.minutes)
        self._told_clock.text = self.app.words(f"setup.{told}", most=MOST)
        self._told_clock.colour = OXBLOOD if told == "clock_bounds" else SOFT_INK
        return told == "clock_starts"

    def _seat_name(self, seat: int) -> str:
        words = self.app.words
        if self._agreed.by_lot:
            return words("setup.by_lot_seat", n=seat + 1)
        name = match_text.seat_called(words, self.game.key, seat, len(self._agreed.chairs))
        start, options = self._shown(), self._options()
        drawn = self._position is None and self.game.play.resolve_chance(options, random.Random(0)) != options
        begins = seat == start.to_move and parts_of(self.game.key).is_first_known(start) and not drawn
        return words("setup.seat_begins", seat=name) if begins else name

    # --- the match

    def _begin(self) -> None:
        from scenes.table.scene import MatchScene
        from scenes.table.session import Session

        app, agreed = self.app, self._agreed
        agreed.remember(app.settings, self.game)
        app.storage.save_settings(app.settings)
        players = [self._player(seat) for seat in range(len(agreed.chairs))]
        if agreed.by_lot:
            random.shuffle(players)
        session = Session.begin(
            app.storage, self.game, self._options(), tuple(players), agreed.time_control(), self._position
        )
        extra = dict(session.record.extra)
        if not agreed.persons:
            extra[PACE] = f"{agreed.pace:g}"
        if any(player.kind == "engine" for player in players):
            extra[external_engines.HEADER] = str(agreed.limit)
        session.record = replace(session.record, extra=extra)
        app.sound.play("start")
        if self.then is None:
            app.stack.replace(MatchScene(app, session))
        else:
            app.stack.pop(session)

    def _player(self, seat: int) -> Player:
        words, chair, persons = self.app.words, self._agreed.chairs[seat], self._agreed.persons
        name = readable_name(chair.name)
        if chair.kind == "computer":
            return Player("computer", words(f"level.{self.game.key}.{chair.level}.name"), chair.level)
        if chair.kind == "engine":
            return Player("engine", engine_name(self.app.settings))
        if chair.kind == "mail" or name:
            return Player(chair.kind, name)
        several = len(persons) > 1
        usual = words("setup.default_names", n=persons.index(seat) + 1) if several else words("setup.default_name")
        return Player("person", usual)

    # --- layout

    def place_paper(self, size: tuple[int, int]) -> pygame.Rect:
        theme, sheet = self.app.theme, super().place_paper(size)
        room = size[0] - 2 * theme.margin - sheet.width - theme.px(3)
        self._beside = room >= theme.px(_NARROWEST_PICTURE)
        self._seating.show(self._beside)
        if not self._beside:
            return sheet
        whole = room, sheet.height
        left = fixed_size(self._seating.row_layout(whole), room)
        aside = space(-min((room - self._seating.size(whole)[0]) // 2, theme.px(8)) // 2)
        self.fill_window(Row(aside, left, space(theme.px(3)), fixed_size(self.sheet, sheet.width)))
        return self.sheet.rect

    def content(self) -> Cell:
        px = self.app.theme.px
        keys = Row(self._rules, self._learn, self._trainer, gap=px(1.5))
        start = fixed_size(self._start, self._start.natural_width() + px(4))
        foot = Fitting(
            [Row(share(keys), start, gap=px(1.5)), Column(keys, Row(spring(), start), gap=px(1.5))],
        )
        return Column(share(Scrolled(self._strip, ForWidth(self._rows))), space(px(1.8)), foot)

    def _rows(self, width: int) -> Cell:
        px, gap = self.app.theme.px, self.app.theme.px(1.5)
        players, game = self._heads
        names = max(seat.label_width(width) for seat in self._seats)
        return Column(
            *(fixed_size(players, self.app.theme.line("subheading")), space(px(1))),
            Column(self._count, *(seat.row_layout(width, names) for seat in self._seats), gap=gap),
            *(self._lot_and_swap(), space(px(2.6)), game, space(px(1)), self._from),
            *(space(px(1)), self._options_rows.content(gap), self._trouble),
            *(space(px(1) if self._trouble.visible else gap), self._clock_rows(gap)),
            Row(self._edit),
            self._strength.content(gap),
            gap=gap,
        )

    def _clock_rows(self, gap: int) -> Cell:
        rows = Column(self._clock, self._added, *self._own, gap=gap)
        return Column(rows, space(gap - self.app.theme.px(1)), self._told_clock, Column(self._pace))

    def _lot_and_swap(self) -> Cell:
        px = self.app.theme.px
        beside = Row(share(self._lot), space(px(4)), Column(fixed_size(self._swap, self.app.theme.control), spring()))
        return Fitting([beside, Column(self._lot, Row(spring(), self._swap), gap=px(1.5))])

    # --- other screens

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self._read_rules()
            return True
        entered = event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        if entered and self.form.focus_on in self._own:
            self.form.focus(self._start)
            return True
        return super().handle(event)

    def _read_rules(self) -> None:
        open_screen(self.app, OpenRulebook(self.game.key))

    def _set_up_position(self) -> None:
        bottom = 1 - self._ui.view().bottom if self._flipped else None
        open_screen(self.app, OpenEditor(self.game.key, self._position, bottom))

    def _train(self) -> None:
        self.app.stack.push(parts_of(self.game.key).make_trainer(self.app, self.game.key))

    # --- what happens

    def update(self, dt: float) -> None:
        super().update(dt)
        self._strength.update_build()
        if self._beside:
            self._picture.update()

    def pace(self) -> float | None:
        busy = not self._picture.is_ready() or self._picture.turning is not None
        if self._beside and busy and not self.app.assets.resizing:
            return 0.0
        paces = [super().pace(), constants.COMPILER_POLL_SECONDS if self._strength.is_running else None]
        return min((pace for pace in paces if pace is not None), default=None)

    def paint_beside(self, surface: pygame.Surface) -> None:
        if self._beside:
            self._picture.paint(surface)
