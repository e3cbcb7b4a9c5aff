"""The course of a match: moves are played and shown, and what is next begins. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import rules
from rules import abilities
from rules.contract import Gesture, Move, Position, Remark, Seat
from rules.match import Change, Ending
from rules.teaching.exercise import PlannedMatch
from scenes.table.constants import MAX_ANIMATED_MOVES
from scenes.table.events import (
    Animate,
    Order,
    PickTargets,
    PlaySound,
    ShakeTokens,
    ShowMessage,
    ShowOutcome,
    ShowRefusal,
    ShowTable,
)
from scenes.table.facts import Step, is_tick
from scenes.table.model import HintState, Message, PendingMove, PlyCursor
from scenes.table.questions import ask_programs, cancel_questions
from scenes.table.state import HeldPlaces

CLOCK_SOUNDS: Final = {"time": "minute", "hour": "hour"}
"""The sounds of the events of the rules' clocks, by the events' texts."""


# --- moves


def play(step: Step, move: Move, held: HeldPlaces, is_confirmed: bool = False) -> None:
    """Play a person's move, unless it must be confirmed first."""
    model = step.model
    caution = _find_caution(step, move) if model.asks_before_mistakes and not is_confirmed else None
    if caution is not None:
        step.change(pending=PendingMove(move, held, caution), advice=(move,))
        step.emit(PickTargets(step.position.gesture(move).pick), PlaySound("offer"))
    elif not lose_on_time(step):
        rest = model.advice[1:] if model.advice[:1] == (move,) else ()
        show_changes(step, [step.change_match().play(move, step.now)], held)
        if step.token_to_put is not None:
            step.change(advice=rest)
            step.emit(Order.CALL_FOR_TOKEN)


def play_forced(step: Step, move: Move) -> None:
    """Play a move that nobody has to decide."""
    if not lose_on_time(step):
        show_changes(step, [step.change_match().play(move, step.now)])


def play_letter(step: Step, moves: Sequence[Move]) -> None:
    """Play moves that came by mail, and show the last of them."""
    match = step.change_match()
    changes = [match.play(move, step.now) for move in moves][-MAX_ANIMATED_MOVES:]
    show_ply(step, None)
    step.emit(ShowTable(changes[0].before.table()))
    show_changes(step, changes)


def show_refusal(step: Step, gesture: Gesture) -> None:
    """Show why a gesture is no move, and count it against the person if the rules do."""
    remark = step.position.refusal(gesture)
    if remark is None:
        step.emit(Order.RELEASE_HELD)
        return
    step.emit(ShakeTokens(gesture.pick))
    fault = step.faults.get(gesture)
    if fault is None:
        step.emit(ShowRefusal(remark))
    else:
        play(step, fault, {}, is_confirmed=True)
        step.emit(ShowRefusal(remark, abilities.remarks(step.position)[:1]))


def drop_pending_move(step: Step) -> None:
    """Put back the move that must be confirmed."""
    if step.model.pending is not None:
        step.change(pending=None, advice=())
        step.emit(Order.RELEASE_HELD)


def take_back(step: Step) -> None:
    """Take back the last decision of the person's unfinished turn."""
    change = step.change_match().take_back(step.now) if step.can_take_back else None
    if change is not None:
        show_changes(step, [change])


def undo(step: Step) -> None:
    if not _refuse_undo(step) and step.can_undo:
        replace_course(step, step.change_match().undo(step.persons, step.now))


def redo(step: Step) -> None:
    if not _refuse_undo(step) and step.can_redo:
        replace_course(step, step.change_match().redo(step.persons, step.now))


def replace_course(step: Step, changes: Sequence[Change]) -> None:
    """Show what was taken back or played again."""
    step.chance.cancel_due(step)
    step.change(automatic_due=None, shown_ply=None, aside=())
    step.emit(Order.CANCEL_ANIMATIONS)
    if step.outcome is None:
        step.emit(Order.REOPEN)
    show_changes(step, changes)


def rewind_exercise(step: Step, plies: int) -> None:
    """Take back moves of an exercise, as an animation where that reveals nothing that was hidden."""
    match = step.change_match()
    assert isinstance(match, PlannedMatch)
    changes = match.rewind(plies, step.now)
    if changes and all(_is_open(one) for change in changes for one in (change.before, change.after)):
        replace_course(step, changes)
        return
    cancel_pending(step)
    step.chance.cancel_due(step)
    step.emit(Order.CANCEL_ANIMATIONS, ShowTable(step.chance.redact_table(step.position)))
    start_next_turn(step)


def end_match(step: Step, reason: Ending, seat: Seat) -> None:
    """End the match outside its rules."""
    cancel_pending(step)
    step.change_match().end(reason, seat, step.now)
    start_next_turn(step)


def _find_caution(step: Step, move: Move) -> Remark | None:
    caution = rules.get(step.match.game.key).teach.caution
    remark = None if caution is None else caution(step.position, move)
    return None if remark is None or (remark.aid and not step.model.settings.caution) else remark


def _refuse_undo(step: Step) -> bool:
    """Return whether nothing may be taken back in this match; tell the person if the rules forbid it."""
    if step.is_fixed:
        step.emit(ShowMessage(Message(step.no_undo_key)))
    return step.is_fixed or step.model.is_elsewhere


def _is_open(position: Position) -> bool:
    return abilities.may_undo(position) and not abilities.is_undo_barred(position)


# --- what is next


def show_changes(step: Step, changes: Sequence[Change], held: HeldPlaces | None = None) -> None:
    """Show changes of the match, save it and start what is next."""
    cancel_pending(step)
    step.emit(Order.CLEAR_MESSAGE)
    if not step.cursor.is_live:  # clocks don't wait for a person who looks back
        step.change(shown_ply=None, aside=())
        step.emit(ShowTable(step.chance.redact_table(changes[0].before)))
    step.emit(*(Animate(change, held or {}) for change in changes))
    if changes:
        step.change(view=replace(step.view, is_idle=False))
    start_next_turn(step)
    step.emit(Order.SAVE)


def show_outcome(step: Step, change: Change) -> None:
    """Continue after what chance decided, which lies on the table already."""
    cancel_pending(step)
    step.emit(ShowOutcome(change), Order.SAVE)
    start_next_turn(step)


def cancel_pending(step: Step) -> None:
    """Forget the turns of programs, the hint, and the move that must be confirmed."""
    cancel_questions(step)
    step.change(pending=None, hint=HintState(), nudge=frozenset(), advice=(), note=None)


def start_next_turn(step: Step) -> None:
    """Start the next turn, or end the match."""
    step.chance.update_seal(step)
    step.emit(Order.OFFER_MOVES)
    if step.can_start_clock and step.has_programs:
        ask_programs(step)
    if step.can_start_clock and step.view.is_on_top:
        step.change_match().start_clock(step.now)
    else:
        step.change_match().pause_clock(step.now)


def show_ply(step: Step, ply: int | None) -> None:
    """Show the position after `ply` plies; the last one of a match that goes on is the match itself."""
    if step.chance.must_finish:
        return
    step.change(
        shown_ply=PlyCursor.at_ply(step.match, ply).shown,
        aside=(),
        replay=replace(step.model.replay, due=None),
        pending=None,
    )
    if not step.cursor.is_live and not step.is_timed:
        cancel_pending(step)
    step.emit(Order.FINISH_ANIMATIONS)
    start_next_turn(step)


def turn_board(step: Step, seat: Seat) -> None:
    """Show the board with a seat at the lower edge."""
    step.change(bottom=seat)
    step.emit(Order.TURN_BOARD)


# --- time


def lose_on_time(step: Step) -> bool:
    """Let the clock of the rules do what is due; return whether anything was. Moves come after it."""
    event = None if step.clock is None else step.match.pending_event(step.now)
    if event is None:
        return False
    step.emit(PlaySound(CLOCK_SOUNDS[str(event)]))
    change = step.change_match().play_clock_event(step.now)
    if change is None:
        end_match(step, "time-out", event.seat)
    else:
        show_changes(step, [change])
    return True


def tick_clock(step: Step) -> None:
    """Let the clock tick in the last seconds of a turn."""
    tick = None if step.clock is None else step.clock.read_tick(step.now)
    if tick != step.model.last_tick:
        if is_tick(step.model.last_tick, tick):
            step.emit(PlaySound("tick"))
        step.change(last_tick=tick)


def make_automatic_move(step: Step) -> None:
    """Make the move that the table makes by itself, a while after it has become possible."""
    due, move = step.model.automatic_due, step.automatic_move
    if move is None or not step.runs_by_itself:
        return
    if due is None:
        step.change(automatic_due=step.now + step.chance.delay_seconds)
    elif step.now >= due:
        step.change(automatic_due=None)
        play_forced(step, move)


def cancel_automatic_move(step: Step) -> None:
    """Forget the moment of the automatic move if there is none now."""
    is_possible = step.model.automatic_due is None or (step.automatic_move is not None and step.runs_by_itself)
    if not is_possible:
        step.change(automatic_due=None)
