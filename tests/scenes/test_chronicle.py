"""The file of the statistics: nothing is counted twice, nothing is lost, nothing in it can do harm."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import find
from rules.common.resumable import complete
from rules.errors import RecordError
from rules.record import Player
from scenes.app.storage import Storage
from scenes.screens.statistics.figures import Figures
from scenes.table import statistics_store
from scenes.table.played import Played, shares_of
from scenes.table.session import OPENED, Session
from tests.scenes.matches import sitting

NOW = datetime(2026, 11, 21, 19, 30)


def finished(storage: Storage, name: str, seed: int = 1) -> Session:
    """A match that was played to its end, and saved."""
    over = sitting(storage, 1000, match_id=name, seed=seed)
    assert over.match.outcome() is not None
    over.save(storage)
    return over


def completed(storage: Storage) -> dict[str, Played]:
    """The entries, after those that were missing have been made."""
    known = statistics_store.matches(storage)
    made = [
        played
        for entry in statistics_store.missing(storage, known)
        if (played := complete(statistics_store.making(storage, entry)))
    ]
    statistics_store.add(storage, made)
    return statistics_store.matches(storage)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLIER_HOME", str(tmp_path))
    return tmp_path


def test_a_match_is_counted_when_it_is_over_and_not_before(home: Path) -> None:
    storage = Storage()
    sitting(storage, 4, match_id="going-on").save(storage)
    assert statistics_store.matches(storage) == {}
    over = finished(storage, "over")
    (played,) = statistics_store.matches(Storage()).values()
    outcome = over.match.outcome()
    assert outcome is not None
    assert (played.id, played.game, played.reason) == ("over", over.match.game.key, outcome.reason)
    assert (played.winners, played.players, played.turns) == (outcome.winners, over.players, len(over.match.turns()))
    assert statistics_store.missing(storage, statistics_store.matches(storage)) == []


def test_saving_again_changes_nothing(home: Path) -> None:
    storage = Storage()
    over = finished(storage, "over")
    before = (home / "statistics.json").read_bytes()
    over.save(storage)
    assert (home / "statistics.json").read_bytes() == before


def test_the_seconds_are_those_of_each_players_decisions(home: Path) -> None:
    over = sitting(Storage(), 1000)
    for number, ply in enumerate(over.match.plies):
        object.__setattr__(ply, "seconds", float(number % 7))
    played = Played.read_record("m", over.text(), NOW)
    for seat in (0, 1):
        assert played.seconds[seat] == sum(ply.seconds for ply in over.match.plies if ply.move.seat == seat)


def test_an_end_that_is_undone_is_not_counted(home: Path) -> None:
    storage = Storage()
    finished(storage, "other", seed=2)
    over = finished(storage, "over")
    over.match.undo()
    over.reopen(storage)
    assert set(statistics_store.matches(storage)) == {"other"}
    assert statistics_store.missing(storage, statistics_store.matches(storage)) == []


def test_what_was_opened_from_elsewhere_was_not_played_here(home: Path) -> None:
    storage = Storage()
    finished(storage, OPENED + "0123")
    assert completed(storage) == {}


def test_a_match_thrown_away_stays_counted(home: Path) -> None:
    storage = Storage()
    finished(storage, "over")
    storage.delete_finished("over")
    assert set(completed(storage)) == {"over"}


def test_two_windows_at_once_lose_no_entry(home: Path) -> None:
    one, other = Storage(), Storage()
    assert statistics_store.matches(one) == statistics_store.matches(other) == {}
    finished(one, "a", seed=1)
    finished(other, "b", seed=2)
    finished(one, "c", seed=3)
    assert set(statistics_store.matches(Storage())) == {"a", "b", "c"}


def test_an_entry_that_another_window_wrote_over_comes_back(home: Path) -> None:
    one = Storage()
    finished(one, "a", seed=1)
    stale = one.load_data(statistics_store.NAME)
    finished(Storage(), "b", seed=2)
    one.save_data(statistics_store.NAME, stale)
    assert set(statistics_store.matches(one)) == {"a"}
    assert set(completed(one)) == {"a", "b"}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> int:
    """So many entries fill a file."""
    monkeypatch.setattr(statistics_store, "FULL", 3)
    return 3


def shelf(home: Path) -> dict[str, int]:
    """How many entries are in each of the statistics' files."""
    return {path.name: len(json.loads(path.read_text())["matches"]) for path in sorted(home.glob("statistics*.json"))}


def test_a_full_file_goes_onto_the_shelf(home: Path, short: int) -> None:
    storage = Storage()
    for number in range(8):
        finished(storage, f"m{number}", seed=number)
    assert shelf(home) == {"statistics-1.json": 3, "statistics-2.json": 3, "statistics.json": 2}
    assert set(statistics_store.matches(Storage())) == {f"m{number}" for number in range(8)}
    assert statistics_store.missing(storage, statistics_store.matches(storage)) == []


def test_a_file_from_before_there_was_a_shelf_is_put_there_in_parts(home: Path, short: int) -> None:
    storage = Storage()
    old = {f"m{number}": PLAIN for number in range(10)}
    storage.save_data(statistics_store.NAME, {"version": 1, "matches": old})
    finished(storage, "a")
    assert shelf(home) == {f"statistics-{n}.json": 3 for n in (1, 2, 3)} | {"statistics.json": 2}
    assert set(statistics_store.matches(storage)) == {*old, "a"}


def test_when_the_power_goes_at_the_shelf_nothing_is_lost_or_counted_twice(
    home: Path, short: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = Storage()
    for number in range(3):
        finished(storage, f"m{number}", seed=number)
    before = (home / "statistics.json").read_bytes()
    finished(storage, "m3", seed=3)
    (home / "statistics.json").write_bytes(before)  # the full file was put there, and what it was taken from not yet
    after = completed(Storage())
    assert set(after) == {"m0", "m1", "m2", "m3"}


def test_an_end_on_the_shelf_can_be_undone(home: Path, short: int) -> None:
    storage = Storage()
    ends = [finished(storage, f"m{number}", seed=number) for number in range(5)]
    ends[1].match.undo()
    ends[1].reopen(storage)
    assert set(statistics_store.matches(Storage())) == {"m0", "m2", "m3", "m4"}


def test_what_was_in_a_damaged_file_on_the_shelf_is_made_anew(home: Path, short: int) -> None:
    storage = Storage()
    for number in range(8):
        finished(storage, f"m{number}", seed=number)
    (home / "statistics-1.json").write_text("{")
    again = Storage()
    assert set(completed(again)) == {f"m{number}" for number in range(8)}
    assert [notice.key for notice in again.notices] == ["storage.data_unreadable"]
    assert (home / "statistics-2.json").exists() and (home / "statistics-3.json").exists()


@pytest.mark.parametrize("broken", [None, "{", "[]", '{"matches": 3}', '{"matches": {"a": {}, "b": 7}}'])
def test_the_file_is_built_anew_from_the_finished_matches(home: Path, broken: str | None) -> None:
    storage = Storage()
    for number, name in enumerate("abc"):
        finished(storage, name, seed=number)
    before = statistics_store.matches(storage)
    for path in home.glob("statistics.json*"):
        path.unlink()
    if broken is not None:
        (home / "statistics.json").write_text(broken)
    after = completed(Storage())
    assert set(after) == {"a", "b", "c"}
    assert {name: (one.winners, one.seconds, one.turns) for name, one in after.items()} == {
        name: (one.winners, one.seconds, one.turns) for name, one in before.items()
    }


def test_what_another_version_keeps_beside_it_stays(home: Path) -> None:
    storage = Storage()
    storage.save_data(statistics_store.NAME, {"version": 7, "extra": [1], "matches": {"x": {"new": 1}}})
    finished(storage, "a")
    kept = json.loads((home / "statistics.json").read_text())
    assert kept["extra"] == [1] and kept["matches"]["x"] == {"new": 1}


def test_a_finished_match_that_cannot_be_read_is_left_where_it_is(home: Path) -> None:
    storage = Storage()
    finished(storage, "a")
    (home / "finished" / "odd.tablier").write_text("nothing")
    (entry,) = statistics_store.missing(storage, statistics_store.matches(storage))
    assert complete(statistics_store.making(storage, entry)) is None
    assert (home / "finished" / "odd.tablier").exists() and storage.notices == []


def test_a_match_that_goes_on_is_no_finished_one() -> None:
    with pytest.raises(RecordError):
        Played.read_record("m", sitting(Storage(), 5).text(), NOW)


def test_a_match_from_a_position_of_ones_own_says_so(home: Path) -> None:
    game = find("double-draughts")
    assert game is not None
    storage = Storage()
    players = (Player("person", "Anna"), Player("computer", "Regular", 1))
    begun = Session.begin(
        storage, game, game.play.options(), players, position=game.text.read("8/8/1m6/2M5/8/8/8/8 w 2 0 1")
    )
    begun.match.play(begun.match.position.legal_moves()[0])
    assert begun.match.outcome() is not None and begun.score()
    begun.save(storage)
    (played,) = statistics_store.matches(storage).values()
    assert played.own_start and shares_of(statistics_store.matches(storage)) == []


@pytest.mark.parametrize("key", ["ducale", "unstacked-draughts"])
def test_luck_is_kept_where_there_is_some(home: Path, key: str) -> None:
    game = find(key)
    assert game is not None
    storage = Storage()
    match = sitting(storage, 30, match_id="m", game=game)
    match.match.end("resigned", 0)
    match.save(storage)
    (kept,) = statistics_store.matches(storage).values()
    assert kept.luck is not None and len(kept.luck) == 2
    (home / "statistics.json").unlink()
    (home / "statistics.json.bak").unlink(missing_ok=True)
    again = completed(Storage())["m"]
    assert again.luck == kept.luck
    assert Figures.of([next(again.shares())]).luck_of == 1


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


def test_an_entry_comes_back_as_it_was() -> None:
    played = Played.from_plain("m", PLAIN)
    assert played is not None
    assert played.plain() == PLAIN and Played.from_plain("m", played.plain()) == played


@given(st.sampled_from([*PLAIN, "new"]), JSON)
def test_an_entry_that_was_changed_is_read_or_left_out(field: str, value: Any) -> None:
    read = Played.from_plain("m", {**PLAIN, field: value})
    assert read is None or Played.from_plain("m", read.plain()) == read


@given(JSON)
def test_anything_at_all_is_no_entry(value: Any) -> None:
    assert Played.from_plain("m", value) is None


@pytest.mark.parametrize(
    ("field", "value"),
    [("winners", [2]), ("winners", [-1]), ("seconds", [1.0]), ("luck", [1.0]), ("players", []), ("turns", -1)],
)
def test_an_entry_that_does_not_fit_itself_is_left_out(field: str, value: Any) -> None:
    assert Played.from_plain("m", {**PLAIN, field: value}) is None
