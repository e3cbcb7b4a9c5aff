"""Ducale by real mouse: a person and three computers play a match from the first deal to the result."""

from __future__ import annotations

import shutil
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from rules.common.dice import DiceSeed
from rules.ducale import GAME
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Swap, Take
from rules.ducale.options import read_options
from rules.ducale.policies import greedy
from rules.record import Player, Record
from tests.checks import present
from tests.journeys.cards import CardTable, played
from tests.journeys.driver import Person, wait_for
from tests.journeys.places import lay_open

pytestmark = pytest.mark.journey

PLAYERS: Final = (Player("person", "Anna"), *(Player("computer", "", 1) for _ in range(3)))
START: Final = GAME.play.start(read_options({"rounds": 2}), len(PLAYERS)).text()
"""The beginning of a match of two rounds, fewer than the set-up sheet offers."""
SEED: Final = f"{888:032x}"
"""A pack with which two rounds are short and nearly always have all wanted moves; the computers discard at random."""
TRIES: Final = 3
"""Matches in which all wanted moves may come about."""
WANTED: Final = {"stock", "discard pile", "opening", "lay-off", "swap", "going out"}
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
def test_a_match_of_four_with_opening_lay_off_swap_a_power_cut_and_going_out(person: Person) -> None:
    for _ in range(TRIES):
        done, record = play(person)
        if done == WANTED:
            break
        assert person.close() == 0
        shutil.rmtree(person.home / "finished")
    assert done == WANTED
    positions: Any = record.match.positions
    ends = [one for one in positions if one.phase in OVER]
    assert all(end.winner is None or end.row()[end.winner] == 0 for end in ends)
    dealt = next(one for one in positions if one.round == 2 and one.phase not in ("deal", *OVER))
    assert dealt.scores == (ends[0].row(),)
    assert sum(map(len, (*dealt.hands, dealt.stock, dealt.discard))) == 108
    totals = [sum(rows) for rows in zip(*(end.row() for end in ends), strict=True)]
    outcome = present(record.match.outcome(), "outcome")
    assert outcome.reason == "rounds" and len(ends) == 2
    assert {totals[seat] for seat in outcome.winners} == {min(totals)}
    person.rest("result")
    assert person.close() == 0


def play(person: Person) -> tuple[set[str], Record]:
    """Play a match; return the kinds of moves in it, and its record."""
    lay_open(person, GAME, PLAYERS, position=START, sealed=DiceSeed(SEED))
    person.start()
    table = CardTable(person, len(PLAYERS))
    done = set[str]()
    plies = 1
    while True:
        record = wait_for(partial(on_turn, person, plies), f"the person's turn after {plies} plies")
        position: Any = record.match.position
        if position.phase in OVER:
            if record.match.outcome() is not None:
                return done, record
            count_up(person, position.round)
            plies = len(record.match.plies) + 1
            continue
        if position.lap == 2 and position.round == 1:
            person.resume()
        plies = play_turn(person, table, record, done)


def count_up(person: Person, number: int) -> None:
    person.rest(f"{number}-hands")
    person.click_at((500, 400))
    person.rest(f"{number}-pad")
    person.press_key("Return")
