"""Why a gesture is refused in Ducart (section 13 of rules/ducart/README.md)."""

from itertools import product
from typing import Final

import pytest

from rules.common.squares import NAMES
from rules.contract import Gesture, Refusal
from rules.ducart.position import Position
from tests.rules.ducart import on, random_positions

SECTION: Final = {
    *("over", "nobody", "asleep", "held", "locked", "pattern", "blocked", "occupied", "vacant", "leaper", "guarded"),
    *("fresh", "already", "flank", "edge", "far", "idle", "act"),
}
"""The codes of section 13 that a gesture can have, before the hyphen."""


def why(position: Position, pick: str, drop: str | None = None) -> Refusal | None:
    """The refusal of a gesture; "" picks nothing."""
    return position.refusal(Gesture(frozenset({pick} if pick else ()), drop))


@pytest.mark.parametrize(
    ("board", "pick", "drop", "code", "named"),
    [
        ("8/7w/8/8/8/8/W7/8", "d4", None, "nobody", "d4"),
        ("8/7w/8/8/8/8/W7/8", "h7", "h6", "nobody-theirs", "h7"),
        ("8/7w/8/8/3(kh)4/8/W7/8", "d4", None, "nobody-theirs", "d4"),
        ("8/7w/8/8/3H~4/8/W7/8", "d4", None, "asleep", "d4"),
        ("8/7w/8/8/3(kH)4/8/W7/8", "d4", "d5", "held", "d4"),
        ("8/7w/8/8/3(kH~)4/8/W7/8", "d4", None, "held", "d4"),
        ("8/7w/8/8/3(Kt)4/8/W7/8", "d4", "d5", "locked", "d4"),
        ("8/7w/8/8/3(KT)4/8/W7/8", "d4", None, "locked", "d4"),
        ("8/w7/8/6(kh)(kz)/7W/8/W7/8", "h4", None, "blocked-all", "h4"),
        ("8/7w/8/8/3W4/8/W7/8", "d4", "d3", "pattern-sweeper", "d4 d3"),
        ("8/7w/8/8/3W4/8/W7/8", "d4", "d6", "pattern-sweeper", "d4 d6"),
        ("8/7w/8/3l4/3W4/8/W7/8", "d4", "d5", "leaper", "d4 d5"),
        ("8/7w/8/3(kh)4/3W4/8/W7/8", "d4", "d5", "guarded", "d4 d5"),
        ("8/7w/8/2l5/3W4/8/W7/8", "d4", "d5", "flank", "d4 d5 c5"),
        ("8/7w/8/2l5/3W4/8/W7/8", "d4", "c5", "leaper", "d4 c5"),
        ("4L3/3W3w/8/8/8/8/W7/8", "d7", "d8", "flank", "d7 d8 e8"),
        ("8/7w/8/8/3K4/8/W7/8", "d4", "e5", "pattern-keeper", "d4 e5"),
        ("8/3h3w/3c4/8/3K4/8/W7/8", "d4", "d7", "blocked", "d4 d7 d6"),
        ("8/3l3w/8/8/3K4/8/W7/8", "d4", "d7", "leaper", "d4 d7"),
        ("8/3(kh)3w/8/8/3K4/8/W7/8", "d4", "d7", "guarded", "d4 d7"),
        ("8/7w/8/8/3C4/8/W7/8", "d4", "e5", "pattern-creeper", "d4 e5"),
        ("8/7w/4z3/8/3C4/8/W7/8", "d4", "e6", "occupied", "d4 e6"),
        ("8/7w/8/8/3C4/8/W7/8", "d4", "d5", "vacant", "d4 d5"),
        ("8/7w/8/4z3/3C4/8/W7/8", "d4", "e5", "far-push", "d4 e5"),
        ("8/7w/8/8/hC6/8/W7/8", "b4", "a4", "edge", "b4 a4"),
        ("8/7w/3z4/3h4/3C4/8/W7/8", "d4", "d5", "blocked-push", "d4 d5 d6"),
        ("8/7w/4L3/3w4/3C4/8/W7/8", "d4", "d5", "flank", "d4 d5 d6 e6"),
        ("8/7w/8/8/3Z4/8/W7/8", "d4", "d5", "pattern-sleeper", "d4 d5"),
        ("8/7w/8/4W3/3Z4/8/W7/8", "d4", "f6", "blocked", "d4 f6 e5"),
        ("8/7w/5h2/8/3Z4/8/W7/8", "d4", "f6", "far-sleep", "d4 f6"),
        ("8/7w/8/3h~4/3Z4/8/W7/8", "d4", "d5", "already", "d4 d5"),
        ("8/7w/8/3l4/3Z4/8/W7/8", "d4", "d5", "leaper", "d4 d5"),
        ("8/7w/8/8/3H4/8/W7/8", "d4", "e6", "pattern-healer", "d4 e6"),
        ("8/7w/8/4h3/3Z4/8/W2H4/8", "d2", "d4", "occupied", "d2 d4"),
        ("8/7w/8/4h3/3Z4/8/W2H4/8", "d2", "d6", "blocked", "d2 d6 d4"),
        ("8/7w/8/8/3T4/8/W7/8", "d4", "f4", "pattern-stealer", "d4 f4"),
        ("8/7w/8/5(kz)2/3T4/8/W7/8", "d4", "f5", "guarded", "d4 f5"),
        ("8/7w/8/5l2/3T4/8/W7/8", "d4", "f5", "leaper", "d4 f5"),
        ("8/4w2w/8/8/8/8/W7/3lT3", "e1", "e7", "flank", "e1 e7 d1"),
        ("8/7w/8/3(kt)4/3T4/8/W7/8", "d4", "d5", "locked-transfer", "d4 d5"),
        ("8/7w/8/8/8/3h4/W7/2(kZ)L4", "d1", "d3", "occupied", "d1 d3"),
        ("6wh/6zc/8/8/8/W7/8/3L4", "d1", "h8", "occupied", "d1 h8"),
        ("6z1/5w1c/6h1/8/8/W7/8/3L4", "d1", "g7", "blocked-leap", "d1 g7"),
    ],
)
def test_a_refusal_names_its_squares(board: str, pick: str, drop: str | None, code: str, named: str) -> None:
    refusal = why(on(board), pick, drop)
    assert refusal is not None
    assert refusal.code == code
    assert {*refusal.facts.values()} == set(named.split())
    assert refusal.targets[0] == (drop if drop and code not in ("nobody-theirs", "held", "locked") else pick)
    assert set(refusal.targets) <= set(named.split())


@pytest.mark.parametrize(
    ("board", "drop"),
    [
        ("8/3c3w/8/8/3K4/8/W7/8", "d7"),
        ("8/7w/8/4c3/3Z4/8/W7/8", "e5"),
        ("8/7w/8/3c4/3C4/8/W7/8", "d5"),
        ("6c1/7w/8/8/3T4/8/W7/8", "g8"),
    ],
)
def test_a_creeper_that_has_just_moved_is_left_alone(board: str, drop: str) -> None:
    refusal = why(on(board, fresh=drop), "d4", drop)
    assert refusal is not None
    assert (refusal.code, refusal.facts["target"]) == ("fresh", drop)
    assert why(on(board), "d4", drop) is None


def test_options_refuse_more() -> None:
    steal = why(on("8/7w/6z1/8/8/8/W7/1T6", flags="a"), "b1", "g6")
    assert steal is not None and steal.code == "far-steal"
    exit_ = why(on("8/7w/8/8/3(Kt~)4/8/W7/8", flags="p"), "d4", "d5")
    assert exit_ is not None and exit_.code == "locked"


def test_a_second_click_lets_go_and_nothing_picked_is_no_pass() -> None:
    position = on("8/7w/8/8/3H4/8/W7/8")
    assert why(position, "d4", "d4") is None
    assert why(position, "d4") is None
    refusal = why(position, "")
    assert refusal is not None and refusal.code == "act"
    missed = on("6k1/8/4w3/8/3W~4/8/8/8")
    assert why(missed, "") is None
    asleep = why(missed, "d4")
    assert asleep is not None and asleep.code == "asleep"


def test_every_gesture_on_boards_from_random_play_is_a_turn_or_refused_with_a_code_of_the_digest() -> None:
    seen: set[str] = set()
    for position in list(random_positions())[::61]:
        legal = {position.gesture(move) for move in position.legal_moves()}
        for pick, drop in product(NAMES, NAMES):
            gesture = Gesture(frozenset({pick}), drop)
            refusal = position.refusal(gesture)
            assert (refusal is None) == (gesture in legal or _lets_go(position, pick, drop)), (
                position.text(),
                gesture,
            )
            if refusal is not None:
                seen.add(refusal.code.partition("-")[0])
                assert set(refusal.targets) <= set(NAMES)
    assert seen <= SECTION
    assert len(seen) > 12


def _lets_go(position: Position, pick: str, drop: str) -> bool:
    """A second click on what can be picked, or at least isn't bound."""
    return pick == drop and why(position, pick, pick) is None
