"""Every scene away from the table fits every window: no word cut off, nothing over anything else or outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar
from unittest.mock import patch

import pygame
import pytest

from rules import GAMES
from rules.record import Player
from rules.teaching.review import Cost, Judged, Review
from scenes.app.app import App
from scenes.app.files import Notice
from scenes.app.settings import Settings
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from scenes.app.words import LANGUAGES
from scenes.games.unstacked_draughts.chance_report import ChanceReportScene
from scenes.games.unstacked_draughts.trainer import TrainerScene
from scenes.screens.archive import ArchiveScene
from scenes.screens.crash.keeping import Kept, State
from scenes.screens.crash.scene import CrashReport, CrashScene, Moment, Way
from scenes.screens.editor.scene import EditorScene
from scenes.screens.exchange import ExchangeScene, OpenScene, SaveScene
from scenes.screens.keys import KeysScene
from scenes.screens.learn.lessons import LessonsScene, SummaryScene
from scenes.screens.learn.puzzles import ExercisesScene, PuzzlesScene
from scenes.screens.learn.tasks import PUZZLES, Progress, course, puzzles
from scenes.screens.licences import LicencesScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.opening import MatchListScene, VersionScene
from scenes.screens.pause import GROUPS, PauseScene
from scenes.screens.policy import MAX_PLAYER_NAME_LENGTH
from scenes.screens.result import ABOUT, ORDER, ResultScene
from scenes.screens.review.reviewing import Reviewer
from scenes.screens.review.scene import ReviewScene
from scenes.screens.review.tryout import TryoutScene
from scenes.screens.rulebook.scene import RulebookScene
from scenes.screens.settings import TABS, SettingsScene
from scenes.screens.setup.scene import SetupScene
from scenes.screens.statistics.scene import StatisticsScene
from scenes.surfaces.squares import RATIO
from scenes.table import statistics_store
from scenes.table.external_engines import EngineTrial
from scenes.table.model import Trouble
from scenes.table.record_headers import Head
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.ui.base import Widget
from scenes.ui.button import Button
from scenes.ui.progress_dialog import Reading, ReadingScene
from scenes.ui.scroll import ScrollGroup
from scenes.ui.sheet import Dialog
from tests.effort import by_effort
from tests.rules.play import in_pairs
from tests.scenes.dice import UNSTACKED, random_play
from tests.scenes.driver import form_of, leaves
from tests.scenes.matches import DUCK, GAME, session
from tests.scenes.reviewed import BLUNDER, LOST_BY_ONE_TURN
from tests.scenes.test_statistics import three_years, uncount

S = TypeVar("S", bound=Scene)

SIZES = ((960, 600), (1280, 800), (2560, 1440), (960, 1300))


def windows(sizes: Sequence[tuple[int, int]]) -> list[tuple[Any, ...]]:
    """Of windows with their scale of text and language so few that two languages are tried with all that matters.

    Every other language is tried where there is least room. The short form has four windows alone.
    """
    paired = ("en", "fr")
    others = [(sizes[0], scale, code) for scale in (100, 150) for code in LANGUAGES if code not in paired]
    largest = [(sizes[0], 200, code) for code in LANGUAGES]
    narrow = [(sizes[0], 150, "fr"), (sizes[0], 200, "de"), (sizes[1], 100, "en"), (sizes[-1], 100, "fr")]
    if by_effort(True, False, False):
        return narrow
    return [*in_pairs(sizes, (100, 150), paired), *others, *largest, ((2560, 1440), 60, "fr")]


WINDOWS = windows(SIZES)
LONG = "Marie-Geneviève Lachaise"
FILE_NAME = "2026-11-21-183000-1"
FAULT_LOG = Path("/home/marie-genevieve/.local/state/tablier/log/tablier.log")
KEYS = tuple(action for action in ORDER if action != "leave")


def _opened(app: App, scene: S) -> S:
    """The scene, laid out; it won't begin afresh when it comes to lie on top."""
    scene.enter()
    scene.resize(app.size)
    scene.enter = lambda: None  # type: ignore[method-assign]
    return scene


def _menu_that_asks(app: App) -> Scene:
    menu = MenuScene(app)
    app.stack.push(menu)
    menu.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode=""))
    menu.enter = lambda: None  # type: ignore[method-assign]
    return menu


def _busy_menu(app: App) -> Scene:
    for number in range(8):
        session(app.storage, 6, names=(LONG, LONG), match_id=f"match-{number}").save(app.storage)
    app.storage.notices.append(Notice("storage.match_unreadable", {"name": "a.tablier", "kept": "a.tablier.x"}))
    app.storage.notices.append(Notice("storage.settings_from_backup", {}))
    return MenuScene(app)


def _archive(app: App) -> Scene:
    session(app.storage, 1000, names=(LONG, LONG), match_id="match-1").save(app.storage)
    (app.storage.data / "finished" / "broken.tablier").write_text("nothing", encoding="utf-8")
    return ArchiveScene(app)


def _matches(app: App) -> Scene:
    return MatchListScene(app, [(f"Anna – Bert · 1-0 · Cup {number}", "") for number in range(30)], str)


def _versions(app: App) -> Scene:
    one = session(app.storage, 6, match_id="m")
    one.save(app.storage)
    folder = app.storage.data / "matches"
    (folder / "m (1).tablier").write_text(one.text(), encoding="utf-8")
    return VersionScene(app, "m", "matches", ["m (1).tablier"], list)


def _setup(app: App, key: str, **remembered: object) -> Scene:
    app.settings.setups[key] = remembered
    return SetupScene(app, key)


def _with_engine(app: App, *seats: str) -> Scene:
    app.settings.engine = "/home/marie-genevieve/Programs/Chess engines/fairy-stockfish-largeboard_x86-64-bmi2"
    app.settings.engine_name = "Fairy-Stockfish 14.0.1 XQ largeboard x86-64-bmi2 of 2026-11-21"
    return _setup(app, DUCK.key, seats=list(seats), limit="nodes 500000")


def _settings_with_engine(app: App) -> SettingsScene:
    _with_engine(app)
    return SettingsScene(app, "computer")


def _engine_that_failed(app: App) -> Scene:
    scene = _settings_with_engine(app)
    trial = EngineTrial.__new__(EngineTrial)
    trial.path, trial.name = app.settings.engine, ""
    trial.problem = ("variant", {"engine": app.settings.engine_name, "variant": "duck"})
    trial.close = lambda: None  # type: ignore[method-assign]
    scene.enter()
    scene.resize(app.size)
    with patch("scenes.screens.settings.EngineTrial", lambda app, path: trial):
        words = app.words("settings.engine_try")
        next(one for one in form_of(scene).walk() if isinstance(one, Button) and one.text == words).press()
    return scene


def _trouble(app: App) -> Scene:
    players = (Player("person", LONG), Player("engine", "Fairy-Stockfish 14.0.1 XQ largeboard x86-64-bmi2"))
    session = Session.begin(app.storage, DUCK, DUCK.play.options(), players)
    facts = {"engine": players[1].name, "turn": "e7e8q,e8e7"}
    app.stack.push(table := MatchScene(app, session))
    table.menus.ask_about(Trouble(1, "illegal", facts))
    return app.stack.scenes.pop()


def _said_no(app: App) -> Scene:
    scene = _opened(app, ExchangeScene(app))
    said = app.words("exchange.bad_record", why="Line 17: a6-b5 can't be played there by seat 0.")
    clipboard = patch("scenes.screens.exchange.clipboard_text", lambda: "a record")
    with clipboard, patch("scenes.screens.exchange.open_text", lambda _, text, say: say(said)):
        scene.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    return scene


def _result(app: App) -> Scene:
    words = app.words
    lines = [words("table.score", first=LONG, second=LONG, a="12½", b="½"), words("table.turns", n=240)]
    why = words(f"outcome.{GAME.key}.40-quiet-moves")
    return ResultScene(app, words("table.won", name=LONG), why, lines, ("rematch", *KEYS[2:], *ABOUT), RATIO)


def _result_of_a_series(app: App) -> Scene:
    words = app.words
    lines = [words("table.score", first=LONG, second=LONG, a="12½", b="½"), words("table.turns", n=240)]
    lines.append(words("table.next_begins", seat=words("games.ducart.seat.1")))
    why = words("outcome.ducart.no-progress", winner=LONG, loser=LONG)
    return ResultScene(app, words("table.won", name=LONG), why, lines, KEYS, 1.0)


def _fowled(app: App) -> Scene:
    words = app.words
    why = words(f"outcome.{DUCK.key}.stalemate", winner=LONG, loser="B")
    return ResultScene(app, words("table.won", name=LONG), why, [], KEYS, RATIO)


def _review(app: App, under_way: bool = False) -> Scene:
    text = LOST_BY_ONE_TURN.replace("Anna", LONG).replace("Bert", LONG[::-1])
    table = MatchScene(app, Session.load("review", text), looking_back=True)
    costs = [(Cost(1, BLUNDER, 0.97, ("d8e7", "@a6")),), (Cost(0, 12, 0.31),), (Cost(0, 0, 0.1),)]
    turns = tuple(Judged(turn, 2 * turn, 0, 0.5, costs[turn] if turn < 3 else ()) for turn in range(9))
    review = Review("chance", turns)
    app.stack.push(table)
    if not under_way:
        app.storage.keep_review("review", review.write(table.match))
    scene = ReviewScene(app, table.table, table.stage)
    if under_way:
        scene.reviewer = _Working(app, table.session)
    else:
        scene.picked = review.dearest()[0]
    return scene


class _Working(Reviewer):
    runs = True

    def start(self) -> None:
        """It has begun."""


def _try_out(app: App) -> Scene:
    text = LOST_BY_ONE_TURN.replace("Anna", LONG).replace("Bert", LONG[::-1])
    table = MatchScene(app, Session.load("try-out", text), looking_back=True)
    app.stack.push(table)
    return TryoutScene(table.app, table.session, BLUNDER)


def _ask(app: App) -> Scene:
    words = app.words
    keep, throw = words("archive.keep"), words("archive.delete")
    return Dialog(app, words("archive.delete_ask"), [(None, keep, "plain"), (1, throw, "danger")], LONG)


def _giant(app: App) -> Scene:
    reading = Reading(app, (share for share in (0.4, 1.0)))
    reading.done = 0.4
    reading.go_on = lambda seconds: False  # type: ignore[method-assign]
    return ReadingScene(app, reading, lambda found: None)


def _trained(app: App) -> Scene:
    scene = _opened(app, TrainerScene(app, UNSTACKED.key, Random(5)))
    scene.go_on()
    begun = app.now()
    for seconds in (60, 120):
        with patch.object(app, "now", lambda seconds=seconds: begun + seconds):
            scene.update(0.0)
    return scene


def _much_missed(app: App, over: bool = True) -> MatchScene:
    players = (Player("person", LONG), Player("person", LONG[::-1]))
    options = replace(UNSTACKED.play.options(), mode="attentive", goal=2)
    table = MatchScene(app, Session.begin(app.storage, UNSTACKED, options, players))
    random_play(table.match, Random(11), plies=None if over else 40)
    return table


def _chance_report(app: App, tab: str, over: bool = True) -> Scene:
    table = _much_missed(app, over)
    return ChanceReportScene(app, table.session, tab)


def _review_of_dice(app: App) -> Scene:
    table = _much_missed(app)
    app.stack.push(table)
    judged = Review("chance", (Judged(0, 0, 0, 0.5, (Cost(1, 40, 0.31), Cost(0, 90, 0.2))),))
    app.storage.keep_review(table.session.id, judged.write(table.match))
    return ReviewScene(app, table.table, table.stage)


def _set_up(app: App, key: str) -> Scene:
    scene = _opened(app, EditorScene(app, key))
    scene.hand.change(scene.hand.editor.cleared(scene.hand.draft))
    for tray in scene.hand.editor.trays[:1]:
        scene.hand.drop(scene.hand.editor.places(scene.hand.draft)[0])
        scene.hand.take(tray[-1])
    return scene


def _counted(app: App) -> Scene:
    statistics_store.add(app.storage, list(three_years((LONG, LONG[::-1]))))
    return StatisticsScene(app, date(2026, 11, 21))


def _reading(app: App) -> Scene:
    for number in range(3):
        session(app.storage, 1000, names=(LONG, LONG[::-1]), match_id=f"match-{number}").save(app.storage)
    uncount(app.storage)
    scene = StatisticsScene(app, date(2026, 11, 21))
    scene.pace = lambda: None  # type: ignore[method-assign]
    return scene


_LETTERS = ("copy-turn", "paste-turn")


def _pause_of_a_game(formats: tuple[str, ...], *left_out: str) -> Callable[[App], Scene]:
    offered = [action for group in GROUPS for action in group if action not in {"copy-as", *left_out}]
    return lambda app: PauseScene(app, [*offered, *formats], still=app.words("clock.still"))


def _learnt(app: App) -> Scene:
    for task in course("ducart"):
        Progress(app.storage, "lessons").mark("ducart", task.id)
    return LessonsScene(app, "ducart")


def _puzzled(app: App) -> Scene:
    for puzzle in puzzles("ducale"):
        Progress(app.storage, PUZZLES).mark("ducale", puzzle.id)
    return PuzzlesScene(app, "ducale")


def _rules(app: App, key: str) -> Scene:
    return RulebookScene(app, key, still=app.words("clock.still"))


def _searched(app: App, text: str) -> Scene:
    book = _opened(app, RulebookScene(app, "unstacked-draughts"))
    book._field.value = text
    book._seek(text)
    return book


def _failed(app: App, moment: Moment, state: State, *ways: Way, again: bool = False) -> Scene:
    head = Head.read(session(app.storage, 8, names=(LONG, LONG)).text())
    kept = Kept(state, "m", None if state in ("none", "practice", "empty") else head)
    return CrashScene(app, CrashReport(moment, kept, (*ways, "close"), again, "", FAULT_LOG), lambda way: None)


SCENES: dict[str, Callable[[App], Scene]] = {
    "menu": MenuScene,
    "menu of one": lambda app: MenuScene(app, (GAME.key,)),
    "menu of five": lambda app: MenuScene(app, (GAME.key, DUCK.key, GAME.key, DUCK.key, GAME.key)),
    "menu that asks": _menu_that_asks,
    "busy menu": _busy_menu,
    "setup": lambda app: SetupScene(app, GAME.key),
    "setup from a position": lambda app: SetupScene(app, GAME.key, "8/2m5/8/4K3/8/1m6/M7/8 w 2 0 1"),
    "setup for two computers": lambda app: _setup(
        app, GAME.key, seats=["computer 9", "computer 1"], clock="10+5", by_lot=True
    ),
    "setup of duck chess": lambda app: _setup(app, DUCK.key, clock="7+4"),
    "setup of unstacked draughts": lambda app: SetupScene(app, UNSTACKED.key),
    "setup of attentive play with real dice": lambda app: _setup(
        app,
        UNSTACKED.key,
        seats=["person", "computer 4"],
        options={"mode": "attentive", "dice": "real", "goal": 15},
    ),
    "attention trainer": lambda app: TrainerScene(app, UNSTACKED.key),
    "attention trainer that told": _trained,
    **{f"chance report, {tab}": partial(_chance_report, tab=tab) for tab in ("dice", "seal", "heed")},
    "chance report of a match that goes on": lambda app: _chance_report(app, "heed", over=False),
    "setup with an engine": lambda app: _with_engine(app, "engine", "computer 1"),
    **{f"settings, {tab}": partial(SettingsScene, tab=tab) for tab in TABS},
    "settings with an engine": _settings_with_engine,
    "settings with an engine that failed": _engine_that_failed,
    "engine in trouble": _trouble,
    "pause of Duck Chess": _pause_of_a_game(("copy-pgn",), *_LETTERS, "rematch-agreed"),
    "pause of Unstacked Draughts": _pause_of_a_game(("copy-ud1-log",), *_LETTERS, "rematch-agreed"),
    "pause of Ducart": _pause_of_a_game(("copy-ducart",), "rematch", "rematch-agreed"),
    "pause of Ducart, over": _pause_of_a_game(("copy-mail",), "offer", "resign", "paste-turn"),
    "short pause": lambda app: PauseScene(app, ["go-on", "rematch", "to-menu"]),
    "result": _result,
    "result of a series": _result_of_a_series,
    "result of a stalemate": _fowled,
    "archive": _archive,
    "empty archive": lambda app: ArchiveScene(app, "matches"),
    **{f"rules of {game.key}": partial(_rules, key=game.key) for game in GAMES},
    "rules, searched": partial(_searched, text="d"),
    "rules, searched in vain": partial(_searched, text="incomprehensibility, zzz"),
    "licences": LicencesScene,
    "keys": KeysScene,
    "exchange": ExchangeScene,
    "exchange that said no": _said_no,
    "open": OpenScene,
    **{f"setting up {game.key}": partial(_set_up, key=game.key) for game in GAMES if game.teach.editor is not None},
    "statistics": _counted,
    "statistics of nothing": StatisticsScene,
    "statistics while reading": _reading,
    "lessons": lambda app: LessonsScene(app, "ducart"),
    "lessons that are done": _learnt,
    **{f"summary of {game.key}": partial(SummaryScene, key=game.key) for game in GAMES},
    "puzzles": lambda app: PuzzlesScene(app, GAME.key),
    "puzzles that are solved": _puzzled,
    "rolls of the day": lambda app: ExercisesScene(app, UNSTACKED.key),
    "save": lambda app: SaveScene(app, "text", FILE_NAME),
    "save in one of several formats": lambda app: SaveScene(app, "text", FILE_NAME, {".pgn": lambda: "text"}),
    "ask": _ask,
    "matches in a file": _matches,
    "versions of a match": _versions,
    "a giant being read": _giant,
    "review": _review,
    "review of dice": _review_of_dice,
    "review under way": lambda app: _review(app, under_way=True),
    "try-out": _try_out,
    "fault at the table": lambda app: _failed(app, "fault", "kept", "table", "menu"),
    "fault again and again": lambda app: _failed(app, "memory", "unwritten", "afresh", again=True),
    "fault in vain": lambda app: _failed(app, "fault", "none", again=True),
    "fault the last time": lambda app: _failed(app, "last", "before", "table", "menu"),
}


A_FEW: Final = list(SCENES)[:: by_effort(3, 1, 1)]
"""The scenes that tests walk through; all of them in `.ci/run`."""


@pytest.fixture(scope="module", params=WINDOWS, ids=str)
def window(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    size, scale, language = request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        patch.setenv("TABLIER_HOME", str(tmp_path_factory.mktemp("home")))
        app = App(Settings(language=language, window=size, text_scale=scale, animation="off"), Storage())
        yield app
        app.close()


@pytest.mark.parametrize("name", SCENES)
def test_everything_fits(
    window: App, name: str, tmp_path: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, language = window, window.settings.language
    monkeypatch.setenv("TABLIER_HOME", str(tmp_path))
    app.storage = Storage()
    app.settings = Settings(language=language, window=app.size, text_scale=app.theme.text_scale, animation="off")
    app.stack.scenes.clear()
    app.settings_changed()
    cut: list[str] = []
    app.theme.report_overflow = lambda text, role, rect: cut.append(f"{text!r} as {role} in {rect}")
    scene = SCENES[name](app)
    app.stack.push(scene)
    for _ in range(8):
        scene.update(0.02)
        app.surface.set_clip(None)
        scene.paint(app.surface)
        if not _scroll_on(scene):
            break
    assert cut == []
    _assert_apart(scene, pygame.Rect((0, 0), app.size))


def _scroll_on(scene: Scene) -> bool:
    groups = [group for group in form_of(scene).walk() if isinstance(group, ScrollGroup)]
    before = [group.scroll.offset for group in groups]
    for group in groups:
        group.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_x=0.0, precise_y=-3.0))
    return before != [group.scroll.offset for group in groups]


def _assert_apart(scene: Scene, window: pygame.Rect) -> None:
    shown = [(widget, widget.rect.clip(_frame(widget))) for widget in leaves(form_of(scene))]
    shown = [(widget, rect) for widget, rect in shown if rect.width and rect.height]
    for widget, rect in shown:
        assert window.contains(rect), (widget.label, rect)
        frame = _frame(widget)
        assert frame.left <= widget.rect.left and widget.rect.right <= frame.right, (widget.label, widget.rect)
    for (one, first), (other, second) in combinations(shown, 2):
        if form_of(scene).overlay in (one, other):
            continue
        assert not first.colliderect(second), (one.label, first, other.label, second)


def _frame(widget: Widget) -> pygame.Rect:
    frame, group = pygame.Rect((0, 0), widget.theme.size), widget.parent
    while group is not None and group.parent is not None:
        if isinstance(group, ScrollGroup):
            frame = frame.clip(group.rect)
        group = group.parent
    return frame


def test_the_long_name_is_as_long_as_one_may_be() -> None:
    assert len(LONG) == MAX_PLAYER_NAME_LENGTH
