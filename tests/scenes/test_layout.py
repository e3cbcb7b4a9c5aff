"""Rectangles: what fits where, at every size of the window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES
from scenes.app.theme import Theme
from scenes.surfaces.layout import Box, Spot, hit, neighbour, table_frame
from scenes.table.game_parts import parts_of
from scenes.table.game_ui import ui_of
from scenes.ui.form_scene import WIDE

VIEW = ui_of("double-draughts").view()
SIZES = st.tuples(st.integers(960, 4000), st.integers(600, 3000))


def within(inner: Box, outer: Box) -> bool:
    slack = 1e-6
    return (
        outer.x - slack <= inner.x
        and outer.y - slack <= inner.y
        and inner.right <= outer.right + slack
        and inner.bottom <= outer.bottom + slack
    )


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y


def test_box_includes_only_its_left_and_upper_edge() -> None:
    box = Box(10, 20, 30, 40)
    spots = {"a": Spot(*box.centre, 0.0, 0.0, 30, box)}
    assert hit(spots, 10, 20) == hit(spots, 39.9, 59.9) == "a"
    assert hit(spots, 40, 30) is None is hit(spots, 20, 60)
    assert (box.right, box.bottom, box.centre) == (40, 60, (25.0, 40.0))
    assert box.inset(5) == Box(15, 25, 20, 30)


@given(st.floats(0, 50), st.floats(1, 40), st.floats(1, 40))
def test_adjacent_boxes_stay_adjacent_in_whole_pixels(x: float, first: float, second: float) -> None:
    left, right = Box(x, 0, first, 10).ints(), Box(x + first, 0, second, 10).ints()
    assert left[0] + left[2] == right[0]


@given(SIZES, st.sampled_from([1.0, 1.25, 1.5]))
def test_board_and_panel_lie_in_the_window_and_apart(size: tuple[int, int], scale: float) -> None:
    frame = table_frame(size, VIEW.ratio, min(size) / 100 * scale)
    window = Box(0, 0, *size)
    assert within(frame.area, window) and within(frame.panel, window)
    assert apart(frame.area, frame.panel)
    assert frame.area.w == pytest.approx(frame.area.h * VIEW.ratio)
    assert frame.area.h > 0.35 * min(size)


@given(SIZES, st.sampled_from([1.0, 1.25, 1.5]))
def test_panel_is_right_of_the_board_in_wide_windows(size: tuple[int, int], scale: float) -> None:
    frame = table_frame(size, VIEW.ratio, min(size) / 100 * scale)
    assert (frame.panel.x > frame.area.right) != (frame.panel.y > frame.area.bottom)
    if size[0] > WIDE * size[1]:
        assert frame.panel.x > frame.area.right


@pytest.mark.parametrize("key", [game.key for game in GAMES])
@pytest.mark.parametrize("size", [(960, 600), (1366, 768), (2560, 1440)])
def test_board_keeps_its_share_of_the_window_with_the_largest_text(key: str, size: tuple[int, int]) -> None:
    theme, ui = Theme(size, 200), ui_of(key)
    area = parts_of(key).frame(size, ui.view().ratio, theme.u).area
    assert area.w * area.h >= size[0] * size[1] / 3
    assert area.h >= 0.8 * size[1] or area.w >= 0.6 * size[0]


def test_panel_is_below_the_board_in_a_high_window() -> None:
    frame = table_frame((1000, 1300), VIEW.ratio, 10.0)
    assert frame.panel.y > frame.area.bottom


def test_nearly_square_window_keeps_a_large_board() -> None:
    assert table_frame((960, 768), VIEW.ratio, 11.52).area.h > 400


@given(SIZES, st.booleans())
def test_spots_lie_in_the_area_without_overlap(size: tuple[int, int], flipped: bool) -> None:
    area = table_frame(size, VIEW.ratio, min(size) / 100).area
    spots = VIEW.spots(area, flipped)
    assert len(spots) == 66
    for target, spot in spots.items():
        assert within(spot.box, area)
        assert hit(spots, *spot.box.centre) == target


def test_turning_the_board_turns_squares_and_trays() -> None:
    area = Box(0, 0, 1000 * VIEW.ratio, 1000)
    upright, turned = VIEW.spots(area, False), VIEW.spots(area, True)
    assert upright["a1"].box == turned["h8"].box
    assert upright["taken-0"].box == turned["taken-1"].box
    assert upright["a1"].y > upright["a8"].y and upright["taken-0"].y > upright["taken-1"].y


def test_full_tray_keeps_its_tokens_inside() -> None:
    spot = VIEW.spots(Box(0, 0, 1000 * VIEW.ratio, 1000), False)["taken-0"]
    for number in (0, 23):
        x, y = spot.at(number)
        half = spot.size / 2
        assert within(Box(x - half, y - half, spot.size, spot.size), spot.box)


def test_point_beside_all_targets_hits_nothing() -> None:
    spots = VIEW.spots(Box(100, 100, 500 * VIEW.ratio, 500), False)
    assert hit(spots, 5, 5) is None
    assert hit(spots, 101, 300) is None


def test_arrow_keys_move_between_squares_and_stop_at_the_edge() -> None:
    spots = VIEW.spots(Box(0, 0, 1000 * VIEW.ratio, 1000), False)
    ways = {"c4": (0, -1), "d3": (1, 0), "b3": (-1, 0), "c2": (0, 1)}
    assert {target: neighbour(spots, "c3", *way, VIEW.targets) for target, way in ways.items()} == {
        target: target for target in ways
    }
    assert neighbour(spots, "h3", 1, 0, VIEW.targets) == "h3"


def test_tokens_of_a_stack_lie_one_step_apart() -> None:
    spot = Spot(10, 20, 0, -3, 8, Box(6, 16, 8, 8))
    assert [spot.at(number) for number in range(3)] == [(10, 20), (10, 17), (10, 14)]


def test_tokens_without_places_are_stacked() -> None:
    spot = Spot(10, 20, 1, -2, 8, Box(0, 0, 30, 40))
    assert spot.place(["a", "b", "c"], 2) == spot.at(2) == (12, 16)


def test_tokens_side_by_side_are_ordered_by_look() -> None:
    places = [(1.0, 1.0), (2.0, 1.0), (1.0, 2.0)]
    spot = Spot(0, 0, 0, 0, 8, Box(0, 0, 30, 40), places, ("king", "pawn"))
    assert [spot.place(["pawn", "king", "pawn"], number) for number in range(3)] == [places[1], places[0], places[2]]
    assert spot.place(["king"] * 9, 8) == places[-1]
