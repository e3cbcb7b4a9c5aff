"""The slip that says something is laid on the table; it neither flashes up nor keeps the table awake."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pygame
import pytest

from scenes.speech import APPEARS, Slip
from tests.scenes.driving import House
from tests.scenes.test_stage import Monkey


def test_a_slip_is_there_after_80_ms_without_a_jump() -> None:
    slip = Slip("words", pygame.Rect(0, 0, 9, 9), since=2.0, until=5.0)
    shown = [slip.shown(2.0 + APPEARS * n / 20) for n in range(21)]
    assert shown[0] == 0.0 and shown[-1] == pytest.approx(1.0)
    assert all(0 < b - a < 0.06 for a, b in pairwise(shown))


def test_every_frame_of_it_is_as_if_painted_anew_and_then_nothing_is_painted(house: House) -> None:
    drive = house.table()
    Monkey(drive, 0)
    drive.press("d4")
    stage: Any = drive.scene.stage
    assert drive.slip is not None and stage.stirring
    for _ in range(12):
        drive.step(0.01)
    assert not stage.stirring
    painted: list[float] = []
    drive.app.on_frame = lambda work, since: painted.append(work)
    for _ in range(20):
        drive.step(0.02)
    assert painted == []


def test_without_animation_it_is_there_at_once(house: House) -> None:
    drive = house.table(animation="off")
    drive.press("d4")
    assert drive.slip is not None and not drive.scene.stage.stirring
