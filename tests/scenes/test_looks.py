"""The looks that a person may choose: pictures, changes at once, and baize and leather of any size."""

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pygame
import pytest

from rules import GAMES
from rules.game import Game
from scenes.app.appearance import (
    BACKS,
    BOARDS,
    CLOTHS,
    CONTRAST,
    DYES,
    TABLES,
    TABLIERS,
    Looks,
    recolour,
    recolour_file,
)
from scenes.app.assets import ROOT, Assets
from scenes.app.settings import Settings
from scenes.app.theme import BAIZE, SOFT_INK, Theme
from scenes.surfaces import felt
from tests.scenes.driver import Tables
from tests.test_assets import luminance

CHOICES = {"board": BOARDS, "gnomes": BOARDS, "tablier": TABLIERS, "cloth": CLOTHS, "back": BACKS}
OTHERWISE: dict[str, dict[str, Any]] = {
    "double-draughts": {"board": "slate"},
    "duck-chess": {"board": "slate"},
    "ducart": {"board_ducart": "green"},
    "unstacked-draughts": {"tablier": "oak"},
    "ducale": {"cloth": "wine"},
}


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A display without a window, so that surfaces can be converted."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((8, 8))


def _every() -> Iterator[Looks]:
    for name, values in CHOICES.items():
        for value in values:
            yield Looks()._replace(**{name: value})
    yield Settings(language="en", table=CONTRAST).looks


def test_high_contrast_overrides_all_looks_except_card_backs() -> None:
    looks = Settings(language="en", table=CONTRAST, board="slate", cloth="wine", card_back="ink").looks
    assert looks == Looks(CONTRAST, CONTRAST, CONTRAST, CONTRAST, CONTRAST, "ink")
    assert len(Looks._fields) == len(CHOICES) + 1


def test_every_look_has_a_picture_under_all_choices() -> None:
    looks = [path.relative_to(ROOT / "sprites").as_posix()[:-4] for path in (ROOT / "sprites").rglob("*.svg")]
    for one, look in product(_every(), looks):
        if any(look.endswith(f"-{value}") for value in (*TABLIERS, CONTRAST, *BACKS)):
            continue  # a picture that stands for another
        picture, dye = one.picture(look)
        assert (ROOT / "sprites" / f"{picture}.svg").is_file(), picture
        assert dye in ("", "bold", *DYES)


def test_default_looks_are_not_recoloured() -> None:
    looks = (path.relative_to(ROOT / "sprites").as_posix()[:-4] for path in (ROOT / "sprites").rglob("*.svg"))
    assert all(Looks().picture(look) == (look, "") for look in looks)


@pytest.mark.parametrize("name", DYES)
def test_recolouring_keeps_the_order_of_brightness(name: str) -> None:
    """So what is modelled by light stays modelled: a lighter colour never becomes a darker one."""
    greys = [recolour(DYES[name], f"#{level:02X}{level:02X}{level:02X}") for level in range(256)]
    light = [_luma(grey) for grey in greys]
    assert all(after >= before - 1 for before, after in pairwise(light))


def _luma(colour: str) -> float:
    tone = pygame.Color(colour)
    return 0.299 * tone.r + 0.587 * tone.g + 0.114 * tone.b


def test_recolouring_spares_colours_of_both_sides() -> None:
    """Brass, skin and tools are in the pictures of both sides."""
    path = ROOT / "sprites" / "double_draughts" / "ebony-ring.svg"
    plain = path.with_name("ebony.svg").read_text(encoding="utf-8")
    text = recolour_file(path, "midnight")
    assert "#FFFFFF" in text and "#3F3833" in plain and "#3F3833" not in text
    gnome = ROOT / "sprites" / "ducart" / "blue-sweeper.svg"
    skin = "#F7DDB2"
    assert recolour_file(gnome, "indigo").count(skin) == gnome.read_text(encoding="utf-8").count(skin) > 0


def test_pictures_follow_the_looks_and_the_cache_does_not_grow(screen: None) -> None:
    assets, shown, kept = Assets(), [], []
    for _ in range(3):
        for board in BOARDS:
            assets.set_looks(Looks(board=board))
            shown.append(pygame.image.tobytes(assets.sprite("double_draughts/ebony", 40), "RGBA"))
            assets.shadow("double_draughts/ebony", 40)
            kept.append(len(assets.cache))
    assert shown[:4] == shown[4:8] == shown[8:]
    own, maple, green, slate = shown[:4]
    assert own == maple and len({own, green, slate}) == 3
    assert set(kept) == {2}


def test_unchanged_looks_keep_the_cache(screen: None) -> None:
    assets = Assets()
    before = assets.sprite("double_draughts/ivory", 40)
    assets.set_looks(Looks())
    assert assets.sprite("double_draughts/ivory", 40) is before


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_open_table_follows_a_change_of_looks_and_back(tables: Tables, game: Game) -> None:
    driver = tables.table(game=game, small_life=False, animation="off")
    settings, app = driver.app.settings, driver.app
    app.theme.lay_table()
    app.dirty()
    driver.run(2.0)

    def seen() -> bytes:
        app.apply_settings()
        driver.run(0.2)
        area = driver.scene.stage.area.ints()
        return pygame.image.tobytes(app.surface.subsurface(pygame.Rect(area).clip(app.surface.get_rect())), "RGB")

    before = seen()
    for name, value in OTHERWISE[game.key].items():
        setattr(settings, name, value)
    changed = seen()
    settings.table = CONTRAST
    contrast = seen()
    for name in OTHERWISE[game.key]:
        setattr(settings, name, getattr(Settings(language="en"), name))
    settings.table = TABLES[0]
    assert len({before, changed, contrast}) == 3
    assert seen() == before


def test_high_contrast_text_is_black_on_white(screen: None) -> None:
    pygame.font.init()
    theme = Theme((960, 600), table=CONTRAST)
    sheet = pygame.Surface((300, 200))
    rect = pygame.Rect(40, 40, 200, 100)
    theme.paint_paper(sheet, rect)
    assert sheet.get_at(rect.center)[:3] == (255, 255, 255)
    line = theme.render_text("Words", "body", SOFT_INK)
    assert {line.get_at((x, y))[:3] for x in range(line.get_width()) for y in range(line.get_height())} == {(0, 0, 0)}


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (701, 533)])
def test_table_has_leather_around_baize_at_every_size(screen: None, size: tuple[int, int]) -> None:
    u = min(size) / 100
    table, rim = felt.render_card_table(size, u), felt.rim_width(u)
    assert table.get_size() == size
    cloth = pygame.transform.average_color(table, table.get_rect().inflate(-4 * rim, -4 * rim))
    assert all(abs(part - wanted) < 14 for part, wanted in zip(cloth[:3], tuple(BAIZE)[:3], strict=True))
    for side in ((0, 0, size[0], rim), (0, size[1] - rim, size[0], rim), (0, 0, rim, size[1])):
        red, green, *_ = pygame.transform.average_color(table, pygame.Rect(side))
        assert red > 1.2 * green


def test_table_is_brightest_at_the_upper_left(screen: None) -> None:
    table = felt.render_card_table((1000, 700), 7)
    corners = [pygame.transform.average_color(table, pygame.Rect(at, (60, 60))) for at in ((60, 60), (880, 580))]
    assert luminance(corners[0]) > 1.5 * luminance(corners[1])


def test_table_is_transparent_outside_its_round_corners(screen: None) -> None:
    table = felt.render_card_table((400, 260), 5, corner=4)
    assert [table.get_at(at).a for at in ((0, 0), (399, 0), (0, 259), (399, 259))] == [0] * 4
    assert table.get_at((200, 2)).a == table.get_at((200, 130)).a == 255


def test_cloth_tile_has_no_seam(screen: None) -> None:
    tile = felt._render_fibres()
    side = tile.get_width()

    def unlike(first: int, second: int) -> float:
        return sum(abs(tile.get_at((first, y)).r - tile.get_at((second, y)).r) for y in range(side)) / side

    within = max(unlike(x, x + 1) for x in range(0, side - 1, 9))
    assert 0 < unlike(side - 1, 0) < 1.5 * within
