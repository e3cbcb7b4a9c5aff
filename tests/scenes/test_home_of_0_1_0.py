"""A home folder that version 0.1.0 wrote (tests/homes): all of it opens, is shown as it was, and goes on."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from rules import KEYS, get
from rules.clock import Control
from rules.match import Match
from scenes import start
from scenes.app.app import App
from scenes.app.navigation import open_screen
from scenes.app.settings import settings_to_dict
from scenes.app.storage import Storage
from scenes.screens.crash.report import log_crashes
from scenes.screens.learn.tasks import LESSONS, Progress, course, next_task, puzzles
from scenes.screens.match_list import ArchiveScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.open_match import open_saved_match
from scenes.screens.review.reviewer import Reviewer
from scenes.screens.setup.match_setup import MatchSetup
from scenes.screens.statistics.scene import StatisticsScene
from scenes.table import events, statistics_store
from scenes.table.scene import MatchScene
from scenes.table.screen_requests import OpenMatch
from scenes.table.session import Session
from scenes.ui.listing import Listing
from scenes.ui.text_table import Totals
from tests.checks import present
from tests.hands import EventHands, spot_of
from tests.rows import rows
from tests.scenes.dice import attentive, cup_of
from tests.scenes.driver import Tables, Timed, form_of
from tests.scenes.opponents import Mind, random_mind

HOME: Final = Path(__file__).parents[1] / "homes" / "0.1.0"
KNOWN: Final = json.loads((HOME.parents[1] / "cases" / "home_of_0_1_0.json").read_text(encoding="utf-8"))
UNFINISHED: Final[dict[str, tuple[int, str, str]]] = KNOWN["unfinished"]
"""Match -> plies, how the last one begins, and what stands in the position that its turn began with, or came to."""
FINISHED: Final[dict[str, list[Any]]] = KNOWN["finished"]
"""Match -> game, plies, reason and winners."""
REVIEWED: Final[dict[str, list[Any]]] = KNOWN["reviewed"]
"""Match -> judged turns, and how accurate each seat was."""


class Opponent(Mind):
    def __post_init__(self) -> None:
        super().__post_init__()
        others = random_mind(1)
        self.answer = lambda ask: attentive(ask) if ask.game == "unstacked-draughts" else others(ask)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HOME, tmp_path / "home"))


@pytest.fixture
def app(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Timed]:
    tables = Tables(monkeypatch, Opponent)
    storage = Storage()
    window = Timed(storage.load_settings(), storage)
    tables.apps.append(window)
    window.stack.push(MenuScene(window))
    window.frame()
    yield window
    assert storage.notices == [] and storage.alarm is None
    assert [path.name for path in home.rglob("*.unreadable-*")] == ["2026-08-30-101500-1.tablier.unreadable-1"]
    tables.clear()


def table(app: Timed) -> MatchScene:
    top = app.stack.top
    assert isinstance(top, MatchScene)
    return top


def test_app_starts_with_the_match_left_open(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.table.engine_client.EngineClient.start", lambda self: None)
    seen: list[str] = []

    def look(app: App) -> None:
        seen.extend([type(scene).__name__ for scene in app.stack.scenes])
        seen.extend([table.session.id for table in app.stack.scenes if isinstance(table, MatchScene)])
        seen.extend(notice.sentence(app.words) for notice in app.storage.notices)
        app.quit()

    start.run([], look)
    assert seen == ["MenuScene", "MatchScene", "2026-10-04-084100-1"]


def test_killed_run_of_0_1_0_reports_no_crash(home: Path) -> None:
    with log_crashes(home) as left:
        assert left == ""
    assert not list(home.glob("fall-*"))


# --- settings


def test_all_settings_of_0_1_0_are_read(app: Timed) -> None:
    written = json.loads((HOME / "settings.json").read_text(encoding="utf-8"))
    assert len(written) == 32
    assert settings_to_dict(app.settings) == written | {
        "place": [-32768, -32768],
        "maximised": False,
        "tutor": "off",
        "unhurried": False,
    }
    assert app.settings.unknown == {}
    assert (app.settings.language, app.settings.volume, app.settings.window) == ("fr", 40, (1366, 768))
    assert (app.settings.engine_name, app.settings.players) == ("Fairy-Stockfish", ["Anna", "Émile", "", ""])


@rows
def test_last_setup_of_each_game_is_offered_again(app: Timed, key: str, seats: list[str], clock: str) -> None:
    game, kept = get(key), app.settings.setups[key]
    options: Any = kept["options"]
    agreed = MatchSetup.read_remembered(app.settings, game, (1, 2, 3, 4))
    later = {"false_claims": "lock"} if key == "unstacked-draughts" else {}
    assert agreed.options == {**options, **later}
    assert game.play.options(**agreed.options)
    assert [chair.kind for chair in agreed.players] == seats
    assert (agreed.time_control(), agreed.by_lot) == (
        replace(Control.read(clock), late=clock != "none"),
        key == "ducale",
    )


# --- unfinished matches


@pytest.mark.parametrize("match_id", UNFINISHED)
def test_unfinished_match_opens_and_goes_on(
    app: Timed, home: Path, monkeypatch: pytest.MonkeyPatch, match_id: str
) -> None:
    plies, last, position = UNFINISHED[match_id]
    open_screen(app, OpenMatch(match_id))
    scene = table(app)
    match = scene.match
    assert (scene.session.id, len(match.plies)) == (match_id, plies)
    assert str(match.plies[-1].move).startswith(last)
    assert position in text_of(match)
    agreed = [line for line in written(home, match_id) if line.startswith(("Options:", "Clock:"))]
    play_one(app, scene, monkeypatch)
    app.frame()
    after = written(home, match_id)
    assert [line for line in after if line.startswith(("Options:", "Clock:"))] == agreed
    assert len(after[after.index("") + 1 :]) == len(scene.match.plies) > plies


def text_of(match: Match) -> str:
    try:
        return match.position.text()
    except ValueError:
        return match.positions[match.turns()[-1].first].text()


def written(home: Path, match_id: str) -> list[str]:
    return (home / "matches" / f"{match_id}.tablier").read_text(encoding="utf-8").splitlines()


def play_one(app: Timed, scene: MatchScene, monkeypatch: pytest.MonkeyPatch) -> None:
    plies = len(scene.match.plies)
    for _ in range(1000):
        app.moment += 0.05
        app.frame()
        if scene.stage.is_busy:
            continue
        if len(scene.match.plies) > plies:
            return
        if scene.board_cover.visible:
            EventHands().click_at(scene.board_cover.button.rect.center)
        elif scene.mail is not None and scene.mail.is_waiting:
            post_a_turn(scene, monkeypatch)
        elif scene.match.game.key == "unstacked-draughts":
            take_the_dice(scene)
        elif scene.table.facts.can_move:
            scene.table.send(events.Play(scene.match.position.legal_moves()[0], {}))
    raise AssertionError("nobody could play")


def take_the_dice(scene: MatchScene) -> None:
    for seat in scene.session.persons:
        EventHands().click_at(spot_of(scene.stage, cup_of(seat)))


def post_a_turn(scene: MatchScene, monkeypatch: pytest.MonkeyPatch) -> None:
    match = scene.match
    mail = present(scene.session.game.text.mail, "mail")
    there = Match(match.game, match.options, position=match.start)
    for move in [ply.move for ply in match.plies] + [match.position.legal_moves()[0]]:
        there.play(move)
    line = mail.write(there, len(there.turns()) - 1)
    monkeypatch.setattr("scenes.table.mail.clipboard_text", lambda: line)
    EventHands().strike(pygame.K_v, pygame.KMOD_LCTRL)


def test_backups_of_matches_open_too(home: Path) -> None:
    for path in (home / "matches").glob("*.tablier"):
        path.unlink()
    storage = Storage()
    for match_id, (plies, _, _) in UNFINISHED.items():
        session = storage.read_match(match_id, lambda text, name=match_id: Session.load(name, text))  # type: ignore[misc]
        assert len(session.match.plies) in (plies - 1, plies)
    assert {notice.key for notice in storage.notices} == {"storage.match_from_backup"}


# --- what is over


def test_archive_lists_every_match(app: Timed) -> None:
    for shelf, known in (("matches", UNFINISHED), ("finished", FINISHED)):
        app.stack.push(ArchiveScene(app, shelf))
        app.frame()
        (found,) = [widget for widget in form_of(app.stack.top).iter_widgets() if isinstance(widget, Listing)]
        assert found.count == len(known)
    assert {entry.id for entry in app.storage.list_matches()} == set(UNFINISHED)
    assert {entry.id for entry in app.storage.list_matches("finished")} == set(FINISHED)


@pytest.mark.parametrize("match_id", FINISHED)
def test_finished_match_opens_read_only(app: Timed, match_id: str) -> None:
    open_saved_match(app, match_id, is_finished=True)
    app.frame()
    scene = table(app)
    outcome = scene.match.outcome()
    assert outcome is not None and scene.table.facts.model.is_read_only
    assert [scene.match.game.key, len(scene.match.plies), outcome.reason, [*outcome.winners]] == FINISHED[match_id]


def test_score_of_a_session_is_read(app: Timed) -> None:
    session = Session.load("", app.storage.load_match("2026-09-09-225300-1", "finished"))
    assert (session.series.points, session.series.played) == ((1.0, 1.0), 2)


@pytest.mark.parametrize("match_id", REVIEWED)
def test_saved_review_opens_for_its_match(app: Timed, home: Path, match_id: str) -> None:
    session = Session.load(match_id, app.storage.load_match(match_id, "finished"))
    reviewer = Reviewer(app, session)
    assert reviewer.load_stored()
    review = reviewer.review
    shares = [review.accuracy(seat) for seat in range(session.match.seats)]
    assert [len(review.turns), [None if one is None else round(one) for one in shares]] == REVIEWED[match_id]
    assert (home / "reviews" / f"{match_id}.json").is_file()


def test_statistics_count_every_match_played_here(app: Timed) -> None:
    known = statistics_store.read_matches(app.storage)
    assert {name: (one.game, one.reason, one.winners) for name, one in known.items()} == {
        name: (game, reason, tuple(winners))
        for name, (game, _, reason, winners) in FINISHED.items()
        if not name.startswith("opened-")
    }
    assert statistics_store.list_missing(app.storage, known) == []
    assert known["2026-09-15-011300-1"].luck == (0.2527, -0.231)
    app.stack.push(StatisticsScene(app))
    app.frame()
    (found,) = [widget for widget in form_of(app.stack.top).iter_widgets() if isinstance(widget, Totals)]
    assert found.label == "Jouées 14, Gagnées 9, Nulles 3, Perdues 2, Score 75\u202f%"


# --- what was learnt


def test_finished_lessons_and_puzzles_are_read(app: Timed) -> None:
    lessons, solved = Progress(app.storage, "lessons"), Progress(app.storage, "puzzles")
    for number, key in enumerate(KEYS):
        assert set(lessons.days_of_done(key)) == {task.id for task in course(key)[: 2 + number]}
        assert next_task(app, key, LESSONS, -1) == 2 + number
        if key == "unstacked-draughts":
            assert set(solved.days_of_done(key)) == {"2026-10-16", "2026-10-17"}
        else:
            assert set(solved.days_of_done(key)) == {puzzle.id for puzzle in puzzles(key)[: 1 + number]}
    assert lessons.days_of_done("double-draughts") == {"first-step": "2026-10-04", "first-jump": "2026-10-05"}
