"""What becomes of the match on the table after a fault: it is saved, and the sheet says where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from rules.record import written_plies
from scenes.app.game_card import card_of
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.table.record_headers import Head
from scenes.table.session import Session

State: TypeAlias = Literal["kept", "over", "before", "unwritten", "empty", "practice", "none"]
"""It is on file as it stands · so it is, among the finished ones · on file is what was saved last · the disk won't
take it, the window still has it · nothing was played in it · it is an exercise that nobody keeps · there is none."""
LONGEST_CHECK: Final = 1000
"""A match of more plies isn't read again, which takes too long, but compared with what is on file."""


class Kept(NamedTuple):
    """The match that lay on the table, and what its file says of it."""

    state: State
    id: str = ""
    head: Head | None = None

    @property
    def goes_on(self) -> bool:
        """Whether it can be laid on the table again."""
        return self.head is not None and self.state in ("kept", "before", "unwritten")

    def sentence(self, words: Words) -> str:
        """What has become of it."""
        if self.head is None:
            return words(f"rescue.match.{self.state}")
        turn = self.head.turns // card_of(self.head.game).columns + 1  # as the score sheet counts
        facts = {"company": self.head.company(words), "game": words.game(self.head.game), "turn": turn}
        return words(f"rescue.match.{self.state}", **facts)


def keep(storage: Storage, scenes: Sequence[object], log: Callable[[Exception], object]) -> Kept:
    """Save the matches among `scenes`, and say what became of the uppermost. Raises nothing: `log` gets what fails.

    What can't be read again is not written: then the file stays as it is, a move behind at most.
    """
    from scenes.table.scene import MatchScene  # it is loaded already if there is a match

    found: list[Kept] = []
    for scene in reversed([scene for scene in scenes if hasattr(scene, "session")]):
        if isinstance(scene, MatchScene):
            try:
                found.append(_kept(storage, scene.session, finished=scene.table.facts.model.is_read_only))
            except Exception as problem:
                log(problem)
                found.append(on_file(storage, scene.session.id, "before", log))
    real = [kept for kept in found if kept.state != "practice"]
    return (real or found or [Kept("none")])[0]


def on_file(storage: Storage, match_id: str | None, state: State, log: Callable[[Exception], object]) -> Kept:
    """A match as it was last saved; None stands for the one that lay on the table when the app was last open."""
    try:
        match_id = match_id or storage.open_match()
        return Kept("none") if match_id is None else Kept(state, match_id, storage.read_match(match_id, Head.read))
    except Exception as problem:
        log(problem)
        return Kept("none")


def _kept(storage: Storage, session: Session, finished: bool) -> Kept:
    if not session.kept:
        return Kept("practice")
    text = session.text()
    head = Head.read(text)
    if not finished:  # else it is only looked at
        if not _reads(storage, session, text):
            raise ValueError("the record is not that of the match on the table")
        session.score()
        session.save(storage)
        if storage.unwritten(session.id):
            return Kept("unwritten", session.id, head)
    if finished or session.match.outcome() is not None:
        return Kept("over", session.id, head)
    return Kept("kept", session.id, head) if session.begun else Kept("empty")


def _reads(storage: Storage, session: Session, text: str) -> bool:
    """Whether the record is that of the match that was played. Raises ValueError where it is none."""
    moves = [str(ply.move) for ply in session.match.plies]
    if len(moves) > LONGEST_CHECK:
        return storage.read_match(session.id, written_plies) == written_plies(text)
    return [str(ply.move) for ply in Session.load(session.id, text).match.plies] == moves
