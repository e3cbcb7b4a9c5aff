"""The scenes away from the table driven by real events, without a window that anybody sees."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, TypeVar

import pygame

from rules import GAMES
from rules.contract import NATURE
from rules.game import Game
from rules.record import Player
from scenes.app import App
from scenes.files.settings import Settings
from scenes.files.storage import Storage
from scenes.playing.sitting import Sitting
from scenes.stack import Scene
from scenes.widgets.base import Group, Widget
from scenes.widgets.form import Form
from scenes.widgets.page import Page

GAME: Final = GAMES[0]
DUCK: Final = GAMES[1]
SMALL: Final = (960, 600)

W = TypeVar("W", bound=Widget)


class Table(Scene):
    """Stands in for the table scene: remembers what was laid on it."""

    def __init__(self, app: App, sitting: Sitting, looking_back: bool = False) -> None:
        super().__init__(app)
        self.sitting = sitting
        self.looking_back = looking_back


class Ground(Scene):
    """What lies below a scene under test; remembers what that was popped with."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.results: list[object] = []

    def resumed(self, result: object) -> None:
        self.results.append(result)


class Visitor:
    """A person with a mouse and a keyboard."""

    def __init__(self, size: tuple[int, int] = SMALL, **settings: Any) -> None:
        """`settings` are fields of Settings."""
        kept = Settings(**{"language": "en", "window": size, "animation": "off", **settings})
        self.app = App(kept, Storage())
        self.ground = Ground(self.app)
        self.app.stack.push(self.ground)

    def open(self, scene: Scene) -> None:
        """Lay a scene on top and let a few frames pass."""
        self.app.stack.push(scene)
        self.frames()

    def frames(self, count: int = 3) -> None:
        """Let frames pass."""
        for _ in range(count):
            self.app.frame()

    @property
    def top(self) -> Any:
        """The scene that gets the input."""
        return self.app.stack.top

    @property
    def form(self) -> Form:
        """The widgets of the top scene."""
        return form_of(self.top)

    def post(self, kind: int, **facts: Any) -> None:
        """An event, and the frame that takes it."""
        pygame.event.post(pygame.event.Event(kind, **facts))
        self.frames(1)

    def click_at(self, pos: tuple[int, int]) -> None:
        """Click there."""
        self.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)

    def click(self, label: str) -> None:
        """Click the widget with these words."""
        self.click_at(self.labelled(label).rect.center)

    def strike(self, key: int, mod: int = 0) -> None:
        """Strike a key."""
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)

    def write(self, text: str) -> None:
        """Write letters into what has the focus."""
        self.post(pygame.TEXTINPUT, text=text)

    def labelled(self, label: str) -> Widget:
        """The focusable widget with these words that can be seen."""
        found = [widget for widget in self.form.walk() if widget.label == label and widget.focusable]
        assert len(found) == 1, (label, [widget.label for widget in self.form.walk()])
        return found[0]

    def all_of(self, kind: type[W]) -> list[W]:
        """The widgets of a kind that are there."""
        return [widget for widget in self.form.walk() if isinstance(widget, kind)]

    def words(self) -> str:
        """Everything that labels say."""
        return "\n".join(widget.label for widget in self.form.walk())


def form_of(scene: Any) -> Form:
    """The form of a scene, whatever it calls it."""
    found = getattr(scene, "form", None) or scene._form
    assert isinstance(found, Form)
    return found


def leaves(widget: Widget) -> Iterator[Widget]:
    """The widgets that can be seen and hold no others; a page is one, whatever is on it."""
    for one in widget.walk():
        whole = isinstance(one, Page) or not (isinstance(one, Group) or isinstance(one.parent, Page))
        if whole and one.rect.width and one.rect.height:
            yield one


def sitting(
    storage: Storage,
    plies: int = 10,
    *,
    names: tuple[str, str] = ("Anna", "Bert"),
    seed: int = 1,
    match_id: str = "",
    game: Game = GAME,
) -> Sitting:
    """A match of random turns, not saved; 1000 plies are more than enough to finish it."""
    players = (Player("person", names[0]), Player("person", names[1]))
    begun = Sitting.begin(storage, game, game.play.options(), players)
    begun.id = match_id or begun.id
    rng = Random(seed)
    while len(begun.match.plies) < plies and begun.match.outcome() is None:
        legal = begun.match.position.legal_moves()
        if legal:
            begun.match.play(rng.choice(legal))
        elif begun.match.position.to_move == NATURE:
            begun.match.settle(rng=rng)  # cards are dealt
        else:
            begun.match.undo()  # a turn that can't be ended
    begun.score()
    return begun
