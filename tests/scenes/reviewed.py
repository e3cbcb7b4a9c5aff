"""A match that was lost by one turn, and the opponent's process stood in for while it is reviewed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from rules import get
from rules.ai.questions import Answer
from rules.ai.server import EngineHost, reply
from rules.match import Match
from rules.record import Player, Record
from rules.search.budget import never
from rules.series import Series
from scenes.screens.review.scene import ReviewScene
from scenes.table.session import Session
from scenes.ui.button import Button
from tests.bench.fixtures import begin_match
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT

LOST_BY_ONE_TURN: Final = """\
[White "Anna"]
[Black "Bert"]
[Result "1-0"]
[Variant "Duck"]
[Termination "king captured"]

1. e4@e6 d5@e3 2. exd5@d7 Nf6@a3 3. Qe2@a6 g6@a3 4. Qxe7@e2 Nc6@e3 5. Qxe8# 1-0
"""
BLUNDER: Final = 14
"""The plies before 4… Nc6@e3: the queen that looks at the king could be taken."""
NODES: Final = 300
_REVIEWS: Final[dict[tuple[Any, ...], list[Answer]]] = {}
"""Answers by question: several tests review the same match."""


class Slow:
    """A thinker that tells one turn a look, worked out with few nodes; `failing` makes it give up, `mute` silent."""

    asked: list[Any]
    failing = mute = False

    def __init__(self, log: Callable[[str], None], engines: Path) -> None:
        self._queue: deque[Answer] = deque()
        self.cancelled = self.closed = 0
        Slow.last = self

    last: Slow

    @property
    def busy(self) -> bool:
        return bool(self._queue)

    has_pending = busy

    def ask(self, question: Any) -> None:
        Slow.asked.append(question)
        self._queue = deque([Answer(1, error="out of order")] if self.failing else self._work_out(question))

    @staticmethod
    def _work_out(question: Any) -> list[Answer]:
        key = question.game, question.position.text(), tuple(map(str, question.moves))
        if key not in _REVIEWS:
            told: list[Answer] = []
            last = reply(replace(question, id=1, nodes=NODES, memory=1), never, EngineHost(), told.append)
            _REVIEWS[key] = [*told, last]
        return _REVIEWS[key]

    def poll(self) -> Answer | None:
        return self._queue.popleft() if self._queue and not self.mute and self._next() else None

    def _next(self) -> bool:
        self._odd = not getattr(self, "_odd", False)
        return self._odd

    def cancel(self) -> None:
        self.cancelled += bool(self._queue)
        self._queue.clear()

    def close(self) -> None:
        self.closed += 1
        self._queue.clear()


def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    Slow.asked, Slow.failing, Slow.mute = [], False, False
    monkeypatch.setattr("scenes.screens.review.reviewer.EngineClient", Slow)


def looked_back(tables: Tables, text: str = LOST_BY_ONE_TURN, **settings: Any) -> Driver:
    drive = tables.again(text, looking_back=True, **settings)
    drive.scene.session.save(drive.app.storage)
    return drive


def review_of(drive: Driver) -> ReviewScene:
    assert isinstance(drive.above, ReviewScene)
    return drive.above


def reviewed(drive: Driver) -> ReviewScene:
    scene = review_of(drive)
    drive.until(lambda: not scene.reviewer.is_running)
    drive.step()
    return scene


def begun_review(tables: Tables) -> tuple[Driver, ReviewScene]:
    drive = looked_back(tables)
    drive.strike(pygame.K_v)
    return drive, review_of(drive)


def whole_review(tables: Tables) -> tuple[Driver, ReviewScene]:
    drive, _ = begun_review(tables)
    return drive, reviewed(drive)


def laid(tables: Tables, match: Match, *players: Player) -> Driver:
    session = Session("other", Record(match, players, {}), Series.begin(match.seats))
    return Driver(tables.app(), session, looking_back=True)


def reviewed_cards(tables: Tables) -> Driver:
    match = begin_match(get("ducale"))
    match.end("agreed", 0)
    drive = laid(tables, match, ANNA, BERT, Player("person", "Clara"), Player("person", "Dora"))
    drive.strike(pygame.K_v)
    return drive


def keys_of(scene: ReviewScene) -> list[Button]:
    return [key for key in (scene.show_better, scene.try_better) if key.visible]
