"""A gallery of every screen, painted by the real scenes without a window, and the texts in it that are unreadable.

    python -m tests.gallery screens [--folder var/gallery] [--quick] [--scenes NAME ...] [--sizes 960x600 ...]

Every scene is painted at every size of `SIZES` and in every language, in the usual looks with text at 100 %. The
whole product with themes and sizes of text would be ten times as much and show little more. So every scene is painted
with text at 150 % in every language where there is least room for it, at 960x600, 1280x800 and 1000x1000; on the
other tables in English at 1280x800; and each set of boards, cloths and card backs at 1280x800 on the tables that it
is for. `--quick` leaves out the large sizes.

Each picture is read (`text_overlap.py`): words cut off or half covered, and words on words, are listed, in
`faults.txt` too, and the program ends with code 1. `index.html` in the folder shows all pictures. The pictures of the
README are among these (`--pictures`).
"""

import argparse
import html
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

import pygame
import pytest

from rules import GAMES
from scenes.app.app import App
from scenes.app.appearance import BACKS, BOARDS, CLOTHS, CONTRAST, TABLES, TABLIERS
from scenes.app.game_card import card_of
from scenes.app.settings import Settings
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from scenes.app.words import LANGUAGES
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.lessons import Lesson
from scenes.screens.learn.puzzles import PuzzleExercise
from scenes.screens.learn.tasks import puzzles
from scenes.screens.menu.scene import MenuScene
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.screens.setup.scene import SetupScene
from scenes.table import events
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.ui.progress_dialog import ProgressDialog
from scenes.ui.text_field import TextField
from tests.gallery import outlines, portrait, text_overlap, window_frame
from tests.scenes import catalogue
from tests.scenes.driver import Driver, Tables, Timed, form_of
from tests.scenes.matches import ANNA, BERT
from tests.scenes.opponents import Mind, silent
from tests.scenes.rummy import DUCALE, QUICK, SEED
from tests.scenes.test_ducale_score_pad import before_the_end

Window: TypeAlias = tuple[int, int]

SIZES: Final[tuple[Window, ...]] = ((960, 600), (1280, 800), (1000, 1000), (2560, 1080), (2560, 1440), (3840, 2160))
USUAL: Final[Window] = (1280, 800)
LEAST: Final[Window] = SIZES[0]
NARROW: Final = SIZES[:3]
"""The window with the least room for large text."""
LARGE: Final = 2_000_000
"""Windows of more pixels, which `--quick` leaves out."""
ENGLISH: Final = "en"
KEYS: Final = tuple(game.key for game in GAMES)
BOARDED: Final = ("table-double-draughts", "table-duck-chess", "table-ducart")
"""The tables with a choice of boards."""
WORDS: Final = 7.0
"""The contrast of words on the high-contrast table, by WCAG 2.2, level AAA."""
PATIENCE: Final = 400
"""Frames within which a scene must come to rest."""
STILL: Final = 0.1
"""Seconds: a scene that needs its next frame later than this only counts time."""


class Absent(Mind):
    """A computer player that never answers, so that nothing moves."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.answer = silent


@dataclass(frozen=True, slots=True)
class Light:
    """The window in which pictures are made: its size, its language, and unusual settings."""

    size: Window
    language: str
    name: str = "walnut"
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        return f"{self.size[0]}x{self.size[1]}-{self.language}-{self.name}"


@dataclass(slots=True)
class Room:
    """A window in which one scene after the other is opened."""

    app: Timed
    matches: Mapping[str, str]
    """Game key -> the record of a match in its middle."""

    def table(self, key: str, looking_back: bool = False) -> Driver:
        drive = Driver(self.app, Session.load(key, self.matches[key]), looking_back)
        self.rest()
        return drive

    def rest(self) -> None:
        """Run frames until nothing moves, or the table is about to move. Raises AssertionError if neither happens."""
        for _ in range(PATIENCE):
            top = self.app.stack.top
            wanted = None if top is None else top.wait_seconds()
            if wanted is None or wanted > STILL:
                return
            if isinstance(top, ProgressDialog):  # what is read for pictures has no end
                return
            if isinstance(top, MatchScene) and not top.stage.has_film and top.table.facts.automatic_move is not None:
                return
            if isinstance(top, MatchScene) and top.table.facts.model.engine.is_asking:
                time.sleep(0.01)  # the opponent's process is a real one
            self.app.moment += 0.02
            self.app.frame()
        raise AssertionError(f"{type(self.app.stack.top).__name__} never comes to rest")


Hanging: TypeAlias = Callable[[Room], None]
"""Opens a scene in the window of a room."""


def _menu(room: Room) -> None:
    room.app.stack.push(MenuScene(room.app))


def _menu_with_matches(room: Room) -> None:
    for key, text in room.matches.items():
        Session.load(key, text).save(room.app.storage)
    _menu(room)


def _fitted(make: Callable[[App], Scene]) -> Hanging:
    """Return a function that opens a scene of the tests, over a table if the scene is smaller than the window."""

    def hang(room: Room) -> None:
        scene = make(room.app)
        if not scene.opaque and not room.app.stack.scenes:  # else it came with what it lies on
            room.table(KEYS[0])
        room.app.stack.push(scene)

    return hang


def _setup(key: str) -> Hanging:
    return lambda room: room.app.stack.push(SetupScene(room.app, key))


def _table(key: str) -> Hanging:
    """Return a function that opens a table and picks a man, unless the dice decide which man moves."""

    def hang(room: Room) -> None:
        scene = room.table(key).scene
        if scene.table.facts.automatic_move is None:
            portrait.pick(scene)
            room.app.frame()

    return hang


def _replay(key: str) -> Hanging:
    def hang(room: Room) -> None:
        drive = room.table(key, looking_back=True)
        drive.send(events.ShowPly(len(drive.match.plies) // 2))

    return hang


def _pause(key: str) -> Hanging:
    def hang(room: Room) -> None:
        room.table(key).scene.act("menu")
        assert isinstance(room.app.stack.top, PauseScene)

    return hang


def _result(key: str) -> Hanging:
    def hang(room: Room) -> None:
        drive = room.table(key)
        drive.send(events.EndMatch("resigned", drive.match.position.to_move))
        drive.until(lambda: drive.above is not None)
        assert isinstance(drive.above, ResultScene)

    return hang


def _resign(room: Room) -> None:
    room.table(KEYS[0]).scene.act("resign")


def _lesson(key: str) -> Hanging:
    def hang(room: Room) -> None:
        scene = CoachScene(room.app, Lesson(room.app, key, 0))
        room.app.stack.push(scene)
        room.rest()
        scene.act("hint")

    return hang


def _puzzle(key: str) -> Hanging:
    def hang(room: Room) -> None:
        scene = CoachScene(room.app, PuzzleExercise(room.app, key, len(puzzles(key)) - 1))
        room.app.stack.push(scene)
        room.rest()
        scene.act("hint")
        scene.act("hint")

    return hang


def _cover(room: Room) -> None:
    drive = Driver(room.app, Session.begin(room.app.storage, DUCALE, DUCALE.play.options(), (ANNA, BERT)))
    drive.until(lambda: drive.scene.board_cover.visible)


def _last_round(room: Room) -> Driver:
    """Return a match of Ducale after three rounds; in the fourth and last, Anna can lay all her cards."""
    hands = [["4S", "4H", "4D"], ["JD", "QD"], ["KH", "QH"], ["JS", "JC"]]
    scores = [[0, 30, 131, 12], [14, 0, 22, 87], [35, 61, 0, 5]]
    start = DUCALE.text.read(before_the_end(hands, scores, len(scores) + 1))
    seats = (ANNA, QUICK, QUICK, QUICK)
    drive = Driver(room.app, Session.begin(room.app.storage, DUCALE, DUCALE.play.options(), seats, None, start))
    room.rest()
    return drive


def _score_sheet(room: Room) -> None:
    _last_round(room).scene.act("score-sheet")


def _result_at_cards(room: Room) -> None:
    """Let Anna go out, because nobody resigns at cards."""
    drive = _last_round(room)
    stage: Any = drive.scene.stage
    drive.click("stock")
    drive.settle()
    drive.click("h0:4S#1", "h0:4H#1", "h0:4D#1")
    drive.strike(pygame.K_l)
    drive.settle()
    drive.click(*stage.hand.order, "discard")
    drive.until(lambda: drive.above is not None)
    assert isinstance(drive.above, ResultScene)


SCENES: Final[dict[str, Hanging]] = {
    "menu": _menu,
    "menu-matches": _menu_with_matches,
    **{f"setup-{key}": _setup(key) for key in KEYS},
    **{f"table-{key}": _table(key) for key in KEYS},
    **{f"pause-{key}": _pause(key) for key in KEYS},
    **{f"result-{key}": _result(key) for key in KEYS},
    "result-ducale": _result_at_cards,
    **{f"replay-{key}": _replay(key) for key in KEYS},
    **{f"lesson-{key}": _lesson(key) for key in KEYS},
    **{f"puzzle-{key}": _puzzle(key) for key in KEYS if not card_of(key).trains_attention},
    "cover": _cover,
    "score-pad": _score_sheet,
    "resign": _resign,
    **{name: _fitted(make) for name, make in catalogue.PICTURES.items()},
}


def lights(sizes: Sequence[Window] = SIZES) -> Iterator[tuple[Light, Sequence[str]]]:
    every = tuple(SCENES)
    for size in sizes:
        for language in LANGUAGES:
            yield Light(size, language), every
            if size in NARROW:
                yield Light(size, language, "walnut-150", {"text_scale": 150}), every
            if size in (LEAST, USUAL):
                scale = 200 if size == LEAST else 100
                yield Light(size, language, f"contrast-{scale}", {"text_scale": scale, "table": CONTRAST}), every
    if USUAL not in sizes:
        return
    for table in (one for one in TABLES[1:] if one != CONTRAST):
        yield Light(USUAL, ENGLISH, table, {"table": table}), every
    for board in BOARDS[1:]:
        yield Light(USUAL, ENGLISH, f"board-{board}", {"board": board, "board_ducart": board}), BOARDED
    for board in TABLIERS[1:]:
        yield Light(USUAL, ENGLISH, f"tablier-{board}", {"tablier": board}), ("table-unstacked-draughts",)
    for cloth, back in zip(CLOTHS[1:], BACKS[1:], strict=True):
        chosen: dict[str, Any] = {"cloth": cloth, "card_back": back, "four_colours": cloth == CLOTHS[1]}
        yield Light(USUAL, ENGLISH, f"cloth-{cloth}", chosen), ("table-ducale",)


@dataclass(slots=True)
class Gallery:
    matches: Mapping[str, str]
    names: dict[int, tuple[pygame.Surface, str]]
    """The words of `text_overlap.reading`."""
    home: Path
    rooms: int = 0

    def hang(self, light: Light, scenes: Sequence[str]) -> Iterator[tuple[str, text_overlap.Sheet]]:
        """Yield the pictures of a window with their scenes' names; the user has no files before each of them."""
        with _open_tables() as tables:
            app = tables.app(light.size, language=light.language, animation="off", small_life=False, **light.settings)
            app.theme.lay_table()
            for name in scenes:
                yield name, self._picture(app, light, SCENES[name])

    def _picture(self, app: Timed, light: Light, hanging: Hanging) -> text_overlap.Sheet:
        self.rooms += 1
        os.environ["TABLIER_HOME"] = str(self.home / str(self.rooms))
        while app.stack.scenes:
            app.stack.scenes.pop().leave()
        app.storage = Storage()
        app.mouse = None
        app.settings = Settings(
            language=light.language, window=light.size, animation="off", small_life=False, **light.settings
        )
        app.apply_settings()
        room = Room(app, self.matches)
        hanging(room)
        if not isinstance(app.stack.top, MatchScene):
            app.frame()  # a rule sheet's pictures are made once it was painted
        room.rest()
        self.names.clear()
        sheet = text_overlap.Sheet(light.size, self.names)
        sheet.least = WORDS if app.theme.contrast else 0.0
        app.theme.report_overflow = sheet.overflowed
        if not isinstance(app.stack.top, MatchScene):
            there = form_of(app.stack.top).iter_widgets()
            sheet.scrolled = frozenset(part.value for part in there if isinstance(part, TextField))
        for scene in app.stack.visible():
            sheet.next_scene()
            scene.paint(sheet)
        sheet.look_over(_toast(app.stack.top))
        if app.theme.contrast:
            sheet.faults += outlines.faint(sheet, form_of(app.stack.top))
        app.theme.report_overflow = None
        return sheet


def _toast(scene: Any) -> pygame.Rect | None:
    """Return the part of a scene that covers others: the waiting player's card, or the list that has slid out."""
    if isinstance(scene, MatchScene):
        words = [part.rect for part in scene.board_cover.children if part.visible]
        edge = 2 * scene.app.theme.control
        return words[0].unionall(words[1:]).inflate(edge, edge) if scene.board_cover.visible else None
    overlay = form_of(scene).overlay
    return None if overlay is None else overlay.extent()


def matches(nodes: int = portrait.NODES, turns: Mapping[str, int] = portrait.TURNS) -> dict[str, str]:
    with _open_tables() as tables:
        app = tables.app(LEAST)
        return {game.key: portrait.match(app, game, nodes, turns).text() for game in GAMES}


@contextmanager
def _open_tables() -> Iterator[Tables]:
    """Provide tables, with the same dice and cards on every run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scenes.table.sealed_chance.secrets.token_bytes", lambda count: bytes.fromhex(SEED))
        tables = Tables(patch, Absent)
        try:
            yield tables
        finally:
            tables.clear()


def page(pictures: Mapping[str, Sequence[str]], faults: Sequence[str]) -> str:
    rows = [
        f"<h2>{html.escape(name)}</h2><div>"
        + "".join(
            f'<a href="{html.escape(path)}"><img loading="lazy" src="{html.escape(path)}" alt="">'
            f"<span>{html.escape(path.split('/')[0])}</span></a>"
            for path in paths
        )
        + "</div>"
        for name, paths in pictures.items()
    ]
    told = "".join(f"<li>{html.escape(fault)}</li>" for fault in faults)
    return (
        '<!doctype html><meta charset="utf-8"><title>Tablier: the gallery</title><style>'
        "body{background:#222;color:#ddd;font:14px sans-serif;margin:2em}div{display:flex;flex-wrap:wrap;gap:8px}"
        "a{color:#aaa;text-decoration:none}img{display:block;height:180px}span{font-size:11px}</style>"
        f"<h1>Tablier: the gallery</h1><ul>{told}</ul>{''.join(rows)}\n"
    )


def show(folder: Path, sizes: Sequence[Window] = SIZES, only: Sequence[str] = (), quietly: bool = False) -> list[str]:
    """Paint the gallery into `folder`; return a line for each unreadable text."""
    begun, count = time.process_time(), 0
    faults: list[str] = []
    pictures: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory(prefix="tablier-gallery-") as home, text_overlap.reading() as names:
        os.environ |= {"TABLIER_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        gallery = Gallery(matches(), names, Path(home))
        for light, scenes in lights(sizes):
            (folder / light.folder).mkdir(parents=True, exist_ok=True)
            for name, sheet in gallery.hang(light, [one for one in scenes if not only or one in only]):
                path = f"{light.folder}/{name}.png"
                pygame.image.save(sheet, folder / path)
                pictures.setdefault(name, []).append(path)
                faults += [f"{path}: {fault}" for fault in sheet.faults]
                count += 1
            if not quietly:
                print(f"{light.folder}: {count} pictures, {len(faults)} faults, {time.process_time() - begun:.0f} s")
    (folder / "faults.txt").write_text("".join(f"{fault}\n" for fault in faults), encoding="utf-8")
    (folder / "index.html").write_text(page(pictures, faults), encoding="utf-8")
    return faults


def paint_pictures(folder: Path, framed: bool = False) -> list[str]:
    """Paint the pictures of the README, or small `framed` ones for software centres; return what is unreadable."""
    hung = {"menu-matches": "menu", **{f"table-{key}": key for key in KEYS}}
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="tablier-gallery-") as home, text_overlap.reading() as names:
        os.environ |= {"TABLIER_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        light = Light(LEAST if framed else USUAL, ENGLISH)
        for name, sheet in Gallery(matches(), names, Path(home)).hang(light, tuple(hung)):
            pygame.image.save(window_frame.around(sheet) if framed else sheet, folder / f"{hung[name]}.png")
            faults += [f"{hung[name]}.png: {fault}" for fault in sheet.faults]
    return faults


def _window(text: str) -> Window:
    wide, high = map(int, text.split("x"))
    return wide, high


def main(arguments: list[str]) -> None:
    """Paint what the command line names. Exits with code 1 if a text is unreadable."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery screens", description="A picture of every screen.")
    parser.add_argument("--folder", type=Path, default=Path("var/gallery"))
    parser.add_argument("--quick", action="store_true", help="without the large sizes")
    parser.add_argument("--scenes", nargs="+", default=[], metavar="NAME", help=f"of {', '.join(SCENES)}")
    parser.add_argument("--sizes", nargs="+", type=_window, metavar="WxH", help="windows, in pixels")
    parser.add_argument("--pictures", action="store_true", help="the pictures of the README alone")
    parser.add_argument("--framed", action="store_true", help="the same, small and each in a window's frame")
    told = parser.parse_args(arguments)
    unknown = sorted(set(told.scenes) - SCENES.keys())
    if unknown:
        parser.error(f"there is no scene {', '.join(unknown)}")
    sizes = told.sizes or [size for size in SIZES if not told.quick or size[0] * size[1] < LARGE]
    told.folder.mkdir(parents=True, exist_ok=True)
    faults = paint_pictures(told.folder, told.framed) if told.pictures else show(told.folder, sizes, told.scenes)
    print(
        "\n".join(faults)
        or f"{told.folder / ('' if told.pictures else 'index.html')}: nothing is cut off or overlaps"
    )
    raise SystemExit(1 if faults else 0)
