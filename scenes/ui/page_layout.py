"""Layout of a page of text in a column; text that follows a diagram is placed beside it."""

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
from scenes.ui.page_diagram import PageDiagram

ROLES: Final[dict[Kind, Role]] = {"title": "title", "heading": "heading", "subheading": "subheading"}
SPACE_ABOVE: Final[dict[Kind, float]] = {
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
NEVER_BESIDE: Final = ("title", "heading", "picture", "diagram", "rule")  # blocks never beside a diagram
COLUMN_LETTERS: Final = 70  # largest width of the column, in widths of "n"
PICTURE_HEIGHT: Final = 9.0  # height of a picture on a line of its own, in u
CELL_SIZE: Final = 6.2  # size of a diagram's cell, in u
SMALLEST_CELL: Final = 4.0  # least size of a cell, in u, if it is reduced to make room for text
TALLEST_DIAGRAM: Final = 0.78  # largest height of a diagram, as a fraction of the page's visible height
BESIDE_GAP: Final = 2.4  # space between a diagram and the text beside it, in u
LEAST_TEXT_WIDTH: Final = 28.0  # least width of text beside a diagram, in u
SIGN_WIDTH: Final = 0.78  # width of a ruling's sign, as a fraction of the line height
COLUMN_GAP: Final = 2.0  # space between a table's columns, in u

SENTENCE_ENDS: Final = (".", "!", "?", ":")  # ends of sentences

Sort: TypeAlias = Literal["words", "picture", "ruling", "rule"]


@dataclass(frozen=True, slots=True)
class Word:
    """An item on the page: a text in a role, a sprite (`text` is its name), the sign of a ruling, or a rule."""

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
    """A part of a chunk: a word of one role, a sprite or the sign of a ruling."""

    text: str
    role: Role | None
    sort: Sort
    is_spaced: bool = False  # there is a no-break space before it


def _split_into_chunks(pieces: Sequence[TextPiece], role_of_all: Role | None) -> list[list[_Atom]]:
    """Split pieces into chunks that mustn't be broken between lines.

    The sign of a ruling is in a chunk with the word before it or, after the end of a sentence, with the next word.
    """
    chunks: list[list[_Atom]] = []
    is_glued = is_sign_open = False  # no space came after the last atom; the last chunk is a sign before its word
    for piece in pieces:
        if piece.style == "image" or piece.style == "ruling":
            is_sign = piece.style == "ruling"
            is_start = not chunks or chunks[-1][-1].text.endswith(SENTENCE_ENDS)
            is_sign_open = is_sign and is_start and not is_glued
            atom = _Atom(
                piece.text,
                None,
                "ruling" if is_sign else "picture",
                is_spaced=is_sign and not is_glued and not is_sign_open,
            )
            if chunks and (is_glued or atom.is_spaced):
                chunks[-1].append(atom)
            else:
                chunks.append([atom])
            is_glued = True
            continue
        role: Role = role_of_all or piece.style
        for number, part in enumerate(bind_words(piece.text).split(" ")):
            if number:
                is_glued = False
            if part and (is_glued or is_sign_open) and chunks:
                chunks[-1].append(_Atom(part, role, "words", is_spaced=not is_glued))
            elif part:
                chunks.append([_Atom(part, role, "words")])
            is_glued, is_sign_open = is_glued or bool(part), is_sign_open and not part
    return chunks


class Compositor:
    """The maker of a page's layout in `width` × `height` visible pixels; `diagrams` are by number of their block."""

    def __init__(self, diagrams: Mapping[int, PageDiagram], theme: Theme, width: int, height: int) -> None:
        self._diagrams, self._theme, self._width, self._height = diagrams, theme, width, height
        self._column_width = min(width, theme.width("n" * COLUMN_LETTERS, "body"))
        self._layout = PageLayout()
        self._block = 0  # number of the block being placed
        self._y = self._left = 0  # where the next text begins; beside a diagram `_left` is not 0
        self._diagram_bottom = 0

    def lay_out(self, blocks: Sequence[Block]) -> PageLayout:
        """Return the layout of the blocks, and place the diagrams. The page may be higher than its visible height."""
        cell = self._diagram_cell_size()
        numbered = list(enumerate(blocks))
        for kind, group in groupby(numbered, key=lambda item: item[1].kind):
            if kind == "row":
                self._place_table(list(group))
                continue
            for number, block in group:
                self._block = number
                self._advance_to_block(block)
                top, left = self._y, self._left
                if number in self._diagrams:
                    self._place_diagram(self._diagrams[number], cell)
                else:
                    right = min(left + self._column_width, self._width)
                    self._y = self._place_block(block, self._y, left, right)
                    self._layout.spans[number] = pygame.Rect(left, top, right - left, self._y - top)
        self._layout.height = max(self._y, self._diagram_bottom)
        return self._layout

    def _advance_to_block(self, block: Block) -> None:
        if block.kind in NEVER_BESIDE:
            self._y, self._left = max(self._y, self._diagram_bottom), 0
        if self._block and not (self._left and self._block - 1 in self._diagrams):
            self._y += round(SPACE_ABOVE[block.kind] * self._theme.u)

    def _place_diagram(self, diagram: PageDiagram, cell: int) -> None:
        diagram.place_at(self._y, cell)
        self._layout.spans[self._block] = diagram.spot
        self._left, self._diagram_bottom = diagram.spot.right + self._theme.px(BESIDE_GAP), diagram.spot.bottom
        if self._width - self._left < self._theme.px(LEAST_TEXT_WIDTH):  # then the text goes on below
            self._y, self._left = self._diagram_bottom, 0

    def _diagram_cell_size(self) -> int:
        """Return the cell size of all diagrams; text fits beside the widest unless cells would then be too small."""
        theme, width = self._theme, self._width
        widest = max((diagram.figure.cells[0] for diagram in self._diagrams.values()), default=1.0)
        cell_beside_text = int((width - theme.px(BESIDE_GAP) - theme.px(LEAST_TEXT_WIDTH)) / widest)
        tallest = max((diagram.figure.cells[1] for diagram in self._diagrams.values()), default=1.0)
        cell = min(theme.px(CELL_SIZE), int(TALLEST_DIAGRAM * self._height / tallest))
        has_text_beside = cell_beside_text >= theme.px(SMALLEST_CELL)
        return min(cell, cell_beside_text if has_text_beside else int(width / widest))

    # --- blocks

    def _place_block(self, block: Block, y: int, left: int, right: int) -> int:
        """Place a block with its top at `y`; return the y of its bottom, as do all methods here that get a `y`."""
        theme = self._theme
        if block.kind == "rule":
            self._add_word(pygame.Rect(left, y, right - left, 2), sort="rule")
            return y + 2
        if block.kind == "picture":
            looks = [piece.text for piece in block.pieces if piece.style == "image"]
            return self._place_pictures(looks, y, left, right)
        if block.mark:
            left += theme.px(3)
            mark_width = theme.width(block.mark, "body")
            mark = pygame.Rect(left - theme.px(0.9) - mark_width, y, mark_width, theme.line("body"))
            self._add_word(mark, block.mark, "body", OXBLOOD)
        return self._place_text(block.pieces, ROLES.get(block.kind), y, left, right)

    def _place_pictures(self, looks: Sequence[str], y: int, left: int, right: int) -> int:
        side = min(self._theme.px(PICTURE_HEIGHT), (right - left) // max(1, len(looks)))
        y += round(max(look.count("+") for look in looks) * STACK * side)
        first_left = left + (right - left - len(looks) * side) // 2
        for index, look in enumerate(looks):
            self._add_word(pygame.Rect(first_left + index * side, y, side, side), look, sort="picture")
        return y + side

    def _add_word(
        self,
        rect: pygame.Rect,
        text: str = "",
        role: Role | None = None,
        colour: pygame.Color = INK,
        sort: Sort = "words",
    ) -> None:
        self._layout.words.append(Word(rect, text, role, colour, self._block, sort))

    def _place_text(
        self, pieces: Sequence[TextPiece], role_of_all: Role | None, y: int, left: int, right: int
    ) -> int:
        theme, base = self._theme, role_of_all or "body"
        x, space, line_height = left, theme.width(" ", base), theme.line(base)
        for chunk in _split_into_chunks(pieces, role_of_all):
            widths = [self._atom_width(atom, line_height) for atom in chunk]
            gaps = [0, *(space if atom.is_spaced else 0 for atom in chunk[1:])]
            chunk_width = sum(widths) + sum(gaps)
            gap = 0 if x == left else space
            if x + gap + chunk_width > right and x > left:
                x, y, gap = left, y + line_height, 0
            if left + chunk_width > right and theme.report_overflow:
                text = "".join(atom.text for atom in chunk)
                theme.report_overflow(text, base, pygame.Rect(left, y, right - left, line_height))
            x += gap
            for atom, atom_width, gap_before in zip(chunk, widths, gaps, strict=True):
                x += gap_before
                self._add_word(pygame.Rect(x, y, atom_width, line_height), atom.text, atom.role, sort=atom.sort)
                x += atom_width
        return y + line_height

    def _atom_width(self, atom: _Atom, line_height: int) -> int:
        if atom.role is not None:
            return self._theme.width(atom.text, atom.role)
        return round(line_height * (1.0 if atom.sort == "picture" else SIGN_WIDTH))

    # --- tables

    def _place_table(self, rows: Sequence[tuple[int, Block]]) -> None:
        """Place a table: below a diagram if there is little room beside it, in small letters if it is too wide."""
        theme = self._theme
        left, right = self._left, min(self._left + self._column_width, self._width)
        if left and right - left < theme.px(LEAST_TEXT_WIDTH) * 1.4:  # a table needs more room than text
            self._y, left, right = max(self._y, self._diagram_bottom), 0, self._column_width
            self._left = 0
        cells, is_small, gap = [block.cells for _, block in rows], False, theme.px(COLUMN_GAP)
        widths = self._column_widths(cells, right - left, gap, is_small)
        if left + sum(widths) + (len(widths) - 1) * gap > right:
            is_small, gap = True, gap // 2
            widths = self._column_widths(cells, right - left, gap, is_small)
        end = left + sum(widths) + (len(widths) - 1) * gap
        for index, (number, block) in enumerate(rows):
            self._block = number
            self._y += round((SPACE_ABOVE["paragraph"] if index == 0 else SPACE_ABOVE["row"]) * theme.u)
            top, x, bottom = self._y, left, self._y
            for cell, width in zip(block.cells, widths, strict=False):
                role: Role | None = "small" if is_small else "strong" if block.mark == HEAD else None
                bottom = max(bottom, self._place_text(cell, role, top, x, x + width))
                x += width + gap
            self._layout.spans[number] = pygame.Rect(left, top, end - left, bottom - top)
            self._y = bottom + round(SPACE_ABOVE["row"] * theme.u)
            if index + 1 < len(rows):
                self._add_word(pygame.Rect(left, self._y, end - left, 2), sort="rule")

    def _column_widths(
        self, rows: Sequence[Sequence[Sequence[TextPiece]]], room: int, gap: int, is_small: bool
    ) -> list[int]:
        """Return the columns' widths: at least the longest word's width; longer texts get more of the room left."""
        theme = self._theme
        count = max(map(len, rows))
        least_widths, wanted_widths = [theme.px(1)] * count, [theme.px(1)] * count
        for row in rows:
            for column, cell in enumerate(row):
                word_widths = [
                    self._word_width(piece, part, is_small)
                    for piece in cell
                    for part in bind_words(piece.text).split(" ")
                    if part
                ]
                least_widths[column] = max(least_widths[column], *word_widths, 0)
                text_width = sum(word_widths) + max(0, len(word_widths) - 1) * theme.width(" ", "body")
                wanted_widths[column] = max(wanted_widths[column], text_width)
        room -= (count - 1) * gap
        spare, wanted = room - sum(least_widths), sum(wanted_widths) - sum(least_widths)
        fraction = max(0.0, min(1.0, spare / wanted)) if wanted else 0.0
        pairs = zip(least_widths, wanted_widths, strict=True)
        return [least + int((full - least) * fraction) for least, full in pairs]

    def _word_width(self, piece: TextPiece, part: str, is_small: bool) -> int:
        theme = self._theme
        if piece.style in ("image", "ruling"):
            return round(theme.line("body") * 1.1)
        return (
            theme.width(part, "small") if is_small else max(theme.width(part, "strong"), theme.width(part, "italic"))
        )
