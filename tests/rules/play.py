"""Games and option sets to try the rules on: random play, the same for the same seed."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import product
from random import Random
from typing import Any, get_args, get_type_hints

from rules.contract import AnyGame
from rules.match import Match

LONGEST = 5_000
"""Plies after which random play counts as endless."""


def option_sets(game: AnyGame) -> list[Any]:
    """Every combination of the switches and choices of a game."""
    hints = get_type_hints(game.options)
    names = [entry.name for entry in fields(game.options)]
    values = [(False, True) if hints[name] is bool else get_args(hints[name]) for name in names]
    return [game.options(**dict(zip(names, chosen, strict=True))) for chosen in product(*values)]


def random_match(game: AnyGame, options: Any, seed: int, plies: int = LONGEST) -> Match:
    """A match played at random, to its end or for so many plies, with 1 second for the first, 2 for the next, …"""
    rng = Random(seed)
    match = Match(game, options)
    now = 0.0
    match.go(now)
    for number in range(1, plies + 1):
        if match.outcome() is not None:
            break
        now += number
        match.play(rng.choice(match.position.legal_moves()), now)
    return match


def positions_of(game: AnyGame, matches: int) -> Iterator[Any]:
    """The positions of so many random matches with each set of options."""
    for options in option_sets(game):
        for seed in range(matches):
            yield from random_match(game, options, seed).positions


def play_all(position: Any, moves: Sequence[Any]) -> Any:
    """The position after `moves`."""
    for move in moves:
        position = position.play(move)
    return position
