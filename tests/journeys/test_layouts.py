"""Shortcuts with real keyboard layouts: by position in layouts without Latin letters, otherwise by letter."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from rules import get
from rules.match import Match
from rules.record import Player
from tests.journeys.driver import Person, wait_for
from tests.journeys.places import lay_open

pytestmark = pytest.mark.journey
GAME = get("double-draughts")
PEOPLE = Player("person", "Anna"), Player("person", "Bert")


def set_layout(*words: str) -> None:
    subprocess.run(["setxkbmap", *words], check=True)


@pytest.fixture(autouse=True)
def _american_again() -> Iterator[None]:
    yield
    set_layout("-layout", "us", "-variant", "")


@pytest.mark.parametrize(
    ("layout", "variant", "z"),
    [("ru", "", 52), ("gr", "", 52), ("il", "", 52), ("fr", "", 25), ("us", "dvorak", 61)],
    ids=["ru", "gr", "il", "fr", "dvorak"],
)
def test_ctrl_z_undoes_a_turn_in_every_keyboard_layout(person: Person, layout: str, variant: str, z: int) -> None:
    """`z` is the X keycode of the key that is meant: 52 is left of X on every keyboard."""
    match = Match(GAME.play)
    for _ in range(2):
        match.play(match.position.legal_moves()[0])
    lay_open(person, GAME, PEOPLE, moves=[ply.move for ply in match.plies])
    person.start()
    assert len(person.moves()) == 2
    set_layout("-layout", layout, "-variant", variant)
    subprocess.run(["xdotool", "sleep", "1", "key", f"ctrl+{z}"], check=True)
    wait_for(lambda: len(person.moves()) == 1, "the turn to be undone")
    assert person.close() == 0
