"""What the line of words says at the table: each turn, whose turn it is, and what lies where the keyboard is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.contract import NATURE, Target
from scenes.table import match_text, status_text
from scenes.table.naming import lying
from scenes.table.selection import drops, picks

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


class Narrator:
    """Tells the line of words of one match."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self._under = ""
        """What was said last of what lies where the keyboard is."""

    def hear(self, status: str, note: str, warning: bool) -> None:
        """What the paper says has changed, perhaps because somebody has had a turn."""
        scene = self._scene
        line = scene.app.line
        if not line.wanted or scene.app.stack.top is not scene:
            return
        pressing = warning or scene.match.outcome() is not None or scene.ui.dice
        parts = [self.turn(), status, note if pressing or scene.note else ""]
        line.tell(" ".join(part if part[-1] in ".!?…" else f"{part}." for part in parts if part))

    def look(self) -> None:
        """The keyboard may be elsewhere, or something else lie there, or nothing: covered cards aren't named on."""
        scene = self._scene
        line, cursor = scene.app.line, scene.hand.cursor
        if line.wanted and cursor is not None and scene.app.keyboard and scene.choosing.strip is None:
            self._under = self.under(cursor)
            line.look(self._under)
        elif cursor is None and self._under:
            if line.under == self._under:
                line.look("")
            self._under = ""

    # --- what has happened

    def turn(self) -> str:
        """The turn that led to what is shown, with who made it; empty at the beginning."""
        scene = self._scene
        words, match = scene.app.words, scene.match
        number = scene.course.turn()
        span = None if number is None else match.turns()[number]
        if number is None or span is None or span.seat == NATURE:
            return ""
        if scene.ui.account is not None:
            return scene.ui.account(scene, span)
        told = match_text.turn(words, match, scene.stage.view, span)
        name = match_text.name_of(words, scene.sitting, span.seat)
        return told or words("line.turn", name=name, turn=status_text.written(words, scene.sitting, number))

    # --- what lies there

    def under(self, target: Target) -> str:
        """What lies on a target, and what a key would do there."""
        described = self._scene.pointing.words(target)
        words, key = self._scene.app.words, self._scene.match.game.key
        told = described or lying(words, key, self._scene.stage.table, target)
        return " ".join(filter(None, (told, self._use(target))))

    def _use(self, target: Target) -> str:
        """Whether a key there would pick something up, put it down, or nothing."""
        scene = self._scene
        hand, words = scene.hand, scene.app.words
        if not scene.ui.names_targets:
            return words("line.picked") if target in hand.selection.pick else ""
        if not scene.mine or not hand.shows:
            return ""
        if target in hand.selection.pick:
            return words("line.picked")
        if target in drops(hand.selection, hand.gestures):
            return words("line.goes")
        if target not in picks(hand.gestures) or hand.selection.pick:
            return ""
        return words("line.does" if any(one.drop is None for one in hand.gestures) else "line.can")
