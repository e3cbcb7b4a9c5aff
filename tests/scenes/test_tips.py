"""Tips go when a sheet is laid over the screen. Not covered: that they go with the keyboard's focus."""

from typing import Final

import pytest

from rules import get
from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA, BERT

CAPTURED: Final = (
    "Captured by Anna: black pawn. Ahead by 1: a pawn counts 1, a knight or a bishop 3, a rook 5, a queen 9."
)


def test_a_tip_goes_when_a_sheet_is_laid_over_the_table(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT)
    drive.move(drive.key("flip").rect.center)
    drive.run(1.0)
    below = drive.form
    assert below.tip_out == "Turn the board (F)"
    drive.scene.act("menu")
    drive.step()
    assert drive.above is not None and below.tip_out == ""


@pytest.mark.parametrize(
    ("game", "position", "clicks", "tray", "told"),
    [
        ("duck-chess", "4k3/8/8/3p4/4P3/8/8/4K2* w - - 0 1", ("e4", "d5"), "taken-1", CAPTURED),
        ("duck-chess", None, (), "taken-0", "Captured by Bert: nothing yet."),
        ("double-draughts", None, (), "taken-1", "Captured by Anna: nothing yet."),
        ("unstacked-draughts", None, (), "w-off", "White’s checkers borne off: empty."),
    ],
)
def test_a_tray_says_whose_it_is_and_what_lies_there(
    tables: Tables, game: str, position: str | None, clicks: tuple[str, ...], tray: str, told: str
) -> None:
    """Not covered: the keyboard, which doesn't reach the trays."""
    drive = tables.table(ANNA, BERT, game=get(game), position=position, clicks=clicks, animation="off")
    drive.move(drive.at(tray))
    drive.run(1.0)
    assert drive.toast == told
