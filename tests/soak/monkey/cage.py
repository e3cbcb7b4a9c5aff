"""The isolated environment of the monkey: home, clock, dice and clipboard, so that equal scripts run equally.

Nothing here asks the system for the time or for chance, and nothing may be written outside the home.
"""

import os
import random
import secrets
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import pygame

from rules.ai.questions import Answer, ChooseByEngine, GreetEngine
from scenes.app import atomic_files
from scenes.app.fallback_fonts import FallbackFonts
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.screens import file_dialog, import_export
from scenes.screens.file_dialog import Item
from tests import pictures
from tests.scenes.opponents import Mind, broken, random_mind, silent

EPOCH: Final = 1_780_000_000.0
"""Seconds since 1970 at which every life begins."""
ENGINE: Final = "/opt/monkey"
"""The engine of the settings, which is never started."""
FAULTY: Final = ("Traceback", "could not be started", "was started again", "not written")
"""Texts in the log that are faults. Setting aside a file that the monkey has damaged is none."""
_WRITES: Final = (
    "os.remove",
    "os.rename",
    "os.mkdir",
    "os.rmdir",
    "os.symlink",
    "os.link",
    "os.chmod",
    "os.truncate",
)
_STARTS: Final = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.posix_spawn", "socket.connect")


class Cage:
    """The isolated environment of one life of the monkey; made by `open_cage`."""

    def __init__(self, seed: str, place: Path, processes: bool = False) -> None:
        """`seed` seeds the random generator, `place` is an empty folder, `processes` allows real opponents."""
        self.chance = Random(seed)
        self.place = place
        self.home = place / "home"
        self.person = place / "person"
        """The folder that the app takes for the user's own."""
        self.processes = processes
        self.clipboard = ""
        self.clock = EPOCH
        self.faults: list[str] = []
        """Faults without an exception: from the log, threads and files."""
        self.asked: list[Any] = []
        """Questions to opponents since the last check."""
        self.damaged: set[Path] = set()
        """Files with foreign content that the app hasn't written since."""
        self._written = 0

    # --- time

    def tick(self, seconds: float) -> None:
        self.clock += seconds

    def _local(self, seconds: float | None = None) -> time.struct_time:
        return time.gmtime(self.clock if seconds is None else seconds)

    def _told(self, form: str, when: Any = None) -> str:
        return _strftime(form, self._local() if when is None else when)

    # --- files

    def note_written(self, path: Path) -> None:
        """Set the time of a file by the cage's clock, each file slightly later than the one before."""
        self._written += 1
        moment = self.clock + self._written * 1e-6
        os.utime(path, (moment, moment))
        self.damaged.discard(path)

    def note_damaged(self, path: Path) -> None:
        self.note_written(path)
        self.damaged.add(path)

    def _write_whole(self, path: Path, text: str) -> None:
        _write_whole(path, text)
        self.note_written(path)

    def _write_file(self, path: Path, text: str) -> None:
        if not path.resolve().is_relative_to(self.place):
            raise PermissionError(13, "This is not the monkey's")
        _write_file(path, text)
        self.note_written(path)

    def _items_of(self, where: Path, likely: Any) -> list[Item]:
        """List a folder within the cage; other folders differ between machines and are refused."""
        if not where.resolve().is_relative_to(self.place):
            raise PermissionError(13, "This is not the monkey's")
        return _items_of(where, likely)

    def hear(self, event: str, told: tuple[Any, ...]) -> None:
        """Handle an audit event of Python: note forbidden writes and started programs."""
        if event in _STARTS and not self.processes:
            self.faults.append(f"{event} {told[:1]!r:.80}")
        elif event in _WRITES or (event == "open" and isinstance(told[2], int) and told[2] & 3):
            path = told[0]
            if isinstance(path, str | bytes | Path):
                whole = Path(os.fsdecode(path)).absolute()
                if not whole.is_relative_to(self.place) and not _passing(whole):
                    self.faults.append(f"{event} {whole}")

    def copy(self, text: str) -> None:
        self.clipboard = text

    # --- minds

    def mind(self, log: Any, **others: Any) -> Mind:
        """Return an opponent that mostly plays at random, sometimes never answers, and sometimes has failed."""
        rng = Random(self.chance.getrandbits(32))
        anything = random_mind(rng.getrandbits(32))

        def think(ask: Any) -> Answer | None:
            if isinstance(ask, GreetEngine):
                return rng.choice((Answer(ask.id, name="Monkey 1"), failed(ask)))
            minds = (anything, silent, broken, failed if isinstance(ask, ChooseByEngine) else broken)
            return rng.choices(minds, (40, 3, 1, 1))[0](ask)

        return _Listening(log, think, self)

    def seed(self) -> int:
        """Return a seed for a random generator that was made without one."""
        return self.chance.getrandbits(64)

    def told(self, line: str) -> None:
        if any(word in line for word in FAULTY):
            self.faults.append(f"the log says: {line.strip().splitlines()[-1]}")


class _Listening(Mind):
    def __init__(self, log: Any, answer: Any, cage: Cage) -> None:
        super().__init__(log, answer)
        self._cage = cage

    def ask(self, question: Any) -> None:
        super().ask(question)
        self._cage.asked.append(question)


def failed(ask: Any) -> Answer:
    """Return the opponent for a broken engine."""
    return Answer(ask.id, error="no engine", code="silent", facts={"engine": "Monkey 1"})


_write_whole = atomic_files.write_whole
_write_file = import_export.write_file
_items_of = file_dialog.list_items
_strftime = time.strftime
_seeded = Random.seed
_open: list[Cage] = []
"""The open cages; audit hooks can't be patched and look here."""
_hears = False


def _passing(path: Path) -> bool:
    """Whether a path is one that Python itself writes."""
    return "__pycache__" in path.parts or path.parts[:2] in (("/", "dev"), ("/", "proc"))


def _hear(event: str, told: tuple[Any, ...]) -> None:
    if _open:
        _open[-1].hear(event, told)


@contextmanager
def open_cage(seed: str, processes: bool = False, driver: str = "dummy") -> Iterator[Cage]:
    """Provide a cage as the app's environment. `driver` is SDL's video driver; "dummy" opens no window."""
    global _hears
    if not _hears:
        _hears = True
        sys.addaudithook(_hear)
    pictures.keep()
    quick = Path("/dev/shm")
    with ExitStack() as held:
        folder = tempfile.TemporaryDirectory(
            "-monkey", dir=quick if quick.is_dir() else None, ignore_cleanup_errors=True
        )
        place = Path(held.enter_context(folder))  # Windows doesn't delete what a window still holds open
        cage = Cage(seed, place.resolve(), processes)
        cage.home.mkdir()
        cage.person.mkdir()
        environment = {"TABLIER_HOME": str(cage.home), "SDL_VIDEODRIVER": driver, "SDL_AUDIODRIVER": "dummy"}
        held.enter_context(patch.dict(os.environ, environment))
        for what in _patches(cage):
            held.enter_context(what)
        before = random.getstate()
        random.seed(cage.seed())
        _open.append(cage)
        held.callback(random.setstate, before)
        held.callback(_open.remove, cage)
        yield cage


def _patches(cage: Cage) -> Iterator[Any]:
    def log(self: Storage, line: str) -> None:
        cage.told(line)
        _log(self, line)

    def seed(self: Random, a: Any = None, version: int = 2) -> None:
        _seeded(self, cage.seed() if a is None else a, version)

    class Today(date):
        @classmethod
        def today(cls) -> Any:
            return date.fromtimestamp(cage.clock)

    class Now(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.fromtimestamp(cage.clock, tz)

    _log = Storage.log
    yield patch.object(Words, "strict", True)
    yield patch.object(Random, "seed", seed)
    yield patch.object(secrets, "token_bytes", lambda count=32: cage.chance.randbytes(count))
    yield patch.object(time, "time", lambda: cage.clock)
    yield patch.object(time, "localtime", cage._local)
    yield patch.object(time, "strftime", cage._told)
    yield patch("scenes.screens.statistics.scene.date", Today)
    yield patch("scenes.table.statistics_store.datetime", Now)
    yield patch.object(Path, "home", lambda: cage.person)
    yield patch.object(import_export, "_documents_folder", lambda: cage.person)
    yield patch.object(pygame.scrap, "has_text", lambda: bool(cage.clipboard))
    yield patch.object(pygame.scrap, "get_text", lambda: cage.clipboard)
    yield patch.object(pygame.scrap, "put_text", cage.copy)
    yield patch.object(import_export, "write_file", cage._write_file)
    yield patch.object(atomic_files, "write_whole", cage._write_whole)
    yield patch.object(file_dialog, "list_items", cage._items_of)
    yield patch("scenes.app.fallback_fonts.SYSTEM_FONTS", FallbackFonts(lambda letter: ()))
    yield patch("scenes.app.open_folder.show_folder", lambda where: False)
    yield patch("scenes.screens.setup.rows.has_compiler", lambda: False)
    yield patch.object(Storage, "log", log)
    yield patch.object(threading, "excepthook", lambda told: cage.faults.append(f"in a thread: {told.exc_value!r}"))
    yield patch.object(sys, "unraisablehook", lambda told: cage.faults.append(f"unraisable: {told.exc_value!r}"))
    if not cage.processes:
        modules = (
            "table.runtime",
            "screens.review.reviewer",
            "screens.learn.mistake_scenes",
            "table.external_engines",
        )
        for module in modules:
            yield patch(f"scenes.{module}.EngineClient", cage.mind)


def first_settings(rng: Random) -> Settings:
    usual = Settings(language=rng.choice(("en", "fr")), window=(960, 600))
    return replace(usual, engine=rng.choice(("", ENGINE)), animation=rng.choice(("normal", "fast", "off")))
