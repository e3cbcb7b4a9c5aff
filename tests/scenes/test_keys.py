"""The page with all keys: it tells every key that a handler knows, "?" opens it anywhere, and the board is in Tab."""

import ast
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

import rules
import scenes
from scenes.app.words import LANGUAGES, Words
from scenes.screens.keys import PLACES, KeysScene, told
from scenes.table.board_keys import READING
from scenes.table.game_ui import ui_of
from scenes.table.hand import BoardStop
from scenes.table.menus import COMMAND_KEYS, KEYS, LOOKING_KEYS
from scenes.ui.button import DIGITS
from tests.scenes.driver import Driver, Tables, form_of, visit
from tests.scenes.test_fit import SCENES

HELD: Final = {"K_LSHIFT", "K_RSHIFT", "K_LCTRL", "K_RCTRL", "K_LALT", "K_RALT", "K_LMETA", "K_RMETA"}
ELSEWHERE: Final = HELD | {"K_CAPSLOCK", "K_NUMLOCKCLEAR", "K_MODE"}
"""Keys that do nothing by themselves."""


def ask(driver: Driver) -> None:
    driver.post(pygame.KEYDOWN, key=pygame.K_SLASH, mod=pygame.KMOD_SHIFT, unicode="?", scancode=0)
    driver.step()


def known() -> set[int]:
    """The keys that any module of the screens names."""
    found = set()
    for path in Path(scenes.__file__).parent.rglob("*.py"):
        if path.name != "keys.py":
            nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            found |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and node.attr.startswith("K_")}
    same = {pygame.K_KP_ENTER: pygame.K_RETURN, pygame.K_KP_PLUS: pygame.K_PLUS, pygame.K_KP_MINUS: pygame.K_MINUS}
    keys = {getattr(pygame, name) for name in found - ELSEWHERE} | {ord(str(digit)) for digit in DIGITS.values()}
    keys |= {ord(letter) for key in rules.KEYS for letter in ui_of(key).keys.shortcuts}
    return {same.get(key, key) for key in keys}


def test_every_key_that_a_handler_knows_is_on_the_page_and_no_other() -> None:
    shown = {key for shortcuts in PLACES.values() for one in shortcuts for key in one.keys}
    assert shown - {pygame.K_KP_ENTER, ord("?")} == known()


def test_every_letter_that_reads_the_board_is_on_the_page() -> None:
    words = Words("en")
    told_lines = {line for _, lines in told(words) for line in lines}
    for letter, name in READING.items():
        assert (letter.upper(), words(f"board_keys.{name}")) in told_lines
    for key in rules.KEYS:
        for letter in ui_of(key).letters:
            assert (letter.upper(), words(f"letter.{key}.{letter}")) in told_lines


def test_every_action_of_a_key_is_one_that_a_table_has(tables: Tables) -> None:
    able: set[str] = set()
    for key in rules.KEYS:
        able |= set(tables.table(game=rules.get(key)).scene.actions)
        assert set(ui_of(key).keys.shortcuts.values()) <= able
    assert {*KEYS.values(), *COMMAND_KEYS.values(), *LOOKING_KEYS.values()} <= able


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_words_for_all_of_it(language: str) -> None:
    for place, lines in told(Words(language)):
        assert place and lines and all(keys and does for keys, does in lines)
        assert len({keys for keys, _ in lines}) == len(lines), "a key does one thing in one place"


@pytest.mark.parametrize("name", SCENES)
def test_a_question_mark_shows_the_keys_on_every_screen_and_esc_leads_back(name: str) -> None:
    driver = visit()
    scene = SCENES[name](driver.app)
    driver.open(scene)
    typing, focus = form_of(scene).typing, form_of(scene).focus_on
    ask(driver)
    assert isinstance(driver.top, KeysScene) is (not typing or name == "keys")
    if name != "keys" and not typing:
        ask(driver)
        driver.escape()
    assert driver.top is scene and form_of(scene).focus_on is focus


def test_a_question_mark_at_the_table_shows_them_and_leads_back_to_it(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5"))
    ask(drive)
    shown = isinstance(drive.top, KeysScene)
    drive.escape()
    assert shown and drive.top is drive.scene


# --- the board in the order of Tab


def stops(form: Any) -> list[Any]:
    return [widget for widget in form.walk() if widget.enabled and widget.focusable]


@pytest.mark.parametrize("key", rules.KEYS)
def test_tab_comes_to_the_board_of_every_game_and_leaves_it_and_finds_the_same_place_again(
    tables: Tables, key: str
) -> None:
    drive = tables.table(game=rules.get(key))
    form = drive.scene.sidebar.form
    boards = [one for one in stops(form) if isinstance(one, BoardStop)]
    assert len(boards) == 1
    drive.tab_to(boards[0])
    first = drive.scene.hand.cursor
    assert first is not None
    for arrow in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP):
        drive.strike(arrow)
        if drive.scene.hand.cursor != first:
            break
    there = drive.scene.hand.cursor
    assert there != first and form.focus_on is boards[0]
    drive.strike(pygame.K_TAB)
    assert drive.scene.hand.cursor is None and form.focus_on is not boards[0]
    drive.strike(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert drive.scene.hand.cursor == there and form.focus_on is boards[0]
