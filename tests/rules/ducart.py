"""Helpers for tests of Ducart: the cases file, positions from diagrams, and boards from random play."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, cast

from hypothesis import strategies as st

from rules.ducart import GAME
from rules.ducart.moves import Act
from rules.ducart.options import FLAGS, Options
from rules.ducart.position import Position
from rules.ducart.text import read
from rules.errors import TurnError
from tests.rows import cases_of
from tests.rules.play import random_match

CASES: Final[dict[str, Any]] = cases_of("ducart")
START: Final = "kczthzck/wwwwwwww/8/8/8/8/WWWWWWWW/KCZHTZCK g - g 0 0 -"


def on(board: str, side: str = "g", fresh: str = "-", flags: str = "-", quiet: int = 0) -> Position:
    return read(f"{board} {side} {fresh} g {quiet} 20 {flags}")


def after(position: Position, *turns: str) -> Position:
    for turn in turns:
        for move in GAME.text.read_turn(position, turn):
            position = position.play(move)
    return position


def act(position: Position, turn: str) -> Act:
    (move,) = GAME.text.read_turn(position, turn)
    assert isinstance(move, Act)
    return move


def refusal_code(position: Position, turn: str) -> str:
    """Return the code of a turn's refusal in small letters, "" if it is legal."""
    try:
        GAME.text.read_turn(position, turn)
    except TurnError as problem:
        return problem.code.lower()
    return ""


@cache
def boards(options: Options, seed: int) -> tuple[Position, ...]:
    return tuple(cast("list[Position]", random_match(GAME, options, seed, plies=160).positions))


def random_positions(seeds: range = range(8)) -> Iterator[Position]:
    for seed in seeds:
        options = Options(
            hundred=("drawn", "counted")[seed % 2],
            near_steal=seed % 4 > 1,
            lenient_flank=seed % 8 > 3,
            push_only=seed % 3 == 0,
        )
        yield from boards(options, seed)


@st.composite
def any_position(draw: st.DrawFn) -> Position:
    played = list(random_positions(range(draw(st.integers(0, 7)), 8)))
    position = played[draw(st.integers(0, len(played) - 1))]
    board, side, fresh, *_ = position.text().split()
    flags = "".join(sorted(draw(st.sets(st.sampled_from(FLAGS.replace("o", ""))))))
    first, counts = draw(st.sampled_from("gb")), st.integers(0, 10**6)
    return read(f"{board} {side} {fresh} {first} {draw(counts)} {draw(counts)} {flags or '-'}")
