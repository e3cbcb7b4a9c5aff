"""The opponent's process is stopped, or has no memory: the match goes on with another one, or a smaller table."""

import os
import sys
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import pytest

from rules.ai import opponent_process
from rules.ai.opponent_process import serve
from rules.ai.opponents import _opponents, _table_limit
from rules.ai.questions import Analyse, Answer, Choose, Question, ReviewMatch
from rules.search.budget import never
from rules.search.opponent import SearchingOpponent
from scenes.table import engine_client as module
from scenes.table.engine_client import EngineClient
from tests.effort import by_effort
from tests.posix import limit_memory, resume, suspend
from tests.processes import is_running
from tests.scenes.opponents import pid_of
from tests.scenes.test_engine_client import LONGEST, answer_of, ask, log, long_ask, thinker, wait

__all__ = ["log", "thinker"]  # fixtures
ROOM = 150_000_000
"""Bytes that a process may take beside what it has when it starts: less than the largest table."""


def cramped(pipe: Connection, stop: Any, registry: Any, engines: Any) -> None:
    limit_memory(ROOM)
    serve(pipe, stop)


def starved(pipe: Connection, stop: Any, registry: Any, engines: Any) -> None:
    eaten: list[object] = []
    place = SearchingOpponent._set_position

    def placed(player: SearchingOpponent, view: Any, *how: int) -> Any:
        found = place(player, view, *how)
        if not eaten:
            limit_memory(0)
            for size in (1 << 20, 1 << 12, 500, 250, 100, 50):
                with suppress(MemoryError):
                    while True:
                        eaten.append(bytes(size))
        return found

    SearchingOpponent._set_position = placed  # type: ignore[assignment]
    serve(pipe, stop)


def dying(pipe: Connection, stop: Any, registry: Any, engines: Any) -> None:
    ask = pipe.recv()
    if ask.memory > 16:
        os._exit(3)
    pipe.send(Answer(ask.id, error=f"{ask.memory} MB"))


def test_process_stopped_during_a_search_is_replaced_and_asked_again(
    thinker: EngineClient, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: it was waited for until the person closed the window."""
    answer_of(thinker, ask())
    stopped = pid_of(thinker)
    suspend(stopped)
    monkeypatch.setattr(module, "ANSWER_GRACE_SECONDS", 0.1)
    thinker.ask(ask(nodes=None, seconds=0.1))
    monkeypatch.setattr(module, "ANSWER_GRACE_SECONDS", LONGEST)
    answer = answer_of(thinker)
    assert answer.moves and pid_of(thinker) != stopped
    assert log == ["The opponent's process gave no answer and was started again."]
    assert not is_running(stopped)


def test_stopped_process_is_replaced_after_a_cancel(
    thinker: EngineClient, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_of(thinker, ask())
    thinker.ask(long_ask())
    stopped = pid_of(thinker)
    suspend(stopped)
    monkeypatch.setattr(module, "CANCEL_TIMEOUT_SECONDS", 0.05)
    thinker.cancel()
    wait(thinker, lambda _: not thinker.has_pending)
    monkeypatch.setattr(module, "CANCEL_TIMEOUT_SECONDS", LONGEST)
    assert "did not fall silent" in log[0]
    answer_of(thinker, ask())


def test_stopped_process_does_not_block_closing(thinker: EngineClient) -> None:
    answer_of(thinker, ask())
    stopped = pid_of(thinker)
    suspend(stopped)
    thinker.close()
    assert not is_running(stopped)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of memory")
def test_transposition_table_that_does_not_fit_is_replaced_by_a_smaller_table(
    thinker: EngineClient, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: with a large table chosen and little memory left the computer player stopped working."""
    monkeypatch.setattr(module, "serve", cramped)
    answer = answer_of(thinker, ask(memory=1024))
    assert answer.error is None and answer.moves and log == []


@pytest.mark.parametrize("kind", (ReviewMatch, Choose, Analyse)[: by_effort(1, 3, 3)])
@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of memory")
def test_search_that_runs_out_of_memory_restarts_with_a_smaller_table(
    kind: type[Choose | Analyse | ReviewMatch], thinker: EngineClient, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: where memory ran out in the midst of a search the computer player stopped working."""
    monkeypatch.setattr(module, "serve", starved)
    first = ask()
    moves = tuple(first.position.legal_moves()[:1])
    question: Question = ReviewMatch(first.game, first.position, moves, 300) if kind is ReviewMatch else first
    if kind is Analyse:
        question = Analyse(first.game, first.position, nodes=300)
    for _ in range(2):
        thinker.ask(question)
        answer = wait(thinker, lambda answer: answer is not None and answer.is_final)
        assert answer is not None and answer.error is None and (answer.moves or kind is ReviewMatch)
    assert log == []


def test_lasting_lack_of_memory_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little is left, the question is given up and the process goes on."""
    asked = []

    def nothing_left(key: str, memory: int) -> Any:
        asked.append(memory)
        _opponents[key] = memory, None  # type: ignore[assignment]
        raise MemoryError

    monkeypatch.setattr(opponent_process, "opponent", nothing_left)
    monkeypatch.setitem(_table_limit, "most", 4096)
    told = opponent_process.reply(ask(id=2, memory=64), never, opponent_process.EngineHost(), lambda answer: None)
    assert told.error is not None and told.error.startswith("MemoryError")
    assert asked[0] == 64 and 1 < len(asked) < 9


def test_question_that_kills_two_processes_is_asked_with_a_smaller_table(
    thinker: EngineClient, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system ends a process that takes too much memory without letting it say so."""
    monkeypatch.setattr(module, "serve", dying)
    answer = answer_of(thinker, ask(memory=64))
    assert answer.error == "16 MB" and len(log) == 2


def test_process_with_little_processor_time_still_answers(thinker: EngineClient, log: list[str]) -> None:
    answer_of(thinker, ask())
    starving = pid_of(thinker)
    thinker.ask(ask(nodes=None, seconds=0.5))
    for _ in range(20):
        suspend(starving)
        time.sleep(0.03)
        assert thinker.poll() is None or not thinker.is_busy
        resume(starving)
        time.sleep(0.005)
        if not thinker.is_busy:
            break
    else:
        answer_of(thinker)
    answer_of(thinker, Analyse(ask().game, ask().position, nodes=300))
    assert pid_of(thinker) == starving and log == []
