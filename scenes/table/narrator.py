"""Descriptions of the table: a toast at the resting pointer, and captions for the screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import NATURE, Target
from scenes.app.accessibility_tree import Node
from scenes.table import match_text, status_text
from scenes.table.board_reader import BoardReader
from scenes.table.constants import TOOLTIP_DELAY_SECONDS
from scenes.table.selection import list_drops, list_picks

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.stage import Stage
    from scenes.table.access import TableAccess
    from scenes.table.hand import Hand
    from scenes.table.state import StatusLine

_SENTENCES: Final = re.compile(r"(?<=[.…]) (?=\w)")
DONE: Final = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.KEYDOWN, pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST)
"""Events that hide the toast until the pointer moves again."""


class Hover:
    """The toast for the target under the pointer, in games with trays or with descriptions of pieces."""

    def __init__(self, app: AppContext, stage: Stage, table: TableAccess, free: Callable[[], bool]) -> None:
        """Describe the target under the pointer while `free()`: nothing is held, and nothing covers the table."""
        self._app = app
        self._stage = stage
        self._table = table
        self._free = free
        self._target: Target | None = None
        self._due: float | None = None
        self._said = ""

    def observe(self, event: pygame.event.Event) -> None:
        """Observe an event, without consuming it."""
        if event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
        elif event.type in DONE:
            self._hush()
            self._due = None

    def _move(self, pos: tuple[int, int]) -> None:
        target = self._stage.hit(pos)
        if target != self._target:
            self._hush()
        elif self._said:
            return
        self._target = target
        self._due = None if target is None else self._app.now() + TOOLTIP_DELAY_SECONDS

    def _hush(self) -> None:
        if self._said and self._stage.message_text == self._said:
            self._stage.clear_message()
        self._said = ""

    def update(self, now: float) -> None:
        if self._due is None or now < self._due or self._stage.busy:
            return
        self._due = None
        if self._target is not None and self._free():
            text = self.describe_target(self._target)
            if text and self._stage.message_text is None:
                self._stage.show_message(text, self._target)
                self._said = text

    def pace(self, now: float) -> float | None:
        return None if self._due is None else max(0.0, self._due - now)

    def describe_target(self, target: Target) -> str:
        words, key, stage = self._app.words, self._table.facts.match.game.key, self._stage
        signs = [sign for sign in stage.marks.signs if sign.target == target]
        tray = target in stage.view.trays
        lies = match_text.in_tray(words, self._table.session, stage.table, target) if tray else ""
        deeds = [(kind, sign) for sign in signs for kind in (sign.kind, *(["own"] if sign.own else []))]
        said = [match_text.describe_click(words, key, kind, (sign.target, *sign.others)) for kind, sign in deeds]
        describe, brief = self._table.facts.phrases.remarks.describe_target, bool(stage.marks.picked - {target})
        remarks = () if describe is None else describe(self._table.facts.cursor.position, target, brief)
        return " ".join(
            filter(None, [lies, *(match_text.state_text(words, key, remark) for remark in remarks), *said])
        )


class Narrator:
    """The writer of one match's captions."""

    def __init__(self, app: AppContext, stage: Stage, hand: Hand, table: TableAccess, hover: Hover | None) -> None:
        self._app = app
        self._stage = stage
        self._hand = hand
        self._table = table
        self._hover = hover
        self._heard: int | None = None
        """The number of the turn that was announced last; `_turn` is its whole text, `_told` what was announced."""
        self._turn = self._told = ""
        self.reader = BoardReader(app, stage, hand, table, self.describe_target, self.last_turn_text)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a reading key or a typed turn; return whether it was one."""
        return self._app.line.is_wanted and self.reader.handle(event)

    def announce_status(self, said: StatusLine) -> None:
        """Announce the new status, with what is new of the last turn."""
        table = self._table
        pressing = said.warning or said.task or table.facts.match.outcome() is not None or table.facts.ui.has_dice
        parts = [self._news(), said.status, said.note if pressing or table.note else ""]
        self._app.line.report_state(" ".join(part if part[-1] in ".!?…" else f"{part}." for part in parts if part))

    def _news(self) -> str:
        """Return the sentences of the last turn that weren't announced yet; after an undo all of them."""
        number, told = (
            self._table.facts.cursor.turn_number(self._table.facts.view.pending_moves),
            self.last_turn_text(),
        )
        if (number, told) != (self._heard, self._turn):
            before = _SENTENCES.split(self._turn) if number == self._heard else []
            steps = _SENTENCES.split(told)
            news = [step for step in steps if step not in before]
            self._told = " ".join(news or steps)
            self._heard, self._turn = number, told
        return self._told

    def target_text(self) -> str:
        """Describe the target under the cursor or the pointer, whichever was used last; empty off the table.

        While a turn is typed, return what the board's reader says of it.
        """
        app, stage = self._app, self._stage
        if self.reader.typed is not None:
            return self.reader.spoken
        if self._table.facts.view.is_choosing:
            return ""
        if app.keyboard:
            return "" if self._hand.cursor is None else self.describe_target(self._hand.cursor)
        target = None if app.mouse is None else stage.hit(app.mouse)
        return "" if target is None else match_text.in_tray(app.words, self._table.session, stage.table, target)

    def board_node(self) -> Node:
        """Return the accessibility nodes of the table: a grid, row by row, with the texts of `describe_target`."""
        stage, hand = self._stage, self._hand
        rows: dict[int, list[Target]] = {}
        cards = stage.table if self._table.facts.phrases.describe_place is not None else ()
        for target in dict.fromkeys((*stage.view.targets, *cards, hand.cursor)):
            if target is not None and target in stage.spots and self.describe_target(target):
                rows.setdefault(round(stage.spots[target].y), []).append(target)
        words = self._app.words(f"games.{self._table.facts.match.game.key}.name")
        board = Node(self, "GRID", words, pygame.Rect(stage.area.ints()))
        for row, (_, targets) in enumerate(sorted(rows.items())):
            line = Node(self, "ROW", part=row)
            for column, target in enumerate(sorted(targets, key=lambda one: stage.spots[one].x)):
                place = pygame.Rect(stage.spots[target].box.ints())
                here = target == hand.cursor and self.reader.typed is None
                cell = Node(self, "CELL", self.describe_target(target), place, target, focused=here)
                cell.place, cell.focus = (row, column), partial(self._come, target)
                cell.press = partial(self._press, target)
                line.children.append(cell)
            board.children.append(line)
        if self.reader.typed is not None:
            board.children.append(self.reader.node(board.rect))
        return board

    def _come(self, target: Target) -> None:
        self._app.keyboard = True
        self._hand.set_cursor(target)

    def _press(self, target: Target) -> None:
        self._come(target)
        self._hand.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))

    # --- what has happened

    def last_turn_text(self) -> str:
        """Return the turn that led to the position shown, with its player; empty at the beginning."""
        table, words, match = self._table, self._app.words, self._table.facts.match
        number = table.facts.cursor.turn_number(table.facts.view.pending_moves)
        span = None if number is None else match.turns()[number]
        if number is None or span is None or span.seat == NATURE:
            return ""
        if table.facts.phrases.describe_turn is not None:
            return table.facts.phrases.describe_turn(words, table.session, span)
        told = match_text.turn_text(words, match, span) if table.facts.phrases.turns.is_told_in_words else ""
        name = match_text.address_of(words, table.session, span.seat)
        return told or words("line.turn", name=name, turn=status_text.number_turn(words, table.session, number))

    # --- what lies there

    def describe_target(self, target: Target) -> str:
        """Return the contents of a target, and what Enter would do there."""
        described = "" if self._hover is None else self._hover.describe_target(target)
        told = described or match_text.in_tray(self._app.words, self._table.session, self._stage.table, target)
        use, able = self._use(target), self._hand.can_hint_by_pointer and self._table.facts.phrases.names_targets
        more = (
            (self.reader.describe_moves(target), self.reader.describe_threats(target))
            if able and not described
            else ()
        )
        return " ".join(filter(None, (told, use, *more)))

    def _use(self, target: Target) -> str:
        hand, words = self._hand, self._app.words
        if not self._table.facts.phrases.names_targets:
            return words("line.picked") if target in hand.selection.pick else ""
        if not self._table.facts.can_move or not hand.can_hint_by_pointer:
            return ""
        if target in hand.selection.pick:
            return words("line.picked")
        if target in list_drops(hand.selection, hand.gestures):
            return words("line.goes")
        if target not in list_picks(hand.gestures) or hand.selection.pick:
            return ""
        if target.endswith("cup"):
            return words("line.throws")
        return words("line.does" if any(one.drop is None for one in hand.gestures) else "line.can")
