"""Matches and positions that come and go as text: clipboard, files, sentences about what can't be read."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import pygame
import pytest

from rules import KEYS, find
from scenes.app.clipboard import clipboard_text, set_clipboard_text
from scenes.app.files import MOST_BYTES
from scenes.screens import exchange
from scenes.screens.exchange import ExchangeScene, OpenScene, SaveScene
from scenes.screens.file_dialog import items_of, may_be_opened
from scenes.screens.menu.scene import MenuScene
from scenes.screens.opening import open_file
from scenes.screens.setup.scene import SetupScene
from scenes.ui.choice import Choice
from scenes.ui.field import TextField
from scenes.ui.listing import Listing
from scenes.ui.sheet import Dialog
from tests.scenes.driver import Driver, Table
from tests.scenes.matches import DUCK, sitting
from tests.scenes.opened import refused

POSITION = "8/2m5/8/4K3/8/1m6/M7/8 w 2 0 1"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, no_table: None, tmp_path: Path) -> Path:
    home = tmp_path / "person"
    home.mkdir()
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr("scenes.screens.exchange._documents", lambda: home)
    return home


def _under_menu(visitor: Driver) -> bool:
    return isinstance(visitor.app.stack.scenes[0], MenuScene) and len(visitor.app.stack.scenes) == 2


# --- opening a text


def test_an_unfinished_match_goes_on_as_one_of_its_own(visitor: Driver) -> None:
    storage = visitor.app.storage
    text = sitting(storage, 7, match_id="theirs").text()
    assert refused(visitor.app, text) is None
    assert isinstance(visitor.top, Table) and _under_menu(visitor)
    assert not visitor.top.looking_back and len(visitor.top.session.match.plies) == 7
    assert [entry.id for entry in storage.list_matches()] == [visitor.top.session.id] != ["theirs"]


def test_a_finished_match_is_looked_back_on_and_kept_once(visitor: Driver) -> None:
    text = sitting(visitor.app.storage, 1000).text()
    for _ in range(2):
        assert refused(visitor.app, "\ufeff" + text.replace("\n", "\r\n")) is None
        assert isinstance(visitor.top, Table) and visitor.top.looking_back
    assert len(visitor.app.storage.list_matches("finished")) == 1


def test_a_position_is_set_up(visitor: Driver) -> None:
    assert refused(visitor.app, f"  {POSITION}\n") is None
    assert isinstance(visitor.top, SetupScene) and _under_menu(visitor)
    visitor.frames()
    assert "begins from the position" in visitor.words()


@pytest.mark.parametrize(
    "text,part",
    [
        ("", "nothing in it"),
        (" \n\t", "nothing in it"),
        ("Tablier: 1\nGame: whist\n\n", "Line 2"),
        ("Tablier: 1\nGame: double-draughts\n\n0 a1-h8 1.0\n", "Line 4"),
        ("Tablier: 7\n\n", "version 7"),
        ("8/8 w 2 0 1", "8 rows"),
        ("a shopping list", "neither"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1", "Duck Chess"),
        ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8 rows"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR b - - 0 1", "White has no king"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1", "is over"),
        ("8/8/1m6/8/8/8/8/8 w 2 0 1", "is over"),
        ('[Event "?"]\n[Variant "Duck"]\n\n1. e4@e6 e5@e3 2. Ke3@a3 *\n', "turn 1"),
        ('[Event "?"]\n[Variant "Atomic"]\n\n1. e4 *\n', "Atomic"),
        ("x" * 3000, "neither"),
        ("x" * (MOST_BYTES + 1), "5\u00a0MB"),
    ],
)
def test_what_cannot_be_opened_is_a_sentence_and_changes_nothing(visitor: Driver, text: str, part: str) -> None:
    sentence = refused(visitor.app, text)
    assert sentence is not None and part in sentence
    assert visitor.top is visitor.ground
    assert visitor.app.storage.list_matches() == visitor.app.storage.list_matches("finished") == []


# --- texts that other programs know


@pytest.mark.parametrize("plies,over", [(8, False), (3000, True)])
def test_a_pgn_goes_on_or_is_looked_back_on(visitor: Driver, plies: int, over: bool) -> None:
    theirs = sitting(visitor.app.storage, plies, game=DUCK)
    assert refused(visitor.app, theirs.texts()[".pgn"]) is None
    assert isinstance(visitor.top, Table) and _under_menu(visitor) and visitor.top.looking_back is over
    match = visitor.top.session.match
    assert [str(ply.move) for ply in match.plies] == [str(ply.move) for ply in theirs.match.plies]
    assert [player.name for player in visitor.top.session.players] == ["Anna", "Bert"]
    storage = visitor.app.storage
    assert (len(storage.list_matches()), len(storage.list_matches("finished"))) == ((0, 1) if over else (1, 0))
    kept = storage.list_matches("finished") if over else storage.list_matches()
    assert kept[0].path.read_text(encoding="utf-8").startswith("Tablier: 1\nGame: duck-chess\n")


@pytest.mark.parametrize(
    "fen",
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n1*3/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "8/8/4k3/8/8/3K4/8/8 b - - 0 1",
    ],
)
def test_a_fen_is_set_up(visitor: Driver, fen: str) -> None:
    assert refused(visitor.app, f"\ufeff{fen}\r\n") is None
    assert isinstance(visitor.top, SetupScene) and visitor.top.title() == "Duck Chess"
    visitor.frames()
    visitor.click("Start")
    begun: Any = visitor.top
    assert begun.session.match.start.text() == fen


@pytest.mark.parametrize("name,kind", [("a.pgn", "pgn"), ("A.PGN", "pgn"), ("a.fen", "fen")])
def test_a_file_of_another_programs_is_opened(visitor: Driver, home: Path, name: str, kind: str) -> None:
    theirs = sitting(visitor.app.storage, 8, game=DUCK)
    text = theirs.texts()[".pgn"] if kind == "pgn" else theirs.match.position.text()
    (home / name).write_text(text, encoding="utf-8")
    visitor.post(pygame.DROPFILE, file=str(home / name))
    assert isinstance(visitor.top, Table if kind == "pgn" else SetupScene)


def test_a_bad_pgn_that_is_dropped_says_which_turn_and_why(visitor: Driver, home: Path) -> None:
    pgn = '[Event "?"]\n[Variant "Duck"]\n\n1. e4@e6 d5@d3 2. Ke3@a3 *\n'
    (home / "bad.pgn").write_text(pgn, encoding="utf-8")
    visitor.post(pygame.DROPFILE, file=str(home / "bad.pgn"))
    assert isinstance(visitor.top, Dialog) and "turn 2" in visitor.words() and "Ke3" in visitor.words()
    visitor.click("Close")
    assert visitor.app.stack.scenes == [visitor.ground] and visitor.app.storage.list_matches() == []


def test_a_match_is_saved_as_pgn(visitor: Driver, home: Path) -> None:
    ours = sitting(visitor.app.storage, 8, game=DUCK)
    visitor.open(SaveScene(visitor.app, ours.text(), "mine", ours.texts()))
    kind = visitor.all_of(Choice)[0]
    assert kind.value == ".tablier"
    visitor.click_at(kind.place_of(1).center)
    visitor.click("Save")
    assert (home / "mine.pgn").read_text(encoding="utf-8") == ours.texts()[".pgn"]
    open_file(visitor.app, home / "mine.pgn")
    assert isinstance(visitor.top, Table)


def test_the_kind_follows_the_name_and_the_name_the_kind(visitor: Driver, home: Path) -> None:
    scene = SaveScene(visitor.app, "house\n", "mine", {".pgn": "other\n"})
    visitor.open(scene)
    kind = visitor.all_of(Choice)[0]
    scene.take_name("club.match.PGN")
    assert kind.value == ".pgn"
    visitor.click_at(kind.place_of(0).center)
    assert scene.name == "club.match.tablier"
    scene.take_name("plain")
    assert kind.value == ".tablier"
    visitor.click_at(kind.place_of(1).center)
    assert scene.name == "plain.pgn"
    scene.take_name("notes.txt")
    visitor.click("Save")
    assert (home / "notes.txt").read_text(encoding="utf-8") == "house\n"


@pytest.mark.parametrize("key", KEYS)
def test_every_format_of_every_game_has_its_words_and_is_listed_first(visitor: Driver, key: str) -> None:
    game = find(key)
    assert game is not None
    ours = sitting(visitor.app.storage, 4, game=game)
    visitor.open(SaveScene(visitor.app, ours.text(), "mine", ours.texts()))
    assert all(may_be_opened(Path(f"mine{suffix}")) for suffix in ours.texts())


def test_a_game_without_other_formats_has_no_kinds(visitor: Driver) -> None:
    ours = sitting(visitor.app.storage, 4)
    visitor.open(SaveScene(visitor.app, ours.text(), "mine", ours.texts()))
    assert not visitor.all_of(Choice)


# --- files


def test_a_file_is_opened(visitor: Driver, home: Path) -> None:
    path = home / "match.tablier"
    path.write_text(sitting(visitor.app.storage, 7).text(), encoding="utf-8")
    open_file(visitor.app, path)
    assert isinstance(visitor.top, Table)


@pytest.mark.parametrize(
    "name,data,part",
    [
        ("missing.tablier", None, "nothing of that name"),
        ("picture.png", b"\x89PNG\xff\xfe", "not a text"),
        ("huge.txt", b"0" * (MOST_BYTES + 1), "5\u00a0MB"),
        ("odd.txt", b"Tablier: 1\nHello\n", "Line 2"),
    ],
)
def test_a_file_that_cannot_be_opened_says_why(
    visitor: Driver, home: Path, name: str, data: bytes | None, part: str
) -> None:
    if data is not None:
        (home / name).write_bytes(data)
    open_file(visitor.app, home / name)
    assert isinstance(visitor.top, Dialog) and part in visitor.words()
    visitor.click("Close")
    assert len(visitor.app.stack.scenes) == 1


def test_a_folder_is_no_match(visitor: Driver, home: Path) -> None:
    for path in (home, Path()):
        open_file(visitor.app, path)
        assert isinstance(visitor.top, Dialog) and "It is not a file." in visitor.words()
        visitor.frames()


def test_a_pipe_is_no_match(visitor: Driver, home: Path) -> None:
    """Bug: the app waited for ever for somebody to write into it."""
    os.mkfifo(home / "pipe")
    open_file(visitor.app, home / "pipe")
    assert "It is not a file." in visitor.words()


@pytest.mark.parametrize("name", [os.fsdecode(b"odd-\xff.tablier"), "x" * 5000, "a\nb"])
def test_the_name_of_a_file_can_always_be_shown(visitor: Driver, home: Path, name: str) -> None:
    """Bugs: a name that is no UTF-8 ended the app, and one of 5000 letters was wrapped for half a minute."""
    with contextlib.suppress(OSError):
        (home / name).write_bytes(b"\xff")
    open_file(visitor.app, home / name)
    visitor.frames()
    visitor.click("Close")
    visitor.open(OpenScene(visitor.app))
    visitor.open(SaveScene(visitor.app, "text", "x"))
    if any(home.iterdir()):
        (lines,) = visitor.all_of(Listing)
        visitor.click_at(lines.place_of(0).center)
        visitor.frames()


@pytest.mark.parametrize("text", ["8/2\0m5/8/8/8/8/8/8 w 2 0 1", "Tablier: 1\nGame: \0\ud800\n\n", "\0"])
def test_a_text_with_letters_that_no_font_has_is_refused_in_words(visitor: Driver, text: str) -> None:
    """Bug: the sentence that quoted them ended the app."""
    problem = refused(visitor.app, text)
    assert problem is not None and problem.isprintable()


@pytest.mark.parametrize("path", ["~nobody-of-that-name/x", "/" + "x" * 300, "a\0b"])
def test_a_path_that_leads_nowhere_is_told(
    visitor: Driver, home: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the home of nobody, and a name longer than names can be, ended the app."""
    visitor.open(OpenScene(visitor.app))
    visitor.form.focus(visitor.all_of(TextField)[0])
    visitor.top._type(path)
    visitor.strike(pygame.K_RETURN)
    assert isinstance(visitor.top, OpenScene) and "can’t be opened" in visitor.words()


def test_without_a_home_one_begins_at_the_root(visitor: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: an account without a home could open no file."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    visitor.open(OpenScene(visitor.app))
    assert visitor.top.folder == Path("/")


# --- the clipboard


def test_the_clipboard_never_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise pygame.error("no clipboard here")

    for name in ("get_text", "put_text", "has_text"):
        monkeypatch.setattr(pygame.scrap, name, broken)
    assert clipboard_text() == ""
    assert not set_clipboard_text("hello")


def test_text_goes_through_the_clipboard(visitor: Driver) -> None:
    if set_clipboard_text("Tablier: 1 é½"):
        assert clipboard_text() == "Tablier: 1 é½"


def test_a_match_is_opened_from_the_clipboard(visitor: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = iter(["", "nonsense", POSITION])
    monkeypatch.setattr(exchange, "clipboard_text", lambda: next(texts))
    visitor.open(ExchangeScene(visitor.app))
    visitor.click("From the clipboard")
    assert "no text on the clipboard" in visitor.words()
    visitor.click("From the clipboard")
    assert "neither a match nor a position" in visitor.words()
    visitor.click("From the clipboard")
    assert isinstance(visitor.top, SetupScene)


# --- the folder


def test_folders_come_first_then_what_may_be_opened(home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "zoo").mkdir()
    for name in ("b.png", "a.tablier", "c.txt", ".hidden"):
        (home / name).write_text("", encoding="utf-8")
    assert [item.path.name for item in items_of(home)] == ["zoo", "a.tablier", "c.txt", "b.png"]


def test_a_file_is_found_by_mouse_through_a_folder(visitor: Driver, home: Path) -> None:
    (home / "games").mkdir()
    (home / "games" / "one.ddfen").write_text(POSITION, encoding="utf-8")
    visitor.open(ExchangeScene(visitor.app))
    visitor.click("From a file")
    assert isinstance(visitor.top, OpenScene) and visitor.top.folder == home
    for _ in range(2):
        (lines,) = visitor.all_of(Listing)
        visitor.click_at(lines.place_of(0).center)
    assert isinstance(visitor.top, SetupScene)


def test_a_path_is_typed_and_gone_to(visitor: Driver, home: Path) -> None:
    (home / "games").mkdir()
    visitor.open(OpenScene(visitor.app))
    (path,) = visitor.all_of(TextField)
    visitor.form.focus(path)
    visitor.strike(pygame.K_END)
    visitor.write("/games")
    visitor.strike(pygame.K_RETURN)
    assert visitor.top.folder == home / "games"
    visitor.form.focus(path)
    visitor.write("/nowhere")
    visitor.strike(pygame.K_RETURN)
    assert visitor.top.folder == home / "games" and "nothing of that name" in visitor.words()
    visitor.click("Folder above")
    assert visitor.top.folder == home and "nothing of that name" not in visitor.words()


def test_the_list_has_room_after_an_empty_folder(visitor: Driver, home: Path) -> None:
    (home / "games").mkdir()
    visitor.open(OpenScene(visitor.app, home / "games"))
    assert visitor.all_of(Listing) == []
    visitor.click("Folder above")
    assert visitor.the(Listing).rect.height > 100


def test_a_bad_file_says_so_in_the_folder(visitor: Driver, home: Path) -> None:
    (home / "odd.txt").write_text("Tablier: 1\nHello\n", encoding="utf-8")
    visitor.open(OpenScene(visitor.app))
    visitor.strike(pygame.K_RETURN)
    assert isinstance(visitor.top, OpenScene) and "Line 2" in visitor.words()


def test_a_match_is_saved_under_the_name_suggested(visitor: Driver, home: Path) -> None:
    visitor.open(SaveScene(visitor.app, "Tablier: 1\n", "2026-11-21-1"))
    visitor.strike(pygame.K_RETURN)
    assert (home / "2026-11-21-1.tablier").read_text(encoding="utf-8") == "Tablier: 1\n"
    assert isinstance(visitor.top, Dialog) and "Saved as 2026-11-21-1.tablier" in visitor.words()
    visitor.click("Close")
    assert len(visitor.app.stack.scenes) == 1
    assert [path.name for path in home.iterdir()] == ["2026-11-21-1.tablier"]


def test_a_file_is_replaced_only_after_a_yes(visitor: Driver, home: Path) -> None:
    (home / "mine.tablier").write_text("old", encoding="utf-8")
    for answer, left in (("Keep it", "old"), ("Replace", "new")):
        visitor.open(SaveScene(visitor.app, "new", "other"))
        (lines,) = visitor.all_of(Listing)
        visitor.click_at(lines.place_of(0).center)
        visitor.click("Save")
        visitor.click(answer)
        assert (home / "mine.tablier").read_text(encoding="utf-8") == left


@pytest.mark.parametrize("name,part", [("", "needs a name"), ("..", "needs a name"), ("a/b", "can’t contain /")])
def test_an_impossible_name_is_refused(visitor: Driver, home: Path, name: str, part: str) -> None:
    visitor.open(SaveScene(visitor.app, "text", "x"))
    visitor.top.take_name(name)
    visitor.click("Save")
    assert isinstance(visitor.top, SaveScene) and part in visitor.words()
    assert list(home.iterdir()) == []


def test_a_name_longer_than_names_can_be_is_told(visitor: Driver, home: Path) -> None:
    """Bug: looking whether there was such a file ended the app."""
    visitor.open(SaveScene(visitor.app, "text", "x"))
    visitor.top.take_name("é" * 200)
    visitor.click("Save")
    assert isinstance(visitor.top, SaveScene) and "could not be written" in visitor.words()
    assert list(home.iterdir()) == []


def test_a_disk_that_says_no_is_told(visitor: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, text: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(exchange, "write_file", refused)
    visitor.open(SaveScene(visitor.app, "text", "x"))
    visitor.click("Save")
    assert isinstance(visitor.top, SaveScene) and "could not be written" in visitor.words()
