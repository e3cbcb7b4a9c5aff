"""Shortcuts on keyboards of all layouts: by the letters where a layout has them, else by the places of the keys."""

from functools import partial
from typing import Final

import pygame
import pytest

from scenes.app import keyboard
from scenes.app.keyboard import PLACES, key_by_place
from tests.rows import rows
from tests.scenes.driver import Tables, visit

PLAIN: Final = "qwertyuiop asdfghjkl; zxcvbnm,./"
SCANCODES: Final = {sign: scancode for scancode, sign in PLACES.items()}
BY_PLACE: Final = ("ru", "gr", "il", "kana")


@rows
def test_each_letter_is_where_it_is_printed_else_by_its_place(layout: str, letters: str) -> None:
    """Three rows of letters, then those that are to their right."""
    for printed, place in zip(letters, PLAIN, strict=False):
        if place.isalpha():
            read = chr(key_by_place(ord(printed), SCANCODES[place], lambda sign: sign in letters))
            wanted = place if layout in BY_PLACE else printed
            assert read == wanted, f"{layout}: the key with {printed} at {place} is read as {read}, not {wanted}"


@rows
def test_digits_and_signs_are_taken_by_place_only_where_the_layout_lacks_them(
    printed: str, place: str, there: str, wanted: str
) -> None:
    key = ord(printed) if printed else 0x40000000
    assert chr(key_by_place(key, SCANCODES[place], lambda sign: sign in there)) == wanted


def test_keys_of_another_script_work_a_table_and_its_fields(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyboard, "has_key", lambda sign: not sign.isalpha())
    drive = tables.table()
    acted: list[str] = []
    drive.scene.actions = {name: partial(acted.append, name) for name in ("hint", "undo", "redo", "flip")}
    for sign, place, mod in (
        ("р", "h", 0),
        ("я", "z", pygame.KMOD_LCTRL),
        ("н", "y", pygame.KMOD_LCTRL),
        ("а", "f", 0),
    ):
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            drive.post(kind, key=ord(sign), scancode=SCANCODES[place], mod=mod, unicode=sign)
    drive.step()
    assert acted == ["hint", "undo", "redo", "flip"]


def test_text_that_comes_with_ctrl_is_not_typed() -> None:
    """X11 makes a letter of Ctrl with one that isn't Latin: pasting by Ctrl+V would type it as well."""
    keys, text = keyboard.Keyboard(), pygame.event.Event(pygame.TEXTINPUT, text="м")
    for mod, typed in ((pygame.KMOD_LCTRL, None), (0, text), (pygame.KMOD_LCTRL | pygame.KMOD_RALT, text)):
        keys.read(pygame.event.Event(pygame.KEYDOWN, key=ord("м"), scancode=SCANCODES["v"], mod=mod, unicode="м"))
        assert keys.read(text) is typed
        assert keys.read(text) is text, "what comes later is typed"


@pytest.mark.parametrize(
    ("pad", "mod", "unicode", "wanted"),
    [
        (pygame.K_KP8, 0, "", pygame.K_UP),
        (pygame.K_KP7, pygame.KMOD_CAPS, "", pygame.K_HOME),
        (pygame.K_KP8, pygame.KMOD_NUM, "8", pygame.K_KP8),
        (pygame.K_KP8, 0, "8", pygame.K_KP8),
        (pygame.K_KP5, 0, "", pygame.K_KP5),
    ],
)
def test_the_keypad_moves_without_numlock(pad: int, mod: int, unicode: str, wanted: int) -> None:
    event = pygame.event.Event(pygame.KEYDOWN, key=pad, scancode=pad & 0xFF, mod=mod, unicode=unicode)
    assert keyboard.translated(event).key == wanted


def test_the_page_of_keys_opens_where_no_key_has_its_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyboard, "has_key", lambda sign: False)
    drive = visit()
    drive.post(pygame.KEYDOWN, key=ord("メ"), scancode=SCANCODES["/"], mod=pygame.KMOD_LSHIFT, unicode="・")
    drive.step()
    assert drive.app.stack.top is not None and drive.app.stack.top.tells_keys
