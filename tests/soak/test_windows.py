"""Two or three windows on one home (`tests.soak windows`): no law is broken; what would break one is found."""

from typing import Final

import pytest

from rules.match import Match
from scenes.app import startup_cleanup
from scenes.app.file_locks import Claim
from scenes.app.storage import Storage
from scenes.games.ducale.chance import CardRules
from scenes.table.runtime import TableRuntime
from scenes.table.session import Session
from tests.effort import by_effort
from tests.soak.windows import window
from tests.soak.windows.running import Task, lead, many, play, script

RUNS: Final = by_effort(5, 10, 10)
"""At length, and with another seed: `python -m tests.soak windows`."""
SEED: Final = 3


def test_whatever_several_windows_do_no_law_is_broken() -> None:
    tally = many(SEED, RUNS)
    assert not tally.faults, tally.faults[0]
    assert tally.runs == RUNS
    for act in ("start", "new", "play", "recall", "undo", "resign", "take_over", "menu", "close", "kill"):
        assert tally.acts[act], f"nobody did this: {act}"


def test_the_same_seed_is_the_same_run() -> None:
    one, other = (play(script(SEED, 1), "chance") for _ in range(2))
    assert one.told == other.told and one.fault == other.fault == ""
    assert play(script(SEED, 2), "chance").told != one.told


# --- what would break a law is found


def _found(first: int = 0) -> set[str]:
    """The fault of the first run that has any, from the run `first` on: what is seldom isn't waited for."""
    for number in range(first, first + 60):
        run = play(script(SEED, number), Task(SEED, number).chance)
        if run.fault:
            return {run.fault}
    return set()


def test_two_owners_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Storage, "claim", lambda self, match_id, over=False: True)
    assert _found() == {"one window has a match"}


def test_an_owner_that_never_looks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Claim, "is_owner", True)
    assert _found() == {"one window has a match"}


def test_a_ply_that_is_not_saved_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableRuntime, "save_soon", lambda self: None)
    assert _found() == {"what was saved is there"}


def test_a_window_that_writes_what_it_only_shows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    leave = TableRuntime.leave

    def keep(self: TableRuntime) -> None:
        self.app.storage.remember_open(None)
        leave(self)

    monkeypatch.setattr(TableRuntime, "leave", keep)
    assert _found() == {"the next start lays the last one"}


def test_a_start_that_clears_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def clear(storage: Storage) -> bool:
        for entry in storage.list_matches():
            storage.delete_match(entry.id)
        return True

    monkeypatch.setattr(startup_cleanup, "remove_leftovers", clear)
    assert _found() == {"what was saved is there"}


def test_an_end_that_counts_twice_or_never_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.table.statistics_store.enter_match", lambda *facts: None)
    assert _found() == {"each end counts once"}


def test_who_plays_on_after_seeing_all_hands_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "KEYS", ("ducale",))
    monkeypatch.setattr(Match, "is_hiding", False)
    assert _found(first=20) == {"nobody plays on who has seen all"}


def test_a_hand_that_lies_open_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "KEYS", ("ducale",))
    monkeypatch.setattr(CardRules, "redact_position", lambda self, position: position)
    assert _found() == {"one hand lies open"}


def test_an_end_that_is_not_kept_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    save = Session.save

    def forget(self: Session, storage: Storage) -> None:
        if self.match.outcome() is None:
            save(self, storage)

    monkeypatch.setattr(Session, "save", forget)
    assert _found() == {"a kill leaves one of two"}


def test_a_fault_is_cut_down_to_the_steps_that_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "KEYS", ("double-draughts",))
    monkeypatch.setattr("scenes.table.statistics_store.enter_match", lambda *facts: None)
    told = next(told for number in range(60) if (told := lead(Task(SEED, number))[1]))
    steps = [line for line in told.splitlines() if line[:2] in ("A ", "B ", "C ")]
    assert "each end counts once" in told and len(steps) <= 6
