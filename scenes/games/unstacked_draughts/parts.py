"""The factory of the parts that only a table of Unstacked Draughts has: its dice, reports, and the trainer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rules import abilities
from scenes.table.game_parts import GameParts

if TYPE_CHECKING:
    from rules.contract import Position
    from rules.match import Match
    from scenes.app.stack import AppContext, Scene
    from scenes.surfaces.view import TableView
    from scenes.table.match_parts import MatchParts
    from scenes.table.table_access import TableAccess


class DiceParts(GameParts):
    def make_match_parts(self, app: AppContext, view: TableView, table: TableAccess) -> MatchParts:
        from scenes.games.unstacked_draughts.dice_view import DiceView
        from scenes.table.match_parts import MatchParts

        parts = MatchParts(app, view, table)
        parts.chance_view = DiceView(table, app, parts.stage, parts.board_input)
        return parts

    def list_reports(self, match: Match) -> tuple[str, ...]:
        return ("dice",) if abilities.shows_hints(match.start) else ("dice", "heed")

    def is_first_known(self, position: Position) -> bool:
        from scenes.games.unstacked_draughts.dice_text import is_starter_known

        return is_starter_known(position)

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
