"""Matches and positions that come and go as text: clipboard, files, sentences about what can't be read."""

import contextlib
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

from rules import KEYS, get
from scenes.app.atomic_files import MOST_BYTES
from scenes.app.clipboard import clipboard_text, set_clipboard_text
from scenes.screens import import_export
from scenes.screens.file_dialog import list_items, may_be_opened
from scenes.screens.import_export import OpenFileScene, OpenMatchScene, SaveFileScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.open_match import open_file
from scenes.screens.setup.scene import SetupScene
from scenes.ui.choice import Choice
from scenes.ui.dialog import Dialog
from scenes.ui.listing import Listing
from scenes.ui.text_field import TextField
from tests.posix import make_pipe
from tests.rows import rows, rows_and
from tests.scenes.driver import Driver, Table
from tests.scenes.matches import DUCK, session
from tests.scenes.opened import refused

POSITION = "8/2m5/8/4K3/8/1m6/M7/8 w 2 0 1"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, no_table: None, tmp_path: Path) -> Path:
    home = tmp_path / "person"
    home.mkdir()
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr("scenes.screens.import_export._documents_folder", lambda: home)
    return home


def _under_menu(driver: Driver) -> bool:
    return isinstance(driver.app.stack.scenes[0], MenuScene) and len(driver.app.stack.scenes) == 2


# --- opening a text


def test_opened_unfinished_match_goes_on_under_a_new_id(driver: Driver) -> None:
    storage = driver.app.storage
    text = session(storage, 7, match_id="theirs").text()
    assert refused(driver.app, text) is None
    assert isinstance(driver.top, Table) and _under_menu(driver)
    assert not driver.top.is_looking_back and len(driver.top.session.match.plies) == 7
    assert [entry.id for entry in storage.list_matches()] == [driver.top.session.id] != ["theirs"]


def test_opened_finished_match_is_read_only_and_saved_once(driver: Driver) -> None:
    text = session(driver.app.storage, 1000).text()
    for _ in range(2):
        assert refused(driver.app, "\ufeff" + text.replace("\n", "\r\n")) is None
        assert isinstance(driver.top, Table) and driver.top.is_looking_back
    assert len(driver.app.storage.list_matches("finished")) == 1


def test_opened_position_leads_to_the_setup(driver: Driver) -> None:
    assert refused(driver.app, f"  {POSITION}\n") is None
    assert isinstance(driver.top, SetupScene) and _under_menu(driver)
    driver.frames()
    assert "begins from the position" in driver.words()


@rows_and(
    ("x" * 3000, "neither"),
    ("x" * (MOST_BYTES + 1), "5\u00a0MB"),
)
def test_unreadable_text_is_refused_with_a_sentence_and_saves_nothing(driver: Driver, text: str, part: str) -> None:
    sentence = refused(driver.app, text)
    assert sentence is not None and part in sentence
    assert driver.top is driver.ground
    assert driver.app.storage.list_matches() == driver.app.storage.list_matches("finished") == []


# --- texts that other programs know


@pytest.mark.parametrize("plies,over", [(8, False), (3000, True)])
def test_unfinished_pgn_goes_on_and_finished_pgn_is_read_only(driver: Driver, plies: int, over: bool) -> None:
    theirs = session(driver.app.storage, plies, game=DUCK)
    assert refused(driver.app, theirs.record_writers()[".pgn"]()) is None
    assert isinstance(driver.top, Table) and _under_menu(driver) and driver.top.is_looking_back is over
    match = driver.top.session.match
    assert [str(ply.move) for ply in match.plies] == [str(ply.move) for ply in theirs.match.plies]
    assert [player.name for player in driver.top.session.players] == ["Anna", "Bert"]
    storage = driver.app.storage
    assert (len(storage.list_matches()), len(storage.list_matches("finished"))) == ((0, 1) if over else (1, 0))
    kept = storage.list_matches("finished") if over else storage.list_matches()
    assert kept[0].path.read_text(encoding="utf-8").startswith("Tablier: 1\nGame: duck-chess\n")


@rows
def test_opened_fen_leads_to_the_setup(driver: Driver, fen: str) -> None:
    assert refused(driver.app, f"\ufeff{fen}\r\n") is None
    assert isinstance(driver.top, SetupScene) and driver.top.title() == "Duck Chess"
    driver.frames()
    driver.click("Start")
    begun: Any = driver.top
    assert begun.session.match.start.text() == fen


@pytest.mark.parametrize("name", ["a.tablier", "a.pgn", "A.PGN", "a.fen"])
def test_dropped_file_is_opened(driver: Driver, home: Path, name: str) -> None:
    theirs = session(driver.app.storage, 8, game=DUCK)
    texts = {".tablier": theirs.text, ".fen": theirs.match.position.text, **theirs.record_writers()}
    (home / name).write_text(texts[name[1:].lower()](), encoding="utf-8")
    driver.post(pygame.DROPFILE, file=str(home / name))
    assert isinstance(driver.top, SetupScene if name == "a.fen" else Table)


def test_match_is_saved_as_pgn(driver: Driver, home: Path) -> None:
    ours = session(driver.app.storage, 8, game=DUCK)
    driver.open(SaveFileScene(driver.app, ours.text(), "mine", ours.record_writers()))
    kind = driver.all_of(Choice)[0]
    assert kind.value == ".tablier"
    driver.click_at(kind.place_of(1).center)
    driver.click("Save")
    assert (home / "mine.pgn").read_text(encoding="utf-8") == ours.record_writers()[".pgn"]()
    open_file(driver.app, home / "mine.pgn")
    assert isinstance(driver.top, Table)


def test_format_follows_the_file_name_and_the_name_follows_the_format(driver: Driver, home: Path) -> None:
    scene = SaveFileScene(driver.app, "house\n", "mine", {".pgn": lambda: "other\n"})
    driver.open(scene)
    kind = driver.all_of(Choice)[0]
    scene.set_name("club.match.PGN")
    assert kind.value == ".pgn"
    driver.click_at(kind.place_of(0).center)
    assert scene.name == "club.match.tablier"
    scene.set_name("plain")
    assert kind.value == ".tablier"
    driver.click_at(kind.place_of(1).center)
    assert scene.name == "plain.pgn"
    scene.set_name("notes.txt")
    driver.click("Save")
    assert (home / "notes.txt").read_text(encoding="utf-8") == "house\n"


@pytest.mark.parametrize("key", KEYS)
def test_every_export_format_can_be_opened_again(driver: Driver, key: str) -> None:
    ours = session(driver.app.storage, 4, game=get(key))
    driver.open(SaveFileScene(driver.app, ours.text(), "mine", ours.record_writers()))
    assert all(may_be_opened(Path(f"mine{suffix}")) for suffix in ours.record_writers())
    assert bool(driver.all_of(Choice)) is bool(ours.record_writers())


# --- files


@pytest.mark.parametrize(
    "name,data,part",
    [
        ("missing.tablier", None, "Nothing has that name"),
        ("picture.png", b"\x89PNG\xff\xfe", "not a text"),
        ("huge.txt", b"0" * (MOST_BYTES + 1), "5\u00a0MB"),
        ("odd.txt", b"Tablier: 1\nHello\n", "Line 2"),
        ("bad.pgn", b'[Event "?"]\n[Variant "Duck"]\n\n1. e4@e6 d5@d3 2. Ke3@a3 *\n', "turn 2. Ke3@a3 can’t"),
        *((name, None, "It is not a file.") for name in ("pipe", "", "..")),
    ],
)
def test_unreadable_file_opens_a_dialog_with_the_reason(
    driver: Driver, home: Path, name: str, data: bytes | None, part: str
) -> None:
    """Bug: the app waited for ever for somebody to write into a pipe."""
    if name == "pipe":
        make_pipe(home / name)
    if data is not None:
        (home / name).write_bytes(data)
    open_file(driver.app, home / name)
    assert isinstance(driver.top, Dialog) and part in driver.words()
    driver.click("Close")
    assert driver.app.stack.scenes == [driver.ground] and driver.app.storage.list_matches() == []


@pytest.mark.parametrize("name", ["odd-\udcff.tablier", "x" * 5000, "a\nb"])
def test_odd_file_names_can_be_shown(driver: Driver, home: Path, name: str) -> None:
    """Bugs: a name that is no UTF-8 ended the app, and one of 5000 letters was wrapped for half a minute."""
    with contextlib.suppress(OSError):
        (home / name).write_bytes(b"\xff")
    open_file(driver.app, home / name)
    driver.frames()
    driver.click("Close")
    driver.open(OpenFileScene(driver.app))
    driver.open(SaveFileScene(driver.app, "text", "x"))
    if any(home.iterdir()):
        (lines,) = driver.all_of(Listing)
        driver.click_at(lines.place_of(0).center)
        driver.frames()


@pytest.mark.parametrize("text", ["8/2\0m5/8/8/8/8/8/8 w 2 0 1", "Tablier: 1\nGame: \0\ud800\n\n", "\0"])
def test_text_with_unprintable_letters_is_refused_with_a_printable_sentence(driver: Driver, text: str) -> None:
    """Bug: the sentence that quoted them ended the app."""
    problem = refused(driver.app, text)
    assert problem is not None and problem.isprintable()


@pytest.mark.parametrize("path", ["~nobody-of-that-name/x", "/" + "x" * 300, "a\0b"])
def test_impossible_path_is_refused_with_a_sentence(driver: Driver, path: str) -> None:
    """Bug: the home of nobody, and a name longer than names can be, ended the app."""
    driver.open(OpenFileScene(driver.app))
    driver.top._typed_path = path
    driver.strike_on(driver.the(TextField))
    assert isinstance(driver.top, OpenFileScene) and "can’t be opened" in driver.words()


def test_file_dialog_without_a_home_begins_at_the_root(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: an account without a home could open no file."""
    monkeypatch.setattr(Path, "home", Mock(side_effect=RuntimeError("Could not determine home directory.")))
    driver.open(OpenFileScene(driver.app))
    assert driver.top.folder == Path("/")


# --- the clipboard


def test_clipboard_returns_the_text_put_on_it(driver: Driver) -> None:
    if set_clipboard_text("Tablier: 1 é½"):
        assert clipboard_text() == "Tablier: 1 é½"


def test_clipboard_text_is_opened_or_refused(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = iter(["", "nonsense", POSITION])
    monkeypatch.setattr(import_export, "clipboard_text", lambda: next(texts))
    driver.open(OpenMatchScene(driver.app))
    for told in ("no text on the clipboard", "neither a match nor a position"):
        driver.click("From the clipboard")
        assert told in driver.words()
    driver.click("From the clipboard")
    assert isinstance(driver.top, SetupScene)


# --- the folder


def test_folders_are_listed_first_then_readable_files(home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "zoo").mkdir()
    for name in ("b.png", "a.tablier", "c.txt", ".hidden"):
        (home / name).write_text("", encoding="utf-8")
    assert [item.path.name for item in list_items(home)] == ["zoo", "a.tablier", "c.txt", "b.png"]


def test_file_in_a_folder_is_opened_by_mouse(driver: Driver, home: Path) -> None:
    (home / "games").mkdir()
    (home / "games" / "one.ddfen").write_text(POSITION, encoding="utf-8")
    driver.open(OpenMatchScene(driver.app))
    driver.click("From a file")
    assert isinstance(driver.top, OpenFileScene) and driver.top.folder == home
    for _ in range(2):
        (lines,) = driver.all_of(Listing)
        driver.click_at(lines.place_of(0).center)
    assert isinstance(driver.top, SetupScene)


def test_typed_path_changes_the_folder(driver: Driver, home: Path) -> None:
    (home / "games").mkdir()
    driver.open(OpenFileScene(driver.app))
    (path,) = driver.all_of(TextField)
    driver.form.focus(path)
    driver.strike(pygame.K_END)
    driver.write("/games")
    driver.strike(pygame.K_RETURN)
    assert driver.top.folder == home / "games"
    driver.form.focus(path)
    driver.write("/nowhere")
    driver.strike(pygame.K_RETURN)
    assert driver.top.folder == home / "games" and "Nothing has that name" in driver.words()
    assert driver.all_of(Listing) == []
    driver.click("Folder above")
    assert driver.top.folder == home and "Nothing has that name" not in driver.words()
    assert driver.the(Listing).rect.height > 100, "also after an empty folder"


def test_bad_file_is_refused_in_the_file_dialog(driver: Driver, home: Path) -> None:
    (home / "odd.txt").write_text("Tablier: 1\nHello\n", encoding="utf-8")
    driver.open(OpenFileScene(driver.app))
    driver.strike(pygame.K_RETURN)
    assert isinstance(driver.top, OpenFileScene) and "Line 2" in driver.words()


def test_match_is_saved_under_the_suggested_name(driver: Driver, home: Path) -> None:
    driver.open(SaveFileScene(driver.app, "Tablier: 1\n", "2026-11-21-1"))
    driver.strike(pygame.K_RETURN)
    assert (home / "2026-11-21-1.tablier").read_text(encoding="utf-8") == "Tablier: 1\n"
    assert isinstance(driver.top, Dialog) and "Saved as 2026-11-21-1.tablier" in driver.words()
    driver.click("Close")
    assert len(driver.app.stack.scenes) == 1
    assert [path.name for path in home.iterdir()] == ["2026-11-21-1.tablier"]


def test_file_is_replaced_only_after_confirmation(driver: Driver, home: Path) -> None:
    (home / "mine.tablier").write_text("old", encoding="utf-8")
    for answer, left in (("Keep it", "old"), ("Replace", "new")):
        driver.open(SaveFileScene(driver.app, "new", "other"))
        (lines,) = driver.all_of(Listing)
        driver.click_at(lines.place_of(0).center)
        driver.click("Save")
        driver.click(answer)
        assert (home / "mine.tablier").read_text(encoding="utf-8") == left


IMPOSSIBLE = {
    "": "needs a name",
    "..": "needs a name",
    "a/b": "can’t contain /",
    "é" * 200: "could not be written",
    **{name: f"no file can be named {name}" for name in ("NUL", "con.tablier", "COM1.txt")},
}


@pytest.mark.parametrize(("name", "part"), IMPOSSIBLE.items())
def test_impossible_file_name_is_refused(driver: Driver, home: Path, name: str, part: str) -> None:
    """Bug: looking whether there was a file of a name longer than names can be ended the app."""
    driver.open(SaveFileScene(driver.app, "text", "x"))
    driver.top.set_name(name)
    driver.click("Save")
    assert isinstance(driver.top, SaveFileScene) and part in driver.words()
    assert list(home.iterdir()) == []


def test_dots_and_spaces_that_windows_would_drop_do_not_end_a_file_name(driver: Driver, home: Path) -> None:
    driver.open(SaveFileScene(driver.app, "text", "x"))
    driver.top.set_name(" mine. .")
    driver.click("Save")
    assert [path.name for path in home.iterdir()] == ["mine.tablier"]


def test_names_that_differ_by_case_only_lose_no_file(driver: Driver, home: Path) -> None:
    (home / "mine.tablier").write_text("old", encoding="utf-8")
    is_same = (home / "MINE.tablier").exists()  # as on Windows
    driver.open(SaveFileScene(driver.app, "new", "MINE"))
    driver.click("Save")
    assert ("Replace MINE.tablier?" in driver.words()) == is_same
    assert sorted(path.read_text(encoding="utf-8") for path in home.iterdir()) == (
        ["old"] if is_same else ["new", "old"]
    )


def test_failed_write_is_reported(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_export, "write_file", Mock(side_effect=PermissionError(13, "Permission denied")))
    driver.open(SaveFileScene(driver.app, "text", "x"))
    driver.click("Save")
    assert isinstance(driver.top, SaveFileScene) and "could not be written" in driver.words()
