"""Sizes and text: the unit of length `u`, which grows with the window, fonts by role, wrapping and painting."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

import pygame

from scenes.app import constants
from scenes.app.assets import ROOT, Cache

if TYPE_CHECKING:
    from scenes.app.fallback_fonts import FallbackFonts

Role: TypeAlias = Literal[
    "display", "title", "heading", "subheading", "body", "strong", "italic", "small", "button", "digits", "clock"
]
Face: TypeAlias = Literal["serif", "serif-semibold", "serif-italic", "sans", "sans-semibold", "sans-italic"]
Align: TypeAlias = Literal["left", "centre", "right"]
Valign: TypeAlias = Literal["top", "middle", "bottom"]
Colour: TypeAlias = pygame.Color

FONTS: Final = ROOT / "sprites" / "fonts"
FONT_FILES: Final[dict[Face, str]] = {
    "serif": "SourceSerifPro-Regular.ttf",
    "serif-semibold": "SourceSerifPro-Semibold.ttf",
    "serif-italic": "SourceSerifPro-It.ttf",
    "sans": "SourceSansPro-Regular.ttf",
    "sans-semibold": "SourceSansPro-Semibold.ttf",
    "sans-italic": "SourceSansPro-It.ttf",
}
"""The font file of each face. The digits of Source Sans are equally wide, so that a running clock doesn't jitter."""

_ROLE_FACES: Final[dict[Role, Face]] = {
    "display": "serif-semibold",
    "title": "serif-semibold",
    "heading": "serif-semibold",
    "subheading": "serif-semibold",
    "body": "sans",
    "strong": "sans-semibold",
    "italic": "sans-italic",
    "small": "sans",
    "button": "sans-semibold",
    "digits": "sans-semibold",
    "clock": "sans-semibold",
}
_SERIF_OVERSAMPLING: Final = 4  # serifs are drawn larger, then scaled down: else gaps open within words ("Ducar t")

_LEAST_WIDTH_U: Final = 80  # least width of a window in u, so that a tall one has room for large text
_TIGHT_BELOW_U: Final = 60  # height in u below which room is short: margins and buttons get smaller
_SMALLEST_U_POINTS: Final = 6.0  # least u in points, also for small text in a large window


_COVERED_RANGES: Final = (" ~", "\xa0¬", "®ĥ", "Ĩı", "Ĵķ", "Ĺň", "Ōť", "Ũž")
COVERED: Final = frozenset("\n–—‘’“”„•…\u202f−").union(
    *(map(chr, range(ord(a), ord(z) + 1)) for a, z in _COVERED_RANGES)
)
"""Newline and the characters that all faces have; a line with any other character needs the fallback fonts."""


class _RoleFont(NamedTuple):
    """The font of a role at one size; it is `scale` times as large as the text is shown."""

    font: pygame.Font
    line: int  # height of a line in pixels
    scale: int

    def width(self, string: str) -> int:
        width = self.font.size(string)[0] if _is_covered(string) else _fallback_fonts().width(self.font, string)
        return -(-width // self.scale)

    def render_line(self, string: str, colour: Colour) -> pygame.Surface:
        if _is_covered(string):
            picture = self.font.render(string, True, colour)
        else:
            picture = _fallback_fonts().render_line(self.font, string, colour)
        if self.scale == 1:
            return picture
        width, height = picture.get_size()
        return pygame.transform.smoothscale(picture, (-(-width // self.scale), round(height / self.scale)))


def _is_covered(string: str) -> bool:
    return (string.isascii() and string.isprintable()) or COVERED.issuperset(string)


def _fallback_fonts() -> FallbackFonts:
    from scenes.app import fallback_fonts

    return fallback_fonts.SYSTEM_FONTS


class Lettering:
    """Sizes and fonts for a window of `size` pixels, with `density` pixels per point.

    `text_scale` is the user's setting of the text size in per cent.
    """

    def __init__(self, size: tuple[int, int], text_scale: int = 100, density: float = 1.0) -> None:
        self.size = size
        self.density = density
        self.text_scale = text_scale
        short = min(size) / 100
        self.least_scale = min(100, ceil(10 * _SMALLEST_U_POINTS * density / short) * 10)
        """The smallest text setting, in per cent, that has an effect in this window: a multiple of 10."""
        self.u = min(short * max(text_scale, self.least_scale) / 100, size[0] / _LEAST_WIDTH_U)
        """A hundredth of the window's short side in pixels, times the text setting as far as the size allows."""
        self.travel = max(text_scale, 100) * density  # mouse travel that makes a press a drag, in % of the usual
        self.tight = size[1] < _TIGHT_BELOW_U * self.u  # space is short: margins and buttons are smaller
        self.control = max(round(40 * density), round((5.0 if self.tight else 5.5) * self.u))
        """The height of clickable widgets, in pixels."""
        self.margin = round((1.2 if self.tight else 2.5) * self.u)
        self.gap = round(self.u)
        self.report_overflow: Callable[[str, Role, pygame.Rect], None] | None = None
        """The function, set by tests, that gets a text, its role and its rectangle if the text doesn't fit."""
        self._em_sizes = {
            role: max(round(least * density), round(units * self.u))
            for role, (units, least) in constants.TEXT_SIZES.items()
        }  # font sizes in pixels; a line is a quarter higher, and that quarter is empty
        self._fonts: dict[tuple[Face, int], pygame.Font] = {}
        self._roles: dict[Role, _RoleFont] = {}
        self._widths: dict[tuple[str, Role], int] = {}
        self._text_pictures = Cache(round(constants.TEXT_CACHE_WINDOWS * size[0] * size[1]))
        self._wrapped_lines: dict[tuple[str, Role, int], list[str]] = {}

    def px(self, units: float) -> int:
        """Convert a length in u to whole pixels, at least 1."""
        return max(1, round(units * self.u))

    def face(self, name: Face, px: int) -> pygame.Font:
        """Return a face at `px` pixels per em, for text without a role, such as letters inlaid in the table."""
        font = self._fonts.get((name, px))
        if font is None:
            font = self._fonts[name, px] = pygame.Font(FONTS / FONT_FILES[name], px)
        return font

    def line(self, role: Role) -> int:
        return self._font_of(role).line

    def _font_of(self, role: Role) -> _RoleFont:
        role_font = self._roles.get(role)
        if role_font is None:
            name, em = _ROLE_FACES[role], self._em_sizes[role]
            scale = _SERIF_OVERSAMPLING if name.startswith("serif") else 1
            role_font = self._roles[role] = _RoleFont(
                self.face(name, scale * em), self.face(name, em).get_linesize(), scale
            )
        return role_font

    def width(self, string: str, role: Role) -> int:
        key = (string, role)
        width = self._widths.get(key)
        if width is None:
            if len(self._widths) > constants.MEASURED_TEXTS:
                self._widths.clear()
            width = self._widths[key] = self._font_of(role).width(string)
        return width

    def caret(self, string: str, index: int, role: Role) -> int:
        before = self.width(string[:index], role)
        if _is_covered(string):
            return before
        from scenes.app.fallback_fonts import is_right_to_left

        return self.width(string, role) - before if is_right_to_left(string) else before

    def wrap(self, string: str, role: Role, width: int) -> list[str]:
        """Split `string` into lines of at most `width` pixels; longer words are broken."""
        key = (string, role, width)
        lines = self._wrapped_lines.get(key)
        if lines is None:
            if len(self._wrapped_lines) > constants.MEASURED_TEXTS:
                self._wrapped_lines.clear()
            lines = [
                line for part in string.split("\n") for line in _break_lines(self._font_of(role).width, part, width)
            ]
            self._wrapped_lines[key] = lines
        return lines

    def height(self, string: str, role: Role, width: int) -> int:
        return len(self.wrap(string, role, width)) * self.line(role)

    def least_width(self, string: str, role: Role, width: int) -> int:
        """Return the least width in which `string` has no more lines than in `width` pixels."""
        lines = len(self.wrap(string, role, width))
        least = min(width, max(self.width(word, role) for word in bind_words(string).split(" ")))
        return least + bisect_left(
            range(least, width), -lines, key=lambda limit: -len(self.wrap(string, role, limit))
        )

    def shorten_text(self, string: str, role: Role, width: int) -> str:
        if self.width(string, role) <= width:
            return string
        measure, ends = self._font_of(role).width, range(1, len(string) + 1)
        kept_count = bisect_right(ends, width, key=lambda end: measure(string[:end].rstrip() + "…"))
        return string[:kept_count].rstrip() + "…"

    def text(
        self,
        surface: pygame.Surface,
        string: str,
        role: Role,
        colour: Colour,
        rect: pygame.Rect,
        align: Align = "left",
        valign: Valign = "middle",
        ellipsis: bool = False,
    ) -> pygame.Rect:
        """Paint `string` within `rect`, wrapped or, if `ellipsis`, cut to one line; return the rectangle painted."""
        width = rect.width
        lines = [self.shorten_text(string, role, width)] if ellipsis else self.wrap(string, role, width)
        line_height = self.line(role)
        text_width, text_height = max([self.width(line, role) for line in lines], default=0), line_height * len(lines)
        if self.report_overflow and (
            text_width > width or text_height - (line_height - self._em_sizes[role]) > rect.height
        ):
            self.report_overflow(string, role, rect.copy())
        top = rect.top
        if valign != "top":
            top += rect.height - text_height if valign == "bottom" else (rect.height - text_height) // 2
        for index, line in enumerate(lines):
            if line:
                picture = self.render_text(line, role, colour)
                surface.blit(picture, (_find_left(align, rect, picture.get_width()), top + index * line_height))
        return pygame.Rect(_find_left(align, rect, text_width), top, text_width, text_height)

    def render_text(self, line: str, role: Role, colour: Colour) -> pygame.Surface:
        key = (line, role, tuple(colour))
        return self._text_pictures.get(key, lambda: self._render_line(line, role, colour))

    def _render_line(self, line: str, role: Role, colour: Colour) -> pygame.Surface:
        picture = self._font_of(role).render_line(line, colour)
        picture.set_alpha(colour.a)
        return picture


NO_BREAK_SPACE: Final = "\u00a0"  # the no-break space
_KEPT_SPACE: Final = re.compile(
    r"[\d↓↑×|][,:;…]? (?=[\d↓↑×|%✓])|(?<!\S)\d+[.…] (?=\S)"
    r"|(?<!\S)\d{1,2} (?=[^\W\d])|[^\W\d] (?=(?:19|20)\d\d(?!\d))"
)
"""The spaces at which a line isn't broken: in lists of numbers, after a turn's number, before a noun, in dates."""


def _find_left(align: Align, rect: pygame.Rect, width: int) -> int:
    if align == "left":
        return rect.left
    return rect.right - width if align == "right" else rect.left + (rect.width - width) // 2


def bind_words(text: str) -> str:
    """Replace spaces within numbers, notations and dates by no-break spaces: "4, 2", "11. e4", "3 turns"."""
    return _KEPT_SPACE.sub(lambda found: found[0].replace(" ", NO_BREAK_SPACE), text)


def _break_lines(measure: Callable[[str], int], paragraph: str, width: int) -> list[str]:
    lines: list[str] = []
    line = ""
    words = (part for word in bind_words(paragraph).split(" ") for part in _split_long_word(measure, word, width))
    for word in words:
        longer = f"{line} {word}" if line else word
        if measure(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while len(word) > 1 and measure(word) > width:
            ends = range(2, min(len(word), max(2, width)))  # each character takes at least a pixel
            count = 1 + bisect_right(ends, width, key=lambda end: measure(word[:end]))
            lines.append(word[:count])
            word = word[count:]
        line = word
    lines.append(line)
    return lines


def _split_long_word(measure: Callable[[str], int], word: str, width: int) -> list[str]:
    return word.split(NO_BREAK_SPACE) if NO_BREAK_SPACE in word and measure(word) > width else [word]
