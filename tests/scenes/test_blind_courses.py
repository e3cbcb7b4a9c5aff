"""Lessons and puzzles as they are shipped, done by who hears only the line of words: from the menu, by keys alone."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import pygame
import pytest

from rules import KEYS
from scenes.app.game_files import games_with
from tests.effort import by_effort
from tests.scenes.hearing import Hearing, at_the_menu

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


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Hearing]:
    one = at_the_menu(monkeypatch, request.param)
    yield one
    one.close()


def study(hearing: Hearing, game: str, key: int) -> None:
    hearing.tab_to(f"^{hearing.words.games[game]}")
    hearing.strike(key)
    hearing.wait(3)
    assert hearing.words.games[game] in hearing.happened
    hearing.strike(pygame.K_RETURN)
    hearing.wait(3)


@pytest.mark.parametrize(
    ("hearing", "pupil"), [pytest.param(one.language, one, id=one.game) for one in PUPILS], indirect=["hearing"]
)
def test_a_lesson_is_done_by_words_alone(hearing: Hearing, pupil: Pupil) -> None:
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


def by_hints(hearing: Hearing) -> None:
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
def test_every_lesson_of_a_course_can_be_done_by_what_its_hints_say(hearing: Hearing, game: str) -> None:
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
def test_a_puzzle_is_solved_by_words_alone(hearing: Hearing, game: str) -> None:
    study(hearing, game, pygame.K_p)
    task = hearing.happened
    assert len(task.split(". ")) > 1 and "  " not in task
    by_hints(hearing)
    assert re.search(RIGHT, hearing.happened)
    hearing.strike(pygame.K_RETURN)
    hearing.wait(3)
    assert hearing.happened and not re.search(RIGHT, hearing.happened)
