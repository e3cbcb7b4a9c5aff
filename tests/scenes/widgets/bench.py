"""A scene for widgets (`Bench`), and functions that click and strike keys in a form."""

from collections.abc import Callable
from typing import TypeVar

import pygame

from scenes.app.app import App
from scenes.app.stack import Scene
from scenes.ui.base import Widget
from scenes.ui.button import Button
from scenes.ui.form import Form

W = TypeVar("W", bound=Widget)
BOARDS = [("maple", "Maple"), ("green", "Green"), ("slate", "Slate")]


class Bench(Scene):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.form = Form(self)
        self.noted: list[pygame.Rect | None] = []

    def dirty(self, rect: pygame.Rect | None = None) -> None:
        self.noted.append(rect)
        super().dirty(rect)

    def handle(self, event: pygame.event.Event) -> bool:
        return self.form.handle(event)

    def paint(self, surface: pygame.Surface) -> None:
        self.app.theme.paint_table(surface)
        self.form.paint(surface)


def point(form: Form, pos: tuple[int, int]) -> bool:
    return form.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0)))


def press(form: Form, pos: tuple[int, int], button: int = 1) -> bool:
    return form.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button))


def release(form: Form, pos: tuple[int, int]) -> bool:
    return form.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))


def click(form: Form, pos: tuple[int, int]) -> None:
    form.scene.app.is_keyboard_used = False
    point(form, pos)
    press(form, pos)
    release(form, pos)


def strike(form: Form, *keys: int, mod: int = 0) -> bool:
    form.scene.app.is_keyboard_used = True
    return [
        form.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=chr(key) if key < 128 else ""))
        for key in keys
    ][-1]


def write(form: Form, text: str) -> None:
    form.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))


def place_at(widget: W, *rect: int) -> W:
    widget.rect = pygame.Rect(*rect)
    return widget


def button(form: Form, x: int, y: int = 0, done: Callable[[], object] = lambda: None) -> Button:
    return place_at(Button(form, f"at {x} {y}", done), x, y, 120, 44)
