"""Speeds as tables for people."""

from rules.lab.rates import LEAST, SEARCH, tables, verdicts


def test_a_table_shows_both_runs_their_ratio_and_how_long_one_takes() -> None:
    told = tables(
        {"interpreted": {"a": {"nodes": 1e5, "loads": 12.5}}, "compiled": {"a": {"nodes": 4e6, "loads": 25.0}}}
    )
    assert [line.split() for line in told] == [
        ["a", "interpreted,", "a", "second", "compiled,", "a", "second", "times", "one", "takes"],
        ["nodes", "100", "000", "4", "000", "000", "40.0", "250", "ns"],
        ["loads", "12.5", "25", "2.0", "40", "ms"],
    ]
    assert len({len(line) for line in told}) == 1


def test_games_stand_apart() -> None:
    told = tables({"interpreted": {"a": {"nodes": 1e5}, "b": {"nodes": 1e5}}})
    assert [line.split()[:1] for line in told] == [["a"], ["nodes"], [], ["b"], ["nodes"]]


def test_a_speed_that_only_one_copy_of_the_rules_knows_is_left_out() -> None:
    told = tables({"interpreted": {"a": {"nodes": 1e5, "new": 1.0}}, "compiled": {"a": {"nodes": 4e6}}})
    assert len(told) == 2


def test_a_search_must_be_fast_and_faster_than_interpreted() -> None:
    least = LEAST["duck-chess"]
    assert (least.nodes, least.times) == (4e6, 30)
    exactly = {"interpreted": {SEARCH: 1e5}, "compiled": {SEARCH: 4e6}}
    assert [": met, at least" in line for line in verdicts("duck-chess", exactly)] == [True, True]
    slow = {"interpreted": {SEARCH: 1e5}, "compiled": {SEARCH: 2.9e6}}
    assert ["NOT MET" in line for line in verdicts("duck-chess", slow)] == [True, True]


def test_nothing_is_required_of_an_interpreted_run_or_of_a_game_without_a_search() -> None:
    assert verdicts("ducart", {"interpreted": {SEARCH: 1.0}}) == []
    assert verdicts("ducale", {"compiled": {"playouts": 1.0}}) == []
