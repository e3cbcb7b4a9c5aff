"""Where the window opens on made-up screens, what it remembers, what is laid out for it; but no real frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from unittest.mock import Mock

import pygame
import pytest

from scenes.app import displays
from scenes.app.app import App
from scenes.app.displays import SMALLEST_LAYOUT, Borders, first_size, layout_size, place_window
from scenes.app.settings import Settings
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from tests.rows import rows
from tests.scenes.driver import Timed

LAPTOP: Final = pygame.Rect(0, 0, 1366, 728)
BESIDE: Final = pygame.Rect(1366, -300, 2560, 1440)
FRAME: Final = Borders(4, 30, 4, 4)
NOWHERE: Final = Settings().place


class Heard(Scene):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.clicks: list[tuple[int, int]] = []

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.clicks.append(event.pos)
        return True

    def paint(self, surface: pygame.Surface) -> None:
        surface.fill("#204060")
        surface.fill("#C0A040", (surface.get_width() - 100, surface.get_height() - 60, 100, 60))


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[pygame.Rect]]:
    areas = [LAPTOP]
    monkeypatch.setattr(displays, "work_areas", lambda: areas)
    monkeypatch.setattr(displays, "usual_borders", lambda: FRAME)
    yield areas


@rows
def test_first_window_fits_the_screen(screen: tuple[int, int], expected: list[Any]) -> None:
    """Bug: SDL put it in the middle without its frame, of which three pixels were off the screen until the frame was
    known."""
    how = place_window((1280, 800), NOWHERE, [pygame.Rect((0, 0), screen)], FRAME, SMALLEST_LAYOUT)
    assert [*how.size, *how.place, how.fills_screen] == expected


@rows
def test_first_window_is_larger_on_a_larger_screen(screen: tuple[int, int], unit: float, expected: list[int]) -> None:
    assert [*first_size(pygame.Rect((0, 0), screen), FRAME.scale(unit), unit)] == expected


@pytest.mark.parametrize(("remembered", "size"), [({}, (1416, 885)), ({"window": (1000, 700)}, (1000, 700))], ids=str)
def test_remembered_size_overrides_the_screens_default(
    screens: list[pygame.Rect], remembered: Any, size: tuple[int, int]
) -> None:
    screens[0] = pygame.Rect(0, 0, 1920, 1040)
    app = Timed(Settings(language="en", **remembered), Storage())
    opened, place = app.surface.get_size(), pygame.Rect(pygame.display.get_window_position(), app.surface.get_size())
    app.close()
    assert opened == size and screens[0].contains(FRAME.frame_around(place))


@rows
def test_remembered_place_is_limited_to_present_screens(
    case: str, place: tuple[int, int], screens: int, expected: list[int]
) -> None:
    areas = [LAPTOP, BESIDE][:screens]
    how = place_window((1000, 700), place, areas, FRAME, SMALLEST_LAYOUT)
    assert [*how.place] == expected, case
    frame = FRAME.frame_around(pygame.Rect(how.place, how.size))
    assert any(area.contains(frame) for area in areas)


@rows
def test_density_shrinks_before_the_picture_is_scaled(
    size: tuple[int, int], density: float, laid: list[int], shown: float
) -> None:
    assert layout_size((size[0], size[1]), density) == (tuple(laid), shown)


def test_small_window_shows_a_scaled_picture_and_scales_clicks() -> None:
    app = Timed(Settings(language="en"), Storage())
    app.stack.push(scene := Heard(app))
    shown = pygame.display.set_mode((480, 400), pygame.RESIZABLE)
    app.frame()
    app.frame()
    assert (app.size, app.surface.get_size(), shown.get_size()) == ((960, 800), (960, 800), (480, 400))
    colours = [shown.get_at((x, 399)) for x in (428, 431)]
    assert colours == [pygame.Color("#204060"), pygame.Color("#C0A040")]
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(470, 390), button=1))
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(3, 5), rel=(-2, 1), buttons=(0, 0, 0)))
    app.frame()
    assert (scene.clicks, app.mouse) == ([(940, 780)], (6, 10))
    app.close()


def test_window_opens_where_it_was_closed(screens: list[pygame.Rect]) -> None:
    screens.append(BESIDE)
    app = Timed(Settings(language="en", window=(1600, 1000), place=(2000, 100)), Storage())
    assert pygame.display.get_window_size() == (1600, 1000)
    assert pygame.display.get_window_position() == (2000, 100)
    pygame.display.set_mode((1200, 700), pygame.RESIZABLE)
    pygame.display.set_window_position((1500, 50))
    app.close()
    kept = Storage().load_settings()
    assert (kept.window, kept.place, kept.maximised) == ((1200, 700), (1500, 50), False)
    screens.remove(BESIDE)
    app = Timed(kept, Storage())
    assert LAPTOP.contains(
        FRAME.frame_around(pygame.Rect(pygame.display.get_window_position(), app.surface.get_size()))
    )
    app.close()


def test_too_small_screen_keeps_the_remembered_size(screens: list[pygame.Rect]) -> None:
    """Bug: settings with a window of 16384 × 16384 pixels let the app hang before its first frame."""
    screens[0] = pygame.Rect(0, 0, 960, 560)
    app = Timed(Settings(language="en", window=(16384, 16384), place=(40, 50)), Storage())
    assert app.surface.get_size() == (1086, 600)
    app.close()
    assert (app.settings.window, app.settings.place) == ((16384, 16384), (40, 50))


def test_maximised_window_is_remembered_with_its_normal_size(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Timed(Settings(language="en", window=(1000, 700)), Storage())
    monkeypatch.setattr(displays, "is_maximised", lambda window: True)
    pygame.display.set_mode((1900, 1000), pygame.RESIZABLE)
    app.close()
    kept = Storage().load_settings()
    assert (kept.window, kept.maximised) == ((1000, 700), True)


def test_window_on_a_dense_screen_has_the_same_number_of_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(displays, "pixel_density", lambda screen: 1.5)
    app = Timed(Settings(language="en", window=(1000, 640)), Storage())
    small = app.theme.line("small")
    assert (app.size, app.theme.density, app.theme.control) == ((1500, 960), 1.5, 60)
    app.close()
    assert app.settings.window == (1000, 640)
    monkeypatch.undo()
    app = Timed(Settings(language="en", window=(1000, 640)), Storage())
    assert app.theme.line("small") == round(small / 1.5)
    app.close()


@pytest.mark.parametrize("density", [1.0, 1.25, 1.5, 2.0])
def test_clicks_land_at_every_density_of_the_screen(density: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(displays, "pixel_density", lambda screen: density)
    app = Timed(Settings(language="en", window=(1000, 640)), Storage())
    app.stack.push(scene := Heard(app))
    app.frame()
    corner = round(1000 * density) - 1, round(640 * density) - 1
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=corner, button=1))
    app.frame()
    assert scene.clicks == [corner] and app.surface.get_at(corner) == pygame.Color("#C0A040")
    app.close()


def test_change_of_the_screen_s_scale_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: on Windows everything kept its old size when the scale of the screen was changed meanwhile."""
    app = Timed(Settings(language="en", window=(1000, 640)), Storage())
    app.stack.push(Heard(app))
    monkeypatch.setattr(displays, "pixel_density", lambda screen: 1.5)
    pygame.display.set_mode((1500, 960), pygame.RESIZABLE)
    app.frame()
    app.frame()
    assert (app.size, app.theme.density) == ((1500, 960), 1.5)
    app.close()


@rows
def test_x11_density_is_read_from_the_desktop(
    resources: str, gdk: str, expected: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pygame.display.get_driver", lambda: "x11")
    monkeypatch.setattr(displays, "x11", Mock(return_value=displays.X11(True, resources)))
    monkeypatch.setenv("GDK_SCALE", gdk) if gdk else monkeypatch.delenv("GDK_SCALE", raising=False)
    assert displays.pixel_density(0) == expected
