"""The scene of a match, for any game: it connects the runtime to the parts of the view.

An event of the window goes to the first part that handles it. The stage animates changes after the model has them.
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
from scenes.table import events, match_text, shown_state, turn_text
from scenes.table.announcements import TableAnnouncements
from scenes.table.board_input import BoardFocus, SquareNameKeys, is_press_of
from scenes.table.end_sequence import EndSequence
from scenes.table.export_commands import ExportCommands
from scenes.table.external_engines import SUBSTITUTE, TAKE_OVER, WAIT
from scenes.table.game_parts import parts_of
from scenes.table.game_phrases import phrases_of
from scenes.table.game_ui import ui_of
from scenes.table.hover_toast import HoverToast
from scenes.table.mail import Mail
from scenes.table.match_commands import MatchMenu
from scenes.table.model import ViewState
from scenes.table.output_performer import OutputPerformer
from scenes.table.prompts import NO_PROMPT, ConfirmMove, OpenElsewhere, PromptQueue
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

_MOUSE_EVENTS: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN)


class MatchScene(Scene):
    """The scene of a match, which is played, watched or looked back on."""

    runtime_type: ClassVar[type[TableRuntime]] = TableRuntime

    def __init__(self, app: AppContext, session: Session, is_looking_back: bool = False) -> None:
        super().__init__(app)
        key = session.match.game.key
        self.ui = ui = ui_of(key)
        view = ui.view()
        self.table = table = self.runtime_type(app, session, view, self, is_looking_back)
        self.parts = parts = parts_of(key).make_match_parts(app, view, table)
        self.stage, self.board_input, self.chance_view = parts.stage, parts.board_input, parts.chance_view
        self.performer = OutputPerformer(app, table, self.stage, self.board_input, self.chance_view)
        hover = HoverToast(app, self.stage, table, lambda: not self.is_holding and self.is_on_top)
        self.hover = hover if phrases_of(key).remarks.describe_target or self.stage.view.trays else None
        self.announcements = TableAnnouncements(app, self.stage, self.board_input, table, self.hover)
        self.square_keys = SquareNameKeys(
            self.board_input, app.now, self.announcements.handle, self._handle_key, self._focus_board
        )
        self.mail = mail = None if session.game.text.mail is None else Mail(app, table, session.game.text.mail)
        mail_prompt = mail if any(player.kind == "mail" for player in session.players) else None
        prompts = [prompt for prompt in (self.chance_view.prompt, mail_prompt) if prompt is not None]
        elsewhere = OpenElsewhere(table, lambda: self.menu.take_over())
        self.prompts = PromptQueue([elsewhere, ConfirmMove(table), *prompts])
        self._has_prompts = bool(prompts)
        self.menu = MatchMenu(app, table, self.stage, mail, lambda new: app.stack.replace(MatchScene(app, new)))
        self.ending = EndSequence(app, self.stage, table, ui.ending, self.menu.show_result)
        self.actions: Mapping[str, Callable[[], object]] = {  # those of buttons, keys and the menu, by name
            **{action: partial(table.send, event) for action, event in EVENTS.items()},
            "last": lambda: table.send(events.ShowPly(len(table.facts.match.plies))),
            **dict.fromkeys(("go-on", "look-back"), table.refresh),  # answers of sheets that change nothing
            "let-go": self._put_back,
            **self.menu.actions,
            **ExportCommands(app, table).actions,
            **self.chance_view.actions,
            **({} if mail is None else {"copy-turn": mail.copy, "paste-turn": mail.paste}),
        }
        self._greeting: str | None = None  # the message at the beginning, until it has been shown
        self._marked_pending_count = 0  # the stage's `pending_count` when the board was last marked

    @property
    def match(self) -> Match:
        return self.table.facts.match

    @property
    def session(self) -> Session:
        return self.table.session

    # --- the scene

    def enter(self) -> None:
        table = self.table
        self.app.game = self.match.game.key
        form = Form(self, has_arrow_keys=False)
        self.sidebar = self.parts.make_sidebar(form)
        self.chooser = self.parts.make_move_chooser(form)
        self.prompt = PromptCard(form, "undo", self.app.words("table.take_back"), self.actions["take-back"])
        self.question = Question(form, self.prompts.answer)
        self.board_cover = BoardCover(form, lambda: table.send(events.Command.UNCOVER_BOARD))
        self.board_focus = self.make_board_focus(form)
        self._greeting = self._make_greeting(is_new=self._greeting is None)
        if table.facts.outcome is None:
            table.session.set_current(self.app.storage)

    def leave(self) -> None:
        """Save the match; if the app closes, also store a picture for the first frame of its next start."""
        self.table.leave()
        if not self.app.running and not self.board_cover.visible and self.app.storage.open_match() == self.session.id:
            from scenes.app import first_frame  # only where the app closes

            first_frame.store_picture(self, self.stage.finish, self.session.id)

    def abandon(self) -> None:
        """Close after a crash without saving: the match is on file, and the one in memory may be broken."""
        self.table.close()

    def resize(self, size: tuple[int, int]) -> None:
        view, bottom_seat = self.stage.view, self.table.facts.model.bottom_seat
        frame = parts_of(self.match.game.key).frame(size, view.ratio, self.app.theme.u)
        self.stage.place(frame.area, flipped=bottom_seat != view.bottom_seat)
        self.sidebar.place(frame.panel, bottom_seat)
        prompt_area = pygame.Rect(view.prompt_area(frame.area).ints())
        self.prompt.place(prompt_area)
        self.question.place(prompt_area)
        self.board_cover.place(pygame.Rect(frame.area.ints()))
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
        self.square_keys.drop_letter()
        self.table.send(events.Command.PAUSE_CLOCK)
        self.show_cover(is_below_screen=True)

    def on_resume(self, result: object) -> None:
        """Continue after another screen, and do what was decided there."""
        table = self.table
        self._report_view()
        if result == TAKE_OVER:
            table.send(events.ReplaceEngine(Player("person")))
        elif result == SUBSTITUTE:
            table.send(events.ReplaceEngine(self.menu.find_substitute()))
        table.send(events.ScreenClosed(retries_engine=result != WAIT))
        match result:
            case ("resigned" | "agreed" as reason, int(seat)):
                table.send(events.EndMatch(reason, seat))
            case ("ply", int(ply)):
                table.send(events.ShowPly(ply))
            case ("clause", str(code)):
                self.menu.read_rules(code)
            case str():
                self.act(result)
        if not self.menu.on_return(result) and self.is_on_top:
            table.send(events.Command.ADVANCE)

    def update(self, dt: float) -> None:
        now = self.app.now()
        self.sidebar.form.update(dt)
        self.stage.update()
        self._report_view()
        if self.stage.pending_count != self._marked_pending_count:  # an animation has begun or ended
            self._show_marks()
            self._show_status_on_board(self.table.state)
        self.chance_view.update(now)
        self.table.tick(now)
        self.square_keys.update(now)
        if self.hover is not None:
            self.hover.update(now)
        self._report_view()
        if self.app.settings.turn_board and not self.stage.is_busy and self.stage.held is None:
            self.table.send(events.Command.TURN_TO_MOVER)
        if self.table.state.is_over:
            self.show_end()

    def wake_up(self, seconds: float) -> None:
        if text := shown_state.describe_suspension(self.app.words, self.match, seconds, self.app.now()):
            self.show_text(text)

    def show_end(self) -> None:
        """Start the film of the match's end or open the result, if one of them is due."""
        self.ending.update()

    def wait_seconds(self) -> float | None:
        now = self.app.now()
        waits = [
            part.wait_seconds(now) for part in (self.table, self.chance_view, self.square_keys, self.hover) if part
        ]
        waits += [self.stage.wait_seconds(), self.sidebar.form.wait_seconds()]
        return min((wait for wait in waits if wait is not None), default=None)

    def paint(self, surface: pygame.Surface) -> None:
        if not self.stage.view.covers_window:
            self.app.theme.paint_table(surface)
        self.stage.paint(surface)
        self.sidebar.form.paint(surface)
        self.stage.paint_above(surface)

    # --- mouse and keyboard

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event, and report the cell of the list of turns at which the person points now."""
        is_handled = self._pass_to_parts(event)
        cell, state = self.sidebar.pointed_cell, self.table.state
        if cell != self.table.facts.model.replay.pointed_cell:
            turn = None if cell is None else turn_text.turn_of_cell(self.session, cell)
            self.table.send(events.PointAtTurn(cell, turn, cell is not None and cell == state.current_cell))
        self._report_view()
        return is_handled

    def _pass_to_parts(self, event: pygame.event.Event) -> bool:
        """Pass an event to the first part that handles it; return whether any did."""
        stage, board_input, table = self.stage, self.board_input, self.table
        stage.note_input()
        if table.state.is_over and self.ending.skip_film_by(event):
            return True
        if self.hover is not None:
            self.hover.observe(event)
        if stage.marks.focus is not None and not self.app.is_keyboard_used:
            self.update_marks()
        if is_press_of(event, 3) and not board_input.holds_nothing and not self.is_choosing:
            return self._drop_pending_move() or board_input.handle(event)
        if self._handle_refusal_button(event) or self._handle_token_picture(event) or self.square_keys.handle(event):
            return True
        stage.dismiss_message_by(event)
        if not self.is_holding and self.sidebar.form.handle(event):
            if event.type == pygame.MOUSEMOTION:
                stage.lift_hovered(None)
            return True
        if event.type == pygame.KEYDOWN:
            if self._handle_key(event):
                return True
            if event.key in ARROWS and self._focus_board():
                return True
        is_early = table.facts.model.engine.is_judging and event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN)
        if is_early:  # the person may not move until the tutor has judged the turn
            return False
        if is_press_of(event, 1):
            if self.is_replaying:
                stage.finish()
            self.sidebar.form.focus(None)
            self._drop_pending_move()  # a click on the board rejects the move, and acts as usual
        if (self._has_prompts and self.prompts.handle_key(event)) or self.chance_view.handle(event):
            return True
        if is_press_of(event, 1) and board_input.handle_idle_click(event.pos):
            return True
        return not self.is_choosing and board_input.handle(event)

    def _handle_refusal_button(self, event: pygame.event.Event) -> bool:
        """Handle the mouse over the button of a toast about a refusal, which opens the rule."""
        if event.type not in _MOUSE_EVENTS or self.is_holding or not self.stage.is_on_why_button(event.pos):
            return False
        if is_press_of(event, 1):
            self.act("rules")
        self.app.set_cursor("hand" if event.type == pygame.MOUSEMOTION else "arrow")
        return True

    def _handle_token_picture(self, event: pygame.event.Event) -> bool:
        """Handle the mouse over the picture of the token to be placed, which can be dragged from there."""
        can_drag = self.prompt.visible and not self.is_holding
        if event.type not in _MOUSE_EVENTS or not can_drag or not self.prompt.is_on_picture(event.pos):
            return False
        if event.type == pygame.MOUSEMOTION and event.buttons[0]:
            return False
        if is_press_of(event, 1):
            self.board_input.note_press(event.pos)
        self.app.set_cursor("grab")
        return True

    def _handle_key(self, event: pygame.event.Event) -> bool:
        """Run the action of a key; return whether it has one."""
        table = self.table
        is_watching = not table.session.persons and not table.state.is_over
        action = find_action(event, table.facts.is_looking_back, is_watching) or self.chance_view.key_action(event)
        action = self.esc_action if event.key == pygame.K_ESCAPE else action
        if action:
            self.act(action)
        return action is not None

    def _focus_board(self) -> bool:
        """Give the board the keyboard focus if it can have it now; return whether it can."""
        can_focus = self.board_focus.visible and not (self.is_holding or self.is_choosing)
        if can_focus:
            self.sidebar.form.focus(self.board_focus)
        return can_focus

    @property
    def esc_action(self) -> Esc:
        """The action of the Esc key: one step back, or the menu if there is none."""
        table = self.table
        is_holding = self.is_holding or not self.board_input.holds_nothing
        if table.facts.model.pending_move is not None or self.is_replaying or is_holding:
            return "let-go"
        if not table.facts.cursor.is_live and table.facts.outcome is None:
            return "go-back"
        return "take-back" if table.facts.can_take_back else "menu"

    def _put_back(self) -> None:
        """Put back the move that must be confirmed, else what is held or picked."""
        if not (self._drop_pending_move() or self.chance_view.put_back()):
            self.board_input.let_go()

    def _drop_pending_move(self) -> bool:
        """Put back the move that must be confirmed; return whether there was one."""
        has_pending_move = self.table.facts.model.pending_move is not None
        if has_pending_move:
            self.table.send(events.Command.DROP_PENDING_MOVE)
        return has_pending_move

    def point(self, pos: tuple[int, int]) -> None:
        if self.stage.is_on_why_button(pos):
            self.app.set_cursor("hand")
        elif self.prompt.visible and not self.is_holding and self.prompt.is_on_picture(pos):
            self.app.set_cursor("grab")
        elif not self.is_holding and not self.sidebar.form.point(pos):
            self.board_input.set_pointer_shape(pos)

    @property
    def is_holding(self) -> bool:
        """Whether the person holds a piece, a card or a dice cup with the mouse."""
        return self.stage.held is not None or self.chance_view.is_holding_cup

    def act(self, action: str) -> None:
        if self.stage.held is not None:
            self.board_input.release_held()
        if self.is_replaying and action != "again":
            self.stage.finish()
        self.actions.get(action, lambda: None)()
        if self.is_on_top:
            self.table.refresh()

    def choose(self, gesture: Gesture, moves: Sequence[Move]) -> None:
        self.chooser.ask(gesture, moves)
        self.table.refresh()

    def draw(self, event: pygame.event.Event) -> bool:
        return self.board_input.drawing.handle(event)

    def make_board_focus(self, form: Group) -> BoardFocus:
        board_focus = BoardFocus(
            form, self.app.words("table.board"), self.board_input, self.announcements.target_text
        )
        form.children.insert(0, form.children.pop())  # Tab comes to the board first
        return board_focus

    # --- what the view shows

    @property
    def is_choosing(self) -> bool:
        return self.chooser.strip is not None

    @property
    def is_replaying(self) -> bool:
        return self.stage.replaying_seat is not None

    @property
    def is_on_top(self) -> bool:
        return self.app.stack.top is self

    def _read_view(self) -> ViewState:
        stage = self.stage
        return ViewState(
            is_idle=(self.is_replaying or not stage.has_film) and stage.turning is None,
            pending_moves=self._count_pending_moves(),
            is_replaying=self.is_replaying,
            is_on_top=self.is_on_top,
            is_choosing=hasattr(self, "chooser") and self.is_choosing,
            picked=frozenset(self.board_input.selection.pick),
            move_delay=stage.view.animations.move_delay,
        )

    def _count_pending_moves(self) -> int:
        """Return the number of the match's moves still being animated; 0 if all are by persons, except at the end."""
        count, facts = self.stage.pending_count, self.table.facts
        if not count or self.is_replaying or not facts.cursor.is_live:
            return 0
        has_moves_of_others = any(ply.move.seat not in facts.persons for ply in facts.match.plies[-count:])
        return count if has_moves_of_others or facts.outcome is not None else 0

    def _report_view(self) -> None:
        """Send the state of the view to the model if it has changed."""
        view = self._read_view()
        if view != self.table.facts.view:
            self.table.send(events.ViewChanged(view))

    def perform(self, outputs: Sequence[events.Output]) -> ViewState:
        for output in outputs:
            self._perform(output)
        return self._read_view()

    def _perform(self, output: events.Output) -> None:
        match output:
            case events.Order.OFFER_MOVES:
                self._offer_moves()
            case events.Order.TURN_BOARD:
                self._turn_board()
            case events.AskAboutEngine(trouble):
                self.menu.ask_about(trouble)
            case _:
                if output is events.Order.CANCEL_ANIMATIONS:
                    self.ending.restart()
                self.performer.perform(output)

    def _offer_moves(self) -> None:
        """Show the tokens of the model unless a film runs, and let the person make its legal gestures."""
        facts = self.table.facts
        if not self.stage.has_film:
            self.stage.show(facts.chance.redact_table(facts.cursor.position))
        if self.is_choosing:
            self.chooser.close()
        self.board_input.update_offer()

    def _turn_board(self) -> None:
        """Lay the table out anew for another bottom seat."""
        if self.ui.can_flip:
            self.resize(self.app.size)
            self.app.dirty()
        else:
            self.chance_view.prepare_layout()

    def show(self, state: TableState) -> None:
        self.sidebar.show(state)
        self._show_marks()
        is_asking = self._has_prompts or self.table.facts.model.pending_move or self.session.is_elsewhere
        prompt = self.prompts.question() if is_asking else NO_PROMPT
        if prompt != NO_PROMPT or self.question.visible:
            self.question.ask(prompt.text, [Option(o.value, o.label, o.look, o.is_primary) for o in prompt.options])
        self._show_status_on_board(state)
        self.show_cover(is_below_screen=not self.is_on_top)

    def _show_status_on_board(self, state: TableState) -> None:
        """Show the status on the board as well while a token is to be put there; announce it to a screen reader."""
        is_hidden = self.stage.pending_count or self.question.visible  # a question has the same place
        token = None if is_hidden else state.token_to_put
        if token is not None:
            self.prompt.show(state.status_line.status, self.stage.view.look(token))
        elif self.prompt.visible:
            self.prompt.show("", None)
        if self.app.spoken_line.is_wanted and self.is_on_top:
            self.announcements.announce_status(state.status_line)

    def show_cover(self, is_below_screen: bool) -> None:
        """Hide the board while time stands still or players aren't ready; `is_below_screen`: below another screen."""
        is_covered, card = shown_state.describe_cover(self.table, is_below_screen)
        if is_covered or card is not None or self.board_cover.visible:
            self.board_cover.show(is_covered, *(() if card is None else (card.title, card.about, card.button)))
        self.board_focus.visible = not self.board_cover.visible
        self.sidebar.form.default = None if card is None else self.board_cover.button

    def update_marks(self) -> None:
        self._report_view()
        self._show_marks()

    def _show_marks(self) -> None:
        """Mark the board anew, with the last turn as far as it has been animated."""
        self._marked_pending_count = self.stage.pending_count
        self.stage.mark(self.parts.find_marks(self.app.is_keyboard_used))
        self.prompt.is_picture_hidden = self.stage.held is not None
        self.name_esc(self.esc_action)

    def name_esc(self, esc: Esc) -> None:
        """Name the Esc key on the button that has the same action."""
        self.sidebar.name_esc(esc)

    def show_time(self, state: TableState) -> None:
        if state.time is not None:
            self.sidebar.show_clock(state.time)
        if self.match.clock.is_running:
            self.sidebar.show_strips(state.strips)

    def show_text(self, text: str, targets: Collection[Target] = (), code: str = "") -> None:
        self.performer.show_text(text, targets, code)

    def _make_greeting(self, is_new: bool) -> str:
        """Return the message at the beginning. `is_new`: the scene is entered for the first time."""
        facts = self.table.facts
        if facts.model.is_tryout:
            return self.app.words("tryout.greeting") if is_new else ""
        return "" if facts.is_stopped else match_text.opening_text(self.app.words, self.session)

    def nodes(self) -> list[Node]:
        return ([] if self.board_cover.visible else [self.announcements.board_node()]) + super().nodes()

    def describe_focus(self) -> str:
        return super().describe_focus() or ("" if self.board_cover.visible else self.announcements.target_text())
