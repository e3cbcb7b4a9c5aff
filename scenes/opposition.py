"""The computer's part in a match: whom to ask, what came back, and whether it would call the match drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rules.ai.server import Ask
from rules.contract import AnyPosition, Seat
from scenes.sitting import Sitting
from scenes.thinker import Thinker

if TYPE_CHECKING:
    from scenes.app import App

PATIENT_TURNS: Final = 5
"""A drawn game is accepted when the computer's score has been 0 or less for so many of its turns."""
HINT_SECONDS: Final = 1.5


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: a turn for the seat that was asked, a hint, or the end of all patience (`failed`)."""

    moves: tuple[Any, ...] = ()
    hint: bool = False
    failed: bool = False


@dataclass(slots=True)
class Opposition:
    """The computer players of one match, and the adviser behind the hint key: one process for all."""

    app: App
    sitting: Sitting
    thinker: Thinker = field(init=False)
    asked: Seat | None = None
    """The seat that is being thought for."""
    advising: bool = False
    """A hint is being looked for."""
    _scores: dict[Seat, list[int]] = field(default_factory=dict)
    _dice: Random = field(default_factory=Random)

    def __post_init__(self) -> None:
        self.thinker = Thinker(self.app.storage.log)

    def computer(self, seat: Seat) -> bool:
        """Whether the computer plays a seat."""
        return self.sitting.players[seat].kind == "computer"

    def think(self, position: AnyPosition) -> None:
        """Look for a turn for whoever is to move."""
        seat = position.to_move
        self.asked, self.advising = seat, False
        self.thinker.ask(self._question("choose", position, level=self.sitting.players[seat].level))

    def advise(self, position: AnyPosition) -> None:
        """Look for a hint."""
        self.asked, self.advising = None, True
        self.thinker.ask(self._question("analyse", position, seconds=HINT_SECONDS))

    def _question(
        self, kind: Any, position: AnyPosition, level: int | None = None, seconds: float | None = None
    ) -> Ask:
        key = self.sitting.match.game.key
        seed = self._dice.getrandbits(32)
        return Ask(0, kind, key, position, level=level, nodes=None, seconds=seconds, seed=seed)

    def stop(self) -> None:
        """Want nothing any more: the match went another way."""
        self.asked, self.advising = None, False
        self.thinker.cancel()

    def poll(self) -> Reply | None:
        """What came back, if anything did."""
        answer = self.thinker.poll()
        if answer is None:
            return None
        seat, hint = self.asked, self.advising
        self.asked, self.advising = None, False
        if answer.error is not None or not answer.moves:
            self.app.storage.log(f"The opponent's process answered: {answer.error or 'no move'}")
            return Reply(hint=hint, failed=True)
        if seat is not None:
            self._scores.setdefault(seat, []).append(answer.score)
        own = tuple(takewhile(lambda move: move.seat == answer.moves[0].seat, answer.moves))
        return Reply(own, hint)

    def accepts(self, seat: Seat) -> bool:
        """Whether the computer on `seat` would call the match drawn."""
        scores = self._scores.get(seat, [])[-PATIENT_TURNS:]
        return len(scores) == PATIENT_TURNS and max(scores) <= 0
