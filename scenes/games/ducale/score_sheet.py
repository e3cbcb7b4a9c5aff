"""The score sheet: a column per player, a row per round with reasons, and a graph of the totals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Position
from rules.ducale.position import Position as CardPosition
from rules.match import Match
from scenes.app.theme import BRASS, EDGE, INK, OXBLOOD, PAPER, SOFT_INK, Theme
from scenes.games.ducale.saying import cards_of, list_player_texts
from scenes.table.session import Session
from scenes.ui.base import Group, Widget
from scenes.ui.button import Button
from scenes.ui.form_scene import PaperScene
from scenes.ui.layout import Column, Row, fixed_size, share, space, spring
from scenes.ui.match_charts import Curves
from scenes.ui.readable_cells import Cells
from scenes.ui.scroll import Scroll

if TYPE_CHECKING:
    from scenes.app.stack import AppContext


PENCIL: Final = 32.0
LONG: Final = 11.0
"""Degrees that the pencil leans to the right, and its length in u."""


def column_headings(theme: Theme, names: Sequence[str], wide: int) -> list[str]:
    """Return the headings of columns `wide` pixels wide: the names, or all shortened to distinct prefixes."""
    if all(theme.width(name, "small") <= wide for name in names):
        return list(names)
    found = []
    for name in names:
        others = [other for other in names if other != name]
        ends = (end for end in range(1, len(name)) if not any(other.startswith(name[:end]) for other in others))
        cut = name[: next(ends, len(name))]
        while len(cut) > 1 and theme.width(cut, "small") > wide:
            cut = cut[:-1]
        found.append(cut)
    return found


class ScorePad(Cells):
    """The score pad on a spiral; a click opens the score sheet."""

    touchable = True
    pointer = "hand"

    def __init__(
        self, parent: Group, on_press: Callable[[], object], why: Mapping[int, Sequence[str]] | None = None
    ) -> None:
        """`why`: round from 0 -> text below the points of each seat; None for no texts."""
        super().__init__(parent)
        self._on_press = on_press
        self._why = why
        self._names: Sequence[str] = ()
        self.rows: tuple[tuple[int, ...], ...] = ()
        self.totals: tuple[int, ...] = ()
        self.winners: frozenset[int] = frozenset()
        self.lines = 2.0
        """Number of drawn lines: below the rounds, and below the totals after a win; a fraction is being drawn."""
        self.scroll = Scroll(self)

    def show(self, names: Sequence[str], position: Position) -> None:
        """Show the points of a position, by seat; winners of the match are highlighted."""
        cards, outcome = cards_of(position), position.outcome()
        winners = frozenset(() if outcome is None else outcome.winners)
        shown = (tuple(names), cards.rows, cards.totals, winners)
        if shown != (tuple(self._names), self.rows, self.totals, self.winners):
            self._names, self.rows, self.totals, self.winners = shown
            self.lay_out()
            self.dirty()

    def cells(self) -> Sequence[Sequence[str]]:
        words = self.form.scene.app.words
        rows = [
            [self._round(name, number, seat) for seat, name in enumerate(self._names)]
            for number in range(len(self.rows))
        ]
        total = words("score_sheet.total")
        return [
            *rows,
            [words.label_value(f"{name}, {total}", str(n)) for name, n in zip(self._names, self.totals, strict=True)],
        ]

    def _round(self, name: str, number: int, seat: int) -> str:
        words, why = self.form.scene.app.words, (self._why or {}).get(number)
        told = words.label_value(f"{name}, {words('score_sheet.round')} {number + 1}", str(self.rows[number][seat]))
        return told if why is None else f"{told}, {why[seat]}"

    def cell_place(self, row: int, column: int) -> pygame.Rect:
        first, shown = self._in_sight()
        view, line = self.scroll.view, self._line()
        left, top = view.left + self._margin() + round(column * self._wide()), view.top + self._head() + line
        if row >= len(self.rows):
            return pygame.Rect(left, top + shown * self._row(), round(self._wide()), line)
        return pygame.Rect(left, top + (row - first) * self._row(), round(self._wide()), self._row())

    def _in_sight(self) -> tuple[int, int]:
        shown = min(len(self.rows), self._shown())
        return min(self.scroll.offset // self._row(), len(self.rows) - shown), shown

    def reveal_cell(self) -> None:
        row, (first, shown) = self.at_cell[0], self._in_sight()
        if row < len(self.rows):
            self.scroll.move(max(min(first, row), row - shown + 1) * self._row())

    def draw(self, lines: float) -> None:
        """Set the number of drawn lines; the pencil is at the end of an unfinished one."""
        if lines != self.lines:
            self.lines = lines
            self.form.dirty(self.rect.inflate(2 * self.theme.px(LONG), 0))

    def lay_out(self) -> None:
        more = max(0, len(self.rows) - self._shown()) * self._row()
        self.scroll.stops = range(0, more + 1, self._row())
        self.scroll.content = self.rect.height + more
        self.scroll.move(self.scroll.content)
        self.tip = "" if self._heads() == list(self._names) else " · ".join(self._names)

    def _wide(self) -> float:
        return (self.scroll.view.width - 2 - self._margin()) / max(1, len(self._names))

    def _heads(self) -> list[str]:
        return column_headings(self.theme, self._names, round(self._wide()) - self.theme.px(0.8))

    def _shown(self) -> int:
        room = self.rect.height - self._head() - 2 * self._line() - self.theme.px(0.7)
        return max(1, room // self._row())

    def natural_height(self, width: int) -> int:
        """Return the pixels for four rounds, names and totals."""
        return self._head() + 6 * self._line() + self.theme.px(1.5)

    def whole_height(self, most: int) -> int:
        """Return the pixels for all rounds, or for as many as fit in `most` pixels."""
        frame = self._head() + 2 * self._line() + self.theme.px(1.5)
        return frame + max(1, min(len(self.rows), (most - frame) // self._row())) * self._row()

    def _row(self) -> int:
        return self._line() + (self.theme.line("small") if self._why is not None else 0)

    def _line(self) -> int:
        return self.theme.line("body") + self.theme.px(0.3)

    def _head(self) -> int:
        return self.theme.px(2.6)

    def handle(self, event: pygame.event.Event) -> bool:
        if self.scroll.handle(event, self._row()):
            return True
        if event.type == pygame.KEYDOWN:
            return super().handle(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            self._on_press()
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)

    def paint(self, surface: pygame.Surface) -> None:
        theme, ring = self.theme, self._head()
        view = self.scroll.view
        sheet = pygame.Rect(view.left, view.top + ring // 2, view.width, view.height - ring // 2)
        for shift in (2, 0):
            page = sheet.move(shift, shift)
            page.size = (sheet.width - 2, sheet.height - 2)
            pygame.draw.rect(
                surface, theme.colour_for(PAPER if not shift else EDGE), page, border_radius=theme.px(0.6)
            )
            pygame.draw.rect(
                surface,
                theme.colour_for(EDGE).lerp(theme.colour_for(INK), 0.25),
                page,
                1,
                border_radius=theme.px(0.6),
            )
        self._paint_wire(surface, sheet, ring)
        if self._names:
            top = view.top + ring
            self._paint_columns(surface, pygame.Rect(sheet.left, top, sheet.width - 2, sheet.bottom - top))
        self.scroll.paint(surface)

    def _paint_wire(self, surface: pygame.Surface, sheet: pygame.Rect, ring: int) -> None:
        theme = self.theme
        wire = self.form.scene.app.assets.sprite("ducale/wire", (max(4, ring // 2), ring))
        count = max(1, (sheet.width - theme.px(2)) // (wire.get_width() * 2))
        step = (sheet.width - theme.px(2)) / count
        for n in range(count):
            left = sheet.left + theme.px(1) + (n + 0.5) * step - wire.get_width() / 2
            surface.blit(wire, (round(left), self.rect.top))

    def _paint_columns(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        theme, line, high = self.theme, self._line(), self._row()
        first, shown = self._in_sight()
        end = room.top + line + shown * high
        if self._why is not None:
            self._paint_numbers(surface, pygame.Rect(room.left, room.top + line, self._margin(), line), first, shown)
        left_edge = room.left + self._margin()
        wide = self._wide()
        for seat, name in enumerate(self._heads()):
            left = round(left_edge + seat * wide)
            cell = pygame.Rect(left, room.top, round(wide), line).inflate(-theme.px(0.8), 0)
            theme.text(surface, name, "small", SOFT_INK, cell, "centre")
            if seat or self._margin():
                pygame.draw.line(
                    surface, theme.colour_for(EDGE), (left, room.top + 2), (left, room.bottom - theme.px(0.6))
                )
            for number, row in enumerate(self.rows[first : first + shown]):
                place = cell.move(0, line + number * high)
                colour = OXBLOOD if row[seat] >= 100 else INK
                theme.text(surface, "–" if row[seat] == 0 else str(row[seat]), "body", colour, place, "centre")
                self._paint_why(surface, first + number, seat, place.move(0, line))
            self._paint_total(surface, seat, cell.move(0, end - room.top))
        for number, y in enumerate((end, end + line) if self.winners else (end,)):
            self._paint_line(surface, room, y, min(1.0, self.lines - number))

    def _paint_line(self, surface: pygame.Surface, room: pygame.Rect, y: int, share: float) -> None:
        if share <= 0:
            return
        theme = self.theme
        left, right = room.left + theme.px(0.8), room.right - theme.px(0.8)
        tip = (round(left + (right - left) * share), y)
        pygame.draw.line(surface, SOFT_INK, (left, y), tip, max(1, theme.px(0.2)))
        if share < 1:
            pencil = self.form.scene.app.assets.sprite("ducale/pencil", (theme.px(1.2), theme.px(LONG)))
            turned = pygame.transform.rotozoom(pencil, -PENCIL, 1.0)
            high, wide = pencil.get_height() * cos(radians(PENCIL)), pencil.get_height() * sin(radians(PENCIL))
            surface.blit(turned, turned.get_rect(center=(round(tip[0] + wide / 2), round(tip[1] - high / 2))))

    def _margin(self) -> int:
        numbered = self._why is not None and bool(self.rows)
        return self.theme.width("00", "small") + self.theme.px(1.6) if numbered else 0

    def _paint_numbers(self, surface: pygame.Surface, cell: pygame.Rect, first: int, shown: int) -> None:
        for number in range(shown):
            place = cell.move(0, number * self._row())
            self.theme.text(surface, str(first + number + 1), "small", SOFT_INK, place, "centre")

    def _paint_total(self, surface: pygame.Surface, seat: int, cell: pygame.Rect) -> None:
        theme = self.theme
        if seat in self.winners:
            field = cell.inflate(theme.px(0.4), -theme.px(0.3)).move(0, theme.px(0.15))
            theme.highlight(surface, field, BRASS.lerp(PAPER, 0.35), theme.px(0.5))
        theme.text(surface, str(self.totals[seat]), "strong", INK, cell, "centre")

    def _paint_why(self, surface: pygame.Surface, number: int, seat: int, place: pygame.Rect) -> None:
        told = (self._why or {}).get(number)
        if told is not None:
            place.height = self.theme.line("small")
            place.top -= self.theme.px(0.2)
            self.theme.text(surface, told[seat], "small", SOFT_INK, place, "centre", ellipsis=True)


def score_pad(app: AppContext, session: Session) -> Callable[[Group], Widget]:
    def make(sheet: Group) -> ScorePad:
        pad = ScorePad(sheet, lambda: app.stack.pop("score-sheet"))
        pad.tip = app.words("table.score-sheet")
        people = list_player_texts(app.words, session, session.match.position)
        pad.show([people[seat].name for seat in range(session.match.seats)], session.match.position)
        return pad

    return make


class Totals(Curves):
    """The graph of the totals, with the limit that ends the match."""

    focusable = touchable = False
    is_readable = True

    def __init__(self, parent: Group, names: Sequence[str], rows: Sequence[Sequence[int]], limit: int) -> None:
        """`rows` of points, one per round; `limit` is the total that ends the match, 0 for none."""
        super().__init__(parent, ", ".join(names), lambda place: None)
        self.names, self._limit = names, limit
        lines = [list(enumerate(accumulate((row[seat] for row in rows), initial=0))) for seat in range(len(names))]
        words = self.form.scene.app.words
        self.show(lines, (), len(rows) + 1, words("review.fewer"))
        self.told = lambda number: f"{words('score_sheet.round')} {number + 1}"

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        if 0 < self._limit <= self.lowest_value:
            theme, (left, y), high = self.theme, self.point_of(0, self._limit), self.theme.line("small")
            pygame.draw.line(surface, OXBLOOD, (left, y), (self.field().right, y), max(1, theme.px(0.2)))
            room = pygame.Rect(round(left) + theme.gap, round(y) - high, self.field().width, high)
            theme.text(surface, str(self._limit), "small", OXBLOOD, room)


def list_causes(match: Match) -> dict[int, list[str]]:
    """Return the reasons for the points of each round played here: round from 0 -> word keys by seat."""
    found = {}
    for ended in map(cards_of, match.positions):
        if ended.phase in ("end", "blocked"):
            row = ended.row()
            found[len(ended.scores)] = [_cause(ended, seat, row) for seat in range(match.seats)]
    return found


def _cause(ended: CardPosition, seat: int, row: tuple[int, ...]) -> str:
    if seat == ended.winner:
        return "won"
    if not any(row):
        return "void"
    if row[seat] == 200:
        return "dry"
    return "opened" if ended.opened[seat] else "unopened"


class ScoreSheet(PaperScene):
    """The sheet with the points of a match; after a round it has the button for the next."""

    widest = 104.0
    titled = "score_sheet.title"

    def __init__(self, app: AppContext, session: Session, shown: Position, between: bool) -> None:
        """`shown` is the position on the table; `between`: the match waits between two rounds."""
        super().__init__(app)
        self._session = session
        self._shown = shown
        self._between = between

    def fill(self) -> None:
        match, words = self._session.match, self.app.words
        position = cards_of(match.position)
        people = list_player_texts(words, self._session, self._shown)
        names = [people[seat].name for seat in range(match.seats)]
        why = {number: [words(f"score_sheet.{cause}") for cause in row] for number, row in list_causes(match).items()}
        self._pad = ScorePad(self.sheet, lambda: None, why)
        self._pad.show(names, position)
        options = position.options
        self._totals = Totals(self.sheet, names, position.rows, 0 if options.rounds else options.target)
        self._totals.visible = bool(position.rows)
        told = words("score_sheet.next" if self._between else "score_sheet.close")
        self._go = Button(self.sheet, told, self._on, "primary", icon="play" if self._between else "back")
        self.form.default = self._go
        if self.app.keyboard:
            self.form.focus(self._go)
        if self._between:
            *_, last, totals = self._pad.cells()
            self.app.line.report_event(f"{'. '.join((*last, *totals))}.")

    def _on(self) -> None:
        self.app.stack.pop("next-round" if self._between else None)

    def place(self, inner: pygame.Rect) -> None:
        theme, lines = self.app.theme, self._totals.visible
        room = inner.height - theme.control - theme.px(2)
        pad = fixed_size(self._pad, self._pad.whole_height(round(0.62 * room))) if lines else share(self._pad)
        go = Row(spring(), fixed_size(self._go, self._go.natural_width() + theme.px(3)))
        gap, foot = space(theme.px(2)), space(theme.px(1.5 if lines else 2))
        Column(pad, gap, share(self._totals), foot, go).place(inner)
