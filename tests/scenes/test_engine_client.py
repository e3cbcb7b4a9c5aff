"""The opponent's process as the window sees it: real processes, some of which misbehave."""

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from rules.ai import uci_client
from rules.ai.opponent_process import serve
from rules.ai.opponents import level
from rules.ai.questions import Analyse, Answer, Choose, Question, ReviewMatch
from scenes.table import engine_client as module
from scenes.table.engine_client import EngineClient
from tests.ai.fakes import Fakes
from tests.ai.test_opponent_process import by
from tests.checks import present
from tests.patience import within_reason
from tests.scenes.driver import Tables
from tests.scenes.matches import GAME
from tests.scenes.opponents import kill_process, pid_of

LONGEST = 30.0
"""Seconds after which waiting for a process has failed."""


def mute(pipe: Connection, stop: Any, registry: Any, engines: Any) -> None:
    while True:
        pipe.recv()


def deadly(pipe: Connection, stop: Any, registry: Any, engines: Any) -> None:
    pipe.recv()
    os._exit(3)


def stillborn(pipe: Connection, stop: Any, registry: Any, engines: Any) -> None:
    os._exit(4)


def busy(pipe: Connection, stop: Any, registry: Any, engines: Any) -> None:
    time.sleep(3600)


def ask(**facts: Any) -> Choose:
    position = GAME.play.start(GAME.play.options(), 2)
    return Choose(**{"game": GAME.key, "position": position, "nodes": 300, **facts})


def long_ask() -> Choose:
    return ask(nodes=None, seconds=3600.0)


def wait(thinker: EngineClient, wanted: Callable[[Answer | None], bool]) -> Answer | None:
    for _ in range(round(LONGEST / 0.01)):
        answer = thinker.poll()
        if wanted(answer):
            return answer
        time.sleep(0.01)
    raise AssertionError("it never came to that")


def answer_of(thinker: EngineClient, question: Question | None = None) -> Answer:
    if question is not None:
        thinker.ask(question)
    return present(wait(thinker, lambda answer: answer is not None), "answer")


@pytest.fixture
def log() -> list[str]:
    return []


@pytest.fixture
def thinker(log: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineClient]:
    # A process that starts on a crowded machine is slow to say its first word, and that alone is no fault of its.
    monkeypatch.setattr(module, "CANCEL_TIMEOUT_SECONDS", LONGEST)
    one = EngineClient(log.append)
    yield one
    one.close()
    assert multiprocessing.active_children() == []


def test_one_process_answers_several_questions_with_legal_turns(thinker: EngineClient, log: list[str]) -> None:
    processes = set()
    for _ in range(3):
        answer = answer_of(thinker, ask())
        assert answer.error is None and answer.moves[0] in ask().position.legal_moves()
        assert not thinker.is_busy and not thinker.has_pending and log == []
        processes.add(pid_of(thinker))
    assert len(processes) == 1
    assert answer_of(thinker, ask(game="no-such-game")).error, "an error in the search is an answer"


def test_cancelled_question_is_not_answered_and_the_process_stays(thinker: EngineClient, log: list[str]) -> None:
    thinker.ask(long_ask())
    thinker.cancel()
    assert not thinker.is_busy and thinker.has_pending
    assert wait(thinker, lambda _: not thinker.has_pending) is None
    process = pid_of(thinker)
    thinker.ask(long_ask())
    answer = answer_of(thinker, Analyse(GAME.key, ask().position, nodes=300))
    assert answer.id == 3 and answer.depth > 0, "a new question takes the place of the one before"
    assert pid_of(thinker) == process and log == []


@pytest.mark.parametrize("asked", [True, False])
def test_killed_process_is_replaced_and_asked_again(thinker: EngineClient, log: list[str], asked: bool) -> None:
    answer_of(thinker, ask())
    killed = pid_of(thinker)
    if asked:
        thinker.ask(long_ask())
    kill_process(thinker)
    if asked:
        wait(thinker, lambda _: thinker.pid not in (None, killed))
        assert thinker.is_busy and len(log) == 1
    else:
        thinker._process.join()
    assert answer_of(thinker, ask()).error is None


@pytest.mark.parametrize("service", [deadly, stillborn])
def test_question_that_kills_every_process_is_given_up(
    thinker: EngineClient, log: list[str], monkeypatch: pytest.MonkeyPatch, service: Callable[..., None]
) -> None:
    monkeypatch.setattr(module, "serve", service)
    answer = answer_of(thinker, ask())
    assert answer.error and answer.moves == ()
    assert not thinker.is_busy and not thinker.has_pending and len(log) == module.MAX_DEATHS
    monkeypatch.setattr(module, "serve", serve)
    assert answer_of(thinker, ask()).error is None


def test_process_that_ignores_a_cancel_is_replaced(
    thinker: EngineClient, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "serve", mute)
    thinker.ask(ask())
    stubborn = pid_of(thinker)
    monkeypatch.setattr(module, "CANCEL_TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr(module, "serve", serve)
    answer = answer_of(thinker, ask())
    assert answer.id == 2 and answer.error is None
    assert pid_of(thinker) != stubborn and "replaced" in log[0]


def test_long_question_to_a_busy_process_does_not_block(
    thinker: EngineClient, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: on Windows a question of more than 8 KB held the window until the process read it."""
    monkeypatch.setattr(module, "serve", busy)
    moves = tuple(ask().position.legal_moves()[:1]) * 500_000
    with within_reason():
        thinker.ask(ReviewMatch(GAME.key, ask().position, moves, nodes=300))
        assert thinker.is_busy and thinker.poll() is None
        thinker.cancel()
        monkeypatch.setattr(module, "CANCEL_TIMEOUT_SECONDS", 0.05)
        monkeypatch.setattr(module, "serve", serve)
        assert answer_of(thinker, ask()).error is None


def test_time_cap_of_a_level_and_stop_time_of_engines_are_consistent() -> None:
    assert uci_client._STOP_SECONDS < module.CANCEL_TIMEOUT_SECONDS
    assert module._answer_limit_seconds(ask(level=1)) == level("double-draughts", 1).seconds
    assert module._answer_limit_seconds(ask(level=99)) is None and module._answer_limit_seconds(ask()) is None


def test_process_that_cannot_start_gives_an_error_answer(
    thinker: EngineClient, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: a system without room for another process ended the app."""

    problem = BlockingIOError(11, "Resource temporarily unavailable")
    with monkeypatch.context() as full:
        full.setattr("multiprocessing.process.BaseProcess.start", Mock(side_effect=problem))
        answer = answer_of(thinker, ask())
    assert answer.error and not thinker.is_busy
    assert answer_of(thinker, ask()).error is None


def test_engine_plays_without_shared_memory(
    thinker: EngineClient, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: nobody could play against the computer where nobody may write to /dev/shm."""

    problem = PermissionError(13, "Permission denied", "/dev/shm")
    for name in ("heap.Arena", "synchronize.SemLock", "shared_memory.SharedMemory"):
        monkeypatch.setattr(f"multiprocessing.{name}.__init__", Mock(side_effect=problem))
    assert answer_of(thinker, ask()).error is None and log == []
    thinker.ask(long_ask())
    thinker.cancel()
    assert answer_of(thinker, ask()).error is None and log == []


def test_two_persons_never_start_a_process(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "scenes.table.runtime.EngineClient", Mock(side_effect=AssertionError("a process was started"))
    )
    tables.play_four().scene.leave()


def wait_for_engine(question: Question) -> None:
    client = EngineClient(print)
    client.ask(question)
    time.sleep(3600)


def test_engine_that_ignores_the_end_of_its_input_ends_with_a_killed_app(tmp_path: Path) -> None:
    fakes = Fakes(tmp_path)
    question = by(fakes.engine("deaf"), seconds=3600.0)
    app = multiprocessing.get_context("spawn").Process(target=wait_for_engine, args=(question,))
    app.start()
    fakes.until_heard("go movetime 3600000")
    app.kill()
    app.join()
    assert len(fakes.processes) == 1 and fakes.all_ended()


def test_closing_ends_the_process_and_may_be_repeated(thinker: EngineClient) -> None:
    thinker.ask(long_ask())
    process = thinker._process
    thinker.close()
    thinker.close()
    assert not process.is_alive()
    assert thinker.poll() is None and not thinker.has_pending
