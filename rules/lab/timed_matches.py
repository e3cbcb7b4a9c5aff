"""Arena matches of a game of attention, in simulated time."""

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

STAGES: Final = {"unstacked-draughts": "mode=attentive goal=1 false_claims=lock"}  # options by key of the game
FLIGHT: Final = 1.5  # seconds that dice fly, as long as the shortest flight on the screen


def play_out(game: Game, players: Sequence[ArenaPlayer], number: int) -> MatchResult:
    """Play one match. Both matches of a pair have the same dice."""
    dice, seed = Random(number // 2), number
    options = read_options(game.play.options, STAGES[game.key])
    position = game.play.start(options, len(players))
    positions: list[Position] = [position]
    moves: list[Move] = []
    paces = [Pace() for _ in players]
    flight_left = FLIGHT
    while position.outcome() is None:
        reactions = [
            (*reaction, seat)
            for seat, player in enumerate(players)
            if (reaction := player.react(position, seat, seed)) is not None
        ]
        if position.to_move == NATURE:
            reactions.append((flight_left, abilities.sample(position, dice), NATURE))
        delay, move, seat = min(reactions, key=lambda reaction: reaction[0])
        if seat == NATURE:
            flight_left = FLIGHT
        else:
            paces[seat] += Pace(1, delay, delay)
            flight_left -= delay if position.to_move == NATURE else 0.0
        position = position.play(move)
        positions.append(position)
        moves.append(move)
    outcome = position.outcome()
    assert outcome is not None
    turns = _write_turns(game, positions, moves)
    return MatchResult(number, outcome.reason, outcome.winners, positions[0].text(), turns, tuple(paces))


def _write_turns(game: Game, positions: Sequence[Position], moves: Sequence[Move]) -> tuple[str, ...]:
    starts = game.play.turn_starts(positions, moves)
    return tuple(
        game.text.write_turn(positions[first], moves[first:last]) for first, last in pairwise([*starts, len(moves)])
    )
