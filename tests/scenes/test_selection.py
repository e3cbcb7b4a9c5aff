"""From clicks to moves: the manners of the hand, without a window."""

from collections.abc import Sequence
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import Gesture
from scenes.surfaces.drag import is_drag
from scenes.table.selection import (
    NO_SELECTION,
    Selection,
    SelectionStep,
    drop,
    list_drops,
    list_picks,
    press,
    release,
)
from tests.rows import rows


def pick(*targets: str) -> frozenset[str]:
    return frozenset(targets)


C3_D4 = Gesture(pick("c3"), "d4")
C3_B4 = Gesture(pick("c3"), "b4")
E3_D4 = Gesture(pick("e3"), "d4")
GESTURES = (C3_D4, C3_B4, E3_D4)
C3 = Selection(pick("c3"))


ACTS: Final = {"press": press, "drop": drop}


@rows
def test_press_drop_and_release_change_the_selection(
    law: str, before: Sequence[str], act: str | None, target: str | None, after: Sequence[str], answer: str
) -> None:
    """`before`, `after`: what is picked, with "again" once it was pressed again; `answer`: made or refused."""
    selection, left = (Selection(pick(*held) - {"again"}, "again" in held) for held in (before, after))
    done = release(selection, GESTURES) if act is None else ACTS[act](selection, target, GESTURES)
    wanted = Gesture(selection.pick or pick(*filter(None, [target])), target if selection.pick else None)
    assert done == SelectionStep(left, **({f"gesture_{answer}": wanted} if answer else {})), law


def test_second_click_on_a_piece_makes_its_move_on_release() -> None:
    heal = Gesture(frozenset(("e3",)), "e3")
    gestures = (*GESTURES, heal)
    pressed = press(Selection(heal.pick), "e3", gestures)
    assert pressed == SelectionStep(Selection(heal.pick, is_second_press=True))
    assert release(pressed.selection, gestures) == SelectionStep(NO_SELECTION, gesture_made=heal)
    assert release(Selection(heal.pick), gestures) == SelectionStep(Selection(heal.pick))


def test_piece_without_a_square_is_dropped_by_one_click() -> None:
    first, second = Gesture(frozenset(), "e5"), Gesture(frozenset(), "d5")
    assert press(NO_SELECTION, "e5", (first,)) == SelectionStep(NO_SELECTION, gesture_made=first)
    assert list_drops(NO_SELECTION, (first, second)) == {"e5": first, "d5": second}
    assert list_drops(C3, (first, C3_D4)) == {"d4": C3_D4}


def test_drops_and_picks_are_derived_from_gestures() -> None:
    assert list_drops(C3, GESTURES) == {"d4": C3_D4, "b4": C3_B4}
    assert list_drops(NO_SELECTION, GESTURES) == {}
    assert list_picks(GESTURES) == pick("c3", "e3")


TARGETS = st.sampled_from(["a1", "b4", "c3", "d4", "e3", None])


@given(st.lists(st.tuples(st.sampled_from((press, drop, None)), TARGETS), max_size=12))
def test_random_acts_make_only_legal_gestures_and_pick_only_pieces(done: list[Any]) -> None:
    selection = NO_SELECTION
    for act, target in done:
        answer = release(selection, GESTURES) if act is None else act(selection, target, GESTURES)
        assert answer.gesture_made is None or answer.gesture_made in GESTURES
        assert answer.gesture_refused is None or answer.gesture_refused not in GESTURES
        assert answer.selection.pick <= list_picks(GESTURES)
        assert answer.gesture_made is None or answer.selection == NO_SELECTION
        selection = answer.selection


@pytest.mark.parametrize(("scale", "least"), [(100, 3), (125, 4), (150, 5)])
def test_drag_threshold_is_three_pixels_and_grows_with_the_text_scale(scale: int, least: int) -> None:
    for way in ((1, 0), (0, -1), (-1, 1)):
        near, far = ((50 + way[0] * far, 50 + way[1] * far) for far in (least - 1, least))
        assert not is_drag((50, 50), near, scale) and is_drag((50, 50), far, scale)
