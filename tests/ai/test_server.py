"""The opponent's own process, over a real pipe."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess
from random import Random
from typing import Any

import pytest

from rules.ai.levels import unlimited
from rules.ai.opponents import opponent
from rules.ai.server import Answer, Ask, serve
from tests.ai.boards import EXPLOSION, at

KEY = "double-draughts"
START = at("mmmmmmmm/mmmmmmmm/mmmmmmmm/8/8/MMMMMMMM/MMMMMMMM/MMMMMMMM b 2 0 1")
PATIENCE = 30.0
"""Seconds after which a process counts as stuck."""


class Served:
    """The process and this side of its pipe."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.stop: Any = context.Value("q", 0, lock=False)
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=serve, args=(theirs, self.stop), daemon=True)
        self.process.start()
        theirs.close()

    def answer(self) -> Answer:
        assert self.pipe.poll(PATIENCE)
        answer = self.pipe.recv()
        assert isinstance(answer, Answer)
        return answer

    def ask(self, ask: Ask) -> Answer:
        self.pipe.send(ask)
        return self.answer()


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    served = Served()
    yield served
    served.pipe.close()
    served.process.join(PATIENCE)
    assert served.process.exitcode == 0


def test_it_chooses_what_the_opponent_would_choose_here(served: Served) -> None:
    answer = served.ask(Ask(1, "choose", KEY, START, nodes=2000, seed=5))
    choice = opponent(KEY).choose(START, unlimited(2000), Random(5))
    assert answer == Answer(1, choice.moves, choice.score, choice.depth, choice.nodes)


def test_it_plays_its_levels_and_analyses(served: Served) -> None:
    chosen = served.ask(Ask(11, "choose", KEY, START, level=1))
    assert chosen.error is None
    assert chosen.moves[0] in START.legal_moves()
    analysed = served.ask(Ask(12, "analyse", KEY, START, nodes=3000))
    assert len(analysed.moves) > 1


def test_cancelled_questions_make_way_for_the_next(served: Served) -> None:
    served.pipe.send(Ask(21, "analyse", KEY, START, nodes=1 << 50))
    served.pipe.send(Ask(22, "analyse", KEY, at(EXPLOSION), seconds=1e6))
    assert not served.pipe.poll(0.5)
    served.stop.value = 22
    assert [served.answer().id for _ in range(2)] == [21, 22]
    assert served.ask(Ask(23, "choose", KEY, START, nodes=200)).moves


def test_a_mishap_is_an_answer(served: Served) -> None:
    over = at("8/8/8/8/8/8/8/K7 b 2 0 1")
    assert "over" in str(served.ask(Ask(31, "choose", KEY, over, level=1)).error)
    assert "no-game" in str(served.ask(Ask(32, "choose", "no-game", START, nodes=5)).error)
    assert "level" in str(served.ask(Ask(33, "choose", KEY, START, level=99)).error)
    assert "nodes or seconds" in str(served.ask(Ask(34, "choose", KEY, START)).error)
    assert served.ask(Ask(35, "choose", KEY, START, nodes=5)).error is None


def test_an_interrupt_from_the_keyboard_does_not_end_it(served: Served) -> None:
    pid = served.process.pid
    assert pid is not None
    served.ask(Ask(41, "choose", KEY, START, nodes=5))
    os.kill(pid, signal.SIGINT)
    assert served.ask(Ask(42, "choose", KEY, START, nodes=5)).id == 42
