"""Our record format: written, read, and refused with the number of the line (rules/record.py)."""

from dataclasses import dataclass, replace
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES, get
from rules.clock import Control
from rules.common.quoting import readable_name
from rules.common.scrambling import MOST, scramble, unscramble
from rules.contract import Outcome
from rules.double_draughts import GAME
from rules.double_draughts.options import Options
from rules.errors import RecordError
from rules.match import Match
from rules.record import Player, Record, game_named, read, read_head, read_options, write, write_options
from tests.checks import error_of
from tests.effort import by_effort
from tests.rows import rows

JUMP = """\
Tablier: 1
Game: double-draughts
Options: setup=standard third_level=no
Position: 7m/8/2m5/8/m1m5/1M2M3/8/8 w 2 0 1
Clock: 10+5
Seat 0: person Anna
Seat 1: computer 2 The regular
Club: Rare games, Lyon

1 b3xd5 3.2
1 d5xb7 0.5
0 h8-g7 61.0
1 resigned 0.0
"""
"""Headers take lines 1 to 8; the plies begin on line 10. The result comes with the writing."""
PLAYERS = (Player(), Player("computer", "Bot", 3))


def refused(text: str) -> RecordError:
    return error_of(RecordError, read, text, GAMES)


def changed(old: str, new: str) -> str:
    assert JUMP.count(old) == 1
    return JUMP.replace(old, new)


def test_a_record_is_replayed_with_players_clock_and_ending() -> None:
    record = read(JUMP, GAMES)
    match = record.match
    assert match.position.text() == "8/1M4m1/8/8/m7/4M3/8/8 w 2 0 2"
    assert match.outcome() == Outcome("resigned", (0,))
    assert record.players == (Player("person", "Anna"), Player("computer", "The regular", 2))
    assert match.clock.control == Control(10, 5)
    assert match.clock.seconds_left(0, 0.0) == pytest.approx(600.0 - 61.0 + 5.0)
    assert match.clock.seconds_left(1, 0.0) == pytest.approx(600.0 - 3.2 - 0.5 + 5.0)
    assert match.has_own_start


def test_old_and_new_clock_notations_keep_their_meanings() -> None:
    matches = [read(changed("10+5", clock), GAMES) for clock in ("10+5", "10+5 from turn 2")]
    assert [one.match.clock.seconds_left(0, 0.0) for one in matches] == [pytest.approx(544.0), 600.0]
    assert [str(one.match.clock.control) for one in matches] == ["10+5", "10+5 from turn 2"]
    assert write(matches[1]) == write(matches[0]).replace("10+5", "10+5 from turn 2")


def test_an_unknown_header_is_kept() -> None:
    record = read(JUMP, GAMES)
    assert record.extra == {"Club": "Rare games, Lyon"}
    assert read(write(record), GAMES).extra == record.extra


def test_a_record_is_written_back_unchanged_with_its_result() -> None:
    assert write(read(JUMP, GAMES)) == changed("Lyon\n", "Lyon\nResult: resigned 0\n")


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    assert write(read("\ufeff" + JUMP.replace("\n", "\r\n"), GAMES)) == write(read(JUMP, GAMES))


def test_trailing_blanks_and_unprintable_characters_are_skipped() -> None:
    """Bugs: a record that came by mail was refused for its blanks; a name with a null character ended the app."""
    mailed = JUMP.replace("\n", " \t\n").replace("Anna", "An\0na\x7f\ud800")
    assert write(read(mailed, GAMES)) == write(read(JUMP, GAMES))
    assert read_head(mailed) == read_head(JUMP)
    assert "\0" not in str(refused(JUMP.replace("3.2", "3\0 .2 \0")))


def test_a_truncated_record_gives_its_beginning_or_names_its_last_line() -> None:
    whole = [ply.move for ply in read(JUMP, GAMES).match.plies]
    for at in range(len(JUMP)):
        try:
            part = read(JUMP[:at], GAMES).match
        except RecordError as error:
            assert error.line == max(1, len(JUMP[:at].splitlines())), at
        else:
            assert [ply.move for ply in part.plies] == whole[: len(part.plies)], at


def test_a_record_without_plies_is_a_match_that_has_not_begun() -> None:
    text = "Tablier: 1\nGame: double-draughts"
    match = read(text, GAMES).match
    assert match.position == GAME.play.start(Options(), 2)
    assert (match.plies, match.has_own_start, match.clock.control) == ([], False, Control())


def test_a_record_may_stop_in_the_middle_of_a_jump() -> None:
    text = JUMP[: JUMP.index("1 d5xb7")]
    match = read(text, GAMES).match
    assert not match.position.turn_started
    assert write(read(text, GAMES)) == text


def test_a_result_that_contradicts_the_plies_is_ignored() -> None:
    again = read(changed("Clock: 10+5\n", "Clock: 10+5\nResult: no-pieces 1\n"), GAMES)
    assert again.match.outcome() == Outcome("resigned", (0,))
    assert "Result: resigned 0\n" in write(again)


# What is refused.


@rows
def test_the_first_bad_line_is_named(old: str, new: str, line: int, words: str) -> None:
    error = refused(changed(old, new))
    assert error.line == line
    assert str(error).startswith(f"Line {line}: ")
    assert words in str(error)


def test_an_empty_text_and_an_endless_one_are_refused() -> None:
    assert refused("").line == 1
    assert refused("\n" * 100_001).line == 0
    assert refused(changed("Rare games", "x" * 2000)).line == 8
    assert refused(changed("1 b3xd5 3.2", f"1 {'b' * 2000} 3.2")).line == 10


# Players and options.


@settings(max_examples=by_effort(12, 100, 100))
@given(st.text(max_size=30))
def test_a_record_with_any_player_name_can_be_read(name: str) -> None:
    record = Record(Match(GAME.play), (Player("person", name), Player("computer", name, 7)))
    again = read(write(record), GAMES)
    words = readable_name(name)
    assert again.players == (Player("person", words), Player("computer", words, 7))


def test_a_written_player_is_read_back() -> None:
    players = (
        Player(),
        Player("person", "Anna B."),
        Player("computer", "", 1),
        Player("computer", "Old Tom", 12),
        Player("engine", "Fairy 14"),
    )
    for player in players:
        assert Player.read(str(player)) == player


@dataclass(frozen=True)
class Sample:
    size: Literal[8, 10] = 8
    quick: bool = False


def test_written_options_are_read_back_also_with_commas_on_the_console() -> None:
    for options in (Sample(), Sample(10, True), Sample(8, True)):
        assert read_options(Sample, write_options(options)) == options
    assert read_options(Sample, "size=10,quick=yes") == Sample(10, True)
    assert read_options(Sample, "") == Sample()
    assert read_options(Sample, "quick=1").quick is True


def test_extra_headers_never_hide_the_records_own() -> None:
    record = replace(read(JUMP, GAMES), extra={"Game": "chess", "Result": "won", "Event": "two\nlines"})
    text = write(record)
    assert "chess" not in text
    assert "Result: resigned 0\n" in text
    assert "Event: two lines\n" in text


def test_the_game_of_a_record_is_known_from_its_header() -> None:
    assert game_named("\ufeff" + JUMP.replace("\n", "\r\n")) == "double-draughts"
    assert game_named(changed("Game: double-draughts", "Game: tiddlywinks")) == "tiddlywinks"
    assert game_named(changed("Game: double-draughts\n", "")) == game_named('[Event "?"]\n') == game_named("") == ""


# --- What a glance at a file must not tell: it comes back whole, tells nothing, and a change of it shows

DEAL = "deal 3 4C KD 10S JK AH 7H"


@pytest.mark.parametrize("text", ["", "a", DEAL, DEAL * 9, "é" * 40])
def test_a_scrambled_text_can_be_restored(text: str) -> None:
    assert unscramble(scramble(text, "7"), "7") == text


def test_a_scrambled_text_is_a_single_word_without_parts_of_the_text() -> None:
    told = scramble(DEAL, "0")
    assert len(told.split()) == 1 and told.isascii() and told.isprintable()
    assert not any(word in told for word in ("deal", "KD", "10S", "AH"))
    assert scramble(DEAL, "0") == told != scramble(DEAL, "1")


def test_any_changed_letter_of_a_scrambled_text_is_noticed() -> None:
    told = scramble(DEAL, "0")
    for at, letter in enumerate(told):
        for other in "Az_-=!é":
            if other != letter:
                with pytest.raises(ValueError, match="changed or damaged"):
                    unscramble(told[:at] + other + told[at + 1 :], "0")


@pytest.mark.parametrize(
    "text",
    ["", "A", "====", "zz zz", "x" * 4000, "é", scramble(DEAL, "1"), scramble("7" * (MOST + 1), "0")],
    ids=["empty", "a letter", "padding", "blank", "long", "accent", "from elsewhere", "swells beyond all measure"],
)
def test_texts_that_were_not_scrambled_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="changed or damaged"):
        unscramble(text, "0")


@pytest.mark.parametrize(
    "unseen", ["\u200b\u200b", "\u00ad", "\u2060\ufeff", "\u3164", "\u202e", "\u0301", "\ufe0f", "\U000e0041"]
)
def test_an_invisible_name_is_no_name(unseen: str) -> None:
    assert Player.read(f"person {unseen}").name == "" and Player.read(f"computer 2 {unseen}").name == ""


@pytest.mark.parametrize("name", ["Anna", "Ана", "👩‍👧", "می‌خواهم", "O’Neil", "-", "Zoe\u0308"])
def test_a_visible_name_is_kept_unchanged(name: str) -> None:
    assert Player.read(f"person {name}").name == name


def test_an_option_for_a_game_without_options_is_refused_in_a_clear_sentence() -> None:
    with pytest.raises(ValueError, match="is no option; this game has none"):
        read_options(get("duck-chess").play.options, "speed=fast")
