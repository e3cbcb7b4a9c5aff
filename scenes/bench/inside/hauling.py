"""Something dragged over the table by a real loop, as a mouse would, while the opponent thinks as hard as it can."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Final

import pygame

from scenes.bench.finding import BenchError
from scenes.bench.inside import watching

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.table.scene import MatchScene

SECONDS: Final = 6.0
BEFORE: Final = 2.5
"""Seconds until the opponent's process thinks and the window is furnished."""


def drag() -> dict[str, Any]:
    """Work and interval of each frame; how long a round of plain Python takes at the same time."""
    frames: list[tuple[float, float]] = []
    marks: list[float] = []
    held: list[bool] = []

    def watch(app: App, scene: MatchScene) -> None:
        watching.think_hard(scene)
        threading.Thread(target=_hand, args=(app, scene, frames, marks, held), daemon=True).start()

    watching.watched(watch)
    if not any(held):
        raise BenchError("Nothing could be taken up.")
    return {
        "work": [work for work, _ in frames],
        "interval": [interval for _, interval in frames[1:]],
        "yardstick": marks[0],
    }


def _hand(
    app: App, scene: MatchScene, frames: list[tuple[float, float]], marks: list[float], held: list[bool]
) -> None:
    """Take something up and lead it over the whole table; then close the app."""
    time.sleep(BEFORE)
    marks.append(watching.yardstick())
    at = watching.spot_of(scene, watching.movable(scene))
    watching.press(at)
    begun = time.perf_counter()
    for number in range(round(SECONDS * watching.MOTIONS)):
        before, at = at, watching.path(scene.stage.area, number)
        watching.haul(at, before)
        if number == 2:  # from now on it is in the hand
            app.on_frame = lambda work, interval: frames.append((work, interval))
        held.append(scene.holding)
        time.sleep(max(0.0, begun + (number + 1) / watching.MOTIONS - time.perf_counter()))
    app.on_frame = None
    watching.let_go()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
