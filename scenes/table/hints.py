"""The hint key: first what to look at, then the move and why, then nothing again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from rules import abilities
from rules.contract import Target
from scenes.table import match_text, reasons
from scenes.table.actions import steps
from scenes.table.notation_display import rendered

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


class Hinting:
    """What the adviser said, and how much of it is shown."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self._moves: tuple[Any, ...] = ()
        self.shown: Literal["nothing", "nudge", "move"] = "nothing"

    @property
    def nudge(self) -> frozenset[Target]:
        """What is marked to be looked at: what the advised move takes up."""
        scene = self._scene
        if self.shown != "nudge" or not scene.mine:
            return frozenset()
        hint = scene.ui.hint
        if hint is not None and not hint.marked(self._moves[0]):
            return frozenset()
        return scene.match.position.gesture(self._moves[0]).pick

    def press(self) -> None:
        """The key was pressed: a step further."""
        if self._moves and self.shown == "nudge":
            self._tell("move")
        elif self._moves or self._scene.advice:
            self.hide()
        else:
            self._scene.answers.advise()

    def take(self, moves: tuple[Any, ...]) -> None:
        """The adviser has answered: nudge the person towards it. Where there is a cup nothing is left to choose."""
        if self._scene.ui.dice:
            return
        self._moves = moves
        self._tell("nudge")

    def hide(self) -> None:
        """Show nothing of it any more."""
        scene = self._scene
        if scene.stage.said is not None and self.shown != "nothing":
            scene.stage.hush()
        scene.advice, scene.note = (), None
        self.forget()

    def forget(self) -> None:
        """What was advised is about another position."""
        self._moves, self.shown = (), "nothing"

    def _tell(self, how: Literal["nudge", "move"]) -> None:
        scene = self._scene
        self.shown = how
        scene.advice = self._moves if how == "move" else ()
        text = self._nudge() if how == "nudge" else self._move()
        again = scene.app.words("nudge.again") if how == "nudge" else ""
        scene.note = " ".join(filter(None, (text, again)))
        scene.stage.say(text, self._beside())
        scene.refresh()

    def _beside(self) -> Target | None:
        """Where it is said: above what is to be looked at, and above all of the way once that is shown."""
        scene, moves = self._scene, self._moves
        gestures = [position.gesture(move) for position, move in steps(scene.match.position, moves)]
        if self.shown == "nudge" or scene.ui.hint is not None:
            return min(gestures[0].pick, default=gestures[0].drop)
        way = {target for one in gestures for target in (*one.pick, one.drop) if target is not None}
        return min(way & scene.stage.spots.keys(), key=lambda target: (scene.stage.spots[target].y, target))

    def _nudge(self) -> str:
        """What to look at, in words."""
        scene, move = self._scene, self._moves[0]
        words, key = scene.app.words, scene.match.game.key
        position = scene.match.position
        if scene.ui.hint is not None:
            return words(f"nudge.{key}.{scene.ui.hint.nudge(position, move)}")
        if scene.hand.put is not None:
            return words(f"nudge.{key}.put")
        square = min(position.gesture(move).pick)
        look = position.table()[square][-1].look
        kind = look.split("-")[1] if "-" in look else look
        return words(f"nudge.{key}.look", thing=reasons.called(words, key, kind), square=square)

    def _move(self) -> str:
        """The turn, and why."""
        scene, moves = self._scene, self._moves
        words, position = scene.app.words, scene.match.position
        why = reasons.why(words, scene.sitting.game, abilities.seen_by(position, position.to_move), moves)
        return " ".join(filter(None, (_turn(scene, moves), why)))


def _turn(scene: MatchScene, moves: tuple[Any, ...]) -> str:
    """What is to be played."""
    words, match, position = scene.app.words, scene.match, scene.match.position
    key, view = match.game.key, scene.stage.view
    if scene.ui.hint is not None:
        return scene.ui.hint.move(words, moves[0])
    told = [one for before, move in steps(position, moves) for one in view.told(before, move)]
    if told:
        return " ".join(match_text.deed_told(words, key, one) for one in told)
    if scene.hand.put is not None:
        return words(f"nudge.{key}.put_there", square=position.gesture(moves[0]).drop)
    return words("nudge.play", turn=rendered(words, key, scene.sitting.game.text.notate(position, moves)))
