"""The parts of a table with dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rules import abilities
from scenes.table.parts import TableParts

if TYPE_CHECKING:
    from rules.contract import Position
    from rules.match import Match
    from scenes.app.stack import AppContext, Scene
    from scenes.surfaces.stage import Stage
    from scenes.table.access import TableAccess
    from scenes.table.chance_view import ChanceView
    from scenes.table.hand import Hand


class DiceParts(TableParts):
    """Factory of the parts of a table with dice."""

    def make_chance_view(self, table: TableAccess, app: AppContext, stage: Stage, hand: Hand) -> ChanceView:
        from scenes.games.unstacked_draughts.dice_view import DiceView

        return DiceView(table, app, stage, hand)

    def list_reports(self, match: Match) -> tuple[str, ...]:
        return ("dice",) if abilities.shows_hints(match.start) else ("dice", "heed")

    def is_first_known(self, position: Position) -> bool:
        from scenes.games.unstacked_draughts.dice_text import seat_begins

        return seat_begins(position)

    def make_trainer(
        self,
        app: AppContext,
        key: str,
        *,
        seed: int | None = None,
        on_perfect: Callable[[bool], object] | None = None,
    ) -> Scene:
        from scenes.games.unstacked_draughts.trainer import TrainerScene

        return TrainerScene(app, key, seed=seed, on_perfect=on_perfect)


PARTS: Final = DiceParts()
