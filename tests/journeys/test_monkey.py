"""The monkey outside of the app: real events of mouse, keyboard and window (`tests.soak monkey --outside`)."""

import pytest

from tests.soak.monkey.outside import lead

pytestmark = pytest.mark.journey

PLACES = ("match, computer: double-draughts", "match, persons: ducale", "settings: looks")


@pytest.mark.parametrize("place", PLACES)
def test_whatever_is_done_from_outside_the_app_closes_when_it_is_told_to(place: str) -> None:
    sent, seen, faults = lead(1, 0, place)
    assert faults == []
    assert sent > 100 and seen
