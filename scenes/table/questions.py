"""The questions of a match to the opponent's process: for a turn, a reaction or a hint. Pure."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rules import abilities
from rules.ai.external import External
from rules.ai.questions import Analyse, Choose, ChooseByEngine, Question, React
from rules.contract import Position, Seat
from scenes.table.constants import CLOCK_SHARE, HINT_SECONDS, TURNS_AHEAD
from scenes.table.events import AskAboutEngine, AskEngine, Order
from scenes.table.external_engines import HEADER, USUAL, Limit
from scenes.table.facts import Step
from scenes.table.model import Message, Trouble


def ask_programs(step: Step) -> None:
    """Ask the programs that may or must move, unless they are being asked already."""
    engine, position = step.model.engine, step.position
    if engine.turn is not None or engine.seat is not None:
        return
    if not abilities.shows_hints(position):
        if step.chance.opening_move is None:
            seats = sorted(seat for seat in position.actors() if seat >= 0 and step.is_program(seat))
            step.change(
                engine=replace(
                    engine,
                    watchers=tuple(seats),
                    watched=position,
                    reactions=(),
                    is_hurried=False,
                    asked_at=step.now,
                )
            )
            ask_next_watcher(step)
    elif not step.must_wait and step.is_program(position.to_move) and engine.trouble is None:
        step.change(engine=replace(engine, asked_at=step.now))
        _ask_for_turn(step, position)


def ask_next_watcher(step: Step) -> None:
    """Ask the next program that is attentive what it does by itself, and when."""
    model = step.model
    engine, position = model.engine, model.engine.watched
    if position is None or not engine.watchers:
        return
    seat, *others = engine.watchers
    step.change(engine=replace(engine, watchers=tuple(others)))
    attention = Random(f"{engine.seed} attention").getrandbits(32)
    view = abilities.seen_by(position, position.to_move)
    level, memory = step.players[seat].level, model.settings.memory
    _ask(step, React(step.match.game.key, view, seat, level, attention, memory=memory), seat)


def ask_for_hint(step: Step) -> None:
    if not step.can_move or step.clock is not None or step.model.engine.is_asking:
        return
    view, memory = abilities.seen_by(step.position, step.position.to_move), step.model.settings.memory
    _ask(step, Analyse(step.match.game.key, view, seconds=HINT_SECONDS, memory=memory), None)
    step.change(engine=replace(step.model.engine, is_advising=True), note=Message("table.hint_wait"))


def cancel_questions(step: Step) -> None:
    """Cancel all questions and drop the turns that wait for their moment."""
    engine = step.model.engine
    step.change(
        engine=replace(
            engine,
            is_asking=False,
            seat=None,
            is_advising=False,
            trouble=None,
            turn=None,
            watchers=(),
            reactions=(),
            watched=None,
        )
    )
    if engine.is_asking:
        step.emit(Order.CANCEL_QUESTION)
    if engine.is_advising:
        forget_hand(step)


def forget_hand(step: Step) -> None:
    """End the process that has seen a person's hand for a hint, where hands are hidden from the opponents."""
    if step.match.is_hiding:
        step.emit(Order.CLOSE_ENGINE)


def report_trouble(step: Step, trouble: Trouble) -> None:
    """Say what is wrong with an external engine, and ask what to do about it."""
    engine = replace(step.model.engine, is_asking=False, seat=None, trouble=trouble)
    step.change(engine=engine, note=Message("engine.ways", trouble=trouble))
    step.emit(AskAboutEngine(trouble))


def allowed_seconds(step: Step, now: float) -> float | None:
    """Return the seconds that the clocks leave for the turn of the seat to move; None where none runs."""
    match = step.match
    turn, control = match.turn_left(now), match.clock.control
    if turn is not None:
        return CLOCK_SHARE * turn
    left = match.clock.seconds_left(match.position.to_move, now)
    return min(left / TURNS_AHEAD + CLOCK_SHARE * control.increment, CLOCK_SHARE * left) if control.minutes else None


def _ask(step: Step, question: Question, seat: Seat | None) -> None:
    step.change(
        engine=replace(
            step.model.engine,
            is_asking=True,
            seat=seat,
            is_advising=False,
            question_count=step.model.engine.question_count + 1,
        )
    )
    step.emit(AskEngine(question, seat))


def _ask_for_turn(step: Step, position: Position) -> None:
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
    """Return the question with all moves, as far as the seat may see them, so that the engine sees repetitions.

    The engine's file is that of the settings: a record from somebody else must not name a program to run.
    """
    match, seat, settings = step.match, position.to_move, step.model.settings
    limit = Limit.read(step.record.extra.get(HEADER)) or USUAL
    allowed = allowed_seconds(step, step.model.engine.asked_at)
    caps = [seconds for seconds in (limit.seconds, allowed) if seconds is not None]
    return ChooseByEngine(
        match.game.key,
        External(settings.engine),
        abilities.seen_by(position, seat),
        abilities.seen_by(match.start, seat),
        nodes=limit.nodes,
        seconds=min(caps, default=None),
        memory=settings.memory,
        moves=tuple(
            abilities.redact(before, ply.move, seat)
            for before, ply in zip(match.positions, match.plies, strict=False)
        ),
    )
