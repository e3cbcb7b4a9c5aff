"""Finds unreadable words in a picture: cut off, half covered, faint, or overlapping.

A window is painted onto a `Sheet`, which notes every line of text that comes onto it. What is painted later hides
what lay there: a text counts as hidden where the pixels are no longer those that it left, so nobody has to tell which
paper, veil or piece came in between.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import pygame

from scenes.app.fonts import Lettering, Role
from tests.colour_vision import Tone, contrast

TOUCH: Final = 1
"""Pixels by which the rectangles of two lines may overlap in width or height, for their soft edges."""


NEAR: Final = (8, 8, 8, 255)
"""The largest difference between two pixels of the same colour."""
STRAY: Final = 0.06
"""The share of a line's ground that may be too similar to its ink: a hairline, an edge."""
HALF: Final = 0.04, 0.96
"""A line with a hidden share between these counts as half hidden: soft edges hide less, an intended cover more."""


@dataclass(frozen=True, slots=True)
class Ink:
    words: str
    rect: pygame.Rect
    """The visible part in pixels of the sheet: the strokes without the air around them."""
    left: pygame.Surface
    """The pixels of `rect` after painting."""
    found: pygame.Surface
    """The pixels of `rect` before painting."""
    tone: Tone

    def shows(self, sheet: pygame.Surface, part: pygame.Rect) -> bool:
        """Whether nothing was painted over `part` of it since. Where that part holds no stroke the whole tells."""
        inside = part.move(-self.rect.x, -self.rect.y)
        if _pixels(self.left, inside) == _pixels(self.found, inside):
            part, inside = self.rect, self.left.get_rect()
        return _pixels(self.left, inside) == _pixels(sheet, part)

    def hidden(self, sheet: pygame.Surface) -> float:
        now = pygame.Surface(self.rect.size)
        now.blit(sheet, (0, 0), self.rect)
        strokes = pygame.mask.from_threshold(self.left, (0, 0, 0), NEAR, self.found)
        strokes.invert()
        there = pygame.mask.from_threshold(self.left, (0, 0, 0), NEAR, now)
        return 1 - strokes.overlap_area(there, (0, 0)) / max(1, strokes.count())


class Sheet(pygame.Surface):
    """A window's surface that checks the words painted on it."""

    faults: list[str]
    lines: list[Ink]
    scrolled: frozenset[str]
    """Words in fields, which hold more than they show and follow the caret."""
    below: int
    """The number of lines that belong to scenes below the topmost."""

    def __init__(self, size: tuple[int, int], names: dict[int, tuple[pygame.Surface, str]]) -> None:
        """`names` returns the words of a picture by its id, and keeps the picture alive."""
        super().__init__(size)
        self.names = names
        self.faults, self.lines = [], []
        self.scrolled = frozenset()
        self.below = 0
        self.least = 0.0
        """The required contrast of words with their ground, by WCAG 2.2; 0: not checked."""

    def blit(self, source: pygame.Surface, dest: Any = (0, 0), *rest: Any, **more: Any) -> pygame.Rect:
        _, words = self.names.get(id(source), (None, ""))
        if not words.strip():
            return super().blit(source, dest, *rest, **more)
        ink = source.get_bounding_rect().move(dest[0], dest[1])
        shown = ink.clip(self.get_clip())
        if not (shown.width and shown.height):
            return super().blit(source, dest, *rest, **more)
        self._look(words, ink, shown)
        found = _copy(self, shown)
        done = super().blit(source, dest, *rest, **more)
        self.lines.append(Ink(words, shown, _copy(self, shown), found, _ink(source) if self.least else (0, 0, 0)))
        return done

    def overflowed(self, words: str, role: Role, rect: pygame.Rect) -> None:
        """Note that a text doesn't fit its rectangle."""
        self.faults.append(f"cut: {words!r} doesn't fit {tuple(rect)}")

    def next_scene(self) -> None:
        """Begin another scene, which may cover what lies below it."""
        self.below = len(self.lines)

    def look_over(self, toast: pygame.Rect | None = None) -> None:
        """Find the lines of the topmost scene that are only partly visible, once all is painted.

        `toast` may cover others in that scene. Text painted twice, the lower copy for an edge, is checked once.
        """
        lines = self.lines[self.below :]
        for number, line in enumerate(lines):
            again = any(
                other.words == line.words and other.rect.colliderect(line.rect) for other in lines[number + 1 :]
            )
            if self.least and not again:
                self._compare(line)
            if again or (toast is not None and toast.colliderect(line.rect)):
                continue
            if HALF[0] < line.hidden(self) < HALF[1]:
                self.faults.append(f"covered: a part of {line.words!r} at {tuple(line.rect)}")

    def _compare(self, line: Ink) -> None:
        ink, grounds = line.tone, Counter(_tones(line.found))
        near = sum(count for tone, count in grounds.items() if contrast(ink, tone) < self.least)
        if near > STRAY * grounds.total():
            ground = grounds.most_common(1)[0][0]
            told = f"{ink} on {ground} is {contrast(ink, ground):.1f} : 1"
            self.faults.append(f"faint: {line.words!r} at {tuple(line.rect)}: {told}")

    def _look(self, words: str, ink: pygame.Rect, shown: pygame.Rect) -> None:
        """Check a line before it is painted; its strokes take up `ink`, of which the clip leaves `shown`.

        Sheets scroll up and down, so above and below only the window's edge cuts a line off.
        """
        whole, clip = self.get_rect(), self.get_clip()
        if (ink.left < clip.left or ink.right > clip.right) and words not in self.scrolled:
            self.faults.append(f"cut: {words!r} at {tuple(ink)} by {tuple(clip)}")
        elif clip == whole and not whole.contains(ink):
            self.faults.append(f"cut: {words!r} at {tuple(ink)} by the window")
        for other in self.lines:
            common = shown.clip(other.rect)
            if other.words != words and min(common.size) > TOUCH and other.shows(self, common):
                self.faults.append(f"overlap: {words!r} at {tuple(shown)} on {other.words!r} at {tuple(other.rect)}")


@contextmanager
def reading() -> Iterator[dict[int, tuple[pygame.Surface, str]]]:
    """Provide the words of all lines of text that are rendered meanwhile, by the id of their picture."""
    names: dict[int, tuple[pygame.Surface, str]] = {}
    rendered = Lettering.render_text

    def noted(self: Lettering, line: str, role: Role, colour: pygame.Color) -> pygame.Surface:
        picture = rendered(self, line, role, colour)
        names[id(picture)] = (picture, line)
        return picture

    Lettering.render_text = noted  # type: ignore[method-assign]
    try:
        yield names
    finally:
        Lettering.render_text = rendered  # type: ignore[method-assign]


def _copy(surface: pygame.Surface, rect: pygame.Rect) -> pygame.Surface:
    picture = pygame.Surface(rect.size)
    picture.blit(surface, (0, 0), rect)
    return picture


def _pixels(surface: pygame.Surface, rect: pygame.Rect) -> bytes:
    return pygame.image.tobytes(_copy(surface, rect), "RGB")


def _tones(picture: pygame.Surface) -> Iterator[Tone]:
    data = pygame.image.tobytes(picture, "RGB")
    return zip(data[::3], data[1::3], data[2::3], strict=True)


def _ink(picture: pygame.Surface) -> Tone:
    """Return the colour of a line of text where its strokes are thickest."""
    data = pygame.image.tobytes(picture, "RGBA")
    red, green, blue, _ = max(zip(data[::4], data[1::4], data[2::4], data[3::4], strict=True), key=lambda one: one[3])
    return red, green, blue
