"""Draw the duck and its ripple, in SVG: a bath duck in several poses.

The outlines are drawn by hand and face right; a pose moves their points, and facing left mirrors them under the
same lamp at the upper left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sprites.studio.pen import Bend, Line, Point, around, document, fill, glow, line, oval, shading, stroke

CONTOUR: Final = 6.2
RIM: Final = 2.1
"""Widths of the strokes around everything; the chess men have the same."""

BROWN: Final = "#4A2C08"
SHADE: Final = "#8F5C0C"
EYE: Final = "#2B2420"
MOUTH: Final = "#7C2A17"
FEATHER: Final = "#FFD866"
LOWER_BEAK: Final = "#B9570F"
EDGE: Final = ((0, "#FFF6C8", 1), (45, "#FFE07A", 1), (75, "#D9961F", 1), (100, "#B87714", 1))
RUBBER: Final = ((0, "#FFE993", 1), (34, "#FBCB4F", 1), (64, "#F2B632", 1), (100, "#D08F20", 1))
BEAK: Final = ((0, "#F6A552", 1), (50, "#E07B24", 1), (100, "#BC5D15", 1))
SHINE: Final = ((0, "#FFFFFF", 0.95), (45, "#FFFFFF", 0.5), (100, "#FFFFFF", 0))


@dataclass(frozen=True, slots=True)
class Pose:
    nod: float = 0
    """Degrees by which its head is lowered."""
    lean: float = 0
    """Degrees by which it leans forward."""
    open: float = 0
    """Opening of its beak, 0–1."""
    closed: bool = False
    gaze: Point = (1.1, 0.3)
    """Offset of its pupil from the middle of its eye."""
    flat: float = 0
    """Flattening, 0–1."""


POSES: Final = {
    "": Pose(),
    "-up": Pose(nod=-12, gaze=(1.0, -1.9)),
    "-down": Pose(nod=10, gaze=(0.9, 2.0)),
    "-blink": Pose(closed=True),
    "-quack": Pose(nod=-8, open=1, gaze=(1.3, 0)),
    "-waddle-1": Pose(lean=-7, nod=5),
    "-waddle-2": Pose(lean=7, nod=-5),
    "-squash": Pose(flat=1, closed=True, nod=3),
}
"""The poses, by the suffix of `duck` or `duck-left` in the file name."""

HULL: Final = line(
    "M7.6 44.6C11.4 52.4 18 57 26 56.6C34 56.2 40.4 52 47 47.6L75 49.6C84.4 53 89.6 60.6 88.8 69.4"
    "C87.4 82.4 76.6 91 60 91L40 91C21.6 91 10.4 79.4 7.6 63C6.6 56.8 6.4 50.4 7.6 44.6Z"
)
BELLY: Final = line(
    "M10.6 68C14.6 82 25 88.6 40 89L60 89C74 88.6 84.8 82.4 87 69C87.4 66.6 88.8 66.8 88.8 69.4"
    "C87.4 82.4 76.6 91 60 91L40 91C24 91 13.4 82 9 70Z"
)
"""The shade along the water line."""
NECK: Final = line("M43 50.4C48 57.6 55 60.6 62.4 60.4C70 60.2 77 56.4 80.6 51.6L75 49.6L60 46Z")
"""The shade under the head."""
WING: Final = line(
    "M22.4 61.4C32.6 57.8 49.6 57.4 59.4 62.6C64.2 71.6 55 82 42.6 82.2C38.2 82.2 34.4 80.6 32 77.4"
    "C34 77.4 35.6 77 37 76.2C32.4 75 28.6 72.6 26.2 69C28 69.2 29.8 68.8 31.4 68C27.4 66.8 24.4 64.6 22.4 61.4Z"
)
SKULL: Final = line(
    "M60.6 11C73.4 11 82.4 20.4 82.4 32.4C82.4 44.6 73 54.4 60.8 54.4C48.4 54.4 39 44.8 39 32.8"
    "C39 20.4 48.2 11 60.6 11Z"
)
UPPER: Final = line(
    "M77.4 29.8C81 28.4 84.6 29.4 88 31C91.6 32.6 95.6 32 99 33.8C98.4 38.8 92.6 41 86.4 41.2"
    "C83 41.4 79.6 41.2 76.8 40.6C78.6 37.4 78.8 33.4 77.4 29.8Z"
)
ROOT: Final = line("M77.4 29.8C78.8 33.4 78.6 37.4 76.8 40.6")
NOSTRIL: Final = line("M85 33.4C85.8 32.8 86.8 33 87.4 33.6")
LIPS: Final = line("M76 40.4C80 41.8 88 42 96 38.4")
LOWER: Final = line(
    "M76.4 39.4C82 41.4 88.6 41.6 93.4 40.4C92.2 45.4 85.4 47.4 79.6 46.6C77.4 46.2 75.8 45.4 74.6 44.2Z"
)
THROAT: Final = line("M75.6 34L84.6 32.6L83.4 46.6L74.8 44Z")
LID: Final = line("M62.6 28.6C64.6 32.6 71.8 32.8 74 28.8")


class Duck:
    def __init__(self, pose: Pose, left: bool) -> None:
        self._pose = pose
        self._left = left
        self._lean = around((50, 90), pose.lean)
        self._nod = around((58, 52), pose.nod)

    def _body(self, point: Point) -> Point:
        pose = self._pose
        x, y = self._lean((50 + 0.87 * (point[0] - 53), 90 + 0.9 * (point[1] - 91)))
        x = 50 + (x - 50) * (1 + 0.07 * pose.flat) - 0.28 * pose.lean
        y = 90 + (y - 90) * (1 - 0.16 * pose.flat)
        return (100 - x, y) if self._left else (x, y)

    def _head(self, point: Point) -> Point:
        return self._body(self._nod(point))

    def _jaw(self, degrees: float) -> Bend:
        """Return the mapping of half a beak, which opens by `degrees`."""
        turn = around((77, 39), degrees * self._pose.open)
        return lambda point: self._head(turn(point))

    def picture(self, title: str) -> str:
        return document(title, "duck.py", self._gradients(), self._painted())

    def _gradients(self) -> Iterator[str]:
        x, y = self._body((48, 70))
        yield shading("edge", (24, 14), (76, 88), EDGE)
        yield glow("hull", (x - 12, y - 16), 54, RUBBER)
        x, y = self._head((60.6, 32.6))
        yield glow("skull", (x - 7, y - 9), 31, RUBBER)
        yield glow("shine", self._head(self._lit()), 8, SHINE)
        x, y = self._head((85, 36))
        yield shading("beak", (x - 3, y - 6), (x + 3, y + 7), BEAK)

    def _lit(self) -> Point:
        """Return the highlight on the head, always at the upper left of the picture."""
        return (70.6 if self._left else 50.6, 21.6)

    def _painted(self) -> Iterator[str]:
        hull, skull = HULL.bent(self._body), SKULL.bent(self._head)
        upper, lower = UPPER.bent(self._jaw(-19)), LOWER.bent(self._jaw(27))
        mouth = [THROAT.bent(self._head)] if self._pose.open else []
        for part in (hull, skull, lower, *mouth, upper):
            yield fill(part, BROWN) + stroke(part, BROWN, CONTOUR)
        for part in (hull, skull):
            yield stroke(part, "url(#edge)", RIM)
        yield from (fill(part, MOUTH) for part in mouth)
        yield fill(hull, "url(#hull)")
        yield fill(BELLY.bent(self._body), SHADE, 0.4)
        yield fill(NECK.bent(self._body), SHADE, 0.3)
        wing = WING.bent(self._body)
        yield fill(wing, FEATHER, 0.65) + stroke(wing, "#9A5F0C", 2.1)
        yield fill(lower, LOWER_BEAK)
        yield fill(skull, "url(#skull)")
        yield fill(oval(*self._lit(), 9).bent(self._head), "url(#shine)")
        yield fill(upper, "url(#beak)")
        yield stroke(ROOT.bent(self._jaw(-19)), BROWN, 1.4, 0.75)
        yield stroke(NOSTRIL.bent(self._jaw(-19)), "#8F420A", 1.3)
        if not self._pose.open:
            yield stroke(LIPS.bent(self._head), BROWN, 1.5, 0.85)
        yield from self._eye()

    def _eye(self) -> Iterator[str]:
        if self._pose.closed:
            yield stroke(LID.bent(self._head), EYE, 2.6)
            return
        white = oval(68.4, 27.4, 6.2, 7.2).bent(self._head)
        x, y = 69.2 + self._pose.gaze[0], 27.6 + self._pose.gaze[1]
        yield fill(white, "#FFFDF4") + stroke(white, BROWN, 1.3, 0.8)
        yield fill(oval(x, y, 3.9, 4.6).bent(self._head), EYE)
        x, y = self._head((x, y))
        yield fill(oval(round(x - 1.3, 2), round(y - 1.7, 2), 1.5), "#FFFFFF")


def ripple() -> str:
    """Draw the duck's trace: rings, each a dark line with a light one below it."""
    rings = ((37, 16.5), (25, 11), (13, 5.6))
    return document("Ripple", "duck.py", (), (mark for ring in rings for mark in _ring(*ring)))


def _ring(wide: float, high: float) -> Iterator[str]:
    ring: Line = oval(50, 72, wide, high)
    yield stroke(ring.bent(lambda point: (point[0] + 0.5, point[1] + 1.6)), "#FFFFFF", 2.2, 0.8)
    yield stroke(ring, "#17384A", 1.8, 0.6)


def pictures() -> dict[str, str]:
    made = {"ripple": ripple()}
    for pose, held in POSES.items():
        for way in ("", "-left"):
            name = f"duck{way}{pose}"
            made[name] = Duck(held, left=bool(way)).picture(name.capitalize().replace("-", " "))
    return made
