"""The whole score pad: what each round cost and why, the totals, and their course as a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from rules.match import Match
from scenes.games.ducale.pad import Pad
from scenes.games.ducale.saying import sitters
from scenes.games.ducale.totals import Totals
from scenes.ui.button import Button
from scenes.ui.paper import PaperScene

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


def causes(match: Match) -> dict[int, list[str]]:
    """Why each round cost what it did: its number, from 0, -> a key of the words by seat, as far as it was played
    here."""
    found = {}
    for position in match.positions:
        ended: Any = position
        if ended.phase in ("end", "blocked"):
            row = ended.row()
            found[len(ended.scores)] = [_cause(ended, seat, row) for seat in range(match.seats)]
    return found


def _cause(ended: Any, seat: int, row: tuple[int, ...]) -> str:
    if seat == ended.winner:
        return "won"
    if not any(row):
        return "void"
    if row[seat] == 200 and not (ended.opened[seat] and row[seat] == 0):
        return "dry"
    return "opened" if ended.opened[seat] else "unopened"


class CarnetScene(PaperScene):
    """The sheet with the points of a match at a card table; from the end of a round it leads to the next."""

    widest = 104.0

    def __init__(self, match: MatchScene) -> None:
        super().__init__(match.app)
        self._match = match

    def title(self) -> str:
        return self.app.words("carnet.title")

    def fill(self) -> None:
        scene, words = self._match, self.app.words
        position: Any = scene.match.position
        people = sitters(scene)
        names = [people[seat].name for seat in range(scene.match.seats)]
        why = {number: [words(f"carnet.{cause}") for cause in row] for number, row in causes(scene.match).items()}
        self._pad = Pad(self.sheet, lambda: None, why)
        self._pad.show(names, position)
        options = position.options
        self._totals = Totals(self.sheet, names, position.rows, 0 if options.rounds else options.target)
        self._totals.visible = bool(position.rows)
        self._between = scene.fate.between
        told = words("carnet.next" if self._between else "carnet.close")
        self._go = Button(self.sheet, told, self._on, "primary", icon="play" if self._between else "back")
        self.form.default = self._go

    def _on(self) -> None:
        self.app.stack.pop("next-round" if self._between else None)

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        wide = self._go.natural_width() + theme.px(3)
        self._go.rect = pygame.Rect(inner.right - wide, inner.bottom - theme.control, wide, theme.control)
        room = self._go.rect.top - theme.px(2) - inner.top
        high = self._pad.whole_height(round(0.62 * room)) if self._totals.visible else room
        self._pad.rect = pygame.Rect(inner.left, inner.top, inner.width, high)
        top = self._pad.rect.bottom + theme.px(2)
        self._totals.rect = pygame.Rect(inner.left, top, inner.width, self._go.rect.top - theme.px(1.5) - top)
