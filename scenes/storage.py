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
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from rules.quoting import cleaned
from scenes.lang import LANGUAGES, Words, system_language
from scenes.looks import BACKS, BOARDS, CLOTHS, TABLES, TABLIERS

LOG_LIMIT: Final = 256 * 1024
"""Bytes after which the log is put aside as the one old log."""
MEMORIES: Final = (16, 64, 256, 1024)
"""Megabytes that may be given to the opponent's transposition table."""
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


@dataclass
class Settings:
    """What the person has chosen. After a change: `App.settings_changed()`."""

    language: str = field(default_factory=system_language)
    volume: int = 80
    """Per cent."""
    muted: bool = False
    ambience: bool = False
    """The evening round the table is heard: a fire, and rain."""
    animation: str = "normal"
    """"normal", "fast" or "off"."""
    reduced_motion: bool = False
    small_life: bool = True
    full_screen: bool = False
    window: tuple[int, int] = (1280, 800)
    """Width and height in pixels when not in full screen."""
    text_scale: int = 100
    """Per cent, 100 to 150."""
    table: str = "walnut"
    """"walnut" or "maple"; "contrast" brings its own boards, men, cloth, paper and marks."""
    board: str = "own"
    """Of draughts and chess, with the men that belong to it: "maple", "green" or "slate"; "own": for each game the
    one that it looks best on."""
    board_ducart: str = "own"
    """The same of Ducart."""
    tablier: str = "own"
    """"oak" or "slate"; "own" is walnut."""
    cloth: str = "green"
    """Of the card table: "green", "blue" or "wine"."""
    card_back: str = "red"
    """"red", "blue" or "ink"."""
    legal_targets: bool = True
    """Show where the picked piece may go."""
    turn_board: bool = False
    """With two persons at one machine, turn the board to whoever is to move."""
    confirm_resign: bool = True
    caution: bool = True
    """Ask before a turn that does harm to its own player, though it doesn't lose at once."""
    warnings: bool = True
    """Say when a king can be taken, in games where that ends the match."""
    four_colours: bool = False
    """Diamonds are blue and clubs green."""
    card_pace: str = "normal"
    """How fast computer players play at a card table: "slow", "normal" or "instant"."""
    dice_by_hand: bool = False
    """The person uses the own dice, where the table would do it."""
    chances: str = "usual"
    """Whether the exact chance is shown: "on", "off", or "usual", unless the players have to look for themselves."""
    quack: bool = True
    """The duck is heard when it is put down."""
    memory: int = 64
    """Megabytes of the opponent's transposition table: one of `MEMORIES`."""
    engine: str = ""
    """Path of a UCI engine that may sit on a seat; empty without one."""
    engine_name: str = ""
    """What that engine called itself when it was tried."""
    players: list[str] = field(default_factory=list)
    """The names last used, by seat."""
    setups: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The last set-up of each game, by the game's key; whoever reads one checks what is in it."""
    unknown: dict[str, Any] = field(default_factory=dict)
    """Fields of another version of the app, kept as they were."""


def _number(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _one_of(*names: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in names


def _member(*numbers: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and value in numbers


def _line(longest: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and len(value) <= longest and value.isprintable()


def _switch(value: Any) -> bool:
    return isinstance(value, bool)


def _size(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_number(320, 16384), value))


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(name, str) and len(name) <= 60 and name == cleaned(name) for name in value
    )


def _tables(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(table, dict) for table in value.values())


_VALID: Final[dict[str, Callable[[Any], bool]]] = {
    "language": _one_of(*LANGUAGES),
    "volume": _number(0, 100),
    "muted": _switch,
    "ambience": _switch,
    "animation": _one_of("normal", "fast", "off"),
    "reduced_motion": _switch,
    "small_life": _switch,
    "full_screen": _switch,
    "window": _size,
    "text_scale": _number(100, 150),
    "table": _one_of(*TABLES),
    "board": _one_of(*BOARDS),
    "board_ducart": _one_of(*BOARDS),
    "tablier": _one_of(*TABLIERS),
    "cloth": _one_of(*CLOTHS),
    "card_back": _one_of(*BACKS),
    "legal_targets": _switch,
    "turn_board": _switch,
    "confirm_resign": _switch,
    "caution": _switch,
    "warnings": _switch,
    "four_colours": _switch,
    "card_pace": _one_of("slow", "normal", "instant"),
    "dice_by_hand": _switch,
    "chances": _one_of("usual", "on", "off"),
    "quack": _switch,
    "memory": _member(*MEMORIES),
    "engine": _line(4096),
    "engine_name": _line(60),
    "players": _names,
    "setups": _tables,
}
"""What a field of the settings' file may hold, as JSON."""


class Entry(NamedTuple):
    """A match on file. `mtime` is in seconds since 1970."""

    id: str
    path: Path
    mtime: float


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
        self._known: dict[Path, str] = {}
        """What the files of matches held when they were last read or written here."""
        self._shunned: set[Path] = set()
        """What can't be read, and can't be given another name either."""

    # --- settings

    def load_settings(self) -> Settings:
        """The settings on file; what is missing or makes no sense has its default."""
        path = self.config / "settings.json"
        data = self._read_settings(path)
        if data is None and os.path.lexists(path):
            self.set_aside(path, "storage.settings_unreadable")
        if data is None:
            data = self._read_settings(_backup(path))
            if data is not None:
                self._notice("storage.settings_from_backup")
        return self._checked(data or {})

    def save_settings(self, settings: Settings) -> None:
        """Write the settings, and what another version of the app had among them."""
        data = asdict(settings)
        data |= data.pop("unknown")
        self._write(self.config / "settings.json", json.dumps(data, indent=2, ensure_ascii=False) + "\n")

    def _read_settings(self, path: Path) -> dict[str, Any] | None:
        try:
            data = json.loads(read_whole(path))
        except (OSError, ValueError, RecursionError):
            return None
        return data if isinstance(data, dict) else None

    def _checked(self, data: dict[str, Any]) -> Settings:
        settings = Settings(unknown={name: value for name, value in data.items() if name not in _VALID})
        for name in (one.name for one in fields(Settings) if one.name in data and one.name in _VALID):
            if not _VALID[name](data[name]):
                self._notice("storage.setting_refused", name=name)
                continue
            setattr(settings, name, tuple(data[name]) if name == "window" else data[name])
        return settings

    # --- matches

    def new_id(self) -> str:
        """An id for a new match: the local time, which sorts and says something to whoever opens the folder."""
        stem = time.strftime("%Y-%m-%d-%H%M%S")
        taken = {entry.id for entry in self.list_matches() + self.list_finished()}
        return next(name for n in range(1, 10_000) if (name := f"{stem}-{n}") not in taken)

    def save_match(self, match_id: str, text: str) -> str:
        """Keep an unfinished match; the record that was there before stays beside it. The id that it has now:

        where another window has written the same match meanwhile, this one goes on under an id of its own.
        """
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
        return self._read(self._match("matches", match_id), reader)

    def read_finished(self, match_id: str, reader: Callable[[str], T]) -> T:
        """The same for a finished match."""
        return self._read(self._match("finished", match_id), reader)

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
        """The finished matches, the latest first."""
        return self._list("finished")

    def finish_match(self, match_id: str, text: str) -> str:
        """Keep a finished match, then take the unfinished one away; that stays if the other can't be written.

        The id that it has now, as for `save_match`; what another window has written is not taken away.
        """
        unfinished = self._match("matches", match_id)
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

    def delete_finished(self, match_id: str) -> None:
        """Take a finished match away, for the person asked for it."""
        self._delete(self._match("finished", match_id))

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
        """Try once more to write what couldn't be written: the disk may have room again."""
        for path, text in list(self._unwritten.items()):
            self._write(path, text)

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
        return self.logs / "tablier.log"

    def log(self, line: str) -> None:
        """Add a line to the log; past `LOG_LIMIT` bytes the log becomes the old log, of which there is one."""
        path = self.log_file
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and path.stat().st_size > LOG_LIMIT:
                path.replace(path.with_name("tablier-old.log"))
            with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(time.strftime("%Y-%m-%d %H:%M:%S ") + line.replace("\n", "\n  ") + "\n")

    def log_once(self, line: str) -> None:
        """Add a line unless the log says so already."""
        try:
            told = line in self.log_file.read_text(encoding="utf-8", errors="replace")
        except OSError:
            told = False
        if not told:
            self.log(line)

    # --- on disk

    def _match(self, folder: str, match_id: str) -> Path:
        if not _ID.fullmatch(match_id):
            raise ValueError(f"{match_id!r} is no match id")
        return self.data / folder / (match_id + _SUFFIX)

    def _list(self, folder: str) -> list[Entry]:
        found: dict[str, Entry] = {}
        paths: list[Path] = []
        for suffix in (_SUFFIX + _BACKUP, _SUFFIX):
            with contextlib.suppress(OSError):
                paths += (self.data / folder).glob(f"*{suffix}")
        for path in paths:
            original = path.with_name(path.name.removesuffix(_BACKUP))
            match_id = original.name.removesuffix(_SUFFIX)
            if _ID.fullmatch(match_id) and path not in self._shunned:
                with contextlib.suppress(OSError):
                    found[match_id] = Entry(match_id, original, path.lstat().st_mtime)
        for path in self._unwritten:
            if path.parent == self.data / folder:
                match_id = path.name.removesuffix(_SUFFIX)
                found[match_id] = Entry(match_id, path, time.time())
        return sorted(found.values(), key=lambda entry: (entry.mtime, entry.id), reverse=True)

    def _read(self, path: Path, reader: Callable[[str], T]) -> T:
        failure: Exception = FileNotFoundError(f"There is no {path.name}.")
        if path in self._unwritten:
            try:
                return reader(self._unwritten[path])
            except ValueError as problem:
                failure = problem
                self._refuse(path, problem)
        for file in (path, _backup(path)):
            if not os.path.lexists(file) or file in self._shunned:
                continue
            try:
                text = read_whole(file)
                found = reader(text)
            except (OSError, ValueError) as problem:
                failure = problem
                self._refuse(file, problem)
                continue
            if file != path:
                self._restore(file, path, text)
            self._known[path] = text
            return found
        raise OSError(f"{path.name} can't be read: {failure}") from failure

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
        return there not in (text, self._known.get(path))

    def _own(self, folder: str, match_id: str, text: str) -> str:
        """`match_id`, or if another window has written there, a free id beside it, with a notice."""
        if not self._taken(self._match(folder, match_id), text):
            return match_id
        taken = {entry.id for entry in self.list_matches() + self.list_finished()}
        own = next(name for n in range(2, 10_000) if (name := f"{match_id}-{n}") not in taken)
        self._notice("storage.two_windows", name=own + _SUFFIX)
        return own

    def _write_match(self, path: Path, text: str) -> bool:
        written = self._write(path, text)
        if written:
            self._known[path] = text
        return written

    def _delete(self, path: Path) -> None:
        self._unwritten.pop(path, None)
        self._known.pop(path, None)
        for name in (path, _backup(path)):
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


def _backup(path: Path) -> Path:
    return path.with_name(path.name + _BACKUP)


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
