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
from tests.scenes.crash_script import (
    FAULT,
    HANDS,
    PLIES,
    PlantedFault,
    ScriptedApp,
    ScriptRunner,
    choose_way,
    count_saved_plies,
    crash_sheet_text,
    is_crash_sheet_open,
    leave_crash_sheet,
    offered_ways,
    open_table,
    play_one_ply,
    post_key,
    read_log,
    save_test_match,
    sheet_of,
    wait_for_fault,
    wait_until,
)
from tests.scenes.driver import Timed, form_of
from tests.scenes.matches import session
from tests.scenes.opponents import Mind


def test_play_goes_on_at_the_table_after_a_fault(staged: ScriptRunner) -> None:
    plant = staged.plant(MatchScene, "paint")

    def script(app: ScriptedApp) -> Iterator[None]:
        yield from open_table(app)
        app.dirty()
        yield from wait_for_fault(app, plant)
        assert "Anna and Bert, Double Draughts, turn" in crash_sheet_text(app) and offered_ways(app) == (
            "table",
            "menu",
            "close",
        )
        key = next(one for one in form_of(app.stack.top).iter_widgets() if one.label == app.words("rescue.way.table"))
        HANDS.click_at(key.rect.center)
        yield from wait_until(app, lambda: not is_crash_sheet_open(app))
        menu, table = app.stack.scenes
        assert isinstance(menu, MenuScene) and isinstance(table, MatchScene) and len(table.match.plies) == PLIES + 1
        play_one_ply(app)
        table.table.save_soon()
        yield

    staged(script)
    assert count_saved_plies() == PLIES + 2


def test_match_that_fails_repeatedly_leads_to_the_menu(staged: ScriptRunner) -> None:
    """First back at the table, then from the menu, then a menu on which the match that fails isn't shown."""
    staged.plant(MatchScene, "update").is_active = True
    save_test_match(Storage(), "other")

    def script(app: ScriptedApp) -> Iterator[None]:
        seen = []
        app.after_frame(lambda: open_screen(app, OpenMatch("m")))
        for _ in range(3):
            yield from wait_until(app, lambda: is_crash_sheet_open(app))
            seen.append(offered_ways(app))
            yield from leave_crash_sheet(app)
            if len(seen) == 2:
                app.after_frame(lambda: open_screen(app, OpenMatch("m")))
            yield
        assert seen == [("table", "menu", "close"), ("menu", "close"), ("afresh", "close")]
        yield
        assert isinstance(app.stack.top, MenuScene)
        assert [entry.id for entry in app.storage.list_matches()] == ["other"]
        assert "again and again" in crash_sheet_text(app) and "m.tablier" in crash_sheet_text(app)

    app = staged(script)
    assert read_log().count(FAULT) == 1 and not app.crashed
    assert {entry.id for entry in Storage().list_matches()} == {"m", "other"} and count_saved_plies() == PLIES
    assert Storage().open_match() is None


def test_fault_long_after_another_counts_as_the_first(staged: ScriptRunner) -> None:
    plant = staged.plant(MatchScene, "update")

    def script(app: ScriptedApp) -> Iterator[None]:
        open_screen(app, OpenMatch("m"))
        for _ in range(3):
            yield from wait_for_fault(app, plant)
            assert offered_ways(app)[0] == "table"
            yield from leave_crash_sheet(app)
            app.moment += 100

    staged(script)


def test_menu_that_fails_is_tried_without_matches_and_then_closed(staged: ScriptRunner) -> None:
    staged.plant(MenuScene, "paint").is_active = True

    def script(app: ScriptedApp) -> Iterator[None]:
        seen = []
        for _ in range(3):
            yield from wait_until(app, lambda: is_crash_sheet_open(app))
            seen.append(offered_ways(app))
            if len(seen) < 3:
                here = app.stack.top
                post_key(pygame.K_RETURN)
                yield from wait_until(app, lambda here=here: app.stack.top is not here)  # type: ignore[misc]
        assert seen == [("menu", "close"), ("afresh", "close"), ("close",)]
        assert app.storage.list_matches() == []
        post_key(pygame.K_RETURN)
        yield
        yield

    app = staged(script, cut=True)
    assert app.crashed and count_saved_plies() == PLIES


def test_faults_of_menu_keys_keep_its_matches(staged: ScriptRunner) -> None:
    """The menu itself is well, so it keeps its matches."""
    staged.plant(MenuScene, "handle").is_active = True

    def script(app: ScriptedApp) -> Iterator[None]:
        for _ in range(5):
            post_key(pygame.K_F7)
            yield from wait_until(app, lambda: is_crash_sheet_open(app))
            assert offered_ways(app) == ("menu", "close")
            choose_way(app, "menu")
            pygame.event.clear()
            yield
        assert [entry.id for entry in app.storage.list_matches()] == ["m"]

    staged(script)


# --- beside the scenes


def test_fault_while_reopening_the_last_match_is_reported_and_not_repeated(
    staged: ScriptRunner,
) -> None:
    staged.plant(MatchScene, "enter").is_active = True
    Storage().remember_open("m")

    def script(app: ScriptedApp) -> Iterator[None]:
        yield from wait_until(app, lambda: is_crash_sheet_open(app))
        choose_way(app, "menu")
        yield
        assert isinstance(app.stack.top, MenuScene)

    staged(script, opened=lambda app: open_screen(app, OpenMatch("m")))
    assert read_log().count(FAULT) == 1 and count_saved_plies() == PLIES and Storage().open_match() is None


@pytest.mark.parametrize("place", ["chore", "callback", "line", "sound", "focus"])
def test_fault_outside_the_scenes_is_reported(
    monkeypatch: pytest.MonkeyPatch, staged: ScriptRunner, place: str
) -> None:
    failed: list[str] = []

    def fail(*_: object, **__: object) -> None:
        if not failed:
            failed.append(place)
            raise ZeroDivisionError("a fault planted")

    def script(app: ScriptedApp) -> Iterator[None]:
        yield from open_table(app)
        with monkeypatch.context() as patch:
            if place == "chore":
                app.chore = fail
            elif place == "callback":
                app.after_frame(fail)
            elif place == "line":
                patch.setattr(type(app.spoken_line), "report_focus", fail)
            elif place == "sound":
                patch.setattr(type(app.sound), "play", fail)
                post_key(pygame.K_ESCAPE)
                post_key(pygame.K_RETURN)
            else:
                patch.setattr(type(app.spoken_line), "on_event", fail)
                post_key(pygame.K_F7)
            for _ in range(3):
                yield
        yield from wait_until(app, lambda: is_crash_sheet_open(app))
        assert count_saved_plies() == PLIES + 1 and read_log().count(FAULT) == 1
        yield from leave_crash_sheet(app)

    staged(script)


def test_memory_and_recursion_errors_are_reported_as_faults(
    monkeypatch: pytest.MonkeyPatch, staged: ScriptRunner
) -> None:
    def endless(self: Any, dt: float) -> None:
        endless(self, dt)

    def script(app: ScriptedApp) -> Iterator[None]:
        open_screen(app, OpenMatch("m"))
        yield
        with monkeypatch.context() as patch:
            patch.setattr(MatchScene, "update", endless)
            yield from wait_until(app, lambda: is_crash_sheet_open(app))
        assert "RecursionError" in read_log() and "fault of its own" in crash_sheet_text(app)
        choose_way(app, "table")
        plant = staged.plant(MatchScene, "update", MemoryError())
        yield from wait_for_fault(app, plant)
        assert app.words("rescue.moment.memory") in crash_sheet_text(app)
        yield from leave_crash_sheet(app)

    staged(script)
    assert count_saved_plies() == PLIES


@pytest.mark.parametrize("wanted", [KeyboardInterrupt, SystemExit])
def test_interrupt_and_exit_are_no_faults(staged: ScriptRunner, wanted: type[BaseException]) -> None:
    plant = staged.plant(MatchScene, "update", wanted())

    def script(app: ScriptedApp) -> Iterator[None]:
        yield from open_table(app)
        plant.is_active = True
        yield

    with pytest.raises(wanted):
        staged(script)
    assert count_saved_plies() == PLIES + 1 and "Traceback" not in read_log()


# --- the match


def test_match_that_cannot_be_serialised_stays_on_file_as_last_saved(staged: ScriptRunner) -> None:
    plant = staged.plant(Session, "text")

    def script(app: ScriptedApp) -> Iterator[None]:
        yield from open_table(app)
        app.after_frame(app.stack.scenes[-1].table.save)  # type: ignore[attr-defined]
        yield from wait_for_fault(app, plant)
        assert "as it was last saved" in crash_sheet_text(app) and offered_ways(app)[0] == "table"
        yield from leave_crash_sheet(app)
        assert len(app.stack.scenes[-1].match.plies) == PLIES  # type: ignore[attr-defined]

    staged(script)
    assert count_saved_plies() == PLIES


@pytest.mark.parametrize("match", ["spoilt", "giant as on file", "giant with another ply"])
def test_spoilt_match_or_changed_long_match_leaves_the_saved_file(
    monkeypatch: pytest.MonkeyPatch, staged: ScriptRunner, match: str
) -> None:
    """Bug: after a fault the window stood still as long as it takes to replay 20 000 plies."""
    plant = staged.plant(MatchScene, "update")

    def script(app: ScriptedApp) -> Iterator[None]:
        open_screen(app, OpenMatch("m"))
        yield
        if match == "spoilt":
            plies = app.stack.scenes[-1].match.plies  # type: ignore[attr-defined]
            plies.append(plies[0])
        else:
            monkeypatch.setattr("scenes.screens.crash.saved_match.MAX_CHECKED_PLIES", 0)
        if match == "giant with another ply":
            play_one_ply(app)
        yield from wait_for_fault(app, plant)
        assert ("as it stands" if match == "giant as on file" else "as it was last saved") in crash_sheet_text(app)

    staged(script)
    assert count_saved_plies() == PLIES


def test_match_survives_a_fault_in_memory_when_the_disk_is_full(
    monkeypatch: pytest.MonkeyPatch, staged: ScriptRunner
) -> None:
    plant = staged.plant(MatchScene, "update")

    def script(app: ScriptedApp) -> Iterator[None]:
        yield from open_table(app)
        with monkeypatch.context() as patch:
            patch.setattr(
                "scenes.app.atomic_files.write_whole", Mock(side_effect=OSError(28, "No space left on device"))
            )
            yield from wait_for_fault(app, plant)
            assert "could not be written to the disk" in crash_sheet_text(app) and offered_ways(app)[0] == "table"
            choose_way(app, "table")
            yield
            table = next(scene for scene in app.stack.scenes if isinstance(scene, MatchScene))
            assert len(table.match.plies) == PLIES + 1

    staged(script)
    assert count_saved_plies() == PLIES + 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_match_of_any_game_can_be_saved_at_any_ply(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
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


def test_fault_while_closing_is_reported_and_closing_is_completed(
    staged: ScriptRunner, capsys: pytest.CaptureFixture[str]
) -> None:
    plant = staged.plant(MatchScene, "leave")

    def script(app: ScriptedApp) -> Iterator[None]:
        yield from open_table(app)
        plant.is_active = True
        yield

    app = staged(script)
    said = capsys.readouterr().err
    assert app.crashed and app.words("rescue.moment.close") in said and "Anna and Bert" in said
    assert not pygame.display.get_init() and app.stack.scenes == []
    assert count_saved_plies() == PLIES + 1 and read_log().count(FAULT) == 1


# --- the sheet itself fails


@pytest.mark.parametrize("method", ["enter", "resize", "paint", "update", "handle"])
def test_message_box_asks_when_the_crash_sheet_fails_too(
    monkeypatch: pytest.MonkeyPatch, staged: ScriptRunner, method: str
) -> None:
    plants = [staged.plant(MatchScene, "update"), staged.plant(CrashScene, method)]
    asked: list[tuple[list[str], list[str]]] = []

    def ask(lines: Any, ways: Any) -> str:
        asked.append((list(lines), [way for way, _ in ways]))
        plants[0].is_active = False
        return "table"

    monkeypatch.setattr(message_box, "ask", ask)

    def script(app: ScriptedApp) -> Iterator[None]:
        yield from open_table(app)
        for plant in plants:
            plant.is_active = True
        for _ in range(3):
            post_key(pygame.K_F7)
            yield
        yield from wait_until(app, lambda: asked)
        yield
        assert isinstance(app.stack.top, MatchScene)

    staged(script)
    ((said, offered),) = asked
    assert "fault of its own" in said[0] and offered == ["table", "menu", "close"]
    assert count_saved_plies() == PLIES + 1


def test_message_box_and_then_stderr_report_a_fault_of_painting(
    monkeypatch: pytest.MonkeyPatch, staged: ScriptRunner, capsys: pytest.CaptureFixture[str]
) -> None:
    boxes: list[str] = []

    def no_letters(*_: object) -> Any:
        raise pygame.error("no letters")

    def box(lines: Any, ways: Any) -> str:
        boxes.append(" ".join(lines))
        if len(boxes) > 1:
            raise pygame.error("no box either")
        return "menu"

    def script(app: ScriptedApp) -> Iterator[None]:
        yield from open_table(app)
        monkeypatch.setattr(Theme, "paint_paper", no_letters)
        monkeypatch.setattr(pygame.font, "Font", no_letters)
        monkeypatch.setattr(message_box, "ask", box)
        app.dirty()
        while True:
            yield

    app = staged(script, cut=True)
    assert len(boxes) >= 2 and "Anna and Bert" in boxes[0]
    assert app.crashed and "fault of its own" in capsys.readouterr().err
    assert count_saved_plies() == PLIES + 1


# --- what one can do with it


def test_crash_report_is_copied_without_names(monkeypatch: pytest.MonkeyPatch, staged: ScriptRunner) -> None:
    copy = Mock(return_value=True)
    monkeypatch.setattr("scenes.app.clipboard.set_clipboard_text", copy)
    monkeypatch.setattr("getpass.getuser", lambda: "jeanne")
    problem = ValueError(f"Anna and Bert in {Path.home()}/matches of jeanne")
    plant = staged.plant(MatchScene, "handle", problem)

    def script(app: ScriptedApp) -> Iterator[None]:
        open_screen(app, OpenMatch("m"))
        yield
        plant.is_active = True
        post_key(pygame.K_F7)
        yield from wait_until(app, lambda: is_crash_sheet_open(app))
        sheet_of(app)._copy_button.press()
        assert app.words("rescue.copied") in crash_sheet_text(app)

    staged(script)
    ((text,), _) = copy.call_args
    copy.assert_called_once()
    assert "Anna" not in text and "Bert" not in text and str(Path.home()) not in text and "jeanne" not in text
    for fact in ("Tablier ", "pygame-ce 2", "Screens: MenuScene, MatchScene", "double-draughts, 8 plies", "KeyDown"):
        assert fact in text
    assert "ValueError: … and … in ~" in text and str(Path("scenes/app/app.py")) in text and len(text) < 16_000
    assert "ValueError: … and … in ~" in read_log()


def test_log_folder_is_opened_or_a_failure_message_shown(
    monkeypatch: pytest.MonkeyPatch, staged: ScriptRunner
) -> None:
    show = Mock(side_effect=[False, True])
    plant = staged.plant(MenuScene, "update")
    monkeypatch.setattr("scenes.app.open_folder.show_folder", show)

    def script(app: ScriptedApp) -> Iterator[None]:
        yield from wait_for_fault(app, plant)
        sheet_of(app)._folder_button.press()
        assert app.words("rescue.not_shown") in crash_sheet_text(app)
        sheet_of(app)._folder_button.press()
        assert app.words("rescue.shown") in crash_sheet_text(app)

    staged(script)
    assert show.call_args_list == [call(Storage().logs)] * 2


def test_fault_is_raised_in_an_app_without_recovery(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measurements and other tests want to know of it."""
    PlantedFault(monkeypatch, MenuScene, "update").is_active = True
    app = Timed(Settings(language="en"), Storage())
    with pytest.raises(ZeroDivisionError):
        app.run(MenuScene(app))
