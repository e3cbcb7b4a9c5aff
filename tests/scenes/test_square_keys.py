"""A letter and a digit name a square on the board, also where the letter is a shortcut; and where the keyboard is."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from rules import get
from scenes.table.constants import SHORTCUT_WAIT_SECONDS
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT

GAMES = {"double-draughts": "abcdefgh", "duck-chess": "abcdefgh", "ducart": "abcdefgh", "unstacked-draughts": "wb"}
BLACK_OFFERS_ONE = "7m/2m5/8/2M5/8/8/7M/8 b 2 0 1"
"""After c7-b6 White's c5 must take."""
SHORTCUTS = {"e": "try-out", "f": "flip", "h": "hint"}


def heard(drive: Driver) -> list[str]:
    """Put a list of what shortcuts do in the place of what they do."""
    acted: list[str] = []
    drive.scene.actions = {name: partial(acted.append, name) for name in drive.scene.actions}
    return acted


def type_in(drive: Driver, text: str) -> None:
    for sign in text:
        drive.strike(ord(sign))


@pytest.mark.parametrize("words", [False, True], ids=["silent", "read"])
@pytest.mark.parametrize("game", GAMES)
def test_letter_and_digit_move_the_cursor_to_a_square(tables: Tables, game: str, words: bool) -> None:
    drive = tables.table(ANNA, BERT, game=get(game), line_of_words=words)
    acted = heard(drive)
    drive.strike(pygame.K_TAB)
    for letter in GAMES[game]:
        for digit in "36":
            type_in(drive, letter + digit)
            assert drive.marks.focus == letter + digit, f"{letter}{digit} leads to {drive.marks.focus}"
    drive.run(2 * SHORTCUT_WAIT_SECONDS)
    assert acted == [], "a letter of a square was taken for a shortcut"


def test_typing_a_square_focuses_the_board(tables: Tables) -> None:
    drive = tables.table()
    type_in(drive, "c3")
    assert drive.marks.focus == "c3" and drive.scene.board_focus.has_focus


@pytest.mark.parametrize("letter", SHORTCUTS)
def test_shortcut_letter_on_the_board_acts_unless_a_digit_follows(tables: Tables, letter: str) -> None:
    drive = tables.table()
    acted, wanted = heard(drive), SHORTCUTS[letter]
    type_in(drive, letter)
    assert acted == [wanted], "off the board it acts at once"
    drive.strike(pygame.K_TAB)
    acted.clear()
    type_in(drive, letter)
    drive.run(SHORTCUT_WAIT_SECONDS / 2)
    assert acted == []
    drive.run(SHORTCUT_WAIT_SECONDS)
    assert acted == [wanted], "no digit has followed"
    type_in(drive, letter + "9")
    assert acted == [wanted, wanted], "no such square"
    type_in(drive, letter + letter)
    drive.strike(pygame.K_RIGHT)
    assert acted == [wanted] * 4, "another key doesn't wait"


def test_squares_of_a_typed_turn_go_into_its_field(tables: Tables) -> None:
    drive = tables.table(line_of_words=True)
    drive.strike(pygame.K_TAB)
    here = drive.marks.focus
    type_in(drive, "ia6")
    assert drive.marks.focus == here


@pytest.mark.parametrize(("before", "after"), [("b6", "c5"), ("c5", "c5"), (None, None)])
def test_cursor_moves_to_the_piece_that_must_capture(tables: Tables, before: str | None, after: str | None) -> None:
    drive = tables.table(position=BLACK_OFFERS_ONE, clicks=("c7",))
    if before is None:
        drive.click("b6")
    else:
        type_in(drive, "b6")
        drive.strike(pygame.K_RETURN)
        assert len(drive.match.plies) == 1
    if before == "c5":
        type_in(drive, "c5")
    drive.settle()
    assert drive.marks.focus == after and drive.marks.forced == {"c5"}
