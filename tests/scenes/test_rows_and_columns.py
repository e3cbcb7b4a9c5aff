"""Layout by rows, columns and grids, with cells that need no window."""

from dataclasses import dataclass, field

import pygame

from scenes.ui.layout import Column, Fitting, Flow, Grid, Row, filler, fixed_size, space, stretch


@dataclass
class Box:
    """A cell of so many pixels; of an `area` it is as high as its width leaves it."""

    wide: int = 0
    high: int = 0
    area: int = 0
    visible: bool = True
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))

    def natural_width(self) -> int:
        return self.wide

    def natural_height(self, width: int) -> int:
        return -(-self.area // width) if self.area else self.high

    def place(self, rect: pygame.Rect) -> None:
        self.rect = rect


def test_column_stacks_its_cells_at_full_width() -> None:
    one, other = Box(50, 30), Box(70, 20)
    column = Column(one, other, gap=8)
    assert (column.natural_width(), column.natural_height(200)) == (70, 58)
    column.place(pygame.Rect(10, 100, 200, 58))
    assert (one.rect, other.rect) == (pygame.Rect(10, 100, 200, 30), pygame.Rect(10, 138, 200, 20))
    assert Column(stretch(Box(10, 300)), Box(10, 20)).natural_height(100) == 320, (
        "a share counts with its natural size"
    )


def test_hidden_cell_takes_no_room_gap_or_space() -> None:
    one, hidden, other = Box(50, 30), Box(50, 500, visible=False), Box(70, 20)
    column = Column(one, space(99), hidden, other, None, gap=8)
    assert column.natural_height(200) == 58
    hidden.visible = True
    assert column.natural_height(200) == 30 + 99 + 500 + 8 + 20
    assert not Column(Box(visible=False)).visible


def test_space_replaces_the_gap_and_springs_move_cells() -> None:
    one, other = Box(50, 30), Box(70, 20)
    Row(one, space(40), other, gap=8).place(pygame.Rect(0, 0, 200, 30))
    assert (one.rect.right, other.rect.left) == (50, 90)
    Row(filler(), one).place(pygame.Rect(0, 0, 200, 10))
    Row(filler(), other, filler()).place(pygame.Rect(0, 0, 200, 10))
    assert (one.rect.left, other.rect.left) == (150, 65)


def test_shares_split_the_remaining_width_to_the_last_pixel() -> None:
    cells = [Box(10, 10) for _ in range(3)]
    Row(fixed_size(cells[0], 40), stretch(cells[1]), stretch(cells[2], 2), gap=5).place(pygame.Rect(0, 0, 150, 10))
    assert [cell.rect.width for cell in cells] == [40, 33, 67]
    assert cells[-1].rect.right == 150


def test_narrow_row_shrinks_cells_and_keeps_gaps() -> None:
    cells = [Box(100), Box(50)]
    Row(*cells, gap=10).place(pygame.Rect(0, 0, 85, 10))
    assert [cell.rect.width for cell in cells] == [50, 25]
    assert cells[1].rect == pygame.Rect(60, 0, 25, 10)
    row = Row(fixed_size(Box(), 40), stretch(Box(area=600)), gap=10)
    assert row.natural_height(100) == 12, "as high as its highest cell at the width that it gets"


def test_first_fitting_layout_or_the_last_is_taken() -> None:
    one, other = Box(50, 10), Box(60, 10)
    either = Fitting([Row(one, other, gap=10), Column(one, other, gap=10)])
    assert (either.natural_height(120), either.natural_height(119)) == (10, 30)
    either.place(pygame.Rect(0, 0, 100, 30))
    assert (one.rect.width, other.rect.top) == (100, 20)


def test_grid_has_equal_columns_and_rows_as_high_as_their_highest_cell() -> None:
    cells = [Box(30, 10), Box(50, 25), Box(20, 15)]
    grid = Grid(cells, 2, (10, 5))
    assert (grid.natural_width(), grid.natural_height(210)) == (110, 45)
    grid.place(pygame.Rect(0, 0, 210, 45))
    assert [cell.rect.topleft for cell in cells] == [(0, 0), (110, 0), (0, 30)]
    assert {cell.rect.width for cell in cells} == {100}
    Grid(cells, 2, (10, 5), is_last_widened=True).place(pygame.Rect(0, 0, 210, 45))
    assert cells[-1].rect.width == 210


def test_flow_wraps_into_as_many_lines_as_needed() -> None:
    cells = [Box(60, 10) for _ in range(3)]
    flow = Flow(cells, (10, 5))
    assert (flow.natural_width(), flow.natural_height(200), flow.natural_height(199)) == (200, 10, 25)
    flow.place(pygame.Rect(0, 0, 199, 25))
    assert [cell.rect.topleft for cell in cells] == [(0, 0), (70, 0), (0, 15)]
