"""A match is played to its end, looked up in the statistics, and saved from there as a table, by real mouse."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from rules.double_draughts import GAME
from rules.match import Match
from rules.record import Player
from scenes.app.app import App
from scenes.app.stack import Scene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.statistics.scene import StatisticsScene
from tests.checks import present
from tests.journeys.driver import Person, middle_of, wait_for, widget_of
from tests.journeys.places import Board, lay_open, result
from tests.journeys.screens import depart, reach, until

pytestmark = pytest.mark.journey

KEY: Final = GAME.key
BLACK, WHITE = Player("person", "Anna"), Player("person", "Bert")


def won_by_one_move() -> list[Any]:
    """The moves of a match that its last move wins, by chance alone."""
    for seed in range(1000):
        rng, match = Random(seed), Match(GAME.play)
        while match.outcome() is None:
            match.play(rng.choice(list(match.position.legal_moves())), 0.0)
        *_, before, last = match.plies
        outcome = match.outcome()
        if outcome is not None and len(outcome.winners) == 1 and before.move.seat != last.move.seat:
            return [ply.move for ply in match.plies]
    raise AssertionError("nobody ever wins")


def saving(app: App) -> Scene:
    scene = StatisticsScene(app)
    app.stack.push(scene)
    widget_of(scene, "statistics.export").press()
    return present(app.stack.top, "scene")


def test_a_finished_match_is_counted_and_saved_as_a_table(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = tmp_path / "person" / "Documents"
    documents.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(documents.parent))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(documents.parent / ".config"))
    *moves, last = won_by_one_move()
    lay_open(person, GAME, (BLACK, WHITE), moves=moves)
    (record,) = person.records("matches")
    gesture = record.match.position.gesture(last)
    board = Board(person, KEY, record.match.position.to_move)
    person.start()
    person.rest()

    until(person, lambda: board.move(gesture), lambda: person.records("finished"), "the finished match on file")
    wait_for(lambda: next(person.home.glob("statistics-*.json"), None), "its entry in the statistics")
    leave = reach(
        person, result, lambda: None, lambda scene: scene.keys[-1].rect.center, part=lambda scene: scene.sheet.rect
    )
    person.look("result")
    depart(person, lambda: person.click_at(leave))
    opening = partial(person.press, MenuScene, "menu.statistics")
    shown = reach(person, StatisticsScene, opening, lambda scene: middle_of(scene, "statistics.export"))
    person.look("statistics")
    save = reach(person, saving, lambda: person.click_at(shown), lambda scene: middle_of(scene, "exchange.save"))
    person.look("saving")
    (table,) = until(person, lambda: person.click_at(save), lambda: list(documents.glob("*.csv")), "the table")
    lines = list(csv.DictReader(table.read_text(encoding="utf-8-sig").splitlines()))
    winner = last.seat
    assert [(line["player"], line["result"], line["game"]) for line in lines] == [
        (player.name, "won" if seat == winner else "lost", KEY) for seat, player in enumerate((BLACK, WHITE))
    ]
    assert person.close() == 0
