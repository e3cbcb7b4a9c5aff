"""From a refusal to its rule, an example that is played, and a search: by real mouse and keyboard."""

import time
from collections.abc import Callable
from typing import Any, Final

import pygame
import pytest

from rules.ducart import GAME
from rules.record import Player
from scenes.table import events
from tests.journeys.driver import Person, unseen, wait_for
from tests.journeys.places import laid, lay_open, spots
from tests.journeys.screens import Twin

pytestmark = pytest.mark.journey

START: Final = "8/7w/2l5/3W4/8/8/8/8 g - g 0 0 -"
"""A Leaper on c6, so that no Sweeper may come to d6."""
FRAMES: Final = 40
"""After so many frames a page has all its pictures."""
ALIKE: Final = 0.995
"""Share of the pixels that are the same in two pictures of one page: what is hovered may look otherwise."""


def key_of_the_toast(person: Person) -> tuple[int, int]:
    """Where the key is on the toast that says that d6 is forbidden."""
    from rules.contract import Gesture

    with unseen(person.home) as app:
        scene: Any = laid(app)
        scene.table.send(events.Refuse(Gesture(frozenset({"d5"}), "d6")))
        where: tuple[int, int] = scene.stage.speech.toast.key.center
        return where


def page(person: Person, at: str, act: Callable[[Any], object] = id) -> tuple[pygame.Surface, pygame.Rect]:
    """The page at an anchor as it looks, laid out unseen, after `act` was done to the scene; and where it is."""
    from scenes.screens.rulebook.scene import RulebookScene

    with unseen(person.home) as app:
        scene: Any = RulebookScene(app, GAME.key, at)
        app.stack.push(scene)
        act(scene)
        for _ in range(FRAMES):
            app.frame()
        return app.surface.subsurface(scene.page.rect).copy(), scene.page.rect.copy()


def shows(person: Person, expected: pygame.Surface, place: pygame.Rect) -> bool:
    seen = person.see().subsurface(place)
    same = pygame.mask.from_threshold(seen, (0, 0, 0), (6, 6, 6, 255), expected).count()
    return same > ALIKE * place.width * place.height


def found(scene: Any) -> None:
    from scenes.ui.field import TextField

    field = next(widget for widget in scene.form.walk() if isinstance(widget, TextField))
    scene.form.focus(field)
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="halo"))
    scene.app.frame()
    Twin(scene.app).key("return")


def diagram_of(person: Person, at: str) -> tuple[int, int]:
    from scenes.screens.rulebook.scene import RulebookScene

    with unseen(person.home) as app:
        scene: Any = RulebookScene(app, GAME.key, at)
        app.stack.push(scene)
        app.frame()
        where: tuple[int, int] = next(iter(scene.page.plates.values())).rect.center
        return where


def test_from_a_refusal_to_its_rule_and_on(person: Person) -> None:
    lay_open(person, GAME, (Player("person", "Anna"), Player("person", "Bert")), position=START)
    places, key = spots(GAME.key, 0), key_of_the_toast(person)
    expected, where = page(person, "!flank")
    person.start()
    person.rest()
    for square in ("d5", "d6"):
        person.click(*places[square].box.centre)
        time.sleep(0.3)
    person.look("refused")
    time.sleep(0.3)  # a click in haste would be for the board
    person.click(*key)
    wait_for(lambda: shows(person, expected, where) or None, "the rule about Leapers' neighbours")
    person.look("rule")
    before = person.see()
    person.click(*diagram_of(person, "!flank"))
    time.sleep(0.5)
    person.rest()
    played = person.see()
    assert played.get_buffer().raw != before.get_buffer().raw
    person.look("played")
    person.key("F1")
    person.rest()
    assert not shows(person, expected, where)
    person.key("F1")
    time.sleep(0.5)
    person.key("ctrl+f")
    for letter in "halo":
        person.key(letter)
    time.sleep(0.5)
    person.look("found")
    person.key("Return")
    marked, there = page(person, "", found)
    wait_for(lambda: shows(person, marked, there) or None, "the page about Creepers")
    person.look("halo")
    for _ in range(3):
        person.key("Escape")
        time.sleep(0.3)
    person.rest()
    (record,) = person.records("matches")
    assert record.match.plies == []
    assert person.close() == 0
