"""Duck Chess as PGN, written and read (section 9 of rules/duck_chess/README.md)."""

import re

import pytest

from rules import GAMES, record
from rules.clock import Control
from rules.contract import Outcome
from rules.duck_chess import GAME
from rules.duck_chess.records import PGN
from rules.duck_chess.text import START
from rules.errors import RecordError
from rules.match import ENDINGS, Match
from rules.record import Player, Record, is_record
from tests.checks import error_of
from tests.effort import by_effort
from tests.patience import within_reason
from tests.rows import rows, rows_and
from tests.rules.play import random_match, read_any

NAMES = (Player("person", "Anna"), Player("computer", "Mallard", 5))

SHORT = """\
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Anna"]
[Black "Computer (Mallard)"]
[Result "1-0"]
[Variant "Duck"]
[Termination "king captured"]

1. e4@e6 d5@e3 2. exd5@d7 Nf6@a3 3. Qe2@a6 g6@a3 4. Qxe7@e2 Nc6@e3 5. Qxe8# 1-0
"""
PLAYED = ("e4@e6", "d5@e3", "exd5@d7", "Nf6@a3", "Qe2@a6", "g6@a3", "Qxe7@e2", "Nc6@e3", "Qxe8#")


def played(*turns: str, match: Match | None = None) -> Match:
    match = match or Match(GAME.play)
    for turn in turns:
        for move in GAME.text.read_turn(match.position, turn):
            match.play(move)
    return match


def write(match: Match, players: tuple[Player, ...] = NAMES) -> str:
    return PGN.write(Record(match, players))


def tags(text: str) -> dict[str, str]:
    """Return the tags of a PGN without escaped characters."""
    return dict(line[1:-2].split(' "', 1) for line in text.splitlines() if line.startswith("["))


def refused(text: str) -> RecordError:
    return error_of(RecordError, PGN.read, text, GAME.play)


def moves_of(text: str) -> list[str]:
    match = PGN.read(f'[Variant "Duck"]\n\n{text}', GAME.play).match
    return [
        GAME.text.write_turn(match.positions[span.first], [ply.move for ply in match.plies[span.first : span.last]])
        for span in match.turns()
    ]


# Writing.


def test_a_match_is_written_with_roster_variant_and_termination() -> None:
    assert write(played(*PLAYED)) == SHORT


def test_lines_of_moves_are_shorter_than_80_and_read_as_one() -> None:
    match = random_match(GAME, GAME.play.options(), 3)
    text = write(match)
    lines = text.partition("\n\n")[2].splitlines()
    assert max(len(line) for line in lines) < 80
    assert min(len(line) for line in lines[:-1]) > 60
    assert [ply.move for ply in PGN.read(text, GAME.play).match.plies] == [ply.move for ply in match.plies]


def test_an_unfinished_match_has_no_result_and_its_unfinished_turn_is_left_out() -> None:
    match = played("e4@e6")
    match.play(GAME.text.read_turn(match.position, "d5@e3")[0])
    assert write(match).endswith('[Result "*"]\n[Variant "Duck"]\n\n1. e4@e6 *\n')


@rows
def test_endings_by_agreement_or_clock_are_written_and_read_back(
    ending: str, seat: int, result: str, termination: str
) -> None:
    match = played("e4@e6")
    match.force_end(next(word for word in ENDINGS if word == ending), seat)
    text = write(match)
    assert (tags(text)["Result"], tags(text)["Termination"]) == (result, termination)
    assert PGN.read(text, GAME.play).match.outcome() == match.outcome()


@rows
def test_endings_by_the_rules_are_named(fen: str, turn: str, result: str, termination: str) -> None:
    match = played(turn, match=Match(GAME.play, position=GAME.text.read(fen)))
    text = write(match)
    assert (tags(text)["Result"], tags(text)["Termination"]) == (result, termination)
    assert (tags(text)["SetUp"], tags(text)["FEN"]) == ("1", fen)
    again = PGN.read(text, GAME.play).match
    assert again.outcome() == match.outcome()
    assert again.has_own_start
    assert again.start.text() == fen


def test_a_repetition_is_named() -> None:
    around = ("Nf3@a3", "Nf6@a4", "Ng1@a5", "Ng8@a6")
    text = write(played(*around, *around, "Nf3@a3"))
    assert tags(text)["Termination"] == "repetition"
    assert PGN.read(text, GAME.play).match.outcome() == Outcome("repetition")


def test_a_match_begun_by_black_starts_with_a_number_and_three_dots() -> None:
    start = GAME.text.read("4k3/8/8/8/4*3/8/8/R3K3 b - - 3 40")
    text = write(played("Kd7@e5", "Rb1@e4", match=Match(GAME.play, position=start)))
    assert text.endswith("\n\n40... Kd7@e5 41. Rb1@e4 *\n")
    assert len(PGN.read(text, GAME.play).match.plies) == 4


def test_clock_date_and_kept_tags_are_written() -> None:
    match = played("e4@e6", match=Match(GAME.play, control=Control(5, 3)))
    own = {"PGN-Event": "Cup", "PGN-ECO": "A00", "PGN-Result": "0-1"}
    extra = {"Date": "2026-11-21 15:00", "Round": "3", **own}
    text = PGN.write(Record(match, NAMES, extra))
    assert text.startswith('[Event "Cup"]\n[Site "Tablier"]\n[Date "2026.11.21"]\n[Round "3"]\n[White "Anna"]\n')
    assert (tags(text)["TimeControl"], tags(text)["ECO"], tags(text)["Result"]) == ("300+3", "A00", "*")


def test_a_computer_without_a_name_has_its_level() -> None:
    assert tags(write(played("e4@e6"), (Player("computer", "", 3), Player())))["White"] == "Computer (level 3)"


# Reading.


def test_a_pgn_is_read_with_names_and_outcome() -> None:
    found = PGN.read(SHORT, GAME.play)
    assert found.match.outcome() == Outcome("king-captured", (0,))
    assert found.players == (Player("person", "Anna"), Player("person", "Computer (Mallard)"))
    assert not found.match.has_own_start
    assert found.extra == {}


@rows
def test_pgn_of_other_programs_is_read(text: str) -> None:
    assert moves_of(text) == ["e2e4,e4e6", "d7d5,d5e3"]


def test_castling_with_zeros_is_not_read_as_a_result() -> None:
    text = '[Variant "Duck"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/*7/8/8/R3K2R w KQ - 0 1"]\n\n1. 0-0@a5 Kd8@a6 *'
    assert len(PGN.read(text, GAME.play).match.plies) == 4


@pytest.mark.parametrize(
    ("variant", "good"), [("Duck", True), ("duck", True), ("Duck Chess", True), ("Chess", False)]
)
def test_the_variant_must_be_duck(variant: str, good: bool) -> None:
    text = f'[Variant "{variant}"]\n\n1. e4@e6 *'
    if good:
        assert len(PGN.read(text, GAME.play).match.plies) == 2
    else:
        assert '"Chess", not of Duck Chess' in str(refused(text))


def test_a_fen_of_the_start_is_no_custom_position() -> None:
    assert not PGN.read(f'[Variant "Duck"]\n[SetUp "1"]\n[FEN "{START}"]\n\n*', GAME.play).match.has_own_start


def test_unknown_tags_are_kept_in_our_record_and_written_again() -> None:
    text = SHORT.replace('[Event "?"]', '[Event "Cup: \\"1\\""]').replace("????.??.??", "2026.11.21")
    text = text.replace("[Termination", '[ECO "A00"]\n[Termination')
    found = PGN.read(text, GAME.play)
    assert found.extra == {"PGN-Event": 'Cup: "1"', "PGN-ECO": "A00", "Date": "2026-11-21"}
    again = record.read(record.write(found), GAMES)
    assert again.extra == found.extra
    assert PGN.read(PGN.write(again), GAME.play).extra == found.extra


def test_an_imported_match_does_not_claim_to_be_from_this_app() -> None:
    again = record.read(record.write(PGN.read('[Site "Lyon"]\n[Variant "Duck"]\n\n1. e4@e6 *', GAME.play)), GAMES)
    written = PGN.write(again)
    assert [tags(written)[name] for name in ("Event", "Site", "Date", "Round")] == ["?", "Lyon", "????.??.??", "?"]


def test_an_unknown_date_is_kept_unchanged() -> None:
    found = PGN.read(SHORT.replace("????.??.??", "2026.??.??"), GAME.play)
    assert found.extra == {"PGN-Date": "2026.??.??"}
    assert tags(PGN.write(found))["Date"] == "2026.??.??"


@rows
def test_a_result_without_a_reason_is_a_resignation_or_an_agreement(
    said: str, reason: str | None, winners: list[int]
) -> None:
    outcome = None if reason is None else Outcome(reason, tuple(winners))
    assert PGN.read(f'[Variant "Duck"]\n\n1. e4@e6 {said}', GAME.play).match.outcome() == outcome


def test_the_result_may_stand_in_the_tag_alone() -> None:
    text = '[Variant "Duck"]\n[Result "0-1"]\n[Termination "Time forfeit"]\n\n1. e4@e6'
    assert PGN.read(text, GAME.play).match.outcome() == Outcome("time-out", (1,))


@rows_and(
    (f'[Variant "Duck"]\n[Event "{"x" * 501}"]\n\n*', 2, "longer than 500"),
    ("".join(f'[T{n} "x"]\n' for n in range(101)), 101, "more than 100 tags"),
    (SHORT.replace("# 1-0", "# 0-1"), 11, "0-1. can't be the result: by its moves the match ended 1-0"),
    (SHORT.replace("# 1-0", "# Ng4@a3 1-0"), 11, "Black's turn 5, .* after the end"),
)
def test_a_bad_pgn_is_refused_with_line_turn_and_reason(text: str, line: int, words: str) -> None:
    problem = refused(text)
    assert problem.line == line
    assert re.search(words, str(problem)), str(problem)


MANY = by_effort(100_000, 1_000_000, 1_000_000)
"""Characters of a maliciously large text."""


@rows
def test_a_maliciously_large_text_is_refused_at_once(start: str, endless: str) -> None:
    text = start + endless * (MANY // len(endless))
    with within_reason():
        PGN.recognises(text)
        refused(text)


@pytest.mark.parametrize("text", ["", START, "[", "[Variant]", 'x [Variant "Duck"]'])
def test_texts_in_no_known_record_format_are_refused(text: str) -> None:
    assert not is_record(text, GAMES)
    with pytest.raises(RecordError):
        read_any(text)
