"""Ducart with clocks and by mail, by real mouse: a minute that is lost, a menu that stops time, two windows."""

import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from rules.contract import Seat, Target
from rules.ducart import GAME
from rules.record import write_options
from scenes.screens.import_export import OpenMatchScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.setup.scene import SetupScene
from tests.checks import present
from tests.journeys.driver import ROOT, SIZE, Person, wait_for
from tests.journeys.places import Board, open_table

pytestmark = pytest.mark.journey

KEY = GAME.key
BETWEEN = 0.3
"""Seconds between two clicks."""
LATE = """\
Tablier: 1
Game: ducart
Options: first=gold hundred=counted timed=yes
Clock: none
Seat 0: person Anna
Seat 1: computer 1 Clockmaker
Spent: 52.0

0 Wd2-d3 4.0
1 We7-e6 1.0
"""
"""Anna has eight seconds left for her second turn."""


def wait(person: Person, grown: Callable[[list[str]], bool], what: str) -> list[str]:
    return wait_for(lambda: moves if grown(moves := person.moves()) else None, what)


def click(person: Person, *targets: Target, bottom: Seat) -> None:
    Board(person, KEY, bottom).click(*targets, pause=BETWEEN)


def test_a_timed_match_loses_a_minute_and_goes_on(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "late.tablier"
    file.write_text(LATE, encoding="utf-8")
    person.start(str(file))
    time.sleep(1.0)
    person.look("covered")
    time.sleep(9.0)
    assert person.moves() == ["Wd2-d3", "We7-e6"], "nobody has started the clocks again"

    person.press(open_table, "clock.on")
    time.sleep(1.0)
    person.look("running")
    person.press_key("Escape")
    time.sleep(9.0)
    person.look("menu")
    assert person.moves() == ["Wd2-d3", "We7-e6"], "the menu has stopped them"
    person.press_key("Escape")
    click(person, "e2", bottom=0)
    person.look("short")

    moves = wait(person, lambda moves: len(moves) >= 4, "the lost minute, and the computer's turn")
    assert moves[2] == "time" and moves[3] not in ("time", "hour")
    time.sleep(0.6)
    person.look("lost")
    record = present(person.newest("matches"), "record of a match")
    assert record.match.plies[2].seconds == pytest.approx(60.0, abs=0.2)
    assert record.match.plies[3].seconds < 20, "the computer doesn't burn its minute"

    square = next(
        str(move)[1:6]
        for move in record.match.position.legal_moves()
        if str(move)[0] == "W" and "-" in str(move) and str(move)[1] == str(move)[4]
    )
    click(person, square[:2], square[3:], bottom=0)
    moves = wait(person, lambda moves: len(moves) >= 5, "the person's turn")
    assert moves[4] == f"W{square}"
    assert person.close() == 0


@pytest.fixture
def two(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Person, Person]]:
    pictures = ROOT / "var" / "journeys" / request.node.name
    both = []
    for number, name in enumerate(("anna", "bert")):
        home = tmp_path / name
        home.mkdir()
        settings: dict[str, object] = {"language": "en", "window": list(SIZE), "animation": "fast"}
        if name == "anna":
            setup = {"seats": ["person", "mail"], "options": {"first": "gold", "swap": True, "hundred": "counted"}}
            settings |= {"setups": {KEY: setup}, "players": ["Anna", "Bert"]}
        (home / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        both.append(Person(home, pictures / name, (number * (SIZE[0] + 20), 0)))
    yield both[0], both[1]
    for one in both:
        one.leave()


def test_two_windows_play_by_mail(two: tuple[Person, Person]) -> None:
    anna, bert = two
    anna.start()
    anna.press(MenuScene, f"games.{KEY}.name")
    time.sleep(0.8)
    anna.look("setup")
    anna.press(partial(SetupScene, key=KEY), "setup.start")
    time.sleep(0.8)
    click(anna, "d2", "d3", bottom=0)
    wait(anna, lambda moves: moves == ["Wd2-d3"], "Anna's turn")
    time.sleep(0.6)
    anna.look("letter")
    anna.press(open_table, "mail.copy")
    time.sleep(0.4)
    anna.look("copied")

    bert.start()
    bert.press(MenuScene, "menu.open")
    time.sleep(0.6)
    bert.press(OpenMatchScene, "exchange.from_clipboard")
    time.sleep(0.8)
    bert.look("first-letter")
    record = wait_for(lambda: bert.newest("matches"), "the match that the letter has opened")
    assert bert.moves() == ["Wd2-d3"]
    assert {"swap=yes", "hundred=counted"} <= set(write_options(record.match.options).split())

    click(bert, "e7", "e6", bottom=1)
    wait(bert, lambda moves: len(moves) == 2, "Bert's turn")
    time.sleep(0.6)
    bert.press(open_table, "mail.copy")
    time.sleep(0.3)
    anna.press_key("ctrl+v")
    wait(anna, lambda moves: moves == ["Wd2-d3", "We7-e6"], "Bert's letter")
    time.sleep(0.6)
    anna.look("answer")

    anna.press_key("ctrl+v")
    time.sleep(0.6)
    anna.look("old-letter")
    assert anna.moves() == ["Wd2-d3", "We7-e6"], "an old letter changes nothing"
    anna.press_key("Escape")
    time.sleep(0.3)
    click(anna, "b1", "c3", bottom=0)
    wait(anna, lambda moves: len(moves) == 3, "Anna's second turn")
    time.sleep(0.6)
    anna.press(open_table, "mail.copy")
    time.sleep(0.3)
    bert.press_key("ctrl+v")
    wait(bert, lambda moves: moves == ["Wd2-d3", "We7-e6", "Cb1-c3"], "Anna's second letter")
    here, there = anna.newest("matches"), bert.newest("matches")
    assert here is not None and there is not None
    assert here.match.position == there.match.position
    assert anna.close() == 0 and bert.close() == 0
