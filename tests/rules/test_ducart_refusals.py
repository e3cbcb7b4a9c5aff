"""Why a gesture is refused in Ducart (section 13 of rules/ducart/README.md)."""

from rules.common.squares import INDEX
from tests.rows import rows
from tests.rules.ducart import on
from tests.rules.play import refusal_of, why


@rows
def test_a_refusal_names_its_squares(board: str, pick: str, drop: str | None, code: str, named: str) -> None:
    refusal = why(on(board), pick, drop)
    assert refusal.code == code
    assert INDEX.keys() & refusal.facts.values() == set(named.split())
    assert code != "flank" or refusal.facts["leaper"] == named.split()[-1]
    assert refusal.targets[0] == (drop if drop and code not in ("nobody-theirs", "held", "locked") else pick)
    assert set(refusal.targets) <= set(named.split())


def test_a_refusal_names_the_piece_that_could_act_and_the_one_against_it() -> None:
    for board, pick, drop, piece, other in (
        ("8/3h3w/3c4/8/3K4/8/W7/8", "d4", "d7", "keeper", "creeper"),
        ("8/7w/8/8/3(kH)4/8/W7/8", "d4", None, "healer", "healer"),
        ("8/7w/8/8/3(Kt)4/8/W7/8", "d4", "d5", "keeper", "keeper"),
        ("8/7w/8/3h~4/3Z4/8/W7/8", "d4", "d5", "sleeper", "healer"),
    ):
        refusal = why(on(board), pick, drop)
        assert (refusal.facts["piece"], refusal.facts.get("other")) == (piece, other), board


@rows
def test_a_creeper_that_has_just_moved_is_left_alone(board: str, drop: str) -> None:
    refusal = why(on(board, fresh=drop), "d4", drop)
    assert (refusal.code, refusal.facts["target"]) == ("fresh", drop)
    assert refusal_of(on(board), "d4", drop) is None


def test_options_refuse_more() -> None:
    assert why(on("8/7w/6z1/8/8/8/W7/1T6", flags="a"), "b1", "g6").code == "far-steal"
    assert why(on("8/7w/8/8/3(Kt~)4/8/W7/8", flags="p"), "d4", "d5").code == "locked"


def test_a_second_click_lets_go_and_nothing_picked_is_no_pass() -> None:
    position = on("8/7w/8/8/3H4/8/W7/8")
    assert refusal_of(position, "d4", "d4") is None
    assert refusal_of(position, "d4") is None
    assert why(position, "").code == "act"
    missed = on("6k1/8/4w3/8/3W~4/8/8/8")
    assert refusal_of(missed, "") is None
    assert why(missed, "d4").code == "asleep"


def test_a_sweeper_that_is_stuck_is_told_everything_that_stands_against_it() -> None:
    refusal = why(on("8/w7/8/5l(kz)(kw)/6W1/8/W7/8"), "g4")
    assert refusal.code == "blocked-sweeper"
    assert refusal.targets == ("g4", "f5", "g5", "h5")
    assert refusal.facts["squares"] == "f5, g5, h5"
