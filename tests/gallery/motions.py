"""Motions for film strips, made by a player at real tables without a screen: see strips.py."""

from typing import Final

import pygame

from scenes.surfaces.clips import smooth
from scenes.table import events
from tests.gallery.studio import MOTIONS, Filming, Still, Studio, around, clicks, motion, run, table
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
BLUES_TURN: Final = BUSY.replace(" g - g 0", " b - g 0")


# --- one click after the other


def clicked(drive: Still, seen: str, pressed: str, more: float = 0.5, before: str = "", frames: int = 2) -> Filming:
    """Film these targets while some of them are clicked; `before` are clicked earlier."""
    drive.click(*before.split())
    drive.rest()
    return clicks(drive, around(drive, *seen.split(), more=more), *pressed.split(), more=frames)


def dropped(drive: Still, seen: str, start: str, end: str, more: float = 0.5) -> Filming:
    """Let go over a target what is held."""
    rect = around(drive, *seen.split(), more=more)
    drive.lift(start)
    drive.until(lambda: not drive.scene.stage.is_animating)
    drive.move(drive.at(end), True)
    yield rect
    drive.release_held()
    yield from run(drive, rect)


MOTIONS.update(
    {
        "slide": lambda studio: clicked(studio.board(), "a6 b5", "a6 b5"),
        "hop": lambda studio: clicked(studio.board(matches.KINGS), "c4 e6", "c4 e6"),
        "capture": lambda studio: clicked(studio.board(matches.ONE_CAPTURE), "a8 taken-0", "c5 a7"),
        "crowning": lambda studio: clicked(studio.board(CROWNING), "a7 b8", "a7 b8"),
        "glide": lambda studio: clicked(studio.board(PLAIN, game=DUCK), "d1 d2 e2", "d1 e2"),
        "leap": lambda studio: clicked(studio.board(PLAIN, game=DUCK), "f3 g5", "f3 g5"),
        "taking": lambda studio: clicked(studio.board(PLAIN, game=DUCK), "c4 f7 taken-0", "c4 f7"),
        "castling": lambda studio: clicked(studio.board(CASTLE, game=DUCK), "e1 h1", "e1 g1"),
        "topple": lambda studio: clicked(studio.board(KING_FALLS, game=DUCK), "e4 e8 taken-0", "e4 e8"),
        "push": lambda studio: clicked(studio.gnomes(BUSY), "d4 f4", "d4 e4"),
        "steal": lambda studio: clicked(studio.gnomes(STEALER), "e5 c8", "e5 c8"),
        "sleep": lambda studio: clicked(studio.gnomes(BUSY), "d6 e5", "d6 e5"),
        "sleep-crawling": lambda studio: clicked(studio.gnomes(SLEEPERS), "d5 e5", "d5 e5"),
        "sleep-caged": lambda studio: clicked(studio.gnomes(BUSY), "d6 e6", "d6 e6"),
        "heal": lambda studio: clicked(studio.gnomes(HEALER), "e5 d6 e6", "e5 e5"),
        "cage": lambda studio: clicked(studio.gnomes(BUSY), "g2 d2", "g2 d2"),
        "release": lambda studio: clicked(studio.gnomes(BLUES_TURN), "e6 h6", "e6 h6"),
        "transfer": lambda studio: clicked(studio.gnomes(STEALER), "e5 e6", "e5 e6"),
        "push-out": lambda studio: clicked(studio.gnomes(PUSHED_OUT), "d5 f5", "d5 e5"),
        "frog": lambda studio: clicked(studio.gnomes(LEAPS), "d4 f6", "d4 f6", more=0.8),
        "duck": lambda studio: clicked(studio.board(PLAIN, game=DUCK), "f4 d5 g5", "d5", before="f3 g5", frames=12),
        "far-duck": lambda studio: clicked(studio.board(PLAIN, game=DUCK), "f4 a6", "a6", before="f3 g5", frames=12),
        "first-duck": lambda studio: clicked(studio.board(game=DUCK), "e5 d4", "e5", before="e2 e4"),
        "put-back": lambda studio: dropped(studio.board(), "a6 c4", "a6", "c4", more=0.7),
        "sweep-by-hand": lambda studio: dropped(studio.gnomes(SWEPT), "f6 g7 taken-1", "f6", "g7"),
        "sweep": lambda studio: clicked(studio.gnomes(SWEPT), "f6 g7 taken-1", "f6 g7"),
    }
)


# --- boards


@motion
def several(studio: Studio) -> Filming:
    """Let a Man jump three times."""
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
    drive.rest()
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
    for target in ("a6", "c6", None):
        drive.move(drive.at(target))
        yield from run(drive, rect)


@motion
def lift(studio: Studio) -> Filming:
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
        across, down = there[0] + 18 - begun[0], there[1] - begun[1]
        drive.move((begun[0] + across * part, begun[1] + down * part), True)
        yield rect
    drive.release_held()
    yield from run(drive, rect)


def move_pointer(drive: Still, rect: pygame.Rect, way: tuple[int, int], steps: int = 24) -> Filming:
    """Move the pointer so far in so many frames, slowly at both ends."""
    x, y = drive.mouse
    for step in range(1, steps + 1):
        part = smooth(step / steps)
        drive.move((x + way[0] * part, y + way[1] * part), True)
        yield rect


@motion
def sway(studio: Studio) -> Filming:
    drive = studio.board(PLAIN, game=DUCK)
    rect = around(drive, "b3", "g5")
    cell = round(drive.scene.stage.spots["a1"].size)
    drive.lift("c3")
    yield from move_pointer(drive, rect, (4 * cell, -cell), 20)
    yield from run(drive, rect)
    yield from move_pointer(drive, rect, (-2 * cell, -cell), 9)
    drive.release_held()
    yield from run(drive, rect)


@motion
def promotion(studio: Studio) -> Filming:
    drive = studio.board(PAWN, game=DUCK)
    rect = around(drive, "a7", "b8")
    yield rect
    drive.click("a7", "a8")
    drive.step(0.02)
    drive.strike(pygame.K_q)
    yield from run(drive, rect)


@motion
def promotion_frog(studio: Studio) -> Filming:
    drive = studio.gnomes(PROMOTED)
    rect = around(drive, "f7", "f8")
    yield rect
    drive.click("f7", "f8")
    drive.click(drive.scene.question.buttons[0])
    yield from run(drive, rect)


# --- the other's turn, and what is shown again


@motion
def others_jumps(studio: Studio) -> Filming:
    drive = studio.watched(matches.BLACK_TWO_HOPS)
    rect = table(drive)
    drive.until(lambda: drive.scene.stage.has_film)
    yield from run(drive, rect)
    drive.strike(pygame.K_p)
    yield from run(drive, rect)


# --- the end


def ending(drive: Still, *targets: str) -> Filming:
    """Film the end sequence, after a last move if one is named, and the result sheet."""
    rect = table(drive)
    drive.click(*targets)
    drive.until(lambda: drive.stage.is_end_animation_running or drive.above is not None)
    yield rect
    while drive.stage.is_end_animation_running:
        yield rect
    for _ in range(4):
        yield rect


def given_up(drive: Still, seat: int) -> Filming:
    drive.send(events.EndMatch("resigned", seat))
    return ending(drive)


MOTIONS.update(
    {
        "victory": lambda studio: ending(studio.board(WON), "c5", "a7"),
        "defeat": lambda studio: given_up(studio.board(against=COMPUTER), 0),
        "victory-men": lambda studio: ending(studio.board(KING_FALLS, game=DUCK), "e4", "e8"),
        "victory-fowled": lambda studio: ending(studio.board(FOWLED, game=DUCK), "h8", "g8", "b2"),
        "resigned-men": lambda studio: given_up(studio.board(PLAIN, game=DUCK), 1),
        "defeat-men": lambda studio: given_up(studio.board(PLAIN, game=DUCK, against=COMPUTER), 0),
        "victory-gnomes": lambda studio: ending(studio.gnomes(LAST_SWEEPER), "f6", "g7"),
        "defeat-gnomes": lambda studio: given_up(studio.gnomes(BUSY, against=COMPUTER), 0),
        "defeat-dice": lambda studio: given_up(studio.dice(goal=1, against=COMPUTER), 0),
    }
)


@motion
def victory_dice(studio: Studio) -> Filming:
    """Bear off the last checker, and turn over the loser's cup."""
    drive = studio.dice(LAST_CHECKER, goal=1)
    load(drive, (6, 3))
    return ending(drive, "w-cup")
