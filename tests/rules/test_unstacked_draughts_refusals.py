"""Why a gesture is no move in Unstacked Draughts: every code that README.md lists, at the place where it is said."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import rules
from rules.contract import Gesture
from rules.match import Match
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.options import Options
from tests.rows import rows, tables
from tests.rules.unstacked import ASSISTED, ATTENTIVE, act, alone, at, begin, why

FIRST: Final = "UD1 d111222 d111222 w 0-0/2"
OPTIONS: Final = {"assisted": ASSISTED, "attentive": ATTENTIVE, "real": Options(dice="real")}
PRIORITY: Final = replace(ATTENTIVE, first="priority")


@rows
def test_a_refusal_has_its_reason(code: str, text: str, options: str, script: str, target: str) -> None:
    match = act(begin(text, OPTIONS[options]), script)
    assert why(match, target) == code
    refusal = match.position.refusal(Gesture(frozenset((target,))))
    assert refusal is not None and refusal.targets == (target,)


def test_a_throw_for_priority_cannot_be_covered() -> None:
    match = act(Match(GAME.play, PRIORITY), "t w")
    assert why(match, "tray") == "own-throw"
    assert why(match, "b-cup") == "dice-fly"


def test_every_code_of_the_digest_is_told() -> None:
    digest = (Path(rules.__file__).parent / "unstacked_draughts" / "README.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"\*\*Refused gestures\*\*[^|]*((?:\|.*\n)+)", digest)
    codes = [code for row in listed.splitlines() for code in re.findall("`([a-z-]+)`", row.split("|")[1])]
    _, *cases = tables("test_unstacked_draughts_refusals")["test_a_refusal_has_its_reason"]
    assert set(codes) == {code for code, *_ in cases} | {"own-throw"}


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
