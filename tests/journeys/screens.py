"""Compares the window with the same events in an app without a window, opened from the same files."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypeVar

import pygame

from scenes.app.app import App
from scenes.app.stack import Scene
from tests import hands
from tests.hands import EventHands, Hands
from tests.journeys.driver import SIZE, Person, unseen, wait_for

STILL: Final = 1.2
"""Seconds between two compared pictures of a scene: within them its pictures load and its tips appear."""
PAUSE: Final = 0.02
"""Seconds between two frames while waiting."""
ALIKE: Final = 0.998
"""The share of equal pixels in two pictures of the same scene."""
TRIES: Final = 5
AGAIN: Final = 20.0
"""Seconds after which an action without effect is repeated."""

T = TypeVar("T")
Act: TypeAlias = Callable[[Hands], object]


class Twin(EventHands):
    """The same events sent to an app without a window."""

    def __init__(self, app: App) -> None:
        self._app = app

    def sent(self) -> None:
        self._app.frame()


def settle(app: App) -> None:
    before = b""
    while before != (before := app.surface.get_buffer().raw):
        ends = time.monotonic() + STILL
        while time.monotonic() < ends:
            app.frame()
            time.sleep(PAUSE)


def expected_picture(
    person: Person, make: Callable[[App], Scene], acts: Sequence[Act], read: Callable[[Any], T]
) -> tuple[pygame.Surface, T]:
    """Return the picture of the scene made by `make` after these acts, and what `read` finds on it."""
    with unseen(person.home, person.size, person.density) as app:
        app.theme.lay_table()
        scene = make(app)
        if app.stack.top is None:
            app.stack.push(scene)
        settle(app)
        for act in acts:
            act(Twin(app))
            settle(app)
        return app.surface.copy(), read(scene)


def alike(one: pygame.Surface, other: pygame.Surface, share: float = ALIKE, blur: int = 6) -> bool:
    """Whether such a share of the pixels differ by less than `blur`."""
    same = pygame.mask.from_threshold(one, (0, 0, 0), (blur, blur, blur, 255), other).count()
    return same > share * one.get_width() * one.get_height()


def shows(person: Person, expected: pygame.Surface, part: pygame.Rect | None = None) -> bool:
    seen = person.see()
    if person.size != SIZE:  # scaled down to a window that is smaller than that
        expected = pygame.transform.smoothscale(expected, seen.get_size())
    if seen.get_size() != expected.get_size():
        return False
    if part is not None:
        seen, expected = seen.subsurface(part), expected.subsurface(part)
    return alike(seen, expected)


def step_aside(person: Person) -> None:
    """Let the pointer rest on a pixel of the bare table in every scene."""
    person.move((1, person.size[1] - 2))


def reach(
    person: Person,
    make: Callable[[App], Scene],
    act: Callable[[], object],
    read: Callable[[Any], T],
    acts: Sequence[Act] = (),
    part: Callable[[Any], pygame.Rect | None] = lambda scene: None,
) -> T:
    """Do something until the window shows the scene that it should lead to, as it is after `acts`; what is found on
    that.

    `act` may be done several times, and only where the scene isn't to be seen. `part`: what of it is looked at, where
    it lies on another one.
    """
    expected, (found, place) = expected_picture(person, make, acts, lambda scene: (read(scene), part(scene)))

    def act_aside() -> None:
        act()
        step_aside(person)

    try:
        until(person, act_aside, lambda: shows(person, expected, place), "the scene in expected.png")
    except AssertionError:
        pygame.image.save(expected, person.look("missed").with_name("expected.png"))
        raise
    return found


def depart(person: Person, act: Callable[[], object]) -> None:
    """Do something until the window looks otherwise; then wait until nothing moves."""
    step_aside(person)
    person.rest()
    before = person.see()

    def act_aside() -> None:
        act()
        step_aside(person)

    until(person, act_aside, lambda: not shows(person, before), "another scene")
    person.rest()


def until(person: Person, act: Callable[[], object], look: Callable[[], T | None], what: str) -> T:
    """Do something until `look` finds what should come of it."""
    for _ in range(TRIES):
        act()
        try:
            return hands.wait_for(look, what, AGAIN, pause=0.05)
        except AssertionError:
            person.look("stuck")
    return wait_for(look, what)
