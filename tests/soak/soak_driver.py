"""A spectator of matches between computers, who uses the app meanwhile (`life.py`).

The app is the real one, with its files, its sounds and the opponent's process. Its clock alone is another: where it
would wait its time goes on at once, so that hours of its time pass as fast as the machine can paint and think.
"""

import contextlib
import gc
import os
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

import pygame

import scenes.start  # noqa: F401 - it registers the screens
from rules import KEYS, get
from rules.clock import Control
from rules.common.options import choices
from rules.game import Game
from rules.record import Player
from scenes.app.app import App
from scenes.app.appearance import BACKS, BOARDS, CLOTHS, TABLES, TABLIERS
from scenes.app.idle import return_memory
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.words import LANGUAGES
from scenes.screens.learn.lessons import LessonsScene
from scenes.screens.match_list import ArchiveScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.result import ResultScene
from scenes.screens.review.scene import ReviewScene
from scenes.screens.rulebook.scene import RulebookScene
from scenes.screens.setup.scene import SetupScene
from scenes.screens.statistics.scene import StatisticsScene
from scenes.table.record_headers import PACE
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.ui.dialog import Dialog
from tests.hands import EventHands, spot_of
from tests.soak import resource_usage
from tests.soak.short_options import SHORT

EXCLUDED_CHOICES: Final = {"endless", "own"}
"""Choices under which a match needn't end, or waits for a user's own dice."""
HIGHEST_LEVEL: Final = 3
"""The highest level that plays here, for short matches."""
REST: Final = 6.0
"""Seconds without events, after which the app has released what it can."""
LONGEST: Final = 1800.0
"""Seconds of the app's time after which a match is abandoned and deleted."""
SIZES: Final = ((1280, 800), (960, 600), (1000, 1200), (1600, 900), (2560, 1440))
"""Window sizes; the first is the one of samples."""
TRIES: Final = 30
"""How often the app is led back before that counts as a fault."""
SETTINGS: Final[dict[str, tuple[Any, ...]]] = {
    "language": tuple(LANGUAGES),
    "volume": (0, 40, 80),
    "muted": (False, False, True),
    "ambience": (False, True),
    "animation": ("normal", "normal", "fast", "off"),
    "reduced_motion": (False, False, True),
    "small_life": (False, True),
    "text_scale": (100, 100, 125, 150),
    "line_of_words": (False, True),
    "table": TABLES,
    "board": BOARDS,
    "board_ducart": BOARDS,
    "tablier": TABLIERS,
    "cloth": CLOTHS,
    "card_back": BACKS,
    "card_pace": ("slow", "normal", "quick", "instant"),
    "four_colours": (False, True),
    "chances": ("usual", "on", "off"),
    "quack": (False, True),
    "memory": (16, 64),
}
"""Settings that are changed now and then, and their values."""


class StuckError(RuntimeError):
    """Raised when the app can't be brought to the wanted state, or shows an unexpected message."""


class ClosedError(Exception):
    """Raised when the app was closed."""


class SimulatedApp(App):
    """The app with a simulated clock."""

    moment = 0.0
    """The simulated time in seconds."""
    step = 1 / 60
    """Seconds from one frame to the next while something moves."""

    def now(self) -> float:
        return self.moment

    def run_once(self) -> None:
        """Run one turn of the loop. Raises ClosedError if the app was closed."""
        self.wait_for_work()
        self.frame()
        if not self.running:
            raise ClosedError

    def wait_for_work(self) -> None:
        """Let as much time pass as the app would wait; real time where a process has to think."""
        pause = self.seconds_to_next_frame()
        if self.bare or (pause != 0 and self.chores):
            super().wait_for_work()
        elif pause == 0:
            self.moment += self.step
        elif pause is not None and self._thinks():
            begun = time.monotonic()
            time.sleep(min(pause, self.step))
            self.moment += time.monotonic() - begun
        else:
            self.moment += min(1.0, max(0.001, self.idle.limit_wait(self.moment, pause) or 1.0))

    def _thinks(self) -> bool:
        top = self.stack.top
        if isinstance(top, MatchScene):
            return top.table.facts.model.engine.is_busy and top.table.engine_client.has_pending
        return isinstance(top, ReviewScene) and top.reviewer.is_waiting


class Spectator(EventHands):
    def __init__(self, app: SimulatedApp, rng: Random, tell: Callable[[resource_usage.Sample], object]) -> None:
        """`tell` gets a sample whenever the app is idle after some matches."""
        self._app = app
        self._rng = rng
        self._tell = tell
        self._begun = time.monotonic()
        self._matches: Counter[str] = Counter()
        self._plies: Counter[str] = Counter()
        self._opponents: dict[str, float] = {}
        self._handles = 0
        self._lately: deque[str] = deque(maxlen=6)

    def live(self, seconds: float, keys: tuple[str, ...] = KEYS) -> None:
        """Watch until so much of the app's time has passed, all games in turn and each at least once."""
        turn = 0
        while self._app.now() < seconds or turn < len(keys):
            game = get(keys[turn % len(keys)])
            self._choose_settings()
            self._choose_size()
            self._sit(game)
            if self._rng.random() < 0.5:
                self._elsewhere(game.key)
            self._rest()
            turn += 1

    # --- a session

    def _sit(self, game: Game) -> None:
        rng, app = self._rng, self._app
        self._begin(game)
        while True:
            scene = app.stack.top
            assert isinstance(scene, MatchScene)
            if not self._watch(scene):
                print(f"took too long and was thrown away: {self._state(scene)}", flush=True)
                self._to_menu()
                app.storage.delete_match(scene.session.id)
                return
            key = scene.match.game.key
            self._matches[key] += 1
            self._plies[key] += len(scene.match.plies)
            self._look_at_opponents(key)
            self._wait(rng.uniform(0.5, 4.0))
            if not isinstance(app.stack.top, ResultScene):
                self._to_menu()
                return
            if rng.random() < 0.3:
                app.stack.pop("rematch")
                continue
            if rng.random() < 0.15:
                self._review()
            elif rng.random() < 0.5:
                app.stack.pop("look-back")
                self.strike(pygame.K_SPACE)
                self._wait(rng.uniform(2.0, 10.0))
            self._to_menu()
            return

    def _begin(self, game: Game) -> None:
        rng, app = self._rng, self._app
        seats = rng.choice(list(game.play.seats))
        players = tuple(
            Player("computer", f"Computer {seat}", rng.randint(1, HIGHEST_LEVEL)) for seat in range(seats)
        )
        session = Session.begin(app.storage, game, self._options(game), players, self._control(game), rng=rng)
        pace = rng.choice(("0", "0.5", None, None, "3"))
        if pace is not None:
            session.record = replace(session.record, extra={**session.record.extra, PACE: pace})
        self._to_menu()
        app.stack.push(MatchScene(app, session))

    def _options(self, game: Game) -> Any:
        """Return options with which matches end, after few points where points decide."""
        chosen: dict[str, Any] = {}
        for name, offered in choices(game.play.options).items():
            values = tuple(value for value in offered if value not in EXCLUDED_CHOICES)
            chosen[name] = min(values) if name in SHORT else self._rng.choice(values)
        return game.play.options(**chosen)

    def _control(self, game: Game) -> Control | None:
        if game.key not in ("double-draughts", "duck-chess") or self._rng.random() < 0.6:
            return None
        return self._rng.choice((Control(10, 0), Control(3, 5, late=True), Control(1, 0)))

    def _watch(self, scene: MatchScene) -> bool:
        """Watch a match up to its result sheet, unless a click beside the sheet closes it; return False if it takes
        too long."""
        app, rng = self._app, self._rng
        until, meanwhile = app.now() + LONGEST, app.now() + rng.expovariate(1 / 30)
        while app.now() < until:
            app.run_once()
            if isinstance(app.stack.top, ResultScene) or (app.stack.top is scene and scene.ending.is_done):
                return True
            if app.stack.top is not scene:
                raise StuckError(f"{self._said()} lies on the match.")
            if app.now() > meanwhile and scene.match.outcome() is None:
                pastime = rng.choice(self._pastimes)
                self._lately.append(pastime.__name__)
                pastime(scene)
                self._back_to(scene)
                self._look_at_opponents(scene.match.game.key)
                meanwhile = app.now() + rng.expovariate(1 / 30)
        return False

    # --- what one does meanwhile

    @property
    def _pastimes(self) -> tuple[Callable[[MatchScene], object], ...]:
        return (
            self._stop_and_go_on,
            self._look_back,
            self._open_menu,
            self._read_rules,
            self._try_out,
            self._open_sheets,
            self._turn_board,
            self._move_about,
            self._look_away,
            self._choose_size,
            self._choose_settings,
        )

    def _stop_and_go_on(self, scene: MatchScene) -> None:
        scene.act("pause-play")
        self._wait(self._rng.uniform(0.2, 20.0))
        if self._app.stack.top is scene and scene.table.facts.model.is_paused:
            scene.act("pause-play")

    def _look_back(self, scene: MatchScene) -> None:
        for _ in range(self._rng.randint(1, 6)):
            self.strike(self._rng.choice((pygame.K_PAGEUP, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME)))
            self._wait(0.5)
        if self._app.stack.top is scene:
            scene.act("go-back")

    def _open_menu(self, scene: MatchScene) -> None:
        scene.act("menu")
        self._wait(1.0)

    def _read_rules(self, scene: MatchScene) -> None:
        self.strike(pygame.K_F1)
        self._wait(1.0)
        self.strike(pygame.K_PAGEDOWN)
        self._wait(1.0)

    def _try_out(self, scene: MatchScene) -> None:
        self.strike(pygame.K_e)
        self._wait(3.0)

    def _open_sheets(self, scene: MatchScene) -> None:
        self.strike(self._rng.choice((pygame.K_d, pygame.K_c)))
        self._wait(2.0)

    def _turn_board(self, scene: MatchScene) -> None:
        self.strike(pygame.K_f)
        self._wait(1.0)

    def _move_about(self, scene: MatchScene) -> None:
        for spot in self._rng.sample(sorted(scene.stage.spots), min(6, len(scene.stage.spots))):
            if spot not in scene.stage.spots:  # cards that lay there have gone meanwhile
                continue
            self.move(spot_of(scene.stage, spot))
            self._wait(0.4)
        self.press_at((3, 3))
        self.release_at((3, 3))

    def _look_away(self, scene: MatchScene) -> None:
        self.post(pygame.WINDOWFOCUSLOST)
        self._wait(self._rng.uniform(1.0, 60.0))
        self.post(pygame.WINDOWFOCUSGAINED)

    def _choose_size(self, scene: MatchScene | None = None) -> None:
        self._resize(self._rng.choice(SIZES))

    def _choose_settings(self, scene: MatchScene | None = None) -> None:
        settings = self._app.settings
        for name in self._rng.sample(sorted(SETTINGS), 4):
            setattr(settings, name, self._rng.choice(SETTINGS[name]))
        self._app.apply_settings()
        self._app.sound.update_ambience()

    def _resize(self, size: tuple[int, int]) -> None:
        if self._app.window_size != size:
            self.resize(size)
            self._wait(0.4)

    # --- between matches

    def _review(self) -> None:
        self._app.stack.pop("review")
        top, until = self._app.stack.top, self._app.now() + self._rng.uniform(1.0, 20.0)
        while isinstance(top, ReviewScene) and self._app.now() < until and top.reviewer.is_running:
            self._app.run_once()
        self._handles = max([self._handles, *(count for _, count in resource_usage.opponents())])

    def _elsewhere(self, key: str) -> None:
        app, rng = self._app, self._rng
        scene = rng.choice(
            (
                lambda: ArchiveScene(app),
                lambda: ArchiveScene(app),
                lambda: StatisticsScene(app),
                lambda: RulebookScene(app, key),
                lambda: LessonsScene(app, key),
                lambda: SetupScene(app, key),
            )
        )()
        app.stack.push(scene)
        self._wait(1.0)
        if isinstance(scene, ArchiveScene):
            for _ in range(rng.randint(0, 12)):
                self.strike(pygame.K_DOWN)
            self.strike(pygame.K_RETURN)
            self._wait(0.5)
            self.strike(pygame.K_SPACE)
            self._wait(rng.uniform(1.0, 10.0))
        self._to_menu()

    def _rest(self) -> None:
        """Wait at the menu, in its usual state, until the app is idle; then report a sample."""
        app = self._app
        usual = Settings(language="en", setups=app.settings.setups)
        for name in SETTINGS:
            setattr(app.settings, name, getattr(usual, name))
        app.apply_settings()
        self._resize(SIZES[0])
        self._wait(REST)
        gc.collect()
        return_memory()
        sample = resource_usage.take_sample(app.storage, len(app.stack.scenes))
        sample.hours, sample.real = app.now() / 3600, (time.monotonic() - self._begun) / 3600
        sample.processor = sum(os.times()[:4]) / 3600
        sample.matches, sample.plies = dict(self._matches), dict(self._plies)
        sample.opponents, sample.opponents_handles = self._opponents, self._handles
        self._opponents, self._handles = {}, 0
        self._tell(sample)

    def _look_at_opponents(self, key: str) -> None:
        for megabytes, count in resource_usage.opponents():
            self._opponents[key] = max(megabytes, self._opponents.get(key, 0.0))
            self._handles = max(self._handles, count)

    # --- hands and eyes

    def _wait(self, seconds: float) -> None:
        until = self._app.now() + seconds
        while self._app.now() < until:
            self._app.run_once()

    def sent(self) -> None:
        self._app.run_once()

    def _back_to(self, scene: MatchScene) -> None:
        """Close whatever was laid on a match, but for its end."""
        self._close_until(lambda top: top is scene or isinstance(top, ResultScene))

    def _to_menu(self) -> None:
        self._close_until(lambda top: isinstance(top, MenuScene))

    def _close_until(self, there: Callable[[Any], bool]) -> None:
        app = self._app
        for _ in range(TRIES):
            top = app.stack.top
            if there(top):
                return
            if isinstance(top, MatchScene):
                top.act("leave" if top.session.is_tried_out else "to-menu")
            elif isinstance(top, Dialog):
                raise StuckError(f"{self._said()} was not asked for.")
            else:
                self.strike(pygame.K_ESCAPE)
            app.run_once()
        raise StuckError(f"There is no way back from {self._said()}.")

    def _state(self, scene: MatchScene) -> str:
        match, model = scene.match, scene.table.facts.model
        engine = model.engine
        return (
            f"{match.game.key}, {len(match.plies)} plies, to move {match.position.to_move}, paused {model.is_paused},"
            f" shown {model.shown_ply}, asked {engine.asked_seat}, thinks {engine.is_asking},"
            f" reply {engine.answered_turn}, moves {scene.stage.has_film}, lately {', '.join(self._lately)}"
        )

    def _said(self) -> str:
        top = self._app.stack.top
        return f'"{top.detail.text}"' if isinstance(top, Dialog) else type(top).__name__


def watch(
    seconds: float, seed: str, step: float, tell: Callable[[resource_usage.Sample], object], keys: tuple[str, ...]
) -> None:
    storage = Storage()
    settings = storage.load_settings()
    settings.window = SIZES[0]
    app = SimulatedApp(settings, storage)
    app.step = step
    onlooker = Spectator(app, Random(seed), tell)

    def live() -> None:
        with contextlib.suppress(ClosedError):
            onlooker.live(seconds, keys)
        app.quit()

    app.run(MenuScene(app), on_first_frame=live)
