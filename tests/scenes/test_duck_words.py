"""What the table says in Duck Chess: refusals, ends, and what goes out of the table as text."""

from __future__ import annotations

from typing import Final

import pygame
import pytest

from rules import GAMES
from rules.record import read_any
from scenes.app.words import LANGUAGES, Words
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import DUCK, MIDDLE

FOWLED: Final = "kb6/p1p5/P1P5/8/8/8/8/7K w - - 0 1"
"""With the duck on b7 Black has no move."""
KING_TO_TAKE: Final = "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", ["king-captured", "stalemate", "50-moves", "repetition"])
def test_an_end_names_whom_it_is_about(language: str, reason: str) -> None:
    said = Words(language)(f"outcome.duck-chess.{reason}", winner="Anna", loser="Bert")
    assert ("Anna" in said) is (reason == "stalemate") and ("Bert" in said) is (reason == "king-captured")


def result(drive: Driver) -> tuple[str, str]:
    drive.settle()
    drive.run(0.5)
    above = drive.above
    assert isinstance(above, ResultScene)
    headline, detail, _ = above._told
    return headline, detail


def test_who_cannot_move_is_said_to_win(tables: Tables) -> None:
    drive = tables.table(game=DUCK, position=FOWLED, animation="off", clicks=("h1", "h2", "b7"))
    assert result(drive) == ("Bert won", "Bert cannot move, and therefore wins.")


def test_whose_king_was_taken_is_said_to_have_lost(tables: Tables) -> None:
    drive = tables.table(game=DUCK, position=KING_TO_TAKE, animation="off", clicks=("e2", "e8"))
    assert result(drive) == ("Anna won", "Bert’s king was captured.")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "The duck waits beside the board"), ("fr", "Le canard attend")]
)
def test_before_the_first_move_it_says_where_the_duck_is(tables: Tables, language: str, words: str) -> None:
    drive = tables.table(game=DUCK, language=language, animation="off")
    assert drive.note.startswith(words) and drive.note.endswith(drive.app.words("table.first_help"))
    drive.click("e2", "e4")
    assert words not in drive.note
    drive.click("e5")
    assert drive.note == drive.app.words("table.first_help")


def test_of_a_duck_that_is_there_it_is_not_said_to_be_off_the_board(tables: Tables) -> None:
    drive = tables.table(game=DUCK, position=MIDDLE)
    assert drive.note == drive.app.words("table.first_help")


def test_a_game_without_a_duck_speaks_of_none(tables: Tables) -> None:
    drive = tables.table()
    assert drive.note == drive.app.words("table.first_help")


def clipboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    copied: list[str] = []

    def put(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr("scenes.app.clipboard.set_clipboard_text", put)
    return copied


def menu(drive: Driver) -> PauseScene:
    drive.escape()
    drive.run(0.1)
    assert isinstance(drive.above, PauseScene)
    return drive.above


def test_the_match_is_copied_as_pgn(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = clipboard(monkeypatch)
    drive = tables.table(game=DUCK, animation="off", clicks=("e2", "e4", "e6"))
    drive.click(menu(drive).keys["copy-pgn"])
    drive.run(0.1)
    assert drive.toast == "The match is on the clipboard."
    (pgn,) = copied
    assert '[Variant "Duck"]' in pgn and "1. e4@e6" in pgn
    assert len(read_any(pgn, GAMES).match.plies) == 2


def test_the_position_is_copied_as_fen(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = clipboard(monkeypatch)
    drive = tables.table(game=DUCK, animation="off", clicks=("e2", "e4", "e6"))
    drive.strike(pygame.K_c, pygame.KMOD_LCTRL)
    assert copied == ["rnbqkbnr/pppppppp/4*3/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]


def test_a_game_without_pgn_does_not_offer_it(tables: Tables) -> None:
    assert "copy-pgn" not in menu(tables.table()).keys
