"""The question on the board which of several moves a gesture means, such as promotions to different pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from rules.contract import Gesture, Move
from scenes.surfaces.mark_rules import find_dropped_token
from scenes.surfaces.stage import Stage
from scenes.table.board_input import BoardInput
from scenes.table.events import Play
from scenes.ui.popup_list import Chooser, PictureStrip

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.table_access import TableAccess
    from scenes.ui.form import Form


class MoveChooser:
    """The question on one board, if there is one; the moving piece is hidden on its square meanwhile."""

    def __init__(
        self, app: AppContext, stage: Stage, board_input: BoardInput, table: TableAccess, form: Form
    ) -> None:
        self._app = app
        self._stage = stage
        self._board_input = board_input
        self._table = table
        self._form = form
        self.strip: Chooser[Move] | None = None

    def ask(self, gesture: Gesture, moves: Sequence[Move]) -> None:
        """Ask which of the `moves` of a gesture is meant; the answer is played."""
        drop = gesture.drop
        assert drop is not None
        stage, words, match = self._stage, self._app.words, self._table.facts.match
        options = []
        for move in moves:
            token = find_dropped_token(match.position, move)
            assert token is not None
            name = words(f"token.{match.game.key}.{token.look}")
            options.append((stage.view.move_marks.choice_rank(token), move, name, stage.view.look(token)))
        options.sort(key=lambda option: option[0])
        spot = stage.spots[drop]
        direction = 1 if spot.y < stage.area.centre[1] else -1
        places = [
            pygame.Rect(spot.box._replace(y=spot.box.y + direction * n * spot.box.h).ints())
            for n in range(len(moves))
        ]
        held = dict.fromkeys(gesture.pick, (spot.x, spot.y)) if self._board_input.was_dragged else {}
        stage.hide_top_token(min(gesture.pick))
        self.strip = PictureStrip(
            self._form,
            places,
            [(move, name, look) for _, move, name, look in options],
            lambda move: self._table.send(Play(move, held)),
            self._cancel,
            [f"{str(move)[-1]}{name[0]}".lower() for _, move, name, _ in options],
            pygame.Rect(stage.area.ints()),
        )

    def _cancel(self) -> None:
        self.close()
        self._board_input.release_held()
        self._table.refresh()

    def close(self) -> None:
        """Remove the question from the board if there is one."""
        strip, self.strip = self.strip, None
        self._stage.hide_top_token(None)
        if strip is not None and strip in self._form.children:
            self._form.lay_over(None)
