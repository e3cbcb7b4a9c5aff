"""The work of each frame at one table: idle, full repaint, dragging, in motion and after clicks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pygame

from rules.contract import Gesture
from rules.match import Change
from scenes.app.game_card import card_of
from scenes.table import events
from tests.bench.in_app import driver
from tests.hands import NUDGE, EventHands, spot_of

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.table.scene import MatchScene

REPAINTS: Final = 60
DRAGGED: Final = 240
"""Measured frames of dragging, with a thinking opponent and without."""
FILMS: Final = 8
"""Moves, or deals, whose animation is measured."""
CLICKS: Final = 100
LONGEST: Final = 12.0
"""Seconds after which no further animation or click is begun: dice may fly long."""
LONGEST_FILM: Final = 8.0
"""Seconds after which an animation is no longer waited for."""
PACE: Final = 120
"""Frames a second; the machine pauses between them."""


class Recorder(pygame.Surface):
    """A surface that records which pictures were painted on it, and where."""

    def __init__(self, like: pygame.Surface) -> None:
        super().__init__(like.get_size(), 0, like)
        self.painted: list[tuple[Any, ...]] = []
        """The arguments of `blit` for every visible picture."""

    def blit(
        self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0
    ) -> pygame.Rect:
        seen = super().blit(source, dest, area, special_flags)
        if seen.width and seen.height:
            self.painted.append((source, dest, area, special_flags))
        return seen

    def repeat(self, surface: pygame.Surface) -> None:
        for arguments in self.painted:
            surface.blit(*arguments)
        pygame.display.flip()


def frames() -> dict[str, object]:
    """Measure the figures of `tests.bench.frames.Frames`."""
    found: dict[str, object] = {}

    def watch(app: App, scene: MatchScene) -> None:
        app.theme.lay_table()
        driver.settle(app, scene)
        found["still"] = _still(app, scene)
        found.update(_full(app))
        marks = [driver.yardstick()]
        found["dragging"] = _dragged(app, scene)
        driver.think_hard(scene)
        found["thinking"] = _dragged(app, scene)
        scene.table.engine_client.cancel()
        marks.append(driver.yardstick())
        found["moving"] = _moved(app, scene)
        marks.append(driver.yardstick())
        found["clicks"] = _clicked(app, scene)
        found["yardstick"] = sorted(marks)[1]
        app.quit()

    driver.run(watch)
    return found


def _still(app: App, scene: MatchScene) -> int:
    """Return the frames painted in a second once nothing moves; idle animations stop after half a minute."""
    painted: list[float] = []
    app.settings.small_life = False
    until = time.perf_counter() + LONGEST
    while scene.wait_seconds() is not None and time.perf_counter() < until:
        app.frame()
        pygame.time.wait(5)
    until = time.perf_counter() + 1.0
    while time.perf_counter() < until:
        driver.timed(app, painted)
        pygame.time.wait(5)
    app.settings.small_life = True
    return len(painted)


def _full(app: App) -> dict[str, object]:
    """Measure full repaints, alternating with bare blits of the same pictures."""
    recorder = Recorder(app.surface)
    for scene in app.stack.visible():
        scene.paint(recorder)
    full: list[float] = []
    bare: list[float] = []
    for _ in range(REPAINTS):
        app.dirty()
        driver.timed(app, full)
        begun = time.perf_counter()
        recorder.repeat(app.surface)
        bare.append(time.perf_counter() - begun)
    app.dirty()
    app.frame()
    return {"full": full, "bare": bare, "sprites": len(recorder.painted)}


def _dragged(app: App, scene: MatchScene) -> list[float]:
    works: list[float] = []
    clock = pygame.time.Clock()
    hands, (x, y) = EventHands(), spot_of(scene.stage, driver.movable(scene))
    hands.press_at((x, y))
    hands.move((x + NUDGE[0], y + NUDGE[1]), down=True)
    app.frame()
    driver.check_held(scene)
    for number in range(2 * DRAGGED):
        hands.move(driver.path(scene.stage.area, number), down=True)
        if number % 2:
            clock.tick(PACE)
            driver.timed(app, works)
    driver.check_held(scene)
    hands.strike(pygame.K_ESCAPE)
    app.frame()
    driver.settle(app, scene)
    return works


def _clicked(app: App, scene: MatchScene) -> list[float]:
    """Measure the frames after clicks on cards, on pieces and on their targets, match by match."""
    works: list[float] = []
    if card_of(scene.match.game.key).hidden_hands:
        hand = [target for target in scene.stage.spots if target.startswith("h") and ":" in target]
        for target in islice(cycle(hand), CLICKS):
            _click(app, scene, target, works)
        EventHands().strike(pygame.K_ESCAPE)
        app.frame()
        return works
    rng = Random(1)
    until = time.perf_counter() + LONGEST
    while len(works) < CLICKS and time.perf_counter() < until:
        gestures = list(_safe_gestures(scene))
        if not gestures:
            break
        gesture = rng.choice(gestures)
        drop = () if gesture.drop is None else (gesture.drop,)
        for target in (*gesture.pick - scene.board_input.selection.pick, *drop):
            _click(app, scene, target, works)
        _finish(app, scene)
    return works


def _click(app: App, scene: MatchScene, target: str, works: list[float]) -> None:
    hands, at = EventHands(), spot_of(scene.stage, target)
    hands.press_at(at)
    driver.timed(app, works)
    hands.release_at(at)
    app.frame()


def _safe_gestures(scene: MatchScene) -> Iterator[Gesture]:
    """Yield the gestures on the table that need no prompt and don't end the match."""
    for gesture, moves in scene.board_input.gestures.items():
        there = all(target in scene.stage.spots for target in gesture.pick | ({gesture.drop} - {None}))
        single = there and len(moves) == 1 and len(gesture.pick) <= 1
        if single and scene.match.position.play(moves[0]).outcome() is None:
            yield gesture


def _finish(app: App, scene: MatchScene) -> None:
    """Let what runs end, so that the next click is a move."""
    until = time.perf_counter() + LONGEST_FILM
    while driver.restless(scene) and time.perf_counter() < until:
        app.frame()
        scene.stage.finish()
        pygame.time.wait(2)
    app.frame()


def _moved(app: App, scene: MatchScene) -> list[float]:
    works: list[float] = []
    clock = pygame.time.Clock()
    begun = time.perf_counter()
    for number in range(FILMS):
        if time.perf_counter() - begun > LONGEST:
            break
        if card_of(scene.match.game.key).hidden_hands:
            if number == 2:  # a deal is as long as many moves
                break
            before, after, *_ = scene.match.positions
            scene.perform([events.Animate(Change(before, after, scene.match.plies[0].move), {})])
        else:
            gestures = list(_safe_gestures(scene))
            if not gestures:
                break
            move = scene.board_input.gestures[gestures[len(gestures) // 2]][0]
            scene.table.send(events.PlayForOthers(move))
        until = time.perf_counter() + LONGEST_FILM
        while driver.restless(scene) and time.perf_counter() < until:
            clock.tick(PACE)
            driver.timed(app, works)
        driver.settle(app, scene)
    return works
