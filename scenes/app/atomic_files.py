"""Reading and writing of the user's files; a file is always written whole or not at all.

A file with unusable content is renamed; user data is never deleted unless the user asks for it. If nothing can be
written, the app keeps texts in memory until it closes, and one message says that nothing will be saved.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import chain
from operator import methodcaller
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from rules.common.quoting import remove_controls, shorten
from scenes.app.file_locks import OPEN_FLAGS, file_lock, make_folder, replace_file, retry_while_held, sync_folder
from scenes.app.log import Log
from scenes.app.words import Words

T = TypeVar("T")

MOST_BYTES: Final = 5_000_000  # larger files aren't read
MOST_LEVELS: Final = 50  # of nesting in JSON; deeper values can be parsed, but not written again
_LONGEST_SHOWN: Final = 80  # characters of a file's name
BACKUP: Final = ".bak"  # suffix of a file's previous version


class NotAFileError(OSError):
    """The error for a folder, a pipe or a device in place of a file."""


class TooLargeError(OSError):
    """The error for a file of more than `MOST_BYTES` bytes."""


class UnreachableError(OSError):
    """The error for a file that isn't missing, but out of reach, as on a network that has gone away."""


UNUSABLE_FILE_ERRORS: Final = (NotAFileError, TooLargeError, FileNotFoundError)
"""Errors for paths without a usable file, such as broken links. After any other OSError the file may be intact."""
_COPY_NAME: Final = re.compile(
    r"([A-Za-z0-9][A-Za-z0-9_-]*?)"
    r"(?:[ _.~-]*(?:sync-conflict|conflicted copy|conflict)\b.*|[ _]*\([^()]{1,100}\)(?:[ _]*\(.*\))?)",
    re.IGNORECASE,
)
"""Pattern for names that Syncthing, Nextcloud, Dropbox and Google Drive give to copies; group 1 is the match's id."""
_MISSING_CODES: Final = (None, 2, 3)  # `winerror` if a file is missing; it differs if a network is away
_IMPOSSIBLE_FOLDER: Final = Path(os.devnull) / "tablier"  # a folder that can't be made


class Notice(NamedTuple):
    """A message for the user, as a key of the words: the language is only known once the settings are read."""

    key: str
    facts: dict[str, str]

    def sentence(self, words: Words) -> str:
        return words(self.key, **self.facts)


class Files:
    """The user's folders and the files in them. Methods raise OSError only where they say so.

    Everything in the folder `cache` can be made again: it may be missing, damaged or from another version.
    """

    def __init__(self) -> None:
        self.notices: list[Notice] = []  # messages for the menu, the oldest first; the menu clears them
        self.alarm: Notice | None = None  # message that nothing can be saved; the app shows it at once and clears it
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
            except RuntimeError:  # there is no home folder: the app works, but nothing is saved
                self.config = self.data = self.logs = self.cache = _IMPOSSIBLE_FOLDER
        self.pending: dict[Path, str] = {}  # texts that couldn't be written; they are read in place of the files
        self._has_warned = False
        self._holds_lock: bool | None = None  # None outside `lock`
        self._log = Log(self.logs / "tablier.log")
        self.left_out: set[Path] = set()  # files to ignore: unusable but impossible to rename, or left out on purpose
        self.unread: set[Path] = set()  # files that the system couldn't read last time and that may be intact

    @contextlib.contextmanager
    def lock(self) -> Iterator[bool]:
        """Keep other windows from writing; yield whether that worked (see `file_lock`). Locks may be nested."""
        if self._holds_lock is not None:
            yield self._holds_lock
            return
        with contextlib.ExitStack() as exit_stack:
            self._holds_lock = False
            exit_stack.callback(setattr, self, "_holds_lock", None)
            with contextlib.suppress(OSError):
                exit_stack.enter_context(file_lock(self.data / ".turn"))
                self._holds_lock = True
            yield self._holds_lock

    def read(self, path: Path) -> str:
        """Return the pending text of a file, or else its content. Raises OSError or UnicodeDecodeError."""
        return self.pending[path] if path in self.pending else read_whole(path)

    def read_object(self, path: Path) -> dict[str, object] | None:
        """Return the JSON object in a file; None if the file is missing, unusable or malformed.

        If the system can't read the file, call `report_unreadable` and raise OSError.
        """
        try:
            found = parse_object(read_whole(path))
        except (ValueError, *UNUSABLE_FILE_ERRORS):
            found = None
        except OSError as problem:
            self.report_unreadable(path, problem)
            raise
        self.unread.discard(path)
        return found

    def read_or_set_aside(self, path: Path, why: str) -> str | None:
        """Return a file's text; None if the file is missing, unusable (then it is set aside) or can't be read now."""
        try:
            return self.read(path)
        except (UnicodeDecodeError, *UNUSABLE_FILE_ERRORS):
            if os.path.lexists(path):
                self.set_aside(path, why)
        except OSError as problem:
            self.report_unreadable(path, problem)
        return None

    def report_unreadable(self, path: Path, problem: OSError) -> None:
        """Add a notice, once per file, that the system can't read the file now. The file is left as it is."""
        if path not in self.unread and self.data != _IMPOSSIBLE_FOLDER:
            self.unread.add(path)
            self.add_notice("storage.unread", name=path.name, why=problem.strerror or type(problem).__name__)

    def write_pending(self) -> None:
        """Try again to write all pending texts, and close the log."""
        for path, text in list(self.pending.items()):
            self.write(path, text)
        self._log.close()

    def set_aside(self, path: Path, why: str, **facts: str) -> None:
        """Rename an unusable file, or ignore it if that fails, and add a notice.

        `why` is the key of the notice's words; their placeholders are `name` (the old name), `kept` (the new one) and
        those in `facts`.
        """
        names = (path.with_name(f"{path.name}.unreadable-{n}") for n in range(1, 10_000))
        new_path = next(name for name in names if not os.path.lexists(name))
        self.pending.pop(path, None)
        try:
            replace_file(path, new_path)
        except OSError:
            new_path = path
            self.left_out.add(path)
        self.add_notice(why, name=path.name, kept=new_path.name, **facts)

    @property
    def engines(self) -> Path:
        return self.cache / "engines"

    @property
    def log_file(self) -> Path:
        return self._log.path

    def log(self, line: str) -> None:
        self._log.write(line)

    def delete(self, path: Path) -> None:
        self.pending.pop(path, None)
        for name in (backup_of(path), path):  # a power cut between the two must not bring the older one back
            try:
                retry_while_held(name, partial(call_reachable, name.unlink))
            except FileNotFoundError:
                continue
            except OSError as problem:
                self._raise_alarm(problem)
                return
            sync_folder(path.parent)

    def write(self, path: Path, text: str) -> bool:
        """Write a file and back up its old version; if that fails, keep the text in `pending` and return False."""
        try:
            write_whole(path, text)
        except OSError as problem:
            self.pending[path] = text
            self.log(f"{path.name} was not written: {problem}")
            self._raise_alarm(problem)
            return False
        self.pending.pop(path, None)
        self._has_warned = self._has_warned and bool(self.pending)
        return True

    def _raise_alarm(self, problem: OSError) -> None:
        """Set `alarm`, unless it was set before and some text is still unsaved."""
        if not self._has_warned:
            self._has_warned = True
            why = problem.strerror or type(problem).__name__
            if self.data == _IMPOSSIBLE_FOLDER:
                self.alarm = Notice("storage.no_home", {"why": ""})
            else:
                self.alarm = Notice("storage.nothing_kept", {"folder": remove_controls(str(self.data)), "why": why})

    def add_notice(self, key: str, **facts: str) -> None:
        self.notices.append(Notice(key, facts))
        self.log(" ".join([key, *(f"{name}={value}" for name, value in facts.items())]))


def portable_home() -> str | None:
    """Return the folder `portable` beside the executable, if it exists.

    On macOS it is beside the bundle; for an AppImage, beside the image.
    """
    if not getattr(sys, "frozen", False):
        return None
    image, mount = os.environ.get("APPIMAGE"), os.environ.get("APPDIR")
    program = Path(image if image and mount and sys.executable.startswith(mount) else sys.executable)
    folder = program.parents[3] if sys.platform == "darwin" and len(program.parents) > 3 else program.parent
    return str(folder / "portable") if (folder / "portable").is_dir() else None


def parse_object(text: str) -> dict[str, object]:
    """Parse a JSON object. Raises ValueError if the text isn't one or has more than `MOST_LEVELS` levels."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(data, dict):
        raise ValueError("it is no object")
    level: list[object] = [data]
    for _ in range(MOST_LEVELS):
        children = (
            item.values() if isinstance(item, dict) else item for item in level if isinstance(item, dict | list)
        )
        level = list(chain.from_iterable(children))
    if level:
        raise ValueError("it is nested too deep")
    return data


def display_path(path: Path) -> str:
    return shorten(path.name or str(path), _LONGEST_SHOWN)


def backup_of(path: Path) -> Path:
    return path.with_name(path.name + BACKUP)


def list_with_times(folder: Path) -> Iterator[tuple[str, float]]:
    """Yield the names in a folder with their modification times; nothing if the folder can't be read."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                yield entry.name, entry.stat(follow_symlinks=False).st_mtime


def call_reachable(act: Callable[[], T], missing_codes: Collection[int | None] = _MISSING_CODES) -> T:
    """Call `act` and return its result.

    Raises UnreachableError in place of a FileNotFoundError whose `winerror` isn't in `missing_codes`.
    """
    try:
        return act()
    except FileNotFoundError as problem:
        if getattr(problem, "winerror", None) in missing_codes:
            raise
        raise UnreachableError(*problem.args) from problem


def read_whole(path: Path, decode: Callable[[bytes], str] = methodcaller("decode", "utf-8-sig")) -> str:
    """Return the text of a file with normalised line ends. Raises OSError or UnicodeDecodeError."""
    if not stat.S_ISREG(call_reachable(path.stat).st_mode):  # reading a pipe or a device may never end
        raise NotAFileError(f"{path.name} is no file")
    flags, data = os.O_RDONLY | getattr(os, "O_BINARY", 0), bytearray()
    file = call_reachable(lambda: os.open(path, flags), missing_codes=())  # a moment ago it was there
    try:
        while len(data) <= MOST_BYTES and (chunk := os.read(file, MOST_BYTES + 1 - len(data))):
            data += chunk
    finally:
        os.close(file)
    if len(data) > MOST_BYTES:
        raise TooLargeError(f"{path.name} is larger than {MOST_BYTES} bytes")
    return decode(bytes(data)).replace("\r\n", "\n").replace("\r", "\n")


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path` so that even a power cut leaves the old or the new file; the old one becomes its `.bak`.

    Other users can't read the file (mode 0o600). If `path` is a link its target is written. If OSError is raised, the
    old file is intact.
    """
    make_folder(path.parent)
    target = path.resolve() if path.is_symlink() and path.is_file() else path
    temporary, data = _temporary_path(target), text.encode("utf-8", errors="backslashreplace")
    try:
        file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | OPEN_FLAGS, 0o600)
        try:
            while data:
                data = data[os.write(file, data) :]
            os.fsync(file)
        finally:
            os.close(file)
        if path.exists():
            _link_backup(target, backup_of(path))
        replace_file(temporary, target)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    sync_folder(target.parent)


def _link_backup(path: Path, backup: Path) -> None:
    """Make the backup a hard link to the file, or a copy where links aren't supported; the file is never missing."""
    temporary = _temporary_path(backup)
    try:
        try:
            os.link(path, temporary)
        except OSError:
            shutil.copy2(path, temporary)
        replace_file(temporary, backup)
    finally:
        temporary.unlink(missing_ok=True)


def _temporary_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.urandom(8).hex()}")


def _original_id(stem: str, known_ids: Collection[str]) -> str | None:
    """Return the id of the match that the file named `stem` is a copy of; None if the file isn't a copy.

    OneDrive appends the computer's name to the id of a match, one of the `known_ids`. An id followed by a number is
    no copy but another id, made by this app.
    """
    copy = _COPY_NAME.fullmatch(stem)
    if copy is not None and stem not in known_ids:
        return copy[1]
    words = stem.split("-")
    prefixes = ("-".join(words[:count]) for count in range(len(words) - 1, 0, -1) if not words[count].isdigit())
    return next((prefix for prefix in prefixes if prefix in known_ids), None)


def find_copies(names: Iterable[str], known_ids: Collection[str], suffix: str) -> dict[str, str]:
    """Return the names with this suffix of files that are copies of a match, each with the id of that match."""
    stems = {name: name.removesuffix(suffix) for name in sorted(names) if name.endswith(suffix)}
    return {name: original for name, stem in stems.items() if (original := _original_id(stem, known_ids)) is not None}
