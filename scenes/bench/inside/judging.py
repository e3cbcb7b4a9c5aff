"""A match reviewed in the app, sixty frames a second painted meanwhile."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import pygame

from scenes.bench.inside import watching
from scenes.bench.running import family, spent

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.table.scene import MatchScene


def review() -> dict[str, Any]:
    """Seconds until the review of the match that lies open is whole; work and interval of each frame till then.

    The mouse goes up and down over the graph, whose mark follows it, so that there is something to be painted in
    every frame.
    """
    found: dict[str, Any] = {"work": [], "interval": []}

    def watch(app: App, scene: MatchScene) -> None:
        from scenes.screens.review.scene import ReviewScene

        app.theme.lay_table()
        watching.settle(app, scene)
        scene.match.end("agreed", 0, app.now())
        review = ReviewScene(scene)
        begun = time.perf_counter()
        app.stack.push(review)
        app.frame()  # the sheet is furnished: frames are counted from the next one on
        app.on_frame = lambda work, interval: _noted(found, work, interval)
        number, clock = 0, pygame.time.Clock()
        while review.reviewer.runs:
            clock.tick(60)
            number += 1
            field = review.graph.rect
            across = field.left + number * 3 % field.width
            pygame.event.post(
                pygame.event.Event(pygame.MOUSEMOTION, pos=(across, field.centery), rel=(3, 0), buttons=(0, 0, 0))
            )
            review.graph.dirty()
            app.frame()
        app.on_frame = None
        found["processor"] = sum(map(spent, family(os.getpid())[1:]))
        found["seconds"] = time.perf_counter() - begun
        app.quit()

    watching.watched(watch)
    return found


def _noted(found: dict[str, Any], work: float, interval: float) -> None:
    found["work"].append(work)
    found["interval"].append(interval)
