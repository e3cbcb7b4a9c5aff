"""Card tables with greedy computer players, and turns played on them by mouse."""

from random import Random
from typing import Any, Final

from rules import get
from rules.ai.questions import Answer
from rules.ducale.policies import greedy
from rules.record import Player
from scenes.surfaces.clips import Clip
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA
from tests.scenes.opponents import Mind, first_turn

DUCALE: Final = get("ducale")
QUICK: Final = Player("computer", "Quick", 2)
SEED: Final = "03" * 16


def answer_greedily(ask: Any) -> Answer:
    if ask.game != DUCALE.key:
        return first_turn(ask)
    view: Any = ask.position
    return Answer(ask.id, tuple(greedy(view, Random(1))))


class Rummy(Mind):
    def __post_init__(self) -> None:
        super().__post_init__()
        self.answer = answer_greedily


def alone(tables: Tables, **settings: Any) -> Driver:
    driver = tables.table(ANNA, QUICK, QUICK, QUICK, game=DUCALE, **{"animation": "off", **settings})
    driver.until(lambda: driver.facts.can_move)
    driver.settle()
    return driver


def card_clips(film: Any) -> list[Clip]:
    """Return the clips of cards in an animation, without ribbons and gleams."""
    clips = [clip for segment in film.segments for clip in segment.clips]
    return [clip for clip in clips if not clip.is_under and not clip.token.look.startswith("effects/")]


def hand_of(driver: Driver) -> list[str]:
    return list(driver.stage.hand.order)


def make_move(driver: Driver, move: Any) -> None:
    gesture = driver.match.position.gesture(move)
    if gesture.drop is None:
        driver.click(*gesture.pick)
        return
    driver.click(*sorted(gesture.pick))
    if gesture.drop == "felt":
        driver.click(driver.app.words("cards.key.lay"))
    else:
        driver.click(gesture.drop)
    strip: Any = driver.strip
    if strip is not None:
        strip._close([option[0] for option in strip.options].index(move))
        driver.step()


def play_own_turn(driver: Driver) -> None:
    seat = driver.match.position.to_move
    while driver.match.position.to_move == seat:
        driver.settle()
        for move in greedy(driver.match.position.seen_by(seat), Random(1)):
            make_move(driver, move)
            assert driver.match.plies[-1].move == move


def play_round(driver: Driver) -> None:
    while True:
        driver.until(lambda: driver.facts.can_move or driver.facts.chance.is_between_rounds)
        if driver.facts.chance.is_between_rounds:
            return
        play_own_turn(driver)


def play_first_lap(rummy: Tables, **settings: Any) -> Driver:
    driver = alone(rummy, **settings)
    play_own_turn(driver)
    driver.until(lambda: driver.facts.can_move)
    driver.settle()
    return driver


def draw_card(rummy: Tables, **settings: Any) -> Driver:
    driver = alone(rummy, **settings)
    driver.click("stock")
    driver.settle()
    return driver
