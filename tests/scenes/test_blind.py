"""Whole matches by who hears only the line of words: from the menu through set-up to the result, by keys alone."""

import re
from collections.abc import Iterator
from typing import Final

import pygame
import pytest

from rules import KEYS
from rules.ducale.cards import read
from rules.ducale.moves import LayOff
from scenes.app.game_card import card_of
from scenes.app.words import Words
from scenes.games.ducale.saying import spellings
from scenes.table.status_text import describe_turn
from tests.effort import by_effort
from tests.scenes.driver import Driver, Tables
from tests.scenes.hearing import Hearing, at_the_menu
from tests.scenes.matches import ANNA, BERT, DUCK, ONE_CAPTURE
from tests.scenes.rummy import DUCALE, alone, hand_of, play_round
from tests.scenes.test_coach import sweeping


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Hearing]:
    one = at_the_menu(monkeypatch, request.param)
    yield one
    one.close()


BOTH: Final = [(language, game) for language in ("en", "fr") for game in KEYS]


@pytest.mark.parametrize(("hearing", "game"), by_effort(BOTH[::4], BOTH[1::2], BOTH), indirect=["hearing"])
def test_a_whole_match_is_played_by_the_line_of_words_alone(hearing: Hearing, game: str) -> None:
    hearing.open(game)
    assert hearing.play()
    if card_of(game).hidden_hands:
        words, told = hearing.words, "\n".join(hearing.log)
        for deed in words.bound:
            kept = f"{deed}((?!{words.dead}).)*{words.ended}"
            assert re.search(kept, told, re.DOTALL), f"{deed} never leads to the end of a turn"


# --- the keys


def at_the_duck(tables: Tables) -> Driver:
    drive = tables.table(ANNA, BERT, game=DUCK, line_of_words=True, animation="off")
    drive.strike(pygame.K_UP)
    return drive


def typed(drive: Driver, text: str, key: int = pygame.K_RETURN) -> str:
    drive.strike(pygame.K_i)
    drive.write(text)
    drive.strike(key)
    drive.settle()
    return str(drive.app.line.happened)


def test_keys_tell_what_is_asked(tables: Tables) -> None:
    drive, said = at_the_duck(tables), {}
    for letter in "oxeatl":
        drive.strike(ord(letter))
        said[letter] = drive.app.line.happened
    assert said["o"] == "a2: white pawn. Enter picks it up. Goes to a3 and a4." == drive.app.line.under
    assert (
        said["x"].startswith("a7: black pawn. f7: black pawn. b2: white pawn.") and said["e"].count("white pawn") == 8
    )
    assert "White knight: b1, g1." in said["a"] and said["t"] == "There are no clocks."
    drive.strike(pygame.K_a, pygame.KMOD_SHIFT)
    assert "Black knight: b8, g8." in drive.app.line.happened


def test_a_piece_s_letter_goes_to_the_next_and_with_shift_back(tables: Tables) -> None:
    drive = at_the_duck(tables)
    places = []
    for mod in (0, 0, pygame.KMOD_SHIFT):
        drive.strike(pygame.K_n, mod)
        places.append(drive.app.line.under[:2])
    assert places[0] == places[2] != places[1] and set(places) < {"b1", "g1", "b8", "g8"}


def test_what_is_said_again_differs_by_a_space(tables: Tables) -> None:
    drive = at_the_duck(tables)
    said = []
    for _ in range(3):
        drive.strike(pygame.K_o)
        said.append(drive.app.line.happened)
    assert said[0] == said[2] == said[1].rstrip() != said[1]


def test_letters_are_shortcuts_with_alt_and_without_the_line(tables: Tables) -> None:
    drive = at_the_duck(tables)
    bottom = drive.facts.model.bottom
    drive.strike(pygame.K_f, pygame.KMOD_ALT)
    assert drive.facts.model.bottom != bottom
    plain = tables.table(position=ONE_CAPTURE)
    plain.strike(pygame.K_UP)
    plain.strike(pygame.K_i)
    assert plain.app.line.under == ""


def test_a_turn_is_typed_in_any_spelling(tables: Tables) -> None:
    drive = at_the_duck(tables)
    assert "e4@e6" in typed(drive, "e2e4 e6")
    assert "Nf6@e3" in typed(drive, "Nf6@e3")
    assert "d4@d5" in typed(drive, "D2-D4, d5")


def test_what_is_no_turn_is_refused_in_words_and_stays_to_be_mended(tables: Tables) -> None:
    drive = tables.table(position=ONE_CAPTURE, line_of_words=True, animation="off")
    drive.strike(pygame.K_UP)
    assert "belongs to the other side" in typed(drive, "b6c5")
    assert drive.app.line.under == "Type a turn: b6c5" and drive.played() == []
    for _ in range(4):
        drive.strike(pygame.K_BACKSPACE)
    drive.write("c5")
    drive.strike(pygame.K_TAB)
    assert drive.app.line.happened.startswith("One fits: c5xa7") and drive.app.line.under == "Type a turn: c5xa7"
    drive.strike(pygame.K_RETURN)
    assert drive.played() == ["c5xa7"]


def test_cards_are_laid_by_their_ranks(rummy: Tables) -> None:
    drive = alone(rummy, line_of_words=True)
    drive.strike(pygame.K_UP)
    assert typed(drive, "draw").startswith("You drew the ")
    assert "You laid the 9 of hearts, the 10 of hearts and the jack of hearts." in typed(drive, "lay 9 10 J")


def test_after_cards_are_laid_the_keyboard_is_still_on_the_table(rummy: Tables) -> None:
    drive = alone(rummy, line_of_words=True)
    drive.strike(pygame.K_UP)
    drive.scene.hand.point(next(card for card in hand_of(drive) if ":9H" in card))
    typed(drive, "draw")
    typed(drive, "lay 9 10 J")
    drive.strike(pygame.K_i)
    assert drive.app.line.under.startswith("Type a turn")


def test_where_several_melds_take_a_card_the_number_tells_which(rummy: Tables) -> None:
    position = alone(rummy).match.position
    words = Words("en")
    first, second = (LayOff(position.to_move, meld, (read("8C"),)) for meld in (3, 5))
    one, other = (set(spellings(words, move)) for move in (first, second))
    assert "add 8C" in one & other and "add 8C to 3" in one - other and "add 8C to 5" in other - one


def test_between_rounds_the_line_tells_what_enter_does_and_what_the_round_cost(rummy: Tables) -> None:
    drive = alone(rummy, line_of_words=True)
    play_round(drive)
    drive.settle()
    assert "Press Enter" in drive.app.line.happened
    drive.strike(pygame.K_UP)
    drive.strike(pygame.K_RETURN)
    drive.settle()
    assert drive.app.line.happened.startswith("Score pad. You, Round 1: ") and "Total: " in drive.app.line.happened
    assert drive.app.line.under == "Deal the next round"
    drive.strike(pygame.K_RETURN)
    assert drive.match.position.round == 2


def test_an_exercise_is_done_by_a_typed_turn(tables: Tables) -> None:
    coached = sweeping(tables, line_of_words=True, animation="off")
    coached.strike(pygame.K_UP)
    typed(coached, "d4xe5")
    assert coached.state == "done" or "Yes." in coached.app.line.happened


def test_of_a_turn_in_several_steps_the_new_one_is_told_alone(rummy: Tables) -> None:
    drive = alone(rummy, line_of_words=True)
    drive.strike(pygame.K_UP)
    assert typed(drive, "draw").startswith("You drew the ")
    laid = typed(drive, "lay 9 10 J")
    assert laid.startswith("You laid the 9 of hearts") and "You drew" not in laid
    drive.strike(pygame.K_l)
    assert re.match(r"You drew .*\. You laid ", drive.app.line.happened), "the key for the last turn tells all of it"
    drive.escape()
    drive.settle()
    assert drive.app.line.happened.startswith("You drew the "), "what is left of the turn is told after a step back"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_to_be_done_at_the_table_is_said_without_a_click(language: str) -> None:
    """A click may be told of beside a key, or where nothing but the mouse does the thing."""
    words = Words(language)
    told = {
        f"{part}.{key}.{name}": text
        for key in KEYS
        for part in ("remark", "prompt", "lesson", "deed", "does")
        for name, text in words.below(f"{part}.{key}").items()
    } | {"first_help": words("table.first_help"), "hint_click": words("lessons.hint_click")}
    assert len(told) > 20
    wrong = {name: text for name, text in told.items() if re.search("[Cc]li(ck|qu)", text)}
    assert set(wrong) <= {"prompt.ducale.next", "deed.ducart.let_go"}


def test_a_turn_that_has_only_begun_says_what_is_known_of_it(rummy: Tables) -> None:
    drive = rummy.table(ANNA, BERT, game=DUCALE, animation="off")
    drive.until(lambda: drive.match.position.to_move >= 0)
    drive.match.play(next(move for move in drive.match.position.legal_moves() if str(move) == "+P"), 0.0)
    session = drive.scene.table.session
    told = [describe_turn(drive.app.words, session, turn) for turn in range(len(drive.match.turns()))]
    assert told[0] == "The cards are dealt." and told[-1].endswith(" drew a card.")


def test_what_a_card_can_do_is_told_by_what_may_be_typed(rummy: Tables) -> None:
    drive = alone(rummy, line_of_words=True)
    drive.strike(pygame.K_UP)
    typed(drive, "draw")
    drive.strike(pygame.K_m)
    assert re.match(r"\d+ fit: .*discard ", drive.app.line.happened)
