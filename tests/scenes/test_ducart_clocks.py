"""The clocks that Ducart has by its own rules (rules/ducart/README.md, section 10), on the table."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from rules import get
from rules.clock import Control
from rules.ducart.options import Options
from scenes.app.fonts import Lettering
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.screens.rulebook.scene import RulebookScene
from scenes.table import events
from scenes.ui.dialog import Dialog
from tests.scenes.driver import Driver, Tables, form_of
from tests.scenes.matches import ANNA, BERT, COMPUTER
from tests.scenes.test_stage import Sounds

DUCART = get("ducart")
TIMED = Options(hundred="counted", timed=True)
AHEAD = "7k/w7/8/8/8/8/W5W1/7K g - g 0 0 t"
"""Gold has two Sweepers, Blue one."""
EVEN = "7k/w7/8/3w4/4W3/8/W7/7K g - g 0 0 t"
"""Two Sweepers and a Keeper each; e4 can kill d5."""


def timed(tables: Tables, *players: Any, start: bool = True, **facts: Any) -> Driver:
    facts.setdefault("options", TIMED)
    drive = tables.table(*players, game=DUCART, **facts)
    if start:
        drive.click(drive.scene.board_cover.button)
    return drive


def moved(tables: Tables, *players: Any) -> Driver:
    drive = timed(tables, *players)
    drive.click("d2", "d3")
    return drive


def wait(drive: Driver, seconds: float) -> None:
    ends = drive.app.moment + seconds
    while drive.app.moment < ends:
        pause = drive.scene.wait_seconds()
        drive.step(max(0.001, min(ends - drive.app.moment, 10.0 if pause is None else pause or 0.02)))


# --- the beginning


@pytest.mark.parametrize("by_key", [False, True])
def test_clocks_start_when_the_players_are_ready(tables: Tables, by_key: bool) -> None:
    drive = timed(tables, start=False)
    wait(drive, 100)
    assert drive.played() == [] and drive.scene.sidebar.clock.time_text == "1:00"
    assert drive.status == "Ready?"
    drive.click("d2", "d3")
    assert drive.played() == [], "nobody plays before the clocks run"
    drive.strike(pygame.K_RETURN) if by_key else drive.click(drive.scene.board_cover.button)
    assert not drive.clock.is_stopped and not drive.is_covered()
    wait(drive, 5.5)
    assert drive.scene.sidebar.clock.time_text == "0:54"
    assert drive.scene.sidebar.clock.beside_text == "Game 59:54"
    drive.click("d2", "d3")
    assert drive.played() == ["Wd2-d3"]


def test_turn_clock_is_labelled(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: the large digits had no word of their own, while the small ones beside them had."""
    drive = timed(tables, size=(1280, 800))
    clock = drive.scene.sidebar.clock
    assert clock.label.startswith("Turn 1:00 · Game ")
    written: list[str] = []
    text = Lettering.text

    def noted(self: Lettering, surface: pygame.Surface, words: str, *rest: Any, **facts: Any) -> pygame.Rect:
        written.append(words)
        return text(self, surface, words, *rest, **facts)

    surface = drive.app.surface
    monkeypatch.setattr(Lettering, "text", noted)
    clock.paint(surface)
    assert written == ["1:00", "Game", "1:00:00", "Turn"]


def test_starting_side_by_coin_and_penalty_for_lateness_are_shown(tables: Tables) -> None:
    drive = timed(tables, start=False, options=Options(first="blue", timed=True, late="loses"))
    words = drive.words().split("\n")
    assert "Blue begins." in words and any("has lost" in word for word in words)
    tossed = timed(tables, start=False, options=Options(first="toss", timed=True))
    assert coin_words(tossed) in tossed.words().split("\n")
    drive = tables.table(game=DUCART, options=Options(first="toss"))
    assert drive.toast == coin_words(drive) and drive.note.startswith(drive.toast)
    assert tables.again(drive.scene.session.text()).note.startswith(drive.toast)
    settled = tables.table(game=DUCART, options=Options(first="blue"))
    assert settled.toast is None and "coin" not in settled.note


def coin_words(drive: Driver) -> str:
    return f"The coin says: {('Gold', 'Blue')[drive.match.position.to_move]} begins."


def test_clocks_of_two_computers_start_automatically(tables: Tables) -> None:
    drive = timed(tables, COMPUTER, COMPUTER, start=False)
    drive.until(lambda: len(drive.played()) > 2)


# --- the minute


def test_lost_minute_loses_the_turn_with_sound_and_message(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = timed(tables)
    ears = Sounds(drive, monkeypatch)
    drive.click("d2")
    assert drive.picked == {"d2"}
    wait(drive, 60.5)
    assert drive.played() == ["time"]
    assert drive.match.plies[0].seconds == pytest.approx(60.0)
    assert ears.names.count("minute") == 1
    assert drive.note == "Anna’s minute is over: the turn is lost."
    assert drive.picked == frozenset(), "the unfinished turn is dropped"
    assert drive.status == "Bert, it is your turn."
    drive.click("d7", "d6")
    assert drive.played() == ["time", "Wd7-d6"]
    assert drive.note.startswith("Anna’s minute is over: the turn is lost. "), "also when the other has answered"
    drive.click("d2", "d3")
    assert "minute" not in drive.note


def test_held_piece_is_dropped_when_the_minute_is_over(tables: Tables) -> None:
    drive = timed(tables)
    drive.lift("d2")
    assert drive.scene.is_holding
    wait(drive, 61)
    assert drive.scene.stage.release_held() is None
    drive.release("d3")
    assert drive.played() == ["time"]


def test_last_ten_seconds_tick(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = timed(tables)
    ears = Sounds(drive, monkeypatch)
    wait(drive, 49.5)
    assert ears.names.count("tick") == 0
    wait(drive, 1)
    assert ears.names.count("tick") == 1
    wait(drive, 9)
    assert ears.names.count("tick") == 10
    wait(drive, 5)
    assert ears.names.count("tick") == 10, "the other's minute is long"


# --- the hour


def late_in_the_hour(
    tables: Tables, position: str, left: float, monkeypatch: pytest.MonkeyPatch
) -> tuple[Driver, Sounds]:
    """Blue to move, with so many seconds left of the hour; the clocks run."""
    drive = tables.again(
        "Tablier: 1\nGame: ducart\nOptions: timed=yes\n"
        f"Position: {position}\nClock: none\nSeat 0: person Anna\nSeat 1: person Bert\n\n"
        f"0 time {3600 - left:.1f}\n"
    )
    ears = Sounds(drive, monkeypatch)
    drive.click(drive.scene.board_cover.button)
    return drive, ears


def test_board_is_counted_after_an_hour(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive, ears = late_in_the_hour(tables, AHEAD, 5.0, monkeypatch)
    drive.click("a7")
    wait(drive, 5.2)
    assert drive.played() == ["time", "hour"]
    assert ears.names.count("hour") == 1
    outcome = drive.match.outcome()
    assert outcome is not None and (outcome.reason, outcome.winners) == ("hour", (0,))
    drive.settle()
    assert isinstance(drive.above, ResultScene)


def test_level_hour_leads_to_sudden_death_with_ten_seconds_a_turn(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive, ears = late_in_the_hour(tables, EVEN, 2.0, monkeypatch)
    wait(drive, 2.1)
    assert drive.match.position.is_sudden_death and drive.match.outcome() is None
    assert "The hour is over, and both sides are level. Sudden death: " in drive.note
    clock = drive.scene.sidebar.clock
    assert clock.time_text.startswith("0:09.") and clock.beside_text == "Sudden death"
    wait(drive, 10)
    assert drive.played() == ["time", "hour", "time"]
    assert "Bert’s ten seconds are over: the turn is lost." in drive.note
    assert ears.names.count("tick") >= 9
    drive.click("e4", "d5")
    drive.settle()
    outcome = drive.match.outcome()
    assert outcome is not None and (outcome.reason, outcome.winners) == ("sudden-death", (0,))


# --- standing still


def heading(drive: Driver) -> str:
    return next(text for _, text in form_of(drive.above).texts() if text != "Back")


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_F1])
def test_menu_and_rules_stop_a_players_clock_and_say_so(tables: Tables, key: int) -> None:
    """Bug: nothing told whether the clock ran on."""
    for control, told in ((Control(), False), (Control(1, 0), True)):
        drive = tables.table(ANNA, BERT, control=control)
        drive.run(2)
        drive.strike(key)
        left = drive.left(0)
        drive.run(5)
        assert drive.left(0) == left and ("Clock stopped" in heading(drive)) == told


@pytest.mark.parametrize("action,scene", [("menu", PauseScene), ("rules", RulebookScene), ("resign", Dialog)])
def test_opened_screens_stop_both_clocks_and_cover_the_board(tables: Tables, action: str, scene: type[Any]) -> None:
    drive = moved(tables)
    wait(drive, 20)
    drive.scene.act(action)
    drive.step()
    assert isinstance(drive.above, scene) and (scene is Dialog or "Clock stopped" in heading(drive))
    assert drive.is_covered()
    before = drive.match.turn_seconds_left(drive.app.moment), drive.match.match_seconds_left(drive.app.moment)
    drive.run(2)
    drive.app.moment += 500
    drive.step()
    drive.strike(pygame.K_ESCAPE)
    assert drive.above is None and not drive.is_covered()
    after = drive.match.turn_seconds_left(drive.app.moment), drive.match.match_seconds_left(drive.app.moment)
    assert after == pytest.approx(before, abs=0.1)
    wait(drive, 5)
    assert drive.match.turn_seconds_left(drive.app.moment) == pytest.approx(before[0] - 5, abs=0.2)


def test_covered_board_is_invisible(tables: Tables) -> None:
    drive = moved(tables)
    drive.settle()
    spot = drive.at("e1")
    seen = {tuple(drive.app.surface.get_at((spot[0] + dx, spot[1]))) for dx in range(-20, 21, 2)}
    drive.scene.on_cover()
    drive.app.dirty()
    drive.app.frame()
    hidden = [drive.app.surface.get_at((spot[0] + dx, spot[1])) for dx in range(-20, 21, 2)]
    assert len(seen) > 5
    assert all(colour.g > colour.r and colour.g > colour.b for colour in hidden), "baize, and nothing else"


# --- put away and laid on the table again


def test_reopened_clocks_continue_from_their_times(tables: Tables) -> None:
    drive = timed(tables)
    wait(drive, 10)
    drive.click("d2", "d3")
    wait(drive, 25)
    drive.app.moment += 0.02
    drive.scene.leave()
    again = tables.again(drive.scene.session.text())
    assert again.clock.is_stopped and again.scene.board_cover.visible, "nobody is taken by surprise"
    assert again.status == "Clock stopped"
    again.app.moment += 300
    again.step()
    left = again.match.turn_seconds_left(again.app.moment)
    whole = again.match.match_seconds_left(again.app.moment)
    assert left == pytest.approx(35, abs=0.3) and whole == pytest.approx(3565, abs=0.4)
    again.click(again.scene.board_cover.button)
    wait(again, 35.5)
    assert again.played() == ["Wd2-d3", "time"]


@pytest.mark.parametrize("over", [True, False])
def test_finished_or_untimed_match_has_no_clock_and_no_cover(tables: Tables, over: bool) -> None:
    if over:
        drive = moved(tables)
        drive.send(events.EndMatch("resigned", 1))
        drive.settle()
        assert drive.clock.wait_seconds(drive.app.moment) is None
    else:
        drive = tables.table(game=DUCART)
        assert drive.clock is None
    assert not drive.scene.sidebar.clock.visible and not drive.is_covered()
    drive.strike(pygame.K_ESCAPE)
    assert not drive.is_covered(), "without clocks the board stays in sight"
