"""The exact chances of a position of Unstacked Draughts to win the game and the match (match equity).

Claims are the only skill, so a chance is that of players who miss none. Positions may be in any phase; a throw
under way, or a tilted die, counts as not thrown yet.
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
        return _before_the_first_roll(state.priority)
    roll = state.roll
    thrower = state.next if roll is None else roll.thrower
    own, other = state.sides[thrower], state.sides[1 - thrower]
    if roll is None:
        win = table.chance(own, other)
    else:
        win = table.chance_after(own, other, [roll.dice[at] for at in roll.free], double=roll.double)
    return win if thrower == 0 else 1 - win


def _before_the_first_roll(die: int) -> float:
    """Return White's chance after White's priority `die`, 0 for none yet; equal dice are thrown again."""
    if die == 0:
        return 0.5
    begins = (die - 1 + 0.5) / 6
    first = table.chance(START, START)
    return begins * first + (1 - begins) * (1 - first)


def match_chance(state: GameState) -> float:
    """Return White's chance to win the match; 1 or 0 if it is over."""
    white, black = (state.options.goal - points for points in state.points)
    loser_begins = state.options.loser_begins
    if state.phase in (Phase.WON, Phase.OVER):
        return _from_score(white, black, state.to_move if loser_begins else None, loser_begins)
    return _after_this_game(game_chance(state), white, black, loser_begins)


def _after_this_game(win: float, white: int, black: int, loser_begins: bool) -> float:
    """Return White's chance to win the match, from `win` for this game and the points still wanted by each."""
    won = _from_score(white - 1, black, 1 if loser_begins else None, loser_begins)
    lost = _from_score(white, black - 1, 0 if loser_begins else None, loser_begins)
    return win * won + (1 - win) * lost


@cache
def _from_score(white: int, black: int, first: Seat | None, loser_begins: bool) -> float:
    """Return White's chance before a game from the points still wanted; `first` throws first, None for priority."""
    if white == 0 or black == 0:
        return float(white == 0)
    begin = 0.5 if first is None else table.chance(START, START)
    return _after_this_game(1 - begin if first == 1 else begin, white, black, loser_begins)


def thrower_chance(state: GameState) -> float:
    """Return the chance of the side next to throw to win this game, if all usable dice of a lying roll are used.

    Raises ValueError with a sentence if who begins has not been thrown for.
    """
    if state.next is None:
        raise ValueError("Nobody is next to throw: who begins has not been thrown for.")
    white = game_chance(state)
    return white if state.next == 0 else 1.0 - white
