"""The opponent's own process, over a real pipe."""

import multiprocessing
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnProcess
from random import Random
from typing import Any

import pytest

from rules import get
from rules.ai.opponent_process import serve
from rules.ai.opponents import opponent
from rules.ai.questions import Analyse, Answer, Choose, ChooseByEngine, GreetEngine
from rules.ai.uci_client import External
from rules.search.level import full_strength
from tests.ai.fakes import Fakes
from tests.ai.searches import EXPLOSION, at
from tests.checks import present

KEY = "double-draughts"
START = at("mmmmmmmm/mmmmmmmm/mmmmmmmm/8/8/MMMMMMMM/MMMMMMMM/MMMMMMMM b 2 0 1")
PATIENCE = 30.0
"""Seconds after which a process counts as stuck."""


class Served:
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, pipe = context.Pipe()
        cancels, self.cancels = context.Pipe(duplex=False)
        self.process: SpawnProcess = context.Process(target=serve, args=(pipe, cancels), daemon=True)
        self.process.start()
        pipe.close()
        cancels.close()

    def answer(self) -> Answer:
        assert self.pipe.poll(PATIENCE)
        answer = self.pipe.recv()
        assert isinstance(answer, Answer)
        return answer

    def ask(self, ask: Any) -> Answer:
        self.pipe.send(ask)
        return self.answer()


@contextmanager
def running() -> Iterator[Served]:
    served = Served()
    yield served
    served.pipe.close()
    served.process.join(PATIENCE)
    assert served.process.exitcode == 0


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """Provide a process that all tests with consecutive questions share."""
    with running() as served:
        yield served


@pytest.fixture
def fresh() -> Iterator[Served]:
    """Provide a new process: cancelling a question also cancels all with lower ids."""
    with running() as served:
        yield served


def test_the_process_chooses_the_same_move_as_the_opponent_in_this_process(fresh: Served) -> None:
    answer = fresh.ask(Choose(KEY, START, nodes=2000, seed=5, id=1))
    choice = opponent(KEY).choose(START, full_strength(2000), Random(5))
    assert answer == Answer(1, choice.moves, choice.score, choice.depth, choice.nodes)


def test_the_process_plays_its_levels_and_analyses(served: Served) -> None:
    chosen = served.ask(Choose(KEY, START, level=1, id=11))
    assert chosen.error is None
    assert chosen.moves[0] in START.legal_moves()
    analysed = served.ask(Analyse(KEY, START, nodes=3000, id=12))
    assert len(analysed.moves) > 1


def test_cancelled_questions_make_way_for_the_next(fresh: Served) -> None:
    fresh.pipe.send(Analyse(KEY, START, nodes=1 << 50, id=21))
    fresh.pipe.send(Analyse(KEY, at(EXPLOSION), seconds=1000000.0, id=22))
    assert not fresh.pipe.poll(0.5)
    fresh.cancels.send(22)
    assert [fresh.answer().id for _ in range(2)] == [21, 22]
    assert fresh.ask(Choose(KEY, START, nodes=200, id=23)).moves


def test_an_error_becomes_an_answer(served: Served) -> None:
    over = at("8/8/8/8/8/8/8/K7 b 2 0 1")
    assert "over" in str(served.ask(Choose(KEY, over, level=1, id=31)).error)
    nowhere = str(served.ask(Choose("no-game", START, nodes=5, id=32)).error)
    assert re.search(r"no-game.* \(ai/\w+\.py:[0-9]+\)$", nowhere), "it says where it came up"
    assert "level" in str(served.ask(Choose(KEY, START, level=99, id=33)).error)
    assert "nodes or seconds" in str(served.ask(Choose(KEY, START, id=34)).error)
    assert served.ask(Choose(KEY, START, nodes=5, id=35)).error is None


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends the process there")
def test_a_keyboard_interrupt_does_not_end_the_process(served: Served) -> None:
    pid = present(served.process.pid, "process")
    served.ask(Choose(KEY, START, nodes=5, id=41))
    os.kill(pid, signal.SIGINT)
    assert served.ask(Choose(KEY, START, nodes=5, id=42)).id == 42


# Engines from outside


def by(engine: External, moves: tuple[Any, ...] = (), **limits: Any) -> ChooseByEngine:
    play = get("duck-chess").play
    start = play.start(play.options(), 2)
    return ChooseByEngine("duck-chess", engine, start, start, moves=moves, **limits)


def test_an_external_engine_plays_in_the_computer_s_place(served: Served, fakes: Fakes) -> None:
    engine = fakes.engine("good", "e2e4,e4e6", "d7d5,d5e5")
    greeted = served.ask(GreetEngine("duck-chess", engine, id=51))
    assert (greeted.name, greeted.error) == ("Fake 1", None)
    first = served.ask(by(engine, seconds=2.0, memory=16, id=52))
    assert [str(move) for move in first.moves] == ["e2e4", "@e6"]
    whole = by(engine, tuple(first.moves), seconds=2.0, memory=16, id=53)
    assert [str(move) for move in served.ask(whole).moves] == ["d7d5", "@e5"]
    assert "setoption name Hash value 16" in fakes.heard
    assert any(line.endswith(" moves e2e4,e4e6") for line in fakes.heard)


def test_every_error_of_an_external_engine_has_a_code(served: Served, fakes: Fakes) -> None:
    answer = served.ask(by(fakes.engine("good", "e2e5,e5e6"), nodes=5, id=61))
    assert answer.code == "illegal"
    assert answer.facts == {"engine": "Fake 1", "turn": "e2e5,e5e6"}
    assert str(answer.error).startswith("Fake 1 ")
    assert served.ask(by(External("nowhere"), nodes=5, id=62)).code == "missing"
    unlimited = served.ask(by(fakes.engine("good"), id=63))
    assert (unlimited.code, unlimited.moves) == ("", ())
    assert "nodes or seconds" in str(unlimited.error)


@pytest.mark.parametrize("mode", ["thinks", "deaf"])
def test_a_thinking_engine_is_cancelled_like_any_search(fresh: Served, fakes: Fakes, mode: str) -> None:
    number = 71 if mode == "thinks" else 72
    fresh.pipe.send(by(fakes.engine(mode, "e2e4,e4e6"), seconds=3600.0, id=number))
    fakes.until_heard("go movetime 3600000")
    fresh.cancels.send(number)
    assert fresh.answer().id == number


@pytest.mark.parametrize("way", ["closed", "terminated"])
def test_an_engine_ends_with_its_client_process(fakes: Fakes, way: str) -> None:
    served = Served()
    served.pipe.send(by(fakes.engine("deaf"), seconds=3600.0, id=1))
    fakes.until_heard("go movetime 3600000")
    if way == "terminated":
        served.process.terminate()
        served.process.join(PATIENCE)
    else:
        served.cancels.close()
        served.pipe.close()
        served.process.join(PATIENCE)
    assert served.process.exitcode == (-signal.SIGTERM if way == "terminated" and sys.platform == "win32" else 0)
    assert len(fakes.processes) == 1 and fakes.all_ended()


def test_the_table_has_the_requested_size(served: Served) -> None:
    assert served.ask(Choose(KEY, START, nodes=50, memory=1, id=81)).error is None
    assert "1 to 4096" in str(served.ask(Choose(KEY, START, nodes=50, memory=0, id=82)).error)


def test_an_analysis_reports_each_depth(served: Served) -> None:
    served.pipe.send(Analyse(KEY, START, nodes=1 << 50, depth=4, reports_depths=True, id=91))
    told = [served.answer() for _ in range(5)]
    assert [answer.depth for answer in told] == [1, 2, 3, 4, 4]
    assert [answer.is_final for answer in told] == [False, False, False, False, True]
    assert all(answer.moves for answer in told)


def test_an_analysis_of_three_lines_reports_them_for_each_depth(served: Served) -> None:
    served.pipe.send(Analyse(KEY, START, nodes=1 << 50, depth=3, reports_depths=True, line_count=3, id=92))
    told = [served.answer() for _ in range(4)]
    assert [[line.depth for line in answer.lines] for answer in told] == [[1] * 3, [2] * 3, [3] * 3, [3] * 3]
    for answer in told:
        first = answer.lines[0]
        assert (first.moves, first.score, first.nodes) == (answer.moves, answer.score, answer.nodes)
    assert len({line.moves[0] for line in told[-1].lines}) == 3
    assert all(line.value is not None for line in told[-1].lines)
