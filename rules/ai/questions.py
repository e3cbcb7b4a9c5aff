"""What the window asks the opponent's process: one type a kind of question, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from rules.ai.opponents import MEMORY
from rules.contract import Move, Position, Seat
from rules.teaching.review import Judged

if TYPE_CHECKING:
    from rules.ai.external import External


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question. The kinds of it are the classes below."""

    id: int = 0
    """Larger than that of any question before; who sends it sets it."""
    memory: int = MEMORY
    """Megabytes of the table of positions."""


@dataclass(frozen=True, slots=True)
class Choose(Ask):
    """A turn for the seat to move.

    Without `level` it is full strength within `nodes` and `seconds`, one of which must be given; a level thinks no
    longer than `seconds`.
    """

    game: str
    """The game's key."""
    position: Position
    """What the asking seat sees; it may be within a turn."""
    level: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    seed: int = 0
    """Chooses between like turns; the same seed gives the same answer as long as the time cap doesn't bite."""


@dataclass(frozen=True, slots=True)
class Analyse(Ask):
    """The best line of all seats, at full strength within `nodes` and `seconds`, one of which must be given."""

    game: str
    position: Position
    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None
    """Plies searched at most."""
    telling: bool = False
    """Whether an answer that is not `final` is sent for each depth."""


@dataclass(frozen=True, slots=True)
class React(Ask):
    """What a seat does by itself in a game of attention, and when."""

    game: str
    position: Position
    seat: Seat
    level: int
    seed: int = 0
    """The same for a whole match: what is noticed depends on it."""


@dataclass(frozen=True, slots=True)
class ReviewMatch(Ask):
    """What the turns of a match cost that began from `position` and went on with `moves`.

    Each is told by an answer that isn't `final`, within `nodes` for each.
    """

    game: str
    position: Position
    moves: tuple[Move, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class ChooseByEngine(Ask):
    """A turn by an engine of somebody else's, within `nodes` or `seconds`, one of which must be given."""

    game: str
    engine: External
    position: Position
    """What the asking seat sees."""
    start: Position
    """What it saw when the match began."""
    moves: tuple[Move, ...] = ()
    """All that was played since."""
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class GreetEngine(Ask):
    """Whether an engine of somebody else's is there, and what it calls itself."""

    game: str
    engine: External


Question: TypeAlias = Choose | Analyse | React | ReviewMatch | ChooseByEngine | GreetEngine


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, or `error`, a sentence for the log."""

    id: int
    moves: tuple[Move, ...] = ()
    """Of `Choose`: up to the end of the turn. `Analyse`: the best line of all seats. `React`: one move, or none."""
    score: int = 0
    """Centi-men for the seat to move; ±30000 less n for a win or loss seen in n plies."""
    depth: int = 0
    nodes: int = 0
    error: str | None = None
    code: str = ""
    """What an engine from outside did wrong, as one word (`EngineError.code`)."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """What fills the words for `code`; always "engine", its name."""
    name: str = ""
    """What an engine from outside calls itself."""
    delay: float = 0.0
    """Of `React`: seconds from now to the move, if nothing happens before."""
    final: bool = True
    """Whether no further answer to the same question comes."""
    judged: Judged | None = None
    """Of `ReviewMatch`: the turn that this answer is about."""
