"""The state of the position editor: the position that is being set up, and what the person holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rules.contract import Position, Table, Target, Token
from rules.errors import PositionError
from rules.game import Game
from rules.teaching.editor import Draft, Editor, Kind
from scenes.app.words import Words
from scenes.table.game_phrases import phrases_of
from scenes.table.match_text import seat_name

if TYPE_CHECKING:
    from scenes.app.stack import AppContext


class EditorState:
    """The draft of a position, which the palette, the board and the property panel of the editor change."""

    def __init__(
        self, app: AppContext, game: Game, position: Position | None, on_change: Callable[[str, bool], object]
    ) -> None:
        """Begin with the position `position`, or with the first position of the game.

        `on_change(text, is_refused)` is called after every change. Raises KeyError for a game without an editor.
        """
        if game.teach.editor is None:
            raise KeyError(game.key)
        self._app, self.game, self._on_change = app, game, on_change
        self.editor: Editor = game.teach.editor()
        self.draft: Draft = self.editor.draft(position or self.start_position())
        self.kind: Kind | None = None  # what was picked up from the palette
        self.picked_place: Target | None = None  # the place of what was picked up from the board
        self._typed: str | None = None  # the text that was typed, valid or not; None once the draft has changed since
        self._read_position()

    def start_position(self) -> Position:
        return self.game.play.start(self.game.play.options(), self.game.play.seats.start)

    @property
    def text(self) -> str:
        """The typed text, or the draft as text."""
        return self.editor.text(self.draft) if self._typed is None else self._typed

    def _read_position(self) -> None:
        """Set the position that the text describes, or the problem with it."""
        self.position: Position | None = None
        self.problem: PositionError | None = None
        try:
            self.position = self.game.text.read(self.text)
        except PositionError as problem:
            self.problem = problem

    @property
    def problem_targets(self) -> frozenset[Target]:
        return frozenset() if self.problem is None else frozenset(self.problem.targets)

    def announce_change(self, text: str, is_refused: bool = False) -> None:
        """Check the draft and report a change, with a text for the screen reader, which may be empty."""
        self._read_position()
        self._on_change(text, is_refused)

    def take_typed_text(self, text: str) -> None:
        """Handle a typed text, which becomes the draft if it describes a position."""
        self._typed, self.kind, self.picked_place = text, None, None
        self._read_position()
        if self.position is not None:
            self.draft = self.editor.draft(self.position)
        self.announce_change("")

    @property
    def held_tokens(self) -> tuple[Token, ...]:
        if self.kind is not None:
            return self.editor.tokens(self.kind)
        if self.picked_place is None:
            return ()
        return self.table().get(self.picked_place, ())[-self.editor.grab_count(self.draft, self.picked_place) :]

    def table(self) -> Table:
        return self.editor.table(self.draft)

    def take_from_palette(self, kind: Kind) -> None:
        """Pick up a piece from the palette, if one is left there."""
        has_left = self.editor.has_left(self.draft, kind)
        self.picked_place, self.kind = None, kind if has_left else None
        text = self._app.words("editing.held" if has_left else "editing.none_left", what=self.kind_name(kind))
        self.announce_change(text, is_refused=not has_left)

    def pick(self, at: Target) -> None:
        if at in self.table():
            self.kind, self.picked_place = None, at
            self.announce_change(self._app.words("editing.picked", place=self.place_name(at)))

    def drop(self, at: Target | None) -> None:
        """Drop what is held on a place, or off the table (None); a palette piece stays held while more are left."""
        start, kind, before = self.picked_place, self.kind, self.draft
        if kind is not None and at is not None:
            self.replace_draft(self.editor.lay(before, kind, at))
            if not self.editor.has_left(self.draft, kind):
                self.kind = None
        elif start is not None:
            self.picked_place = None
            self.replace_draft(
                self.editor.lift(before, start) if at is None else self.editor.carry(before, start, at)
            )
        if start is not None and start != at and self.draft is before:
            words, stays_key = self._app.words, f"field.{self.game.key}.stays"
            self._app.sound.play("refuse")
            self.announce_change(words(stays_key) if words.has(stays_key) else "", is_refused=True)
        elif self.draft is not before:
            self._app.sound.play("place")

    def release_held(self) -> None:
        if self.kind is not None or self.picked_place is not None:
            self.kind = self.picked_place = None
            self.announce_change("")

    def remove(self, at: Target) -> None:
        self.release_held()
        self.replace_draft(self.editor.lift(self.draft, at))

    def replace_draft(self, draft: Draft) -> None:
        """Replace the draft, discard the typed text and report the change."""
        self._typed, self.draft = None, draft
        self.announce_change("")

    def kind_name(self, kind: Kind) -> str:
        return thing_named(self._app.words, self.game.key, self.editor.name(kind))

    def place_name(self, at: Target) -> str:
        """Return the name of a place with its contents."""
        words, key, remark = self._app.words, self.game.key, self.editor.describe_place(self.draft, at)
        facts = dict(remark.facts)
        for name in {"kind", "card"} & facts.keys():
            facts[name] = thing_named(words, key, facts[name])
        if "seat" in facts:
            facts["seat"] = seat_name(words, key, int(facts["seat"]), self.editor.seats(self.draft))
        own_key = f"field.{key}.{remark.code}"
        return words(own_key if words.has(own_key) else f"editing.{remark.code}", **facts)


def thing_named(words: Words, key: str, name: str) -> str:
    """Return the displayed name of a kind of piece or card, from its name in the editor."""
    name_thing = phrases_of(key).name_thing
    if name_thing is not None:
        return name_thing(words, name)
    own_key = f"kind.{key}.{name}"
    return words(own_key if words.has(own_key) else f"token.{key}.{name}")
