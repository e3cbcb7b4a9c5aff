"""The update of a match table: from a model and an event to the next model and its outputs. No pygame.

The functions that handle the events are in `play_moves`, `undo`, `hints`, `engine_questions`, `engine_moves`,
`replay`, `tutor` and a game's `chance`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from rules import abilities
from scenes.surfaces.mark_rules import toggle_drawing
from scenes.table import engine_moves, engine_questions, events, hints, play_moves, replay, tutor, undo
from scenes.table.chance import begin_step
from scenes.table.events import Command, Event, Output
from scenes.table.model import TableModel, ViewState
from scenes.table.table_facts import Step, TableFacts


def update(model: TableModel, event: Event, now: float) -> tuple[TableModel, tuple[Output, ...]]:
    """Return the model after an event at `now`, in seconds, and the outputs to carry out."""
    if model.is_elsewhere and event.changes_match:
        return model, ()
    step = begin_step(model, now)
    shown = step.cursor.position
    _handle(step, event)
    play_moves.cancel_automatic_move(step)
    step.chance.schedule_next(step)
    if step.model.drawings and step.cursor.position is not shown:
        step.change(drawings=())
    if step.model.premove is not None and not step.model.premove.pick <= step.premove_picks:
        step.change(premove=None)
    return step.model, tuple(step.outputs)


def is_due(facts: TableFacts, now: float) -> bool:
    """Return whether `Command.TICK` would do anything at `now`."""
    if facts.is_timed and facts.match.seconds_to_event(now) is not None:
        return True
    due = next_due(facts)
    return (due is not None and now >= due) or facts.match.clock.find_flagged_seat(now) is not None


def next_due(facts: TableFacts) -> float | None:
    """Return the next time at which anything but a clock acts by itself; None if nothing is scheduled."""
    model, view = facts.model, facts.view
    dues = [facts.chance.due_time]
    if model.engine.is_judging:
        dues.append(tutor.next_tutor_due(facts))
    if facts.automatic_move is not None and facts.can_act_automatically:
        dues.append(model.automatic_due or 0.0)
    if model.engine.answered_turn is not None and facts.can_programs_move and not facts.is_throw_waiting_for_persons:
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
        case events.EngineAnswered(answer) if step.model.engine.is_judging:
            tutor.take_judgement(step, answer)
        case events.EngineAnswered(answer):
            engine_moves.take_answer(step, answer)
        case events.EngineRefused(trouble):
            engine_questions.report_trouble(step, trouble)
        case events.ChanceEvent():
            step.chance.update(step, event)
        case events.ScreenClosed(retries_engine):
            _continue_after_screen(step, retries_engine)
        case events.ReplaceEngine(player):
            engine_moves.replace_engine(step, player)
        case events.LockPersons(is_locked):
            step.change(is_locked=is_locked)
        case _:
            _handle_play(step, event)


def _handle_play(step: Step, event: Event) -> None:
    """Handle events that play moves, end the match or mark moves."""
    match event:
        case events.Play(move, held, is_confirmed):
            play_moves.play(step, move, held, is_confirmed)
        case events.PlayAutomaticMove(move):
            play_moves.play_forced(step, move)
        case events.PlayMailedMoves(moves):
            play_moves.play_mailed_moves(step, moves)
        case events.PlayForOthers(move):
            play_moves.show_changes(step, [step.change_match().play(move, step.now)])
        case events.RewindExercise(ply_count):
            undo.rewind_exercise(step, ply_count)
        case events.RefuseGesture(gesture):
            play_moves.refuse_gesture(step, gesture)
        case events.SetPremove(gesture):
            play_moves.set_premove(step, gesture)
        case events.ToggleDrawing(drawing):
            step.change(drawings=toggle_drawing(step.model.drawings, drawing))
        case events.EndMatch(reason, seat):
            play_moves.end_match(step, reason, seat)
        case events.OfferDraw(seat):
            engine_moves.answer_draw_offer(step, seat)
        case events.SetAdvice(moves, nudge):
            step.change(advice=moves, nudge=nudge)
        case _:
            _handle_looking_back(step, event)


def _handle_looking_back(step: Step, event: Event) -> None:
    """Handle events that change which position is shown."""
    match event:
        case events.ShowPly(ply):
            play_moves.show_ply(step, ply)
        case events.ShowTurn(turn):
            replay.show_turn(step, step.match.turns()[turn])
        case events.PointAtTurn():
            replay.point_at_turn(step, event)
        case events.ShowVariation(changes):
            step.change(variation=changes, advice=())
            step.emit(*(events.Animate(change, {}) for change in changes))
        case _:
            raise TypeError(f"no event of a table: {event!r}")


def _tick(step: Step) -> None:
    play_moves.play_clock_event(step)
    play_moves.tick_clock(step)
    step.chance.tick(step)
    play_moves.make_automatic_move(step)
    flagged_seat = step.match.clock.find_flagged_seat(step.now)
    if flagged_seat is not None:
        play_moves.end_match(step, "time-out", flagged_seat)
    engine_moves.play_due_turn(step)
    if step.model.engine.is_judging:
        tutor.tick_tutor(step)
    replay.tick_replay(step)


def _change_view(step: Step, view: ViewState) -> None:
    """Take over the state of the view, and do what must follow from its changes."""
    before = step.view
    step.change(view=view)
    if view.is_idle and not before.is_idle and step.model.engine.answered_turn is not None:
        engine_moves.delay_next_program(step)
    if view.picked != before.picked and step.model.hint.shown != "nothing":
        hints.hide_hint_about_others(step)


def _lose_match_to_window(step: Step) -> None:
    """Only show the match from now on: another window has taken it over."""
    step.change(is_elsewhere=True)
    play_moves.cancel_pending(step)
    step.emit(events.Order.CANCEL_ANIMATIONS)
    play_moves.start_next_turn(step)


def _continue_after_screen(step: Step, retries_engine: bool) -> None:
    """Let a failed engine be asked again, and programs watch the throw anew."""
    engine = step.model.engine
    if engine.trouble is not None and retries_engine:
        step.change(engine=replace(engine, trouble=None))
    if not abilities.shows_hints(step.position):
        play_moves.cancel_pending(step)  # time stood still: all programs look at the throw again


def _pause_clock(step: Step) -> None:
    step.change(premove=None)
    if step.model.engine.is_judging:
        play_moves.drop_pending_move(step)
    step.change_match().pause_clock(step.now)


def _toggle_pause(step: Step) -> None:
    step.change(is_paused=not step.model.is_paused)
    if step.model.is_paused:
        play_moves.cancel_pending(step)
    play_moves.start_next_turn(step)


def _continue_after_cover(step: Step) -> None:
    """Uncover the board and start the clocks, or show the next person's cards."""
    if step.chance.is_covered:
        step.chance.uncover_table(step)
        return
    if step.model.is_halted:
        step.change(is_halted=False)
    else:
        step.change(is_clock_stopped=False)
    step.emit(events.PlaySound("start"))
    play_moves.start_next_turn(step)


def _turn_to_mover(step: Step) -> None:
    """Turn the board to the seat to move, where several persons play and the settings say so."""
    seat = step.position.to_move
    is_wanted = step.model.settings.turn_board and len(step.persons) > 1
    if is_wanted and step.model.last_turned_to != seat and step.can_move and step.position.turn_started:
        step.change(last_turned_to=seat)
        if step.model.bottom_seat != seat:
            play_moves.turn_board(step, seat)


def _halt(step: Step) -> None:
    step.change(is_halted=True)
    play_moves.cancel_pending(step)
    play_moves.start_next_turn(step)


def _flip_board(step: Step) -> None:
    if step.ui.can_flip and not step.chance.has_unskippable_animation:
        play_moves.turn_board(step, (step.model.bottom_seat + 1) % step.match.seats)


_COMMANDS: Final[Mapping[Command, Callable[[Step], None]]] = {
    Command.TAKE_BACK: undo.take_back,
    Command.UNDO: undo.undo,
    Command.REDO: undo.redo,
    Command.DROP_PENDING_MOVE: play_moves.drop_pending_move,
    Command.SHOW_BETTER_TURN: tutor.show_better_turn,
    Command.REQUEST_HINT: hints.request_hint,
    Command.SHOW_PREVIOUS_TURN: lambda step: play_moves.show_ply(step, step.cursor.previous_ply),
    Command.SHOW_NEXT_TURN: replay.show_next_turn,
    Command.SHOW_AGAIN: replay.show_again,
    Command.TOGGLE_REPLAY: replay.toggle_replay,
    Command.TOGGLE_PAUSE: _toggle_pause,
    Command.PAUSE_MATCH: _halt,
    Command.UNCOVER_BOARD: _continue_after_cover,
    Command.FLIP_BOARD: _flip_board,
    Command.SKIP_WAIT: engine_moves.skip_wait,
    Command.ADVANCE: play_moves.start_next_turn,
    Command.TURN_TO_MOVER: _turn_to_mover,
    Command.PAUSE_CLOCK: _pause_clock,
    Command.TICK: _tick,
    Command.LOSE_MATCH_TO_WINDOW: _lose_match_to_window,
}
