"""What is said when a match of Ducart is decided by the count."""

from typing import Final

import pytest

from tests.scenes.driver import Tables
from tests.scenes.gnomes import table

LEVEL: Final = "2z1h3/1w6/8/8/8/8/1W6/3H4 g - g 99 60 c"
"""After one more quiet turn the table counts: a Sweeper each, and Blue has a piece more."""
AHEAD: Final = "2z1h3/1w6/8/8/8/8/1WW5/3H4 g - g 99 60 c"
"""The same with one more Sweeper for Gold, and as many pieces."""


@pytest.mark.parametrize(
    ("position", "language", "told"),
    [
        (LEVEL, "en", "Bert is ahead: Sweepers 1~:~1, pieces 3~:~2."),
        (AHEAD, "en", "Anna is ahead: Sweepers 2~:~1, pieces 3~:~3."),
        (AHEAD, "fr", "Anna l’emporte (Balayeurs 2~:~1, pièces 3~:~3)."),
    ],
)
def test_who_wins_by_the_count_is_told_with_its_numbers(
    tables: Tables, position: str, language: str, told: str
) -> None:
    driver = table(tables, position, language=language, clicks=("d1", "d4"))
    driver.settle()
    assert driver.match.outcome().reason == "no-progress"
    assert told.replace("~", "\N{NO-BREAK SPACE}") in driver.note


def test_a_level_count_is_only_drawn(tables: Tables) -> None:
    driver = table(tables, LEVEL.replace("2z1h3", "4h3"), clicks=("d1", "d4"))
    driver.settle()
    assert driver.match.outcome().winners == ()
    assert "count" not in driver.note
