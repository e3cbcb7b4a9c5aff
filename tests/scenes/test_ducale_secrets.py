"""What may be seen at the card table, and when: looking back, passing the mouse, copying."""

from typing import Any

import pygame
import pytest

from rules.ai.questions import ChooseByEngine
from rules.ducale import GAME
from rules.ducale.cards import HIDDEN
from rules.record import Player
from scenes.table import sealed_chance
from scenes.table.session import Session
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT
from tests.scenes.rummy import DUCALE, QUICK, after_a_lap, alone, play_round, turn
from tests.scenes.test_ducale_pad import play_out


def open_hands(driver: Driver) -> set[str]:
    table = driver.scene.stage.table
    return {target.partition(":")[0] for target in table if target[0] == "h" and ":" in target}


def test_looking_back_during_a_match_shows_no_other_hand(rummy: Tables) -> None:
    driver = after_a_lap(rummy)
    for key in [pygame.K_PAGEUP] * 4 + [pygame.K_PAGEDOWN] * 4 + [pygame.K_HOME, pygame.K_END]:
        driver.strike(key)
        assert open_hands(driver) <= {"h0"}
        driver.settle()
        assert open_hands(driver) <= {"h0"}


def test_after_the_match_looking_back_shows_all_hands(rummy: Tables) -> None:
    driver = play_out(rummy, (ANNA, QUICK, QUICK), [[0, 30, 131]])
    driver.escape()
    driver.strike(pygame.K_HOME)
    driver.settle()
    assert open_hands(driver) == {"h0", "h1", "h2"}
    driver.strike(pygame.K_PAGEDOWN)
    driver.settle()
    assert open_hands(driver) == {"h1", "h2"}


def test_while_the_mouse_is_passed_on_looking_back_shows_nobodys_cards(rummy: Tables) -> None:
    driver = rummy.table(ANNA, BERT, game=DUCALE, animation="off")
    driver.until(lambda: driver.scene.cloth.visible)
    driver.click(driver.scene.cloth.button)
    turn(driver)
    driver.strike(pygame.K_PAGEUP)
    assert open_hands(driver) == set()
    driver.escape()
    driver.until(lambda: driver.scene.cloth.visible)
    assert open_hands(driver) == set()


@pytest.mark.parametrize("action", ["copy-position", "copy-record", "copy-ducale-record", "save-file"])
def test_nothing_that_tells_hands_is_copied_while_the_match_goes_on(
    rummy: Tables, action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr("pygame.scrap.put_text", copied.append)
    driver = alone(rummy)
    driver.scene.actions[action]()
    assert not copied and driver.above is None
    assert driver.toast == "While the round goes on, the match as text would show everybody’s cards."


def test_between_two_rounds_the_match_may_be_given_away(rummy: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr("pygame.scrap.put_text", copied.append)
    driver = alone(rummy)
    play_round(driver)
    driver.settle()
    for action in ("copy-record", "copy-ducale-record", "copy-position"):
        driver.scene.actions[action]()
    hands = driver.match.position.hands
    shown: list[Any] = [GAME.text.read(copied[2]), Session.load("given", copied[0]).match.position]
    assert len(copied) == 3 and all(position.hands == hands for position in shown)
    assert sealed_chance.SCRAMBLED not in copied[0], "the deals to come are not in it"


def test_an_engine_on_a_seat_of_a_card_table_is_told_what_its_seat_sees(rummy: Tables) -> None:
    """Bug: a record can seat one there, and all that was dealt went to its process."""
    driver = rummy.table(ANNA, Player("engine", "Nosy"), game=DUCALE, animation="off", engine="/usr/bin/false")
    driver.until(lambda: bool(driver.mind.asked) or driver.facts.can_move)
    if driver.facts.can_move:
        turn(driver)
        driver.until(lambda: bool(driver.mind.asked))
    question = driver.mind.asked[-1]
    assert isinstance(question, ChooseByEngine) and question.moves
    dealt: Any = question.moves[0]
    assert len([card for card in dealt.pack if card != HIDDEN]) == 14, "its own hand, and the first discard"
    assert question.position == driver.match.position.seen_by(1)


def test_each_person_finds_the_hand_in_the_order_left(rummy: Tables) -> None:
    driver = rummy.table(ANNA, BERT, game=DUCALE, animation="off")
    left: dict[int, list[str]] = {}
    for _ in range(4):
        driver.until(lambda: driver.scene.cloth.visible)
        driver.click(driver.scene.cloth.button)
        seat = driver.match.position.to_move
        cards = [card for card in driver.stage.sight.order if card in left.get(seat, driver.stage.sight.order)]
        assert cards == [card for card in left.get(seat, cards) if card in cards]
        driver.strike(pygame.K_r)
        turn(driver)
        left[seat] = [card for card in driver.stage.orders[seat] if card in driver.stage.sight.order]
    assert left[0] and left[1]
