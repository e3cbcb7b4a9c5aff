"""Translation of keys of any keyboard layout to the keys that the app's shortcuts name."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Final

import pygame

from scenes.app.sdl import sdl_function

ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
_UNREPEATED_KEYS: Final = frozenset((*ENTER, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_F1, pygame.K_F11, pygame.K_f))
"""The keys whose repeats are dropped, because a repeat would reach the screen that the first press opened."""
KEYBOARD_EVENTS: Final = frozenset((pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.WINDOWFOCUSLOST))
_COMMAND_KEYS: Final = pygame.KMOD_CTRL | pygame.KMOD_META
_ALTGR: Final = pygame.KMOD_ALT | pygame.KMOD_MODE  # AltGr types text, and on Windows it is Ctrl with Alt
_SCANCODE_ROWS: Final = ((pygame.KSCAN_A, string.ascii_lowercase), (pygame.KSCAN_1, "1234567890"))
_SCANCODE_SIGNS: Final = {pygame.KSCAN_MINUS: "-", pygame.KSCAN_EQUALS: "=", pygame.KSCAN_SLASH: "/"}
_FIRST_UNTYPED: Final = 1 << 30  # keys from here on, such as arrows, type nothing
AMERICAN_LAYOUT: Final = {
    first + index: sign for first, signs in _SCANCODE_ROWS for index, sign in enumerate(signs)
} | _SCANCODE_SIGNS
"""The characters on an American keyboard, by scancode."""
_KEYPAD_KEYS: Final = {
    pygame.K_KP1: pygame.K_END,
    pygame.K_KP2: pygame.K_DOWN,
    pygame.K_KP3: pygame.K_PAGEDOWN,
    pygame.K_KP4: pygame.K_LEFT,
    pygame.K_KP6: pygame.K_RIGHT,
    pygame.K_KP7: pygame.K_HOME,
    pygame.K_KP8: pygame.K_UP,
    pygame.K_KP9: pygame.K_PAGEUP,
    pygame.K_KP_PERIOD: pygame.K_DELETE,
}  # the keypad without NumLock


def has_key(sign: str) -> bool:
    """Return whether the current layout has a key for a character; True if SDL can't be asked."""
    find = sdl_function("SDL_GetScancodeFromKey")
    return find is None or bool(find(ord(sign)))


def key_by_place(key: int, scancode: int, layout_has: Callable[[str], bool]) -> int:
    """Return the key that shortcuts name for a key of any layout.

    A letter or digit that the layout has is the key on which it is printed. One that the layout lacks, such as a
    Latin letter on a Russian, Greek, Hebrew or Arabic layout, is the key at its place on an American keyboard.
    """
    sign = AMERICAN_LAYOUT.get(scancode, "")
    printed = chr(key) if 0 < key < 128 else ""
    if not sign or (printed.isalnum() if sign.isalnum() else printed) or layout_has(sign):
        return key
    return ord(sign)


class KeyTranslator:
    def __init__(self) -> None:
        self._keys_down: set[int] = set()
        self._was_command = False  # the previous event was a key with Ctrl or Cmd

    def translate_event(self, event: pygame.event.Event) -> pygame.event.Event | None:
        """Return a key event with the key that shortcuts name, and any other event unchanged.

        Return None for an unwanted repeat, and for the text that X11 makes of Ctrl with a non-Latin letter.
        """
        was_command, self._was_command = self._was_command, False
        if event.type == pygame.TEXTINPUT and was_command:
            return None
        if event.type == pygame.WINDOWFOCUSLOST:
            self._keys_down.clear()
        if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
            return event
        event = translate_key(event)
        self._was_command = (
            event.type == pygame.KEYDOWN and bool(event.mod & _COMMAND_KEYS) and not event.mod & _ALTGR
        )
        if event.type == pygame.KEYUP:
            self._keys_down.discard(event.key)
        elif event.key in _UNREPEATED_KEYS:
            if event.key in self._keys_down:
                return None
            self._keys_down.add(event.key)
        return event


def translate_key(event: pygame.event.Event) -> pygame.event.Event:
    """Return a key event with the key that shortcuts name; Shift with the key at the place of "/" types "?".

    A letter, digit or sign with Ctrl and Alt becomes K_UNKNOWN: on Windows the two are AltGr, which types "@" or "ą".
    """
    if event.mod & pygame.KMOD_CTRL and event.mod & pygame.KMOD_ALT and pygame.K_SPACE < event.key < _FIRST_UNTYPED:
        return pygame.event.Event(event.type, event.dict | {"key": pygame.K_UNKNOWN})
    scancode, typed = event.dict.get("scancode", 0), event.dict.get("unicode", "")
    key = key_by_place(event.key, scancode, has_key)
    if key in _KEYPAD_KEYS and scancode and not typed and not event.mod & pygame.KMOD_NUM:
        key = _KEYPAD_KEYS[key]
    if key == pygame.K_SLASH != event.key and event.mod & pygame.KMOD_SHIFT:
        typed = "?"
    if key == event.key:
        return event
    return pygame.event.Event(event.type, event.dict | {"key": key, "unicode": typed})
