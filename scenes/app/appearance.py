"""The user's choice of boards, men and card backs, and the pictures and colours that follow from it.

Another set of men has the same pictures with other colours (a dye); another board has a picture of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from scenes.app.game_card import card_of

TABLES: Final = ("walnut", "maple", "contrast")
BOARDS: Final = ("own", "maple", "green", "slate")
TABLIERS: Final = ("own", "oak", "slate")
CLOTHS: Final = ("green", "blue", "wine")
BACKS: Final = ("red", "blue", "ink")  # of cards. The first choice of each tuple is the default
CONTRAST: Final = "contrast"  # the table with high contrast, which also has its own boards, men, cloth and marks

Ramp: TypeAlias = tuple[tuple[int, str], ...]  # colours by lightness (0 to 255); others are interpolated


def _parse_ramp(text: str) -> Ramp:
    """Parse lightnesses, each followed by its colour."""
    parts = text.split()
    return tuple((int(lightness), colour) for lightness, colour in zip(parts[::2], parts[1::2], strict=True))


DYES: Final[dict[str, Ramp]] = {
    "boxwood": _parse_ramp("0 #120A04 60 #38240E 150 #9E7844 195 #D2AC6E 235 #EED5A4 255 #FFF5DC"),
    "rosewood": _parse_ramp("0 #080202 25 #2C0E0B 45 #50201A 85 #84392C 150 #BE8468 255 #FFF1E2"),
    "porcelain": _parse_ramp("0 #080C10 60 #26313A 150 #8C9AA6 200 #C6D0D8 235 #EDF2F5 255 #FFFFFF"),
    "midnight": _parse_ramp("0 #020305 25 #0C1424 45 #18243C 85 #36486A 150 #8292B0 255 #F2F7FF"),
    "white": _parse_ramp("0 #000000 120 #1A1A1A 175 #7A7A7A 200 #DADADA 225 #F8F8F8 255 #FFFFFF"),
    "black": _parse_ramp("0 #000000 40 #060606 70 #141414 110 #3C3C3C 190 #FFFFFF 255 #FFFFFF"),
    "honey": _parse_ramp("0 #0C0602 45 #48290A 110 #AA7420 165 #DBA440 205 #F2CA76 255 #FFF3D2"),
    "straw": _parse_ramp("0 #0C0802 45 #46330F 110 #B48C40 165 #E2C070 205 #F4DCA0 255 #FFF8E2"),
    "sun": _parse_ramp("0 #0A0600 45 #3A2600 110 #C08A00 165 #FFD23C 205 #FFE47C 255 #FFFBE4"),
    "azure": _parse_ramp("0 #02040A 25 #0C1A30 65 #20406A 100 #356094 160 #84A8D0 255 #EFF6FF"),
    "indigo": _parse_ramp("0 #020308 25 #0E142C 65 #222E58 100 #3A4C82 160 #8C9AC6 255 #F0F3FF"),
    "navy": _parse_ramp("0 #000208 25 #020A20 65 #081A48 100 #123072 160 #6C8CCC 255 #F4F8FF"),
}  # colours of materials in which pictures may be dyed

_NO_DYES: Final = ("", "")  # of the light side, of the dark side
_DEFAULT_CHOICES: Final = {"board": BOARDS[0], "gnomes": BOARDS[0], "tablier": TABLIERS[0], "back": BACKS[0]}
SIDES: Final = ("ivory", "ebony"), ("white", "black"), ("gold", "blue")
"""The pairs of prefixes of pictures' names: of the light side, of the dark side."""
_OTHER_SIDE: Final = {prefix: other for pair in SIDES for prefix, other in (pair, pair[::-1])}
_SIDE_NUMBERS: Final = {prefix: number for pair in SIDES for number, prefix in enumerate(pair)}  # 0: light
_SIDE_COLOURS: Final = {
    **dict.fromkeys(("ivory", "white", "man-2"), "#F3E9D6"),
    **dict.fromkeys(("ebony", "black", "man-1"), "#2A2523"),
    "gold": "#DDA63E",
    "blue": "#3E6C8F",
}  # main colour of a side, by its pictures' prefix
_COLOUR_PATTERN: Final = re.compile(r"#[0-9A-Fa-f]{6}\b")
_STROKE_PATTERN: Final = re.compile(r'\b(stroke-width|stroke-opacity|fill-opacity)="([\d.]+)"')
_STROKE_FACTOR: Final = 1.12  # factor of marks' stroke widths with high contrast


class Looks(NamedTuple):
    """The user's choices; with high contrast all of them except `back` are `CONTRAST`."""

    table: str = TABLES[0]
    board: str = BOARDS[0]  # for checkers on squares and chessmen
    gnomes: str = BOARDS[0]
    tablier: str = TABLIERS[0]
    cloth: str = CLOTHS[0]
    back: str = BACKS[0]

    @property
    def contrast(self) -> bool:
        return self.table == CONTRAST

    def board_of(self, key: str) -> str:
        """Return the board of the game `key`: the chosen one or, if that is "own", the one that suits it best."""
        card = card_of(key)
        choice = self.gnomes if card.family is not None and card.family.choice == "gnomes" else self.board
        return card.board if choice == "own" or not card.board else choice

    def picture(self, look: str) -> tuple[str, str]:
        """Return the file (without suffix) of the sprite named `look`, and its dye: a key of `DYES`, "bold" or ""."""
        folder, _, name = look.rpartition("/")
        side = _SIDE_NUMBERS.get(name.partition("-")[0])
        family = card_of(folder.replace("_", "-")).family
        if family is None:
            return look, ""
        choice: str = getattr(self, family.choice)
        if side is not None and family.dyes:
            return look, family.dyes.get(choice, _NO_DYES)[side]
        if name in family.variants and choice != _DEFAULT_CHOICES[family.choice]:
            return f"{look}-{choice}", ""
        is_bold = self.contrast and family.bold and name.startswith(family.bold)
        return look, "bold" if is_bold else ""

    def colour(self, look: str) -> str:
        """Return the main colour of the side to which the sprite named `look` belongs, as "#F3E9D6"."""
        name, dye = look.rpartition("/")[2], self.picture(look)[1]
        undyed = _SIDE_COLOURS.get(name) or _SIDE_COLOURS.get(name.partition("-")[0], "#C8A25A")
        return recolour(DYES[dye], undyed) if dye in DYES else undyed


def recolour_file(path: Path, dye: str) -> str:
    """Return the SVG text at `path`: dyed or, if `dye` is "bold", with bolder strokes.

    Colours that the picture shares with the other side's picture aren't dyed.
    """
    text = path.read_text(encoding="utf-8")
    if dye == "bold":
        return _STROKE_PATTERN.sub(_make_bolder, text)
    side, *rest = path.stem.split("-")
    other_side_path = path.with_name("-".join((_OTHER_SIDE[side], *rest)) + path.suffix)
    shared = frozenset(_COLOUR_PATTERN.findall(other_side_path.read_text(encoding="utf-8")))
    recolour_one: Callable[[str], str] = partial(recolour, DYES[dye])
    return _COLOUR_PATTERN.sub(lambda found: found[0] if found[0] in shared else recolour_one(found[0]), text)


def _make_bolder(found: re.Match[str]) -> str:
    name, value = found[1], float(found[2])
    return f'{name}="{value * _STROKE_FACTOR if name == "stroke-width" else 1.0:g}"'


@lru_cache(maxsize=4096)
def recolour(ramp: Ramp, colour: str) -> str:
    """Return the colour in `ramp` with the lightness of `colour`."""
    lightness = _lightness(colour)
    for (low, dark), (high, bright) in pairwise(ramp):
        if lightness <= high:
            fraction = (lightness - low) / (high - low)
            pairs = zip(_split_channels(dark), _split_channels(bright), strict=True)
            return "#" + "".join(f"{round(first + (second - first) * fraction):02X}" for first, second in pairs)
    return ramp[-1][1]


def _split_channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _lightness(colour: str) -> float:
    # luma after Rec. 601, 0 to 255
    red, green, blue = _split_channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue
