"""Searches of given positions to a given depth, for every engine."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from rules import get
from rules.double_draughts.opponent import Engine as DraughtsEngine
from rules.ducart.opponent import Engine as DucartEngine
from rules.duck_chess.opponent import Engine as DuckEngine
from rules.search.iterative_deepening import SURE, WIN, Core
from tests.ai.searches import played, search
from tests.rows import rows


@cache
def engine_of(key: str) -> Core:
    engine: Core = {"double-draughts": DraughtsEngine, "ducart": DucartEngine, "duck-chess": DuckEngine}[key](4)
    return engine


@pytest.fixture(autouse=True, scope="module")
def _forget() -> Iterator[None]:
    yield
    engine_of.cache_clear()


def fits(score: int, wanted: str) -> bool:
    """Whether a score is as a row wants it; `wins 3`: in three plies, for the side to move."""
    match wanted.split():
        case ["wins", plies]:
            return score == WIN - int(plies)
        case ["loses", plies]:
            return score == int(plies) - WIN
        case ["ahead"]:
            return 0 < score < SURE
        case ["behind"]:
            return -SURE < score < 0
        case ["safe"]:
            return score > -SURE
        case ["drawn"]:
            return score == 0
    return wanted == "any"


@rows
def test_a_search_finds_the_turn_and_its_score(
    law: str, key: str, position: str, turns: list[str], depth: int, wanted: str, turn: str | None
) -> None:
    """`turn`: a pattern, where the turn matters."""
    score, found = search(engine_of(key), played(get(key).text.read(position), *turns), depth)
    assert fits(score, wanted) and re.fullmatch(turn or ".*", found), f"{law}: {found} {score}"
