"""The files of the statistics: an entry for each finished match, by its id.

An entry is written when its match is finished, into what the file holds at that moment, so that several windows may
write. A file that is full is put on the shelf under a number, so that the end of a match takes no longer after years;
whatever stands in two of them counts once. Whatever is among the finished matches and lacks an entry all the same
(the file was lost or damaged, the power went, the match is from before there were statistics) gets one when somebody
looks. What is thrown away from the finished matches stays counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from rules.common.resumable import ResumableTask
from rules.contract import Position
from scenes.app.storage import Entry, Storage
from scenes.games import fortune_of
from scenes.table.played import Played
from scenes.table.session import OPENED, Session

NAME: Final = "statistics"
"""The name among the person's data of the file that is written to; the full ones are `statistics-1` and so on."""
VERSION: Final = 1
FULL: Final = 500
"""So many entries a file holds at most."""


def matches(storage: Storage) -> dict[str, Played]:
    """Every entry by the id of its match; what makes no sense is left out, and so made anew by `missing`."""
    read: dict[str, Played] = {}
    for file in (*storage.list_data(NAME), NAME):
        for name, entry in _entries(storage.load_data(file)).items():
            played = Played.from_plain(name, entry)
            if played is not None:
                read[name] = played
    return read


def enter(storage: Storage, sitting: Session, text: str) -> None:
    """The match of a sitting is over, and `text` is its record: keep its entry, unless there is one."""
    if sitting.id.startswith(OPENED) or sitting.id in _entries(storage.load_data(NAME)):
        return
    luck = _luck(sitting.match.game.key, sitting.match.positions)
    add(storage, [Played.read_record(sitting.id, text, datetime.now(), luck)])


def strike(storage: Storage, match_id: str) -> None:
    """The end of a match was undone: it isn't counted any more."""
    with storage.alone():
        for file in (NAME, *storage.list_data(NAME)):
            data = storage.load_data(file)
            if _entries(data).pop(match_id, None) is not None:
                storage.save_data(file, data)


def missing(storage: Storage, known: dict[str, Played]) -> list[Entry]:
    """The finished matches that were played here and have no entry."""
    entries = storage.list_finished()
    return [entry for entry in entries if entry.id not in known and not entry.id.startswith(OPENED)]


def making(storage: Storage, entry: Entry) -> ResumableTask[Played | None]:
    """The entry of a finished match, from its record; None for one that can't be read, which is left where it is."""
    try:
        text = storage.glance(entry.path)
        played = Played.read_record(entry.id, text, datetime.fromtimestamp(entry.mtime))
        if fortune_of(played.game) is None:
            return played
        positions = (yield from Session.loading(entry.id, text)).match.positions
        ended = datetime.fromtimestamp(entry.mtime)
        return Played.read_record(entry.id, text, ended, _luck(played.game, positions))
    except (OSError, ValueError, OverflowError):  # the last: a time that no calendar has
        return None


def add(storage: Storage, made: Sequence[Played]) -> None:
    """Keep entries beside those that the file holds by now; those that it is too full for go onto the shelf first,
    so that they are always in one of the files."""
    with storage.alone():
        data = storage.load_data(NAME)
        entries = list((_entries(data) | {played.id: played.plain() for played in made}).items())
        while len(entries) > FULL:
            _put_on_the_shelf(storage, dict(entries[:FULL]))
            entries = entries[FULL:]
        storage.save_data(NAME, {**data, "version": VERSION, "matches": dict(entries)})


def _put_on_the_shelf(storage: Storage, entries: dict[str, Any]) -> None:
    """Under the next number. Whoever is alone with the files does it."""
    numbers = [int(name.rpartition("-")[2]) for name in storage.list_data(NAME)]
    storage.save_data(f"{NAME}-{max(numbers, default=0) + 1}", {"version": VERSION, "matches": entries})


def _entries(data: dict[str, Any]) -> dict[str, Any]:
    """The entries in what was read."""
    found = data.get("matches")
    return found if isinstance(found, dict) else {}


def _luck(key: str, positions: Sequence[Position]) -> tuple[float, ...] | None:
    """By seat; None in games without, and where it can't be told."""
    fortune = fortune_of(key)
    return None if fortune is None else fortune(positions)
