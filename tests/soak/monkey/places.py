"""The places where the monkey begins: every screen of the app, for every game, as a user might reach it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

import pygame

from rules import KEYS, get
from rules.ai.opponents import levels_of
from rules.clock import Control
from rules.common.options import choices
from rules.contract import NATURE
from rules.game import Game
from rules.match import Match
from rules.record import Player
from scenes.app.app import App
from scenes.app.game_card import card_of
from scenes.app.navigation import open_screen
from scenes.app.stack import Scene
from scenes.games.ducale.score_sheet import ScoreSheet
from scenes.screens.constants import CLOCK_INCREMENT_SECONDS, CLOCK_MINUTES
from scenes.screens.crash.recovery import CrashRecovery
from scenes.screens.import_export import SaveFileScene
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.lessons import Lesson
from scenes.screens.learn.puzzles import PuzzleExercise
from scenes.screens.learn.tasks import course, puzzles
from scenes.screens.match_list import SHELVES, ArchiveScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.review.scene import ReviewScene
from scenes.screens.review.tryout import TryoutScene
from scenes.screens.setup.match_setup import offers_engine
from scenes.screens.setup.scene import SetupScene
from scenes.screens.statistics.scene import StatisticsScene
from scenes.table import events
from scenes.table.model import Trouble
from scenes.table.record_headers import PACE
from scenes.table.scene import MatchScene
from scenes.table.screen_requests import OpenMatch
from scenes.table.session import Session
from scenes.ui.dialog import Dialog
from scenes.ui.progress_dialog import ProgressDialog, RunningTask
from tests.scenes import catalogue

Place: TypeAlias = Callable[[App, Random], object]
"""Opens a screen of an app, over a menu."""

MOST_PLIES: Final = 400
"""Plies after which a match is ended by hand."""
NAMES: Final = ("Anna", "Bert", "Ébène", "", "Marie-Geneviève Lachaise", "A|B=C, %s {0}")


# --- matches


def options(game: Game, rng: Random) -> dict[str, Any]:
    usual = game.play.options()
    return {
        name: getattr(usual, name) if rng.random() < 0.5 else rng.choice(offered)
        for name, offered in choices(game.play.options).items()
    }


def choose_players(app: App, game: Game, rng: Random, who: str) -> tuple[Player, ...]:
    """Return the players of a match: "computer", "persons", "computers", "mail", or "any"."""
    count = rng.choice(game.play.seats)
    levels = [level.number for level in levels_of(game.key)]

    def player(kind: Any) -> Player:
        level = rng.choice(levels)
        if kind == "computer":
            return Player("computer", app.words(f"level.{game.key}.{level}.name"), level)
        return Player(kind, rng.choice(NAMES))

    sorts = ["person", "computer", *(["mail"] if game.text.mail else [])]
    sorts += ["engine"] if offers_engine(app.settings, game) else []
    kinds_of = {
        "persons": ["person"] * count,
        "computers": ["computer"] * count,
        "computer": ["person", *["computer"] * (count - 1)],
        "mail": ["person", *["mail"] * (count - 1)],
        "any": [rng.choice(sorts) for _ in range(count)],
    }[who]
    rng.shuffle(kinds_of)
    return tuple(map(player, kinds_of))


def begin_match(app: App, key: str, rng: Random, who: str, plies: int) -> Session:
    """Return a match with random options after `plies` random moves."""
    game = get(key)
    players = choose_players(app, game, rng, who)
    agreed = options(game, rng)
    by_mail = any(player.kind == "mail" for player in players)
    if by_mail and card_of(key).timed:
        agreed[card_of(key).timed] = False
    chosen = game.play.options(**agreed)
    clocked = card_of(key).clock and rng.random() < 0.4
    late = rng.random() < 0.7
    control = (
        Control(rng.choice(CLOCK_MINUTES[1:]), rng.choice(CLOCK_INCREMENT_SECONDS), late) if clocked else Control()
    )
    session = Session.begin(app.storage, game, chosen, players, control, None, rng)
    if not session.persons:
        session.record = replace(session.record, extra={**session.record.extra, PACE: "0.5"})
    play_on(session.match, rng, plies)
    return session


def play_on(match: Match, rng: Random, plies: int) -> None:
    """Play so many random moves; a turn that can't be completed is taken back and begun again."""
    for _ in range(plies):
        if match.outcome() is not None:
            return
        legal = match.position.legal_moves()
        if legal:
            match.play(rng.choice(legal))
        elif match.position.to_move == NATURE:
            match.play_chance(rng=rng)
        else:
            while match.take_back() is not None:
                pass


def _match(key: str, who: str, app: App, rng: Random) -> MatchScene:
    """Open an unfinished match: a new one, or one resumed from its bookmark."""
    session = begin_match(app, key, rng, who, rng.choice((0, 0, 3, 20, 60)))
    begins = session.match.outcome() is None and not session.match.plies
    session.save(app.storage)
    if not begins:
        told = len(app.stack.scenes)
        open_screen(app, OpenMatch(session.id))
        if len(app.stack.scenes) > told:
            top = app.stack.top
            assert isinstance(top, MatchScene)
            return top
    scene = MatchScene(app, session)
    app.stack.push(scene)
    return scene


def _over(key: str, app: App, rng: Random) -> MatchScene:
    """Open a finished match, sometimes one that was resigned early."""
    session = begin_match(app, key, rng, "any", rng.choice((12, 40, MOST_PLIES)))
    if session.match.outcome() is None:
        session.match.force_end("resigned", 0)
    session.score_result()
    session.save(app.storage)
    scene = MatchScene(app, session, is_looking_back=True)
    app.stack.push(scene)
    return scene


def _ended(key: str, app: App, rng: Random) -> None:
    scene = _match(key, "computer", app, rng)
    scene.table.send(events.EndMatch("resigned", rng.choice(range(scene.match.seats))))


def _paused(key: str, app: App, rng: Random) -> None:
    scene = _match(key, "persons", app, rng) if rng.random() < 0.7 else _over(key, app, rng)
    scene.act("menu")


def _reviewed(key: str, app: App, rng: Random) -> None:
    scene = _over(key, app, rng)
    if scene.table.facts.can_review:
        app.stack.push(ReviewScene(app, scene.table, scene.stage))


def _try_out(key: str, app: App, rng: Random) -> None:
    """Whether a copy shall be tried out."""
    scene = _over(key, app, rng)
    app.stack.push(TryoutScene(app, scene.session, rng.randrange(len(scene.match.plies) + 1)))


def _begun_try_out(key: str, app: App, rng: Random) -> None:
    _try_out(key, app, rng)
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_RETURN, mod=0, unicode="\r", scancode=0))


def _chance_report(key: str, app: App, rng: Random) -> None:
    scene = _match(key, "computer", app, rng) if rng.random() < 0.5 else _over(key, app, rng)
    scene.act("chance-report")


def _score_sheet(key: str, app: App, rng: Random) -> None:
    scene = _match(key, "computer", app, rng) if rng.random() < 0.5 else _over(key, app, rng)
    app.stack.push(
        ScoreSheet(app, scene.session, scene.table.facts.cursor.position, scene.table.facts.chance.is_between_rounds)
    )


def _in_trouble(key: str, app: App, rng: Random) -> None:
    app.settings.engine = "/opt/monkey"
    game = get(key)
    players = (Player("person", "Anna"), Player("engine", "Monkey 1"))
    scene = MatchScene(app, Session.begin(app.storage, game, game.play.options(), players))
    app.stack.push(scene)
    trouble = Trouble(1, "illegal", {"engine": "Monkey 1", "turn": "e7e8q,e8e7"})
    scene.table.send(events.EngineRefused(trouble))


# --- away from the table


def _setup(key: str, app: App, rng: Random) -> None:
    game = get(key)
    players = choose_players(app, game, rng, "any")
    app.settings.setups[key] = {
        "seats": [f"computer {one.level}" if one.kind == "computer" else one.kind for one in players],
        "by_lot": rng.random() < 0.3,
        "options": options(game, rng),
        "clock": str(Control(rng.choice((*CLOCK_MINUTES, 7)), rng.choice(CLOCK_INCREMENT_SECONDS))),
    }
    position = None
    if rng.random() < 0.3:
        match = Match(game.play, game.play.options(), len(players))
        play_on(match, rng, rng.choice((0, 8, 30)))
        position = match.position.text() if match.position.turn_started and match.outcome() is None else None
    app.stack.push(SetupScene(app, key, position))


def _busy_menu(app: App, rng: Random) -> None:
    for key in KEYS:
        begin_match(app, key, rng, "any", 12).save(app.storage)
    app.stack.replace_all(MenuScene(app))


def _archive(shelf: str, app: App, rng: Random) -> None:
    for key in KEYS:
        session = begin_match(app, key, rng, "any", 12)
        if shelf == "finished" and session.match.outcome() is None:
            session.match.force_end("resigned", 0)
        session.save(app.storage)
    app.stack.push(ArchiveScene(app, shelf))


def _statistics(app: App, rng: Random) -> None:
    for key in rng.sample(KEYS, 2):
        _over(key, app, rng)
        app.stack.pop()
    app.stack.push(StatisticsScene(app))


def _saving(app: App, rng: Random) -> None:
    session = begin_match(app, rng.choice(KEYS), rng, "persons", 10)
    app.stack.push(SaveFileScene(app, session.text(), session.id, session.record_writers()))


def _question(app: App, rng: Random) -> None:
    answers: Any = [(None, app.words("archive.keep"), "plain"), (1, app.words("archive.delete"), "danger")]
    app.stack.push(Dialog(app, app.words("archive.delete_ask"), answers, rng.choice(NAMES)))


class _Slow(RunningTask[None]):
    """A task that makes almost no progress, because time stands still within a frame here."""

    def work_on(self, seconds: float) -> bool:
        return super().work_on(0.0)


def _long_match(app: App, rng: Random) -> None:
    """Begin to read a match of thousands of turns, over the menu or over another match."""
    if rng.random() < 0.5:
        _match(rng.choice(KEYS), "persons", app, rng)
    work = (share / 500 for share in range(500))
    app.stack.push(ProgressDialog(app, _Slow(app, work), lambda found: None))


def _recovery(app: App, rng: Random) -> None:
    """Show the recovery after a crash, with a match on the table or without."""
    if rng.random() < 0.7:
        session = begin_match(app, rng.choice(KEYS), rng, "computer", 12)
        session.save(app.storage)
        session.set_current(app.storage)
    CrashRecovery(app).after_crash("RuntimeError: all of a sudden")


def _every() -> Iterator[tuple[str, Place]]:
    yield "menu", lambda app, rng: None
    yield "busy menu", _busy_menu
    for key in KEYS:
        for who in ("computer", "persons", "computers", "any", *(["mail"] if get(key).text.mail else [])):
            yield f"match, {who}: {key}", partial(_match, key, who)
        for name, lay in (("over", _over), ("ended", _ended), ("pause", _paused), ("try-out", _try_out)):
            yield f"{name}: {key}", partial(lay, key)
        yield f"try-out begun: {key}", partial(_begun_try_out, key)
        yield f"review: {key}", partial(_reviewed, key)
        yield f"set-up: {key}", partial(_setup, key)
        yield f"lesson: {key}", partial(_lesson, key)
        if card_of(key).trains_attention:
            yield f"chance report: {key}", partial(_chance_report, key)
        else:
            yield f"puzzle: {key}", partial(_puzzle, key)
        if card_of(key).hidden_hands:
            yield f"score sheet: {key}", partial(_score_sheet, key)
    yield "engine in trouble", partial(_in_trouble, "duck-chess")
    for shelf in SHELVES:
        yield f"archive: {shelf}", partial(_archive, shelf)
    for name, make in catalogue.PLACES.items():
        yield name, partial(_push, make)
    yield "statistics", _statistics
    yield "save", _saving
    yield "dialog", _question
    yield "a giant", _long_match
    yield "rescue", _recovery


def _push(make: Callable[[App], Scene], app: App, rng: Random) -> None:
    app.stack.push(make(app))


def _lesson(key: str, app: App, rng: Random) -> None:
    app.stack.push(CoachScene(app, Lesson(app, key, rng.randrange(len(course(key))))))


def _puzzle(key: str, app: App, rng: Random) -> None:
    app.stack.push(CoachScene(app, PuzzleExercise(app, key, rng.randrange(len(puzzles(key))))))


PLACES: Final[dict[str, Place]] = dict(_every())


def lay(app: App, name: str, seed: int) -> None:
    app.stack.replace_all(MenuScene(app))
    PLACES[name](app, Random(seed))


# --- what there is


def screen_and_game(scene: Any) -> tuple[str, str]:
    """Return the name of a screen and the key of its game; "" if it has none."""
    for path in ("match.game.key", "_table.match.game.key", "_game.key", "game.key", "hand.game.key", "key", "_key"):
        found = scene
        for name in path.split("."):
            found = getattr(found, name, None)
        if isinstance(found, str) and found in KEYS:
            return type(scene).__name__, found
    return type(scene).__name__, ""
