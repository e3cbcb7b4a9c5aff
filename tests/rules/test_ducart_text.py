"""Positions and turns of Ducart as text (sections 11 and 13 of rules/ducart/README.md)."""

import re
from pathlib import Path
from typing import Final

from hypothesis import given, settings

from rules import console, ducart
from rules.common.squares import NAMES
from rules.ducart import GAME
from rules.ducart.engine.mailbox import KEPT, LEAPER
from rules.ducart.position import Position
from rules.ducart.refusals import SENTENCES
from rules.ducart.text import read
from tests.rules.ducart import START, after, any_position, code_of, on, random_positions

README: Final = Path(ducart.__file__).with_name("README.md").read_text(encoding="utf-8")


# DFEN.


@settings(deadline=None)
@given(any_position())
def test_a_dfen_is_written_as_it_was_read(position: Position) -> None:
    text = position.text()
    assert read(text) == position
    assert read(text).text() == text


# SDN.


@settings(deadline=None)
@given(any_position())
def test_a_turn_is_read_as_it_is_listed(position: Position) -> None:
    for turn in console.turns(GAME, position):
        (move,) = GAME.text.read_turn(position, turn)
        assert str(move) == turn
        assert GAME.text.notate(position, (move,)) == turn


def test_every_sentence_of_the_console_can_be_said_and_is_one() -> None:
    facts = dict.fromkeys(("square", "target", "blocker", "leaper", "entered", "piece", "side", "squares"), "d4")
    for sentence in SENTENCES.values():
        assert re.fullmatch(r"[A-Z][^.]*\.", sentence.format(**facts))


def test_the_readme_lists_just_the_codes_that_there_are() -> None:
    (rows,) = re.findall(r"\*\*Refused gestures\*\*[^|]*((?:\|.*\n)+)", README)
    codes = {code for row in rows.splitlines() for code in re.findall("`([a-z-]+)`", row.split("|")[1])}
    assert codes == SENTENCES.keys()


# Leaps: any valid path is read and kept as the listed one.


def paths(position: Position, start: int) -> set[tuple[int, ...]]:
    """Every way of the Leaper on a square, by the words of section 4: step by step."""
    cells = bytearray(position.cells)
    cells[start] = 0
    found: set[tuple[int, ...]] = set()
    for first in walk(cells, start, over=True):
        found.add((first,))
        found |= {(first, second) for second in walk(cells, first, over=False) if second != start}
    return found


def walk(cells: bytearray, start: int, *, over: bool) -> set[int]:
    """The empty squares that one step reaches: over all but keeping Keepers, or over nothing."""
    ends = set()
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        x, y = start % 8 + dx, start // 8 + dy
        while 0 <= x < 8 and 0 <= y < 8:
            code = cells[8 * y + x]
            if code & KEPT or (code and not over):
                break
            if not code:
                ends.add(8 * y + x)
            x, y = x + dx, y + dy
    return ends


def test_every_valid_path_of_a_leaper_is_read_and_every_end_is_listed_once_by_the_first() -> None:
    seen = 0
    for position in list(random_positions())[::9]:
        for start in [at for at in range(64) if position.cells[at] == LEAPER + 8 * position.side]:
            if position.ended() is not None:
                continue
            listed = {move.target: str(move) for move in position.acts() if move.actor == start}
            ways = paths(position, start)
            for way in ways:
                text = "-".join(("L" + NAMES[start], *(NAMES[at] for at in way)))
                assert [str(move) for move in GAME.text.read_turn(position, text)] == [listed[way[-1]]]
            for end, text in listed.items():
                first = min((way for way in ways if way[-1] == end), key=lambda way: (len(way), NAMES[way[0]]))
                assert text == "-".join(("L" + NAMES[start], *(NAMES[at] for at in first)))
            assert listed.keys() == {way[-1] for way in ways}
            seen += len(ways)
    assert seen > 1000


# Events of the clock.


def test_events_are_read_only_where_there_is_a_clock() -> None:
    timed = on("4h3/7w/8/8/8/8/W7/3H4", flags="t")
    assert [str(move) for move in GAME.text.read_turn(timed, "time")] == ["time"]
    assert [str(move) for move in GAME.text.read_turn(timed, "hour Wa2-a3")] == ["hour", "Wa2-a3"]
    assert "time" not in GAME.play.turns(timed)
    assert code_of(after(timed, "hour"), "hour") == "syntax", "there is one hour"
    assert code_of(read(START), "time") == "syntax"
    assert code_of(on("8/8/8/8/8/8/W7/8", flags="t"), "time") == "over"
