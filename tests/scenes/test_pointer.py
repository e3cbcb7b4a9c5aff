"""The mouse's pointer: which shape is shown where, how large, and that the system is told of changes alone."""

from typing import Any, cast

import pygame
import pytest

from scenes.app import displays
from scenes.app.assets import rasterise
from scenes.app.window import show_pointer
from tests.rows import rows
from tests.scenes.dice import dice_table
from tests.scenes.driver import Tables
from tests.scenes.rummy import draw_card, hand_of

OPEN, CLOSED = "hand-open", "hand-closed"
SYSTEM = {
    pygame.SYSTEM_CURSOR_ARROW: "arrow",
    pygame.SYSTEM_CURSOR_HAND: "points",
    pygame.SYSTEM_CURSOR_IBEAM: "text",
    pygame.SYSTEM_CURSOR_SIZEALL: "four arrows",
}


class Screen:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, coloured: bool = True) -> None:
        self.told: list[str] = []
        self.sizes: list[int] = []
        self._painted = ""
        self._coloured = coloured

        def noted(path: Any, box: tuple[int, int]) -> pygame.Surface:
            self._painted = path.stem
            return rasterise(path, box)

        monkeypatch.setattr("scenes.app.window.rasterise", noted)
        monkeypatch.setattr("pygame.mouse.set_cursor", self.set)

    def set(self, shape: int | pygame.cursors.Cursor) -> None:
        if isinstance(shape, int):
            self.told.append(SYSTEM[shape])
            return
        if not self._coloured:
            raise pygame.error("no cursors in colours here")
        spot, picture = cast("tuple[tuple[int, int], pygame.Surface]", shape.data)
        assert picture.get_at(spot).a == 255, "it points beside the hand"
        self.told.append(self._painted)
        self.sizes.append(picture.get_height())


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    monkeypatch.delattr("tests.scenes.driver.Timed.set_cursor")
    monkeypatch.setattr("scenes.app.displays.pointer_size", lambda: 0)
    return Screen(monkeypatch)


def test_pointer_is_an_open_hand_a_closed_hand_or_a_finger(screen: Screen, tables: Tables) -> None:
    drive = tables.table()
    drive.move(drive.at("a6"))
    drive.lift("a6")
    drive.move(drive.at("b5"), down=True)
    drive.post(pygame.WINDOWFOCUSLOST)
    drive.move(drive.at(None))
    drive.click("a6")
    drive.move(drive.at("b5"))
    drive.move(drive.key("menu").rect.center)
    drive.move(drive.at(None))
    assert screen.told == ["arrow", OPEN, CLOSED, "arrow", OPEN, "points", "arrow"]


def test_pointer_is_an_open_hand_over_cards_and_cups(screen: Screen, tables: Tables, rummy: Tables) -> None:
    cards = draw_card(rummy)
    cards.move(cards.at(hand_of(cards)[3]))
    cards.lift(hand_of(cards)[3])
    assert screen.told == ["arrow", OPEN, CLOSED]
    dice = dice_table(tables)
    dice.move(dice.at("w-cup"))
    assert screen.told[3:] == ["arrow", OPEN]


def test_pointer_is_set_only_when_it_changes(screen: Screen, tables: Tables) -> None:
    drive = tables.table()
    x, y = drive.at("a6")
    for aside in range(12):
        drive.move((x + aside, y))
        drive.app.dirty()
    drive.lift("a6")
    for aside in range(12):
        drive.move((x + 5 * aside, y), down=True)
    assert screen.told == ["arrow", OPEN, CLOSED]


def test_pointer_falls_back_to_system_cursors_without_colours(
    monkeypatch: pytest.MonkeyPatch, tables: Tables
) -> None:
    tables.app()
    bare = Screen(monkeypatch, coloured=False)
    for name in ("grab", "grabbing", "arrow", "text"):
        show_pointer(name, 1.0)
    assert bare.told == ["points", "four arrows", "arrow", "text"]


@pytest.mark.parametrize(("scale", "system", "height"), [(1.0, 0, 32), (1.0, 24, 32), (3.0, 24, 96), (1.5, 72, 96)])
def test_pointer_size_follows_text_scale_and_system_size(
    monkeypatch: pytest.MonkeyPatch, tables: Tables, scale: float, system: int, height: int
) -> None:
    tables.app()
    monkeypatch.setattr("scenes.app.displays.pointer_size", lambda: system)
    screen = Screen(monkeypatch)
    show_pointer("grab", scale)
    show_pointer("grabbing", scale)
    assert screen.sizes == [height, height]


def test_pointer_grows_at_once_with_the_text_size(screen: Screen, tables: Tables) -> None:
    drive = tables.table(size=(1280, 800))
    drive.move(drive.at("a6"))
    drive.app.settings.text_scale = 150
    drive.app.apply_settings()
    drive.move(drive.at("a6"))
    assert screen.told == ["arrow", OPEN, OPEN] and screen.sizes == [32, 48]


@rows
def test_system_pointer_size_is_read_from_the_desktop(
    monkeypatch: pytest.MonkeyPatch, resources: str, environment: str, size: int
) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(displays, "x11", lambda: displays.X11(resources=resources))
    monkeypatch.setenv("XCURSOR_SIZE", environment)
    assert displays.pointer_size() == size
