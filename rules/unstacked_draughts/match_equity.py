"""The exact chances to win the game and the match of Unstacked Draughts (match equity), in any position.

The chances assume that no claim is missed; claiming is the only skill. Flying and tilted dice count as not thrown.
"""

from functools import cache

from rules.contract import Seat
from rules.unstacked_draughts.engine import chance as table
from rules.unstacked_draughts.engine.board import START
from rules.unstacked_draughts.state import GameState, Phase


def game_chance(state: GameState) -> float:
    """Return White's chance to win the present game; 1 or 0 if it is won."""
    if state.winner is not None:
        return 1.0 - state.winner
    if state.next is None:
        return _priority_chance(state.priority)
    roll = state.roll
    thrower = state.next if roll is None else roll.thrower
    own, other = state.sides[thrower], state.sides[1 - thrower]
    if roll is None:
        win = table.chance(own, other)
    else:
        win = table.chance_after(own, other, [roll.dice[at] for at in roll.free], double=roll.double)
    return win if thrower == 0 else 1 - win


def _priority_chance(die: int) -> float:
    """Return White's chance to win the game after White has thrown `die` for priority; for 0, before that throw."""
    if die == 0:
        return 0.5
    begins = (die - 1 + 0.5) / 6  # equal dice are thrown again, so they count half
    first = table.chance(START, START)
    return begins * first + (1 - begins) * (1 - first)


def match_chance(state: GameState) -> float:
    """Return White's chance to win the match; 1 or 0 if it is over."""
    white, black = (state.options.goal - points for points in state.points)
    loser_begins = state.options.loser_begins
    if state.phase in (Phase.WON, Phase.OVER):
        return _chance_before_game(white, black, state.to_move if loser_begins else None, loser_begins)
    return _chance_in_game(game_chance(state), white, black, loser_begins)


def _chance_in_game(win: float, white: int, black: int, loser_begins: bool) -> float:
    """Return White's chance to win the match: `win` is the chance in this game, `white` and `black` points needed."""
    won = _chance_before_game(white - 1, black, 1 if loser_begins else None, loser_begins)
    lost = _chance_before_game(white, black - 1, 0 if loser_begins else None, loser_begins)
    return win * won + (1 - win) * lost


@cache
def _chance_before_game(white: int, black: int, first: Seat | None, loser_begins: bool) -> float:
    """Return White's chance to win the match from the points that each side still needs.

    `first` throws first in the next game; None stands for a throw for priority.
    """
    if white == 0 or black == 0:
        return float(white == 0)
    first_wins = 0.5 if first is None else table.chance(START, START)
    return _chance_in_game(1 - first_wins if first == 1 else first_wins, white, black, loser_begins)


def thrower_chance(state: GameState) -> float:
    """Return the chance to win this game for the side that throws next, after all further uses of a lying roll.

    Raises ValueError until priority is decided.
    """
    if state.next is None:
        raise ValueError("Nobody is next to throw: who begins has not been thrown for.")
    white = game_chance(state)
    return white if state.next == 0 else 1.0 - white
