"""Ducale by real mouse: a person and three computers play from the deal to the score pad and the next deal."""

from __future__ import annotations

import time
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from rules.common.dice import DiceSeed
from rules.ducale import GAME
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Swap, Take
from rules.ducale.policies import greedy
from rules.record import Player, Record
from tests.journeys.cards import CardTable, played
from tests.journeys.driver import Person, wait_for
from tests.journeys.places import lay_open

pytestmark = pytest.mark.journey

PLAYERS: Final = (Player("person", "Anna"), *(Player("computer", "", 1) for _ in range(3)))
SEED: Final = f"{0x381:032x}"
"""A pack with which the first round nearly always has all wanted moves; the computers discard at random."""
WANTED: Final = {"stock", "discard pile", "opening", "lay-off", "swap", "going out"}
MOST_ROUNDS: Final = 6
OVER: Final = ("end", "blocked")
"""The phases in which a round is over; a shuffle is nobody's turn either."""


def kinds(position: Any, move: Any) -> set[str]:
    found = {
        name for name, kind in (("stock", Draw), ("discard pile", Take), ("swap", Swap)) if isinstance(move, kind)
    }
    if isinstance(move, Lay) and not position.opened[0]:
        found.add("opening")
    if isinstance(move, LayOff):
        found.add("lay-off")
    if position.play(move).winner == 0:
        found.add("going out")
    return found


def on_turn(person: Person, plies: int) -> Record | None:
    record = person.newest()
    if record is None or len(record.match.plies) < plies:
        return None
    position: Any = record.match.position
    return record if position.to_move == 0 or position.phase in OVER else None


def play_turn(person: Person, table: CardTable, record: Record, done: set[str]) -> int:
    """Play a turn, and add the kinds of its moves to `done`; return the number of plies after it."""
    position: Any = record.match.position
    moves = [ply.move for ply in record.match.plies]
    for move in greedy(position.seen_by(0), Random(1)):
        new = kinds(position, move) - done
        table.carry_out(position, move, drag=len(moves) % 2 == 0)
        moves.append(move)
        wait_for(partial(played, person, moves), f"the move {move}")
        for name in sorted(new):
            person.look(f"{position.round}-{name}")
        done |= new
        if isinstance(move, Discard):
            person.look(f"{position.round}-turn-{position.lap}")
        position = position.play(move)
    return len(moves)


@pytest.mark.frozen
def test_a_round_of_four_with_opening_lay_off_swap_a_power_cut_and_going_out(person: Person) -> None:
    lay_open(person, GAME, PLAYERS, sealed=DiceSeed(SEED))
    person.start()
    table = CardTable(person, len(PLAYERS))
    done = set[str]()
    number, plies = 1, 1
    while True:
        assert number <= MOST_ROUNDS, f"after {MOST_ROUNDS} rounds {WANTED - done} never came about"
        record = wait_for(partial(on_turn, person, plies), f"the person's turn after {plies} plies")
        position: Any = record.match.position
        if position.phase in OVER:
            count_up(person, number, position)
            if done == WANTED:
                break
            number, plies = number + 1, len(record.match.plies) + 1
            continue
        if position.lap == 2 and number == 1:
            person.resume()
        plies = play_turn(person, table, record, done)
    later = wait_for(partial(on_turn, person, len(record.match.plies) + 1), "the next round")
    ended: Any = record.match.position
    assert ended.winner is None or ended.row()[ended.winner] == 0
    now: Any = later.match.position
    assert now.round == number + 1 and now.scores[-1] == ended.row()
    assert sum(map(len, (*now.hands, now.stock, now.discard))) + sum(len(one.meld.faces) for one in now.melds) == 108
    time.sleep(1.0)
    person.look("next round")
    assert person.close() == 0


def count_up(person: Person, number: int, ended: Any) -> None:
    assert ended.phase in OVER
    person.rest(f"{number}-hands")
    person.click_at((500, 400))
    person.rest(f"{number}-pad")
    person.press_key("Return")
