"""The clocks that a game has by its own rules: when they run, what they show and tick. Pure."""

from __future__ import annotations

from math import ceil
from typing import Final

from rules import abilities
from rules.match import Match
from scenes.app.words import Words
from scenes.table import match_text
from scenes.table.session import Session
from scenes.table.state import CoverCard, Said, TurnTime
from scenes.ui.clocks import SHORT_TURN, clock_text

TICKS: Final = 10
"""So many of a turn's last seconds are heard."""
TENTH: Final = 0.05
"""Seconds between two looks at a clock that shows tenths."""


def pause_card(words: Words, session: Session, timed: bool, now: float) -> CoverCard:
    """Return what stands on the card over the board in a pause of the players. `timed`: the rules give a time."""
    match, seat = session.match, session.match.position.to_move
    left = match.turn_left(now) if timed else match.clock.left(seat, now)
    sentence = "clock.left" if timed else "clock.left_all"
    told = match_text.of_seat(words, session, sentence, seat, time=clock_text(left or 0.0, 0.0))
    return CoverCard(words("clock.still"), told, words("clock.on"))


def describe_suspension(words: Words, match: Match, seconds: float, now: float) -> str:
    """Return, where the time of a player runs, that it stood still while the app was suspended; else nothing."""
    if match.clock.runs or match.wakes(now) is not None:
        return words("clock.suspended", time=clock_text(seconds, 0.0))
    return ""


class GameClock:
    """The clocks of one match whose rules give a time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.stopped = self.runs and bool(session.persons)
        """The clocks wait for the players: before the first turn, and when the match was laid on the table again."""
        self._heard: tuple[int, int] | None = None
        """At the last look: how many moves were played, and the whole seconds that were left."""

    @property
    def _match(self) -> Match:
        return self._session.match

    @property
    def runs(self) -> bool:
        """Whether the match goes on."""
        return self._match.outcome() is None

    @property
    def waits(self) -> bool:
        """Whether the clocks of a match that goes on wait for the players."""
        return self.stopped and self.runs

    # --- time

    def ticks(self, now: float) -> bool:
        """Whether one of the last seconds has begun since this was asked last."""
        left = self._match.turn_left(now) if self.runs else None
        if left is None:
            return False
        heard, before = (len(self._match.plies), ceil(left)), self._heard
        self._heard = heard
        return before is not None and heard < before and heard[0] == before[0] and heard[1] <= TICKS

    def time(self, words: Words, now: float) -> TurnTime | None:
        """What the clock on the paper shows; None where a turn has no time, and at the end."""
        match = self._match
        left, limits = match.turn_left(now), abilities.limits(match.position)
        if left is None or limits is None or not self.runs:
            return None
        whole = match.match_left(now)
        beside = words("clock.game") if whole is not None else words("clock.sudden")
        return TurnTime(left, left / limits.turn, whole, (words("clock.turn"), beside), match.wakes(now) is not None)

    def pace(self, now: float) -> float | None:
        """Seconds until a clock does something or shows something else."""
        match = self._match
        due, turn, whole = match.wakes(now), match.turn_left(now), match.match_left(now)
        if due is None or turn is None:
            return None
        shown = TENTH if turn <= SHORT_TURN + 1 else turn % 1 + 0.001
        return min(due, shown, due if whole is None else whole % 1 + 0.001)

    # --- standing still

    def covers(self, below: bool) -> bool:
        """Whether the board is hidden, because time stands still. `below`: something lies over the table."""
        if not self.runs or not self._session.persons:
            return False
        return (below or self.stopped) and self._begun

    @property
    def _begun(self) -> bool:
        return bool(self._match.plies) or self._match.spent > 0.0

    def card(self, words: Words, now: float) -> CoverCard | None:
        """What stands on the card that waits for the players; None while nothing waits."""
        if not self.waits:
            return None
        match, limits = self._match, abilities.limits(self._match.position)
        if self._begun:
            time = clock_text(match.turn_left(now) or 0.0, 0.0)
            left = match_text.of_seat(words, self._session, "clock.left", match.position.to_move, time=time)
            return CoverCard(words("clock.still"), left, words("clock.on"))
        seat = match_text.seat_word(words, self._session, match.position.to_move)
        begins = match_text.coin(words, self._session) or words("clock.begins", seat=seat)
        late = "forfeits" if limits is not None and limits.forfeits else "passes"
        about = f"{match_text.sides(words, self._session)} {words(f'clock.{late}')}".strip()
        return CoverCard(begins, about, words("clock.start"))

    def said(self, words: Words) -> Said | None:
        """What the paper says while the clocks wait for the players; None where the usual words do."""
        return Said(words("clock.still" if self._begun else "clock.ready")) if self.waits else None
