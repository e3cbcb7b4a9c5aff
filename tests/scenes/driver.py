"""The driver of screen tests: it starts the app in a hidden window, posts events and reads what is on the screen.

The home folder is temporary and time is simulated. Tests of a match take the fixture `tables`, which begins matches
and replaces the engine process by a stand-in (opponents.py); tests of other screens open them with `visit`. Tests
read the screen by public names only: those of the driver, of widgets (label, value, enabled, focused) and of the
stage (table, marks, spots). For example:

    drive = tables.table(position=ONE_CAPTURE)
    drive.click("c5", "a7")  # targets of the table, or the words of a widget
    drive.settle()
    assert drive.played() == ["c5xa7"] and drive.marks.last == {"c5", "a7"}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar
from unittest.mock import patch

import pygame
import pytest

import scenes.start  # noqa: F401 - it registers the screens
from rules.clock import Control
from rules.contract import Move, Seat, Target
from rules.game import Game
from rules.record import Player
from scenes.app.app import App
from scenes.app.frame_painter import FramePainter, Layer, merge_rects, paint_layers
from scenes.app.settings import Settings
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.table import events, turn_text
from scenes.table.events import Event
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.table.table_facts import TableFacts
from scenes.ui.base import Group, Widget
from scenes.ui.choice import Choice
from scenes.ui.form import Form
from scenes.ui.form_row import FormRow, Stepper, Switch
from scenes.ui.move_list import MoveList
from scenes.ui.page import Page
from tests.hands import NUDGE, EventHands, spot_of
from tests.patience import sooner_or_later
from tests.scenes.matches import ANNA, BERT, GAME
from tests.scenes.opponents import Mind, turn_of

SIZE: Final = (960, 600)
FRAME: Final = 0.02
"""Seconds between two frames."""
LONG_WAIT: Final = 2000
"""Frames after which `until` gives up."""
PAINTED_EVERY: Final = 12
"""Frames after which dirty rectangles are painted even if no test reads them."""

W = TypeVar("W", bound=Widget)


class LatePainter(FramePainter):
    """A painter that delays dirty rectangles until `catch_up`, a change of screens, or `PAINTED_EVERY` frames."""

    at_once = False

    def __init__(self) -> None:
        super().__init__()
        self._late: list[pygame.Rect] | None = []
        """Dirty rectangles of earlier frames still to be painted; None for the whole window."""
        self._frames = 0

    def paint(
        self,
        surface: pygame.Surface,
        layers: Sequence[Layer],
        fade: float,
        show: Callable[[Sequence[pygame.Rect]], object],
    ) -> bool:
        if not self.is_due:
            return False
        self._frames += 1
        if self.at_once or self.is_fading or layers[0] is not self._lowest_layer or self._frames >= PAINTED_EVERY:
            self._dirty_rects = self._all_dirty()
            self._late, self._frames = [], 0
            return super().paint(surface, layers, fade, show)
        self._late, self._dirty_rects = self._all_dirty(), []
        return True

    def _all_dirty(self) -> list[pygame.Rect] | None:
        return None if self._late is None or self._dirty_rects is None else [*self._late, *self._dirty_rects]

    def catch_up(self, surface: pygame.Surface, layers: Sequence[Layer]) -> None:
        """Paint the dirty rectangles of earlier frames."""
        if self._late != []:
            rects, self._late = merge_rects(self._late, surface.get_size()), []
            paint_layers(surface, rects, layers)


class Timed(App):
    """An app with simulated time (`moment`) that records its pointer instead of setting it.

    Most frames are painted only when a test reads `surface`; see `paint_each_frame`.
    """

    moment = 0.0
    pointer = "arrow"

    @property
    def surface(self) -> pygame.Surface:
        surface = super().surface
        if isinstance(self.painter, LatePainter) and self.stack.scenes:
            self.painter.catch_up(surface, self.layers())
        return surface

    def close(self) -> None:
        """Paint the last frame and close the app."""
        if pygame.display.get_init():
            assert self.surface
        super().close()

    def paint_each_frame(self) -> None:
        """Paint every frame from now on, for a test of painting itself."""
        surface = self.surface
        assert isinstance(self.painter, LatePainter) and surface
        self.painter.at_once = True

    def now(self) -> float:
        return self.moment

    def set_cursor(self, name: str) -> None:
        self.pointer = name


def started(size: tuple[int, int] = SIZE, **settings: Any) -> Timed:
    app = Timed(Settings(**{"language": "en", "window": size, **settings}), Storage())
    app.painter = LatePainter()
    return app


class Ground(Scene):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.results: list[object] = []

    def on_resume(self, result: object) -> None:
        self.results.append(result)


class Table(Scene):
    def __init__(self, app: App, session: Session, is_looking_back: bool = False) -> None:
        super().__init__(app)
        self.session = session
        self.is_looking_back = is_looking_back


class Driver(EventHands):
    scene: MatchScene

    def __init__(self, app: Timed, session: Session | None = None, looking_back: bool = False) -> None:
        self.app = app
        if session is None:
            self.ground = Ground(app)
            app.stack.push(self.ground)
        else:
            self.lay(MatchScene(app, session, looking_back))

    def lay(self, scene: MatchScene) -> None:
        self.scene = scene
        self.app.stack.push(scene)
        self.step()

    # --- what is on the screen

    @property
    def top(self) -> Any:
        return self.app.stack.top

    @property
    def facts(self) -> TableFacts:
        return self.scene.table.facts

    def send(self, event: Event) -> None:
        self.scene.table.send(event)

    def play(self, *moves: Move) -> None:
        """Play moves at once, also those of other seats, and show them."""
        for move in moves:
            self.send(events.PlayForOthers(move))

    def explain(self, cell: int) -> str:
        """Return what was done in the turn in a cell of the list."""
        return turn_text.explain_cell(self.app.words, self.scene.session, cell)

    @property
    def clock(self) -> Any:
        return self.facts.turn_clock

    @property
    def strip(self) -> Any:
        """The widget that asks which of several moves is meant, or None."""
        chooser: Any = self.scene.chooser
        return chooser.strip

    @property
    def chance(self) -> Any:
        return self.facts.chance

    @property
    def chance_view(self) -> Any:
        return self.scene.chance_view

    @property
    def above(self) -> Any:
        return None if self.top is self.scene else self.top

    @property
    def form(self) -> Form:
        return form_of(self.top)

    def words(self) -> str:
        about = {id(widget): f" {widget.about}" for widget in self.all_of(FormRow) if widget.about}
        return "\n".join(widget.label + about.get(id(widget), "") for widget in self.form.iter_widgets())

    def all_of(self, kind: type[W]) -> list[W]:
        return [widget for widget in self.form.iter_widgets() if isinstance(widget, kind)]

    def the(self, kind: type[W]) -> W:
        (widget,) = self.all_of(kind)
        return widget

    def labelled(self, label: str) -> Any:
        found = [widget for widget in self.form.iter_widgets() if widget.label == label and widget.focusable]
        assert len(found) == 1, (label, [widget.label for widget in self.form.iter_widgets()])
        return found[0]

    def key(self, action: str) -> Any:
        return self.scene.sidebar.buttons[action]

    def tip(self) -> str:
        return self.form.tip_out[0]

    # --- the match

    @property
    def match(self) -> Any:
        return self.scene.match

    @property
    def mind(self) -> Mind:
        thinker: Any = self.scene.table.engine_client
        assert isinstance(thinker, Mind)
        return thinker

    @property
    def board(self) -> str:
        return str(self.match.position.text()).split(" ")[0]

    def played(self) -> list[str]:
        return [str(ply.move) for ply in self.match.plies]

    def left(self, seat: Seat) -> float:
        """Seconds on a player's clock."""
        return float(self.match.clock.seconds_left(seat, self.app.moment))

    # --- the table

    @property
    def stage(self) -> Any:
        """The stage of the top scene, or of the table scene below it; None without a table."""
        return getattr(self.top, "stage", None) or (self.scene.stage if hasattr(self, "scene") else None)

    @property
    def marks(self) -> Any:
        return self.stage.marks

    @property
    def picked(self) -> frozenset[Target]:
        pick: frozenset[Target] = self.scene.board_input.selection.pick
        return pick

    def moving(self) -> bool:
        return self.scene.stage.has_film

    def is_covered(self) -> bool:
        return self.scene.board_cover.visible

    def held(self) -> bool:
        return self.scene.stage.held is not None

    @property
    def toast(self) -> str | None:
        return self.scene.stage.message_text

    def turns(self) -> list[str]:
        return self.the(MoveList).cells

    @property
    def status(self) -> str:
        return self.scene.sidebar.status

    @property
    def note(self) -> str:
        return self.scene.sidebar.note

    def at(self, target: Target | None) -> tuple[int, int]:
        """Return a pixel of a target, or of the bare table for None."""
        return (2, 2) if target is None else spot_of(self.stage, target)

    # --- time

    def open(self, scene: Scene) -> None:
        self.app.stack.push(scene)
        self.frames()

    def step(self, seconds: float = FRAME) -> None:
        self.app.moment += seconds
        self.app.frame()

    def frames(self, count: int = 3) -> None:
        for _ in range(count):
            self.step()

    def run(self, seconds: float) -> None:
        self.frames(round(seconds / FRAME))

    def until(self, wanted: Callable[[], bool]) -> None:
        for _ in range(LONG_WAIT):
            if wanted():
                return
            self.step(FRAME)
        raise AssertionError(f"not true after {LONG_WAIT} frames")

    def wait_for_process(self, wanted: Callable[[], object]) -> None:
        """Run frames until another process has brought something about; fail after a long real time."""

        def step() -> bool:
            self.step()
            return bool(wanted())

        assert sooner_or_later(step), "the other process never brought it about"

    def settle(self) -> None:
        """Run frames until nothing moves, no engine searches and the end animation is over."""
        scene = self.scene
        self.until(lambda: not scene.stage.is_busy and not scene.table.facts.model.engine.is_busy)
        self.step()
        if scene.stage.is_end_animation_running:
            self.until(lambda: not scene.stage.is_end_animation_running)
            self.step()

    # --- the person

    def sent(self) -> None:
        self.step()

    def press(self, target: Target | None) -> None:
        self.press_at(self.at(target))

    def release(self, target: Target | None) -> None:
        self.release_at(self.at(target))

    def click(self, *things: Target | Widget | None) -> None:
        """Click things in turn: targets of the table, widgets or their labels, or None for the bare table."""
        for thing in things:
            if isinstance(thing, Widget):
                self.click_at(thing.rect.center)
            elif thing is None or (self.stage is not None and thing in self.stage.spots):
                self.press(thing)
                self.release(thing)
            else:
                self.click_at(self.labelled(thing).rect.center)

    def click_key(self, action: str) -> None:
        key = self.key(action)
        assert key.visible
        self.click(key)

    def right_click(self, target: Target | None) -> None:
        self.press_at(self.at(target), button=3)
        self.release_at(self.at(target), button=3)

    def lift(self, start: Target) -> None:
        self.press(start)
        x, y = self.at(start)
        self.move((x + NUDGE[0], y + NUDGE[1]), down=True)

    def drag(self, start: Target, end: Target | None) -> None:
        self.lift(start)
        self.move(self.at(end), down=True)
        self.release(end)

    def strike_on(self, widget: Widget, key: int = pygame.K_RETURN) -> None:
        self.form.focus(widget)
        self.strike(key)

    def tab_to(self, widget: Widget) -> None:
        for _ in range(100):
            if widget.has_focus:
                return
            self.strike(pygame.K_TAB)
        raise AssertionError(f"Tab never comes to {widget.label or widget}")

    def choose(self, row: Widget, value: object) -> None:
        self.form.focus(row)
        if isinstance(row, Choice):
            values = [option for option, _ in row.options]
            steps = values.index(str(value)) - values.index(row.value)
            keys = (pygame.K_UP, pygame.K_DOWN) if row.is_list() else (pygame.K_LEFT, pygame.K_RIGHT)
            around = (pygame.K_RETURN,) if row.is_list() else ()
            for key in (*around, *abs(steps) * (keys[steps > 0],), *around):
                self.strike(key)
            assert row.value == value
        elif isinstance(row, Stepper):
            steps = int(str(value)) - row.value
            for _ in range(abs(steps)):  # the sheet may be filled in anew after each step
                self.strike_on(self.labelled(row.label), pygame.K_RIGHT if steps > 0 else pygame.K_LEFT)
        elif isinstance(row, Switch) and row.value != value:
            self.strike(pygame.K_SPACE)

    def undo(self) -> None:
        self.strike(pygame.K_z, pygame.KMOD_LCTRL)

    def redo(self) -> None:
        self.strike(pygame.K_y, pygame.KMOD_LCTRL)

    def escape(self) -> None:
        self.strike(pygame.K_ESCAPE)

    def play_turn(self) -> None:
        for move in turn_of(self.match.position):
            gesture = self.match.position.gesture(move)
            self.click(*gesture.pick, gesture.drop)


def visit(size: tuple[int, int] = SIZE, **settings: Any) -> Driver:
    return Driver(started(size, **{"animation": "off", **settings}))


class Tables:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, mind: type[Mind] | None = Mind) -> None:
        """`mind` replaces the engine process; None leaves the real one."""
        self.apps: list[Timed] = []
        if mind is not None:
            monkeypatch.setattr("scenes.table.runtime.EngineClient", mind)
            monkeypatch.setattr("scenes.screens.review.reviewer.EngineClient", mind)
            monkeypatch.setattr("scenes.screens.learn.mistake_scenes.EngineClient", mind)

    def app(self, size: tuple[int, int] = SIZE, **settings: Any) -> Timed:
        self.apps.append(started(size, **settings))
        return self.apps[-1]

    def table(
        self,
        *players: Player,
        position: str | None = None,
        control: Control | None = None,
        options: Any = None,
        app: Timed | None = None,
        game: Game = GAME,
        clicks: Iterable[Target] = (),
        **settings: Any,
    ) -> Driver:
        """Begin a match, by default of two persons, and click some targets; `settings` are those of `app`."""
        app = app or self.app(**settings)
        start = None if position is None else game.text.read(position)
        seats = players or (ANNA, BERT)
        drive = Driver(app, Session.begin(app.storage, game, options or game.play.options(), seats, control, start))
        drive.click(*clicks)
        return drive

    def again(self, text: str, looking_back: bool = False, match_id: str = "again", **settings: Any) -> Driver:
        return Driver(self.app(**settings), Session.load(match_id, text), looking_back)

    def play_four(self, **facts: Any) -> Driver:
        drive = self.table(clicks=("a6", "b5", "h3", "g4", "c6", "d5", "f3", "e4"), **facts)
        drive.settle()
        assert len(drive.match.plies) == 4
        return drive

    def clear(self) -> None:
        for app in self.apps:
            app.close()


def finished(home: Path) -> list[str]:
    return sorted(path.name for path in (home / "finished").glob("*.tablier"))


def sentences(storage: Storage) -> list[str]:
    return [notice.sentence(Words("en")) for notice in storage.notices]


def form_of(scene: Scene | None) -> Form:
    assert scene is not None and isinstance(scene.widgets, Form)
    return scene.widgets


def painted(app: App, act: Callable[[], object]) -> list[pygame.Rect]:
    """Return the rectangles of the window that are painted during `act`, frame by frame."""
    if isinstance(app, Timed):
        app.paint_each_frame()
    found: list[pygame.Rect] = []

    def shown(rects: list[pygame.Rect] | None = None) -> None:
        found.extend([app.surface.get_rect()] if rects is None else rects)

    with patch("pygame.display.update", shown):
        act()
    return found


def leaves(widget: Widget) -> Iterator[Widget]:
    """Yield the visible widgets that contain no others; a page counts as one widget."""
    for one in widget.iter_widgets():
        whole = isinstance(one, Page) or not (isinstance(one, Group) or isinstance(one.parent, Page))
        if whole and one.rect.width and one.rect.height:
            yield one
