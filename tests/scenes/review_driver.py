"""A match lost by one turn, and a stand-in for the engine process that reviews it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from rules import get
from rules.ai.opponent_process import EngineHost, reply
from rules.ai.questions import Answer
from rules.match import Match
from rules.record import Player, Record
from rules.search.budget import never
from rules.series import Series
from rules.teaching.review import Cost, Judged, Review
from scenes.app.storage import Storage
from scenes.screens.review.scene import ReviewScene
from scenes.table.record_headers import DATE
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
"""Plies before the blunder 4… Nc6@e3: Black could capture the queen that attacks the king."""
BETTER: Final = ("f8e7", "@c3")
LAST: Final = Cost(1, BLUNDER, 0.97, BETTER)
COMPUTER: Final = Player("computer", "Regular", 2)
NODES: Final = 300
_REVIEWS: Final[dict[tuple[Any, ...], list[Answer]]] = {}
"""Answers by question, shared by tests that review the same match."""


class ReviewEngineStub:
    """A stand-in for `EngineClient` that judges a turn every other poll, with few nodes.

    `failing` makes it answer with an error, `mute` never.
    """

    asked: list[Any]
    failing = mute = False

    def __init__(self, log: Callable[[str], None], engines: Path) -> None:
        self._queue: deque[Answer] = deque()
        self.cancelled = self.closed = 0
        ReviewEngineStub.last = self

    last: ReviewEngineStub

    @property
    def is_busy(self) -> bool:
        return bool(self._queue)

    has_pending = is_busy

    def start(self) -> None:
        """Do nothing: there is no process to start."""

    def ask(self, question: Any) -> None:
        ReviewEngineStub.asked.append(question)
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


def install_review_stub(monkeypatch: pytest.MonkeyPatch) -> None:
    ReviewEngineStub.asked, ReviewEngineStub.failing, ReviewEngineStub.mute = [], False, False
    monkeypatch.setattr("scenes.screens.review.reviewer.EngineClient", ReviewEngineStub)
    monkeypatch.setattr("scenes.screens.learn.mistake_scenes.EngineClient", ReviewEngineStub)


def open_finished_match(tables: Tables, text: str = LOST_BY_ONE_TURN, **settings: Any) -> Driver:
    drive = tables.again(text, looking_back=True, **settings)
    drive.scene.session.save(drive.app.storage)
    return drive


def save_reviewed(
    storage: Storage,
    costs: Sequence[Cost] = (LAST,),
    players: tuple[Player, Player] = (COMPUTER, BERT),
    match_id: str = "match",
) -> Session:
    """Save a finished match with a review that has these costs."""
    session = Session.load(match_id, LOST_BY_ONE_TURN)
    session.record = replace(session.record, players=players, extra={DATE: "2026-11-21 19:30"})
    session.save(storage)
    turns = tuple(
        Judged(turn, 2 * turn, 0, 0.5, tuple(cost for cost in costs if cost.ply == 2 * turn)) for turn in range(9)
    )
    storage.keep_review(session.id, Review("chance", turns).write(session.match))
    return session


def review_of(drive: Driver) -> ReviewScene:
    assert isinstance(drive.above, ReviewScene)
    return drive.above


def wait_for_review(drive: Driver) -> ReviewScene:
    scene = review_of(drive)
    drive.until(lambda: not scene.reviewer.is_running)
    drive.step()
    return scene


def start_review(tables: Tables) -> tuple[Driver, ReviewScene]:
    drive = open_finished_match(tables)
    drive.strike(pygame.K_v)
    return drive, review_of(drive)


def finish_review(tables: Tables) -> tuple[Driver, ReviewScene]:
    drive, _ = start_review(tables)
    return drive, wait_for_review(drive)


def open_match_read_only(tables: Tables, match: Match, *players: Player) -> Driver:
    session = Session("other", Record(match, players, {}), Series.begin(match.seats))
    return Driver(tables.app(), session, looking_back=True)


def start_card_review(tables: Tables) -> Driver:
    match = begin_match(get("ducale"))
    match.force_end("agreed", 0)
    drive = open_match_read_only(tables, match, ANNA, BERT, Player("person", "Clara"), Player("person", "Dora"))
    drive.strike(pygame.K_v)
    return drive


def visible_buttons(scene: ReviewScene) -> list[Button]:
    return [key for key in (scene.show_better_button, scene.try_better_button) if key.visible]
