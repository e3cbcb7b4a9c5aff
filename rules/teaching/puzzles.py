"""Puzzles, stored as TOML: a position, a goal, and the answers that reach it, proved by `rules.lab.puzzles`."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias
from zlib import crc32

Goal: TypeAlias = Literal["win", "out", "points"]
"""The goal of a puzzle: win within `count` turns, go out in this turn, or keep at most `count` points."""

# In the lines of a puzzle's tree, `INDENT` marks each depth, `WRONG` wrong turns, and `REPLY` replies.
INDENT: Final = "  "
REPLY: Final = " > "
WRONG: Final = "! "


@dataclass(frozen=True, slots=True)
class WrongTurns:
    """Wrong turns, and the replies that refute them."""

    turns: tuple[str, ...]  # whole turns, or the parts of turns before their first comma
    replies: tuple[str, ...]  # the first one that is legal after the wrong turn refutes it


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """Winning turns of the person that have the same defence, and the node after it."""

    turns: tuple[str, ...]  # turns with the same defence and the same position after it
    reply: str = ""  # the defence that delays the win longest; "" if the match is over
    next_node: Node | None = None
    """The node of the person's next turn; None if any turn that ends the match is right, or the match is over."""


@dataclass(frozen=True, slots=True)
class Node:
    """A position of a puzzle in which the person is to move."""

    answers: tuple[PuzzleAnswer, ...]
    holds: tuple[WrongTurns, ...] = ()

    @property
    def size(self) -> int:
        """The number of answers in the tree."""
        return sum(1 + (answer.next_node.size if answer.next_node is not None else 0) for answer in self.answers)


@dataclass(frozen=True, slots=True)
class Puzzle:
    id: str  # eight hexadecimal digits of the position; progress is stored under this id
    position: str
    goal: Goal
    count: int  # by goal: the most turns to win, 1 for going out, or the most points to keep
    first: Node | None  # has all first turns that win within `count` turns; None if the first turn is the last
    missed: int  # difficulty: in how many of 100 tries weaker levels miss the first turn
    moves: tuple[str, ...] = ()  # for a hand of cards: a turn that reaches the goal, move by move


def puzzle_id(position: str) -> str:
    return f"{crc32(position.encode()):08x}"


# --- reading


def read(text: str) -> tuple[Puzzle, ...]:
    """Read the puzzles of a file, in order. `rules.lab.puzzle_files` writes and checks the app's own files."""
    return tuple(map(_read_puzzle, tomllib.loads(text)["puzzle"]))


def _read_puzzle(entry: Mapping[str, Any]) -> Puzzle:
    position, moves = entry["position"], tuple(entry.get("moves", ()))
    goal: Goal = "win" if "win" in entry else "out" if "out" in entry else "points"
    first = _read_node(deque(entry.get("lines", ())), 0)
    return Puzzle(puzzle_id(position), position, goal, entry[goal], first, entry["missed"], moves)


def _read_node(lines: deque[str], depth: int) -> Node | None:
    answers, holds = [], []
    while lines and lines[0].startswith(INDENT * depth):
        turns, _, replies = lines.popleft().strip().partition(REPLY)
        if turns.startswith(WRONG):
            holds.append(WrongTurns(_read_turns(turns.removeprefix(WRONG)), tuple(replies.split())))
        else:
            answers.append(PuzzleAnswer(_read_turns(turns), replies, _read_node(lines, depth + 1)))
    return Node(tuple(answers), tuple(holds)) if answers else None


def _read_turns(text: str) -> tuple[str, ...]:
    """Read turns separated by spaces; "a1[b2 c3]" stands for "a1b2 a1c3"."""
    begin, bracket, ends = text.removesuffix("]").partition("[")
    if not bracket:
        return tuple(text.split())
    return tuple(begin + end for end in ends.split())


# --- judging


def answer_to(node: Node, turn: str) -> PuzzleAnswer | None:
    """Return the answer that contains the turn with this text (`GameText.write_turn`), or None."""
    return next((answer for answer in node.answers if turn in answer.turns), None)


def replies_to(node: Node, turn: str) -> tuple[str, ...]:
    """Return the replies of which the first legal one refutes a wrong turn; empty if none is known."""
    head = turn.partition(",")[0]
    return next((hold.replies for hold in node.holds if turn in hold.turns or head in hold.turns), ())


# --- the puzzle of the day


def puzzle_of_the_day(ids: Sequence[str], day: int) -> str:
    """Return the id of the puzzle for `day`, the number of days since 1 January of the year 1.

    Each puzzle comes once in a cycle of `len(ids)` days, and each cycle has another order.
    """
    cycle, index = divmod(day, len(ids))
    return sorted(ids, key=lambda name: (crc32(f"{cycle} {name}".encode()), name))[index]
