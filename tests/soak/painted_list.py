"""Reads the list of turns from a picture of the window: ruled rows, words of ink, and the marked cell.

Nothing is recognised: words are shapes, and shapes are the same or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pygame

from scenes.app.theme import BRASS, EDGE, PAPER

ROW: Final = 30
"""Pixels from line to line in a window of 1280 x 800."""
SHORTEST: Final = 120
"""The least width of a line in pixels."""
GAP: Final = 10
"""The least pixels without ink between two words; parts of one word are nearer."""
DOTS: Final = 5
"""The greatest height of the sign for "not over yet" in pixels."""
STRAY: Final = 1
"""The most pixels of a word's strokes that may be missing in another picture of it."""
SCROLLED: Final = 3
"""The most rows that may have scrolled away meanwhile."""
_LINE: Final = EDGE
_MARK: Final = BRASS.lerp(PAPER, 0.35)
_NEAR: Final = (2, 2, 2, 255)
_STROKE: Final = (255, 100, 100, 255)
_TOUCHED: Final = (255, 165, 165, 255)
"""Ink is black or red: little green and blue. The paper's grain differs by far less than these two do."""


@dataclass(frozen=True, slots=True)
class Word:
    """The shape of a word, relative to its first pixel."""

    strokes: pygame.mask.Mask
    """The pixels that are certainly ink."""
    touched: pygame.mask.Mask
    """The pixels with any ink."""
    marked: bool

    def same(self, other: Word) -> bool:
        return any(
            _stray(self.strokes, other.touched, aside) + _stray(other.strokes, self.touched, -aside) <= STRAY
            for aside in (0, -1, 1)
        )

    def begins(self, other: Word) -> bool:
        """Whether the other one is this one, or goes on from it; dots at the end don't count."""
        wide = _without_dots(self.touched)
        return Word(_cut(self.strokes, wide), _cut(self.touched, wide), False).same(
            Word(_cut(other.strokes, wide - 1), _cut(other.touched, wide + 1), False)
        )


Row = tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Turns:
    rows: tuple[Row, ...]

    def same(self, other: Turns) -> bool:
        return len(self.rows) == len(other.rows) and all(map(_alike, self.rows, other.rows))

    def holds(self, before: Turns) -> bool:
        """Whether every turn of `before` is here, or was scrolled away, and the last one is as far at least."""
        full = len(self.rows) >= len(before.rows) > 2 * SCROLLED
        return any(self._holds(before.rows[above:]) for above in range(SCROLLED + 1 if full else 1))

    def _holds(self, rows: tuple[Row, ...]) -> bool:
        if len(rows) > len(self.rows):
            return False
        *whole, last = rows
        return all(map(_listed, whole, self.rows)) and _further(last, self.rows[len(whole)])


def _alike(row: Row, other: Row) -> bool:
    return len(row) == len(other) and all(
        one.marked == two.marked and one.same(two) for one, two in zip(row, other, strict=True)
    )


def _listed(row: Row, other: Row) -> bool:
    """Whether two rows have the same words, however the marked word is painted."""
    return len(row) == len(other) and all(
        one.marked or two.marked or one.same(two) for one, two in zip(row, other, strict=True)
    )


def _further(row: Row, other: Row) -> bool:
    """Whether a row begins with the words of another, the last of which may have grown."""
    return len(row) <= len(other) and all(
        one.begins(two) if one.marked == two.marked else one.marked for one, two in zip(row, other, strict=False)
    )


def _stray(strokes: pygame.mask.Mask, touched: pygame.mask.Mask, aside: int) -> int:
    """Return how many pixels of the strokes aren't among the touched ones, which lie `aside` pixels to the right."""
    return strokes.count() - strokes.overlap_area(touched, (aside, 0))


def _cut(mask: pygame.mask.Mask, wide: int) -> pygame.mask.Mask:
    part = pygame.mask.Mask((wide, mask.get_size()[1]))
    part.draw(mask, (0, 0))
    return part


def _without_dots(ink: pygame.mask.Mask) -> int:
    parts = sorted(ink.get_bounding_rects(), key=lambda part: part.left)
    while len(parts) > 1 and parts[-1].height <= DOTS and parts[-1].bottom > ink.get_size()[1] // 2:
        parts.pop()
    return max(part.right for part in parts)


def read_turns(picture: pygame.Surface) -> Turns | None:
    """Return the list of turns in a picture of the window; None unless it is complete and has a marked cell."""
    lines = _lines(picture)
    if not lines:
        return None
    left, top, width, _ = lines[0]
    place = pygame.Rect(left, top - ROW + 1, width, ROW * len(lines)).clip(picture.get_rect())
    part = picture.subsurface(place)
    strokes = pygame.mask.from_threshold(part, (0, 0, 0), _STROKE)
    touched = pygame.mask.from_threshold(part, (0, 0, 0), _TOUCHED)
    marks = pygame.mask.from_threshold(part, _MARK, _NEAR).get_bounding_rects()
    mark = max(marks, key=lambda rect: rect.width, default=pygame.Rect(0, 0, 0, 0))
    blots = [rect for rect in touched.get_bounding_rects() if rect.right < width]
    turns = Turns(tuple(_row((strokes, touched), number, blots, mark) for number in range(len(lines))))
    return turns if any(word.marked for row in turns.rows for word in row) else None


def _lines(picture: pygame.Surface) -> list[pygame.Rect]:
    """Return the lines below the rows from the top: the lowest, and others at equal distances; none if one is
    covered."""
    found = pygame.mask.from_threshold(picture, _LINE, _NEAR).get_bounding_rects()
    ruled = sorted((line for line in found if line.width > SHORTEST and line.height <= 2), key=lambda line: line.top)
    first = 0
    for number, (upper, lower) in enumerate(pairwise(ruled), 1):
        if lower.top - upper.top != ROW:
            first = number
    lines = ruled[first:]
    return lines if len({(line.left, line.width) for line in lines}) == 1 else []


def _row(ink: tuple[pygame.mask.Mask, ...], number: int, blots: list[pygame.Rect], mark: pygame.Rect) -> Row:
    top = number * ROW
    parts = sorted(
        (blot for blot in blots if top <= blot.centery < top + ROW), key=lambda blot: (blot.left, blot.right)
    )
    spans: list[list[int]] = []
    for part in parts:
        if spans and part.left - spans[-1][1] < GAP:
            spans[-1][1] = max(spans[-1][1], part.right)
        else:
            spans.append([part.left, part.right])
    words = []
    for left, right in spans:
        shapes = [pygame.mask.Mask((right - left, ROW - 1)) for _ in ink]
        for shape, whole in zip(shapes, ink, strict=True):
            shape.draw(whole, (-left, -top))
        words.append(Word(shapes[0], shapes[1], mark.collidepoint((left + right) // 2, top + ROW // 2)))
    return tuple(words)
