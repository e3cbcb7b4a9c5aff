"""The important motions, done by a person at real tables without a screen: see strips.py."""

from typing import Final

import pygame

from scenes.surfaces.flights import smooth
from tests.gallery.studio import Filming, Still, Studio, around, clicks, motion, run, table
from tests.scenes import matches
from tests.scenes.dice import load
from tests.scenes.endings import FOWLED, KING_FALLS, LAST_CHECKER, LAST_SWEEPER, WON
from tests.scenes.gnomes import BUSY, HEALER, LEAPS, PUSHED_OUT, STEALER
from tests.scenes.matches import COMPUTER, DUCK

CROWNING: Final = "8/M7/8/8/3m4/8/8/7M w 2 0 1"
CASTLE: Final = "r3k2r/8/8/8/*7/8/8/R3K2R w KQkq - 0 1"
PLAIN: Final = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P*2/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6"
SLEEPERS: Final = "2z1h3/1ww1w3/8/3Zc3/8/8/WW1W4/K3H3 g - g 0 10 -"
SWEPT: Final = "2z1h3/4w1w1/5W2/8/8/8/WW1W4/K3H3 g - g 0 10 -"
PROMOTED: Final = "2z1h3/1w3W2/8/8/8/8/WW1W4/K3H3 g - g 0 10 -"
SEVERAL: Final = "8/8/5m2/8/3m4/8/1m6/M6M w 2 0 1"
PAWN: Final = "4k3/P7/8/8/4*3/8/8/4K3 w - - 0 1"


# --- boards


@motion
def slide(studio: Studio) -> Filming:
    drive = studio.board()
    return clicks(drive, around(drive, "a6", "b5"), "a6", "b5")


@motion
def hop(studio: Studio) -> Filming:
    drive = studio.board(matches.KINGS)
    return clicks(drive, around(drive, "c4", "e6"), "c4", "e6")


@motion
def capture(studio: Studio) -> Filming:
    drive = studio.board(matches.ONE_CAPTURE)
    return clicks(drive, around(drive, "a8", "taken-0"), "c5", "a7")


@motion
def crowning(studio: Studio) -> Filming:
    drive = studio.board(CROWNING)
    return clicks(drive, around(drive, "a7", "b8"), "a7", "b8")


@motion
def several(studio: Studio) -> Filming:
    """A Man jumps three times."""
    drive = studio.board(SEVERAL)
    rect = around(drive, "a1", "g7", "taken-0")
    drive.click("a1")
    for target in ("c3", "e5", "g7"):
        drive.click(target)
        yield from run(drive, rect, 0)


@motion
def undo(studio: Studio) -> Filming:
    drive = studio.board(matches.ONE_CAPTURE)
    rect = around(drive, "a8", "taken-0")
    drive.click("c5", "a7")
    drive.until(lambda: not drive.scene.stage.busy)
    if drive.above is not None:
        drive.escape()
    yield rect
    drive.undo()
    yield from run(drive, rect)


@motion
def refusal(studio: Studio) -> Filming:
    drive = studio.board(matches.MAY_AND_MUST)
    rect = around(drive, "h2", more=1.5)
    yield rect
    drive.press("h2")
    yield from run(drive, rect)


@motion
def hover(studio: Studio) -> Filming:
    drive = studio.board()
    rect = around(drive, "a6", "c6")
    yield rect
    drive.move(drive.at("a6"))
    yield from run(drive, rect)
    drive.move(drive.at("c6"))
    yield from run(drive, rect)
    drive.move(drive.at(None))
    yield from run(drive, rect)


@motion
def lift(studio: Studio) -> Filming:
    """Pressed, dragged to its place, dropped."""
    drive = studio.board()
    rect = around(drive, "a6", "b5", more=0.7)
    x, y = drive.at("a6")
    yield rect
    drive.move((x - 20, y + 14))
    yield rect
    drive.press("a6")
    yield from run(drive, rect, 0)
    there, begun = drive.at("b5"), (x - 20, y + 14)
    for part in (0.1, 0.2, 0.3, 0.5, 0.75, 1.0):
        drive.move(
            (round(begun[0] + (there[0] + 18 - begun[0]) * part), round(begun[1] + (there[1] - begun[1]) * part)),
            True,
        )
        yield rect
    drive.post(pygame.MOUSEBUTTONUP, pos=drive.mouse, button=1)
    yield from run(drive, rect)


def led(drive: Still, rect: pygame.Rect, way: tuple[int, int], steps: int = 24) -> Filming:
    """The hand goes so far, slow at both ends, in so many pictures."""
    x, y = drive.mouse
    for step in range(1, steps + 1):
        drive.move((round(x + way[0] * smooth(step / steps)), round(y + way[1] * smooth(step / steps))), True)
        yield rect


@motion
def sway(studio: Studio) -> Filming:
    """A man is carried to and fro, and let go while the hand still moves."""
    drive = studio.board(PLAIN, game=DUCK)
    rect = around(drive, "b3", "g5")
    cell = round(drive.scene.stage.spots["a1"].size)
    drive.lift("c3")
    yield from led(drive, rect, (4 * cell, -cell), 20)
    yield from run(drive, rect)
    yield from led(drive, rect, (-2 * cell, -cell), 9)
    drive.post(pygame.MOUSEBUTTONUP, pos=drive.mouse, button=1)
    yield from run(drive, rect)


@motion
def put_back(studio: Studio) -> Filming:
    """Dragged, and let go where nothing is."""
    drive = studio.board()
    rect = around(drive, "a6", "c4", more=0.7)
    drive.lift("a6")
    drive.until(lambda: not drive.scene.stage.stirring)
    drive.move(drive.at("c4"), True)
    yield rect
    drive.post(pygame.MOUSEBUTTONUP, pos=drive.mouse, button=1)
    yield from run(drive, rect)


@motion
def glide(studio: Studio) -> Filming:
    drive = studio.board(PLAIN, game=DUCK)
    return clicks(drive, around(drive, "d1", "d2", "e2"), "d1", "e2")


@motion
def leap(studio: Studio) -> Filming:
    drive = studio.board(PLAIN, game=DUCK)
    return clicks(drive, around(drive, "f3", "g5"), "f3", "g5")


@motion
def taking(studio: Studio) -> Filming:
    drive = studio.board(PLAIN, game=DUCK)
    return clicks(drive, around(drive, "c4", "f7", "taken-0"), "c4", "f7")


@motion
def castling(studio: Studio) -> Filming:
    drive = studio.board(CASTLE, game=DUCK)
    return clicks(drive, around(drive, "e1", "h1"), "e1", "g1")


@motion
def duck(studio: Studio) -> Filming:
    """The duck flies to where it is put, and lands."""
    drive = studio.board(PLAIN, game=DUCK)
    drive.click("f3", "g5")
    drive.until(lambda: not drive.scene.stage.busy)
    rect = around(drive, "f4", "d5", "g5")
    yield rect
    drive.click("d5")
    yield from run(drive, rect, 12)


@motion
def far_duck(studio: Studio) -> Filming:
    drive = studio.board(PLAIN, game=DUCK)
    drive.click("f3", "g5")
    drive.until(lambda: not drive.scene.stage.busy)
    rect = around(drive, "f4", "a6")
    yield rect
    drive.click("a6")
    yield from run(drive, rect, 12)


@motion
def promotion(studio: Studio) -> Filming:
    """A pawn becomes a queen."""
    drive = studio.board(PAWN, game=DUCK)
    rect = around(drive, "a7", "b8")
    yield rect
    drive.click("a7", "a8")
    drive.step(0.02)
    drive.strike(pygame.K_q)
    yield from run(drive, rect)


@motion
def first_duck(studio: Studio) -> Filming:
    drive = studio.board(game=DUCK)
    drive.click("e2", "e4")
    drive.until(lambda: not drive.scene.stage.busy)
    return clicks(drive, around(drive, "e5", "d4"), "e5")


@motion
def topple(studio: Studio) -> Filming:
    drive = studio.board(KING_FALLS, game=DUCK)
    return clicks(drive, around(drive, "e4", "e8", "taken-0"), "e4", "e8")


# --- gnomes


@motion
def push(studio: Studio) -> Filming:
    drive = studio.gnomes(BUSY)
    return clicks(drive, around(drive, "d4", "f4"), "d4", "e4")


@motion
def steal(studio: Studio) -> Filming:
    drive = studio.gnomes(STEALER)
    return clicks(drive, around(drive, "e5", "c8"), "e5", "c8")


@motion
def sleep(studio: Studio) -> Filming:
    drive = studio.gnomes(BUSY)
    return clicks(drive, around(drive, "d6", "e5"), "d6", "e5")


@motion
def heal(studio: Studio) -> Filming:
    """The Healer bows, and who slept stands up."""
    drive = studio.gnomes(HEALER)
    rect = around(drive, "e5", "d6", "e6")
    yield rect
    drive.click("e5", "e5")
    yield from run(drive, rect)


@motion
def sleep_crawling(studio: Studio) -> Filming:
    """A Creeper falls on its face."""
    drive = studio.gnomes(SLEEPERS)
    return clicks(drive, around(drive, "d5", "e5"), "d5", "e5")


@motion
def sleep_caged(studio: Studio) -> Filming:
    drive = studio.gnomes(BUSY)
    return clicks(drive, around(drive, "d6", "e6"), "d6", "e6")


@motion
def cage(studio: Studio) -> Filming:
    drive = studio.gnomes(BUSY)
    return clicks(drive, around(drive, "g2", "d2"), "g2", "d2")


@motion
def release(studio: Studio) -> Filming:
    """A Keeper leaves whom it kept."""
    drive = studio.gnomes(BUSY.replace(" g - g 0", " b - g 0"))
    return clicks(drive, around(drive, "e6", "h6"), "e6", "h6")


@motion
def transfer(studio: Studio) -> Filming:
    """A Stealer calls a Keeper over."""
    drive = studio.gnomes(STEALER)
    return clicks(drive, around(drive, "e5", "e6"), "e5", "e6")


@motion
def push_out(studio: Studio) -> Filming:
    """Whom a Keeper keeps is pushed out of the cage, and the Keeper falls asleep."""
    drive = studio.gnomes(PUSHED_OUT)
    return clicks(drive, around(drive, "d5", "f5"), "d5", "e5")


@motion
def frog(studio: Studio) -> Filming:
    """The Leaper leaps twice."""
    drive = studio.gnomes(LEAPS)
    return clicks(drive, around(drive, "d4", "f6", more=0.8), "d4", "f6")


@motion
def sweep(studio: Studio) -> Filming:
    drive = studio.gnomes(SWEPT)
    return clicks(drive, around(drive, "f6", "g7", "taken-1"), "f6", "g7")


@motion
def sweep_by_hand(studio: Studio) -> Filming:
    """A Sweeper is dragged onto its victim."""
    drive = studio.gnomes(SWEPT)
    rect = around(drive, "f6", "g7", "taken-1")
    drive.lift("f6")
    drive.until(lambda: not drive.scene.stage.stirring)
    drive.move(drive.at("g7"), True)
    yield rect
    drive.post(pygame.MOUSEBUTTONUP, pos=drive.mouse, button=1)
    yield from run(drive, rect)


@motion
def promotion_frog(studio: Studio) -> Filming:
    """A Sweeper becomes a Leaper."""
    drive = studio.gnomes(PROMOTED)
    rect = around(drive, "f7", "f8")
    yield rect
    drive.click("f7", "f8")
    drive.click(drive.scene.question.buttons[0])
    yield from run(drive, rect)


# --- the other's turn, and what is shown again


@motion
def others_jumps(studio: Studio) -> Filming:
    """The computer takes twice; then that is shown again."""
    drive = studio.watched(matches.BLACK_TWO_HOPS)
    rect = table(drive)
    drive.until(lambda: drive.scene.stage.moving)
    yield from run(drive, rect)
    drive.strike(pygame.K_p)
    yield from run(drive, rect)


# --- the end


def ending(drive: Still, *targets: str) -> Filming:
    """The film of the end, after a last move if any is named, and the sheet that comes."""
    rect = table(drive)
    drive.click(*targets)
    drive.until(lambda: drive.stage.celebrates or drive.above is not None)
    yield rect
    while drive.stage.celebrates:
        yield rect
    for _ in range(4):
        yield rect


def given_up(drive: Still, seat: int) -> Filming:
    """Somebody resigns."""
    drive.scene.controller.end("resigned", seat)
    return ending(drive)


@motion
def victory(studio: Studio) -> Filming:
    return ending(studio.board(WON), "c5", "a7")


@motion
def defeat(studio: Studio) -> Filming:
    return given_up(studio.board(against=COMPUTER), 0)


@motion
def victory_men(studio: Studio) -> Filming:
    """The duck walks to the king that was taken."""
    return ending(studio.board(KING_FALLS, game=DUCK), "e4", "e8")


@motion
def victory_fowled(studio: Studio) -> Filming:
    """Whoever can't move has won: the duck sits on the other king."""
    return ending(studio.board(FOWLED, game=DUCK), "h8", "g8", "b2")


@motion
def resigned_men(studio: Studio) -> Filming:
    return given_up(studio.board(PLAIN, game=DUCK), 1)


@motion
def defeat_men(studio: Studio) -> Filming:
    return given_up(studio.board(PLAIN, game=DUCK, against=COMPUTER), 0)


@motion
def victory_gnomes(studio: Studio) -> Filming:
    return ending(studio.gnomes(LAST_SWEEPER), "f6", "g7")


@motion
def defeat_gnomes(studio: Studio) -> Filming:
    return given_up(studio.gnomes(BUSY, against=COMPUTER), 0)


@motion
def victory_dice(studio: Studio) -> Filming:
    """The last checker is borne off, and the loser's cup is turned over."""
    drive = studio.dice(LAST_CHECKER, goal=1)
    load(drive, (6, 3))
    return ending(drive, "w-cup")


@motion
def defeat_dice(studio: Studio) -> Filming:
    return given_up(studio.dice(goal=1, against=COMPUTER), 0)
