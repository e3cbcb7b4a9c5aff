"""Whatever fails in the app: the match is kept, the log has it once, a sentence says so, and one can go on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock, call

import pygame
import pytest

from rules import GAMES
from rules.game import Game
from scenes.app.navigation import open_screen
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.theme import Theme
from scenes.screens.crash import message_box
from scenes.screens.crash.saved_match import save_matches
from scenes.screens.crash.scene import CrashScene
from scenes.screens.menu.scene import MenuScene
from scenes.table.scene import MatchScene
from scenes.table.screen_requests import OpenMatch
from scenes.table.session import Session
from tests.scenes.driver import Timed, form_of
from tests.scenes.matches import session
from tests.scenes.opponents import Mind
from tests.scenes.staged import (
    FAULT,
    PLIES,
    Plant,
    Stage,
    Staged,
    answer,
    at_table,
    fails,
    goes_on,
    lay,
    log,
    on_file,
    play_on,
    post,
    rescued,
    sheet_of,
    strike,
    told,
    until,
    ways,
)


def test_one_goes_on_at_the_table_where_the_match_stands(staged: Stage) -> None:
    plant = staged.plant(MatchScene, "paint")

    def script(app: Staged) -> Iterator[None]:
        yield from at_table(app)
        app.dirty()
        yield from fails(app, plant)
        assert "Anna and Bert, Double Draughts, turn" in told(app) and ways(app) == ("table", "menu", "close")
        key = next(one for one in form_of(app.stack.top).iter_widgets() if one.label == app.words("rescue.way.table"))
        post(pygame.MOUSEBUTTONDOWN, pos=key.rect.center, button=1)
        post(pygame.MOUSEBUTTONUP, pos=key.rect.center, button=1)
        yield from until(app, lambda: not rescued(app))
        menu, table = app.stack.scenes
        assert isinstance(menu, MenuScene) and isinstance(table, MatchScene) and len(table.match.plies) == PLIES + 1
        play_on(app)
        table.table.save_soon()
        yield

    staged(script)
    assert on_file() == PLIES + 2


def test_a_match_that_fails_again_and_again_leaves_a_way_to_the_menu(staged: Stage) -> None:
    """First back at the table, then from the menu, then a menu on which the match that fails isn't shown."""
    staged.plant(MatchScene, "update").there = True
    lay(Storage(), "other")

    def script(app: Staged) -> Iterator[None]:
        seen = []
        app.after_frame(lambda: open_screen(app, OpenMatch("m")))
        for _ in range(3):
            yield from until(app, lambda: rescued(app))
            seen.append(ways(app))
            yield from goes_on(app)
            if len(seen) == 2:
                app.after_frame(lambda: open_screen(app, OpenMatch("m")))
            yield
        assert seen == [("table", "menu", "close"), ("menu", "close"), ("afresh", "close")]
        yield
        assert isinstance(app.stack.top, MenuScene)
        assert [entry.id for entry in app.storage.list_matches()] == ["other"]
        assert "again and again" in told(app) and "m.tablier" in told(app)

    app = staged(script)
    assert log().count(FAULT) == 1 and not app.crashed
    assert {entry.id for entry in Storage().list_matches()} == {"m", "other"} and on_file() == PLIES
    assert Storage().open_match() is None


def test_a_fault_long_after_another_is_a_first_one(staged: Stage) -> None:
    plant = staged.plant(MatchScene, "update")

    def script(app: Staged) -> Iterator[None]:
        open_screen(app, OpenMatch("m"))
        for _ in range(3):
            yield from fails(app, plant)
            assert ways(app)[0] == "table"
            yield from goes_on(app)
            app.moment += 100

    staged(script)


def test_a_menu_that_fails_is_tried_without_its_matches_and_then_closed(staged: Stage) -> None:
    staged.plant(MenuScene, "paint").there = True

    def script(app: Staged) -> Iterator[None]:
        seen = []
        for _ in range(3):
            yield from until(app, lambda: rescued(app))
            seen.append(ways(app))
            if len(seen) < 3:
                here = app.stack.top
                strike(pygame.K_RETURN)
                yield from until(app, lambda here=here: app.stack.top is not here)  # type: ignore[misc]
        assert seen == [("menu", "close"), ("afresh", "close"), ("close",)]
        assert app.storage.list_matches() == []
        strike(pygame.K_RETURN)
        yield
        yield

    app = staged(script, cut=True)
    assert app.crashed and on_file() == PLIES


def test_faults_of_keys_in_the_menu_leave_it_its_matches(staged: Stage) -> None:
    """The menu itself is well, so it keeps its matches."""
    staged.plant(MenuScene, "handle").there = True

    def script(app: Staged) -> Iterator[None]:
        for _ in range(5):
            strike(pygame.K_F7)
            yield from until(app, lambda: rescued(app))
            assert ways(app) == ("menu", "close")
            answer(app, "menu")
            pygame.event.clear()
            yield
        assert [entry.id for entry in app.storage.list_matches()] == ["m"]

    staged(script)


# --- beside the scenes


def test_a_fault_while_the_match_of_the_last_time_is_laid_is_told_and_does_not_come_at_each_start(
    staged: Stage,
) -> None:
    staged.plant(MatchScene, "enter").there = True
    Storage().remember_open("m")

    def script(app: Staged) -> Iterator[None]:
        yield from until(app, lambda: rescued(app))
        answer(app, "menu")
        yield
        assert isinstance(app.stack.top, MenuScene)

    staged(script, opened=lambda app: open_screen(app, OpenMatch("m")))
    assert log().count(FAULT) == 1 and on_file() == PLIES and Storage().open_match() is None


@pytest.mark.parametrize("place", ["chore", "callback", "line", "sound", "focus"])
def test_a_fault_beside_the_scenes_is_told(monkeypatch: pytest.MonkeyPatch, staged: Stage, place: str) -> None:
    failed: list[str] = []

    def fail(*_: object, **__: object) -> None:
        if not failed:
            failed.append(place)
            raise ZeroDivisionError("a fault planted")

    def script(app: Staged) -> Iterator[None]:
        yield from at_table(app)
        with monkeypatch.context() as patch:
            if place == "chore":
                app.chore = fail
            elif place == "callback":
                app.after_frame(fail)
            elif place == "line":
                patch.setattr(type(app.line), "report_focus", fail)
            elif place == "sound":
                patch.setattr(type(app.sound), "play", fail)
                strike(pygame.K_ESCAPE)
                strike(pygame.K_RETURN)
            else:
                patch.setattr(type(app.line), "on_event", fail)
                strike(pygame.K_F7)
            for _ in range(3):
                yield
        yield from until(app, lambda: rescued(app))
        assert on_file() == PLIES + 1 and log().count(FAULT) == 1
        yield from goes_on(app)

    staged(script)


def test_no_memory_and_endless_calls_are_faults_like_others(monkeypatch: pytest.MonkeyPatch, staged: Stage) -> None:
    def endless(self: Any, dt: float) -> None:
        endless(self, dt)

    def script(app: Staged) -> Iterator[None]:
        open_screen(app, OpenMatch("m"))
        yield
        with monkeypatch.context() as patch:
            patch.setattr(MatchScene, "update", endless)
            yield from until(app, lambda: rescued(app))
        assert "RecursionError" in log() and "fault of its own" in told(app)
        answer(app, "table")
        plant = staged.plant(MatchScene, "update", MemoryError())
        yield from fails(app, plant)
        assert app.words("rescue.moment.memory") in told(app)
        yield from goes_on(app)

    staged(script)
    assert on_file() == PLIES


@pytest.mark.parametrize("wanted", [KeyboardInterrupt, SystemExit])
def test_what_ends_the_app_is_no_fault(staged: Stage, wanted: type[BaseException]) -> None:
    plant = staged.plant(MatchScene, "update", wanted())

    def script(app: Staged) -> Iterator[None]:
        yield from at_table(app)
        plant.there = True
        yield

    with pytest.raises(wanted):
        staged(script)
    assert on_file() == PLIES + 1 and "Traceback" not in log()


# --- the match


def test_a_match_that_cannot_be_written_down_stays_on_file_as_it_was(staged: Stage) -> None:
    plant = staged.plant(Session, "text")

    def script(app: Staged) -> Iterator[None]:
        yield from at_table(app)
        app.after_frame(app.stack.scenes[-1].table.save)  # type: ignore[attr-defined]
        yield from fails(app, plant)
        assert "as it was last saved" in told(app) and ways(app)[0] == "table"
        yield from goes_on(app)
        assert len(app.stack.scenes[-1].match.plies) == PLIES  # type: ignore[attr-defined]

    staged(script)
    assert on_file() == PLIES


@pytest.mark.parametrize("match", ["spoilt", "giant as on file", "giant with another ply"])
def test_a_spoilt_match_or_a_changed_giant_leaves_the_good_one_on_file(
    monkeypatch: pytest.MonkeyPatch, staged: Stage, match: str
) -> None:
    """Bug: after a fault the window stood still as long as it takes to replay 20 000 plies."""
    plant = staged.plant(MatchScene, "update")

    def script(app: Staged) -> Iterator[None]:
        open_screen(app, OpenMatch("m"))
        yield
        if match == "spoilt":
            plies = app.stack.scenes[-1].match.plies  # type: ignore[attr-defined]
            plies.append(plies[0])
        else:
            monkeypatch.setattr("scenes.screens.crash.saved_match.MAX_CHECKED_PLIES", 0)
        if match == "giant with another ply":
            play_on(app)
        yield from fails(app, plant)
        assert ("as it stands" if match == "giant as on file" else "as it was last saved") in told(app)

    staged(script)
    assert on_file() == PLIES


def test_where_nothing_can_be_written_the_window_still_has_the_match(
    monkeypatch: pytest.MonkeyPatch, staged: Stage
) -> None:
    plant = staged.plant(MatchScene, "update")

    def script(app: Staged) -> Iterator[None]:
        yield from at_table(app)
        with monkeypatch.context() as patch:
            patch.setattr("scenes.app.files.write_whole", Mock(side_effect=OSError(28, "No space left on device")))
            yield from fails(app, plant)
            assert "could not be written to the disk" in told(app) and ways(app)[0] == "table"
            answer(app, "table")
            yield
            table = next(scene for scene in app.stack.scenes if isinstance(scene, MatchScene))
            assert len(table.match.plies) == PLIES + 1

    staged(script)
    assert on_file() == PLIES + 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_match_of_any_game_can_be_kept_in_its_midst(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    monkeypatch.setattr("scenes.table.runtime.EngineClient", Mind)
    app = Timed(Settings(language="en", window=(960, 600), animation="off"), Storage())
    for plies in range(1, 40, 3):
        here = session(app.storage, plies, seed=plies, game=game, match_id=f"m-{plies}")
        here.is_begun = True
        faults: list[Exception] = []
        kept = save_matches(app.storage, [MatchScene(app, here)], faults.append)
        assert faults == [] and kept.state in ("kept", "over") and kept.head is not None, (
            "the match was kept, with its head"
        )
    app.close()


# --- closing


def test_a_fault_while_closing_is_told_and_the_rest_is_done(
    staged: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    plant = staged.plant(MatchScene, "leave")

    def script(app: Staged) -> Iterator[None]:
        yield from at_table(app)
        plant.there = True
        yield

    app = staged(script)
    said = capsys.readouterr().err
    assert app.crashed and app.words("rescue.moment.close") in said and "Anna and Bert" in said
    assert not pygame.display.get_init() and app.stack.scenes == []
    assert on_file() == PLIES + 1 and log().count(FAULT) == 1


# --- the sheet itself fails


@pytest.mark.parametrize("method", ["enter", "resize", "paint", "update", "handle"])
def test_where_the_sheet_fails_too_a_box_of_the_system_asks(
    monkeypatch: pytest.MonkeyPatch, staged: Stage, method: str
) -> None:
    plants = [staged.plant(MatchScene, "update"), staged.plant(CrashScene, method)]
    asked: list[tuple[list[str], list[str]]] = []

    def ask(told: Any, ways: Any) -> str:
        asked.append((list(told), [way for way, _ in ways]))
        plants[0].there = False
        return "table"

    monkeypatch.setattr(message_box, "ask", ask)

    def script(app: Staged) -> Iterator[None]:
        yield from at_table(app)
        for plant in plants:
            plant.there = True
        for _ in range(3):
            strike(pygame.K_F7)
            yield
        yield from until(app, lambda: asked)
        yield
        assert isinstance(app.stack.top, MatchScene)

    staged(script)
    ((said, offered),) = asked
    assert "fault of its own" in said[0] and offered == ["table", "menu", "close"]
    assert on_file() == PLIES + 1


def test_where_nothing_can_be_painted_the_systems_box_asks_and_then_the_standard_error_says_it(
    monkeypatch: pytest.MonkeyPatch, staged: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    boxes: list[str] = []

    def no_letters(*_: object) -> Any:
        raise pygame.error("no letters")

    def box(told: Any, ways: Any) -> str:
        boxes.append(" ".join(told))
        if len(boxes) > 1:
            raise pygame.error("no box either")
        return "menu"

    def script(app: Staged) -> Iterator[None]:
        yield from at_table(app)
        monkeypatch.setattr(Theme, "paper", no_letters)
        monkeypatch.setattr(pygame.font, "Font", no_letters)
        monkeypatch.setattr(message_box, "ask", box)
        app.dirty()
        while True:
            yield

    app = staged(script, cut=True)
    assert len(boxes) >= 2 and "Anna and Bert" in boxes[0]
    assert app.crashed and "fault of its own" in capsys.readouterr().err
    assert on_file() == PLIES + 1


# --- what one can do with it


def test_the_report_goes_to_the_clipboard_without_names(monkeypatch: pytest.MonkeyPatch, staged: Stage) -> None:
    copy = Mock(return_value=True)
    monkeypatch.setattr("scenes.app.clipboard.set_clipboard_text", copy)
    monkeypatch.setattr("getpass.getuser", lambda: "jeanne")
    problem = ValueError(f"Anna and Bert in {Path.home()}/matches of jeanne")
    plant = staged.plant(MatchScene, "handle", problem)

    def script(app: Staged) -> Iterator[None]:
        open_screen(app, OpenMatch("m"))
        yield
        plant.there = True
        strike(pygame.K_F7)
        yield from until(app, lambda: rescued(app))
        sheet_of(app)._copy.press()
        assert app.words("rescue.copied") in told(app)

    staged(script)
    ((text,), _) = copy.call_args
    copy.assert_called_once()
    assert "Anna" not in text and "Bert" not in text and str(Path.home()) not in text and "jeanne" not in text
    for fact in ("Tablier ", "pygame-ce 2", "Screens: MenuScene, MatchScene", "double-draughts, 8 plies", "KeyDown"):
        assert fact in text
    assert "ValueError: … and … in ~" in text and "scenes/app/app.py" in text and len(text) < 16_000
    assert "ValueError: … and … in ~" in log()


def test_the_folder_of_the_log_is_shown_or_it_is_said_that_it_cannot(
    monkeypatch: pytest.MonkeyPatch, staged: Stage
) -> None:
    show = Mock(side_effect=[False, True])
    plant = staged.plant(MenuScene, "update")
    monkeypatch.setattr("scenes.app.open_folder.show_folder", show)

    def script(app: Staged) -> Iterator[None]:
        yield from fails(app, plant)
        sheet_of(app)._folder.press()
        assert app.words("rescue.not_shown") in told(app)
        sheet_of(app)._folder.press()
        assert app.words("rescue.shown") in told(app)

    staged(script)
    assert show.call_args_list == [call(Storage().logs)] * 2


def test_a_fault_is_raised_in_an_app_without_recovery(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measurements and other tests want to know of it."""
    Plant(monkeypatch, MenuScene, "update").there = True
    app = Timed(Settings(language="en"), Storage())
    with pytest.raises(ZeroDivisionError):
        app.run(MenuScene(app))
