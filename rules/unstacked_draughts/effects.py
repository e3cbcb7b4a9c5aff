"""The tokens on the table of Unstacked Draughts, the visible effects of each move, and its gesture (README.md, 2)."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from rules import contract
from rules.contract import NATURE, Beat, Effect, Gesture, Lift, Put, Seat, Slide, Table, Target, Token, Turn
from rules.unstacked_draughts.engine.board import FACES, HEIGHTS, State
from rules.unstacked_draughts.moves import LETTERS, Begin, Cover, Fail, FalseClaim, Move, Roll, Throw, Tilt, Use
from rules.unstacked_draughts.state import FREE, GameState, Phase

CHECKERS: Final = (Token("white"), Token("black"))
DICE: Final[tuple[Target, Target]] = ("die-0", "die-1")
TRAY: Final[Target] = "tray"
BORNE_OFF: Final[tuple[Target, Target]] = ("w-off", "b-off")
CUPS: Final[tuple[Target, Target]] = ("w-cup", "b-cup")


def table(state: GameState) -> Table:
    return {**checkers(state.sides), **{target: (token,) for target, token in dice(state)}}


def point_targets(seat: Seat, point: int) -> tuple[Target, Target]:
    """Return the two targets of a side's point: the one at the edge, and the one in front."""
    return f"{LETTERS[seat]}{point}", f"{LETTERS[seat]}{point}-down"


def checkers(sides: Sequence[State]) -> Table:
    """Return the checkers of both sides by target, without empty targets."""
    table: dict[Target, tuple[Token, ...]] = {}
    for seat, (letter, side) in enumerate(zip(LETTERS, sides, strict=True)):
        borne_off = 0
        for point in FACES:
            edge, front, off = checkers_of(side, point)
            table[f"{letter}{point}"] = (CHECKERS[seat],) * edge
            table[f"{letter}{point}-down"] = (CHECKERS[seat],) * front
            borne_off += off
        table[BORNE_OFF[seat]] = (CHECKERS[seat],) * borne_off
    return {target: tokens for target, tokens in table.items() if tokens}


def dice(state: GameState) -> list[tuple[Target, Token]]:
    """Return the targets and tokens of the dice on the table, without flying dice.

    A die lies where it was thrown, or beside the player who used it as a leftover. Two dice for priority look used.
    """
    thrown = [state.priority] if state.priority else []
    if state.dispute is not None:
        thrown += state.dispute.dice
    roll = state.roll or state.dead_roll
    if thrown or state.phase is Phase.FLYING or roll is None:
        return [(DICE[index], _die_token(face)) for index, face in enumerate(thrown)]
    if roll.thrower == NATURE:
        return [(DICE[index], _die_token(roll.dice[index], used=True)) for index in (0, 1)]
    return [
        (die_target(index, mark, LETTERS[roll.thrower]), _die_token(roll.dice[index], mark != FREE))
        for index, mark in enumerate(roll.marks)
    ]


def die_target(index: int, mark: str, thrower: str) -> Target:
    """Return the target of a die: beside the other player if that player used it, else where it was thrown."""
    return DICE[index] if mark == FREE or mark[0] == thrower else f"{mark[0]}-{DICE[index]}"


def effects(before: GameState, after: GameState, move: Move) -> Sequence[Beat]:
    """Return the visible effects of `move` in up to two beats.

    In the first beat checkers and dice move, appear, disappear or become used. A die used as a leftover moves to its
    user in the first beat, and becomes used in the second.
    """
    first: list[Effect] = []
    if isinstance(move, Use):
        first.append(Slide(_use_source(before, move), _use_end(move)))
    elif isinstance(move, Begin):
        first += [slide for seat in (0, 1) for slide in _set_up_slides(before.sides[seat], LETTERS[seat])]
    second: list[Effect] = []
    for old, new in zip_longest(dice(before), dice(after)):
        if new is None:
            first.append(Lift(*old))
        elif old is None:
            first.append(Put(*new))
        elif old[0] != new[0]:
            first.append(Slide(old[0], new[0]))
            second.append(Turn(new[0], old[1], new[1]))
        elif old != new:
            first.append(Turn(new[0], old[1], new[1]))
    return tuple(tuple(beat) for beat in (first, second) if beat)


def _use_source(state: GameState, move: Use) -> Target:
    point = f"{LETTERS[move.seat]}{move.die}"
    return f"{point}-down" if move.kind == "^" and checkers_of(state.sides[move.seat], move.die)[1] else point


def _use_end(move: Use) -> Target:
    return BORNE_OFF[move.seat] if move.kind == "^" else f"{LETTERS[move.seat]}{move.die}-down"


def gesture(state: GameState, move: contract.Move) -> Gesture:
    """Return the gesture on a cup, checker, tray or a button named by the move's text; empty for Nature's moves."""
    match move:
        case Throw():
            pick = CUPS[move.seat]
        case Use():
            pick = _use_source(state, move)
        case FalseClaim():
            pick = point_targets(move.seat, move.die)[0]
        case Cover():
            pick = TRAY
        case Roll() | Fail() | Tilt():
            return Gesture(frozenset())
        case _:
            pick = str(move)
    return Gesture(frozenset((pick,)))


def checkers_of(side: State, point: int) -> tuple[int, int, int]:
    """Return how many checkers of a point are at the edge, in front of it, and borne off (README.md, section 2)."""
    digit, height = int(side[point]), HEIGHTS[point - 1]
    if side[0] == "d":
        return digit + 1, height - 1 - digit, 0
    return min(digit, 1), max(digit - 1, 0), height - digit


def _set_up_slides(side: State, letter: str) -> list[Slide]:
    """Return the slides that set up the checkers of a side for the next game."""
    slides = []
    for point in FACES:
        target = f"{letter}{point}"
        _, front, off = checkers_of(side, point)
        if front:
            slides.append(Slide(f"{target}-down", target, front))
        if off:
            slides.append(Slide(f"{letter}-off", target, off))
    return slides


def _die_token(face: int, used: bool = False) -> Token:
    return Token(f"{'used' if used else 'die'}-{face}")
