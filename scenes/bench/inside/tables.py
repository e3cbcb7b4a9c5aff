"""Work of each frame at one table, in every state that a table can be in."""

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
from scenes.bench.inside import watching
from scenes.bench.inside.bare import Recorder

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.table.scene import MatchScene

REPAINTS: Final = 60
DRAGGED: Final = 240
"""Frames in which something is dragged about, with a thinking opponent and without."""
FILMS: Final = 8
"""Moves, or deals, whose film is measured."""
CLICKS: Final = 100
LONGEST: Final = 12.0
"""Seconds after which no further film is begun and no further click made: dice may fly long."""
LONGEST_FILM: Final = 8.0
"""Seconds after which nobody waits any more for what runs."""
PACE: Final = 120
"""Frames a second, so that the machine may breathe between them."""


def frames() -> dict[str, Any]:
    """What `painting.Frames` says."""
    found: dict[str, Any] = {}

    def watch(app: App, scene: MatchScene) -> None:
        app.theme.lay_table()
        watching.settle(app, scene)
        found["still"] = _still(app, scene)
        found.update(_full(app))
        marks = [watching.yardstick()]
        found["dragging"] = _dragged(app, scene)
        watching.think_hard(scene)
        found["thinking"] = _dragged(app, scene)
        scene.opposition.thinker.cancel()
        marks.append(watching.yardstick())
        found["moving"] = _moved(app, scene)
        marks.append(watching.yardstick())
        found["clicks"] = _clicked(app, scene)
        found["yardstick"] = sorted(marks)[1]
        app.quit()

    watching.watched(watch)
    return found


def _still(app: App, scene: MatchScene) -> int:
    """Frames painted in a second once nothing is due any more; what lives sleeps, which takes it half a minute."""
    painted: list[float] = []
    app.settings.small_life = False
    until = time.perf_counter() + LONGEST
    while scene.pace() is not None and time.perf_counter() < until:
        app.frame()
        pygame.time.wait(5)
    until = time.perf_counter() + 1.0
    while time.perf_counter() < until:
        watching.timed(app, painted)
        pygame.time.wait(5)
    app.settings.small_life = True
    return len(painted)


def _full(app: App) -> dict[str, Any]:
    """Everything painted anew, by turns with the same pictures laid bare."""
    recorder = Recorder(app.surface)
    for scene in app.stack.visible():
        scene.paint(recorder)
    full: list[float] = []
    bare: list[float] = []
    for _ in range(REPAINTS):
        app.dirty()
        watching.timed(app, full)
        begun = time.perf_counter()
        recorder.lay(app.surface)
        bare.append(time.perf_counter() - begun)
    app.dirty()
    app.frame()
    return {"full": full, "bare": bare, "sprites": len(recorder.laid)}


def _dragged(app: App, scene: MatchScene) -> list[float]:
    """Something is led over the whole table, two motions of the mouse a frame."""
    works: list[float] = []
    clock = pygame.time.Clock()
    at = watching.spot_of(scene, watching.movable(scene))
    watching.press(at)
    watching.haul((at[0] + 9, at[1] - 7), at)
    app.frame()
    watching.must_hold(scene)
    for number in range(2 * DRAGGED):
        before, at = at, watching.path(scene.stage.area, number)
        watching.haul(at, before)
        if number % 2:
            clock.tick(PACE)
            watching.timed(app, works)
    watching.must_hold(scene)
    watching.let_go()
    app.frame()
    watching.settle(app, scene)
    return works


def _clicked(app: App, scene: MatchScene) -> list[float]:
    """Frames that follow a click: on cards, and on pieces and where they go, match by match."""
    works: list[float] = []
    if card_of(scene.match.game.key).hidden_hands:
        hand = [target for target in scene.stage.spots if target.startswith("h") and ":" in target]
        for target in islice(cycle(hand), CLICKS):
            _click(app, scene, target, works)
        watching.let_go()
        app.frame()
        return works
    rng = Random(1)
    until = time.perf_counter() + LONGEST
    while len(works) < CLICKS and time.perf_counter() < until:
        gestures = list(_harmless(scene))
        if not gestures:
            break
        gesture = rng.choice(gestures)
        for target in (*gesture.pick - scene.hand.selection.pick, gesture.drop):
            if target is not None:
                _click(app, scene, target, works)
        _finish(app, scene)
    return works


def _click(app: App, scene: MatchScene, target: str, works: list[float]) -> None:
    at = watching.spot_of(scene, target)
    watching.press(at)
    watching.timed(app, works)
    watching.release(at)
    app.frame()


def _harmless(scene: MatchScene) -> Iterator[Gesture]:
    """What may be done by clicking on the table that neither ends the match nor asks anything."""
    for gesture, moves in scene.hand.gestures.items():
        there = all(target in scene.stage.spots for target in gesture.pick | ({gesture.drop} - {None}))
        single = there and len(moves) == 1 and len(gesture.pick) <= 1
        if single and scene.match.position.play(moves[0]).outcome() is None:
            yield gesture


def _finish(app: App, scene: MatchScene) -> None:
    """Let what runs end, so that the next click is a move."""
    until = time.perf_counter() + LONGEST_FILM
    while watching.restless(scene) and time.perf_counter() < until:
        app.frame()
        scene.stage.finish()
        pygame.time.wait(2)
    app.frame()


def _moved(app: App, scene: MatchScene) -> list[float]:
    """Moves are filmed; at cards the deal once more."""
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
            scene.show([Change(before, after, scene.match.plies[0].move)])
        else:
            gestures = list(_harmless(scene))
            if not gestures:
                break
            move = scene.hand.gestures[gestures[len(gestures) // 2]][0]
            scene.show([scene.match.play(move, app.now())])
        until = time.perf_counter() + LONGEST_FILM
        while watching.restless(scene) and time.perf_counter() < until:
            clock.tick(PACE)
            watching.timed(app, works)
        watching.settle(app, scene)
    return works
