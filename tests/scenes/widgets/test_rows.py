"""The rows in which something is set: switches, choices, steps, sliders, names."""

from collections.abc import Iterator
from unittest.mock import Mock

import pygame
import pytest

from scenes.ui.choice import Choice
from scenes.ui.form import Form
from scenes.ui.form_row import Slider, Stepper, Switch
from scenes.ui.text_field import TextField
from tests.scenes.widgets.bench import BOARDS, click, place_at, point, press, release, strike, write


def test_switch_is_toggled_by_mouse_and_keys(form: Form) -> None:
    told: list[bool] = []
    switch = place_at(Switch(form, "Sound", False, told.append), 10, 10, 400, 44)
    click(form, (20, 20))
    strike(form, pygame.K_SPACE, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT)
    assert told == [True, False, True, False] and switch.value is False


def test_choice_of_few_values_stands_side_by_side(form: Form) -> None:
    told: list[str] = []
    choice = place_at(Choice(form, "Board", BOARDS, "maple", told.append), 10, 10, 600, 44)
    assert not choice.is_list()
    click(form, (choice.field.right - 20, 30))
    strike(form, pygame.K_LEFT, pygame.K_LEFT, pygame.K_LEFT)
    assert told == ["slate", "green", "maple"]


def test_choice_of_many_or_long_words_is_a_list(form: Form) -> None:
    told: list[str] = []
    many = place_at(Choice(form, "", [(str(n), f"Level {n}") for n in range(6)], "2", told.append), 10, 10, 300, 44)
    assert many.is_list()
    click(form, many.rect.center)
    strike(form, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert told == ["4"]
    strike(form, pygame.K_RETURN, pygame.K_UP, pygame.K_ESCAPE)
    assert told == ["4"] and many.value == "4"
    few = place_at(Choice(form, "", BOARDS, "maple", told.append), 10, 10, 120, 44)
    assert few.is_list()


def test_stepper_stays_within_its_limits(form: Form) -> None:
    told: list[int] = []
    stepper = place_at(Stepper(form, "Minutes", 9, 1, 10, told.append), 10, 10, 400, 44)
    more = stepper._buttons()[1].center
    click(form, more)
    click(form, more)
    click(form, (stepper.field.left + 10, 30))
    click(form, (stepper.field.right - 5, 30))
    strike(form, pygame.K_DOWN, pygame.K_RIGHT)
    assert told == [10, 9, 8, 9]
    less, more_button = stepper._buttons()
    assert less.right < more_button.left, "the number stands between"


def test_slider_is_dragged_and_stepped(form: Form) -> None:
    told: list[int] = []
    slider = place_at(Slider(form, "Loudness", 50, 0, 100, told.append, format=lambda n: f"{n} %"), 10, 10, 500, 44)
    press(form, (slider.field.left, 30))
    point(form, (5000, 30))
    release(form, (5000, 30))
    assert (told[0], told[-1]) == (0, 100)
    strike(form, pygame.K_LEFT)
    assert slider.value == 95
    strike(form, pygame.K_HOME)
    assert slider.value == 0


def focus_field(form: Form, text: str, limit: int = 24) -> TextField:
    field = place_at(TextField(form, "", text, lambda _: None, limit=limit), 10, 10, 400, 44)
    form.focus(field)
    return field


def test_broken_clipboard_pastes_nothing_and_keeps_cut_text(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: Ctrl+V, C or X on a line of text closed the app where the clipboard couldn't be used."""
    for name in ("get_text", "put_text", "has_text"):
        monkeypatch.setattr(pygame.scrap, name, Mock(side_effect=pygame.error("no clipboard here")))
    field = focus_field(form, "Eleanor")
    strike(form, pygame.K_a, pygame.K_c, pygame.K_x, pygame.K_v, mod=pygame.KMOD_LCTRL)
    assert field.value == field.selected_text == "Eleanor"


def test_text_field_takes_what_fits_of_a_giant_clipboard(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    class Giant(str):
        def __iter__(self) -> Iterator[str]:
            raise AssertionError("all of it is looked at")

    monkeypatch.setattr(pygame.scrap, "has_text", lambda: True)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: Giant("x\x1b" * 1_000_000))
    field = focus_field(form, "", limit=8)
    strike(form, pygame.K_v, mod=pygame.KMOD_LCTRL)
    assert field.value == "xxxxxxxx"


def test_text_is_typed_corrected_and_limited(form: Form) -> None:
    told: list[str] = []
    field = place_at(TextField(form, "Name", "Max", told.append, limit=8), 10, 10, 400, 44)
    click(form, (field.rect.right - 10, 30))
    write(form, "ime")
    strike(form, pygame.K_BACKSPACE, pygame.K_BACKSPACE)
    strike(form, pygame.K_HOME, pygame.K_DELETE)
    write(form, "T")
    write(form, "\tabcdefgh")
    assert told[0] == "Maxime"
    assert field.value == "Tabcdaxi"


def test_part_of_a_text_is_selected_copied_and_replaced(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    board = {"text": ""}
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: board.update(text=text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: board["text"])
    monkeypatch.setattr(pygame.scrap, "has_text", lambda: bool(board["text"]))
    field = focus_field(form, "Eleanor")
    strike(form, pygame.K_END)
    strike(form, pygame.K_LEFT, pygame.K_LEFT, mod=pygame.KMOD_LSHIFT)
    assert field.selected_text == "or"
    strike(form, pygame.K_x, mod=pygame.KMOD_LCTRL)
    assert (field.value, board["text"]) == ("Elean", "or")
    strike(form, pygame.K_a, mod=pygame.KMOD_LCTRL)
    strike(form, pygame.K_v, pygame.K_v, mod=pygame.KMOD_LCTRL)
    assert field.value == "oror"
    assert strike(form, pygame.K_s)
    assert not strike(form, pygame.K_F1)
