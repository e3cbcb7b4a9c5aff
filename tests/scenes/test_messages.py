"""The toast that says something is laid on the table; it neither flashes up nor keeps the table awake."""

from itertools import pairwise
from typing import Any

import pygame
import pytest

from scenes.screens.rulebook.scene import RulebookScene
from scenes.surfaces.constants import TOAST_FADE_SECONDS, WHY_DELAY_SECONDS
from scenes.surfaces.toast import Toast
from tests.scenes import gnomes
from tests.scenes.driver import Tables
from tests.scenes.matches import ONE_CAPTURE
from tests.scenes.test_stage import Monkey


def test_message_fades_in_within_80_ms() -> None:
    toast = Toast("words", pygame.Rect(0, 0, 9, 9), since=2.0, until=5.0)
    shown = [toast.opacity_at(2.0 + TOAST_FADE_SECONDS * n / 20) for n in range(21)]
    assert shown[0] == 0.0 and shown[-1] == pytest.approx(1.0)
    assert all(0 < b - a < 0.06 for a, b in pairwise(shown))


def test_every_frame_of_a_message_equals_a_full_repaint_and_then_it_rests(tables: Tables) -> None:
    drive = tables.table()
    Monkey(drive, 0)
    drive.press("h3")
    assert drive.toast is not None and drive.stage.is_animating
    for _ in range(20):
        drive.step(0.01)
    assert not drive.stage.is_animating and not drive.stage.is_busy
    painted: list[float] = []
    drive.app.on_frame = lambda work, since: painted.append(work)
    drive.frames(20)
    assert painted == []
    drive = tables.table(animation="off")
    drive.press("h3")
    assert drive.toast is not None and not drive.stage.is_animating, "without animation it is there at once"


def _refused(tables: Tables) -> Any:
    drive = tables.table(position=ONE_CAPTURE, animation="off", clicks=("c5", "h1"))
    assert drive.toast is not None, "the refusal is said on the board"
    return drive


def test_refusal_has_a_button_to_its_rule(tables: Tables) -> None:
    drive = _refused(tables)
    assert drive.stage.refusal_code == "out-of-reach-capture"
    toast = drive.stage.toast_view.toast
    assert toast.rect.contains(toast.why_button) and toast.why_button.width > 0
    drive.post(pygame.MOUSEBUTTONDOWN, pos=toast.why_button.center, button=1)
    assert drive.app.stack.top is drive.scene, "a hasty click where it has just come to lie is for the table"
    drive = _refused(tables)
    toast = drive.stage.toast_view.toast
    drive.run(WHY_DELAY_SECONDS)
    drive.move(toast.why_button.center)
    drive.step()
    assert drive.app.pointer == "hand"
    drive.post(pygame.MOUSEBUTTONDOWN, pos=toast.why_button.center, button=1)
    assert isinstance(drive.above, RulebookScene) and drive.above.anchor == "!out-of-reach-capture"
    assert drive.match.plies == []
    drive.stage.show_message("A word.", "d4")
    assert drive.stage.refusal_code == "" and drive.stage.toast_view.toast.why_button.width == 0, (
        "what is no refusal has none"
    )
    assert not drive.stage.is_on_why_button(drive.stage.toast_view.toast.rect.center)


def test_f1_opens_the_rule_of_a_shown_refusal_and_else_the_first_page(tables: Tables) -> None:
    drive = _refused(tables)
    drive.strike(pygame.K_F1)
    book = drive.above
    assert isinstance(book, RulebookScene) and book.anchor == "!out-of-reach-capture"
    drive.strike(pygame.K_F1)
    assert drive.app.stack.top is drive.scene
    drive.run(10)
    assert drive.toast is None
    drive.strike(pygame.K_F1)
    later = drive.above
    assert isinstance(later, RulebookScene) and later.anchor == ""


@pytest.mark.parametrize("size", [(960, 600), (1366, 768), (2560, 1440), (1000, 1300)])
def test_refusal_covers_no_piece_that_must_move(tables: Tables, size: tuple[int, int]) -> None:
    drive = tables.table(position="7m/8/1m6/2M5/2M5/8/8/8 w 2 0 1", animation="off", size=size, text_scale=150)
    drive.press("c4")
    assert drive.marks.forced == {"c5"} and drive.stage.refusal_code
    boxes = [pygame.Rect(drive.stage.spots[square].box.ints()) for square in ("c5", "c4")]
    assert drive.stage.toast_view.toast.rect.collidelist(boxes) < 0


@pytest.mark.parametrize("piece", ["d1", "d8"])
def test_rule_button_of_a_refusal_covers_no_piece(tables: Tables, piece: str) -> None:
    drive = gnomes.table(tables, animation="off")
    drive.click(piece)
    key = drive.stage.toast_view.toast.why_button
    assert key.width > 0
    assert not [one for one in drive.stage.table if key.colliderect(drive.stage.spots[one].box.ints())]
