"""The exact chances of a match, for whoever shows them: None where the table of chances can't be had."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rules.common.packed import TableError
from rules.contract import Position

if TYPE_CHECKING:
    from scenes.app.app import App


class Odds:
    """What the rules know of chances. What goes wrong is written in the log once, and nothing is shown."""

    def __init__(self, app: App, there: bool) -> None:
        """`there`: the match has dice."""
        self._app = app
        self._luck: Any = None
        if there:
            from rules.unstacked_draughts import luck

            self._luck = luck
        self._last: tuple[Position, float | None] | None = None

    @property
    def known(self) -> bool:
        """Whether there are chances to be told."""
        return self._luck is not None

    def share(self, position: Position) -> float | None:
        """The first seat's chance to win the game under way."""
        if self._last is None or self._last[0] is not position:
            course = self.course((position,))
            self._last = (position, course[0] if course else None)
        return self._last[1]

    def course(self, positions: Sequence[Position]) -> list[float]:
        """The same for each of the positions of a match; empty where it isn't known."""
        return list(self._asked("chances", positions) or [])

    def whole(self, position: Position) -> float | None:
        """The first seat's chance to win the match, which may be of several games."""
        found: float | None = self._asked("whole_match", position)
        return found

    def swings(self, positions: Sequence[Position], count: int) -> list[Any]:
        """The throws that changed most: `ply`, `seat` and `change` of each."""
        return list(self._asked("swings", positions, count) or [])

    def luck(self, positions: Sequence[Position]) -> tuple[float, ...] | None:
        """By seat: what its own throws changed of its chance, all in all."""
        found: tuple[float, ...] | None = self._asked("luck", positions)
        return found

    def missed(self, positions: Sequence[Position]) -> list[Any]:
        """The claims that were missed: `ply`, `seat`, `die` and `price` of each."""
        return list(self._asked("missed", positions) or [])

    def _asked(self, what: str, *args: Any) -> Any:
        if self._luck is None:
            return None
        try:
            return getattr(self._luck, what)(*args)
        except TableError as problem:
            self._app.storage.log(f"The table of chances can't be used: {problem}")
            self._luck = None
            return None
