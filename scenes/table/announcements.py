"""The descriptions of the table for a screen reader: the status, the last turn and the contents of each target."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import NATURE, Target
from scenes.app.accessibility_tree import Node
from scenes.table import match_text, shown_state, turn_text
from scenes.table.board_reader import BoardReader
from scenes.table.selection import list_drops, list_picks

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.stage import Stage
    from scenes.table.board_input import BoardInput
    from scenes.table.hover_toast import HoverToast
    from scenes.table.state import StatusLine
    from scenes.table.table_access import TableAccess

_SENTENCES: Final = re.compile(r"(?<=[.…]) (?=\w)")


class TableAnnouncements:
    """The announcements and the accessibility nodes of one match."""

    def __init__(
        self, app: AppContext, stage: Stage, board_input: BoardInput, table: TableAccess, hover: HoverToast | None
    ) -> None:
        self._app = app
        self._stage = stage
        self._board_input = board_input
        self._table = table
        self._hover = hover
        self._announced_turn: int | None = None  # the number of the turn that was announced last
        self._turn_text = ""  # the whole text of that turn
        self._announced_text = ""  # the part of it that was announced
        self.reader = BoardReader(app, stage, board_input, table, self.describe_target, self.last_turn_text)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a reading key or a typed turn; return whether it was one."""
        return self._app.spoken_line.is_wanted and self.reader.handle(event)

    def announce_status(self, line: StatusLine) -> None:
        """Announce the status line, with the new sentences about the last turn."""
        table = self._table
        is_over = table.facts.match.outcome() is not None
        reads_note = line.is_warning or line.is_task or is_over or table.facts.ui.has_dice or table.note
        reads_note = reads_note or shown_state.premove_text(table)
        parts = [self._find_new_sentences(), line.status, line.note if reads_note else ""]
        self._app.spoken_line.report_state(
            " ".join(part if part[-1] in ".!?…" else f"{part}." for part in parts if part)
        )

    def _find_new_sentences(self) -> str:
        """Return the sentences that the last change added to the turn's text; all of it if none, as after an undo."""
        facts, text = self._table.facts, self.last_turn_text()
        number = facts.cursor.turn_number(facts.view.pending_moves)
        if (number, text) != (self._announced_turn, self._turn_text):
            old = _SENTENCES.split(self._turn_text) if number == self._announced_turn else []
            sentences = _SENTENCES.split(text)
            new = [sentence for sentence in sentences if sentence not in old]
            self._announced_text = " ".join(new or sentences)
            self._announced_turn, self._turn_text = number, text
        return self._announced_text

    def target_text(self) -> str:
        """Return the text about the target at the cursor or the pointer, whichever was used last; may be empty.

        While a turn is typed, return the typed text.
        """
        app, stage = self._app, self._stage
        if self.reader.typed is not None:
            return self.reader.typed_line
        if self._table.facts.view.is_choosing:
            return ""
        if app.is_keyboard_used:
            return "" if self._board_input.cursor is None else self.describe_target(self._board_input.cursor)
        target = None if app.mouse is None else stage.hit(app.mouse)
        return (
            ""
            if target is None
            else match_text.describe_contents(app.words, self._table.session, stage.table, target)
        )

    def board_node(self) -> Node:
        """Return the accessibility tree of the board: a grid of rows of targets."""
        stage, board_input = self._stage, self._board_input
        rows: dict[int, list[Target]] = {}
        cards = stage.table if self._table.facts.phrases.describe_place is not None else ()
        for target in dict.fromkeys((*stage.view.targets, *cards, board_input.cursor)):
            if target is not None and target in stage.spots and self.describe_target(target):
                rows.setdefault(round(stage.spots[target].y), []).append(target)
        name = self._app.words(f"games.{self._table.facts.match.game.key}.name")
        board = Node(self, "GRID", name, pygame.Rect(stage.area.ints()))
        for row, (_, targets) in enumerate(sorted(rows.items())):
            line = Node(self, "ROW", part=row)
            for column, target in enumerate(sorted(targets, key=lambda one: stage.spots[one].x)):
                box = pygame.Rect(stage.spots[target].box.ints())
                is_focused = target == board_input.cursor and self.reader.typed is None
                cell = Node(self, "CELL", self.describe_target(target), box, target, focused=is_focused)
                cell.place, cell.focus = (row, column), partial(self._move_cursor, target)
                cell.press = partial(self._press_target, target)
                line.children.append(cell)
            board.children.append(line)
        if self.reader.typed is not None:
            board.children.append(self.reader.node(board.rect))
        return board

    def _move_cursor(self, target: Target) -> None:
        self._app.is_keyboard_used = True
        self._board_input.set_cursor(target)

    def _press_target(self, target: Target) -> None:
        self._move_cursor(target)
        self._board_input.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))

    def last_turn_text(self) -> str:
        """Return the last shown turn in words or notation, with its player; empty at the beginning."""
        table, words, match = self._table, self._app.words, self._table.facts.match
        number = table.facts.cursor.turn_number(table.facts.view.pending_moves)
        span = None if number is None else match.turns()[number]
        if number is None or span is None or span.seat == NATURE:
            return ""
        if table.facts.phrases.describe_turn is not None:
            return table.facts.phrases.describe_turn(words, table.session, span)
        text = turn_text.describe_actions(words, match, span) if table.facts.phrases.turns.is_told_in_words else ""
        name = match_text.you_or_name(words, table.session, span.seat)
        return text or words("line.turn", name=name, turn=turn_text.number_turn(words, table.session, number))

    def describe_target(self, target: Target) -> str:
        """Return the contents of a target, what Enter does there, the moves of its piece and the threats to it."""
        toast = "" if self._hover is None else self._hover.describe_target(target)
        contents = toast or match_text.describe_contents(
            self._app.words, self._table.session, self._stage.table, target
        )
        texts = [contents, self._describe_enter(target)]
        if not toast and self._board_input.can_hint_by_pointer and self._table.facts.phrases.names_targets:
            texts += [self.reader.describe_moves(target), self.reader.describe_threats(target)]
        return " ".join(filter(None, texts))

    def _describe_enter(self, target: Target) -> str:
        """Return what Enter does at a target; empty if it does nothing."""
        board_input, words = self._board_input, self._app.words
        if not self._table.facts.phrases.names_targets:
            return words("line.picked") if target in board_input.selection.pick else ""
        if not self._table.facts.can_move or not board_input.can_hint_by_pointer:
            return ""
        if target in board_input.selection.pick:
            return words("line.picked")
        if target in list_drops(board_input.selection, board_input.gestures):
            return words("line.goes")
        if target not in list_picks(board_input.gestures) or board_input.selection.pick:
            return ""
        if target.endswith("cup"):
            return words("line.throws")
        return words("line.does" if any(gesture.drop is None for gesture in board_input.gestures) else "line.can")
