"""From clicks to moves: the manners of the hand, without a window."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import Gesture
from scenes.table.selection import NOTHING, Selection, SelectionStep, drags, drop, drops, picks, press, release


def pick(*targets: str) -> frozenset[str]:
    return frozenset(targets)


C3_D4 = Gesture(pick("c3"), "d4")
C3_B4 = Gesture(pick("c3"), "b4")
E3_D4 = Gesture(pick("e3"), "d4")
GESTURES = (C3_D4, C3_B4, E3_D4)
C3 = Selection(pick("c3"))


C3_AGAIN = Selection(C3.pick, again=True)


@pytest.mark.parametrize(
    ("law", "before", "act", "target", "after"),
    [
        ("a press on a piece picks it", NOTHING, press, "c3", SelectionStep(C3)),
        ("and the button's coming up keeps it", C3, None, None, SelectionStep(C3)),
        ("a press on a target makes the move", C3, press, "d4", SelectionStep(NOTHING, made=C3_D4)),
        ("and so does a drop", C3, drop, "b4", SelectionStep(NOTHING, made=C3_B4)),
        ("a press on another piece picks that one", C3, press, "e3", SelectionStep(Selection(pick("e3")))),
        ("a second click lets go", C3, press, "c3", SelectionStep(C3_AGAIN)),
        ("when the button comes up", C3_AGAIN, None, None, SelectionStep(NOTHING)),
        ("a piece that is dropped where it was stays picked", C3_AGAIN, drop, "c3", SelectionStep(C3)),
        ("beside everything it is let go by a press", C3, press, None, SelectionStep(NOTHING)),
        ("and by a drop", C3, drop, None, SelectionStep(NOTHING)),
        ("a wrong target is refused", C3, press, "h8", SelectionStep(C3, refused=Gesture(pick("c3"), "h8"))),
        ("however it is meant", C3, drop, "h8", SelectionStep(C3, refused=Gesture(pick("c3"), "h8"))),
        (
            "what can't be picked is refused",
            NOTHING,
            press,
            "h8",
            SelectionStep(NOTHING, refused=Gesture(pick("h8"))),
        ),
        ("a drop of nothing does nothing", NOTHING, drop, "d4", SelectionStep(NOTHING)),
    ],
)
def test_the_manners_of_the_hand(
    law: str, before: Selection, act: Callable[..., SelectionStep] | None, target: str | None, after: SelectionStep
) -> None:
    assert (release(before, GESTURES) if act is None else act(before, target, GESTURES)) == after, law


def test_a_second_click_that_is_a_move_is_made_when_the_button_comes_up() -> None:
    heal = Gesture(frozenset(("e3",)), "e3")
    gestures = (*GESTURES, heal)
    pressed = press(Selection(heal.pick), "e3", gestures)
    assert pressed == SelectionStep(Selection(heal.pick, again=True))
    assert release(pressed.selection, gestures) == SelectionStep(NOTHING, made=heal)
    assert release(Selection(heal.pick), gestures) == SelectionStep(Selection(heal.pick))


def test_what_stands_nowhere_yet_is_dropped_by_one_click() -> None:
    first = Gesture(frozenset(), "e5")
    assert press(NOTHING, "e5", (first,)) == SelectionStep(NOTHING, made=first)


def test_where_something_may_go_that_stands_nowhere_yet_is_known_before_anything_is_picked() -> None:
    first, second = Gesture(frozenset(), "e5"), Gesture(frozenset(), "d5")
    assert drops(NOTHING, (first, second)) == {"e5": first, "d5": second}
    assert drops(C3, (first, C3_D4)) == {"d4": C3_D4}


def test_targets_and_pieces_are_read_off_the_gestures() -> None:
    assert drops(C3, GESTURES) == {"d4": C3_D4, "b4": C3_B4}
    assert drops(NOTHING, GESTURES) == {}
    assert picks(GESTURES) == pick("c3", "e3")


TARGETS = st.sampled_from(["a1", "b4", "c3", "d4", "e3", None])


@given(st.lists(st.tuples(st.sampled_from((press, drop, None)), TARGETS), max_size=12))
def test_whatever_one_does_only_moves_are_made_and_only_pieces_stay_picked(done: list[Any]) -> None:
    selection = NOTHING
    for act, target in done:
        answer = release(selection, GESTURES) if act is None else act(selection, target, GESTURES)
        assert answer.made is None or answer.made in GESTURES
        assert answer.refused is None or answer.refused not in GESTURES
        assert answer.selection.pick <= picks(GESTURES)
        assert answer.made is None or answer.selection == NOTHING
        selection = answer.selection


@pytest.mark.parametrize(("scale", "least"), [(100, 3), (125, 4), (150, 5)])
def test_a_press_becomes_a_drag_after_three_pixels_and_a_little_more_where_text_is_large(
    scale: int, least: int
) -> None:
    for way in ((1, 0), (0, -1), (-1, 1)):
        near, far = ((50 + way[0] * far, 50 + way[1] * far) for far in (least - 1, least))
        assert not drags((50, 50), near, scale) and drags((50, 50), far, scale)
