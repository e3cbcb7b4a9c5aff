"""Questions to the opponent's process: what a program plays, how it reacts to a throw, or a hint. No pygame."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rules import abilities
from rules.ai.questions import Analyse, Choose, ChooseByEngine, Question, React, ReviewMatch
from rules.ai.review import budget_for
from rules.ai.uci_client import External
from rules.contract import Move, Position, Seat
from rules.teaching.exercise import is_turn_end
from scenes.table.constants import CLOCK_SHARE, HINT_SECONDS, TURNS_AHEAD, TUTOR_LOSSES, TUTOR_NODES_DIVISOR
from scenes.table.events import AskAboutEngine, AskEngine, Order
from scenes.table.external_engines import DEFAULT_LIMIT, HEADER, Limit
from scenes.table.model import Message, Trouble
from scenes.table.table_facts import Step


def ask_programs(step: Step) -> None:
    """Ask the programs that may or must move now, unless they are being asked already."""
    engine, position = step.model.engine, step.position
    if engine.answered_turn is not None or engine.asked_seat is not None:
        return
    if not abilities.shows_hints(position):  # dice must be claimed: every program watches the throw
        if step.chance.next_game_move is None:
            seats = sorted(seat for seat in position.actors() if seat >= 0 and step.is_program(seat))
            step.change(
                engine=replace(
                    engine,
                    watchers=tuple(seats),
                    watched_position=position,
                    reactions=(),
                    is_hurried=False,
                    asked_at=step.now,
                )
            )
            ask_next_watcher(step)
    elif not step.is_waiting_for_table and step.is_program(position.to_move) and engine.trouble is None:
        step.change(engine=replace(engine, asked_at=step.now))
        _ask_for_turn(step, position)


def ask_next_watcher(step: Step) -> None:
    """Ask the next program that watches the dice how it reacts to the throw, and when."""
    model = step.model
    engine, position = model.engine, model.engine.watched_position
    if position is None or not engine.watchers:
        return
    seat, *later_seats = engine.watchers
    step.change(engine=replace(engine, watchers=tuple(later_seats)))
    attention_seed = Random(f"{engine.seed} attention").getrandbits(32)
    view = abilities.seen_by(position, position.to_move)
    level, memory = step.players[seat].level, model.settings.memory
    _ask(step, React(step.match.game.key, view, seat, level, attention_seed, memory=memory), seat)


def ask_for_hint(step: Step) -> None:
    """Ask for a hint, unless there is no move to advise, a time limit, or an open question."""
    if not step.can_move or step.turn_clock is not None or step.model.engine.is_asking:
        return
    view, memory = abilities.seen_by(step.position, step.position.to_move), step.model.settings.memory
    _ask(step, Analyse(step.match.game.key, view, seconds=HINT_SECONDS, memory=memory), None)
    step.change(engine=replace(step.model.engine, is_advising=True), note=Message("table.hint_wait"))


def is_to_be_judged(step: Step, move: Move) -> bool:
    """Return whether the tutor judges the turn that this move of a person would end."""
    is_with_computer = step.model.asks_before_mistakes and step.has_programs and len(step.persons) == 1
    is_judged_by_search = step.phrases.judged_by == "chance" and not step.ui.has_dice
    if step.model.settings.tutor not in TUTOR_LOSSES or not (is_with_computer and is_judged_by_search):
        return False
    if not step.can_move or step.turn_clock is not None or not abilities.shows_hints(step.position):
        return False
    after = step.position.play(move)
    outcome = after.outcome()
    return is_turn_end(after) and (outcome is None or move.seat not in outcome.winners)


def ask_for_judgement(step: Step, move: Move) -> None:
    model, match, first = step.model, step.match, step.turn_start
    moves = (*(ply.move for ply in match.plies[first:]), move)
    nodes = budget_for(match.game.key, model.has_fast_tutor) // TUTOR_NODES_DIVISOR
    _ask(step, ReviewMatch(match.game.key, match.positions[first], moves, nodes, memory=model.settings.memory), None)
    step.change(engine=replace(step.model.engine, is_judging=True, asked_at=step.now))


def cancel_questions(step: Step) -> None:
    """Cancel the open question, and drop the answers that aren't played yet."""
    engine = step.model.engine
    step.change(
        engine=replace(
            engine,
            is_asking=False,
            asked_seat=None,
            is_advising=False,
            is_judging=False,
            trouble=None,
            answered_turn=None,
            watchers=(),
            reactions=(),
            watched_position=None,
        )
    )
    if engine.is_asking:
        step.emit(Order.CANCEL_QUESTION)
    if engine.is_advising:
        close_engine_with_secrets(step)


def close_engine_with_secrets(step: Step) -> None:
    """End the process that has seen a person's cards for a hint, where opponents may not see them."""
    if step.match.is_hiding:
        step.emit(Order.CLOSE_ENGINE)


def report_trouble(step: Step, trouble: Trouble) -> None:
    """Show what is wrong with an external engine, and ask the person what to do about it."""
    engine = replace(step.model.engine, is_asking=False, asked_seat=None, trouble=trouble)
    step.change(engine=engine, note=Message("engine.ways", trouble=trouble))
    step.emit(AskAboutEngine(trouble))


def allowed_seconds(step: Step, now: float) -> float | None:
    """Return the seconds that a program may use for the turn of the seat to move; None if no clock limits them."""
    match = step.match
    turn_seconds, control = match.turn_seconds_left(now), match.clock.control
    if turn_seconds is not None:
        return CLOCK_SHARE * turn_seconds
    if not control.minutes:
        return None
    clock_seconds = match.clock.seconds_left(match.position.to_move, now)
    return min(clock_seconds / TURNS_AHEAD + CLOCK_SHARE * control.increment, CLOCK_SHARE * clock_seconds)


def _ask(step: Step, question: Question, seat: Seat | None) -> None:
    """Send a question for a program's seat, or one of the person's (None), and note in the model that it is open.

    For the person's, the caller then sets `is_advising` (a hint) or `is_judging` (the tutor).
    """
    step.change(
        engine=replace(
            step.model.engine,
            is_asking=True,
            asked_seat=seat,
            is_advising=False,
            is_judging=False,
            question_count=step.model.engine.question_count + 1,
        )
    )
    step.emit(AskEngine(question, seat))


def _ask_for_turn(step: Step, position: Position) -> None:
    """Ask the program or external engine of the seat to move for a turn."""
    model, seat = step.model, position.to_move
    player, engine, settings = step.players[seat], model.engine, model.settings
    if player.kind == "engine" and not settings.engine:
        report_trouble(step, Trouble(seat, "none", {"engine": player.name}))
    elif player.kind == "engine":
        _ask(step, _question_for_engine(step, position), seat)
    else:
        seconds = allowed_seconds(step, engine.asked_at)
        seed = Random(f"{engine.seed} {engine.question_count}").getrandbits(32)
        view = abilities.seen_by(position, seat)
        key, memory = step.match.game.key, settings.memory
        _ask(step, Choose(key, view, player.level, seconds=seconds, seed=seed, memory=memory), seat)


def _question_for_engine(step: Step, position: Position) -> ChooseByEngine:
    """Return the question with all moves of the match, so that the engine can recognize repetitions.

    The path of the engine comes from the settings: a record from elsewhere must not name a program to run.
    """
    match, seat, settings = step.match, position.to_move, step.model.settings
    limit = Limit.read(step.record.extra.get(HEADER)) or DEFAULT_LIMIT
    allowed = allowed_seconds(step, step.model.engine.asked_at)
    limits = [seconds for seconds in (limit.seconds, allowed) if seconds is not None]
    return ChooseByEngine(
        match.game.key,
        External(settings.engine),
        abilities.seen_by(position, seat),
        abilities.seen_by(match.start, seat),
        nodes=limit.nodes,
        seconds=min(limits, default=None),
        memory=settings.memory,
        moves=tuple(
            abilities.redact(before, ply.move, seat)
            for before, ply in zip(match.positions, match.plies, strict=False)
        ),
    )
