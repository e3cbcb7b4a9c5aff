"""Lessons, which are tasks that teach the rules of a game: reading them from TOML, judging turns, solutions.

A file of lessons is `scenes/games/<game>/lessons.toml`:

    [[task]]
    id = "first-sweep"          unique in the file and never changed: progress is kept by it
    position = "8/8/..."        a position text of the game; without one its start
    options = { }               fields of the game's options
    teaches = ["4.1"]           clauses of the game's README
    seat = 0                    the learner's seat; without one the seat to move
    chance = ["52"]             the moves of Nature, in order
    before = ["throw"]          moves of others before the first step
    [[task.step]]               the person's turns, in order; a step is reached by
    turns = ["Wd4xe5"]              any of these whole turns, or
    table = { e5 = "gold-sweeper" } any whole turn after which this lies on top of these targets ("": nothing)
    outcome = "sweepers"            and that has won the match for this reason; or, instead of all three,
    moves = ["b-cover"]             any of these single decisions, where every other one is wrong
    reply = "…"                 the other side's next turn; or `replies`, single moves played one by one
    [[task.slip]]               wrong turns, or decisions, with a sentence of their own
    turns = ["Kc3-c4"]

The sentences are among the words of the game. `Verdict.say` has their names: "done", "wrong", or "slip.1" for the
first group of wrong turns that has a sentence of its own.

    [lesson.ducart.first-sweep]
    title = "Sweep"
    say = "…"                   what to do
    done = "…"                  what was learnt
    wrong = "…"                 after any other turn, which is then taken back
    step.2.say = "…"            `say` and `wrong` of the second step, where they aren't the task's
    slip.1 = "…"                after a turn of the first `task.slip`
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules import abilities
from rules.abilities import play_all
from rules.contract import NATURE, Move, Options, Position, Seat, Target
from rules.errors import TurnError
from rules.record import WrittenGame
from rules.teaching.exercise import OPEN, PlannedMatch, Verdict, is_turn_end

MOST_ENDS: Final = 100  # maximum number of ways to end a turn that are tried when part of it has been played


@dataclass(frozen=True, slots=True)
class LessonStep:
    turns: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    table: Mapping[Target, str] = field(default_factory=dict)
    outcome: str = ""
    reply: str = ""
    replies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    game: WrittenGame
    id: str
    start: Position
    options: Options
    seat: Seat
    teaches: tuple[str, ...]
    chance: tuple[str, ...]
    before: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    slips: tuple[tuple[str, ...], ...]  # groups of wrong turns, each with a sentence of its own

    def match(self) -> PlannedMatch:
        return PlannedMatch(self.game.play, self.start, self.options, self.chance)


# Reading


def read(text: str, game: WrittenGame) -> tuple[Task, ...]:
    """Read the tasks of a lesson file. `rules.lab.lesson_files` checks the shipped files."""
    return tuple(_read_task(entry, game) for entry in tomllib.loads(text)["task"])


def _read_task(data: Mapping[str, Any], game: WrittenGame) -> Task:
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
        tuple(_read_step(entry) for entry in data["step"]),
        tuple(tuple(entry["turns"]) for entry in data.get("slip", ())),
    )


def _read_step(data: Mapping[str, Any]) -> LessonStep:
    return LessonStep(
        tuple(data.get("turns", ())),
        tuple(data.get("moves", ())),
        data.get("table", {}),
        data.get("outcome", ""),
        data.get("reply", ""),
        tuple(data.get("replies", ())),
    )


# Judging


def judge(task: Task, number: int, before: Position, moves: Sequence[Move]) -> Verdict:
    """Return the verdict on the moves since step `number`, counted from 0, began in the position `before`."""
    step = task.steps[number]
    if not moves:
        return OPEN
    reached = _judge_decision(task, step, before, moves) if step.moves else _judge_turn(task, step, before, moves)
    if reached is None:
        return OPEN
    if not reached:
        return Verdict("wrong", _find_slip(task, before, moves) or "wrong")
    reply = step.replies
    if step.reply:
        reply = tuple(map(str, task.game.text.read_turn(play_all(before, moves), step.reply)))
    last = number == len(task.steps) - 1
    return Verdict("done", "done", reply) if last else Verdict("step", "", reply)


def _judge_decision(task: Task, step: LessonStep, before: Position, moves: Sequence[Move]) -> bool | None:
    """Return whether the learner's first decision is a move of the step; None if there is no decision yet.

    Returns False also if Nature moved where the learner could have moved.
    """
    for move in moves:
        if move.seat == task.seat and abilities.automatic_move(before) is None:
            return str(move) in step.moves
        if move.seat == NATURE and task.seat in before.actors():
            return False
        before = before.play(move)
    return None


def _judge_turn(task: Task, step: LessonStep, before: Position, moves: Sequence[Move]) -> bool | None:
    """Return whether a turn reaches the step; None for part of a turn that may become a right turn or a slip."""
    after = play_all(before, moves)
    over, ends = is_turn_end(after), _list_turn_ends(after)
    turns = step.turns if over else (*step.turns, *(turn for slip in task.slips for turn in slip))
    right = ends is None or any(
        _is_turn_listed(task.game, before, (*moves, *rest), turns) or _reaches_goal(task, step, play_all(after, rest))
        for rest in ends
    )
    return right if over or not right else None


def _list_turn_ends(position: Position) -> list[tuple[Move, ...]] | None:
    """Return all ways to end the current turn; None if there are too many, or if Nature must move first."""
    found, unfinished = list[tuple[Move, ...]](), [(tuple[Move, ...](), position)]
    while unfinished:
        played, after = unfinished.pop()
        if is_turn_end(after):
            found.append(played)
        elif after.to_move == NATURE or len(found) + len(unfinished) > MOST_ENDS:
            return None
        else:
            unfinished += [((*played, move), after.play(move)) for move in after.legal_moves()]
    return found


def _reaches_goal(task: Task, step: LessonStep, position: Position) -> bool:
    if not step.table and not step.outcome:
        return False
    table, outcome = position.table(), position.outcome()
    tops = {target: tokens[-1].look for target, tokens in table.items()}
    lies = all(tops.get(target, "") == look for target, look in step.table.items())
    won = outcome is not None and outcome.reason == step.outcome and task.seat in outcome.winners
    return lies and (won or not step.outcome)


def _is_turn_listed(game: WrittenGame, before: Position, moves: Sequence[Move], turns: Sequence[str]) -> bool:
    played, after = list(map(str, moves)), play_all(before, moves)
    for text in turns:
        try:
            listed_moves = game.text.read_turn(before, text)
        except TurnError:
            continue  # the turn may belong to another step
        if list(map(str, listed_moves)) == played:
            return True
        listed_after = play_all(before, listed_moves)
        if is_turn_end(after) and is_turn_end(listed_after) and after.text() == listed_after.text():
            return True
    return False


def _find_slip(task: Task, before: Position, moves: Sequence[Move]) -> str:
    own = [str(move) for move in moves if move.seat == task.seat][:1]
    over = is_turn_end(play_all(before, moves))
    for number, turns in enumerate(task.slips, 1):
        if set(own) & set(turns) or (over and _is_turn_listed(task.game, before, moves, turns)):
            return f"slip.{number}"
    return ""


# Solving


def solutions(task: Task, number: int, before: Position) -> Iterator[tuple[Move, ...]]:
    """Yield the turns or single decisions that reach step `number` from `before`, first those that the step lists."""
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
            if _reaches_goal(task, step, play_all(before, moves)):
                yield moves
