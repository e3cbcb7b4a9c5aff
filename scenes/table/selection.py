"""From clicks to moves: what is picked up, and what a press, a drop or a second click does to it. Pure.

The manners: click–click and drag–drop both work and may be mixed; a press on another piece picks that one instead; a
second click lets go, unless it is a move of its own; letting go outside the targets puts the piece back. What moves
by picking alone moves at once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeAlias

from rules.contract import Gesture, Target

DRAG_THRESHOLD: Final = 3
"""Pixels that the pointer travels before a press becomes a drag, for whoever wants no larger text."""


def drags(pressed: tuple[int, int], pos: tuple[int, int], text_scale: int) -> bool:
    """Whether the pointer has travelled far enough for a drag: larger text, in per cent, gives more room."""
    far = max(abs(pos[0] - pressed[0]), abs(pos[1] - pressed[1]))
    return far >= ceil(DRAG_THRESHOLD * text_scale / 100)


@dataclass(frozen=True, slots=True)
class Selection:
    """What is picked. `again`: the press that is still down was on a thing already picked."""

    pick: frozenset[Target] = frozenset()
    again: bool = False


NOTHING: Final = Selection()


@dataclass(frozen=True, slots=True)
class Press:
    """The button went down on a target (None: on nothing)."""

    target: Target | None


@dataclass(frozen=True, slots=True)
class Release:
    """It came up on the spot."""


@dataclass(frozen=True, slots=True)
class Drop:
    """It came up after a drag, over a target or nothing."""

    target: Target | None


Intent: TypeAlias = Press | Release | Drop


@dataclass(frozen=True, slots=True)
class Step:
    """What an intent led to: the selection after it, and a gesture made or refused."""

    selection: Selection
    made: Gesture | None = None
    refused: Gesture | None = None


def step(selection: Selection, intent: Intent, gestures: Collection[Gesture]) -> Step:
    """Answer an intent, with the gestures that are moves now."""
    match intent:
        case Press(target):
            return _press(selection, target, gestures) if target else Step(NOTHING)
        case Release():
            if not selection.again:
                return Step(selection)
            return Step(NOTHING, made=next((g for g in gestures if g.pick == selection.pick == {g.drop}), None))
        case Drop(None):
            return Step(NOTHING)
        case Drop(target):
            if target in selection.pick or not selection.pick:
                return Step(Selection(selection.pick))
            wanted = Gesture(selection.pick, target)
            if wanted in gestures:
                return Step(NOTHING, made=wanted)
            return Step(Selection(selection.pick), refused=wanted)


def _press(selection: Selection, target: Target, gestures: Collection[Gesture]) -> Step:
    if target in selection.pick:
        return Step(Selection(selection.pick, again=True))
    wanted = Gesture(selection.pick, target)
    if wanted in gestures:
        return Step(NOTHING, made=wanted)
    alone = frozenset((target,))
    if Gesture(alone) in gestures:
        return Step(NOTHING, made=Gesture(alone))
    if any(target in gesture.pick for gesture in gestures):
        return Step(Selection(alone))
    if selection.pick:
        return Step(selection, refused=wanted)
    return Step(NOTHING, refused=Gesture(alone))


def drops(selection: Selection, gestures: Collection[Gesture]) -> dict[Target, Gesture]:
    """Where the picked things may go; with nothing picked, where something may go that stands nowhere yet."""
    return {g.drop: g for g in gestures if g.pick == selection.pick and g.drop is not None}


def picks(gestures: Collection[Gesture]) -> frozenset[Target]:
    """Everything that may be picked up now."""
    return frozenset(target for gesture in gestures for target in gesture.pick)
