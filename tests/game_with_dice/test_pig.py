"""A dice game that has rules alone, on the table and in the arena."""

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final

import pytest

import rules
from rules.ai import generic
from rules.ai.questions import Answer, Choose
from rules.contract import NATURE
from rules.lab import arena
from rules.record import Player
from scenes.app.game_card import card_of
from scenes.table.game_ui import ui_of, view_of
from tests.game_with_dice import DIE, GAME, KEY, Options, Position
from tests.rules import test_laws
from tests.rules.play import option_sets
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA
from tests.scenes.opponents import Mind

LAWS: Final = [
    law
    for name, law in vars(test_laws).items()
    if name.startswith("test_") and {"game", "options"} <= set(inspect.signature(law).parameters)
]
COMPUTER: Final = Player("computer", "", 1)
ENOUGH: Final = 5
"""Points with which the computer holds."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(rules.REGISTRY, KEY, "tests.game_with_dice")
    card_of.cache_clear()
    ui_of.cache_clear()
    view_of.cache_clear()
    yield
    card_of.cache_clear()
    ui_of.cache_clear()
    view_of.cache_clear()


def answer(question: Choose) -> Answer:
    position = question.position
    assert isinstance(position, Position)
    roll, hold = position.legal_moves()
    return Answer(question.id, (hold if position.pot >= ENOUGH else roll,))


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    made = Tables(monkeypatch)
    monkeypatch.setattr("scenes.table.runtime.EngineClient", partial(Mind, answer=answer))
    yield made
    made.clear()


@pytest.fixture
def drive(tables: Tables) -> Driver:
    return tables.table(ANNA, COMPUTER, game=GAME, options=Options("twenty"))


def faces(drive: Driver) -> list[str]:
    return [str(ply.move) for ply in drive.match.plies if ply.move.seat == NATURE]


def wait_for_person(drive: Driver) -> None:
    """Wait for the person's turn or the end; nothing says meanwhile that Nature is thinking."""

    def has_come() -> bool:
        position = drive.match.position
        assert position.to_move != NATURE or "thinking" not in drive.status
        return drive.match.outcome() is not None or (position.to_move == 0 and not drive.scene.stage.is_busy)

    drive.until(has_come)
    drive.step()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_pig_passes_the_laws(law: Callable[..., None]) -> None:
    options = option_sets(GAME)[0]
    law(**dict.fromkeys(inspect.signature(law).parameters, None) | {"game": GAME, "options": options})


def test_a_match_is_played_by_clicks_to_its_end(drive: Driver) -> None:
    while drive.match.outcome() is None:
        hold = drive.match.position.pot >= ENOUGH
        drive.click(next(t for t in drive.stage.table if t.endswith("1")) if hold else DIE)
        wait_for_person(drive)
    drive.until(lambda: drive.above is not None)
    assert "won" in drive.words() and len(faces(drive)) > 4
    drive.click("Watch it again")
    drive.run(0.5)
    drive.scene.act("review")
    drive.run(0.5)
    assert drive.above is not None and "Review" in drive.words()


def test_an_undone_throw_falls_the_same_way_again(drive: Driver) -> None:
    drive.click(DIE)
    wait_for_person(drive)
    first = drive.played()[:2]
    drive.undo()
    drive.settle()
    assert drive.played() == [] and drive.match.position == Position(20)
    drive.click(DIE)
    wait_for_person(drive)
    assert drive.played()[:2] == first


def test_a_saved_match_is_resumed_with_the_same_dice(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, game=GAME)
    drive.click(DIE)
    wait_for_person(drive)
    text = drive.app.storage.load_match(drive.scene.session.id)
    assert "Dice-Sealed" in text and "Dice-Seed" not in text
    again = tables.again(text)
    assert again.played() == drive.played()
    for table in (drive, again):
        table.click(DIE)
        wait_for_person(table)
    assert len(again.played()) >= 4 and again.played() == drive.played()


def test_arena_matches_of_a_pair_have_the_same_dice() -> None:
    pair = [arena.ArenaPairing(KEY, "random", "random", "random").play(number) for number in range(2)]
    assert all(match.reason == "goal" for match in pair)
    assert pair[0].start == pair[1].start


def test_the_generic_opponent_holds_what_wins() -> None:
    position = Position(20, (15, 19), pot=5)
    chosen = generic.OPPONENT.create(1).choose(position, generic.LEVELS[0], Random(1))
    assert [str(move) for move in chosen.moves] == ["hold"]
