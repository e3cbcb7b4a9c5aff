"""Pictures at the sizes they are asked for, their shadows, and how many of them are kept."""

from pathlib import Path

import pygame
import pytest

from scenes.app import assets as assets_module
from scenes.app.app import App
from scenes.app.assets import Assets, Cache
from scenes.screens.menu.scene import MenuScene


def test_sprite_fits_its_box_at_any_size(app: App) -> None:
    for px in (18, 63, 64, 200):
        sprite = app.assets.sprite("double_draughts/ivory", px)
        assert max(sprite.get_size()) == px
        assert sprite is app.assets.sprite("double_draughts/ivory", px)
    with pytest.raises(FileNotFoundError, match="no sprite"):
        app.assets.sprite("double_draughts/no-such", 40)
    icon = app.assets.tinted_icon("ui/undo", 40, pygame.Color("#F4EBDD"))
    colours = {tuple(icon.get_at((x, y)))[:3] for x in range(40) for y in range(40) if icon.get_at((x, y)).a}
    assert colours == {(0xF4, 0xEB, 0xDD)}, "an icon takes the colour it is given"


def test_small_sprite_keeps_its_colours_at_the_rim(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "sprites"
    folder.mkdir()
    disc = '<circle cx="20" cy="20" r="19" fill="#F0E0C0"/>'
    (folder / "disc.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{disc}</svg>')
    monkeypatch.setattr(assets_module, "ROOT", tmp_path)
    sprite = Assets().sprite("disc", 20)
    rim = [colour for x in range(20) for y in range(20) if 40 < (colour := sprite.get_at((x, y))).a < 250]
    assert rim
    assert min(colour.r for colour in rim) > 0xF0 - 12


def test_stretched_sprite_is_used_while_resizing_and_then_the_sharp_sprite(app: App) -> None:
    """Bug: painted once it was sharp, painted again in the same size it was the stretched one."""
    assets = Assets()
    assets.sprite("double_draughts/ivory", 100)
    for sprites in (assets, app.assets):
        sprites.resizing = True
        first = sprites.sprite("double_draughts/ivory", 120)
        assert sprites is assets or sprites.sprite("double_draughts/ivory", 120) is first, "it was wanted first"
    stand_in = assets.sprite("double_draughts/ivory", 120)
    assert max(stand_in.get_size()) == 120
    assets.end_resizing()
    assert assets.sprite("double_draughts/ivory", 120) is not stand_in


def test_resizing_back_leaves_no_more_cached_pictures(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = [0.0]
    monkeypatch.setattr(app, "now", lambda: moment[0])

    def sized(width: int, height: int) -> tuple[int, int]:
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        app.frame()
        assert app.assets.resizing and app.size == (width, height)
        moment[0] += 1.0
        for _ in range(6):
            app.frame()
        return len(app.assets.cache), app.assets.cache.pixel_count

    app.stack.push(MenuScene(app, ("duck-chess", "double-draughts")))
    sized(1100, 700)
    first = sized(1400, 900)
    assert first[0] > 20
    for size in ((1100, 700), (1500, 950)):
        sized(*size)
        assert sized(1400, 900) == first


def test_shadow_falls_to_the_lower_right_and_farther_when_lifted(app: App) -> None:
    def middle(surface: pygame.Surface) -> tuple[float, float]:
        mask = pygame.mask.from_surface(surface, 10)
        x, y = mask.centroid()
        return x - surface.get_width() / 2, y - surface.get_height() / 2

    rest = middle(app.assets.shadow("double_draughts/ivory", 100))
    lifted = middle(app.assets.shadow("double_draughts/ivory", 100, is_lifted=True))
    assert 1 < rest[0] < lifted[0] and 1 < rest[1] < lifted[1]


def test_cache_drops_the_least_recently_used_picture() -> None:
    cache = Cache(250)
    for name in ("a", "b"):
        cache.get(name, lambda: pygame.Surface((10, 10)))
    first = cache.get("a", lambda: pygame.Surface((10, 10)))
    cache.get("c", lambda: pygame.Surface((10, 10)))
    assert len(cache) == 2
    assert cache.get("a", lambda: pygame.Surface((1, 1))) is first
    assert cache.get("b", lambda: pygame.Surface((7, 7))).get_width() == 7
