"""Rules of what is marked for moves: their starts and ends, signs, and the targets that clicks mean. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.common.squares import INDEX
from rules.contract import Effect, Move, Position, Slide, Table, Target, Token


@dataclass(frozen=True, slots=True)
class Sign:
    """A game's own mark on a target: its kind, and the other targets that belong to it."""

    kind: str
    target: Target
    others: tuple[Target, ...] = ()
    own: bool = False
    """Whether it is on a piece of the player's own, where another click would pick that piece."""


class MoveMarks:
    """Defaults for a table of which nothing is known but targets and tokens."""

    has_aim = False  # whether the target of the picked token under the pointer is marked

    # --- moves

    def placed_token(self, position: Position, move: Move) -> Token | None:
        """Return the token that a move puts on the board without a pick; None where a piece moves."""
        return None

    def victims(self, effects: Iterable[Effect]) -> frozenset[Target]:
        """Return the targets that lose their tokens."""
        return frozenset()

    def board_slides(self, effects: Iterable[Effect]) -> list[Slide]:
        """Return the slides that are marked as ways over the board."""
        return [effect for effect in effects if isinstance(effect, Slide)]

    def other_targets(self, position: Position, move: Move) -> frozenset[Target]:
        """Return further targets of a move to mark, between which nothing moves."""
        return frozenset()

    def signs(self, position: Position, picked: frozenset[Target], moves: Iterable[Move]) -> frozenset[Sign]:
        """Return the signs while `picked` may make these moves, besides its targets."""
        return frozenset()

    def state_signs(self, position: Position) -> frozenset[Sign]:
        return frozenset()

    def marked_target(self, target: Target) -> Target:
        """Return the target that is marked for a last turn that went through `target`."""
        return target

    # --- clicks

    def clicked_target(self, target: Target | None, pickable: frozenset[Target]) -> Target | None:
        """Return the target that a click on `target` means if only `pickable` can be picked."""
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
