"""The review of a match, made in a separate process and, once complete, stored in a file beside the match.

The process of the match can't be used, because the review's questions would cancel those of the match. The file holds
a hash of the match's moves, and is deleted with the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.contract import Move, Position
from rules.teaching.review import Judged, OtherMatchError, Review
from scenes.app.stack import AppContext
from scenes.table.engine_client import EngineClient
from scenes.table.session import Session

if TYPE_CHECKING:
    from rules.ai.questions import ReviewMatch


def review_question(app: AppContext, key: str, start: Position, moves: tuple[Move, ...]) -> ReviewMatch:
    """Return the question for a review of `moves`, with the game's budget for each turn."""
    from rules.ai.compiled_engines import has_compiled
    from rules.ai.questions import ReviewMatch
    from rules.ai.review import budget_for

    nodes = budget_for(key, has_compiled(app.storage.engines))
    return ReviewMatch(key, start, moves, nodes, memory=app.settings.memory)


class Reviewer:
    def __init__(self, app: AppContext, session: Session) -> None:
        self._app = app
        self._session = session
        self._engine: EngineClient | None = None
        self._judged_turns: dict[int, Judged] = {}
        self.turn_count = len(session.match.turns())  # number of turns to judge
        self.is_complete = False
        self.has_failed = False

    @property
    def is_running(self) -> bool:
        return self._engine is not None and self._engine.is_busy

    @property
    def is_waiting(self) -> bool:
        """Whether `poll` may find answers; True also while the process ends a cancelled review."""
        return self._engine is not None and self._engine.has_pending

    @property
    def progress(self) -> float:
        """The progress of the review, 0 to 1."""
        return 1.0 if self.is_complete else min(1.0, max(self._judged_turns, default=0) / max(1, self.turn_count))

    @property
    def review(self) -> Review:
        from rules.ai.opponents import opponent_of

        parts = [self._judged_turns[number] for number in sorted(self._judged_turns)]
        return Review(opponent_of(self._session.match.game.key).review_unit, tuple(parts))

    def load_stored(self) -> bool:
        """Load the stored review, and return whether there is one; an unfinished match counts as reviewed."""
        storage, match = self._app.storage, self._session.match
        if match.outcome() is None:
            self.is_complete = True
            return True
        text = storage.load_review(self._session.id)
        if text is None:
            return False
        try:
            review = Review.read(text, match)
        except OtherMatchError:
            storage.delete_review(self._session.id)
            return False
        except ValueError:
            storage.refuse_review(self._session.id)
            return False
        self._judged_turns = {one.turn: one for one in review.turns}
        self.is_complete = True
        return True

    def start(self) -> None:
        self._judged_turns, self.is_complete, self.has_failed = {}, False, False
        match = self._session.match
        moves = tuple(ply.move for ply in match.plies)
        storage = self._app.storage
        self._engine = self._engine or EngineClient(storage.log, engines=storage.engines)
        self._engine.ask(review_question(self._app, match.game.key, match.start, moves))

    def poll(self) -> bool:
        """Add the answers that have arrived to the review; return whether there were any."""
        has_answers = False
        while self._engine is not None and (answer := self._engine.poll()) is not None:
            has_answers = True
            if answer.judged is not None:
                self._judged_turns[answer.judged.turn] = answer.judged
            if answer.is_final:
                self.has_failed = answer.error is not None
                if self.has_failed:
                    self._app.storage.log(f"The match was not reviewed: {answer.error}")
                else:
                    self._complete_review()
        return has_answers

    def _complete_review(self) -> None:
        self.is_complete = True
        session = self._session
        self._app.storage.keep_review(session.id, self.review.write(session.match))

    def cancel(self) -> None:
        """Cancel the review; the turns that are judged already remain."""
        if self._engine is not None:
            self._engine.cancel()

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None
