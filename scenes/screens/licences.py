"""The scene with the licences: a list of the third-party parts of Tablier, and the licence of the chosen one."""

from __future__ import annotations

import pygame

from scenes.screens.rulebook.scene import (
    CONTENTS_LINE_HEIGHT,
    CONTENTS_SHARE,
    CONTENTS_WIDTH,
    MIN_TWO_COLUMNS_WIDTH,
    paint_contents_line,
)
from scenes.screens.third_party import licence_files, parts, version_of
from scenes.ui.form_scene import PanelScene
from scenes.ui.layout import Column, Row, fixed_size, space, stretch
from scenes.ui.listing import Listing
from scenes.ui.markdown import Block, TextPiece, parse_blocks
from scenes.ui.page import Page


class LicencesScene(PanelScene):
    max_width = 134.0
    title_key = "licences.title"

    def fill(self) -> None:
        self.names = [self.app.words("licences.all"), *(part.name for part in parts())]
        self.contents = Listing(self.sheet, self._paint_part_name, self.show_part, units=CONTENTS_LINE_HEIGHT)
        self.contents.describe_line = lambda line: self.names[line]
        self.page = Page(self.sheet, "")
        self.form.focus(self.page)
        self.show_part(0)

    def show_part(self, line: int) -> None:
        """Show the page of a line of the contents: line 0 is the overview, each later line a part."""
        self.shown_line = line
        self.page.show(self._part_blocks(line - 1) if line else parse_blocks(self._overview_text()))
        self.contents.show(len(self.names), line)
        self.contents.reveal_here()

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        if inner.width >= theme.px(MIN_TWO_COLUMNS_WIDTH):
            side = fixed_size(Column(stretch(self.contents)), theme.px(CONTENTS_WIDTH))
            Row(side, space(theme.px(3.4)), stretch(self.page)).place(inner)
        else:
            page = fixed_size(Column(stretch(self.page)), round((1 - CONTENTS_SHARE) * inner.height))
            Column(page, stretch(self.contents), gap=theme.px(1.4)).place(inner)
        self.contents.reveal_here()

    def _overview_text(self) -> str:
        words = self.app.words
        lines = [words("licences.own"), words("licences.choose"), words("licences.replace")]
        for part in parts():
            text = words("licences.part", licence=part.licence, holder=part.holder, home=part.home)
            lines.append(f"- **{part.name}** {text}")
        return "\n\n".join(lines)

    def _part_blocks(self, number: int) -> list[Block]:
        words, part = self.app.words, parts()[number]
        summary = words("licences.part", licence=part.licence, holder=part.holder, home=part.source or part.home)
        files = licence_files(part)
        texts = [file.read_text(encoding="utf-8") for file in files] or [words("licences.missing")]
        lines = [summary, *(line for text in texts for line in text.replace("\f", "\n").split("\n\n"))]
        head = Block("heading", (TextPiece("body", f"{part.name} {version_of(part)}".rstrip()),))
        paragraphs = (" ".join(line.split()) for line in lines)
        return [head, *(Block("paragraph", (TextPiece("body", line),)) for line in paragraphs if line)]

    def _paint_part_name(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        paint_contents_line(surface, self.app.theme, self.names[line], rect, line == self.shown_line)
