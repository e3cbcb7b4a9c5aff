"""The sheet that says what Tablier is made of, and under which licences."""

from __future__ import annotations

from typing import Final

from scenes.app.assets import ROOT
from scenes.screens.parts import parts
from scenes.ui.layout import Cell, Column, share
from scenes.ui.page import Page
from scenes.ui.sheet import PaperScene

TEXTS: Final = ROOT / "licences"
"""Where an executable carries the full texts; there is no such folder in a checkout or a wheel."""


class LicencesScene(PaperScene):
    """The parts, one below the other, and where the full texts are."""

    widest = 86.0
    titled = "licences.title"

    def fill(self) -> None:
        words = self.app.words
        where = words("licences.here", folder=TEXTS) if TEXTS.is_dir() else words("licences.elsewhere")
        lines = [words("licences.own"), where]
        for part in parts():
            told = words("licences.part", licence=part.licence, holder=part.holder, home=part.home)
            lines.append(f"- **{part.name}** {told}")
        self.page = Page(self.sheet, "\n\n".join(lines))
        self.form.focus(self.page)

    def content(self) -> Cell:
        return Column(share(self.page))
