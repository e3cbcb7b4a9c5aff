"""What is painted anew at a card table is enough, and no more than needed."""

from dataclasses import replace

import pygame
import pytest

from tests.scenes.driver import Driver, Tables
from tests.scenes.rummy import alone, drawn, hand_of, turn


def assert_whole(driver: Driver) -> None:
    """The window looks as it would if everything had been painted anew."""
    shown = pygame.image.tobytes(driver.app.surface, "RGB")
    driver.app.dirty()
    driver.step(0.0)
    assert shown == pygame.image.tobytes(driver.app.surface, "RGB")


def test_every_frame_of_films_is_as_if_painted_anew(rummy: Tables) -> None:
    driver = alone(rummy)
    driver.app.settings.animation = "normal"
    driver.click("stock")
    for _ in range(6):
        driver.step(0.05)
        assert_whole(driver)
    driver.settle()
    turn(driver)
    for _ in range(60):
        driver.step(0.06)
        assert_whole(driver)


def test_every_frame_of_a_drag_is_as_if_painted_anew(rummy: Tables) -> None:
    driver = drawn(rummy)
    first, second, *_ = hand_of(driver)
    driver.click(first, second)
    driver.lift(second)
    for target in ("discard", "felt", "stock", hand_of(driver)[6], hand_of(driver)[-1]):
        driver.move(driver.at(target), down=True)
        assert_whole(driver)
    driver.release(hand_of(driver)[4])
    assert_whole(driver)
    assert driver.stage.held is None


def assert_whole_until_still(driver: Driver) -> None:
    """Every frame is as if painted anew, until nothing stirs; and there is more than one."""
    frames = 0
    while driver.stage.stirring or driver.stage.moving:
        driver.step(0.02)
        assert_whole(driver)
        frames += 1
    assert frames > 1


def test_cards_that_find_their_places_are_as_if_painted_anew(rummy: Tables) -> None:
    driver = drawn(rummy, animation="normal")
    driver.move(driver.at(hand_of(driver)[4]))
    assert_whole_until_still(driver)
    driver.move(driver.at(hand_of(driver)[9]))
    assert_whole_until_still(driver)
    driver.click(hand_of(driver)[2])
    assert_whole_until_still(driver)
    driver.scene.act("by-rank")
    assert_whole_until_still(driver)
    driver.lift(hand_of(driver)[5])
    assert_whole_until_still(driver)
    driver.move(driver.at("felt"), down=True)
    assert_whole(driver)
    driver.post(pygame.WINDOWFOCUSLOST)
    assert_whole_until_still(driver)


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


def test_a_gap_that_moves_on_is_as_if_painted_anew(rummy: Tables) -> None:
    driver = drawn(rummy, animation="normal")
    assert driver.stage.lit.fresh
    driver.lift(hand_of(driver)[5])
    for number in (0, 1, 3, 2, 7, 11, 10):
        driver.move(driver.at(hand_of(driver)[number]), down=True)
        for _ in range(3):
            driver.step(0.02)
            assert_whole(driver)
    driver.stage.light(replace(driver.stage.lit, focus=hand_of(driver)[8], hint=frozenset(hand_of(driver)[2:4])))
    for number in (9, 8, 7, 3, 2, 1):
        driver.move(driver.at(hand_of(driver)[number]), down=True)
        assert_whole(driver)
    assert_whole_until_still(driver)


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
