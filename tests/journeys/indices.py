"""Recognises the cards in a picture by the index in their upper left corner, at any angle."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, cos, radians, sin, tan
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from rules.ducale.cards import HIDDEN, TEXTS
from scenes.games.ducale.card_faces import CARD_WIDTH, INDEX_BOX, card_picture
from scenes.games.ducale.card_table import LEAN_STEP, lean_picture, lean_steps
from scenes.games.ducale.table_zones import MAX_LEAN_DEGREES

if TYPE_CHECKING:
    from scenes.app.assets import Assets
    from scenes.games.ducale.card_layout import CardPlace

BACK: Final = "back"
LOOKS: Final = (*TEXTS[:HIDDEN], BACK)
DEPTH: Final = 3
"""Bytes of a pixel."""
GREEN: Final = 1
"""The channel in which all ink is dark, red as well as black."""
BLUR: Final = 3
"""The greatest difference of a pixel's channel: small cards are slightly transparent."""
MIDDLE: Final = 64
INKED: Final = bytes(value < MIDDLE for value in range(256))
"""Maps a channel to whether a pixel is ink; the felt is lighter."""
Rows = tuple[bytes, ...]


FAN: Final = range(-lean_steps(MAX_LEAN_DEGREES), lean_steps(MAX_LEAN_DEGREES) + 1)
"""The angles of cards in a fan, in steps."""


class Seen(NamedTuple):
    """A card in a picture, and the upper left corner of its rectangle."""

    x: int
    y: int
    look: str


@dataclass(frozen=True, slots=True)
class Picture:
    """The pixels of a part of the window, row by row, `DEPTH` bytes each."""

    size: tuple[int, int]
    pixels: bytes

    @classmethod
    def of(cls, surface: pygame.Surface, rect: pygame.Rect) -> Picture:
        return cls(rect.size, pygame.image.tobytes(surface.subsurface(rect), "RGB"))

    def rows(self, rect: pygame.Rect) -> Rows | None:
        """Return the pixels of `rect`, or None unless it is entirely within the picture."""
        if not pygame.Rect((0, 0), self.size).contains(rect):
            return None
        wide = self.size[0]
        starts = (DEPTH * (y * wide + rect.left) for y in range(rect.top, rect.bottom))
        return tuple(self.pixels[start : start + DEPTH * rect.width] for start in starts)

    def save(self, path: str) -> None:
        pygame.image.save(pygame.image.frombytes(self.pixels, self.size, "RGB"), path)


class Corners:
    """The corners of all cards at one angle, given in steps."""

    def __init__(self, faces: dict[str, pygame.Surface], lean: int) -> None:
        turned = {look: lean_picture(card_picture, lean) for look, card_picture in faces.items()}
        card_picture = faces[BACK]
        self.size: Final = turned[BACK].get_size()
        scale = card_picture.get_width() / CARD_WIDTH
        left, top, wide, tall = (round(length * scale) for length in INDEX_BOX)
        angle = radians(lean * LEAN_STEP)
        inset = ceil(abs(tan(angle)) * tall / 2) + (2 if lean else 1)  # so that nothing beside the card is in it
        x, y = left + wide / 2 - card_picture.get_width() / 2, top + tall / 2 - card_picture.get_height() / 2
        self.rect: Final = pygame.Rect(0, 0, wide - 2 * inset + 1, tall - 2 * inset + 1)
        self.rect.center = (
            round(self.size[0] / 2 + x * cos(angle) - y * sin(angle)),
            round(self.size[1] / 2 + x * sin(angle) + y * cos(angle)),
        )
        whole = pygame.Rect((0, 0), self.size)
        pictures = {look: Picture.of(_opaque(one), whole) for look, one in turned.items()}
        self.rows: Final = {look: rows for look, one in pictures.items() if (rows := one.rows(self.rect))}
        assert len(set(self.rows.values())) == len(LOOKS), "cards of this size can't be told apart"
        self.keys: Final = {look: _key(rows) for look, rows in self.rows.items()}
        self.solid: Final = all(_solid(one.subsurface(self.rect)) for one in turned.values())
        """Whether no corner is transparent, so that its colours are always the same."""


def _solid(picture: pygame.Surface) -> bool:
    return set(pygame.image.tobytes(picture, "RGBA")[3::4]) == {255}


def _opaque(picture: pygame.Surface) -> pygame.Surface:
    """Return a picture whose colours are multiplied by their opacity, over black."""
    ground = pygame.Surface(picture.get_size())
    ground.blit(picture, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return ground


class Indices:
    """The corners of all cards of one height in pixels, at each angle of `leans`."""

    def __init__(self, assets: Assets, high: int, language: str = "en", leans: range = range(1)) -> None:
        faces = {look: card_picture(assets, look, high, language, is_four_colour=False) for look in LOOKS}
        self._corners: Final = {lean: Corners(faces, lean) for lean in leans}

    def at(self, picture: Picture, place: CardPlace) -> str | None:
        corners = self._corners[lean_steps(place[3])]
        card = pygame.Rect((0, 0), corners.size)
        card.center = (round(place[0]), round(place[1]))
        rows = picture.rows(corners.rect.move(card.topleft))
        return next(
            (look for look, own in corners.rows.items() if rows is not None and all(map(_alike, rows, own))), None
        )

    def everywhere(self, picture: Picture) -> list[Seen]:
        green = picture.pixels[GREEN::DEPTH]
        ink = green.translate(INKED)
        found = []
        for corners in self._corners.values():
            found += _everywhere(picture, green if corners.solid else ink, corners)
        return found


def _everywhere(picture: Picture, where: bytes, corners: Corners) -> list[Seen]:
    """Return all cards at one angle; `where` is a channel of the picture, or its pixels with ink."""
    found = []
    for look, number in corners.keys.items():
        own = corners.rows[look]
        green = own[number][GREEN::DEPTH]
        key = green if corners.solid else green.translate(INKED)
        at = -1
        while (at := where.find(key, at + 1)) >= 0:
            if not _alike(picture.pixels[DEPTH * at : DEPTH * at + len(own[number])], own[number]):
                continue
            y, x = divmod(at, picture.size[0])
            card = (x - corners.rect.left, y - number - corners.rect.top)
            rows = picture.rows(corners.rect.move(card))
            if rows is not None and all(map(_alike, rows, own)):
                found.append(Seen(*card, look))
    return found


def _alike(row: bytes, other: bytes) -> bool:
    return all(abs(one - two) <= BLUR for one, two in zip(row, other, strict=False))


def _key(rows: Rows) -> int:
    """Return the row by which a corner is searched for: one with much ink that is certain."""
    sure = [n for n, row in enumerate(rows) if all(abs(value - MIDDLE) > BLUR for value in row[GREEN::DEPTH])]
    return max(sure, key=lambda number: sum(rows[number][GREEN::DEPTH].translate(INKED)))
