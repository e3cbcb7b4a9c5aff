"""Short runs of `tests.soak crash`, and the faults that it finds."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.screens.learn.tasks import Progress
from scenes.table import statistics_store
from tests.effort import by_effort
from tests.scenes.matches import session
from tests.soak import crash_test

KILLS = by_effort(2, 8, 8)
"""At length, and with another seed: `python -m tests.soak crash`."""


def test_a_power_cut_loses_no_finished_match() -> None:
    tally = crash_test.kill_repeatedly(KILLS, 1)
    assert tally.faults == []
    assert tally.kills == KILLS and tally.starts > KILLS // 2 and tally.plies > 0


def test_two_windows_in_the_same_home_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both go on with the match that lies on the table, then with others, until the power goes for both."""
    homes = [crash_test.Home(tmp_path, name=name) for name in ("first", "second")]
    monkeypatch.setenv("TABLIER_HOME", str(homes[0].path))
    storage = Storage()
    session(storage, 6, match_id="both").save(storage)
    storage.remember_open("both")
    with ThreadPoolExecutor() as pool:
        ran = list(pool.map(lambda home: home.run(Random(home.diary.name)), homes))
    assert ran == [[], []]
    for home in homes:
        assert home.judge_beside_others() == []


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> crash_test.Home:
    one = crash_test.Home(tmp_path)
    monkeypatch.setenv("TABLIER_HOME", str(one.path))
    storage = Storage()
    for plies in (3, 4):
        session(storage, plies, match_id="going-on").save(storage)
    session(storage, 1000, match_id="over").save(storage)
    Progress(storage, "puzzles").mark_done("ducart", "task-1")
    storage.save_settings(Settings(volume=30))
    for name in ("going-on", "over"):
        folder = "matches" if name == "going-on" else "finished"
        lines = (one.path / folder / f"{name}.tablier").read_text(encoding="utf-8").partition("\n\n")[2].splitlines()
        note(one, match=name, lines=lines, over=name == "over")
    note(one, choosing=30)
    note(one, chosen=30)
    note(one, done=["puzzles", "ducart", "task-1"])
    assert one.judge() == []
    return one


def note(home: crash_test.Home, **facts: object) -> None:
    with home.diary.open("a", encoding="utf-8") as file:
        file.write(json.dumps(facts) + "\n")


def test_a_lost_ply_is_found(home: crash_test.Home) -> None:
    path = home.path / "matches" / "going-on.tablier"
    path.write_text("\n".join(path.read_text(encoding="utf-8").splitlines()[:-1]) + "\n", encoding="utf-8")
    assert home.judge() == ["going-on had 4 plies, and now [3]"]
    note(home, undo="going-on")
    assert home.judge() == []


def test_a_lost_match_is_found(home: crash_test.Home) -> None:
    (home.path / "finished" / "over.tablier").unlink()
    told = home.judge()
    assert any(fault.startswith("over had") and fault.endswith("is gone") for fault in told)
    assert "over is in the statistics and not finished" in told


def test_a_broken_backup_is_found(home: crash_test.Home) -> None:
    (home.path / "matches" / "going-on.tablier.bak").write_text("half a rec", encoding="utf-8")
    (fault,) = home.judge()
    assert fault.startswith("going-on.tablier.bak is broken")


def test_a_file_set_aside_is_found(home: crash_test.Home) -> None:
    Storage().set_aside(home.path / "settings.json", "storage.settings_unreadable")
    told = home.judge()
    assert "settings.json.unreadable-1 was set aside" in told and "the volume is None, not one of {30}" in told
    assert any(fault.startswith("the log says") for fault in told)


def test_lost_settings_and_puzzles_are_found(home: crash_test.Home) -> None:
    Storage().save_settings(Settings(volume=31))
    Storage().save_data("puzzles", {})
    assert set(home.judge()) == {"the volume is 31, not one of {30}", "task-1 of ducart is not among the puzzles"}
    note(home, choosing=31)
    assert home.judge() == ["task-1 of ducart is not among the puzzles"]


def test_a_missing_statistics_entry_is_no_loss_and_a_wrong_entry_is_found(home: crash_test.Home) -> None:
    storage = Storage()
    (file,) = storage.list_data(statistics_store.NAME)
    data = storage.load_data(file)
    matches = data["matches"]
    assert isinstance(matches, dict)
    entry = matches.pop("over")
    storage.save_data(file, data)
    assert home.judge() == []
    entry["winners"] = [] if entry["winners"] else [0]
    storage.save_data(file, {**data, "matches": {"over": entry}})
    assert home.judge() == ["the statistics say otherwise of over than its record"]


def test_a_match_that_is_not_resumed_is_found(home: crash_test.Home) -> None:
    lines = home.expected.matches["going-on"][0]
    note(home, match="going-on", lines=lines, over=False)
    assert home.judge() == []
    note(home, start=1, table=None, twice=["over"])
    assert home.judge() == ["over is both finished and unfinished", "going-on lay on the table, and now None does"]
