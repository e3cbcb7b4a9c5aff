"""The opponent's own process: questions in, answers out, over one end of a pipe. Knows no window.

The process is spawned with `serve`; it ends when the other end of the pipe is closed.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from multiprocessing import parent_process
from random import Random
from typing import TYPE_CHECKING, Final, NoReturn, Protocol

from rules import REGISTRY, get
from rules.ai.levels import level
from rules.ai.opponents import opponent, shrink
from rules.ai.questions import Analyse, Answer, Choose, ChooseByEngine, GreetEngine, Question, React, ReviewMatch
from rules.search.budget import Budget
from rules.search.level import Level, unlimited
from rules.search.opponent import Analysis

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from rules.ai.external import External, ExternalEngine

_LOOK: Final = 0.5
"""Seconds between two looks at whether anybody is there to hear the answer."""


class Flag(Protocol):
    """A number shared between processes: `multiprocessing.Value("q", lock=False)`."""

    value: int


def serve(pipe: Connection, stop: Flag, registry: Mapping[str, str] | None = None) -> None:
    """Answer each `Ask` of `pipe` until its other end is closed. `registry`: the games that the asking process knows.

    Asks with an id up to `stop.value` are cancelled: a search under way ends within milliseconds, and what is sent
    then is only a sign of life.
    """
    REGISTRY.update(registry or {})
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the window, which then closes the pipe
    signal.signal(signal.SIGTERM, _leave)
    guests = Guests()
    try:
        while True:
            ask = pipe.recv()
            _send(pipe, Answer(ask.id) if ask.id <= stop.value else reply(ask, stop, guests, pipe.send))
    except (EOFError, OSError):
        guests.close()
    finally:
        guests.close(kindly=False)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # nothing is left to be taken along


def _send(pipe: Connection, answer: Answer) -> None:
    """Send an answer; where no memory is left for that much, the tables of positions are given back."""
    while True:
        try:
            return pipe.send(answer)
        except MemoryError:  # of which nothing was sent yet
            if not shrink():
                raise


def _leave(*_: object) -> NoReturn:
    """Told to end, the process takes an engine from outside with it: whoever told it won't wait for long."""
    raise SystemExit(0)


class Guests:
    """The engine from outside that runs, if one does: it stays from one question to the next."""

    def __init__(self) -> None:
        self._key: tuple[External, str, int] | None = None
        self._engine: ExternalEngine | None = None

    def engine(self, external: External, game: str, memory: int) -> ExternalEngine:
        """The engine, the same one as long as the same is asked for."""
        key = external, game, memory
        if self._engine is None or key != self._key:
            from rules.ai.external import ExternalEngine

            self.close()
            self._engine, self._key = ExternalEngine(external, game, memory), key
        return self._engine

    def close(self, kindly: bool = True) -> None:
        """End it; `kindly` it may do so by itself."""
        if self._engine is not None:
            self._engine.close(kindly)
            self._engine = None


def reply(ask: Question, stop: Flag, guests: Guests, tell: Callable[[Answer], object]) -> Answer:
    """The answer to one question; whatever goes wrong becomes its `error`. `tell` gets answers that aren't final.

    Where a search runs out of memory it is begun anew with a smaller table of positions, which this process keeps to.
    """

    orphaned = _orphaned()

    def cancelled() -> bool:
        return ask.id <= stop.value or orphaned()

    while True:
        try:
            return _found(ask, guests, cancelled, tell)
        except MemoryError as problem:
            if not shrink():
                return _wrong(ask, problem)
        except Exception as problem:
            return _wrong(ask, problem)


def _wrong(ask: Question, problem: Exception) -> Answer:
    return Answer(ask.id, error=f"{type(problem).__name__}: {problem} ({_place(problem)})")


def _place(problem: Exception) -> str:
    """Where a fault came up, for the log: file and line of the innermost call."""
    from pathlib import PurePath  # not needed unless something fails

    call, place = problem.__traceback__, ""
    while call is not None:
        place = f"{'/'.join(PurePath(call.tb_frame.f_code.co_filename).parts[-2:])}:{call.tb_lineno}"
        call = call.tb_next
    return place


def _found(ask: Question, guests: Guests, cancelled: Callable[[], bool], tell: Callable[[Answer], object]) -> Answer:
    """The answer to one question."""
    match ask:
        case Choose():
            player = opponent(ask.game, ask.memory)
            choice = player.choose(ask.position, _strength(ask), Random(ask.seed), cancelled)
            return Answer(ask.id, choice.moves, choice.score, choice.depth, choice.nodes)
        case React():
            strength = level(ask.game, ask.level)
            player = opponent(ask.game, ask.memory)
            reaction = player.react(ask.position, ask.seat, strength, ask.seed)
            return Answer(ask.id) if reaction is None else Answer(ask.id, (reaction[1],), delay=reaction[0])
        case Analyse():
            retell = partial(_tell, ask.id, tell) if ask.telling else None
            player = opponent(ask.game, ask.memory)
            return _analysed(ask.id, player.analyse(ask.position, _budget(ask), cancelled, retell))
        case ReviewMatch():
            return _reviewed(ask, cancelled, tell)
        case ChooseByEngine() | GreetEngine():
            return _asked_out(ask, guests, cancelled)


def _orphaned() -> Callable[[], bool]:
    """Tells whether the process that asks has gone without closing the pipe; it looks once in a while."""
    parent = parent_process()
    looked = time.monotonic()
    gone = False

    def orphaned() -> bool:
        nonlocal looked, gone
        now = time.monotonic()
        if now - looked > _LOOK:
            looked, gone = now, parent is not None and not parent.is_alive()
        return gone

    return orphaned


def _analysed(number: int, found: Analysis, final: bool = True) -> Answer:
    return Answer(number, found.line, found.score, found.depth, found.nodes, final=final)


def _tell(number: int, tell: Callable[[Answer], object], found: Analysis) -> None:
    tell(_analysed(number, found, final=False))


def _reviewed(asked: ReviewMatch, cancelled: Callable[[], bool], tell: Callable[[Answer], object]) -> Answer:
    """The last answer of a review, whose turns were told; what it takes loads with the first one."""
    from rules.ai.review import review

    review(
        get(asked.game),
        asked.position,
        asked.moves,
        asked.nodes,
        asked.memory,
        cancelled,
        lambda judged: tell(Answer(asked.id, final=False, judged=judged)),
    )
    return Answer(asked.id)


def _asked_out(asked: ChooseByEngine | GreetEngine, guests: Guests, cancelled: Callable[[], bool]) -> Answer:
    """The answer of an engine from outside, or what it did wrong. Its client loads with the first question."""
    from rules.ai.external import EngineError, Past

    engine = guests.engine(asked.engine, asked.game, asked.memory)
    try:
        if isinstance(asked, GreetEngine):
            engine.start()
            return Answer(asked.id, name=engine.name)
        if asked.nodes is None and asked.seconds is None:
            raise ValueError("an engine from outside chooses within nodes or seconds")
        past = Past.of(get(asked.game), asked.start, asked.moves)
        choice = engine.choose(past, Budget(asked.nodes, asked.seconds), cancelled)
    except EngineError as problem:
        return Answer(asked.id, error=str(problem), code=problem.code, facts=problem.facts)
    return Answer(asked.id, choice.moves, choice.score, choice.depth, choice.nodes, name=engine.name)


def _strength(asked: Choose) -> Level:
    if asked.level is not None:
        strength = level(asked.game, asked.level)
        caps = [seconds for seconds in (strength.seconds, asked.seconds) if seconds is not None]
        return replace(strength, seconds=min(caps, default=None))
    if asked.nodes is None and asked.seconds is None:
        raise ValueError("a question needs a level, nodes or seconds")
    return unlimited(asked.nodes, asked.seconds)


def _budget(asked: Analyse) -> Budget:
    if asked.nodes is None and asked.seconds is None:
        raise ValueError("an analysis needs nodes or seconds")
    budget = Budget(asked.nodes, asked.seconds)
    return budget if asked.depth is None else replace(budget, depth=min(asked.depth, budget.depth))
