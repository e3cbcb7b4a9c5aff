"""Draw the checkers of the tablier, in SVG: lying on a point, and standing on edge in the rack.

The view is slightly from the front, as of everything on that table, so that a lying checker shows its edge and a
row of standing ones looks like a roll of coins. Units are hundredths of a cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sprites.studio.pen import Line, Stop, document, fill, glow, line, number, oval, shading, stroke

FACE: Final = (50.0, 42.0)
"""The middle of a lying checker's top face."""
ACROSS: Final = 41.0
DEEP: Final = 39.2
"""Half the height of that face; `ACROSS` is half its width."""
THICK: Final = 14.6
"""Visible height of a lying checker's edge."""
SEEN: Final = 11.4
"""Half the height of a standing checker's face, seen at a slant."""
ROLL: Final = 25.8
FAR: Final = 50.0 - ROLL / 2
"""The y at which a standing checker's far side meets the felt."""


@dataclass(frozen=True, slots=True)
class Stuff:
    """The material of one side's checkers, lit from the upper left."""

    contour: str
    edge: tuple[Stop, ...]
    """Tones around the edge, from left to right."""
    rim: tuple[Stop, ...]
    """Tones across the raised rim, from the upper left."""
    dish: tuple[Stop, ...]
    """Tones across the hollow inside the rim."""
    knob: tuple[Stop, ...]
    """Tones from the middle of the light on the knob outwards."""
    groove: str
    lip: str
    """The light on the far side of a groove."""
    lit: str
    shine: float
    eye: str = ""
    """Colour of an inlay in the middle of the knob, if any: it distinguishes the sides by more than their tone."""


IVORY: Final = Stuff(
    contour="#5B4225",
    edge=(
        (0, "#B79C70", 1),
        (14, "#DDC89D", 1),
        (32, "#EBDBB8", 1),
        (60, "#C6AC7E", 1),
        (86, "#967852", 1),
        (100, "#7A5F3F", 1),
    ),
    rim=((0, "#FFFCF2", 1), (38, "#F6ECD7", 1), (72, "#E8D8B9", 1), (100, "#D0B98F", 1)),
    dish=((0, "#CDB88E", 1), (30, "#E2D2AE", 1), (62, "#F3E8D0", 1), (100, "#FCF6E8", 1)),
    knob=((0, "#FFFDF6", 1), (40, "#F8F0DE", 1), (75, "#E6D5B3", 1), (100, "#C9B184", 1)),
    groove="#8A6C40",
    lip="#FFFFFF",
    lit="#FFFFFF",
    shine=0.95,
)
EBONY: Final = Stuff(
    contour="#080605",
    edge=(
        (0, "#3A322D", 1),
        (14, "#5A4F47", 1),
        (32, "#443B35", 1),
        (60, "#241F1C", 1),
        (86, "#151110", 1),
        (100, "#0F0C0B", 1),
    ),
    rim=((0, "#6A5F56", 1), (38, "#463E38", 1), (72, "#302A27", 1), (100, "#221E1B", 1)),
    dish=((0, "#171311", 1), (30, "#221E1B", 1), (62, "#312B27", 1), (100, "#453D37", 1)),
    knob=((0, "#786C62", 1), (35, "#4A423C", 1), (75, "#2D2825", 1), (100, "#1B1715", 1)),
    groove="#0A0706",
    lip="#EADCC3",
    lit="#F3E6CE",
    shine=0.92,
    eye="#EADFC8",
)
SIDES: Final = {"white": IVORY, "black": EBONY}


def face(share: float, right: float = 0.0, down: float = 0.0) -> Line:
    """Return a circle on the top face of a lying checker, of a fraction of its size, shifted by an offset."""
    return oval(FACE[0] + right, FACE[1] + down, ACROSS * share, DEEP * share)


def ring(outer: Line, inner: Line, paint: str, opacity: float = 1.0) -> str:
    through = "" if opacity >= 1 else f' fill-opacity="{number(opacity)}"'
    return f'<path d="{outer.data()}{inner.data()}" fill-rule="evenodd" fill="{paint}"{through}/>\n'


def bow(y: float, high: float, back: bool = False) -> str:
    """Return half an ellipse as path data, from the left end at `y` over `y + high` to the right, or back."""
    x, sign = FACE[0], -1 if back else 1
    start, end, k = x - sign * ACROSS, x + sign * ACROSS, 0.5523
    near, far, top = x - sign * k * ACROSS, x + sign * k * ACROSS, y + high
    return f"C{start} {y + k * high} {near} {top} {x} {top}C{far} {top} {end} {y + k * high} {end} {y}"


def belt(first: float, second: float, high: float, other: float | None = None) -> Line:
    """Return the area between two bows: from `first` over `high`, and back from `second` over `other`."""
    left, right = FACE[0] - ACROSS, FACE[0] + ACROSS
    other = high if other is None else other
    return line(f"M{left} {first}{bow(first, high)}L{right} {second}{bow(second, other, back=True)}Z")


def around(top: float, foot: float) -> Line:
    """Return the part of a lying checker's edge from `top` to `foot` units below its top face."""
    return belt(FACE[1] + foot, FACE[1] + top, DEEP)


def hoop(top: float, foot: float) -> Line:
    """Return the part of a standing checker's edge from `top` to `foot` units before its far side."""
    return belt(FAR + top, FAR + foot, -SEEN)


def lying(side: str) -> str:
    stuff = SIDES[side]
    x, y = FACE
    start, end = (x - 27, y - 30), (x + 27, y + 33)
    defs = [
        shading("edge", (x - ACROSS, y), (x + ACROSS, y), stuff.edge),
        shading("rim", start, end, stuff.rim),
        shading("dish", (x - 20, y - 22), (x + 20, y + 22), stuff.dish),
        shading("lip", start, end, ((0, stuff.lip, 0), (55, stuff.lip, 0.2), (100, stuff.lip, 0.85))),
        shading("lit", start, end, ((0, stuff.lit, stuff.shine), (50, stuff.lit, 0.88), (100, stuff.lit, 0.85))),
        glow("knob", (x - 5, y - 6), 19, stuff.knob),
        glow("sheen", (x - 5.5, y - 6.5), 8, ((0, stuff.lit, 0.6 * stuff.shine), (100, stuff.lit, 0))),
    ]
    whole = belt(y, y + THICK, -DEEP, DEEP)
    body = [
        stroke(whole, stuff.contour, 2.2),
        fill(whole, "url(#edge)"),
        fill(around(5, THICK), "#000000", 0.06),
        fill(around(8, THICK), "#000000", 0.09),
        fill(around(10.6, THICK), "#000000", 0.14),
        fill(around(12.8, THICK), "#000000", 0.24),
        fill(face(1), "url(#rim)"),
        ring(face(0.992), face(0.945, 0.35, 0.5), "url(#lit)"),
        ring(face(0.80), face(0.755), stuff.groove, 0.85),
        fill(face(0.755), "url(#dish)"),
        ring(face(0.825, 0.3, 0.4), face(0.795, 0.1, 0.1), "url(#lip)"),
        ring(face(0.56), face(0.535), stuff.groove, 0.5),
        ring(face(0.535), face(0.51), stuff.lit, 0.16),
        ring(face(0.37), face(0.315), stuff.groove, 0.75),
        ring(face(0.40, 0.3, 0.4), face(0.365, 0.1, 0.1), "url(#lip)"),
        fill(face(0.318), "url(#knob)"),
        fill(oval(x - 5.5, y - 6.5, 8), "url(#sheen)"),
    ]
    if stuff.eye:
        body += [fill(face(0.165), stuff.groove), fill(face(0.135), stuff.eye)]
    return document(f"A checker of {side}, lying", "discs.py", defs, body)


def _face(share: float, moved: float = 0.0) -> Line:
    """Return a circle on a standing checker's face, of a fraction of the face's size, moved right and down."""
    return oval(FACE[0] + moved, FAR + ROLL + moved, ACROSS * share, SEEN * share)


def standing(side: str) -> str:
    """Draw a checker that stands on its edge in the rack, its face turned to the front."""
    stuff = SIDES[side]
    near, left, right = FAR + ROLL, FACE[0] - ACROSS, FACE[0] + ACROSS
    barrel = (
        stuff.edge[0],
        (8, stuff.rim[2][1], 1),
        (30, stuff.rim[0][1], 1),
        (52, stuff.rim[1][1], 1),
        (78, stuff.edge[3][1], 1),
        stuff.edge[5],
    )
    defs = [
        shading("barrel", (left, near), (right, near), barrel),
        shading("rim", (left, near - 10), (right, near + 10), stuff.rim),
        shading("dish", (left + 9, near - 8), (right - 9, near + 8), stuff.dish),
        shading("lit", (left, near), (right, near), ((0, stuff.lit, 0.9), (100, stuff.lit, 0.3))),
    ]
    body = [
        stroke(belt(FAR, near, -SEEN, SEEN), stuff.contour, 2.2),
        fill(hoop(0, ROLL), "url(#barrel)"),
        fill(hoop(0, 1.8), stuff.contour, 0.5),
        fill(hoop(1.8, 4.4), "url(#lit)"),
        fill(hoop(4.4, 9), stuff.lit, 0.1),
        fill(hoop(ROLL - 11, ROLL), "#000000", 0.1),
        fill(hoop(ROLL - 6.5, ROLL), "#000000", 0.16),
        fill(hoop(ROLL - 2.6, ROLL), "#000000", 0.3),
        fill(_face(1), "url(#rim)"),
        ring(_face(0.99), _face(0.94, 0.3), "url(#lit)"),
        ring(_face(0.79), _face(0.73), stuff.groove, 0.8),
        fill(_face(0.74), "url(#dish)"),
        ring(_face(0.4), _face(0.33), stuff.groove, 0.7),
        fill(_face(0.33), stuff.knob[1][1]),
    ]
    if stuff.eye:
        body.append(fill(_face(0.14), stuff.eye))
    return document(f"A checker of {side}, standing on edge", "discs.py", defs, body)


def around_a_die(side: str) -> str:
    """Draw a ring of a side's material, which closes around a die that this player takes."""
    stuff = SIDES[side]

    def circle(radius: float) -> Line:
        return oval(50, 50, radius)

    defs = [
        shading("rim", (18, 18), (82, 82), stuff.rim),
        shading("lit", (18, 18), (82, 82), ((0, stuff.lit, 0.9), (45, stuff.lit, 0.25), (100, stuff.lit, 0))),
    ]
    body = [
        ring(circle(45.5), circle(31.5), stuff.contour),
        ring(circle(44.3), circle(32.7), "url(#rim)"),
        ring(circle(44.3), circle(42.6), "url(#lit)"),
        ring(circle(39.6), circle(37.2), stuff.groove, 0.6),
        ring(circle(37.2), circle(36.2), stuff.lip, 0.35),
    ]
    return document(f"A ring of {side}", "discs.py", defs, body)


def pictures() -> dict[str, str]:
    poses = (("", lying), ("-edge", standing), ("-ring", around_a_die))
    return {f"{side}{pose}": make(side) for side in SIDES for pose, make in poses}
