"""Messages between the window and the opponent's process: a class for each kind of question, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from rules.ai.opponents import MEMORY
from rules.contract import Move, Position, Seat
from rules.search.opponent import BestPlay
from rules.teaching.review import Judged

if TYPE_CHECKING:
    from rules.ai.uci_client import External


@dataclass(frozen=True, slots=True)
class Ask:
    game: str  # its key
    _: KW_ONLY
    id: int = 0  # set by the sender; larger than the id of each earlier question
    memory: int = MEMORY


@dataclass(frozen=True, slots=True)
class Choose(Ask):
    """Choose a turn for the seat to move.

    With `level`, `seconds` can only shorten the level's time. Without `level` the computer plays at full strength
    within `nodes` and `seconds`, at least one of which must be given.
    """

    position: Position  # as the seat to move sees it; may be within a turn
    level: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    seed: int = 0  # the same seed gives the same answer, unless the time limit ends the search


@dataclass(frozen=True, slots=True)
class Analyse(Ask):
    """Find the best lines at full strength, within `nodes` and `seconds` for all; at least one must be given."""

    position: Position
    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None  # maximum number of plies
    reports_depths: bool = False  # whether to send an answer that isn't final after each depth
    line_count: int = 1


@dataclass(frozen=True, slots=True)
class React(Ask):
    """Find the next move of a seat, and its delay, in a game where seats move at any time."""

    position: Position
    seat: Seat
    level: int
    seed: int = 0  # the same for a whole match; determines what the seat notices


@dataclass(frozen=True, slots=True)
class ReviewMatch(Ask):
    """Review the turns of a match, each within `nodes`; for each turn an answer is sent that isn't final."""

    position: Position
    moves: tuple[Move, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class ChooseByEngine(Ask):
    """Choose a turn with an external engine, within `nodes` and `seconds`; at least one must be given."""

    engine: External
    position: Position
    start: Position  # first position of the match, as the seat to move saw it
    moves: tuple[Move, ...] = ()
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class GreetEngine(Ask):
    """Start an external engine and return its name."""

    engine: External


Question: TypeAlias = Choose | Analyse | React | ReviewMatch | ChooseByEngine | GreetEngine


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question. If it failed, `error` is a sentence for the log."""

    id: int
    moves: tuple[Move, ...] = ()
    """The rest of the turn (`Choose`), the best line of all seats (`Analyse`), or at most one move (`React`)."""
    score: int = 0  # hundredths of a man for the seat to move; ±(30000 - n) for a win or loss in n plies
    depth: int = 0
    nodes: int = 0
    error: str | None = None
    code: str = ""  # `EngineError.code` of an external engine
    facts: Mapping[str, str] = field(default_factory=dict)  # for a message about `code`, "engine" among them
    name: str = ""
    lines: tuple[BestPlay, ...] = ()  # up to `line_count` lines of `Analyse`; the first is also in the fields above
    delay: float = 0.0  # seconds until the move of `React`; if anything happens before, the move is dropped
    is_final: bool = True  # whether this is the last answer to the question
    judged: Judged | None = None
