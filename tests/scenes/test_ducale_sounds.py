"""What is heard at the card table."""

import pygame
import pytest

from scenes.games.ducale.card_film import BACK, FELT_SECONDS, SLIDE_SECONDS, CardFilm
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA
from tests.scenes.rummy import DUCALE, QUICK, alone, card_clips, hand_of, play_own_turn, play_round


def test_deal_plays_riffle_deal_and_turn_over_sounds(rummy: Tables, heard: list[str]) -> None:
    driver: Driver = rummy.table(ANNA, QUICK, game=DUCALE, animation="normal")
    driver.until(lambda: driver.match.plies and not driver.scene.stage.has_film)
    assert heard[0] == "riffle" and heard.count("deal") == 13
    assert heard[heard.index("deal") :].index("turn-over") == 13


def test_handling_cards_plays_their_sounds(rummy: Tables, heard: list[str]) -> None:
    driver = alone(rummy)
    heard.clear()
    driver.click("stock")
    driver.settle()
    driver.click(hand_of(driver)[0])
    driver.strike(pygame.K_r)
    driver.click("discard")
    driver.step()
    assert heard[:4] == ["card-slide", "pick", "sort", "felt"]


def test_end_of_a_round_plays_the_pencil_once(rummy: Tables, heard: list[str]) -> None:
    driver = alone(rummy)
    play_round(driver)
    driver.settle()
    assert heard.count("pencil") == 1
    heard.clear()
    driver.strike(pygame.K_RETURN)
    assert "page" in heard


def test_card_sound_comes_just_before_the_card_lands(rummy: Tables) -> None:
    driver = alone(rummy)
    driver.app.settings.animation = "normal"
    play_own_turn(driver)
    films: dict[int, CardFilm] = {}
    hidden = set()
    for _ in range(300):
        driver.step()
        films |= {id(film): film for film in driver.stage.films}
    for film in films.values():
        felt = [cue.time for cue in film.cues if cue.sound == "felt"]
        if len(film.segments) == 1 and len(felt) == len(film.cues) > 0:
            laid = [clip for clip in card_clips(film) if clip.start[2] != clip.end[2]]
            assert sorted(
                clip.begins + clip.seconds - (SLIDE_SECONDS - FELT_SECONDS) for clip in laid
            ) == pytest.approx(felt)
            hidden |= {clip.former_token == BACK for clip in laid}
    assert hidden == {True, False}
