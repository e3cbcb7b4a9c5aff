"""Arena matches of a game of cards, in which each player gets only the view of its seat.

Successive matches form groups, one match for each seat of A. In all matches of a group the seats get the same cards.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Final

from rules import abilities
from rules.ai.uci_client import UciHistory
from rules.contract import NATURE, Move, Options
from rules.game import Game
from rules.lab.players import ArenaPlayer
from rules.lab.standing import MatchResult, Pace

GAMES: Final = frozenset({"ducale"})


def play_out(game: Game, players: Sequence[ArenaPlayer], number: int, options: Options) -> MatchResult:
    seats = len(players)
    group, rngs = number // seats, [Random(f"{number}/{seat}") for seat in range(seats)]
    position = game.play.start(options, seats)
    first, turns = position.text(), []
    paces = [Pace() for _ in players]
    turn_start, moves = position, list[Move]()
    deals, spent = 0, 0.0
    while (outcome := position.outcome()) is None:
        seat = position.to_move
        if seat == NATURE:
            new_moves: Sequence[Move] = (abilities.sample(position, Random(f"{group}/{deals}")),)
            deals += 1
        else:
            began = time.perf_counter()
            view = abilities.seen_by(position, seat)
            new_moves = players[seat].turn(UciHistory("", (), view), rngs[seat]).moves
            spent += time.perf_counter() - began
        for move in new_moves:
            position = position.play(move)
            moves.append(move)
        if position.turn_started or position.outcome() is not None:
            if seat != NATURE:
                paces[seat] += Pace(1, spent, spent)
                spent = 0.0
            turns.append(game.text.write_turn(turn_start, moves))
            turn_start, moves = position, []
    return MatchResult(number, outcome.reason, outcome.winners, first, tuple(turns), tuple(paces))
