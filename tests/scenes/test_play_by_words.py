"""Matches, lessons and puzzles by who hears only the line of words: from the menu to the result, by keys alone."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import pygame
import pytest

from rules import KEYS
from rules.ducale.cards import read
from rules.ducale.moves import LayOff
from scenes.app.game_card import card_of
from scenes.app.game_files import games_with
from scenes.app.words import Words
from scenes.games.ducale.card_text import list_spellings
from scenes.table.turn_text import describe_turn
from tests.effort import by_effort
from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA, BERT
from tests.scenes.rummy import DUCALE, alone, play_round
from tests.scenes.words_player import WordsPlayer, start_at_menu


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[WordsPlayer]:
    one = start_at_menu(monkeypatch, request.param)
    yield one
    one.close()


BOTH: Final = [(language, game) for language in ("en", "fr") for game in KEYS]


@pytest.mark.parametrize(("hearing", "game"), by_effort(BOTH[6:7], BOTH[::2], BOTH), indirect=["hearing"])
def test_whole_match_is_played_by_the_line_of_words_alone(hearing: WordsPlayer, game: str) -> None:
    hearing.open(game)
    assert hearing.play()
    if card_of(game).hidden_hands:
        words, told = hearing.words, "\n".join(hearing.log)
        for deed in words.obliged_events:
            kept = f"{deed}((?!{words.dead_end}).)*{words.discarded}"
            assert re.search(kept, told, re.DOTALL), f"{deed} never leads to the end of a turn"


def test_number_selects_one_of_several_melds_that_take_a_card(rummy: Tables) -> None:
    position = alone(rummy).match.position
    words = Words("en")
    first, second = (LayOff(position.to_move, meld, (read("8C"),)) for meld in (3, 5))
    one, other = (set(list_spellings(words, move)) for move in (first, second))
    assert "add 8C" in one & other and "add 8C to 3" in one - other and "add 8C to 5" in other - one


def test_line_between_rounds_has_the_scores_and_what_enter_does(rummy: Tables) -> None:
    drive = alone(rummy, line_of_words=True)
    play_round(drive)
    drive.settle()
    assert "Press Enter" in drive.app.spoken_line.news
    drive.strike(pygame.K_UP)
    drive.strike(pygame.K_RETURN)
    drive.settle()
    assert (
        drive.app.spoken_line.news.startswith("Score pad. You, Round 1: ") and "Total: " in drive.app.spoken_line.news
    )
    assert drive.app.spoken_line.focus_text == "Deal the next round"
    drive.strike(pygame.K_RETURN)
    assert drive.match.position.round == 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_table_texts_ask_for_no_click(language: str) -> None:
    """A click may be told of beside a key, or where nothing but the mouse does the thing."""
    words = Words(language)
    told = {
        f"{part}.{key}.{name}": text
        for key in KEYS
        for part in ("remark", "prompt", "lesson", "deed", "does")
        for name, text in words.words_below(f"{part}.{key}").items()
    } | {"first_help": words("table.first_help"), "hint_click": words("lessons.hint_click")}
    assert len(told) > 20
    wrong = {name: text for name, text in told.items() if re.search("[Cc]li(ck|qu)", text)}
    assert set(wrong) <= {"prompt.ducale.next", "deed.ducart.let_go"}


def test_unfinished_turn_is_described_so_far(rummy: Tables) -> None:
    drive = rummy.table(ANNA, BERT, game=DUCALE, animation="off")
    drive.until(lambda: drive.match.position.to_move >= 0)
    drive.match.play(next(move for move in drive.match.position.legal_moves() if str(move) == "+P"), 0.0)
    session = drive.scene.table.session
    told = [describe_turn(drive.app.words, session, turn) for turn in range(len(drive.match.turns()))]
    assert told[0] == "The cards are dealt." and told[-1].endswith(" drew a card.")


RIGHT: Final = "^(.* )?(Well done|Bravo)\\W"
WRONG: Final = "^(.* )?(Not this way|Ce n’est pas cela)\\."
AGAIN: Final = "^(.* )?(That was taken back|Tout est remis en place)\\."
ONWARD: Final = "(Press Enter|Appuyez sur Entrée\u00a0): "
TO_TYPE: Final = "(?:To type|À écrire\u00a0): (.*)\\.$"


class Pupil(NamedTuple):
    game: str
    language: str
    title: str
    right: Sequence[str]
    wrong: str = ""
    """A turn that is legal and not what is wanted; none where everything legal is right."""
    first: int = 0


PUPILS: Final = (
    Pupil("double-draughts", "en", "The first step", ["c3-d4"], "a3-b4"),
    Pupil("duck-chess", "fr", "Une pièce, puis le canard", ["e2e4 e6"], "d2d4 e6"),
    Pupil("unstacked-draughts", "en", "The first throw", ["throw", "4", "3"]),
    Pupil("ducart", "fr", "Le premier pas", ["Balayeur b2-b3"], "b1a3"),
    Pupil("ducale", "en", "Take one, discard one", ["draw", "discard KD"], "discard 2C", 1),
)


def study(hearing: WordsPlayer, game: str, key: int) -> None:
    hearing.tab_to(f"^{hearing.words.games[game]}")
    hearing.strike(key)
    hearing.wait(3)
    assert hearing.words.games[game] in hearing.happened
    hearing.strike(pygame.K_RETURN)
    hearing.wait(3)


@pytest.mark.parametrize(
    ("hearing", "pupil"), [pytest.param(one.language, one, id=one.game) for one in PUPILS], indirect=["hearing"]
)
def test_lesson_is_completed_by_the_line_of_words_alone(hearing: WordsPlayer, pupil: Pupil) -> None:
    study(hearing, pupil.game, pygame.K_l)
    task = hearing.happened
    assert task.startswith(f"{pupil.title}. ") and task.count(pupil.title) == 1
    for number, turn in enumerate(pupil.right):
        if pupil.wrong and number == pupil.first:
            asked = hearing.happened
            hearing.type(pupil.wrong)
            hearing.until(WRONG)
            hearing.until(AGAIN)
            assert asked.rpartition(". ")[2] in hearing.happened, "it isn't said again what is to be done"
        asked = hearing.happened
        hearing.type(turn)
        hearing.wait(30)
        assert hearing.happened != asked and not re.search(f"{WRONG}|{AGAIN}", hearing.happened)
        assert bool(re.search(ONWARD, hearing.happened)) == (number == len(pupil.right) - 1)
    assert re.search(RIGHT, hearing.happened)
    hearing.strike(pygame.K_RETURN)
    hearing.wait(3)
    assert hearing.happened and pupil.title not in hearing.happened and not re.search(ONWARD, hearing.happened)


def by_hints(hearing: WordsPlayer) -> None:
    for _ in range(40):
        hearing.wait(20)  # what goes by itself has gone
        if re.search(ONWARD, hearing.happened):
            return
        hearing.strike(pygame.K_h, pygame.KMOD_ALT)
        told = re.search(TO_TYPE, hearing.happened)
        if told is not None:
            hearing.type(told[1])
    raise AssertionError("\n".join(hearing.log[-6:]))


@pytest.mark.parametrize("game", KEYS[:: by_effort(2, 1, 1)])
@pytest.mark.parametrize("hearing", ["en"], indirect=True)
def test_every_lesson_can_be_completed_by_its_hints(hearing: WordsPlayer, game: str) -> None:
    study(hearing, game, pygame.K_l)
    for _ in range(40):
        by_hints(hearing)
        hearing.strike(pygame.K_RETURN)
        hearing.wait(3)
        if re.search("Summary", hearing.log[-2]):
            return
    raise AssertionError("\n".join(hearing.log[-6:]))


@pytest.mark.parametrize(
    ("hearing", "game"),
    [(("fr", "en")[at % 2], game) for at, game in enumerate(games_with("puzzles.toml"))],
    indirect=["hearing"],
)
def test_puzzle_is_solved_by_the_line_of_words_alone(hearing: WordsPlayer, game: str) -> None:
    study(hearing, game, pygame.K_p)
    task = hearing.happened
    assert len(task.split(". ")) > 1 and "  " not in task
    by_hints(hearing)
    assert re.search(RIGHT, hearing.happened)
    hearing.strike(pygame.K_RETURN)
    hearing.wait(3)
    assert hearing.happened and not re.search(RIGHT, hearing.happened)
