"""The editor scene: sets up any position on a game's board, to play or to try out from there."""

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
from scenes.screens.editor.property_panel import PropertyPanel, why_not
from scenes.surfaces.layout import Box
from scenes.surfaces.squares import BAIZE_FELT, FELTS, TRAYS, WALNUT_TRAY, tray_picture
from scenes.table.editor_board import EditorBoard
from scenes.table.editor_hand import EditorHand
from scenes.table.game_ui import ui_of
from scenes.table.parts import parts_of
from scenes.table.requests import OpenMenu, OpenSetup
from scenes.ui.base import Group, Widget
from scenes.ui.button import ARROWS, PRESS_KEYS, Button, IconButton
from scenes.ui.form_scene import WIDE, FormScene
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Area, Column, Fitting, Row, Slot, fixed_size, share, space, spring
from scenes.ui.text_field import TextField

_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class PiecePalette(Widget):
    """The pieces to be taken, in columns, or in rows if the widget is wider than high."""

    focusable = True
    pointer = "grab"

    def __init__(self, parent: Group, hand: EditorHand, board: EditorBoard) -> None:
        super().__init__(parent)
        self._hand, self._board, self._key, self._rows = hand, board, hand.game.key, hand.editor.trays
        self._kinds = {(row, n): kind for row, kinds in enumerate(self._rows) for n, kind in enumerate(kinds)}
        self.here = (0, 0)  # row and number in it, for the keys
        self.label = hand.kind_name(self._kinds[self.here]) if self._kinds else ""
        self._pressed: tuple[int, int] | None = None

    def spoken(self) -> str:
        by_mouse = self.hovered and not self.form.scene.app.keyboard
        if by_mouse and self.tip:
            return self.tip
        return self._hand.kind_name(self._kinds[self.here])

    def _lying(self) -> bool:
        return self.rect.width > self.rect.height

    def lay_out(self) -> None:
        most = max(len(kinds) for kinds in self._rows)
        inner = self.rect.inflate(-2 * self._edge(), -2 * self._edge())
        (width, height), count, lying = inner.size, len(self._rows), self._lying()
        size = (width // most, height // count) if lying else (width // count, height // most)
        self._fields: dict[tuple[int, int], pygame.Rect] = {}
        for row, number in self._kinds:
            across, along = row / count, number / most
            x, y = (along, across) if lying else (across, along)
            corner = (inner.left + round(x * width), inner.top + round(y * height))
            self._fields[row, number] = pygame.Rect(corner, size)

    def _edge(self) -> int:
        return self.theme.px(0.9)

    def field_of(self, kind: Kind) -> pygame.Rect:
        return next(self._fields[spot] for spot, one in self._kinds.items() if one == kind)

    def _at(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        return next((spot for spot, field in self._fields.items() if field.collidepoint(pos)), None)

    def ring_rect(self) -> pygame.Rect:
        return self._fields[self.here]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._key_down(event.key)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
            self._board.follow_pointer(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            if self._pressed is not None and self._board.is_drag(self._pressed, event.pos):
                self._board.dropped_at(event.pos)
            self._pressed = None
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)

    def _point(self, pos: tuple[int, int]) -> None:
        spot = self._at(pos)
        tip = "" if spot is None else self._hand.kind_name(self._kinds[spot])
        if tip != self.tip:
            self.tip = tip
            self.form.renew_tip(self)

    def _press(self, pos: tuple[int, int]) -> None:
        spot = self._at(pos)
        if spot is None:
            self._hand.let_go()
            return
        self.here, self._pressed = spot, pos
        self._board.follow_pointer(pos)
        self._hand.take_from_palette(self._kinds[spot])
        self._board.follow_pointer(pos)

    def _key_down(self, key: int) -> bool:
        row, number = self.here
        if key in PRESS_KEYS:
            self._hand.take_from_palette(self._kinds[self.here])
            self.form.focus(self._board)
            return True
        if key not in ARROWS:
            return False
        across, along = ARROWS[key] if not self._lying() else ARROWS[key][::-1]
        row = row + across
        if not 0 <= row < len(self._rows):
            return False
        there = (row, min(number, len(self._rows[row]) - 1) + along)
        if there not in self._kinds:
            return False
        self.dirty()
        self.here = there
        self.tip = self.label = self._hand.kind_name(self._kinds[there])
        self.form.renew_tip(self)
        self._hand.let_go()
        return True

    def paint(self, surface: pygame.Surface) -> None:
        app = self.form.scene.app
        board = app.assets.looks.board_of(self._key) or app.assets.looks.cloth
        look = (board, self.rect.size)
        picture = self.theme.cache.get(("bench-tray", *look), lambda: self._wood(board))
        surface.blit(picture, self.rect)
        for spot, field in self._fields.items():
            self._paint_kind(surface, self._kinds[spot], field)

    def _wood(self, board: str) -> pygame.Surface:
        strip = Box(0, 0, *map(float, self.rect.size))
        well = strip.inset(self._edge())
        wood, felt = TRAYS.get(board, WALNUT_TRAY), FELTS.get(board, BAIZE_FELT)
        corner = 0.12 if not self._lying() else 0.03
        return tray_picture(strip, (well,), (), wood, corner, felt=felt).convert_alpha()

    def _paint_kind(self, surface: pygame.Surface, kind: Kind, field: pygame.Rect) -> None:
        if not surface.get_clip().colliderect(field):
            return
        if kind == self._hand.kind:
            pygame.draw.rect(surface, BRASS, field.inflate(-4, -4), 3, border_radius=self.theme.px(0.8))
        self._board.paint_kind(surface, kind, field)


class EditorScene(FormScene):
    """A board with a palette, and a sheet with the properties that the board doesn't show."""

    def __init__(
        self, app: AppContext, key: str, position: Position | None = None, bottom: Seat | None = None
    ) -> None:
        """Begin with `position`, or the game's own; `bottom` is the seat at the lower edge, None for the usual one.

        Raises KeyError if the game has no editor.
        """
        super().__init__(app)
        game = find(key)
        if game is None:
            raise KeyError(key)
        self.hand = EditorHand(app, game, position, self._tell)
        self._told = self.app.words("editing.how") if self.hand.editor.trays else ""
        self._refused = False
        self._bottom = bottom
        self._carries = False  # whether the held piece hung from the pointer after the last event

    def _tell(self, what: str, refused: bool) -> None:
        self._told, self._refused = what[:1].upper() + what[1:], refused and bool(what)
        self._show()
        self.dirty()

    # --- the sheet

    def fill(self) -> None:
        words = self.app.words
        hand, editor = self.hand, self.hand.editor
        self._board = parts_of(hand.game.key).make_editor_board(self.form, hand, self._show)
        if self._bottom is not None:
            self._board.seat_below(self._bottom)
        self._palette = PiecePalette(self.form, hand, self._board)
        self._palette.visible = bool(editor.trays)
        self._sheet = Panel(self.form)
        self._back = IconButton(self._sheet, "back", words("paper.back"), self.app.stack.pop)
        self._keys = [
            IconButton(self._sheet, icon, words(f"editing.{name}"), action)
            for name, icon, action in (
                ("beginning", "first", lambda: hand.replace_draft(editor.draft(hand.start_position()))),
                ("empty", "bin", lambda: hand.replace_draft(editor.clear(hand.draft))),
                ("mirror", "rematch", lambda: hand.replace_draft(editor.mirror(hand.draft))),
                ("turn", "flip", self._board.turn),
            )
        ]
        self._keys[-1].visible = ui_of(hand.game.key).can_flip
        self._properties = PropertyPanel(self._sheet, self.hand.game.key, self._put)
        self._text = TextField(self._sheet, "", "", lambda text: hand.type(text.strip()), MAX_EDITED_POSITION_LENGTH)
        self._copy = IconButton(self._sheet, "copy", words("editing.copy"), self._copy_text)
        self._paste = IconButton(self._sheet, "paste", words("editing.paste"), self._paste_text)
        self._judgement = Label(self._sheet, "", "body", INK, valign="top")
        self._judgement.noted = True
        self._remark = Label(self._sheet, "", "body", SOFT_INK, valign="top")
        self._remark.noted = True
        self._play = Button(self._sheet, words("editing.play"), self._play_on, "primary", icon="play")
        self._analyse = Button(self._sheet, words("editing.analyse"), self._try_out, icon="eye")
        self.form.focus(self._palette if self._palette.visible else self._board)

    def _show(self) -> None:
        places = self.hand.editor.places(self.hand.draft)
        if self._board.here not in places:
            group = self._board.here.partition(":")[0]
            self._board.here = group if group in places else places[0]
        fields = self.hand.editor.fields(self.hand.draft, self._board.here)
        self._properties.show(fields, self.hand.place_name(self._board.here), self.hand.editor.seats(self.hand.draft))
        if self._text.value.strip() != self.hand.text:
            self._text.value = self.hand.text
        over = self.hand.position is not None and self.hand.position.outcome() is not None
        self._play.enabled = self._analyse.enabled = self.hand.position is not None and not over
        self._judgement.text = self._told_judgement()
        self._judgement.colour = OXBLOOD if self.hand.problem is not None else INK if over else LEAF.lerp(INK, 0.45)
        self._judgement.visible = self.hand.problem is not None or not self._refused
        self._remark.text, self._remark.colour = self._told, OXBLOOD if self._refused else SOFT_INK
        self._place_sheet()
        self._board.label = self.hand.place_name(self._board.here)
        self._board.dirty()
        self._palette.dirty()

    def _put(self, name: str, value: str) -> None:
        hand = self.hand
        hand.replace_draft(hand.editor.set_field(hand.draft, name, value, self._board.here))

    def _told_judgement(self) -> str:
        words, problem = self.app.words, self.hand.problem
        if problem is not None:
            return why_not(words, self.hand.game.key, problem, self.hand.editor.seats(self.hand.draft))
        assert self.hand.position is not None
        return words("editing.over" if self.hand.position.outcome() is not None else "editing.legal")

    # --- what the keys do

    def _copy_text(self) -> None:
        done = set_clipboard_text(self._text.value)
        self.hand.announce_change(
            self.app.words("table.position_copied" if done else "table.not_copied"), refused=not done
        )

    def _paste_text(self) -> None:
        text = " ".join(clipboard_text().split())[:MAX_EDITED_POSITION_LENGTH]
        self._text.value = text
        self.hand.type(text)

    def _play_on(self) -> None:
        assert self.hand.position is not None
        self.app.storage.remember_open(None)
        open_screen_alone(self.app, OpenMenu())
        open_screen(self.app, OpenSetup(self.hand.game.key, self.hand.position.text()))

    def _try_out(self) -> None:
        """Open a match in which the person moves all seats, and which is not saved."""
        from rules.record import Player, Record
        from rules.series import Series
        from scenes.table.scene import MatchScene
        from scenes.table.session import Session

        hand, play = self.hand, self.hand.game.play
        assert hand.position is not None
        options = play.options()
        start = play.with_options(hand.position, options)
        match = Match(play, options, hand.editor.seats(hand.draft), position=start)
        players = (Player(),) * match.seats
        session = Session("", Record(match, players, {}), Series.begin(match.seats), is_kept=False, is_tried_out=True)
        session.bottom = self._board.bottom
        self.app.stack.push(MatchScene(self.app, session))

    # --- layout

    def resize(self, size: tuple[int, int]) -> None:
        theme, board = self.app.theme, share(Area(self._place_board))
        gap = space(theme.px(2))
        if size[0] > WIDE * size[1]:
            wide = max(min(round(0.34 * size[0]), theme.px(62)), theme.px(35 if theme.tight else 40))
            self.fill_window(Row(board, gap, fixed_size(self._sheet, wide)))
        else:
            high = max(round((size[1] - 2 * theme.margin) * 0.42), theme.px(34))
            self.fill_window(Column(board, gap, fixed_size(self._sheet, high)))
        self._show()

    def _place_board(self, room: pygame.Rect) -> None:
        ratio, trays = self._board.ratio, self.hand.editor.trays
        gap = self.app.theme.px(2) if trays else 0
        longest = max((len(row) for row in trays), default=1)
        part = min(0.125, 1 / longest) * len(trays)
        high = min(room.height, round((room.width - gap) / (ratio + part)))
        wide, beside = round(high * ratio), round(high * part)
        along = round(beside / max(1, len(trays))) * longest
        palette = Column(space((high - along) // 2), fixed_size(self._palette, along))
        left = space((room.width - wide - beside - gap) // 2)
        both = Row(left, fixed_size(self._board, wide), space(gap), fixed_size(palette, beside))
        Column(space((room.height - high) // 2), fixed_size(both, high)).place(room)

    def _place_sheet(self) -> None:
        theme = self.app.theme
        if not self._sheet.rect.width:
            return
        pad = (theme.px(2.2), theme.px(2))
        inner = self._sheet.rect.inflate(-2 * pad[0], -2 * pad[1])
        gap, half = theme.px(1.2), theme.px(1.2) // 2
        head = Row(self._back, spring(), *self._keys, gap=half)
        text = Row(share(self._text), self._copy, self._paste, gap=half)
        said = Column(self._judgement, self._remark)
        high = max(3 * theme.line("body"), said.natural_height(inner.width))
        beside = Row(share(self._analyse), share(self._play), gap=gap)
        on = Fitting((beside, Column(self._analyse, self._play, gap=half)))
        told = (space(half), fixed_size(Column(said), high), space(gap))
        if theme.tight:  # a few fields that scroll by themselves would hardly be seen: all of the sheet scrolls
            laid = Column(head, *told, self._properties, space(gap), text, space(gap), on)
        else:
            laid = Column(head, space(gap), Slot(self._properties, 0, 1.0), space(gap), text, *told, on)
        self._sheet.lay(self._sheet.rect, laid, pad)

    # --- events and time

    def handle(self, event: pygame.event.Event) -> bool:
        handled = self._take_event(event)
        if (
            self._board.is_held_at_pointer != self._carries
        ):  # a key has laid it back where it was, or the mouse has it again
            self._carries = self._board.is_held_at_pointer
            self._board.pointer = self._palette.pointer = "grabbing" if self._carries else "grab"
            self.app.cursor(self._board.pointer)
            self.dirty()
        return handled

    def _take_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            at = self._board.place_at(event.pos) if self._board.rect.collidepoint(event.pos) else None
            if self.hand.held_tokens:
                self.hand.let_go()
            elif at is not None:
                self._board.put_cursor_on(at)
                self.hand.remove(at)
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            self._board.follow_pointer(event.pos)
        if self.form.handle(event):
            return True
        if event.type != pygame.KEYDOWN or event.mod & _COMMAND:
            return False
        if event.key == pygame.K_ESCAPE:
            if self.hand.held_tokens:
                self.hand.let_go()
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

    def pace(self) -> float | None:
        return super().pace() if self._board.turning is None else 0.0

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        self._board.paint_held(surface)
