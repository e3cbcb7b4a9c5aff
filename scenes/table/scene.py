"""The table scene, for any game: it wires the runtime of a match to the parts that show it and take events.

An event goes to the first part that handles it. The stage shows changes after the model has them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

import pygame

from rules.contract import Gesture, Move, Target
from rules.match import Match
from rules.record import Player
from scenes.app.accessibility_tree import Node
from scenes.app.stack import Scene
from scenes.table import events, match_text, status_text
from scenes.table.board_display import Performer
from scenes.table.end_sequence import EndSequence
from scenes.table.events import Output
from scenes.table.external_engines import SUBSTITUTE, TAKE_OVER, WAIT
from scenes.table.game_ui import ui_of
from scenes.table.hand import BoardStop, SquareKeys, is_press_of
from scenes.table.mail import Mail
from scenes.table.menus import Exports, Menus
from scenes.table.model import ViewState
from scenes.table.narrator import Hover, Narrator
from scenes.table.parts import parts_of
from scenes.table.phrases import phrases_of
from scenes.table.prompts import NOTHING, ConfirmMove, OpenElsewhere, PromptQueue
from scenes.table.runtime import TableRuntime
from scenes.table.session import Session
from scenes.table.shortcuts import EVENTS, find_action
from scenes.table.state import Esc, TableState
from scenes.ui.board_cover import BoardCover
from scenes.ui.button import ARROWS
from scenes.ui.form import Form
from scenes.ui.question import Option, PromptCard, Question

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.ui.base import Group

MOUSE: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN)


class MatchScene(Scene):
    """A match on the table: played, watched, or looked back on."""

    runtime_type: ClassVar[type[TableRuntime]] = TableRuntime

    def __init__(self, app: AppContext, session: Session, looking_back: bool = False) -> None:
        super().__init__(app)
        key = session.match.game.key
        self.ui = ui = ui_of(key)
        view = ui.view()
        self.table = table = self.runtime_type(app, session, view, self, looking_back)
        self.parts = parts = parts_of(key).make_match_parts(app, view, table)
        self.stage, self.hand, self.chance_view = parts.stage, parts.hand, parts.chance_view
        self.performer = Performer(app, table, self.stage, self.hand, self.chance_view)
        hover = Hover(app, self.stage, table, lambda: not self.is_holding and self.is_on_top)
        self.hover = hover if phrases_of(key).remarks.describe_target or self.stage.view.trays else None
        self.narrator = Narrator(app, self.stage, self.hand, table, self.hover)
        self.squares = SquareKeys(self.hand, app.now, self.narrator.handle, self._key, self._come_to_board)
        self.mail = mail = None if session.game.text.mail is None else Mail(app, table, session.game.text.mail)
        by_mail = mail if any(player.kind == "mail" for player in session.players) else None
        cautions = None if session.game.teach.caution is None else ConfirmMove(table)
        prompts = [one for one in (cautions, self.chance_view.prompt, by_mail) if one is not None]
        self._asks = bool(prompts)
        self.prompts = PromptQueue([OpenElsewhere(table, lambda: self.menus.take_over()), *prompts])
        self.menus = Menus(app, table, self.stage, mail, lambda other: app.stack.replace(MatchScene(app, other)))
        self.ending = EndSequence(app, self.stage, table, ui.ending, self.menus.show_result)
        self.actions: Mapping[str, Callable[[], object]] = {
            **{action: partial(table.send, event) for action, event in EVENTS.items()},
            "last": lambda: table.send(events.Look(len(table.facts.match.plies))),
            "go-on": table.refresh,
            "look-back": table.refresh,
            "let-go": self._let_go,
            **self.menus.actions,
            **Exports(app, table).actions,
            **self.chance_view.actions,
            **({} if mail is None else {"copy-turn": mail.copy, "paste-turn": mail.paste}),
        }
        """The functions of buttons, keys and the menu, by action."""
        self._greeting: str | None = None  # the message with which the match begins, until it was shown
        self._coming = 0  # moves that were on their way when the board was last marked

    @property
    def match(self) -> Match:
        return self.table.facts.match

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def can_ask(self) -> bool:
        """Whether anything may be asked beside the board."""
        return self._asks or self.session.is_elsewhere

    # --- the scene

    def enter(self) -> None:
        table = self.table
        self.app.game = self.match.game.key
        form = Form(self, arrows=False)
        self.sidebar = self.parts.make_sidebar(form)
        self.chooser = self.parts.make_choosing(form)
        take_back = self.actions["take-back"]
        self.prompt = PromptCard(form, "undo", self.app.words("table.take_back"), take_back)
        self.question = Question(form, self.prompts.answer)
        self.cloth = BoardCover(form, lambda: table.send(events.Command.CONTINUE))
        self.board = self.make_board_stop(form)
        self._greeting = self._greet(is_new=self._greeting is None)
        if table.facts.outcome is None:
            table.session.set_current(self.app.storage)

    def leave(self) -> None:
        self.table.leave()
        if not self.app.running and not self.cloth.visible and self.app.storage.open_match() == self.session.id:
            from scenes.app import first_frame  # only where the app closes

            first_frame.keep(self, self.stage.finish, self.session.id)

    def abandon(self) -> None:
        """Close after a crash: the match is on file, and what is here may be broken."""
        self.table.close()

    def resize(self, size: tuple[int, int]) -> None:
        view, bottom = self.stage.view, self.table.facts.model.bottom
        frame = parts_of(self.match.game.key).frame(size, view.ratio, self.app.theme.u)
        self.stage.place(frame.area, flipped=bottom != view.bottom)
        self.sidebar.place(frame.panel, bottom)
        ledge = pygame.Rect(view.ledge(frame.area).ints())
        self.prompt.place(ledge)
        self.question.place(ledge)
        self.cloth.place(pygame.Rect(frame.area.ints()))
        self.chance_view.prepare_layout()
        self.table.send(events.Command.ADVANCE)
        self.table.refresh()
        if self._greeting:
            self.stage.show_message(self._greeting, None)
            self._greeting = ""

    def on_cover(self) -> None:
        if self.is_replaying or self.stage.turning is not None:
            self.stage.finish()
        self.stage.finish_traces()
        self.squares.drop_letter()
        self.table.send(events.Command.STOP_TIME)
        self.show_cover(below=True)

    def on_resume(self, result: object) -> None:
        table = self.table
        self._report_view()
        if result == TAKE_OVER:
            table.send(events.ReplaceEngine(Player("person")))
        elif result == SUBSTITUTE:
            table.send(events.ReplaceEngine(self.menus.find_substitute()))
        table.send(events.Return(is_waiting=result == WAIT))
        match result:
            case ("resigned" | "agreed" as reason, int(seat)):
                table.send(events.EndMatch(reason, seat))
            case ("ply", int(ply)):
                table.send(events.Look(ply))
            case ("clause", str(code)):
                self.menus.read_rules(code)
            case str():
                self.act(result)
        if not self.menus.on_return(result) and self.is_on_top:
            table.send(events.Command.ADVANCE)

    def update(self, dt: float) -> None:
        now = self.app.now()
        self.sidebar.form.update(dt)
        self.stage.update()
        self._report_view()
        if self.stage.pending_count != self._coming:
            self._show_marks()
            self._show_words(self.table.state)
        self.chance_view.update(now)
        self.table.tick(now)
        self.squares.update(now)
        if self.hover is not None:
            self.hover.update(now)
        self._report_view()
        if self.app.settings.turn_board and not self.stage.busy and self.stage.held is None:
            self.table.send(events.Command.TURN_TO_MOVER)
        if self.table.state.over:
            self.show_end()

    def wake_up(self, seconds: float) -> None:
        if text := status_text.describe_suspension(self.app.words, self.match, seconds, self.app.now()):
            self.show_text(text)

    def show_end(self) -> None:
        """Show the next part of the match's end."""
        self.ending.update()

    def pace(self) -> float | None:
        now = self.app.now()
        wanted = [self.stage.pace(), self.sidebar.form.pace(), self.table.pace(now), self.chance_view.pace(now)]
        wanted += [self.squares.pace(now), None if self.hover is None else self.hover.pace(now)]
        return min((pause for pause in wanted if pause is not None), default=None)

    def paint(self, surface: pygame.Surface) -> None:
        if not self.stage.view.fills:
            self.app.theme.paint_table(surface)
        self.stage.paint(surface)
        self.sidebar.form.paint(surface)
        self.stage.paint_above(surface)

    # --- the person

    def handle(self, event: pygame.event.Event) -> bool:
        """Give an event to the first part that handles it; return whether any did."""
        used = self._give(event)
        cell, state = self.sidebar.pointed_turn, self.table.state
        if cell != self.table.facts.model.replay.pointed:
            turn = None if cell is None else status_text.turn_in(self.session, cell)
            self.table.send(events.PointAtTurn(cell, turn, cell is not None and cell == state.current))
        self._report_view()
        return used

    def _give(self, event: pygame.event.Event) -> bool:
        stage, hand, table = self.stage, self.hand, self.table
        stage.stir()
        if table.state.over and self.ending.skip_by(event):
            return True
        if self.hover is not None:
            self.hover.observe(event)
        if stage.marks.focus is not None and not self.app.keyboard:
            self.update_marks()
        if is_press_of(event, 3) and not hand.is_empty and not self.is_choosing:
            return self._drop_pending_move() or hand.handle(event)
        if self._asks_why(event) or self._reaches(event) or self.squares.handle(event):
            return True
        stage.dismiss_message_by(event)
        if not self.is_holding and self.sidebar.form.handle(event):
            if event.type == pygame.MOUSEMOTION:
                stage.point_out(None)
            return True
        if event.type == pygame.KEYDOWN:
            if self._key(event):
                return True
            if event.key in ARROWS and self._come_to_board():
                return True
        if is_press_of(event, 1):
            if self.is_replaying:
                stage.finish()
            self.sidebar.form.focus(None)
            self._drop_pending_move()  # a click on the board says no, and counts for itself
        if (self.can_ask and self.prompts.key(event)) or self.chance_view.handle(event):
            return True
        if is_press_of(event, 1) and hand.click_in_vain(event.pos):
            return True
        return not self.is_choosing and hand.handle(event)

    def _asks_why(self, event: pygame.event.Event) -> bool:
        """Take the mouse on the button of a toast about a refusal, which opens the rule."""
        if event.type not in MOUSE or self.is_holding or not self.stage.asks_why(event.pos):
            return False
        if is_press_of(event, 1):
            self.act("rules")
        self.app.cursor("hand" if event.type == pygame.MOUSEMOTION else "arrow")
        return True

    def _reaches(self, event: pygame.event.Event) -> bool:
        """Take the mouse on the picture of the token to put, which can be dragged from there."""
        if (
            event.type not in MOUSE
            or self.is_holding
            or not self.prompt.visible
            or not self.prompt.is_on_picture(event.pos)
        ):
            return False
        if event.type == pygame.MOUSEMOTION and event.buttons[0]:
            return False
        if is_press_of(event, 1):
            self.hand.begin_press(event.pos)
        self.app.cursor("grab")
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        """Run the action of a key, or of Esc; return whether it has one."""
        table = self.table
        watching = not table.session.persons and not table.state.over
        action = find_action(event, table.facts.is_looking_back, watching) or self.chance_view.key_action(event)
        action = self.esc_action if event.key == pygame.K_ESCAPE else action
        if action:
            self.act(action)
        return action is not None

    def _come_to_board(self) -> bool:
        """Bring the keyboard to the board if it may be there; return whether it may."""
        free = self.board.visible and not (self.is_holding or self.is_choosing)
        if free:
            self.sidebar.form.focus(self.board)
        return free

    @property
    def esc_action(self) -> Esc:
        """The action of Esc now: one step back, and at last the menu."""
        table = self.table
        if table.facts.model.pending is not None or self.is_replaying or self.is_holding or not self.hand.is_empty:
            return "let-go"
        if not table.facts.cursor.is_live and table.facts.outcome is None:
            return "go-back"
        return "take-back" if table.facts.can_take_back else "menu"

    def _let_go(self) -> None:
        """Put back the move that waits for a yes; otherwise what is held or picked."""
        if not (self._drop_pending_move() or self.chance_view.put_back()):
            self.hand.let_go()

    def _drop_pending_move(self) -> bool:
        """Put back the move that waits for a yes; return whether one did."""
        waits = self.table.facts.model.pending is not None
        if waits:
            self.table.send(events.Command.DROP_PENDING_MOVE)
        return waits

    def point(self, pos: tuple[int, int]) -> None:
        if self.stage.asks_why(pos):
            self.app.cursor("hand")
        elif self.prompt.visible and not self.is_holding and self.prompt.is_on_picture(pos):
            self.app.cursor("grab")
        elif not self.is_holding and not self.sidebar.form.point(pos):
            self.hand.set_pointer_shape(pos)

    @property
    def is_holding(self) -> bool:
        """Whether the person holds a piece or a cup with the mouse."""
        return self.stage.held is not None or self.chance_view.is_holding_cup

    def act(self, action: str) -> None:
        if self.stage.held is not None:
            self.hand.let_go()
        if self.is_replaying and action != "again":
            self.stage.finish()
        self.actions.get(action, lambda: None)()
        if self.is_on_top:
            self.table.refresh()

    def choose(self, gesture: Gesture, moves: Sequence[Move]) -> None:
        self.chooser.ask(gesture, moves)
        self.table.refresh()

    def make_board_stop(self, form: Group) -> BoardStop:
        stop = BoardStop(form, self.app.words("table.board"), self.hand, self.narrator.target_text)
        form.children.insert(0, form.children.pop())  # Tab comes to the board first
        return stop

    # --- what the view shows

    @property
    def is_choosing(self) -> bool:
        return self.chooser.strip is not None

    @property
    def is_replaying(self) -> bool:
        return self.stage.again is not None

    @property
    def is_on_top(self) -> bool:
        return self.app.stack.top is self

    def _read_view(self) -> ViewState:
        stage = self.stage
        return ViewState(
            is_idle=(self.is_replaying or not stage.moving) and stage.turning is None,
            pending_moves=self._count_pending_moves(),
            is_replaying=self.is_replaying,
            is_on_top=self.is_on_top,
            is_choosing=hasattr(self, "chooser") and self.is_choosing,
            picked=frozenset(self.hand.selection.pick),
            move_delay=stage.move_delay,
        )

    def _count_pending_moves(self) -> int:
        """Return how many moves are on their way, where others have made any of them or the match has ended."""
        coming, facts = self.stage.pending_count, self.table.facts
        if not coming or self.is_replaying or not facts.cursor.is_live:
            return 0
        others = any(ply.move.seat not in facts.persons for ply in facts.match.plies[-coming:])
        return coming if others or facts.outcome is not None else 0

    def _report_view(self) -> None:
        view = self._read_view()
        if view != self.table.facts.view:
            self.table.send(events.ViewChanged(view))

    def perform(self, outputs: Sequence[Output]) -> ViewState:
        for output in outputs:
            self._perform(output)
        return self._read_view()

    def _perform(self, output: Output) -> None:
        match output:
            case events.Order.OFFER_MOVES:
                self._offer_moves()
            case events.Order.TURN_BOARD:
                self._turn_board()
            case events.AskAboutEngine(trouble):
                self.menus.ask_about(trouble)
            case _:
                if output is events.Order.CANCEL_ANIMATIONS:
                    self.ending.restart()
                self.performer.perform(output)

    def _offer_moves(self) -> None:
        facts = self.table.facts
        if not self.stage.moving:
            self.stage.show(facts.chance.redact_table(facts.cursor.position))
        if self.is_choosing:
            self.chooser.close()
        self.hand.update_offer()

    def _turn_board(self) -> None:
        if self.ui.can_flip:
            self.resize(self.app.size)
            self.app.dirty()
        else:
            self.chance_view.prepare_layout()

    def show(self, state: TableState) -> None:
        self.sidebar.show(state)
        self._show_marks()
        self._show_words(state)
        asked = self.prompts.question() if self.can_ask else NOTHING
        if asked != NOTHING or self.question.visible:
            self.question.ask(asked.text, [Option(o.value, o.label, o.look, o.primary) for o in asked.options])
        self.show_cover(below=not self.is_on_top)

    def _show_words(self, state: TableState) -> None:
        """Show the status on the board as well, where a token is to be put there."""
        put = None if self.stage.pending_count else state.put
        if put is not None or self.prompt.visible:
            self.prompt.show(
                "" if put is None else state.status_line.status, None if put is None else self.stage.view.look(put)
            )
        if self.app.line.is_wanted and self.is_on_top:
            self.narrator.announce_status(state.status_line)

    def show_cover(self, below: bool) -> None:
        """Hide the board while time stands still or players aren't ready. `below`: a screen lies over the table."""
        spread, card = status_text.cover_of(self.table, below)
        if spread or card is not None or self.cloth.visible:
            self.cloth.show(spread, *(() if card is None else (card.title, card.about, card.button)))
        self.board.visible = not self.cloth.visible
        self.sidebar.form.default = None if card is None else self.cloth.button

    def update_marks(self) -> None:
        self._report_view()
        self._show_marks()

    def _show_marks(self) -> None:
        """Mark the board, with the last turn as far as it has been seen."""
        self._coming = self.stage.pending_count
        self.stage.mark(self.parts.find_marks(self.app.keyboard))
        self.prompt.lifted = self.stage.held is not None
        self.tell_esc(self.esc_action)

    def tell_esc(self, esc: Esc) -> None:
        """Name Esc on the button that does the same."""
        self.sidebar.tell_esc(esc)

    def show_time(self, state: TableState) -> None:
        if state.time is not None:
            self.sidebar.show_clock(state.time)
        if self.match.clock.is_running:
            self.sidebar.show_plates(state.strips)

    def show_text(self, text: str, targets: Collection[Target] = (), code: str = "") -> None:
        self.performer.show_text(text, targets, code)

    def _greet(self, is_new: bool) -> str:
        """Return the message with which a match begins. `is_new`: it wasn't shown in another language before."""
        facts = self.table.facts
        if facts.model.is_tryout:
            return self.app.words("tryout.greeting") if is_new else ""
        return "" if facts.is_stopped else match_text.opening_text(self.app.words, self.session)

    def nodes(self) -> list[Node]:
        return ([] if self.cloth.visible else [self.narrator.board_node()]) + super().nodes()

    def spoken(self) -> str:
        return super().spoken() or ("" if self.cloth.visible else self.narrator.target_text())
