"""Film strips: every important motion can be looked at frame by frame, and something moves in it."""

from pathlib import Path

import pygame
import pytest

from tests.gallery import motions, strips

SIZE = (960, 600)
LISTED = {
    *("cage", "release", "frog", "sweep", "promotion", "taking", "several"),
    *("deal", "throw", "capture", "hop", "slide", "push", "steal", "heal", "sleep", "duck", "crowning", "undo"),
    *("refusal", "lift", "put-back", "hover", "draw", "meld", "round-end", "victory", "victory-men", "topple"),
}


def different(frames: list[pygame.Surface]) -> int:
    """How many of the frames differ from all before."""
    return len({pygame.image.tobytes(frame, "RGB") for frame in frames})


def test_no_motion_of_the_art_direction_is_missing() -> None:
    assert motions.MOTIONS.keys() >= LISTED


@pytest.mark.parametrize("motion", sorted(motions.MOTIONS))
def test_something_moves_in_every_strip(motion: str) -> None:
    assert different(strips.film(motion, SIZE)) > 3


def test_a_strip_has_every_frame_side_by_side(tmp_path: Path) -> None:
    strips.main(["slide", "--folder", str(tmp_path), "--size", "960x600"])
    picture = pygame.image.load(tmp_path / "slide.png")
    count = len(strips.film("slide", SIZE))
    assert picture.get_width() // min(count, strips.ROW) > 50


def test_an_unknown_motion_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        strips.main(["dance", "--folder", str(tmp_path)])
    assert "there is no motion dance" in capsys.readouterr().err
