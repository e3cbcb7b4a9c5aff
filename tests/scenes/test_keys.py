"""The page with all keys, the board in Tab, and shortcuts on keyboards of all layouts."""

import re
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pygame
import pytest

import rules
import scenes
from scenes.app import keyboard
from scenes.app.keyboard import key_by_place
from scenes.app.stack import Scene
from scenes.app.window import AppWindow
from scenes.app.words import LANGUAGES, Words
from scenes.screens.keyboard_help import PLACES, KeysScene, list_headings
from scenes.table.board_input import BoardFocus
from scenes.table.board_reader import READING
from scenes.table.game_ui import ui_of
from scenes.table.shortcuts import COMMAND_KEYS, KEYS, LOOKING_KEYS
from scenes.ui.button import DIGITS
from scenes.ui.choice import Choice
from scenes.ui.form import Form
from scenes.ui.form_row import Stepper
from scenes.ui.page import Page
from scenes.ui.text_field import TextField
from tests.checks import present
from tests.rows import rows
from tests.scenes.catalogue import A_FEW, SCENES
from tests.scenes.driver import Driver, Tables, form_of, visit
from tests.scenes.matches import COMPUTER
from tests.scenes.rummy import alone
from tests.test_assets import contrast, luminance

HELD: Final = {"K_LSHIFT", "K_RSHIFT", "K_LCTRL", "K_RCTRL", "K_LALT", "K_RALT", "K_LMETA", "K_RMETA"}
ELSEWHERE: Final = HELD | {"K_CAPSLOCK", "K_NUMLOCKCLEAR", "K_MODE"}


def ask(driver: Driver) -> None:
    driver.post(pygame.KEYDOWN, key=pygame.K_SLASH, mod=pygame.KMOD_SHIFT, unicode="?", scancode=0)
    driver.step()


def known() -> set[int]:
    found = set()
    for path in Path(scenes.__file__).parent.rglob("*.py"):
        if path.name not in ("keyboard_help.py", "keyboard.py"):
            found |= set(re.findall(r"(?<=pygame\.)K_\w+", path.read_text(encoding="utf-8")))
    same = {pygame.K_KP_ENTER: pygame.K_RETURN, pygame.K_KP_PLUS: pygame.K_PLUS, pygame.K_KP_MINUS: pygame.K_MINUS}
    keys = {getattr(pygame, name) for name in found - ELSEWHERE} | {ord(str(digit)) for digit in DIGITS.values()}
    keys |= {ord(letter) for key in rules.KEYS for letter in ui_of(key).shortcuts}
    return {same.get(key, key) for key in keys}


def test_keys_page_lists_exactly_the_handled_keys() -> None:
    shown = {key for shortcuts in PLACES.values() for one in shortcuts for key in one.keys}
    assert shown - {pygame.K_KP_ENTER, ord("?")} == known()


def test_keys_page_lists_every_reading_letter() -> None:
    words = Words("en")
    told_lines = {line for _, lines in list_headings(words) for line in lines}
    for letter, name in READING.items():
        assert (letter.upper(), words(f"board_keys.{name}")) in told_lines
    for key in rules.KEYS:
        for letter in ui_of(key).letters:
            assert (letter.upper(), words(f"letter.{key}.{letter}")) in told_lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_page_explains_reading_letters_beside_them(language: str) -> None:
    driver = visit(language=language)
    words = driver.app.words
    driver.open(KeysScene(driver.app))
    told = [node.name for node in driver.the(Page).nodes()[0].walk()]
    rule = told.index(words("board_keys.rule"))
    assert told[rule - 1].endswith(words("board_keys.title")) and "Alt" in told[rule]


def test_every_key_has_an_action_of_the_table(tables: Tables) -> None:
    able: set[str] = set()
    for key in rules.KEYS:
        able |= set(tables.table(game=rules.get(key)).scene.actions)
        assert set(ui_of(key).shortcuts.values()) <= able
    assert {*KEYS.values(), *COMMAND_KEYS.values(), *LOOKING_KEYS.values()} <= able


@pytest.mark.parametrize("key", rules.KEYS)
def test_every_key_runs_its_action(tables: Tables, key: str) -> None:
    drive = alone(tables) if key == "ducale" else tables.table(game=rules.get(key))
    done: list[str] = []
    drive.scene.actions = {name: partial(done.append, name) for name in drive.scene.actions}
    letters = {ord(letter): action for letter, action in ui_of(key).shortcuts.items()}
    keys = [(one, 0, action) for one, action in ({**KEYS, **letters}).items()]
    keys += [(one, pygame.KMOD_CTRL, action) for one, action in COMMAND_KEYS.items()]
    keys += [(pygame.K_z, pygame.KMOD_CTRL | pygame.KMOD_SHIFT, "redo")]
    keys = [(one, mod, action) for one, mod, action in keys if action in drive.scene.actions]
    for one, mod, _ in keys:
        drive.strike(one, mod)
    assert done == [action for _, _, action in keys]


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_page_has_words_for_every_key(language: str) -> None:
    for place, lines in list_headings(Words(language)):
        assert place and lines and all(keys and does for keys, does in lines)
        assert len({keys for keys, _ in lines}) == len(lines), "a key does one thing in one place"


@pytest.mark.parametrize("name", A_FEW)
def test_question_mark_shows_the_keys_page_and_esc_leads_back(name: str) -> None:
    driver = visit()
    scene = SCENES[name](driver.app)
    driver.open(scene)
    typing, focus = form_of(scene).is_typing, form_of(scene).focus_on
    ask(driver)
    assert isinstance(driver.top, KeysScene) is (not typing or name == "keys")
    if name != "keys" and not typing:
        ask(driver)
        driver.escape()
    assert driver.top is scene and form_of(scene).focus_on is focus


def test_question_mark_at_the_table_shows_the_keys_page(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5"))
    ask(drive)
    shown = isinstance(drive.top, KeysScene)
    drive.escape()
    assert shown and drive.top is drive.scene


# --- the board in the order of Tab


def stops(form: Any) -> list[Any]:
    return [widget for widget in form.iter_widgets() if widget.enabled and widget.focusable]


@pytest.mark.parametrize("key", rules.KEYS)
def test_tab_enters_and_leaves_the_board_and_returns_to_the_same_place(tables: Tables, key: str) -> None:
    drive = tables.table(game=rules.get(key))
    form = drive.scene.sidebar.form
    boards = [one for one in stops(form) if isinstance(one, BoardFocus)]
    assert len(boards) == 1
    drive.tab_to(boards[0])
    first = present(drive.scene.board_input.cursor, "square of the keyboard")
    for arrow in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP):
        drive.strike(arrow)
        if drive.scene.board_input.cursor != first:
            break
    there = drive.scene.board_input.cursor
    assert there != first and form.focus_on is boards[0]
    drive.strike(pygame.K_TAB)
    assert drive.scene.board_input.cursor is None and form.focus_on is not boards[0]
    drive.strike(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert drive.scene.board_input.cursor == there and form.focus_on is boards[0]


# --- digits


def test_digit_chooses_the_option_with_its_number() -> None:
    driver = visit()
    chosen: list[Any] = []
    form = Form(Scene(driver.app))
    row = Choice(form, "Players", [("a", "2 players"), ("b", "3 players"), ("c", "10 players")], "a", chosen.append)
    plain = Choice(form, "Kind", [("x", "Walnut"), ("y", "Maple")], "x", chosen.append)
    for one, key in ((row, pygame.K_3), (row, pygame.K_7), (plain, pygame.K_KP2), (plain, pygame.K_9)):
        one.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    assert chosen == ["b", "y"], "what no option has changes nothing"


def test_typed_number_restarts_when_too_large() -> None:
    driver = visit()
    form = Form(Scene(driver.app))
    row = Stepper(form, "Text", 100, 60, 150, lambda number: None, step=10)
    values = []
    for key in (pygame.K_1, pygame.K_2, pygame.K_0, pygame.K_7, pygame.K_0):
        row.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        values.append(row.value)
    assert values == [100, 100, 120, 120, 70]


# --- the mark of the focus


@pytest.mark.parametrize("table", ["walnut", "maple", "contrast"])
def test_focus_ring_has_enough_contrast_on_wood_and_paper(table: str) -> None:
    theme = visit(table=table).app.theme
    for ground in (pygame.Color("#F3EAD7"), pygame.Color("#3B2A20"), pygame.Color("#C9A77B")):
        paper = pygame.Surface((200, 100))
        paper.fill(ground)
        theme.paint_ring(paper, pygame.Rect(40, 30, 120, 40))
        lights = sorted(luminance(paper.get_at((x, y))) for x in range(200) for y in range(100))
        best = max(contrast(light, luminance(ground)) for light in (lights[0], lights[-1]))
        assert best >= 3.0, f"{best:.2f} on {ground}"


PLAIN: Final = "qwertyuiop asdfghjkl; zxcvbnm,./"
SCANCODES: Final = {sign: scancode for scancode, sign in keyboard.AMERICAN_LAYOUT.items()}
BY_PLACE: Final = ("ru", "gr", "il", "kana")


@rows
def test_letter_keys_are_read_by_print_or_else_by_place(layout: str, letters: str) -> None:
    """Three rows of letters, then those that are to their right."""
    for printed, place in zip(letters, PLAIN, strict=False):
        if place.isalpha():
            read = chr(key_by_place(ord(printed), SCANCODES[place], lambda sign: sign in letters))
            wanted = place if layout in BY_PLACE else printed
            assert read == wanted, f"{layout}: the key with {printed} at {place} is read as {read}, not {wanted}"


@rows
def test_digits_and_signs_are_read_by_place_only_if_the_layout_lacks_them(
    printed: str, place: str, there: str, wanted: str
) -> None:
    key = ord(printed) if printed else 0x40000000
    assert chr(key_by_place(key, SCANCODES[place], lambda sign: sign in there)) == wanted


def test_keys_of_another_script_run_table_actions(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
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


ALTGR: Final = pygame.KMOD_LCTRL | pygame.KMOD_LALT


def test_letter_with_ctrl_and_alt_is_typed() -> None:
    """Bug: on Windows Ctrl+Alt+A, a Polish "ą", selected the whole text, which the letter then replaced."""
    typed: list[str] = []
    driver = visit()
    field, keys = TextField(Form(Scene(driver.app)), "Name", "Ala", typed.append), keyboard.KeyTranslator()
    for kind, facts in (
        (pygame.KEYDOWN, {"key": pygame.K_END, "mod": 0, "unicode": ""}),
        (pygame.KEYDOWN, {"key": pygame.K_a, "mod": ALTGR, "unicode": "ą"}),
        (pygame.TEXTINPUT, {"text": "ą"}),
    ):
        field.handle(present(keys.translate_event(pygame.event.Event(kind, facts)), "event"))
    assert typed == ["Alaą"]


def test_key_that_types_with_ctrl_and_alt_is_no_shortcut(tables: Tables) -> None:
    drive = tables.table()
    acted: list[str] = []
    drive.scene.actions = {name: partial(acted.append, name) for name in drive.scene.actions}
    for key in (*COMMAND_KEYS, *KEYS):
        if key < pygame.K_DELETE:
            drive.strike(key, ALTGR)
    assert acted == []


def test_alt_space_opens_the_menu_of_the_window_and_pauses_no_match(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: Alt+Space was Space, and no menu opened on Windows."""
    done: list[str] = []
    monkeypatch.setattr(AppWindow, "show_system_menu", lambda window: done.append("menu"))
    drive = tables.table(COMPUTER, COMPUTER)
    drive.scene.actions = {name: partial(done.append, name) for name in drive.scene.actions}
    drive.strike(pygame.K_SPACE, pygame.KMOD_LALT)
    drive.strike(pygame.K_SPACE)
    assert done == ["menu", "pause-play"]


def test_menu_of_a_window_without_a_screen_does_not_fail(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: on Windows Alt+Space ended in a fault of the app's own where SDL had no window of the system's."""
    libraries = Mock()
    tables.table()
    monkeypatch.setattr("scenes.app.window.sys", Mock(platform="win32"))
    monkeypatch.setattr("ctypes.WinDLL", lambda name: libraries, raising=False)
    AppWindow.show_system_menu(Mock())
    assert libraries.DefWindowProcW.called


def test_text_input_with_ctrl_is_ignored() -> None:
    """X11 makes a letter of Ctrl with one that isn't Latin: pasting by Ctrl+V would type it as well."""
    keys, text = keyboard.KeyTranslator(), pygame.event.Event(pygame.TEXTINPUT, text="м")
    for mod, typed in ((pygame.KMOD_LCTRL, None), (0, text), (pygame.KMOD_LCTRL | pygame.KMOD_RALT, text)):
        keys.translate_event(
            pygame.event.Event(pygame.KEYDOWN, key=ord("м"), scancode=SCANCODES["v"], mod=mod, unicode="м")
        )
        assert keys.translate_event(text) is typed
        assert keys.translate_event(text) is text, "what comes later is typed"


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
def test_keypad_without_numlock_sends_arrows(pad: int, mod: int, unicode: str, wanted: int) -> None:
    event = pygame.event.Event(pygame.KEYDOWN, key=pad, scancode=pad & 0xFF, mod=mod, unicode=unicode)
    assert keyboard.translate_key(event).key == wanted


def test_keys_page_opens_on_a_layout_without_a_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyboard, "has_key", lambda sign: False)
    drive = visit()
    drive.post(pygame.KEYDOWN, key=ord("メ"), scancode=SCANCODES["/"], mod=pygame.KMOD_LSHIFT, unicode="・")
    drive.step()
    assert drive.app.stack.top is not None and drive.app.stack.top.is_key_list
