"""Stand-ins for the engine process, which answer at once, late or never."""

import multiprocessing
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from rules.ai.questions import Answer
from rules.contract import Position
from rules.ducale.policies import greedy
from scenes.app.game_card import card_of


@dataclass
class Mind:
    """A stand-in for `EngineClient`: the next `poll` returns what `answer` makes of the open question."""

    log: Callable[[str], None]
    answer: Callable[[Any], Answer | None] | None = None
    engines: Path | None = None
    now: Callable[[], float] | None = None

    def __post_init__(self) -> None:
        self.asked: list[Any] = []
        self.open: Any | None = None
        self.cancelled = 0
        self.closed = False

    @property
    def is_busy(self) -> bool:
        return self.open is not None

    @property
    def has_pending(self) -> bool:
        return self.open is not None

    def start(self) -> None:
        """Do nothing: there is no process to start."""

    def ask(self, question: Any) -> None:
        self.cancel()
        self.open = replace(question, id=len(self.asked) + 1)
        self.asked.append(self.open)

    def cancel(self) -> None:
        self.cancelled += self.open is not None
        self.open = None

    def poll(self) -> Answer | None:
        answer = (self.answer or first_turn)(self.open) if self.open is not None else None
        if answer is not None:
            self.open = None
        return answer

    def close(self, wait: bool = True) -> None:
        self.closed, self.open = True, None


def pid_of(thinker: Any) -> int:
    pid = thinker.pid
    assert isinstance(pid, int)
    return pid


def kill_process(thinker: Any) -> None:
    (process,) = (child for child in multiprocessing.active_children() if child.pid == thinker.pid)
    process.kill()


def turn_of(position: Position, choose: Callable[[Iterable[Any]], Any] = lambda moves: next(iter(moves))) -> Any:
    moves, seat = [], position.to_move
    while position.to_move == seat and position.outcome() is None:
        moves.append(choose(position.legal_moves()))
        position = position.play(moves[-1])
    return tuple(moves)


def first_turn(question: Any) -> Answer:
    return Answer(question.id, turn_of(question.position), score=10)


def random_mind(seed: int) -> Callable[[Any], Answer]:
    """Return an answer function that plays random turns, but greedy ones at cards, where turns may have no end."""
    rng = Random(seed)

    def play(ask: Any) -> Answer:
        if card_of(ask.game).hidden_hands:
            view: Any = ask.position
            return Answer(ask.id, tuple(greedy(view, rng)), score=10)
        return Answer(ask.id, turn_of(ask.position, lambda moves: rng.choice(list(moves))), score=10)

    return play


def silent(question: Any) -> Answer | None:
    """Never answer."""


def broken(question: Any) -> Answer:
    return Answer(question.id, error="out of order")
