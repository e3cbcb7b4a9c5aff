"""Writes and checks puzzle files, whose format is that of `rules.teaching.puzzles`; a test checks all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.common.plain_data import is_texts
from rules.common.quoting import make_printable
from rules.common.toml import parse_toml
from rules.teaching.puzzles import INDENT, REPLY, WRONG, Goal, Node, Puzzle, read


class PuzzleError(ValueError):
    """Error for an invalid puzzle file; the message is a sentence."""


def read_checked(text: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file, in order. Raises PuzzleError if the file is invalid."""
    try:
        found = parse_toml(text).get("puzzle")
        if not isinstance(found, list):
            raise ValueError("it has no [[puzzle]]")
        for entry in found:
            _check_puzzle(entry)
        return read(text)
    except ValueError as problem:
        raise PuzzleError(f"That is no file of puzzles: {problem}.") from None
    except RecursionError:
        raise PuzzleError("That is no file of puzzles: its answers are nested too deep.") from None


def _check_puzzle(entry: object) -> None:
    """Raise ValueError with a sentence if an entry is no puzzle."""
    if not isinstance(entry, dict) or not isinstance(entry.get("position"), str):
        raise ValueError("a puzzle has a position, which is a text")
    position: str = entry["position"]
    goal: Goal = "win" if "win" in entry else "out" if "out" in entry else "points"
    if not all(is_texts(entry.get(name, [])) for name in ("lines", "moves")):
        raise ValueError(f"lines and moves of the puzzle {make_printable(position)} are lists of texts")
    if any(type(entry.get(name)) is not int for name in (goal, "missed")):
        raise ValueError(f"{goal} and missed of the puzzle {make_printable(position)} are numbers")


def write(head: str, puzzles: Sequence[Puzzle]) -> str:
    """Return the text of a puzzle file, with `head` as a comment at the top."""
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
    indent = INDENT * depth
    for answer in node.answers:
        yield indent + _write_turns(answer.turns) + (REPLY + answer.reply if answer.reply else "")
        if answer.next_node is not None:
            yield from _write_node(answer.next_node, depth + 1)
    for hold in node.holds:
        yield indent + WRONG + " ".join(hold.turns) + REPLY + " ".join(hold.replies)


def _write_turns(turns: Sequence[str]) -> str:
    """Write turns; if all have the same text up to their last comma, this is written only once."""
    prefixes = {turn[: turn.rfind(",") + 1] for turn in turns}
    prefix = prefixes.pop()
    if len(turns) < 2 or prefixes or not prefix:
        return " ".join(turns)
    return f"{prefix}[{' '.join(turn.removeprefix(prefix) for turn in turns)}]"
