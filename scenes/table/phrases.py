"""The phrases of a game, where the words of all games say too little: `PHRASES` of its module `phrases`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from scenes.app.game_files import game_module

if TYPE_CHECKING:
    from rules.contract import Move, Options, Position, Table, Target
    from rules.match import Span
    from scenes.app.words import Words
    from scenes.table.session import Session


@dataclass(frozen=True, slots=True)
class HintText:
    """The sentences of a hint where a move is more than a way over the board."""

    has_choice: Callable[[Position, Move], bool]
    """Whether the person has a choice; without one the move is told at once."""
    is_marked: Callable[[Move], bool]
    """Whether what the move picks may be marked without saying all."""
    nudge: Callable[[Words, Position, Move], str]
    """Returns a nudge towards a move."""
    tell_move: Callable[[Words, Move], str]
    """Returns what is to be played."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A throw that turned a match."""

    turn: int
    """The number of the turn after it."""
    ply: int
    """The number of plies that have led to it."""
    text: str
    told: str
    """The turn with its number and the change, and the throw as a sentence."""


@dataclass(frozen=True, slots=True)
class LuckStory:
    """The part of chance in a match of one or several games."""

    course: Sequence[float]
    """The first seat's chance to win the game under way: before each turn, and at the end."""
    ends: Sequence[int]
    """The turns before which another game had ended."""
    head: str
    """The heading of the moments."""
    moments: Sequence[Moment]
    told: Sequence[str]
    """Further sentences."""
    about: str
    """The explanation of the course."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of a game; None: the words of all games do."""

    spell_move: Callable[[Words, Move], Sequence[str]] | None = None
    """Returns further ways to type a move."""
    describe_place: Callable[[Words, Table, Target], str] | None = None
    """Returns what lies on a target, as a sentence, where that isn't tokens on a square or a named place."""
    name_thing: Callable[[Words, str], str] | None = None
    """Returns what a thing is called that the words of the game don't list: a card, by its text."""
    describe_turn: Callable[[Words, Session, Span], str] | None = None
    """Returns a turn in words, where its notation says too little."""
    explain_turn: Callable[[Words, Session, Span], str] | None = None
    """Returns what the notation of a turn says, where that is neither its description nor what its moves do."""
    describe_better: Callable[[Words, Sequence[Move], Sequence[Move]], str] | None = None
    """(words, moves of a better turn, those of the one played) -> the better one, where turns have no notation."""
    hint: HintText | None = None
    names_targets: bool = True
    """Whether it is said what a key would do with what lies under the cursor."""
    scores_on_pad: bool = False
    """Whether all scores stand on a pad: they are told in no line."""
    judged_by: Literal["chance", "points"] = "chance"
    """The measure by which a review judges turns."""
    compose_position: Callable[[Mapping[str, str]], str] | None = None
    """Returns the text of the position that the fields of a diagram describe without a field "position"."""
    compose_restock: Callable[[str], str] | None = None
    """Returns the turn that lays a new stock in a position, given its text."""
    find_trouble: Callable[[Words, Options], str] = lambda words, options: ""
    """Returns why chance can't go as these options want it; empty if it can."""
    tell_luck: Callable[[Words, Session], LuckStory] | None = None
    """Returns what chance did in a match, where its review tells that."""


@cache
def phrases_of(key: str) -> Phrases:
    """Return the phrases of the game with this key."""
    module = game_module(key, "phrases")
    if module is None:
        return Phrases()
    phrases: Phrases = module.PHRASES
    return phrases
