"""The important motions of dice: see motions.py."""

import pygame

from tests.gallery.studio import Filming, Still, Studio, around, clicks, motion, run
from tests.scenes.dice import load


@motion
def throw(studio: Studio) -> Filming:
    drive = studio.dice()
    load(drive, (6, 3))
    rect = pygame.Rect(drive.scene.stage.area.ints())
    yield rect
    drive.click("w-cup")
    yield from run(drive, rect)


@motion
def flick(studio: Studio) -> Filming:
    drive = studio.dice(dice="real")
    load(drive, (6, 3))
    rect = pygame.Rect(drive.scene.stage.area.ints())
    yield rect
    drive.lift("w-cup")
    x, y = drive.at("tray")
    for aside in (-60, -40, -20, 0):
        drive.move((x + aside, y + 2 * aside), True)
        yield rect
    drive.post(pygame.MOUSEBUTTONUP, pos=drive.mouse, button=1)
    yield from run(drive, rect)


@motion
def lay_down(studio: Studio) -> Filming:
    drive = studio.dice()
    load(drive, (6, 3))
    drive.click("w-cup")
    drive.until(lambda: drive.facts.automatic_move is not None and not drive.scene.stage.moving)
    rect = around(drive, "w3", "w6", "w6-down")
    drive.until(lambda: drive.scene.stage.moving)
    yield from run(drive, rect)


@motion
def bear_off(studio: Studio) -> Filming:
    drive = studio.dice("UD1 d001222 d111222 w 0-0/1")
    load(drive, (3, 3))
    drive.click("w-cup")
    drive.until(lambda: drive.facts.automatic_move is not None and not drive.scene.stage.moving)
    drive.until(lambda: drive.scene.stage.moving)
    yield from run(drive, around(drive, "w1", "w6", "w-off"))


@motion
def throw_real(studio: Studio) -> Filming:
    drive = studio.dice(dice="real")
    load(drive, (6, 3))
    return clicks(drive, pygame.Rect(drive.scene.stage.area.ints()), "w-cup")


def left_over(studio: Studio, position: str) -> Still:
    """White has thrown 1 and 4 and played the 4; Black may claim the 1."""
    drive = studio.dice(position, mode="attentive")
    load(drive, (1, 4), (6, 5))
    drive.click("w-cup")
    drive.until(lambda: not drive.chance.is_pending)
    drive.click("w4")
    drive.until(lambda: not drive.scene.stage.busy)
    return drive


@motion
def claim(studio: Studio) -> Filming:
    drive = left_over(studio, "UD1 d011222 d111222 w 0-0/3")
    return clicks(drive, pygame.Rect(drive.scene.stage.area.ints()), "b1")


@motion
def claim_off(studio: Studio) -> Filming:
    drive = left_over(studio, "UD1 d011222 o222333 w 0-0/3")
    return clicks(drive, pygame.Rect(drive.scene.stage.area.ints()), "b1")


@motion
def miss(studio: Studio) -> Filming:
    drive = left_over(studio, "UD1 d011222 d111222 w 0-0/3")
    rect = pygame.Rect(drive.scene.stage.area.ints())
    drive.click("b-cup")
    drive.until(lambda: not drive.chance.is_pending)
    for _ in range(20):
        yield rect
