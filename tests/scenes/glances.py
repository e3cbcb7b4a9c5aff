"""What the tests of the table scene look at, and the positions that several of them begin with."""

from __future__ import annotations

from typing import Any

from rules.clock import Control
from tests.scenes.driving import (
    Driver,
    House,
    turn_of,
)

BLACK_TWO_HOPS = "8/8/4m3/3M4/8/1M6/8/7M b 2 0 1"
"""Black's e6 takes d5 and, from c4, b3; it ends on a2."""
CLOCK = Control(5, 3)


def moving(drive: Driver) -> bool:
    return drive.scene.stage.moving


def held(drive: Driver) -> bool:
    return drive.scene.stage.held is not None


def left(drive: Driver, seat: int) -> float:
    """Seconds on a player's clock."""
    return float(drive.match.clock.left(seat, drive.app.moment))


def play_turn(drive: Driver) -> None:
    """A whole turn of the person, of the first legal moves."""
    for move in turn_of(drive.match.position):
        gesture = drive.match.position.gesture(move)
        drive.click(*gesture.pick, gesture.drop)


def play_four(house: House, **facts: Any) -> Driver:
    drive = house.table(**facts)
    drive.click("a6", "b5", "h3", "g4", "c6", "d5", "f3", "e4")
    drive.settle()
    assert len(drive.match.plies) == 4
    return drive
