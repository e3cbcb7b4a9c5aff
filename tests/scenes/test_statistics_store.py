"""The files of the statistics: nothing is counted twice, nothing is lost, nothing in it can do harm."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import get
from rules.common.resumable import run_to_end
from rules.errors import RecordError
from scenes.app.storage import Storage
from scenes.screens.statistics.figures import Figures
from scenes.table import statistics_store
from scenes.table.record_headers import OPENED
from scenes.table.session import Session
from scenes.table.statistics_entry import FinishedMatch, player_matches
from tests.checks import present
from tests.rows import rows
from tests.scenes.matches import ANNA, COMPUTER, GAME, LAST_PIECE, session
from tests.scenes.test_statistics import uncount
from tests.scenes.test_undone_ends import undo

NOW = datetime(2026, 11, 21, 19, 30)


def finished(storage: Storage, name: str, seed: int = 1) -> Session:
    over = session(storage, 1000, match_id=name, seed=seed)
    assert over.match.outcome() is not None, "the match is over"
    over.save(storage)
    return over


def completed(storage: Storage) -> dict[str, FinishedMatch]:
    known = statistics_store.read_matches(storage)
    made = (
        run_to_end(statistics_store.make_entry(storage, one)) for one in statistics_store.list_missing(storage, known)
    )
    statistics_store.add_matches(storage, [played for played in made if played])
    return statistics_store.read_matches(storage)


def test_finished_match_is_counted_once_until_its_end_is_undone(home: Path) -> None:
    storage = Storage()
    session(storage, 4, match_id="going-on").save(storage)
    assert statistics_store.read_matches(storage) == {}
    over = finished(storage, "over")
    (played,) = statistics_store.read_matches(Storage()).values()
    outcome = present(over.match.outcome(), "outcome")
    assert (played.id, played.game, played.reason) == ("over", over.match.game.key, outcome.reason)
    assert (played.winners, played.players, played.turns) == (outcome.winners, over.players, len(over.match.turns()))
    assert statistics_store.list_missing(storage, statistics_store.read_matches(storage)) == []
    (file,) = home.glob("statistics*.json")
    before = file.read_bytes()
    over.save(storage)
    assert list(home.glob("statistics*.json*")) == [file] and file.read_bytes() == before
    finished(storage, "other", seed=2)
    undo(storage, over)
    assert set(statistics_store.read_matches(storage)) == {"other"}
    assert statistics_store.list_missing(storage, statistics_store.read_matches(storage)) == []
    storage.delete_finished("other")
    assert set(completed(storage)) == {"other"}, "it stays counted when it is thrown away"


def test_seconds_are_the_sum_of_each_players_decisions(home: Path) -> None:
    over = session(Storage(), 1000)
    for number, ply in enumerate(over.match.plies):
        object.__setattr__(ply, "seconds", float(number % 7))
    played = FinishedMatch.read_record("m", over.text(), NOW)
    for seat in (0, 1):
        assert played.seconds[seat] == sum(ply.seconds for ply in over.match.plies if ply.move.seat == seat)


def test_imported_unfinished_and_unreadable_matches_are_not_counted(home: Path) -> None:
    storage = Storage()
    finished(storage, OPENED + "0123")
    assert completed(storage) == {}
    (home / "finished" / "odd.tablier").write_text("nothing")
    (entry,) = statistics_store.list_missing(storage, {})
    assert run_to_end(statistics_store.make_entry(storage, entry)) is None
    assert (home / "finished" / "odd.tablier").exists() and storage.notices == []
    with pytest.raises(RecordError):
        FinishedMatch.read_record("m", session(storage, 5).text(), NOW)


def test_two_windows_lose_no_statistics_entry(home: Path) -> None:
    one, other = Storage(), Storage()
    assert statistics_store.read_matches(one) == statistics_store.read_matches(other) == {}
    finished(one, "a", seed=1)
    finished(other, "b", seed=2)
    finished(one, "c", seed=3)
    assert set(statistics_store.read_matches(Storage())) == {"a", "b", "c"}


def test_entry_overwritten_by_another_window_is_restored(home: Path) -> None:
    one = Storage()
    finished(one, "a", seed=1)
    (file,) = one.list_data(statistics_store.NAME)
    stale = one.load_data(file)
    finished(Storage(), "b", seed=2)
    one.save_data(file, stale)
    assert set(statistics_store.read_matches(one)) == {"a"}
    assert set(completed(one)) == {"a", "b"}


class Clock(datetime):
    shown = NOW

    @classmethod
    def now(cls, tz: object = None) -> Clock:
        return cls(*cls.shown.timetuple()[:6])


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> type[Clock]:
    monkeypatch.setattr(statistics_store, "datetime", Clock)
    monkeypatch.setattr(Clock, "shown", NOW)
    return Clock


def counted(home: Path) -> dict[str, int]:
    return {path.name: len(json.loads(path.read_text())["matches"]) for path in sorted(home.glob("statistics*.json"))}


def test_each_month_has_its_own_file(home: Path, clock: type[Clock]) -> None:
    storage = Storage()
    for number in range(5):
        clock.shown = NOW + timedelta(days=7 * number)
        finished(storage, f"m{number}", seed=number)
    assert counted(home) == {"statistics-202611.json": 2, "statistics-202612.json": 3}
    assert set(statistics_store.read_matches(Storage())) == {f"m{number}" for number in range(5)}
    assert statistics_store.list_missing(storage, statistics_store.read_matches(storage)) == []


def test_files_of_0_1_0_stay_unchanged_and_count_once(home: Path, clock: type[Clock]) -> None:
    storage = Storage()
    shelf = {"statistics-1": ["a", "b"], "statistics-2": ["c", "d"], "statistics": ["d", "e"]}
    for file, ids in shelf.items():
        storage.save_data(file, {"version": 1, "matches": dict.fromkeys(ids, PLAIN)})
    before = {path.name: path.read_bytes() for path in home.glob("statistics*.json")}
    finished(storage, "f")
    assert set(statistics_store.read_matches(Storage())) == set("abcdef")
    assert {name: (home / name).read_bytes() for name in before} == before
    assert counted(home) == {f"{file}.json": 2 for file in shelf} | {"statistics-202611.json": 1}


def test_match_in_two_files_counts_once_and_is_removed_from_both(home: Path, clock: type[Clock]) -> None:
    storage = Storage()
    over = finished(storage, "a")
    clock.shown = NOW + timedelta(days=30)
    over.save(storage)
    assert counted(home) == {"statistics-202611.json": 1, "statistics-202612.json": 1}
    assert set(statistics_store.read_matches(Storage())) == {"a"}
    undo(storage, over)
    assert statistics_store.read_matches(Storage()) == {}


@pytest.mark.parametrize("file", ["statistics-1", "statistics"])
def test_end_counted_by_0_1_0_can_be_undone(home: Path, file: str) -> None:
    storage = Storage()
    over = finished(storage, "a")
    (month,) = home.glob("statistics-*.json")
    month.rename(home / f"{file}.json")
    undo(storage, over)
    assert statistics_store.read_matches(Storage()) == {}


def test_damaged_statistics_file_is_rebuilt(home: Path, clock: type[Clock]) -> None:
    storage = Storage()
    for number in range(4):
        clock.shown = NOW + timedelta(days=14 * number)
        finished(storage, f"m{number}", seed=number)
    first, *others = sorted(home.glob("statistics-*.json"))
    assert others
    first.write_text("{")
    first.with_name(first.name + ".bak").unlink(missing_ok=True)
    again = Storage()
    assert set(completed(again)) == {f"m{number}" for number in range(4)}
    assert [notice.key for notice in again.notices] == ["storage.data_unreadable"]
    assert all(path.exists() for path in others)


@rows
def test_missing_statistics_are_rebuilt_from_finished_matches(home: Path, broken: str | None) -> None:
    storage = Storage()
    for number, name in enumerate("abc"):
        finished(storage, name, seed=number)
    before = statistics_store.read_matches(storage)
    (file,) = home.glob("statistics*.json")
    uncount(storage)
    if broken is not None:
        file.write_text(broken)
    after = completed(Storage())
    assert set(after) == {"a", "b", "c"}
    assert {name: (one.winners, one.seconds, one.turns) for name, one in after.items()} == {
        name: (one.winners, one.seconds, one.turns) for name, one in before.items()
    }


def test_unknown_fields_of_another_version_stay(home: Path, clock: type[Clock]) -> None:
    storage = Storage()
    storage.save_data("statistics-202611", {"version": 7, "extra": [1], "matches": {"x": {"new": 1}}})
    finished(storage, "a")
    kept = json.loads((home / "statistics-202611.json").read_text())
    assert kept["extra"] == [1] and kept["matches"]["x"] == {"new": 1}


def test_match_from_an_own_position_is_marked(home: Path) -> None:
    storage, start = Storage(), GAME.text.read(LAST_PIECE)
    begun = Session.begin(storage, GAME, GAME.play.options(), (ANNA, COMPUTER), position=start)
    begun.match.play(begun.match.position.legal_moves()[0])
    assert begun.match.outcome() is not None and begun.score_result()
    begun.save(storage)
    (played,) = statistics_store.read_matches(storage).values()
    assert played.has_own_start and player_matches(statistics_store.read_matches(storage)) == []


@pytest.mark.parametrize("key", ["ducale", "unstacked-draughts"])
def test_luck_is_saved_for_games_with_chance(home: Path, key: str) -> None:
    game = get(key)
    storage = Storage()
    match = session(storage, 30, match_id="m", game=game)
    match.match.force_end("resigned", 0)
    match.save(storage)
    (kept,) = statistics_store.read_matches(storage).values()
    assert kept.luck is not None and len(kept.luck) == 2
    uncount(storage)
    again = completed(Storage())["m"]
    assert again.luck == kept.luck
    assert Figures.of(player_matches({"m": again})[:1]).luck_count == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
PLAIN: dict[str, Any] = {
    "ended": "2026-11-21 19:30",
    "game": "chess",
    "reason": "mate",
    "players": ["person Anna", "computer 2 Regular"],
    "winners": [0],
    "turns": 30,
    "seconds": [1.5, 2.0],
    "luck": [0.5, -0.5],
    "own_start": True,
}


def test_entry_is_read_back_unchanged() -> None:
    played = present(FinishedMatch.from_plain("m", PLAIN), "finished match")
    assert played.plain() == PLAIN and FinishedMatch.from_plain("m", played.plain()) == played


@given(st.sampled_from([*PLAIN, "new"]), JSON)
def test_changed_entry_is_read_or_left_out(field: str, value: Any) -> None:
    read = FinishedMatch.from_plain("m", {**PLAIN, field: value})
    assert read is None or FinishedMatch.from_plain("m", read.plain()) == read


@given(JSON)
def test_arbitrary_json_is_no_entry(value: Any) -> None:
    assert FinishedMatch.from_plain("m", value) is None


@rows
def test_inconsistent_entry_is_left_out(field: str, value: Any) -> None:
    assert FinishedMatch.from_plain("m", {**PLAIN, field: value}) is None
