"""Setting up any position on a game's real board, to play or to try out from there."""

from __future__ import annotations

from typing import Final

import pygame

from rules import find
from rules.contract import Position, Table, Target, Token
from rules.errors import PositionError
from rules.game import Game
from rules.match import Match
from rules.teaching.editor import Draft, Editor, Kind
from scenes.app.app import App
from scenes.app.clipboard import clipboard_text, set_clipboard_text
from scenes.app.navigation import go, go_alone
from scenes.app.theme import INK, LEAF, OXBLOOD
from scenes.screens.editor.piece_palette import PiecePalette
from scenes.screens.editor.position_errors import why_not
from scenes.screens.editor.property_panel import PropertyPanel, place_told, thing_named
from scenes.table.game_ui import ui_of
from scenes.table.requests import OpenMenu, OpenSetup
from scenes.ui.button import Button, IconButton
from scenes.ui.field import TextField
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Area, Column, Fitting, Row, fixed, share, space, spring
from scenes.ui.sheet import WIDE, FormScene

LONGEST: Final = 20_000
"""Characters of a position text."""
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class EditorScene(FormScene):
    """A board with a palette, and a sheet that says what can't be seen on the board."""

    def __init__(self, app: App, key: str, position: Position | None = None) -> None:
        """Begins with `position`, or the game's own. Raises KeyError where none can be set up."""
        super().__init__(app)
        game = find(key)
        if game is None or game.teach.editor is None:
            raise KeyError(key)
        self.game: Game = game
        self.editor: Editor = game.teach.editor()
        start = game.play.start(game.play.options(), game.play.seats.start) if position is None else position
        self.draft: Draft = self.editor.draft(start)
        self.kind: Kind | None = None
        self.start: Target | None = None
        self._typed: str | None = None
        """A text that is no position, as long as it stands on the line."""
        self._told = self.app.words("editing.how") if self.editor.trays else ""
        """What was said last about what is held or was copied; before that, how it is done."""
        self._carries = False
        """Whether what is held hung from the pointer after the last event."""

    # --- what is set up

    @property
    def held(self) -> tuple[Token, ...]:
        if self.kind is not None:
            return self.editor.tokens(self.kind)
        if self.start is None:
            return ()
        return self.table().get(self.start, ())[-self.editor.grasp(self.draft, self.start) :]

    @property
    def marked(self) -> frozenset[Target]:
        return frozenset() if self.problem is None else frozenset(self.problem.targets)

    def table(self) -> Table:
        return self.editor.table(self.draft)

    def take(self, kind: Kind) -> None:
        self.start, self.kind = None, kind
        if self.editor.left(self.draft, kind):
            self._tell(self.app.words("editing.held", what=self.kind_name(kind)))
        else:
            self.kind = None
            self._tell(self.app.words("editing.none_left", what=self.kind_name(kind)))

    def pick(self, at: Target) -> None:
        if at in self.table():
            self.kind, self.start = None, at
            self._tell(self.app.words("editing.picked", place=self.place_name(at)))

    def drop(self, at: Target | None) -> None:
        """Lay what is held on a place, or off the table; what came from the palette can be laid again."""
        start, kind = self.start, self.kind
        before = self.draft
        if kind is not None and at is not None:
            self.change(self.editor.lay(self.draft, kind, at))
            if not self.editor.left(self.draft, kind):
                self.kind = None
        elif start is not None and at is None:
            self.start = None
            self.change(self.editor.lift(self.draft, start))
        elif start is not None and at is not None:
            self.start = None
            self.change(self.editor.carry(self.draft, start, at))
        if start is not None and start != at and self.draft is before:
            self.app.sound.play("refused")
            stays = f"field.{self.game.key}.stays"
            self._tell(self.app.words(stays) if self.app.words.has(stays) else "")
        elif self.draft is not before:
            self.app.sound.play("piece")

    def dropped_at(self, pos: tuple[int, int]) -> None:
        """What was dragged is let go of at a point; what came from the palette lies where it belongs again."""
        at = self._board.place_at(pos) if self._board.rect.collidepoint(pos) else None
        if at is not None:
            self._board.look(at)
        self.drop(at)
        self.let_go()

    def let_go(self) -> None:
        if self.kind is not None or self.start is not None:
            self.kind = self.start = None
            self._tell("")

    def remove(self, at: Target) -> None:
        self.let_go()
        self.change(self.editor.lift(self.draft, at))

    def look_at(self, at: Target) -> None:
        self._show()

    def change(self, draft: Draft) -> None:
        """Something else lies there, or is said."""
        self._typed = None
        self.draft = draft
        self._tell("")

    def _tell(self, what: str) -> None:
        self._told = what[:1].upper() + what[1:]
        self._judge()
        self._show()
        self.dirty()

    def _judge(self) -> None:
        self._position: Position | None = None
        self.problem: PositionError | None = None
        try:
            self._position = self.game.text.read(self.editor.text(self.draft) if self._typed is None else self._typed)
        except PositionError as problem:
            self.problem = problem

    # --- the sheet

    def fill(self) -> None:
        words, key = self.app.words, self.game.key
        self._board = ui_of(key).editor_board(self.form, self, key)
        self._palette = PiecePalette(self.form, self, self._board, key)
        self._palette.visible = bool(self.editor.trays)
        self._sheet = Panel(self.form)
        self._back = IconButton(self._sheet, "back", words("paper.back"), self.app.stack.pop)
        self._keys = [
            IconButton(self._sheet, icon, words(f"editing.{name}"), action)
            for name, icon, action in (
                ("beginning", "first", self._begin),
                ("empty", "bin", lambda: self.change(self.editor.cleared(self.draft))),
                ("mirror", "rematch", lambda: self.change(self.editor.mirrored(self.draft))),
                ("turn", "flip", self._board.turn),
            )
        ]
        self._properties = PropertyPanel(self._sheet, self.game.key, self._put)
        self._text = TextField(self._sheet, "", "", self._type, LONGEST)
        self._copy = IconButton(self._sheet, "copy", words("editing.copy"), self._copy_text)
        self._paste = IconButton(self._sheet, "paste", words("editing.paste"), self._paste_text)
        self._judgement = Label(self._sheet, "", "body", INK, valign="top")
        self._play = Button(self._sheet, words("editing.play"), self._play_on, "primary", icon="play")
        self._analyse = Button(self._sheet, words("editing.analyse"), self._try_out, icon="eye")
        self._judge()
        self.form.focus(self._palette if self._palette.visible else self._board)

    def _show(self) -> None:
        places = self.editor.places(self.draft)
        if self._board.here not in places:
            group = self._board.here.partition(":")[0]
            self._board.here = group if group in places else places[0]
        fields = self.editor.fields(self.draft, self._board.here)
        self._properties.show(fields, self.place_name(self._board.here), self.editor.seats(self.draft))
        if self._typed is None and self._text.value != (text := self.editor.text(self.draft)):
            self._text.value = text
        over = self._position is not None and self._position.outcome() is not None
        self._play.enabled = self._analyse.enabled = self._position is not None and not over
        judged = self._told_judgement()
        self._judgement.text = f"{judged}\n{self._told}" if self._told else judged
        self._judgement.colour = OXBLOOD if self.problem is not None else INK if over else LEAF.lerp(INK, 0.45)
        self._place_sheet()
        self._board.label = self.place_name(self._board.here)
        self._board.dirty()
        self._palette.dirty()

    def _put(self, name: str, value: str) -> None:
        self.change(self.editor.put(self.draft, name, value, self._board.here))

    def kind_name(self, kind: Kind) -> str:
        """What a thing of the palette is called."""
        return thing_named(self.app.words, self.game.key, self.editor.name(kind))

    def place_name(self, at: Target) -> str:
        """A place, and what lies there."""
        remark, seats = self.editor.told(self.draft, at), self.editor.seats(self.draft)
        return place_told(self.app.words, self.game.key, remark, seats)

    def _told_judgement(self) -> str:
        words, problem = self.app.words, self.problem
        if problem is not None:
            return why_not(words, self.game.key, problem, self.editor.seats(self.draft))
        assert self._position is not None
        return words("editing.over" if self._position.outcome() is not None else "editing.legal")

    # --- what the keys do

    def _begin(self) -> None:
        self.change(self.editor.draft(self.game.play.start(self.game.play.options(), self.game.play.seats.start)))

    def _type(self, text: str) -> None:
        """Somebody writes on the line for the text; as soon as it is a position it lies on the board."""
        self._typed = text.strip()
        self.kind = self.start = None
        self._judge()
        if self._position is not None:
            self.draft = self.editor.draft(self._position)
        self._tell("")

    def _copy_text(self) -> None:
        done = set_clipboard_text(self._text.value)
        self._tell(self.app.words("table.position_copied" if done else "table.not_copied"))

    def _paste_text(self) -> None:
        text = " ".join(clipboard_text().split())[:LONGEST]
        self._text.value = text
        self._type(text)

    def _play_on(self) -> None:
        """To the sheet on which players are chosen; what lay below stays on file."""
        assert self._position is not None
        self.app.storage.remember_open(None)
        go_alone(self.app, OpenMenu())
        go(self.app, OpenSetup(self.game.key, self._position.text()))

    def _try_out(self) -> None:
        """Everybody's turns are made by hand, and nothing is kept."""
        from rules.record import Player, Record
        from rules.series import Series
        from scenes.table.scene import MatchScene
        from scenes.table.session import Session

        assert self._position is not None
        options = self.game.play.options()
        seats = self.editor.seats(self.draft)
        match = Match(self.game.play, options, seats, position=self.game.play.with_options(self._position, options))
        players = (Player(),) * match.seats
        session = Session("", Record(match, players, {}), Series.begin(match.seats), kept=False, tried=True)
        self.app.stack.push(MatchScene(self.app, session))

    # --- layout

    def resize(self, size: tuple[int, int]) -> None:
        theme, board = self.app.theme, share(Area(self._place_board))
        gap = space(theme.px(2))
        if size[0] > WIDE * size[1]:
            wide = max(min(round(0.34 * size[0]), theme.px(62)), theme.px(40))
            self.fill_window(Row(board, gap, fixed(self._sheet, wide)))
        else:
            high = max(round((size[1] - 2 * theme.margin) * 0.42), theme.px(34))
            self.fill_window(Column(board, gap, fixed(self._sheet, high)))
        self._show()

    def _place_board(self, room: pygame.Rect) -> None:
        """The board with the palette, in columns beside it, as large as there is room."""
        ratio, trays, gap = self._board.ratio, self.editor.trays, self.app.theme.px(2) if self.editor.trays else 0
        longest = max((len(row) for row in trays), default=1)
        part = min(0.125, 1 / longest) * len(trays)
        high = min(room.height, round((room.width - gap) / (ratio + part)))
        wide, beside = round(high * ratio), round(high * part)
        along = round(beside / max(1, len(trays))) * longest
        palette = Column(space((high - along) // 2), fixed(self._palette, along))
        left = space((room.width - wide - beside - gap) // 2)
        both = Row(left, fixed(self._board, wide), space(gap), fixed(palette, beside))
        Column(space((room.height - high) // 2), fixed(both, high)).place(room)

    def _place_sheet(self) -> None:
        theme = self.app.theme
        if not self._sheet.rect.width:
            return
        inner = self._sheet.rect.inflate(-2 * theme.px(2.2), -2 * theme.px(2))
        gap, half = theme.px(1.2), theme.px(1.2) // 2
        head = Row(self._back, spring(), *self._keys, gap=half)
        text = Row(share(self._text), self._copy, self._paste, gap=half)
        high = max(3 * theme.line("body"), self._judgement.natural_height(inner.width))
        beside = Row(share(self._analyse), share(self._play), gap=gap)
        on = Fitting((beside, Column(self._analyse, self._play, gap=half)))
        foot = (text, space(half), fixed(self._judgement, high), space(gap), on)
        Column(head, space(gap), share(self._properties), space(gap), *foot).place(inner)

    # --- events and time

    def handle(self, event: pygame.event.Event) -> bool:
        handled = self._take_event(event)
        if self._board.carries != self._carries:  # a key has laid it back where it was, or the mouse has it again
            self._carries = self._board.carries
            self.dirty()
        return handled

    def _take_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            at = self._board.place_at(event.pos) if self._board.rect.collidepoint(event.pos) else None
            if self.held:
                self.let_go()
            elif at is not None:
                self._board.look(at)
                self.remove(at)
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            self._board.follow(event.pos)
        if self.form.handle(event):
            return True
        if event.type != pygame.KEYDOWN or event.mod & _COMMAND:
            return False
        if event.key == pygame.K_ESCAPE:
            if self.held:
                self.let_go()
            else:
                self.app.stack.pop()
            return True
        if event.key == pygame.K_f:
            self._board.turn()
            return True
        return False

    def paint(self, surface: pygame.Surface) -> None:
        self.app.theme.paint_table(surface)
        super().paint(surface)
        self._board.paint_held(surface)
