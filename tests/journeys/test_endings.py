"""However the app ends in mid-match, the match is saved and can be resumed, and no process stays behind."""

import os
import signal
import time
from pathlib import Path
from typing import Final

import pytest

from tests.bench.screen import xvfb
from tests.journeys.driver import Person, moves_of, wait_for
from tests.journeys.places import begin
from tests.journeys.test_double_draughts import KEY, play
from tests.posix import resume, suspend
from tests.soak.resource_usage import descendants

pytestmark = pytest.mark.journey

TURNS: Final = 3
STOPPED: Final = 12.0
"""Seconds for which the app is suspended: more than a busy machine needs for the rest."""


def running(pid: int) -> bool:
    """Whether there is such a process, and it isn't only waiting for somebody to ask how it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("way", ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "the window is closed"])
def test_a_match_left_by_quitting_is_saved_with_its_time(person: Person, way: str) -> None:
    person.start()
    begin(person, KEY)
    before = play(person, turns=TURNS)
    assert "Spent" not in before.extra
    time.sleep(0.5)
    processes = descendants(person.pid)
    assert processes, "the opponent's process"
    if way in signal.Signals.__members__:
        os.kill(person.pid, signal.Signals[way])
    else:
        person.close_window()
    assert person.end() == 0
    (kept,) = person.records("matches")
    assert moves_of(kept) == moves_of(before)
    assert float(kept.extra["Spent"]) > 0.3, "the time that the person has thought about the next turn"
    wait_for(lambda: not any(map(running, processes)), "the opponent's process to end")

    person.start()
    resumed = play(person, turns=1)
    assert moves_of(resumed)[: len(before.match.plies)] == moves_of(before)
    assert person.close() == 0


def test_time_while_the_app_is_suspended_is_charged_to_no_player(person: Person) -> None:
    """Bug: 25 s of SIGSTOP cost the player to move 27 s."""
    person.start()
    begin(person, KEY)
    play(person, turns=1)
    suspend(person.pid)
    time.sleep(STOPPED)
    resume(person.pid)
    time.sleep(1.0)
    os.kill(person.pid, signal.SIGTERM)
    assert person.end() == 0
    (kept,) = person.records("matches")
    assert 0.5 < float(kept.extra["Spent"]) < STOPPED


def test_a_match_is_saved_when_the_display_closes(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a log-out the X server may go before anybody is asked."""
    with xvfb((1300, 820)) as (name, server):
        monkeypatch.setenv("DISPLAY", name)
        person.start()
        begin(person, KEY)
        before = play(person, turns=TURNS)
        processes = descendants(person.pid)
        server.terminate()
        server.wait()
        person.end()
    monkeypatch.undo()
    (kept,) = person.records("matches")
    assert moves_of(kept) == moves_of(before)
    wait_for(lambda: not any(map(running, processes)), "the opponent's process to end")
    person.start()
    assert len(play(person, turns=1).match.plies) > len(before.match.plies)
    assert person.close() == 0
