"""Matches of Unstacked Draughts from scripts of actions, as in the cases file.

t w: White throws · l 52: the dice stand · i: the throw fails (off) · u b 2: Black uses the 2 · c w: White covers,
with a right · a w: and without · n: the next game · …: all that goes by itself · any other word is the text of a
move. A leading ! says that it must be refused.
"""

from collections.abc import Sequence
from typing import Any, Final

from rules import abilities
from rules.match import Match
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.moves import LETTERS, Move, Use
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.text import read, with_options

ATTENTIVE: Final = Options(mode="attentive", dice="real", goal=1)
ASSISTED: Final = Options(goal=1)


def begin(text: str, options: Options = ATTENTIVE) -> Match:
    """Return a match from a position text, or from the start of the game if it is empty."""
    return Match(GAME.play, options, position=with_options(read(text), options) if text else None)


def at(match: Match) -> Position:
    position = match.position
    assert isinstance(position, Position)
    return position


def positions(match: Match) -> list[Position]:
    return [position for position in match.positions if isinstance(position, Position)]


def wanted(match: Match, action: str) -> Move | None:
    what, *rest = action.split()
    legal: Sequence[Any] = (*match.position.legal_moves(), *abilities.faults(match.position).values())
    texts = {str(move): move for move in legal}
    match what, rest:
        case "t", [side]:
            move = texts.get("throw")
            return move if move is not None and move.seat == LETTERS.index(side) else None
        case "l", [dice]:
            return texts.get(dice)
        case "i", []:
            return texts.get("off")
        case "u", [side, die]:
            uses = (move for move in legal if isinstance(move, Use))
            return next((use for use in uses if use.seat == LETTERS.index(side) and use.die == int(die)), None)
        case "c", [side]:
            return texts.get(f"{side}-cover")
        case "a", [side]:
            return texts.get(f"{side}-alarm")
        case "n", []:
            return texts.get("begin")
    return texts.get(action)


def act(match: Match, script: str) -> Match:
    """Return the match after a script of actions separated by semicolons."""
    for action in filter(None, (part.strip() for part in script.split(";"))):
        if action == "…":
            after_automatic_moves(match)
            continue
        move = wanted(match, action.removeprefix("!"))
        if action.startswith("!"):
            assert move is None, f"{action} is legal"
        else:
            assert move is not None, f"{action} is not legal in {match.position}"
            match.play(move)
    return match


def after_automatic_moves(match: Match) -> Match:
    """Return the match after all automatic moves."""
    while (move := abilities.automatic_move(match.position)) is not None:
        match.play(move)
    return match


def lines(match: Match) -> list[str]:
    return [GAME.text.notation(match, span) for span in match.turns()]
