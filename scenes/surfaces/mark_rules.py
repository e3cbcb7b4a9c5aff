"""The marks on the table for moves, and the target of a click: defaults that a game may override. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.common.squares import INDEX
from rules.contract import Effect, Move, Position, Slide, Table, Target, Token, apply


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark of a kind that only one game has; `others` are the further targets that belong to it."""

    kind: str
    target: Target
    others: tuple[Target, ...] = ()
    has_own_piece: bool = False  # whether the target has a piece of the player's own, which another click would pick


@dataclass(frozen=True, slots=True)
class Drawing:
    path: tuple[Target, ...]  # start and end of a person's arrow, or the only target of a circle
    colour: int = 0  # index of `marks.DRAWING_STYLES`


def toggle_drawing(drawings: tuple[Drawing, ...], drawing: Drawing) -> tuple[Drawing, ...]:
    """Return `drawings` without `drawing` if they have it, else with it, in place of another colour on its path."""
    others = tuple(one for one in drawings if one.path != drawing.path)
    return others if drawing in drawings else (*others, drawing)


class MoveMarks:
    """The marks on a table without a board; a game overrides what differs."""

    has_aim = False  # whether the legal target under the pointer is marked

    # --- moves

    def placed_token(self, position: Position, move: Move) -> Token | None:
        """Return the token that a move puts on the board from outside; None if it moves a piece."""
        return None

    def victims(self, effects: Iterable[Effect]) -> frozenset[Target]:
        """Return the targets whose tokens these effects capture."""
        return frozenset()

    def board_slides(self, effects: Iterable[Effect]) -> list[Slide]:
        """Return the slides that are marked as paths over the board."""
        return [effect for effect in effects if isinstance(effect, Slide)]

    def other_targets(self, position: Position, move: Move) -> frozenset[Target]:
        """Return further targets to mark for a move, which are neither its start nor its end."""
        return frozenset()

    def signs(self, position: Position, picked: frozenset[Target], moves: Iterable[Move]) -> frozenset[Sign]:
        """Return the signs for these moves of the picked token, in addition to the marks on their targets."""
        return frozenset()

    def state_signs(self, position: Position) -> frozenset[Sign]:
        """Return the signs of states that the tokens' sprites don't show."""
        return frozenset()

    def marked_target(self, target: Target) -> Target:
        """Return the target that is marked for a last turn that went through `target`."""
        return target

    # --- clicks

    def clicked_target(self, target: Target | None, pickable: frozenset[Target]) -> Target | None:
        """Return the target that a click on `target` is meant for if only `pickable` can be picked."""
        return target

    def is_empty(self, target: Target, table: Table) -> bool:
        """Return whether a target has nothing that a click could be meant for."""
        return not table.get(target)

    def lifted_count(self, tokens: Sequence[Token]) -> int:
        """Return the number of tokens that a drag lifts from their target."""
        return len(tokens)

    def choice_rank(self, token: Token) -> int:
        """Return the sort key of a token among the choices of a promotion."""
        return 0


class SquareMarks(MoveMarks):
    """Marks on a board of 64 squares; slides off it are captures."""

    def victims(self, effects: Iterable[Effect]) -> frozenset[Target]:
        return frozenset(e.start for e in effects if isinstance(e, Slide) and e.end not in INDEX)

    def board_slides(self, effects: Iterable[Effect]) -> list[Slide]:
        return [effect for effect in effects if isinstance(effect, Slide) and effect.end in INDEX]


# --- the paths of a turn


@dataclass(frozen=True, slots=True)
class MovePath:
    """The targets that one token visits in a turn, in order."""

    targets: tuple[Target, ...]
    placed_token: Token | None = None  # the token, if it is put on the board from outside


PlacedTokenGetter: TypeAlias = Callable[[Position, Move], Token | None]
"""A function that returns the token that a move of a position puts on the board, or None if a piece moves."""


def step_through(position: Position, moves: Sequence[Move]) -> list[tuple[Position, Move]]:
    """Return successive moves, each with the position before it; `position` is the one before the first move."""
    pairs: list[tuple[Position, Move]] = []
    for move in moves:
        position = pairs[-1][0].play(pairs[-1][1]) if pairs else position
        pairs.append((position, move))
    return pairs


def move_paths(steps: Iterable[tuple[Position, Move]], find_placed_token: PlacedTokenGetter) -> tuple[MovePath, ...]:
    """Return the paths of a turn's moves; successive moves of the same piece are joined."""
    paths: list[MovePath] = []
    for position, move in steps:
        gesture = position.gesture(move)
        placed = find_placed_token(position, move)
        targets = (*sorted(gesture.pick), *(() if gesture.drop is None else (gesture.drop,)))
        if not targets:
            continue  # a move by Nature has no gesture
        last = paths[-1] if paths else None
        if last and placed is last.placed_token is None and last.targets[-1:] == targets[:1]:
            paths[-1] = MovePath((*last.targets, *targets[1:]))
        else:
            paths.append(MovePath(targets, placed))
    return tuple(paths)


def find_dropped_token(position: Position, move: Move) -> Token | None:
    """Return the topmost token on a move's target after the move; None if there is no target or no token."""
    drop = position.gesture(move).drop
    tokens = apply(position.table(), position.effects(move)).get(drop, ()) if drop is not None else ()
    return tokens[-1] if tokens else None
