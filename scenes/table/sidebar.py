"""The sidebar beside the table: players, status, turns and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import NATURE, Seat
from scenes.app.game_card import card_of
from scenes.app.theme import OXBLOOD, SOFT_INK
from scenes.surfaces.layout import Box
from scenes.table import match_text, status_text
from scenes.table.events import ShowTurn
from scenes.table.game_ui import LOOK, PLAY, TRY, WATCH, view_of
from scenes.table.phrases import phrases_of
from scenes.table.state import ButtonState, Esc, PlayerStrip, TableState, TurnTime
from scenes.ui.bars import Balance, Side
from scenes.ui.button import Button, IconButton
from scenes.ui.clocks import ClockFace, TurnClock
from scenes.ui.form import Form
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Area, Cell, Column, Row, Slot, fixed_size, share, space, spring
from scenes.ui.move_list import MoveList

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.access import TableAccess
    from scenes.table.session import Session


def upper_seat(session: Session) -> Seat:
    """Return the seat for which up is good: the only person's, else the one that began."""
    if len(session.persons) == 1:
        return session.persons[0]
    return next((span.seat for span in session.match.turns() if span.seat != NATURE), 0)


def chance_of(seat: Seat, first: float) -> float:
    """Return a seat's chance, given seat 0's chance `first`."""
    return 1 - first if seat else first


def upper_and_lower_side(app: AppContext, session: Session) -> tuple[Side, Side]:
    """Return the upper side and the other, in the colours of their pieces."""
    emblems, up = view_of(session.match.game.key).emblems, upper_seat(session)

    def side(seat: Seat) -> Side:
        name = match_text.you_if_unnamed(app.words, session, seat) or match_text.name_of(app.words, session, seat)
        called = dict.fromkeys((name, match_text.seat_word(app.words, session, seat)))
        return Side(" · ".join(called), pygame.Color(app.assets.looks.colour(emblems[seat])))

    return side(up), side(1 - up)


TIPS: Final = {"pause-play": "table.pause_play", "play": "table.go_on_play"}


class Sidebar:
    def __init__(self, form: Form, table: TableAccess) -> None:
        key, act, keys = table.facts.match.game.key, table.view.act, table.facts.ui.keys
        self._words, self._table = table.words, table
        self.form = form
        self.panel = Panel(form)
        self._plates = [ClockFace(self.panel, "", look) for look in table.board.emblems]
        self.clock = TurnClock(self.panel)
        self._status = Label(self.panel, "", "strong", align="left")
        self._note = Label(self.panel, "", "small", SOFT_INK, valign="top")
        self._turns = MoveList(
            *(self.panel, self._show_turn, card_of(key).columns, phrases_of(key).turns.sample),
            tell=self._explain,
            figures=lambda cell: status_text.list_figures(table.words, table.session, cell),
        )
        self._turns.label = self._words("table.moves")
        self._turns.says = self._describe
        self._empty = Label(self.panel, self._words("table.no_moves"), "small", SOFT_INK, "centre")
        self.back = Button(self.panel, "", lambda: act("go-back"), icon="back")
        told = self._words("table.result_tried" if table.session.is_tried_out else "table.result")
        self.result = Button(self.panel, told, lambda: act("result"), icon="info")
        self.result.visible = False
        self.keys: dict[str, IconButton] = {}
        for action in dict.fromkeys((*PLAY, *LOOK, *TRY, *WATCH, *keys.play)):
            tip = self._words(TIPS.get(action, f"table.{action}"))
            self.keys[action] = IconButton(self.panel, keys.icon(action), tip, partial(act, action))
        self._balance = Balance(self.panel, self._words("table.balance"), lambda: act("review"))
        self._undo_tip = self.keys["undo"].tip  # while Esc doesn't do the same
        self._shown: tuple[str, ...] = PLAY
        self._box = Box(0, 0, 1, 1)
        self._bottom: Seat = 0

    def _show_turn(self, cell: int) -> None:
        turn = status_text.turn_in(self._table.session, cell)
        if turn is not None:
            self._table.send(ShowTurn(turn))

    def _explain(self, cell: int) -> str:
        return status_text.explain_cell(self._table.words, self._table.session, cell)

    def _describe(self, cell: int) -> str:
        return status_text.describe_cell(self._table.words, self._table.session, cell)

    @property
    def status(self) -> str:
        return self._status.text

    @property
    def note(self) -> str:
        """The text below the status: warnings and tasks."""
        return self._note.text

    @property
    def pointed_turn(self) -> int | None:
        """The cell of the list of turns under the pointer or the keyboard focus."""
        return self._turns.pointed_cell

    def place(self, box: Box, bottom: Seat) -> None:
        """Lay out in `box`; the player on the seat `bottom` has the lower strip."""
        self._box, self._bottom = box, bottom
        self.panel.rect = pygame.Rect(box.ints())
        pad = -2 * self.panel.theme.px(1.6)
        inner = self.panel.rect.inflate(pad, pad)
        if box.w > 1.5 * box.h:
            self._low(inner.width, inner.height).place(inner)
        elif self.panel.theme.tight:
            self.panel.lay(self.panel.rect, self._tall(inner.width), (-pad // 2, -pad // 2))
        else:
            self._tall(inner.width).place(inner)

    def _strips(self, width: int) -> list[Slot]:
        lower, theme = self._plates[self._bottom], self.panel.theme
        order = [*(face for face in self._plates if face is not lower), lower]
        return [fixed_size(face, max(order[0].natural_height(width), theme.control)) for face in order]

    def _tall(self, width: int) -> Cell:
        theme, gap = self.panel.theme, space(self.panel.theme.gap)
        upper, lower = self._strips(width)
        high = self._note_height(width, 2 if theme.tight else 3)
        back = self._back_height()
        high = max(high, back)
        said = Column(fixed_size(self._note, high), space(-back), fixed_size(self.back, back))
        return Column(
            *(
                upper,
                gap,
                self.clock,
                gap,
                fixed_size(self._status, 2 * theme.line("strong")),
                fixed_size(said, high),
            ),
            *(self._balance, gap, self._room_of_turns(), gap, self.result, gap),
            *(fixed_size(self.row_of_keys(width), theme.control), gap, lower),
        )

    def _low(self, width: int, height: int) -> Cell:
        """Return the layout below the board: strips and buttons left, texts and turns right."""
        theme, gap = self.panel.theme, space(self.panel.theme.gap)
        half = width // 2 - theme.gap
        rest = width - half - 2 * theme.gap
        upper, lower = self._strips(half)
        spare = height - 2 * (upper.size or 0) - theme.control - 2 * theme.gap
        beside = spare >= self.clock.least_height()
        clock = fixed_size(self.clock, min(spare, self.clock.natural_height(half))) if beside else None
        keys = fixed_size(self.row_of_keys(half), theme.control)
        left = Column(upper, gap, lower, space(theme.gap // 2), clock, spring(), keys)
        high = self._note_height(rest, 2)
        said = Column(fixed_size(self._note, high), space(-high), fixed_size(self.back, theme.control))
        above = (self.clock, gap) if self.clock.visible and not beside else ()
        right = Column(
            *(*above, fixed_size(self._status, 2 * theme.line("strong"))),
            *(
                fixed_size(said, max(high, theme.control)),
                self._balance,
                gap,
                share(self.list_of_turns()),
                gap,
                self.result,
            ),
        )
        return Row(fixed_size(left, half), space(2 * theme.gap), share(right))

    def _room_of_turns(self) -> Slot:
        """Return the remaining height, at least two rows."""
        return Slot(self.list_of_turns(), self._turns.height_of(2), 1.0)

    def list_of_turns(self) -> Cell:
        def place(rect: pygame.Rect) -> None:
            self._turns.rect = self._empty.rect = rect

        return Area(place)

    def _note_height(self, width: int, lines: int) -> int:
        """Return the height of at least `lines` lines, so that the list below seldom moves, and of a gap."""
        return max(lines * self.panel.theme.line("small"), self._note.natural_height(width) + self.panel.theme.gap)

    def _back_height(self) -> int:
        theme = self.panel.theme
        return theme.control + (theme.line("button") if theme.tight else 0)

    def row_of_keys(self, width: int) -> Cell:
        """Return the layout of the visible buttons, evenly over the width."""
        for action, key in self.keys.items():
            key.visible = action in self._shown
        side = min(self.panel.theme.control, width // len(self._shown))
        first, *others = [fixed_size(self.keys[action], side) for action in self._shown]
        return Row(first, *(part for key in others for part in (spring(), key)))

    def show(self, state: TableState) -> None:
        self.show_plates(state.strips)
        self.show_words(state)
        self.show_clock(state.time)
        self.show_turns(state.turns, state.current)
        if state.share is not None or self._balance.visible:
            self._show_chance(state.share)
        self._show_keys(state.buttons)
        if state.over != self.result.visible:
            self.result.visible = state.over
            self.place(self._box, self._bottom)

    def _show_keys(self, buttons: Sequence[ButtonState]) -> None:
        shown = tuple(button.action for button in buttons)
        if shown != self._shown:
            self._shown = shown
            self.place(self._box, self._bottom)
        for button in buttons:
            key = self.keys[button.action]
            key.enabled = button.enabled
            key.icon = button.icon or key.icon
            key.tip = button.tip or key.tip
        self._undo_tip = self.keys["undo"].tip

    def tell_esc(self, esc: Esc) -> None:
        """Show Esc in the tooltip of the button that does the same, and in no other."""
        words, menu = self._words, self.keys["menu"]
        menu.label = menu.tip = words.with_esc("table.menu", esc == "menu")
        self.back.text = words.with_esc("table.go_back", esc == "go-back")
        self.keys["undo"].tip = words("table.undo_step") if esc == "take-back" else self._undo_tip

    def show_plates(self, plates: Sequence[PlayerStrip]) -> None:
        for face, plate in zip(self._plates, plates, strict=True):
            face.show(plate.name, plate.seconds, plate.running, plate.detail, plate.waits)

    def show_clock(self, time: TurnTime | None) -> None:
        if (time is not None) != self.clock.visible:
            self.clock.visible = time is not None
            self.place(self._box, self._bottom)
        if time is not None:
            self.clock.show(time.left, time.share, time.whole, time.beside, time.runs)

    def show_words(self, state: TableState) -> None:
        said, back = state.status_line, not state.live and not state.over
        self._status.text = said.status
        before = self._note.natural_height(self._note.rect.width)
        self._note.text = "" if back else said.note
        if self._note.natural_height(self._note.rect.width) != before:
            self.place(self._box, self._bottom)
        self._note.colour = OXBLOOD if said.warning else SOFT_INK
        self.back.visible = back

    def _show_chance(self, share: float | None) -> None:
        was = self._balance.visible
        app, session = self._table.app, self._table.session
        self._balance.show(
            None if share is None else chance_of(upper_seat(session), share), upper_and_lower_side(app, session)
        )
        if self._balance.visible != was:
            self.place(self._box, self._bottom)

    def show_turns(self, turns: Sequence[str], current: int | None) -> None:
        """Show the turns, and mark the one that led to the position on the board."""
        self._turns.show(turns, current)
        self._empty.visible = not turns
