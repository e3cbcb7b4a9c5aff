"""What `scenes.bench` lets run in a process of its own: the app that watches its frames, and a loop without an app.

    python -m scenes.bench_inside still|drag|frames|throws|cards|bare-loop

Each prints one line of JSON when it closes. Moments are nanoseconds of the monotonic clock, which all
processes share; durations are seconds.
"""

from __future__ import annotations

import json
import math
import sys
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import pygame

if TYPE_CHECKING:
    from rules.match import Match
    from scenes.app import App
    from scenes.match import MatchScene

MOTIONS: Final = 120
"""Mouse motions a second while a piece is dragged."""
DRAG_SECONDS: Final = 8.0
LOOP_FRAMES: Final = 400
REPAINTS: Final = 150
FILMS: Final = 12
"""Moves whose animation is measured."""
THROWS: Final = 12
"""Throws of dice that are measured."""
DEALS: Final = 3
"""Deals of cards that are measured."""
DRAGGED: Final = 480
"""Frames in which cards are dragged about."""
HAND: Final = (20, 22)
"""Motions of the mouse for a throw, and pixels of a window 1280 wide for each."""


def _app(watch: Callable[[App, MatchScene], object]) -> None:
    """Run the real app on the match that lies open in its home; `watch` sees it once it takes input."""
    from scenes import start
    from scenes.match import MatchScene

    def opened(app: App) -> None:
        scene = app.stack.top
        assert isinstance(scene, MatchScene)
        watch(app, scene)

    start.run([], opened)


def still() -> dict[str, Any]:
    """The moments at which the app painted a frame, until it is told to close."""
    painted: list[int] = []

    def watch(app: App, scene: MatchScene) -> None:
        app.on_frame = lambda work, interval: painted.append(time.monotonic_ns())

    _app(watch)
    return {"painted": painted}


def drag() -> dict[str, Any]:
    """Work and interval of each frame while a piece is dragged about and the opponent thinks as hard as it can."""
    frames: list[tuple[float, float]] = []

    def watch(app: App, scene: MatchScene) -> None:
        from rules.ai.server import Ask

        key = scene.match.game.key
        scene.opposition.thinker.ask(Ask(0, "analyse", key, scene.match.position, seconds=3600.0))
        threading.Thread(target=_hand, args=(app, scene, frames), daemon=True).start()

    _app(watch)
    return {"work": [work for work, _ in frames], "interval": [interval for _, interval in frames[1:]]}


def _hand(app: App, scene: MatchScene, frames: list[tuple[float, float]]) -> None:
    """Take a piece up and lead it over the whole board, as a mouse would; then close the app."""
    from scenes.selection import picks

    time.sleep(2.5)  # until the opponent's process thinks and the window is furnished
    area, spot = scene.stage.area, scene.stage.spots[min(picks(scene.hand.gestures))]
    start = (round(spot.x), round(spot.y))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    app.on_frame = lambda work, interval: frames.append((work, interval))
    begun, before = time.perf_counter(), start
    for number in range(round(DRAG_SECONDS * MOTIONS)):
        angle = 2 * math.pi * number / MOTIONS
        x = area.x + area.h * (0.5 + 0.45 * math.sin(0.7 * angle))
        y = area.y + area.h * (0.5 + 0.45 * math.cos(0.45 * angle))
        pos = (round(x), round(y))
        rel = (pos[0] - before[0], pos[1] - before[1])
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=rel, buttons=(1, 0, 0)))
        before = pos
        time.sleep(max(0.0, begun + (number + 1) / MOTIONS - time.perf_counter()))
    app.on_frame = None
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=before, button=3))
    pygame.event.post(pygame.event.Event(pygame.QUIT))


def frames() -> dict[str, Any]:
    """Work of each frame: everything repainted, one square repainted, a piece in motion."""
    kinds: dict[str, list[float]] = {"full": [], "square": [], "moving": []}

    def watch(app: App, scene: MatchScene) -> None:
        app.theme.lay_table()
        _settle(app, scene)
        for _ in range(REPAINTS):
            app.dirty()
            _frame(app, kinds["full"])
        for number in range(REPAINTS):
            scene.stage.dirty(scene.stage.view.targets[number % len(scene.stage.view.targets)])
            _frame(app, kinds["square"])
        clock = pygame.time.Clock()
        for _ in range(FILMS):
            scene.show([_any_move(scene.match, app.now())])
            while scene.stage.moving:
                clock.tick(60)
                _frame(app, kinds["moving"])
            _settle(app, scene)
        app.quit()

    _app(watch)
    return kinds


def throws() -> dict[str, Any]:
    """Work and interval of each frame from the press on a cup until its dice lie, thrown by a swing of the mouse."""
    found: list[tuple[float, float]] = []

    def watch(app: App, scene: MatchScene) -> None:
        app.theme.lay_table()
        _settle(app, scene)
        clock = pygame.time.Clock()
        for _ in range(THROWS):
            found.extend(_throw(app, scene, clock))
        app.quit()

    _app(watch)
    return {"work": [work for work, _ in found], "interval": [interval for _, interval in found]}


def _throw(app: App, scene: MatchScene, clock: pygame.time.Clock) -> list[tuple[float, float]]:
    """One throw by whoever is to throw: the cup is taken, swung towards the tray's middle, and let go."""
    cup_in_hand = scene.fate.cup
    assert cup_in_hand is not None
    frames: list[tuple[float, float]] = []
    (cup,) = cup_in_hand.throws()
    spot, tray = scene.stage.spots[cup], scene.stage.spots["tray"]
    step = HAND[1] * app.size[0] / 1280 * (1 if tray.y > spot.y else -1)
    at = (round(spot.x), round(spot.y))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    app.frame()
    app.on_frame = lambda work, interval: frames.append((work, interval))
    for number in range(1, HAND[0] + 1):
        clock.tick(60)
        at = (round(spot.x - step * number / 4), round(spot.y + step * number))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, round(step)), buttons=(1, 0, 0)))
        app.frame()
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    app.frame()
    while scene.stage.busy or scene.fate.flying or scene.fate.itself() is not None:
        clock.tick(60)
        app.frame()
    app.on_frame = None
    return frames[1:]  # the first interval began before the throw


def cards() -> dict[str, Any]:
    """Work of each frame at a card table: everything repainted, cards dragged about, cards dealt."""
    kinds: dict[str, list[float]] = {"full": [], "dragging": [], "dealing": []}

    def watch(app: App, scene: MatchScene) -> None:
        app.theme.lay_table()
        _settle(app, scene)
        for _ in range(REPAINTS):
            app.dirty()
            _frame(app, kinds["full"])
        clock = pygame.time.Clock()
        _drag_cards(app, scene, clock, kinds["dragging"])
        for _ in range(DEALS):
            _deal(app, scene, clock, kinds["dealing"])
        app.quit()

    _app(watch)
    return kinds


def _drag_cards(app: App, scene: MatchScene, clock: pygame.time.Clock, works: list[float]) -> None:
    """Three cards of the hand are picked and led over the whole table, two motions of the mouse a frame."""
    stage = scene.stage
    hand = [target for target in stage.spots if target.startswith("h") and ":" in target]
    for target in hand[:3]:
        at = (round(stage.spots[target].x), round(stage.spots[target].y))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1))
        app.frame()
    at = (round(stage.spots[hand[0]].x), round(stage.spots[hand[0]].y))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    app.frame()
    for number in range(DRAGGED):
        for half in range(2):
            angle = 2 * math.pi * (2 * number + half) / MOTIONS
            x = round(stage.area.x + stage.area.w * (0.5 + 0.45 * math.sin(0.7 * angle)))
            y = round(stage.area.y + stage.area.h * (0.5 + 0.45 * math.cos(0.45 * angle)))
            pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(1, 1), buttons=(1, 0, 0)))
        clock.tick(60)
        _frame(app, works)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=3))
    app.frame()
    _settle(app, scene)


def _deal(app: App, scene: MatchScene, clock: pygame.time.Clock, works: list[float]) -> None:
    """The deal of the match is shown once more."""
    from rules.match import Change

    before, after, *_ = scene.match.positions
    scene.show([Change(before, after, scene.match.plies[0].move)])
    while scene.stage.moving:
        clock.tick(60)
        _frame(app, works)


def _any_move(match: Match, now: float) -> Any:
    legal = match.position.legal_moves()
    return match.play(legal[len(legal) // 2], now)


def _settle(app: App, scene: MatchScene) -> None:
    """Let pass whatever fades in or moves."""
    until = time.perf_counter() + 0.4
    while time.perf_counter() < until or scene.stage.busy:
        app.frame()
        pygame.time.wait(10)


def _frame(app: App, works: list[float]) -> None:
    app.on_frame = lambda work, interval: works.append(work)
    app.frame()
    app.on_frame = None


def bare_loop() -> dict[str, Any]:
    """Intervals of a loop that does nothing: sixty times a second one small rectangle."""
    pygame.display.init()
    screen = pygame.display.set_mode((2560, 1440), pygame.RESIZABLE)
    clock, spot, shown = pygame.time.Clock(), pygame.Rect(40, 40, 80, 80), []
    for number in range(LOOP_FRAMES):
        clock.tick(60)
        pygame.event.get()
        screen.fill((51 + number % 8, 36, 27), spot)
        pygame.display.update(spot)
        shown.append(time.perf_counter())
    return {"interval": [b - a for a, b in pairwise(shown[1:])]}


KINDS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "still": still,
    "drag": drag,
    "frames": frames,
    "throws": throws,
    "cards": cards,
    "bare-loop": bare_loop,
}

if __name__ == "__main__":
    print(json.dumps(KINDS[sys.argv[1]]()))
