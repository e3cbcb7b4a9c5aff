"""The runtime of a match: it passes events to `update`, carries out the outputs and shows the state. No pygame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, ClassVar

from rules import abilities
from rules.ai.compiled_engines import has_compiled
from rules.ai.questions import ChooseByEngine
from rules.contract import Target
from scenes.table import events, shown_state
from scenes.table.chance import read_facts, rules_of
from scenes.table.constants import ANSWER_POLL_SECONDS, TENTH_POLL_SECONDS
from scenes.table.engine_client import EngineClient
from scenes.table.events import Event, Output
from scenes.table.external_engines import find_refusal
from scenes.table.model import EngineState, TableModel, Trouble
from scenes.table.sealed_chance import with_seed
from scenes.table.shown_state import note_text
from scenes.table.update import is_due, next_due, update
from scenes.ui.constants import SHORT_CLOCK_SECONDS

if TYPE_CHECKING:
    from scenes.app.settings import Settings
    from scenes.app.stack import AppContext
    from scenes.app.words import Words
    from scenes.surfaces.view import TableView
    from scenes.table.session import Session
    from scenes.table.state import StatusLine, TableState
    from scenes.table.table_access import MatchView
    from scenes.table.table_facts import TableFacts


class TableRuntime:
    """The runtime of one match, which is played, watched or looked back on.

    Unless `is_read_only`, its creation claims the match for this window and adds a missing seed to the record; until
    `close` it checks every second whether another window has taken the match over.
    """

    asks_before_mistakes: ClassVar[bool] = True
    state: TableState

    def __init__(
        self, app: AppContext, session: Session, board: TableView, view: MatchView, is_read_only: bool = False
    ) -> None:
        self.app = app
        self.session = session
        self.board = board
        self.view = view
        self.on_queue_empty: Callable[[], object] = lambda: None  # for a coach, which may send more events
        if not is_read_only:
            session.claim(app.storage)
        if rules_of(session.game.key).needs_seed(session.match):
            session.record = with_seed(session.record)
        self.facts: TableFacts = read_facts(self._make_model(is_read_only))
        if self.facts.ui.can_flip:
            session.bottom_seat = self.facts.model.bottom_seat
        self._events: deque[Event] = deque()
        self._is_running = False
        self._engine_client: EngineClient | None = None
        self._note: tuple[object, str | None] = (None, None)  # what the text depends on, and the text
        self._shown: tuple[TableModel, str] | None = None  # the shown model and its language
        app.each_second.append(self._check_owner)

    def _make_model(self, is_read_only: bool) -> TableModel:
        session, match = self.session, self.session.match
        persons = session.persons
        usual_bottom_seat = persons[0] if len(persons) == 1 else self.board.bottom_seat
        is_running = match.outcome() is None
        return TableModel(
            session.record,
            replace(self.app.settings),
            usual_bottom_seat if session.bottom_seat is None else session.bottom_seat,
            self.board.move_marks,
            is_read_only=is_read_only,
            is_elsewhere=session.is_elsewhere,
            is_tryout=session.is_tried_out,
            has_programs=session.has_programs,
            asks_before_mistakes=self.asks_before_mistakes,
            has_fast_tutor=self._has_fast_tutor(),
            shown_ply=len(match.plies) if is_read_only else None,
            is_clock_stopped=abilities.limits(match.position) is not None and is_running and bool(persons),
            engine=EngineState(seed=Random().getrandbits(32)),
            chance=rules_of(match.game.key).make_initial_state(persons),
        )

    def _has_fast_tutor(self) -> bool:
        return self.app.settings.tutor != "off" and has_compiled(self.app.storage.engines)

    @property
    def words(self) -> Words:
        return self.app.words

    @property
    def settings(self) -> Settings:
        return self.app.settings

    @property
    def note(self) -> str | None:
        """The note below the status line; it is computed only after a change, as explaining a hint takes a while."""
        model = self.facts.model
        key = (model.note, model.hint, len(model.record.match.plies), self.words.language)
        if self._note[0] != key:
            self._note = key, note_text(self)
        return self._note[1]

    @property
    def named_targets(self) -> frozenset[Target]:
        return frozenset()  # the text of a lesson names some

    @property
    def engine_client(self) -> EngineClient:
        """The client of the opponent's process, which also gives hints; made on first use."""
        if self._engine_client is None:
            storage = self.app.storage
            self._engine_client = EngineClient(storage.log, engines=storage.engines, now=lambda: self.app.now())
        return self._engine_client

    # --- events

    def send(self, event: Event) -> None:
        """Handle an event at once; one that is sent while another is handled comes after it."""
        if event.changes_match and self._update_ownership() and not self.facts.model.is_elsewhere:
            self._events.append(events.Command.LOSE_MATCH_TO_WINDOW)
        self._events.append(event)
        if not self._is_running:
            self._run()

    def _run(self) -> None:
        """Handle all events, including those that their outputs cause; then show the state."""
        self._is_running = True
        try:
            while self._events:
                self._handle(self._events.popleft())
                if not self._events:
                    self.on_queue_empty()
        finally:
            self._is_running = False
            self._events.clear()
        self._show()

    def _handle(self, event: Event) -> None:
        """Update the model by an event and carry out the outputs."""
        model = self.facts.model
        if model.settings != self.app.settings:
            settings = replace(self.app.settings)
            model = replace(model, settings=settings, has_fast_tutor=self._has_fast_tutor())
        if model.record is not self.session.record:
            model = replace(model, record=self.session.record)
        new_model, outputs = update(model, event, self.app.now())
        self._commit(new_model)
        if outputs:
            view_state = self.view.perform([output for output in outputs if not self._carry_out(output)])
            if view_state != self.facts.model.view:
                self._events.appendleft(events.ViewChanged(view_state))

    def _commit(self, model: TableModel) -> None:
        """Make a model the current one, also in the session, and score the match once it is over."""
        if model is self.facts.model:
            return
        self.facts, session = read_facts(model), self.session
        session.record = model.record
        if self.facts.ui.can_flip:
            session.bottom_seat = model.bottom_seat
        if self.facts.outcome is not None and session.score_result():
            self.save_soon()

    def _carry_out(self, output: Output) -> bool:
        """Carry out an output about files, engines or sounds; return whether it was one."""
        match output:
            case events.Order.SAVE:
                self.save_soon()
            case events.Order.SAVE_NOW:
                self.session.save(self.app.storage)
            case events.Order.REOPEN:
                self.session.reopen(self.app.storage)
            case events.AskEngine(question, seat):
                refusal = find_refusal(question.engine.path) if isinstance(question, ChooseByEngine) else None
                if refusal is None:
                    self.engine_client.ask(question)
                else:
                    self.app.storage.log(f"An engine was not run: {refusal[1]}")
                    self._events.append(events.EngineRefused(Trouble(0 if seat is None else seat, *refusal)))
            case events.Order.CANCEL_QUESTION:
                self.engine_client.cancel()
            case events.Order.CLOSE_ENGINE:
                self.engine_client.close(wait=False)
            case events.PlaySound(name):
                self.app.sound.play(name)
            case events.WriteLog(text):
                self.app.storage.log(text)
            case _:
                return False
        return True

    # --- what is shown

    def refresh(self) -> None:
        self._shown = None
        self._show()

    def _show(self) -> None:
        """Make the view show the model, if it or the language has changed."""
        model, language = self.facts.model, self.words.language
        if self._shown is None or self._shown[0] is not model or self._shown[1] != language:
            self._shown = model, language
            self.state = shown_state.state_of(self, self.read_status())
            self.view.show(self.state)

    def read_status(self) -> StatusLine:
        """Return the status line; it stays the same until the moves of other seats have been animated."""
        facts = self.facts
        stays = facts.view.pending_moves and not facts.chance.is_pending and facts.match.ending is None
        return self.state.status_line if stays else shown_state.status_of(self)

    # --- time

    def tick(self, now: float) -> None:
        """Handle an answer of the opponent's process, and do what is due."""
        if self._engine_client is not None and self._engine_client.has_pending:
            answer = self._engine_client.poll()
            if answer is not None:
                self.send(events.EngineAnswered(answer))
        if is_due(self.facts, now):
            self.send(events.Command.TICK)
        if self.facts.is_timed or self.facts.match.clock.is_running:
            self.state = shown_state.update_clocks(self, now)
            self.view.show_time(self.state)

    def wait_seconds(self, now: float) -> float | None:
        """Return the seconds until `tick` is wanted; None while nothing is due."""
        facts, match = self.facts, self.facts.match
        due, clock_wait = next_due(facts), None if facts.turn_clock is None else facts.turn_clock.wait_seconds(now)
        waits = [None if due is None else max(0.0, due - now), clock_wait]
        if self._engine_client is not None and self._engine_client.has_pending:
            waits.append(ANSWER_POLL_SECONDS)
        if match.clock.is_running:
            left = match.clock.seconds_left(match.position.to_move, now)
            waits.append(TENTH_POLL_SECONDS if left <= SHORT_CLOCK_SECONDS + 1 else left % 1 + 0.001)
        return min((wait for wait in waits if wait is not None), default=None)

    # --- files and other windows

    def _update_ownership(self) -> bool:
        return self.session.update_ownership(self.app.storage)

    def _check_owner(self) -> None:
        """Tell the model if another window has taken the match over; called every second."""
        model = self.facts.model
        if self.facts.outcome is None and self._update_ownership() and not model.is_elsewhere:
            self.send(events.Command.LOSE_MATCH_TO_WINDOW)

    def save_soon(self) -> None:
        """Save the match after the next frame: writing safely takes longer than a frame."""
        self.app.after_frame(self.save)

    def save(self) -> None:
        """Save the match, unless another window has just taken it over."""
        self.session.save(self.app.storage)
        if self.session.is_elsewhere and not self.facts.model.is_elsewhere:
            self.send(events.Command.LOSE_MATCH_TO_WINDOW)

    def close(self) -> None:
        """End the opponent's process and stop following other windows."""
        if self._check_owner in self.app.each_second:
            self.app.each_second.remove(self._check_owner)
        if self._engine_client is not None:
            self._engine_client.close()

    def forget_open(self) -> None:
        if self.session.is_kept and not self.facts.model.is_read_only and not self._update_ownership():
            self.app.storage.forget_open(self.session.id)

    def leave(self) -> None:
        """Stop the clocks, save the match and release it for other windows."""
        self.send(events.Command.PAUSE_CLOCK)
        self.close()
        if self.facts.outcome is None:
            self.session.save(self.app.storage)
        if not self.session.is_elsewhere:
            self.app.storage.release(self.session.id)
