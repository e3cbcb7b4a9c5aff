"""The court of Ducale: twelve half figures with names, as woodcuts in three inks.

Each is drawn once, from its hat to the slanting band with its name, and repeated upside down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sprites.studio.cards import hats, heads, things
from sprites.studio.cards.heads import Mood
from sprites.studio.cards.ranks import name, name_width
from sprites.studio.cards.robes import chain, ermine, hem, lapels, low, neckline, points, puffs, ruff, wings
from sprites.studio.cards.suits import COLOURS, pip
from sprites.studio.cards.woodcut import BRASS, INK, OXBLOOD, PAPER, area, block, cut, lines, shade, strewn
from sprites.studio.pen import number

GROUND: Final = "#F2E5CA"
HALF: Final = 11.0
"""Half the band's height."""
LEFT, RIGHT, TOP = 17.0, 233.0, 17.0
"""Edges of the frame, which leaves out the index up to (58, 122)."""


LEFT_MANTLE: Final = (
    f"M104 119C88 125 66 130 50 139C34 149 22 168 18 {low(18):.1f}L92 {low(92):.1f}C92 156 96 138 104 119Z"
)
RIGHT_MANTLE: Final = (
    f"M146 119C162 125 184 130 200 135C216 139 228 150 232 {low(232):.1f}L158 {low(158):.1f}C158 150 154 136 146 119Z"
)
FRONT: Final = f"M104 119L146 119C154 136 158 150 158 {low(158):.1f}L92 {low(92):.1f}C92 156 96 138 104 119Z"
SLEEVE: Final = f"M177 142L206 144C214 150 222 158 226 {low(226):.1f}L154 {low(154):.1f}C164 164 172 152 177 142Z"
CUFF: Final = "M173 138C182 135 200 136 210 140L209 150C198 147 184 146 173 149Z"


@dataclass(frozen=True, slots=True)
class Figure:
    """A court figure: name, head, thing in the hand, and clothes."""

    name: str
    head: Callable[[], str]
    thing: Callable[[], str]
    mantle: str
    pattern: tuple[str, str]
    front: str
    front_pattern: tuple[str, str]
    sleeve: str
    collar: Callable[[], str]
    shoulders: Callable[[str], str]
    left: bool = False
    build: tuple[float, float] = (1.0, 1.0)
    """Relative width and height of the head."""


def placed_head(head: str, left: bool, build: tuple[float, float]) -> str:
    wide, high = (1.06 * share for share in build)
    return (
        f'<g transform="translate(130 82.5) scale({number(-wide if left else wide)} {number(high)})">\n{head}</g>\n'
    )


# Heads -------------------------------------------------------------------------------------------------


def morvan() -> str:
    hair = heads.long_hair(INK, PAPER) + heads.face(Mood(stern=2.0, heavy=0.6))
    return (
        hair
        + heads.beard_forked(INK, PAPER)
        + heads.moustache(INK, PAPER)
        + heads.fringe(INK, PAPER)
        + hats.crown_cross()
    )


def amaury() -> str:
    hair = (
        heads.curls(BRASS, INK, heads.SIDE_CURLS[:3] + heads.SIDE_CURLS[5:8])
        + heads.face(Mood(gaze=1.2))
        + heads.blush()
    )
    return hair + heads.beard_round(BRASS, INK) + heads.moustache(BRASS, INK) + hats.crown_ducal()


def ottokar() -> str:
    hair = heads.bob(INK, PAPER) + heads.face(Mood(stern=1.0, gaze=1.6, heavy=1.2))
    return hair + heads.moustache(INK, PAPER) + heads.beard_pointed(INK, PAPER) + hats.turban()


def bertil() -> str:
    hair = heads.long_hair(PAPER, INK) + heads.face(Mood(stern=-0.8, aged=True)) + heads.beard_square(PAPER, INK)
    return hair + heads.moustache(PAPER, INK) + heads.fringe(PAPER, INK) + hats.crown_leaves()


def isaut() -> str:
    look = heads.face(Mood(OXBLOOD, lashes=True, gaze=1.4, heavy=1.4, stern=-0.8))
    return hats.hennin_veil() + look + heads.blush() + heads.fringe(INK, PAPER) + hats.hennin()


def melis() -> str:
    look = heads.face(Mood(OXBLOOD, lashes=True, smile=2.2))
    return (
        heads.curls(BRASS, INK, heads.SIDE_CURLS) + look + heads.blush() + heads.fringe(BRASS, INK) + hats.coronet()
    )


def dorine() -> str:
    return heads.face(Mood(OXBLOOD, lashes=True, gaze=-1.6, heavy=1.0, smile=2.0)) + heads.blush() + hats.horned()


def flore() -> str:
    look = heads.face(Mood(OXBLOOD, lashes=True, gaze=-0.6, smile=1.0, stern=-0.6))
    return heads.long_hair(OXBLOOD, PAPER) + look + heads.blush() + heads.fringe(OXBLOOD, PAPER) + hats.wreath()


def yvain() -> str:
    return heads.bob(INK, PAPER) + heads.face(Mood(smile=1.2, gaze=1.5)) + heads.fringe(INK, PAPER) + hats.beret()


def lubin() -> str:
    locks = heads.SIDE_CURLS[:4] + heads.SIDE_CURLS[5:9]
    return (
        heads.curls(OXBLOOD, PAPER, locks) + heads.face(Mood(smile=3.0, stern=-1.0)) + heads.blush() + hats.flat_cap()
    )


def perrin() -> str:
    look = heads.face(Mood(heavy=2.0, smile=-0.4))
    return heads.bob(BRASS, INK) + look + heads.blush() + heads.fringe(BRASS, INK) + hats.chaperon()


def colas() -> str:
    look = heads.face(Mood(smile=2.4, gaze=1.0, stern=0.6))
    return heads.bob(PAPER, INK) + look + heads.blush() + heads.fringe(PAPER, INK) + hats.bycocket()


def fool() -> str:
    return heads.face(Mood(smile=3.6, gaze=1.2, stern=-1.4)) + heads.blush() + hats.fools_cap()


COURT: Final = {
    "KS": Figure(
        "MORVAN", morvan, things.sword, INK, ("lily", BRASS), OXBLOOD, ("lozenge", BRASS), OXBLOOD, ermine, hem
    ),
    "KH": Figure(
        "AMAURY",
        amaury,
        things.goblet,
        OXBLOOD,
        ("cross", BRASS),
        PAPER,
        ("dot", OXBLOOD),
        INK,
        ermine,
        hem,
        True,
        (1.05, 0.98),
    ),
    "KD": Figure(
        "OTTOKAR",
        ottokar,
        things.key,
        BRASS,
        ("star", INK),
        INK,
        ("lozenge", BRASS),
        OXBLOOD,
        chain,
        hem,
        build=(0.97, 1.03),
    ),
    "KC": Figure(
        "BERTIL",
        bertil,
        things.sceptre,
        OXBLOOD,
        ("leaf", BRASS),
        PAPER,
        ("leaf", INK),
        BRASS,
        chain,
        hem,
        True,
        (1.03, 1.0),
    ),
    "QS": Figure(
        "ISAUT",
        isaut,
        things.mirror,
        INK,
        ("dot", BRASS),
        OXBLOOD,
        ("lily", BRASS),
        PAPER,
        neckline,
        puffs,
        build=(0.95, 1.02),
    ),
    "QH": Figure(
        "MELIS",
        melis,
        things.rose,
        OXBLOOD,
        ("lily", BRASS),
        PAPER,
        ("lozenge", OXBLOOD),
        PAPER,
        neckline,
        puffs,
        True,
    ),
    "QD": Figure(
        "DORINE",
        dorine,
        things.fan,
        BRASS,
        ("lozenge", OXBLOOD),
        INK,
        ("dot", BRASS),
        OXBLOOD,
        ruff,
        puffs,
        build=(0.97, 0.98),
    ),
    "QC": Figure(
        "FLORE",
        flore,
        things.lute,
        PAPER,
        ("leaf", OXBLOOD),
        BRASS,
        ("leaf", INK),
        INK,
        neckline,
        puffs,
        True,
        (0.97, 1.0),
    ),
    "JS": Figure("YVAIN", yvain, things.falcon, OXBLOOD, ("lozenge", INK), BRASS, ("dot", INK), PAPER, points, wings),
    "JH": Figure(
        "LUBIN",
        lubin,
        things.letter,
        PAPER,
        ("star", OXBLOOD),
        OXBLOOD,
        ("star", BRASS),
        BRASS,
        lapels,
        wings,
        True,
        (1.03, 0.97),
    ),
    "JD": Figure(
        "PERRIN",
        perrin,
        things.lantern,
        INK,
        ("star", BRASS),
        PAPER,
        ("lozenge", OXBLOOD),
        OXBLOOD,
        points,
        wings,
        build=(1.0, 0.97),
    ),
    "JC": Figure(
        "COLAS",
        colas,
        things.horn,
        BRASS,
        ("leaf", OXBLOOD),
        OXBLOOD,
        ("leaf", BRASS),
        OXBLOOD,
        lapels,
        wings,
        True,
        (0.98, 1.02),
    ),
}
JOKER: Final = Figure(
    "JOKER",
    fool,
    things.quill,
    BRASS,
    ("lozenge", OXBLOOD),
    INK,
    ("star", BRASS),
    OXBLOOD,
    points,
    wings,
    build=(1.0, 0.98),
)


def half(figure: Figure) -> str:
    mark, paint = figure.pattern
    text = "".join(
        cut(side, figure.mantle) + strewn(side, mark, (15, 9.5), 5.2, paint) for side in (LEFT_MANTLE, RIGHT_MANTLE)
    )
    mark, paint = figure.front_pattern
    text += cut(FRONT, figure.front) + strewn(FRONT, mark, (13, 8.5), 4.4, paint, (125, 168))
    text += cut(SLEEVE, figure.sleeve) + shade(SLEEVE, -60, 4, 1.8, 0.5, 12, PAPER if figure.sleeve == INK else INK)
    text += figure.shoulders(figure.sleeve) + placed_head(heads.neck(), figure.left, figure.build)
    text += figure.collar() + placed_head(figure.head(), figure.left, figure.build)
    text += figure.thing() + things.fist() + cut(CUFF, BRASS if figure.sleeve != BRASS else OXBLOOD, 1.9)
    return text


def band(word: str) -> str:
    """Draw the slanting band between the halves, with the name readable from either side."""
    a, b = LEFT, RIGHT
    text = cut(
        f"M{a} {low(a, -HALF):.1f}L{b} {low(b, -HALF):.1f} {b} {low(b, HALF):.1f} {a} {low(a, HALF):.1f}Z", PAPER, 1.8
    )
    text += lines(
        f"M{a} {low(a, 3.4 - HALF):.1f}L{b} {low(b, 3.4 - HALF):.1f}M{a} {low(a, HALF - 3.4):.1f}"
        f"L{b} {low(b, HALF - 3.4):.1f}",
        0.9,
    )
    scale = 0.98
    start = 125 - 58 - scale * name_width(word) / 2
    data = name(word, start, 170.1, scale)
    letters = f'<g transform="rotate(-7.97 125 175)">\n{lines(data, 1.7)}</g>\n'
    text += letters + f'<g transform="rotate(180 125 175)">\n{letters}</g>\n'
    return (
        text
        + cut("M125 166L134 175 125 184 116 175Z", OXBLOOD, 1.5)
        + area("M125 170L130 175 125 180 120 175Z", BRASS)
    )


def frame() -> str:

    def run(by: float) -> str:
        west, east, top, foot = LEFT - by, RIGHT + by, TOP - by, 350 - TOP + by
        return (
            f"M{58 - by} {top}L{east} {top} {east} {228 + by} {192 + by} {228 + by} "
            f"{192 + by} {foot} {west} {foot} {west} {122 - by} {58 - by} {122 - by}Z"
        )

    return cut(run(0), GROUND, 1.9) + lines(run(3.4), 0.8)


def court(card: str) -> str:
    """Draw a court card without its paper and indices."""
    colour = COLOURS[card[-1]]
    return both(COURT[card], area(pip(card[-1], 77, 39, 30), colour))


def both(figure: Figure, mark: str = "") -> str:
    """Draw a figure in its frame in both orientations; `mark` is the suit beside its head."""
    upper = half(figure)
    turned = f'<g transform="rotate(180 125 175)">\n{mark}{upper}</g>\n'
    return block(frame() + mark + upper + turned + band(figure.name))
