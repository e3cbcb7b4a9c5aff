"""Clocks show time as players read it, and are repainted when it changes."""

from __future__ import annotations

import pygame
import pytest

from scenes.ui.clock_face import ClockFace, clock_text
from scenes.ui.form import Form
from tests.scenes.widgets.benched import Bench


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (299.99, "4:59"),
        (300.0, "5:00"),
        (3723.0, "1:02:03"),
        (20.0, "0:20"),
        (19.99, "0:19.9"),
        (9.4, "0:09.4"),
        (0, "0:00.0"),
        (-3, "0:00.0"),
    ],
)
def test_time_is_shown_as_players_read_it(seconds: float, shown: str) -> None:
    assert clock_text(seconds) == shown


def test_a_clock_is_repainted_only_when_it_shows_something_else(bench: Bench, form: Form) -> None:
    clock = ClockFace(form, "Max")
    clock.rect = pygame.Rect(10, 10, 300, 60)
    clock.show("Max", 65.9, True)
    bench.noted.clear()
    clock.show("Max", 65.2, True)
    assert bench.noted == []
    clock.show("Max", 64.9, True)
    assert bench.noted == [clock.rect]
