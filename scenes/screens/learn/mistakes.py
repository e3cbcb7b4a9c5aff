"""The person's mistakes in reviewed matches on disk, with what is needed to try them again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import rules
from rules import abilities
from rules.common.resumable import ResumableTask
from rules.contract import Move, Options, Position
from rules.teaching.mistakes import Mistake, find_mistakes, read_better_turn
from rules.teaching.puzzles import puzzle_id
from rules.teaching.review import Review
from scenes.app.storage import MatchFile, Storage
from scenes.app.words import Words
from scenes.screens.learn.tasks import Progress
from scenes.table.game_phrases import phrases_of
from scenes.table.game_ui import ui_of
from scenes.table.match_summary import MatchSummary
from scenes.table.record_headers import DATE, OPENED
from scenes.table.session import Session
from scenes.table.turn_text import number_turn

MISTAKES: Final = "mistakes"  # the name of the file for the progress


@dataclass(frozen=True, slots=True)
class SavedMistake:
    id: str  # of match and position; progress is stored under this id
    head: MatchSummary
    mistake: Mistake
    before: Position  # without clocks
    played: tuple[Move, ...]  # the turn in the match
    better: tuple[Move, ...]  # the better turn of the review
    turn_text: str  # text of the turn in the match, with its number
    options: Options

    @property
    def key(self) -> str:
        return self.head.game

    def is_solved(self, storage: Storage) -> bool:
        return self.id in Progress(storage, MISTAKES).days_of_done(self.key)


def has_mistakes(key: str) -> bool:
    """Return whether mistakes of a game can be tried again: if reviews state chances and the game has no dice."""
    return rules.find(key) is not None and phrases_of(key).judged_by == "chance" and not ui_of(key).has_dice


def collect_mistakes(words: Words, session: Session, review: Review) -> tuple[SavedMistake, ...]:
    """Return the mistakes of persons in a finished match; none if the match was opened from a text or file."""
    match, found = session.match, list[SavedMistake]()
    is_own = session.is_kept and not session.id.startswith(OPENED) and match.outcome() is not None
    if not is_own or not has_mistakes(session.game.key):
        return ()
    head = MatchSummary(session.game.key, session.players, None, 0, session.record.extra.get(DATE, ""))
    turns = {span.first: (turn, span) for turn, span in enumerate(match.turns())}
    for mistake in find_mistakes(review, session.persons):
        before = abilities.without_clock(match.positions[mistake.ply])
        better = read_better_turn(before, mistake.seat, mistake.better)
        if better and mistake.ply in turns:  # else the file of the review is damaged
            turn, span = turns[mistake.ply]
            match_and_position = f"{session.id}-{puzzle_id(before.text())}"
            played, text = tuple(match.moves(span)), number_turn(words, session, turn)
            found.append(SavedMistake(match_and_position, head, mistake, before, played, better, text, match.options))
    return tuple(found)


def read_mistakes(words: Words, storage: Storage, entry: MatchFile) -> ResumableTask[tuple[SavedMistake, ...]]:
    """Read the mistakes of a finished match; none if it isn't reviewed, or if the review belongs to other turns."""
    review_text = None if entry.id.startswith(OPENED) else storage.load_review(entry.id)
    if review_text is None:
        return ()
    try:
        text = storage.peek_record(entry.path)
        if not has_mistakes(MatchSummary.read(text).game):
            return ()
        session = yield from Session.load_in_steps(entry.id, text)
        return collect_mistakes(words, session, Review.read(review_text, session.match))
    except (OSError, ValueError):
        return ()
