"""The line of words: in the window, for screen readers, and by keyboard alone through every screen."""

import gc
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pygame
import pytest

from rules import KEYS, get
from scenes.app.app import App
from scenes.app.game_card import card_of
from scenes.app.settings import Settings
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from scenes.app.words import LANGUAGES, Words
from scenes.games.ducale.score_sheet import ScorePad
from scenes.table.game_ui import ui_of
from scenes.ui.button import Pressable
from scenes.ui.listing import Listing
from scenes.ui.match_charts import Graph
from scenes.ui.page import Page
from tests.scenes.catalogue import A_FEW, SCENES
from tests.scenes.driver import Driver, Tables, form_of, visit
from tests.scenes.matches import ANNA, BERT
from tests.scenes.rummy import alone

UNSTACKED = get("unstacked-draughts")


def line(driver: Driver) -> tuple[str, str]:
    return driver.app.spoken_line.news, driver.app.spoken_line.focus_text


# --- in the window


def test_scenes_have_the_whole_window_without_the_line(tables: Tables) -> None:
    drive = tables.table()
    assert drive.app.size == drive.app.window_size == (960, 600)
    drive.strike(pygame.K_RIGHT)
    assert line(drive) == ("", ""), "and nothing is worked out"


def test_line_takes_a_strip_at_the_lower_edge_and_gives_it_back(tables: Tables) -> None:
    drive = tables.table()
    drive.app.settings.line_of_words = True
    drive.app.apply_settings()
    assert drive.app.size[0] == 960 and 540 < drive.app.size[1] < 580 and drive.app.window_size == (960, 600)
    drive.strike(pygame.K_RIGHT)
    strip = drive.app.spoken_line.rect
    assert strip.bottom == 600 and strip.height == 600 - drive.app.size[1]
    inked = pygame.mask.from_threshold(drive.app.surface.subsurface(strip), (43, 36, 32), (90, 90, 90))
    assert inked.count() > 50, "there is something written"
    drive.app.settings.line_of_words = False
    drive.app.apply_settings()
    assert drive.app.size == (960, 600) and drive.scene.sidebar.panel.rect.bottom > 560


@pytest.mark.parametrize("key", ["double-draughts", "duck-chess", "ducart"])
def test_captures_under_the_pointer_are_named_in_the_line(tables: Tables, key: str) -> None:
    """Bug: there were no words for the place of captured men, so that the app closed with an error."""
    drive = tables.table(game=get(key))
    drive.app.settings.line_of_words = True
    drive.app.apply_settings()
    for place in ("taken-0", "taken-1"):
        drive.move(drive.at(place))
        drive.step()
        assert line(drive)[1]


def test_disabled_line_keeps_no_scene_alive() -> None:
    driver = visit(line_of_words=True)
    driver.open(Scene(driver.app))
    gone = ref(driver.top)
    driver.app.settings.line_of_words = False
    driver.app.apply_settings()
    driver.app.stack.pop()
    driver.frames()
    gc.collect()
    assert gone() is None


def test_long_text_in_the_strip_is_shortened(tables: Tables) -> None:
    drive = tables.table(line_of_words=True)
    cut: list[str] = []
    drive.app.theme.report_overflow = lambda text, role, rect: cut.append(text)
    drive.app.spoken_line.report_event("a long story " * 40)
    drive.step()
    assert cut == []


@pytest.mark.parametrize("scale", [100, 150])
@pytest.mark.parametrize("name", ["menu", "setup of attentive play with real dice", "settings, screen", "statistics"])
def test_screens_fit_above_the_line(name: str, scale: int) -> None:
    app = App(Settings(language="fr", window=(960, 600), text_scale=scale, line_of_words=True), Storage())
    cut: list[str] = []
    app.theme.report_overflow = lambda text, role, rect: cut.append(text)
    app.stack.push(SCENES[name](app))
    app.frame()
    assert cut == []
    app.close()


# --- what lies under the focus


def test_line_names_no_hidden_card(rummy: Tables) -> None:
    driver = alone(rummy, line_of_words=True)
    for target in [one for one in driver.scene.stage.spots if one != "felt" and not one.startswith("h0")]:
        said = (
            driver.scene.announcements.describe_target(target)
            if ":" in target or target in ("stock", "discard")
            else ""
        )
        assert "?" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_piece_on_the_board_has_a_name(key: str, language: str) -> None:
    game, words = get(key), Words(language)
    table = game.play.start(game.play.options(), game.play.seats.start).table()
    for target, tokens in table.items():
        if key != "ducart" and not card_of(key).hidden_hands and target in ui_of(key).view().targets:
            look = f"line.{key}.{tokens[-1].look}"
            assert words.has(look) or words.has(f"{look}.{len(tokens)}")


# --- by keyboard through every screen


@pytest.fixture
def driver() -> Iterator[Driver]:
    one = visit(line_of_words=True)
    yield one
    one.app.close()


def _mouse_only(scene: Scene) -> list[str]:
    return [
        type(widget).__name__
        for widget in form_of(scene).iter_widgets()
        if widget.pointer == "hand" and not widget.focusable and widget.enabled and not _elsewhere(widget)
    ]


def _elsewhere(widget: Any) -> bool:
    """Whether a key does what a click there would (C opens the score pad), or there is nothing to be clicked."""
    return isinstance(widget, ScorePad) or (isinstance(widget, Listing) and not widget.count)


@pytest.mark.parametrize("name", A_FEW)
def test_tab_visits_every_widget_and_the_line_describes_it(driver: Driver, name: str) -> None:
    scene = SCENES[name](driver.app)
    driver.open(scene)
    form = form_of(scene)
    wanted = [widget for widget in form.iter_widgets() if widget.is_tab_stop]
    if form.overlay is not None:
        assert form.describe_focus(), "it takes all keys, and says where they are"
        return
    visited = []
    for _ in range(len(wanted)):
        driver.strike(pygame.K_TAB)
        one = form.marked
        assert one is not None and one.visible_area().colliderect(one.rect), "in sight, with the mark around it"
        assert one.describe() or isinstance(one, Page), f"{type(one).__name__} says nothing"
        if one.describe():
            assert driver.app.spoken_line.focus_text == one.describe()
        visited.append(one)
    assert set(visited) == set(wanted) and len(set(visited)) == len(visited)
    assert _mouse_only(scene) == []
    assert not [
        one for one in form.iter_widgets() if isinstance(one, Pressable) and one.enabled and one not in visited
    ]


def test_arrows_walk_the_graph_of_chances(driver: Driver) -> None:
    picked: list[int] = []
    scene = SCENES["review of dice"](driver.app)
    driver.open(scene)
    (graph,) = [widget for widget in form_of(scene).iter_widgets() if isinstance(widget, Graph)]
    graph._on_pick = picked.append
    driver.tab_to(graph)
    for key in (pygame.K_LEFT, pygame.K_LEFT, pygame.K_RIGHT):
        driver.strike(key)
    place = (graph.here or 0) - 1
    assert graph.pointed_at == place and driver.app.spoken_line.focus_text == graph.describe()
    driver.strike(pygame.K_RETURN)
    assert picked == [place]


@pytest.mark.parametrize("key", KEYS)
def test_arrows_reach_every_pick_and_target(tables: Tables, rummy: Tables, key: str) -> None:
    driver = alone(rummy) if card_of(key).hidden_hands else tables.table(ANNA, BERT, game=get(key))
    driver.strike(pygame.K_RIGHT)
    first = driver.scene.board_input.cursor
    assert first is not None and driver.app.is_keyboard_used
    if not card_of(key).hidden_hands:
        assert driver.marks.focus == first, "with the mark around it"
    reached, waiting = {first}, [first]
    while waiting:
        here = waiting.pop()
        for arrow in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            driver.scene.board_input.set_cursor(here)
            driver.scene.board_input.handle(pygame.event.Event(pygame.KEYDOWN, key=arrow, mod=0))
            there = driver.scene.board_input.cursor
            if there is not None and there not in reached:
                reached.add(there)
                waiting.append(there)
    gestures = driver.scene.board_input.gestures
    wanted = {target for gesture in gestures for target in (*gesture.pick, gesture.drop)} - {None, "felt"}
    assert wanted <= reached, "L lays on the felt"


def test_event_text_takes_both_rows_without_a_focus(tables: Tables) -> None:
    drive = tables.table(line_of_words=True)
    theme, words = (drive.app.theme, "Somebody has done something that takes rather long to be told in one row. " * 3)
    drive.app.spoken_line.report_event(words)
    drive.step()
    whole, strip = drive.app.surface.copy(), drive.app.spoken_line.rect
    lower = strip.move(0, strip.height // 2)
    assert len(theme.wrap(words, "small", strip.width - 2 * theme.margin)) == 2
    inked = pygame.mask.from_threshold(whole.subsurface(lower.clip(whole.get_rect())), (43, 36, 32), (60, 60, 60))
    assert inked.count() > 50
