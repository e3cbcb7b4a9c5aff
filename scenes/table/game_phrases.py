"""The texts of one game where those for all games say too little: `PHRASES` in the game's module `phrases`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Literal

from rules.common.squares import INDEX
from rules.contract import Move, Position, Put, Remark, Seat, Slide, Target, Token, Turn, apply
from scenes.app.game_files import game_module
from scenes.surfaces.mark_rules import SquareMarks

if TYPE_CHECKING:
    from rules.contract import Options, Table
    from rules.match import Span
    from scenes.app.words import Words
    from scenes.table.session import Session


def describe_effects(position: Position, move: Move) -> Iterator[Remark]:
    """Yield remarks on the effects of a move on a board of squares: moves, captures and promotions."""
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
    """Return the key of the words for a stack: the look of its top and the number of its tokens."""
    return f"{tokens[-1].look}.{len(tokens)}"


@dataclass(frozen=True, slots=True)
class Remarks:
    """The remarks of a game on positions and moves. Looks of tokens in the facts are replaced by their names."""

    describe_target: Callable[[Position, Target, bool], Sequence[Remark]] | None = None
    """Return the contents of a target, for its toast, and also its abilities unless the last argument is true."""
    describe_picked: Callable[[Position, Target], Remark | None] = lambda position, target: None
    """Return what the picked token at a target can do, if that needs words."""
    describe_move: Callable[[Position, Move], Iterable[Remark]] = describe_effects
    count_deciding: Callable[[Position, Seat], int] | None = None  # counts the deciding pieces of a seat
    name_counts: Callable[[Position, Seat], Mapping[str, str]] = lambda position, winner: {}
    """Return the numbers, by name, in the text about a won match, given its last position and its winner."""


@dataclass(frozen=True, slots=True)
class HintText:
    """The sentences of a hint in games whose moves aren't described by squares."""

    has_choice: Callable[[Position, Move], bool]  # whether there is a choice; else the move is shown at once
    is_marked: Callable[[Move], bool]  # whether a nudge marks what the move picks
    nudge: Callable[[Words, Position, Move], str]
    tell_move: Callable[[Words, Move], str]


@dataclass(frozen=True, slots=True)
class LuckMoment:
    """A throw that strongly changed the chances in a match."""

    turn: int  # the number of the turn after it
    ply: int  # the number of plies up to it
    text: str  # the turn with its number, and the change
    sentence: str  # the throw as a sentence


@dataclass(frozen=True, slots=True)
class LuckStory:
    """The luck in a match of one or several games, for its review."""

    chances: Sequence[float]
    """The first seat's chance of winning the current game: before each turn, and at the end."""
    game_ends: Sequence[int]  # the numbers of the turns that begin another game of the match
    heading: str  # the title of the list of moments
    moments: Sequence[LuckMoment]
    sentences: Sequence[str]
    about: str  # explains the graph of the chances


@dataclass(frozen=True, slots=True)
class TurnList:
    """The presentation of a game's turns in the list of turns."""

    sample: str = ""  # the list is wide enough for this text
    is_paired_by_start: bool = False  # whether rows begin with the seat that began the match; else with seat 0
    is_told_in_words: bool = False  # whether turns are also given in words, as their notation says too little
    write_turn: Callable[[str], str] = str  # converts a record's notation to the list's
    letter_sprites: Callable[[Position, Move], Mapping[str, str]] = lambda position, move: {}
    """Return, by letter, the sprites that replace letters of a turn's notation, given its last move."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """The texts of a game. None in a field means that those for all games suffice."""

    turns: TurnList = TurnList()
    remarks: Remarks = field(default_factory=Remarks)
    spell_move: Callable[[Words, Move], Sequence[str]] | None = None
    describe_place: Callable[[Words, Table, Target], str] | None = None
    """Return the contents of a target as a sentence, for targets that aren't squares or named places."""
    name_thing: Callable[[Words, str], str] | None = None
    """Return the name of a card, given its text, as the words of the game have none."""
    describe_turn: Callable[[Words, Session, Span], str] | None = None
    """Return a turn in words, where its notation says too little."""
    explain_turn: Callable[[Words, Session, Span], str] | None = None
    """Return an explanation of a turn's notation, where `describe_turn` and the words for moves say too little."""
    describe_better: Callable[[Words, Sequence[Move], Sequence[Move]], str] | None = None
    """Return a better turn in words, where turns have no notation, given its moves and the moves played."""
    hint: HintText | None = None
    names_targets: bool = True  # whether a screen reader reads what can be done at a target
    scores_on_pad: bool = False  # whether a pad shows all scores, so that no text has to
    judged_by: Literal["chance", "points"] = "chance"  # what a review compares after moves
    compose_position: Callable[[Mapping[str, str]], str] | None = None
    """Return the position text for the fields of a diagram without a field "position"."""
    compose_restock: Callable[[str], str] | None = None
    """Return the turn that makes a new stock, given the text of the position."""
    find_trouble: Callable[[Words, Options], str] = lambda words, options: ""
    """Return the reason why chance can't work as these options want; empty if it can."""
    tell_luck: Callable[[Words, Session], LuckStory] | None = None
    """Return the luck in a match, in games whose review shows that."""


@cache
def phrases_of(key: str) -> Phrases:
    module = game_module(key, "phrases")
    if module is None:
        return Phrases()
    phrases: Phrases = module.PHRASES
    return phrases
