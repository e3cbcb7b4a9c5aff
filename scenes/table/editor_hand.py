"""What is set up by hand, and what of it the person holds; no window is needed here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rules.contract import Position, Table, Target, Token
from rules.errors import PositionError
from rules.game import Game
from rules.teaching.editor import Draft, Editor, Kind
from scenes.app.words import Words
from scenes.table.match_text import seat_called
from scenes.table.phrases import phrases_of

if TYPE_CHECKING:
    from scenes.app.stack import AppContext


class EditorHand:
    """Palette, board and sheet change the draft through it, each time with a word of what was done."""

    def __init__(
        self, app: AppContext, game: Game, start: Position | None, tell: Callable[[str, bool], object]
    ) -> None:
        """Begins with the position `start`, or the game's own. `tell` hears of every change, with what is said of it,
        and whether that is a refusal. Raises KeyError where no position can be set up."""
        if game.teach.editor is None:
            raise KeyError(game.key)
        self._app, self.game, self._tell = app, game, tell
        self.editor: Editor = game.teach.editor()
        self.draft: Draft = self.editor.draft(start or self.beginning())
        self.kind: Kind | None = None
        """What of the palette is held."""
        self.start: Target | None = None
        """Where what is held was taken from; None: from the palette."""
        self._typed: str | None = None
        """A text that is no position, as long as it stands on its line."""
        self._judge()

    def beginning(self) -> Position:
        """The game's own first position."""
        return self.game.play.start(self.game.play.options(), self.game.play.seats.start)

    @property
    def text(self) -> str:
        """What was typed, or the draft as a text."""
        return self.editor.text(self.draft) if self._typed is None else self._typed

    def _judge(self) -> None:
        self.position: Position | None = None
        self.problem: PositionError | None = None
        """Why what is set up is no position."""
        try:
            self.position = self.game.text.read(self.text)
        except PositionError as problem:
            self.problem = problem

    @property
    def marked(self) -> frozenset[Target]:
        """Places that are wrong."""
        return frozenset() if self.problem is None else frozenset(self.problem.targets)

    def say(self, what: str, refused: bool = False) -> None:
        """Something is said of what was done, or `refused`; empty: nothing."""
        self._judge()
        self._tell(what, refused)

    def type(self, text: str) -> None:
        """Somebody writes a text; as soon as it is a position it lies on the board."""
        self._typed, self.kind, self.start = text, None, None
        self._judge()
        if self.position is not None:
            self.draft = self.editor.draft(self.position)
        self.say("")

    @property
    def held(self) -> tuple[Token, ...]:
        """What is held, bottom to top."""
        if self.kind is not None:
            return self.editor.tokens(self.kind)
        if self.start is None:
            return ()
        return self.table().get(self.start, ())[-self.editor.grasp(self.draft, self.start) :]

    def table(self) -> Table:
        """What lies there."""
        return self.editor.table(self.draft)

    def take(self, kind: Kind) -> None:
        """Take a thing from the palette, if there is one left."""
        left = self.editor.left(self.draft, kind)
        self.start, self.kind = None, kind if left else None
        told = self._app.words("editing.held" if left else "editing.none_left", what=self.kind_name(kind))
        self.say(told, refused=not left)

    def pick(self, at: Target) -> None:
        """Take up what lies on a place."""
        if at in self.table():
            self.kind, self.start = None, at
            self.say(self._app.words("editing.picked", place=self.place_name(at)))

    def drop(self, at: Target | None) -> None:
        """Lay what is held on a place, or off the table; what came from the palette can be laid again."""
        start, kind, before = self.start, self.kind, self.draft
        if kind is not None and at is not None:
            self.change(self.editor.lay(before, kind, at))
            if not self.editor.left(self.draft, kind):
                self.kind = None
        elif start is not None:
            self.start = None
            self.change(self.editor.lift(before, start) if at is None else self.editor.carry(before, start, at))
        if start is not None and start != at and self.draft is before:
            words, stays = self._app.words, f"field.{self.game.key}.stays"
            self._app.sound.play("refuse")
            self.say(words(stays) if words.has(stays) else "", refused=True)
        elif self.draft is not before:
            self._app.sound.play("place")

    def let_go(self) -> None:
        """Hold nothing any more."""
        if self.kind is not None or self.start is not None:
            self.kind = self.start = None
            self.say("")

    def remove(self, at: Target) -> None:
        """Take what lies on a place off the table."""
        self.let_go()
        self.change(self.editor.lift(self.draft, at))

    def change(self, draft: Draft) -> None:
        """Something else lies there, or is said."""
        self._typed, self.draft = None, draft
        self.say("")

    def kind_name(self, kind: Kind) -> str:
        """What a thing of the palette is called."""
        return thing_named(self._app.words, self.game.key, self.editor.name(kind))

    def place_name(self, at: Target) -> str:
        """A place, and what lies there."""
        words, key, remark = self._app.words, self.game.key, self.editor.told(self.draft, at)
        facts = dict(remark.facts)
        for name in {"kind", "card"} & facts.keys():
            facts[name] = thing_named(words, key, facts[name])
        if "seat" in facts:
            facts["seat"] = seat_called(words, key, int(facts["seat"]), self.editor.seats(self.draft))
        own = f"field.{key}.{remark.code}"
        return words(own if words.has(own) else f"editing.{remark.code}", **facts)


def thing_named(words: Words, key: str, name: str) -> str:
    """What a thing of the palette is called, by its name among the kinds of the game."""
    called = phrases_of(key).name_thing
    if called is not None:
        return called(words, name)
    own = f"kind.{key}.{name}"
    return words(own if words.has(own) else f"token.{key}.{name}")
