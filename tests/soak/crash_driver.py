"""An app that plays by itself and keeps a diary outside its home, until it is killed (`crash_test.py`).

    python -m tests.soak.crash_driver DIARY SEED [STEP]

The diary is lines of JSON. What was done stands in it once the app has painted the frame after it and saved it, and
what is about to be taken back before that happens. With STEP the process kills itself just before the so-manieth
time that it opens, renames or removes a file of its home.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pygame

import scenes.start  # noqa: F401 - it registers the screens
from rules import KEYS, get
from rules.record import Player, list_written_plies
from scenes import start
from scenes.app.game_card import card_of
from scenes.screens.learn.tasks import Progress
from scenes.screens.menu.scene import MenuScene
from scenes.table import events
from scenes.table.record_headers import PACE
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.ui.dialog import Dialog
from tests.hands import EventHands, Pixel, spot_of
from tests.soak.short_options import short

if TYPE_CHECKING:
    from scenes.app.app import App

CHANGES: Final = frozenset({"os.rename", "os.remove", "os.link", "os.mkdir"})
"""Audit events before changes of a folder, beside "open"."""
BY_HAND: Final = ("double-draughts", "duck-chess", "ducart")
"""Games whose pieces are moved with the mouse here; at dice and cards computers play."""
SIGKILL: Final = 9
"""The signal, which Python on Windows doesn't name and takes as the exit code."""
LONGEST: Final = 30
"""Plies after which the players of a match by hand resign."""
NUDGE: Final = 0.3
"""Seconds between clicks beside everything, with which a spectator starts the next round."""


class ClosedError(Exception):
    """Raised when the app was closed."""


class DiaryPlayer:
    """Plays match after match in a running app, changes settings, solves tasks, and records it all in a diary."""

    def __init__(self, app: App, diary: int, rng: Random) -> None:
        """`diary` is the descriptor of a file opened for appending."""
        self._app = app
        self._diary = diary
        self._rng = rng
        self._hands = EventHands()
        self._noted: tuple[Any, ...] = ()
        self._nudged = 0.0
        self._clicked = 0
        """One more than the number of plies at the last click."""

    def note(self, **facts: Any) -> None:
        """Write a line to the diary; once it is written, killing the process can't lose it."""
        os.write(self._diary, json.dumps(facts).encode() + b"\n")

    def live(self) -> None:
        """Continue or leave the match on the table, if there is one, then play others until the app is closed."""
        app, storage = self._app, self._app.storage
        scene = app.stack.top
        lies = scene.session.id if isinstance(scene, MatchScene) else None
        shelves = [
            {entry.id for entry in shelf} for shelf in (storage.list_matches(), storage.list_matches("finished"))
        ]
        self.note(start=os.getpid(), table=lies, twice=sorted(shelves[0] & shelves[1]))
        app.settings.animation, app.settings.caution, app.settings.confirm_resign = "off", False, False
        with contextlib.suppress(ClosedError):
            while True:
                if isinstance(scene, MatchScene) and self._rng.random() < 0.8:
                    self._play(scene)
                scene = self._begin()

    def _begin(self) -> MatchScene:
        app, rng = self._app, self._rng
        game = get(rng.choice(KEYS))
        seats = game.play.usual_seats or game.play.seats.start
        by_hand = game.key in BY_HAND and rng.random() < 0.7
        names = ("Anna", "Bert", "Cleo", "Dora")
        players = [Player("person", name) if by_hand else Player("computer", name, 1) for name in names[:seats]]
        session = Session.begin(app.storage, game, game.play.options(**short(game)), tuple(players))
        session.record = replace(session.record, extra={**session.record.extra, PACE: "0"})
        scene = MatchScene(app, session)
        app.stack.replace_all(MenuScene(app))
        self._frame(None)
        self.note(begun=session.id)
        app.stack.push(scene)
        return scene

    def _play(self, scene: MatchScene) -> None:
        by_hand = bool(scene.session.persons)
        while True:
            self._frame(scene)
            if self._app.stack.top is not scene or scene.match.outcome() is not None:
                if not self._ended(scene):
                    return
            elif by_hand:
                self._move(scene)
            elif card_of(scene.match.game.key).hidden_hands and time.monotonic() - self._nudged > NUDGE:
                self._nudged = time.monotonic()
                self._click((3, 3))
            if self._rng.random() < 0.05:
                self._do_else()

    def _ended(self, scene: MatchScene) -> bool:
        """Sometimes undo the end of a match; return whether it goes on, or its end sequence is still running."""
        if self._app.stack.top is scene:
            return True
        self._frame(scene)
        if not scene.session.persons or self._rng.random() < 0.5:
            return False
        self._app.stack.pop("look-back")
        self._frame(scene)
        self._undo(scene)
        return scene.match.outcome() is None

    def _move(self, scene: MatchScene) -> None:
        match, rng = scene.match, self._rng
        if scene.stage.is_busy:
            return
        if match.plies and rng.random() < 0.04:
            self._undo(scene)
        elif len(match.plies) > LONGEST or (match.plies and rng.random() < 0.06):
            scene.act("resign")
        elif self._clicked == len(match.plies) + 1:  # the click did nothing, or asks something
            self._hands.strike(pygame.K_ESCAPE)
            scene.table.send(events.PlayAutomaticMove(rng.choice(match.position.legal_moves())))
        else:
            self._clicked = len(match.plies) + 1
            gesture = match.position.gesture(rng.choice(match.position.legal_moves()))
            for target in (*sorted(gesture.pick), *filter(None, [gesture.drop])):
                if target in scene.stage.spots:
                    self._click(spot_of(scene.stage, target))

    def _click(self, pos: Pixel) -> None:
        self._hands.press_at(pos)
        self._hands.release_at(pos)

    def _undo(self, scene: MatchScene) -> None:
        self.note(undo=scene.session.id)
        scene.act("undo")

    def _do_else(self) -> None:
        app, rng = self._app, self._rng
        if rng.random() < 0.5:
            app.settings.volume = rng.randrange(101)
            self.note(choosing=app.settings.volume)
            app.apply_settings()
            self.note(chosen=app.settings.volume)
        else:
            kind, key, task = rng.choice(("lessons", "puzzles")), rng.choice(KEYS), f"task-{rng.randrange(10_000)}"
            Progress(app.storage, kind).mark_done(key, task)
            self.note(done=[kind, key, task])

    def _frame(self, scene: MatchScene | None) -> None:
        """Run one turn of the app's loop, then note what it has painted and saved of the match."""
        app = self._app
        app.frame()
        pygame.time.wait(2)
        if not app.running:
            raise ClosedError
        if isinstance(app.stack.top, Dialog):  # nobody asks anything here: something is told
            self.note(told=app.stack.top.detail.text)
            app.stack.pop()
        if scene is None:
            return
        match, name = scene.match, scene.session.id
        flies = scene.table.facts.chance.is_pending and not match.position.turn_started  # dice in the air aren't kept
        at = (name, len(match.plies), match.outcome() is not None)
        kept = bool(match.plies) or scene.session.is_begun  # one in which nothing was ever played is not
        if at != self._noted and kept and not flies:
            self._noted = at
            self.note(match=name, lines=list_written_plies(scene.session.text()), over=at[2])


def cut_at(step: int, home: Path) -> None:
    """Let this process kill itself just before it touches a file of its home for the time number `step`."""
    inside, left = str(home), step

    def hear(event: str, facts: tuple[Any, ...]) -> None:
        nonlocal left
        writes = event == "open" and isinstance(facts[1], str) and facts[1][:1] in ("w", "a", "x")
        if (writes or event in CHANGES) and str(facts[0]).startswith(inside):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), SIGKILL)

    sys.addaudithook(hear)


def main(arguments: list[str]) -> None:
    path, seed, *step = arguments
    diary = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def watch(app: App) -> None:
        gc.enable()  # as the app's own loop does once it has started
        DiaryPlayer(app, diary, Random(seed)).live()

    if step:
        cut_at(int(step[0]), Path(os.environ["TABLIER_HOME"]))
    start.run([], watch)


if __name__ == "__main__":
    main(sys.argv[1:])
