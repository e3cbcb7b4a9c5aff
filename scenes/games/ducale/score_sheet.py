"""The points of a match of Ducale: the pad in the sidebar, and the sheet with causes and a graph of the totals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Position
from rules.ducale.position import Position as CardPosition
from rules.ducale.scores import RAMI_SEC, UNOPENED
from rules.match import Match
from scenes.app.theme import BRASS, EDGE, INK, OXBLOOD, PAPER, SOFT_INK, Theme
from scenes.games.ducale.card_text import cards_of, list_player_texts
from scenes.table.session import Session
from scenes.ui.base import Group, Widget
from scenes.ui.button import Button
from scenes.ui.form_scene import PanelScene
from scenes.ui.layout import Column, Row, filler, fixed_size, space, stretch
from scenes.ui.match_charts import Curves
from scenes.ui.readable_cells import ReadableCells
from scenes.ui.scroll import Scroll

if TYPE_CHECKING:
    from scenes.app.stack import AppContext


PENCIL_DEGREES: Final = 32.0  # lean of the pencil to the right
PENCIL_LENGTH: Final = 11.0  # in u


def column_headings(theme: Theme, names: Sequence[str], width: int) -> list[str]:
    """Return the names or, if any is wider than `width` pixels, a prefix of each: a unique one if that fits."""
    if all(theme.width(name, "small") <= width for name in names):
        return list(names)
    headings = []
    for name in names:
        others = [other for other in names if other != name]
        lengths = range(1, len(name))
        unique = (n for n in lengths if not any(other.startswith(name[:n]) for other in others))
        heading = name[: next(unique, len(name))]
        while len(heading) > 1 and theme.width(heading, "small") > width:
            heading = heading[:-1]
        headings.append(heading)
    return headings


class ScorePad(ReadableCells):
    """A pad with a column for each player and a row for each round; a click opens the score sheet."""

    takes_mouse = True
    pointer = "hand"

    def __init__(
        self, parent: Group, on_press: Callable[[], object], causes: Mapping[int, Sequence[str]] | None = None
    ) -> None:
        """Make the pad; `causes` has, by round (counted from 0), a text for each seat on the cause of its points."""
        super().__init__(parent)
        self._on_press = on_press
        self._causes = causes
        self._names: Sequence[str] = ()
        self.rows: tuple[tuple[int, ...], ...] = ()
        self.totals: tuple[int, ...] = ()
        self.winners: frozenset[int] = frozenset()
        self.line_count = 2.0
        """Maximum number of drawn lines: the first is below the rounds, the second, after a win, below the totals.

        A fraction stands for a part of a line: at 0.5, half of the first line is drawn.
        """
        self.scroll = Scroll(self)

    def show(self, names: Sequence[str], position: Position) -> None:
        """Show the points of a position, and highlight the winners of the match."""
        cards, outcome = cards_of(position), position.outcome()
        winners = frozenset(() if outcome is None else outcome.winners)
        content = (tuple(names), cards.rows, cards.totals, winners)
        if content != (tuple(self._names), self.rows, self.totals, self.winners):
            self._names, self.rows, self.totals, self.winners = content
            self.lay_out()
            self.dirty()

    def cells(self) -> Sequence[Sequence[str]]:
        words = self.form.scene.app.words
        rows = [
            [self._points_text(name, number, seat) for seat, name in enumerate(self._names)]
            for number in range(len(self.rows))
        ]
        total = words("score_sheet.total")
        return [
            *rows,
            [words.label_value(f"{name}, {total}", str(n)) for name, n in zip(self._names, self.totals, strict=True)],
        ]

    def _points_text(self, name: str, round_index: int, seat: int) -> str:
        words, causes = self.form.scene.app.words, (self._causes or {}).get(round_index)
        label = f"{name}, {words('score_sheet.round')} {round_index + 1}"
        text = words.label_value(label, str(self.rows[round_index][seat]))
        return text if causes is None else f"{text}, {causes[seat]}"

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        first, count = self._visible_rows()
        view, line_height = self.scroll.view, self._line_height()
        width = round(self._column_width())
        left = view.left + self._number_width() + round(column * self._column_width())
        top, row_height = view.top + self._wire_height() + line_height, self._row_height()
        if row >= len(self.rows):
            return pygame.Rect(left, top + count * row_height, width, line_height)
        return pygame.Rect(left, top + (row - first) * row_height, width, row_height)

    def _visible_rows(self) -> tuple[int, int]:
        """Return the index of the first visible round, and the number of visible rounds."""
        count = min(len(self.rows), self._max_visible_rows())
        return min(self.scroll.offset // self._row_height(), len(self.rows) - count), count

    def reveal_cell(self) -> None:
        row, (first, count) = self.at_cell[0], self._visible_rows()
        if row < len(self.rows):
            self.scroll.move(max(min(first, row), row - count + 1) * self._row_height())

    def set_line_count(self, line_count: float) -> None:
        """Set the number of drawn lines; a pencil is shown at the end of an unfinished line."""
        if line_count != self.line_count:
            self.line_count = line_count
            self.form.dirty(self.rect.inflate(2 * self.theme.px(PENCIL_LENGTH), 0))

    def lay_out(self) -> None:
        """Scroll to the last round, and make the tooltip if the names don't fit."""
        hidden_height = max(0, len(self.rows) - self._max_visible_rows()) * self._row_height()
        self.scroll.stops = range(0, hidden_height + 1, self._row_height())
        self.scroll.content_height = self.rect.height + hidden_height
        self.scroll.move(self.scroll.content_height)
        self.tip = "" if self._headings() == list(self._names) else " · ".join(self._names)

    def _column_width(self) -> float:
        return (self.scroll.view.width - 2 - self._number_width()) / max(1, len(self._names))

    def _headings(self) -> list[str]:
        return column_headings(self.theme, self._names, round(self._column_width()) - self.theme.px(0.8))

    def _max_visible_rows(self) -> int:
        room = self.rect.height - self._wire_height() - 2 * self._line_height() - self.theme.px(0.7)
        return max(1, room // self._row_height())

    def natural_height(self, width: int) -> int:
        """Return the height, in pixels, for the names, four rounds, and the totals."""
        return self._wire_height() + 6 * self._line_height() + self.theme.px(1.5)

    def whole_height(self, max_height: int) -> int:
        """Return the height, in pixels, for all rounds, or for as many as fit in `max_height`, but at least one."""
        fixed_height = self._wire_height() + 2 * self._line_height() + self.theme.px(1.5)
        row_count = max(1, min(len(self.rows), (max_height - fixed_height) // self._row_height()))
        return fixed_height + row_count * self._row_height()

    def _row_height(self) -> int:
        return self._line_height() + (self.theme.line("small") if self._causes is not None else 0)

    def _line_height(self) -> int:
        return self.theme.line("body") + self.theme.px(0.3)

    def _wire_height(self) -> int:
        return self.theme.px(2.6)

    def handle(self, event: pygame.event.Event) -> bool:
        if self.scroll.handle(event, self._row_height()):
            return True
        if event.type == pygame.KEYDOWN:
            return super().handle(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            self._on_press()
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)

    def paint(self, surface: pygame.Surface) -> None:
        theme, wire_height = self.theme, self._wire_height()
        view = self.scroll.view
        sheet = pygame.Rect(view.left, view.top + wire_height // 2, view.width, view.height - wire_height // 2)
        for shift in (2, 0):  # the page below, and the page
            page = sheet.move(shift, shift)
            page.size = (sheet.width - 2, sheet.height - 2)
            radius, edge = theme.px(0.6), theme.colour_for(EDGE)
            pygame.draw.rect(surface, theme.colour_for(PAPER) if not shift else edge, page, border_radius=radius)
            pygame.draw.rect(surface, edge.lerp(theme.colour_for(INK), 0.25), page, 1, border_radius=radius)
        self._paint_wire(surface, sheet, wire_height)
        if self._names:
            top = view.top + wire_height
            self._paint_columns(surface, pygame.Rect(sheet.left, top, sheet.width - 2, sheet.bottom - top))
        self.scroll.paint(surface)

    def _paint_wire(self, surface: pygame.Surface, sheet: pygame.Rect, wire_height: int) -> None:
        theme = self.theme
        wire = self.form.scene.app.assets.sprite("ducale/wire", (max(4, wire_height // 2), wire_height))
        count = max(1, (sheet.width - theme.px(2)) // (wire.get_width() * 2))
        step = (sheet.width - theme.px(2)) / count
        for n in range(count):
            left = sheet.left + theme.px(1) + (n + 0.5) * step - wire.get_width() / 2
            surface.blit(wire, (round(left), self.rect.top))

    def _paint_columns(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        theme, line_height, row_height = self.theme, self._line_height(), self._row_height()
        first, count = self._visible_rows()
        end = area.top + line_height + count * row_height
        if self._causes is not None:
            first_number = pygame.Rect(area.left, area.top + line_height, self._number_width(), line_height)
            self._paint_numbers(surface, first_number, first, count)
        left_edge = area.left + self._number_width()
        column_width = self._column_width()
        for seat, name in enumerate(self._headings()):
            left = round(left_edge + seat * column_width)
            cell = pygame.Rect(left, area.top, round(column_width), line_height).inflate(-theme.px(0.8), 0)
            theme.text(surface, name, "small", SOFT_INK, cell, "centre")
            if seat or self._number_width():
                bottom = area.bottom - theme.px(0.6)
                pygame.draw.line(surface, theme.colour_for(EDGE), (left, area.top + 2), (left, bottom))
            for index, points in enumerate(row[seat] for row in self.rows[first : first + count]):
                place = cell.move(0, line_height + index * row_height)
                colour = OXBLOOD if points >= UNOPENED else INK
                theme.text(surface, str(points) if points else "–", "body", colour, place, "centre")
                self._paint_cause(surface, first + index, seat, place.move(0, line_height))
            self._paint_total(surface, seat, cell.move(0, end - area.top))
        for index, y in enumerate((end, end + line_height) if self.winners else (end,)):
            self._paint_line(surface, area, y, min(1.0, self.line_count - index))

    def _paint_line(self, surface: pygame.Surface, area: pygame.Rect, y: int, drawn_fraction: float) -> None:
        if drawn_fraction <= 0:
            return
        theme = self.theme
        left, right = area.left + theme.px(0.8), area.right - theme.px(0.8)
        tip = (round(left + (right - left) * drawn_fraction), y)
        pygame.draw.line(surface, SOFT_INK, (left, y), tip, max(1, theme.px(0.2)))
        if drawn_fraction < 1:
            pencil = self.form.scene.app.assets.sprite("ducale/pencil", (theme.px(1.2), theme.px(PENCIL_LENGTH)))
            rotated = pygame.transform.rotozoom(pencil, -PENCIL_DEGREES, 1.0)
            length, lean = pencil.get_height(), radians(PENCIL_DEGREES)
            centre = (round(tip[0] + length * sin(lean) / 2), round(tip[1] - length * cos(lean) / 2))
            surface.blit(rotated, rotated.get_rect(center=centre))

    def _number_width(self) -> int:
        has_numbers = self._causes is not None and bool(self.rows)
        return self.theme.width("00", "small") + self.theme.px(1.6) if has_numbers else 0

    def _paint_numbers(self, surface: pygame.Surface, cell: pygame.Rect, first: int, count: int) -> None:
        for index in range(count):
            place = cell.move(0, index * self._row_height())
            self.theme.text(surface, str(first + index + 1), "small", SOFT_INK, place, "centre")

    def _paint_total(self, surface: pygame.Surface, seat: int, cell: pygame.Rect) -> None:
        theme = self.theme
        if seat in self.winners:
            field = cell.inflate(theme.px(0.4), -theme.px(0.3)).move(0, theme.px(0.15))
            theme.paint_highlight(surface, field, BRASS.lerp(PAPER, 0.35), theme.px(0.5))
        theme.text(surface, str(self.totals[seat]), "strong", INK, cell, "centre")

    def _paint_cause(self, surface: pygame.Surface, index: int, seat: int, place: pygame.Rect) -> None:
        causes = (self._causes or {}).get(index)
        if causes is not None:
            place.height = self.theme.line("small")
            place.top -= self.theme.px(0.2)
            self.theme.text(surface, causes[seat], "small", SOFT_INK, place, "centre", ellipsis=True)


def make_score_pad(app: AppContext, session: Session) -> Callable[[Group], Widget]:
    """Return the function that makes the pad on the sheet with the result; a click opens the score sheet."""

    def make_pad(sheet: Group) -> ScorePad:
        pad = ScorePad(sheet, lambda: app.stack.pop("score-sheet"))
        pad.tip = app.words("table.score-sheet")
        players = list_player_texts(app.words, session, session.match.position)
        pad.show([players[seat].name for seat in range(session.match.seats)], session.match.position)
        return pad

    return make_pad


class TotalsGraph(Curves):
    """The graph of the totals, with the limit that ends the match."""

    focusable = takes_mouse = False
    is_readable = True

    def __init__(self, parent: Group, names: Sequence[str], rows: Sequence[Sequence[int]], limit: int) -> None:
        """Show the totals of `rows`, the points of each round; `limit` is the total that ends the match, or 0."""
        super().__init__(parent, ", ".join(names), lambda place: None)
        self.names, self._limit = names, limit
        lines = [list(enumerate(accumulate((row[seat] for row in rows), initial=0))) for seat in range(len(names))]
        words = self.form.scene.app.words
        self.show(lines, (), len(rows) + 1, words("review.fewer"))
        self.text_of = lambda number: f"{words('score_sheet.round')} {number + 1}"

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        if 0 < self._limit <= self.scale_end:
            theme, (left, y), text_height = self.theme, self.point_of(0, self._limit), self.theme.line("small")
            pygame.draw.line(surface, OXBLOOD, (left, y), (self.field().right, y), max(1, theme.px(0.2)))
            area = pygame.Rect(round(left) + theme.gap, round(y) - text_height, self.field().width, text_height)
            theme.text(surface, str(self._limit), "small", OXBLOOD, area)


def list_causes(match: Match) -> dict[int, list[str]]:
    """Return, by round (counted from 0), the word keys for the causes of all seats' points."""
    causes = {}
    for position in map(cards_of, match.positions):
        if position.phase in ("end", "blocked"):
            row = position.row()
            causes[len(position.scores)] = [_find_cause(position, seat, row) for seat in range(match.seats)]
    return causes


def _find_cause(position: CardPosition, seat: int, points: tuple[int, ...]) -> str:
    if seat == position.winner:
        return "won"
    if not any(points):
        return "void"
    if points[seat] == RAMI_SEC:
        return "dry"
    return "opened" if position.opened[seat] else "unopened"


class ScoreSheet(PanelScene):
    """The sheet with the points of a match; after a round, its button begins the next round."""

    max_width = 104.0
    title_key = "score_sheet.title"

    def __init__(self, app: AppContext, session: Session, position: Position, is_between_rounds: bool) -> None:
        """Make the sheet about the points of a match; `position` is the one that the table shows now."""
        super().__init__(app)
        self._session = session
        self._position = position
        self._is_between_rounds = is_between_rounds

    def fill(self) -> None:
        match, words = self._session.match, self.app.words
        last_position = cards_of(match.position)
        players = list_player_texts(words, self._session, self._position)
        names = [players[seat].name for seat in range(match.seats)]
        causes = {
            number: [words(f"score_sheet.{cause}") for cause in row] for number, row in list_causes(match).items()
        }
        self._pad = ScorePad(self.sheet, lambda: None, causes)
        self._pad.show(names, last_position)
        options = last_position.options
        self._graph = TotalsGraph(self.sheet, names, last_position.rows, 0 if options.rounds else options.target)
        self._graph.visible = bool(last_position.rows)
        action, icon = ("next", "play") if self._is_between_rounds else ("close", "back")
        self._button = Button(self.sheet, words(f"score_sheet.{action}"), self._close, "primary", icon=icon)
        self.form.default = self._button
        if self.app.is_keyboard_used:
            self.form.focus(self._button)
        if self._is_between_rounds:
            *_, last, totals = self._pad.cells()
            self.app.spoken_line.report_event(f"{'. '.join((*last, *totals))}.")

    def _close(self) -> None:
        self.app.stack.pop("next-round" if self._is_between_rounds else None)

    def place(self, inner: pygame.Rect) -> None:
        theme, has_graph = self.app.theme, self._graph.visible
        height = inner.height - theme.control - theme.px(2)
        pad = fixed_size(self._pad, self._pad.whole_height(round(0.62 * height))) if has_graph else stretch(self._pad)
        button_row = Row(filler(), fixed_size(self._button, self._button.natural_width() + theme.px(3)))
        gap, bottom_gap = space(theme.px(2)), space(theme.px(1.5 if has_graph else 2))
        Column(pad, gap, stretch(self._graph), bottom_gap, button_row).place(inner)
