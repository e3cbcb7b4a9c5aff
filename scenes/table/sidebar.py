"""The sidebar of a match: players with their clocks, status, list of turns, chances and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import NATURE, Seat
from scenes.app.game_card import card_of
from scenes.app.theme import OXBLOOD, SOFT_INK
from scenes.surfaces.layout import Box
from scenes.table import match_text, turn_text
from scenes.table.events import ShowTurn
from scenes.table.game_phrases import phrases_of
from scenes.table.game_ui import view_of
from scenes.table.sidebar_buttons import LOOK, PLAY, TRY, WATCH
from scenes.table.state import ButtonState, Esc, PlayerStrip, TableState, TurnTime
from scenes.ui.bars import BalanceBar, Side
from scenes.ui.button import Button, IconButton
from scenes.ui.clocks import ClockFace, TurnClockWidget
from scenes.ui.form import Form
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Area, Cell, Column, Row, Slot, filler, fixed_size, space, stretch
from scenes.ui.move_list import MoveList

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.session import Session
    from scenes.table.table_access import TableAccess


def upper_seat(session: Session) -> Seat:
    """Return the seat whose chance is the upper part of a graph: the only human player's, or the first mover's."""
    if len(session.persons) == 1:
        return session.persons[0]
    return next((span.seat for span in session.match.turns() if span.seat != NATURE), 0)


def chance_of_seat(seat: Seat, first_chance: float) -> float:
    """Return the chance of a seat, where seat 0 has `first_chance`."""
    return 1 - first_chance if seat else first_chance


def upper_and_lower_side(app: AppContext, session: Session) -> tuple[Side, Side]:
    """Return the names and colours of `upper_seat` and of the other seat."""
    emblems, upper = view_of(session.match.game.key).emblems, upper_seat(session)

    def side(seat: Seat) -> Side:
        name = match_text.you_if_unnamed(app.words, session, seat) or match_text.name_of(app.words, session, seat)
        names = dict.fromkeys((name, match_text.seat_word(app.words, session, seat)))
        return Side(" · ".join(names), pygame.Color(app.assets.looks.colour(emblems[seat])))

    return side(upper), side(1 - upper)


_TOOLTIP_KEYS: Final = {"pause-play": "table.pause_play", "play": "table.go_on_play"}


class Sidebar:
    """The sidebar of one match; it is laid out anew whenever something in it appears, goes or needs more height."""

    def __init__(self, form: Form, table: TableAccess) -> None:
        key, act, sets = table.facts.match.game.key, table.view.act, table.facts.ui.buttons
        self._words, self._table = table.words, table
        self.form = form
        self.panel = Panel(form)
        self._faces = [ClockFace(self.panel, "", look) for look in table.board.emblems]
        self.clock = TurnClockWidget(self.panel)
        self._status = Label(self.panel, "", "strong", align="left")
        self._note = Label(self.panel, "", "small", SOFT_INK, valign="top")
        self._turns = MoveList(
            *(self.panel, self._show_turn, card_of(key).columns, phrases_of(key).turns.sample),
            tip_of=self._explain_turn,
            sprites_of=lambda cell: turn_text.list_cell_sprites(table.words, table.session, cell),
        )
        self._turns.label = self._words("table.moves")
        self._turns.text_of = self._describe_turn
        self._empty_label = Label(self.panel, self._words("table.no_moves"), "small", SOFT_INK, "centre")
        self.back = Button(self.panel, "", lambda: act("go-back"), icon="back")
        label = self._words("table.result_tried" if table.session.is_tried_out else "table.result")
        self.result = Button(self.panel, label, lambda: act("result"), icon="info")
        self.result.visible = False
        self.buttons: dict[str, IconButton] = {}
        for action in dict.fromkeys((*PLAY, *LOOK, *TRY, *WATCH, *sets.play)):
            tooltip = self._words(_TOOLTIP_KEYS.get(action, f"table.{action}"))
            self.buttons[action] = IconButton(self.panel, sets.icon(action), tooltip, partial(act, action))
        self._balance = BalanceBar(self.panel, self._words("table.balance"), lambda: act("review"))
        self._undo_tip = self.buttons["undo"].tip  # its tooltip while Esc has another action
        self._shown: tuple[str, ...] = PLAY  # the actions of the visible buttons
        self._box = Box(0, 0, 1, 1)
        self._bottom_seat: Seat = 0

    def _show_turn(self, cell: int) -> None:
        turn = turn_text.turn_of_cell(self._table.session, cell)
        if turn is not None:
            self._table.send(ShowTurn(turn))

    def _explain_turn(self, cell: int) -> str:
        return turn_text.explain_cell(self._table.words, self._table.session, cell)

    def _describe_turn(self, cell: int) -> str:
        return turn_text.describe_cell(self._table.words, self._table.session, cell)

    @property
    def status(self) -> str:
        return self._status.text

    @property
    def note(self) -> str:
        """The text below the status line."""
        return self._note.text

    @property
    def pointed_cell(self) -> int | None:
        """The cell of the list of turns at the pointer or the keyboard focus; None outside the list."""
        return self._turns.pointed_cell

    def place(self, box: Box, bottom_seat: Seat) -> None:
        """Lay the sidebar out in `box`; the seat `bottom_seat` has the lower strip."""
        self._box, self._bottom_seat = box, bottom_seat
        self.panel.rect = pygame.Rect(box.ints())
        margin = self.panel.theme.px(1.6)
        inner = self.panel.rect.inflate(-2 * margin, -2 * margin)
        if box.w > 1.5 * box.h:
            self._make_low_layout(inner.width, inner.height).place(inner)
        elif self.panel.theme.tight:
            self.panel.lay(self.panel.rect, self._make_tall_layout(inner.width), (margin, margin))
        else:
            self._make_tall_layout(inner.width).place(inner)

    def _make_strip_slots(self, width: int) -> list[Slot]:
        lower, theme = self._faces[self._bottom_seat], self.panel.theme
        order = [*(face for face in self._faces if face is not lower), lower]
        return [fixed_size(face, max(order[0].natural_height(width), theme.control)) for face in order]

    def _make_tall_layout(self, width: int) -> Cell:
        """Return the layout beside the board; the button `back` is over the note, empty while `back` is shown."""
        theme, gap = self.panel.theme, space(self.panel.theme.gap)
        upper, lower = self._make_strip_slots(width)
        back_height = self._back_height()
        height = max(self._note_height(width, 2 if theme.tight else 3), back_height)
        note = Column(fixed_size(self._note, height), space(-back_height), fixed_size(self.back, back_height))
        return Column(
            *(
                upper,
                gap,
                self.clock,
                gap,
                fixed_size(self._status, 2 * theme.line("strong")),
                fixed_size(note, height),
            ),
            *(self._balance, gap, self._make_turn_list_slot(), gap, self.result, gap),
            *(fixed_size(self.make_button_row(width), theme.control), gap, lower),
        )

    def _make_low_layout(self, width: int, height: int) -> Cell:
        """Return the layout below the board: strips and buttons on the left, texts and turns on the right."""
        theme, gap = self.panel.theme, space(self.panel.theme.gap)
        half = width // 2 - theme.gap
        right_width = width - half - 2 * theme.gap
        upper, lower = self._make_strip_slots(half)
        free_height = height - 2 * (upper.size or 0) - theme.control - 2 * theme.gap
        has_room = free_height >= self.clock.compact_height()
        clock = fixed_size(self.clock, min(free_height, self.clock.natural_height(half))) if has_room else None
        buttons = fixed_size(self.make_button_row(half), theme.control)
        left = Column(upper, gap, lower, space(theme.gap // 2), clock, filler(), buttons)
        note_height = self._note_height(right_width, 2)
        note = Column(fixed_size(self._note, note_height), space(-note_height), fixed_size(self.back, theme.control))
        above = (self.clock, gap) if self.clock.visible and not has_room else ()
        right = Column(
            *(*above, fixed_size(self._status, 2 * theme.line("strong"))),
            *(
                fixed_size(note, max(note_height, theme.control)),
                self._balance,
                gap,
                stretch(self.make_turn_list_cell()),
                gap,
                self.result,
            ),
        )
        return Row(fixed_size(left, half), space(2 * theme.gap), stretch(right))

    def _make_turn_list_slot(self) -> Slot:
        """Return the place of the list of turns: all remaining height, at least two rows."""
        return Slot(self.make_turn_list_cell(), self._turns.height_of(2), 1.0)

    def make_turn_list_cell(self) -> Cell:
        def place(rect: pygame.Rect) -> None:
            self._turns.rect = self._empty_label.rect = rect

        return Area(place)

    def _note_height(self, width: int, lines: int) -> int:
        """Return the height of the note and a gap, but at least `lines` lines, so that the list seldom moves."""
        return max(lines * self.panel.theme.line("small"), self._note.natural_height(width) + self.panel.theme.gap)

    def _back_height(self) -> int:
        theme = self.panel.theme
        return theme.control + (theme.line("button") if theme.tight else 0)

    def make_button_row(self, width: int) -> Cell:
        """Make the buttons of `_shown` visible, and only these; return their layout, evenly over the width."""
        for action, button in self.buttons.items():
            button.visible = action in self._shown
        side = min(self.panel.theme.control, width // len(self._shown))
        first, *others = [fixed_size(self.buttons[action], side) for action in self._shown]
        return Row(first, *(part for button in others for part in (filler(), button)))

    def show(self, state: TableState) -> None:
        self.show_strips(state.strips)
        self.show_status_line(state)
        self.show_clock(state.time)
        self.show_turns(state.turns, state.current_cell)
        if state.first_seat_chance is not None or self._balance.visible:
            self._show_chance(state.first_seat_chance)
        self._update_buttons(state.buttons)
        if state.is_over != self.result.visible:
            self.result.visible = state.is_over
            self.place(self._box, self._bottom_seat)

    def _update_buttons(self, states: Sequence[ButtonState]) -> None:
        shown = tuple(state.action for state in states)
        if shown != self._shown:
            self._shown = shown
            self.place(self._box, self._bottom_seat)
        for state in states:
            button = self.buttons[state.action]
            button.enabled = state.is_enabled
            button.icon = state.icon or button.icon
            button.tip = state.tooltip or button.tip
        self._undo_tip = self.buttons["undo"].tip

    def name_esc(self, esc: Esc) -> None:
        """Name the Esc key on the button that has the same action, and on no other."""
        words, menu = self._words, self.buttons["menu"]
        menu.label = menu.tip = words.with_esc("table.menu", esc == "menu")
        self.back.text = words.with_esc("table.go_back", esc == "go-back")
        self.buttons["undo"].tip = words("table.undo_step") if esc == "take-back" else self._undo_tip

    def show_strips(self, strips: Sequence[PlayerStrip]) -> None:
        for face, strip in zip(self._faces, strips, strict=True):
            face.show(strip.name, strip.seconds, strip.is_to_move, strip.detail, strip.is_waiting)

    def show_clock(self, time: TurnTime | None) -> None:
        if (time is not None) != self.clock.visible:
            self.clock.visible = time is not None
            self.place(self._box, self._bottom_seat)
        if time is not None:
            self.clock.show(
                time.seconds_left, time.share_left, time.match_seconds_left, time.captions, time.is_running
            )

    def show_status_line(self, state: TableState) -> None:
        line, can_go_back = state.status_line, not state.is_live and not state.is_over
        self._status.text = line.status
        before = self._note.natural_height(self._note.rect.width)
        self._note.text = "" if can_go_back else line.note
        if self._note.natural_height(self._note.rect.width) != before:
            self.place(self._box, self._bottom_seat)
        self._note.colour = OXBLOOD if line.is_warning else SOFT_INK
        self.back.visible = can_go_back

    def _show_chance(self, first_chance: float | None) -> None:
        was_visible = self._balance.visible
        app, session = self._table.app, self._table.session
        self._balance.show(
            None if first_chance is None else chance_of_seat(upper_seat(session), first_chance),
            upper_and_lower_side(app, session),
        )
        if self._balance.visible != was_visible:
            self.place(self._box, self._bottom_seat)

    def show_turns(self, turns: Sequence[str], current: int | None) -> None:
        """Show the turns, and mark the one that led to the position on the board."""
        self._turns.show(turns, current)
        self._empty_label.visible = not turns
