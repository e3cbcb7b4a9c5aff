"""What the table says in Duck Chess: refusals, ends, and what goes out of the table as text."""

from __future__ import annotations

from unittest.mock import Mock

import pygame
import pytest

from scenes.screens.pause import PauseScene
from tests.rules.play import read_any
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import DUCK


def menu(drive: Driver) -> PauseScene:
    drive.escape()
    drive.run(0.1)
    assert isinstance(drive.above, PauseScene)
    return drive.above


def test_position_is_copied_as_fen_and_the_match_as_pgn(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    put = Mock(return_value=True)
    monkeypatch.setattr("scenes.app.clipboard.set_clipboard_text", put)
    drive = tables.table(game=DUCK, animation="off", clicks=("e2", "e4", "e6"))
    drive.strike(pygame.K_c, pygame.KMOD_LCTRL)
    drive.click(menu(drive).buttons["copy-pgn"])
    drive.run(0.1)
    assert drive.toast == "The match is on the clipboard."
    fen, pgn = (call.args[0] for call in put.call_args_list)
    assert fen == "rnbqkbnr/pppppppp/4*3/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert '[Variant "Duck"]' in pgn and "1. e4@e6" in pgn
    assert len(read_any(pgn).match.plies) == 2


def test_game_without_pgn_does_not_offer_to_copy_it(tables: Tables) -> None:
    assert "copy-pgn" not in menu(tables.table()).buttons
