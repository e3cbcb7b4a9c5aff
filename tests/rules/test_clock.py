"""Time controls and clocks (CONTRIBUTING.md: none, minutes, minutes + increment)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.clock import Clock, Control


@given(st.integers(1, 600), st.integers(0, 600), st.booleans())
def test_a_written_control_is_read_back(minutes: int, increment: int, late: bool) -> None:
    control = Control(minutes, increment, late)
    assert str(control) == f"{minutes}+{increment}" + (" from turn 2" if late else "")
    assert Control.read(str(control)) == control


LATE = ("none from turn 2", "10 from turn 2", "10+5 from turn 3", "10+5  from turn 2")


@pytest.mark.parametrize(
    "text", ["", "10", "+5", "10+", "0+5", "601+0", "10+601", "-1+0", "1.5+0", "١+١", "1+1+1", *LATE]
)
def test_a_bad_control_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no time control: .*10\+5\.$"):
        Control.read(text)


def test_a_flag_falls_when_the_time_of_the_running_seat_is_up() -> None:
    clock = Clock(Control(1), 2)
    assert clock.find_flagged_seat(1000.0) is None
    clock.start(1, 0.0)
    assert clock.find_flagged_seat(59.9) is None
    assert clock.find_flagged_seat(60.0) == 1
    assert clock.seconds_left(1, 70.0) == 0.0


def test_without_a_control_no_time_runs() -> None:
    clock = Clock(Control(), 2)
    clock.start(0, 0.0)
    clock.add_seconds(0, 5.0)
    assert not clock.is_running
    assert clock.find_flagged_seat(1000.0) is None
    assert clock.seconds_left(0, 1000.0) == 0.0
