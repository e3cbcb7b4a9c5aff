"""What finished matches add up to."""

import csv
from datetime import date, datetime, timedelta
from io import StringIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.record import Player
from scenes.screens.statistics.figures import COLUMNS, Figures, as_csv, monday_of, names_of, pairings, weeks
from scenes.table.statistics_entry import FinishedMatch, PlayerMatch, player_matches

ANNA, BERT = Player("person", "Anna"), Player("person", "Bert")
WINNERS = {"w": (0,), "d": (), "l": (1,)}
NOON = datetime(2026, 3, 2, 12, 0)
"""A Monday."""


def match(number: int, letter: str = "w", **facts: object) -> FinishedMatch:
    plain = {
        "ended": NOON + timedelta(hours=number),
        "game": "chess",
        "players": (ANNA, Player("computer", "Regular", 2)),
        "seconds": (60.0, 1.0),
        "luck": None,
        "has_own_start": False,
        **facts,
    }
    return FinishedMatch(f"m-{number:04}", reason="mate", winners=WINNERS[letter], turns=30, **plain)  # type: ignore[arg-type]


def annas(letters: str) -> list[PlayerMatch]:
    return [PlayerMatch(match(number, letter), 0) for number, letter in enumerate(letters)]


results = st.text(alphabet="wdl", max_size=60)


def longest(letters: str, wanted: str) -> int:
    return next(length for length in range(len(letters), -1, -1) if wanted * length in letters)


@given(results)
def test_won_drawn_and_lost_add_up_to_all_matches(letters: str) -> None:
    figures = Figures.of(annas(letters))
    assert (figures.won, figures.drawn, figures.lost) == tuple(map(letters.count, "wdl"))
    assert figures.match_count == len(letters)
    assert 0 <= figures.score <= 1
    assert figures.score * figures.match_count == pytest.approx(figures.won + figures.drawn / 2)
    assert figures.seconds == pytest.approx(61 * len(letters))


@given(results)
def test_longest_streaks_are_the_longest_runs_of_results(letters: str) -> None:
    figures = Figures.of(annas(letters))
    assert (figures.longest_win_streak, figures.longest_loss_streak) == (longest(letters, "w"), longest(letters, "l"))


@given(results)
def test_current_streak_is_the_end_of_the_results(letters: str) -> None:
    last = Figures.of(annas(letters)).last
    if not letters:
        assert last is None
        return
    assert last is not None
    letter = {"won": "w", "drawn": "d", "lost": "l"}[last.result]
    assert letters.endswith(letter * last.length) and not letters.endswith(letter * (last.length + 1))


@given(st.lists(st.tuples(st.sampled_from("wdl"), st.integers(0, 200)), max_size=40), st.integers(1, 40))
def test_each_match_is_counted_in_the_week_of_its_end(played: list[tuple[str, int]], count: int) -> None:
    entries = [PlayerMatch(match(24 * day, letter), 0) for letter, day in sorted(played, key=lambda one: one[1])]
    found = weeks(entries, count, date(2026, 3, 3))
    assert len(found) == count and all(week.monday.weekday() == 0 for week in found)
    assert all((after.monday - before.monday).days == 7 for before, after in pairwise(found))
    end = max([date(2026, 3, 3), *(entry.day for entry in entries)])
    assert found[-1].monday == monday_of(end)
    inside = [entry for entry in entries if entry.day >= found[0].monday]
    assert sum(week.figures.match_count for week in found) == len(inside)
    assert sum(week.figures.won for week in found) == sum(entry.result == "won" for entry in inside)


@given(st.lists(st.tuples(st.sampled_from("wdl"), st.integers(1, 3)), max_size=40))
def test_pairings_group_matches_by_opponents(played: list[tuple[str, int]]) -> None:
    entries = [
        PlayerMatch(match(number, letter, players=(ANNA, Player("computer", "", level))), 0)
        for number, (letter, level) in enumerate(played)
    ]
    found = pairings(entries)
    assert len({pairing.opponents for pairing in found}) == len(found)
    assert sum(pairing.figures.match_count for pairing in found) == len(played)
    assert all(one.figures.match_count >= other.figures.match_count for one, other in pairwise(found))
    for pairing in found:
        level = pairing.opponents[0].level
        assert pairing.figures.won == played.count(("w", level))


def test_computer_level_is_one_opponent_under_any_name() -> None:
    called = [("Regular", 2), ("Habitué", 2), ("Regular", 3)]
    entries = [PlayerMatch(match(n, players=(ANNA, Player("computer", *one))), 0) for n, one in enumerate(called)]
    assert [(pairing.opponents[0].level, pairing.figures.match_count) for pairing in pairings(entries)] == [
        (2, 2),
        (3, 1),
    ]


def test_opponents_are_distinguished_by_player_and_not_by_seat() -> None:
    low, high = Player("computer", "", 1), Player("computer", "", 4)
    seats = [(ANNA, low, high), (high, ANNA, low), (ANNA, low, low)]
    entries = [
        PlayerMatch(match(n, players=players, seconds=(1.0, 1.0, 1.0)), players.index(ANNA))
        for n, players in enumerate(seats)
    ]
    assert [pairing.figures.match_count for pairing in pairings(entries)] == [2, 1]


def test_shared_first_place_counts_as_drawn() -> None:
    three = FinishedMatch("m", NOON, "rami", "target", (ANNA, BERT, Player("computer", "", 1)), (0, 1), 9, (1.0,) * 3)
    assert [three.result(seat) for seat in range(3)] == ["drawn", "drawn", "lost"]


def test_both_persons_are_counted_and_computers_are_not() -> None:
    two = match(1, "w", players=(ANNA, BERT))
    none = match(2, "w", players=(Player("computer", "", 1), Player("mail", "Carl")))
    entries = player_matches({one.id: one for one in (none, two)})
    assert [(entry.name, entry.result) for entry in entries] == [("Anna", "won"), ("Bert", "lost")]


def test_match_from_an_own_position_is_not_counted() -> None:
    assert player_matches({"m-0001": match(1, has_own_start=True)}) == []


def test_player_matches_are_sorted_by_end() -> None:
    three = [match(5, "w"), match(1, "l"), match(3, "d")]
    assert [entry.result for entry in player_matches({one.id: one for one in three})] == ["lost", "drawn", "won"]


def test_player_with_most_matches_comes_first() -> None:
    played = [match(n, players=(player, Player("computer", "", 1))) for n, player in enumerate((ANNA, BERT, BERT))]
    assert names_of(player_matches({one.id: one for one in played})) == ["Bert", "Anna"]
    assert names_of([]) == []


@given(st.lists(st.none() | st.floats(-3, 3), max_size=20))
def test_known_luck_is_added_up(lucks: list[float | None]) -> None:
    entries = [PlayerMatch(match(n, luck=None if one is None else (one, -one)), 0) for n, one in enumerate(lucks)]
    figures = Figures.of(entries)
    known = [one for one in lucks if one is not None]
    assert figures.luck_count == len(known) and figures.luck == pytest.approx(sum(known))


def test_csv_has_a_line_for_each_seat() -> None:
    text = as_csv({"m-0001": match(1, "l", luck=(0.25, -0.25)), "m-0000": match(0, has_own_start=True)})
    lines = list(csv.DictReader(StringIO(text, newline="")))
    assert text.count("\r\n") == 5 and tuple(lines[0]) == COLUMNS
    assert [(line["match"], line["seat"]) for line in lines] == [
        *(("m-0000", "0"), ("m-0000", "1"), ("m-0001", "0"), ("m-0001", "1"))
    ]
    anna, computer = lines[2:]
    assert (anna["player"], anna["result"], anna["opponents"], anna["luck"]) == (
        *("Anna", "lost", "computer 2 Regular", "0.2500"),
    )
    assert (computer["kind"], computer["level"], computer["result"]) == ("computer", "2", "won")
    assert (anna["seconds_of_player"], anna["seconds_of_match"]) == ("60.0", "61.0")
    assert (lines[0]["own_start"], anna["own_start"], anna["ended"]) == ("yes", "no", "2026-03-02 13:00")


@given(st.text(max_size=30))
def test_no_name_breaks_the_csv_or_becomes_a_formula(name: str) -> None:
    text = as_csv({"m": match(1, players=(Player("person", name), BERT))})
    first, _ = csv.DictReader(StringIO(text, newline=""))
    assert first["player"].removeprefix("'") in (name, name.removeprefix("'"))
    assert not first["player"].startswith(("=", "+", "-", "@", "\t"))
