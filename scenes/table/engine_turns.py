"""The answers of the opponent's process: turns wait for their moment and are played, hints shown in steps. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from typing import Literal

from rules import abilities
from rules.ai.questions import Answer
from rules.contract import NATURE, Move, Position, Seat
from rules.record import Player
from scenes.surfaces.move_marks import steps
from scenes.table.constants import DRAW_PATIENCE_TURNS, MAX_PACE_SECONDS, REPLAY_TURN_SECONDS
from scenes.table.course import end_match, lose_on_time, show_changes
from scenes.table.events import Order, ShowMessage, WriteLog
from scenes.table.external_engines import FAULT
from scenes.table.facts import Step
from scenes.table.model import HintState, Message, Trouble
from scenes.table.questions import allowed_seconds, ask_for_hint, ask_next_watcher, forget_hand, report_trouble
from scenes.table.record_headers import read_pace


def take_answer(step: Step, answer: Answer) -> None:
    engine = step.model.engine
    if not engine.is_asking:
        return
    seat, is_hint = engine.seat, engine.is_advising
    step.change(engine=replace(engine, is_asking=False, seat=None, is_advising=False))
    if is_hint:
        forget_hand(step)
    if engine.watched is not None and answer.error is None:
        _take_reaction(step, answer)
    elif answer.error is not None or not answer.moves:
        step.emit(WriteLog(f"The opponent's process answered: {answer.error or 'no move'}"))
        _report_failure(step, seat, answer, is_hint)
    elif is_hint:
        take_hint(step, _own_moves(answer))
    else:
        _take_turn(step, seat, answer)


def play_due_turn(step: Step) -> None:
    """Play the turn whose moment has come."""
    engine = step.model.engine
    if engine.turn is None or step.now < engine.due or not step.can_programs_move or step.is_throw_delayed:
        return
    if lose_on_time(step):
        return
    step.change(engine=replace(engine, turn=None))
    if _is_legal(step.position, engine.turn):
        match = step.change_match()
        show_changes(step, [match.play(move, step.now) for move in engine.turn])
    else:
        _take_back_half_turn(step)


def delay_next_program(step: Step) -> None:
    """Let a turn wait after that of another program, so that persons see whose turn it is."""
    engine = step.model.engine
    if engine.turn is None or not step.persons or engine.reactions:
        return
    last = step.match.plies[-1].move.seat if step.match.plies else NATURE
    if last != NATURE and step.is_program(last) and last != step.position.to_move:
        step.change(engine=replace(engine, due=max(engine.due, step.now + _delay(step))))


def skip_wait(step: Step) -> None:
    """Let a program throw without further delay, because nobody needs more time."""
    step.change(engine=replace(step.model.engine, is_hurried=True))


def replace_engine(step: Step, player: Player) -> None:
    """Let another player take the seat of an external engine that failed."""
    trouble = step.model.engine.trouble
    if trouble is not None:
        players = tuple(player if seat == trouble.seat else one for seat, one in enumerate(step.players))
        step.change(record=replace(step.record, players=players))
        step.emit(Order.SAVE_NOW)


def offer_draw(step: Step, seat: Seat) -> None:
    """End the match as drawn if all programs accept; otherwise say that they don't."""
    programs = [other for other in range(step.match.seats) if step.is_program(other)]
    if all(_accepts_draw(step, other) for other in programs):
        end_match(step, "agreed", seat)
    else:
        note = Message("table.offer_refused", seat=programs[0])
        step.change(note=note)
        step.emit(ShowMessage(note))


def _accepts_draw(step: Step, seat: Seat) -> bool:
    scores = step.model.engine.scores.get(seat, ())[-DRAW_PATIENCE_TURNS:]
    return len(scores) == DRAW_PATIENCE_TURNS and max(scores) <= 0


def _own_moves(answer: Answer) -> tuple[Move, ...]:
    return tuple(takewhile(lambda move: move.seat == answer.moves[0].seat, answer.moves))


def _take_turn(step: Step, seat: Seat | None, answer: Answer) -> None:
    engine, allowed, delay = step.model.engine, allowed_seconds(step, step.now), _delay(step)
    scores = dict(engine.scores)
    if seat is not None:
        scores[seat] = (*scores.get(seat, ()), answer.score)
    due = step.now + (delay if allowed is None else min(delay, allowed / 4))
    step.change(engine=replace(engine, turn=_own_moves(answer), due=due, scores=scores), note=None)


def _take_reaction(step: Step, answer: Answer) -> None:
    """Take what a watcher does by itself; once all have answered, the first reaction waits for its moment."""
    engine = step.model.engine
    reactions = (*engine.reactions, *((answer.delay, move) for move in answer.moves))
    step.change(engine=replace(engine, reactions=reactions))
    if engine.watchers:
        ask_next_watcher(step)
        return
    engine = replace(step.model.engine, watched=None)
    step.change(engine=engine)
    if reactions:
        delay, move = min(reactions, key=lambda one: one[0])
        step.change(engine=replace(engine, turn=(move,), due=engine.asked_at + delay), note=None)


def _delay(step: Step) -> float:
    """Return the seconds from a program's answer to its move."""
    if step.persons:
        return step.view.move_delay
    pace = read_pace(step.record)
    return REPLAY_TURN_SECONDS if pace is None else min(MAX_PACE_SECONDS, pace)


def _report_failure(step: Step, seat: Seat | None, answer: Answer, is_hint: bool) -> None:
    is_external = seat is not None and step.players[seat].kind == "engine"
    trouble = None
    if seat is not None and is_external:
        trouble = Trouble(seat, answer.code or FAULT, {"engine": step.players[seat].name, **answer.facts})
    if trouble is not None:
        report_trouble(step, trouble)
    else:
        step.change(note=Message("table.no_hint" if is_hint else "table.opponent_gone"))


def _take_back_half_turn(step: Step) -> None:
    """Take back a half turn that no longer comes to an end, so that the program is asked again."""
    match, changes = step.change_match(), []
    while (change := match.take_back(step.now)) is not None:
        changes.append(change)
    if changes:
        show_changes(step, changes)
    else:
        step.emit(WriteLog("The opponent's process answered: a turn against the rules"))
        step.change(note=Message("table.opponent_gone"))


def _is_legal(position: Position, moves: Iterable[Move]) -> bool:
    for move in moves:
        if position.outcome() is not None or not abilities.is_legal(position, move):
            return False
        position = position.play(move)
    return True


def press_hint(step: Step) -> None:
    """Show a hint, or more of it."""
    model = step.model
    hint = model.hint
    if step.is_timed:
        step.emit(ShowMessage(Message("clock.no_hint")))
    elif step.ui.has_dice:
        if step.outcome is None:
            shows_hints = abilities.shows_hints(step.position)
            step.emit(ShowMessage(Message("dice.no_choice" if shows_hints else "dice.no_hint")))
    elif hint.moves and hint.shown == "nudge":
        _show_hint(step, "move")
    elif step.token_to_put is not None and model.advice and not hint.moves:  # the advised piece was moved
        step.change(hint=replace(hint, moves=model.advice))
        _show_hint(step, "move")
    elif hint.moves or model.advice:
        _hide_hint(step)
    elif model.engine.is_advising:
        step.change(hint=replace(hint, is_eager=True))
    else:
        step.change(hint=replace(hint, is_eager=False))
        ask_for_hint(step)


def take_hint(step: Step, moves: tuple[Move, ...]) -> None:
    """Show the adviser's answer: first a nudge, unless the move itself was asked for meanwhile."""
    if step.ui.has_dice:
        return
    hint = step.model.hint
    step.change(hint=replace(hint, moves=moves))
    _show_hint(step, "nudge" if not hint.is_eager and _has_choice(step, moves[0]) else "move")


def hide_other_hint(step: Step) -> None:
    """Hide the hint if the person picks something that it isn't about."""
    hint, picked = step.model.hint, step.view.picked
    if hint.shown == "nothing" or not picked or step.phrases.hint is not None:
        return
    gestures = [position.gesture(move) for position, move in steps(step.position, hint.moves)]
    if not any(one.pick >= picked for one in gestures):
        _hide_hint(step)


def _hide_hint(step: Step) -> None:
    step.change(advice=(), note=None, hint=HintState(), nudge=frozenset())


def _show_hint(step: Step, shown: Literal["nudge", "move"]) -> None:
    hint, text = step.model.hint, step.phrases.hint
    move, is_nudge = hint.moves[0], shown == "nudge"
    pick = step.position.gesture(move).pick
    nudge = pick if is_nudge and (text is None or text.is_marked(move)) else frozenset()
    step.change(hint=replace(hint, shown=shown), nudge=nudge, advice=() if is_nudge else hint.moves, note=None)
    step.emit(Order.CLEAR_MESSAGE)
    if text is None and not step.view.picked <= pick:
        step.emit(Order.RELEASE_HELD)


def _has_choice(step: Step, move: Move) -> bool:
    text, position = step.phrases.hint, step.position
    return text is None or text.has_choice(abilities.seen_by(position, position.to_move), move)
