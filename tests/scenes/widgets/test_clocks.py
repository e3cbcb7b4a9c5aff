"""Clocks show time as players read it, and are repainted when it changes."""

from scenes.ui.clock_text import clock_text
from scenes.ui.clocks import ClockFace
from scenes.ui.form import Form
from tests.rows import rows
from tests.scenes.widgets.bench import Bench, place_at


@rows
def test_clock_text(seconds: float, shown: str) -> None:
    assert clock_text(seconds) == shown


def test_clock_is_repainted_only_when_its_text_changes(bench: Bench, form: Form) -> None:
    clock = place_at(ClockFace(form, "Max"), 10, 10, 300, 60)
    clock.show("Max", 65.9, True)
    bench.noted.clear()
    clock.show("Max", 65.2, True)
    assert bench.noted == []
    clock.show("Max", 64.9, True)
    assert bench.noted == [clock.rect]
