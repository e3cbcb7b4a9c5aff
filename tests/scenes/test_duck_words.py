"""What the table says in Duck Chess: refusals, ends, and what goes out of the table as text."""

from __future__ import annotations

import pygame
import pytest

from scenes.app.words import LANGUAGES, Words
from scenes.screens.pause import PauseScene
from tests.rules.play import read_any
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import DUCK


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", ["king-captured", "stalemate", "50-moves", "repetition"])
def test_an_end_names_whom_it_is_about(language: str, reason: str) -> None:
    said = Words(language)(f"outcome.duck-chess.{reason}", winner="Anna", loser="Bert")
    assert ("Anna" in said) is (reason == "stalemate") and ("Bert" in said) is (reason == "king-captured")


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
    assert len(read_any(pgn).match.plies) == 2


def test_the_position_is_copied_as_fen(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = clipboard(monkeypatch)
    drive = tables.table(game=DUCK, animation="off", clicks=("e2", "e4", "e6"))
    drive.strike(pygame.K_c, pygame.KMOD_LCTRL)
    assert copied == ["rnbqkbnr/pppppppp/4*3/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]


def test_a_game_without_pgn_does_not_offer_it(tables: Tables) -> None:
    assert "copy-pgn" not in menu(tables.table()).keys
