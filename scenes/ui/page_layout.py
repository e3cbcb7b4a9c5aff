"""Layout of a page's blocks in a column; text after a diagram is beside it, up to the next one or heading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, Literal, TypeAlias

import pygame

from scenes.app.assets import STACK
from scenes.app.fonts import Role, bind_words
from scenes.app.theme import INK, OXBLOOD, Theme
from scenes.ui.markdown import HEAD, Block, Kind, TextPiece
from scenes.ui.page_diagram import Plate

ROLES: Final[dict[Kind, Role]] = {"title": "title", "heading": "heading", "subheading": "subheading"}
ABOVE: Final[dict[Kind, float]] = {
    "title": 0,
    "heading": 3.2,
    "subheading": 2.2,
    "paragraph": 1.3,
    "item": 0.6,
    "row": 0.5,
    "picture": 1.6,
    "diagram": 2.4,
    "rule": 2,
}  # space above a block, in u
APART: Final = ("title", "heading", "picture", "diagram", "rule")  # never beside a diagram
LETTERS: Final = 70  # largest width of a column
PICTURE: Final = 9.0  # height of a picture on a line of its own, in u
CELL: Final = 6.2  # size of a diagram's cell, in u
SMALLEST: Final = 4.0  # least size to which it is reduced to make room for text
TALLEST: Final = 0.78  # largest height of a diagram, as a share of the page's place
BESIDE: Final = 2.4  # space between a diagram and the text beside it, in u
NARROWEST: Final = 28.0  # least width of text beside a diagram, in u
SIGN: Final = 0.78  # width of a ruling's sign, as a share of the line height; a full stop follows closely
COLUMNS: Final = 2.0  # space between a table's columns, in u

SENTENCE: Final = (".", "!", "?", ":")  # ends of sentences

Sort: TypeAlias = Literal["words", "picture", "ruling", "rule"]


@dataclass(frozen=True, slots=True)
class Word:
    """A text in a role, a sprite by its look, the sign of a ruling, or a line."""

    rect: pygame.Rect
    text: str
    role: Role | None
    colour: pygame.Color
    block: int  # the number of its block
    sort: Sort = "words"


@dataclass(slots=True)
class PageLayout:
    words: list[Word] = field(default_factory=list)
    spans: dict[int, pygame.Rect] = field(default_factory=dict)  # rectangle of each block, by number
    height: int = 0


@dataclass(frozen=True, slots=True)
class _Atom:
    text: str
    role: Role | None
    sort: Sort
    apart: bool = False  # a no-break space precedes it


def _chunks(pieces: Sequence[TextPiece], role_of_all: Role | None) -> list[list[_Atom]]:
    """Split into chunks for one line: a ruling's sign stays with the word before, after a sentence with the next."""
    chunks: list[list[_Atom]] = []
    glued = ahead = False
    for piece in pieces:
        if piece.style == "image" or piece.style == "ruling":
            sign = piece.style == "ruling"
            ends = not chunks or chunks[-1][-1].text.endswith(SENTENCE)
            ahead = sign and ends and not glued
            atom = _Atom(piece.text, None, "ruling" if sign else "picture", apart=sign and not glued and not ahead)
            if chunks and (glued or atom.apart):
                chunks[-1].append(atom)
            else:
                chunks.append([atom])
            glued = True
            continue
        role: Role = role_of_all or piece.style
        for number, part in enumerate(bind_words(piece.text).split(" ")):
            if number:
                glued = False
            if part and (glued or ahead) and chunks:
                chunks[-1].append(_Atom(part, role, "words", apart=not glued))
            elif part:
                chunks.append([_Atom(part, role, "words")])
            glued, ahead = glued or bool(part), ahead and not part
    return chunks


class Compositor:
    """A layout engine for a place of `width` x `height` pixels; it also places the diagrams, `plates` by block."""

    def __init__(self, plates: Mapping[int, Plate], theme: Theme, width: int, height: int) -> None:
        self._plates, self._theme, self._width, self._height = plates, theme, width, height
        self._column = min(width, theme.width("n" * LETTERS, "body"))
        self._setting = PageLayout()
        self._block = 0
        self._y = self._left = self._foot = 0

    def lay_out(self, blocks: Sequence[Block]) -> PageLayout:
        """Lay the blocks out. A page may be higher than its place, but no diagram is."""
        cell = self._cell()
        numbered = list(enumerate(blocks))
        for kind, group in groupby(numbered, key=lambda one: one[1].kind):
            if kind == "row":
                self._set_table(list(group))
                continue
            for number, block in group:
                self._block = number
                self._begin(block)
                top, left = self._y, self._left
                if number in self._plates:
                    self._set_plate(self._plates[number], cell)
                else:
                    right = min(left + self._column, self._width)
                    self._y = self._set_block(block, self._y, left, right)
                    self._setting.spans[number] = pygame.Rect(left, top, right - left, self._y - top)
        self._setting.height = max(self._y, self._foot)
        return self._setting

    def _begin(self, block: Block) -> None:
        if block.kind in APART:
            self._y, self._left = max(self._y, self._foot), 0
        if self._block and not (self._left and self._block - 1 in self._plates):
            self._y += round(ABOVE[block.kind] * self._theme.u)

    def _set_plate(self, plate: Plate, cell: int) -> None:
        plate.place_at(self._y, cell)
        self._setting.spans[self._block] = plate.spot
        self._left, self._foot = plate.spot.right + self._theme.px(BESIDE), plate.spot.bottom
        if self._width - self._left < self._theme.px(NARROWEST):
            self._y, self._left = self._foot, 0

    def _cell(self) -> int:
        """Return the cell size of all diagrams: words fit beside the widest, unless it would be too small."""
        theme, width = self._theme, self._width
        widest = max((plate.figure.cells[0] for plate in self._plates.values()), default=1.0)
        beside = int((width - theme.px(BESIDE) - theme.px(NARROWEST)) / widest)
        tallest = max((plate.figure.cells[1] for plate in self._plates.values()), default=1.0)
        cell = min(theme.px(CELL), int(TALLEST * self._height / tallest))
        return min(cell, beside if beside >= theme.px(SMALLEST) else int(width / widest))

    # --- blocks

    def _set_block(self, block: Block, y: int, left: int, right: int) -> int:
        theme = self._theme
        if block.kind == "rule":
            self._add(pygame.Rect(left, y, right - left, 2), sort="rule")
            return y + 2
        if block.kind == "picture":
            looks = [piece.text for piece in block.pieces if piece.style == "image"]
            return self._set_pictures(looks, y, left, right)
        if block.mark:
            left += theme.px(3)
            wide = theme.width(block.mark, "body")
            mark = pygame.Rect(left - theme.px(0.9) - wide, y, wide, theme.line("body"))
            self._add(mark, block.mark, "body", OXBLOOD)
        return self._flow(block.pieces, ROLES.get(block.kind), y, left, right)

    def _set_pictures(self, looks: Sequence[str], y: int, left: int, right: int) -> int:
        side = min(self._theme.px(PICTURE), (right - left) // max(1, len(looks)))
        y += round(max(look.count("+") for look in looks) * STACK * side)
        first = left + (right - left - len(looks) * side) // 2
        for index, look in enumerate(looks):
            self._add(pygame.Rect(first + index * side, y, side, side), look, sort="picture")
        return y + side

    def _add(
        self,
        rect: pygame.Rect,
        text: str = "",
        role: Role | None = None,
        colour: pygame.Color = INK,
        sort: Sort = "words",
    ) -> None:
        self._setting.words.append(Word(rect, text, role, colour, self._block, sort))

    def _flow(self, pieces: Sequence[TextPiece], role_of_all: Role | None, y: int, left: int, right: int) -> int:
        theme, base = self._theme, role_of_all or "body"
        x, space, high = left, theme.width(" ", base), theme.line(base)
        for chunk in _chunks(pieces, role_of_all):
            wides = [self._atom_width(atom, high) for atom in chunk]
            gaps = [0, *(space if atom.apart else 0 for atom in chunk[1:])]
            wide = sum(wides) + sum(gaps)
            gap = 0 if x == left else space
            if x + gap + wide > right and x > left:
                x, y, gap = left, y + high, 0
            if left + wide > right and theme.report_overflow:
                text = "".join(atom.text for atom in chunk)
                theme.report_overflow(text, base, pygame.Rect(left, y, right - left, high))
            x += gap
            for atom, one, before in zip(chunk, wides, gaps, strict=True):
                x += before
                self._add(pygame.Rect(x, y, one, high), atom.text, atom.role, sort=atom.sort)
                x += one
        return y + high

    def _atom_width(self, atom: _Atom, high: int) -> int:
        if atom.role is not None:
            return self._theme.width(atom.text, atom.role)
        return round(high * (1.0 if atom.sort == "picture" else SIGN))

    # --- tables

    def _set_table(self, rows: Sequence[tuple[int, Block]]) -> None:
        theme = self._theme
        left, right = self._left, min(self._left + self._column, self._width)
        if left and right - left < theme.px(NARROWEST) * 1.4:
            self._y, left, right = max(self._y, self._foot), 0, self._column
            self._left = 0
        cells, small, gap = [block.cells for _, block in rows], False, theme.px(COLUMNS)
        widths = self._widths(cells, right - left, gap, small)
        if left + sum(widths) + (len(widths) - 1) * gap > right:
            small, gap = True, gap // 2
            widths = self._widths(cells, right - left, gap, small)
        end = left + sum(widths) + (len(widths) - 1) * gap
        for index, (number, block) in enumerate(rows):
            self._block = number
            self._y += round((ABOVE["paragraph"] if index == 0 else ABOVE["row"]) * theme.u)
            top, x, foot = self._y, left, self._y
            for cell, wide in zip(block.cells, widths, strict=False):
                role: Role | None = "small" if small else "strong" if block.mark == HEAD else None
                foot = max(foot, self._flow(cell, role, top, x, x + wide))
                x += wide + gap
            self._setting.spans[number] = pygame.Rect(left, top, end - left, foot - top)
            self._y = foot + round(ABOVE["row"] * theme.u)
            if index + 1 < len(rows):
                self._add(pygame.Rect(left, self._y, end - left, 2), sort="rule")

    def _widths(self, rows: Sequence[Sequence[Sequence[TextPiece]]], room: int, gap: int, small: bool) -> list[int]:
        """Return columns' widths: at least the longest word, the rest in proportion to their text."""
        theme = self._theme
        count = max(map(len, rows))
        least, liked = [theme.px(1)] * count, [theme.px(1)] * count
        for row in rows:
            for column, cell in enumerate(row):
                words = [
                    self._wide(piece, part, small)
                    for piece in cell
                    for part in bind_words(piece.text).split(" ")
                    if part
                ]
                least[column] = max(least[column], *words, 0)
                whole = sum(words) + max(0, len(words) - 1) * theme.width(" ", "body")
                liked[column] = max(liked[column], whole)
        room -= (count - 1) * gap
        spare, wanted = room - sum(least), sum(liked) - sum(least)
        share = max(0.0, min(1.0, spare / wanted)) if wanted else 0.0
        return [low + int((high - low) * share) for low, high in zip(least, liked, strict=True)]

    def _wide(self, piece: TextPiece, part: str, small: bool) -> int:
        theme = self._theme
        if piece.style in ("image", "ruling"):
            return round(theme.line("body") * 1.1)
        return theme.width(part, "small") if small else max(theme.width(part, "strong"), theme.width(part, "italic"))
