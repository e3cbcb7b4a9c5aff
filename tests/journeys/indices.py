"""Which cards are to be seen in a picture: found by the index in their upper left corner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from rules.ducale.cards import HIDDEN, TEXTS
from scenes.cards.faces import INDEX, WIDE, face
from scenes.cards.ground import SHAPE

if TYPE_CHECKING:
    from scenes.assets import Assets
    from scenes.cards.arrangement import Place

BACK: Final = "back"
LOOKS: Final = (*TEXTS[:HIDDEN], BACK)
DEPTH: Final = 3
"""Bytes of a pixel."""
GREEN: Final = 1
"""The channel in which all ink is dark, red as well as black."""
BLUR: Final = 3
"""So much a channel of a pixel may differ: small cards are a little transparent."""
MIDDLE: Final = 64
INKED: Final = bytes(value < MIDDLE for value in range(256))
"""What a channel becomes when cards are looked for: whether there is ink: the felt is lighter."""
Rows = tuple[bytes, ...]


class Seen(NamedTuple):
    """A card in a picture, and where its upper left corner lies."""

    x: int
    y: int
    look: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixels of a part of the window, row by row, `DEPTH` bytes each."""

    size: tuple[int, int]
    pixels: bytes

    @classmethod
    def of(cls, surface: pygame.Surface, rect: pygame.Rect) -> Picture:
        """What a surface shows within `rect`."""
        return cls(rect.size, pygame.image.tobytes(surface.subsurface(rect), "RGB"))

    def rows(self, rect: pygame.Rect) -> Rows | None:
        """The pixels of `rect`, or None where that isn't all within the picture."""
        if not pygame.Rect((0, 0), self.size).contains(rect):
            return None
        wide = self.size[0]
        starts = (DEPTH * (y * wide + rect.left) for y in range(rect.top, rect.bottom))
        return tuple(self.pixels[start : start + DEPTH * rect.width] for start in starts)

    def save(self, path: str) -> None:
        """Keep it, to be looked at."""
        pygame.image.save(pygame.image.frombytes(self.pixels, self.size, "RGB"), path)


class Indices:
    """The corners of all cards that are so many pixels high."""

    def __init__(self, assets: Assets, high: int, french: bool = False) -> None:
        self.box: Final = (max(1, round(high / SHAPE)), high)
        scale = self.box[0] / WIDE
        left, top, wide, tall = (round(length * scale) for length in INDEX)
        self._corner: Final = pygame.Rect(left + 1, top + 1, wide - 1, tall - 1)
        self._rows: Final = {
            look: rows
            for look in LOOKS
            if (rows := Picture.of(face(assets, look, high, french, four=False), self._whole).rows(self._corner))
        }
        assert len(set(self._rows.values())) == len(LOOKS), "cards of this size can't be told apart"
        self._keys: Final = {look: _key(rows) for look, rows in self._rows.items()}

    @property
    def _whole(self) -> pygame.Rect:
        return pygame.Rect((0, 0), self.box)

    def at(self, picture: Picture, place: Place) -> str | None:
        """The card that lies at a place of the picture; None if none lies just there."""
        card = self._whole
        card.center = (round(place[0]), round(place[1]))
        rows = picture.rows(self._corner.move(card.topleft))
        return next(
            (look for look, own in self._rows.items() if rows is not None and all(map(_alike, rows, own))), None
        )

    def everywhere(self, picture: Picture) -> list[Seen]:
        """All cards whose corner is seen, wherever they lie."""
        found = []
        ink = picture.pixels[GREEN::DEPTH].translate(INKED)
        for look, number in self._keys.items():
            own = self._rows[look]
            key = own[number][GREEN::DEPTH].translate(INKED)
            at = -1
            while (at := ink.find(key, at + 1)) >= 0:
                if not _alike(picture.pixels[DEPTH * at : DEPTH * at + len(own[number])], own[number]):
                    continue
                y, x = divmod(at, picture.size[0])
                card = (x - self._corner.left, y - number - self._corner.top)
                rows = picture.rows(self._corner.move(card))
                if rows is not None and all(map(_alike, rows, own)):
                    found.append(Seen(*card, look))
        return found


def _alike(row: bytes, other: bytes) -> bool:
    """Whether the same is to be seen."""
    return all(abs(one - two) <= BLUR for one, two in zip(row, other, strict=False))


def _key(rows: Rows) -> int:
    """The row by which a corner is looked for: it is sure where there is ink, and there is much."""
    sure = [n for n, row in enumerate(rows) if all(abs(value - MIDDLE) > BLUR for value in row[GREEN::DEPTH])]
    return max(sure, key=lambda number: sum(rows[number][GREEN::DEPTH].translate(INKED)))
