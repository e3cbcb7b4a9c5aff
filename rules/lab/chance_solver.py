"""The exact chances of Unstacked Draughts, by solving all joint states from the last die back to the start.

Each die that is used brings the end nearer, so states are solved in the order of the dice still to be used. A roll
that neither side can use leaves the state unchanged, with the other side to throw next or, after a double, the same
side. The two states that differ in the side to throw are then two equations with two unknowns.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from rules.common.dice import ROLLS
from rules.unstacked_draughts.engine.board import OFF, State
from rules.unstacked_draughts.engine.chance import play_roll
from rules.unstacked_draughts.engine.joint import SIZE, joint_states, number_of


@dataclass(frozen=True, slots=True)
class Solution:
    """Values by number of the joint state (`joint.number_of`), for the side next to throw."""

    wins: array[float]  # probability that this side wins the game
    rolls: array[float]  # expected rolls to the end, without invalid throws

    def store_chance(self, own: State, other: State, win: float, rolls: float) -> None:
        number = number_of(own, other)
        self.wins[number], self.rolls[number] = win, rolls


@dataclass(slots=True)
class Equation:
    """The equation w = `win` + `again` * w + `passed` * (1 - the other side's w) for the chance w to win.

    The expected number of rolls r is `rolls` + `again` * r + `passed` * the other side's r.
    """

    win: float = 0.0
    rolls: float = 1.0
    again: float = 0.0  # probability of doubles that neither side can use
    passed: float = 0.0  # probability of other rolls that neither side can use


def solve() -> Solution:
    """Solve all joint states; takes about ten seconds."""
    solution = Solution(array("d", bytes(8 * SIZE)), array("d", bytes(8 * SIZE)))
    order = sorted(joint_states(), key=lambda state: dice_left(state[0]) + dice_left(state[1]))
    for own, other in order:
        if OFF in (own, other):
            solution.store_chance(own, other, float(own == OFF), 0.0)
        elif number_of(own, other) <= number_of(other, own):
            _solve_both(solution, own, other)
    return solution


def dice_left(state: State) -> int:
    """Return the number of dice that the side must still use: 24 at the start (section 2)."""
    return sum(map(int, state[1:])) + (15 if state[0] == "d" else 0)


def _solve_both(solution: Solution, own: State, other: State) -> None:
    """Solve a joint state for either side to throw; all later states must be solved."""
    own_equation, other_equation = equation(solution, own, other), equation(solution, other, own)
    factor, passed = 1 - own_equation.again, own_equation.passed  # the same for both sides
    scale = factor * factor - passed * passed
    win, other_win = own_equation.win + passed, other_equation.win + other_equation.passed
    solution.store_chance(
        own,
        other,
        (factor * win - passed * other_win) / scale,
        (factor * own_equation.rolls + passed * other_equation.rolls) / scale,
    )
    solution.store_chance(
        other,
        own,
        (factor * other_win - passed * win) / scale,
        (factor * other_equation.rolls + passed * own_equation.rolls) / scale,
    )


def equation(solution: Solution, own: State, other: State) -> Equation:
    """Return the equation that the 21 rolls give if `own` throws."""
    result = Equation()
    for dice in ROLLS:
        double = dice[0] == dice[1]
        chance = (1 if double else 2) / 36
        thrower, opponent = play_roll(own, other, dice)
        if thrower == OFF:
            result.win += chance
        elif opponent == OFF:
            pass
        elif (thrower, opponent) == (own, other):
            if double:
                result.again += chance
            else:
                result.passed += chance
        elif double:
            number = number_of(thrower, opponent)
            result.win += chance * solution.wins[number]
            result.rolls += chance * solution.rolls[number]
        else:
            number = number_of(opponent, thrower)
            result.win += chance * (1 - solution.wins[number])
            result.rolls += chance * solution.rolls[number]
    return result
