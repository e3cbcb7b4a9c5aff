"""A window that stays open for days, and a match that has grown as long as a match may be: nothing is lost."""

import gc
import multiprocessing
import os
import signal
import sys
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest

from rules import GAMES
from rules import match as match_module
from rules.ai.opponent_process import end_at_once, serve
from rules.clock import Control
from rules.game import Game
from rules.match import Match
from rules.record import MOST_LINES
from scenes.app.atomic_files import MOST_BYTES
from scenes.app.storage import Storage
from scenes.screens.menu.scene import MenuScene
from scenes.table import engine_client as module
from scenes.table import events, match_text
from scenes.table.engine_client import EngineClient
from scenes.table.session import Session
from tests.effort import by_effort
from tests.scenes.driver import Driver, Tables, Timed
from tests.scenes.matches import ANNA, BERT, COMPUTER
from tests.scenes.opponents import kill_process, pid_of, random_mind
from tests.scenes.test_engine_client import LONGEST, answer_of, ask, long_ask

HOUR = 3600.0
DAY = 24 * HOUR
QUESTIONS = by_effort(200, 1000, 1000)
DEATHS = QUESTIONS // 100


def frames(app: Timed, seconds: float, looks: bool = False) -> int:
    """How often the app wakes in so much of its time, if nobody does anything; or also to look whose the match is."""
    count, until, each_second = 0, app.moment + seconds, app.each_second
    app.each_second = each_second if looks else []
    while app.moment < until:
        pause = app.seconds_to_next_frame()
        app.moment += until - app.moment if pause is None else max(pause, 1 / 60)
        app.frame()
        count += 1
    app.each_second = each_second
    return count


def waiting(tables: Tables, game: Game, **settings: Any) -> Driver:
    seats = game.play.usual_seats or game.play.seats.start
    drive = tables.table(ANNA, *[COMPUTER] * (seats - 1), game=game, options=game.play.options(), **settings)
    drive.until(lambda: drive.facts.can_move and not drive.scene.stage.is_busy)
    drive.run(6.0)
    return drive


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_table_that_waits_for_a_person_sleeps_for_days(tables: Tables, game: Game) -> None:
    drive = waiting(tables, game, small_life=False)
    assert frames(drive.app, 10 * DAY) <= 10
    assert drive.scene.wait_seconds() is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_idle_animations_take_few_frames(tables: Tables, game: Game) -> None:
    drive = waiting(tables, game, small_life=True)
    assert frames(drive.app, HOUR) < 0.05 * 60 * HOUR


def test_menu_sleeps_after_an_hour_without_input(tables: Tables) -> None:
    app = tables.app()
    app.stack.push(MenuScene(app))
    frames(app, HOUR)
    assert frames(app, DAY) <= 10


def test_stopped_computers_and_a_result_sleep(tables: Tables) -> None:
    drive = tables.table(COMPUTER, COMPUTER, small_life=False)
    drive.scene.act("pause-play")
    drive.run(6.0)
    assert frames(drive.app, DAY) <= 10
    drive.scene.match.force_end("resigned", 0, drive.app.moment)
    drive.send(events.Command.ADVANCE)
    drive.until(lambda: drive.above is not None)
    drive.run(6.0)
    assert frames(drive.app, DAY) <= 10


@pytest.mark.parametrize("control", [None, Control(600, 0)])
def test_open_match_wakes_the_app_once_a_second_and_paints_only_a_clock(
    tables: Tables, control: Control | None
) -> None:
    drive = tables.table(ANNA, BERT, control=control, small_life=False, clicks=("c3",))
    drive.run(6.0)
    drive.app.on_frame = painted = Mock()
    assert drive.match.clock.is_running is (control is not None)
    assert 3500 < frames(drive.app, HOUR, looks=True) < 3800 and painted.called is (control is not None)


@pytest.mark.parametrize("days", [0.1, 30, 400])
def test_match_goes_on_after_days_and_is_saved(tables: Tables, days: float, tmp_path: Path) -> None:
    drive = tables.table(ANNA, COMPUTER)
    seat = drive.match.position.to_move
    frames(drive.app, days * DAY)
    if seat != 0:
        drive.settle()
    drive.play_turn()
    assert drive.scene.stage.is_busy
    drive.settle()
    plies = len(drive.match.plies)
    assert plies >= 2 and drive.match.position.to_move == 0
    frames(drive.app, days * DAY)
    drive.app.stack.pop()
    (entry,) = drive.app.storage.list_matches()
    again = Session.load(entry.id, drive.app.storage.load_match(entry.id))
    assert len(again.match.plies) == plies
    assert max(ply.seconds for ply in again.match.plies) == pytest.approx(days * DAY, rel=0.01)
    assert again.match.spent_seconds == pytest.approx(days * DAY, rel=0.01)


def handles(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


@pytest.mark.skipif(sys.platform == "win32", reason="open files are counted in /proc")
def test_many_questions_leak_no_file_handle_and_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CANCEL_TIMEOUT_SECONDS", LONGEST)
    log: list[str] = []
    thinker = EngineClient(log.append)
    answer_of(thinker, ask(nodes=1))
    gc.collect()  # what other tests have left
    mine, theirs = handles(os.getpid()), handles(pid_of(thinker))
    for number in range(QUESTIONS):
        thinker.ask(ask(nodes=1) if number % 2 else long_ask())
        if number % (QUESTIONS // DEATHS) == 50:
            kill_process(thinker)
            if number % 200 == 50:
                thinker.cancel()
        elif number % 2:
            answer_of(thinker)
        elif number % 3:
            thinker.cancel()
    answer_of(thinker, ask(nodes=1))
    assert (handles(os.getpid()), handles(pid_of(thinker))) == (mine, theirs)
    assert len(multiprocessing.active_children()) == 1 and len(log) == DEATHS
    thinker.close()
    assert handles(os.getpid()) < mine and multiprocessing.active_children() == []


def test_engine_process_terminated_while_ending_prints_nothing() -> None:
    """Whoever closes the pipe and then tells it to end may come in the midst of Python's own leave-taking."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    ours, theirs = multiprocessing.Pipe()
    ours.close()
    try:
        serve(theirs, multiprocessing.Pipe(duplex=False)[0])
        assert signal.getsignal(signal.SIGTERM) is end_at_once
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


MOST: Final = 12
"""Plies of the longest match here."""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "MAX_PLIES", MOST)
    monkeypatch.setattr(match_text, "_FULL_WARNING_PLIES", 4)


def test_read_limits_exceed_the_longest_match() -> None:
    """A turn that is ended beyond the limit, and a hundred letters a line, are far more than any game writes."""
    assert 2 * match_module.MAX_PLIES < MOST_LINES and 120 * match_module.MAX_PLIES < MOST_BYTES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_computers_stop_at_the_longest_match_and_all_plies_are_saved(game: Game, tables: Tables, few: None) -> None:
    drive = tables.table(COMPUTER, COMPUTER, game=game, animation="off")
    drive.mind.answer = random_mind(3)
    drive.until(lambda: drive.match.is_full)
    drive.run(3.0)
    plies = len(drive.match.plies)
    assert plies >= MOST and drive.match.is_full and drive.mind.open is None and drive.scene.wait_seconds() is None
    assert drive.status == drive.app.words("table.full") and str(plies) in drive.note
    assert len(load_again(drive).match.plies) == plies


def load_again(drive: Driver, shelf: Any = "matches") -> Session:
    return Storage().read_match(drive.scene.session.id, lambda text: Session.load("again", text), shelf)


def test_persons_are_warned_before_the_longest_match_and_may_undo_or_resign(tables: Tables, few: None) -> None:
    drive = tables.table(ANNA, BERT)

    def play() -> None:
        drive.send(events.PlayAutomaticMove(drive.match.position.legal_moves()[0]))
        drive.until(lambda: not drive.scene.stage.is_busy)

    while drive.match.plies_left > 4:
        assert drive.note != drive.app.words("table.nearly_full", n=drive.match.plies_left)
        play()
    assert drive.note == drive.app.words("table.nearly_full", n=drive.match.plies_left)

    def stuck() -> bool:
        return drive.match.is_full and not drive.facts.can_move and drive.status == drive.app.words("table.full")

    while not stuck():
        play()
    drive.scene.act("undo")
    drive.until(lambda: not drive.scene.stage.is_busy)
    assert drive.facts.can_move and not stuck()
    while not stuck():
        play()
    drive.send(events.EndMatch("resigned", 0))
    drive.step()
    assert drive.match.outcome() is not None and not stuck()
    assert load_again(drive, "finished").match.plies


def test_finished_match_is_not_full(few: None) -> None:
    match = Match(GAMES[0].play)
    while len(match.plies) < MOST or not match.position.turn_started:
        assert not match.is_full
        match.play(match.position.legal_moves()[0])
    assert match.is_full and match.plies_left == 0
    match.force_end("agreed", 0)
    assert not match.is_full
