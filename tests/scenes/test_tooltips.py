"""Tips lie where they hide nothing that they explain, and go when a sheet is laid over the screen. Not covered: that
they go with the keyboard's focus."""

import pygame
import pytest

from rules import KEYS, get
from scenes.ui.constants import TIP_DELAY_SECONDS
from scenes.ui.move_list import MoveList
from tests.rows import rows
from tests.rules.play import in_pairs
from tests.scenes.driver import Driver, Tables, started
from tests.scenes.matches import ANNA, BERT, session


def test_tooltip_vanishes_when_another_screen_opens(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT)
    drive.move(drive.key("flip").rect.center)
    drive.run(1.0)
    below = drive.form
    assert below.tip_out[0] == "Turn the board (F)"
    drive.scene.act("menu")
    drive.step()
    assert drive.above is not None and below.tip_out[0] == ""


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize(("key", "size", "scale"), in_pairs(KEYS, [(960, 600), (1366, 768)], (100, 150)))
def test_tooltip_of_a_turn_lies_within_the_panel_and_off_the_turn(
    key: str, size: tuple[int, int], scale: int
) -> None:
    """Bug: tips that were hardly wider than the panel lay half on the board."""
    app = started(size, language="fr", text_scale=scale, animation="off")
    drive = Driver(app, session(app.storage, 60, game=get(key), seed=2))
    drive.frames()
    turns = drive.the(MoveList)
    assert turns.parent is not None
    panel, room, seen = turns.parent.rect, pygame.Rect((0, 0), size), set()
    for place in map(turns.place_of, range(len(turns.cells))):
        if turns.scroll.view.contains(place):
            drive.move(place.center)
            drive.run(TIP_DELAY_SECONDS + 0.1)
            told, tip = drive.form.tip_out
            seen.add(told)
            assert not told or (panel.left <= tip.left and tip.right <= panel.right and room.contains(tip)), told
            assert not tip.colliderect(place), told
    assert len(seen) > 1
    app.close()


@rows
def test_tray_tooltip_names_its_owner_and_content(
    tables: Tables, game: str, position: str | None, clicks: tuple[str, ...], tray: str, told: str
) -> None:
    """Not covered: the keyboard, which doesn't reach the trays."""
    drive = tables.table(ANNA, BERT, game=get(game), position=position, clicks=clicks, animation="off")
    drive.move(drive.at(tray))
    drive.run(1.0)
    assert drive.toast == told
