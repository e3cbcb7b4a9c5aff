"""Whole matches between computers, one after the other in one running app, and the memory that they leave behind."""

from __future__ import annotations

import gc
import os
import time
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final, get_args, get_type_hints

import pygame

from rules import find
from rules.game import Game
from rules.record import Player
from scenes.app.game_card import card_of
from scenes.app.idle import give_back_memory
from scenes.bench.finding import BenchError
from scenes.bench.running import family, pss, unfiled
from scenes.table.session import PACE, Session

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.table.scene import MatchScene

LONGEST: Final = 240.0
"""Seconds after which a match that doesn't end is given up."""
SHORT: Final = ("goal", "target")
"""Options that say how many points end a match: the least of them."""
SETTLING: Final = 6
"""Matches of each game before it is measured: by then most pictures, such as cards of every size, were seen once."""
NUDGE: Final = 0.3
"""Seconds between clicks beside everything, by which whoever watches goes on to the next round."""


def play(keys: str, count: str) -> dict[str, Any]:
    """What `remembering.Played` says: some matches of each game in `keys`, then `count` more of them by turns."""
    games = [game for game in map(find, keys.split(",")) if game is not None]
    first: dict[str, float] = {}
    last: dict[str, float] = {}
    whole: dict[str, float] = {}

    def watch(app: App) -> None:
        gc.enable()  # as the app's own loop does once it has started
        for game in games * SETTLING:
            _match(app, game)
        for game in games:
            first[game.key], _ = _match(app, game)
        for number in range(int(count)):
            game = games[number % len(games)]
            last[game.key], whole[game.key] = _match(app, game)
        app.quit()

    from scenes import start

    start.run([], watch)
    return {"matches": int(count), "first": first, "last": last, "whole": whole}


def _match(app: App, game: Game) -> tuple[float, float]:
    """Play a match of weak computers to its end.

    Megabytes that it leaves behind, without pages of files: of the window, back at the menu, where no opponent's
    process is; and of the family in all when its result was shown.
    """
    from scenes.screens.menu.scene import MenuScene
    from scenes.table.scene import MatchScene

    options = game.play.options(**short(game))
    players = tuple(
        Player("computer", f"Computer {seat}", 1) for seat in range(game.play.usual_seats or game.play.seats.start)
    )
    sitting = Session.begin(app.storage, game, options, players)
    sitting.record = replace(sitting.record, extra={**sitting.record.extra, PACE: "0"})
    scene = MatchScene(app, sitting)
    app.stack.clear(MenuScene(app))
    app.frame()
    app.stack.push(scene)
    _run(app, scene)
    give_back_memory()  # as it is once somebody has looked at the result for a while
    whole = sum(map(pss, family(os.getpid()))) / 1e6
    app.stack.clear(MenuScene(app))
    app.frame()
    gc.collect()
    give_back_memory()
    return unfiled(os.getpid()) / 1e6, whole


def short(game: Game) -> dict[str, Any]:
    """The options with which a match takes the least time."""
    hints = get_type_hints(game.play.options)
    return {one.name: min(get_args(hints[one.name])) for one in fields(game.play.options) if one.name in SHORT}


def _run(app: App, scene: MatchScene) -> None:
    """Frames until the result lies on the table. `BenchError` when it never does."""
    begun = nudged = time.monotonic()
    while app.stack.top is scene:
        app.frame()
        pygame.time.wait(4)
        now = time.monotonic()
        if card_of(scene.match.game.key).hidden_hands and now - nudged > NUDGE:
            nudged = now
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, pos=(3, 3), button=1))
        if now - begun > LONGEST:
            raise BenchError(f"A match of {scene.match.game.key} doesn't end: {len(scene.match.plies)} plies.")
