"""The card table as it lies on the menu: few cards, large enough to be told, in the person's own letters."""

from math import cos, radians, sin
from typing import Any

import pygame
import pytest

from scenes.app.game_card import card_of
from scenes.games.ducale import portrait
from scenes.games.ducale.ground import RIM, SHAPE
from scenes.screens.board_picture import BoardPicture
from tests.scenes.driver import Tables
from tests.scenes.rummy import DUCALE


def pose() -> Any:
    return DUCALE.text.read(card_of("ducale").pose)


def test_cards_on_the_menu_lie_within_the_rim() -> None:
    cards = portrait.lie(pose().table())
    edge = RIM / 100
    for card in cards:
        wide, high, angle = card.high / SHAPE / 2, card.high / 2, radians(card.turned)
        across = wide * abs(cos(angle)) + high * abs(sin(angle))
        along = wide * abs(sin(angle)) + high * abs(cos(angle))
        assert edge <= card.x - across and card.x + across <= portrait.WIDE - edge
        assert edge <= card.y - along and card.y + along <= 1 - edge


def test_cards_on_the_menu_are_a_quarter_of_the_table_high_or_more() -> None:
    cards = portrait.lie(pose().table())
    assert min(card.high for card in cards) > 0.25
    assert {"back", "QS", "JK=6H"} <= {card.token.look for card in cards}
    assert sum(card.turned != 0 for card in cards) == portrait.FAN


@pytest.mark.parametrize("change", [{"language": "fr"}, {"four_colours": True}])
def test_the_picture_has_the_letters_and_colours_of_the_person(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    tables = Tables(monkeypatch)
    pictures = []
    for settings in ({}, change):
        still = BoardPicture(tables.app(**settings), "ducale", pose())
        still.place(pygame.Rect(0, 0, 400, 300))
        still.update()
        assert still._picture is not None
        pictures.append(pygame.image.tobytes(still._picture, "RGBA"))
    assert pictures[0] != pictures[1]
    tables.clear()
