"""The person's files: settings, matches, log. Nothing else in the app touches the disk to write.

They lie in the platform's own folders, or all under `TABLIER_HOME`. A file that can't be read is set aside under
another name and a notice says so; nothing of the person's is ever deleted unasked. Where nothing can be written,
everything works until the app closes, and one notice says that it won't be kept.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from rules.common.quoting import cleaned
from rules.common.resumable import ResumableTask, complete
from scenes.app.json_text import loaded
from scenes.app.locking import turn_of
from scenes.app.log import Log
from scenes.app.settings import Settings, checked, merged, plain
from scenes.app.words import Words

WAITING: Final = 1.0
"""Seconds that one window waits for another to have written."""
MOST_BYTES: Final = 5_000_000
"""A file larger than this is none of ours and is not looked at."""

T = TypeVar("T")

_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_SUFFIX: Final = ".tablier"
_BACKUP: Final = ".bak"


class OddFileError(OSError):
    """A folder, a pipe or a device lies where a file should."""


class TooLargeError(OSError):
    """A file of more than `MOST_BYTES`."""


class Notice(NamedTuple):
    """Something that the person should be told; a key of the words, since the language comes from the settings."""

    key: str
    facts: dict[str, str]

    def sentence(self, words: Words) -> str:
        """The notice in the person's language."""
        return words(self.key, **self.facts)


class Entry(NamedTuple):
    """A match on file. `mtime` is in seconds since 1970."""

    id: str
    shelf: Path
    """The folder that it lies in."""
    mtime: float

    @property
    def path(self) -> Path:
        """Its file. Of thousands in a list only those in sight are asked for theirs."""
        return self.shelf / (self.id + _SUFFIX)


class Storage:
    """The person's files. No method raises for a disk that is full, read-only or broken, but `load_match` may."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        """What the menu should say, oldest first; whoever has shown them clears them."""
        self.alarm: Notice | None = None
        """What can't wait for the menu: nothing can be saved. Whoever has shown it clears it."""
        home = os.environ.get("TABLIER_HOME")
        if home:
            self.config = self.data = self.logs = Path(home)
        else:
            import platformdirs

            folders = platformdirs.PlatformDirs("tablier", appauthor=False)
            self.config, self.data, self.logs = (
                folders.user_config_path,
                folders.user_data_path,
                folders.user_log_path,
            )
        self._unwritten: dict[Path, str] = {}
        """What couldn't be written, by the path where it belongs: as good as the disk until the app closes."""
        self._warned = False
        self._log = Log(self.logs / "tablier.log")
        self._known: dict[Path, int] = {}
        """What the files of matches held when they were last read or written here, as hashes: a window that is open
        for days sees thousands."""
        self._shunned: set[Path] = set()
        """What can't be read and can't be given another name either, and what was left out."""
        self._chosen: dict[str, Any] | None = None
        """The settings as they were last read or written here."""

    # --- settings

    def load_settings(self) -> Settings:
        """The settings on file; what is missing or makes no sense has its default."""
        path = self.config / "settings.json"
        data = self._read_object(path)
        if data is None and os.path.lexists(path):
            self.set_aside(path, "storage.settings_unreadable")
        if data is None:
            data = self._read_object(_backup(path))
            if data is not None:
                self._notice("storage.settings_from_backup")
        settings, refused = checked(data or {})
        for name in refused:
            self._notice("storage.setting_refused", name=name)
        self._chosen = plain(settings)
        return settings

    def save_settings(self, settings: Settings) -> None:
        """Write what has been chosen since they were read or written here, and what another version of the app had
        among them; all else stays as another window has left it."""
        path = self.config / "settings.json"
        ours = plain(settings)
        with self.alone():
            theirs = None if self._chosen is None else self._read_object(path)
            kept = ours if self._chosen is None else merged(ours, self._chosen, theirs or {})
            if self._write(path, json.dumps(kept, indent=2, ensure_ascii=False) + "\n"):
                self._chosen = ours

    def _read_object(self, path: Path) -> dict[str, Any] | None:
        try:
            return loaded(read_whole(path))
        except (OSError, ValueError):
            return None

    # --- what is kept as plain data

    def load_data(self, name: str) -> dict[str, Any]:
        """What `save_data` keeps as `name`; empty where nothing is kept. Whoever asks checks what is in it.

        A file that can't be read is set aside with a notice; then the one kept before it takes its place.
        """
        path = self._data_file(name)
        if path in self._unwritten:
            kept: dict[str, Any] = json.loads(self._unwritten[path])
            return kept
        for file in (path, _backup(path)):
            if not os.path.lexists(file) or file in self._shunned:
                continue
            data = self._read_object(file)
            if data is None:
                self.set_aside(file, "storage.data_unreadable")
                continue
            if file != path:
                self._notice("storage.data_from_backup", name=path.name)
                self.save_data(name, data)
            return data
        return {}

    def save_data(self, name: str, data: dict[str, Any]) -> None:
        """Keep plain data, as JSON knows it, in a file called `name`; the file before stays beside it."""
        self._write(self._data_file(name), json.dumps(data, indent=1, ensure_ascii=False) + "\n")

    def list_data(self, name: str) -> list[str]:
        """What is kept as `name` with a number after it ("name-1", "name-2"), by number."""
        found = {file for file, _ in _dated(self.data)} | {path.name for path in self._unwritten}
        numbered = (re.fullmatch(re.escape(name) + r"-([0-9]{1,9})\.json(?:\.bak)?", file) for file in found)
        return [f"{name}-{number}" for number in sorted({int(match[1]) for match in numbered if match})]

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """While something is looked up and then written no other window comes in between.

        One that takes longer than `WAITING` is not waited for; nor is anybody where nothing can be locked.
        """
        with contextlib.ExitStack() as held:
            with contextlib.suppress(OSError):
                held.enter_context(turn_of(self.data / ".turn", WAITING))
            yield

    def _data_file(self, name: str) -> Path:
        if not _ID.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a file")
        return self.data / f"{name}.json"

    # --- matches

    def new_id(self) -> str:
        """An id for a new match: the local time, which sorts and says something to whoever opens the folder."""
        stem = time.strftime("%Y-%m-%d-%H%M%S")
        return self._free(f"{stem}-{n}" for n in range(1, 10_000))

    def save_match(self, match_id: str, text: str) -> str:
        """Keep an unfinished match; the record that was there before stays beside it. The id that it has now:

        where another window has written the same match meanwhile, this one goes on under an id of its own.
        """
        with self.alone():
            match_id = self._own("matches", match_id, text)
            self._write_match(self._match("matches", match_id), text)
        return match_id

    def load_match(self, match_id: str) -> str:
        """The record of an unfinished match, as `read_match` finds it."""
        return self.read_match(match_id, str)

    def read_match(self, match_id: str, reader: Callable[[str], T]) -> T:
        """What `reader` makes of the record of an unfinished match. `OSError` when there is none that can be read.

        A file that can't be read, or that `reader` refuses with a ValueError, is set aside with a notice; then the
        one kept before it takes its place, and a notice says that too.
        """
        return complete(self.reading_match(match_id, _at_once(reader)))

    def read_finished(self, match_id: str, reader: Callable[[str], T]) -> T:
        """The same for a finished match."""
        return complete(self.reading_finished(match_id, _at_once(reader)))

    def reading_match(self, match_id: str, reader: Callable[[str], ResumableTask[T]]) -> ResumableTask[T]:
        """What `read_match` does, where the reader goes on in portions. Before the last nothing is changed."""
        return self._reading(self._match("matches", match_id), reader)

    def reading_finished(self, match_id: str, reader: Callable[[str], ResumableTask[T]]) -> ResumableTask[T]:
        """The same for a finished match."""
        return self._reading(self._match("finished", match_id), reader)

    def load_finished(self, match_id: str) -> str:
        """The record of a finished match, as `read_finished` finds it."""
        return self.read_finished(match_id, str)

    def glance(self, path: Path) -> str:
        """The record at the `path` of an entry, whatever is in it: nothing is set aside.

        Raises OSError or UnicodeDecodeError.
        """
        if path in self._unwritten:
            return self._unwritten[path]
        return read_whole(path if os.path.lexists(path) else _backup(path))

    def list_matches(self) -> list[Entry]:
        """The unfinished matches, the latest first."""
        return self._list("matches")

    def list_finished(self) -> list[Entry]:
        """The finished matches, the latest first. Years of them take a while: whoever wants to know of one asks for
        that."""
        return self._list("finished")

    def has_finished(self) -> bool:
        """Whether there is any finished match."""
        return next(self._find("finished"), None) is not None

    def finished_record(self, match_id: str) -> Path | None:
        """Where a finished match lies, for `glance`; None when there is none of that id."""
        return self._match("finished", match_id) if self._there("finished", match_id) else None

    def finish_match(self, match_id: str, text: str) -> str:
        """Keep a finished match, then take the unfinished one away; that stays if the other can't be written.

        The id that it has now, as for `save_match`; what another window has written is not taken away.
        """
        unfinished = self._match("matches", match_id)
        with self.alone():
            others = self._taken(unfinished, text)
            match_id = self._own("finished", match_id, text)
            if not self._write_match(self._match("finished", match_id), text):
                self._unwritten.pop(unfinished, None)
            elif not others:
                self._delete(unfinished)
        return match_id

    def delete_match(self, match_id: str) -> None:
        """Take an unfinished match away, for the person asked for it (or it is among the finished ones)."""
        self._delete(self._match("matches", match_id))

    def unwritten(self, match_id: str) -> bool:
        """Whether a match is kept only as long as the app runs, for it couldn't be written."""
        return any(self._match(folder, match_id) in self._unwritten for folder in ("matches", "finished"))

    def leave_out(self, match_id: str) -> None:
        """Don't list an unfinished match until the app is started anew: something in it fails. It stays on file."""
        path = self._match("matches", match_id)
        self._shunned |= {path, _backup(path)}

    def delete_finished(self, match_id: str) -> None:
        """Take a finished match away with its review, for the person asked for it or it goes on."""
        self._delete(self._match("finished", match_id))
        self.delete_review(match_id)

    # --- reviews

    def keep_review(self, match_id: str, text: str) -> None:
        """Keep the review of a finished match beside it."""
        self._write(self._review(match_id), text)

    def load_review(self, match_id: str) -> str | None:
        """The review that was kept with a match; None without one. What can't be read is set aside with a notice."""
        path = self._review(match_id)
        if path in self._unwritten:
            return self._unwritten[path]
        try:
            return read_whole(path)
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError):
            self.refuse_review(match_id)
            return None

    def refuse_review(self, match_id: str) -> None:
        """Set the review of a match aside: it is none. It can be worked out again."""
        self.set_aside(self._review(match_id), "storage.review_unreadable")

    def delete_review(self, match_id: str) -> None:
        """Take away the review of a match that has changed or is gone."""
        self._delete(self._review(match_id))

    def _review(self, match_id: str) -> Path:
        return self.data / "reviews" / f"{match_id}.json"

    def remember_open(self, match_id: str | None) -> None:
        """Which match lies on the table, so that the next start can lay it there again; None for the bare table."""
        if match_id is None:
            self._delete(self.data / "open.txt")
        else:
            self._write(self.data / "open.txt", match_id + "\n")

    def open_match(self) -> str | None:
        """The match that lay on the table, if it is still there."""
        path = self.data / "open.txt"
        try:
            match_id = (self._unwritten[path] if path in self._unwritten else read_whole(path)).strip()
        except (OSError, UnicodeDecodeError):
            if os.path.lexists(path):
                self.set_aside(path, "storage.match_unreadable")
            return None
        return match_id if any(entry.id == match_id for entry in self.list_matches()) else None

    def flush(self) -> None:
        """Try once more to write what couldn't be written, for the disk may have room again; what the log only
        counted goes into it."""
        for path, text in list(self._unwritten.items()):
            self._write(path, text)
        self._log.close()

    def set_aside(self, path: Path, why: str, **facts: str) -> None:
        """Give a file that can't be read another name, and leave a notice with the words `why`.

        The words get `name`, the file's name, and `kept`, the name it has now, besides `facts`.
        """
        names = (path.with_name(f"{path.name}.unreadable-{n}") for n in range(1, 10_000))
        aside = next(name for name in names if not os.path.lexists(name))
        self._unwritten.pop(path, None)
        try:
            path.replace(aside)
        except OSError:
            aside = path
            self._shunned.add(path)
        self._notice(why, name=path.name, kept=aside.name, **facts)

    # --- log

    @property
    def log_file(self) -> Path:
        """Where the log is written."""
        return self._log.path

    def log(self, line: str) -> None:
        """Add a line to the log, which stays small."""
        self._log.write(line)

    def log_once(self, line: str) -> None:
        """Add a line unless the log says so already."""
        self._log.once(line)

    # --- on disk

    def _match(self, folder: str, match_id: str) -> Path:
        if not _ID.fullmatch(match_id):
            raise ValueError(f"{match_id!r} is no match id")
        return self.data / folder / (match_id + _SUFFIX)

    def _list(self, folder: str) -> list[Entry]:
        shelf = self.data / folder
        found: dict[str, Entry] = {}
        for match_id, backup, mtime in self._find(folder):
            if not backup or match_id not in found:
                found[match_id] = Entry(match_id, shelf, mtime)
        return sorted(found.values(), key=lambda entry: (entry.mtime, entry.id), reverse=True)

    def _find(self, folder: str) -> Iterator[tuple[str, bool, float]]:
        """The ids of the matches in a folder, in any order, each with whether that is the copy kept before, and its
        time; last those that could not be written."""
        shelf = self.data / folder
        shunned = {path.name for path in self._shunned if path.parent == shelf}
        for name, mtime in _dated(shelf):
            original = name.removesuffix(_BACKUP)
            match_id = original.removesuffix(_SUFFIX)
            if match_id != original and _ID.fullmatch(match_id) and name not in shunned:
                yield match_id, name != original, mtime
        for path in self._unwritten:
            if path.parent == shelf and path.name not in shunned:
                yield path.name.removesuffix(_SUFFIX), False, time.time()

    def _there(self, folder: str, match_id: str) -> bool:
        """Whether there is a match of that id in a folder."""
        path = self._match(folder, match_id)
        return path in self._unwritten or os.path.lexists(path) or os.path.lexists(_backup(path))

    def _free(self, names: Iterator[str]) -> str:
        """The first of these ids that no match has."""
        return next(name for name in names if not self._there("matches", name) and not self._there("finished", name))

    def _reading(self, path: Path, reader: Callable[[str], ResumableTask[T]]) -> ResumableTask[T]:
        failure: Exception = FileNotFoundError(f"There is no {path.name}.")
        if path in self._unwritten:
            try:
                return (yield from reader(self._unwritten[path]))
            except ValueError as problem:
                failure = problem
                self._refuse(path, problem)
        refused: list[tuple[Path, Exception]] = []
        for file in (path, _backup(path)):
            if not os.path.lexists(file) or file in self._shunned:
                continue
            try:
                text = read_whole(file)
                found = yield from reader(text)
            except (OSError, ValueError) as problem:
                failure = problem
                refused.append((file, problem))
                continue
            self._refuse_all(refused)
            if file != path:
                self._restore(file, path, text)
            self._known[path] = hash(text)
            return found
        self._refuse_all(refused)
        raise OSError(f"{path.name} can't be read: {failure}") from failure

    def _refuse_all(self, refused: Iterable[tuple[Path, Exception]]) -> None:
        for file, problem in refused:
            self._refuse(file, problem)

    def _refuse(self, path: Path, problem: Exception) -> None:
        """Set a record aside, with the line that is wrong if that is known."""
        if isinstance(problem, OSError | UnicodeDecodeError):
            self.set_aside(path, "storage.match_unreadable")
        else:
            self.set_aside(path, "storage.match_refused", reason=str(problem))

    def _restore(self, backup: Path, path: Path, text: str) -> None:
        """Let the copy kept before take the place of the file that was set aside."""
        try:
            backup.replace(path)
        except OSError:
            self._unwritten[path] = text
        self._notice("storage.match_from_backup", name=path.name)

    def _taken(self, path: Path, text: str) -> bool:
        """Whether the file holds what neither was read or written here nor is `text`: another window's."""
        try:
            there = read_whole(path)
        except (OSError, UnicodeDecodeError):
            return False
        return there != text and hash(there) != self._known.get(path)

    def _own(self, folder: str, match_id: str, text: str) -> str:
        """`match_id`, or if another window has written there, a free id beside it.

        A notice says so where it is the same match; two that were begun in the same second only have the same id.
        """
        if not self._taken(self._match(folder, match_id), text):
            return match_id
        own = self._free(f"{match_id}-{n}" for n in range(2, 10_000))
        if any(self._match(place, match_id) in self._known for place in ("matches", "finished")):
            self._notice("storage.two_windows", name=own + _SUFFIX)
        return own

    def _write_match(self, path: Path, text: str) -> bool:
        written = self._write(path, text)
        if written:
            self._known[path] = hash(text)
        return written

    def _delete(self, path: Path) -> None:
        self._unwritten.pop(path, None)
        self._known.pop(path, None)
        for name in (_backup(path), path):  # a power cut between the two must not bring the older one back
            try:
                name.unlink(missing_ok=True)
            except OSError as problem:
                self._warn(problem)

    def _write(self, path: Path, text: str) -> bool:
        try:
            write_whole(path, text)
        except OSError as problem:
            self._unwritten[path] = text
            self.log(f"{path.name} was not written: {problem}")
            self._warn(problem)
            return False
        self._unwritten.pop(path, None)
        self._warned = self._warned and bool(self._unwritten)
        return True

    def _warn(self, problem: OSError) -> None:
        """Say once that nothing can be saved, and again only if meanwhile everything could."""
        if not self._warned:
            self._warned = True
            why = problem.strerror or type(problem).__name__
            self.alarm = Notice("storage.nothing_kept", {"folder": cleaned(str(self.data)), "why": why})

    def _notice(self, key: str, **facts: str) -> None:
        self.notices.append(Notice(key, facts))
        self.log(" ".join([key, *(f"{name}={value}" for name, value in facts.items())]))


def _at_once(reader: Callable[[str], T]) -> Callable[[str], ResumableTask[T]]:
    """A reader that is done before its first portion is."""

    def reading(text: str) -> ResumableTask[T]:
        yield from ()
        return reader(text)

    return reading


def _backup(path: Path) -> Path:
    return path.with_name(path.name + _BACKUP)


def _dated(folder: Path) -> Iterator[tuple[str, float]]:
    """The names of what lies in a folder, and when each was changed; none where it can't be read."""
    with contextlib.suppress(OSError), os.scandir(folder) as there:
        for one in there:
            with contextlib.suppress(OSError):
                yield one.name, one.stat(follow_symlinks=False).st_mtime


def read_whole(path: Path) -> str:
    """The text of a file, its line ends as here. `OSError` (`OddFileError`) or UnicodeDecodeError if it is none."""
    if not stat.S_ISREG(path.stat().st_mode):  # reading a pipe or a device may never end
        raise OddFileError(f"{path.name} is no file")
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise TooLargeError(f"{path.name} is larger than {MOST_BYTES} bytes")
    return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def write_whole(path: Path, text: str) -> None:
    """Put `text` at `path` whole or not at all, even if the power fails; the file that was there becomes `.bak`.

    `OSError` when it can't be done; then the file that was there still is. Half a surrogate pair is written as JSON
    does it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with fresh.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            _keep_previous(path)
        fresh.replace(path)
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
    if os.name == "posix":
        with contextlib.suppress(OSError):  # not every file system can; the file is in its place already
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _keep_previous(path: Path) -> None:
    """Make a second name for the file, so that no moment passes without it; a copy where links aren't known."""
    spare = path.with_name(f".{path.name}.{os.getpid()}{_BACKUP}")
    try:
        spare.unlink(missing_ok=True)
        try:
            os.link(path, spare)
        except OSError:
            shutil.copy2(path, spare)
        spare.replace(_backup(path))
    finally:
        spare.unlink(missing_ok=True)
