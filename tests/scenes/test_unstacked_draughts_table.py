"""The table of points: where everything lies, how dice lie, which pictures a throw needs."""

from dataclasses import replace

import pygame
import pytest

from rules.contract import Token
from scenes.app.assets import ROOT
from scenes.games.unstacked_draughts.point_marks import write_turn
from scenes.games.unstacked_draughts.points_table import FLOOR_BOX, TRAY_BOX, LeatherStamp, PointsTable
from scenes.surfaces.layout import Box, hit
from scenes.surfaces.marks import Marks
from scenes.surfaces.timeline import Frame
from scenes.surfaces.view import Display
from scenes.table.game_ui import ui_of
from tests.checks import check_alike
from tests.scenes.dice import UNSTACKED, dice_table, lies, load, throw
from tests.scenes.driver import Tables
from tests.soak.monkey.laws import difference_of

AREA = Box(0, 0, 1100, 860)
"""A pixel is a unit."""


@pytest.fixture
def view() -> PointsTable:
    made = ui_of(UNSTACKED.key).view()
    assert isinstance(made, PointsTable)
    return made


@pytest.mark.parametrize("flipped", [False, True])
def test_every_token_of_a_position_lies_on_the_table(view: PointsTable, flipped: bool) -> None:
    spots = view.spots(AREA, flipped)
    position = UNSTACKED.text.read("UD1 d110122 o012223 w 0-0/3 [b 5b^ 2-]")
    for target, tokens in position.table().items():
        for number in range(len(tokens)):
            assert pygame.FRect(AREA).collidepoint(spots[target].at(number)), target


@pytest.mark.parametrize("flipped", [False, True])
def test_points_of_a_turned_board_are_counted_from_the_left(view: PointsTable, flipped: bool) -> None:
    spots = view.spots(AREA, flipped)
    for side in "wb":
        across = [spots[f"{side}{point}"].x for point in range(1, 7)]
        assert across == sorted(across)
    assert (spots["w3"].y > spots["b3"].y) is flipped
    assert (spots["w-cup"].y > spots["b-cup"].y) is flipped
    assert (spots["w-off"].y > spots["b-off"].y) is flipped


@pytest.mark.parametrize("flipped", [False, True])
def test_unstacked_checkers_lie_nearer_to_the_middle_than_their_stack(view: PointsTable, flipped: bool) -> None:
    spots = view.spots(AREA, flipped)
    middle = spots["tray"].y
    for side in "wb":
        stack, front = spots[f"{side}4"], spots[f"{side}4-down"]
        assert abs(stack.y - middle) > abs(front.at(0)[1] - middle) > abs(front.at(1)[1] - middle)


@pytest.mark.parametrize("flipped", [False, True])
def test_click_on_a_checker_hits_its_point(view: PointsTable, flipped: bool) -> None:
    spots = view.spots(AREA, flipped)
    for target, tokens in UNSTACKED.text.read("UD1 d000001 o012233 w 0-0/3").table().items():
        if target.endswith("-off"):
            continue
        for number in range(len(tokens)):
            assert hit(spots, *spots[target].at(number)) == target, (target, number)


def test_click_anywhere_on_a_point_picks_its_movable_checker(view: PointsTable) -> None:
    assert view.move_marks.clicked_target("w4", frozenset({"w4-down"})) == "w4-down"
    assert view.move_marks.clicked_target("w4-down", frozenset({"w4"})) == "w4"
    assert view.move_marks.clicked_target("w4", frozenset({"w5"})) == "w4"
    assert view.move_marks.clicked_target("w-cup", frozenset({"w4"})) == "w-cup"
    assert view.move_marks.clicked_target(None, frozenset({"w4"})) is None


def test_every_picture_of_a_throw_has_a_sprite(view: PointsTable) -> None:
    for look, size in view.list_cup_pictures(AREA):
        assert (ROOT / "sprites" / "unstacked_draughts" / f"{look}.svg").is_file(), look
        assert size > 0


def test_only_borne_off_checkers_stand_on_their_edge(view: PointsTable) -> None:
    assert view.lying_look(Token("white"), "w-off").endswith("white-edge")
    assert view.lying_look(Token("white"), "w4-down").endswith("white")


def test_pixels_and_millimetres_convert_both_ways(view: PointsTable) -> None:
    area = Box(13, 7, 733, 573)
    for x, y in ((0.0, 0.0), (450.0, 200.0), (-30.0, 380.0)):
        assert view.to_millimetres(area, *view.window_point(area, x / 0.6, y / 0.6)) == pytest.approx((x, y))


def test_dice_field_matches_the_painted_board(view: PointsTable) -> None:
    field = view.make_field(UNSTACKED.play.start(UNSTACKED.play.options(), 2).table(), flipped=False)
    spots = view.spots(AREA, False)
    assert field.tray[:2] == pytest.approx(view.to_millimetres(AREA, *spots["tray"].box[:2]))
    assert len(field.checkers) == 12
    assert {disc.top for disc in field.checkers} == {16.0, 24.0}


def test_player_below_throws_from_below(view: PointsTable) -> None:
    assert [view.home_border(seat, flipped=False) for seat in (0, 1)] == ["top", "bottom"]
    assert [view.home_border(seat, flipped=True) for seat in (0, 1)] == ["bottom", "top"]


def test_absent_cup_is_not_painted_and_an_available_cup_is_lit(tables: Tables) -> None:
    drive = dice_table(tables)
    view, app, stage = drive.scene.stage.view, drive.app, drive.scene.stage
    pictures = []
    for frame, marks in (
        (Frame({}), Marks()),
        (Frame({}, hidden_objects=frozenset({"w-cup"})), Marks()),
        (Frame({}), Marks(forced=frozenset({"w-cup"}))),
    ):
        surface = pygame.Surface(app.size)
        view.paint(surface, app.assets, app.theme, "", Display(stage.area, stage.spots, frame, marks))
        pictures.append(pygame.image.tobytes(surface.subsurface(stage.spots["w-cup"].box.ints()), "RGB"))
    assert len(set(pictures)) == 3


def test_light_on_a_point_stays_equal_after_a_partial_repaint(tables: Tables) -> None:
    drive = dice_table(tables)
    view, app, stage = drive.scene.stage.view, drive.app, drive.scene.stage
    display = Display(stage.area, stage.spots, Frame({}), Marks(forced=frozenset({"w4", "w4-down", "tray"})))
    surface = pygame.Surface(app.size)
    view.paint(surface, app.assets, app.theme, "", display)
    lit = surface.subsurface(stage.spots["w4"].box.ints()).copy()
    surface.set_clip(stage.spots["b-cup"].box.ints())
    view.paint(surface, app.assets, app.theme, "", display)
    surface.set_clip(None)
    check_alike(lit, surface.subsurface(stage.spots["w4"].box.ints()).copy(), "the light on w4")


@pytest.mark.parametrize("size", [(960, 600), (1366, 768)])
def test_no_light_falls_on_the_rim(tables: Tables, size: tuple[int, int]) -> None:
    """Bug: pixels that floor and rim share were lit."""
    drive = dice_table(tables, app=tables.app(size=size))
    app, stage = drive.app, drive.scene.stage
    view = stage.view
    assert isinstance(view, PointsTable)
    must = frozenset(f"b{point}{where}" for point in range(1, 7) for where in ("", "-down"))
    pictures = []
    for marks in (Marks(), Marks(forced=must), Marks(forced=frozenset({"tray"}))):
        surface = app.surface.copy()
        view.paint(surface, app.assets, app.theme, "maple", Display(stage.area, stage.spots, Frame({}), marks))
        pictures.append(surface)
    for ground, lit in zip((FLOOR_BOX, TRAY_BOX), pictures[1:], strict=True):
        changed = difference_of(pictures[0], lit)
        floor = view.window_box(stage.area, ground)
        assert changed is not None and floor.x < changed.left and changed.right < floor.right


def test_turn_list_has_arrows_and_a_triangle_for_the_thrower() -> None:
    assert write_turn("w 42: 4^ | 2v") == "△ 42: 4↑ | 2↓"
    assert write_turn("b 56: 5^ x6 #b") == "▲ 65: 5↑ ×6 ✓"
    assert write_turn("P 25") == "P 25"
    assert write_turn("w 25: 2v 5v") == "△ 52: 5↓ 2↓" and write_turn("b 14: x14") == "▲ 41: ×41"
    assert write_turn("b 25: 2v | 5^") == "▲ 52: 2↓ | 5↑" and write_turn("w 36: 3v 6^") == "△ 63: 3↓ 6↑"


@pytest.mark.parametrize("width", [12, 60, 140, 420])
def test_stamp_is_painted_at_any_size_with_any_word(tables: Tables, view: PointsTable, width: int) -> None:
    drive = dice_table(tables)
    surface = pygame.Surface((480, 160))
    for word in ("Sonnés", "Double Deux", "a word that is far too long for it"):
        rect = pygame.Rect(10, 10, width, width // 3)
        LeatherStamp(view).paint(surface, drive.app.assets, drive.app.theme, rect, word, 1.0)
        assert pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255)).count() < 480 * 160
        surface.fill("black")


def test_die_that_becomes_used_does_not_turn_on_the_baize(tables: Tables) -> None:
    drive = dice_table(tables)
    throw(drive, 0, 6, 5)
    load(drive, (4, 2))
    view = drive.scene.stage.view
    assert isinstance(view, PointsTable)
    drive.click("b-cup")
    seen, shown = {"die-0", "die-1"}, 0
    while not lies(drive):
        drive.run(1 / 60)
        for sprite in drive.scene.stage.frame().sprites:
            if sprite.target in seen:
                before = drive.app.surface.get_at((round(sprite.x), round(sprite.y)))
                shown += before != drive.app.surface.get_at((0, 0))
    assert shown


def test_numeral_that_goes_dark_is_repainted_whole(tables: Tables) -> None:
    drive = dice_table(tables, app=tables.app(animation="off"))
    stage = drive.scene.stage
    lit = frozenset(f"{side}{point}" for side in "wb" for point in range(1, 7))
    for last in (lit, frozenset[str]()):
        stage.mark(replace(stage.marks, last=last))
        drive.app.paint()
        shown = drive.app.surface.copy()
        drive.app.dirty()
        drive.app.paint()
        check_alike(shown, drive.app.surface, "the numerals, piece by piece,")
