"""Writing and reading the person's files, whole or not at all. Nothing else in the app writes to the disk.

A file that can't be read is set aside under another name; nothing of the person's is ever deleted unasked. Where
nothing can be written, everything works until the app closes, and one notice says that it won't be kept.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from rules.common.quoting import cleaned, shortened
from scenes.app.disk import EXACTLY, make_folder, sync_folder, turn_of
from scenes.app.log import Log
from scenes.app.words import Words

WAITING: Final = 1.0
"""Seconds that one window waits for another to have written."""
MOST_BYTES: Final = 5_000_000
"""A file larger than this is none of ours and is not looked at."""
DEEPEST: Final = 50
"""Lists and objects in one another; what goes deeper can be read as JSON and not be written again."""
_LONGEST_SHOWN: Final = 80
BACKUP: Final = ".bak"
"""What the name of a file kept before ends with."""


class OddFileError(OSError):
    """A folder, a pipe or a device lies where a file should."""


class TooLargeError(OSError):
    """A file of more than `MOST_BYTES`."""


GARBLED: Final = (OddFileError, TooLargeError, FileNotFoundError)
"""The errors of what is no file of ours, a link to nowhere among it; after any other OSError a file may be whole."""


_NOWHERE: Final = Path(os.devnull) / "tablier"
"""A folder that can't be made."""


class Notice(NamedTuple):
    """Something that the person should be told; a key of the words, since the language comes from the settings."""

    key: str
    facts: dict[str, str]

    def sentence(self, words: Words) -> str:
        """The notice in the person's language."""
        return words(self.key, **self.facts)


class Files:
    """The person's folders. No method raises for a disk that is full, read-only or broken.

    What lies in `cache` can be made again: it may be missing, damaged or from another version, and is never a record.
    """

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        """What the menu should say, oldest first; whoever has shown them clears them."""
        self.alarm: Notice | None = None
        """What can't wait for the menu: nothing can be saved. Whoever has shown it clears it."""
        home = os.environ.get("TABLIER_HOME") or portable_home()
        if home:
            self.config = self.data = self.logs = Path(home)
            self.cache = self.data / "cache"
        else:
            import platformdirs

            folders = platformdirs.PlatformDirs("tablier", appauthor=False)
            try:
                self.config, self.data = folders.user_config_path, folders.user_data_path
                self.logs, self.cache = folders.user_log_path, folders.user_cache_path
            except RuntimeError:  # the system knows no home: one plays, and nothing is saved
                self.config = self.data = self.logs = self.cache = _NOWHERE
        self.pending: dict[Path, str] = {}
        """What couldn't be written, by the path where it belongs: as good as the disk until the app closes."""
        self._warned = False
        self._alone: bool | None = None
        """Within `alone`: whether no other window writes meanwhile."""
        self._log = Log(self.logs / "tablier.log")
        self.left_out: set[Path] = set()
        """What can't be read and can't be given another name either, and what was left out."""
        self.unread: set[Path] = set()
        """Files that the system couldn't read when they were last wanted. They may be whole, and are left alone."""

    @contextlib.contextmanager
    def alone(self) -> Iterator[bool]:
        """Let no other window write meanwhile. One that takes longer than `WAITING` is not waited for: False then.

        Within it what is on the disk may be looked up and changed as one; it may be entered again.
        """
        if self._alone is not None:
            yield self._alone
            return
        with contextlib.ExitStack() as held:
            self._alone = False
            held.callback(setattr, self, "_alone", None)
            with contextlib.suppress(OSError):
                held.enter_context(turn_of(self.data / ".turn", WAITING))
                self._alone = True
            yield self._alone

    def read(self, path: Path) -> str:
        """The text of a file, or what couldn't be written there. Raises OSError or UnicodeDecodeError."""
        return self.pending[path] if path in self.pending else read_whole(path)

    def read_object(self, path: Path) -> dict[str, object] | None:
        """The object that a file holds as JSON; None where it is missing or no object. `OSError` as for `leave`."""
        try:
            found = loaded(read_whole(path))
        except (ValueError, *GARBLED):
            found = None
        except OSError as problem:
            self.leave(path, problem)
            raise
        self.unread.discard(path)
        return found

    def leave(self, path: Path, problem: OSError) -> None:
        """Tell, once, that the system can't read a file now, and leave it alone: it is wanted again later."""
        if path not in self.unread and self.data != _NOWHERE:
            self.unread.add(path)
            self.notice("storage.unread", name=path.name, why=problem.strerror or type(problem).__name__)

    def flush(self) -> None:
        """Try once more to write what couldn't be written, and log what was only counted."""
        for path, text in list(self.pending.items()):
            self.write(path, text)
        self._log.close()

    def set_aside(self, path: Path, why: str, **facts: str) -> None:
        """Rename a file that can't be read, and give notice by the words `why` with `name`, `kept` and `facts`."""
        names = (path.with_name(f"{path.name}.unreadable-{n}") for n in range(1, 10_000))
        aside = next(name for name in names if not os.path.lexists(name))
        self.pending.pop(path, None)
        try:
            path.replace(aside)
        except OSError:
            aside = path
            self.left_out.add(path)
        self.notice(why, name=path.name, kept=aside.name, **facts)

    @property
    def engines(self) -> Path:
        """Where the opponents' engines lie, once they were compiled here."""
        return self.cache / "engines"

    @property
    def log_file(self) -> Path:
        """Where the log is written."""
        return self._log.path

    def log(self, line: str) -> None:
        """Add a line to the log, which stays small."""
        self._log.write(line)

    def delete(self, path: Path) -> None:
        """Delete a file and the one kept before."""
        self.pending.pop(path, None)
        for name in (backup_of(path), path):  # a power cut between the two must not bring the older one back
            try:
                name.unlink()
            except FileNotFoundError:
                continue
            except OSError as problem:
                self._warn(problem)
                return
            sync_folder(path.parent)

    def write(self, path: Path, text: str) -> bool:
        """Write a file; the one before is kept. Whether that could be done; if not, the text is `pending`."""
        try:
            write_whole(path, text)
        except OSError as problem:
            self.pending[path] = text
            self.log(f"{path.name} was not written: {problem}")
            self._warn(problem)
            return False
        self.pending.pop(path, None)
        self._warned = self._warned and bool(self.pending)
        return True

    def _warn(self, problem: OSError) -> None:
        """Say once that nothing can be saved, and again only if meanwhile everything could."""
        if not self._warned:
            self._warned = True
            why = problem.strerror or type(problem).__name__
            if self.data == _NOWHERE:
                self.alarm = Notice("storage.no_home", {"why": ""})
            else:
                self.alarm = Notice("storage.nothing_kept", {"folder": cleaned(str(self.data)), "why": why})

    def notice(self, key: str, **facts: str) -> None:
        """Tell the person something, and log it."""
        self.notices.append(Notice(key, facts))
        self.log(" ".join([key, *(f"{name}={value}" for name, value in facts.items())]))


def portable_home() -> str | None:
    """The folder `portable` beside the executable (the bundle on macOS, the AppImage), where there is one."""
    if not getattr(sys, "frozen", False):
        return None
    image, mounted = os.environ.get("APPIMAGE"), os.environ.get("APPDIR")
    program = Path(image if image and mounted and sys.executable.startswith(mounted) else sys.executable)
    beside = program.parents[3] if sys.platform == "darwin" and len(program.parents) > 3 else program.parent
    return str(beside / "portable") if (beside / "portable").is_dir() else None


def loaded(text: str) -> dict[str, object]:
    """The object that a text holds as JSON. Raises ValueError if it is none."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(data, dict):
        raise ValueError("it is no object")
    level: list[object] = [data]
    for _ in range(DEEPEST):
        inside = (one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list))
        level = list(chain.from_iterable(inside))
    if level:
        raise ValueError("it is nested too deep")
    return data


def shown(path: Path) -> str:
    """The name of a file as a sentence can say it: without letters that no font has, and not without end."""
    return shortened(path.name or str(path), _LONGEST_SHOWN)


def backup_of(path: Path) -> Path:
    """Where the file kept before lies."""
    return path.with_name(path.name + BACKUP)


def dated(folder: Path) -> Iterator[tuple[str, float]]:
    """The names of what lies in a folder, and when each was changed; none where it can't be read."""
    with contextlib.suppress(OSError), os.scandir(folder) as there:
        for one in there:
            with contextlib.suppress(OSError):
                yield one.name, one.stat(follow_symlinks=False).st_mtime


def _utf_8(data: bytes) -> str:
    return data.decode("utf-8-sig")


def read_whole(path: Path, decode: Callable[[bytes], str] = _utf_8) -> str:
    """The text of a file, its line ends as here. `OSError` (`OddFileError`) or UnicodeDecodeError if it is none."""
    if not stat.S_ISREG(path.stat().st_mode):  # reading a pipe or a device may never end
        raise OddFileError(f"{path.name} is no file")
    file, data = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0)), bytearray()
    try:
        while len(data) <= MOST_BYTES and (part := os.read(file, MOST_BYTES + 1 - len(data))):
            data += part
    finally:
        os.close(file)
    if len(data) > MOST_BYTES:
        raise TooLargeError(f"{path.name} is larger than {MOST_BYTES} bytes")
    return decode(bytes(data)).replace("\r\n", "\n").replace("\r", "\n")


def write_whole(path: Path, text: str) -> None:
    """Put `text` at `path` whole or not at all, even if the power fails; the file that was there becomes `.bak`.

    Nobody else may read it; a link is written through. Raises OSError when it can't be done; then the file that was
    there still is.
    """
    make_folder(path.parent)
    place = path.resolve() if path.is_symlink() and path.is_file() else path
    fresh, data = _spare(place), text.encode("utf-8", errors="backslashreplace")
    try:
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | EXACTLY, 0o600)
        try:
            while data:
                data = data[os.write(file, data) :]
            os.fsync(file)
        finally:
            os.close(file)
        if path.exists():
            _keep_previous(place, backup_of(path))
        fresh.replace(place)
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
    sync_folder(place.parent)


def _keep_previous(path: Path, backup: Path) -> None:
    """Make a second name for the file, so that no moment passes without it; a copy where links aren't known."""
    spare = _spare(backup)
    try:
        try:
            os.link(path, spare)
        except OSError:
            shutil.copy2(path, spare)
        spare.replace(backup)
    finally:
        spare.unlink(missing_ok=True)


def _spare(path: Path) -> Path:
    """A name beside a file that nobody can foresee."""
    return path.with_name(f".{path.name}.{os.urandom(8).hex()}")
