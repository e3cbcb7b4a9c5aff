"""The opponent's process: `serve` answers questions from a pipe until the other end of the pipe is closed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, NoReturn

from rules import REGISTRY, get
from rules.ai.opponents import level, opponent, shrink_tables
from rules.ai.questions import Analyse, Answer, Choose, ChooseByEngine, GreetEngine, Question, React, ReviewMatch
from rules.search.budget import Budget, Stop
from rules.search.level import Level, full_strength
from rules.search.opponent import BestPlay

if TYPE_CHECKING:
    from multiprocessing.connection import _ConnectionBase as Connection  # Windows' pipes are another subclass
    from pathlib import Path

    from rules.ai.uci_client import External, ExternalEngine


class Cancellations:
    """The cancelled questions: those up to the last id received from a pipe, or all once the pipe is closed."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._last = 0

    def includes(self, number: int) -> bool:
        """Return whether the question with this id has been cancelled by now."""
        try:
            while self._pipe.poll():
                self._last = self._pipe.recv()
        except (EOFError, OSError):
            self._last = sys.maxsize
        return number <= self._last


def serve(
    pipe: Connection, cancels: Connection, registry: Mapping[str, str] | None = None, engines: Path | None = None
) -> None:
    """Answer each `Question` from `pipe` until its other end is closed.

    `registry` has the games of the parent process. `engines` is a folder with compiled engines; if they can't be
    used, an answer with id 0 has the error. `cancels` receives ids for `Cancellations`: a running search ends within
    milliseconds, and a question that is cancelled before it starts gets an empty answer. There is neither shared
    memory nor a semaphore, because on some systems /dev/shm isn't writable.
    """
    cancelled = Cancellations(cancels)
    REGISTRY.update(registry or {})
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the window handles Ctrl+C and then closes the pipe
    signal.signal(signal.SIGTERM, _exit)
    host = EngineHost()
    try:
        if engines is not None and engines.is_dir():
            from rules.ai.compiled_engines import import_compiled

            problem = import_compiled(engines)
            if problem is not None:
                pipe.send(Answer(0, error=problem, is_final=False))
        while True:
            question = pipe.recv()
            stop = partial(cancelled.includes, question.id)
            _send(pipe, Answer(question.id) if stop() else reply(question, stop, host, pipe.send))
    except (EOFError, OSError):
        host.close()
    finally:
        host.close(send_quit=False)
        signal.signal(signal.SIGTERM, end_at_once)  # not SIG_DFL: Python reports a signal that comes during this call


def _send(pipe: Connection, answer: Answer) -> None:
    while True:
        try:
            return pipe.send(answer)
        except MemoryError:  # nothing was sent yet
            if not shrink_tables():
                raise


def end_at_once(*_: object) -> NoReturn:
    """End the process without cleanup, when nothing is left to answer or to close."""
    os._exit(0)


def _exit(*_: object) -> NoReturn:
    raise SystemExit(0)


class EngineHost:
    """The external engine that is running, if any; it goes on running between questions."""

    def __init__(self) -> None:
        self._key: tuple[External, str, int] | None = None
        self._engine: ExternalEngine | None = None

    def engine(self, external: External, game: str, memory: int) -> ExternalEngine:
        """Return the present engine if it is the one asked for; otherwise close it and create the one asked for."""
        key = external, game, memory
        if self._engine is None or key != self._key:
            from rules.ai.uci_client import ExternalEngine

            self.close()
            self._engine, self._key = ExternalEngine(external, game, memory), key
        return self._engine

    def close(self, send_quit: bool = True) -> None:
        if self._engine is not None:
            self._engine.close(send_quit)
            self._engine = None


def reply(question: Question, stop: Stop, host: EngineHost, tell: Callable[[Answer], object]) -> Answer:
    """Answer one question; an exception becomes `error` of the answer. `tell` receives answers that aren't final.

    After a MemoryError the search starts again with a smaller transposition table; later searches get no larger one.
    """
    while True:
        try:
            return _answer(question, host, stop, tell)
        except MemoryError as problem:
            if not shrink_tables():
                return _error_answer(question, problem)
        except Exception as problem:
            return _error_answer(question, problem)


def _error_answer(question: Question, problem: Exception) -> Answer:
    return Answer(question.id, error=f"{type(problem).__name__}: {problem} ({_raising_line(problem)})")


def _raising_line(problem: Exception) -> str:
    """Return file and line that raised an exception, such as "ai/opponent_process.py:12"."""
    from pathlib import PurePath  # only needed after an error

    call, place = problem.__traceback__, ""
    while call is not None:
        place = f"{'/'.join(PurePath(call.tb_frame.f_code.co_filename).parts[-2:])}:{call.tb_lineno}"
        call = call.tb_next
    return place


def _answer(question: Question, host: EngineHost, stop: Stop, tell: Callable[[Answer], object]) -> Answer:
    match question:
        case Choose():
            player = opponent(question.game, question.memory)
            choice = player.choose(question.position, _level_of(question), Random(question.seed), stop)
            return _make_answer(question.id, choice)
        case React():
            strength = level(question.game, question.level)
            player = opponent(question.game, question.memory)
            reaction = player.react(question.position, question.seat, strength, question.seed)
            return Answer(question.id) if reaction is None else Answer(question.id, (reaction[1],), delay=reaction[0])
        case Analyse():
            player = opponent(question.game, question.memory)
            budget, count = _budget_of(question), question.line_count

            def report(lines: tuple[BestPlay, ...]) -> None:
                if question.reports_depths:
                    tell(replace(_make_answer(question.id, lines[0]), lines=lines, is_final=False))

            lines = player.analyse_lines(question.position, count, budget, stop, report)
            return replace(_make_answer(question.id, lines[0]), lines=lines)
        case ReviewMatch():
            return _review_match(question, stop, tell)
        case ChooseByEngine() | GreetEngine():
            return _ask_external_engine(question, host, stop)


def _make_answer(number: int, found: BestPlay) -> Answer:
    return Answer(number, found.moves, found.score, found.depth, found.nodes)


def _review_match(question: ReviewMatch, stop: Stop, tell: Callable[[Answer], object]) -> Answer:
    from rules.ai.review import review

    review(
        get(question.game),
        question.position,
        question.moves,
        question.nodes,
        question.memory,
        stop,
        lambda judged: tell(Answer(question.id, is_final=False, judged=judged)),
    )
    return Answer(question.id)


def _ask_external_engine(question: ChooseByEngine | GreetEngine, host: EngineHost, stop: Stop) -> Answer:
    from rules.ai.uci_client import EngineError, UciHistory

    engine = host.engine(question.engine, question.game, question.memory)
    try:
        if isinstance(question, GreetEngine):
            engine.start()
            return Answer(question.id, name=engine.name)
        if question.nodes is None and question.seconds is None:
            raise ValueError("an engine from outside chooses within nodes or seconds")
        past = UciHistory.of(get(question.game), question.start, question.moves)
        choice = engine.choose(past, Budget(question.nodes, question.seconds), stop)
    except EngineError as problem:
        return Answer(question.id, error=str(problem), code=problem.code, facts=problem.facts)
    return replace(_make_answer(question.id, choice), name=engine.name)


def _level_of(question: Choose) -> Level:
    if question.level is not None:
        strength = level(question.game, question.level)
        caps = [seconds for seconds in (strength.seconds, question.seconds) if seconds is not None]
        return replace(strength, seconds=min(caps, default=None))
    if question.nodes is None and question.seconds is None:
        raise ValueError("a question needs a level, nodes or seconds")
    return full_strength(question.nodes, question.seconds)


def _budget_of(question: Analyse) -> Budget:
    if question.nodes is None and question.seconds is None:
        raise ValueError("an analysis needs nodes or seconds")
    budget = Budget(question.nodes, question.seconds)
    return budget if question.depth is None else replace(budget, depth=min(question.depth, budget.depth))
