"""What lies on the table in Unstacked Draughts, what is seen of a move, and how the mouse makes it (section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import NATURE, Beat, Effect, Gesture, Lift, Put, Slide, Table, Target, Token, Turn
from rules.unstacked_draughts.engine.board import FACES, HEIGHTS, State
from rules.unstacked_draughts.moves import LETTERS, Begin, Cover, Fail, Move, Roll, Throw, Tilt, Use
from rules.unstacked_draughts.state import FREE, GameState, Phase

CHECKERS: Final = (Token("white"), Token("black"))
DICE: Final[tuple[Target, Target]] = ("die-0", "die-1")
TRAY: Final[Target] = "tray"
BORNE_OFF: Final[tuple[Target, Target]] = ("w-off", "b-off")
CUPS: Final[tuple[Target, Target]] = ("w-cup", "b-cup")


def table(state: GameState) -> Table:
    """All that lies on the table."""
    return {**checkers(state.sides), **{DICE[at]: (token,) for at, token in dice(state)}}


def checkers(sides: Sequence[State]) -> Table:
    """The checkers of both sides."""
    lying: dict[Target, tuple[Token, ...]] = {}
    for seat, (letter, side) in enumerate(zip(LETTERS, sides, strict=True)):
        borne_off = 0
        for point in FACES:
            edge, front, off = checkers_of(side, point)
            lying[f"{letter}{point}"] = (CHECKERS[seat],) * edge
            lying[f"{letter}{point}-down"] = (CHECKERS[seat],) * front
            borne_off += off
        lying[BORNE_OFF[seat]] = (CHECKERS[seat],) * borne_off
    return {target: tokens for target, tokens in lying.items() if tokens}


def dice(state: GameState) -> list[tuple[int, Token]]:
    """The dice on the table by their numbers, 0 and 1; none of those that fly. Those for who begins are used."""
    thrown = [state.priority] if state.priority else []
    if state.dispute is not None:
        thrown += state.dispute.dice
    roll = state.roll or state.left
    if thrown or state.phase is Phase.FLYING or roll is None:
        return [(at, _die(face)) for at, face in enumerate(thrown)]
    return [(at, _die(roll.dice[at], roll.marks[at] != FREE or roll.thrower == NATURE)) for at in (0, 1)]


def effects(before: GameState, after: GameState, move: Move) -> Sequence[Beat]:
    """What is seen of `move`, all at once: a checker goes, or all are set up again; dice go, come, or become used."""
    seen: list[Effect] = []
    if isinstance(move, Use):
        seen.append(Slide(_source(before, move), _end(move)))
    elif isinstance(move, Begin):
        seen += [slide for seat in (0, 1) for slide in _set_up(before.sides[seat], LETTERS[seat])]
    lying, now = dict(dice(before)), dict(dice(after))
    for at, target in enumerate(DICE):
        old, new = lying.get(at), now.get(at)
        if old is not None and new is None:
            seen.append(Lift(target, old))
        elif old is None and new is not None:
            seen.append(Put(target, new))
        elif old is not None and new is not None and old != new:
            seen.append(Turn(target, old, new))
    return (tuple(seen),) if seen else ()


def _source(state: GameState, move: Use) -> Target:
    """Where the checker stands that a die moves: a stack's top, or the front one of those that lie."""
    point = f"{LETTERS[move.seat]}{move.die}"
    return f"{point}-down" if move.kind == "^" and checkers_of(state.sides[move.seat], move.die)[1] else point


def _end(move: Use) -> Target:
    return BORNE_OFF[move.seat] if move.kind == "^" else f"{LETTERS[move.seat]}{move.die}-down"


def gesture(state: GameState, move: Move) -> Gesture:
    """The cup, the checker that moves, the tray, or a button by the text of its move; nothing for Nature's moves."""
    match move:
        case Throw():
            pick = CUPS[move.seat]
        case Use():
            pick = _source(state, move)
        case Cover():
            pick = TRAY
        case Roll() | Fail() | Tilt():
            return Gesture(frozenset())
        case _:
            pick = str(move)
    return Gesture(frozenset((pick,)))


def checkers_of(side: State, point: int) -> tuple[int, int, int]:
    """How many checkers of a point stand at the edge, lie in front, are off (section 2)."""
    digit, height = int(side[point]), HEIGHTS[point - 1]
    if side[0] == "d":
        return digit + 1, height - 1 - digit, 0
    return min(digit, 1), max(digit - 1, 0), height - digit


def _set_up(side: State, letter: str) -> list[Slide]:
    slides = []
    for point in FACES:
        target = f"{letter}{point}"
        _, front, off = checkers_of(side, point)
        if front:
            slides.append(Slide(f"{target}-down", target, front))
        if off:
            slides.append(Slide(f"{letter}-off", target, off))
    return slides


def _die(face: int, used: bool = False) -> Token:
    return Token(f"{'used' if used else 'die'}-{face}")
