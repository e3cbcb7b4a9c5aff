"""Rendering of lines of text with characters that the app's fonts lack, in the system's fonts or as a placeholder.

This module is loaded at the first such line. Runs of one font and direction are painted side by side. HarfBuzz shapes
right-to-left runs; consecutive ones are placed from right to left.
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

_PLACEHOLDER: Final = "•"  # for a character that no font has
_UNASSIGNED: Final = "\U0010ffff"  # a character that no font has
_JOINER: Final = "\u200d"  # the zero-width joiner, which joins several emoji into one
_FIRST_EMOJI: Final = "\U0001f000"
_FLAGS: Final = frozenset(map(chr, range(0x1F1E6, 0x1F200)))  # regional indicators, of which two make a flag
_SKIN_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_MARK_CATEGORIES: Final = ("Mn", "Mc", "Me", "Cf")  # of Unicode; of marks and format characters
_STRONG_CLASSES: Final = ("L", "R", "AL")  # bidirectional classes of letters
_DIGIT_CLASSES: Final = ("EN", "AN")
_CACHE_SIZE: Final = 10_000

_LETTER_FONTS: Final = (
    *("dejavusans", "notosans", "segoeui", "arial", "notosansarabic", "notosanshebrew", "notosanscjksc"),
    *("notosanscjkjp", "microsoftyahei", "yugothic", "malgungothic", "pingfangsc", "pingfang", "hiraginosansgb"),
    *("wenquanyimicrohei", "droidsansfallback", "nirmalaui", "geezapro", "arialunicodems", "arialunicode"),
)
_EMOJI_FONTS: Final = ("notocoloremoji", "segoeuiemoji", "applecoloremoji", "twemoji", "notoemoji", "symbola")
"""The font families tried first, for emoji and (`_LETTER_FONTS`) for other characters, under pygame's names."""
_IGNORED_FAMILIES: Final = ("lastresort",)  # has a box for every character

_SCRIPTS: Final = (
    {"ARABIC": "Arab", "SYRIAC": "Syrc", "THAANA": "Thaa", "NKO": "Nkoo", "HEBREW": "Hebr", "MONGOLIAN": "Mong"}
    | {"DEVANAGARI": "Deva", "BENGALI": "Beng", "GURMUKHI": "Guru", "GUJARATI": "Gujr", "ORIYA": "Orya"}
    | {"TAMIL": "Taml", "TELUGU": "Telu", "KANNADA": "Knda", "MALAYALAM": "Mlym", "SINHALA": "Sinh"}
    | {"THAI": "Thai", "LAO": "Laoo", "TIBETAN": "Tibt", "MYANMAR": "Mymr", "KHMER": "Khmr", "HANGUL": "Hang"}
)
"""The scripts that need shaping: the ISO 15924 code by the first word of their letters' Unicode names."""


class _Face(NamedTuple):
    font: pygame.Font
    scale: float  # factor that fits its pictures to the height of the line


class _Run(NamedTuple):
    face: _Face
    text: str
    level: int  # 0: left to right, 1: right to left, 2: digits within right to left
    width: int  # pixels


class FallbackFonts:
    """A renderer of lines of text in one of the app's fonts, with other fonts for the characters that it lacks.

    `find_fonts` returns the font files to try for a character, the best first.
    """

    def __init__(self, find_fonts: Callable[[str], Iterable[str]]) -> None:
        self._find_fonts = find_fonts
        self._files_by_script: dict[str, list[str]] = {}  # font files by key of `_script_of`
        self._searched_scripts: set[str] = set()  # keys for which all fonts were tried once in vain
        self._coverage: dict[tuple[str, str, str], bool] = {}  # results of `_has_letter`, by font and letter

    def width(self, own_font: pygame.Font, line: str) -> int:
        return sum(run.width for run in self._split_runs(own_font, line))

    def render_line(self, own_font: pygame.Font, line: str, colour: pygame.Color) -> pygame.Surface:
        runs, height = self._split_runs(own_font, line), own_font.get_height()
        picture = pygame.Surface((max(1, sum(run.width for run in runs)), height), pygame.SRCALPHA)
        left = 0
        for run in runs:
            if run.width:
                _set_direction(run.face.font, run.text, run.level, own_font)
                image, (font, scale) = run.face.font.render(run.text, True, colour), run.face
                if scale != 1:
                    image = pygame.transform.smoothscale(image, (run.width, max(1, int(image.get_height() * scale))))
                top = own_font.get_ascent() - round(font.get_ascent() * scale)
                picture.blit(image, (left, max(0, min(top, height - image.get_height()))))
                left += run.width
        return picture

    def _split_runs(self, own_font: pygame.Font, line: str) -> list[_Run]:
        clusters = _split_clusters(normalize("NFC", "".join(" " if letter.isspace() else letter for letter in line)))
        levels = _find_levels(clusters)
        pieces: list[tuple[_Face, int, str]] = []
        for cluster, level in zip(clusters, levels, strict=True):
            previous_face = pieces[-1][0] if pieces and level == pieces[-1][1] == 1 else None
            if previous_face and all(self._has_letter(previous_face.font, letter) for letter in cluster):
                pieces.append((previous_face, level, cluster))
            else:
                face, text = self._choose_face(own_font, cluster)
                pieces.append((face, level, text))
        runs = []
        for (face, level), group_pieces in groupby(pieces, key=lambda piece: piece[:2]):
            text = "".join(text for _, _, text in group_pieces)
            _set_direction(face.font, text, level, own_font)
            runs.append(_Run(face, text, level, ceil(face.font.size(text)[0] * face.scale)))
        visual_order: list[_Run] = []
        for is_reversed, group in groupby(runs, key=lambda run: run.level > 0):
            visual_order.extend(list(group)[:: -1 if is_reversed else 1])
        return visual_order

    def _choose_face(self, own_font: pygame.Font, cluster: str) -> tuple[_Face, str]:
        """Return the face for a cluster, and the characters of the cluster that the face has.

        If no font has the first character, return `own_font` and `_PLACEHOLDER`.
        """
        letter = cluster[0]
        face = _Face(own_font, 1) if self._has_letter(own_font, letter) else self._find_face(own_font, letter)
        if face is None:
            return _Face(own_font, 1), _PLACEHOLDER
        return face, "".join(letter for letter in cluster if self._has_letter(face.font, letter))

    def _find_face(self, own_font: pygame.Font, letter: str) -> _Face | None:
        if category(letter) in ("Cc", "Co", "Cs"):
            return None
        script = _script_of(letter)
        files = self._files_by_script.setdefault(script, [])
        for path in chain(files, () if script in self._searched_scripts else self._find_fonts(letter)):
            face = _open_face(own_font, path)
            if face and self._has_letter(face.font, letter):
                if path not in files:
                    files.append(path)
                return face
        self._searched_scripts.add(script)
        return None

    def _has_letter(self, font: pygame.Font, letter: str) -> bool:
        """Return whether the font renders a character (perhaps as nothing) differently from an unassigned one."""
        if category(letter) in ("Cc", "Cs"):
            return False
        key = (font.name, font.style_name, letter)
        if key not in self._coverage:
            if len(self._coverage) > _CACHE_SIZE:
                self._coverage.clear()
            self._coverage[key] = _render_bytes(font, letter) != _render_bytes(font, _UNASSIGNED)
        return self._coverage[key]


def _render_bytes(font: pygame.Font, letter: str) -> bytes:
    try:
        return pygame.image.tobytes(font.render(letter, True, "black"), "RGBA")
    except pygame.error:  # the character has no width
        return b""


@lru_cache(32)
def _open_face(own_font: pygame.Font, path: str) -> _Face | None:
    """Return the font in a file at the size of `own_font`, or smaller if its lines are too high; None on failure.

    Many colour fonts have a single size. Then the face's `scale` corrects lines that are too high or too low.
    """
    height = own_font.get_height()
    try:
        font = _load_font(path, own_font.point_size)
        is_low = font.get_height() < own_font.point_size
        if font.get_height() > height:
            font = _load_font(path, max(1, own_font.point_size * height // font.get_height()))
    except (OSError, ValueError, pygame.error):
        return None
    scale = height / max(1, font.get_height())
    return _Face(font, scale if scale < 1 or is_low else 1)


def _load_font(path: str, px: int) -> pygame.Font:
    font = pygame.Font(path, px)
    font.size("x")  # raises if it isn't a font; pygame-ce 2.5.8 doesn't earlier, and get_height would crash
    return font


def _set_direction(font: pygame.Font, text: str, level: int, own_font: pygame.Font) -> None:
    """Set the direction and script in which a font renders `text`; `own_font` is always left to right."""
    if font is not own_font:
        with contextlib.suppress(pygame.error):  # without HarfBuzz nothing is shaped
            font.set_direction(pygame.DIRECTION_RTL if level == 1 else pygame.DIRECTION_LTR)
            font.set_script(
                next((_SCRIPTS[script] for script in map(_script_of, text) if script in _SCRIPTS), "Zyyy")
            )


def _split_clusters(line: str) -> list[str]:
    """Split a line into visible units: a character with its marks, a flag, a joined emoji."""
    clusters: list[str] = []
    for letter in line:
        is_flag_end = letter in _FLAGS and clusters and clusters[-1] in _FLAGS
        is_joined = category(letter) in _MARK_CATEGORIES or letter in _SKIN_TONES or is_flag_end
        if clusters and (is_joined or clusters[-1][-1] == _JOINER):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def is_right_to_left(line: str) -> bool:
    """Return whether a line has letters that run from right to left, and none that run from left to right."""
    classes = set(map(bidirectional, line))
    return "L" not in classes and bool({"R", "AL"} & classes)


def _find_levels(clusters: list[str]) -> list[int]:
    """Return each cluster's level (see `_Run`); a neutral one is right to left only if both its neighbours are."""
    classes = [bidirectional(cluster[0]) for cluster in clusters]
    line_level = int(is_right_to_left("".join(clusters)))
    levels: list[int] = []
    direction = line_level
    for bidi_class in classes:
        direction = int(bidi_class != "L") if bidi_class in _STRONG_CLASSES else direction
        levels.append(
            2 * (direction if bidi_class == "AN" else line_level) if bidi_class in _DIGIT_CLASSES else direction
        )
    next_level = line_level
    for index, bidi_class in reversed(list(enumerate(classes))):
        if bidi_class in _STRONG_CLASSES or bidi_class in _DIGIT_CLASSES:
            next_level = min(1, levels[index])
        else:
            levels[index] = min(levels[index], next_level)
    return levels


@lru_cache(_CACHE_SIZE)
def _script_of(letter: str) -> str:
    """Return the first word of a letter's Unicode name; for other characters the number of their block of 256."""
    return name(letter, "").partition(" ")[0] if category(letter)[0] == "L" else f"{ord(letter) >> 8:x}"


@lru_cache(1)
def _installed_fonts() -> dict[str, str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            files = {family: pygame.font.match_font(family) for family in sorted(pygame.font.get_fonts())}
        except OSError:
            return {}
    return {family: file for family, file in files.items() if file and family not in _IGNORED_FAMILIES}


def fonts_for(letter: str) -> Iterable[str]:
    """Return the system's font files; those made for characters such as `letter` come first."""
    files = _installed_fonts()
    families = (*_EMOJI_FONTS, *_LETTER_FONTS) if letter >= _FIRST_EMOJI else (*_LETTER_FONTS, *_EMOJI_FONTS)
    return dict.fromkeys([*(files[family] for family in families if family in files), *files.values()])


SYSTEM_FONTS: Final = FallbackFonts(fonts_for)
