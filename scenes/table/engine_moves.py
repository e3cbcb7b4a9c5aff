"""The computer's moves: answers of the opponent's process, played when they are due; draw offers. No pygame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile

from rules import abilities
from rules.ai.questions import Answer
from rules.contract import NATURE, Move, Position, Seat
from rules.record import Player
from scenes.table.constants import DRAW_PATIENCE_TURNS, MAX_PACE_SECONDS, MOVE_DELAYS_SECONDS, REPLAY_TURN_SECONDS
from scenes.table.engine_questions import allowed_seconds, ask_next_watcher, close_engine_with_secrets, report_trouble
from scenes.table.events import Order, ShowMessage, WriteLog
from scenes.table.external_engines import FAULT
from scenes.table.hints import take_hint
from scenes.table.model import Message, Trouble
from scenes.table.play_moves import end_match, play_clock_event, play_premove, show_changes
from scenes.table.record_headers import read_pace
from scenes.table.table_facts import Step, TableFacts


def take_answer(step: Step, answer: Answer) -> None:
    """Handle the answer to the open question: a turn, a reaction to a throw, a hint or an error."""
    engine = step.model.engine
    if not engine.is_asking:
        return
    seat, is_hint = engine.asked_seat, engine.is_advising
    step.change(engine=replace(engine, is_asking=False, asked_seat=None, is_advising=False))
    if is_hint:
        close_engine_with_secrets(step)
    if engine.watched_position is not None and answer.error is None:
        _take_reaction(step, answer)
    elif answer.error is not None or not answer.moves:
        step.emit(WriteLog(f"The opponent's process answered: {answer.error or 'no move'}"))
        _report_failure(step, seat, answer, is_hint)
    elif is_hint:
        take_hint(step, _moves_of_first_seat(answer))
    else:
        _take_turn(step, seat, answer)


def play_due_turn(step: Step) -> None:
    engine = step.model.engine
    if (
        engine.answered_turn is None
        or step.now < engine.due
        or not step.can_programs_move
        or step.is_throw_waiting_for_persons
    ):
        return
    if play_clock_event(step):
        return
    step.change(engine=replace(engine, answered_turn=None))
    if _is_legal_turn(step.position, engine.answered_turn):
        match = step.change_match()
        show_changes(step, [match.play(move, step.now) for move in engine.answered_turn])
        play_premove(step)
    else:
        _take_back_unfinished_turn(step)


def delay_next_program(step: Step) -> None:
    """Delay a program's turn after that of another program, so that persons see whose turn it is."""
    engine = step.model.engine
    if not step.persons or engine.reactions:
        return
    last_mover = step.match.plies[-1].move.seat if step.match.plies else NATURE
    if last_mover != NATURE and step.is_program(last_mover) and last_mover != step.position.to_move:
        step.change(engine=replace(engine, due=max(engine.due, step.now + move_delay_seconds(step))))


def skip_wait(step: Step) -> None:
    """Let a program throw at once, as no person needs more time."""
    step.change(engine=replace(step.model.engine, is_hurried=True))


def replace_engine(step: Step, player: Player) -> None:
    """Let another player take the seat of an external engine that failed."""
    trouble = step.model.engine.trouble
    if trouble is not None:
        players = tuple(player if seat == trouble.seat else old for seat, old in enumerate(step.players))
        step.change(record=replace(step.record, players=players))
        step.emit(Order.SAVE_NOW)


def answer_draw_offer(step: Step, seat: Seat) -> None:
    """End the match as drawn if all programs accept; otherwise show that they don't."""
    programs = [program for program in range(step.match.seats) if step.is_program(program)]
    if all(_accepts_draw(step, program) for program in programs):
        end_match(step, "agreed", seat)
    else:
        note = Message("table.offer_refused", seat=programs[0])
        step.change(note=note)
        step.emit(ShowMessage(note))


def _accepts_draw(step: Step, seat: Seat) -> bool:
    scores = step.model.engine.scores.get(seat, ())[-DRAW_PATIENCE_TURNS:]
    return len(scores) == DRAW_PATIENCE_TURNS and max(scores) <= 0


def _moves_of_first_seat(answer: Answer) -> tuple[Move, ...]:
    return tuple(takewhile(lambda move: move.seat == answer.moves[0].seat, answer.moves))


def _take_turn(step: Step, seat: Seat | None, answer: Answer) -> None:
    """Store the answered turn and its score; the turn is due after a delay, which a running clock shortens."""
    engine, allowed, delay = step.model.engine, allowed_seconds(step, step.now), move_delay_seconds(step)
    scores = dict(engine.scores)
    if seat is not None:
        scores[seat] = (*scores.get(seat, ()), answer.score)
    due = step.now + (delay if allowed is None else min(delay, allowed / 4))
    step.change(engine=replace(engine, answered_turn=_moves_of_first_seat(answer), due=due, scores=scores), note=None)


def _take_reaction(step: Step, answer: Answer) -> None:
    """Store the reaction of a program to a throw; once all programs have answered, the earliest is due."""
    engine = step.model.engine
    reactions = (*engine.reactions, *((answer.delay, move) for move in answer.moves))
    step.change(engine=replace(engine, reactions=reactions))
    if engine.watchers:
        ask_next_watcher(step)
        return
    engine = replace(step.model.engine, watched_position=None)
    step.change(engine=engine)
    if reactions:
        delay, move = min(reactions, key=lambda reaction: reaction[0])
        step.change(engine=replace(engine, answered_turn=(move,), due=engine.asked_at + delay), note=None)


def move_delay_seconds(facts: TableFacts) -> float:
    """Return the seconds from a program's answer to its move."""
    if facts.persons:
        settings = facts.model.settings
        if settings.card_pace != "normal":
            return MOVE_DELAYS_SECONDS[settings.card_pace]
        own_delay = facts.view.move_delay
        default = MOVE_DELAYS_SECONDS["normal"] if own_delay is None else own_delay
        return default if settings.animation != "off" else 0.0
    pace = read_pace(facts.record)
    return REPLAY_TURN_SECONDS if pace is None else min(MAX_PACE_SECONDS, pace)


def _report_failure(step: Step, seat: Seat | None, answer: Answer, is_hint: bool) -> None:
    """Tell the person about an error; if an external engine failed, ask what to do about it."""
    if seat is not None and step.players[seat].kind == "engine":
        facts = {"engine": step.players[seat].name, **answer.facts}
        report_trouble(step, Trouble(seat, answer.code or FAULT, facts))
    else:
        step.change(note=Message("table.no_hint" if is_hint else "table.opponent_gone"))


def _take_back_unfinished_turn(step: Step) -> None:
    """Take back a program's begun turn, so that it is asked again; if none was begun, report its illegal answer."""
    match, changes = step.change_match(), []
    while (change := match.take_back(step.now)) is not None:
        changes.append(change)
    if changes:
        show_changes(step, changes)
    else:
        step.emit(WriteLog("The opponent's process answered: a turn against the rules"))
        step.change(note=Message("table.opponent_gone"))


def _is_legal_turn(position: Position, moves: Iterable[Move]) -> bool:
    for move in moves:
        if position.outcome() is not None or not abilities.is_legal(position, move):
            return False
        position = position.play(move)
    return True
