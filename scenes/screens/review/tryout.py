"""The form for a tryout: it asks for seat and level, and then opens a copy of the match from an earlier position."""

from __future__ import annotations

from functools import partial
from typing import Final

from rules.abilities import play_all
from rules.ai.opponents import levels_of
from rules.contract import Move, Seat
from rules.record import Player
from scenes.app.game_card import card_of
from scenes.app.stack import AppContext
from scenes.app.theme import SOFT_INK
from scenes.table import match_text
from scenes.table.scene import MatchScene
from scenes.table.session import Session, find_tryout_start, make_tryout
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.dialog import OverlayScene
from scenes.ui.label import Label
from scenes.ui.layout import Column, Fitting, Row, filler, fixed_size

ALL_SEATS: Final = "all"  # the person moves for every seat


class TryoutScene(OverlayScene):
    def __init__(self, app: AppContext, session: Session, ply: int, moves: tuple[Move, ...] = ()) -> None:
        """Prepare a copy that begins after the moves `moves`, played from the position after `ply` plies.

        If no copy can begin at that position, the last earlier one at which a copy can begin is used instead.
        """
        super().__init__(app)
        self._session = session
        start = find_tryout_start(session, ply)
        self._position = None if start is None else play_all(start, moves)
        self._about_key = "tryout.about_better" if moves else "tryout.about"
        mover_seat = moves[0].seat if moves else 0 if self._position is None else max(0, self._position.to_move)
        self.seat = str(session.persons[0] if len(session.persons) == 1 else mover_seat)  # or `ALL_SEATS`
        levels = [player.level for player in session.players if player.kind == "computer" and player.level]
        self.level = str(levels[0] if levels else levels_of(self._key)[len(levels_of(self._key)) // 2].number)

    @property
    def _key(self) -> str:
        return self._session.match.game.key

    def fill(self) -> None:
        words, session = self.app.words, self._session
        self.sheet.label = words("tryout.title")
        self._head = Label(self.sheet, words("tryout.title"), "heading", valign="top")
        self._about = Label(self.sheet, words(self._about_key), "body", SOFT_INK, valign="top")
        name_seat = match_text.name_of if card_of(self._key).sides == "seats" else match_text.seat_word
        seats = [(str(seat), name_seat(words, session, seat)) for seat in range(session.match.seats)]
        seats.append((ALL_SEATS, words("tryout.both" if len(seats) == 2 else "tryout.all")))
        self.seat_choice = Choice(self.sheet, words("tryout.seat"), seats, self.seat, self._choose_seat)
        levels = [(str(one.number), words(f"level.{self._key}.{one.number}.name")) for one in levels_of(self._key)]
        set_level = partial(setattr, self, "level")
        self.level_choice = Choice(self.sheet, words("tryout.level"), levels, self.level, set_level)
        self.level_choice.enabled = self.seat != ALL_SEATS
        self.cancel_button = Button(self.sheet, words("tryout.cancel"), self.app.stack.pop, icon="back")
        self.begin_button = Button(self.sheet, words("tryout.begin"), self._begin_tryout, "primary", "play")
        self.form.default = self.begin_button

    def _choose_seat(self, seat: str) -> None:
        self.seat = seat
        self.level_choice.enabled = seat != ALL_SEATS

    def _make_player(self, seat: Seat) -> Player:
        words = self.app.words
        if self.seat in (ALL_SEATS, str(seat)):
            before = self._session.players[seat]
            return Player("person", before.name if before.kind == "person" else "")
        return Player("computer", words(f"level.{self._key}.{self.level}.name"), int(self.level))

    def _begin_tryout(self) -> None:
        assert self._position is not None
        self.app.sound.play("start")
        players = tuple(map(self._make_player, range(self._session.match.seats)))
        copy = make_tryout(self._session, self._position, players)
        self.app.stack.replace(MatchScene(self.app, copy))

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        pad, gap = theme.px(3.2), theme.px(1.4)
        begin, cancel = self.begin_button, self.cancel_button
        buttons = Fitting((Row(filler(), cancel, begin, gap=gap), Column(begin, cancel, gap=gap)))
        rows = (fixed_size(self.seat_choice, theme.control), fixed_size(self.level_choice, theme.control))
        width = min(theme.px(72), size[0] - 2 * theme.margin)
        self.lay(Column(self._head, self._about, *rows, buttons, gap=gap), width, (pad, pad), y=0.48)
