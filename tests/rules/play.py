"""Random play under many sets of options, reproducible by seed, and refusals of gestures and turns."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import rules
from rules import abilities
from rules.common.options import choices
from rules.common.resumable import run_to_end
from rules.contract import NATURE, Gesture, Position, Refusal
from rules.errors import TurnError
from rules.game import Game
from rules.match import Match
from rules.record import Record, read_any_task
from tests.checks import error_of, present
from tests.effort import by_effort

LONGEST = 5_000
"""Plies after which random play counts as endless."""
ENDLESS = {"ducart": {"hundred": "endless"}}
"""Game key -> options without automatic ends, under which random play may be endless; other tests try these."""

FEW_SETS = 8
"""Up to so many combinations of options are all tried."""


@cache
def option_sets(game: Game) -> list[Any]:
    """Return combinations of the switches and choices of a game: all of them, or a few if there are many.

    A few are chosen so that any two values of two options occur together. Of numbers the two lowest count.
    """
    known = choices(game.play.options)
    endless = ENDLESS.get(game.key, {})
    tried = [[value for value in _lowest(values) if endless.get(name) != value] for name, values in known.items()]
    sets = list(product(*tried))
    chosen = sets if len(sets) <= FEW_SETS else _pairwise(sets)
    return [game.play.options(**dict(zip(known, values, strict=True))) for values in chosen]


def _lowest(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return values[:2] if all(isinstance(value, int) for value in values) else values


def in_pairs(*values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return all combinations of choices in the long form, otherwise so few that any two values occur together."""
    sets = list(product(*values))
    return sets if by_effort(False, False, True) else _pairwise(sets)


def _pairwise(sets: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return a few of these combinations, such that any two values of two places occur together as in all of them."""

    def pairs(values: tuple[Any, ...]) -> set[Any]:
        return set(combinations(enumerate(values), 2))

    missing = set().union(*map(pairs, sets))
    chosen = []
    while missing:
        chosen.append(max(sets, key=lambda values: len(pairs(values) & missing)))
        missing -= pairs(chosen[-1])
    return chosen


def read_any(text: str) -> Record:
    """Read a match in the app's own format or in a format of any game."""
    return run_to_end(read_any_task(text, rules.GAMES))


def moves_at(position: Position, seed: int = 1) -> Sequence[Any]:
    """Return the legal moves in a stable order; a sampled one for Nature where her moves can't be listed."""
    if position.to_move == NATURE and position.outcome() is None and abilities.chances(position) is None:
        return (abilities.sample(position, Random(seed)),)
    return position.legal_moves()


def random_match(game: Game, options: Any, seed: int, plies: int = LONGEST) -> Match:
    """Return a match played at random, to its end or for so many plies.

    The plies take 1 second, 2 seconds, and so on, but no more than half of the time that the rules leave. The number
    of seats depends on the seed. Now and then a gesture is made that the rules penalise. A turn that can't be
    finished, as may happen at cards, is taken back and begun again.
    """
    rng = Random(seed)
    match = Match(game.play, options, game.play.seats[seed % len(game.play.seats)])
    now = 0.0
    match.start_clock(now)
    number = 0
    while len(match.plies) < plies and match.outcome() is None:
        number += 1
        left = match.seconds_to_event(now)
        now += number if left is None else min(number, int(left / 2))
        faults = list(abilities.faults(match.position).values())
        if faults and rng.random() < 0.1:
            match.play(rng.choice(faults), now)
        elif moves := moves_at(match.position, seed * LONGEST + number):
            match.play(rng.choice(moves), now)
        else:
            while match.take_back(now) is not None:
                pass
    return match


def positions_of(game: Game, matches: int) -> Iterator[Any]:
    for options in option_sets(game):
        for seed in range(matches):
            yield from random_match(game, options, seed).positions


def play_all(position: Any, moves: Sequence[Any]) -> Any:
    for move in moves:
        position = position.play(move)
    return position


def board_of(picture: str) -> str:
    """Return the board field of a position text from rows with dots for empty squares, the last rank first."""
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in picture.split())


def turn_refused(game: Game, position: Position, turn: str) -> TurnError:
    """Return the error with which a turn is refused, in a sentence."""
    return error_of(TurnError, game.text.read_turn, position, turn)


def refusals_in_digest(game: Game) -> set[str]:
    """Return the codes of refused gestures in the game's README.md."""
    package = game.key.replace("-", "_")
    digest = (Path(rules.__file__).parent / package / "README.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"\*\*Refused gestures\*\*[^|]*((?:\|.*\n)+)", digest)
    return {code for row in table.splitlines() for code in re.findall("`([a-z-]+)`", row.split("|")[1])}


def refusal_of(position: Position, pick: str, drop: str | None = None) -> Refusal | None:
    """Return the refusal of a gesture, None for a legal one; "" picks nothing."""
    return position.refusal(Gesture(frozenset({pick} if pick else ()), drop))


def why(position: Position, pick: str, drop: str | None = None) -> Refusal:
    """Return the refusal of an illegal gesture; "" picks nothing."""
    return present(refusal_of(position, pick, drop), "refusal")
