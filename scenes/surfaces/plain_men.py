"""The default table, for a game without a view of its own: plain men on plain squares, distinguished by colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rules import find
from rules.contract import NATURE, Position, Target, Token
from scenes.surfaces.clips import side_of
from scenes.surfaces.layout import Box, Spot
from scenes.surfaces.squares import BOARD, FRAME, TraylessTable

if TYPE_CHECKING:
    from rules.contract import Table

COLOUR_COUNT: Final = 4  # number of colours of men; man 1 is dark, man 2 light


class PlainMen(TraylessTable):
    """A table for any tokens: looks with the same prefix share a colour; unknown targets are at the right edge."""

    def __init__(self, sides: Sequence[str], seats: int) -> None:
        """Make the table for up to `seats` seats; `sides` are known prefixes of their tokens' looks."""
        self._colours = {side: number % COLOUR_COUNT + 1 for number, side in enumerate(sides)}
        known = [self.man_of(side) for side in sides]
        looks = [*known, *(f"man-{seat % COLOUR_COUNT + 1}" for seat in range(len(known), seats))]
        super().__init__("plain", tuple(looks[:seats]), bottom_seat=0)

    def man_of(self, look: str) -> str:
        """Return the man that a look is shown as; a new side gets the next colour."""
        number = self._colours.setdefault(side_of(look), len(self._colours) % COLOUR_COUNT + 1)
        return f"man-{number}"

    def look(self, token: Token) -> str:
        return f"{self._folder}/{self.man_of(token.look)}"

    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        cell = area.h / BOARD
        edge = Box(area.right - FRAME * cell, area.y + (BOARD - FRAME) / 2 * cell, FRAME * cell, FRAME * cell)
        return SpotsWithDefault(super().spots(area, flipped), Spot(*edge.centre, 0.0, 0.0, FRAME * cell, edge))


class SpotsWithDefault(dict[Target, Spot]):
    """Spots by target; unknown targets have the spot `default`."""

    def __init__(self, known: Mapping[Target, Spot], default: Spot) -> None:
        super().__init__(known)
        self._default = default

    def __missing__(self, target: Target) -> Spot:
        return self._default


def plain_view(key: str) -> PlainMen:
    """Return the table of the game with this key. Raises KeyError if there is none."""
    game = find(key)
    if game is None:
        raise KeyError(key)
    seats = game.play.seats.start
    start = game.play.start(game.play.options(), seats)
    return PlainMen(_side_prefixes(start, start.table(), seats), max(game.play.seats))


def _side_prefixes(start: Position, table: Table, seats: int) -> list[str]:
    """Return the prefixes of looks by seat, guessed from the first token that the seat to move can pick."""
    sides = sorted({side_of(token.look) for tokens in table.values() for token in tokens})
    pickable = (target for move in start.legal_moves() for target in start.gesture(move).pick)
    mover = next((side_of(table[target][-1].look) for target in pickable if table.get(target)), None)
    if mover is None or start.to_move == NATURE or len(sides) != seats:
        return sides
    sides.remove(mover)
    sides.insert(start.to_move, mover)
    return sides
