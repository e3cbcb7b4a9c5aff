"""Years of finished matches on file: what a person does every day looks at no more of them than after a week."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from scenes.app import atomic_files, startup_cleanup, storage
from scenes.app.storage import Storage
from scenes.screens.match_list import ArchiveScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.statistics.scene import StatisticsScene
from scenes.table import statistics_store
from scenes.table.statistics_entry import FinishedMatch
from tests.scenes.driver import visit
from tests.scenes.matches import session

FEW, MANY = 30, 120
DAYS = 2
"""Days from the end of one match to the end of the next."""


class Looked:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.files = self.names = 0
        read, dated = atomic_files.read_whole, atomic_files.list_with_times

        def read_whole(path: Path) -> str:
            self.files += 1
            return read(path)

        def names(folder: Path) -> Iterator[tuple[str, float]]:
            for one in dated(folder):
                self.names += 1
                yield one

        for module in (atomic_files, storage):
            monkeypatch.setattr(module, "read_whole", read_whole)
            monkeypatch.setattr(module, "list_with_times", names)

    def during(self, what: Callable[[], object]) -> tuple[int, int]:
        self.files = self.names = 0
        what()
        return self.files, self.names


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Looked:
    return Looked(monkeypatch)


def pile(count: int) -> None:
    files, over = Storage(), session(Storage(), 1000)
    text, begun = over.text(), datetime(2020, 1, 1)
    ids = [f"pile-{number:05}" for number in range(count)]
    shelf = files.data / "finished"
    shelf.mkdir(parents=True)
    for name in ids:
        (shelf / f"{name}.tablier").write_text(text, encoding="utf-8")
    statistics_store.add_matches(
        files, [FinishedMatch.read_record(name, text, begun + timedelta(days=DAYS * n)) for n, name in enumerate(ids)]
    )
    for name in "ab":
        session(files, 5, match_id=name).save(files)


def everyday(looked: Looked, count: int, monkeypatch: pytest.MonkeyPatch, home: Path) -> dict[str, tuple[int, int]]:
    monkeypatch.setenv("TABLIER_HOME", str(home))
    pile(count)
    driver = visit()
    files = driver.app.storage
    over = session(files, 1000, match_id="new", seed=2)
    driver.open(MenuScene(driver.app))
    found = {
        "the start": looked.during(lambda: startup_cleanup.remove_leftovers(Storage())),
        "the menu": looked.during(lambda: driver.open(MenuScene(driver.app))),
        "back at the menu": looked.during(lambda: driver.top.on_resume(None)),
        "a new match": looked.during(files.new_id),
        "a move": looked.during(lambda: session(files, 5, match_id="b", seed=1).save(files)),
        "the end of a match": looked.during(lambda: over.save(files)),
        "the end once more": looked.during(lambda: over.save(files)),
    }
    driver.app.close()
    return found


def test_daily_actions_read_no_finished_matches(
    looked: Looked, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    few = everyday(looked, FEW, monkeypatch, tmp_path / "few")
    many = everyday(looked, MANY, monkeypatch, tmp_path / "many")
    assert {what: files for what, (files, _) in many.items()} == {what: files for what, (files, _) in few.items()}
    assert max(names for _, names in many.values()) < 20


def test_archive_reads_only_visible_matches(looked: Looked, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = []
    for count in (FEW, MANY):
        monkeypatch.setenv("TABLIER_HOME", str(tmp_path / str(count)))
        pile(count)
        driver = visit()
        found.append(looked.during(lambda driver=driver: driver.open(ArchiveScene(driver.app)))[0])  # type: ignore[misc]
        driver.app.close()
    assert 0 < found[0] == found[1] < FEW


def test_statistics_read_only_their_own_files(looked: Looked) -> None:
    pile(MANY)
    driver = visit()
    files, _ = looked.during(lambda: driver.open(StatisticsScene(driver.app)))
    assert MANY * DAYS / 31 <= files <= MANY * DAYS / 28 + 2
    assert sum(one.match.id.startswith("pile") for one in driver.top._chosen_player_matches()) == MANY
    looked.files = 0
    driver.top._choose_game(driver.top._chosen_player_matches()[0].match.game)
    driver.frames()
    assert looked.files == 0
    driver.app.close()


def test_storage_keeps_no_record_texts_in_memory() -> None:
    """What it has read and written of matches it knows again, without keeping it."""
    files = Storage()
    long = session(files, 1000, match_id="long")
    for number in range(20):
        files.finish_match(f"m-{number}", long.text() + "\n" * number)
    assert all(isinstance(known, int) for known in files._known_hashes.values())
    assert files.finish_match("m-3", "other") == "m-3"
