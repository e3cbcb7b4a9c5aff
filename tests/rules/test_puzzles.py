"""Files of puzzles: writing, reading, answers, and the puzzle of the day."""

import pytest

from rules.lab.puzzle_files import PuzzleError, read_checked, write
from rules.teaching.puzzles import (
    Node,
    Puzzle,
    PuzzleAnswer,
    WrongTurns,
    answer_to,
    puzzle_id,
    puzzle_of_the_day,
    read,
    replies_to,
)

LAST = Node((PuzzleAnswer(("c3-d4", "c3-b4"), "e5xc3"),), (WrongTurns(("a1-b2",), ("e5-f4",)),))
FIRST = Node(
    (
        PuzzleAnswer(("b2-a3",), "f6-e5", LAST),
        PuzzleAnswer(("d1h5,h5a1", "d1h5,h5a2"), "a7a6,a6a1"),
        PuzzleAnswer(("h2-g3",)),
    ),
    (WrongTurns(("d1h4", "g1f3"), ("a7a6,a6a1", "b7b6,b6a1")), WrongTurns(("b2-c3",), ("f6-g5",))),
)
LONG = Puzzle(puzzle_id("8/8 w 1"), "8/8 w 1", "win", 3, FIRST, 70)
SHORT = Puzzle(puzzle_id("8/8 w 2"), "8/8 w 2", "win", 1, None, 0)
HAND = Puzzle(puzzle_id('{"v":1}'), '{"v":1}', "points", 12, None, 55, ("M[4H 5H JK=6H]", "-KD"))
OUT = Puzzle(puzzle_id('{"v":2}'), '{"v":2}', "out", 1, None, 55, ("M[4H 5H 6H]",))


def test_a_written_file_of_puzzles_is_read_back() -> None:
    some = (LONG, SHORT, HAND, OUT)
    text = write("Two\nlines", some)
    assert text.startswith("# Two\n# lines\n")
    assert read(text) == some
    assert "d1h5,[h5a1 h5a2] > a7a6,a6a1" in text
    assert FIRST.size == 4


def test_invalid_puzzle_files_are_refused_with_a_sentence() -> None:
    for text in ("puzzle = 3", "[[puzzle]]\nwin = 2\n", "no", "[[puzzle]]\nposition = 'a'\nmissed = 1\n"):
        with pytest.raises(PuzzleError, match="no file of puzzles"):
            read_checked(text)


def test_answers_and_refutations_are_found_by_the_turn() -> None:
    assert answer_to(FIRST, "d1h5,h5a2") is FIRST.answers[1]
    assert answer_to(FIRST, "d1h5,h5a3") is None
    assert replies_to(FIRST, "g1f3,f3e5") == ("a7a6,a6a1", "b7b6,b6a1")
    assert replies_to(FIRST, "b2-c3") == ("f6-g5",)
    assert replies_to(FIRST, "c1-b2") == ()


def test_each_puzzle_has_its_day_before_any_repeats() -> None:
    ids = [f"{number:08x}" for number in range(44)]
    days = [puzzle_of_the_day(ids, 739_000 + day) for day in range(132)]
    begins = next(day for day in range(44) if (739_000 + day) % 44 == 0)
    first, second = days[begins : begins + 44], days[begins + 44 : begins + 88]
    assert sorted(first) == sorted(second) == ids
    assert first != second
    assert days == [puzzle_of_the_day(list(reversed(ids)), 739_000 + day) for day in range(132)]
    assert puzzle_of_the_day(ids, 739_941) == "00000014"
