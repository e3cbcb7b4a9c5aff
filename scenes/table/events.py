"""Whom an event at the table is for: the paper, what a key stands for, a question, the dice, or the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from rules import abilities
from rules.contract import Gesture
from scenes.table import actions, status_text
from scenes.table.hand import ARROWS

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


def pressed(event: pygame.event.Event, button: int) -> bool:
    """Whether a button of the mouse went down: 1 left, 3 right."""
    return bool(event.type == pygame.MOUSEBUTTONDOWN and event.button == button)


class Events:
    """The person's mouse and keys, as they come in."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene

    def handle(self, event: pygame.event.Event) -> bool:
        """Give an event to the first one that it is for; whether anybody took it."""
        scene = self._scene
        scene.stage.stir()
        if scene.finale.skips(event):
            return True
        scene.pointing.heed(event)
        if scene.stage.marks.focus is not None and not scene.app.keyboard:
            scene.mark()
        if pressed(event, 3) and not scene.hand.empty and scene.choosing.strip is None:
            return scene.caution.drop() or scene.hand.handle(event)
        if self._asks_why(event):
            return True
        if not scene.holding and scene.sidebar.form.handle(event):
            if event.type == pygame.MOUSEMOTION:
                scene.stage.point_out(None)
            if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB:
                scene.hand.point(None)
            return True
        if event.type == pygame.KEYDOWN:
            if self._key(event):
                return True
            if event.key in ARROWS:
                scene.sidebar.form.focus(None)
        if pressed(event, 1):
            scene.sidebar.form.focus(None)
            scene.caution.drop()  # a click on the board says no, and counts for itself
        if scene.slip.key(event) or scene.chance_view.handle(event):
            return True
        if pressed(event, 1) and self._clicked_in_vain(event.pos):
            return True
        return scene.choosing.strip is None and scene.hand.handle(event)

    def _asks_why(self, event: pygame.event.Event) -> bool:
        """The mouse on the key of a slip that tells of a refusal: it leads to the rule."""
        scene = self._scene
        mouse = event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN) and not scene.holding
        if not mouse or not scene.stage.asks_why(event.pos):
            return False
        if pressed(event, 1):
            scene.act("rules")
        scene.app.cursor("hand" if event.type == pygame.MOUSEMOTION else "arrow")
        return True

    def _clicked_in_vain(self, pos: tuple[int, int]) -> bool:
        """A click where nobody here may move: back to the match, or a word about whom it waits for."""
        scene = self._scene
        over, target = scene.match.outcome() is not None, scene.stage.hit(pos)
        if not scene.course.live:
            if target is not None and not over:
                scene.look(None)
            return True
        if over or scene.mine or not scene.sitting.persons:
            return False
        if target is not None and not abilities.shows_hints(scene.match.position):
            scene.refuse(Gesture(frozenset((target,))))
            return True
        if target in scene.stage.table and not scene.host.waiting:
            scene.stage.finish()
            waits = status_text.said(scene.app.words, scene.sitting, scene.course, True, None)
            scene.stage.say(waits.status, target)
            return True
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        """A key that stands for an action, or Esc; whether it was one."""
        scene = self._scene
        looking = not scene.course.live or scene.match.outcome() is not None
        action = actions.key_action(event, looking) or scene.chance_view.key_action(event)
        if event.key == pygame.K_ESCAPE:
            action = self._step_back()
        if action is None:
            return False
        if action:
            scene.act(action)
        return True

    def _step_back(self) -> str:
        """Esc: put back what is held, let go, take a hop back, look at the match again; at last the menu.

        The action that is still to be done, or nothing.
        """
        scene = self._scene
        if scene.caution.drop():
            return ""
        if scene.chance_view.put_back():
            return ""
        if not scene.hand.empty:
            scene.hand.let_go()
        elif not scene.course.live and scene.match.outcome() is None:
            return "go-back"
        elif not scene.take_back():
            return "menu"
        return ""
