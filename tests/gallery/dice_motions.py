"""Dice motions for film strips: see motions.py."""

from typing import Any, Final

from tests.gallery.studio import MOTIONS, Filming, Still, Studio, area, around, clicks, motion, run
from tests.scenes.dice import load

CLAIMED: Final = "UD1 d011222 d111222 w 0-0/3"


MOTIONS.update(
    {
        "throw": lambda studio: clicks_area(loaded(studio), "w-cup"),
        "throw-real": lambda studio: clicks_area(loaded(studio, dice="real"), "w-cup"),
        "claim": lambda studio: clicks_area(left_over(studio, CLAIMED), "b1"),
        "claim-off": lambda studio: clicks_area(left_over(studio, "UD1 d011222 o222333 w 0-0/3"), "b1"),
    }
)


def clicks_area(drive: Still, target: str) -> Filming:
    return clicks(drive, area(drive), target)


def loaded(studio: Studio, position: str | None = None, faces: tuple[int, int] = (6, 3), **options: Any) -> Still:
    drive = studio.dice(position, **options)
    load(drive, faces)
    return drive


def forced(drive: Still) -> Still:
    """Make the forced moves after the dice are thrown."""
    drive.click("w-cup")
    drive.until(lambda: drive.facts.automatic_move is not None and not drive.scene.stage.has_film)
    drive.until(lambda: drive.scene.stage.has_film)
    return drive


@motion
def flick(studio: Studio) -> Filming:
    drive = loaded(studio, dice="real")
    rect = area(drive)
    yield rect
    drive.lift("w-cup")
    x, y = drive.at("tray")
    for aside in (-60, -40, -20, 0):
        drive.move((x + aside, y + 2 * aside), True)
        yield rect
    drive.release_held()
    yield from run(drive, rect)


@motion
def lay_down(studio: Studio) -> Filming:
    drive = forced(loaded(studio))
    yield from run(drive, around(drive, "w3", "w6", "w6-down"))


@motion
def bear_off(studio: Studio) -> Filming:
    drive = forced(loaded(studio, "UD1 d001222 d111222 w 0-0/1", (3, 3)))
    yield from run(drive, around(drive, "w1", "w6", "w-off"))


def left_over(studio: Studio, position: str) -> Still:
    """Let White throw 1 and 4 and play the 4; Black may claim the 1."""
    drive = studio.dice(position, mode="attentive")
    load(drive, (1, 4), (6, 5))
    drive.click("w-cup")
    drive.until(lambda: not drive.chance.is_pending)
    drive.click("w4")
    drive.rest()
    return drive


@motion
def miss(studio: Studio) -> Filming:
    drive = left_over(studio, CLAIMED)
    drive.click("b-cup")
    drive.until(lambda: not drive.chance.is_pending)
    for _ in range(20):
        yield area(drive)
