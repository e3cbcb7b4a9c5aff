"""The clocks that a game has by its own rules: when they run, what they show and tick, and what they do."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from rules import abilities
from scenes.table import match_text
from scenes.table.state import Said
from scenes.ui.clocks import SHORT_TURN, clock_text

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene

TICKS: Final = 10
"""So many of a turn's last seconds are heard."""
SOUNDS: Final = {"time": "minute", "hour": "hour"}
"""What is heard when a clock does something, by the event's text."""
TENTH: Final = 0.05
"""Seconds between two looks at a clock that shows tenths."""


class Hourglass:
    """The clocks of one match; in a match without such clocks nothing of it is ever there."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self.stopped = self.there and scene.match.outcome() is None and bool(scene.sitting.persons)
        """The clocks wait for the players: before the first turn, and when the match was laid on the table again."""
        self._heard: tuple[int, int] | None = None
        """At the last look: how many moves were played, and the whole seconds that were left."""

    @property
    def there(self) -> bool:
        """Whether the rules of the match give a time."""
        return abilities.limits(self._scene.match.position) is not None

    @property
    def runs(self) -> bool:
        """Whether there are clocks in a match that goes on."""
        return self.there and self._scene.match.outcome() is None

    # --- time

    def strike(self, now: float) -> bool:
        """Do what is due; whether anything was. To be asked before anything that the players do at `now`."""
        scene, match = self._scene, self._scene.match
        event = match.pending_event(now)
        if event is None:
            return False
        change = match.play_clock_event(now)
        scene.app.sound.play(SOUNDS[str(event)])
        if change is None:
            scene.end("time-out", event.seat)
            return True
        scene.show([change])
        scene.keep()
        return True

    def update(self, now: float) -> None:
        """Let the last seconds tick, and the clock be seen."""
        match = self._scene.match
        left = match.turn_left(now) if self.runs else None
        if left is None:
            return
        heard = (len(match.plies), ceil(left))
        if self._heard is not None and heard < self._heard and heard[0] == self._heard[0] and heard[1] <= TICKS:
            self._scene.app.sound.play("tick")
        self._heard = heard
        self.show(now)

    def show(self, now: float) -> None:
        """Bring the clock on the paper up to date."""
        match, words = self._scene.match, self._scene.app.words
        clock = self._scene.sidebar.clock
        left, limits = match.turn_left(now), abilities.limits(match.position)
        if left is None or limits is None:
            return
        whole = match.match_left(now)
        beside = words("clock.game") if whole is not None else words("clock.sudden")
        clock.show(left, left / limits.turn, whole, (words("clock.turn"), beside), match.wakes(now) is not None)

    def pace(self, now: float) -> float | None:
        """Seconds until a clock does something or shows something else."""
        match = self._scene.match
        due, turn, whole = match.wakes(now), match.turn_left(now), match.match_left(now)
        if due is None or turn is None:
            return None
        shown = TENTH if turn <= SHORT_TURN + 1 else turn % 1 + 0.001
        return min(due, shown, due if whole is None else whole % 1 + 0.001)

    def most(self, seconds: float) -> float:
        """`seconds` of a pause before the computer's turn, or less where the clock leaves less."""
        left = self._scene.match.turn_left(self._scene.app.now()) if self.runs else None
        return seconds if left is None else min(seconds, left / 4)

    # --- standing still

    def covers(self, below: bool) -> bool:
        """Whether the board is hidden, because time stands still. `below`: something lies on the table scene."""
        if not self.runs or not self._scene.sitting.persons:
            return False
        return (below or self.stopped) and self._begun

    @property
    def _begun(self) -> bool:
        match = self._scene.match
        return bool(match.plies) or match.spent > 0.0

    def card(self) -> tuple[str, str, str]:
        """What stands on the card that waits for the players: title, words, key. Empty while nothing waits."""
        scene, words = self._scene, self._scene.app.words
        if not (self.stopped and self.runs):
            return ("", "", "")
        match, limits = scene.match, abilities.limits(scene.match.position)
        name = match_text.name_of(words, scene.sitting, match.position.to_move)
        if self._begun:
            left = match.turn_left(scene.app.now()) or 0.0
            return words("clock.still"), words("clock.left", name=name, time=clock_text(left, 0.0)), words("clock.on")
        seat = match_text.seat_word(words, scene.sitting, match.position.to_move)
        begins = match_text.coin(words, scene.sitting) or words("clock.begins", seat=seat)
        late = "forfeits" if limits is not None and limits.forfeits else "passes"
        return begins, words(f"clock.{late}"), words("clock.start")

    def start(self) -> None:
        """The players are ready."""
        self.stopped = False
        self._scene.app.sound.play("start")
        self._scene.go_on()

    def said(self) -> Said | None:
        """What the paper says while it waits for the players; None where the usual words do."""
        if not (self.stopped and self.runs):
            return None
        return Said(self._scene.app.words("clock.still" if self._begun else "clock.ready"))
