"""How turns are seen at the card table: at the pace that is wished, shown again, taken back card by card."""

import json
from itertools import takewhile

import pygame
import pytest

from rules.record import Player
from scenes.games.ducale.film import FADE_SECONDS
from tests.rules.rami import position
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT
from tests.scenes.rummy import DUCALE, QUICK, after_a_lap, alone, card_clips, do, hand_of, turn
from tests.scenes.test_ducale_pad import before_the_end


def lap(driver: Driver) -> float:
    """The seconds that the others' turns take."""
    turn(driver)
    before = driver.app.moment
    driver.until(lambda: driver.facts.can_move and not driver.scene.stage.moving)
    return driver.app.moment - before


def test_computers_play_at_the_pace_that_is_wished(rummy: Tables) -> None:
    taken = {}
    for pace in ("slow", "normal", "instant"):
        driver = alone(rummy, animation="normal", card_pace=pace)
        taken[pace] = lap(driver)
    assert taken["instant"] < 0.5 < taken["normal"] < 0.7 * taken["slow"]


def test_a_key_shows_the_last_turns_again_and_leaves_the_match_as_it_is(rummy: Tables) -> None:
    driver = after_a_lap(rummy)
    now, plies, hand = dict(driver.stage.table), len(driver.match.plies), hand_of(driver)
    seen = []
    driver.strike(pygame.K_p)
    while driver.stage.moving:
        if driver.stage.again not in seen:
            seen.append(driver.stage.again)
        driver.step()
    assert seen == [1, 2, 3]
    assert driver.stage.table == now and len(driver.match.plies) == plies and hand_of(driver) == hand
    assert driver.facts.can_move


def test_what_is_shown_again_begins_after_ones_own_last_turn(rummy: Tables) -> None:
    driver = after_a_lap(rummy)
    match = driver.match
    first = driver.facts.turns_to_repeat.start
    assert match.plies[first - 1].move.seat == 0 and str(match.plies[first - 1].move).startswith("-")
    assert {ply.move.seat for ply in match.plies[first:]} == {1, 2, 3}
    driver.click("stock")
    assert driver.facts.turns_to_repeat.start == first


@pytest.mark.parametrize("stop", ["click", "escape", "key"])
def test_what_is_shown_again_can_be_stopped(rummy: Tables, stop: str) -> None:
    driver = after_a_lap(rummy)
    plies = len(driver.match.plies)
    driver.click_key("again")
    assert driver.stage.again == 1
    if stop == "click":
        driver.click(hand_of(driver)[0])
        assert driver.picked == {hand_of(driver)[0]}
    elif stop == "escape":
        driver.escape()
    else:
        driver.strike(pygame.K_p)
    assert not driver.stage.moving and driver.above is None and len(driver.match.plies) == plies


def test_with_reduced_motion_each_step_is_seen_for_a_while(rummy: Tables) -> None:
    driver = after_a_lap(rummy, reduced_motion=True)
    driver.strike(pygame.K_p)
    steps = len(driver.facts.turns_to_repeat)
    assert len(driver.stage.films) == steps and all(film.seconds > 0.2 for film in driver.stage.films)
    assert all(clip.seconds == FADE_SECONDS for film in driver.stage.films for clip in card_clips(film))
    driver.until(lambda: not driver.stage.moving)


def test_whoever_has_the_mouse_sees_the_others_turns_again_as_they_may(rummy: Tables) -> None:
    driver = rummy.table(ANNA, BERT, Player("computer", "Quick", 2), game=DUCALE, animation="off")
    for _ in range(2):
        driver.until(lambda: driver.scene.cloth.visible)
        driver.click(driver.scene.cloth.button)
        turn(driver)
    driver.until(lambda: driver.scene.cloth.visible)
    driver.strike(pygame.K_p)
    assert not driver.stage.moving, "the hands are covered"
    driver.click(driver.scene.cloth.button)
    seat = driver.match.position.to_move
    driver.strike(pygame.K_p)
    assert driver.stage.moving
    while driver.stage.moving:
        frame = driver.stage.frame()
        own = {
            token.look
            for target, tokens in driver.stage.table.items()
            if target.startswith(f"h{seat}:")
            for token in tokens
        }
        lying = [sprite.token.look for sprite in frame.sprites if sprite.y > driver.stage.ground.keys.bottom]
        assert set(lying) <= own
        driver.step()


def test_what_was_laid_comes_back_card_by_card_to_where_it_lay(rummy: Tables) -> None:
    driver = alone(rummy)
    driver.app.settings.animation = "normal"
    while True:
        driver.until(lambda: driver.facts.can_move)
        driver.settle()
        if driver.match.position.may_take():
            break
        turn(driver)
    driver.click("discard")
    driver.settle()
    move = next(move for move in driver.match.position.legal_moves() if str(move).startswith("M"))
    before = hand_of(driver)
    do(driver, move)
    driver.settle()
    laid = len(before) - len(hand_of(driver))
    assert laid >= 3
    driver.escape()
    film = driver.stage.films[0]
    assert not film.forward
    on_their_way = [clip for clip in card_clips(film) if clip.start[2] != clip.end[2]]
    assert len({clip.begins for clip in on_their_way}) == laid == len(on_their_way)
    driver.settle()
    assert hand_of(driver) == before


def test_cards_in_motion_lie_on_one_another_as_they_do_at_rest(rummy: Tables) -> None:
    driver = alone(rummy)
    driver.strike(pygame.K_r)
    driver.app.settings.animation = "normal"
    driver.click("stock")
    clips, high = card_clips(driver.stage.films[0]), driver.stage.ground.hand.h
    xs = [clip.end[0] for clip in clips if clip.start[2] == clip.end[2] == high]
    assert len(xs) >= 12 and xs == sorted(xs)


def test_a_swapped_card_lies_in_its_place_while_it_goes_there(rummy: Tables) -> None:
    position = before_the_end([["JH", "3C", "9S"], ["2D", "4D"]], [[0, 0]], 2)
    state = json.loads(position)
    for card in ("10H", "JK", "QH", "KH"):
        state["stock"].remove(card)
    state |= {"table": [{"id": 1, "by": 0, "cards": ["10H", "JK=JH", "QH", "KH"]}], "next_id": 2}
    driver = rummy.table(ANNA, QUICK, game=DUCALE, position=json.dumps(state, separators=(",", ":")), animation="off")
    driver.click("stock")
    driver.settle()
    driver.app.settings.animation = "normal"
    driver.click("h0:JH#1", "m1:JH")
    film = driver.stage.films[0]
    assert [target for target in film.last if target.startswith("m1:")] == ["m1:10H", "m1:JH", "m1:QH", "m1:KH"]
    xs = {clip.token.look: clip.end[0] for clip in card_clips(film)}
    assert xs["10H"] < xs["JH"] < xs["QH"] < xs["KH"]


def test_a_hand_is_dealt_from_left_to_right(rummy: Tables) -> None:
    driver = rummy.table(ANNA, QUICK, game=DUCALE, animation="normal")
    driver.until(lambda: bool(driver.match.plies))
    clips, high = card_clips(driver.stage.films[0]), driver.stage.ground.hand.h
    xs = [clip.end[0] for clip in clips if clip.end[2] == high]
    assert len(xs) == 13 and xs == sorted(xs)


@pytest.mark.parametrize(("pace", "rest"), [("slow", 0.9), ("normal", 0.5), ("quick", 0.0)])
def test_each_meld_of_a_computers_turn_is_seen_before_the_next(rummy: Tables, pace: str, rest: float) -> None:
    begun = position("KD KS 3H 5C", "7H 7S 7D 4C 5C 6C 9S 9H 9D AD QS", opened=[1], stock="8S 2C")
    driver = rummy.table(
        ANNA, QUICK, game=DUCALE, position=begun.text(), animation="normal", card_pace=pace, reduced_motion=False
    )
    driver.click("stock")
    driver.settle()
    driver.click("h0:KD#1", "discard")
    driver.until(lambda: any(str(ply.move).startswith("M") for ply in driver.match.plies) and driver.stage.moving)
    films = list(driver.stage.films)
    assert len(films) >= 4, "three melds and a discard"
    still = [takewhile(lambda segment: not segment.clips, film.segments) for film in films[-3:]]
    rests = [sum(segment.seconds for segment in segments) for segments in still]
    assert rest <= min(rests) <= rest + 0.4, f"seconds in which melds are seen: {rests}"
