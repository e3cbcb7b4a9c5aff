"""Matches of a game of attention between programs, in simulated time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Final

from rules import abilities
from rules.contract import NATURE, Move, Position
from rules.game import Game
from rules.lab.players import ArenaPlayer
from rules.lab.standing import MatchResult, Pace
from rules.record import read_options

# Game key -> options of its matches.
STAGES: Final = {"unstacked-draughts": "mode=attentive goal=1 false_claims=lock"}
FLIGHT: Final = 1.5  # seconds that dice roll, at least as long as on the screen


def play_out(game: Game, players: Sequence[ArenaPlayer], number: int) -> MatchResult:
    """Play one match. The dice are the same for the two matches of a pair."""
    dice, seed = Random(number // 2), number
    options = read_options(game.play.options, STAGES[game.key])
    position = game.play.start(options, len(players))
    positions: list[Position] = [position]
    moves: list[Move] = []
    paces = [Pace() for _ in players]
    left = FLIGHT
    while position.outcome() is None:
        due = [
            (*reaction, seat)
            for seat, one in enumerate(players)
            if (reaction := one.react(position, seat, seed)) is not None
        ]
        if position.to_move == NATURE:
            due.append((left, abilities.sample(position, dice), NATURE))
        delay, move, seat = min(due, key=lambda one: one[0])
        if seat == NATURE:
            left = FLIGHT
        else:
            paces[seat] += Pace(1, delay, delay)
            left -= delay if position.to_move == NATURE else 0.0
        position = position.play(move)
        positions.append(position)
        moves.append(move)
    ended = position.outcome()
    assert ended is not None
    lines = _lines(game, positions, moves)
    return MatchResult(number, ended.reason, ended.winners, positions[0].text(), lines, tuple(paces))


def _lines(game: Game, positions: Sequence[Position], moves: Sequence[Move]) -> tuple[str, ...]:
    starts = game.play.turn_starts(positions, moves)
    return tuple(
        game.text.write_turn(positions[first], moves[first:last]) for first, last in pairwise([*starts, len(moves)])
    )
