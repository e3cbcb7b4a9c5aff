"""The update of a match table: from a model and an event to the next model and its outputs. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from rules import abilities
from scenes.table import course, engine_turns, events, questions, replay
from scenes.table.chance import begin_step
from scenes.table.events import Command, Event, Output
from scenes.table.facts import Step, TableFacts
from scenes.table.model import TableModel, ViewState


def update(model: TableModel, event: Event, now: float) -> tuple[TableModel, tuple[Output, ...]]:
    """Return the model after an event at `now`, in seconds, and what is to be done about it."""
    if model.is_elsewhere and event.changes_match:
        return model, ()
    step = begin_step(model, now)
    _handle(step, event)
    course.cancel_automatic_move(step)
    step.chance.schedule_next(step)
    return step.model, tuple(step.outputs)


def is_due(facts: TableFacts, now: float) -> bool:
    """Return whether a `Tick` has anything to do at `now`."""
    if facts.is_timed and facts.match.seconds_to_event(now) is not None:
        return True
    due = next_due(facts)
    return (due is not None and now >= due) or facts.match.clock.find_flagged_seat(now) is not None


def next_due(facts: TableFacts) -> float | None:
    """Return the next moment at which something happens by itself; clocks apart."""
    model, view = facts.model, facts.view
    dues = [facts.chance.due_time]
    if facts.automatic_move is not None and facts.runs_by_itself:
        dues.append(model.automatic_due or 0.0)
    if model.engine.turn is not None and facts.can_programs_move and not facts.is_throw_delayed:
        dues.append(model.engine.due)
    if view.is_idle:
        dues.append(model.replay.pointed_due)
    if view.is_idle and not view.is_replaying:
        dues.append(model.replay.due)
    return min((due for due in dues if due is not None), default=None)


def _handle(step: Step, event: Event) -> None:
    match event:
        case events.Command():
            _COMMANDS[event](step)
        case events.ViewChanged(view):
            _change_view(step, view)
        case events.EngineAnswered(answer):
            engine_turns.take_answer(step, answer)
        case events.EngineRefused(trouble):
            questions.report_trouble(step, trouble)
        case events.ChanceEvent():
            step.chance.update(step, event)
        case events.Return(is_waiting):
            _return(step, is_waiting)
        case events.ReplaceEngine(player):
            engine_turns.replace_engine(step, player)
        case events.Lock(is_locked):
            step.change(is_locked=is_locked)
        case _:
            _handle_command(step, event)


def _handle_command(step: Step, event: Event) -> None:
    match event:
        case events.Play(move, held, is_confirmed):
            course.play(step, move, held, is_confirmed)
        case events.PlayForced(move):
            course.play_forced(step, move)
        case events.PlayLetter(moves):
            course.play_letter(step, moves)
        case events.PlayForOthers(move):
            course.show_changes(step, [step.change_match().play(move, step.now)])
        case events.Rewind(plies):
            course.rewind_exercise(step, plies)
        case events.Refuse(gesture):
            course.show_refusal(step, gesture)
        case events.EndMatch(reason, seat):
            course.end_match(step, reason, seat)
        case events.OfferDraw(seat):
            engine_turns.offer_draw(step, seat)
        case events.SetAdvice(moves, nudge):
            step.change(advice=moves, nudge=nudge)
        case _:
            _handle_looking(step, event)


def _handle_looking(step: Step, event: Event) -> None:
    """Handle events that change the view of the match, not its course."""
    match event:
        case events.Look(ply):
            course.show_ply(step, ply)
        case events.ShowTurn(turn):
            replay.show_turn(step, step.match.turns()[turn])
        case events.PointAtTurn():
            replay.point_at_turn(step, event)
        case events.ShowAside(changes):
            step.change(aside=changes, advice=())
            step.emit(*(events.Animate(change, {}) for change in changes))
        case _:
            raise TypeError(f"no event of a table: {event!r}")


def _tick(step: Step) -> None:
    course.lose_on_time(step)
    course.tick_clock(step)
    step.chance.tick(step)
    course.make_automatic_move(step)
    late = step.match.clock.find_flagged_seat(step.now)
    if late is not None:
        course.end_match(step, "time-out", late)
    engine_turns.play_due_turn(step)
    replay.tick_replay(step)


def _change_view(step: Step, view: ViewState) -> None:
    before = step.view
    step.change(view=view)
    if view.is_idle and not before.is_idle:
        engine_turns.delay_next_program(step)
    if view.picked != before.picked:
        engine_turns.hide_other_hint(step)


def _give_up_match(step: Step) -> None:
    """Only show the match from now on: another window has it."""
    step.change(is_elsewhere=True)
    course.cancel_pending(step)
    step.emit(events.Order.CANCEL_ANIMATIONS)
    course.start_next_turn(step)


def _return(step: Step, is_waiting: bool) -> None:
    """Continue after another screen. `is_waiting`: an external engine that failed isn't to be asked again."""
    engine = step.model.engine
    if engine.trouble is not None and not is_waiting:
        step.change(engine=replace(engine, trouble=None))
    if not abilities.shows_hints(step.position):
        course.cancel_pending(step)  # time stood still: all programs look at the throw again


def _toggle_pause(step: Step) -> None:
    step.change(is_paused=not step.model.is_paused)
    if step.model.is_paused:
        course.cancel_pending(step)
    course.start_next_turn(step)


def _continue_after_cover(step: Step) -> None:
    if step.chance.is_covered:
        step.chance.uncover_table(step)
        return
    if step.model.is_halted:
        step.change(is_halted=False)
    else:
        step.change(is_clock_stopped=False)
    step.emit(events.PlaySound("start"))
    course.start_next_turn(step)


def _turn_to_mover(step: Step) -> None:
    """Turn the board to the seat that is to move, where several persons play and wish it."""
    seat = step.position.to_move
    is_wished = step.model.settings.turn_board and len(step.persons) > 1
    if is_wished and step.model.turned_to != seat and step.can_move and step.position.turn_started:
        step.change(turned_to=seat)
        if step.model.bottom != seat:
            course.turn_board(step, seat)


def _halt(step: Step) -> None:
    step.change(is_halted=True)
    course.cancel_pending(step)
    course.start_next_turn(step)


def _flip_board(step: Step) -> None:
    if step.ui.can_flip and not step.chance.must_finish:
        course.turn_board(step, (step.model.bottom + 1) % step.match.seats)


_COMMANDS: Final[Mapping[Command, Callable[[Step], None]]] = {
    Command.TAKE_BACK: course.take_back,
    Command.UNDO: course.undo,
    Command.REDO: course.redo,
    Command.DROP_PENDING_MOVE: course.drop_pending_move,
    Command.PRESS_HINT: engine_turns.press_hint,
    Command.LOOK_BACK: lambda step: course.show_ply(step, step.cursor.previous_ply),
    Command.SHOW_NEXT_TURN: replay.show_next_turn,
    Command.SHOW_AGAIN: replay.show_again,
    Command.TOGGLE_REPLAY: replay.toggle_replay,
    Command.TOGGLE_PAUSE: _toggle_pause,
    Command.HALT: _halt,
    Command.CONTINUE: _continue_after_cover,
    Command.FLIP_BOARD: _flip_board,
    Command.SKIP_WAIT: engine_turns.skip_wait,
    Command.ADVANCE: course.start_next_turn,
    Command.TURN_TO_MOVER: _turn_to_mover,
    Command.STOP_TIME: lambda step: step.change_match().pause_clock(step.now),
    Command.TICK: _tick,
    Command.GIVE_UP_MATCH: _give_up_match,
}
