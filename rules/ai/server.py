"""The opponent's own process: questions in, answers out, over one end of a pipe. Knows no window.

The process is spawned with `serve`; it ends when the other end of the pipe is closed.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import parent_process
from random import Random
from typing import TYPE_CHECKING, Final, Literal, NoReturn, Protocol

from rules import find
from rules.ai.levels import level
from rules.ai.opponents import MEMORY, opponent, shrink
from rules.contract import Move, Position, Seat
from rules.search.budget import Budget
from rules.search.level import Level, unlimited
from rules.search.opponent import Analysis
from rules.teaching.review import Judged

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from rules.ai.external import External, ExternalEngine

_LOOK: Final = 0.5
"""Seconds between two looks at whether anybody is there to hear the answer."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question. Without `level` it is full strength within `nodes` and `seconds`, one of which must be given; a
    level thinks no longer than `seconds`."""

    id: int
    """Larger than that of any question before."""
    kind: Literal["choose", "analyse", "react", "greet", "review"]
    """react: what does `seat` do by itself, and when? greet: is `engine` there, and what does it call itself?
    Everything but the game is passed over then. review: what did the turns of the match cost that began from
    `position` and went on with `moves`? Each is told by an answer that isn't `final`, within `nodes` for each."""
    game: str
    """The game's key."""
    position: Position
    """What the asking seat sees; it may be in the midst of a turn."""
    level: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    seed: int = 0
    """Chooses between like turns; the same seed gives the same answer as long as the time cap doesn't bite. For
    `react` it stays the same for a whole match."""
    seat: Seat = 0
    """For `react`: who is asked."""
    memory: int = MEMORY
    """Megabytes of the table of positions."""
    engine: External | None = None
    """Who is to choose in our own engine's place, within `nodes` or `seconds`."""
    start: Position | None = None
    moves: tuple[Move, ...] = ()
    """For `engine`: how the match began, and all that was played since. `moves` for a review too."""
    depth: int | None = None
    """Plies that an analysis looks ahead at most."""
    telling: bool = False
    """Whether an analysis sends an answer that is not `final` for each depth."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, or `error`, a sentence for the log."""

    id: int
    moves: tuple[Move, ...] = ()
    """choose: up to the end of the turn. analyse: the best line of both sides. react: one move, or none."""
    score: int = 0
    """Centi-men for the seat to move; ±30000 less n for a win or loss seen in n plies."""
    depth: int = 0
    nodes: int = 0
    error: str | None = None
    code: str = ""
    """What an engine from outside did wrong, as one word (`EngineError.code`)."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """What fills the words for `code`; always "engine", its name."""
    name: str = ""
    """greet: what the engine calls itself."""
    delay: float = 0.0
    """react: seconds from now to the move, if nothing happens before."""
    final: bool = True
    """Whether no further answer to the same question comes."""
    judged: Judged | None = None
    """review: the turn that this answer is about."""


class Flag(Protocol):
    """A number shared between processes: `multiprocessing.Value("q", lock=False)`."""

    value: int


def serve(pipe: Connection, stop: Flag) -> None:
    """Answer each `Ask` of `pipe` until its other end is closed. Asks with an id up to `stop.value` are cancelled:

    a search under way ends within milliseconds, and what is sent then is only a sign of life.
    """
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


def reply(ask: Ask, stop: Flag, guests: Guests, tell: Callable[[Answer], object]) -> Answer:
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


def _wrong(ask: Ask, problem: Exception) -> Answer:
    return Answer(ask.id, error=f"{type(problem).__name__}: {problem} ({_place(problem)})")


def _place(problem: Exception) -> str:
    """Where a fault came up, for the log: file and line of the innermost call."""
    from pathlib import PurePath  # not needed unless something fails

    call, place = problem.__traceback__, ""
    while call is not None:
        place = f"{'/'.join(PurePath(call.tb_frame.f_code.co_filename).parts[-2:])}:{call.tb_lineno}"
        call = call.tb_next
    return place


def _found(ask: Ask, guests: Guests, cancelled: Callable[[], bool], tell: Callable[[Answer], object]) -> Answer:
    """The answer of whoever is asked; that of an engine from outside, a review, or our own player's."""
    if ask.engine is not None:
        return _asked_out(ask, ask.engine, guests, cancelled)
    if ask.kind == "review":
        return _reviewed(ask, cancelled, tell)
    player = opponent(ask.game, ask.memory)
    if ask.kind == "choose":
        choice = player.choose(ask.position, _strength(ask), Random(ask.seed), cancelled)
        return Answer(ask.id, choice.moves, choice.score, choice.depth, choice.nodes)
    if ask.kind == "react":
        reaction = player.react(ask.position, ask.seat, _strength(ask), ask.seed)
        return Answer(ask.id) if reaction is None else Answer(ask.id, (reaction[1],), delay=reaction[0])
    budget = _budget(ask)
    retell = partial(_tell, ask.id, tell) if ask.telling else None
    return _analysed(ask.id, player.analyse(ask.position, budget, cancelled, retell))


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


def _reviewed(ask: Ask, cancelled: Callable[[], bool], tell: Callable[[Answer], object]) -> Answer:
    """The last word of a review, whose turns were told; what it takes loads with the first one."""
    from rules.ai.review import review

    game = find(ask.game)
    if game is None or ask.nodes is None:
        raise ValueError("a review needs a game and nodes")
    review(
        game,
        ask.position,
        ask.moves,
        ask.nodes,
        ask.memory,
        cancelled,
        lambda judged: tell(Answer(ask.id, final=False, judged=judged)),
    )
    return Answer(ask.id)


def _asked_out(ask: Ask, external: External, guests: Guests, cancelled: Callable[[], bool]) -> Answer:
    """The answer of an engine from outside, or what it did wrong. What talks to it loads with the first such ask."""
    from rules.ai.external import EngineError

    try:
        return _ask_out(ask, guests.engine(external, ask.game, ask.memory), cancelled)
    except EngineError as problem:
        return Answer(ask.id, error=str(problem), code=problem.code, facts=problem.facts)


def _ask_out(ask: Ask, engine: ExternalEngine, cancelled: Callable[[], bool]) -> Answer:
    """The answer of an engine from outside. Raises EngineError."""
    from rules.ai.external import Past

    game = find(ask.game)
    assert game is not None
    if ask.kind == "greet":
        engine.start()
        return Answer(ask.id, name=engine.name)
    if ask.kind != "choose" or (ask.nodes is None and ask.seconds is None):
        raise ValueError("an engine from outside only chooses, within nodes or seconds")
    past = Past.of(game, ask.position if ask.start is None else ask.start, ask.moves)
    choice = engine.choose(past, Budget(ask.nodes, ask.seconds), cancelled)
    return Answer(ask.id, choice.moves, choice.score, choice.depth, choice.nodes, name=engine.name)


def _strength(ask: Ask) -> Level:
    if ask.level is not None:
        strength = level(ask.game, ask.level)
        caps = [seconds for seconds in (strength.seconds, ask.seconds) if seconds is not None]
        return replace(strength, seconds=min(caps, default=None))
    if ask.nodes is None and ask.seconds is None:
        raise ValueError("an ask needs a level, nodes or seconds")
    return unlimited(ask.nodes, ask.seconds)


def _budget(ask: Ask) -> Budget:
    budget = _strength(ask).budget
    return budget if ask.depth is None else Budget(budget.nodes, budget.seconds, min(ask.depth, budget.depth))
