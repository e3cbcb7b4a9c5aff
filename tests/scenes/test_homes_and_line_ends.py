"""Homes whose paths are odd or long or ignore case, and files with the line ends of Windows."""

import os
from pathlib import Path
from typing import Any, Final

import pytest

from rules.teaching import puzzles
from scenes.app import words
from scenes.app.game_files import game_file
from scenes.app.settings import Settings
from scenes.app.startup_cleanup import remove_leftovers
from scenes.app.storage import FOLDERS, Storage
from scenes.app.words import Words
from scenes.screens.import_export import write_file
from scenes.screens.learn.tasks import Progress
from tests.scenes.matches import session

MOST_CHARACTERS: Final = 260
"""Of a path on Windows, with the zero behind it, unless the system allows more."""


def save_everything() -> tuple[str, str]:
    """Save an unfinished and a finished match, a review, settings and a solved task; return the matches' texts."""
    storage = Storage()
    going, over = session(storage, 4, match_id="going"), session(storage, 1000, match_id="over")
    for one in (going, over):
        one.save(storage)
    going.set_current(storage)
    storage.keep_review("over", '{\n"reviewed": 1\n}\n')
    storage.save_settings(Settings(language="fr", volume=35, players=["Zoë", "Söhne"]))
    Progress(storage, "puzzles").mark_done("ducart", "task-1")
    assert storage.alarm is None and not storage.pending
    return going.text(), over.text()


def check_everything(texts: tuple[str, str]) -> None:
    storage = Storage()
    assert storage.load_settings() == Settings(language="fr", volume=35, players=["Zoë", "Söhne"])
    assert storage.open_match() == "going" and [entry.id for entry in storage.list_matches("finished")] == ["over"]
    assert (storage.load_match("going"), storage.load_match("over", "finished")) == texts
    assert storage.load_review("over") == '{\n"reviewed": 1\n}\n'
    assert set(Progress(storage, "puzzles").days_of_done("ducart")) == {"task-1"}
    assert storage.notices == [] and storage.alarm is None


@pytest.mark.parametrize("path", ["C/Users/Zoë & Söhne/%TEMP% (1)", "/".join(letter * 90 for letter in "abc")])
def test_home_with_an_odd_or_long_path_keeps_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setenv("TABLIER_HOME", str(tmp_path / path))
    check_everything(save_everything())
    write_file(tmp_path / path / "Zoë.tablier", "one")
    write_file(tmp_path / path / "Zoë.tablier", "two")
    assert (tmp_path / path / "Zoë.tablier").read_text(encoding="utf-8") == "two"


def test_path_too_long_for_windows_is_told_and_the_match_stays_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wine takes longer paths than Windows does by itself."""
    plain = os.open

    def open_short(path: Any, *rest: Any) -> int:
        if len(str(path)) >= MOST_CHARACTERS:
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return plain(path, *rest)

    monkeypatch.setattr(os, "open", open_short)
    monkeypatch.setenv("TABLIER_HOME", str(tmp_path / ("x" * (MOST_CHARACTERS - 25 - len(str(tmp_path))))))
    storage = Storage()
    storage.save_match("a", "one")
    assert storage.alarm is not None and storage.alarm.facts["why"] == "No such file or directory"
    assert storage.load_match("a") == "one" and [entry.id for entry in storage.list_matches()] == ["a"]


def test_files_with_line_ends_of_windows_are_read_alike(home: Path) -> None:
    texts = save_everything()
    for path in home.rglob("*"):
        if path.suffix in (".tablier", ".json", ".txt"):
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    check_everything(texts)
    storage = Storage()
    storage.load_match("going")
    assert storage.save_match("going", texts[0]) == "going" and storage.notices == []


def test_words_and_puzzles_with_line_ends_of_windows_are_read_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Words("de").words_below("storage")
    folder = Path(words.__file__).parent / "words"
    for name in ("de.toml", "en.toml"):
        (tmp_path / name).write_bytes((folder / name).read_bytes().replace(b"\n", b"\r\n"))
    monkeypatch.setattr(words, "_FOLDER", tmp_path)
    assert Words("de").words_below("storage") == plain != {}
    text = game_file("double-draughts", "puzzles.toml").read_text(encoding="utf-8")
    assert puzzles.read(text.replace("\n", "\r\n")) == puzzles.read(text) != ()


class CaselessPath(type(Path())):  # type: ignore[misc]
    """A path of a system that ignores case: it leads to a file whose name differs by case only."""

    def __fspath__(self) -> str:
        parent, _, name = str(self).rpartition(os.sep)
        if Path(parent).is_dir():
            name = next((found.name for found in Path(parent).iterdir() if found.name.lower() == name.lower()), name)
        return f"{parent}{os.sep}{name}"

    def __eq__(self, other: object) -> bool:
        return str(self).lower() == str(other).lower()

    def __hash__(self) -> int:
        return hash(str(self).lower())


@pytest.fixture
def caseless() -> Storage:
    storage = Storage()
    storage.data = CaselessPath(storage.data)
    return storage


def test_finished_match_is_kept_beside_one_whose_id_differs_by_case(caseless: Storage) -> None:
    """Bug: on Windows a match took the place of a finished one that had been looked at in the same window."""
    over, going = session(caseless, 1000, match_id="anna").text(), session(caseless, 1000, match_id="ANNA", seed=2)
    caseless.finish_match("anna", over)
    assert caseless.load_match("anna", "finished") == over
    going.save(caseless)
    found = caseless.list_matches("finished")
    assert {entry.id: caseless.load_match(entry.id, "finished") for entry in found} == {
        "anna": over,
        "ANNA-2": going.text(),
    }


def test_start_keeps_a_match_whose_id_differs_by_case_from_a_finished_one(caseless: Storage) -> None:
    """Bug: the start deleted it, as the finished one went on from it."""
    caseless.save_match("ANNA", session(caseless, 2).text())
    caseless.finish_match("anna", session(caseless, 1000).text())
    assert not remove_leftovers(caseless)
    assert [entry.id for folder in FOLDERS for entry in caseless.list_matches(folder)] == ["ANNA", "anna"]


def test_backup_of_a_file_renamed_by_case_is_no_other_match(caseless: Storage) -> None:
    """Bug: the match was listed twice, and throwing one of the two away deleted it."""
    for plies in (2, 4):
        caseless.save_match("anna", session(caseless, plies).text())
    folder = caseless.data / "matches"
    (folder / "anna.tablier").rename(folder / "spare")  # at once Wine would do nothing
    (folder / "spare").rename(folder / "ANNA.tablier")
    assert [entry.id for entry in caseless.list_matches()] == ["ANNA"]
    assert caseless.save_match("ANNA", session(caseless, 6).text()) == "ANNA"


def test_match_keeps_its_id_while_its_folder_cannot_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: its own file counted as one whose name differs by case, and the match was there twice."""
    storage = Storage()
    storage.finish_match("anna", session(storage, 2, match_id="anna").text())
    monkeypatch.setattr("scenes.app.storage.list_with_times", lambda folder: [])
    assert storage.finish_match("anna", session(storage, 1000, match_id="anna").text()) == "anna"
