"""The saving of the match at the table after a fault of the app, and the state of that match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from rules.record import list_written_plies
from scenes.app.game_card import card_of
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.screens.constants import MAX_CHECKED_PLIES
from scenes.table.match_summary import MatchSummary
from scenes.table.session import Session

State: TypeAlias = Literal["kept", "over", "before", "unwritten", "empty", "practice", "none"]
"""The state of the match.

"kept": saved and unfinished; "over": saved and finished; "before": only an earlier save is on file; "unwritten": the
disk refuses it, but the app still has it in memory; "empty": no moves; "practice": never saved; "none": no match.
"""


class SavedMatch(NamedTuple):
    """The match that was at the table, and the head of its file."""

    state: State
    id: str = ""
    head: MatchSummary | None = None

    @property
    def can_continue(self) -> bool:
        return self.head is not None and self.state in ("kept", "before", "unwritten")

    def sentence(self, words: Words) -> str:
        if self.head is None:
            return words(f"rescue.match.{self.state}")
        turn = self.head.turns // card_of(self.head.game).columns + 1  # as the score sheet counts
        facts = {"company": self.head.list_players(words), "game": words.game_name(self.head.game), "turn": turn}
        return words(f"rescue.match.{self.state}", **facts)


def save_matches(storage: Storage, scenes: Sequence[object], log: Callable[[Exception], object]) -> SavedMatch:
    """Save the matches of `scenes`; return the uppermost, if possible not a practice match. Raises nothing.

    Failures go to `log`. A match whose record can't be read back isn't written; the file from before then lacks at
    most one move.
    """
    from scenes.table.scene import MatchScene  # the module is loaded already if there is a match

    saved: list[SavedMatch] = []
    for scene in reversed([scene for scene in scenes if hasattr(scene, "session")]):
        if isinstance(scene, MatchScene):
            try:
                saved.append(_save_match(storage, scene.session, is_finished=scene.table.facts.model.is_read_only))
            except Exception as problem:
                log(problem)
                saved.append(read_saved_match(storage, scene.session.id, "before", log))
    real_matches = [match for match in saved if match.state != "practice"]
    return (real_matches or saved or [SavedMatch("none")])[0]


def read_saved_match(
    storage: Storage, match_id: str | None, state: State, log: Callable[[Exception], object]
) -> SavedMatch:
    """Return the saved match `match_id`, by default the one open last, with `state`, or "none" if unreadable."""
    try:
        match_id = match_id or storage.open_match()
        if match_id is None:
            return SavedMatch("none")
        return SavedMatch(state, match_id, storage.read_match(match_id, MatchSummary.read))
    except Exception as problem:
        log(problem)
        return SavedMatch("none")


def _save_match(storage: Storage, session: Session, is_finished: bool) -> SavedMatch:
    """Save a match and return its state. Raises ValueError if its record can't be read back."""
    if not session.is_kept:
        return SavedMatch("practice")
    text = session.text()
    head = MatchSummary.read(text)
    if not is_finished:  # a finished match is only looked at
        if not _is_readable_record(storage, session, text):
            raise ValueError("the record is not that of the match on the table")
        session.score_result()
        session.save(storage)
        if storage.is_unwritten(session.id):
            return SavedMatch("unwritten", session.id, head)
    if is_finished or session.match.outcome() is not None:
        return SavedMatch("over", session.id, head)
    return SavedMatch("kept", session.id, head) if session.is_begun else SavedMatch("empty")


def _is_readable_record(storage: Storage, session: Session, text: str) -> bool:
    """Return whether `text` has the played moves or, if these are many, the moves in the file.

    Raises ValueError if `text` is not a record.
    """
    moves = [str(ply.move) for ply in session.match.plies]
    if len(moves) > MAX_CHECKED_PLIES:
        return storage.read_match(session.id, list_written_plies) == list_written_plies(text)
    return [str(ply.move) for ply in Session.load(session.id, text).match.plies] == moves
