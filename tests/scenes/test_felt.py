"""The card table: baize and leather for a table of any size."""

import pygame
import pytest

from scenes.app.theme import BAIZE
from scenes.surfaces import felt
from tests.test_assets import luminance


@pytest.fixture(autouse=True)
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A display without a window, so that surfaces can be converted."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((8, 8))


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (701, 533)])
def test_the_table_fills_its_size_with_leather_around_baize(size: tuple[int, int]) -> None:
    u = min(size) / 100
    table, rim = felt.lay(size, u), felt.rim_width(u)
    assert table.get_size() == size
    cloth = pygame.transform.average_color(table, table.get_rect().inflate(-4 * rim, -4 * rim))
    assert all(abs(part - wanted) < 14 for part, wanted in zip(cloth[:3], tuple(BAIZE)[:3], strict=True))
    for side in ((0, 0, size[0], rim), (0, size[1] - rim, size[0], rim), (0, 0, rim, size[1])):
        red, green, *_ = pygame.transform.average_color(table, pygame.Rect(side))
        assert red > 1.2 * green


def test_the_lamp_is_at_the_upper_left() -> None:
    table = felt.lay((1000, 700), 7)
    corners = [pygame.transform.average_color(table, pygame.Rect(at, (60, 60))) for at in ((60, 60), (880, 580))]
    assert luminance(corners[0]) > 1.5 * luminance(corners[1])


def test_outside_its_round_corners_the_table_is_not_there() -> None:
    table = felt.lay((400, 260), 5, corner=4)
    assert [table.get_at(at).a for at in ((0, 0), (399, 0), (0, 259), (399, 259))] == [0] * 4
    assert table.get_at((200, 2)).a == table.get_at((200, 130)).a == 255


def test_the_cloth_s_tile_has_no_seam() -> None:
    tile = felt._fibres()
    side = tile.get_width()

    def unlike(first: int, second: int) -> float:
        return sum(abs(tile.get_at((first, y)).r - tile.get_at((second, y)).r) for y in range(side)) / side

    within = max(unlike(x, x + 1) for x in range(0, side - 1, 9))
    assert 0 < unlike(side - 1, 0) < 1.5 * within
