"""Texts of one game, where those for all games say too little: `PHRASES` of its module `phrases`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Literal

from scenes.app.game_files import game_module
from scenes.table.remarks import Remarks

if TYPE_CHECKING:
    from rules.contract import Move, Options, Position, Table, Target
    from rules.match import Span
    from scenes.app.words import Words
    from scenes.table.session import Session


@dataclass(frozen=True, slots=True)
class HintText:
    """The sentences of a hint in games whose moves aren't just a way over the board."""

    has_choice: Callable[[Position, Move], bool]
    """Whether the person has a choice; without one the move is told at once."""
    is_marked: Callable[[Move], bool]
    """Whether the pieces that the move picks may be marked without giving it away."""
    nudge: Callable[[Words, Position, Move], str]
    tell_move: Callable[[Words, Move], str]


@dataclass(frozen=True, slots=True)
class Moment:
    """A throw that turned a match."""

    turn: int
    """The number of the turn after it."""
    ply: int
    """The number of plies that have led to it."""
    text: str
    told: str
    """`text` is the turn with its number and the change, `told` the throw as a sentence."""


@dataclass(frozen=True, slots=True)
class LuckStory:
    """The part of chance in a match of one or several games."""

    course: Sequence[float]
    """The first seat's chance of winning the current game: before each turn, and at the end."""
    ends: Sequence[int]
    """The turns before which another game had ended."""
    head: str
    moments: Sequence[Moment]
    told: Sequence[str]
    about: str


@dataclass(frozen=True, slots=True)
class TurnList:
    """The turns of a game in the list beside the table."""

    sample: str = ""
    """A text as wide as the longest turn that must be shown whole."""
    is_paired_by_start: bool = False
    """Whether rows begin with the seat that started the match, else with the first seat."""
    is_told_in_words: bool = False
    """Whether turns are always given in words too, since their notation says too little."""
    write_turn: Callable[[str], str] = str
    """Returns a turn in notation as the list shows it."""
    letter_sprites: Callable[[Position, Move], Mapping[str, str]] = lambda position, move: {}
    """Returns the sprites that stand for letters of the notation, for a turn ending with this move."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """The texts of a game; None: those for all games suffice."""

    turns: TurnList = TurnList()
    remarks: Remarks = field(default_factory=Remarks)
    spell_move: Callable[[Words, Move], Sequence[str]] | None = None
    describe_place: Callable[[Words, Table, Target], str] | None = None
    """Returns the contents of a target, as a sentence, unless they are tokens on a square or a named place."""
    name_thing: Callable[[Words, str], str] | None = None
    """Returns the name of a thing that isn't in the game's word list: a card, by its text."""
    describe_turn: Callable[[Words, Session, Span], str] | None = None
    """Returns a turn in words, where its notation says too little."""
    explain_turn: Callable[[Words, Session, Span], str] | None = None
    """Returns an explanation of a turn's notation, where neither its description nor its moves' words suffice."""
    describe_better: Callable[[Words, Sequence[Move], Sequence[Move]], str] | None = None
    """(words, moves of a better turn, moves played) -> the better turn, where turns have no notation."""
    hint: HintText | None = None
    names_targets: bool = True
    """Whether captions say what Enter would do with the piece under the cursor."""
    scores_on_pad: bool = False
    """Whether all scores stand on a pad: then no text tells them."""
    judged_by: Literal["chance", "points"] = "chance"
    compose_position: Callable[[Mapping[str, str]], str] | None = None
    """Returns the position text for the fields of a diagram without a field "position"."""
    compose_restock: Callable[[str], str] | None = None
    """Returns the turn that lays a new stock in a position, given its text."""
    find_trouble: Callable[[Words, Options], str] = lambda words, options: ""
    """Returns why chance can't work as these options want; empty if it can."""
    tell_luck: Callable[[Words, Session], LuckStory] | None = None
    """Returns the part of chance in a match, where its review tells that."""


@cache
def phrases_of(key: str) -> Phrases:
    """Return the texts of the game with this key."""
    module = game_module(key, "phrases")
    if module is None:
        return Phrases()
    phrases: Phrases = module.PHRASES
    return phrases
