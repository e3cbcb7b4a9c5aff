"""The runtime of a match: it sends events to the update, carries its outputs out and shows the state. No pygame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, ClassVar

from rules import abilities
from rules.ai.questions import ChooseByEngine
from rules.contract import Target
from scenes.table import events, sidebar_text
from scenes.table.chance import read_facts, rules_of
from scenes.table.constants import ANSWER_POLL_SECONDS, TENTH_POLL_SECONDS, TENTHS_FROM_SECONDS
from scenes.table.engine_client import EngineClient
from scenes.table.events import Event, Output
from scenes.table.external_engines import find_refusal
from scenes.table.model import EngineState, TableModel, Trouble
from scenes.table.sealed_chance import with_seed
from scenes.table.sidebar_text import note_text
from scenes.table.update import is_due, next_due, update

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
    """One match: played, watched, or looked back on."""

    asks_before_mistakes: ClassVar[bool] = True
    state: TableState

    def __init__(
        self, app: AppContext, session: Session, board: TableView, view: MatchView, is_read_only: bool = False
    ) -> None:
        self.app = app
        self.session = session
        self.board = board
        self.view = view
        self.before_showing: Callable[[], object] = lambda: None  # called after each event; may send events
        if not is_read_only:
            session.claim(app.storage)
        if rules_of(session.game.key).needs_seed(session.match):
            session.record = with_seed(session.record)
        self.facts: TableFacts = read_facts(self._make_model(is_read_only))
        if self.facts.ui.can_flip:
            session.bottom = self.facts.model.bottom
        self._events: deque[Event] = deque()
        self._is_running = False
        self._thinker: EngineClient | None = None
        self._note: tuple[object, str | None] = (None, None)
        self._shown: tuple[TableModel, str] | None = None  # the model and the language
        app.each_second.append(self._look_for_owner)

    def _make_model(self, is_read_only: bool) -> TableModel:
        session, match = self.session, self.session.match
        persons = session.persons
        usual_bottom = persons[0] if len(persons) == 1 else self.board.bottom
        is_running = match.outcome() is None
        return TableModel(
            session.record,
            replace(self.app.settings),
            usual_bottom if session.bottom is None else session.bottom,
            self.board.move_marks.placed_token,
            is_read_only=is_read_only,
            is_elsewhere=session.is_elsewhere,
            is_tryout=session.is_tried_out,
            has_programs=session.has_programs,
            asks_before_mistakes=self.asks_before_mistakes,
            shown_ply=len(match.plies) if is_read_only else None,
            is_clock_stopped=abilities.limits(match.position) is not None and is_running and bool(persons),
            engine=EngineState(seed=Random().getrandbits(32)),
            chance=rules_of(match.game.key).first_state(persons),
        )

    @property
    def words(self) -> Words:
        return self.app.words

    @property
    def settings(self) -> Settings:
        return self.app.settings

    @property
    def note(self) -> str | None:
        """The note beside the status; hints take a while to explain, so they are explained once."""
        model = self.facts.model
        key = (model.note, model.hint, len(model.record.match.plies), self.words.language)
        if self._note[0] != key:
            self._note = key, note_text(self)
        return self._note[1]

    @property
    def named_targets(self) -> frozenset[Target]:
        return frozenset()

    @property
    def engine_client(self) -> EngineClient:
        """The process of the programs that play, and of the adviser; it begins with the first question."""
        if self._thinker is None:
            storage = self.app.storage
            self._thinker = EngineClient(storage.log, engines=storage.engines, now=lambda: self.app.now())
        return self._thinker

    # --- events

    def send(self, event: Event) -> None:
        if event.changes_match and self._is_taken_over() and not self.facts.model.is_elsewhere:
            self._events.append(events.Command.LOSE_MATCH_TO_WINDOW)
        self._events.append(event)
        if not self._is_running:
            self._run()

    def _run(self) -> None:
        """Handle all events, also those that come of their outputs; then show the state."""
        self._is_running = True
        try:
            while self._events:
                self._handle(self._events.popleft())
                if not self._events:
                    self.before_showing()
        finally:
            self._is_running = False
            self._events.clear()
        self._show()

    def _handle(self, event: Event) -> None:
        model = self.facts.model
        if model.settings != self.app.settings:
            model = replace(model, settings=replace(self.app.settings))
        if model.record is not self.session.record:
            model = replace(model, record=self.session.record)
        changed, outputs = update(model, event, self.app.now())
        self._commit(changed)
        if outputs:
            view_state = self.view.perform(self._perform(outputs))
            if view_state != self.facts.model.view:
                self._events.appendleft(events.ViewChanged(view_state))

    def _commit(self, model: TableModel) -> None:
        if model is self.facts.model:
            return
        self.facts, session = read_facts(model), self.session
        session.record = model.record
        if self.facts.ui.can_flip:
            session.bottom = model.bottom
        if self.facts.outcome is not None and session.score_result():
            self.save_soon()

    def _perform(self, outputs: Sequence[Output]) -> list[Output]:
        """Carry out what concerns files and engines; return the outputs for the view."""
        return [output for output in outputs if not self._carry_out(output)]

    def _carry_out(self, output: Output) -> bool:
        match output:
            case events.Order.SAVE:
                self.save_soon()
            case events.Order.SAVE_NOW:
                self.session.save(self.app.storage)
            case events.Order.REOPEN:
                self.session.reopen(self.app.storage)
            case events.AskEngine(question, seat):
                if (
                    isinstance(question, ChooseByEngine)
                    and (refused := find_refusal(question.engine.path)) is not None
                ):
                    self.app.storage.log(f"An engine was not run: {refused[1]}")
                    self._events.append(events.EngineRefused(Trouble(0 if seat is None else seat, *refused)))
                else:
                    self.engine_client.ask(question)
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
        shown = self.facts.model, self.words.language
        if self._shown is None or self._shown[0] is not shown[0] or self._shown[1] != shown[1]:
            self._shown = shown
            self.state = sidebar_text.state_of(self, self.read_status())
            self.view.show(self.state)

    def read_status(self) -> StatusLine:
        """Return the status line; what the others do is told once it has been seen."""
        facts = self.facts
        is_held = facts.view.pending_moves and not facts.chance.is_pending and facts.match.ending is None
        return self.state.status_line if is_held else sidebar_text.status_of(self)

    # --- time

    def tick(self, now: float) -> None:
        """Take the answers that have come, and do what is due."""
        if self._thinker is not None and self._thinker.has_pending:
            answer = self._thinker.poll()
            if answer is not None:
                self.send(events.EngineAnswered(answer))
        if is_due(self.facts, now):
            self.send(events.Command.TICK)
        if self.facts.is_timed or self.facts.match.clock.is_running:
            self.state = sidebar_text.with_clocks(self, now)
            self.view.show_time(self.state)

    def pace(self, now: float) -> float | None:
        """Return the seconds until `tick` is wanted; None while nothing is due."""
        facts, match = self.facts, self.facts.match
        due, clock = next_due(facts), None if facts.clock is None else facts.clock.pace(now)
        wanted = [None if due is None else max(0.0, due - now), clock]
        if self._thinker is not None and self._thinker.has_pending:
            wanted.append(ANSWER_POLL_SECONDS)
        if match.clock.is_running:
            left = match.clock.seconds_left(match.position.to_move, now)
            wanted.append(TENTH_POLL_SECONDS if left <= TENTHS_FROM_SECONDS else left % 1 + 0.001)
        return min((pause for pause in wanted if pause is not None), default=None)

    # --- files and other windows

    def _is_taken_over(self) -> bool:
        return self.session.is_taken_over(self.app.storage)

    def _look_for_owner(self) -> None:
        model = self.facts.model
        if self.facts.outcome is None and self._is_taken_over() and not model.is_elsewhere:
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
        """End the programs: the match is no longer open here."""
        if self._look_for_owner in self.app.each_second:
            self.app.each_second.remove(self._look_for_owner)
        if self._thinker is not None:
            self._thinker.close()

    def clear_table(self) -> None:
        if self.session.is_kept and not self.facts.model.is_read_only and not self._is_taken_over():
            self.app.storage.forget_open(self.session.id)

    def leave(self) -> None:
        self.send(events.Command.PAUSE_CLOCK)
        self.close()
        if self.facts.outcome is None:
            self.session.save(self.app.storage)
        if not self.session.is_elsewhere:
            self.app.storage.release(self.session.id)
