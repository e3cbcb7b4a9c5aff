"""Why a gesture is no move in Unstacked Draughts: every code that README.md lists, at the place where it is said."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

import rules
from rules.contract import Gesture
from rules.match import Match
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.options import Options
from tests.rules.unstacked import ASSISTED, ATTENTIVE, act, alone, at, begin, why

FIRST: Final = "UD1 d111222 d111222 w 0-0/2"
REAL: Final = Options(dice="real")
PRIORITY: Final = replace(ATTENTIVE, first="priority")

CASES: Final = [
    ("over", "UD1 o000000 o000001 w 2-0/2", ASSISTED, "", "w-cup"),
    ("over", "UD1 o000000 o000001 w 2-0/2", ASSISTED, "", "b6"),
    ("begin-first", "UD1 o000000 o000001 w 1-0/2", ASSISTED, "", "b-cup"),
    ("answer-first", FIRST, REAL, "t w; tilt43", "w4"),
    ("dice-fly", FIRST, ASSISTED, "t w", "w-cup"),
    ("dice-fly", FIRST, ASSISTED, "t w", "b1"),
    ("other-throws", FIRST, ASSISTED, "", "b-cup"),
    ("other-throws", FIRST, ATTENTIVE, "t w; l 43; u w 4; u w 3", "w-cup"),
    ("dice-to-play", FIRST, ASSISTED, "t w; l 43", "b-cup"),
    ("dice-to-play", FIRST, ASSISTED, "t w; l 22; u w 2", "w-cup"),
    ("dice-to-play", FIRST, ATTENTIVE, "t w; l 43; u w 4", "b-cup"),
    ("cup-locked", FIRST, ATTENTIVE, "t w; l 22; u w 2; t w; c b", "w-cup"),
    ("other-throws", FIRST, ATTENTIVE, "t w; l 22; u w 2; t w; c b", "b-cup"),
    ("no-dice", FIRST, ASSISTED, "", "w4"),
    ("no-dice", FIRST, ATTENTIVE, "t w; off", "w4"),
    ("no-such-die", FIRST, ATTENTIVE, "t w; l 43", "w5"),
    ("die-used", FIRST, ATTENTIVE, "t w; l 43; u w 4", "w4"),
    ("die-used", FIRST, ATTENTIVE, "t w; l 22; u w 2; u b 2", "w2"),
    ("only-bottom", FIRST, ATTENTIVE, "t w; l 22; u w 2", "w2"),
    ("still-stacked", FIRST, ASSISTED, "t w; l 44; u w 4", "w4-down"),
    ("front-first", "UD1 o000003 d111222 w 0-0/2", ASSISTED, "t w; l 66", "w6"),
    ("point-empty", "UD1 o000003 d111222 w 0-0/2", ASSISTED, "t w; l 65", "w5"),
    ("thrower-uses-it", FIRST, ATTENTIVE, "t w; l 43", "b4"),
    ("thrower-finishes", "UD1 o000010 o000001 w 0-0/2", ATTENTIVE, "t w; l 56", "b6"),
    ("thrower-first", "UD1 o202333 d010010 w 0-0/2", ASSISTED, "t w; l 42", "b2"),
    ("already-off", "UD1 o000003 d111222 w 0-0/2", ASSISTED, "", "w-off"),
    ("nothing-flies", FIRST, ATTENTIVE, "", "tray"),
    ("not-attentive", FIRST, ASSISTED, "t w", "tray"),
    ("no-claim", FIRST, ATTENTIVE, "t w; a b", "tray"),
    ("no-question", FIRST, ATTENTIVE, "", "w-yes"),
    ("no-question", FIRST, ATTENTIVE, "", "begin"),
    ("answer-first", FIRST, ATTENTIVE, "t w; tilt43", "b-test"),
]


@pytest.mark.parametrize(("code", "text", "options", "script", "target"), CASES)
def test_a_refusal_has_its_reason(code: str, text: str, options: Options, script: str, target: str) -> None:
    match = act(begin(text, options), script)
    assert why(match, target) == code
    refusal = match.position.refusal(Gesture(frozenset((target,))))
    assert refusal is not None and refusal.targets == (target,)


def test_a_throw_for_priority_cannot_be_covered() -> None:
    match = act(Match(GAME.play, PRIORITY), "t w")
    assert why(match, "tray") == "own-throw"
    assert why(match, "b-cup") == "dice-fly"


def test_every_code_of_the_digest_is_told() -> None:
    digest = (Path(rules.__file__).parent / "unstacked_draughts" / "README.md").read_text(encoding="utf-8")
    (rows,) = re.findall(r"\*\*Refused gestures\*\*[^|]*((?:\|.*\n)+)", digest)
    listed = [code for row in rows.splitlines() for code in re.findall("`([a-z-]+)`", row.split("|")[1])]
    assert set(listed) == {code for code, *_ in CASES} | {"own-throw"}


def test_the_facts_fill_the_words() -> None:
    match = act(begin(FIRST), "t w; l 43")
    told = match.position.refusal(Gesture(frozenset(("b-cup",))))
    assert told is not None and told.facts == {"dice": "4, 3"}
    told = match.position.refusal(Gesture(frozenset(("w5",))))
    assert told is not None and told.facts == {"point": "5", "die": "5"}
    locked = act(match, "u w 4; u w 3; t b; l 22; u b 2; t b; c w").position.refusal(Gesture(frozenset(("b-cup",))))
    assert locked is not None and (locked.code, locked.facts) == ("cup-locked", {"dice": "2"})


def test_what_can_be_picked_is_not_refused() -> None:
    match = act(begin(FIRST), "t w; l 43")
    assert [why(match, target) for target in ("w4", "w3")] == [None, None]
    assert why(act(match, "u w 4; u w 3"), "b-cup") is None
    assert why(act(match, "t b"), "tray") is None
    won = alone(act(begin("UD1 o000010 o000001 w 0-0/2", ASSISTED), "t w; l 55; u w 5"))
    assert why(won, "begin") is None


def test_nothing_is_said_of_what_is_no_target_of_the_game() -> None:
    position = at(begin(FIRST))
    for pick in (frozenset(), frozenset(("e4",)), frozenset(("w4", "w5")), frozenset(("die-0",))):
        assert position.refusal(Gesture(pick)) is None
