"""Card motions for film strips: see motions.py."""

from typing import Any, Final

import pygame

from tests.gallery.motions import ending, move_pointer
from tests.gallery.studio import Filming, Still, Studio, around, clicks, motion, run, table
from tests.scenes.driver import Driver
from tests.scenes.test_ducale_score_pad import before_the_end
from tests.scenes.test_ducale_turns import a_swap


@motion
def others_cards(studio: Studio) -> Filming:
    drive = drawn(studio)
    drive.click(hand_of(drive)[-1], "discard")
    drive.until(lambda: drive.scene.stage.has_film and drive.match.plies[-1].move.seat > 0)
    yield from run(drive, table(drive))


def dealt(studio: Studio) -> Still:
    """Return a table where the person is to draw a card."""
    drive = studio.cards()
    drive.until(lambda: drive.facts.can_move and not drive.scene.stage.is_busy)
    return drive


def drawn(studio: Studio) -> Still:
    return took(dealt(studio))


def took(drive: Still) -> Still:
    drive.click("stock")
    drive.rest()
    return drive


@motion
def deal(studio: Studio) -> Filming:
    drive = studio.cards()
    yield from run(drive, table(drive))


@motion
def draw(studio: Studio) -> Filming:
    drive = dealt(studio)
    return clicks(drive, table(drive), "stock")


def hand_of(drive: Driver) -> list[str]:
    stage: Any = drive.scene.stage
    return list(stage.hand.order)


@motion
def pick(studio: Studio) -> Filming:
    drive = drawn(studio)
    rect = around(drive, "h0", more=0.3)
    yield rect
    drive.move(drive.at(hand_of(drive)[3]))
    yield from run(drive, rect, 0)
    for card, more in ((3, 0), (5, 2)):
        drive.click(hand_of(drive)[card])
        yield from run(drive, rect, more)


@motion
def fan(studio: Studio) -> Filming:
    """Move the pointer along the hand, which opens around it, and away."""
    drive = drawn(studio)
    rect = around(drive, "h0", more=0.3)
    left, right = (drive.at(hand_of(drive)[end]) for end in (1, -2))
    for step in range(31):
        drive.move((round(left[0] + (right[0] - left[0]) * step / 60), left[1]))
        yield rect
    yield from run(drive, rect)
    drive.move(drive.at("felt"))
    yield from run(drive, rect)


@motion
def sort(studio: Studio) -> Filming:
    drive = dealt(studio)
    rect = around(drive, "h0", more=0.1)
    yield rect
    drive.scene.act("by-rank")
    drive.step()
    yield from run(drive, rect)


@motion
def carry(studio: Studio) -> Filming:
    """Pick up two cards, carry them along the hand, and release them beyond the felt's edge."""
    drive = drawn(studio)
    rect = around(drive, "h0", more=0.5)
    first, second = hand_of(drive)[2:4]
    drive.click(first, second)
    drive.rest()
    yield rect
    drive.lift(second)
    yield rect
    x, y = drive.mouse
    for number in range(1, 7):
        drive.move((x + 70 * number, y - 20), True)
        yield rect
    drive.release_held()
    yield from run(drive, rect)


@motion
def sway_cards(studio: Studio) -> Filming:
    drive = drawn(studio)
    drive.click(*hand_of(drive)[2:5])
    drive.until(lambda: not drive.scene.stage.is_animating)
    rect, (wide, high) = table(drive), drive.app.size
    drive.lift(hand_of(drive)[3])
    yield from run(drive, rect, 0)
    yield from move_pointer(drive, rect, (wide // 4, -high // 3))
    yield from move_pointer(drive, rect, (-wide // 3, 0), 15)
    yield from run(drive, rect)


@motion
def discard(studio: Studio) -> Filming:
    drive = drawn(studio)
    drive.click(hand_of(drive)[6])
    drive.rest()
    rect = table(drive)
    yield rect
    drive.click("discard")
    for _ in range(12):
        yield rect


def swapping(studio: Studio, holder: int) -> Still:
    return took(studio.cards(a_swap(holder), players=3))


@motion
def joker_swap(studio: Studio) -> Filming:
    drive = swapping(studio, 1)
    drive.click(hand_of(drive)[-1], "discard")
    drive.until(lambda: drive.scene.stage.has_film and any(str(ply.move)[0] == "X" for ply in drive.match.plies))
    yield from run(drive, table(drive))


@motion
def own_joker_swap(studio: Studio) -> Filming:
    drive = swapping(studio, 0)
    drive.click("h0:JH#1")
    drive.until(lambda: not drive.scene.stage.is_animating)
    return clicks(drive, table(drive), "m2:JH")


SCORES: Final = [[0, 30, 131], [14, 0, 22]]
THREE: Final = ("h0:4S#1", "h0:4H#1", "h0:4D#1")


def last_round(studio: Studio, scores: list[list[int]] = SCORES, more: int = 2) -> Still:
    """Return a round that the person can end: three cards of a kind, and one to discard."""
    hands = [["4S", "4H", "4D"], ["JD", "QD"], ["KH", "QH"]]
    return took(studio.cards(before_the_end(hands, scores, len(scores) + more), players=3))


def melded(drive: Still) -> Still:
    drive.click(*THREE)
    drive.strike(pygame.K_l)
    drive.rest()
    return drive


@motion
def meld(studio: Studio) -> Filming:
    drive = last_round(studio)
    drive.click(*THREE)
    drive.rest()
    rect = table(drive)
    yield rect
    drive.strike(pygame.K_l)
    yield from run(drive, rect)


@motion
def round_end(studio: Studio) -> Filming:
    drive = melded(last_round(studio))
    yield table(drive)
    drive.click(*hand_of(drive), "discard")
    yield from run(drive, table(drive), 8)


@motion
def next_round(studio: Studio) -> Filming:
    drive = melded(last_round(studio))
    drive.click(*hand_of(drive), "discard")
    drive.rest()
    drive.scene.act("next-round")
    yield from run(drive, table(drive))


@motion
def victory_cards(studio: Studio) -> Filming:
    """Sweep the cards together and spread them again; draw a line below the points."""
    return ending(gone_out(studio, SCORES), "discard")


@motion
def defeat_cards(studio: Studio) -> Filming:
    return ending(gone_out(studio, [[100, 30, 31], [140, 0, 22]]), "discard")


def gone_out(studio: Studio, scores: list[list[int]]) -> Still:
    drive = melded(last_round(studio, scores, 1))
    drive.click(*hand_of(drive))
    drive.rest()
    return drive
