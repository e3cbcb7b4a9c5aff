"""A card table paints no more anew than it must; `test_strips` sees that it is enough."""

import pygame
import pytest

from tests.scenes.driver import Driver, Tables
from tests.scenes.rummy import alone, drawn, hand_of


def dirtied(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> list[pygame.Rect | None]:
    """What is asked to be painted anew from now on; None: all."""
    asked: list[pygame.Rect | None] = []
    dirty = driver.app.dirty

    def note(rect: pygame.Rect | None = None) -> None:
        asked.append(rect)
        dirty(rect)

    monkeypatch.setattr(driver.app, "dirty", note)
    return asked


def test_a_drag_repaints_no_more_than_the_hand_and_where_cards_may_go(
    rummy: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = drawn(rummy)
    driver.lift(hand_of(driver)[3])
    asked = dirtied(driver, monkeypatch)
    for target in ("discard", "felt", hand_of(driver)[8], hand_of(driver)[0], "stock"):
        driver.move(driver.at(target), down=True)
    assert asked and None not in asked


def test_a_gap_that_moves_on_leaves_the_cards_away_from_it_unpainted(
    rummy: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = alone(rummy, animation="normal")
    driver.settle()
    hand = hand_of(driver)
    driver.lift(hand[1])
    driver.move(driver.at(hand[2]), down=True)
    driver.step(1.0)
    assert not driver.stage.stirring
    gap, far = driver.stage.sight.gap, driver.stage.spots[hand[-1]]
    asked = dirtied(driver, monkeypatch)
    driver.move(driver.at(hand[3]), down=True)
    driver.step(0.05)
    driver.step(1.0)
    assert driver.stage.sight.gap != gap
    assert asked and not any(rect is None or rect.collidepoint(far.x, far.y) for rect in asked)
