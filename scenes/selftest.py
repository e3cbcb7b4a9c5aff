"""The self-test (`tablier --self-test`) of a packaged app; it doesn't touch the user's files.

There is no `assert` here, because the executable is built without them.
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
from scenes.screens.paint_ahead import MAX_FRAMES, open_hidden_app, show_until_rest
from scenes.screens.third_party import COLLECTED, licence_files, parts
from scenes.table.engine_client import EngineClient

Check: TypeAlias = tuple[str, Callable[[], object]]  # (name, function that raises an exception if the check fails)

SHARED_ART: Final = ("boards", "effects", "plain", "ui")  # folders of pictures that belong to no game
_POLL_SECONDS: Final = 0.01
_PICTURE_NAME: Final = re.compile(r"`([\w-]+)\.svg`")
_SIZE_PX: Final = 48  # of the letters and pictures that are painted


class FaultError(Exception):
    """The error that a check raises for a fault."""


def run(out: TextIO | None = None) -> int:
    """Run all checks; return the exit code, 1 if any failed, else 0.

    The results are written to `out`, by default to standard output or, if there is none, to `self-test.txt` beside
    the log.
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
    was_strict, Words.strict = Words.strict, True  # missing words are errors
    with open_hidden_app(Settings(language="en", animation="off")) as app:
        app.sound.open(wait=True)
        for name, check in checks(app):
            count += 1
            result = "well"
            try:
                check()
            except Exception as problem:
                result = f"{type(problem).__name__}: {problem}"
                failed.append(f"{name}: {result}")
                app.stack.scenes.clear()  # not left in the usual way, as they may be only half made
            print(f"{name}: {result}", file=out, flush=True)
    Words.strict = was_strict
    print(f"{count} looked at, {len(failed)} failed" + ("." if not failed else ":"), file=out)
    for fault in failed:
        print(f"  {fault}", file=out)
    out.flush()
    return 1 if failed else 0


def checks(app: App) -> Iterator[Check]:
    """Yield all checks with their names, each before the checks that the same fault would make fail."""
    yield "waiting without polling", _check_wait
    for language in LANGUAGES:
        yield f"language {language}", partial(_check_language, app, language)
    for face in FONT_FILES:
        yield f"letters {face}", partial(_check_font, app, face)
    for folder in (*SHARED_ART, *map(_folder_name, GAMES)):
        yield from _iter_art_checks(folder)
    yield f"sound {sounds.ROOM}", partial(_check_sound, f"{sounds.ROOM}.ogg")
    for name, variants in sounds.VARIANTS.items():
        for number in range(1, variants + 1):
            yield f"sound {name}-{number}", partial(_check_sound, f"{name}-{number}.ogg")
    for game in GAMES:
        yield f"modules of {game.key}", partial(_check_modules, f"rules.{_folder_name(game)}")
        yield f"texts of {game.key}", partial(_check_texts, game)
        yield f"table of {game.key}", partial(_check_table, app, game)
        yield f"opponent in {game.key}", partial(_check_opponent, game)
    yield "modules of the screens", partial(_check_modules, "scenes")
    yield "real dice", _check_real_dice
    yield "screen readers", _check_screen_reader_library
    yield "licences", _check_licences
    yield "files", partial(_check_files, app.storage)


def _require(condition: bool, fault: str) -> None:
    if not condition:
        raise FaultError(fault)


def _check_wait() -> None:
    from scenes.app import sdl

    _require(sdl._wait_event_timeout is not None, "SDL can't be reached through ctypes")


def _check_licences() -> None:
    missing = [part.name for part in parts() if not licence_files(part)]  # only an executable must have all
    _require(not missing or not COLLECTED.is_dir(), f"The licence is missing of {', '.join(missing)}")


def _check_language(app: App, code: str) -> None:
    from scenes.screens.menu.scene import MenuScene

    app.settings.language = code
    app.apply_settings()
    _check_painting(app, MenuScene(app))


def _check_font(app: App, face: Face) -> None:
    painted = app.theme.face(face, _SIZE_PX).render("Tablier", True, "black")
    _require(bool(painted.get_width()), "nothing is painted")


def _iter_art_checks(folder: str) -> Iterator[Check]:
    credits_file = ROOT / "sprites" / folder / "CREDITS.md"
    if not credits_file.is_file():
        yield f"sprites {folder}", credits_file.read_text  # which raises FileNotFoundError
        return
    for name in sorted(set(_PICTURE_NAME.findall(credits_file.read_text(encoding="utf-8")))):
        yield f"sprite {folder}/{name}", partial(_check_sprite, f"{folder}/{name}")


def _check_sprite(look: str) -> None:
    path = ROOT / "sprites" / f"{look}.svg"
    picture = pygame.image.load_sized_svg(path, (_SIZE_PX, _SIZE_PX))
    _require(bool(picture.get_bounding_rect().width), "nothing is painted")


def _check_sound(file: str) -> None:
    _require(pygame.mixer.Sound(os.fspath(ROOT / "sounds" / file)).get_length() > 0, "it is empty")


def _check_modules(package: str) -> None:
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        module = importlib.import_module(found.name)
        if hasattr(module, "FILE") and hasattr(module, "load"):
            module.load()  # a table that is otherwise read only when a game needs it


def _folder_name(game: Game) -> str:
    return game.key.replace("-", "_")


def _check_texts(game: Game) -> None:
    from scenes.screens.learn.tasks import LESSONS, PUZZLES, has_tasks
    from scenes.screens.rulebook.pages import page_text

    missing = [] if page_text(game.key, ENGLISH) else ["rules"]
    missing += [kind for kind in (LESSONS, PUZZLES) if not has_tasks(game.key, kind)]
    _require(not missing, f"there are no {', no '.join(missing)}")


def _make_people(seat_count: int) -> tuple[Player, ...]:
    return tuple(Player("person", f"{seat}") for seat in range(seat_count))


def _check_table(app: App, game: Game) -> None:
    from scenes.table.scene import MatchScene
    from scenes.table.session import Session

    _check_painting(
        app, MatchScene(app, Session.begin(app.storage, game, game.play.options(), _make_people(game.play.seats[0])))
    )


def _check_opponent(game: Game) -> None:
    log_lines: list[str] = []
    rng = Random(1)
    position = game.play.start(game.play.options(), game.play.seats[0])
    while position.to_move == NATURE:
        position = position.play(abilities.sample(position, rng))
    client = EngineClient(log_lines.append)
    try:
        client.ask(Choose(game.key, abilities.seen_by(position, position.to_move), level=1, seed=1))
        while (answer := client.poll()) is None:
            time.sleep(_POLL_SECONDS)
    finally:
        client.close()
    problems = [*log_lines, *([] if answer.error is None else [answer.error])]
    _require(not problems, " ".join(problems))
    moves = [str(move) for move in answer.moves]
    is_legal = bool(moves) and moves[0] in map(str, position.legal_moves())
    _require(is_legal, f"it answered with {moves}, which is no legal turn")


def _check_painting(app: App, scene: Scene) -> None:
    _require(show_until_rest(app, scene), f"the screen isn't at rest after {MAX_FRAMES} frames")


def _check_real_dice() -> None:
    from scenes.games.unstacked_draughts.dice import real_dice

    try:
        real_dice.ready()
    except real_dice.PhysicsError as problem:
        if getattr(sys, "frozen", False) and problem.code != "NO_PYMUNK_HERE":
            raise FaultError(str(problem)) from problem


def _check_screen_reader_library() -> None:
    """Check for AccessKit, which is required only in an executable on Linux."""
    try:
        _ = importlib.import_module("accesskit").unix.Adapter
    except (ImportError, AttributeError) as problem:
        if getattr(sys, "frozen", False) and sys.platform.startswith("linux"):
            raise FaultError(f"AccessKit: {problem}") from problem


def _check_files(storage: Storage) -> None:
    text = write(Record(Match(GAMES[0].play), _make_people(2), {}))
    match_id = storage.save_match(storage.new_id(), text)
    is_saved = storage.load_match(match_id) == text and not storage.notices
    _require(is_saved, f"a match could not be kept in {storage.data}")
