"""The hint key: first what to look at, then the move and why, then nothing again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, Literal

from rules import abilities
from rules.contract import Move, Position, Remark, Target
from rules.game import Game
from scenes.app.words import Words
from scenes.surfaces.motion import steps
from scenes.table import match_text
from scenes.table.phrases import phrases_of

if TYPE_CHECKING:
    from scenes.table.facts import MatchHost

MOST: Final = 2
"""Reasons that are told of a turn."""
_IMPLIED: Final = {"safe": {"saves", "saves-all"}, "forces": {"takes-back"}, "hems": {"sleeps", "holds", "takes"}}
"""Reasons that add nothing to one of others."""


class Hints:
    """What the adviser said, and how much of it is shown."""

    def __init__(self, match: MatchHost) -> None:
        self._table = match
        self.moves: tuple[Move, ...] = ()
        self.shown: Literal["nothing", "nudge", "move"] = "nothing"
        self._eager = False
        """The key was pressed once more before the adviser answered: the move is shown at once."""

    def press(self) -> None:
        """The key was pressed: a step further."""
        table = self._table
        if table.timed:
            table.listener.say(table.words("clock.no_hint"))
        elif table.ui.dice:
            if table.match.outcome() is None:
                shown = abilities.shows_hints(table.match.position)
                table.listener.say(table.words("dice.no_choice" if shown else "dice.no_hint"))
        elif self.moves and self.shown == "nudge":
            self._show("move")
        elif table.put is not None and table.advice and not self.moves:  # the advised piece was moved
            self.moves = table.advice
            self._show("move")
        elif self.moves or table.advice:
            self._hide()
        elif table.is_advising:
            self._eager = True
        else:
            self._eager = False
            table.advise()

    def take(self, moves: tuple[Move, ...]) -> None:
        """The adviser has answered: nudge the person towards it, or show it where that was asked meanwhile."""
        if not self._table.ui.dice:
            self.moves = moves
            self._show("nudge" if not self._eager and self._nudge_words() else "move")

    def heed(self, picked: Collection[Target]) -> None:
        """Something is picked: what was advised is over, if it is about something else."""
        table = self._table
        if picked and table.phrases.hint is None:
            gestures = [position.gesture(move) for position, move in steps(table.match.position, self.moves)]
            if not any(one.pick >= frozenset(picked) for one in gestures):
                self._hide()
                table.refresh()

    def forget(self) -> None:
        """What was advised is about another position."""
        self.moves, self.shown, self._table.nudge = (), "nothing", frozenset()

    def _hide(self) -> None:
        self._table.advice, self._table.note = (), None
        self.forget()

    def _show(self, how: Literal["nudge", "move"]) -> None:
        table = self._table
        self.shown = how
        table.nudge = self._nudged() if how == "nudge" else frozenset()
        table.advice = self.moves if how == "move" else ()
        again = table.words("nudge.again")
        table.note = f"{self._nudge_words()} {again}" if how == "nudge" else self._move_words()
        table.listener.hush()
        advised = table.match.position.gesture(self.moves[0]).pick
        if table.phrases.hint is None and not table.listener.picked <= advised:
            table.listener.let_go()
        table.refresh()

    def _nudged(self) -> frozenset[Target]:
        hint, move = self._table.phrases.hint, self.moves[0]
        told = hint is None or hint.is_marked(move)
        return self._table.match.position.gesture(move).pick if told else frozenset()

    def _nudge_words(self) -> str:
        table, move = self._table, self.moves[0]
        words, key, position = table.words, table.match.game.key, table.match.position
        if table.phrases.hint is not None:
            return table.phrases.hint.nudge(words, abilities.seen_by(position, position.to_move), move)
        if table.put is not None:
            return words(f"nudge.{key}.put")
        square = min(position.gesture(move).pick)
        look = position.table()[square][-1].look
        kind = look.split("-")[1] if "-" in look else look
        return words(f"nudge.{key}.look", thing=match_text.kind_called(words, key, kind), square=square)

    def _move_words(self) -> str:
        table, moves, hint = self._table, self.moves, self._table.phrases.hint
        words, position, key = table.words, table.match.position, table.match.game.key
        named = moves[:1] if hint is not None and hint.is_marked(moves[0]) else moves
        told = match_text.spelt(words, key, position, moves) if hint is None else ""
        if hint is not None:
            turn = hint.tell_move(words, moves[0])
        elif told:
            turn = words("nudge.told", turn=told[:1].lower() + told[1:])
        else:
            turn = words("nudge.play", turn=match_text.noted(words, table.session, position, moves))
        known = ("takes", "promotes", "overturns") if told else ()
        reasons = why(words, table.session.game, abilities.seen_by(position, position.to_move), named, told=known)
        return " ".join(filter(None, (turn, reasons or (words("nudge.quiet") if told else ""))))


def why(
    words: Words, game: Game, position: Position, moves: Sequence[Move], most: int = MOST, told: Collection[str] = ()
) -> str:
    """The most telling reasons for moves of one seat but those `told`, as sentences; empty where there are none."""
    known = game.teach.reasons(position, moves) if game.teach.reasons is not None else ()
    codes = {one.code for one in known}
    found = [one for one in known if one.code not in told and codes.isdisjoint(_IMPLIED.get(one.code, ()))]
    return " ".join(sentence(words, game.key, remark) for remark in found[:most])


def sentence(words: Words, key: str, remark: Remark) -> str:
    """One reason. Kinds of pieces and cards among its facts are called by their names, and n is a number."""
    facts: dict[str, object] = {**match_text.facts_called(words, key, remark)}
    if "n" in facts:
        facts["n"] = int(remark.facts["n"])
    thing_name = phrases_of(key).name_thing
    if thing_name is not None:
        for name in facts.keys() & {"card", "cards", "wanted"}:
            named = [thing_name(words, one) for one in remark.facts[name].split()]
            facts[name] = words.listed(named, "table.or" if name == "wanted" else "table.and")
    return match_text.begun(words(f"reason.{key}.{remark.code}", **facts))
