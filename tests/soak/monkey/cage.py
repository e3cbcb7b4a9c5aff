"""Where the monkey lives: a home, a clock, dice and a clipboard of its own, so that the same script is the same run.

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
from scenes.app import assets, files
from scenes.app.assets import Cache
from scenes.app.fallback_fonts import FallbackFonts
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.screens import exchange, file_dialog
from scenes.screens.file_dialog import Item
from tests.scenes.opponents import Mind, broken, random_mind, silent

EPOCH: Final = 1_780_000_000.0
"""Seconds since 1970 at which every life begins."""
ENGINE: Final = "/opt/monkey"
"""The engine of the settings; nobody starts it."""
FAULTY: Final = ("Traceback", "could not be started", "was started again", "not written")
"""What in the log tells of a fault. That what the monkey has damaged was set aside is none."""
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
    """What one life of the monkey has to itself. `open_cage` makes it."""

    def __init__(self, seed: str, place: Path, processes: bool = False) -> None:
        """`seed` is that of the cage's chance; `place` an empty folder; `processes`: opponents are real ones."""
        self.chance = Random(seed)
        self.place = place
        self.home = place / "home"
        self.person = place / "person"
        """What the app takes for the person's own folder."""
        self.processes = processes
        self.clipboard = ""
        self.clock = EPOCH
        self.faults: list[str] = []
        """What was heard of that nobody raised: in the log, of threads, of files."""
        self.asked: list[Any] = []
        """What the minds were asked since somebody looked."""
        self.damaged: set[Path] = set()
        """Files into which something was put that isn't the app's, and that it hasn't written since."""
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
        """Files are as old as the cage's clock says, each a little younger than the one before."""
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
        """What lies elsewhere is another thing on each machine."""
        if not where.resolve().is_relative_to(self.place):
            raise PermissionError(13, "This is not the monkey's")
        return _items_of(where, likely)

    def hear(self, event: str, told: tuple[Any, ...]) -> None:
        """What Python tells of what is done to files, and of programs that are started."""
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
        """An opponent that mostly plays anything, sometimes never answers, and sometimes has given up."""
        rng = Random(self.chance.getrandbits(32))
        anything = random_mind(rng.getrandbits(32))

        def think(ask: Any) -> Answer | None:
            if isinstance(ask, GreetEngine):
                return rng.choice((Answer(ask.id, name="Monkey 1"), failed(ask)))
            minds = (anything, silent, broken, failed if isinstance(ask, ChooseByEngine) else broken)
            return rng.choices(minds, (40, 3, 1, 1))[0](ask)

        return _Listening(log, think, self)

    def seed(self) -> int:
        """For whoever wants chance and says not which."""
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
    """The mind of an engine that is none."""
    return Answer(ask.id, error="no engine", code="silent", facts={"engine": "Monkey 1"})


_PICTURES: Final = Cache(20_000_000)
"""Sprites and their shadows are the same in every life, and take most of its time."""


def _rasterised(path: Path, box: tuple[int, int], dye: str = "") -> pygame.Surface:
    return _PICTURES.get((path, box, dye), lambda: _rasterise(path, box, dye))


def _shaded(sprite: pygame.Surface, lifted: float) -> pygame.Surface:
    return _PICTURES.get((sprite, lifted), lambda: _shadow(sprite, lifted))


_rasterise, _shadow = assets.rasterise, assets.soft_shadow
_write_whole = files.write_whole
_write_file = exchange.write_file
_items_of = file_dialog.items_of
_strftime = time.strftime
_seeded = Random.seed
_open: list[Cage] = []
"""The cage that is open, for what can't be patched."""
_hears = False


def _passing(path: Path) -> bool:
    """What Python itself writes."""
    return "__pycache__" in path.parts or path.parts[:2] in (("/", "dev"), ("/", "proc"))


def _hear(event: str, told: tuple[Any, ...]) -> None:
    if _open:
        _open[-1].hear(event, told)


@contextmanager
def open_cage(seed: str, processes: bool = False, driver: str = "dummy") -> Iterator[Cage]:
    """A cage, in which the app believes to be at home until the end. `driver` is SDL's: nobody sees "dummy"."""
    global _hears
    if not _hears:
        _hears = True
        sys.addaudithook(_hear)
    quick = Path("/dev/shm")
    with ExitStack() as held:
        place = Path(
            held.enter_context(tempfile.TemporaryDirectory("-monkey", dir=quick if quick.is_dir() else None))
        )
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
    yield patch.object(exchange, "_documents", lambda: cage.person)
    yield patch.object(pygame.scrap, "has_text", lambda: bool(cage.clipboard))
    yield patch.object(pygame.scrap, "get_text", lambda: cage.clipboard)
    yield patch.object(pygame.scrap, "put_text", cage.copy)
    yield patch.object(exchange, "write_file", cage._write_file)
    yield patch.object(files, "write_whole", cage._write_whole)
    yield patch.object(file_dialog, "items_of", cage._items_of)
    yield patch("scenes.app.fallback_fonts.SYSTEM_FONTS", FallbackFonts(lambda letter: ()))
    yield patch("scenes.app.open_folder.show_folder", lambda where: False)
    yield patch("scenes.screens.setup.rows.has_compiler", lambda: False)
    yield patch.object(Storage, "log", log)
    yield patch.object(assets, "rasterise", _rasterised)
    yield patch.object(assets, "soft_shadow", _shaded)
    yield patch.object(threading, "excepthook", lambda told: cage.faults.append(f"in a thread: {told.exc_value!r}"))
    yield patch.object(sys, "unraisablehook", lambda told: cage.faults.append(f"unraisable: {told.exc_value!r}"))
    if not cage.processes:
        for module in ("table.runtime", "screens.review.reviewing", "table.external_engines"):
            yield patch(f"scenes.{module}.EngineClient", cage.mind)


def first_settings(rng: Random) -> Settings:
    usual = Settings(language=rng.choice(("en", "fr")), window=(960, 600))
    return replace(usual, engine=rng.choice(("", ENGINE)), animation=rng.choice(("normal", "fast", "off")))
