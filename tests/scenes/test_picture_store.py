"""Pictures on file: found as they were kept, never trusted with more than pixels, never too many."""

import os
import sys
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pygame
import pytest

import rules
from rules.record import Player
from scenes.app import constants, first_frame, picture_store
from scenes.app.appearance import Looks
from scenes.app.assets import Assets
from scenes.app.navigation import open_screen
from scenes.app.picture_store import PictureStore
from scenes.app.settings import Settings
from scenes.screens import paint_ahead
from scenes.screens.board_picture import BoardPicture
from scenes.screens.menu.scene import MenuScene
from scenes.screens.menu.tiles import GameTile
from scenes.screens.setup.scene import SetupScene
from scenes.table.scene import MatchScene
from scenes.table.screen_requests import OpenMatch
from tests.checks import check_alike
from tests.scenes.driver import Driver, visit
from tests.scenes.matches import DUCK, session


def noise(size: tuple[int, int], opaque: bool = False) -> pygame.Surface:
    picture = pygame.image.frombytes(Random(1).randbytes(4 * size[0] * size[1]), size, "RGBA")
    return picture.convert() if opaque else picture.convert_alpha()


@pytest.fixture
def store(driver: Driver, tmp_path: Path) -> PictureStore:
    store = PictureStore()
    store.open(tmp_path / "pictures")
    return store


def keep(store: PictureStore, key: str, picture: pygame.Surface) -> None:
    store.keep(key, picture)
    while store.has_work:
        store.write_next()


def files(tmp_path: Path) -> list[Path]:
    return sorted(path for path in (tmp_path / "pictures").iterdir() if path.name != "stamp")


def show_at_once(match_id: str | None) -> tuple[Driver, bool]:
    """A new app in its first frame, and whether that shows the match."""
    driver = visit((960, 600))
    driver.app.surface.fill("black")
    return driver, first_frame.show_stored_picture(driver.app, match_id)


def pixels(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.app.surface, "RGB")


@pytest.mark.parametrize("opaque", [True, False])
def test_stored_picture_is_found_unchanged(store: PictureStore, tmp_path: Path, opaque: bool) -> None:
    picture, other = noise((31, 17), opaque), PictureStore()
    keep(store, "one", picture)
    other.open(tmp_path / "pictures")
    found = other.find("one")
    assert found is not None and other.find("two") is None and not other.is_missing("one") and other.is_missing("two")
    ground, again = (pygame.Surface((31, 17)) for _ in range(2))
    ground.blit(picture, (0, 0))
    again.blit(found, (0, 0))
    check_alike(ground, again, "what was read from the file")


@pytest.mark.skipif(sys.platform == "win32", reason="modes tell nothing there")
def test_picture_file_writable_by_others_is_ignored(store: PictureStore, tmp_path: Path) -> None:
    keep(store, "one", noise((12, 9)))
    (file,) = files(tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600 and store.find("one") is not None
    file.chmod(0o620)
    assert store.find("one") is None
    keep(store, "one", noise((12, 9)))
    assert store.find("one") is not None


def test_damaged_or_foreign_picture_file_is_ignored(store: PictureStore, tmp_path: Path) -> None:
    keep(store, "one", noise((12, 9)))
    (file,) = files(tmp_path)
    whole, rng = file.read_bytes(), Random(2)
    for _ in range(300):
        content = bytearray(whole)
        if rng.random() < 0.5:
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        else:
            del content[rng.randrange(len(content)) :]
        file.write_bytes(content)
        assert store.find("one") is None
    file.write_bytes(whole)
    assert store.find("one") is not None, "the picture is on file"
    file.unlink()
    keep(store, "two", noise((3, 3)))
    (two,) = files(tmp_path)
    two.write_bytes(whole)
    assert store.find("two") is None
    file.mkdir()
    assert store.find("one") is None
    keep(store, "one", noise((3, 3)))


def test_least_recently_used_pictures_are_deleted_first(
    store: PictureStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        before = files(tmp_path) if number else []
        keep(store, f"{number}", noise((20, 10)))
        (new,) = set(files(tmp_path)) - set(before)
        os.utime(new, (number, number))
    monkeypatch.setattr(constants, "PICTURE_STORE_BYTES", 3000)
    assert store.find("0") is not None  # used anew
    store.delete_unused()
    assert [key for key in "012345" if store.find(key) is not None] == ["0", "4", "5"]


def test_changed_sources_discard_all_pictures(store: PictureStore, tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "a.svg").write_text("1", encoding="utf-8")
    store.check([sources])
    keep(store, "one", noise((3, 3)))
    assert not store.check([sources]) and store.find("one") is not None, "the picture is kept"
    os.utime(sources / "a.svg", (5_000_000_000, 5_000_000_000))
    assert store.check([sources]) and store.find("one") is None
    (sources / "b.svg").write_text("1", encoding="utf-8")
    store.check([sources])
    keep(store, "one", noise((3, 3)))
    os.utime(sources / "b.svg", (5, 5))
    assert store.check([sources]) and store.find("one") is None, "it is older than another"


def test_shown_picture_is_repainted_after_a_change_of_sources(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_store.STORE, "folder", tmp_path / "pictures")
    picture = BoardPicture(driver.app, "duck-chess")
    picture.place(pygame.Rect(0, 0, 100, 100))
    while picture.update():
        pass
    while picture_store.STORE.has_work:
        picture_store.STORE.write_next()
    assert picture.is_ready() and picture_store.STORE.check([tmp_path]) and not picture.is_ready()


def test_picture_folder_without_access_is_ignored(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the app didn't start where the folder above its home was closed to it."""

    store = PictureStore()
    store.open(tmp_path / "pictures")
    for name in ("stat", "scandir", "open"):
        monkeypatch.setattr(os, name, Mock(side_effect=PermissionError))
    assert store.is_missing("one") and store.find("one") is None and not store.check([tmp_path])
    keep(store, "one", noise((3, 3)))
    store.delete_unused()


@pytest.mark.parametrize("opened", [True, False])
def test_closed_or_unwritable_picture_store_keeps_nothing(driver: Driver, tmp_path: Path, opened: bool) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    store = PictureStore()
    if opened:
        store.open(tmp_path / "file" / "pictures")
    keep(store, "one", noise((3, 3)))
    store.delete_unused()
    assert store.find("one") is None and not store.has_work and not store.check([tmp_path])
    assert opened or not store.is_missing("one")


def test_sprites_and_boards_are_rendered_once(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_store.STORE, "folder", tmp_path / "pictures")
    monkeypatch.setattr("scenes.app.assets._SLOW_SECONDS", -9.0)
    board = BoardPicture(driver.app, "ducart")
    board.place(pygame.Rect(0, 0, 111, 111))
    sprite = Assets().sprite("ui/logo", 40)
    while board.update():
        pass
    while picture_store.STORE.has_work:
        picture_store.STORE.write_next()
    monkeypatch.setattr(pygame.image, "load_sized_svg", None)
    again = BoardPicture(driver.app, "ducart")
    again.place(pygame.Rect(0, 0, 111, 111))
    ground = pygame.Surface((200, 200))
    again.paint(ground)
    assert again.is_ready() and pygame.transform.average_color(ground)[:3] != (0, 0, 0)
    read = Assets().sprite("ui/logo", 40)
    assert pygame.image.tobytes(read, "RGBA") == pygame.image.tobytes(sprite, "RGBA"), "the logo is read as painted"


def test_pictures_painted_ahead_are_not_rendered_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_store.STORE, "folder", None)
    monkeypatch.setattr(paint_ahead, "KEYS", ("duck-chess",))
    monkeypatch.setattr("scenes.app.assets._SLOW_SECONDS", -9.0)
    paint_ahead.paint_screens(tmp_path / "pictures", Settings(window=(960, 600), language="en"))
    rendered: list[object] = []
    load = pygame.image.load_sized_svg

    def noted(source: Path, size: tuple[int, int]) -> pygame.Surface:
        rendered.append(source)
        return load(source, size)

    monkeypatch.setattr(pygame.image, "load_sized_svg", noted)
    driver = visit((960, 600))
    driver.app.assets.set_looks(Looks(board="slate"))
    driver.app.assets.set_looks(Looks())
    driver.open(SetupScene(driver.app, "duck-chess"))
    driver.open(MatchScene(driver.app, session(driver.app.storage, 0, game=DUCK)))
    driver.frames(40)
    assert {source.name for source in rendered if isinstance(source, Path)} == set()
    begun: list[object] = []
    monkeypatch.setattr(paint_ahead, "get_context", begun.append)
    paint_ahead.start_painter(driver.app)
    assert begun == []
    driver.app.close()


def test_homes_that_killed_painters_left_are_deleted_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: on Windows, where painters are ended by force, each might leave a folder for ever."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with paint_ahead.open_hidden_app():
        (running,) = tmp_path.iterdir()
        old, other = tmp_path / f"{running.name}x", tmp_path / "other"
        (old / "matches").mkdir(parents=True)
        other.mkdir()
        for path in (old, other):
            os.utime(path, (0, 0))
        paint_ahead.remove_old_homes()
        assert sorted(tmp_path.iterdir()) == sorted((running, other))


def test_stored_first_frame_of_the_menu_equals_the_painted_menu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_store.STORE, "folder", tmp_path / "pictures")

    def begun() -> tuple[Driver, bytes]:
        driver, _ = show_at_once(None)
        return driver, pixels(driver)

    def painted(driver: Driver) -> bytes:
        driver.app.stack.replace_all(MenuScene(driver.app))
        driver.frames(20)
        return pixels(driver)

    driver, shown = begun()
    assert not any(shown)  # nothing was kept yet
    painted(driver)
    session(driver.app.storage, 3, match_id="one").save(driver.app.storage)
    driver.move(driver.all_of(GameTile)[0].rect.center)
    driver.frames(20)
    driver.app.close()
    driver, shown = begun()
    assert any(shown) and shown == painted(driver)
    session(driver.app.storage, 3, match_id="two").save(driver.app.storage)
    driver.app.close()
    driver, shown = begun()
    assert shown == painted(driver)
    session(driver.app.storage, 3, match_id="three").save(driver.app.storage)
    assert not any(begun()[1])  # another window has played meanwhile
    driver.app.close()


@pytest.mark.parametrize("key", rules.KEYS)
def test_stored_first_frame_of_an_open_match_equals_the_painted_match(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is opened then looks the same but for dice, which aren't where they fell; a picture is shown once."""
    monkeypatch.setattr(picture_store.STORE, "folder", tmp_path / "pictures")

    def seen(driver: Driver) -> bytes:
        if key == "unstacked-draughts":
            driver.app.surface.fill("black", (390, 110, 290, 370))
        return pixels(driver)

    def painted(driver: Driver) -> bytes:
        driver.app.stack.replace_all(MenuScene(driver.app))
        open_screen(driver.app, OpenMatch("one"))
        driver.frames(20)
        return seen(driver)

    driver = visit((960, 600))
    other = Player("computer", level=1) if key == "ducale" else Player("person", "Bert")
    session(driver.app.storage, 5, game=rules.get(key), match_id="one", other=other).save(driver.app.storage)
    painted(driver)
    driver.run(3)
    driver.app.running = False
    driver.app.close()
    driver, laid = show_at_once("one")
    assert laid and seen(driver) == painted(driver)
    driver.app.close()
    assert not show_at_once("one")[1]
