"""Arrows and circles drawn on a board with the right mouse button; see also tests/table/stories.json."""

from typing import Any, Final

import pygame
import pytest

import rules
from rules.contract import Gesture, Target
from rules.game import Game
from scenes.surfaces.mark_rules import Drawing
from scenes.surfaces.marks import arrow_area
from scenes.table import events
from tests.checks import check_alike
from tests.scenes.coach_driver import open_drill
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT, COMPUTER, DUCK, LAST_PIECE, MIDDLE
from tests.scenes.opponents import silent
from tests.scenes.review_driver import install_review_stub, open_finished_match, start_card_review, start_review
from tests.sixth_game import GAME as SIXTH

GAMES: Final = (*map(rules.get, rules.KEYS), SIXTH)
MODIFIERS: Final = (0, pygame.KMOD_LSHIFT, pygame.KMOD_RCTRL, pygame.KMOD_LCTRL | pygame.KMOD_RSHIFT)


@pytest.fixture(autouse=True)
def _sixth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.REGISTRY, SIXTH.key, "tests.sixth_game")


def move_right(drive: Driver, target: Target | None) -> None:
    """Move the mouse with its right button held."""
    drive.post(pygame.MOUSEMOTION, pos=drive.at(target), rel=(1, 1), buttons=(0, 0, 1))


def draw(drive: Driver, start: Target | None, end: Target | None = None, mods: int = 0) -> None:
    """Draw an arrow, or a circle without `end`, with these modifiers held at the press alone."""
    drive.post(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=mods, unicode="", scancode=0)
    drive.press_at(drive.at(start), button=3)
    drive.post(pygame.KEYUP, key=pygame.K_LSHIFT, mod=0, unicode="", scancode=0)
    if end is not None:
        move_right(drive, end)
    drive.release_at(drive.at(end or start), button=3)


def drawn(drive: Driver) -> list[tuple[int, Target]]:
    assert drive.marks.drawings == drive.facts.model.drawings
    return [(one.colour, "-".join(one.path)) for one in drive.marks.drawings]


def test_arrow_follows_the_pointer_and_is_kept_at_the_release(tables: Tables) -> None:
    drive = tables.table(game=DUCK, position=MIDDLE)
    shown = []
    drive.press_at(drive.at("b1"), button=3)
    for target in ("b1", "b2", "h2", None, "b4"):
        move_right(drive, target)
        shown.append(["-".join(one.path) for one in drive.marks.drawings])
    assert shown == [["b1"], ["b1-b2"], ["b1-h2"], [], ["b1-b4"]] and not drive.facts.model.drawings
    drive.release_at(drive.at("b4"), button=3)
    assert drawn(drive) == [(0, "b1-b4")]
    move_right(drive, "c4")
    assert drawn(drive) == [(0, "b1-b4")]


def test_release_beside_the_board_draws_nothing(tables: Tables) -> None:
    drive = tables.table()
    drive.press_at(drive.at("b1"), button=3)
    move_right(drive, "b2")
    drive.release_at(drive.at(None), button=3)
    draw(drive, None, "c4")
    assert drawn(drive) == []


def test_modifiers_choose_one_of_four_colours(tables: Tables) -> None:
    drive = tables.table()
    for colour, mods in enumerate(MODIFIERS):
        draw(drive, "d4", mods=mods)
        assert drawn(drive) == [(colour, "d4")]
    draw(drive, "d4", "e5", mods=MODIFIERS[3])
    draw(drive, "d4", mods=MODIFIERS[3])
    assert drawn(drive) == [(3, "d4-e5")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_board_can_be_drawn_on_but_not_the_card_table(tables: Tables, game: Game) -> None:
    drive = tables.table(ANNA, COMPUTER, game=game, animation="off")
    drive.mind.answer = silent
    if drive.scene.board_cover.visible:
        drive.click(drive.scene.board_cover.button)
    targets = [target for target in drive.stage.view.targets if target in drive.stage.spots]
    draw(drive, targets[0], targets[-1])
    draw(drive, targets[1])
    first, second, last = map(drive.stage.view.move_marks.marked_target, (*targets[:2], targets[-1]))
    wanted = [(0, f"{first}-{last}"), (0, second)]
    assert drawn(drive) == ([] if game.key == "ducale" else wanted)
    assert drive.played() == [] or game.key == "ducale"


def test_colour_is_that_of_the_keys_held_at_the_press(tables: Tables) -> None:
    """Bug: if events waited, as under load, the colour was that of keys pressed or released later."""
    drive = tables.table()
    mouse: dict[str, Any] = {"pos": drive.at("d4"), "button": 3}
    key: dict[str, Any] = {"key": pygame.K_LSHIFT, "unicode": "", "scancode": 0}
    for event in (
        pygame.event.Event(pygame.KEYDOWN, mod=pygame.KMOD_LSHIFT, **key),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, **mouse),
        pygame.event.Event(pygame.KEYUP, mod=0, **key),
        pygame.event.Event(pygame.MOUSEBUTTONUP, **mouse),
    ):
        pygame.event.post(event)
    drive.step()
    assert drawn(drive) == [(1, "d4")]
    drive.post(pygame.KEYDOWN, mod=pygame.KMOD_LSHIFT, **key)
    drive.post(pygame.WINDOWFOCUSLOST)
    drive.right_click("e5")
    assert drawn(drive) == [(1, "d4"), (0, "e5")]


def test_points_are_drawn_on_as_wholes(tables: Tables) -> None:
    drive = tables.table(game=rules.get("unstacked-draughts"))
    draw(drive, "w1-down", "b4-down")
    draw(drive, "w1")
    assert drawn(drive) == [(0, "w1-b4"), (0, "w1")]


# --- when one may draw


def test_drawings_are_made_while_others_think_and_while_one_looks_back(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, clicks=("a6", "b5"))
    drive.mind.answer = silent
    draw(drive, "c3", "d4")
    assert drawn(drive) == [(0, "c3-d4")]
    drive.send(events.ShowPly(0))
    assert drawn(drive) == []
    draw(drive, "e3")
    assert drawn(drive) == [(0, "e3")] and not drive.facts.cursor.is_live


def test_drawings_are_made_after_the_end_and_in_a_read_only_match(tables: Tables) -> None:
    drive = tables.table(position=LAST_PIECE, clicks=("c5", "a7"))
    drive.settle()
    drive.escape()
    draw(drive, "a7", "h8")
    assert drawn(drive) == [(0, "a7-h8")]
    again = open_finished_match(tables)
    draw(again, "e2", "e4")
    assert drawn(again) == [(0, "e2-e4")] and again.facts.model.is_read_only


def test_drawings_are_made_in_a_review_and_go_with_the_position(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_review_stub(monkeypatch)
    drive, _ = start_review(tables)
    drive.press_at(drive.at("e2"), button=3)
    move_right(drive, "e4")
    assert [one.path for one in drive.marks.drawings] == [("e2", "e4")]
    drive.release_at(drive.at("e4"), button=3)
    draw(drive, "d5", mods=pygame.KMOD_LCTRL)
    assert drawn(drive) == [(0, "e2-e4"), (2, "d5")]
    drive.strike(pygame.K_LEFT)
    assert drawn(drive) == []


def test_a_review_of_cards_has_no_drawings(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    install_review_stub(monkeypatch)
    drive = start_card_review(tables)
    draw(drive, "stock", "discard")
    assert drawn(drive) == []


def test_drawings_are_made_in_a_lesson(tables: Tables) -> None:
    drive = open_drill(tables)
    draw(drive, "d4", "e5")
    assert drawn(drive) == [(0, "d4-e5")] and drive.state == "waits"


# --- the other meanings of the right button


def test_right_click_puts_back_what_is_picked_or_held_and_draws_nothing(tables: Tables) -> None:
    drive = tables.table(clicks=("a6",))
    draw(drive, "c3", "d4")
    assert not drive.picked and drawn(drive) == []
    drive.lift("a6")
    draw(drive, "b5")
    assert not drive.held() and not drive.picked and drawn(drive) == []
    draw(drive, "b5")
    assert drawn(drive) == [(0, "b5")]


def test_right_click_takes_back_the_turn_of_the_duck_and_draws_nothing(tables: Tables) -> None:
    drive = tables.table(game=DUCK, clicks=("e2", "e4"))
    draw(drive, "e6", "e5")
    assert drive.played() == [] and drawn(drive) == []
    draw(drive, "e6", "e5")
    assert drawn(drive) == [(0, "e6-e5")]


def test_escape_and_lost_focus_end_a_drawing_without_an_effect(tables: Tables) -> None:
    drive = tables.table()
    for end in (drive.escape, lambda: drive.post(pygame.WINDOWFOCUSLOST)):
        drive.press_at(drive.at("b1"), button=3)
        assert drive.marks.drawings
        end()
        assert not drive.marks.drawings and drive.above is None
        drive.release_at(drive.at("b1"), button=3)
        assert drawn(drive) == []


# --- painting


@pytest.mark.parametrize("game", [game for game in GAMES if game.key != "ducale"], ids=lambda game: game.key)
def test_drawings_change_their_own_area_alone_and_leave_no_trace(tables: Tables, game: Game) -> None:
    """Compare the repainted areas with a painting of the whole window."""
    drive = tables.table(ANNA, BERT, game=game, animation="off", small_life=False)
    if drive.scene.board_cover.visible:
        drive.click(drive.scene.board_cover.button)
    drive.move((1, 1))
    drive.run(6.0)  # the greeting goes
    drive.app.paint_each_frame()
    targets = [target for target in drive.stage.view.targets if target in drive.stage.spots]
    paths = ((targets[3], targets[-2]), (targets[5],), (targets[-1], targets[0]), (targets[8], targets[9]))
    empty = drive.app.surface.copy()
    for number, path in enumerate(paths):
        before = drive.app.surface.copy()
        drive.send(events.ToggleDrawing(Drawing(path, number)))
        drive.step()
        after = drive.app.surface.copy()
        changed = pygame.mask.from_threshold(after, (0, 0, 0), (1, 1, 1, 255), before)
        changed.invert()
        area = pygame.Rect.unionall(*(lambda rects: (rects[0], rects[1:]))(changed.get_bounding_rects()))
        assert changed.count() > 100 and arrow_area(drive.stage.spots, path).contains(area), path
        drive.app.dirty()
        drive.step()
        check_alike(drive.app.surface.copy(), after, f"{path} painted whole")
    for number, path in enumerate(paths):
        drive.send(events.ToggleDrawing(Drawing(path, number)))
    drive.step()
    check_alike(drive.app.surface.copy(), empty, "the table without drawings")


def test_marks_of_a_premove_leave_no_trace(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, game=DUCK, animation="off", small_life=False, clicks=("e2", "e4", "e6"))
    drive.mind.answer = silent
    drive.move((1, 1))
    drive.run(6.0)
    drive.app.paint_each_frame()
    board = pygame.Rect(drive.stage.area.ints())
    empty = drive.app.surface.subsurface(board).copy()
    drive.send(events.SetPremove(Gesture(frozenset({"g1"}), "f3")))
    drive.step()
    after = drive.app.surface.subsurface(board).copy()
    assert pygame.image.tobytes(after, "RGB") != pygame.image.tobytes(empty, "RGB")
    drive.app.dirty()
    drive.step()
    check_alike(drive.app.surface.subsurface(board).copy(), after, "a premove painted whole")
    drive.send(events.SetPremove(None))
    drive.step()
    check_alike(drive.app.surface.subsurface(board).copy(), empty, "the board without a premove")
