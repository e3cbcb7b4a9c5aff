"""The computer player of Double Draughts: its levels, and the adapter between positions and the search."""

from collections.abc import Callable, Sequence
from typing import Final, cast, final

from rules import contract
from rules.double_draughts.engine.endgames import Endgames, load
from rules.double_draughts.engine.search import Search
from rules.double_draughts.moves import Hop, hops
from rules.double_draughts.position import Position
from rules.game import GameOpponent
from rules.search.level import Level
from rules.search.opponent import SearchingOpponent
from rules.search.stoppable_search import CoreOfSearch
from rules.teaching.review_by_search import judge_by_search


@final
class Engine(CoreOfSearch):
    def __init__(self, megabytes: int = 16, endgames: Callable[[], Endgames] = load) -> None:
        self._search = Search(megabytes, endgames)
        super().__init__(self._search)
        self._side = 0

    def set_position(self, position: contract.Position, seed: int = 0, noise: int = 0, blind: int = 0) -> None:
        assert isinstance(position, Position)
        self._side = position.side
        jumper = -1 if position.jumper is None else position.jumper
        earlier = position.keys[:-1] if position.turn_started else ()
        self._search.set_up(position.board(), jumper, position.quiet, earlier, seed, noise, blind)

    def replies(self) -> int:
        return self._search.replies()

    def exclude(self, turns: Sequence[Sequence[contract.Move]]) -> bool:
        chosen = cast("Sequence[Sequence[Hop]]", turns)
        self._search.exclude_paths([(turn[0].start, *(hop.end for hop in turn)) for turn in chosen])
        return not turns or len(turns) < self.replies()

    def line(self) -> list[list[Hop]]:
        return [hops(self._side ^ (number & 1), path) for number, path in enumerate(self._search.line())]

    def first(self) -> list[Hop]:
        return hops(self._side, self._search.first())


OPPONENT: Final = GameOpponent(
    levels=(
        Level(1, nodes=500, seconds=1.0, depth=1, noise=200, blind=200),
        Level(2, nodes=1_000, seconds=1.0, depth=1, noise=90, blind=110),
        Level(3, nodes=1_200, seconds=1.0, depth=1, noise=60, blind=64),
        Level(4, nodes=1_500, seconds=1.0, depth=2, noise=60, blind=52),
        Level(5, nodes=2_000, seconds=1.0, depth=3, noise=40, blind=20),
        Level(6, nodes=3_000, seconds=1.0, noise=10),
        Level(7, nodes=10_000, seconds=2.0, noise=3),
        Level(8, nodes=60_000, seconds=2.0),
        Level(9, nodes=100_000_000, seconds=2.0),
    ),
    create=lambda memory: SearchingOpponent(Engine(memory), scale=157.0),
    judge=judge_by_search,
    review_nodes=400_000,
)
