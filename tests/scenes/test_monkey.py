"""A monkey at the table: anything in any order, over all scenes, and the laws that hold whatever it does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame
import pytest

from rules import GAMES
from rules.ai.server import Answer, Ask
from rules.record import read
from scenes import exchange
from scenes.lang import Words
from scenes.match import MatchScene
from scenes.menu import MenuScene
from scenes.sitting import Sitting
from scenes.storage import Settings, Storage
from tests.scenes.driving import Mind, Timed, broken, random_mind, silent
from tests.scenes.visiting import DUCK, leaves, sitting

KEYS: Final = (
    *(pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_SPACE, pygame.K_TAB, pygame.K_DELETE, pygame.K_BACKSPACE),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END),
    *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_F1, pygame.K_F11, pygame.K_a, pygame.K_c, pygame.K_f, pygame.K_n),
    *(pygame.K_h, pygame.K_s, pygame.K_v, pygame.K_x, pygame.K_y, pygame.K_z, pygame.K_LSHIFT),
)
MODIFIERS: Final = (0, 0, 0, pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LALT, pygame.KMOD_LCTRL | 1)
SIZES: Final = ((960, 600), (960, 600), (1000, 700), (700, 400), (1280, 800))
POSITION: Final = "8/2m5/8/4K3/8/1m6/M7/8 w 2 0 1"
FEN: Final = "r1bqkbnr/pppp1ppp/2n1*3/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
EVENTS: Final = 600
"""A few seconds' worth; more, and other seeds, find what is left."""
LONGEST_PAUSE: Final = 3.0
"""Seconds that the monkey may look out of the window."""


class Monkey:
    """Plays with one home until it has made so many events; `seed` says which."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.dice = Random(seed)
        self.folder = folder
        self.texts = self._texts()
        self.events = 0
        self.down = False
        self.app = self._start()

    def _texts(self) -> list[str]:
        """What is found on the clipboard and in files."""
        good = sitting(Storage(), 12, match_id="theirs").text()
        over = sitting(Storage(), 1000, match_id="over").text()
        texts = [
            good,
            over,
            good[:-5],
            good.replace("0 ", "0 \0", 1),
            POSITION,
            POSITION[:9],
            "",
            "Hello",
            "\0\ud800",
        ]
        duck = sitting(Storage(), 12, match_id="duck", game=DUCK)
        pgn = duck.texts()[".pgn"]
        return [*texts, duck.text(), pgn, pgn.replace("2.", "2. Ke8@e8"), FEN, FEN[:30]]

    def _start(self) -> Timed:
        """A new window on the same files, as after a restart."""
        storage = Storage()
        app = Timed(storage.load_settings(), storage)
        app.stack.push(MenuScene(app))
        app.frame()
        match_id = storage.open_match()
        if match_id is not None:
            from scenes.bookmarks import resume

            resume(app, match_id)
        return app

    # --- what it does

    def play(self, events: int) -> None:
        """Make so many events, and look after each frame whether the laws hold."""
        ways: list[tuple[int, Callable[[], object]]] = [
            (30, self._widget),
            (40, self._turn),
            (12, self._target),
            (6, self._anywhere),
            (12, self._key),
            (8, self._motion),
            (4, self._letters),
            (2, self._wheel),
            (1, self._resize),
            (1, self._focus),
            (1, self._drop),
            (1, self._quit),
        ]
        weights = [weight for weight, _ in ways]
        while self.events < events:
            self.dice.choices([way for _, way in ways], weights)[0]()
            self.app.moment += self.dice.choice((0.01, 0.02, 0.02, 0.4, LONGEST_PAUSE))
            self.app.frame()
            self._check()
            if not self.app.running:
                self._restart()

    def _post(self, kind: int, **facts: Any) -> None:
        self.events += 1
        pygame.event.post(pygame.event.Event(kind, **facts))

    def _click(self, pos: tuple[int, int], button: int = 1) -> None:
        self._post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(int(self.down), 0, 0))
        if self.dice.random() < 0.15:
            self.down = not self.down
            self._post(pygame.MOUSEBUTTONDOWN if self.down else pygame.MOUSEBUTTONUP, pos=pos, button=button)
            return
        self._post(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)
        self._post(pygame.MOUSEBUTTONUP, pos=pos, button=button)

    def _widget(self) -> None:
        """On something that is there to be clicked."""
        top: Any = self.app.stack.top
        form = top.sidebar.form if isinstance(top, MatchScene) else getattr(top, "form", None) or top._form
        there = [widget for widget in leaves(form) if widget.focusable]
        if there:
            self._click(self.dice.choice(there).rect.center)

    def _turn(self) -> None:
        """A legal move, by click and click or drag and drop."""
        top = self.app.stack.top
        if isinstance(top, MatchScene) and top.hand.gestures:
            gesture = self.dice.choice(list(top.hand.gestures))
            places = [self._at(top, target) for target in (*gesture.pick, gesture.drop) if target is not None]
            for place in places:
                self._click(place)
            if self.dice.random() < 0.3:
                self._post(pygame.MOUSEBUTTONDOWN, pos=places[0], button=1)
                for place in (places[0][0] + 9, places[0][1]), places[-1]:
                    self._post(pygame.MOUSEMOTION, pos=place, rel=(9, 0), buttons=(1, 0, 0))
                self._post(pygame.MOUSEBUTTONUP, pos=places[-1], button=1)

    def _at(self, scene: MatchScene, target: str) -> tuple[int, int]:
        x, y = scene.stage.spots[target].box.centre
        return round(x), round(y)

    def _target(self) -> None:
        """Anything on the board, rightly or wrongly."""
        top = self.app.stack.top
        if isinstance(top, MatchScene):
            self._click(self._at(top, self.dice.choice(list(top.stage.spots))), self.dice.choice((1, 1, 1, 3)))

    def _somewhere(self) -> tuple[int, int]:
        return self.dice.randint(-5, self.app.size[0] + 5), self.dice.randint(-5, self.app.size[1] + 5)

    def _anywhere(self) -> None:
        self._click(self._somewhere(), self.dice.choice((1, 1, 2, 3)))

    def _motion(self) -> None:
        self._post(pygame.MOUSEMOTION, pos=self._somewhere(), rel=(3, 3), buttons=(int(self.down), 0, 0))

    def _key(self) -> None:
        key, mod = self.dice.choice(KEYS), self.dice.choice(MODIFIERS)
        letter = chr(key) if 32 <= key < 127 else ""
        self._post(pygame.KEYDOWN, key=key, mod=mod, unicode=letter, scancode=0)
        self._post(pygame.KEYUP, key=key, mod=mod, unicode=letter, scancode=0)

    def _letters(self) -> None:
        self._post(pygame.TEXTINPUT, text=self.dice.choice(("é", "~", "/", "..", "x" * 300, "\u202e", "\0", "😀")))

    def _wheel(self) -> None:
        y = self.dice.choice((-9, -1, 1, 9))
        self._post(pygame.MOUSEWHEEL, x=0, y=y, precise_x=0.0, precise_y=float(y), flipped=False, touch=False)

    def _resize(self) -> None:
        pygame.display.set_mode(self.dice.choice(SIZES), pygame.RESIZABLE)
        self._post(pygame.WINDOWSIZECHANGED, x=0, y=0)
        self._post(pygame.WINDOWEXPOSED)

    def _focus(self) -> None:
        self._post(self.dice.choice((pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWLEAVE)))

    def _drop(self) -> None:
        """A file is dropped onto the window; another window writes to the matches; a file is damaged."""
        path = self.folder / f"found-{self.dice.randint(0, 9)}.tablier"
        path.write_bytes(self.dice.choice(self.texts).encode("utf-8", "surrogatepass"))
        kept = sorted((Path(os.environ["TABLIER_HOME"]) / "matches").glob("*.tablier"))
        if kept and self.dice.random() < 0.5:
            self.dice.choice(kept).write_bytes(self.dice.choice((b"", b"\xff", path.read_bytes())))
        self._post(pygame.DROPFILE, file=str(path))

    def _quit(self) -> None:
        self._post(pygame.QUIT)

    def _restart(self) -> None:
        self.app.close()
        self.down = False
        self.app = self._start()

    # --- the laws

    def _check(self) -> None:
        """The menu lies at the bottom; a match reads as it is written, and what is seen of it lies where it says."""
        scenes = self.app.stack.scenes
        assert scenes and isinstance(scenes[0], MenuScene), scenes
        for scene in scenes:
            if isinstance(scene, MatchScene) and self.dice.random() < 0.05:
                text = scene.sitting.text()
                assert Sitting.load("again", text).match.positions == scene.match.positions
                if not scene.stage.moving:
                    assert scene.stage.table == scene.fate.table(scene.course.position)


def thoughts(seed: int) -> Callable[[Ask], Answer | None]:
    """A mind that mostly plays anything, sometimes never answers, and sometimes has given up."""
    dice, anything = Random(seed), random_mind(seed)

    def think(ask: Ask) -> Answer | None:
        if ask.kind == "greet":
            return dice.choice((Answer(ask.id, name="Monkey 1"), failed(ask)))
        minds = (anything, silent, broken, failed if ask.engine else broken)
        return dice.choices(minds, (20, 5, 1, 3))[0](ask)

    return think


def failed(ask: Ask) -> Answer:
    """The mind of an engine that is none."""
    return Answer(ask.id, error="no engine", code="silent", facts={"engine": "Monkey 1"})


@pytest.fixture
def monkey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], Monkey]]:
    """Makes a monkey from its seed; it reads and writes nothing but its own folder."""
    folder = tmp_path / "person"
    folder.mkdir()
    kept = exchange.write_file
    caught: list[Monkey] = []

    def write(path: Path, text: str) -> None:
        if not path.resolve().is_relative_to(folder):
            raise PermissionError(13, "This is not the monkey's")
        kept(path, text)

    monkeypatch.setattr(Words, "strict", True)
    monkeypatch.setattr(Path, "home", lambda: folder)
    monkeypatch.setattr(exchange, "_documents", lambda: folder)
    monkeypatch.setattr(exchange, "write_file", write)

    def made(seed: int) -> Monkey:
        think = thoughts(seed)
        monkeypatch.setattr("scenes.opposition.Thinker", lambda log: Mind(log, think))
        monkeypatch.setattr("scenes.engines.Thinker", lambda log: Mind(log, think))  # it would run what it finds
        storage = Storage()
        engine = "/opt/monkey" if seed % 2 else ""
        storage.save_settings(replace(Settings(), window=SIZES[0], language=("en", "fr")[seed % 2], engine=engine))
        one = Monkey(seed, folder)
        monkeypatch.setattr(exchange, "clipboard_text", lambda: one.dice.choice(one.texts))
        caught.append(one)
        return one

    yield made
    for one in caught:
        one.app.close()


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_done_no_scene_fails_and_no_match_is_lost(monkey: Callable[[int], Monkey], seed: int) -> None:
    one = monkey(seed)
    one.play(EVENTS)
    for entry in one.app.storage.list_finished():
        read(one.app.storage.load_finished(entry.id), GAMES)
