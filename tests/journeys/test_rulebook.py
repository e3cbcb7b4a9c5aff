"""From a refusal to its rule, an example that is played, and a search: by real mouse and keyboard."""

import time
from collections.abc import Callable
from typing import Any, Final

import pygame
import pytest

from rules.contract import Gesture
from rules.ducart import GAME
from rules.record import Player
from scenes.screens.rulebook.scene import RulebookScene
from scenes.table import events
from scenes.ui.text_field import TextField
from tests.checks import present
from tests.hands import Pixel, pixel
from tests.journeys.driver import Person, unseen, wait_for
from tests.journeys.places import Board, lay_open, open_table
from tests.journeys.screens import Twin, alike

pytestmark = pytest.mark.journey

START: Final = "8/7w/2l5/3W4/8/8/8/8 g - g 0 0 -"
"""A position with a Leaper on c6, so that no Sweeper may enter d6."""
FRAMES: Final = 40
"""After so many frames a page has all its pictures."""
ALIKE: Final = 0.995
"""The share of equal pixels in two pictures of the same page; hovered things may look different."""


def key_of_the_toast(person: Person) -> Pixel:
    """Return the place of the key on the toast that says that d6 is forbidden."""
    with unseen(person.home) as app:
        scene = open_table(app)
        scene.table.send(events.RefuseGesture(Gesture(frozenset({"d5"}), "d6")))
        return pixel(present(scene.stage.toast_view.toast, "toast").why_button.center)


def page(person: Person, at: str, act: Callable[[Any], object] = id) -> tuple[pygame.Surface, pygame.Rect]:
    """Return picture and place of the page at an anchor, opened unseen, after applying `act` to the scene."""
    with unseen(person.home) as app:
        scene: Any = RulebookScene(app, GAME.key, at)
        app.stack.push(scene)
        act(scene)
        for _ in range(FRAMES):
            app.frame()
        return app.surface.subsurface(scene.page.rect).copy(), scene.page.rect.copy()


def shows(person: Person, expected: pygame.Surface, place: pygame.Rect) -> bool:
    return alike(person.see().subsurface(place), expected, ALIKE)


def found(scene: Any) -> None:
    field = next(widget for widget in scene.form.iter_widgets() if isinstance(widget, TextField))
    scene.form.focus(field)
    twin = Twin(scene.app)
    twin.write("halo")
    twin.press_key("return")


def diagram_of(person: Person, at: str) -> Pixel:
    with unseen(person.home) as app:
        scene: Any = RulebookScene(app, GAME.key, at)
        app.stack.push(scene)
        app.frame()
        return pixel(next(iter(scene.page.diagrams.values())).rect.center)


def test_a_refusal_leads_to_its_rule_in_the_rulebook(person: Person) -> None:
    lay_open(person, GAME, (Player("person", "Anna"), Player("person", "Bert")), position=START)
    key = key_of_the_toast(person)
    expected, where = page(person, "!flank")
    person.start()
    person.rest()
    Board(person, GAME.key, 0).click("d5", "d6", pause=0.3)
    time.sleep(0.3)
    person.look("refused")
    time.sleep(0.3)  # a click in haste would be for the board
    person.click_at(key)
    wait_for(lambda: shows(person, expected, where), "the rule about Leapers' neighbours")
    person.look("rule")
    before = person.see()
    person.click_at(diagram_of(person, "!flank"))
    time.sleep(0.5)
    person.rest()
    played = person.see()
    assert played.get_buffer().raw != before.get_buffer().raw
    person.look("played")
    person.press_key("F1")
    person.rest()
    assert not shows(person, expected, where)
    person.press_key("F1")
    time.sleep(0.5)
    person.press_key("ctrl+f", *"halo")
    time.sleep(0.5)
    person.look("found")
    person.press_key("Return")
    marked, there = page(person, "", found)
    wait_for(lambda: shows(person, marked, there), "the page about Creepers")
    person.look("halo")
    for _ in range(3):
        person.press_key("Escape")
        time.sleep(0.3)
    person.rest()
    (record,) = person.records("matches")
    assert record.match.plies == []
    assert person.close() == 0
