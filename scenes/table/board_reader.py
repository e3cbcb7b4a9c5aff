"""Screen-reader support of the table: keys that read the board aloud, and a line on which turns are typed."""

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
from scenes.surfaces.layout import neighbour
from scenes.table import match_text
from scenes.table.chance import chance_of
from scenes.table.events import Play, Refuse
from scenes.table.typed_turn import (
    can_continue,
    common_start,
    gesture_of,
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
    from scenes.table.access import TableAccess
    from scenes.table.hand import Hand


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
"""Letter -> what it reads; the words are under `board_keys.<name>`. Shift+"a" reads the other side's pieces."""


def find_matching_targets(pattern: str, table: Table, targets: Sequence[Target]) -> list[Target]:
    """Return, in order, the targets of which a token matches a regular expression on "place look.count"."""

    def means(target: Target) -> bool:
        tokens = table.get(target, ())
        looks = [f"{token.look}.{len(tokens)}" for token in tokens] or [".0"]
        return any(re.search(pattern, f"{target} {look}") for look in looks)

    return [target for target in targets if means(target)]


OTHERS: Final = pygame.KMOD_ALT | pygame.KMOD_CTRL | pygame.KMOD_META
STEPS: Final = {pygame.K_DOWN: 1, pygame.K_UP: -1}
NAMED: Final = 6
MOST_BEGUN: Final = 16  # completions of a typed turn that are read out at most


class BoardReader:
    """The reading keys of one match, and the line on which a turn is typed."""

    def __init__(
        self,
        app: AppContext,
        stage: Stage,
        hand: Hand,
        table: TableAccess,
        describe: Callable[[Target], str],
        describe_turn: Callable[[], str],
    ) -> None:
        """Take functions that describe the contents of a target and the last turn."""
        self._app = app
        self._stage = stage
        self._hand = hand
        self._table = table
        self.typed: str | None = None  # the text of the turn that is being typed; None if none is
        self._begun = ""
        """The part of `typed` that came from letters; the arrow keys cycle through the turns that begin with it."""
        self._is_opening_letter_due = (
            False  # whether the TEXTINPUT event of the letter that opened the line is still to come
        )
        self._tells: Mapping[str, Callable[[bool], str]] = {
            "here": lambda other: describe(self._cursor),
            "can-do": lambda other: self._can_do(),
            "lines": lambda other: self._lines(),
            "row": lambda other: self._row(),
            "pieces": lambda other: self._pieces(other) or self._words("board_keys.bare"),
            "board": lambda other: " ".join(filter(None, (self._pieces(False), self._pieces(True)))),
            "last-turn": lambda other: describe_turn() or self._words("table.no_moves"),
            "clocks": lambda other: self._clocks(),
        }

    @property
    def _words(self) -> Words:
        return self._app.words

    @property
    def _cursor(self) -> Target:
        assert self._hand.cursor is not None
        return self._hand.cursor

    def read_aloud(self, text: str) -> None:
        self._app.line.report_event(text)

    # --- keys

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a reading key or an event of the typed turn; return whether it was one."""
        if self.typed is not None:
            return self._type(event)
        if event.type != pygame.KEYDOWN or event.mod & OTHERS or not self._awake:
            return False
        letter, back = pygame.key.name(event.key), bool(event.mod & pygame.KMOD_SHIFT)
        pattern = self._table.facts.ui.letters.get(letter)
        if pattern is not None:
            self._next(pattern, back)
        elif READING.get(letter) == "type-turn":
            self._open()
        elif letter in READING:
            self.read_aloud(self._tells[READING[letter]](back))
        else:
            return False
        return True

    @property
    def _awake(self) -> bool:
        keyboard = self._app.line.is_wanted and self._app.keyboard and self._hand.cursor is not None
        return keyboard and not self._table.facts.view.is_choosing and self._stage.held is None

    def _next(self, pattern: str, back: bool) -> None:
        found = find_matching_targets(pattern, self._stage.table, self._hand.targets)
        if not found:
            self.read_aloud(self._words("board_keys.none"))
            return
        order = list(self._hand.targets)
        here = order.index(self._cursor) if self._cursor in order else -1
        places = [order.index(one) for one in found]
        if back:
            at = max((one for one in places if one < here), default=places[-1])
        else:
            at = min((one for one in places if one > here), default=places[0])
        self._hand.set_cursor(order[at])

    # --- what is told

    def describe_moves(self, target: Target) -> str:
        """Return where the piece on a target can move and what it can capture, even if it isn't its side's turn."""
        may, taken = self._ways(target)
        words, kept = self._app.words, [one for one in may if one not in taken]
        told = [words("board_keys.goes", squares=words.join_items(kept))] if kept else []
        if taken:
            told.append(words("board_keys.captures", squares=words.join_items(sorted(taken))))
        return " ".join(told)

    def _can_do(self) -> str:
        told = self.describe_moves(self._cursor) if self._table.facts.phrases.names_targets else ""
        if not told and self._table.facts.can_move and self._table.facts.phrases.spell_move is not None:
            told = self._fitting(self._fit(""), "")
        return told or self._words("board_keys.nothing")

    def _ways(self, target: Target) -> tuple[list[Target], set[Target]]:
        goes: list[Target] = []
        taken: set[Target] = set()
        for pick, drop, victims in self._moves():
            if pick == {target}:
                if drop is not None and drop in self._stage.spots:
                    goes.append(drop)
                taken |= victims
        return sorted(dict.fromkeys(goes)), taken

    def describe_threats(self, target: Target) -> str:
        """Return from which targets the piece on a target could be captured."""
        found = sorted({min(pick) for pick, _, victims in self._moves() if target in victims and len(pick) == 1})
        words = self._app.words
        return words("board_keys.threatened", squares=words.join_items(found)) if found else ""

    def _moves(self) -> Iterable[tuple[frozenset[Target], Target | None, frozenset[Target]]]:
        """Yield (pick, drop, victims) of all legal moves of both sides, as if each were to move."""
        position, view = self._table.facts.cursor.position, self._stage.view
        if not abilities.shows_hints(position):
            return
        for one in filter(None, (position, abilities.pass_turn(position))):
            for move in () if one.outcome() is not None else one.legal_moves():
                gesture = one.gesture(move)
                effects = [effect for beat in one.effects(move) for effect in beat]
                yield gesture.pick, gesture.drop, view.move_marks.victims(effects)

    def _lying(self, targets: Iterable[Target]) -> str:
        words, key, table = self._app.words, self._table.facts.match.game.key, self._stage.table
        return " ".join(match_text.contents_text(words, key, table, one) for one in targets)

    def _lines(self) -> str:
        """Return the nearest pieces in the eight directions, or the neighbours of a place that is no square."""
        spots, targets, table, here = self._stage.spots, self._hand.targets, self._stage.table, self._cursor
        if here not in INDEX:
            near = {neighbour(spots, here, dx, dy, targets) for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))}
            return self._lying(one for one in targets if one in near and one != here)
        found = []
        for dx, dy in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
            x, y = INDEX[here] % 8 + dx, INDEX[here] // 8 + dy
            while 0 <= x < 8 and 0 <= y < 8 and f"{'abcdefgh'[x]}{y + 1}" not in table:
                x, y = x + dx, y + dy
            if 0 <= x < 8 and 0 <= y < 8:
                found.append(f"{'abcdefgh'[x]}{y + 1}")
        return self._lying(found) or self._words("board_keys.bare")

    def _row(self) -> str:
        spots, table, here = self._stage.spots, self._stage.table, self._cursor
        row = [one for one in self._hand.targets if one in spots and one in table]
        row = [one for one in row if abs(spots[one].y - spots[here].y) < spots[here].size / 3]
        return self._lying(sorted(row, key=lambda one: spots[one].x)) or self._words("board_keys.bare")

    def _pieces(self, other: bool) -> str:
        """Return one side's pieces, grouped by kind.

        Where pieces belong to no side, use the first (own) or last (other) of the game's letters.
        """
        words, table, view, key = (
            self._app.words,
            self._stage.table,
            self._stage.view,
            self._table.facts.match.game.key,
        )
        bottom = self._table.facts.model.bottom
        seat = (1 - bottom) if other else bottom
        side = view.emblems[min(seat, len(view.emblems) - 1)].rpartition("/")[2].partition("-")[0]
        groups: dict[str, list[Target]] = {}
        for target in self._hand.targets:
            tokens = table.get(target, ())
            if tokens and tokens[-1].look.startswith(side):
                groups.setdefault(match_text.thing_name(words, key, tokens), []).append(target)
        if groups:
            named = {name: [self._place(one) for one in places] for name, places in groups.items()}
            return " ".join(
                f"{words.label_value(match_text.capitalize(name), ', '.join(places))}."
                for name, places in named.items()
            )
        patterns = list(self._table.facts.ui.letters.values())
        if not patterns:
            return ""
        found = find_matching_targets(patterns[-1 if other else 0], table, self._hand.targets)
        return self._lying(one for one in found if one in table)

    def _place(self, target: Target) -> str:
        key = f"line.{self._table.facts.match.game.key}.place.{target}"
        return target if target in INDEX else self._words(key)

    def _clocks(self) -> str:
        strips = [one for one in self._table.state.strips if one.seconds is not None]
        words = self._app.words
        told = [words.label_value(one.name, clock_text(one.seconds or 0.0)) for one in strips]
        return f"{', '.join(told)}." if told else words("board_keys.no_clocks")

    # --- a turn that is typed

    def _open(self) -> None:
        if not self._table.facts.can_move:
            self.read_aloud(self._stands(self._words("board_keys.not_now")))
            return
        self._stage.finish()
        self.typed, self._begun, self._is_opening_letter_due = "", "", True

    def _stands(self, first: str) -> str:
        said = self._table.state.status_line
        return " ".join(one if one[-1] in ".!?…" else f"{one}." for one in (first, said.status, said.note) if one)

    @property
    def spoken(self) -> str:
        words = self._app.words
        return words.label_value(words("board_keys.type-turn"), self.typed or "…")

    def node(self, rect: pygame.Rect) -> Node:
        node = Node(self, "TEXT_INPUT", self._words("board_keys.type-turn"), rect, focused=True, value=self.typed)
        node.marked = (len(self.typed or ""),) * 2
        return node

    def _type(self, event: pygame.event.Event) -> bool:
        """Handle a keyboard event of the line; a mouse click closes it."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.typed = None
            return False
        if event.type == pygame.TEXTINPUT:
            if not (self._is_opening_letter_due and event.text.casefold() == "i"):
                self.typed = self._begun = f"{self.typed}{event.text}"[:80]
            self._is_opening_letter_due = False
        elif event.type == pygame.KEYUP:
            self._is_opening_letter_due = False
        elif event.type == pygame.KEYDOWN:
            self._edit(event.key)
        return event.type in (pygame.TEXTINPUT, pygame.KEYDOWN, pygame.KEYUP)

    def _edit(self, key: int) -> None:
        typed = self.typed or ""
        if key == pygame.K_ESCAPE:
            self.typed = None
        elif key == pygame.K_BACKSPACE:
            self.typed = self._begun = typed[:-1]
        elif key in (pygame.K_TAB, pygame.K_RIGHT):
            self._complete(typed)
        elif key in STEPS:
            self._step(STEPS[key])
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._enter(typed)

    def _complete(self, typed: str) -> None:
        fit = self._fit(typed)
        if fit:
            longest = common_start(fit)
            if len(normalize_text(longest)) > len(normalize_text(typed)) or len(fit) == 1:
                self.typed = self._begun = longest
        none = not (fit or typed)
        self.read_aloud(
            self._stands(self._words("board_keys.no_turn")) if none else self._fitting(fit, self.typed or "")
        )

    def _step(self, step: int) -> None:
        fit = self._fit(self._begun)
        if not fit:
            self.read_aloud(self._fitting(fit, self._begun))
            return
        at = fit.index(self.typed) + step if self.typed in fit else 0 if step > 0 else -1
        self.typed = fit[at % len(fit)]

    def _fit(self, typed: str) -> list[str]:
        return can_continue(self._table.facts.match.position, self._table.facts.movers, typed, self._more)

    def _fitting(self, fit: Sequence[str], typed: str) -> str:
        """Return the number of matching turns, and all of them, or how they go on, or the first few."""
        begun = [f"{one} …" for one in list_next_words(fit, typed)]
        shown = fit if len(fit) <= NAMED else begun if len(begun) <= MOST_BEGUN else fit[:NAMED]
        named = ", ".join(shown) + (" …" if shown not in (fit, begun) else "")
        words = self._app.words
        return words("board_keys.fit", n=len(fit), turns=named) if fit else words("board_keys.fits_none")

    def _more(self, position: Position, move: Move) -> Sequence[str]:
        return match_text.list_spellings(self._app.words, self._table.session.game, position, move)

    def _enter(self, typed: str) -> None:
        table, words = self._table, self._app.words
        position = table.facts.match.position
        found: list[tuple[Move, ...]] = (
            list_readings(position, table.facts.movers, typed, self._more) if normalize_text(typed) else []
        )
        why = ""
        if not found and position.turn_started:
            try:
                found = [tuple(table.session.game.text.read_turn(position, typed.strip()))]
            except TurnError as problem:
                remark = problem.refusal
                why = "" if remark is None else match_text.refusal_text(words, table.facts.match.game.key, remark)
        if len(found) == 1 and found[0][0].seat in table.facts.movers:
            self.typed = None
            self._play(found[0])
        elif found:
            self.read_aloud(words("board_keys.several", n=len(found)))
        elif (fault := self._fault(typed)) is not None:
            self.typed = None
            table.send(Refuse(fault))
        else:
            self.read_aloud(why or self._refused(gesture_of(typed)) or words("board_keys.unread", text=typed))

    def _fault(self, typed: str) -> Gesture | None:
        """Return the gesture that the typed text means and that the rules count against a person here, if any."""
        position, table = self._table.facts.match.position, self._table
        for gesture, move in table.facts.faults.items():
            texts = spellings(position, move, self._more)
            if move.seat in (table.facts.movers or table.session.persons) and normalize_text(typed) in map(
                normalize_text, texts
            ):
                return gesture
        return None

    def _refused(self, gesture: Gesture | None) -> str:
        table = self._table
        remark = None if gesture is None else table.facts.match.position.refusal(gesture)
        if remark is None:
            return ""
        return match_text.refusal_text(
            self._app.words, table.facts.match.game.key, chance_of(table.facts).name_facts(table, remark)
        )

    def _play(self, moves: Sequence[Move]) -> None:
        """Play the moves of a turn as long as they are legal: a prompt may interrupt it."""
        table = self._table
        for move in moves:
            if not any(move in ones for ones in table.facts.legal_gestures.values()):
                break
            drop = table.facts.match.position.gesture(move).drop
            table.send(Play(move, {}))
            self._stage.finish()
            if drop in self._hand.targets:
                self._hand.set_cursor(drop)
            else:
                self._hand.enter_by_keyboard()
