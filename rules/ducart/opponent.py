"""The opponent of Ducart: its levels, and its search as a `Core`."""

from collections.abc import Sequence
from typing import Final, cast, final

from rules import contract
from rules.ducart.engine.no_progress import COUNTED, DRAWN, ENDLESS
from rules.ducart.engine.search import PASS, Search
from rules.ducart.engine.turns import step_text
from rules.ducart.moves import Act, Move, Pass
from rules.ducart.options import board_flags
from rules.ducart.position import Position
from rules.game import GameOpponent
from rules.search.level import Level
from rules.search.opponent import SearchingOpponent
from rules.search.stoppable_search import CoreOfSearch
from rules.teaching.review_by_search import judge_by_search

_EMPTY_POSITION: Final = Position(bytes(64), 0)


@final
class Engine(CoreOfSearch):
    def __init__(self, megabytes: int = 64) -> None:
        self._search = Search(megabytes)
        super().__init__(self._search)
        self._position = _EMPTY_POSITION

    def set_position(self, position: contract.Position, seed: int = 0, noise: int = 0, blind: int = 0) -> None:
        """Make `position` the root; `blind` out of every 256 tactical steps in quiescence are overlooked."""
        assert isinstance(position, Position)
        self._position = position
        no_progress_rule = ENDLESS if position.is_endless else COUNTED if "c" in position.flags else DRAWN
        self._search.set_position(
            position.keys,
            board_flags(position.flags),
            position.quiet,
            no_progress_rule,
            position.is_sudden_death,
            seed,
            noise,
            blind,
        )

    def replies(self) -> int:
        return len(self._position.legal_moves())

    def exclude(self, turns: Sequence[Sequence[contract.Move]]) -> bool:
        self._search.exclude([move.step for (move,) in cast("Sequence[Sequence[Act]]", turns)])
        return not turns or len(turns) < self.replies()

    def line(self) -> list[list[Move]]:
        turns: list[list[Move]] = []
        position = self._position
        for step in self._search.line():
            if position.outcome() is not None:
                break
            move = _move_of_step(position, step)
            turns.append([move])
            position = position.play(move)
        return turns

    def first(self) -> list[Move]:
        return [_move_of_step(self._position, self._search.first_safe_step())]


def _move_of_step(position: Position, step: int) -> Move:
    if step == PASS:
        return Pass(position.side)
    return Act(position.side, step, step_text(position.grid(), step))


OPPONENT: Final = GameOpponent(
    levels=(
        Level(1, nodes=1_000, seconds=1.0, depth=1, noise=250, blind=200),
        Level(2, nodes=1_500, seconds=1.0, depth=1, noise=120, blind=80),
        Level(3, nodes=2_000, seconds=1.0, depth=2, noise=120, blind=60),
        Level(4, nodes=3_000, seconds=1.0, depth=3, noise=60, blind=20),
        Level(5, nodes=10_000, seconds=1.5, noise=10),
        Level(6, nodes=300_000, seconds=2.0, noise=3),
    ),
    create=lambda memory: SearchingOpponent(Engine(memory), scale=131.0),
    judge=judge_by_search,
    review_nodes=150_000,
)
