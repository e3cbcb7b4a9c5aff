"""The focus walks through a form, and only what changed is dirty."""

import pygame
import pytest

from scenes.app.app import App
from scenes.ui.button import IconButton
from scenes.ui.constants import TIP_DELAY_SECONDS
from scenes.ui.form import Form
from scenes.ui.label import Label
from tests.scenes.widgets.bench import Bench, button, click, place_at, point, strike


def test_tab_follows_the_order_of_creation_and_enter_presses_the_default(form: Form) -> None:
    done: list[str] = []
    made = [button(form, x) for x in (400, 10)]
    form.default = button(form, 200, done=lambda: done.append("default"))
    strike(form, pygame.K_RETURN)
    assert done == ["default"]
    assert not Label(form, "not me").focusable
    order = []
    for _ in range(4):
        strike(form, pygame.K_TAB)
        order.append(form.focus_on)
    assert order == [*made, form.default, made[0]]
    strike(form, pygame.K_TAB, mod=pygame.KMOD_LSHIFT)
    assert form.focus_on is form.default


def test_arrows_move_the_focus_to_the_nearest_widget_unless_disabled(bench: Bench, form: Form) -> None:
    left, right, below = button(form, 10, 10), button(form, 200, 10), button(form, 205, 100)
    form.focus(left)
    strike(form, pygame.K_RIGHT)
    assert form.focus_on is right
    strike(form, pygame.K_DOWN)
    assert form.focus_on is below
    assert not strike(form, pygame.K_DOWN)
    strike(form, pygame.K_UP, pygame.K_LEFT)
    assert form.focus_on is left
    other = Form(bench, has_arrow_keys=False)
    other.focus(button(other, 10))
    button(other, 200)
    assert not strike(other, pygame.K_RIGHT)


def test_click_on_a_button_leaves_no_focus_but_tab_continues_from_it(form: Form) -> None:
    """Space then means the table, not the button again."""
    done: list[str] = []
    one, two = button(form, 10, done=lambda: done.append("one")), button(form, 200)
    button(form, 400)
    form.focus(two)
    click(form, one.rect.center)
    assert not strike(form, pygame.K_SPACE) and done == ["one"]
    strike(form, pygame.K_TAB)
    assert form.focus_on is two


def paint_part(app: App, form: Form, part: pygame.Rect) -> bytes:
    app.theme.paint_table(app.surface)
    form.paint(app.surface)
    return pygame.image.tobytes(app.surface.subsurface(part), "RGB")


def test_focus_mark_shows_only_while_the_keyboard_is_used(app: App, form: Form) -> None:
    one = button(form, 100, 100)
    ring = one.rect.inflate(2 * app.theme.px(0.4), 2 * app.theme.px(0.4))

    rim = pygame.Rect(ring.left, ring.top, 2, ring.height)
    bare = paint_part(app, form, rim)
    form.focus(one)
    point(form, (900, 700))
    assert paint_part(app, form, rim) == bare
    strike(form, pygame.K_LSHIFT)
    assert paint_part(app, form, rim) != bare
    form.scene.app.is_keyboard_used = False
    point(form, (901, 700))
    assert paint_part(app, form, rim) == bare


def test_hidden_widget_leaves_no_focus_mark(app: App, form: Form) -> None:
    one = button(form, 100, 100)
    around = one.rect.inflate(2 * app.theme.px(1), 2 * app.theme.px(1))

    strike(form, pygame.K_TAB)
    assert form.focus_on is one
    one.visible = False
    app.theme.paint_table(app.surface)
    bare = pygame.image.tobytes(app.surface.subsurface(around), "RGB")
    assert paint_part(app, form, around) == bare


def test_hovering_makes_only_the_two_widgets_dirty(bench: Bench, form: Form) -> None:
    one, two = button(form, 10, 10), button(form, 600, 10)
    point(form, one.rect.center)
    bench.noted.clear()
    point(form, two.rect.center)
    assert {tuple(rect) for rect in bench.noted if rect} == {tuple(one.extent()), tuple(two.extent())}
    bench.noted.clear()
    point(form, two.rect.move(1, 1).center)
    assert bench.noted == []
    form.handle(pygame.event.Event(pygame.WINDOWLEAVE))
    assert not two.hovered


def test_tooltip_appears_after_a_delay_and_leaves_with_the_mouse(app: App, bench: Bench, form: Form) -> None:
    icon = place_at(IconButton(form, "undo", "Take back the last turn", lambda: None), 10, 750, 44, 44)
    point(form, icon.rect.center)
    assert form.wait_seconds() == pytest.approx(TIP_DELAY_SECONDS)
    form.update(TIP_DELAY_SECONDS / 2)
    bench.noted.clear()
    form.update(TIP_DELAY_SECONDS)
    assert form.wait_seconds() is None
    toast = next(rect for rect in bench.noted if rect)
    assert app.surface.get_rect().contains(toast.clip(app.surface.get_rect()))
    assert toast.bottom < icon.rect.bottom and toast.colliderect(app.surface.get_rect())
    bench.noted.clear()
    point(form, (700, 300))
    assert toast in bench.noted
