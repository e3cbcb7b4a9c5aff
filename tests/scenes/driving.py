"""The table scene driven without a window that anybody sees: real events, a clock of our own, frame by frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame
import pytest

from rules import find
from rules.ai.server import Answer, Ask
from rules.clock import Control
from rules.contract import Position, Target
from rules.ducale.policies import greedy
from rules.game import Game
from rules.record import Player
from scenes.app import App
from scenes.assets import Assets
from scenes.files.settings import Settings
from scenes.files.storage import Storage
from scenes.looks import Looks
from scenes.match import MatchScene
from scenes.playing.sitting import Sitting
from scenes.stack import Scene
from scenes.tables import at_cards

GAME: Final = find("double-draughts")
DUCK: Final = find("duck-chess")
assert GAME is not None and DUCK is not None
ANNA, BERT = Player("person", "Anna"), Player("person", "Bert")
COMPUTER: Final = Player("computer", "Regular", 2)
SIZE: Final = (960, 600)
FRAME: Final = 0.02
"""Seconds between two frames."""
LONG_WAIT: Final = 2000
"""Frames after which `until` has waited long enough."""

ONE_CAPTURE: Final = "7m/8/1m6/2M5/8/8/8/8 w 2 0 1"
"""White's c5 must take b6 and land on a7; nothing else of White's can."""
MAY_AND_MUST: Final = "7m/8/1m6/2M5/8/8/7M/8 w 2 0 1"
"""c5 must take, so h2 may not move."""
TWO_HOPS: Final = "m7/8/4m3/8/2m5/1M6/8/7M w 2 0 1"
"""b3 takes c4 and, from d5, e6."""
TWO_ANSWERS: Final = "8/1m6/8/8/8/8/6M1/8 b 2 0 1"
"""Far apart: quiet turns for both, Black first."""
KINGS: Final = "7m/8/8/3k4/2K5/8/8/8 w 2 0 1"
"""A King takes a King on the diagonal."""
LAST_PIECE: Final = "8/8/1m6/2M5/8/8/8/8 w 2 0 1"
"""White takes the only piece that Black has."""

MIDDLE: Final = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P*2/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6"
"""Duck Chess with everybody at work; the duck on f4."""
PAWNS_ON_THE_SEVENTH: Final = "3nk3/2P4P/8/8/3*4/8/p7/4K3 w - - 0 1"
"""Pawns of both sides that may become something else, White's c7 by taking too."""
OPEN_KINGS: Final = "4k3/8/8/8/1b1Qr1*1/8/3P4/R3K2R w KQ - 0 1"
"""White's king can be taken along the file, and Black's too."""

_ASSETS: Final = Assets()
"""Sprites are the same for every test, and take their time."""


class Timed(App):
    """An app whose time passes when the test says so, and whose cursor is only written down."""

    moment = 0.0
    pointer = "arrow"

    def now(self) -> float:
        return self.moment

    def cursor(self, name: str) -> None:
        self.pointer = name


@dataclass
class Mind:
    """Stands in for the opponent's process: answers a question at the next look, by `answer` (None: never)."""

    log: Callable[[str], None]
    answer: Callable[[Ask], Answer | None] | None = None

    def __post_init__(self) -> None:
        self.asked: list[Ask] = []
        self.open: Ask | None = None
        self.cancelled = 0
        self.closed = False

    @property
    def busy(self) -> bool:
        return self.open is not None

    @property
    def watched(self) -> bool:
        return self.open is not None

    def start(self) -> None:
        """Nothing takes time here."""

    def ask(self, question: Ask) -> None:
        self.cancel()
        self.open = replace(question, id=len(self.asked) + 1)
        self.asked.append(self.open)

    def cancel(self) -> None:
        self.cancelled += self.open is not None
        self.open = None

    def poll(self) -> Answer | None:
        answer = (self.answer or first_turn)(self.open) if self.open is not None else None
        if answer is not None:
            self.open = None
        return answer

    def close(self, wait: bool = True) -> None:
        self.closed, self.open = True, None


def turn_of(position: Position, choose: Callable[[Iterable[Any]], Any] = lambda moves: next(iter(moves))) -> Any:
    """A whole turn: by default of the first legal moves."""
    moves, seat = [], position.to_move
    while position.to_move == seat and position.outcome() is None:
        moves.append(choose(position.legal_moves()))
        position = position.play(moves[-1])
    return tuple(moves)


def first_turn(question: Ask) -> Answer:
    """The mind that plays the first legal moves, and thinks that it stands a little better."""
    return Answer(question.id, turn_of(question.position), score=10)


def random_mind(seed: int) -> Callable[[Ask], Answer]:
    """A mind that plays anything; at cards, where anything may lead to what can't be ended, what comes to hand."""
    rng = Random(seed)

    def play(ask: Ask) -> Answer:
        if at_cards(ask.game):
            view: Any = ask.position
            return Answer(ask.id, tuple(greedy(view, rng)), score=10)
        return Answer(ask.id, turn_of(ask.position, lambda moves: rng.choice(list(moves))), score=10)

    return play


def silent(question: Ask) -> Answer | None:
    """The mind that never comes to an end."""


def broken(question: Ask) -> Answer:
    """The mind that has given up."""
    return Answer(question.id, error="out of order")


class Driver:
    """One app with one match on the table."""

    def __init__(self, app: Timed, sitting: Sitting, looking_back: bool = False) -> None:
        self.app = app
        self.scene = MatchScene(app, sitting, looking_back)
        self.mouse = (1, 1)
        app.stack.push(self.scene)
        self.step()

    # --- what there is

    @property
    def match(self) -> Any:
        return self.scene.match

    @property
    def mind(self) -> Mind:
        thinker: Any = self.scene.opposition.thinker
        assert isinstance(thinker, Mind)
        return thinker

    @property
    def marks(self) -> Any:
        return self.scene.stage.marks

    @property
    def picked(self) -> frozenset[Target]:
        pick: frozenset[Target] = self.scene.hand.selection.pick
        return pick

    @property
    def slip(self) -> str | None:
        slip = self.scene.stage._speech.slip
        return None if slip is None else slip.text

    @property
    def status(self) -> str:
        return self.scene.sidebar._status.text

    @property
    def note(self) -> str:
        return self.scene.sidebar._note.text

    @property
    def above(self) -> Scene | None:
        """The scene that lies on the table scene."""
        top = self.app.stack.top
        return None if top is self.scene else top

    @property
    def board(self) -> str:
        return str(self.match.position.text()).split(" ")[0]

    def played(self) -> list[str]:
        """The moves of the match so far."""
        return [str(ply.move) for ply in self.match.plies]

    def at(self, target: Target | None) -> tuple[int, int]:
        """A pixel of a target; None: one of the bare table."""
        if target is None:
            return (2, 2)
        x, y = self.scene.stage.spots[target].box.centre
        return (round(x), round(y))

    # --- time

    def step(self, seconds: float = FRAME) -> None:
        """One frame, `seconds` after the last."""
        self.app.moment += seconds
        self.app.frame()

    def run(self, seconds: float) -> None:
        """As many frames as there are in so many seconds."""
        for _ in range(round(seconds / FRAME)):
            self.step()

    def until(self, wanted: Callable[[], bool]) -> None:
        """Frames until something is so."""
        for _ in range(LONG_WAIT):
            if wanted():
                return
            self.step()
        raise AssertionError("it never came to that")

    def settle(self) -> None:
        """Frames until nothing moves and nobody thinks, and whoever has won has been honoured."""
        scene = self.scene
        self.until(lambda: not scene.stage.busy and scene.answers.reply is None and not scene.opposition.thinker.busy)
        self.step()
        if scene.stage.celebrates:
            self.until(lambda: not scene.stage.celebrates)
            self.step()

    # --- the person

    def post(self, kind: int, **facts: Any) -> None:
        """An event, and the frame that takes it."""
        pygame.event.post(pygame.event.Event(kind, **facts))
        self.step()

    def move(self, pos: tuple[int, int], down: bool = False) -> None:
        """The pointer goes there, with the button held `down` or not."""
        rel = (pos[0] - self.mouse[0], pos[1] - self.mouse[1])
        self.mouse = pos
        self.post(pygame.MOUSEMOTION, pos=pos, rel=rel, buttons=(int(down), 0, 0))

    def press(self, target: Target | None) -> None:
        self.mouse = self.at(target)
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.mouse, button=1)

    def release(self, target: Target | None) -> None:
        self.mouse = self.at(target)
        self.post(pygame.MOUSEBUTTONUP, pos=self.mouse, button=1)

    def click(self, *targets: Target | None) -> None:
        """Click on one target after the other."""
        for target in targets:
            self.press(target)
            self.release(target)

    def click_widget(self, widget: Any) -> None:
        pos = widget.rect.center
        self.mouse = pos
        self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)

    def click_key(self, action: str) -> None:
        """Click on a key beside the table."""
        key = self.scene.sidebar._keys[action]
        assert key.visible
        self.click_widget(key)

    def right_click(self, target: Target | None) -> None:
        self.mouse = self.at(target)
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.mouse, button=3)
        self.post(pygame.MOUSEBUTTONUP, pos=self.mouse, button=3)

    def lift(self, start: Target) -> None:
        """Take a piece up and hold it a little beside its place."""
        self.press(start)
        x, y = self.at(start)
        self.move((x + 9, y - 7), down=True)

    def drag(self, start: Target, end: Target | None) -> None:
        self.lift(start)
        self.move(self.at(end), down=True)
        self.release(end)

    def strike(self, key: int, mod: int = 0) -> None:
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)

    def undo(self) -> None:
        self.strike(pygame.K_z, pygame.KMOD_LCTRL)

    def redo(self) -> None:
        self.strike(pygame.K_y, pygame.KMOD_LCTRL)

    def escape(self) -> None:
        self.strike(pygame.K_ESCAPE)


class House:
    """Sets tables, and clears them all away in the end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, mind: type[Mind] | None = Mind) -> None:
        """`mind` None: the real opponent's process."""
        self.apps: list[Timed] = []
        if mind is not None:
            monkeypatch.setattr("scenes.playing.opposition.Thinker", mind)
            monkeypatch.setattr("scenes.lookback.reviewing.Thinker", mind)

    def app(self, size: tuple[int, int] = SIZE, **settings: Any) -> Timed:
        """An app; `settings` are fields of Settings."""
        app = Timed(Settings(language=settings.pop("language", "en"), window=size, **settings), Storage())
        app.assets = _ASSETS
        app.assets.wear(Looks.of(app.settings))
        app.assets.settled()
        self.apps.append(app)
        return app

    def table(
        self,
        *players: Player,
        position: str | None = None,
        control: Control | None = None,
        options: Any = None,
        app: Timed | None = None,
        game: Game | None = GAME,
        **settings: Any,
    ) -> Driver:
        """A match in the first frame; without players two persons. `settings` as for `app`."""
        app = app or self.app(**settings)
        assert game is not None
        start = None if position is None else game.text.read(position)
        seats = players or (ANNA, BERT)
        return Driver(app, Sitting.begin(app.storage, game, options or game.play.options(), seats, control, start))

    def again(self, text: str, looking_back: bool = False, match_id: str = "again", **settings: Any) -> Driver:
        """The match of a record, in an app of its own."""
        return Driver(self.app(**settings), Sitting.load(match_id, text), looking_back)

    def clear(self) -> None:
        for app in self.apps:
            app.close()


def finished(home: Path) -> list[str]:
    """The names of the finished matches on file."""
    return sorted(path.name for path in (home / "finished").glob("*.tablier"))
