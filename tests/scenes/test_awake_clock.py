"""The app's clock: time during which the process was stopped or the machine slept is charged to nobody."""

from __future__ import annotations

from typing import Any

import pytest

from rules.clock import Control
from scenes.app.app import App
from scenes.app.constants import SUSPENDED_SECONDS
from scenes.app.idle import AwakeClock
from tests.scenes.driver import Driver, Tables, Timed
from tests.scenes.matches import ANNA, BERT, COMPUTER
from tests.scenes.test_ducart_clocks import DUCART, TIMED


@pytest.mark.parametrize(
    ("steps", "counted", "suspended"),
    [
        ([(0.0, 0.02), (0.0, 1.0), (0.0, SUSPENDED_SECONDS)], 1.02 + SUSPENDED_SECONDS, 0.0),
        ([(0.0, 0.02), (0.0, 25.0), (0.0, 0.02)], 0.04, 25.0),
        ([(1.0, 1.0), (1.0, 26.0), (60.0, 60.5)], 62.5, 25.0),
        ([(None, 8 * 3600.0)], 8 * 3600.0, 0.0),
        ([(0.0, 25.0), (0.0, 0.1), (0.0, 30.0)], 0.1, 55.0),
    ],
    ids=["slow frames", "stopped in a frame", "stopped in a wait", "nothing was due", "stopped twice"],
)
def test_clock_skips_gaps_that_the_loop_did_not_wait_for(
    steps: list[tuple[float | None, float]], counted: float, suspended: float
) -> None:
    system = 1000.0
    clock = AwakeClock(lambda: system)
    before = clock.now()
    for wait, passed in steps:
        clock.expect_wait(wait)
        system += passed
        assert clock.now() >= before, "time went back"
        before = clock.now()
    assert [clock.now(), clock.take_suspended()] == pytest.approx([counted, suspended])
    assert clock.take_suspended() == 0.0


def slept(drive: Driver, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let the system's clock jump between two frames."""
    app = drive.app
    monkeypatch.setattr(Timed, "now", App.now)
    moment, app.moment = app.moment, 0.0
    app.awake_clock = AwakeClock(lambda: app.moment)
    app.awake_clock.expect_wait(None)
    app.moment = moment
    drive.step()
    app.moment += seconds
    drive.frames()


@pytest.mark.parametrize(
    ("players", "facts"),
    [((ANNA, BERT), {"control": Control(5, 0)}), ((ANNA, BERT), {"game": DUCART, "options": TIMED})],
    ids=["match clock", "the rules' clocks"],
)
def test_suspension_charges_no_player_and_shows_a_message(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, players: Any, facts: Any
) -> None:
    drive = tables.table(*players, **facts)
    if "game" in facts:
        drive.click(drive.scene.board_cover.button)
    drive.play_turn()
    drive.settle()
    before = clocks(drive)
    slept(drive, monkeypatch, 25.0)
    assert clocks(drive) == pytest.approx(before, abs=0.5), "somebody was charged for the 25 s"
    assert drive.toast == drive.app.words("clock.suspended", time="0:25")


def clocks(drive: Driver) -> list[float]:
    match, now = drive.match, drive.app.now()
    return [
        *(match.clock.seconds_left(seat, now) for seat in range(2)),
        match.turn_seconds_left(now) or 0.0,
        match.match_seconds_left(now) or 0.0,
    ]


def test_suspension_shows_no_message_without_a_clock(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = tables.table(ANNA, BERT)
    drive.settle()
    slept(drive, monkeypatch, 25.0)
    assert drive.toast is None


def test_piece_is_still_moving_after_a_suspension(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = tables.table(ANNA, BERT, animation="normal")
    drive.play_turn()
    slept(drive, monkeypatch, 25.0)
    assert drive.moving(), "the piece has jumped to its end"


def test_engine_client_uses_the_clock_of_the_app(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = tables.table(COMPUTER, ANNA)
    slept(drive, monkeypatch, 25.0)
    assert drive.mind.now is not None and drive.mind.now() == drive.app.now()
