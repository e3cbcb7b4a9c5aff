"""The page with all keys, opened by "?" on every screen and made from the handlers' own tables.

A new key belongs in such a table or in `PLACES`, with words under `keys.does`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import pygame

import rules
from scenes.app.words import Words
from scenes.screens.menu.scene import GAME_KEYS, STUDY_KEYS
from scenes.screens.review.scene import STEPS
from scenes.table.board_reader import READING
from scenes.table.game_ui import ui_of
from scenes.table.shortcuts import COMMAND_KEYS, KEYS, LOOKING_KEYS
from scenes.ui.button import ARROWS, PRESS_KEYS
from scenes.ui.form_scene import PaperScene
from scenes.ui.layout import Cell, Column, share
from scenes.ui.page import Page

NAMES: Final = {"return": "enter", "escape": "esc", "-": "minus", "[-]": "minus", "+": "plus", "[+]": "plus"}
"""Names of keys under `key` in the words where they differ from pygame's."""
SIDEWAYS: Final = (pygame.K_LEFT, pygame.K_RIGHT)
PAGES: Final = (pygame.K_PAGEUP, pygame.K_PAGEDOWN)
ENDS: Final = (pygame.K_HOME, pygame.K_END)


class Shortcut(NamedTuple):
    """Keys of one action, or that belong together.

    `does` is a word under `keys.does`; `held` is "ctrl", "shift", "alt", "ctrl_shift" or empty.
    """

    keys: tuple[int, ...]
    does: str
    held: str = ""


def _of(table: Mapping[int, str], held: str = "") -> tuple[Shortcut, ...]:
    actions = dict.fromkeys(table.values())
    return tuple(Shortcut(tuple(key for key in table if table[key] == one), one, held) for one in actions)


PLACES: Final[Mapping[str, tuple[Shortcut, ...]]] = {
    "everywhere": (
        Shortcut((pygame.K_TAB,), "onward"),
        Shortcut((pygame.K_TAB,), "backward", "shift"),
        Shortcut(tuple(ARROWS), "arrows"),
        Shortcut(PRESS_KEYS, "press"),
        Shortcut((pygame.K_ESCAPE,), "back"),
        Shortcut((ord("?"),), "keys"),
        Shortcut((pygame.K_F1,), "rules"),
        Shortcut((pygame.K_F11,), "full"),
        Shortcut((pygame.K_RETURN,), "full", "alt"),
    ),
    "table": (
        Shortcut(tuple(ARROWS), "walk_or_name"),
        Shortcut(PRESS_KEYS, "pick"),
        *(one for one in (*_of(KEYS), *_of(COMMAND_KEYS, "ctrl")) if one.does != "rules"),
        Shortcut((pygame.K_z,), "redo", "ctrl_shift"),
        Shortcut((pygame.K_SPACE,), "pause-play"),
    ),
    "looking": _of(LOOKING_KEYS),
    "review": _of(STEPS),
    "dice": (
        Shortcut(tuple(map(ord, "123456")), "dice"),
        Shortcut((pygame.K_BACKSPACE,), "dice_back"),
        Shortcut((pygame.K_SPACE,), "throw"),
    ),
    "cards": (
        *(Shortcut((ord(key),), does) for game in rules.KEYS for key, does in ui_of(game).keys.shortcuts.items()),
        Shortcut(SIDEWAYS, "carry", "ctrl"),
    ),
    "menu": (*_of(GAME_KEYS)[1:], *_of(STUDY_KEYS), Shortcut((pygame.K_DELETE,), "remove")),
    "pages": (
        Shortcut(PAGES, "pages"),
        Shortcut(ENDS, "ends"),
        Shortcut(SIDEWAYS, "turn_page"),
        Shortcut((pygame.K_F3,), "search"),
        Shortcut((pygame.K_f,), "search", "ctrl"),
    ),
    "rows": (
        Shortcut(SIDEWAYS, "value"),
        Shortcut(tuple(map(ord, "0123456789")), "number"),
        Shortcut((pygame.K_PLUS, pygame.K_MINUS), "step"),
        Shortcut(ENDS, "least"),
    ),
    "text": (
        Shortcut((pygame.K_a,), "all", "ctrl"),
        Shortcut((pygame.K_c,), "copy", "ctrl"),
        Shortcut((pygame.K_x,), "cut", "ctrl"),
        Shortcut((pygame.K_v,), "paste", "ctrl"),
        Shortcut((pygame.K_BACKSPACE,), "erase"),
    ),
    "editor": (
        Shortcut(tuple(ARROWS), "walk"),
        Shortcut(PRESS_KEYS, "lay_piece"),
        Shortcut((pygame.K_DELETE, pygame.K_BACKSPACE), "take_off"),
        Shortcut((pygame.K_f,), "flip"),
    ),
}


def names(words: Words, one: Shortcut) -> str:
    if len(one.keys) > 3 and set(one.keys) == set(ARROWS):
        called = [words("key.arrows")]
    elif len(one.keys) > 3:
        called = [f"{chr(one.keys[0])}–{chr(one.keys[-1])}"]
    else:
        called = [_name(words, key) for key in one.keys]
    return f" {words('key.or')} ".join(
        words(f"key.with_{one.held}", name=name) if one.held else name for name in dict.fromkeys(called)
    )


def _name(words: Words, key: int) -> str:
    name = pygame.key.name(key)
    word = f"key.{NAMES.get(name, name.replace(' ', '_'))}"
    return words(word) if words.has(word) else chr(key).upper()


def list_headings(words: Words) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Return the headings of the page, each with its keys and actions."""
    for place, shortcuts in PLACES.items():
        yield words(f"keys.place.{place}"), [(names(words, one), words(f"keys.does.{one.does}")) for one in shortcuts]
        if place == "table":
            yield from _reading(words)


def _reading(words: Words) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    lines = [(letter.upper(), words(f"board_keys.{name}")) for letter, name in READING.items()]
    yield words("board_keys.title"), lines
    for game in rules.KEYS:
        letters = ui_of(game).letters
        if letters:
            told_of = [(letter.upper(), words(f"letter.{game}.{letter}")) for letter in letters]
            yield words("keys.place.reading", game=words.game(game)), told_of


class KeysScene(PaperScene):
    widest = 86.0
    titled = "keys.title"
    tells_keys = True

    def fill(self) -> None:
        words = self.app.words
        head = f"| {words('keys.key')} | {words('keys.what')} |\n|---|---|"
        parts = []
        for place, lines in list_headings(words):
            parts.append(f"## {place}")
            if place == words("board_keys.title"):
                parts.append(words("board_keys.rule"))
            parts.append("\n".join([head, *(f"| **{keys}** | {does} |" for keys, does in lines)]))
        self.page = Page(self.sheet, "\n\n".join(parts))
        self.form.focus(self.page)

    def content(self) -> Cell:
        return Column(share(self.page))
