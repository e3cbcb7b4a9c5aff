"""The catalogue of screens: a row for each state of a screen in which tests look at it, and how to open it.

`SCENES`: the states that tests lay out (`test_fit.py`), walk through (`test_line_of_words_walk.py`) and read
(`test_spoken_content.py`).
`PICTURES`: those that the gallery paints, beside its tables with matches.
`PLACES`: those in which the monkey begins, beside its matches by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from random import Random
from typing import Any, Final, TypeVar
from unittest.mock import patch

import pygame

import scenes
from rules import KEYS, get
from rules.record import Player
from rules.teaching.review import Cost, Judged, Review
from scenes.app.app import App
from scenes.app.atomic_files import Notice
from scenes.app.game_card import card_of
from scenes.app.stack import Scene
from scenes.games.ducale.score_sheet import ScoreSheet
from scenes.games.unstacked_draughts.chance_report import ChanceReportScene
from scenes.games.unstacked_draughts.trainer import TrainerScene
from scenes.screens.crash.saved_match import SavedMatch, State
from scenes.screens.crash.scene import CrashReport, CrashScene, Moment, Way
from scenes.screens.editor.scene import EditorScene
from scenes.screens.file_dialog import EngineFolderScene
from scenes.screens.import_export import OpenFileScene, OpenMatchScene, SaveFileScene
from scenes.screens.keyboard_help import KeysScene
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.lessons import Lesson, LessonsScene, SummaryScene
from scenes.screens.learn.mistake_scenes import MistakeScene, MistakesScene, first_mistake_scene
from scenes.screens.learn.mistakes import collect_mistakes
from scenes.screens.learn.puzzles import PuzzlesScene, TrainingScene
from scenes.screens.learn.tasks import PUZZLES, Progress, course, puzzles
from scenes.screens.licences import LicencesScene
from scenes.screens.match_list import ArchiveScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.open_match import MatchListScene, VersionScene
from scenes.screens.pause import GROUPS, PauseScene
from scenes.screens.result import DETAIL_ACTIONS, NEXT_ACTIONS, ResultScene
from scenes.screens.review.reviewer import Reviewer
from scenes.screens.review.scene import ReviewScene
from scenes.screens.review.tryout import TryoutScene
from scenes.screens.rulebook.scene import RulebookScene
from scenes.screens.settings import TABS, SettingsScene
from scenes.screens.setup.scene import SetupScene
from scenes.screens.statistics.scene import StatisticsScene
from scenes.surfaces.squares import RATIO
from scenes.table import statistics_store
from scenes.table.external_engines import EngineTrial
from scenes.table.match_summary import MatchSummary
from scenes.table.model import Trouble
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.ui.button import Button
from scenes.ui.dialog import Dialog
from scenes.ui.progress_dialog import ProgressDialog, RunningTask
from tests.effort import by_effort
from tests.scenes.dice import UNSTACKED, random_play
from tests.scenes.driver import form_of
from tests.scenes.matches import DUCK, GAME, session
from tests.scenes.review_driver import BETTER, BLUNDER, LOST_BY_ONE_TURN
from tests.scenes.rummy import DUCALE
from tests.scenes.test_statistics import three_years, uncount

S = TypeVar("S", bound=Scene)

LONG = "Marie-Geneviève Lachaise"
FILE_NAME = "2026-11-21-183000-1"
FAULT_LOG = Path("/home/marie-genevieve/.local/state/tablier/log/tablier.log")
ACTIONS = tuple(action for action in NEXT_ACTIONS if action != "leave")
EDITED = tuple(key for key in KEYS if get(key).teach.editor is not None)
LETTERS = ("copy-turn", "paste-turn")


def _opened(app: App, scene: S) -> S:
    """Return the scene entered and laid out; pushing it does not enter it again."""
    scene.enter()
    scene.resize(app.size)
    scene.enter = lambda: None  # type: ignore[method-assign]
    return scene


def _strike(scene: Scene, key: int) -> None:
    scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def _menu_that_asks(app: App) -> Scene:
    menu = MenuScene(app)
    app.stack.push(menu)
    _strike(menu, pygame.K_F1)
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
        next(one for one in form_of(scene).iter_widgets() if isinstance(one, Button) and one.text == words).press()
    return scene


def _trouble(app: App) -> Scene:
    players = (Player("person", LONG), Player("engine", "Fairy-Stockfish 14.0.1 XQ largeboard x86-64-bmi2"))
    session = Session.begin(app.storage, DUCK, DUCK.play.options(), players)
    facts = {"engine": players[1].name, "turn": "e7e8q,e8e7"}
    app.stack.push(table := MatchScene(app, session))
    table.menu.ask_about(Trouble(1, "illegal", facts))
    return app.stack.scenes.pop()


def _said_no(app: App) -> Scene:
    scene = _opened(app, OpenMatchScene(app))
    said = app.words("exchange.bad_record", why="Line 17: a6-b5 can't be played there by seat 0.")
    clipboard = patch("scenes.screens.import_export.clipboard_text", lambda: "a record")
    with clipboard, patch("scenes.screens.import_export.open_text", lambda _, text, say: say(said)):
        _strike(scene, pygame.K_RETURN)
    return scene


def _result(
    app: App, why: str, loser: str, lines: list[str], actions: tuple[str, ...] = ACTIONS, ratio: float = RATIO
) -> Scene:
    told = app.words(f"outcome.{why}", winner=LONG, loser=loser)
    return ResultScene(app, app.words("table.won", name=LONG), told, lines, actions, ratio)


def _score(app: App) -> list[str]:
    return [app.words("table.score", first=LONG, second=LONG, a="12½", b="½"), app.words("table.turns", n=240)]


def _drawn_out(app: App) -> Scene:
    return _result(app, f"{GAME.key}.40-quiet-moves", LONG, _score(app), ("rematch", *ACTIONS[2:], *DETAIL_ACTIONS))


def _series(app: App) -> Scene:
    begins = app.words("table.next_begins", seat=app.words("games.ducart.seat.1"))
    return _result(app, "ducart.no-progress", LONG, [*_score(app), begins], ratio=1.0)


def _lost_by_one_turn(app: App) -> MatchScene:
    text = LOST_BY_ONE_TURN.replace("Anna", LONG).replace("Bert", LONG[::-1])
    table = MatchScene(app, Session.load("review", text), is_looking_back=True)
    app.stack.push(table)
    return table


def _reviewed_table(app: App) -> tuple[MatchScene, Review]:
    table = _lost_by_one_turn(app)
    costs = Cost(0, 12, 0.31, ("b1c3", "@d7")), Cost(1, BLUNDER, 0.97, BETTER)
    review = Review("chance", tuple(Judged(cost.ply // 2, cost.ply, 0, 0.5, (cost,)) for cost in costs))
    table.session.save(app.storage)
    app.storage.keep_review(table.session.id, review.write(table.match))
    return table, review


def _mistakes(app: App) -> Scene:
    _reviewed_table(app)
    scene = _opened(app, MistakesScene(app))
    while scene.wait_seconds() == 0.0:
        scene.update(0.0)
    return scene


def _mistake(app: App) -> Scene:
    table, review = _reviewed_table(app)
    return first_mistake_scene(app, collect_mistakes(app.words, table.session, review))


def _review(app: App, under_way: bool = False) -> Scene:
    table = _lost_by_one_turn(app)
    costs = [(Cost(1, BLUNDER, 0.97, ("d8e7", "@a6")),), (Cost(0, 12, 0.31),), (Cost(0, 0, 0.1),)]
    turns = tuple(Judged(turn, 2 * turn, 0, 0.5, costs[turn] if turn < 3 else ()) for turn in range(9))
    review = Review("chance", turns)
    if not under_way:
        app.storage.keep_review("review", review.write(table.match))
    scene = ReviewScene(app, table.table, table.stage)
    if under_way:
        scene.reviewer = _Working(app, table.session)
    else:
        scene.shown_cost = review.costliest()[0]
    return scene


class _Working(Reviewer):
    is_running = True

    def start(self) -> None:
        """Do nothing: the review stays under way."""


def _try_out(app: App) -> Scene:
    return TryoutScene(app, _lost_by_one_turn(app).session, BLUNDER)


def _ask(app: App) -> Scene:
    words = app.words
    keep, throw = words("archive.keep"), words("archive.delete")
    return Dialog(app, words("archive.delete_ask"), [(None, keep, "plain"), (1, throw, "danger")], LONG)


def _giant(app: App) -> Scene:
    reading = RunningTask(app, (share for share in (0.4, 1.0)))
    reading.progress = 0.4
    reading.work_on = lambda seconds: False  # type: ignore[method-assign]
    return ProgressDialog(app, reading, lambda found: None)


def _trained(app: App) -> Scene:
    scene = _opened(app, TrainerScene(app, UNSTACKED.key, Random(5)))
    scene.advance()
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
    return ChanceReportScene(app, _much_missed(app, over).session, tab)


def _review_of_dice(app: App) -> Scene:
    table = _much_missed(app)
    app.stack.push(table)
    judged = Review("chance", (Judged(0, 0, 0, 0.5, (Cost(1, 40, 0.31), Cost(0, 90, 0.2))),))
    app.storage.keep_review(table.session.id, judged.write(table.match))
    return ReviewScene(app, table.table, table.stage)


def _set_up(app: App, key: str) -> Scene:
    scene = _opened(app, EditorScene(app, key))
    scene.state.replace_draft(scene.state.editor.clear(scene.state.draft))
    for tray in scene.state.editor.trays[:1]:
        scene.state.drop(scene.state.editor.places(scene.state.draft)[0])
        scene.state.take_from_palette(tray[-1])
    return scene


def _counted(app: App) -> Scene:
    statistics_store.add_matches(app.storage, list(three_years((LONG, LONG[::-1]))))
    return StatisticsScene(app, date(2026, 11, 21))


def _reading(app: App) -> Scene:
    for number in range(3):
        session(app.storage, 1000, names=(LONG, LONG[::-1]), match_id=f"match-{number}").save(app.storage)
    uncount(app.storage)
    scene = StatisticsScene(app, date(2026, 11, 21))
    scene.wait_seconds = lambda: None  # type: ignore[method-assign]
    return scene


def _pause_of_a_game(formats: tuple[str, ...], *left_out: str) -> Callable[[App], Scene]:
    offered = [action for group in GROUPS for action in group if action not in {"copy-as", *left_out}]
    return lambda app: PauseScene(app, [*offered, *formats], clock_hint=app.words("clock.still"))


def _learnt(app: App) -> Scene:
    for task in course("ducart"):
        Progress(app.storage, "lessons").mark_done("ducart", task.id)
    return LessonsScene(app, "ducart")


def _puzzled(app: App) -> Scene:
    for puzzle in puzzles("ducale"):
        Progress(app.storage, PUZZLES).mark_done("ducale", puzzle.id)
    return PuzzlesScene(app, "ducale")


def _score_sheet(app: App) -> Scene:
    players = (Player("person", "Carla"), Player("person", "Dora"))
    table = MatchScene(app, Session.begin(app.storage, DUCALE, DUCALE.play.options(), players))
    app.stack.push(table)
    return ScoreSheet(app, table.session, table.match.position, is_between_rounds=False)


def _rules(app: App, key: str) -> Scene:
    return RulebookScene(app, key, clock_hint=app.words("clock.still"))


def _searched(app: App, text: str) -> Scene:
    book = _opened(app, RulebookScene(app, "unstacked-draughts"))
    book._search_field.value = text
    book._search(text)
    return book


FAULTS: Final[dict[str, tuple[Moment, State, tuple[Way, ...], bool]]] = {
    "at the table": ("fault", "kept", ("table", "menu", "close"), False),
    "again and again": ("memory", "unwritten", ("afresh", "close"), True),
    "in vain": ("fault", "none", ("close",), True),
    "the last time": ("last", "before", ("table", "menu", "close"), False),
}
"""Name -> moment of the fault, state of the match, offered ways, and whether the fault was repeated."""


def _failed(app: App, report: tuple[Moment, State, tuple[Way, ...], bool]) -> Scene:
    moment, state, ways, again = report
    head = MatchSummary.read(session(app.storage, 8, names=(LONG, LONG)).text())
    kept = SavedMatch(state, "m", None if state in ("none", "practice", "empty") else head)
    return CrashScene(app, CrashReport(moment, kept, ways, again, "", FAULT_LOG), lambda way: None)


@dataclass(frozen=True, slots=True)
class Row:
    """A state of a screen: its name, its class, and a function that opens it, with what lies below on the stack."""

    name: str
    kind: type[Scene]
    make: Callable[[App], Scene]
    is_walked: bool = True
    """Whether tests lay it out, walk through it and read it in all window sizes and languages."""
    is_pictured: bool = True
    """Whether the gallery paints it."""
    place: str = ""
    """The name of the monkey's starting place on it, as in its scripts."""


def _row(name: str, kind: type[Any], *arguments: object, **seen: Any) -> Row:
    """Return the row of a screen that takes only the app and these arguments."""
    return Row(name, kind, lambda app: kind(app, *arguments), **seen)


def _for_monkeys(name: str, kind: type[Any], *arguments: object) -> Row:
    return _row(name, kind, *arguments, is_walked=False, is_pictured=False, place=name)


def _of_game(key: str) -> Iterator[Row]:
    """Yield the screens of one game that take only its key, as starting places of the monkey."""
    yield _for_monkeys(f"rulebook: {key}", RulebookScene, key)
    yield _for_monkeys(f"lessons: {key}", LessonsScene, key)
    if card_of(key).trains_attention:
        yield _for_monkeys(f"drill: {key}", TrainerScene, key)
        yield _for_monkeys(f"puzzles: {key}", TrainingScene, key)
    else:
        yield _for_monkeys(f"puzzles: {key}", PuzzlesScene, key)
    if key in EDITED:
        yield _for_monkeys(f"editing: {key}", EditorScene, key)


def _every() -> Iterator[Row]:
    yield _row("menu", MenuScene, is_pictured=False)
    yield _row("menu of one", MenuScene, (GAME.key,), is_pictured=False)
    yield _row("menu of five", MenuScene, (GAME.key, DUCK.key, GAME.key, DUCK.key, GAME.key), is_pictured=False)
    yield Row("menu that asks", MenuScene, _menu_that_asks)
    yield Row("busy menu", MenuScene, _busy_menu)
    yield from _setups()
    yield _row("attention trainer", TrainerScene, UNSTACKED.key)
    yield Row("attention trainer that told", TrainerScene, _trained)
    for tab in ("dice", "seal", "heed"):
        yield Row(f"chance report, {tab}", ChanceReportScene, partial(_chance_report, tab=tab))
    going_on = partial(_chance_report, tab="heed", over=False)
    yield Row("chance report of a match that goes on", ChanceReportScene, going_on)
    yield Row("setup with an engine", SetupScene, lambda app: _with_engine(app, "engine", "computer 1"))
    for tab in TABS:
        yield _row(f"settings, {tab}", SettingsScene, tab, place=f"settings: {tab}")
    yield Row("settings with an engine", SettingsScene, _settings_with_engine)
    yield Row("settings with an engine that failed", SettingsScene, _engine_that_failed)
    yield Row("engine in trouble", Dialog, _trouble)
    yield from _over_a_match()
    yield Row("archive", ArchiveScene, _archive)
    yield _row("empty archive", ArchiveScene, "matches")
    for key in KEYS:
        yield Row(f"rules of {key}", RulebookScene, partial(_rules, key=key))
    yield Row("rules, searched", RulebookScene, partial(_searched, text="d"))
    yield Row("rules, searched in vain", RulebookScene, partial(_searched, text="incomprehensibility, zzz"))
    yield _row("licences", LicencesScene, place="licences")
    yield _row("keys", KeysScene)
    yield _row("exchange", OpenMatchScene, place="exchange")
    yield Row("exchange that said no", OpenMatchScene, _said_no)
    yield _row("open", OpenFileScene, place="open")
    for key in EDITED:
        yield Row(f"setting up {key}", EditorScene, partial(_set_up, key=key))
    yield Row("statistics", StatisticsScene, _counted)
    yield _row("statistics of nothing", StatisticsScene)
    yield Row("statistics while reading", StatisticsScene, _reading)
    yield _row("lessons", LessonsScene, "ducart")
    yield Row("lessons that are done", LessonsScene, _learnt)
    for key in KEYS:
        yield _row(f"summary of {key}", SummaryScene, key, place=f"summary: {key}")
    yield _row("puzzles", PuzzlesScene, GAME.key)
    yield Row("puzzles that are solved", PuzzlesScene, _puzzled)
    yield Row("mistakes", MistakesScene, _mistakes, place="mistakes")
    yield _row("no mistakes", MistakesScene)
    yield Row("mistake", MistakeScene, _mistake, False, False, "mistake")
    yield _row("rolls of the day", TrainingScene, UNSTACKED.key)
    yield _row("save", SaveFileScene, "text", FILE_NAME)
    yield _row("save in one of several formats", SaveFileScene, "text", FILE_NAME, {".pgn": lambda: "text"})
    yield Row("ask", Dialog, _ask)
    yield Row("matches in a file", MatchListScene, _matches)
    yield Row("versions of a match", VersionScene, _versions)
    yield Row("a giant being read", ProgressDialog, _giant)
    yield Row("review", ReviewScene, _review)
    yield Row("review of dice", ReviewScene, _review_of_dice)
    yield Row("review under way", ReviewScene, partial(_review, under_way=True))
    yield Row("try-out", TryoutScene, _try_out)
    for name, report in FAULTS.items():
        yield Row(f"fault {name}", CrashScene, partial(_failed, report=report))
    for key in KEYS:
        yield from _of_game(key)
    yield _for_monkeys("engines", EngineFolderScene)
    yield Row("lesson", CoachScene, lambda app: CoachScene(app, Lesson(app, GAME.key, 0)), False, False)
    yield Row("score sheet", ScoreSheet, _score_sheet, False, False)


def _setups() -> Iterator[Row]:
    yield _row("setup", SetupScene, GAME.key, is_pictured=False)
    yield _row("setup from a position", SetupScene, GAME.key, "8/2m5/8/4K3/8/1m6/M7/8 w 2 0 1")
    computers: dict[str, Any] = {"seats": ["computer 9", "computer 1"], "clock": "10+5", "by_lot": True}
    yield Row("setup for two computers", SetupScene, partial(_setup, key=GAME.key, **computers))
    yield Row("setup of duck chess", SetupScene, partial(_setup, key=DUCK.key, clock="7+4"), is_pictured=False)
    yield _row("setup of unstacked draughts", SetupScene, UNSTACKED.key, is_pictured=False)
    attentive: dict[str, Any] = {
        "seats": ["person", "computer 4"],
        "options": {"mode": "attentive", "dice": "real", "goal": 15},
    }
    name = "setup of attentive play with real dice"
    yield Row(name, SetupScene, partial(_setup, key=UNSTACKED.key, **attentive))


def _over_a_match() -> Iterator[Row]:
    """Screens that lie on a table."""
    for name, formats, left_out in (
        ("Duck Chess", ("copy-pgn",), (*LETTERS, "rematch-agreed")),
        ("Unstacked Draughts", ("copy-ud1-log",), (*LETTERS, "rematch-agreed")),
        ("Ducart", ("copy-ducart",), ("rematch", "rematch-agreed")),
        ("Ducart, over", ("copy-mail",), ("offer", "resign", "paste-turn")),
    ):
        yield Row(f"pause of {name}", PauseScene, _pause_of_a_game(formats, *left_out), is_pictured=False)
    yield _row("short pause", PauseScene, ["go-on", "rematch", "to-menu"], is_pictured=False)
    yield Row("result", ResultScene, _drawn_out)
    yield Row("result of a series", ResultScene, _series)
    yield Row("result of a stalemate", ResultScene, lambda app: _result(app, f"{DUCK.key}.stalemate", "B", []))


ROWS: Final = tuple(_every())
SCENES: Final = {row.name: row.make for row in ROWS if row.is_walked}
A_FEW: Final = list(SCENES)[:: by_effort(3, 1, 1)]
"""The scenes that tests walk through; all of them in `.ci/run`."""
PICTURES: Final = {row.name.replace(",", "").replace(" ", "-"): row.make for row in ROWS if row.is_pictured}
PLACES: Final = {row.place: row.make for row in ROWS if row.place}


def every_kind() -> set[type[Scene]]:
    """Return all classes of screens: scenes without subclasses, and four that have some."""
    for module in walk_packages(scenes.__path__, "scenes."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    found: set[type[Scene]] = {MatchScene, CoachScene, MatchListScene, Dialog}
    waiting: list[type[Scene]] = [Scene]
    while waiting:
        kind = waiting.pop()
        made = [one for one in kind.__subclasses__() if one.__module__.startswith("scenes.")]
        waiting += made
        if not made:
            found.add(kind)
    return found
