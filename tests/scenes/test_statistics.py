"""The sheet with the statistics, by mouse and by keys."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from io import StringIO
from pathlib import Path
from random import Random

import pygame
import pytest

from rules import KEYS
from rules.ai.opponents import levels_of
from rules.record import Player
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.screens.exchange import SaveScene
from scenes.screens.statistics.scene import StatisticsScene, duration, opposed, signed
from scenes.table import statistics_store
from scenes.table.finished_match import FinishedMatch
from scenes.ui.bars import Weeks
from scenes.ui.choice import Choice
from scenes.ui.text_table import TextTable, Totals
from tests.scenes.driver import Driver
from tests.scenes.matches import sitting

TODAY = date(2026, 11, 21)
"""A Saturday; the week begins on the 16th."""


def three_years(names: tuple[str, str]) -> Iterator[FinishedMatch]:
    """Matches of all games against every level, and of two persons against each other."""
    rng, persons = Random(5), tuple(Player("person", name) for name in names)
    for number in range(200):
        key = rng.choice(KEYS)
        level = rng.choice(levels_of(key)).number
        rivals = (persons[1],) if number % 10 == 0 else (Player("computer", "", level),) * (1 + 2 * (key == "ducale"))
        players = (persons[0], *rivals)
        luck = tuple(rng.uniform(-1, 1) for _ in players) if key in ("ducale", "unstacked-draughts") else None
        ended = datetime(2023, 12, 1) + timedelta(days=5 * number)
        winners = rng.choice([(0,), (1,), ()])
        seconds = (1234.5,) * len(players)
        yield FinishedMatch(f"m-{number}", ended, key, "resigned", players, winners, 40, seconds, luck)


def some(visitor: Driver) -> None:
    """Anna lost once to level 1 of a game and won twice against level 2 of another, of which one day had luck."""
    anna, bert = Player("person", "Anna"), Player("person", "Bert")
    low, high = Player("computer", "", 1), Player("computer", "", 2)
    plain = [
        FinishedMatch("a", datetime(2026, 11, 3, 20), "duck-chess", "resigned", (anna, low), (1,), 30, (60.0, 1.0)),
        FinishedMatch(
            "b", datetime(2026, 11, 17, 20), "ducale", "target", (anna, high), (0,), 99, (1800.0, 5.0), (1.5, -1)
        ),
        FinishedMatch(
            "c", datetime(2026, 11, 18, 20), "ducale", "target", (anna, high), (0,), 99, (1800.0, 5.0), (-0.25, 0)
        ),
        FinishedMatch("d", datetime(2026, 11, 19, 20), "ducart", "flank", (bert, anna), (), 99, (10.0, 5.0)),
    ]
    statistics_store.add(visitor.app.storage, plain)


def uncount(storage: Storage) -> None:
    """Take the files of the statistics away."""
    for file in storage.data.glob("statistics*"):
        file.unlink()


def totals(visitor: Driver) -> str:
    (found,) = visitor.all_of(Totals)
    return found.label


def test_without_a_match_the_sheet_says_what_to_do(visitor: Driver) -> None:
    visitor.open(StatisticsScene(visitor.app, TODAY))
    assert "No match has been finished" in visitor.words()
    visitor.strike(pygame.K_ESCAPE)
    assert visitor.top is visitor.ground


def test_all_games_are_added_up_for_whoever_played_most(visitor: Driver) -> None:
    some(visitor)
    visitor.open(StatisticsScene(visitor.app, TODAY))
    assert totals(visitor) == "Played 4, Won 2, Drawn 1, Lost 1, Score 62 %"
    words = visitor.words()
    assert "The last match was drawn." in words and "2 won in a row, 1 lost in a row" in words
    assert "Time at the table: 1 h 01, 15 min a match." in words
    (grid,) = visitor.all_of(TextTable)
    words_of = visitor.app.words
    high, low = words_of("level.ducale.2.name"), words_of("level.duck-chess.1.name")
    assert [tuple(line[:3]) for line in grid._lines] == [
        (f"{high} (level 2)", "Ducale", "2"),
        ("Bert", "Ducart", "1"),
        (f"{low} (level 1)", "Duck Chess", "1"),
    ]


def test_a_game_is_chosen_with_the_keys_and_only_it_is_counted(visitor: Driver) -> None:
    some(visitor)
    visitor.open(StatisticsScene(visitor.app, TODAY))
    game = next(one for one in visitor.all_of(Choice) if one.label == "Game")
    visitor.form.focus(game)
    visitor.strike(pygame.K_RETURN)
    visitor.strike(pygame.K_DOWN)
    visitor.strike(pygame.K_RETURN)
    assert totals(visitor) == "Played 2, Won 2, Drawn 0, Lost 0, Score 100 %"
    assert "The last 2 matches were won." in visitor.words()
    assert "Ducale: +1.25 jokers against their due in all, +0.62 a match." in visitor.words()
    focused = visitor.form.focus_on
    assert isinstance(focused, Choice) and focused.label == "Game"


def test_another_player_is_chosen(visitor: Driver) -> None:
    some(visitor)
    visitor.open(StatisticsScene(visitor.app, TODAY))
    visitor.form.focus(next(one for one in visitor.all_of(Choice) if one.label == "Player"))
    visitor.strike(pygame.K_RIGHT)
    assert totals(visitor) == "Played 1, Won 0, Drawn 1, Lost 0, Score 50 %"


def test_weeks_are_walked_with_keys_and_mouse(visitor: Driver) -> None:
    some(visitor)
    visitor.open(StatisticsScene(visitor.app, TODAY))
    (graph,) = visitor.all_of(Weeks)
    assert "Week from 16 November 2026: 2 won, 1 drawn, 0 lost." in visitor.words()
    visitor.form.focus(graph)
    visitor.strike(pygame.K_LEFT)
    assert "Week from 9 November 2026: nothing was finished." in visitor.words()
    visitor.click_at(graph.place_of(graph.here - 1).center)
    assert "Week from 2 November 2026: 0 won, 0 drawn, 1 lost." in visitor.words()
    for _ in range(60):
        visitor.strike(pygame.K_LEFT)
    assert graph.here == graph._shown().start


def test_what_was_finished_before_is_read_frame_by_frame_and_kept(visitor: Driver) -> None:
    storage = visitor.app.storage
    for number in range(4):
        sitting(storage, 1000, seed=number, match_id=f"match-{number}").save(storage)
    uncount(storage)
    visitor.app.stack.push(StatisticsScene(visitor.app, TODAY))
    visitor.frames(1)
    assert "Finished matches are being read" in visitor.words() and visitor.top.pace() == 0.0
    visitor.frames(6)
    assert totals(visitor).startswith("Played 4") and visitor.top.pace() is None
    assert len(statistics_store.matches(storage)) == 4


def test_leaving_while_matches_are_read_keeps_what_was_read(visitor: Driver) -> None:
    storage = visitor.app.storage
    for number in range(4):
        sitting(storage, 1000, seed=number, match_id=f"match-{number}").save(storage)
    uncount(storage)
    visitor.app.stack.push(StatisticsScene(visitor.app, TODAY))
    visitor.frames(2)
    visitor.strike(pygame.K_ESCAPE)
    assert 0 < len(statistics_store.matches(storage)) <= 4


def test_the_table_is_written_to_a_file(visitor: Driver, tmp_path: Path) -> None:
    some(visitor)
    visitor.open(StatisticsScene(visitor.app, TODAY))
    visitor.click("Save as a table (CSV)")
    assert isinstance(visitor.top, SaveScene) and visitor.top.name == "tablier-2026-11-21.csv"
    visitor.top.go(tmp_path)
    visitor.top.accept(visitor.top.name)
    data = (tmp_path / "tablier-2026-11-21.csv").read_bytes()
    assert data.startswith("\ufeff".encode()) and b"\r\r" not in data
    lines = list(csv.DictReader(StringIO(data.decode("utf-8-sig"), newline="")))
    assert len(lines) == 8 and {line["player"] for line in lines} == {"Anna", "Bert", ""}


def test_a_table_is_saved_under_any_name_with_its_own_ending(visitor: Driver, tmp_path: Path) -> None:
    some(visitor)
    visitor.open(StatisticsScene(visitor.app, TODAY))
    visitor.click("Save as a table (CSV)")
    assert isinstance(visitor.top, SaveScene)
    visitor.top.go(tmp_path)
    visitor.top.accept("mine")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["mine.csv"]


def test_opponents_are_told_as_people_say_it() -> None:
    words = Words("en")
    low, high, odd = Player("computer", "", 1), Player("computer", "", 2), Player("computer", "", 77)
    name = words("level.ducale.1.name")
    assert opposed(words, "ducale", (low, low)) == f"2 × {name} (level 1)"
    other = words("level.ducale.2.name")
    mixed = (low, high, Player("person", "Bert"))
    assert opposed(words, "ducale", mixed) == f"{name} (level 1), {other} (level 2) and Bert"
    assert opposed(words, "ducale", (odd,)) == "Computer (level 77)"
    assert opposed(words, "ducale", (Player("mail"),)) == "No name"


@pytest.mark.parametrize(
    ("seconds", "told"), [(20, "under a minute"), (61, "1 min"), (3599, "1 h 00"), (90061, "25 h 01")]
)
def test_times_are_told_in_hours_and_minutes(seconds: float, told: str) -> None:
    assert duration(Words("en"), seconds) == told


@pytest.mark.parametrize(("value", "told"), [(0.004, "0"), (-0.004, "0"), (1.5, "+1.5"), (-2.126, "−2.13")])
def test_luck_has_a_sign(value: float, told: str) -> None:
    assert signed(Words("en"), value) == told
