"""Ducart by real mouse: a game against level 1 in which every kind of Ability is used."""

from __future__ import annotations

import re
import shutil
import time
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from rules.ai.opponents import opponent
from rules.contract import Position
from rules.ducart import GAME
from rules.ducart.advice import caution
from rules.ducart.moves import Act
from rules.match import Match
from rules.record import Player, Record
from rules.search.level import full_strength
from tests.journeys.driver import Person, wait_for
from tests.journeys.places import Board, lay_open, record_after_answer

pytestmark = pytest.mark.journey

START: Final = "k5zk/5w2/1w6/4c3/3C4/2ZWH3/4W~1TW/K3W2L g - g 0 0 -"
"""A middle game in which Gold has all seven kinds of pieces, a slept one, and four Sweepers against two."""
WANTED: Final = {
    "push": re.compile(r"C..>"),
    "sleep": re.compile(r"Z..~"),
    "keep": re.compile(r"K..\^"),
    "steal": re.compile(r"T..<>"),
    "heal": re.compile(r"H..\+"),
    "leap": re.compile(r"L..-..-"),
}
TRIES: Final = 3
"""Matches in which all kinds may come about: what level 1 does is left to chance, and one in forty lacks a kind."""
NODES: Final = 3_000
"""The person's budget for a turn that isn't wanted for its kind."""


def described(position: Position) -> list[str]:
    return position.text().split()[:2]


def decide(match: Match, used: set[str]) -> Act:
    """Choose a turn for the person: a kind of turn that hasn't been played yet, or a good one, but none twice."""
    position: Any = match.position
    before = [described(one) for one in match.positions]
    harmless: list[Act] = [act for act in position.acts() if caution(position, act) is None]
    harmless = [act for act in harmless if described(position.play(act)) not in before] or harmless
    if used != WANTED.keys():
        harmless = [act for act in harmless if position.play(act).outcome() is None] or harmless
    for name, form in WANTED.items():
        found = [act for act in harmless if form.match(str(act))]
        if name not in used and found:
            return found[0]
    choice: Any = opponent(GAME.key).choose(position, full_strength(NODES, None), Random(1)).moves[0]
    return next((act for act in harmless if act == choice), harmless[0])


def test_a_game_against_level_1_with_every_kind_of_ability(person: Person) -> None:
    for _ in range(TRIES):
        used, record = play(person)
        if used == WANTED.keys():
            break
        assert person.close() == 0
        shutil.rmtree(person.home / "finished")
    assert used == WANTED.keys()
    outcome = record.match.outcome()
    assert outcome is not None
    time.sleep(1.5)
    person.look("result")
    assert person.close() == 0


def play(person: Person) -> tuple[set[str], Record]:
    lay_open(person, GAME, (Player("person", "Anna"), Player("computer", "", 1)), position=START)
    person.start()
    person.look("table")
    used: set[str] = set()
    board = Board(person, GAME.key, 0)
    plies = 0
    while True:
        record = wait_for(partial(record_after_answer, person, plies - 1), f"{plies} plies")
        if record.match.outcome() is not None:
            return used, record
        if plies == 3:
            person.resume()
        position: Any = record.match.position
        act = decide(record.match, used)
        gesture = position.gesture(act)
        (start,) = gesture.pick
        board.click(start, pause=0.35)
        names = [name for name, form in WANTED.items() if form.match(str(act)) and name not in used]
        if names:
            time.sleep(0.25)
            person.look(f"{names[0]}-marked")
        board.click(gesture.drop)
        used.update(names)
        plies = len(record.match.plies) + 1
        grown = partial(lambda least: len(person.moves()) >= least, plies)
        wait_for(grown, f"the turn {act} after {len(record.match.plies)} plies")
        if names:
            person.look(f"{names[0]}-done")
