"""One life of the monkey: a script carried out on a new app, with the laws checked after its frames."""

import gc
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from pathlib import Path
from random import Random
from typing import Final

from scenes import start
from scenes.app import startup_cleanup
from scenes.app.app import App
from scenes.app.storage import Storage
from scenes.app.words import MissingWordsError
from scenes.screens.menu.scene import MenuScene
from tests.scenes.driver import Timed
from tests.soak.monkey import laws
from tests.soak.monkey.actions import Hands
from tests.soak.monkey.cage import Cage, first_settings, open_cage
from tests.soak.monkey.places import screen_and_game
from tests.soak.monkey.scripts import Step

FRAME: Final = 0.02
"""Seconds between two frames."""
FRAMES_PER_PAINT: Final = 4
"""Every so many frames, one is painted."""
PATIENCE: Final = 60
"""Frames of `LONG` seconds after which a scene is no longer waited for."""
STILL_SECONDS: Final = 0.25
"""Seconds: a scene that needs its next frame later than this is still."""
LONG_FRAME: Final = 0.1
ROOT: Final = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Fault:
    """An error or a broken law, and the step at which it occurred. `kind` identifies the fault."""

    kind: str
    told: str
    step: int


@dataclass(slots=True)
class Life:
    events: int = 0
    frames: int = 0
    visits: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Events by the top screen and its game."""
    looked: Counter[str] = field(default_factory=Counter)
    """How often each law was checked."""
    trace: list[str] = field(default_factory=list)
    """The top screen and its match after each step, if asked for."""
    heard: list[str] = field(default_factory=list)
    """The top screen before each step."""
    fault: Fault | None = None


class _Caged(Timed):
    blind = False
    painted = 0

    def paint(self) -> bool:
        done = not self.blind and super().paint()
        self.painted += done
        return done


class LifeRunner:
    def __init__(
        self,
        cage: Cage,
        thorough: bool = False,
        meddle: Callable[[App], object] | None = None,
        pictures: bool = True,
    ) -> None:
        """`thorough` paints every frame and checks every law after every step, `meddle` is applied to each app before
        its first frame, and `pictures` compares partial repaints with full ones."""
        self.life = Life()
        self._cage = cage
        self._thorough = thorough
        self._meddle = meddle
        self._at_rest = laws.AT_REST if pictures else laws.AT_REST[:1]
        self._laws = Random("laws")
        first = first_settings(cage.chance)
        Storage().save_settings(first)
        self.app = self._start()
        self.hands = Hands(self.app, cage, self._frame)

    def _start(self) -> _Caged:
        storage = Storage()
        app = _Caged(storage.load_settings(), storage)
        app.wait_for_work()  # before its first frame: it lays the table
        if self._meddle is not None:
            self._meddle(app)
        app.stack.push(MenuScene(app))
        app.frame()
        startup_cleanup.remove_leftovers(storage)
        start._open_file_or_last_match(app, None)
        return app

    def run(self, script: Sequence[Step], traced: bool = False) -> Life:
        """Carry out a script up to the first fault."""
        try:
            for step in script:
                self.life.heard.append(" ".join(screen_and_game(self.app.stack.top)))
                self._do(step)
                if traced:
                    self.life.trace.append(self._state())
            self.app.close()
        except Exception as problem:
            self.life.fault = Fault(kind_of(problem), traceback.format_exc(limit=-8), len(self.life.heard) - 1)
        return self.life

    def leave(self) -> None:
        if self.app.stack.scenes and self.life.fault is None:
            self.app.close()

    def _do(self, step: Step) -> None:
        before, top = self.hands.events, screen_and_game(self.app.stack.top)
        if step[0] == "still":
            self._rest()
        else:
            self.hands.do(step)
            self._frame(FRAME)
        self.life.visits[top] += self.hands.events - before
        self.life.events += self.hands.events - before
        self._look()
        if not self.app.running:
            self._again()

    def _again(self) -> None:
        self.app.close()
        self.app = self.hands.app = self._start()

    def _frame(self, seconds: float) -> None:
        if not self.app.running:
            return
        self.life.frames += 1
        self.app.moment += seconds
        self._cage.tick(seconds)
        self.app.blind = not self._thorough and self.life.frames % FRAMES_PER_PAINT != 0
        self.app.frame()

    def _look(self) -> None:
        if not self.app.running or not self.app.stack.scenes:
            return
        for law, share in laws.BESIDE:
            if self._thorough or self._laws.random() < share:
                law(self.app, self._cage)
                self.life.looked[law.__name__] += 1

    def _rest(self) -> None:
        """Run frames until nothing moves, then check that nothing more is painted and that the picture is right."""
        app = self.app
        for _ in range(PATIENCE):
            app.blind = False
            self.life.frames += 1
            app.moment += LONG_FRAME
            self._cage.tick(LONG_FRAME)
            app.frame()
            if not app.running:
                return
            pause = app.seconds_to_next_frame()
            if pause is None or pause > STILL_SECONDS:
                break
        else:
            return
        top, painted = app.stack.top, app.painted
        app.moment += FRAME
        app.frame()
        laws.held(
            "a still screen asks for no frames",
            app.painted == painted or app.stack.top is not top,
            screen_and_game(top),
        )
        for law in self._at_rest:
            law(app, self._cage)
            self.life.looked[law.__name__] += 1

    def _state(self) -> str:
        tables = [f"{scene.match.position} {len(scene.match.plies)}" for scene in laws.matches(self.app)]
        screens = [screen_and_game(scene) for scene in self.app.stack.scenes]
        return f"{screens} {tables} {self.app.window_size} {self.app.mouse}"


def kind_of(problem: BaseException) -> str:
    """Return the broken law, or the error with the place in our sources nearest to where it was raised."""
    if isinstance(problem, laws.BrokenError):
        return problem.law
    if isinstance(problem, MissingWordsError):
        return str(problem)
    frames = [one for one in traceback.extract_tb(problem.__traceback__) if one.filename.startswith(str(ROOT))]
    inner = [one for one in frames if _top_of(one.filename) not in ("tests", ".venv")] or frames
    return f"{type(problem).__name__} in {Path(inner[-1].filename).name}, {inner[-1].name}" if inner else str(problem)


def _top_of(file: str) -> str:
    return Path(file).relative_to(ROOT).parts[0]


def run_script(
    script: Sequence[Step],
    seed: str = "0",
    *,
    thorough: bool = False,
    traced: bool = False,
    driver: str = "dummy",
    processes: bool = False,
    meddle: Callable[[App], object] | None = None,
    pictures: bool = True,
) -> Life:
    """Carry out a script in a new cage; `seed` seeds the randomness of the cage."""
    if processes:
        resource_tracker.ensure_running()  # it lives as long as the monkey
    before = laws.open_resources()
    with open_cage(seed, processes, driver) as cage, warnings.catch_warnings():
        warnings.simplefilter("error")
        keeper = LifeRunner(cage, thorough, meddle, pictures)
        try:
            life = keeper.run(script, traced)
        finally:
            keeper.leave()
    gc.collect()
    left = laws.open_resources() - before
    if left and life.fault is None:
        life.fault = Fault("nothing is left over", f"{sorted(left)}", len(life.heard) - 1)
    return life
