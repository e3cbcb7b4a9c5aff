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
from tests.scenes.rummy import DUCALE, alone, play_round


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


def test_letters_are_shortcuts_with_alt_and_without_the_line(tables: Tables) -> None:
    drive = at_the_duck(tables)
    bottom = drive.facts.model.bottom
    drive.strike(pygame.K_f, pygame.KMOD_ALT)
    assert drive.facts.model.bottom != bottom
    plain = tables.table(position=ONE_CAPTURE)
    plain.strike(pygame.K_UP)
    plain.strike(pygame.K_i)
    assert plain.app.line.under == ""


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
