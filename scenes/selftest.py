"""The self-test (`tablier --self-test`): checks that all that was packed works, and touches no file of the person.

It has no `assert`, because the executable is built without them.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final, TextIO, TypeAlias

import pygame

import sounds
from rules import GAMES, abilities
from rules.ai.questions import Choose
from rules.contract import NATURE
from rules.game import Game
from rules.match import Match
from rules.record import Player, Record, write
from scenes.app.app import App
from scenes.app.assets import ROOT
from scenes.app.fonts import FONT_FILES, Face
from scenes.app.settings import Settings
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from scenes.app.version import VERSION, platform_text
from scenes.app.words import ENGLISH, LANGUAGES, Words
from scenes.screens.paint_ahead import FRAMES, open_hidden_app, show
from scenes.screens.third_party import COLLECTED, licence_files, parts
from scenes.table.engine_client import EngineClient

Check: TypeAlias = tuple[str, Callable[[], object]]  # (name, function that raises any exception at a fault)

SHARED_ART: Final = ("boards", "effects", "plain", "ui")  # the folders of pictures that belong to no game
_NAP: Final = 0.01
_PICTURE: Final = re.compile(r"`([\w-]+)\.svg`")
_PIXELS: Final = 48


class FaultError(Exception):
    """Error for a fault found by a check."""


def run(out: TextIO | None = None) -> int:
    """Run all checks; return the exit code, 1 if any failed.

    The lines go to `out`, or without standard output to `self-test.txt` beside the log.
    """
    out = out or sys.stdout
    if out is not None:
        return _run(out)
    folder = Storage().logs
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "self-test.txt").open("w", encoding="utf-8") as file:
        return _run(file)


def _run(out: TextIO) -> int:
    print(f"Tablier {VERSION}: {platform_text()}", file=out)
    failed: list[str] = []
    count = 0
    strict, Words.strict = Words.strict, True  # missing words are errors
    with open_hidden_app(Settings(language="en", animation="off")) as app:
        app.sound.open(wait=True)
        for name, look in checks(app):
            count += 1
            told = "well"
            try:
                look()
            except Exception as problem:
                told = f"{type(problem).__name__}: {problem}"
                failed.append(f"{name}: {told}")
                app.stack.scenes.clear()  # a screen that was never whole can't be left
            print(f"{name}: {told}", file=out, flush=True)
    Words.strict = strict
    print(f"{count} looked at, {len(failed)} failed" + ("." if not failed else ":"), file=out)
    for fault in failed:
        print(f"  {fault}", file=out)
    out.flush()
    return 1 if failed else 0


def checks(app: App) -> Iterator[Check]:
    """Return all checks, those that explain later faults first."""
    yield "waiting without polling", _waiting
    for language in LANGUAGES:
        yield f"language {language}", partial(_language, app, language)
    for face in FONT_FILES:
        yield f"letters {face}", partial(_letters, app, face)
    for folder in (*SHARED_ART, *map(_folder, GAMES)):
        yield from _art(folder)
    yield f"sound {sounds.ROOM}", partial(_sound, f"{sounds.ROOM}.ogg")
    for name, variants in sounds.VARIANTS.items():
        for number in range(1, variants + 1):
            yield f"sound {name}-{number}", partial(_sound, f"{name}-{number}.ogg")
    for game in GAMES:
        yield f"modules of {game.key}", partial(_modules, f"rules.{_folder(game)}")
        yield f"texts of {game.key}", partial(_texts, game)
        yield f"table of {game.key}", partial(_table, app, game)
        yield f"opponent in {game.key}", partial(_opponent, game)
    yield "modules of the screens", partial(_modules, "scenes")
    yield "real dice", _real_dice
    yield "screen readers", _screen_readers
    yield "licences", _licences
    yield "files", partial(_files, app.storage)


def _require(is_well: bool, fault: str) -> None:
    if not is_well:
        raise FaultError(fault)


def _waiting() -> None:
    from scenes.app import wait

    _require(wait._WAIT is not None, "SDL can't be reached through ctypes")


def _licences() -> None:
    missing = [part.name for part in parts() if not licence_files(part)]
    _require(not missing or not COLLECTED.is_dir(), f"The licence is missing of {', '.join(missing)}")


def _language(app: App, code: str) -> None:
    from scenes.screens.menu.scene import MenuScene

    app.settings.language = code
    app.settings_changed()
    _paint(app, MenuScene(app))


def _letters(app: App, face: Face) -> None:
    painted = app.theme.face(face, _PIXELS).render("Tablier", True, "black")
    _require(bool(painted.get_width()), "nothing is painted")


def _art(folder: str) -> Iterator[Check]:
    credits_file = ROOT / "sprites" / folder / "CREDITS.md"
    if not credits_file.is_file():
        yield f"sprites {folder}", credits_file.read_text
        return
    for name in sorted(set(_PICTURE.findall(credits_file.read_text(encoding="utf-8")))):
        yield f"sprite {folder}/{name}", partial(_sprite, f"{folder}/{name}")


def _sprite(look: str) -> None:
    path = ROOT / "sprites" / f"{look}.svg"
    picture = pygame.image.load_sized_svg(path, (_PIXELS, _PIXELS))
    _require(bool(picture.get_bounding_rect().width), "nothing is painted")


def _sound(file: str) -> None:
    _require(pygame.mixer.Sound(os.fspath(ROOT / "sounds" / file)).get_length() > 0, "it is empty")


def _modules(package: str) -> None:
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        module = importlib.import_module(found.name)
        if hasattr(module, "FILE") and hasattr(module, "load"):
            module.load()


def _folder(game: Game) -> str:
    return game.key.replace("-", "_")


def _texts(game: Game) -> None:
    from scenes.screens.learn.tasks import LESSONS, PUZZLES, has_tasks
    from scenes.screens.rulebook.pages import page_text

    missing = [] if page_text(game.key, ENGLISH) else ["rules"]
    missing += [kind for kind in (LESSONS, PUZZLES) if not has_tasks(game.key, kind)]
    _require(not missing, f"there are no {', no '.join(missing)}")


def _people(seats: int) -> tuple[Player, ...]:
    return tuple(Player("person", f"{seat}") for seat in range(seats))


def _table(app: App, game: Game) -> None:
    from scenes.table.scene import MatchScene
    from scenes.table.session import Session

    _paint(app, MatchScene(app, Session.begin(app.storage, game, game.play.options(), _people(game.play.seats[0]))))


def _opponent(game: Game) -> None:
    told: list[str] = []
    rng = Random(1)
    position = game.play.start(game.play.options(), game.play.seats[0])
    while position.to_move == NATURE:
        position = position.play(abilities.sample(position, rng))
    thinker = EngineClient(told.append)
    try:
        thinker.ask(Choose(game.key, abilities.seen_by(position, position.to_move), level=1, seed=1))
        while (answer := thinker.poll()) is None:
            time.sleep(_NAP)
    finally:
        thinker.close()
    _require(answer.error is None and not told, " ".join([*told, *([answer.error] if answer.error else [])]))
    moves = [str(move) for move in answer.moves]
    is_legal = bool(moves) and moves[0] in map(str, position.legal_moves())
    _require(is_legal, f"it answered with {moves}, which is no legal turn")


def _paint(app: App, scene: Scene) -> None:
    _require(show(app, scene), f"the screen isn't at rest after {FRAMES} frames")


def _real_dice() -> None:
    from scenes.games.unstacked_draughts.dice import real_dice

    try:
        real_dice.ready()
    except real_dice.PhysicsError as problem:
        if getattr(sys, "frozen", False):
            raise FaultError(str(problem)) from problem


def _screen_readers() -> None:
    """Check for AccessKit, which is required only in an executable on Linux."""
    try:
        _ = importlib.import_module("accesskit").unix.Adapter
    except (ImportError, AttributeError) as problem:
        if getattr(sys, "frozen", False) and sys.platform.startswith("linux"):
            raise FaultError(f"AccessKit: {problem}") from problem


def _files(storage: Storage) -> None:
    text = write(Record(Match(GAMES[0].play), _people(2), {}))
    match_id = storage.save_match(storage.new_id(), text)
    is_kept = storage.load_match(match_id) == text and not storage.notices
    _require(is_kept, f"a match could not be kept in {storage.data}")
