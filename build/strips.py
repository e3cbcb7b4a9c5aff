"""Film strips: what each important motion looks like every 40 ms, painted by the real scenes without a screen.

    uv run build/strips.py [MOTION ...] [--folder var/strips] [--size 1280x800] [--reduced]

One PNG a motion, its frames side by side, each with its time in milliseconds. With no name, all of them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame  # noqa: E402
import pytest  # noqa: E402

from tests.scenes import driving, rummy  # noqa: E402
from tests.scenes.dice import dice_table, load  # noqa: E402
from tests.scenes.driving import ANNA, BERT, DUCK, Driver, House  # noqa: E402
from tests.scenes.gnomes import BUSY, HEALER, LEAPS, NEARLY, STEALER  # noqa: E402
from tests.scenes.gnomes import table as gnomes  # noqa: E402
from tests.scenes.test_ducale_pad import before_the_end  # noqa: E402

APART: Final = 0.04
"""Seconds from one frame to the next."""
MOST: Final = 90
"""Frames of a strip at most."""
ROW: Final = 8
"""Frames side by side before the next row begins."""
WIDEST: Final = 300
"""Pixels of a frame's width; a larger part of the window is made smaller."""
CROWNING: Final = "8/M7/8/8/3m4/8/8/7M w 2 0 1"
CASTLE: Final = "r3k2r/8/8/8/*7/8/8/R3K2R w KQkq - 0 1"
PLAIN: Final = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P*2/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6"
KING_FALLS: Final = "4k3/8/8/8/4R2*/8/8/4K3 w - - 0 1"

Window: TypeAlias = tuple[int, int]
Filming: TypeAlias = Iterator[pygame.Rect]
"""Does the next thing, then tells what of the window is looked at."""


class Still(Driver):
    """A driver whose hands take no time: what passes between two frames passes between two pictures."""

    def step(self, seconds: float = 0.0) -> None:
        super().step(seconds)

    def until(self, wanted: Callable[[], bool]) -> None:
        for _ in range(driving.LONG_WAIT):
            if wanted():
                return
            self.step(driving.FRAME)
        raise AssertionError("it never came to that")


@dataclass(frozen=True, slots=True)
class Studio:
    """Where strips are filmed: tables, and the settings of all of them."""

    house: House
    settings: dict[str, Any]

    def board(self, position: str | None = None, **facts: Any) -> Still:
        """Two persons at a board."""
        return self._quiet(self.house.table(ANNA, BERT, position=position, **{**self.settings, **facts}))

    def gnomes(self, position: str) -> Still:
        return self._quiet(gnomes(self.house, position, players=(ANNA, BERT), **self.settings))

    def dice(self, position: str | None = None) -> Still:
        app = self.house.app(**self.settings)
        drive = self._quiet(dice_table(self.house, ANNA, BERT, app=app, position=position, goal=3))
        drive.until(lambda: drive.scene.fate.pace(drive.app.now()) is None)
        return drive

    def cards(self, position: str | None = None, players: int = 4) -> Still:
        """A person and computers at cards."""
        seats = (ANNA, *[rummy.QUICK] * (players - 1))
        return self._quiet(
            self.house.table(*seats, game=rummy.DUCALE, position=position, **self.settings), dealt=position is None
        )

    def _quiet(self, drive: Driver, dealt: bool = False) -> Still:
        drive.__class__ = Still
        assert isinstance(drive, Still)
        if not dealt:
            drive.until(lambda: not drive.scene.stage.busy)
        return drive


def around(drive: Driver, *targets: str, more: float = 0.5) -> pygame.Rect:
    """The part of the window with these targets, and so much around it, in cells."""
    spots = [drive.scene.stage.spots[target] for target in targets]
    rects = [pygame.Rect(spot.box.ints()) for spot in spots]
    wider = round(2 * more * max(spot.size for spot in spots))
    whole = rects[0].unionall(rects[1:]).inflate(wider, wider)
    return whole.clip(((0, 0), drive.app.size))


def table(drive: Driver) -> pygame.Rect:
    """The whole window."""
    return pygame.Rect((0, 0), drive.app.size)


def run(drive: Driver, rect: pygame.Rect, more: int = 2) -> Filming:
    """Look until nothing moves, and a little longer."""
    yield rect
    stage = drive.scene.stage
    while stage.busy or stage.stirring or drive.scene.fate.flying:
        yield rect
    for _ in range(more):
        yield rect


def clicks(drive: Still, rect: pygame.Rect, *targets: str) -> Filming:
    """Click one target after the other without a pause; then look."""
    yield rect
    drive.click(*targets)
    yield from run(drive, rect)


# --- boards


def slide(studio: Studio) -> Filming:
    drive = studio.board()
    return clicks(drive, around(drive, "a6", "b5"), "a6", "b5")


def hop(studio: Studio) -> Filming:
    drive = studio.board(driving.KINGS)
    return clicks(drive, around(drive, "c4", "e6"), "c4", "e6")


def capture(studio: Studio) -> Filming:
    drive = studio.board(driving.ONE_CAPTURE)
    return clicks(drive, around(drive, "a8", "taken-0"), "c5", "a7")


def crowning(studio: Studio) -> Filming:
    drive = studio.board(CROWNING)
    return clicks(drive, around(drive, "a7", "b8"), "a7", "b8")


def undo(studio: Studio) -> Filming:
    drive = studio.board(driving.ONE_CAPTURE)
    rect = around(drive, "a8", "taken-0")
    drive.click("c5", "a7")
    drive.until(lambda: not drive.scene.stage.busy)
    if drive.above is not None:
        drive.escape()
    yield rect
    drive.undo()
    yield from run(drive, rect)


def refusal(studio: Studio) -> Filming:
    drive = studio.board(driving.MAY_AND_MUST)
    rect = around(drive, "h2", more=1.5)
    yield rect
    drive.press("h2")
    yield from run(drive, rect)


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


def glide(studio: Studio) -> Filming:
    drive = studio.board(PLAIN, game=DUCK)
    return clicks(drive, around(drive, "d1", "d2", "e2"), "d1", "e2")


def leap(studio: Studio) -> Filming:
    drive = studio.board(PLAIN, game=DUCK)
    return clicks(drive, around(drive, "f3", "g5"), "f3", "g5")


def taking(studio: Studio) -> Filming:
    drive = studio.board(PLAIN, game=DUCK)
    return clicks(drive, around(drive, "c4", "f7", "taken-0"), "c4", "f7")


def castling(studio: Studio) -> Filming:
    drive = studio.board(CASTLE, game=DUCK)
    return clicks(drive, around(drive, "e1", "h1"), "e1", "g1")


def duck(studio: Studio) -> Filming:
    """The duck flies to where it is put, and lands."""
    drive = studio.board(PLAIN, game=DUCK)
    drive.click("f3", "g5")
    drive.until(lambda: not drive.scene.stage.busy)
    rect = around(drive, "f4", "d5", "g5")
    yield rect
    drive.click("d5")
    yield from run(drive, rect, 12)


def first_duck(studio: Studio) -> Filming:
    drive = studio.board(game=DUCK)
    drive.click("e2", "e4")
    drive.until(lambda: not drive.scene.stage.busy)
    return clicks(drive, around(drive, "e5", "d4"), "e5")


def topple(studio: Studio) -> Filming:
    drive = studio.board(KING_FALLS, game=DUCK)
    return clicks(drive, around(drive, "e4", "e8", "taken-0"), "e4", "e8")


# --- gnomes


def push(studio: Studio) -> Filming:
    drive = studio.gnomes(BUSY)
    return clicks(drive, around(drive, "d4", "f4"), "d4", "e4")


def steal(studio: Studio) -> Filming:
    drive = studio.gnomes(STEALER)
    return clicks(drive, around(drive, "e5", "c8"), "e5", "c8")


def sleep(studio: Studio) -> Filming:
    drive = studio.gnomes(BUSY)
    return clicks(drive, around(drive, "d6", "e5"), "d6", "e5")


def heal(studio: Studio) -> Filming:
    """The Healer bows, and who slept stands up."""
    drive = studio.gnomes(HEALER)
    rect = around(drive, "e5", "d6", "e6")
    yield rect
    drive.click("e5", "e5")
    yield from run(drive, rect)


def cage(studio: Studio) -> Filming:
    drive = studio.gnomes(BUSY)
    return clicks(drive, around(drive, "g2", "d2"), "g2", "d2")


def bow(studio: Studio) -> Filming:
    """The Leaper leaps."""
    drive = studio.gnomes(LEAPS)
    return clicks(drive, around(drive, "d4", "f6"), "d4", "f6")


def sweep(studio: Studio) -> Filming:
    drive = studio.gnomes(NEARLY.replace("4w3", "3ww3"))
    return clicks(drive, around(drive, "c6", "d7"), "c6", "d7")


# --- dice


def throw(studio: Studio) -> Filming:
    drive = studio.dice()
    load(drive, (6, 3))
    rect = pygame.Rect(drive.scene.stage.area.ints())
    yield rect
    drive.click("w-cup")
    yield from run(drive, rect)


def lay_down(studio: Studio) -> Filming:
    """A checker comes off its stack, to lie in front of it."""
    drive = studio.dice()
    load(drive, (6, 3))
    drive.click("w-cup")
    drive.until(lambda: drive.scene.fate.itself() is not None and not drive.scene.stage.moving)
    rect = around(drive, "w3", "w6", "w6-down")
    drive.until(lambda: drive.scene.stage.moving)
    yield from run(drive, rect)


def bear_off(studio: Studio) -> Filming:
    drive = studio.dice("UD1 d001222 d111222 w 0-0/1")
    load(drive, (3, 3))
    drive.click("w-cup")
    drive.until(lambda: drive.scene.fate.itself() is not None and not drive.scene.stage.moving)
    drive.until(lambda: drive.scene.stage.moving)
    yield from run(drive, around(drive, "w1", "w6", "w-off"))


# --- cards


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


# --- the end


def ending(drive: Still, *targets: str) -> Filming:
    """The last move, the moment after it, and the sheet that comes."""
    rect = table(drive)
    yield rect
    drive.click(*targets)
    for _ in range(60):
        yield rect


def victory(studio: Studio) -> Filming:
    drive = studio.board("8/8/1m6/2M5/8/4M3/3M4/K6K w 2 0 1")
    return ending(drive, "c5", "a7")


def victory_men(studio: Studio) -> Filming:
    drive = studio.board(KING_FALLS, game=DUCK)
    return ending(drive, "e4", "e8")


MOTIONS: Final[dict[str, Callable[[Studio], Filming]]] = {
    "slide": slide,
    "hop": hop,
    "capture": capture,
    "crowning": crowning,
    "undo": undo,
    "refusal": refusal,
    "hover": hover,
    "lift": lift,
    "put-back": put_back,
    "glide": glide,
    "leap": leap,
    "taking": taking,
    "castling": castling,
    "duck": duck,
    "first-duck": first_duck,
    "topple": topple,
    "push": push,
    "steal": steal,
    "sleep": sleep,
    "heal": heal,
    "cage": cage,
    "bow": bow,
    "sweep": sweep,
    "throw": throw,
    "lay-down": lay_down,
    "bear-off": bear_off,
    "deal": deal,
    "draw": draw,
    "pick": pick,
    "sort": sort,
    "carry": carry,
    "discard": discard,
    "meld": meld,
    "round-end": round_end,
    "victory": victory,
    "victory-men": victory_men,
}


def film(name: str, size: Window = (1280, 800), **settings: Any) -> list[pygame.Surface]:
    """The frames of a motion, every 40 ms, as it is in a window of `size` with these settings."""
    frames = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scenes.dicebag.secrets.token_bytes", lambda count: bytes.fromhex(rummy.SEED))
        house = House(patch, rummy.Rummy)
        try:
            studio = Studio(house, {"size": size, "language": "en", **settings})
            for rect in MOTIONS[name](studio):
                app = house.apps[-1]
                frames.append(app.surface.subsurface(rect.clip(app.surface.get_rect())).copy())
                if len(frames) == MOST:
                    break
                app.moment += APART
                app.frame()
        finally:
            house.clear()
    return frames


def strip(frames: Sequence[pygame.Surface]) -> pygame.Surface:
    """All frames in one picture, each with its time below."""
    wide, high = frames[0].get_size()
    scale = min(1.0, WIDEST / wide)
    wide, high = round(wide * scale), round(high * scale)
    pygame.font.init()
    font = pygame.font.Font(None, 16)
    rows = -(-len(frames) // ROW)
    line, gap = 14, 4
    whole = pygame.Surface((min(len(frames), ROW) * (wide + gap), rows * (high + line + gap)))
    whole.fill((250, 250, 250))
    for number, frame in enumerate(frames):
        left, top = number % ROW * (wide + gap), number // ROW * (high + line + gap)
        whole.blit(pygame.transform.smoothscale(frame, (wide, high)), (left, top))
        whole.blit(font.render(f"{round(1000 * APART * number)}", True, (0, 0, 0)), (left, top + high + 1))
    return whole


def main(arguments: list[str] | None = None) -> None:
    """Film what the command line names."""
    parser = argparse.ArgumentParser(prog="build/strips.py", description="Film strips of the important motions.")
    parser.add_argument("motions", nargs="*", metavar="MOTION", help=f"of {', '.join(MOTIONS)}")
    parser.add_argument("--folder", type=Path, default=ROOT / "var" / "strips")
    parser.add_argument("--size", default="1280x800", help="the window, in pixels")
    parser.add_argument("--reduced", action="store_true", help="as with reduced motion")
    told = parser.parse_args(arguments)
    unknown = sorted(set(told.motions) - MOTIONS.keys())
    if unknown:
        parser.error(f"there is no motion {', '.join(unknown)}")
    wide, high = map(int, told.size.split("x"))
    told.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tablier-strips-") as home:
        os.environ |= {"TABLIER_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        for name in told.motions or MOTIONS:
            frames = film(name, (wide, high), reduced_motion=told.reduced)
            path = told.folder / f"{name}.png"
            pygame.image.save(strip(frames), path)
            print(f"{path}: {len(frames)} frames")


if __name__ == "__main__":
    main()
