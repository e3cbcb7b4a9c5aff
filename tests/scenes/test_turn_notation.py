"""Turns on the screen have the letters and words of the person's language; what leaves it has the notation."""

import re

import pytest

from rules import GAMES, get
from scenes.app.storage import Storage
from scenes.app.words import LANGUAGES, Words
from scenes.table import turn_text
from scenes.table.game_phrases import phrases_of
from scenes.table.session import Session
from scenes.table.turn_text import render_notation
from tests.rows import rows
from tests.rules.play import random_match, read_any
from tests.scenes.matches import ANNA, BERT


@rows
def test_chess_pieces_have_the_letters_of_the_language(note: str, french: str) -> None:
    """Bug: in French "Nc3" stood in the list of turns, where "Cc3" is what is written there."""
    assert render_notation(Words("fr"), "duck-chess", note) == french
    assert render_notation(Words("en"), "duck-chess", note) == note


def test_clock_turns_are_translated_and_distinct() -> None:
    """Bug: "time" stood in the French list of turns."""
    notes = ("time", "pass", "hour Wd2-d3")
    told = [render_notation(Words("fr"), "ducart", note) for note in notes]
    assert told == ["temps", "passe", "heure Balayeur\u00a0d2-d3"]
    for language in LANGUAGES:
        for game in GAMES:
            signs = Words(language).words_below(f"written.{game.key}")
            assert len(set(signs.values())) == len(signs)


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_english_notation_equals_that_of_the_game(key: str) -> None:
    """Where a figure stands for a letter, the text has the piece's name."""
    game = get(key)
    match = random_match(game, game.play.options(), 3)
    turns = phrases_of(key).turns
    for span in match.turns()[:60]:
        moves = [ply.move for ply in match.plies[span.first : span.last]]
        note = game.text.notate(match.positions[span.first], moves)
        text = render_notation(Words("en"), key, note)
        for letter in turns.letter_sprites(match.positions[span.last - 1], moves[-1]):
            text = text.replace(Words("en")(f"written.{key}.{letter}"), letter)
        assert text == turns.write_turn(note)


@pytest.mark.parametrize("key", ["duck-chess", "ducart"])
def test_language_does_not_change_exported_notation(key: str) -> None:
    game = get(key)
    match = random_match(game, game.play.options(), 5)
    session = Session.begin(Storage(), game, game.play.options(), (ANNA, BERT))
    for ply in match.plies[:40]:
        session.match.play(ply.move)
    before = exported(session)
    listed = {language: turn_text.list_turns(Words(language), session) for language in LANGUAGES}
    assert exported(session) == before
    if key == "duck-chess":
        assert any(re.search("[CTFD]", turn) for turn in listed["fr"])
        assert listed["fr"] != listed["en"]
    for text in before.values():
        again = read_any(text).match
        assert [str(ply.move) for ply in again.plies] == [str(ply.move) for ply in session.match.plies]


def exported(session: Session) -> dict[str, str]:
    record = session.record
    return {".tablier": session.text()} | {one.suffix: one.write(record) for one in session.game.text.formats}
