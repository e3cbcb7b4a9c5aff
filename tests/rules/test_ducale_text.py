"""Cards, melds, turns, state lines and records of Ducale as text, both ways (README.md, section 12)."""

import json
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ducale import GAME
from rules.ducale.cards import JOKER, PACK, TEXTS, CardError, read
from rules.ducale.melds import MeldError, read_meld
from rules.ducale.moves import apply_lay_off, lay_off_between
from rules.ducale.options import Options
from rules.ducale.position import Position, start
from rules.ducale.possible_melds import list_enlargements, melds_in
from rules.ducale.records import LOG
from rules.ducale.text import read_turn
from rules.errors import PositionError, RecordError
from rules.lab.ducale_simulation import at_random, play_round
from rules.match import Match
from rules.record import Player, Record
from tests.effort import by_effort, by_night
from tests.rows import rows
from tests.rules.rami import after, position, refused

WORDS: Final = st.lists(
    st.sampled_from([*TEXTS, *(f"JK={text}" for text in TEXTS), "1H", "7H#3", "th", "", "<AH"]), max_size=8
)


@pytest.mark.parametrize(
    ("word", "text"), [("TS", "10S"), ("10s", "10S"), ("7h#2", "7H"), ("jk", "JK"), ("JK#4", "JK"), ("aC", "AC")]
)
def test_cards_are_read_as_people_write_them(word: str, text: str) -> None:
    assert TEXTS[read(word)] == text


@pytest.mark.parametrize("word", ["", "1S", "11H", "7X", "7", "H7", "7H#5", "7H#", "??", "JK=7H", "7H ", "７H"])
def test_texts_that_name_no_card_are_refused(word: str) -> None:
    with pytest.raises(CardError):
        read(word)


@given(WORDS)
def test_any_text_is_refused_or_a_meld_that_reads_back(words: list[str]) -> None:
    try:
        meld = read_meld(" ".join(words))
    except MeldError as problem:
        assert problem.code.isupper()
        return
    assert read_meld(str(meld)) == meld
    backwards = read_meld(" ".join(reversed(str(meld).split())))
    assert set(backwards.faces) == set(meld.faces)


@given(st.randoms(use_true_random=False), st.integers(3, 14))
@settings(max_examples=60, deadline=None)
def test_melds_of_a_hand_are_distinct_and_read_back(rng: Random, size: int) -> None:
    hand = tuple(rng.sample([card for card in PACK if card == JOKER or card // 13 < 2], size))
    melds = list(melds_in(hand))
    assert len(set(melds)) == len(melds)
    for meld in melds:
        assert read_meld(str(meld)) == meld
        assert all(meld.cards.count(card) <= hand.count(card) for card in meld.cards)
        for more in list_enlargements(meld, hand):
            assert read_meld(str(more)) == more
            assert apply_lay_off(meld, lay_off_between(0, 1, meld, more)) == more


def test_a_turn_may_name_its_cards_in_any_order() -> None:
    begun = position("4H 5H 6H KD 2D", opened=[0], table=["8S 9S 10S"], stock="7S")
    one = after(begun, "+P:7S M[6H 4H 5H] L1[7S] -KD")
    assert one == after(begun, "+p m[5h 4h#2 6H]  L1[<7s] -kd")
    assert (str(one.meld(1)), str(one.meld(2))) == ("7S 8S 9S 10S", "4H 5H 6H")
    assert refused(begun, "+P L1[>7S] -KD") == "GAP"


def test_an_ace_that_fits_both_ends_is_high_unless_marked() -> None:
    begun = position(
        "AD KS KH", opened=[0], table=["2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD"], stock="2C", options=Options()
    )
    assert str(after(begun, "+P L1[AD] -KS").meld(1)).endswith("KD AD")
    assert str(after(begun, "+P L1[>AD] -KS").meld(1)).endswith("KD AD")
    low = after(begun, "+P L1[<AD] -KS")
    assert str(low.meld(1)).startswith("AD 2D")
    texts = [str(move) for move in after(begun, "+P…").legal_moves()]
    assert "L1[AD]" in texts and "L1[<AD]" in texts


@rows
def test_a_wrong_turn_is_refused_with_its_reason(turn: str, code: str) -> None:
    begun = position("4H 5H JK 9C", opened=[0], table=["7S 8S JK=9S"], stock="6H")
    assert refused(begun, turn) == code


def test_a_state_in_mid_turn_lists_its_pending_moves() -> None:
    begun = position("4H 5H 6H 9C", opened=[0], table=["7S 8S JK=9S"], stock="9S")
    now = after(begun, "+P M[4H 5H 6H] X1[9S]…")
    data = json.loads(now.text())
    assert data["pending"] == ["+P:9S", "M[4H 5H 6H]", "X1[9S]"]
    assert {**data, "pending": None} == {**json.loads(begun.text()), "pending": None}
    again = GAME.text.read(now.text())
    assert again == now and again.text() == now.text()
    assert json.loads(now.seen_by(1).text())["owed"] == ["JK"]
    assert json.loads(now.seen_by(1).text())["fresh"] == [2]


@rows
def test_a_damaged_state_is_refused_with_part_and_position(path: str, value: Any, named: str) -> None:
    data: Any = json.loads(position("4H 5H JK 9C", opened=[0], table=["7S 8S JK=9S"]).text())
    where = data
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        where = where[step]
    where[last] = value
    with pytest.raises(PositionError) as caught:
        GAME.text.read(json.dumps(data))
    assert named in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "1", "[" * 100_000, '{"v":1}', "x" * 200_000])
def test_texts_without_a_state_are_refused(text: str) -> None:
    with pytest.raises(PositionError):
        GAME.text.read(text)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_randomly_changed_state_is_refused_or_read(data: st.DataObject) -> None:
    state: Any = json.loads(position("4H 5H JK 9C", opened=[0], table=["7S 8S JK=9S"]).text())
    key = data.draw(st.sampled_from(sorted(state)))
    simple = st.none() | st.booleans() | st.integers(-3, 120) | st.sampled_from(["", "7H", "draw", "end"])
    state[key] = data.draw(simple | st.lists(simple | st.lists(simple, max_size=3), max_size=4))
    try:
        read = GAME.text.read(json.dumps(state))
    except PositionError as problem:
        assert str(problem).startswith("State")
        return
    assert GAME.text.read(read.text()) == read


def story(seed: int, seats: int, options: Options, rounds: int) -> Match:
    match, now, rng = Match(GAME.play, options, seats), start(options, seats), Random(seed)
    for _ in range(rounds):
        for move, after_it in play_round(now, at_random, rng):
            match.play(move)
            now = after_it
        if now.outcome() is not None:
            break
    return match


def written(match: Match) -> str:
    """Return the record of the match, after checking that it reads back as the same match."""
    players = tuple(Player("person", f"Player {seat}") for seat in range(match.seats))
    text = LOG.write(Record(match, players))
    read = LOG.read(text, GAME.play)
    assert read.players == players
    assert (read.match.options, read.match.positions) == (match.options, match.positions)
    return text


def test_records_contain_rebuilt_stocks_and_blocked_rounds() -> None:
    seen = set()
    for seed in range(by_night(12, 40)):
        told = story(seed, 6, Options(open_min=51, open_pure_run=True), 1)
        seen |= {line.split()[0] for line in written(told).splitlines()} & {"~"}
        last = told.position
        assert isinstance(last, Position)
        seen.add(last.phase)
        if by_effort(seen == {"~", "end", "blocked"}, False, False):
            break
    assert seen == {"~", "end", "blocked"}


def test_a_record_may_begin_in_mid_round() -> None:
    begun = position("4H 5H 6H 9C", "KD QD", opened=[1], stock="9S")
    match = Match(GAME.play, begun.options, 2, position=begun)
    for move in read_turn(begun, "+P M[4H 5H 6H] -9S"):
        match.play(move)
    assert written(match).splitlines()[-1] == "+P:9S M[4H 5H 6H] -9S"


@rows
def test_a_damaged_record_is_refused_with_its_line(line: int, text: str) -> None:
    lines = written(story(1, 2, Options(), 1)).splitlines()
    lines[line - 1] = text
    with pytest.raises(RecordError) as caught:
        LOG.read("\n".join(lines), GAME.play)
    assert caught.value.line == line


def test_points_and_rounds_of_a_record_must_follow_from_its_turns() -> None:
    lines = written(story(1, 2, Options(target=1000), 2)).splitlines()
    end = next(number for number, line in enumerate(lines) if line.startswith("end"))
    for number, text in ((end, "end 1 1"), (end + 1, lines[3]), (end, "+P -9C")):
        with pytest.raises(RecordError) as caught:
            LOG.read("\n".join([*lines[:number], text, *lines[number + 1 :]]), GAME.play)
        assert caught.value.line == number + 1
