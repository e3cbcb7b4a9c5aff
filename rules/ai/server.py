"""The opponent's process: spawned with `serve`, it answers questions from a pipe until the other end is closed."""

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
    from multiprocessing.connection import Connection
    from pathlib import Path

    from rules.ai.external import External, ExternalEngine


class Cancellations:
    """The questions cancelled by another process: up to the last id from a pipe, or all once that is closed."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._last = 0

    def include(self, number: int) -> bool:
        """Return whether the question with this id is cancelled; it may be so later."""
        try:
            while self._pipe.poll():
                self._last = self._pipe.recv()
        except (EOFError, OSError):
            self._last = sys.maxsize
        return number <= self._last


def serve(
    pipe: Connection, cancels: Connection, registry: Mapping[str, str] | None = None, engines: Path | None = None
) -> None:
    """Answer each `Ask` of `pipe` until its other end is closed. `registry`: the games of the parent process.

    `engines`: a folder with compiled engines; an answer with id 0 contains the error if they can't be used.
    Questions up to the last id of `cancels` are cancelled, all of them once its other end is closed: a running
    search ends within milliseconds. A question that is cancelled before it starts gets an empty answer. No memory
    is shared and no semaphore used, because on some systems /dev/shm is not writable.
    """
    cancelled = Cancellations(cancels)
    REGISTRY.update(registry or {})
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the window handles Ctrl+C and then closes the pipe
    signal.signal(signal.SIGTERM, _leave)
    guests = EngineHost()
    try:
        if engines is not None and engines.is_dir():
            from rules.ai.compiled_engines import import_compiled

            problem = import_compiled(engines)
            if problem is not None:
                pipe.send(Answer(0, error=problem, final=False))
        while True:
            ask = pipe.recv()
            stop = partial(cancelled.include, ask.id)
            _send(pipe, Answer(ask.id) if stop() else reply(ask, stop, guests, pipe.send))
    except (EOFError, OSError):
        guests.close()
    finally:
        guests.close(kindly=False)
        signal.signal(signal.SIGTERM, end_at_once)  # not SIG_DFL: Python reports a signal that comes just then


def _send(pipe: Connection, answer: Answer) -> None:
    while True:
        try:
            return pipe.send(answer)
        except MemoryError:  # nothing was sent yet
            if not shrink_tables():
                raise


def end_at_once(*_: object) -> NoReturn:
    """End the process without cleanup, as nothing is left to answer or close."""
    os._exit(0)


def _leave(*_: object) -> NoReturn:
    raise SystemExit(0)


class EngineHost:
    """The running external engine, if any; it is kept between questions."""

    def __init__(self) -> None:
        self._key: tuple[External, str, int] | None = None
        self._engine: ExternalEngine | None = None

    def engine(self, external: External, game: str, memory: int) -> ExternalEngine:
        key = external, game, memory
        if self._engine is None or key != self._key:
            from rules.ai.external import ExternalEngine

            self.close()
            self._engine, self._key = ExternalEngine(external, game, memory), key
        return self._engine

    def close(self, kindly: bool = True) -> None:
        if self._engine is not None:
            self._engine.close(kindly)
            self._engine = None


def reply(ask: Question, stop: Stop, guests: EngineHost, tell: Callable[[Answer], object]) -> Answer:
    """Answer one question; an exception becomes its `error`. `tell` receives answers that aren't final.

    After a MemoryError the search restarts with a smaller transposition table; this limit stays in this process.
    """
    while True:
        try:
            return _found(ask, guests, stop, tell)
        except MemoryError as problem:
            if not shrink_tables():
                return _wrong(ask, problem)
        except Exception as problem:
            return _wrong(ask, problem)


def _wrong(ask: Question, problem: Exception) -> Answer:
    return Answer(ask.id, error=f"{type(problem).__name__}: {problem} ({_place(problem)})")


def _place(problem: Exception) -> str:
    from pathlib import PurePath  # only needed after an error

    call, place = problem.__traceback__, ""
    while call is not None:
        place = f"{'/'.join(PurePath(call.tb_frame.f_code.co_filename).parts[-2:])}:{call.tb_lineno}"
        call = call.tb_next
    return place


def _found(ask: Question, guests: EngineHost, stop: Stop, tell: Callable[[Answer], object]) -> Answer:
    match ask:
        case Choose():
            player = opponent(ask.game, ask.memory)
            return _answered(ask.id, player.choose(ask.position, _strength(ask), Random(ask.seed), stop))
        case React():
            strength = level(ask.game, ask.level)
            player = opponent(ask.game, ask.memory)
            reaction = player.react(ask.position, ask.seat, strength, ask.seed)
            return Answer(ask.id) if reaction is None else Answer(ask.id, (reaction[1],), delay=reaction[0])
        case Analyse():
            player = opponent(ask.game, ask.memory)
            retell = partial(_tell, ask.id, tell) if ask.telling else None
            return _answered(ask.id, player.analyse(ask.position, _budget(ask), stop, retell))
        case ReviewMatch():
            return _reviewed(ask, stop, tell)
        case ChooseByEngine() | GreetEngine():
            return _asked_out(ask, guests, stop)


def _answered(number: int, found: BestPlay, final: bool = True) -> Answer:
    return Answer(number, found.moves, found.score, found.depth, found.nodes, final=final)


def _tell(number: int, tell: Callable[[Answer], object], found: BestPlay) -> None:
    tell(_answered(number, found, final=False))


def _reviewed(asked: ReviewMatch, stop: Stop, tell: Callable[[Answer], object]) -> Answer:
    from rules.ai.review import review

    review(
        get(asked.game),
        asked.position,
        asked.moves,
        asked.nodes,
        asked.memory,
        stop,
        lambda judged: tell(Answer(asked.id, final=False, judged=judged)),
    )
    return Answer(asked.id)


def _asked_out(asked: ChooseByEngine | GreetEngine, guests: EngineHost, stop: Stop) -> Answer:
    from rules.ai.external import EngineError, UciHistory

    engine = guests.engine(asked.engine, asked.game, asked.memory)
    try:
        if isinstance(asked, GreetEngine):
            engine.start()
            return Answer(asked.id, name=engine.name)
        if asked.nodes is None and asked.seconds is None:
            raise ValueError("an engine from outside chooses within nodes or seconds")
        past = UciHistory.of(get(asked.game), asked.start, asked.moves)
        choice = engine.choose(past, Budget(asked.nodes, asked.seconds), stop)
    except EngineError as problem:
        return Answer(asked.id, error=str(problem), code=problem.code, facts=problem.facts)
    return replace(_answered(asked.id, choice), name=engine.name)


def _strength(asked: Choose) -> Level:
    if asked.level is not None:
        strength = level(asked.game, asked.level)
        caps = [seconds for seconds in (strength.seconds, asked.seconds) if seconds is not None]
        return replace(strength, seconds=min(caps, default=None))
    if asked.nodes is None and asked.seconds is None:
        raise ValueError("a question needs a level, nodes or seconds")
    return full_strength(asked.nodes, asked.seconds)


def _budget(asked: Analyse) -> Budget:
    if asked.nodes is None and asked.seconds is None:
        raise ValueError("an analysis needs nodes or seconds")
    budget = Budget(asked.nodes, asked.seconds)
    return budget if asked.depth is None else replace(budget, depth=min(asked.depth, budget.depth))
