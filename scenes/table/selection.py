"""The selection of pieces: its change by a press, a drop or a second click, and the gesture that results. No pygame.

Two clicks and a drag both work, and may be mixed. A press on another piece picks that one instead. The picked piece
is put back by a drop outside the targets, and by a second click on it unless that click is a move. A piece that moves
by being picked moves at once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import attrgetter
from typing import Final

from rules.contract import Gesture, Target
from scenes.table.state import LegalGestures


@dataclass(frozen=True, slots=True)
class Selection:
    """The picked targets. `is_second_press`: the button is still down on a target that was already picked."""

    pick: frozenset[Target] = frozenset()
    is_second_press: bool = False


NO_SELECTION: Final = Selection()


@dataclass(frozen=True, slots=True)
class SelectionStep:
    """The result of a press, drop or release: the selection after it, and the gesture that was made or refused."""

    selection: Selection
    gesture_made: Gesture | None = None
    gesture_refused: Gesture | None = None


def press(selection: Selection, target: Target | None, gestures: Collection[Gesture]) -> SelectionStep:
    """Return the step of a press on a target, or on nothing (None). `gestures`: those that are legal now."""
    if target is None:
        return SelectionStep(NO_SELECTION)
    if target in selection.pick:
        return SelectionStep(Selection(selection.pick, is_second_press=True))
    wanted = Gesture(selection.pick, target)
    if wanted in gestures:
        return SelectionStep(NO_SELECTION, gesture_made=wanted)
    pick = frozenset((target,))
    if Gesture(pick) in gestures:
        return SelectionStep(NO_SELECTION, gesture_made=Gesture(pick))
    if any(target in gesture.pick for gesture in gestures):
        return SelectionStep(Selection(pick))
    if selection.pick:
        return SelectionStep(selection, gesture_refused=wanted)
    return SelectionStep(NO_SELECTION, gesture_refused=Gesture(pick))


def release(selection: Selection, gestures: Collection[Gesture]) -> SelectionStep:
    if not selection.is_second_press:
        return SelectionStep(selection)
    return SelectionStep(
        NO_SELECTION, gesture_made=next((g for g in gestures if g.pick == selection.pick == {g.drop}), None)
    )


def drop(selection: Selection, target: Target | None, gestures: Collection[Gesture]) -> SelectionStep:
    """Return the step of a release after a drag, over a target or over nothing (None)."""
    if target is None:
        return SelectionStep(NO_SELECTION)
    if target in selection.pick or not (selection.pick or list_drops(selection, gestures)):
        return SelectionStep(Selection(selection.pick))
    wanted = Gesture(selection.pick, target)
    if wanted in gestures:
        return SelectionStep(NO_SELECTION, gesture_made=wanted)
    return SelectionStep(Selection(selection.pick), gesture_refused=wanted)


def list_drops(selection: Selection, gestures: Collection[Gesture]) -> dict[Target, Gesture]:
    """Return, by target, the gestures that put the picked things there; if none are picked, a token off the board."""
    return {g.drop: g for g in gestures if g.pick == selection.pick and g.drop is not None}


def list_picks(gestures: Collection[Gesture]) -> frozenset[Target]:
    return frozenset[Target]().union(*map(attrgetter("pick"), gestures))


@lru_cache(maxsize=2)
def list_premoves(picks: frozenset[Target], targets: tuple[Target, ...]) -> LegalGestures:
    """Return all gestures from `picks` to `targets`, without moves, as it isn't known what will be legal."""
    return {Gesture(frozenset((pick,)), end): () for pick, end in product(picks, targets) if pick != end}
