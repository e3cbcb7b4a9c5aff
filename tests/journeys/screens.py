"""What a person should see: the same is done unseen, from the same files, and compared with the window."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar

import pygame

from tests.journeys.driver import SIZE, Person, unseen, wait_for

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.app.stack import Scene

STILL: Final = 1.2
"""Seconds in which something changes, as long as a scene comes to rest, gets its pictures or will show a tip."""
PAUSE: Final = 0.02
"""Seconds between two frames meanwhile."""
ALIKE: Final = 0.998
"""Share of the pixels that are the same in two pictures of one scene."""
TRIES: Final = 5
AGAIN: Final = 20.0
"""Seconds after which somebody who sees that nothing happened does it again."""

T = TypeVar("T")


class Hands(Protocol):
    """Mouse and keys: a person's, or a `Twin`'s."""

    def click(self, x: float, y: float) -> None: ...
    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None: ...
    def key(self, name: str) -> None: ...


Act: TypeAlias = Callable[[Hands], object]


class Twin:
    """The hands of somebody whom nobody sees: the same events in an app without a window."""

    def __init__(self, app: App) -> None:
        self._app = app

    def _post(self, kind: int, **facts: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **facts))
        self._app.frame()

    def click(self, x: float, y: float) -> None:
        at = (round(x), round(y))
        self._post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        self._post(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        self._post(pygame.MOUSEBUTTONUP, pos=at, button=1)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        first, last = (round(start[0]), round(start[1])), (round(end[0]), round(end[1]))
        self._post(pygame.MOUSEMOTION, pos=first, rel=(0, 0), buttons=(0, 0, 0))
        self._post(pygame.MOUSEBUTTONDOWN, pos=first, button=1)
        for at in ((first[0] + 9, first[1]), last):
            self._post(pygame.MOUSEMOTION, pos=at, rel=(9, 0), buttons=(1, 0, 0))
        self._post(pygame.MOUSEBUTTONUP, pos=last, button=1)

    def key(self, name: str) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self._post(kind, key=pygame.key.key_code(name), mod=0, unicode="", scancode=0)


def settle(app: App) -> None:
    before = b""
    while before != (before := app.surface.get_buffer().raw):
        ends = time.monotonic() + STILL
        while time.monotonic() < ends:
            app.frame()
            time.sleep(PAUSE)


def sight(
    person: Person, make: Callable[[App], Scene], acts: Sequence[Act], read: Callable[[Any], T]
) -> tuple[pygame.Surface, T]:
    """What the scene that `make` lays on the stack looks like after these acts, and what `read` finds on it."""
    with unseen(person.home, person.size) as app:
        app.theme.lay_table()
        scene = make(app)
        if app.stack.top is None:
            app.stack.push(scene)
        settle(app)
        for act in acts:
            act(Twin(app))
            settle(app)
        return app.surface.copy(), read(scene)


def shows(person: Person, expected: pygame.Surface, part: pygame.Rect | None = None) -> bool:
    seen = person.see()
    if person.size != SIZE:  # scaled down to a window that is smaller than that
        expected = pygame.transform.smoothscale(expected, seen.get_size())
    if seen.get_size() != expected.get_size():
        return False
    if part is not None:
        seen, expected = seen.subsurface(part), expected.subsurface(part)
    same = pygame.mask.from_threshold(seen, (0, 0, 0), (6, 6, 6, 255), expected).count()
    return same > ALIKE * seen.get_width() * seen.get_height()


def step_aside(person: Person) -> None:
    """Let the pointer rest on a pixel of the bare table in every scene."""
    person.point(1, person.size[1] - 2)


def reach(
    person: Person,
    make: Callable[[App], Scene],
    act: Callable[[], object],
    read: Callable[[Any], T],
    acts: Sequence[Act] = (),
    part: Callable[[Any], pygame.Rect | None] = lambda scene: None,
    tries: int = TRIES,
) -> T:
    """Do something until the window shows the scene that it should lead to, as it is after `acts`; what is found on
    that.

    `act` may be done so often, and only where the scene isn't to be seen. `part`: what of it is looked at, where it
    lies on another one.
    """
    expected, (found, place) = sight(person, make, acts, lambda scene: (read(scene), part(scene)))
    for tried in range(tries):
        act()
        step_aside(person)
        ends = time.monotonic() + AGAIN * TRIES / tries
        while time.monotonic() < ends:
            if shows(person, expected, place):
                return found
            time.sleep(0.1)
        pygame.image.save(expected, person.look(f"missed-{tried}").with_name("expected.png"))
    raise AssertionError("the window never showed what it should: var/journeys/…/expected.png and missed-….png")


def depart(person: Person, act: Callable[[], object]) -> None:
    """Do something until the window looks otherwise; then wait until nothing moves."""
    step_aside(person)
    person.rest()
    before = person.see()

    def do() -> None:
        act()
        step_aside(person)

    until(person, do, lambda: None if shows(person, before) else True, "another scene")
    person.rest()


def until(person: Person, act: Callable[[], object], look: Callable[[], T | None], what: str) -> T:
    """Do something until `look` finds what should come of it."""
    for _ in range(TRIES):
        act()
        ends = time.monotonic() + AGAIN
        while time.monotonic() < ends:
            if (found := look()) is not None:
                return found
            time.sleep(0.05)
    person.look("stuck")
    return wait_for(look, what)


def line_of(form: Any, key: object) -> tuple[int, int]:
    from scenes.ui.chooser import Chooser

    chooser: Any = next(widget for widget in form.children if isinstance(widget, Chooser))
    return chooser.place_of(number_of(form, key)).center  # type: ignore[no-any-return]


def number_of(form: Any, key: object) -> int:
    """Which of the options on the little paper over a form this is, from 0."""
    from scenes.ui.chooser import Chooser

    chooser: Any = next(widget for widget in form.children if isinstance(widget, Chooser))
    return next(number for number, option in enumerate(chooser.options) if option[0] == key)
