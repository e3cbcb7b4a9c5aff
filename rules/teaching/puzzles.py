"""Puzzles: a position, a goal, and the answers that are proved to reach the goal.

Puzzles are stored as TOML. Turns are judged by the stored answers, and the end of the match by the rules. This module
is independent of any game and proves nothing: `rules.lab.puzzles` finds the proofs and writes the files.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias
from zlib import crc32

from rules.common.quoting import shown
from rules.common.toml import loaded

Goal: TypeAlias = Literal["win", "out", "points"]
"""Win within `count` turns; go out in this turn; keep at most `count` points."""

_INDENT: Final = "  "
_REPLY: Final = " > "
_WRONG: Final = "! "


@dataclass(frozen=True, slots=True)
class Hold:
    """Wrong turns and their refutations."""

    turns: tuple[str, ...]
    """Whole turns, or the part of a turn before its first comma."""
    replies: tuple[str, ...]
    """The first of these that is legal after the wrong turn refutes it."""


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """Equivalent winning turns of the person, the defence against them, and the next node."""

    turns: tuple[str, ...]
    """Turns with the same defence and the same position after it."""
    reply: str = ""
    """The defence that delays the win longest; "" if the match is over."""
    then: Node | None = None
    """The node of the person's next turn; None if any turn that ends the match is right, or the match is over."""


@dataclass(frozen=True, slots=True)
class Node:
    """The answers and refutations in one position."""

    answers: tuple[PuzzleAnswer, ...]
    holds: tuple[Hold, ...] = ()

    @property
    def size(self) -> int:
        """The number of answers in this node and all nodes after it."""
        return sum(1 + (answer.then.size if answer.then is not None else 0) for answer in self.answers)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of a game."""

    id: str
    """Eight hexadecimal digits that identify the position. Progress is stored under this id."""
    position: str
    """Position text, with the person to move."""
    goal: Goal
    count: int
    """Maximum number of turns to win; 1 for going out in this turn; or the maximum number of points to keep."""
    first: Node | None
    """The node of all first turns that win within `count` turns; None if the first turn is the last."""
    missed: int
    """Difficulty: how many of 100 tries of the computer's weaker levels failed at the first turn."""
    moves: tuple[str, ...] = ()
    """For goals of a single turn with a hand: a turn that reaches the goal, move by move."""


class PuzzleError(ValueError):
    """A puzzle file is invalid; the message is a sentence."""


def identity(position: str) -> str:
    """The puzzle id of a position."""
    return f"{crc32(position.encode()):08x}"


# --- reading and writing


def read(text: str) -> tuple[Puzzle, ...]:
    """Read the puzzles of a file, in order. Raises PuzzleError if it is invalid."""
    try:
        found = loaded(text).get("puzzle")
        if not isinstance(found, list):
            raise ValueError("it has no [[puzzle]]")
        return tuple(map(_read_puzzle, found))
    except ValueError as problem:
        raise PuzzleError(f"That is no file of puzzles: {problem}.") from None
    except RecursionError:
        raise PuzzleError("That is no file of puzzles: its answers are nested too deep.") from None


def _read_puzzle(entry: object) -> Puzzle:
    """Read one puzzle. Raises ValueError whose message is a clause."""
    if not isinstance(entry, dict) or not isinstance(entry.get("position"), str):
        raise ValueError("a puzzle has a position, which is a text")
    position: str = entry["position"]
    goal: Goal = "win" if "win" in entry else "out" if "out" in entry else "points"
    texts = [entry.get("lines", []), entry.get("moves", [])]
    if not all(isinstance(one, list) and all(isinstance(line, str) for line in one) for one in texts):
        raise ValueError(f"lines and moves of the puzzle {shown(position)} are lists of texts")
    if any(type(entry.get(name)) is not int for name in (goal, "missed")):
        raise ValueError(f"{goal} and missed of the puzzle {shown(position)} are numbers")
    first = _read_node(deque(texts[0]), 0)
    return Puzzle(identity(position), position, goal, entry[goal], first, entry["missed"], tuple(texts[1]))


def _read_node(lines: deque[str], depth: int) -> Node | None:
    answers, holds = [], []
    while lines and lines[0].startswith(_INDENT * depth):
        turns, _, replies = lines.popleft().strip().partition(_REPLY)
        if turns.startswith(_WRONG):
            holds.append(Hold(_read_turns(turns.removeprefix(_WRONG)), tuple(replies.split())))
        else:
            answers.append(PuzzleAnswer(_read_turns(turns), replies, _read_node(lines, depth + 1)))
    return Node(tuple(answers), tuple(holds)) if answers else None


def _read_turns(text: str) -> tuple[str, ...]:
    """Read turns separated by spaces. A common prefix is written before a bracket: "a1[b2 c3]"."""
    begin, bracket, ends = text.removesuffix("]").partition("[")
    if not bracket:
        return tuple(text.split())
    return tuple(begin + end for end in ends.split())


def write(head: str, puzzles: Sequence[Puzzle]) -> str:
    """Write a puzzle file, with `head` as a comment at the top."""
    comment = "\n".join(f"# {line}".rstrip() for line in head.strip().splitlines())
    return "\n\n".join((comment, *map(_write_puzzle, puzzles))) + "\n"


def _write_puzzle(puzzle: Puzzle) -> str:
    lines = [
        "[[puzzle]]",
        f"position = '{puzzle.position}'",
        f"{puzzle.goal} = {puzzle.count}",
        f"missed = {puzzle.missed}",
    ]
    if puzzle.moves:
        lines.append(f"moves = {list(puzzle.moves)}")
    if puzzle.first is not None:
        lines += ["lines = [", *(f"    '{line}'," for line in _write_node(puzzle.first, 0)), "]"]
    return "\n".join(lines)


def _write_node(node: Node, depth: int) -> Iterator[str]:
    indent = _INDENT * depth
    for answer in node.answers:
        yield indent + _write_turns(answer.turns) + (_REPLY + answer.reply if answer.reply else "")
        if answer.then is not None:
            yield from _write_node(answer.then, depth + 1)
    for hold in node.holds:
        yield indent + _WRONG + " ".join(hold.turns) + _REPLY + " ".join(hold.replies)


def _write_turns(turns: Sequence[str]) -> str:
    """Write turns for `_read_turns`. Turns with the same part up to the last comma are written with that prefix."""
    begins = {turn[: turn.rfind(",") + 1] for turn in turns}
    begin = begins.pop()
    if len(turns) < 2 or begins or not begin:
        return " ".join(turns)
    return f"{begin}[{' '.join(turn.removeprefix(begin) for turn in turns)}]"


# --- judging


def answer_to(node: Node, turn: str) -> PuzzleAnswer | None:
    """The answer that contains a turn, written by `Game.write_turn`; None if there is none."""
    return next((answer for answer in node.answers if turn in answer.turns), None)


def replies_to(node: Node, turn: str) -> tuple[str, ...]:
    """The possible refutations of a wrong turn; the first legal one is played. Empty if none is known."""
    head = turn.partition(",")[0]
    return next((hold.replies for hold in node.holds if turn in hold.turns or head in hold.turns), ())


# --- the puzzle of the day


def of_the_day(ids: Sequence[str], day: int) -> str:
    """The puzzle id of a day, counted from 1 January of the year 1; it depends only on `ids` and `day`.

    Every puzzle is used once per cycle. Each cycle has a different order."""
    cycle, place = divmod(day, len(ids))
    return sorted(ids, key=lambda one: (crc32(f"{cycle} {one}".encode()), one))[place]
