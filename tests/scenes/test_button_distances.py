"""Nothing that can be clicked by mistake lies beside something that hurts; and everything is near."""

from itertools import product
from typing import Any

import pygame
import pytest

from scenes.screens.pause import PauseScene
from scenes.ui.button import Button
from scenes.ui.dialog import Dialog
from tests.scenes.driver import Tables, visit
from tests.scenes.rummy import alone, hand_of

SIZES = ((960, 600), (1280, 800), (960, 960), (960, 1280), (2560, 1440))


def apart(one: pygame.Rect, other: pygame.Rect) -> int:
    """Pixels between two rectangles, in the direction in which they are farther apart."""
    aside = max(one.left - other.right, other.left - one.right)
    along = max(one.top - other.bottom, other.top - one.bottom)
    return max(aside, along)


def assert_danger_is_apart(keys: list[Button], least: int) -> None:
    harmful = [key for key in keys if key.look == "danger"]
    harmless = [key for key in keys if key.look != "danger"]
    assert harmful and harmless
    for one, other in product(harmful, harmless):
        assert apart(one.rect, other.rect) >= least, (one.label, other.label)


@pytest.mark.parametrize("scale", [100, 150])
@pytest.mark.parametrize("size", SIZES)
def test_resign_button_lies_apart_in_the_pause_menu(size: tuple[int, int], scale: int) -> None:
    driver = visit(size, text_scale=scale)
    during = ["go-on", "new", "offer", "copy-position", "copy-record", "save-file", "rules", "settings", "to-menu"]
    scene = PauseScene(driver.app, [*during, "resign"])
    driver.open(scene)
    assert_danger_is_apart(list(scene.buttons.values()), driver.app.theme.px(0.4))
    resign = scene.buttons["resign"].rect
    assert all(key.rect.height >= 40 for key in scene.buttons.values())
    others = [key.rect for name, key in scene.buttons.items() if name != "resign"]
    row = [rect for rect in others if rect.top == resign.top]
    assert min((apart(resign, rect) for rect in row), default=1000) >= 3 * driver.app.theme.px(2)
    usual = apart(scene.buttons["rules"].rect, scene.buttons["settings"].rect)
    assert row or min(apart(resign, rect) for rect in others) > usual, "farther than keys of one group"
    driver.app.close()


@pytest.mark.parametrize("scale", [100, 150])
@pytest.mark.parametrize("size", SIZES)
def test_harmful_answer_lies_apart_and_is_not_the_default(size: tuple[int, int], scale: int) -> None:
    driver = visit(size, text_scale=scale)
    scene = Dialog(driver.app, "Resign?", [(True, "Resign", "danger"), (None, "Keep playing", "primary")], "It ends.")
    driver.open(scene)
    assert_danger_is_apart(scene.buttons, driver.app.theme.px(2))
    usual: Any = scene.form.default
    assert usual is not None and usual.look != "danger"
    driver.app.close()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_hand_buttons_and_cards_lie_apart_and_the_discard_button_farthest(
    rummy: Tables, size: tuple[int, int], language: str
) -> None:
    driver = alone(rummy, size=size, language=language)
    sidebar: Any = driver.scene.sidebar
    keys = {name: key.rect for name, key in sidebar.hand_buttons.items() if key.visible}
    others = [rect for name, rect in keys.items() if name != "discard"]
    assert min(apart(keys["discard"], other) for other in others) >= 2 * driver.app.theme.gap
    assert sidebar._own_plate.rect.collidelist(list(keys.values())) == -1
    assert sidebar._own_plate.rect.width > 2 * driver.app.theme.control
    window = pygame.Rect((0, 0), size)
    for target in hand_of(driver):
        x, y, high, _ = driver.stage.card_places[target][0]
        card = pygame.Rect(0, 0, round(high / 1.4), round(high))
        card.center = (round(x), round(y))
        assert window.contains(card) and card.collidelist([*keys.values(), sidebar.panel.rect]) == -1


def test_every_action_is_within_two_clicks_of_the_table(tables: Tables) -> None:
    drive = tables.table()
    drive.click_key("menu")
    menu: Any = drive.above
    assert isinstance(menu, PauseScene)
    assert all(key.enabled for key in menu.buttons.values())
    assert {"new", "rules", "settings", "resign", "to-menu"} <= menu.buttons.keys()
