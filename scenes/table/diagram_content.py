"""The contents of a diagram, read from text, without pygame.

The text has fields, one a line, of which only the first is required:

    position: 8/8/4w3/3W4/8/8/8/8 g - g 0 0 -     a position text of the game
    acts: d5                                      what is selected: all its moves are marked
    turns: Wd5xe6                                 instead: the only turns to be marked
    aim: e6                                       where the pointer is meanwhile
    cut: b3-f7                                    opposite corners of the part that is shown
    plays: Wd5xe6                                 turns that are played on request

In a card game `hand`, `melds`, `discard` and `stock` may replace `position`, with only the cards that matter
(`scenes/games/ducale/composing.py`); "~" among the turns makes a new stock from the discards.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Final

from rules.contract import Move, Position, Target
from rules.errors import TurnError
from rules.game import Game
from scenes.table.phrases import phrases_of

LONGEST_TURN: Final = 20
"""Words that one turn may have."""
RESTOCK: Final = "~"
"""Stands for a new stock in `plays`, in place of its list of cards."""


@dataclass(frozen=True, slots=True)
class DiagramContent:
    """The contents of a diagram."""

    position: Position
    picked: frozenset[Target] = frozenset()
    moves: tuple[Move, ...] = ()
    """The legal moves that are marked."""
    aim: Target | None = None
    corners: tuple[Target, Target] | None = None
    """Opposite corners of the part that is shown; None: the table as outside a match."""
    plays: tuple[tuple[Move, ...], ...] = ()


def read(game: Game, text: str) -> DiagramContent:
    """Read the fields of a diagram. Raises PositionError and TurnError; tests check the rest."""
    fields = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in text.splitlines())}
    compose = phrases_of(game.key).compose_position
    text = compose(fields) if compose is not None and "position" not in fields else fields.get("position", "")
    position = game.text.read(text)
    if "turns" in fields:
        moves = tuple(game.text.read_turn(position, turn)[0] for turn in fields["turns"].split())
    else:
        wanted = frozenset(fields.get("acts", "").split())
        moves = tuple(move for move in position.legal_moves() if wanted and position.gesture(move).pick == wanted)
    picked = frozenset(chain(*(position.gesture(move).pick for move in moves)))
    first, _, last = fields.get("cut", "").partition("-")
    plays = _played(game, position, fields.get("plays", "").split())
    return DiagramContent(position, picked, moves, fields.get("aim"), (first, last) if last else None, plays)


def _played(game: Game, position: Position, words: Sequence[str]) -> tuple[tuple[Move, ...], ...]:
    """Return the moves of each turn; a turn takes as many words as can be read, as some have spaces."""
    turns: list[tuple[Move, ...]] = []
    while words:
        turn, count = _longest(game, position, words[:LONGEST_TURN])
        for move in turn:
            position = position.play(move)
        turns.append(turn)
        words = words[count:]
    return tuple(turns)


def _longest(game: Game, position: Position, words: Sequence[str]) -> tuple[tuple[Move, ...], int]:
    """Return the moves of the longest turn at the beginning of `words`, and its number of words."""
    restock = phrases_of(game.key).compose_restock
    if words[0] == RESTOCK and restock is not None:
        return tuple(game.text.read_turn(position, restock(position.text()))), 1
    for count in range(len(words), 1, -1):
        with suppress(TurnError):
            return tuple(game.text.read_turn(position, " ".join(words[:count]))), count
    return tuple(game.text.read_turn(position, words[0])), 1
