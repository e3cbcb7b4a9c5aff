"""The paths of a turn's tokens, which marks, hints and choices show. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from rules.contract import Move, Position, Target, Token, apply


@dataclass(frozen=True, slots=True)
class Way:
    """The targets that one token touched, in their order."""

    targets: tuple[Target, ...]
    put: Token | None = None
    """The token, if it is put on the board rather than moved."""


Puts: TypeAlias = Callable[[Position, Move], Token | None]
"""(position, a move of it) -> the token that the move puts, or None where a piece moves."""


def ways(steps: Iterable[tuple[Position, Move]], puts: Puts) -> tuple[Way, ...]:
    """The ways of a turn's moves, each with the position that it is made in."""
    found: list[Way] = []
    for position, move in steps:
        gesture = position.gesture(move)
        put = puts(position, move)
        targets = (*sorted(gesture.pick), *(() if gesture.drop is None else (gesture.drop,)))
        if not targets:
            continue  # Nature's move: no hand made it
        last = found[-1] if found else None
        if last is not None and put is None and last.put is None and last.targets[-1:] == targets[:1]:
            found[-1] = Way((*last.targets, *targets[1:]))
        else:
            found.append(Way(targets, put))
    return tuple(found)


def landed(position: Position, move: Move) -> Token | None:
    """The token that lies on top where a move's gesture ends, after the move."""
    drop = position.gesture(move).drop
    there = apply(position.table(), position.effects(move)).get(drop, ()) if drop is not None else ()
    return there[-1] if there else None
