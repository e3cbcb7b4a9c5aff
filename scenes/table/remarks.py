"""Remarks on targets and moves, which words make sentences of; a game brings its own in its `phrases`. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.common.squares import INDEX
from rules.contract import Move, Position, Put, Remark, Seat, Slide, Target, Token, Turn, apply
from scenes.surfaces.move_marks import SquareMarks


def describe_effects(position: Position, move: Move) -> Iterator[Remark]:
    """Yield the effects of a move on a board of squares: what goes where, what it takes and becomes."""
    beats, table = position.effects(move), position.table()
    after = apply(table, beats)
    taken = [target for beat in beats for target in sorted(SquareMarks().victims(beat))]
    other = {"other": _look(table[taken[0]]), "at": taken[0]} if taken else {}
    for effect in (effect for beat in beats for effect in beat):
        match effect:
            case Slide(start, end) if end in INDEX:
                facts = {"thing": _look(table[start]), "square": start, "target": end, **other}
                yield Remark("put" if start not in INDEX else "take" if other else "move", (end,), facts)
            case Put(at, _) | Turn(at, _, _):
                yield Remark("become", (at,), {"thing": _look(after[at]), "target": at})


def _look(tokens: Sequence[Token]) -> str:
    """Return the name of a stack in the words: the topmost look and the number of tokens."""
    return f"{tokens[-1].look}.{len(tokens)}"


@dataclass(frozen=True, slots=True)
class Remarks:
    """The remarks of a game. Facts that are looks name tokens."""

    describe_target: Callable[[Position, Target, bool], Sequence[Remark]] | None = None
    """(position, target, brief) -> the target's contents and, unless brief, its abilities, for a toast on hover."""
    describe_picked: Callable[[Position, Target], Remark | None] = lambda position, target: None
    """Returns the ability of the picked token at a target, if that needs words."""
    describe_move: Callable[[Position, Move], Iterable[Remark]] = describe_effects
    count_deciding: Callable[[Position, Seat], int] | None = None
    """Returns a seat's count of the pieces that decide the game, if that is shown."""
    name_counts: Callable[[Position, Seat], Mapping[str, str]] = lambda position, winner: {}
    """Returns values for the text about a won match, taken from its last position."""
