"""What becomes of the match on the table when something failed: kept first of all, and what can be said of it."""

from __future__ import annotations

import time
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


LONGEST_CHECK: Final = 0.5
"""Seconds that reading a match again may take, before somebody is told that something failed."""


class Kept(NamedTuple):
    """The match that lay on the table."""

    state: State
    id: str = ""
    head: Head | None = None
    """What is on file says of it."""

    @property
    def goes_on(self) -> bool:
        """Whether it can be laid on the table again."""
        return bool(self.id) and self.head is not None and self.state in ("kept", "before", "unwritten")

    def sentence(self, words: Words) -> str:
        """What has become of it."""
        if self.head is None:
            return words(f"rescue.match.{self.state if self.state in _BARE else 'none'}")
        turn = self.head.turns // card_of(self.head.game).columns + 1  # as the score sheet counts
        facts = {"company": self.head.company(words), "game": self.head.game_name(words), "turn": turn}
        return words(f"rescue.match.{self.state}", **facts)


_BARE = ("empty", "practice", "none")


def keep(storage: Storage, scenes: Sequence[object], log: Callable[[Exception], object]) -> Kept:
    """Save what lies on the table among `scenes`, and say what became of the uppermost match. It raises nothing:
    `log` hears what fails.

    What can't be read again is not written: then the file stays as it is, a move behind at most.
    """
    from scenes.table.scene import MatchScene  # which is there already if a match is

    found: list[Kept] = []
    for scene in reversed([scene for scene in scenes if hasattr(scene, "sitting")]):
        if isinstance(scene, MatchScene):
            try:
                found.append(_kept(storage, scene.sitting, untouched=scene.kept))
            except Exception as problem:
                log(problem)
                found.append(_before(storage, scene.sitting.id, log))
    real = [kept for kept in found if kept.state != "practice"]
    return (real or found or [Kept("none")])[0]


def lying(storage: Storage, log: Callable[[Exception], object]) -> Kept:
    """The match that lay on the table when the app was last open, as it is on file."""
    try:
        match_id = storage.open_match()
    except Exception as problem:
        log(problem)
        match_id = None
    return Kept("none") if match_id is None else _before(storage, match_id, log, "kept")


def _kept(storage: Storage, sitting: Session, untouched: bool) -> Kept:
    if type(sitting).save is not Session.save:  # an exercise, or a try-out
        return Kept("practice")
    text = sitting.text()
    head = Head.read(text)
    if untouched:  # it was over before, and is only looked at
        return Kept("over", sitting.id, head)
    _check(storage, sitting, text)
    sitting.score()
    sitting.save(storage)
    if storage.unwritten(sitting.id):
        return Kept("unwritten", sitting.id, head)
    if sitting.match.outcome() is not None:
        return Kept("over", sitting.id, head)
    return Kept("kept", sitting.id, head) if sitting.begun else Kept("empty")


def _check(storage: Storage, sitting: Session, text: str) -> None:
    """Raises ValueError where reading the record again doesn't lead to the same match.

    A match that takes too long to read is only compared with what is on file: it was saved after every ply.
    """
    reading, end = Session.loading(sitting.id, text), time.monotonic() + LONGEST_CHECK
    try:
        while time.monotonic() < end:
            next(reading)
    except StopIteration as done:
        here = [str(ply.move) for ply in sitting.match.plies]
        if [str(ply.move) for ply in done.value.match.plies] != here:
            raise ValueError("the record that was to be kept is not the match that was played") from None
        return
    if storage.read_match(sitting.id, written_plies) != written_plies(text):
        raise ValueError("the match is too long to be read again, and isn't what was saved last")


def _before(storage: Storage, match_id: str, log: Callable[[Exception], object], state: State = "before") -> Kept:
    """The match as it was last saved."""
    try:
        return Kept(state, match_id, storage.read_match(match_id, Head.read))
    except Exception as problem:
        log(problem)
        return Kept("none")
