"""The motions of cards, done by a person at a real table without a screen: see strips.py."""

from __future__ import annotations

from typing import Any

import pygame
from studio import Filming, Still, Studio, around, clicks, run, table

from tests.scenes.driver import Driver
from tests.scenes.test_ducale_pad import before_the_end


def dealt(studio: Studio) -> Still:
    """A table where the person is to draw."""
    drive = studio.cards()
    drive.until(lambda: drive.scene.mine and not drive.scene.stage.busy)
    return drive


def deal(studio: Studio) -> Filming:
    drive = studio.cards()
    yield from run(drive, table(drive))


def draw(studio: Studio) -> Filming:
    """A card is taken from the stock and turned."""
    drive = dealt(studio)
    return clicks(drive, table(drive), "stock")


def hand_of(drive: Driver) -> list[str]:
    stage: Any = drive.scene.stage
    return list(stage.sight.order)


def pick(studio: Studio) -> Filming:
    """Cards of the hand are pointed at, and picked."""
    drive = dealt(studio)
    drive.click("stock")
    drive.until(lambda: not drive.scene.stage.busy)
    rect = around(drive, "h0", more=0.3)
    yield rect
    drive.move(drive.at(hand_of(drive)[3]))
    yield from run(drive, rect, 0)
    drive.click(hand_of(drive)[3])
    yield from run(drive, rect, 0)
    drive.click(hand_of(drive)[5])
    yield from run(drive, rect)


def sort(studio: Studio) -> Filming:
    """The hand is laid in another order."""
    drive = dealt(studio)
    rect = around(drive, "h0", more=0.1)
    yield rect
    drive.scene.act("by-rank")
    drive.step()
    yield from run(drive, rect)


def carry(studio: Studio) -> Filming:
    """Two cards are taken up, carried along the hand, and let go over the felt's edge."""
    drive = dealt(studio)
    drive.click("stock")
    drive.until(lambda: not drive.scene.stage.busy)
    rect = around(drive, "h0", more=0.5)
    first, second = hand_of(drive)[2:4]
    drive.click(first, second)
    drive.until(lambda: not drive.scene.stage.busy)
    yield rect
    drive.lift(second)
    yield rect
    x, y = drive.mouse
    for number in range(1, 7):
        drive.move((x + 70 * number, y - 20), True)
        yield rect
    drive.post(pygame.MOUSEBUTTONUP, pos=drive.mouse, button=1)
    yield from run(drive, rect)


def discard(studio: Studio) -> Filming:
    drive = dealt(studio)
    drive.click("stock")
    drive.until(lambda: not drive.scene.stage.busy)
    drive.click(hand_of(drive)[6])
    drive.until(lambda: not drive.scene.stage.busy)
    rect = table(drive)
    yield rect
    drive.click("discard")
    for _ in range(12):
        yield rect


def last_round(studio: Studio, scores: list[list[int]]) -> Still:
    """A round that the person can end: three cards of a kind, and one to throw away."""
    hands = [["4S", "4H", "4D"], ["JD", "QD"], ["KH", "QH"]]
    drive = studio.cards(before_the_end(hands, scores, len(scores) + 2), players=3)
    drive.click("stock")
    drive.until(lambda: not drive.scene.stage.busy)
    return drive


def meld(studio: Studio) -> Filming:
    drive = last_round(studio, [[0, 30, 131], [14, 0, 22]])
    drive.click("h0:4S#1", "h0:4H#1", "h0:4D#1")
    drive.until(lambda: not drive.scene.stage.busy)
    rect = table(drive)
    yield rect
    drive.strike(pygame.K_l)
    yield from run(drive, rect)


def round_end(studio: Studio) -> Filming:
    """The round is over: hidden hands are laid open."""
    drive = last_round(studio, [[0, 30, 131], [14, 0, 22]])
    drive.click("h0:4S#1", "h0:4H#1", "h0:4D#1")
    drive.strike(pygame.K_l)
    drive.until(lambda: not drive.scene.stage.busy)
    yield table(drive)
    drive.click(*hand_of(drive), "discard")
    yield from run(drive, table(drive), 8)
