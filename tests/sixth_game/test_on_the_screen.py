"""The sixth game on the screen, with rules alone and with a folder of its own."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pygame
import pytest

import rules
from rules.record import Player, Record, write
from scenes.app.appearance import BOARDS
from scenes.app.game_card import NEUTRAL, card_of
from scenes.app.game_files import EXTERNAL_PACKAGES
from scenes.app.stack import Scene
from scenes.app.words import LANGUAGES, Words
from scenes.screens.import_export import OpenMatchScene
from scenes.screens.match_list import ArchiveScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.rulebook.scene import RulebookScene
from scenes.screens.setup.scene import SetupScene
from scenes.screens.statistics.scene import StatisticsScene
from scenes.surfaces.timeline import Frame
from scenes.table import game_ui
from scenes.table.game_ui import ui_of, view_of
from scenes.table.session import Session
from tests.effort import by_effort
from tests.patience import LONGEST
from tests.rules.play import random_match
from tests.scenes.driver import Driver, Tables, visit
from tests.scenes.endings import seconds, things, watched
from tests.scenes.matches import ANNA, BERT
from tests.sixth_game import GAME, KEY
from tests.sixth_game.test_sixth_game import ONE_MOVE_WINS

SCREEN: Final = "tests.sixth_game.screen"
LONG: Final = 100_000
"""More plies than a match at random has."""
LINES: Final = 60
"""The greatest number of lines in its folder."""
OTHERS: Final[dict[str, Callable[[Driver], Scene]]] = {
    "menu": lambda driver: MenuScene(driver.app),
    "setup": lambda driver: SetupScene(driver.app, KEY),
    "rules": lambda driver: RulebookScene(driver.app, KEY),
    "archive": lambda driver: ArchiveScene(driver.app),
    "opening": lambda driver: OpenMatchScene(driver.app),
    "statistics": lambda driver: StatisticsScene(driver.app),
}


@pytest.fixture(params=["rules alone", "with a folder"], autouse=True)
def handsome(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[bool]:
    """Whether it has a folder for the screen; with that folder a word may still be missing."""
    own = bool(request.param == "with a folder")
    monkeypatch.setitem(rules.REGISTRY, KEY, "tests.sixth_game")
    if own:
        monkeypatch.setitem(EXTERNAL_PACKAGES, KEY, SCREEN)
        monkeypatch.setattr(Words, "strict", False)
    card_of.cache_clear()
    ui_of.cache_clear()
    view_of.cache_clear()
    yield own
    card_of.cache_clear()
    ui_of.cache_clear()
    view_of.cache_clear()


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    made = Tables(monkeypatch)
    yield made
    made.clear()


def table(tables: Tables, position: str | None = None) -> Driver:
    return tables.table(ANNA, BERT, game=GAME, position=position)


def test_a_match_is_played_undone_saved_and_resumed(tables: Tables) -> None:
    drive = table(tables)
    drive.click("b1", "b3")
    drive.settle()
    drive.drag("a2", "c2")
    drive.settle()
    assert drive.played() == ["b1-b3", "a2-c2"] and drive.turns() == ["b1-b3", "a2-c2"]
    drive.undo()
    drive.settle()
    assert drive.played() == ["b1-b3"]
    drive.redo()
    drive.settle()
    match_id = drive.scene.session.id
    text = drive.app.storage.load_match(match_id)
    again = tables.again(text, match_id=match_id)
    again.settle()
    assert again.played() == ["b1-b3", "a2-c2"] and again.stage.table == drive.stage.table


def test_illegal_gestures_are_refused_in_words(tables: Tables) -> None:
    drive = table(tables)
    drive.click("b1", "b2")
    assert drive.toast == "Not there"
    drive.click("a4")
    assert drive.toast is not None and "." not in drive.toast.removesuffix(".")


def test_a_won_match_is_announced_and_watched_again(tables: Tables, handsome: bool) -> None:
    drive = table(tables, ONE_MOVE_WINS)
    drive.click("f1", "e1")
    drive.settle()
    drive.until(lambda: drive.above is not None)
    assert "Anna won" in drive.words()
    assert ("Anna has brought all men together." if handsome else "Connected") in drive.words()
    drive.click("Watch it again")
    drive.run(0.5)
    assert drive.above is None


def test_the_end_sequence_leaves_the_table_unchanged(tables: Tables, handsome: bool) -> None:
    """The laws of test_end_animations.py, in a game that has no film of its own."""
    drive = table(tables, ONE_MOVE_WINS)
    drive.click("f1", "e1")
    drive.until(lambda: drive.stage.is_end_animation_running)
    lying = drive.stage.table
    frames = watched(drive)
    assert 0.5 < seconds(frames) <= 3.2 and any(frame.light is not None for frame in frames)
    assert len({frame.sprites for frame in frames}) > 10 or not handsome
    assert all(things(frame) == things(Frame(lying)) for frame in frames)
    assert drive.stage.table == lying


@pytest.mark.parametrize(
    "action", ["hint", "flip", "menu", "rules", "settings", "try-out", "copy-position", "set-up"]
)
def test_every_key_of_the_table_is_safe(tables: Tables, action: str) -> None:
    drive = table(tables)
    drive.click("b1", "b3")
    drive.settle()
    drive.scene.act(action)
    drive.run(0.5)


def test_a_match_can_be_played_by_keys_and_is_spoken(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT, game=GAME, line_of_words=True)
    for key in (pygame.K_UP, pygame.K_RIGHT, pygame.K_RETURN):
        drive.strike(key)
    drive.settle()
    assert drive.picked and "lack man." in drive.app.spoken_line.focus_text


def test_the_computer_plays_the_sixth_game_in_its_own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(monkeypatch, mind=None)
    drive = tables.table(ANNA, Player("computer", "", 1), game=GAME)
    drive.click("b1", "b3")
    ends = time.monotonic() + LONGEST
    while len(drive.played()) < 2 and time.monotonic() < ends:
        time.sleep(0.02)
        drive.step()
    assert len(drive.played()) == 2
    tables.clear()


def test_a_match_is_reviewed(tables: Tables) -> None:
    match = random_match(GAME, GAME.play.options(), 1)
    drive = tables.again(write(Record(match, (ANNA, BERT))), looking_back=True)
    drive.run(0.5)
    drive.scene.act("review")
    drive.run(0.5)
    assert drive.above is not None and "Review" in drive.words()


@pytest.mark.parametrize("language", by_effort(["fr"], LANGUAGES, LANGUAGES))
@pytest.mark.parametrize("name", sorted(OTHERS)[:: by_effort(2, 2, 1)])
def test_every_screen_of_the_sixth_game_opens(name: str, language: str, handsome: bool) -> None:
    driver = visit((1280, 800), language=language)
    for plies in (12, LONG):
        match = random_match(GAME, GAME.play.options(), 1, plies)
        record = write(Record(match, (ANNA, Player("computer", "", 2))))
        Session.load(driver.app.storage.new_id(), record).save(driver.app.storage)
    driver.open(OTHERS[name](driver))
    driver.run(3.0)
    told = driver.words()
    assert KEY not in told and f".{KEY}" not in told
    assert not any(word.startswith(("games.", "level.", "outcome.")) for word in told.split())
    driver.app.close()


@pytest.mark.parametrize("board", BOARDS)
def test_the_men_are_visible_on_every_board(tables: Tables, board: str, handsome: bool) -> None:
    drive = tables.table(ANNA, BERT, game=GAME, board=board)
    drive.settle()
    looks = {drive.stage.view.look(token) for tokens in drive.stage.table.values() for token in tokens}
    assert looks == (
        {"lines_of_action/black-man", "lines_of_action/white-man"} if handsome else {"plain/man-1", "plain/man-2"}
    )
    assert set(drive.stage.view.emblems) == looks


def test_the_card_and_the_words_of_the_sixth_game_are_found(handsome: bool) -> None:
    assert (card_of(KEY) is NEUTRAL) is not handsome
    assert Words("en")(f"games.{KEY}.name") == ("Lines of Action" if handsome else "Lines of action")
    assert Words("fr")(f"games.{KEY}.seat.0") == ("Black" if handsome else "Premier joueur")
    assert isinstance(ui_of(KEY), game_ui.GameUI)


def test_the_folder_of_the_sixth_game_is_small() -> None:
    folder = Path(__file__).parent / "screen"
    files = [path for path in folder.rglob("*") if path.suffix in (".py", ".toml", ".svg")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < LINES
