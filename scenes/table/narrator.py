"""What the line of words says at the table: each turn, whose turn it is, and what lies where the keyboard is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.contract import NATURE, Target
from scenes.table import match_text, status_text
from scenes.table.match_text import lying
from scenes.table.selection import drops, picks

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.surfaces.stage import Stage
    from scenes.table.controller import MatchController
    from scenes.table.hand import Hand
    from scenes.table.hover import Hover
    from scenes.table.state import Said


class Narrator:
    """Tells the line of words of one match."""

    def __init__(self, app: App, stage: Stage, hand: Hand, table: MatchController, hover: Hover | None) -> None:
        self._app = app
        self._stage = stage
        self._hand = hand
        self._table = table
        self._hover = hover
        self.says = ""
        """What was said last of what lies where the keyboard is."""

    def hear(self, said: Said) -> None:
        """What the paper says has changed, perhaps because somebody has had a turn."""
        table = self._table
        pressing = said.warning or table.match.outcome() is not None or table.ui.dice
        parts = [self.turn(), said.status, said.note if pressing or table.note else ""]
        self._app.line.tell(" ".join(part if part[-1] in ".!?…" else f"{part}." for part in parts if part))

    def look(self) -> None:
        """The keyboard may be elsewhere, or something else lie there, or nothing: covered cards aren't named on."""
        line, cursor = self._app.line, self._hand.cursor
        if line.wanted and cursor is not None and self._app.keyboard and not self._table.choosing:
            self.says = self.under(cursor)
            line.look(self.says)
        elif cursor is None and self.says:
            if line.under == self.says:
                line.look("")
            self.says = ""

    # --- what has happened

    def turn(self) -> str:
        """The turn that led to what is shown, with who made it; empty at the beginning."""
        table, words, match = self._table, self._app.words, self._table.match
        number = table.cursor.turn()
        span = None if number is None else match.turns()[number]
        if number is None or span is None or span.seat == NATURE:
            return ""
        if table.ui.account is not None:
            return table.ui.account(words, table.session, span)
        told = match_text.turn(words, match, table.board, span)
        name = match_text.name_of(words, table.session, span.seat)
        return told or words("line.turn", name=name, turn=status_text.written(words, table.session, number))

    # --- what lies there

    def under(self, target: Target) -> str:
        """What lies on a target, and what a key would do there."""
        described = "" if self._hover is None else self._hover.words(target)
        words, key = self._app.words, self._table.match.game.key
        told = described or lying(words, key, self._stage.table, target)
        return " ".join(filter(None, (told, self._use(target))))

    def _use(self, target: Target) -> str:
        """Whether a key there would pick something up, put it down, or nothing."""
        hand, words = self._hand, self._app.words
        if not self._table.ui.names_targets:
            return words("line.picked") if target in hand.selection.pick else ""
        if not self._table.mine or not hand.shows:
            return ""
        if target in hand.selection.pick:
            return words("line.picked")
        if target in drops(hand.selection, hand.gestures):
            return words("line.goes")
        if target not in picks(hand.gestures) or hand.selection.pick:
            return ""
        return words("line.does" if any(one.drop is None for one in hand.gestures) else "line.can")
