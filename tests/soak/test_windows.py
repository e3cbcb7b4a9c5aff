"""Short runs of `tests.soak windows`, and the broken laws that it finds."""

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
from tests.soak.windows.running import Task, play, run_many, run_reported, script

RUNS: Final = by_effort(3, 10, 10)
"""At length, and with another seed: `python -m tests.soak windows`."""
SEED: Final = 3


def test_random_actions_of_several_windows_break_no_law() -> None:
    tally = run_many(SEED, RUNS)
    assert not tally.faults, tally.faults[0]
    assert tally.runs == RUNS
    for act in ("start", "new", "play", "recall", "undo", "resign", "take_over", "menu", "close", "kill"):
        assert tally.acts[act], f"nobody did this: {act}"


def test_the_same_seed_gives_the_same_run() -> None:
    one, other = (play(script(SEED, 1), "chance") for _ in range(2))
    assert one.told == other.told and one.fault == other.fault == ""
    assert play(script(SEED, 2), "chance").told != one.told


# --- what would break a law is found


def _found(first: int = 0) -> set[str]:
    """Return the fault of the first faulty run, from `first` on, which skips runs without the event."""
    for number in range(first, first + 60):
        run = play(script(SEED, number), Task(SEED, number).chance)
        if run.fault:
            return {run.fault}
    return set()


def test_two_owners_of_a_match_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Storage, "claim", lambda self, match_id, takes_over=False: True)
    assert _found() == {"one window has a match"}


def test_a_window_that_always_believes_to_own_its_match_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Claim, "is_owner", True)
    assert _found() == {"one window has a match"}


def test_an_unsaved_ply_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableRuntime, "save_soon", lambda self: None)
    assert _found() == {"what was saved is there"}


def test_a_window_that_writes_a_read_only_match_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    leave = TableRuntime.leave

    def keep(self: TableRuntime) -> None:
        self.app.storage.remember_open(None)
        leave(self)

    monkeypatch.setattr(TableRuntime, "leave", keep)
    assert _found() == {"the next start lays the last one"}


def test_a_start_that_deletes_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def clear(storage: Storage) -> bool:
        for entry in storage.list_matches():
            storage.delete_match(entry.id)
        return True

    monkeypatch.setattr(startup_cleanup, "remove_leftovers", clear)
    assert _found() == {"what was saved is there"}


def test_an_ending_counted_twice_or_never_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.table.statistics_store.enter_match", lambda *facts: None)
    assert _found() == {"each end counts once"}


def test_playing_on_after_seeing_all_hands_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "KEYS", ("ducale",))
    monkeypatch.setattr(Match, "is_hiding", False)
    assert _found(first=20) == {"nobody plays on who has seen all"}


def test_an_exposed_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "KEYS", ("ducale",))
    monkeypatch.setattr(CardRules, "redact_position", lambda self, position: position)
    assert _found() == {"one hand lies open"}


def test_an_unsaved_ending_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    save = Session.save

    def forget(self: Session, storage: Storage) -> None:
        if self.match.outcome() is None:
            save(self, storage)

    monkeypatch.setattr(Session, "save", forget)
    assert _found() == {"a kill leaves one of two"}


def test_a_fault_is_shrunk_to_its_necessary_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "KEYS", ("double-draughts",))
    monkeypatch.setattr("scenes.table.statistics_store.enter_match", lambda *facts: None)
    told = next(told for number in range(60) if (told := run_reported(Task(SEED, number))[1]))
    steps = [line for line in told.splitlines() if line[:2] in ("A ", "B ", "C ")]
    assert "each end counts once" in told and len(steps) <= 6
