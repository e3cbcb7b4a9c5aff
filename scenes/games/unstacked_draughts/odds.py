"""The exact chances of a match, for whoever shows them: nothing where the table of chances can't be used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar, cast

from rules.common.packed import TableError
from rules.contract import Position
from rules.unstacked_draughts import luck as paid
from rules.unstacked_draughts.position import Position as DicePosition

P = ParamSpec("P")
T = TypeVar("T")


class Odds:
    """What the rules know of chances. What goes wrong is logged once, and nothing is known from then on."""

    def __init__(self, log: Callable[[str], object]) -> None:
        self._log = log
        self._usable = True
        self._last: tuple[Position, float | None] | None = None

    def share(self, position: Position) -> float | None:
        """The first seat's chance to win the game under way."""
        if self._last is None or self._last[0] is not position:
            course = self.course((position,))
            self._last = (position, course[0] if course else None)
        return self._last[1]

    def course(self, positions: Sequence[Position]) -> list[float]:
        """The same for each of the positions of a match; empty where it isn't known."""
        return self._asked(paid.chances, _own(positions)) or []

    def whole(self, position: Position) -> float | None:
        """The first seat's chance to win the match, which may be of several games."""
        return self._asked(paid.whole_match, _own((position,))[0])

    def swings(self, positions: Sequence[Position], count: int) -> list[paid.Swing]:
        """The throws that changed most."""
        return self._asked(paid.swings, _own(positions), count) or []

    def luck(self, positions: Sequence[Position]) -> tuple[float, float] | None:
        """By seat: what its own throws changed of its chance, all in all."""
        return self._asked(paid.luck, _own(positions))

    def missed(self, positions: Sequence[Position]) -> list[paid.Missed]:
        """The claims that were missed."""
        return self._asked(paid.missed, _own(positions)) or []

    def _asked(self, ask: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T | None:
        if not self._usable:
            return None
        try:
            return ask(*args, **facts)
        except TableError as problem:
            self._log(f"The table of chances can't be used: {problem}")
            self._usable = False
            return None


def _own(positions: Sequence[Position]) -> Sequence[DicePosition]:
    """Positions of a match as this game's own."""
    return cast("Sequence[DicePosition]", positions)
