"""The sheet with the statistics, by mouse and by keys."""

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
from scenes.screens.import_export import SaveFileScene
from scenes.screens.statistics.scene import StatisticsScene, duration_text, format_signed, name_opponents
from scenes.table import statistics_store
from scenes.table.statistics_entry import FinishedMatch
from scenes.ui.choice import Choice
from scenes.ui.text_table import TextTable, Totals
from scenes.ui.weekly_results import Weeks
from tests.scenes.driver import Driver
from tests.scenes.matches import session

TODAY = date(2026, 11, 21)
"""A Saturday; the week begins on the 16th."""


def three_years(names: tuple[str, str]) -> Iterator[FinishedMatch]:
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


def some(driver: Driver) -> None:
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
    statistics_store.add_matches(driver.app.storage, plain)
    driver.open(StatisticsScene(driver.app, TODAY))


def uncount(storage: Storage) -> None:
    for file in storage.data.glob("statistics*"):
        file.unlink()


def read_anew(driver: Driver, frames: int) -> None:
    for number in range(4):
        session(driver.app.storage, 1000, seed=number, match_id=f"match-{number}").save(driver.app.storage)
    uncount(driver.app.storage)
    driver.app.stack.push(StatisticsScene(driver.app, TODAY))
    driver.frames(frames)


def totals(driver: Driver) -> str:
    return driver.the(Totals).label


def focus_choice(driver: Driver, label: str) -> Choice:
    choice = next(one for one in driver.all_of(Choice) if one.label == label)
    driver.form.focus(choice)
    return choice


def test_statistics_without_matches_say_what_to_do(driver: Driver) -> None:
    driver.open(StatisticsScene(driver.app, TODAY))
    assert "You have not finished a match yet" in driver.words()
    driver.strike(pygame.K_ESCAPE)
    assert driver.top is driver.ground


def test_all_games_are_added_up_for_the_most_active_player(driver: Driver) -> None:
    some(driver)
    assert totals(driver) == "Played 4, Won 2, Drawn 1, Lost 1, Score 62%"
    words = driver.words()
    assert "The last match was drawn." in words and "2 won in a row, 1 lost in a row" in words
    assert "Time at the table: 1 h 01, 15 min a match." in words
    (grid,) = driver.all_of(TextTable)
    words_of = driver.app.words
    high, low = words_of("level.ducale.2.name"), words_of("level.duck-chess.1.name")
    assert [tuple(line[:3]) for line in grid._rows] == [
        (high, "Ducale", "2"),
        ("Bert", "Ducart", "1"),
        (low, "Duck Chess", "1"),
    ]


def test_statistics_are_filtered_by_game_or_player(driver: Driver) -> None:
    some(driver)
    focus_choice(driver, "Game")
    for key in (pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN):
        driver.strike(key)
    assert totals(driver) == "Played 2, Won 2, Drawn 0, Lost 0, Score 100%"
    assert "The last 2 matches were won." in driver.words()
    assert "Ducale: +1.25 jokers compared with what was expected in all, +0.62 a match." in driver.words()
    focused = driver.form.focus_on
    assert isinstance(focused, Choice) and focused.label == "Game"
    driver.open(StatisticsScene(driver.app, TODAY))
    focus_choice(driver, "Player")
    driver.strike(pygame.K_RIGHT)
    assert totals(driver) == "Played 1, Won 0, Drawn 1, Lost 0, Score 50%"


def test_weeks_are_selected_by_keys_and_mouse(driver: Driver) -> None:
    some(driver)
    (graph,) = driver.all_of(Weeks)
    assert "Week from 16 November 2026: 2 won, 1 drawn, 0 lost." in driver.words()
    driver.form.focus(graph)
    driver.strike(pygame.K_LEFT)
    assert "Week from 9 November 2026: nothing was finished." in driver.words()
    driver.click_at(graph.place_of(graph.here - 1).center)
    assert "Week from 2 November 2026: 0 won, 0 drawn, 1 lost." in driver.words()
    for _ in range(60):
        driver.strike(pygame.K_LEFT)
    assert graph.here == graph._visible_weeks().start


def test_older_matches_are_read_frame_by_frame_and_saved(driver: Driver) -> None:
    read_anew(driver, 1)
    assert "Finished matches are being read" in driver.words() and driver.top.wait_seconds() == 0.0
    driver.frames(6)
    assert totals(driver).startswith("Played 4") and driver.top.wait_seconds() is None
    assert len(statistics_store.read_matches(driver.app.storage)) == 4


def test_leaving_while_reading_saves_the_matches_read_so_far(driver: Driver) -> None:
    read_anew(driver, 2)
    driver.strike(pygame.K_ESCAPE)
    assert 0 < len(statistics_store.read_matches(driver.app.storage)) <= 4


@pytest.mark.parametrize("name", ["tablier-2026-11-21.csv", "mine"])
def test_statistics_are_exported_as_csv(driver: Driver, tmp_path: Path, name: str) -> None:
    some(driver)
    driver.click("Save as a table (CSV)")
    assert isinstance(driver.top, SaveFileScene) and driver.top.name == "tablier-2026-11-21.csv"
    driver.top.open_folder(tmp_path)
    driver.top.accept(name)
    (file,) = (path for path in tmp_path.iterdir() if path.is_file())
    data = file.read_bytes()
    assert file.name == f"{name.removesuffix('.csv')}.csv"
    assert data.startswith("\ufeff".encode()) and b"\r\r" not in data
    lines = list(csv.DictReader(StringIO(data.decode("utf-8-sig"), newline="")))
    assert len(lines) == 8 and {line["player"] for line in lines} == {"Anna", "Bert", ""}


def test_opponents_are_named_and_counted() -> None:
    words = Words("en")
    low, high, odd = Player("computer", "", 1), Player("computer", "", 2), Player("computer", "", 77)
    name = words("level.ducale.1.name")
    assert name_opponents(words, "ducale", (low, low)) == f"2 × {name}"
    other = words("level.ducale.2.name")
    mixed = (low, high, Player("person", "Bert"))
    assert name_opponents(words, "ducale", mixed) == f"{name}, {other} and Bert"
    assert name_opponents(words, "ducale", (odd,)) == "Computer (level 77)"
    assert name_opponents(words, "ducale", (Player("mail"),)) == "No name"


def test_durations_have_hours_and_minutes_and_luck_has_a_sign() -> None:
    words = Words("en")
    times = [duration_text(words, seconds) for seconds in (20, 61, 3599, 90061)]
    assert times == ["under a minute", "1 min", "1 h 00", "25 h 01"]
    assert [format_signed(words, value) for value in (0.004, -0.004, 1.5, -2.126)] == ["0", "0", "+1.5", "−2.13"]
