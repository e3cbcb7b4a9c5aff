"""Rendering of lines with letters that the app's own fonts lack: in the system's fonts, or with a placeholder.

Loaded only at the first such line. Runs of one font and direction are put side by side; right-to-left runs are
shaped by HarfBuzz and placed as in a left-to-right line.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain, groupby
from math import ceil
from typing import Final, NamedTuple
from unicodedata import bidirectional, category, name, normalize

import pygame

_SIGN: Final = "•"  # placeholder for a letter that no font has
_NO_LETTER: Final = "\U0010ffff"
_JOINER: Final = "\u200d"
_FIRST_PICTURE: Final = "\U0001f000"
_FLAGS: Final = frozenset(map(chr, range(0x1F1E6, 0x1F200)))  # regional indicators, of which two make a flag
_SKINS: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_MARKS: Final = ("Mn", "Mc", "Me", "Cf")
_STRONG: Final = ("L", "R", "AL")
_DIGITS: Final = ("EN", "AN")
_REMEMBERED: Final = 10_000

_LETTERS: Final = (
    *("dejavusans", "notosans", "segoeui", "arial", "notosansarabic", "notosanshebrew", "notosanscjksc"),
    *("notosanscjkjp", "microsoftyahei", "yugothic", "malgungothic", "pingfangsc", "pingfang", "hiraginosansgb"),
    *("wenquanyimicrohei", "droidsansfallback", "nirmalaui", "geezapro", "arialunicodems", "arialunicode"),
)
_PICTURES: Final = ("notocoloremoji", "segoeuiemoji", "applecoloremoji", "twemoji", "notoemoji", "symbola")
"""Font families tried first, for letters and for emoji, by pygame's names."""
_UNWANTED: Final = ("lastresort",)  # has a box for every letter

_SCRIPTS: Final = (
    {"ARABIC": "Arab", "SYRIAC": "Syrc", "THAANA": "Thaa", "NKO": "Nkoo", "HEBREW": "Hebr", "MONGOLIAN": "Mong"}
    | {"DEVANAGARI": "Deva", "BENGALI": "Beng", "GURMUKHI": "Guru", "GUJARATI": "Gujr", "ORIYA": "Orya"}
    | {"TAMIL": "Taml", "TELUGU": "Telu", "KANNADA": "Knda", "MALAYALAM": "Mlym", "SINHALA": "Sinh"}
    | {"THAI": "Thai", "LAO": "Laoo", "TIBETAN": "Tibt", "MYANMAR": "Mymr", "KHMER": "Khmr", "HANGUL": "Hang"}
)
"""Scripts that need shaping: first word of their letters' Unicode names, and ISO 15924 code."""


class _Face(NamedTuple):
    font: pygame.Font
    scale: float  # fits its pictures to the height of the line


class _Run(NamedTuple):
    face: _Face
    text: str
    level: int  # 0: left to right, 1: right to left, 2: digits within right to left
    wide: int  # pixels


class FallbackFonts:
    """A renderer of lines in an `own` font, else in the files that `paths` returns for a letter, best first."""

    def __init__(self, paths: Callable[[str], Iterable[str]]) -> None:
        self._paths = paths
        self._known: dict[str, list[str]] = {}  # font files by kind of letters
        self._searched: set[str] = set()  # kinds for which all fonts were tried once in vain
        self._covers: dict[tuple[str, str, str], bool] = {}

    def width(self, own: pygame.Font, line: str) -> int:
        return sum(run.wide for run in self._runs(own, line))

    def render_line(self, own: pygame.Font, line: str, colour: pygame.Color) -> pygame.Surface:
        runs, high = self._runs(own, line), own.get_height()
        picture = pygame.Surface((max(1, sum(run.wide for run in runs)), high), pygame.SRCALPHA)
        left = 0
        for run in runs:
            if run.wide:
                _direct(run.face.font, run.text, run.level, own)
                inked, (font, scale) = run.face.font.render(run.text, True, colour), run.face
                if scale != 1:
                    inked = pygame.transform.smoothscale(inked, (run.wide, max(1, int(inked.get_height() * scale))))
                lower = own.get_ascent() - round(font.get_ascent() * scale)
                picture.blit(inked, (left, max(0, min(lower, high - inked.get_height()))))
                left += run.wide
        return picture

    def _runs(self, own: pygame.Font, line: str) -> list[_Run]:
        clusters = _clusters(normalize("NFC", "".join(" " if letter.isspace() else letter for letter in line)))
        levels = _levels(clusters)
        pieces: list[tuple[_Face, int, str]] = []
        for cluster, level in zip(clusters, levels, strict=True):
            beside = pieces[-1][0] if pieces and level == pieces[-1][1] == 1 else None
            if beside and all(self._has(beside.font, letter) for letter in cluster):
                pieces.append((beside, level, cluster))
            else:
                face, text = self._chosen(own, cluster)
                pieces.append((face, level, text))
        runs = []
        for (face, level), alike in groupby(pieces, key=lambda piece: piece[:2]):
            text = "".join(text for _, _, text in alike)
            _direct(face.font, text, level, own)
            runs.append(_Run(face, text, level, ceil(face.font.size(text)[0] * face.scale)))
        seen: list[_Run] = []
        for turned, together in groupby(runs, key=lambda run: run.level > 0):
            seen.extend(list(together)[:: -1 if turned else 1])
        return seen

    def _chosen(self, own: pygame.Font, cluster: str) -> tuple[_Face, str]:
        """Return the face for a cluster and its letters there; `_SIGN` in `own` if no font has the first letter."""
        head = cluster[0]
        face = _Face(own, 1) if self._has(own, head) else self._found(own, head)
        if face is None:
            return _Face(own, 1), _SIGN
        return face, "".join(letter for letter in cluster if self._has(face.font, letter))

    def _found(self, own: pygame.Font, letter: str) -> _Face | None:
        if category(letter) in ("Cc", "Co", "Cs"):
            return None
        kind = _kind(letter)
        known = self._known.setdefault(kind, [])
        for path in chain(known, () if kind in self._searched else self._paths(letter)):
            face = _opened(own, path)
            if face and self._has(face.font, letter):
                if path not in known:
                    known.append(path)
                return face
        self._searched.add(kind)
        return None

    def _has(self, font: pygame.Font, letter: str) -> bool:
        """Return whether the font renders the letter differently from one that it lacks, or properly hides it."""
        if category(letter) in ("Cc", "Cs"):
            return False
        key = (font.name, font.style_name, letter)
        if key not in self._covers:
            if len(self._covers) > _REMEMBERED:
                self._covers.clear()
            self._covers[key] = _look(font, letter) != _look(font, _NO_LETTER)
        return self._covers[key]


def _look(font: pygame.Font, letter: str) -> bytes:
    try:
        return pygame.image.tobytes(font.render(letter, True, "black"), "RGBA")
    except pygame.error:  # it has no width
        return b""


@lru_cache(32)
def _opened(own: pygame.Font, path: str) -> _Face | None:
    """Return the font of a file at the size of `own`, smaller if its lines are higher; None if it can't be loaded.

    Many colour fonts have a single size: the face's `scale` corrects lines that are too high, or lower than the
    letters of `own`.
    """
    high = own.get_height()
    try:
        font = _loaded(path, own.point_size)
        lower = font.get_height() < own.point_size
        if font.get_height() > high:
            font = _loaded(path, max(1, own.point_size * high // font.get_height()))
    except (OSError, ValueError, pygame.error):
        return None
    scale = high / max(1, font.get_height())
    return _Face(font, scale if scale < 1 or lower else 1)


def _loaded(path: str, px: int) -> pygame.Font:
    font = pygame.Font(path, px)
    font.size("x")  # raises if it isn't a font; pygame-ce 2.5.8 doesn't earlier, and get_height would crash
    return font


def _direct(font: pygame.Font, text: str, level: int, own: pygame.Font) -> None:
    """Set a font's direction and script for the next text; `own` is always left to right."""
    if font is not own:
        with contextlib.suppress(pygame.error):  # without HarfBuzz nothing is shaped
            font.set_direction(pygame.DIRECTION_RTL if level == 1 else pygame.DIRECTION_LTR)
            font.set_script(next((_SCRIPTS[kind] for kind in map(_kind, text) if kind in _SCRIPTS), "Zyyy"))


def _clusters(line: str) -> list[str]:
    """Split a line into visible units: a letter with its marks, a flag, a joined emoji."""
    found: list[str] = []
    for letter in line:
        flag = letter in _FLAGS and found and found[-1] in _FLAGS
        joins = category(letter) in _MARKS or letter in _SKINS or flag
        if found and (joins or found[-1][-1] == _JOINER):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def is_right_to_left(line: str) -> bool:
    """Return whether a line as a whole runs from right to left: it has letters that do, and none that don't."""
    classes = set(map(bidirectional, line))
    return "L" not in classes and bool({"R", "AL"} & classes)


def _levels(clusters: list[str]) -> list[int]:
    """Return each cluster's level; neutral signs are right-to-left only between two such parts, not after one."""
    classes = [bidirectional(cluster[0]) for cluster in clusters]
    edge = int(is_right_to_left("".join(clusters)))
    levels: list[int] = []
    turned = edge
    for kind in classes:
        turned = int(kind != "L") if kind in _STRONG else turned
        levels.append(2 * (turned if kind == "AN" else edge) if kind in _DIGITS else turned)
    after = edge
    for at, kind in reversed(list(enumerate(classes))):
        if kind in _STRONG or kind in _DIGITS:
            after = min(1, levels[at])
        else:
            levels[at] = min(levels[at], after)
    return levels


@lru_cache(_REMEMBERED)
def _kind(letter: str) -> str:
    """Return a key for letters sought in the same fonts: first word of the Unicode name, or 256-letter block."""
    return name(letter, "").partition(" ")[0] if category(letter)[0] == "L" else f"{ord(letter) >> 8:x}"


@lru_cache(1)
def _installed() -> dict[str, str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            files = {family: pygame.font.match_font(family) for family in sorted(pygame.font.get_fonts())}
        except OSError:
            return {}
    return {family: file for family, file in files.items() if file and family not in _UNWANTED}


def fonts_for(letter: str) -> Iterable[str]:
    """Return the system's font files; those made for such letters come first."""
    files = _installed()
    wanted = (*_PICTURES, *_LETTERS) if letter >= _FIRST_PICTURE else (*_LETTERS, *_PICTURES)
    return dict.fromkeys([*(files[family] for family in wanted if family in files), *files.values()])


SYSTEM: Final = FallbackFonts(fonts_for)
