"""A small card table on a page: composed of few cards, played card by card, every card in sight."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules import get
from rules.ducale.cards import PACK, TEXTS
from rules.errors import TurnError
from scenes.games.ducale.card_diagram import TABLE_HEIGHT, TABLE_WIDTH, CardDiagram, arrange_diagram
from scenes.games.ducale.card_table import CardTable
from scenes.games.ducale.diagram_position import compose_position
from scenes.table.diagram import DiagramAnimation, read_diagram
from scenes.table.game_ui import ui_of
from tests.scenes.driver import Driver, visit

GAME = get("ducale")
CELL = 40
LAYING = """hand: 7H 8H KD 2C
melds: 4S 5S 6S | QH QD QC
stock: 9H
plays: +P:9H M[7H 8H 9H] -KD"""
SWAPPING = """hand: 6H KD 2C
melds: 4S 5S 6S | 6C 6D JK=6H
discard: 9C 7S
plays: +D L1[7S] X2[6H] L1[JK=8S] -KD"""


@pytest.fixture
def driver() -> Iterator[Driver]:
    person = visit((1280, 800), animation="normal")
    yield person
    person.app.close()


def drawn(driver: Driver, text: str) -> CardDiagram:
    view = ui_of("ducale").view()
    assert isinstance(view, CardTable)
    return CardDiagram(driver.app, GAME, view, text)


def test_stock_has_the_rest_of_two_packs() -> None:
    state: Any = json.loads(
        compose_position({"hand": "7H 7H JK", "melds": "4S 5S JK=6S", "stock": "9H 2C", "discard": "KD"})
    )
    assert (
        state["stock"][:2] == ["9H", "2C"] and state["discard"] == ["KD"] and state["hands"][0] == ["7H", "7H", "JK"]
    )
    melds = [card.partition("=")[0] for meld in state["table"] for card in meld["cards"]]
    everything = [*state["stock"], *state["discard"], *melds, *(card for hand in state["hands"] for card in hand)]
    assert sorted(everything) == sorted(TEXTS[card] for card in PACK) and len(everything) == 108
    assert state["opened"] == [True, False]


def test_new_stock_has_all_discards_except_the_top_card(driver: Driver) -> None:
    """Bug: the page about the empty stock had no example to be played."""
    diagram = drawn(driver, "hand: 7H 8H KD QS\ndiscard: 9H 4C\nstock: -\nplays: ~ +P:9H M[7H 8H 9H] -KD")
    position: Any = diagram.content.position
    before = json.loads(position.text())
    assert before["stock"] == [] and before["discard"][-2:] == ["9H", "4C"]
    restocking, turn = diagram.content.plays
    for move in restocking:
        position = position.play(move)
    made = json.loads(position.text())
    assert made["discard"] == ["4C"] and sorted(made["stock"]) == sorted(before["discard"][:-1])
    for move in turn:
        position = position.play(move)
    assert json.loads(position.text())["hands"][0] == ["QS"]
    reel = diagram.play(CELL, 0)
    reel.finish()
    assert not reel.update()


def test_impossible_cards_in_a_diagram_are_refused() -> None:
    with pytest.raises(ValueError, match="not so many 7H"):
        read_diagram(GAME, "hand: 7H 7H 7H")
    with pytest.raises(TurnError):
        read_diagram(GAME, "hand: 7H 8H KD\nstock: 9H\nplays: +P:9H M[7H 8H KD]")


@pytest.mark.parametrize("text", [LAYING, SWAPPING])
def test_diagram_turn_is_legal_and_its_cards_lie_within_the_picture(driver: Driver, text: str) -> None:
    diagram = drawn(driver, text)
    assert diagram.can_play and len(diagram.content.plays) == 1
    position = diagram.content.position
    for move in diagram.content.plays[0]:
        assert move in position.legal_moves() or move.seat == position.to_move
        position = position.play(move)
    places = arrange_diagram(position.table(), CELL, 0)
    for target, lying in places.items():
        if not target.startswith("h1"):
            assert all(0 < x < TABLE_WIDTH * CELL and 0 < y < TABLE_HEIGHT * CELL for x, y, *_ in lying), target


def test_card_diagram_is_described_with_numbered_melds(driver: Driver) -> None:
    """Bug: it was read with “{n}” in the place of a meld’s number."""
    assert "Meld 1: the 4 of spades" in drawn(driver, SWAPPING).describe()


def test_card_diagram_plays_to_its_end_from_its_first_picture(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(driver.app, "now", lambda: clock[0])
    diagram = drawn(driver, LAYING)
    reel: DiagramAnimation = diagram.play(CELL, 0)
    before = diagram.picture(CELL)
    assert reel.update() and reel.picture().get_size() == before.get_size()
    seen = set()
    for frame in range(400):
        clock[0] = frame * 0.02
        running = reel.update()
        seen.add(reel.picture().get_buffer().raw)
        if not running:
            break
    assert not running and len(seen) > 20
    after = reel.picture().get_buffer().raw
    assert after != before.get_buffer().raw
    reel = diagram.play(CELL, 0)
    reel.update()
    reel.finish()
    assert not reel.update() and reel.picture().get_buffer().raw == after
