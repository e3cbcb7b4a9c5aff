"""Runs the real app on the open match of its home, and sends it events."""

from __future__ import annotations

import gc
import math
import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from rules import abilities
from rules.contract import Target
from rules.lab.rates import plain_python
from scenes.app.game_card import card_of
from scenes.surfaces.layout import Box
from scenes.table.selection import list_picks
from tests.bench.finding import BenchError
from tests.hands import Pixel

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.table.scene import MatchScene

MOTIONS: Final = 120
"""Mouse motions a second while dragging."""
ENDLESS: Final = 1 << 40
"""A budget of nodes, or rounds at cards, that is never used up."""
_QUIET: Final = 0.4
_PATIENCE: Final = 30.0


def run(watch: Callable[[App, MatchScene], object]) -> None:
    from scenes import start
    from scenes.table.scene import MatchScene

    def opened(app: App) -> None:
        scene = app.stack.top
        assert isinstance(scene, MatchScene)
        gc.enable()  # as the app's own loop does once it has started
        watch(app, scene)

    start.run([], opened)


def settle(app: App, scene: MatchScene) -> None:
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < _QUIET or restless(scene):
        if passed > _PATIENCE:
            raise BenchError(f"The table of {scene.match.game.key} doesn't come to rest.")
        app.frame()
        pygame.time.wait(10)


def restless(scene: MatchScene) -> bool:
    return scene.stage.is_busy or (
        scene.match.outcome() is None
        and scene.table.facts.is_waiting_for_table
        and scene.table.facts.chance.next_game_move is None
    )


def timed(app: App, frames: list[float]) -> None:
    """Run one turn of the loop, and append its seconds of work to `frames` if it painted."""
    app.on_frame = lambda work, interval: frames.append(work)
    app.frame()
    app.on_frame = None


def yardstick() -> float:
    """Return the seconds of a round of plain Python at this moment."""
    taken = []
    for _ in range(30):
        begun = time.perf_counter()
        plain_python()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def movable(scene: MatchScene) -> Target:
    stage = scene.stage
    if scene.ui.has_dice:
        return min(scene.chance_view.clickable_targets)
    if card_of(scene.match.game.key).hidden_hands:
        return next(target for target in stage.spots if target.startswith("h") and ":" in target)
    return min(target for target in list_picks(scene.board_input.gestures) if stage.table.get(target))


def path(area: Box, number: int) -> Pixel:
    """Return the position of the mouse at its motion `number`, on its way over the whole table."""
    angle = 2 * math.pi * number / MOTIONS
    x = area.x + area.w * (0.5 + 0.45 * math.sin(0.7 * angle))
    y = area.y + area.h * (0.5 + 0.45 * math.cos(0.45 * angle))
    return round(x), round(y)


def check_held(scene: MatchScene) -> None:
    """Raise BenchError unless a piece is held: without one nothing would be measured."""
    if not scene.is_holding:
        raise BenchError(f"Nothing could be taken up on the table of {scene.match.game.key}.")


def think_hard(scene: MatchScene) -> None:
    """Let the opponent's process think at full strength, for longer than anything is measured."""
    from rules.ai.questions import Analyse

    position = scene.match.position
    seen = abilities.seen_by(position, position.to_move)
    question = Analyse(scene.match.game.key, seen, nodes=ENDLESS, seconds=3600.0)
    scene.table.engine_client.ask(question)  # an answer that comes nonetheless belongs to no open question
