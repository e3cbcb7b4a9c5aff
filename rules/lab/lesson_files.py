"""Checks and solves lesson files, whose format is that of `rules.teaching.lessons`; a test runs it on all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules import abilities
from rules.common.options import choices
from rules.common.plain_data import is_tables, is_texts
from rules.common.quoting import make_printable, quote
from rules.common.toml import parse_toml
from rules.contract import NATURE, Move, Options, Position, Seat
from rules.errors import PositionError
from rules.record import WrittenGame
from rules.teaching.exercise import PlannedMatch, count_players, idle_seat, must_nature_move_first, read_other_move
from rules.teaching.lessons import Task, judge, read, solutions

_TASK: Final = {"id", "position", "start", "options", "teaches", "seat", "chance", "before", "step", "slip"}
_STEP: Final = {"turns", "moves", "table", "outcome", "reply", "replies"}


class LessonError(ValueError):
    """Error for an invalid lesson; the message is a sentence that names it."""


def read_checked(text: str, game: WrittenGame) -> tuple[Task, ...]:
    """Read a lesson file. Raises LessonError if it is invalid; whether turns are legal is checked by `solve`."""
    try:
        data = parse_toml(text)
    except ValueError as error:
        raise LessonError(f"The lessons of {game.play.key} can't be read: {error}.") from None
    found = data.get("task")
    if set(data) != {"task"} or not found or not is_tables(found):
        raise LessonError(f"The lessons of {game.play.key} need [[task]] and nothing else.")
    names = [_check_task(task, game) for task in found]
    duplicates = sorted({name for name in names if names.count(name) > 1})
    if duplicates:
        raise LessonError(f"Two lessons of {game.play.key} are called {quote(duplicates[0])}.")
    return read(text, game)


def _check_task(data: Mapping[str, object], game: WrittenGame) -> str:
    """Check a task and return its name. Raises LessonError."""
    name = str(data.get("id") or "?")
    unknown = set(data) - _TASK
    position = data.get("position")
    has_id_and_start = isinstance(data.get("id"), str) and ("position" in data) != bool(data.get("start"))
    if unknown or not has_id_and_start or not isinstance(position, str | None):
        what = ", ".join(map(make_printable, sorted(unknown)[:3])) or "id, and either position or start"
        raise LessonError(f"The lesson {quote(name)} of {game.play.key} is not in order: look at {what}.")
    options = _read_options(data.get("options", {}), game, name)
    start = _read_start(position, game, options, name)
    steps, slips = data.get("step"), data.get("slip", [])
    if not steps or not is_tables(steps) or not is_tables(slips):
        raise LessonError(f"The lesson {quote(name)} has no step, or what is none.")
    seat = data.get("seat", start.to_move)
    if type(seat) is not int or ("seat" in data and seat not in range(count_players(start))):
        raise LessonError(f"Nobody sits on the seat of the lesson {quote(name)}.")
    for key in ("teaches", "chance", "before"):
        _check_texts(data, key, name)
    for step in steps:
        _check_step(step, name)
    for slip in slips:
        _check_texts(slip, "turns", name)
        if set(slip) != {"turns"} or not slip["turns"]:
            raise LessonError(f"A slip of the lesson {quote(name)} needs turns and nothing else.")
    return name


def _read_options(given: object, game: WrittenGame, name: str) -> Options:
    if not isinstance(given, dict):
        raise LessonError(f"The options of the lesson {quote(name)} are no table.")
    known = choices(game.play.options)
    unknown = given.keys() - known.keys()
    if unknown:
        raise LessonError(f"The lesson {quote(name)} sets the option {quote(min(unknown))}, which isn't there.")
    for option, value in given.items():
        if not any(value == choice and type(value) is type(choice) for choice in known[option]):
            raise LessonError(f"The lesson {quote(name)} sets the option {option} to what it can't be.")
    return game.play.options(**given)


def _read_start(text: str | None, game: WrittenGame, options: Options, name: str) -> Position:
    if text is None:
        return game.play.start(options, game.play.usual_seats or game.play.seats.start)
    try:
        return game.play.with_options(game.text.read(text), options)
    except PositionError as error:
        raise LessonError(f"The position of the lesson {quote(name)} can't be read. {error}") from error


def _check_step(data: Mapping[str, object], name: str) -> None:
    unknown = set(data) - _STEP
    goals = [key for key in ("turns", "table", "outcome") if data.get(key)]
    if unknown or bool(data.get("moves")) == bool(goals) or {"reply", "replies"} <= set(data):
        raise LessonError(f"A step of the lesson {quote(name)} needs moves, or turns, table and outcome; one reply.")
    table, outcome, reply = data.get("table", {}), data.get("outcome", ""), data.get("reply", "")
    if not (isinstance(table, dict) and isinstance(outcome, str) and isinstance(reply, str)) or not is_texts(
        list(table.values())
    ):
        raise LessonError(f"In a step of the lesson {quote(name)} table, outcome and reply are texts.")
    for key in ("turns", "moves", "replies"):
        _check_texts(data, key, name)


def _check_texts(data: Mapping[str, object], key: str, name: str) -> None:
    texts = data.get(key, [])
    if not is_texts(texts) or not all(texts):
        raise LessonError(f"In the lesson {quote(name)} {key} is a list of texts.")


@dataclass(frozen=True, slots=True)
class StepStart:
    """The position before a step of a lesson, and a solution of the step."""

    number: int
    before: Position
    solution: tuple[Move, ...]


def solve(task: Task) -> list[StepStart]:
    """Play the whole task with the first solution of each step. Raises LessonError if that is impossible."""
    match = task.match()
    _play_others(task, match, task.before)
    starts = []
    for number, step in enumerate(task.steps):
        before, first = match.position, len(match.plies)
        solution = next(solutions(task, number, before), None)
        if solution is None:
            raise LessonError(f"No turn reaches step {number + 1} of the lesson {quote(task.id)}.")
        for move in solution:
            _play_planned(task, match, move)
        verdict = judge(task, number, before, [ply.move for ply in match.plies[first:]])
        wanted = "step" if step is not task.steps[-1] else "done"
        if verdict.kind != wanted:
            raise LessonError(f"Step {number + 1} of the lesson {quote(task.id)} ends as {verdict.kind}.")
        starts.append(StepStart(number, before, solution))
        if wanted == "step" or verdict.reply:
            _play_others(task, match, verdict.reply)
    return starts


def _play_planned(task: Task, match: PlannedMatch, move: Move) -> None:
    """Play a move; a move of Nature must be the one that the lesson has planned. Raises LessonError."""
    made = match.play_chance() if move.seat == NATURE else match.play(move)
    if made.move != move:
        raise LessonError(f"Chance goes another way in the lesson {quote(task.id)}.")


def _play_others(task: Task, match: PlannedMatch, texts: Sequence[str]) -> None:
    """Play moves of the other seats, and the chance moves and automatic moves between them. Raises LessonError."""
    settle(match, task.seat)
    for text in texts:
        if must_nature_move_first(match.position, text):
            match.play_chance()
            settle(match, task.seat)
        move = read_other_move(match.position, text)
        if move is None or move.seat == task.seat:
            raise LessonError(f"{quote(text)} of the lesson {quote(task.id)} can't be played.")
        match.play(move)
        settle(match, task.seat)


def settle(match: PlannedMatch, seat: Seat) -> None:
    """Play chance moves and automatic moves until a seat has a decision.

    Raises IllegalMoveError if there are more chance moves than planned.
    """
    while (idle := idle_seat(match.position, seat)) is not None:
        if idle == NATURE:
            match.play_chance()
        else:
            move = abilities.automatic_move(match.position)
            assert move is not None
            match.play(move)


def fails(task: Task, number: int, before: Position) -> Iterator[tuple[Move, ...]]:
    """Yield the legal turns (moves, if the step asks for a move) that don't reach a step from its start."""
    turns: list[tuple[Move, ...]]
    if task.steps[number].moves:
        turns = [(move,) for move in before.legal_moves(task.seat) if move.seat == task.seat]
    else:
        turns = [tuple(task.game.text.read_turn(before, text)) for text in task.game.play.turns(before)]
    yield from (turn for turn in turns if judge(task, number, before, turn).kind == "wrong")
