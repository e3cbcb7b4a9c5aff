"""Lessons: tasks that teach the rules of a game. Read them from TOML, judge turns and solve them.

The file format:

[[task]]
id = "first-sweep"          unique in the file and never changed: progress is kept by it
position = "8/8/..."        a position text of the game, or `start = true`
options = { }               fields of the game's options
teaches = ["4.1"]           clauses of the game's digest
seat = 0                    who the person is; else whoever is to move
chance = ["52"]             what Nature does, in order
before = ["throw"]          moves of others before the first step
[task.en]                   and the same for every language
title = "Sweep"
say = "…"                   what to do
done = "…"                  what was learnt
wrong = "…"                 after a turn that leads elsewhere; it is then taken back
[[task.step]]               the person's turns, in order; a step is reached by
turns = ["Wd4xe5"]              any of these whole turns, or
table = { e5 = "gold-sweeper" } any whole turn after which this lies on top of these targets ("": nothing)
outcome = "sweepers"            and which has won the match for this reason; or, instead of all three,
moves = ["b-cover"]             any of these single decisions, where every other one is wrong
reply = "…"                 the other side's next turn; or `replies`, single moves played one by one
[task.step.en]              `say` and `wrong` of this step, where they aren't the task's
[[task.slip]]               what to say of particular wrong turns, or decisions
turns = ["Kc3-c4"]
en = "…"
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules import abilities
from rules.abilities import play_all
from rules.common.quoting import quoted
from rules.contract import NATURE, Move, Options, Position, Seat, Target
from rules.errors import TurnError
from rules.record import WrittenGame
from rules.teaching.exercise import OPEN, Planned, Verdict, idle, nature_first, reading, whole


class LessonError(ValueError):
    """A lesson is not in order; the message is a sentence that names it."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a task: the turns that reach it and the reply. `words`: language -> name -> text."""

    turns: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    table: Mapping[Target, str] = field(default_factory=dict)
    outcome: str = ""
    reply: str = ""
    replies: tuple[str, ...] = ()
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WrongTurn:
    """The messages for particular wrong turns. `words`: language -> text."""

    turns: tuple[str, ...]
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Task:
    """One lesson of a game."""

    game: WrittenGame
    id: str
    start: Position
    options: Options
    seat: Seat
    teaches: tuple[str, ...]
    chance: tuple[str, ...]
    before: tuple[str, ...]
    words: Mapping[str, Mapping[str, str]]
    steps: tuple[LessonStep, ...]
    slips: tuple[WrongTurn, ...]

    def word(self, name: str, language: str, step: int = 0) -> str:
        """`title`, `say`, `done` or `wrong`: the text of the step if it has its own, otherwise that of the task."""
        own = self.steps[step].words.get(language, {}) if step < len(self.steps) else {}
        return own.get(name) or self.words[language][name]

    def match(self) -> Planned:
        """A new match at the start of the task."""
        return Planned(self.game.play, self.start, self.options, self.chance)


# Reading


def read(text: str, game: WrittenGame, languages: Sequence[str]) -> tuple[Task, ...]:
    """Read the tasks of a lesson file, with texts in all `languages`. `rules.lab.lesson_files` checks what ships."""
    return tuple(_task(one, game, languages) for one in tomllib.loads(text)["task"])


def _task(data: Mapping[str, Any], game: WrittenGame, languages: Sequence[str]) -> Task:
    options = game.play.options(**data.get("options", {}))
    if "position" in data:
        start = game.play.with_options(game.text.read(data["position"]), options)
    else:
        start = game.play.start(options, game.play.usual_seats or game.play.seats.start)
    return Task(
        game,
        data["id"],
        start,
        options,
        data.get("seat", start.to_move),
        tuple(data.get("teaches", ())),
        tuple(data.get("chance", ())),
        tuple(data.get("before", ())),
        {language: _words(data[language]) for language in languages},
        tuple(_step(one, languages) for one in data["step"]),
        tuple(
            WrongTurn(tuple(one["turns"]), {language: one[language] for language in languages})
            for one in data.get("slip", ())
        ),
    )


def _step(data: Mapping[str, Any], languages: Sequence[str]) -> LessonStep:
    return LessonStep(
        tuple(data.get("turns", ())),
        tuple(data.get("moves", ())),
        data.get("table", {}),
        data.get("outcome", ""),
        data.get("reply", ""),
        tuple(data.get("replies", ())),
        {language: _words(data[language]) for language in languages if language in data},
    )


def _words(data: Mapping[str, str]) -> dict[str, str]:
    return {name: text.strip() for name, text in data.items()}


# Judging


def judge(task: Task, number: int, before: Position, moves: Sequence[Move], language: str) -> Verdict:
    """Judge all moves made since the step `number` began in the position `before`."""
    step = task.steps[number]
    if not moves:
        return OPEN
    reached = _decided(task, step, before, moves) if step.moves else _turned(task, step, before, moves)
    if reached is None:
        return OPEN
    if not reached:
        return Verdict("wrong", _slip_words(task, before, moves, language) or task.word("wrong", language, number))
    reply = step.replies or tuple(map(str, _answer(task, step, play_all(before, moves))))
    last = number == len(task.steps) - 1
    return Verdict("done", task.word("done", language), reply) if last else Verdict("step", "", reply)


def _decided(task: Task, step: LessonStep, before: Position, moves: Sequence[Move]) -> bool | None:
    """Whether the person's first decision is one of the step's moves; None if there was no decision yet.

    It is False if Nature moved while the person could have decided."""
    for move in moves:
        if move.seat == task.seat and abilities.automatic_move(before) is None:
            return str(move) in step.moves
        if move.seat == NATURE and task.seat in before.actors():
            return False
        before = before.play(move)
    return None


def _turned(task: Task, step: LessonStep, before: Position, moves: Sequence[Move]) -> bool | None:
    there = play_all(before, moves)
    if not whole(there):
        return None
    return _named(task.game, before, moves, step.turns) or _fulfils(task, step, there)


def _answer(task: Task, step: LessonStep, position: Position) -> Sequence[Move]:
    return task.game.text.read_turn(position, step.reply) if step.reply else ()


def _fulfils(task: Task, step: LessonStep, position: Position) -> bool:
    if not step.table and not step.outcome:
        return False
    table, outcome = position.table(), position.outcome()
    tops = {target: tokens[-1].look for target, tokens in table.items()}
    lies = all(tops.get(target, "") == look for target, look in step.table.items())
    won = outcome is not None and outcome.reason == step.outcome and task.seat in outcome.winners
    return lies and (won or not step.outcome)


def _named(game: WrittenGame, before: Position, moves: Sequence[Move], turns: Sequence[str]) -> bool:
    """Whether `moves` are one of `turns` or lead to the same position as one of them."""
    made, there = list(map(str, moves)), play_all(before, moves)
    for text in turns:
        try:
            meant = game.text.read_turn(before, text)
        except TurnError:
            continue  # it may be a turn of another step
        if list(map(str, meant)) == made:
            return True
        wanted = play_all(before, meant)
        if whole(there) and whole(wanted) and there.text() == wanted.text():
            return True
    return False


def _slip_words(task: Task, before: Position, moves: Sequence[Move], language: str) -> str:
    """The slip message for this turn or for the person's first decision in it; empty if there is none."""
    own = [str(move) for move in moves if move.seat == task.seat][:1]
    for slip in task.slips:
        if set(own) & set(slip.turns) or (
            whole(play_all(before, moves)) and _named(task.game, before, moves, slip.turns)
        ):
            return slip.words[language]
    return ""


# Solving


def solutions(task: Task, number: int, before: Position) -> Iterator[tuple[Move, ...]]:
    """Yield the turns or single decisions that reach a step from its start, those named in the step first."""
    step = task.steps[number]
    for text in step.moves:
        move = abilities.read_move(before, task.seat, text)
        if move is not None:
            yield (move,)
    for text in step.turns:
        yield tuple(task.game.text.read_turn(before, text))
    if step.table or step.outcome:
        for text in task.game.play.turns(before):
            moves = tuple(task.game.text.read_turn(before, text))
            if _fulfils(task, step, play_all(before, moves)):
                yield moves


def fails(task: Task, number: int, before: Position) -> Iterator[tuple[Move, ...]]:
    """Yield the legal turns or single decisions that don't reach a step from its start."""
    step = task.steps[number]
    if step.moves:
        moves = (move for move in before.legal_moves(task.seat) if move.seat == task.seat)
        yield from ((move,) for move in moves if str(move) not in step.moves)
        return
    for text in task.game.play.turns(before):
        turn = tuple(task.game.text.read_turn(before, text))
        if not (_named(task.game, before, turn, step.turns) or _fulfils(task, step, play_all(before, turn))):
            yield turn


@dataclass(frozen=True, slots=True)
class StepStart:
    """The start of a step: its number, the position before it and a solution."""

    number: int
    before: Position
    solution: tuple[Move, ...]


def solve(task: Task, language: str) -> list[StepStart]:
    """Play the whole task with the first solution of each step. Raises LessonError if that is impossible."""
    match = task.match()
    _follow(task, match, task.before)
    stages = []
    for number, step in enumerate(task.steps):
        before, first = match.position, len(match.plies)
        solution = next(solutions(task, number, before), None)
        if solution is None:
            raise LessonError(f"No turn reaches step {number + 1} of the lesson {quoted(task.id)}.")
        for move in solution:
            _make(task, match, move)
        verdict = judge(task, number, before, [ply.move for ply in match.plies[first:]], language)
        wanted = "step" if step is not task.steps[-1] else "done"
        if verdict.kind != wanted:
            raise LessonError(f"Step {number + 1} of the lesson {quoted(task.id)} ends as {verdict.kind}.")
        stages.append(StepStart(number, before, solution))
        if wanted == "step" or verdict.reply:
            _follow(task, match, verdict.reply)
    return stages


def _make(task: Task, match: Planned, move: Move) -> None:
    made = match.play_chance() if move.seat == NATURE else match.play(move)
    if made.move != move:
        raise LessonError(f"Chance goes another way in the lesson {quoted(task.id)}.")


def _follow(task: Task, match: Planned, texts: Sequence[str]) -> None:
    """Play the moves `texts` of the other seats, with the chance moves and automatic moves between them."""
    settle(match, task.seat)
    for text in texts:
        if nature_first(match.position, text):
            match.play_chance()
            settle(match, task.seat)
        move = reading(match.position, text)
        if move is None or move.seat == task.seat:
            raise LessonError(f"{quoted(text)} of the lesson {quoted(task.id)} can't be played.")
        match.play(move)
        settle(match, task.seat)


def settle(match: Planned, seat: Seat) -> None:
    """Play chance moves and automatic moves until a seat has a decision.

    Raises IllegalMoveError if there are more chance moves than planned."""
    while (happens := idle(match.position, seat)) is not None:
        if happens == NATURE:
            match.play_chance()
        else:
            move = abilities.automatic_move(match.position)
            assert move is not None
            match.play(move)
