"""Screen-reader support of the board: keys that read it aloud, and a line on which a turn is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import pygame

from rules import abilities
from rules.common.squares import INDEX
from rules.contract import Gesture, Move, Position, Table, Target
from rules.errors import TurnError
from scenes.app.accessibility_tree import Node
from scenes.surfaces.clips import side_of
from scenes.surfaces.layout import neighbour
from scenes.table import match_text, turn_text
from scenes.table.chance import chance_of
from scenes.table.events import Play, RefuseGesture
from scenes.table.shortcuts import COMMAND_MODIFIERS
from scenes.table.typed_turn import (
    common_start,
    gesture_of,
    list_completions,
    list_next_words,
    list_readings,
    normalize_text,
    spellings,
)
from scenes.ui.clock_text import clock_text

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.app.words import Words
    from scenes.surfaces.stage import Stage
    from scenes.table.board_input import BoardInput
    from scenes.table.table_access import TableAccess


READING: Final = {
    "o": "here",
    "m": "can-do",
    "x": "lines",
    "e": "row",
    "a": "pieces",
    "s": "board",
    "l": "last-turn",
    "t": "clocks",
    "c": "clocks",
    "i": "type-turn",
}
"""The names under `board_keys` of what each letter reads aloud or opens. Shift+"a" reads the other side's pieces."""


def find_matching_targets(pattern: str, table: Table, targets: Sequence[Target]) -> list[Target]:
    """Return, in order, the targets where `pattern` is found in the text about a token there.

    The text is "target look.count", with the count of all tokens there; for an empty target it is "target .0".
    """

    def is_match(target: Target) -> bool:
        tokens = table.get(target, ())
        looks = [f"{token.look}.{len(tokens)}" for token in tokens] or [".0"]
        return any(re.search(pattern, f"{target} {look}") for look in looks)

    return [target for target in targets if is_match(target)]


_ARROW_STEPS: Final = {pygame.K_DOWN: 1, pygame.K_UP: -1}
_MAX_LISTED_TURNS: Final = 6  # completions of a typed turn that are read aloud
_MAX_LISTED_BEGINNINGS: Final = 16  # beginnings of completions that are read aloud if there are more completions


class BoardReader:
    """The reading keys of one match, and the line on which a turn is typed."""

    def __init__(
        self,
        app: AppContext,
        stage: Stage,
        board_input: BoardInput,
        table: TableAccess,
        describe: Callable[[Target], str],
        describe_turn: Callable[[], str],
    ) -> None:
        """Take functions that describe the contents of a target and the last turn."""
        self._app = app
        self._stage = stage
        self._board_input = board_input
        self._table = table
        self.typed: str | None = None  # the text of the turn that is being typed; None while the line is closed
        self._typed_start = ""  # the text typed by hand; the arrow keys choose among its completions
        self._is_opening_letter_due = False  # whether the TEXTINPUT event of the key that opened the line is due
        self._readings: Mapping[str, Callable[[bool], str]] = {  # argument: `is_other_side`
            "here": lambda is_other_side: describe(self._cursor),
            "can-do": lambda is_other_side: self._describe_options(),
            "lines": lambda is_other_side: self._describe_lines(),
            "row": lambda is_other_side: self._describe_row(),
            "pieces": lambda is_other_side: self._describe_pieces(is_other_side) or self._words("board_keys.bare"),
            "board": lambda is_other_side: " ".join(
                filter(None, (self._describe_pieces(False), self._describe_pieces(True)))
            ),
            "last-turn": lambda is_other_side: describe_turn() or self._words("table.no_moves"),
            "clocks": lambda is_other_side: self._describe_clocks(),
        }

    @property
    def _words(self) -> Words:
        return self._app.words

    @property
    def _cursor(self) -> Target:
        assert self._board_input.cursor is not None
        return self._board_input.cursor

    def read_aloud(self, text: str) -> None:
        self._app.spoken_line.report_event(text)

    # --- keys

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a key for reading the board or an event for the typed turn; return whether it was one."""
        if self.typed is not None:
            return self._handle_typing(event)
        if event.type != pygame.KEYDOWN or event.mod & COMMAND_MODIFIERS or not self._is_active:
            return False
        letter, has_shift = pygame.key.name(event.key), bool(event.mod & pygame.KMOD_SHIFT)
        pattern = self._table.facts.ui.letters.get(letter)
        if pattern is not None:
            self._move_to_piece(pattern, is_backward=has_shift)
        elif READING.get(letter) == "type-turn":
            self._open_typed_turn()
        elif letter in READING:
            self.read_aloud(self._readings[READING[letter]](has_shift))
        else:
            return False
        return True

    @property
    def _is_active(self) -> bool:
        """Whether the keys read the board now: with a screen reader, while the keyboard is on the board."""
        has_cursor = self._app.is_keyboard_used and self._board_input.cursor is not None
        is_on_board = self._app.spoken_line.is_wanted and has_cursor
        return is_on_board and not self._table.facts.view.is_choosing and self._stage.held is None

    def _move_to_piece(self, pattern: str, is_backward: bool) -> None:
        """Move the cursor to the next or previous target that matches a pattern, wrapping around."""
        found = find_matching_targets(pattern, self._stage.table, self._board_input.targets)
        if not found:
            self.read_aloud(self._words("board_keys.none"))
            return
        order = list(self._board_input.targets)
        current = order.index(self._cursor) if self._cursor in order else -1
        indices = [order.index(target) for target in found]
        if is_backward:
            index = max((index for index in indices if index < current), default=indices[-1])
        else:
            index = min((index for index in indices if index > current), default=indices[0])
        self._board_input.set_cursor(order[index])

    # --- texts

    def describe_moves(self, target: Target) -> str:
        """Return where the piece on a target can move and what it can capture, even if the other side is to move."""
        drops, victims = self._find_moves_from(target)
        words, free = self._app.words, [drop for drop in drops if drop not in victims]
        texts = [words("board_keys.goes", squares=words.join_items(free))] if free else []
        if victims:
            texts.append(words("board_keys.captures", squares=words.join_items(sorted(victims))))
        return " ".join(texts)

    def _describe_options(self) -> str:
        """Return what can be done at the cursor; if nothing, the legal moves (in games with words for them)."""
        facts = self._table.facts
        text = self.describe_moves(self._cursor) if facts.phrases.names_targets else ""
        if not text and facts.can_move and facts.phrases.spell_move is not None:
            text = self._describe_completions(self._list_completions(""), "")
        return text or self._words("board_keys.nothing")

    def _find_moves_from(self, target: Target) -> tuple[list[Target], set[Target]]:
        """Return the drops of the moves from a target, in order, and the targets of pieces that the moves capture."""
        drops: set[Target] = set()
        all_victims: set[Target] = set()
        for pick, drop, victims in self._list_moves_of_both_sides():
            if pick == {target}:
                if drop is not None and drop in self._stage.spots:
                    drops.add(drop)
                all_victims |= victims
        return sorted(drops), all_victims

    def describe_threats(self, target: Target) -> str:
        """Return from which targets the piece on a target could be captured; empty if from none."""
        found = sorted(
            {
                min(pick)
                for pick, _, victims in self._list_moves_of_both_sides()
                if target in victims and len(pick) == 1
            }
        )
        words = self._app.words
        return words("board_keys.threatened", squares=words.join_items(found)) if found else ""

    def _list_moves_of_both_sides(self) -> Iterable[tuple[frozenset[Target], Target | None, frozenset[Target]]]:
        """Yield (pick, drop, victims) of each move that either side could make if it were to move."""
        shown, view = self._table.facts.cursor.position, self._stage.view
        if not abilities.shows_hints(shown):
            return
        for position in filter(None, (shown, abilities.pass_turn(shown))):
            for move in () if position.outcome() is not None else position.legal_moves():
                gesture = position.gesture(move)
                effects = [effect for beat in position.effects(move) for effect in beat]
                yield gesture.pick, gesture.drop, view.move_marks.victims(effects)

    def _describe_contents(self, targets: Iterable[Target]) -> str:
        words, key, table = self._app.words, self._table.facts.match.game.key, self._stage.table
        return " ".join(match_text.contents_text(words, key, table, target) for target in targets)

    def _describe_lines(self) -> str:
        """Return the nearest pieces in eight directions from the cursor or, if it is on no square, its neighbours."""
        spots, targets, table, start = self._stage.spots, self._board_input.targets, self._stage.table, self._cursor
        if start not in INDEX:
            neighbours = {neighbour(spots, start, dx, dy, targets) for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))}
            return self._describe_contents(one for one in targets if one in neighbours and one != start)
        found = []
        for dx, dy in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
            x, y = INDEX[start] % 8 + dx, INDEX[start] // 8 + dy
            while 0 <= x < 8 and 0 <= y < 8 and f"{'abcdefgh'[x]}{y + 1}" not in table:
                x, y = x + dx, y + dy
            if 0 <= x < 8 and 0 <= y < 8:
                found.append(f"{'abcdefgh'[x]}{y + 1}")
        return self._describe_contents(found) or self._words("board_keys.bare")

    def _describe_row(self) -> str:
        """Return the contents of the row in which the cursor is, from the left."""
        spots, table, start = self._stage.spots, self._stage.table, self._stage.spots[self._cursor]
        occupied = [target for target in self._board_input.targets if target in spots and target in table]
        row = [target for target in occupied if abs(spots[target].y - start.y) < start.size / 3]
        row.sort(key=lambda target: spots[target].x)
        return self._describe_contents(row) or self._words("board_keys.bare")

    def _describe_pieces(self, is_other_side: bool) -> str:
        """Return the pieces of the lower seat, or of the upper seat (`is_other_side`), grouped by kind.

        Where pieces belong to no side, return those that the first letter of `GameUI.letters` finds or, if
        `is_other_side`, the last letter.
        """
        facts, words, table, view = self._table.facts, self._app.words, self._stage.table, self._stage.view
        key, bottom_seat = facts.match.game.key, facts.model.bottom_seat
        seat = (1 - bottom_seat) if is_other_side else bottom_seat
        side = side_of(view.emblems[min(seat, len(view.emblems) - 1)])
        groups: dict[str, list[Target]] = {}
        for target in self._board_input.targets:
            tokens = table.get(target, ())
            if tokens and tokens[-1].look.startswith(side):
                groups.setdefault(match_text.thing_name(words, key, tokens), []).append(target)
        if groups:
            names = {name: ", ".join(map(self._name_place, targets)) for name, targets in groups.items()}
            return " ".join(
                f"{words.label_value(match_text.capitalize(name), places)}." for name, places in names.items()
            )
        patterns = list(facts.ui.letters.values())
        if not patterns:
            return ""
        found = find_matching_targets(patterns[-1 if is_other_side else 0], table, self._board_input.targets)
        return self._describe_contents(target for target in found if target in table)

    def _name_place(self, target: Target) -> str:
        key = f"line.{self._table.facts.match.game.key}.place.{target}"
        return target if target in INDEX else self._words(key)

    def _describe_clocks(self) -> str:
        strips = [strip for strip in self._table.state.strips if strip.seconds is not None]
        words = self._app.words
        times = [words.label_value(strip.name, clock_text(strip.seconds or 0.0)) for strip in strips]
        return f"{', '.join(times)}." if times else words("board_keys.no_clocks")

    # --- the typed turn

    def _open_typed_turn(self) -> None:
        """Open the line, or read aloud why no turn can be typed now."""
        if not self._table.facts.can_move:
            self.read_aloud(self._join_with_status(self._words("board_keys.not_now")))
            return
        self._stage.finish()
        self.typed, self._typed_start, self._is_opening_letter_due = "", "", True

    def _join_with_status(self, first: str) -> str:
        """Return a text and the status line as sentences."""
        line = self._table.state.status_line
        return " ".join(
            text if text[-1] in ".!?…" else f"{text}." for text in (first, line.status, line.note) if text
        )

    @property
    def typed_line(self) -> str:
        words = self._app.words
        return words.label_value(words("board_keys.type-turn"), self.typed or "…")

    def node(self, rect: pygame.Rect) -> Node:
        node = Node(self, "TEXT_INPUT", self._words("board_keys.type-turn"), rect, focused=True, value=self.typed)
        node.selection = (len(self.typed or ""),) * 2
        return node

    def _handle_typing(self, event: pygame.event.Event) -> bool:
        """Handle an event while the line is open; return whether it was from the keyboard.

        A press of a mouse button closes the line.
        """
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.typed = None
            return False
        if event.type == pygame.TEXTINPUT:
            if not (self._is_opening_letter_due and event.text.casefold() == "i"):
                self.typed = self._typed_start = f"{self.typed}{event.text}"[:80]
            self._is_opening_letter_due = False
        elif event.type == pygame.KEYUP:
            self._is_opening_letter_due = False
        elif event.type == pygame.KEYDOWN:
            self._edit_typed_turn(event.key)
        return event.type in (pygame.TEXTINPUT, pygame.KEYDOWN, pygame.KEYUP)

    def _edit_typed_turn(self, key: int) -> None:
        typed = self.typed or ""
        if key == pygame.K_ESCAPE:
            self.typed = None
        elif key == pygame.K_BACKSPACE:
            self.typed = self._typed_start = typed[:-1]
        elif key in (pygame.K_TAB, pygame.K_RIGHT):
            self._complete_typed_turn(typed)
        elif key in _ARROW_STEPS:
            self._select_completion(_ARROW_STEPS[key])
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._play_typed_turn(typed)

    def _complete_typed_turn(self, typed: str) -> None:
        """Extend the typed text to the common beginning of its completions, and read them aloud."""
        completions = self._list_completions(typed)
        if completions:
            longest = common_start(completions)
            if len(normalize_text(longest)) > len(normalize_text(typed)) or len(completions) == 1:
                self.typed = self._typed_start = longest
        if completions or typed:
            self.read_aloud(self._describe_completions(completions, self.typed or ""))
        else:
            self.read_aloud(self._join_with_status(self._words("board_keys.no_turn")))

    def _select_completion(self, step: int) -> None:
        """Type the next (`step` 1) or previous (-1) completion, wrapping around."""
        completions = self._list_completions(self._typed_start)
        if not completions:
            self.read_aloud(self._describe_completions(completions, self._typed_start))
            return
        first = 0 if step > 0 else -1
        index = completions.index(self.typed) + step if self.typed in completions else first
        self.typed = completions[index % len(completions)]

    def _list_completions(self, typed: str) -> list[str]:
        return list_completions(
            self._table.facts.match.position, self._table.facts.movers, typed, self._list_spellings
        )

    def _describe_completions(self, completions: Sequence[str], typed: str) -> str:
        """Return the number of completions and all of them or, if many, their beginnings or the first few."""
        words = self._app.words
        if not completions:
            return words("board_keys.fits_none")
        beginnings = [f"{text} …" for text in list_next_words(completions, typed)]
        if len(completions) <= _MAX_LISTED_TURNS:
            listed = ", ".join(completions)
        elif len(beginnings) <= _MAX_LISTED_BEGINNINGS:
            listed = ", ".join(beginnings)
        else:
            listed = ", ".join(completions[:_MAX_LISTED_TURNS]) + " …"
        return words("board_keys.fit", n=len(completions), turns=listed)

    def _list_spellings(self, position: Position, move: Move) -> Sequence[str]:
        return turn_text.list_spellings(self._app.words, self._table.session.game, position, move)

    def _play_typed_turn(self, typed: str) -> None:
        """Play the turn that a text means, or read aloud why it means none or several."""
        table, words = self._table, self._app.words
        position = table.facts.match.position
        found: list[tuple[Move, ...]] = (
            list_readings(position, table.facts.movers, typed, self._list_spellings) if normalize_text(typed) else []
        )
        refusal = ""
        if not found and position.turn_started:
            try:
                found = [tuple(table.session.game.text.read_turn(position, typed.strip()))]
            except TurnError as problem:
                remark = problem.refusal
                refusal = "" if remark is None else match_text.refusal_text(words, table.facts.match.game.key, remark)
        if len(found) == 1 and found[0][0].seat in table.facts.movers:
            self.typed = None
            self._play_moves(found[0])
        elif found:
            self.read_aloud(words("board_keys.several", n=len(found)))
        elif (gesture := self._find_penalized_gesture(typed)) is not None:
            self.typed = None
            table.send(RefuseGesture(gesture))
        else:
            self.read_aloud(
                refusal or self._explain_refusal(gesture_of(typed)) or words("board_keys.unread", text=typed)
            )

    def _find_penalized_gesture(self, typed: str) -> Gesture | None:
        """Return the illegal gesture with a penalty that the typed text means, if there is one."""
        position, table = self._table.facts.match.position, self._table
        for gesture, move in table.facts.faults.items():
            texts = spellings(position, move, self._list_spellings)
            if move.seat in (table.facts.movers or table.session.persons) and normalize_text(typed) in map(
                normalize_text, texts
            ):
                return gesture
        return None

    def _explain_refusal(self, gesture: Gesture | None) -> str:
        """Return why a gesture is illegal; empty if it isn't."""
        table = self._table
        remark = None if gesture is None else table.facts.match.position.refusal(gesture)
        if remark is None:
            return ""
        return match_text.refusal_text(
            self._app.words, table.facts.match.game.key, chance_of(table.facts).name_facts(table, remark)
        )

    def _play_moves(self, moves: Sequence[Move]) -> None:
        """Play the moves of a turn until one isn't legal, as a prompt may interrupt the turn."""
        table = self._table
        for move in moves:
            if not any(move in offered for offered in table.facts.legal_gestures.values()):
                break
            drop = table.facts.match.position.gesture(move).drop
            table.send(Play(move, {}))
            self._stage.finish()
            if drop in self._board_input.targets:
                self._board_input.set_cursor(drop)
            else:
                self._board_input.show_cursor()
