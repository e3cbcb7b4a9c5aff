"""The page that lists all keys; "?" opens it on every screen.

It is made from the tables by which the screens handle keys. A new key belongs in such a table or in `PLACES`, with
words under `keys.does`.
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
from scenes.ui.form_scene import PanelScene
from scenes.ui.layout import Cell, Column, stretch
from scenes.ui.page import Page

KEY_WORDS: Final = {"return": "enter", "escape": "esc", "-": "minus", "[-]": "minus", "+": "plus", "[+]": "plus"}
"""The names of keys in the words (below `key`), by pygame's names, for keys of which the two names differ."""
SIDEWAYS_KEYS: Final = (pygame.K_LEFT, pygame.K_RIGHT)
PAGE_KEYS: Final = (pygame.K_PAGEUP, pygame.K_PAGEDOWN)
END_KEYS: Final = (pygame.K_HOME, pygame.K_END)


class Shortcut(NamedTuple):
    """The keys of one action, or of actions that belong together.

    `action` is the key of a text below `keys.does`. `modifier`: "ctrl", "shift", "alt", "ctrl_shift" or empty.
    """

    keys: tuple[int, ...]
    action: str
    modifier: str = ""


def _list_shortcuts(actions: Mapping[int, str], modifier: str = "") -> tuple[Shortcut, ...]:
    """Return a shortcut for each action; `actions` has the name of the action of each key."""
    return tuple(
        Shortcut(tuple(key for key in actions if actions[key] == action), action, modifier)
        for action in dict.fromkeys(actions.values())
    )


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
        *(one for one in (*_list_shortcuts(KEYS), *_list_shortcuts(COMMAND_KEYS, "ctrl")) if one.action != "rules"),
        Shortcut((pygame.K_z,), "redo", "ctrl_shift"),
        Shortcut((pygame.K_SPACE,), "pause-play"),
    ),
    "looking": _list_shortcuts(LOOKING_KEYS),
    "review": _list_shortcuts(STEPS),
    "dice": (
        Shortcut(tuple(map(ord, "123456")), "dice"),
        Shortcut((pygame.K_BACKSPACE,), "dice_back"),
        Shortcut((pygame.K_SPACE,), "throw"),
    ),
    "cards": (
        *(Shortcut((ord(key),), action) for game in rules.KEYS for key, action in ui_of(game).shortcuts.items()),
        Shortcut(SIDEWAYS_KEYS, "carry", "ctrl"),
    ),
    "menu": (  # without F1, which is listed above as "rules"
        *_list_shortcuts(GAME_KEYS)[1:],
        *_list_shortcuts(STUDY_KEYS),
        Shortcut((pygame.K_DELETE,), "remove"),
    ),
    "pages": (
        Shortcut(PAGE_KEYS, "pages"),
        Shortcut(END_KEYS, "ends"),
        Shortcut(SIDEWAYS_KEYS, "turn_page"),
        Shortcut((pygame.K_F3,), "search"),
        Shortcut((pygame.K_f,), "search", "ctrl"),
    ),
    "rows": (
        Shortcut(SIDEWAYS_KEYS, "value"),
        Shortcut(tuple(map(ord, "0123456789")), "number"),
        Shortcut((pygame.K_PLUS, pygame.K_MINUS), "step"),
        Shortcut(END_KEYS, "least"),
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


def key_names(words: Words, shortcut: Shortcut) -> str:
    """Return the text of a shortcut's keys, such as "Ctrl+Y or Ctrl+U".

    More than three keys are written as "arrow keys" or as a range, such as "1–6".
    """
    if len(shortcut.keys) > 3 and set(shortcut.keys) == set(ARROWS):
        names = [words("key.arrows")]
    elif len(shortcut.keys) > 3:
        names = [f"{chr(shortcut.keys[0])}–{chr(shortcut.keys[-1])}"]
    else:
        names = [_key_name(words, key) for key in shortcut.keys]
    return f" {words('key.or')} ".join(
        words(f"key.with_{shortcut.modifier}", name=name) if shortcut.modifier else name
        for name in dict.fromkeys(names)
    )


def _key_name(words: Words, key: int) -> str:
    name = pygame.key.name(key)
    word = f"key.{KEY_WORDS.get(name, name.replace(' ', '_'))}"
    return words(word) if words.has(word) else chr(key).upper()


def list_headings(words: Words) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the headings of the page, each with its keys and their actions."""
    for place, shortcuts in PLACES.items():
        yield (
            words(f"keys.place.{place}"),
            [(key_names(words, shortcut), words(f"keys.does.{shortcut.action}")) for shortcut in shortcuts],
        )
        if place == "table":
            yield from _board_reader_headings(words)


def _board_reader_headings(words: Words) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    lines = [(letter.upper(), words(f"board_keys.{name}")) for letter, name in READING.items()]
    yield words("board_keys.title"), lines
    for game in rules.KEYS:
        letters = ui_of(game).letters
        if letters:
            squares = [(letter.upper(), words(f"letter.{game}.{letter}")) for letter in letters]
            yield words("keys.place.reading", game=words.game_name(game)), squares


class KeysScene(PanelScene):
    max_width = 86.0
    title_key = "keys.title"
    is_key_list = True

    def fill(self) -> None:
        words = self.app.words
        head = f"| {words('keys.key')} | {words('keys.what')} |\n|---|---|"
        parts = []
        for heading, lines in list_headings(words):
            parts.append(f"## {heading}")
            if heading == words("board_keys.title"):
                parts.append(words("board_keys.rule"))
            if heading == words("keys.place.table"):
                parts.append(words("keys.mouse"))
            parts.append("\n".join([head, *(f"| **{keys}** | {action} |" for keys, action in lines)]))
        self.page = Page(self.sheet, "\n\n".join(parts))
        self.form.focus(self.page)

    def content(self) -> Cell:
        return Column(stretch(self.page))
