"""The user's settings, matches, reviews and other data on disk (`scenes.app.atomic_files` reads and writes them).

The id of a match changes if another window has written a match under it, so `save_match` and `finish_match` return
the id. A finished match is written to its new folder before it is deleted in the old one; `startup_cleanup.py`
removes one of the two after a power cut. Of several windows that show a match only the one that has claimed it
(`claim`) writes it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from rules.common.resumable import ResumableTask, run_to_end
from scenes.app.atomic_files import (
    BACKUP,
    UNUSABLE_FILE_ERRORS,
    Files,
    backup_of,
    call_reachable,
    find_copies,
    list_with_times,
    read_whole,
)
from scenes.app.file_locks import Claim, replace_file, sync_folder
from scenes.app.settings import Settings, merge_settings, read_settings, settings_to_dict

T = TypeVar("T")

Folder: TypeAlias = Literal["matches", "finished"]  # of unfinished or of finished matches

FOLDERS: Final[tuple[Folder, ...]] = ("matches", "finished")
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_SECOND_VERSION_ID: Final = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-\d+-(\d+)")
"""The pattern for the id of another window's version of a match, as made by `Storage._choose_id`."""
_SUFFIX: Final = ".tablier"


class MatchFile(NamedTuple):
    """A match on disk, in a list of matches. `mtime` is the modification time of its file, in seconds since 1970."""

    id: str
    folder_path: Path
    mtime: float
    versions: tuple[str, ...] = ()  # file names of other versions of the match, made by file-sharing programs

    @property
    def path(self) -> Path:
        """The path of the match's file, built on demand because a list may have thousands of entries."""
        return self.folder_path / (self.id + _SUFFIX)

    def name_with_version(self, player_names: str) -> str:
        """Return `player_names` with the number of the match's version: "Anna and Ben (2)"."""
        again = _SECOND_VERSION_ID.fullmatch(self.id)
        return f"{player_names} ({again[1]})" if again else player_names


class Storage(Files):
    """The user's settings, matches and other data. Methods that read a match may raise OSError."""

    def __init__(self) -> None:
        super().__init__()
        self._known_hashes: dict[Path, int] = {}  # hashes of the texts of matches last read or written in this window
        self._claims: dict[str, Claim] = {}  # the matches open in this window
        self._saved: dict[str, object] | None = None

    # --- settings

    def load_settings(self) -> Settings:
        """Read the settings; missing or invalid settings get their defaults.

        A malformed file is renamed with a notice, and its backup is read. An unreadable file is left alone.
        """
        path = self.config / "settings.json"
        data = None
        with contextlib.suppress(OSError):
            data = self.read_object(path)
            if data is None and os.path.lexists(path):
                self.set_aside(path, "storage.settings_unreadable")
            if data is None:
                data = self.read_object(backup_of(path))
                if data is not None:
                    self.add_notice("storage.settings_from_backup")
        settings, refused = read_settings(data or {})
        for name in refused:
            self.add_notice("storage.setting_refused", name=name)
        self._saved = settings_to_dict(settings)
        return settings

    def save_settings(self, settings: Settings) -> None:
        """Write the settings that were changed in this window; others stay as another window has saved them."""
        path = self.config / "settings.json"
        ours = settings_to_dict(settings)
        with self.lock():
            try:
                theirs = None if self._saved is None else self.read_object(path)
            except OSError:
                return
            merged = ours if self._saved is None else merge_settings(ours, self._saved, theirs or {})
            if self.write(path, json.dumps(merged, indent=2, ensure_ascii=False) + "\n"):
                self._saved = ours

    # --- other data

    def load_data(self, name: str) -> dict[str, object]:
        """Return what `save_data` saved as `name`, or an empty object; callers have to validate it.

        A malformed file is renamed with a notice, and its backup is used. A file that the system can't read now is
        left alone; `save_data` doesn't write it until it has been read.
        """
        path = self._data_path(name)
        if path in self.pending:
            kept: dict[str, object] = json.loads(self.pending[path])
            return kept
        for file in (path, backup_of(path)):
            if file in self.left_out:
                continue
            try:
                if not self._exists(file):
                    continue
                data = self.read_object(file)
            except OSError:
                return {}
            if data is None:
                self.set_aside(file, "storage.data_unreadable")
                continue
            if file != path:
                self.add_notice("storage.data_from_backup", name=path.name)
                self.save_data(name, data)
            return data
        return {}

    def save_data(self, name: str, data: dict[str, object]) -> None:
        path = self._data_path(name)
        if not self.unread & {path, backup_of(path)}:
            self.write(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")

    def list_data(self, name: str) -> list[str]:
        """Return the names "name-1", "name-2", … that are in use, by number."""
        found = {file for file, _ in list_with_times(self.data)} | {path.name for path in self.pending}
        numbered = (re.fullmatch(re.escape(name) + r"-([0-9]{1,9})\.json(?:\.bak)?", file) for file in found)
        return [f"{name}-{number}" for number in sorted({int(match[1]) for match in numbered if match})]

    def _data_path(self, name: str) -> Path:
        if not _ID.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a file")
        return self.data / f"{name}.json"

    # --- matches

    def new_id(self) -> str:
        """Return an id for a new match: the local time and a number."""
        stem = time.strftime("%Y-%m-%d-%H%M%S")
        return self._first_free_id(f"{stem}-{n}" for n in range(1, 10_000))

    def claim(self, match_id: str, takes_over: bool = False) -> bool:
        """Make this window the only one that may change a match; return False if another window has claimed it.

        With `takes_over`, take it over from that window. Where the system has no locks, all windows may change it.
        """
        with self.lock():
            if self.is_owner(match_id):
                return True
            try:
                claim = Claim(self.data / "open" / match_id)
                if not claim.take(takes_over):
                    return False
            except OSError:
                return True
            self._claims[match_id] = claim
        return True

    def is_owner(self, match_id: str) -> bool:
        return match_id in self._claims and self.still_owns(match_id)

    def is_changed_elsewhere(self, match_id: str) -> bool:
        """Return whether another window has written, finished or reopened a match since it was read or written here.

        Call it after `claim` if the match was read before.
        """
        for folder in FOLDERS:
            path = self._match_path(folder, match_id)
            with contextlib.suppress(OSError):
                if path in self._known_hashes and (self._is_changed(path, "") or not self._exists(path)):
                    return True
        return False

    def still_owns(self, match_id: str) -> bool:
        """Return whether no other window has taken over a match claimed here; if one has, release the match."""
        try:
            owned = match_id not in self._claims or self._claims[match_id].is_owner
        except OSError:
            return True
        if not owned:
            self._claims.pop(match_id).close()
        return owned

    def release(self, match_id: str) -> None:
        claim = self._claims.pop(match_id, None)
        if claim is not None:
            with self.lock(), contextlib.suppress(OSError):
                claim.close()

    def save_match(self, match_id: str, text: str) -> str:
        """Save an unfinished match; return its id, which is new if another window has changed the match."""
        with self.lock():
            match_id = self._choose_id("matches", match_id, text)
            self._write_match(self._match_path("matches", match_id), text)
        return match_id

    def load_match(self, match_id: str, folder: Folder = "matches") -> str:
        return self.read_match(match_id, str, folder)

    def read_match(self, match_id: str, reader: Callable[[str], T], folder: Folder = "matches") -> T:
        return run_to_end(self.reading_match(match_id, _as_task(reader), folder))

    def peek_record(self, path: Path) -> str:
        """Return the record at a `MatchFile.path`, or the record's backup. Raises OSError or UnicodeDecodeError."""
        try:
            return self.read(path)
        except FileNotFoundError:
            return self.read(backup_of(path))

    def list_matches(self, folder: Folder = "matches") -> list[MatchFile]:
        """Return the matches in a folder, the latest first. This is slow if there are thousands of them."""
        folder_path = self.data / folder
        found: dict[str, MatchFile] = {}
        for match_id, backup, mtime in sorted(self._iter_files(folder), key=lambda file: file[1]):
            if not backup or not (match_id in found or self._has_other_case(folder, match_id)):
                found[match_id] = MatchFile(match_id, folder_path, mtime)
        names = (name for name, _ in list_with_times(folder_path) if folder_path / name not in self.left_out)
        for name, match_id in find_copies(names, found, _SUFFIX).items():
            found.pop(name.removesuffix(_SUFFIX), None)
            one = found.get(match_id) or MatchFile(match_id, folder_path, 0.0)
            with contextlib.suppress(OSError):
                mtime = max(one.mtime, (folder_path / name).stat().st_mtime)
                found[match_id] = one._replace(mtime=mtime, versions=(*one.versions, name))
        return sorted(found.values(), key=lambda entry: (entry.mtime, entry.id), reverse=True)

    def list_versions(self, match_id: str, folder: Folder = "matches") -> tuple[str, ...]:
        return next((entry.versions for entry in self.list_matches(folder) if entry.id == match_id), ())

    def choose_version(self, match_id: str, name: str, folder: Folder = "matches") -> None:
        """Exchange the contents of a match and of another version of it. Raises OSError or UnicodeDecodeError."""
        other_path, own_path = self.data / folder / name, self._match_path(folder, match_id)
        with self.lock():
            text, old_text = read_whole(other_path), None
            with contextlib.suppress(FileNotFoundError):
                old_text = self.read(own_path)
            if not self._write_match(own_path, text):
                return
            if old_text is None:
                self.delete(other_path)
            else:
                self.write(other_path, old_text)

    @property
    def unread_match(self) -> bool:
        return any(path.parent == self.data / "matches" for path in self.unread)

    def has_finished(self) -> bool:
        return next(self._iter_files("finished"), None) is not None

    def finished_record(self, match_id: str) -> Path | None:
        is_there = self._is_in_folder("finished", match_id) and not self._has_other_case("finished", match_id)
        return self._match_path("finished", match_id) if is_there else None

    def finish_match(self, match_id: str, text: str) -> str:
        """Save a finished match and delete its unfinished record; return its id, as `save_match` does."""
        unfinished = self._match_path("matches", match_id)
        with self.lock():
            is_changed = self._is_changed(unfinished, text) or self._has_other_case("matches", match_id)
            match_id = self._choose_id("finished", match_id, text)
            if not self._write_match(self._match_path("finished", match_id), text):
                self.pending.pop(unfinished, None)
            elif not is_changed and self.sync_folder("finished"):
                self.delete(unfinished)
        return match_id

    def delete_match(self, match_id: str) -> None:
        """Delete an unfinished match, because the user wants it or because it is saved as finished."""
        with self.lock():
            self.delete(self._match_path("matches", match_id))

    def is_unwritten(self, match_id: str) -> bool:
        return any(self._match_path(folder, match_id) in self.pending for folder in FOLDERS)

    def sync_folder(self, folder: Folder) -> bool:
        """Flush a folder to the disk; return whether that worked, so that records elsewhere may be deleted."""
        return sync_folder(self.data / folder)

    def leave_out(self, match_id: str) -> None:
        """Don't list an unfinished match until the next start, because it causes errors; its file is kept."""
        path = self._match_path("matches", match_id)
        self.left_out |= {path, backup_of(path)}

    def delete_finished(self, match_id: str) -> None:
        """Delete a finished match and its review, because the user wants it or because the match goes on."""
        with self.lock():
            self.delete(self._match_path("finished", match_id))
            self.delete_review(match_id)

    # --- reviews

    def keep_review(self, match_id: str, text: str) -> None:
        self.write(self._review_path(match_id), text)

    def load_review(self, match_id: str) -> str | None:
        """Return the review of a match; None if there is none. An unusable file is renamed with a notice."""
        return self.read_or_set_aside(self._review_path(match_id), "storage.review_unreadable")

    def refuse_review(self, match_id: str) -> None:
        self.set_aside(self._review_path(match_id), "storage.review_unreadable")

    def delete_review(self, match_id: str) -> None:
        self.delete(self._review_path(match_id))

    def _review_path(self, match_id: str) -> Path:
        return self.data / "reviews" / f"{match_id}.json"

    def remember_open(self, match_id: str | None) -> None:
        """Save the id of the open match (None: no match), which the next start opens again."""
        if match_id is None:
            self.delete(self.data / "open.txt")
        else:
            self.write(self.data / "open.txt", match_id + "\n")

    def forget_open(self, match_id: str) -> None:
        """Don't open a match again at the next start; if the saved id is that of another match, leave it alone."""
        with self.lock(), contextlib.suppress(OSError, UnicodeDecodeError):
            if self.read(self.data / "open.txt").strip() == match_id:
                self.remember_open(None)

    def open_match(self) -> str | None:
        """Return the id of the match that was open last; None if it no longer exists."""
        match_id = (self.read_or_set_aside(self.data / "open.txt", "storage.match_unreadable") or "").strip()
        return match_id if any(entry.id == match_id for entry in self.list_matches()) else None

    # --- on disk

    def _match_path(self, folder: Folder, match_id: str) -> Path:
        if not _ID.fullmatch(match_id):
            raise ValueError(f"{match_id!r} is no match id")
        return self.data / folder / (match_id + _SUFFIX)

    def _iter_files(self, folder: Folder) -> Iterator[tuple[str, bool, float]]:
        folder_path = self.data / folder
        left_out_names = {path.name for path in self.left_out if path.parent == folder_path}
        for name, mtime in list_with_times(folder_path):
            original = name.removesuffix(BACKUP)
            match_id = original.removesuffix(_SUFFIX)
            if match_id != original and _ID.fullmatch(match_id) and name not in left_out_names:
                yield match_id, name != original, mtime
        for path in self.pending:
            if path.parent == folder_path and path.name not in left_out_names:
                yield path.name.removesuffix(_SUFFIX), False, time.time()

    def _is_in_folder(self, folder: Folder, match_id: str) -> bool:
        path = self._match_path(folder, match_id)
        is_known = path in self.pending or path in self._known_hashes  # also if the system can't look now
        return is_known or os.path.lexists(path) or os.path.lexists(backup_of(path))

    def _has_other_case(self, folder: Folder, match_id: str) -> bool:
        # Windows and macOS take the file of the match "Anna" for that of "anna". The app's own ids have no letters.
        path = self._match_path(folder, match_id)
        path = path if os.path.lexists(path) else backup_of(path)
        if match_id.lower() == match_id.upper() or not os.path.lexists(path):
            return False
        has_other = False  # also if the folder can't be read
        for name, _ in list_with_times(path.parent):
            if name == path.name:
                return False
            has_other = has_other or name.lower() == path.name.lower()
        return has_other

    def _exists(self, path: Path) -> bool:
        """Return whether there is a file at `path`, or even a broken link.

        If the system can't tell, call `report_unreadable` and raise OSError.
        """
        try:
            call_reachable(path.lstat)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as problem:
            self.report_unreadable(path, problem)
            raise
        return True

    def _first_free_id(self, names: Iterator[str]) -> str:
        taken = {name.lower() for name, _ in list_with_times(self.data / "open")}
        return next(
            name
            for name in names
            if name.lower() not in taken and not any(self._is_in_folder(place, name) for place in FOLDERS)
        )

    def reading_match(
        self, match_id: str, reader: Callable[[str], ResumableTask[T]], folder: Folder = "matches"
    ) -> ResumableTask[T]:
        """Read the record of a match with `reader`, as a resumable task. Raises OSError if it can't be read.

        A malformed file, or one that `reader` refuses with a ValueError, is renamed with a notice. Then the backup
        replaces it, with another notice. A file that the system can't read now is left alone. No file is changed
        before the last step of the task.
        """
        path = self._match_path(folder, match_id)
        failure: Exception = FileNotFoundError(f"There is no {path.name}.")
        if path in self.pending:
            try:
                return (yield from reader(self.pending[path]))
            except ValueError as problem:
                failure = problem
                self._set_aside_refused([(path, problem)])
        refused: list[tuple[Path, Exception]] = []
        for file in (path, backup_of(path)):
            if file in self.left_out or not self._exists(file):
                continue
            try:
                text = read_whole(file)
                found = yield from reader(text)
            except (ValueError, *UNUSABLE_FILE_ERRORS) as problem:
                failure = problem
                refused.append((file, problem))
                continue
            except OSError as problem:
                self.report_unreadable(file, problem)
                raise
            self.unread -= {path, backup_of(path)}
            self._set_aside_refused(refused)
            if file != path:
                self._restore_backup(file, path, text)
            self._known_hashes[path] = hash(text)
            return found
        self._set_aside_refused(refused)
        raise OSError(f"{path.name} can't be read: {failure}") from failure

    def _set_aside_refused(self, refused: Iterable[tuple[Path, Exception]]) -> None:
        for path, problem in refused:
            if isinstance(problem, OSError | UnicodeDecodeError):
                self.set_aside(path, "storage.match_unreadable")
            else:
                self.set_aside(path, "storage.match_refused", reason=str(problem))

    def _restore_backup(self, backup: Path, path: Path, text: str) -> None:
        try:
            replace_file(backup, path)
        except OSError:
            self.pending[path] = text
        self.add_notice("storage.match_from_backup", name=path.name)

    def _is_changed(self, path: Path, text: str) -> bool:
        """Return whether the file's text differs from `text` and from the text last read or written here."""
        try:
            content = read_whole(path)
        except (OSError, UnicodeDecodeError):
            return False
        return content != text and hash(content) != self._known_hashes.get(path)

    def _choose_id(self, folder: Folder, match_id: str, text: str) -> str:
        """Return `match_id`; if another window has changed that match, add a notice and return a free id."""
        is_free = not self._has_other_case(folder, match_id)
        if is_free and not self._is_changed(self._match_path(folder, match_id), text):
            return match_id
        new_id = self._first_free_id(f"{match_id}-{n}" for n in range(2, 10_000))
        if any(self._match_path(place, match_id) in self._known_hashes for place in FOLDERS):
            self.add_notice("storage.two_windows", name=new_id + _SUFFIX, n=new_id.rpartition("-")[2])
        if match_id in self._claims:
            self.release(match_id)
            self.claim(new_id)
        return new_id

    def delete(self, path: Path) -> None:
        self.unread -= {path, backup_of(path)}
        super().delete(path)
        if not os.path.lexists(path):  # a file that couldn't be deleted stays known
            self._known_hashes.pop(path, None)

    def _write_match(self, path: Path, text: str) -> bool:
        written = self.write(path, text)
        if written:
            self._known_hashes[path] = hash(text)
        return written


def _as_task(reader: Callable[[str], T]) -> Callable[[str], ResumableTask[T]]:
    def reading(text: str) -> ResumableTask[T]:
        yield from ()
        return reader(text)

    return reading
