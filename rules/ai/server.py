"""The opponent's own process: questions in, answers out, over one end of a pipe. Knows no window.

The process is spawned with `serve`; it ends when the other end of the pipe is closed.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass
from multiprocessing.connection import Connection
from random import Random
from typing import Literal, Protocol

from rules.ai.levels import Level, level, unlimited
from rules.ai.opponents import opponent
from rules.contract import AnyPosition, Move


@dataclass(frozen=True, slots=True)
class Ask:
    """A question. Without `level` it is full strength within `nodes` and `seconds`, one of which must be given."""

    id: int
    """Larger than that of any question before."""
    kind: Literal["choose", "analyse"]
    game: str
    """The game's key."""
    position: AnyPosition
    """What the asking seat sees; it may be in the midst of a turn."""
    level: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    seed: int = 0
    """Chooses between like turns; the same seed gives the same answer as long as the time cap doesn't bite."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, or `error`, a sentence for the log."""

    id: int
    moves: tuple[Move, ...] = ()
    """choose: up to the end of the turn. analyse: the best line of both sides."""
    score: int = 0
    """Centi-men for the seat to move; ±30000 less n for a win or loss seen in n plies."""
    depth: int = 0
    nodes: int = 0
    error: str | None = None


class Flag(Protocol):
    """A number shared between processes: `multiprocessing.Value("q", lock=False)`."""

    value: int


def serve(pipe: Connection, stop: Flag) -> None:
    """Answer each `Ask` of `pipe` until its other end is closed. Asks with an id up to `stop.value` are cancelled:

    a search under way ends within milliseconds, and what is sent then is only a sign of life.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the window, which then closes the pipe
    while True:
        try:
            ask = pipe.recv()
            pipe.send(Answer(ask.id) if ask.id <= stop.value else reply(ask, stop))
        except (EOFError, OSError):
            return


def reply(ask: Ask, stop: Flag) -> Answer:
    """The answer to one question; whatever goes wrong becomes its `error`."""

    def cancelled() -> bool:
        return ask.id <= stop.value

    try:
        strength = _strength(ask)
        player = opponent(ask.game)
        if ask.kind == "choose":
            choice = player.choose(ask.position, strength, Random(ask.seed), cancelled)
            return Answer(ask.id, choice.moves, choice.score, choice.depth, choice.nodes)
        found = player.analyse(ask.position, strength.budget, cancelled)
        return Answer(ask.id, found.line, found.score, found.depth, found.nodes)
    except Exception as problem:
        return Answer(ask.id, error=f"{type(problem).__name__}: {problem}")


def _strength(ask: Ask) -> Level:
    if ask.level is not None:
        return level(ask.game, ask.level)
    if ask.nodes is None and ask.seconds is None:
        raise ValueError("an ask needs a level, nodes or seconds")
    return unlimited(ask.nodes, ask.seconds)
