"""The files of the statistics: an entry for each finished match, by its id, in one file for each month.

With monthly files, storing a match takes no longer after years. A finished match without an entry gets one when the
statistics are opened; the entries of deleted matches stay. The files of version 0.1.0, `statistics`, `statistics-1`
and so on, are read like the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from rules.common.resumable import ResumableTask
from rules.contract import Position
from rules.record import Record
from scenes.app.startup_cleanup import REOPENED
from scenes.app.storage import MatchFile, Storage
from scenes.table.game_ui import ui_of
from scenes.table.record_headers import OPENED, read_record_in_steps
from scenes.table.statistics_entry import FinishedMatch

NAME: Final = "statistics"  # the data file of version 0.1.0, and the prefix of the monthly ones
VERSION: Final = 1


def read_matches(storage: Storage) -> dict[str, FinishedMatch]:
    """Return the valid entries by match id, without those of matches that are under way again."""
    under_way = {match_file.id for match_file in storage.list_matches()}
    read: dict[str, FinishedMatch] = {}
    for file in _list_files(storage):
        for match_id, entry in _read_entries(storage.load_data(file)).items():
            found = FinishedMatch.from_plain(match_id, entry)
            if found is not None and match_id not in under_way:
                read[match_id] = found
    return read


def enter_match(storage: Storage, match_id: str, record: Record, text: str) -> None:
    """Add the entry of a match that has just ended, unless this month's file has one. `text`: its record."""
    now = datetime.now()
    was_reopened = REOPENED in record.extra  # then the file may still have the entry of the undone end
    if match_id.startswith(OPENED) or (
        not was_reopened and match_id in _read_entries(storage.load_data(_file_of_month(now)))
    ):
        return
    luck = _measure_luck(record.match.game.key, record.match.positions)
    add_matches(storage, [FinishedMatch.read_record(match_id, text, now, luck)])


def remove_match(storage: Storage, match_id: str) -> None:
    """Remove the entry of a match whose end was undone."""
    with storage.lock():
        for file in _list_files(storage):
            data = storage.load_data(file)
            if _read_entries(data).pop(match_id, None) is not None:
                storage.save_data(file, data)


def list_missing(storage: Storage, known: dict[str, FinishedMatch]) -> list[MatchFile]:
    """Return the finished matches that were played here and have no entry."""
    files = storage.list_matches("finished")
    return [file for file in files if file.id not in known and not file.id.startswith(OPENED)]


def make_entry(storage: Storage, file: MatchFile) -> ResumableTask[FinishedMatch | None]:
    """Make the statistics entry of a finished match from its record, in steps; None if the record can't be read."""
    try:
        text, ended = storage.peek_record(file.path), datetime.fromtimestamp(file.mtime)
        found = FinishedMatch.read_record(file.id, text, ended)
        if ui_of(found.game).luck is None:
            return found
        positions = (yield from read_record_in_steps(text)).match.positions
        return FinishedMatch.read_record(file.id, text, ended, _measure_luck(found.game, positions))
    except (OSError, ValueError, OverflowError):  # OverflowError: a time outside the calendar
        return None


def add_matches(storage: Storage, matches: Sequence[FinishedMatch]) -> None:
    """Add entries to the files of their months."""
    months: dict[str, dict[str, object]] = {}
    for match in matches:
        months.setdefault(_file_of_month(match.ended), {})[match.id] = match.plain()
    with storage.lock():
        for file, entries in months.items():
            data = storage.load_data(file)
            storage.save_data(file, {**data, "version": VERSION, "matches": _read_entries(data) | entries})


def _list_files(storage: Storage) -> list[str]:
    """Return the names of all files, the oldest first: if a match has several entries, the last one counts."""
    return [NAME, *storage.list_data(NAME)]


def _file_of_month(ended: datetime) -> str:
    return f"{NAME}-{ended.year}{ended.month:02}"


def _read_entries(data: dict[str, object]) -> dict[str, object]:
    found = data.get("matches")
    return found if isinstance(found, dict) else {}


def _measure_luck(key: str, positions: Sequence[Position]) -> tuple[float, ...] | None:
    measure_luck = ui_of(key).luck
    return None if measure_luck is None else measure_luck(positions)
