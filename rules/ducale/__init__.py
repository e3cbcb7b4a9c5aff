"""Ducale, French rummy: rami with two packs and four jokers. The rules are in README.md.

What plays loads with the first match, so that a menu which only names the game doesn't wait for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rules.ducale.advice import reasons
from rules.ducale.formats import LOG
from rules.ducale.options import Options
from rules.errors import TurnError
from rules.game import GameFacts, GameTeaching, game
from rules.match import GamePlay
from rules.record import GameText

if TYPE_CHECKING:
    from rules.ducale.moves import Move
    from rules.ducale.position import Position
    from rules.teaching.editor import Editor


def start(options: Options, seats: int) -> Position:
    """A match before its first deal."""
    from rules.ducale.position import Position

    return Position(((),) * seats, options)


def read(text: str) -> Position:
    """The position of a state line. Raises PositionError."""
    from rules.ducale.reading import read_state

    return read_state(text)


def read_turn(position: Position, text: str) -> tuple[Move, ...]:
    """The moves of a turn, a shuffle or a deal. Raises TurnError."""
    from rules.ducale import notation

    return notation.read_turn(position, text)


def write_turn(position: Position, moves: Sequence[Move]) -> str:
    """A turn with everything that happened: `+P:7H`."""
    from rules.ducale import notation

    return notation.write_turn(position, moves)


def notate(position: Position, moves: Sequence[Move]) -> str:
    """A turn as everybody sees it."""
    from rules.ducale import notation

    return notation.notate(position, moves)


def best(cards: str) -> dict[str, Any]:
    """The exact answers of the solver for a hand. Raises ValueError."""
    from rules.ducale.best import best

    return best(cards)


def held(position: Position, seat: int) -> int:
    """The points of a hand that can be seen."""
    from rules.ducale.scores import hand_points

    return hand_points(position.hands[seat])


def view(position: Position, seat: int) -> dict[str, Any]:
    """What a seat sees of a position (README.md, section 12). Raises ValueError if nobody sits there."""
    if seat not in range(position.seats):
        raise ValueError(f"The seats go from 0 to {position.seats - 1}.")
    found: dict[str, Any] = json.loads(position.seen_by(seat).text())
    return found


def unlisted(position: Position) -> Iterator[str]:
    """The turns of Ducale can't be listed. Raises TurnError NOT_LISTED."""
    raise TurnError("NOT_LISTED", "The turns of Ducale are too many to be listed.")


def uncounted(position: Position, depth: int) -> list[int]:
    """The turns of Ducale can't be counted. Raises TurnError NOT_LISTED."""
    raise TurnError("NOT_LISTED", "The turns of Ducale are too many to be counted.")


def editor() -> Editor:
    """What sets up positions by hand; only whoever does that needs it."""
    from rules.ducale.editor import EDITOR

    return EDITOR


GAME: Final = game(
    play=GamePlay(
        key="ducale",
        seats=range(2, 7),
        options=Options,
        start=start,
        turns=unlisted,
        perft=uncounted,
        usual_seats=4,
    ),
    text=GameText(
        read=read,
        read_turn=read_turn,
        write_turn=write_turn,
        notate=notate,
        formats=(LOG,),
    ),
    teach=GameTeaching(
        reasons=reasons,
        editor=editor,
    ),
    facts=GameFacts(
        best=best,
        hand_points=held,
        view=view,
    ),
)
