"""Dice thrown by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pygame

from scenes.bench.finding import BenchError
from scenes.bench.inside import watching

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.table.scene import MatchScene

THROWS: Final = 12
HAND: Final = (20, 22)
"""Motions of the mouse for a throw, and pixels of a window 1280 wide for each."""


def throws() -> dict[str, Any]:
    """Work of each frame from the press on a cup until its dice lie, thrown by a swing of the mouse."""
    works: list[float] = []
    marks: list[float] = []

    def watch(app: App, scene: MatchScene) -> None:
        app.theme.lay_table()
        watching.settle(app, scene)
        clock = pygame.time.Clock()
        for _ in range(THROWS):
            works.extend(_throw(app, scene, clock))
        if not works:
            raise BenchError("No dice could be thrown.")
        marks.append(watching.yardstick())
        app.quit()

    watching.watched(watch)
    return {"work": works, "yardstick": marks[0]}


def _throw(app: App, scene: MatchScene, clock: pygame.time.Clock) -> list[float]:
    """One throw by whoever is to throw: the cup is taken, swung towards the tray's middle, and let go."""
    works: list[float] = []
    cup = min(scene.chance_view.offered, default=None)
    if cup is None:  # dice that failed are still being dealt with
        watching.settle(app, scene)
        return works
    spot, tray = scene.stage.spots[cup], scene.stage.spots["tray"]
    step = HAND[1] * app.size[0] / 1280 * (1 if tray.y > spot.y else -1)
    at = (round(spot.x), round(spot.y))
    watching.press(at)
    app.frame()
    for number in range(1, HAND[0] + 1):
        clock.tick(60)
        before, at = at, (round(spot.x - step * number / 4), round(spot.y + step * number))
        watching.haul(at, before)
        watching.timed(app, works)
    watching.release(at)
    watching.timed(app, works)
    while scene.stage.busy or scene.host.waiting:
        clock.tick(60)
        watching.timed(app, works)
    return works
