"""What must hold after every case, once the app has started again on a healthy disk."""

import json
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path

from scenes.app.settings import Settings, settings_to_dict
from scenes.app.storage import Storage
from scenes.screens.learn.tasks import Progress
from scenes.table.record_headers import OPENED
from scenes.table.statistics_entry import FinishedMatch
from tests.soak.faults.stories import GONE, SETTINGS, TABLE, Noted, Person, Seen

_ABSENT: dict[str, Hashable] = {"review": None, "task": False, TABLE: None}
"""First word of a key -> the state of what was never saved; a match is `GONE`."""


def expected(diary: Sequence[Noted], at: int | None = None) -> dict[str, list[Hashable]]:
    """Return by key the states that are allowed after `at` steps of the disk, the newest promised one first."""
    found: dict[str, list[Hashable]] = {}
    for noted in diary:
        if at is not None and noted.at > at:
            break
        if noted.kind == "promised" and (at is None or noted.confirmed):
            found[noted.key] = [noted.state]
        else:
            found.setdefault(noted.key, [_absent(noted.key)]).append(noted.state)
    return found


def _absent(key: str) -> Hashable:
    return (
        json.dumps(settings_to_dict(Settings()), sort_keys=True)
        if key == SETTINGS
        else _ABSENT.get(key.split()[0], GONE)
    )


def judge(diary: Sequence[Noted], home: Path, at: int | None = None) -> list[str]:
    """Return what is wrong in a home, given a diary of which the first `at` steps of the disk count."""
    person = Person()
    wanted = expected(diary, at)
    seen = person.start()
    counted = person.look_at_statistics()
    for key in wanted:
        kind, _, rest = key.partition(" ")
        if kind == "review":
            seen.states[key] = person.storage.load_review(rest)
        if kind == "task":
            seen.states[key] = rest in Progress(person.storage, "puzzles").days_of_done("ducart")
    faults = [*list_differences(wanted, seen), *_counted(seen, counted), *_reported(person.storage)]
    person.close()
    aside = sorted(path.name for path in home.rglob("*.unreadable-*"))
    return faults + [f"{name} was set aside" for name in aside]


def list_differences(wanted: dict[str, list[Hashable]], seen: Seen, twice: bool = False) -> Iterator[str]:
    """Yield what differs from what was promised. With `twice` a match may be in both folders, as during a move."""
    yield from (f"{match_id} is listed and can't be read" for match_id in seen.unread)
    for key, states in wanted.items():
        if key == TABLE:
            yield from _table(states, seen)
        elif key in seen.states:
            if seen.states[key] not in states:
                yield f"{key} is {seen.states[key]}, not one of {states}"
        elif key.split()[0] not in ("review", "task"):
            yield from _match(key, states, seen, twice)
    yield from (f"{one.name} is listed, and nobody knows it" for one in seen.matches if one.name not in wanted)
    yield from (f"{one.name} goes on and tells its seed" for one in seen.matches if one.peeked)


def _match(name: str, states: list[Hashable], seen: Seen, twice: bool) -> Iterator[str]:
    there = [one for one in seen.matches if one.name == name]
    found = [one.state for one in there] or [GONE]
    if len(there) > (2 if twice else 1):
        yield f"{name} is listed {len(there)} times: {_brief(found)}"
    elif not set(found) & set(states):
        yield f"{name} is {_brief(found)}, not one of {_brief(states)}"


def _brief(states: Sequence[Hashable]) -> list[str]:
    return [f"{state[0]} {len(state[1])}" if isinstance(state, tuple) else str(state) for state in states]


def _table(states: list[Hashable], seen: Seen) -> Iterator[str]:
    """Yield a fault if the wrong match is on the table; only an unfinished match may be there."""
    under_way = {one.id for one in seen.matches if one.folder == "matches"}
    allowed = {state if state in under_way else None for state in states}
    if seen.states[TABLE] not in allowed:
        yield f"{seen.states[TABLE]} lies on the table, not one of {allowed}"


def _counted(seen: Seen, counted: dict[str, FinishedMatch]) -> Iterator[str]:
    """Yield each finished match that isn't counted once with its winners, and each unfinished one that is counted."""
    for one in seen.matches:
        entries = [entry for entry in counted.values() if entry.players[0].name == one.name]
        right = one.folder == "finished" and not one.id.startswith(OPENED)
        if len(entries) != int(right):
            yield f"{one.name} is {one.folder} and counts {len(entries)} times"
        elif right and entries[0].winners != one.winners:
            yield f"{one.name} was won by {one.winners}, and the statistics say by {entries[0].winners}"


def _reported(storage: Storage) -> Iterator[str]:
    yield from (f"it tells {notice.key} {notice.facts}" for notice in storage.notices)
    if storage.alarm is not None:
        yield f"it tells {storage.alarm.key} {storage.alarm.facts}"
