"""The editor: the person sets up any position on a game's board, to play or to analyse it."""

from __future__ import annotations

from typing import Final

import pygame

from rules import find
from rules.contract import Position, Seat
from rules.match import Match
from rules.teaching.editor import Kind
from scenes.app.clipboard import clipboard_text, set_clipboard_text
from scenes.app.navigation import open_screen, open_screen_alone
from scenes.app.stack import AppContext
from scenes.app.theme import BRASS, INK, LEAF, OXBLOOD, SOFT_INK
from scenes.screens.constants import MAX_EDITED_POSITION_LENGTH
from scenes.screens.editor.property_panel import PropertyPanel, describe_position_error
from scenes.surfaces.layout import Box
from scenes.surfaces.squares import BAIZE_FELT, FELTS, TRAYS, WALNUT_TRAY, tray_picture
from scenes.table.editor_board import EditorBoard
from scenes.table.editor_state import EditorState
from scenes.table.game_parts import parts_of
from scenes.table.game_ui import ui_of
from scenes.table.screen_requests import OpenMenu, OpenSetup
from scenes.ui.base import Group, Widget
from scenes.ui.button import ARROWS, PRESS_KEYS, Button, IconButton
from scenes.ui.form_scene import WIDE, FormScene
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Area, Column, Fitting, Row, Slot, filler, fixed_size, space, stretch
from scenes.ui.text_field import TextField

_COMMAND_KEYS: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class PiecePalette(Widget):
    """The pieces that can be placed on the board, in columns, or in rows if the widget is wider than high."""

    focusable = True
    pointer = "grab"

    def __init__(self, parent: Group, state: EditorState, board: EditorBoard) -> None:
        super().__init__(parent)
        self._state, self._board, self._rows = state, board, state.editor.trays
        self._kinds = {(row, n): kind for row, kinds in enumerate(self._rows) for n, kind in enumerate(kinds)}
        self.here = (0, 0)  # row and number of the piece that the keyboard selects
        self.label = state.kind_name(self._kinds[self.here]) if self._kinds else ""
        self._pressed_at: tuple[int, int] | None = None

    def describe(self) -> str:
        is_by_mouse = self.hovered and not self.form.scene.app.is_keyboard_used
        if is_by_mouse and self.tip:
            return self.tip
        return self._state.kind_name(self._kinds[self.here])

    def _is_horizontal(self) -> bool:
        return self.rect.width > self.rect.height

    def lay_out(self) -> None:
        max_count = max(len(kinds) for kinds in self._rows)
        inner = self.rect.inflate(-2 * self._margin(), -2 * self._margin())
        (width, height), count, is_horizontal = inner.size, len(self._rows), self._is_horizontal()
        size = (width // max_count, height // count) if is_horizontal else (width // count, height // max_count)
        self._slots: dict[tuple[int, int], pygame.Rect] = {}
        for row, number in self._kinds:
            across, along = row / count, number / max_count  # fractions of the palette
            x, y = (along, across) if is_horizontal else (across, along)
            corner = (inner.left + round(x * width), inner.top + round(y * height))
            self._slots[row, number] = pygame.Rect(corner, size)

    def _margin(self) -> int:
        return self.theme.px(0.9)

    def slot_of(self, kind: Kind) -> pygame.Rect:
        return next(self._slots[spot] for spot, one in self._kinds.items() if one == kind)

    def _slot_at(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        return next((spot for spot, slot in self._slots.items() if slot.collidepoint(pos)), None)

    def ring_rect(self) -> pygame.Rect:
        return self._slots[self.here]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event.key)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._show_tip_at(event.pos)
            self._board.follow_pointer(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            if self._pressed_at is not None and self._board.is_drag(self._pressed_at, event.pos):
                self._board.drop_at(event.pos)
            self._pressed_at = None
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)

    def _show_tip_at(self, pos: tuple[int, int]) -> None:
        spot = self._slot_at(pos)
        tip = "" if spot is None else self._state.kind_name(self._kinds[spot])
        if tip != self.tip:
            self.tip = tip
            self.form.renew_tip(self)

    def _press(self, pos: tuple[int, int]) -> None:
        spot = self._slot_at(pos)
        if spot is None:
            self._state.release_held()
            return
        self.here, self._pressed_at = spot, pos
        self._board.follow_pointer(pos)
        self._state.take_from_palette(self._kinds[spot])
        self._board.follow_pointer(pos)  # with the piece

    def _handle_key(self, key: int) -> bool:
        row, number = self.here
        if key in PRESS_KEYS:
            self._state.take_from_palette(self._kinds[self.here])
            self.form.focus(self._board)
            return True
        if key not in ARROWS:
            return False
        across, along = ARROWS[key][::-1] if self._is_horizontal() else ARROWS[key]
        row = row + across
        if not 0 <= row < len(self._rows):
            return False
        selected = (row, min(number, len(self._rows[row]) - 1) + along)
        if selected not in self._kinds:
            return False
        self.dirty()
        self.here = selected
        self.tip = self.label = self._state.kind_name(self._kinds[selected])
        self.form.renew_tip(self)
        self._state.release_held()
        return True

    def paint(self, surface: pygame.Surface) -> None:
        app = self.form.scene.app
        board = app.assets.looks.board_of(self._state.game.key) or app.assets.looks.cloth
        look = (board, self.rect.size)
        picture = self.theme.cache.get(("bench-tray", *look), lambda: self._render_tray(board))
        surface.blit(picture, self.rect)
        for spot, slot in self._slots.items():
            self._paint_kind(surface, self._kinds[spot], slot)

    def _render_tray(self, board: str) -> pygame.Surface:
        tray = Box(0, 0, *map(float, self.rect.size))
        well = tray.inset(self._margin())
        wood, felt = TRAYS.get(board, WALNUT_TRAY), FELTS.get(board, BAIZE_FELT)
        corner = 0.12 if not self._is_horizontal() else 0.03
        return tray_picture(tray, (well,), (), wood, corner, felt=felt).convert_alpha()

    def _paint_kind(self, surface: pygame.Surface, kind: Kind, slot: pygame.Rect) -> None:
        if not surface.get_clip().colliderect(slot):
            return
        if kind == self._state.kind:
            pygame.draw.rect(surface, BRASS, slot.inflate(-4, -4), 3, border_radius=self.theme.px(0.8))
        self._board.paint_kind(surface, kind, slot)


class EditorScene(FormScene):
    """A board with a palette, and a sheet with the properties that the board doesn't show."""

    def __init__(
        self, app: AppContext, key: str, position: Position | None = None, bottom_seat: Seat | None = None
    ) -> None:
        """Begin with `position`, by default the game's start; `bottom_seat` is the seat at the lower edge.

        Raises KeyError if the game has no editor.
        """
        super().__init__(app)
        game = find(key)
        if game is None:
            raise KeyError(key)
        self.state = EditorState(app, game, position, self._show_remark)
        self._remark_text = self.app.words("editing.how") if self.state.editor.trays else ""
        self._is_refusal = False
        self._bottom_seat = bottom_seat
        self._was_held_at_pointer = False  # after the last event

    def _show_remark(self, text: str, is_refusal: bool) -> None:
        self._remark_text, self._is_refusal = text[:1].upper() + text[1:], is_refusal and bool(text)
        self._update_sheet()
        self.dirty()

    # --- the sheet

    def fill(self) -> None:
        words = self.app.words
        state, editor = self.state, self.state.editor
        self._board = parts_of(state.game.key).make_editor_board(self.form, state, self._update_sheet)
        if self._bottom_seat is not None:
            self._board.set_bottom_seat(self._bottom_seat)
        self._palette = PiecePalette(self.form, state, self._board)
        self._palette.visible = bool(editor.trays)
        self._sheet = Panel(self.form)
        self._back_button = IconButton(self._sheet, "back", words("paper.back"), self.app.stack.pop)
        self._buttons = [
            IconButton(self._sheet, icon, words(f"editing.{name}"), action)
            for name, icon, action in (
                ("beginning", "first", lambda: state.replace_draft(editor.draft(state.start_position()))),
                ("empty", "bin", lambda: state.replace_draft(editor.clear(state.draft))),
                ("mirror", "rematch", lambda: state.replace_draft(editor.mirror(state.draft))),
                ("turn", "flip", self._board.turn),
            )
        ]
        self._buttons[-1].visible = ui_of(state.game.key).can_flip
        self._properties = PropertyPanel(self._sheet, self.state.game.key, self._set_field)
        self._text_field = TextField(
            self._sheet, "", "", lambda text: state.take_typed_text(text.strip()), MAX_EDITED_POSITION_LENGTH
        )
        self._copy_button = IconButton(self._sheet, "copy", words("editing.copy"), self._copy_text)
        self._paste_button = IconButton(self._sheet, "paste", words("editing.paste"), self._paste_text)
        self._judgement_label = Label(self._sheet, "", "body", INK, valign="top")
        self._judgement_label.is_announced = True
        self._remark_label = Label(self._sheet, "", "body", SOFT_INK, valign="top")
        self._remark_label.is_announced = True
        self._play_button = Button(self._sheet, words("editing.play"), self._open_setup, "primary", icon="play")
        self._analyse_button = Button(self._sheet, words("editing.analyse"), self._try_out, icon="eye")
        self.form.focus(self._palette if self._palette.visible else self._board)

    def _update_sheet(self) -> None:
        """Show the present state in all widgets; move the cursor from a place that no longer exists."""
        places = self.state.editor.places(self.state.draft)
        if self._board.cursor not in places:
            group = self._board.cursor.partition(":")[0]
            self._board.cursor = group if group in places else places[0]
        place_name = self._board.label = self.state.place_name(self._board.cursor)
        fields = self.state.editor.fields(self.state.draft, self._board.cursor)
        self._properties.show_fields(fields, place_name, self.state.editor.seats(self.state.draft))
        if self._text_field.value.strip() != self.state.text:
            self._text_field.value = self.state.text
        position, is_wrong = self.state.position, self.state.problem is not None
        is_over = position is not None and position.outcome() is not None
        self._play_button.enabled = self._analyse_button.enabled = position is not None and not is_over
        self._judgement_label.text = self._judgement_text()
        self._judgement_label.colour = OXBLOOD if is_wrong else INK if is_over else LEAF.lerp(INK, 0.45)
        self._judgement_label.visible = is_wrong or not self._is_refusal
        self._remark_label.text = self._remark_text
        self._remark_label.colour = OXBLOOD if self._is_refusal else SOFT_INK
        self._place_sheet()
        self._board.dirty()
        self._palette.dirty()

    def _set_field(self, name: str, value: str) -> None:
        state = self.state
        state.replace_draft(state.editor.set_field(state.draft, name, value, self._board.cursor))

    def _judgement_text(self) -> str:
        words, problem = self.app.words, self.state.problem
        if problem is not None:
            return describe_position_error(
                words, self.state.game.key, problem, self.state.editor.seats(self.state.draft)
            )
        assert self.state.position is not None
        return words("editing.over" if self.state.position.outcome() is not None else "editing.legal")

    # --- the buttons

    def _copy_text(self) -> None:
        is_copied = set_clipboard_text(self._text_field.value)
        self.state.announce_change(
            self.app.words("table.position_copied" if is_copied else "table.not_copied"), is_refused=not is_copied
        )

    def _paste_text(self) -> None:
        text = " ".join(clipboard_text().split())[:MAX_EDITED_POSITION_LENGTH]
        self._text_field.value = text
        self.state.take_typed_text(text)

    def _open_setup(self) -> None:
        """Open the setup with the position; the setup leads back to the menu, not to the screen before the editor."""
        assert self.state.position is not None
        self.app.storage.remember_open(None)
        open_screen_alone(self.app, OpenMenu())
        open_screen(self.app, OpenSetup(self.state.game.key, self.state.position.text()))

    def _try_out(self) -> None:
        """Open a match that isn't saved, in which the person moves for all seats."""
        from rules.record import Player, Record
        from rules.series import Series
        from scenes.table.scene import MatchScene
        from scenes.table.session import Session

        state, play = self.state, self.state.game.play
        assert state.position is not None
        options = play.options()
        start = play.with_options(state.position, options)
        match = Match(play, options, state.editor.seats(state.draft), position=start)
        players = (Player(),) * match.seats
        session = Session("", Record(match, players, {}), Series.begin(match.seats), is_kept=False, is_tried_out=True)
        session.bottom_seat = self._board.bottom_seat
        self.app.stack.push(MatchScene(self.app, session))

    # --- layout

    def resize(self, size: tuple[int, int]) -> None:
        theme, board = self.app.theme, stretch(Area(self._place_board))
        gap = space(theme.px(2))
        if size[0] > WIDE * size[1]:
            width = max(min(round(0.34 * size[0]), theme.px(62)), theme.px(35 if theme.tight else 40))
            self.fill_window(Row(board, gap, fixed_size(self._sheet, width)))
        else:
            height = max(round((size[1] - 2 * theme.margin) * 0.42), theme.px(34))
            self.fill_window(Column(board, gap, fixed_size(self._sheet, height)))
        self._update_sheet()

    def _place_board(self, room: pygame.Rect) -> None:
        ratio, trays = self._board.ratio, self.state.editor.trays
        gap = self.app.theme.px(2) if trays else 0
        longest = max((len(row) for row in trays), default=1)
        palette_share = min(0.125, 1 / longest) * len(trays)
        height = min(room.height, round((room.width - gap) / (ratio + palette_share)))
        width, palette_width = round(height * ratio), round(height * palette_share)
        palette_height = round(palette_width / max(1, len(trays))) * longest
        palette = Column(space((height - palette_height) // 2), fixed_size(self._palette, palette_height))
        margin = space((room.width - width - palette_width - gap) // 2)
        both = Row(margin, fixed_size(self._board, width), space(gap), fixed_size(palette, palette_width))
        Column(space((room.height - height) // 2), fixed_size(both, height)).place(room)

    def _place_sheet(self) -> None:
        theme = self.app.theme
        if not self._sheet.rect.width:
            return
        pad = (theme.px(2.2), theme.px(2))
        inner = self._sheet.rect.inflate(-2 * pad[0], -2 * pad[1])
        gap, half_gap = theme.px(1.2), theme.px(1.2) // 2
        head = Row(self._back_button, filler(), *self._buttons, gap=half_gap)
        text = Row(stretch(self._text_field), self._copy_button, self._paste_button, gap=half_gap)
        messages = Column(self._judgement_label, self._remark_label)
        height = max(3 * theme.line("body"), messages.natural_height(inner.width))
        row = Row(stretch(self._analyse_button), stretch(self._play_button), gap=gap)
        buttons = Fitting((row, Column(self._analyse_button, self._play_button, gap=half_gap)))
        message_parts = (space(half_gap), fixed_size(Column(messages), height), space(gap))
        if theme.tight:  # the fields alone would have too little room to scroll in, so the whole sheet scrolls
            content = Column(head, *message_parts, self._properties, space(gap), text, space(gap), buttons)
        else:
            content = Column(
                head, space(gap), Slot(self._properties, 0, 1.0), space(gap), text, *message_parts, buttons
            )
        self._sheet.lay(self._sheet.rect, content, pad)

    # --- events and time

    def handle(self, event: pygame.event.Event) -> bool:
        is_handled = self._handle_event(event)
        # A key may have put the held piece back where it was, and the mouse may have taken it again.
        if self._board.is_held_at_pointer != self._was_held_at_pointer:
            self._was_held_at_pointer = self._board.is_held_at_pointer
            self._board.pointer = self._palette.pointer = "grabbing" if self._was_held_at_pointer else "grab"
            self.app.set_cursor(self._board.pointer)
            self.dirty()
        return is_handled

    def _handle_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_RIGHT:
            place = self._board.place_at(event.pos) if self._board.rect.collidepoint(event.pos) else None
            if self.state.held_tokens:
                self.state.release_held()
            elif place is not None:
                self._board.put_cursor_on(place)
                self.state.remove(place)
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            self._board.follow_pointer(event.pos)
        if self.form.handle(event):
            return True
        if event.type != pygame.KEYDOWN or event.mod & _COMMAND_KEYS:
            return False
        if event.key == pygame.K_ESCAPE:
            if self.state.held_tokens:
                self.state.release_held()
            else:
                self.app.stack.pop()
            return True
        if event.key == pygame.K_f:
            self._board.turn()
            return True
        return False

    def update(self, dt: float) -> None:
        super().update(dt)
        self._board.update()

    def wait_seconds(self) -> float | None:
        return super().wait_seconds() if self._board.turning is None else 0.0  # the next frame of the turning board

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        self._board.paint_held(surface)
