"""Puzzles: a position, what is to be reached from it, and the answers that were proved to reach it.

Kept as text (TOML), judged by the answers as long as the match goes on and by the rules when it ends. No game is
known here, and nothing is proved here: `rules.lab.puzzles` does that, and writes the files.
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
"""Win within so many turns · go out in this turn · keep no more than so many points."""

_INDENT: Final = "  "
_REPLY: Final = " > "
_WRONG: Final = "! "


@dataclass(frozen=True, slots=True)
class Hold:
    """Wrong turns and what holds against them."""

    turns: tuple[str, ...]
    """Whole turns, or what they have before a comma."""
    replies: tuple[str, ...]
    """Of these the first that is legal refutes each of the turns."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A turn of the person that keeps the win, the defence against it, and what wins after that."""

    turns: tuple[str, ...]
    """Turns that the same defence answers, with the same position after it."""
    reply: str = ""
    """The defence that holds out longest; "" where the match is over."""
    then: Node | None = None
    """The person's next turn; None where any that ends the match is right, or nothing is left to do."""


@dataclass(frozen=True, slots=True)
class Node:
    """All that may be played in one place."""

    answers: tuple[Answer, ...]
    holds: tuple[Hold, ...] = ()

    @property
    def size(self) -> int:
        """How many answers there are, with those after them."""
        return sum(1 + (answer.then.size if answer.then is not None else 0) for answer in self.answers)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One of the puzzles of a game."""

    id: str
    """Eight hexadecimal digits, by the position: what a person has solved is kept by it."""
    position: str
    """Position text, the person to move."""
    goal: Goal
    count: int
    """Turns to win within, 1 for a hand to go out with; points that may be kept."""
    first: Node | None
    """All first turns that win within `count` turns; None where the first turn is the last."""
    missed: int
    """Of 100 tries of the computer's weaker levels, how many failed at the first turn: how hard it is."""
    moves: tuple[str, ...] = ()
    """Of a hand: a turn that reaches the goal, move by move."""


class PuzzleError(ValueError):
    """A file of puzzles can't be read; the message is a sentence."""


def identity(position: str) -> str:
    """The id of the puzzle of a position."""
    return f"{crc32(position.encode()):08x}"


# --- as text


def read(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file, in its order. Raises PuzzleError."""
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
    """Raises ValueError with a clause."""
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
    """The node `depth` deep at the head of `lines`, which are taken from there; None if there is none."""
    answers, holds = [], []
    while lines and lines[0].startswith(_INDENT * depth):
        turns, _, replies = lines.popleft().strip().partition(_REPLY)
        if turns.startswith(_WRONG):
            holds.append(Hold(_read_turns(turns.removeprefix(_WRONG)), tuple(replies.split())))
        else:
            answers.append(Answer(_read_turns(turns), replies, _read_node(lines, depth + 1)))
    return Node(tuple(answers), tuple(holds)) if answers else None


def _read_turns(text: str) -> tuple[str, ...]:
    """Turns parted by blanks; what several begin with stands before a bracket, "a1[b2 c3]"."""
    begin, bracket, ends = text.removesuffix("]").partition("[")
    if not bracket:
        return tuple(text.split())
    return tuple(begin + end for end in ends.split())


def write(head: str, puzzles: Sequence[Puzzle]) -> str:
    """A file of puzzles, with `head` as its comment."""
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
    """As short as `_read_turns` takes it: a comma ends what the turns have in common."""
    begins = {turn[: turn.rfind(",") + 1] for turn in turns}
    begin = begins.pop()
    if len(turns) < 2 or begins or not begin:
        return " ".join(turns)
    return f"{begin}[{' '.join(turn.removeprefix(begin) for turn in turns)}]"


# --- judged


def answer_to(node: Node, turn: str) -> Answer | None:
    """The answer that a turn is, as `Game.write_turn` writes it; None if it is none of them."""
    return next((answer for answer in node.answers if turn in answer.turns), None)


def replies_to(node: Node, turn: str) -> tuple[str, ...]:
    """What holds against a wrong turn: the first that is legal after it. None where nothing is known."""
    head = turn.partition(",")[0]
    return next((hold.replies for hold in node.holds if turn in hold.turns or head in hold.turns), ())


# --- the puzzle of the day


def of_the_day(ids: Sequence[str], day: int) -> str:
    """The id of a day, counted from 1 January of the year 1: the same for everybody who has the same puzzles.

    All have their turn before one comes again, in another order each time."""
    cycle, place = divmod(day, len(ids))
    return sorted(ids, key=lambda one: (crc32(f"{cycle} {one}".encode()), one))[place]
