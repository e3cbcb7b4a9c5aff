"""Texts of one game, where those for all games say too little: `PHRASES` of its module `phrases`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Literal

from rules.common.squares import INDEX
from rules.contract import Move, Position, Put, Remark, Seat, Slide, Target, Token, Turn, apply
from scenes.app.game_files import game_module
from scenes.surfaces.move_marks import SquareMarks

if TYPE_CHECKING:
    from rules.contract import Move, Options, Position, Table, Target
    from rules.match import Span
    from scenes.app.words import Words
    from scenes.table.session import Session


def describe_effects(position: Position, move: Move) -> Iterator[Remark]:
    """Yield the effects of a move on a board of squares: what goes where, what it takes and becomes."""
    beats, table = position.effects(move), position.table()
    after = apply(table, beats)
    taken = [target for beat in beats for target in sorted(SquareMarks().victims(beat))]
    other = {"other": _look(table[taken[0]]), "at": taken[0]} if taken else {}
    for effect in (effect for beat in beats for effect in beat):
        match effect:
            case Slide(start, end) if end in INDEX:
                facts = {"thing": _look(table[start]), "square": start, "target": end, **other}
                yield Remark("put" if start not in INDEX else "take" if other else "move", (end,), facts)
            case Put(at, _) | Turn(at, _, _):
                yield Remark("become", (at,), {"thing": _look(after[at]), "target": at})


def _look(tokens: Sequence[Token]) -> str:
    """Return the name of a stack in the words: the topmost look and the number of tokens."""
    return f"{tokens[-1].look}.{len(tokens)}"


@dataclass(frozen=True, slots=True)
class Remarks:
    """The remarks of a game. Facts that are looks name tokens."""

    describe_target: Callable[[Position, Target, bool], Sequence[Remark]] | None = None
    """(position, target, brief) -> the target's contents and, unless brief, its abilities, for a toast on hover."""
    describe_picked: Callable[[Position, Target], Remark | None] = lambda position, target: None
    """Returns the ability of the picked token at a target, if that needs words."""
    describe_move: Callable[[Position, Move], Iterable[Remark]] = describe_effects
    count_deciding: Callable[[Position, Seat], int] | None = None  # a seat's pieces that decide the game, if shown
    name_counts: Callable[[Position, Seat], Mapping[str, str]] = lambda position, winner: {}
    """Returns values for the text about a won match, taken from its last position."""


@dataclass(frozen=True, slots=True)
class HintText:
    """The sentences of a hint in games whose moves aren't just a way over the board."""

    has_choice: Callable[[Position, Move], bool]  # whether the person has one; else the move is told at once
    is_marked: Callable[[Move], bool]  # whether the pieces that the move picks may be marked without giving it away
    nudge: Callable[[Words, Position, Move], str]
    tell_move: Callable[[Words, Move], str]


@dataclass(frozen=True, slots=True)
class Moment:
    """A throw that turned a match."""

    turn: int  # the number of the turn after it
    ply: int  # the number of plies that have led to it
    text: str
    told: str
    """`text` is the turn with its number and the change, `told` the throw as a sentence."""


@dataclass(frozen=True, slots=True)
class LuckStory:
    """The part of chance in a match of one or several games."""

    course: Sequence[float]
    """The first seat's chance of winning the current game: before each turn, and at the end."""
    ends: Sequence[int]  # the turns before which another game had ended
    head: str
    moments: Sequence[Moment]
    told: Sequence[str]
    about: str


@dataclass(frozen=True, slots=True)
class TurnList:
    """The turns of a game in the list beside the table."""

    sample: str = ""  # a text as wide as the longest turn that must be shown whole
    is_paired_by_start: bool = False  # whether rows begin with the match's first mover, else with the first seat
    is_told_in_words: bool = False  # whether turns are always given in words too: their notation says too little
    write_turn: Callable[[str], str] = str  # a turn in notation -> as the list shows it
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
    names_targets: bool = True  # whether captions say what Enter would do with the piece under the cursor
    scores_on_pad: bool = False  # whether all scores stand on a pad: then no text tells them
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
