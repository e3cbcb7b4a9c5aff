"""Film strips: every important motion has one, and something moves in it."""

from pathlib import Path

import pygame
import pytest

from tests.checks import check_alike
from tests.effort import by_effort
from tests.gallery import strips
from tests.gallery.studio import MOTIONS, Studio
from tests.scenes import rummy
from tests.scenes.driver import Tables

SIZE = (960, 600)
LISTED = {
    *("cage", "release", "frog", "sweep", "promotion", "taking", "several"),
    *("deal", "throw", "capture", "hop", "slide", "push", "steal", "heal", "sleep", "duck", "crowning", "undo"),
    *("refusal", "lift", "put-back", "hover", "draw", "meld", "round-end", "victory", "victory-men", "topple"),
}


ACTS = {
    *("push", "steal", "sleep", "sleep-crawling", "sleep-caged", "heal", "cage", "release", "transfer", "push-out"),
    *("frog", "sweep", "sweep-by-hand", "promotion-frog", "slide", "hop", "capture", "several", "crowning"),
    *("hover", "lift", "sway", "put-back", "refusal", "pick", "fan", "sort", "carry", "sway-cards", "others-cards"),
    *("duck", "far-duck", "first-duck", "topple", "taking", "promotion"),
    *("claim", "claim-off", "miss", "bear-off", "lay-down", "throw"),
    *("joker-swap", "own-joker-swap"),
}


def different(frames: list[pygame.Surface]) -> int:
    return len({pygame.image.tobytes(frame, "RGB") for frame in frames})


def test_no_motion_of_the_art_direction_is_missing() -> None:
    assert MOTIONS.keys() >= LISTED


@pytest.mark.parametrize("motion", sorted(MOTIONS)[:: by_effort(9, 2, 1)])
def test_something_moves_in_every_strip(motion: str) -> None:
    assert different(strips.film(motion, SIZE)) > 3


@pytest.mark.parametrize("motion", sorted(ACTS)[:: by_effort(6, 2, 1)])
def test_partial_repaints_of_a_motion_equal_full_repaints(motion: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In each frame what is painted piece by piece equals a repaint of the whole window."""
    tables = Tables(monkeypatch, rummy.Rummy)
    for _ in MOTIONS[motion](Studio(tables, {"size": SIZE, "language": "en"})):
        app = tables.apps[-1]
        app.moment += 1 / 30
        app.frame()
        whole = app.surface.copy()
        for scene in app.stack.visible():
            scene.paint(whole)
        check_alike(app.surface, whole, motion)
    tables.clear()


def test_a_strip_has_every_frame_side_by_side(tmp_path: Path) -> None:
    strips.main(["slide", "--folder", str(tmp_path), "--size", "960x600"])
    picture = pygame.image.load(tmp_path / "slide.png")
    count = len(strips.film("slide", SIZE))
    assert picture.get_width() // min(count, strips.ROW) > 50


def test_an_unknown_motion_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        strips.main(["dance", "--folder", str(tmp_path)])
    assert "there is no motion dance" in capsys.readouterr().err
