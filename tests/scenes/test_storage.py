"""The person's files: kept whole, never lost, never a crash."""

import errno
import json
import os
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scenes.app import atomic_files as module
from scenes.app import constants
from scenes.app.atomic_files import MOST_BYTES, write_whole
from scenes.app.settings import Settings, settings_to_dict
from scenes.app.storage import FOLDERS, Folder, Storage
from scenes.app.words import LANGUAGES
from tests.posix import make_pipe
from tests.rows import rows
from tests.scenes.driver import sentences
from tests.scenes.matches import save_texts, session

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links, modes and folder syncs are those of POSIX")


def closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "write_whole", Mock(side_effect=PermissionError("it may only be read")))


def test_settings_are_loaded_as_saved_and_start_with_defaults() -> None:
    chosen = Settings(language="fr", volume=35, muted=True, animation="off", window=(1000, 700), text_scale=130)
    chosen.players, chosen.setups = ["Eléonore", "Max"], {"double-draughts": {"level": 3}}
    first = Storage()
    assert first.load_settings() == Settings() and first.notices == []
    first.save_settings(chosen)
    fresh = Storage()
    assert fresh.load_settings() == chosen and fresh.notices == []


@rows
def test_portable_folder_beside_the_executable_is_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, program: str, image: str, frozen: bool
) -> None:
    monkeypatch.delenv("TABLIER_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "usual"))
    monkeypatch.setenv("APPIMAGE", str(tmp_path / "another" / "Another.AppImage"))
    if image:
        monkeypatch.setenv("APPIMAGE", str(tmp_path / image))
        monkeypatch.setenv("APPDIR", str(tmp_path / "mount"))
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "executable", str(tmp_path / program))
    monkeypatch.setattr(sys, "frozen", frozen, raising=False)
    assert module.portable_home() is None
    (tmp_path / "portable").mkdir()
    assert module.portable_home() == (str(tmp_path / "portable") if frozen else None)
    if platform == "linux" and (frozen or os.name == "posix"):
        assert Storage().data == tmp_path / ("portable" if frozen else "usual/tablier")


def test_invalid_field_alone_falls_back_to_its_default(home: Path) -> None:
    data = {"volume": 400, "text_scale": 120, "muted": "yes", "window": [1, 2], "animation": "off"}
    (home / "settings.json").write_text(json.dumps(data))
    storage = Storage()
    loaded = storage.load_settings()
    assert (loaded.volume, loaded.muted, loaded.window) == (80, False, (0, 0))
    assert (loaded.text_scale, loaded.animation) == (120, "off")
    assert len(storage.notices) == 3
    assert "“volume”" in " ".join(sentences(storage))


@pytest.mark.parametrize("broken", [b"{", b"", b"[]", b"\xff\xfe\x00", b"[" * 100_000])
def test_broken_settings_are_set_aside_and_the_backup_is_used(home: Path, broken: bytes) -> None:
    storage = Storage()
    storage.save_settings(Settings(volume=11))
    storage.save_settings(Settings(volume=22))
    (home / "settings.json").write_bytes(broken)
    assert storage.load_settings().volume == 11
    assert (home / "settings.json.unreadable-1").read_bytes() == broken
    assert "settings.json.unreadable-1" in sentences(storage)[0]
    assert len(storage.notices) == 2


def test_broken_settings_without_a_backup_are_the_defaults(home: Path) -> None:
    (home / "settings.json").write_text("no settings at all")
    storage = Storage()
    assert storage.load_settings() == Settings()
    storage.save_settings(Settings(volume=5))
    (home / "settings.json").write_text("once more")
    (home / "settings.json.bak").unlink(missing_ok=True)
    assert storage.load_settings() == Settings()
    assert sorted(path.name for path in home.glob("*unreadable*")) == [
        "settings.json.unreadable-1",
        "settings.json.unreadable-2",
    ]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([*settings_to_dict(Settings()), "other"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
            max_leaves=6,
        ),
    )
)
def test_any_settings_file_is_loaded_with_valid_values(tmp_path: Path, data: dict[str, object]) -> None:
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    (home / "settings.json").write_text(json.dumps(data))
    loaded = Storage().load_settings()
    assert 0 <= loaded.volume <= 100 and 60 <= loaded.text_scale <= 150
    assert len(loaded.window) == 2 and loaded.language in LANGUAGES


def test_unknown_language_falls_back_to_the_systems(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.app.words.sys", Mock(platform="linux"))
    monkeypatch.setenv("LANGUAGE", "de_CH:en")
    (home / "settings.json").write_text(json.dumps({"language": "tlh", "volume": 30}))
    storage = Storage()
    loaded = storage.load_settings()
    assert (loaded.language, loaded.volume) == ("de", 30)
    assert [notice.facts.get("name") for notice in storage.notices] == ["language"]


def test_file_is_never_half_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "matches" / "a.tablier"
    write_whole(path, "first")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError("the power went")))
    with pytest.raises(OSError, match="power"):
        write_whole(path, "second, cut in the mid")
    assert path.read_text() == "first"
    assert [one.name for one in path.parent.iterdir()] == ["a.tablier"]


@pytest.mark.parametrize("links", [True, False])
def test_previous_file_stays_as_backup(home: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    if not links:
        monkeypatch.setattr(os, "link", Mock(side_effect=OSError("no links here")))
    path = home / "a.tablier"
    for text in ("first", "second", "third"):
        write_whole(path, text)
    assert path.read_text() == "third"
    assert path.with_name("a.tablier.bak").read_text() == "second"


def test_unfinished_matches_are_listed_latest_first(home: Path) -> None:
    storage = Storage()
    for number, name in enumerate(("one", "two", "three")):
        storage.save_match(name, f"begun as {name}")
        storage.save_match(name, f"record of {name}")
        os.utime(home / "matches" / f"{name}.tablier", (number, number))
        os.utime(home / "matches" / f"{name}.tablier.bak", (9 - number, 9 - number))  # the copy doesn't count
    (home / "matches" / "notes.txt").write_text("not ours")
    (home / "matches" / ".hidden.tablier").write_text("not ours")
    assert [entry.id for entry in Storage().list_matches()] == ["three", "two", "one"]
    assert Storage().load_match("two") == "record of two"


def test_new_ids_are_unique_and_missing_or_invalid_ids_raise() -> None:
    storage = Storage()
    first = storage.new_id()
    storage.save_match(first, "x")
    assert storage.new_id() != first
    with pytest.raises(OSError, match=r"a\.tablier"):
        storage.load_match("a")
    for name in ("../a", "a/b", "", ".a", "a.b"):
        with pytest.raises(ValueError, match="no match id"):
            storage.save_match(name, "x")


def test_finished_match_moves_to_the_finished_matches_once(home: Path) -> None:
    storage = save_texts("begun", "gone on")
    storage.finish_match("a", "over")
    assert storage.list_matches() == [] and list((home / "matches").iterdir()) == []
    assert [entry.id for entry in storage.list_matches("finished")] == ["a"]
    assert storage.load_match("a", "finished") == "over"
    assert Storage().finish_match("a", "over") == "a", "it was opened again"
    assert len(storage.list_matches("finished")) == 1
    storage = save_texts("one", "two")
    storage.delete_match("a")
    assert list((home / "matches").iterdir()) == [], "the copy goes as well"


def test_match_that_could_not_be_deleted_is_saved_under_its_name(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: it was taken for another window's, so that a match whose end was undone was listed twice."""
    storage = save_texts("one")
    with monkeypatch.context() as failing:
        failing.setattr(os, "unlink", Mock(side_effect=OSError(errno.EIO, "broken")))
        storage.delete_match("a")
    assert storage.save_match("a", "two") == "a" and [entry.id for entry in Storage().list_matches()] == ["a"]


def test_match_is_locked_while_it_is_deleted(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: what another window wrote between copy and match went, and its copy came back as the match."""
    storage, other = save_texts("one", "two"), Storage()
    sure: list[bool] = []
    monkeypatch.setattr(constants, "LOCK_TIMEOUT_SECONDS", 0.0)

    def watched(path: Path) -> None:
        with other.lock() as free:
            sure.append(free)
        unlink(path)

    unlink = Path.unlink
    monkeypatch.setattr(Path, "unlink", watched)
    storage.delete_match("a")
    assert sure == [False, False]


def refusing(text: str) -> str:
    if text != "good":
        raise ValueError("Line 3: that is nothing.")
    return text


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_record_with_a_bad_line_is_replaced_by_its_backup(home: Path) -> None:
    """Bug: only a file that was no text did; one with a bad line was set aside and its copy forgotten."""
    storage = save_texts("good", "bad")
    assert storage.read_match("a", refusing) == "good"
    assert sentences(storage) == [
        "a.tablier could not be read: “Line 3: that is nothing.” It is kept as a.tablier.unreadable-1.",
        "a.tablier is taken from the copy that was saved one move earlier.",
    ]
    assert files(home / "matches") == {"a.tablier": "good", "a.tablier.unreadable-1": "bad"}
    assert storage.read_match("a", refusing) == "good" and len(storage.notices) == 2


def test_bad_record_and_bad_backup_are_set_aside_once(home: Path) -> None:
    """Bug: the copy stayed in the list, and was complained of at each start."""
    storage = save_texts("worse", "bad")
    with pytest.raises(OSError, match="Line 3"):
        storage.read_match("a", refusing)
    assert storage.list_matches() == [] and len(storage.notices) == 2
    assert files(home / "matches") == {"a.tablier.unreadable-1": "bad", "a.tablier.bak.unreadable-1": "worse"}


def test_bad_record_that_cannot_be_renamed_is_reported_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: each look at the list said it again."""
    save_texts("bad")
    monkeypatch.setattr(Path, "replace", Mock(side_effect=PermissionError(13, "Permission denied")))
    storage = Storage()
    for _ in range(2):
        with pytest.raises(OSError):
            storage.read_match("a", refusing)
    assert storage.list_matches() == [] and len(storage.notices) == 1
    assert (home / "matches" / "a.tablier").read_text() == "bad"


@pytest.mark.parametrize("kind", ["folder", "pipe", "huge", "binary", pytest.param("link", marks=POSIX)])
@pytest.mark.parametrize("name", ["settings.json", "matches/a.tablier", "finished/a.tablier", "open.txt"])
def test_storage_works_with_anything_in_the_place_of_a_file(home: Path, name: str, kind: str) -> None:
    """Bugs: a pipe was waited on for ever, a link to nowhere hid all matches from the list, 200 MB were read."""
    path = home / name
    path.parent.mkdir(exist_ok=True)
    (home / "matches").mkdir(exist_ok=True)
    (home / "matches" / "b.tablier").write_text("another", encoding="utf-8")
    match kind:
        case "folder":
            path.mkdir()
        case "link":
            path.symlink_to(home / "nowhere")
        case "pipe":
            make_pipe(path)
        case "huge":
            with path.open("wb") as file:
                file.truncate(MOST_BYTES + 1)
        case "binary":
            path.write_bytes(b"\xff\xfe\x00")
    storage = Storage()
    assert storage.load_settings() == Settings()
    assert storage.open_match() is None
    for folder in FOLDERS:
        if name.startswith(folder):
            with pytest.raises(OSError, match="tablier"):
                storage.load_match("a", folder)
    assert [entry.id for entry in storage.list_matches()] == ["b"]
    assert storage.list_matches("finished") == []
    storage.save_settings(Settings())
    storage.save_match("a", "x")
    storage.remember_open("a")
    assert Storage().open_match() == "a"
    assert len(sentences(storage)) == 1 and os.path.lexists(path.with_name(path.name + ".unreadable-1"))


def test_settings_with_a_byte_order_mark_are_read(home: Path) -> None:
    """Bug: what Windows' editor had saved was set aside."""
    (home / "settings.json").write_bytes(b'\xef\xbb\xbf{"volume": 7}\r\n')
    storage = Storage()
    assert storage.load_settings().volume == 7 and storage.notices == []


def test_unknown_fields_are_kept_even_with_half_a_surrogate_pair(home: Path) -> None:
    """Bug: saving the settings ended in an error."""
    (home / "settings.json").write_text('{"later": "\\ud800", "players": ["\\u0000"]}', encoding="utf-8")
    storage = Storage()
    settings = storage.load_settings()
    assert settings.players == [] and [notice.key for notice in storage.notices] == ["storage.setting_refused"]
    storage.save_settings(settings)
    storage.log("\udcff")
    assert Storage().load_settings().unknown == {"later": "\ud800"}


def test_two_windows_with_the_same_match_keep_both_versions() -> None:
    """Bug: whoever saved last wrote over what the other had played."""
    first, second = save_texts("begun"), Storage()
    assert second.load_match("a") == "begun"
    assert first.save_match("a", "begun one") == "a"
    assert second.save_match("a", "begun two") == "a-2"
    assert second.save_match("a-2", "begun two more") == "a-2"
    assert first.save_match("a", "begun one more") == "a"
    assert sentences(first) == [] and "a-2.tablier" in sentences(second)[0]
    third = Storage()
    assert {entry.id: third.load_match(entry.id) for entry in third.list_matches()} == {
        "a": "begun one more",
        "a-2": "begun two more",
    }


def test_renamed_match_is_claimed_only_under_its_new_name() -> None:
    """The claim of the old name was held until the app ended."""
    first, second = Storage(), Storage()
    first.save_match("a", "begun")
    second.load_match("a")
    assert second.claim("a")
    first.save_match("a", "begun one")
    assert second.save_match("a", "begun two") == "a-2" and second.is_owner("a-2")
    assert not first.claim("a-2") and first.claim("a")


def test_two_windows_that_finish_the_same_match_keep_both_results() -> None:
    first, second = save_texts("begun"), Storage()
    second.load_match("a")
    first.save_match("a", "begun one")
    assert second.finish_match("a", "lost") == "a"
    assert first.load_match("a") == "begun one" and first.load_match("a", "finished") == "lost"
    first.save_match("b", "begun")
    second.load_match("b")
    first.finish_match("b", "won")
    assert second.finish_match("b", "lost") == "b-2"
    assert [first.load_match(name, "finished") for name in ("b", "b-2")] == ["won", "lost"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_matches_of_two_windows_in_the_same_second_get_distinct_ids(folder: Folder) -> None:
    """Bug: the second was told that the other window played the same match."""
    first, second = Storage(), Storage()
    keep = Storage.save_match if folder == "matches" else Storage.finish_match
    assert (keep(first, "a", "one"), keep(second, "a", "two")) == ("a", "a-2")
    assert [Storage().load_match(name, folder) for name in ("a", "a-2")] == ["one", "two"]
    if folder == "matches":
        assert second.save_match("a-2", "two more") == "a-2" and first.save_match("a", "one more") == "a"
    assert first.notices == second.notices == []


def test_renamed_match_is_remembered_as_the_open_match() -> None:
    first, second = Storage(), Storage()
    session(first, 3, match_id="a").save(first)
    other = session(second, 3, seed=5, match_id="a")
    other.set_current(second)
    other.save(second)
    assert other.id == "a-2" and Storage().open_match() == "a-2"


def test_settings_of_two_windows_are_merged() -> None:
    """Bug: whoever saved last wrote over all that was chosen in the other window."""
    first, second = Storage(), Storage()
    here, there = first.load_settings(), second.load_settings()
    here.volume, here.setups = 30, {"ducart": {"level": 2}, "ducale": {"level": 1}}
    first.save_settings(here)
    there.language, there.setups = "fr", {"ducart": {"level": 5}}
    second.save_settings(there)
    here.window, here.unknown = (1000, 700), {"later": 1}
    first.save_settings(here)
    there.volume = 50
    second.save_settings(there)
    here.muted = True
    first.save_settings(here)
    kept = Storage().load_settings()
    assert (kept.volume, kept.language, kept.window, kept.muted) == (50, "fr", (1000, 700), True)
    assert kept.setups == {"ducart": {"level": 5}, "ducale": {"level": 1}} and kept.unknown == {"later": 1}


@pytest.mark.parametrize("damage", ['{"volume": "loud"}', "nonsense", "[]"])
def test_damaged_settings_are_overwritten_by_a_save(home: Path, damage: str) -> None:
    storage = Storage()
    chosen = storage.load_settings()
    (home / "settings.json").write_text(damage)
    chosen.muted = True
    storage.save_settings(chosen)
    again = Storage()
    assert again.load_settings().muted and again.notices == []


def test_open_match_is_remembered_while_it_exists() -> None:
    storage = Storage()
    assert storage.open_match() is None
    storage.save_match("a", "x")
    storage.remember_open("a")
    assert Storage().open_match() == "a"
    storage.finish_match("a", "x")
    assert Storage().open_match() is None
    storage.save_match("b", "x")
    storage.remember_open("b")
    storage.remember_open(None)
    assert Storage().open_match() is None


def test_read_only_disk_keeps_everything_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    closed(monkeypatch)
    storage = Storage()
    storage.save_settings(Settings())
    storage.save_match("a", "one")
    storage.save_match("a", "two")
    storage.remember_open("a")
    assert storage.load_match("a") == "two"
    assert storage.open_match() == "a"
    assert [entry.id for entry in storage.list_matches()] == ["a"]
    storage.finish_match("a", "over")
    assert storage.list_matches() == []
    assert storage.load_match("a", "finished") == "over"
    assert storage.alarm is not None and storage.alarm.key == "storage.nothing_kept"
    storage.alarm = None
    storage.save_match("a", "three")
    assert storage.alarm is None and storage.notices == []


def test_pending_files_are_written_once_the_disk_has_room(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage()
    chosen = storage.load_settings()
    with monkeypatch.context() as full:
        closed(full)
        chosen.volume = 30
        storage.save_settings(chosen)
        storage.save_match("a", "one")
        storage.remember_open("a")
    assert storage.alarm is not None, "what could not be read is reported"
    chosen.muted = True
    storage.save_settings(chosen)
    kept = Storage().load_settings()
    assert (kept.volume, kept.muted) == (30, True), "settings are written whole the next time"
    storage.alarm = None
    storage.write_pending()
    assert Storage().load_match("a") == "one" and Storage().open_match() == "a"
    closed(monkeypatch)
    storage.save_match("a", "two")
    storage.finish_match("a", "over")
    assert (home / "matches" / "a.tablier").read_text() == "one", "it stays on the disk"
    assert storage.alarm is not None, "the second time that nothing can be saved is told as well"


def test_home_that_is_a_file_raises_no_error(home: Path) -> None:
    home.rmdir()
    home.write_text("a file where the folder should be")
    storage = Storage()
    assert storage.load_settings() == Settings()
    storage.save_settings(Settings())
    storage.save_match("a", "x")
    storage.log("a line")
    storage.remember_open(None)
    assert storage.load_match("a") == "x"
    assert home.read_text() == "a file where the folder should be"


@POSIX
def test_files_are_private_and_links_are_written_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: folders and files could be read by everybody, and a linked settings file became a plain one."""
    monkeypatch.setenv("TABLIER_HOME", str(tmp_path / "new" / "home"))
    storage = save_texts("x")
    own = tmp_path / "dotfiles" / "settings.json"
    own.parent.mkdir()
    own.write_text("{}", encoding="utf-8")
    (storage.config / "settings.json").symlink_to(own)
    storage.load_settings()
    storage.save_settings(Settings(language="fr"))
    modes = [storage.data, storage.data / "matches", storage.data / "matches" / "a.tablier", own]
    assert [oct(path.stat().st_mode & 0o777) for path in modes] == ["0o700", "0o700", "0o600", "0o600"]
    assert (storage.config / "settings.json").is_symlink() and '"fr"' in own.read_text(encoding="utf-8")
    assert Storage().load_settings().language == "fr"


@POSIX
def test_new_folders_and_their_parents_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_HOME", str(tmp_path / "new" / "home"))
    synced, plain = set[Path](), os.fsync

    def noted(file: int) -> None:
        synced.add(Path(f"/proc/self/fd/{file}").readlink())
        plain(file)

    monkeypatch.setattr(os, "fsync", noted)
    Storage().save_match("a", "x")
    assert {tmp_path / name for name in (".", "new", "new/home", "new/home/matches")} <= synced
