"""What lies on the table in Unstacked Draughts, what is seen of a move, and how the mouse makes it (section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Beat, Effect, Gesture, Lift, Put, Slide, Table, Target, Token, Turn
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
    lying: dict[Target, tuple[Token, ...]] = {}
    for letter, side, token in zip(LETTERS, state.sides, CHECKERS, strict=True):
        for point in FACES:
            edge, front, off = checkers_of(side, point)
            if edge:
                lying[f"{letter}{point}"] = (token,) * edge
            if front:
                lying[f"{letter}{point}-down"] = (token,) * front
            if off:
                there = lying.get(f"{letter}-off", ())
                lying[f"{letter}-off"] = there + (token,) * off
    lying.update({DICE[at]: (token,) for at, token in dice(state)})
    return lying


def dice(state: GameState) -> list[tuple[int, Token]]:
    """The dice on the table by their numbers, 0 and 1; none of those that fly."""
    match state.phase:
        case Phase.FLYING:
            faces = [state.priority] if state.priority else []
        case Phase.PRIORITY if state.priority:
            faces = [state.priority]
        case Phase.DISPUTE:
            assert state.dispute is not None
            faces = [*([state.priority] if state.priority else []), *state.dispute.dice]
        case _:
            roll = state.roll or state.left
            if roll is None:
                return []
            return [(at, _die(roll.dice[at], roll.marks[at] != FREE)) for at in (0, 1)]
    return [(at, _die(face)) for at, face in enumerate(faces)]


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
