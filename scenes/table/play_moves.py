"""Playing moves, starting the next turn, ending the match, and what the clock does by itself. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import rules
from rules import abilities
from rules.contract import Gesture, Move, Remark, Seat
from rules.match import Change, Ending
from scenes.surfaces.mark_rules import find_dropped_token
from scenes.table.constants import MAX_ANIMATED_MOVES
from scenes.table.engine_questions import ask_for_judgement, ask_programs, cancel_questions, is_to_be_judged
from scenes.table.events import (
    Animate,
    Order,
    PickTargets,
    PlaySound,
    ShakeTokens,
    ShowOutcome,
    ShowRefusal,
    ShowTable,
)
from scenes.table.model import HintState, PendingMove, PlyCursor
from scenes.table.state import HeldPlaces
from scenes.table.table_facts import Step
from scenes.table.turn_clock import is_tick

CLOCK_SOUNDS: Final = {"time": "minute", "hour": "hour"}
"""The sounds of clock events, by the texts of the events."""


# --- moves


def play(step: Step, move: Move, held: HeldPlaces, is_confirmed: bool = False, *, is_premove: bool = False) -> None:
    """Play a person's move, unless it must be confirmed or judged first, or another one is being judged."""
    model = step.model
    if model.engine.is_judging and not is_confirmed:
        return
    warning = _find_warning(step, move) if model.asks_before_mistakes and not is_confirmed else None
    if warning is not None:
        step.change(pending_move=PendingMove(move, held, warning), advice=(move,))
        step.emit(PickTargets(step.position.gesture(move).pick), PlaySound("offer"))
    elif not (is_confirmed or is_premove) and is_to_be_judged(step, move):
        pending = PendingMove(move, held)
        step.change(pending_move=pending, advice=(move,), hint=HintState(), nudge=frozenset(), note=None)
        ask_for_judgement(step, move)
        step.emit(PickTargets(step.position.gesture(move).pick))
    elif not play_clock_event(step):
        next_advice = model.advice[1:] if model.advice[:1] == (move,) else ()
        show_changes(step, [step.change_match().play(move, step.now)], held)
        if step.token_to_put is not None:
            step.change(advice=next_advice)
            step.emit(Order.CALL_FOR_TOKEN)


def play_forced(step: Step, move: Move) -> None:
    if not play_clock_event(step):
        show_changes(step, [step.change_match().play(move, step.now)])


def play_mailed_moves(step: Step, moves: Sequence[Move]) -> None:
    """Play moves that arrived by mail, and animate the last `MAX_ANIMATED_MOVES` of them."""
    match = step.change_match()
    changes = [match.play(move, step.now) for move in moves][-MAX_ANIMATED_MOVES:]
    show_ply(step, None)
    step.emit(ShowTable(changes[0].before.table()))
    show_changes(step, changes)


def refuse_gesture(step: Step, gesture: Gesture) -> None:
    """Show why a gesture isn't a legal move, and play its penalty if the rules have one."""
    remark = step.position.refusal(gesture)
    if remark is None:
        step.emit(Order.RELEASE_HELD)
        return
    step.emit(ShakeTokens(gesture.pick))
    penalty = step.faults.get(gesture)
    if penalty is None:
        step.emit(ShowRefusal(remark))
    else:
        play(step, penalty, {}, is_confirmed=True)
        step.emit(ShowRefusal(remark, abilities.remarks(step.position)[:1]))


def drop_pending_move(step: Step) -> None:
    """Put back the move that must be confirmed or is being judged."""
    if step.model.engine.is_judging:
        cancel_questions(step)
        step.change(note=None)
    if step.model.pending_move is not None:
        step.change(pending_move=None, advice=())
        step.emit(Order.RELEASE_HELD)


def set_premove(step: Step, gesture: Gesture | None) -> None:
    """Note the gesture that is to be made once the program has moved; None: drop the one that was noted."""
    is_set = gesture is not None and gesture.pick <= step.premove_picks
    if is_set or step.model.premove is not None:
        step.change(premove=gesture if is_set else None, is_premove_dropped=not is_set)


def play_premove(step: Step) -> None:
    """Play the premove if it is legal by now; of several meanings take the first that would be offered."""
    gesture = step.model.premove
    if gesture is None:
        return
    moves = list(step.legal_gestures.get(gesture, ()))
    step.change(premove=None, is_premove_dropped=not moves and step.outcome is None)
    if len(moves) > 1:
        moves = [min(moves, key=lambda move: _rank_choice(step, move))]
    for move in step.routes.get(gesture, moves):
        if step.model.pending_move is None:
            play(step, move, {}, is_premove=True)


def _rank_choice(step: Step, move: Move) -> int:
    token = find_dropped_token(step.position, move)
    return 0 if token is None else step.model.move_marks.choice_rank(token)


def end_match(step: Step, reason: Ending, seat: Seat) -> None:
    cancel_pending(step)
    step.change_match().force_end(reason, seat, step.now)
    start_next_turn(step)


def _find_warning(step: Step, move: Move) -> Remark | None:
    """Return the warning because of which a move must be confirmed, if there is one."""
    find_caution = rules.get(step.match.game.key).teach.caution
    remark = None if find_caution is None else find_caution(step.position, move)
    return None if remark is None or (remark.aid and not step.model.settings.caution) else remark


# --- what is next


def show_changes(step: Step, changes: Sequence[Change], held: HeldPlaces | None = None) -> None:
    """Animate changes of the match, start the next turn and save the match."""
    cancel_pending(step)
    step.emit(Order.CLEAR_MESSAGE)
    if not step.cursor.is_live:  # a move can come while the person looks back
        step.change(shown_ply=None, variation=())
        step.emit(ShowTable(step.chance.redact_table(changes[0].before)))
    step.emit(*(Animate(change, held or {}) for change in changes))
    if changes:
        step.change(view=replace(step.view, is_idle=False))
    start_next_turn(step)
    step.emit(Order.SAVE)


def show_outcome(step: Step, change: Change) -> None:
    """Announce a result of chance that is visible on the table already, and start the next turn."""
    cancel_pending(step)
    step.emit(ShowOutcome(change), Order.SAVE)
    start_next_turn(step)


def cancel_pending(step: Step) -> None:
    """Cancel questions to programs, and drop their turns, the hint and the move that must be confirmed."""
    cancel_questions(step)
    step.change(
        pending_move=None, hint=HintState(), nudge=frozenset(), advice=(), note=None, is_premove_dropped=False
    )


def start_next_turn(step: Step) -> None:
    """Offer the next moves, ask programs, and start or stop the clocks; after the end, reveal the seed."""
    step.chance.update_seal(step)
    step.emit(Order.OFFER_MOVES)
    if step.can_start_clock and step.has_programs:
        ask_programs(step)
    if step.can_start_clock and step.view.is_on_top:
        step.change_match().start_clock(step.now)
    else:
        step.change_match().pause_clock(step.now)


def show_ply(step: Step, ply: int | None) -> None:
    """Show the position after `ply` plies; None: the current position of the match."""
    if step.chance.has_unskippable_animation:
        return
    step.change(
        shown_ply=PlyCursor.at_ply(step.match, ply).shown_ply,
        variation=(),
        replay=replace(step.model.replay, due=None),
    )
    drop_pending_move(step)
    if not step.cursor.is_live and not step.is_timed:
        cancel_pending(step)
    step.emit(Order.FINISH_ANIMATIONS)
    start_next_turn(step)


def turn_board(step: Step, seat: Seat) -> None:
    step.change(bottom_seat=seat)
    step.emit(Order.TURN_BOARD)


# --- time


def play_clock_event(step: Step) -> bool:
    """Play the due event of the clock, such as a loss on time; return whether one was due.

    A move that is played must call this first: an event that is due comes before the move.
    """
    event = None if step.turn_clock is None else step.match.pending_event(step.now)
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
    """Sound a tick for each of the last seconds of a turn."""
    tick = None if step.turn_clock is None else step.turn_clock.read_tick(step.now)
    if tick != step.model.last_tick:
        if is_tick(step.model.last_tick, tick):
            step.emit(PlaySound("tick"))
        step.change(last_tick=tick)


def make_automatic_move(step: Step) -> None:
    """Play the automatic move if its delay is over; start the delay if it hasn't begun."""
    due, move = step.model.automatic_due, step.automatic_move
    if move is None or not step.can_act_automatically:
        return
    if due is None:
        step.change(automatic_due=step.now + step.chance.automatic_delay_seconds)
    elif step.now >= due:
        step.change(automatic_due=None)
        play_forced(step, move)


def cancel_automatic_move(step: Step) -> None:
    """End the delay of the automatic move if no such move can be played now."""
    is_possible = step.automatic_move is not None and step.can_act_automatically
    if step.model.automatic_due is not None and not is_possible:
        step.change(automatic_due=None)
