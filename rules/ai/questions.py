"""Messages between the window and the opponent's process: one class for each question, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from rules.ai.opponents import MEMORY
from rules.contract import Move, Position, Seat
from rules.teaching.review import Judged

if TYPE_CHECKING:
    from rules.ai.external import External


@dataclass(frozen=True, slots=True)
class Ask:
    game: str  # its key
    _: KW_ONLY
    id: int = 0  # set by the sender; larger than the id of each earlier question
    memory: int = MEMORY


@dataclass(frozen=True, slots=True)
class Choose(Ask):
    """Choose a turn for the seat to move.

    Without `level`: at full strength within `nodes` and `seconds`, of which one must be given.
    With `level`: within `seconds` at most.
    """

    position: Position  # as the seat to move sees it; may be within a turn
    level: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    seed: int = 0  # selects one of equal turns; same seed, same answer, unless the time limit ends the search


@dataclass(frozen=True, slots=True)
class Analyse(Ask):
    """Find the best line of all seats, at full strength within `nodes` and `seconds`; one of them must be given."""

    position: Position
    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None  # maximum number of plies
    telling: bool = False  # send an answer with `final` False for each depth


@dataclass(frozen=True, slots=True)
class React(Ask):
    """Find the next reaction of a seat in a game of attention, and its time."""

    position: Position
    seat: Seat
    level: int
    seed: int = 0  # same for a whole match; determines what the seat notices


@dataclass(frozen=True, slots=True)
class ReviewMatch(Ask):
    """Review the turns `moves` of a match from `position`, each within `nodes`; answers for turns aren't `final`."""

    position: Position
    moves: tuple[Move, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class ChooseByEngine(Ask):
    """Choose a turn with an external engine, within `nodes` or `seconds`; one of them must be given."""

    engine: External
    position: Position
    start: Position  # first position of the match as that seat saw it
    moves: tuple[Move, ...] = ()
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class GreetEngine(Ask):
    engine: External


Question: TypeAlias = Choose | Analyse | React | ReviewMatch | ChooseByEngine | GreetEngine


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a question, or `error`, a sentence for the log."""

    id: int
    moves: tuple[Move, ...] = ()
    """The rest of the turn (`Choose`), the best line of all seats (`Analyse`), or at most one move (`React`)."""
    score: int = 0  # centi-men for the seat to move; ±(30000 - n) for a win or loss in n plies
    depth: int = 0
    nodes: int = 0
    error: str | None = None
    code: str = ""  # `EngineError.code` of an external engine
    facts: Mapping[str, str] = field(default_factory=dict)  # for a message about `code`; "engine" is always there
    name: str = ""
    delay: float = 0.0  # seconds until the move of `React`, if nothing happens before
    final: bool = True  # whether this is the last answer to the question
    judged: Judged | None = None
