"""A match of cards on file: what has happened is there, also while nobody is to move."""

import os
import re
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from rules.contract import NATURE
from rules.ducale import GAME
from rules.ducale.policies import greedy
from rules.record import Player
from scenes.app.storage import Storage
from scenes.games.ducale.hand_order import face_of, is_in_hand
from scenes.table.record_headers import ARRANGED
from scenes.table.session import Session
from tests.scenes.driver import Tables
from tests.scenes.rummy import hand_of, play_first_lap


def test_end_of_a_round_is_saved_before_the_next_deal() -> None:
    storage = Storage()
    players = tuple(Player("person", name) for name in ("Anna", "Bert"))
    session = Session.begin(storage, GAME, GAME.play.options(), players)
    match, rng = session.match, Random(1)
    position: Any = match.position
    while position.phase not in ("end", "blocked"):
        if position.to_move == NATURE:
            match.play_chance(rng=rng)
        else:
            for move in greedy(position.seen_by(position.turn), rng):
                match.play(move)
        position = match.position
    session.save(storage)
    kept = Session.load(session.id, storage.load_match(session.id))
    assert kept.match.position == position
    assert [str(ply.move) for ply in kept.match.plies] == [str(ply.move) for ply in match.plies]


@pytest.mark.parametrize("closed", [True, False])
def test_arranged_hand_is_restored_after_closing_or_a_crash(rummy: Tables, closed: bool) -> None:
    driver = play_first_lap(rummy)
    driver.strike(pygame.K_r)
    driver.strike(pygame.K_LEFT)
    driver.strike(pygame.K_RIGHT, pygame.KMOD_LCTRL)
    arranged = hand_of(driver)
    assert arranged != sorted(arranged)
    if closed:
        driver.scene.leave()
    (file,) = (Path(os.environ["TABLIER_HOME"]) / "matches").glob("*.tablier")
    text = file.read_text(encoding="utf-8")
    again = rummy.again(text, match_id="again")
    assert hand_of(again) == arranged
    again.click("stock")
    again.settle()
    assert hand_of(again)[:-1] == arranged


def test_hand_order_is_saved_without_faces_and_not_exported(rummy: Tables) -> None:
    driver = play_first_lap(rummy)
    driver.strike(pygame.K_r)
    session = driver.scene.session
    told = next(line for line in session.text().splitlines() if line.startswith(ARRANGED))
    assert not any(face_of(card) in told.split() for card in hand_of(driver)) and "h0" not in told
    again = Session.load("again", session.text())
    assert ARRANGED not in again.write_export() and ARRANGED not in again.rematch(Storage()).text()


@pytest.mark.parametrize("damage", ["", "Arranged: 0 h0:AS\n", "Arranged: 0\n", "Arranged: é\n"])
def test_hand_with_an_unreadable_order_is_sorted_by_suit(rummy: Tables, damage: str) -> None:
    driver = play_first_lap(rummy)
    driver.strike(pygame.K_s)
    by_suit = hand_of(driver)
    driver.strike(pygame.K_r)
    text, found = re.subn(rf"^{ARRANGED}: .*\n", damage, driver.scene.session.text(), flags=re.MULTILINE)
    assert found == 1
    assert hand_of(rummy.again(text, match_id="damaged")) == by_suit


def test_saved_order_of_other_cards_changes_no_card(rummy: Tables) -> None:
    session = play_first_lap(rummy).scene.session
    session.hand_orders[0] = ("h0:AS", "h1:KD", "m1:0", "", *reversed(session.hand_orders[0]))
    again = rummy.again(session.text(), match_id="other")
    assert set(hand_of(again)) == {target for target in again.stage.table if is_in_hand(target, 0)}
