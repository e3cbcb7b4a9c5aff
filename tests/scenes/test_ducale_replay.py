"""How turns are seen at the card table: at the pace that is wished, shown again, taken back card by card."""

import json
from itertools import takewhile

import pygame
import pytest

from scenes.games.ducale.card_film import FADE_SECONDS
from tests.rules.rami import position
from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA
from tests.scenes.rummy import DUCALE, QUICK, alone, card_clips, hand_of, play_first_lap, play_own_turn
from tests.scenes.test_ducale_score_pad import before_the_end


def seconds_of_a_turn(rummy: Tables, pace: str) -> float:
    """Return how long a computer's turn takes."""
    driver = rummy.table(ANNA, QUICK, game=DUCALE, animation="off", card_pace=pace)
    driver.until(lambda: driver.facts.can_move)
    driver.app.settings.animation = "normal"
    play_own_turn(driver)
    before = driver.app.moment
    driver.until(lambda: driver.facts.can_move and not driver.scene.stage.has_film)
    return driver.app.moment - before


def test_computers_play_at_the_chosen_pace(rummy: Tables) -> None:
    slow, normal, instant = (seconds_of_a_turn(rummy, pace) for pace in ("slow", "normal", "instant"))
    assert instant < 0.5 < normal < 0.7 * slow


def test_replay_key_shows_the_last_turns_and_does_not_change_the_match(rummy: Tables) -> None:
    driver = play_first_lap(rummy)
    now, plies, hand = dict(driver.stage.table), len(driver.match.plies), hand_of(driver)
    seen = []
    driver.strike(pygame.K_p)
    while driver.stage.has_film:
        if driver.stage.replaying_seat not in seen:
            seen.append(driver.stage.replaying_seat)
        driver.step()
    assert seen == [1, 2, 3]
    assert driver.stage.table == now and len(driver.match.plies) == plies and hand_of(driver) == hand
    assert driver.facts.can_move


def test_replay_begins_after_the_persons_last_turn(rummy: Tables) -> None:
    driver = play_first_lap(rummy)
    first = driver.facts.plies_to_repeat.start
    before, *after = [ply.move for ply in driver.match.plies[first - 1 :]]
    assert before.seat == 0 and str(before).startswith("-") and {move.seat for move in after} == {1, 2, 3}
    driver.click("stock")
    assert driver.facts.plies_to_repeat.start == first


def test_replay_of_turns_can_be_stopped(rummy: Tables) -> None:
    driver = play_first_lap(rummy)
    plies = len(driver.match.plies)
    for stop in (driver.escape, lambda: driver.strike(pygame.K_p), lambda: driver.click(hand_of(driver)[0])):
        driver.click_key("again")
        assert driver.stage.replaying_seat == 1
        stop()
        assert not driver.stage.has_film and driver.above is None and len(driver.match.plies) == plies
    assert driver.picked == {hand_of(driver)[0]}, "the click counts"


def test_reduced_motion_shows_each_replayed_step_for_a_while(rummy: Tables) -> None:
    driver = play_first_lap(rummy, reduced_motion=True)
    driver.strike(pygame.K_p)
    steps = len(driver.facts.plies_to_repeat)
    assert len(driver.stage.films) == steps and all(film.seconds > 0.2 for film in driver.stage.films)
    assert all(clip.seconds == FADE_SECONDS for film in driver.stage.films for clip in card_clips(film))
    driver.until(lambda: not driver.stage.has_film)


def test_undone_meld_returns_card_by_card_to_its_old_places(rummy: Tables) -> None:
    begun = position("7H 4S 4D 4C KD", opened=[0], stock="9D")
    driver = rummy.table(ANNA, QUICK, game=DUCALE, position=begun.text(), animation="off")
    driver.click("stock")
    driver.settle()
    driver.app.settings.animation = "normal"
    before = hand_of(driver)
    driver.click("h0:4S#1", "h0:4D#1", "h0:4C#1", "felt")
    driver.settle()
    laid = len(before) - len(hand_of(driver))
    assert laid == 3
    driver.escape()
    film = driver.stage.films[0]
    assert not film.forward
    on_their_way = [clip for clip in card_clips(film) if clip.start[2] != clip.end[2]]
    assert len({clip.begins for clip in on_their_way}) == laid == len(on_their_way)
    driver.settle()
    assert hand_of(driver) == before


def test_moving_cards_overlap_as_at_rest(rummy: Tables) -> None:
    driver = alone(rummy)
    driver.strike(pygame.K_r)
    driver.app.settings.animation = "normal"
    driver.click("stock")
    clips, high = card_clips(driver.stage.films[0]), driver.stage.zones.hand.h
    xs = [clip.end[0] for clip in clips if clip.start[2] == clip.end[2] == high]
    assert len(xs) >= 12 and xs == sorted(xs)


def test_swapped_card_keeps_the_order_of_its_meld(rummy: Tables) -> None:
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


def test_hand_is_dealt_from_left_to_right(rummy: Tables) -> None:
    driver = rummy.table(ANNA, QUICK, game=DUCALE, animation="normal")
    driver.until(lambda: bool(driver.match.plies))
    clips, high = card_clips(driver.stage.films[0]), driver.stage.zones.hand.h
    xs = [clip.end[0] for clip in clips if clip.end[2] == high]
    assert len(xs) == 13 and xs == sorted(xs)


@pytest.mark.parametrize(("pace", "rest"), [("slow", 0.9), ("normal", 0.5), ("quick", 0.0)])
def test_computer_pauses_after_each_meld(rummy: Tables, pace: str, rest: float) -> None:
    begun = position("KD KS 3H 5C", "7H 7S 7D 4C 5C 6C 9S 9H 9D AD QS", opened=[1], stock="8S 2C")
    driver = rummy.table(ANNA, QUICK, game=DUCALE, position=begun.text(), animation="normal", card_pace=pace)
    driver.click("stock")
    driver.settle()
    driver.click("h0:KD#1", "discard")
    driver.until(lambda: any(str(ply.move).startswith("M") for ply in driver.match.plies) and driver.stage.has_film)
    films = list(driver.stage.films)
    assert len(films) >= 4, "three melds and a discard"
    still = [takewhile(lambda segment: not segment.clips, film.segments) for film in films[-3:]]
    rests = [sum(segment.seconds for segment in segments) for segments in still]
    assert rest <= min(rests) <= rest + 0.4, f"seconds in which melds are seen: {rests}"
