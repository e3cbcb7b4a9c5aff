"""Positions and turns of all games as text: read, written again, or refused with a place, a reason and a code."""

import pytest

from rules import GAMES, console, get
from rules.errors import PositionError
from rules.game import Game
from tests.patience import within_reason
from tests.rows import rows
from tests.rules.play import turn_refused


@rows
def test_a_position_is_written_back_unchanged_or_completed(key: str, text: str, written: str | None) -> None:
    """`written`: where it is something else than the text."""
    assert get(key).text.read(text).text() == (written or text)


@rows
def test_a_bad_position_is_refused_with_its_place_and_a_code(key: str, text: str, code: str, words: str) -> None:
    """Bug: a null character in a DDFEN came into the sentence, and no font can paint it."""
    with pytest.raises(PositionError) as caught:
        get(key).text.read(text)
    sentence = str(caught.value)
    assert (caught.value.code, words in sentence) == (code, True), sentence
    assert sentence.endswith(".") and sentence.isprintable()


@rows
def test_a_bad_turn_is_refused_with_a_code_and_a_reason(
    key: str, position: str, options: str, turn: str, code: str, words: str
) -> None:
    problem = turn_refused(get(key), console.position_of(get(key), position, options), turn)
    assert (problem.code, words in str(problem)) == (code, True), str(problem)


@rows
def test_turns_lead_to_the_position_of_the_case(
    law: str, key: str, position: str, options: str, turns: list[str], text: str
) -> None:
    start = console.position_of(get(key), position, options)
    assert console.play(get(key), start, turns).text() == text, law


@rows
def test_a_turn_is_read_in_many_styles_and_written_in_two(
    key: str, position: str, texts: list[str], turn: str, notation: str
) -> None:
    """`turn` and `notation`: as programs and as people write it; `texts`: other ways."""
    forms, start = get(key).text, get(key).text.read(position)
    moves = forms.read_turn(start, turn)
    assert (forms.write_turn(start, moves), forms.notate(start, moves)) == (turn, notation)
    assert {text: tuple(forms.read_turn(start, text)) for text in texts} == dict.fromkeys(texts, tuple(moves))
    assert tuple(forms.read_turn(start, notation)) == tuple(moves)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_endless_texts_are_refused_at_once(game: Game) -> None:
    with within_reason():
        turn_refused(game, game.play.start(game.play.options(), game.play.seats.start), "x" * 1_000_000)
        with pytest.raises(PositionError):
            game.text.read("x" * 1_000_000)
