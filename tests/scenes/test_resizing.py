"""The window may change its size at any moment: at once, and after rest, all lies where a table laid anew has it.

Not covered: what a window manager sends, and other screens than the table (`test_fit` lays them out at all sizes).
"""

from collections.abc import Callable
from typing import Any, Final

import pygame
import pytest

from rules import get
from scenes.app.constants import RESIZE_SETTLE_SECONDS
from scenes.table import events
from scenes.table.session import Session
from tests.effort import by_night
from tests.scenes.dice import dice_table, load
from tests.scenes.driver import Driver, Tables, leaves
from tests.scenes.matches import ANNA, DUCK, GAME, ONE_CAPTURE, PAWNS_ON_THE_SEVENTH
from tests.scenes.rummy import DUCALE, QUICK, alone, hand_of, play_own_turn

DUCART: Final = get("ducart")
SIZES: Final = ((2560, 1440), (1000, 1300), (960, 600))
FRAMES: Final = by_night((4,), (0, 1, 4, 12))
"""So many frames after something has begun."""


def dealt(tables: Tables) -> Driver:
    return tables.table(ANNA, QUICK, QUICK, QUICK, game=DUCALE)


def played(tables: Tables) -> Driver:
    drive = alone(tables)
    drive.app.settings.animation = "normal"
    play_own_turn(drive)
    return drive


def reopened(tables: Tables) -> Driver:
    return tables.again(alone(tables).scene.session.text(), match_id="reopened")


def held(tables: Tables) -> Driver:
    drive = alone(tables)
    drive.app.settings.animation = "normal"
    first, second, *_ = hand_of(drive)
    drive.click(first, second)
    drive.lift(second)
    return drive


def sorting(tables: Tables) -> Driver:
    drive = alone(tables)
    drive.app.settings.animation = "normal"
    drive.scene.act("by-rank")
    return drive


def thrown(tables: Tables) -> Driver:
    drive = dice_table(tables, app=tables.app())
    load(drive, (4, 3))
    drive.click("w-cup")
    return drive


def ends(tables: Tables) -> Driver:
    drive = dice_table(tables)
    drive.send(events.EndMatch("resigned", 0))
    return drive


def clicked(*things: str, **facts: Any) -> Callable[[Tables], Driver]:
    return lambda tables: tables.table(clicks=things, **facts)


def lifted(target: str, **facts: Any) -> Callable[[Tables], Driver]:
    def held(tables: Tables) -> Driver:
        drive = tables.table(**facts)
        drive.lift(target)
        return drive

    return held


MOMENTS: Final[dict[str, Callable[[Tables], Driver]]] = {
    "draughts reopened": clicked(),
    "draughts dragged": lifted("a6", game=GAME),
    "draughts taking": clicked("c5", "a7", position=ONE_CAPTURE),
    "duck chess sliding": clicked("e2", "e4", game=DUCK),
    "duck chess duck dropped": clicked("e2", "e4", "e5", game=DUCK),
    "duck chess asking": clicked("c7", "d8", game=DUCK, position=PAWNS_ON_THE_SEVENTH),
    "ducart dragged": lifted("b2", game=DUCART),
    "ducart moving": clicked("b2", "b3", game=DUCART),
    "ducart asking": clicked("e7", "e8", game=DUCART, position="2h5/w3W3/8/8/8/8/8/7H g - g 0 0 -"),
    "ducale dealing": dealt,
    "ducale played": played,
    "ducale reopened": reopened,
    "ducale dragged": held,
    "ducale sorting": sorting,
    "dice thrown": thrown,
    "dice ending": ends,
}


def looks(drive: Driver) -> dict[str, Any]:
    """Where everything lies, and where the cards of one's hand are seen; dice stay where they fell."""
    stage = drive.stage
    widgets = {(type(one).__name__, one.label): tuple(one.rect) for one in leaves(drive.form) if one.visible}
    seen = stage.visible_places() if hasattr(stage, "visible_places") else {}
    spots = {target: spot for target, spot in stage.spots.items() if "die-" not in target}
    return {"spots": spots, "seen": seen, "area": stage.area, "widgets": widgets}


def fresh(tables: Tables, drive: Driver) -> dict[str, Any]:
    app = tables.app(drive.app.size, animation="off")
    over = drive.match.outcome() is not None
    again = Driver(app, Session.load("fresh", drive.scene.session.text()), over)
    again.frames()
    return looks(again)


@pytest.mark.parametrize("frames", FRAMES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_table_resized_at_any_moment_equals_a_newly_opened_table(rummy: Tables, moment: str, frames: int) -> None:
    drive = MOMENTS[moment](rummy)
    drive.frames(frames)
    for size in SIZES[frames % 3 :]:
        drive.resize(size)
    drive.post(pygame.WINDOWFOCUSLOST)
    drive.run(RESIZE_SETTLE_SECONDS + 0.1)
    drive.settle()
    drive.until(lambda: (not drive.stage.is_animating and drive.facts.can_move) or drive.above is not None)
    if drive.above is not None:
        drive.app.stack.pop("look-back")
    if drive.scene.question.visible:
        drive.escape()
    drive.move((1, 1))
    drive.run(0.5)
    shown = pygame.image.tobytes(drive.app.surface, "RGB")
    drive.app.dirty()
    drive.step(0.0)
    assert shown == pygame.image.tobytes(drive.app.surface, "RGB")
    found, wanted = looks(drive), fresh(rummy, drive)
    for name in found:
        assert found[name] == wanted[name], name


def test_hand_is_in_place_in_the_first_frame_after_resizing(rummy: Tables) -> None:
    drive = alone(rummy)
    drive.app.settings.animation = "normal"
    drive.resize((2560, 1440))
    stage = drive.stage
    assert stage.visible_places() == {card: stage.card_places[card][0] for card in hand_of(drive)}
