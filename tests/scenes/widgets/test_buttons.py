"""A button does the same by mouse and by keys, and shows what state it is in."""

import pygame
import pytest

from scenes.app.app import App
from scenes.ui.button import Button
from scenes.ui.form import Form
from scenes.ui.label import Panel
from tests.scenes.widgets.bench import button, click, place_at, press, release, strike


def test_button_is_pressed_on_release_and_by_enter_and_space(form: Form) -> None:
    done: list[str] = []
    one = button(form, 10, done=lambda: done.append("one"))
    click(form, one.rect.center)
    assert done == ["one"]
    press(form, one.rect.center)
    held = [one.is_pressed]
    release(form, (900, 700))
    assert (done, [*held, one.is_pressed]) == (["one"], [True, False])
    press(form, one.rect.center, button=3)
    assert done == ["one"]
    form.focus(one)
    strike(form, pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER)
    assert done == ["one"] * 4
    assert not strike(form, pygame.K_RETURN, mod=pygame.KMOD_LALT)
    assert done == ["one"] * 4


def test_disabled_or_hidden_button_does_nothing(form: Form) -> None:
    done: list[str] = []
    one = button(form, 10, done=lambda: done.append("one"))
    two = button(form, 200)
    form.focus(one)
    one.enabled = False
    click(form, one.rect.center)
    strike(form, pygame.K_RETURN)
    one.enabled, one.visible = True, False
    click(form, one.rect.center)
    strike(form, pygame.K_RETURN)
    assert done == []
    strike(form, pygame.K_TAB)
    assert form.focus_on is two


def test_topmost_widget_takes_the_click_and_panels_block_it(form: Form) -> None:
    done: list[str] = []
    below = button(form, 10, done=lambda: done.append("below"))
    panel = place_at(Panel(form), 0, 0, 300, 300)
    above = Button(panel, "above", lambda: done.append("above"))
    above.rect = below.rect
    click(form, above.rect.center)
    assert done == ["above"]
    assert press(form, (290, 290))
    release(form, (290, 290))
    assert not press(form, (500, 500))


def test_natural_width_of_a_button_holds_its_text(app: App, form: Form) -> None:
    app.theme.report_overflow = lambda text, role, rect: pytest.fail(f"{text} is cut off")
    for icon in (None, "undo"):
        made = Button(form, "Take back", lambda: None, icon=icon)
        made.rect = pygame.Rect(10, 10, made.natural_width(), 44)
        made.paint(app.surface)
        assert len(app.theme.wrap(made.text, "button", made.rect.width)) == 1


def test_button_looks_different_in_each_state(app: App, form: Form) -> None:
    one = button(form, 10, 10)
    pictures = set()
    for state in ("rest", "hover", "held", "off"):
        one.hovered, one.is_pressed, one.enabled = state in ("hover", "held"), state == "held", state != "off"
        app.theme.paint_table(app.surface)
        one.paint(app.surface)
        pictures.add(pygame.image.tobytes(app.surface.subsurface(one.rect), "RGB"))
    assert len(pictures) == 4
