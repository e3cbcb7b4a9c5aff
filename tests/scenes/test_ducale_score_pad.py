"""The score pad: beside the table, on the sheet of the result, and as a whole with the course of the totals."""

import json
from typing import Any

import pygame
import pytest

from rules.common.dice import DiceSeed
from rules.contract import Outcome
from rules.ducale.dealing import sealed_move
from rules.record import Player
from scenes.games.ducale.score_sheet import ScorePad, ScoreSheet, column_headings
from scenes.screens.result import ResultScene
from scenes.table import result_text
from scenes.ui.label import Label
from tests.rows import rows
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT
from tests.scenes.rummy import DUCALE, QUICK, SEED


def before_the_end(hands: list[list[str]], scores: list[list[int]], rounds: int) -> str:
    """The state of a match in whose last round the first seat is to play, and everybody has opened."""
    start: Any = DUCALE.play.start(DUCALE.play.options(), len(hands))
    state = json.loads(start.play(sealed_move(start, DiceSeed(SEED))).text())
    pack = [card for hand in state["hands"] for card in hand] + state["stock"] + state["discard"]
    for card in (card for hand in hands for card in hand):
        pack.remove(card)
    state |= {"opts": {"rounds": rounds}, "round": len(scores) + 1, "turn": 0, "dealer": len(hands) - 1}
    state |= {"hands": hands, "opened": [True] * len(hands), "stock": pack[1:], "discard": pack[:1], "scores": scores}
    return json.dumps(state, separators=(",", ":"))


def play_out(rummy: Tables, players: tuple[Player, ...], scores: list[list[int]], **settings: Any) -> Driver:
    losers = [["JD", "QD"], ["KH", "QH"], ["JS", "JC"], ["KC", "KS"], ["10C", "10S"]]
    position = before_the_end([["4S", "4H", "4D"], *losers[: len(players) - 1]], scores, len(scores) + 1)
    driver = rummy.table(*players, game=DUCALE, position=position, animation="off", **settings)
    driver.step()
    if driver.scene.board_cover.visible:
        driver.click(driver.scene.board_cover.button)
    driver.click("stock")
    driver.settle()
    driver.click("h0:4S#1", "h0:4H#1", "h0:4D#1")
    driver.strike(pygame.K_l)
    driver.settle()
    driver.click(*driver.stage.hand.order, "discard")
    driver.until(lambda: driver.above is not None)
    return driver


def headline(driver: Driver) -> str:
    assert isinstance(driver.above, ResultScene)
    return str(driver.above.sheet.label)


def test_result_shows_the_score_pad_which_opens_the_score_sheet(rummy: Tables) -> None:
    driver = play_out(rummy, (ANNA, QUICK, QUICK), [[0, 30, 131], [14, 0, 22]])
    pad = driver.the(ScorePad)
    assert pad.rows == ((0, 30, 131), (14, 0, 22), (0, 20, 20)) and pad.totals == (14, 50, 173)
    assert pad.winners == {0} and headline(driver) == "You won"
    driver.click(pad)
    assert isinstance(driver.above, ScoreSheet)
    driver.escape()
    assert headline(driver) == "You won"


def test_result_with_large_text_omits_the_length_and_stays_in_the_window(rummy: Tables) -> None:
    scores = [[0, 30, 131, 12], [14, 0, 22, 87], [35, 61, 0, 5]]
    driver = play_out(rummy, (ANNA, QUICK, QUICK, QUICK), scores, text_scale=150, language="fr")
    result: Any = driver.above
    headline, detail = driver.all_of(Label)
    window = driver.app.surface.get_rect()
    assert all(window.contains(part.rect) for part in (*result.buttons, headline, detail, driver.the(ScorePad)))
    assert result.sheet.rect == driver.scene.sidebar.panel.rect, "Bug: it lay over the leather rim"
    driver.app.settings.text_scale = 100
    driver.app.apply_settings()
    lines = driver.all_of(Label)[2:]
    assert lines and all(window.contains(line.rect) for line in lines)


@pytest.mark.parametrize(
    ("players", "scores", "language", "winners", "told"),
    [
        ((ANNA, BERT, QUICK), [20, 0, 0], "en", {0, 1, 2}, "Anna, Bert and East won together"),
        ((ANNA, QUICK, BERT), [20, 0, 30], "fr", {0, 1}, "Anna et Ouest gagnent à égalité"),
        ((ANNA, QUICK), [20, 0], "en", {0, 1}, "You won, level with North"),
    ],
    ids=["three", "two of three", "a person and a computer"],
)
def test_all_players_with_the_fewest_points_have_won(
    rummy: Tables, players: tuple[Player, ...], scores: list[int], language: str, winners: set[int], told: str
) -> None:
    driver = play_out(rummy, players, [scores], language=language)
    assert set(driver.match.outcome().winners) == winners == driver.the(ScorePad).winners
    assert headline(driver) == told


def test_mouse_wheel_scrolls_the_score_pad_to_earlier_rounds(rummy: Tables) -> None:
    scores = [[n, 20 - n] for n in range(16)]
    driver = play_out(rummy, (ANNA, QUICK), scores)
    driver.app.stack.pop("score-sheet")
    driver.run(0.4)
    pad = driver.the(ScorePad)
    assert pad.scroll.is_needed() and pad.scroll.offset == pad.scroll.content_height - pad.rect.height
    driver.move(pad.rect.center)
    for _ in range(9):
        driver.post(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0, flipped=False, which=0)
    assert pad.scroll.offset == 0


@rows
def test_column_headings_are_whole_names_or_distinct_short_names(
    rummy: Tables, names: list[str], wide: int, told: list[str]
) -> None:
    theme = rummy.app().theme
    found = column_headings(theme, names, wide)
    assert found == told and all(theme.width(name, "small") <= wide for name in found)


def test_tooltip_of_the_score_pad_has_all_names_whole(rummy: Tables) -> None:
    players = (Player("person", ""), *[Player("computer", "", 1)] * 5)
    driver = rummy.table(*players, game=DUCALE, language="fr", animation="off")
    driver.frames()
    words = driver.app.words
    pad, names = (
        driver.the(ScorePad),
        [words("table.you"), *(words(f"games.ducale.seat.{seat}") for seat in range(1, 6))],
    )
    assert pad.tip == " · ".join(names)


@pytest.mark.parametrize(
    ("points", "place"), [((30, 0, 50, 10), "3 of 4"), ((60, 0, 50, 10), "4 of 4"), ((0, 5, 5, 5), "")]
)
def test_result_says_the_persons_own_place(rummy: Tables, points: tuple[int, ...], place: str) -> None:
    drive = rummy.table(ANNA, QUICK, QUICK, QUICK, game=DUCALE, animation="off")
    outcome = Outcome("points", (points.index(min(points)),), points)
    told = result_text.place_text(drive.app.words, drive.scene.session, outcome)
    assert told == (f"Your place: {place}." if place else "")
