"""Dice come to rest on the face that counts: no picture on their way contradicts it, and none stands still before."""

from collections.abc import Callable
from itertools import pairwise
from math import hypot
from typing import Any, Final, TypeAlias

import pygame
import pytest

from scenes.games.unstacked_draughts.dice.field import Field
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, DiePose, DieTrack
from scenes.games.unstacked_draughts.dice.rotations import Rotation, axes, centre_height, compose
from scenes.games.unstacked_draughts.dice.shaking import Toss
from scenes.games.unstacked_draughts.dice_picture import FACES, UP, DieSprite, dot, make_picture
from scenes.games.unstacked_draughts.points_table import TRAY_BOX, PointsTable
from tests.effort import by_effort
from tests.scenes.dice import dice_table, load
from tests.scenes.dice import throw as throw_pair
from tests.scenes.dice_throws import FIELD, SPEEDS, angle, random_toss, throw, tumble
from tests.scenes.driver import Driver, Tables
from tests.scenes.test_attentive_play import BOTH_ARE_BLACK_S

Fly: TypeAlias = Callable[[Field, Toss, int], DiceFlight]
COUNT: Final = by_effort(30, 100, 1000)
STOP: Final = 0.05
"""Seconds that a die may stand still before it rests."""
FLAT: Final = 0.98
"""A face that looks up so much (cosine) is seen as the upper one; in the last moments of a throw."""
LAST: Final = 0.15


def moves(a: DiePose, b: DiePose) -> bool:
    """Whether a die is elsewhere from one 60th of a second to the next, as far as it could be seen."""
    return hypot(b.x - a.x, b.y - a.y, b.height - a.height) > 0.05 or angle(a.rotation, b.rotation) > 0.003


def upper(face: str, turn: Rotation) -> tuple[str, float]:
    """The face that looks up most of a die that comes to rest on another, and the cosine."""
    up = axes(compose(UP[face], turn))
    ways = {name: sum(out[n] * up[n][2] for n in range(3)) for name, (_, _, out) in FACES.items()}
    return max(ways.items(), key=lambda way: way[1])


def faults(track: DieTrack, face: str) -> list[str]:
    every = round(1 / 60 / track.step)
    poses = [*track.poses[::every], track.rest]
    moving = [moves(a, b) for a, b in pairwise(poses)]
    end = max(number for number, moved in enumerate(moving) if moved) + 1
    found, still = [], 0
    for number in range(end):
        if moving[number] and still * every * track.step > STOP:
            found.append(f"stands still before {number}")
        still = 0 if moving[number] else still + 1
    if upper(face, track.rest.rotation)[0] != face:
        found.append("lies wrongly")
    if track.lean is None and centre_height(track.rest.rotation) > 1 + 1e-6:
        found.append("rests on an edge")
    for number in range(max(0, end - round(LAST * 60)), end + 1):
        shown, high = upper(face, poses[number].rotation)
        if shown != face and high > FLAT:
            found.append(f"shows {shown} at {number}")
    return found


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("fly", [tumble, throw])
def test_dice_turn_to_the_counted_face_without_a_stop(fly: Fly, speed: float) -> None:
    wrong = {}
    for number in range(COUNT):
        for track in fly(FIELD, random_toss(number, speed), number).tracks:
            if found := faults(track, str(1 + number % 6)):
                wrong[number] = found
    assert wrong == {}


def thrown(tables: Tables, app: Any = None, **options: Any) -> tuple[Driver, list[tuple[bytes, list[DieSprite]]]]:
    drive = dice_table(tables, app=app, **options)
    load(drive, (6, 3))
    stage = drive.scene.stage
    assert isinstance(stage.view, PointsTable)
    tray = pygame.Rect(stage.view.window_box(stage.area, TRAY_BOX).ints())
    drive.click("w-cup")
    frames = []
    while drive.chance.is_pending:
        drive.step(1 / 60)
        dice = [sprite for sprite in stage.frame().sprites if isinstance(sprite, DieSprite)]
        if not drive.chance.is_pending or len(dice) == 2:
            frames.append((pygame.image.tobytes(drive.app.surface.subsurface(tray), "RGB"), dice))
    return drive, frames


KINDS: Final[dict[str, dict[str, Any]]] = {
    "always valid": {"dice": "valid"},
    "real": {"dice": "real"},
    "attentive": {"dice": "valid", "mode": "attentive"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_frame_of_a_throw_differs_until_the_dice_rest(tables: Tables, kind: str) -> None:
    drive, frames = thrown(tables, **KINDS[kind])
    assert len(frames) > 20
    assert all(a[0] != b[0] for a, b in pairwise(frames[:-3]))
    changed = sum(abs(a - b) > 40 for a, b in zip(frames[-2][0], frames[-1][0], strict=True))
    assert changed < 500, "a last small turn changes edges of pips, and no pip"
    view = drive.scene.stage.view
    assert isinstance(view, PointsTable)
    for die in frames[-2][1]:
        near = [rest for rest in view.rests.values() if angle(rest.rotation, die.rotation) < 0.03]
        assert near and die.lift < 0.01


@pytest.mark.parametrize("kind", KINDS)
def test_reduced_motion_fades_dice_out_at_the_old_and_in_at_the_new_place(tables: Tables, kind: str) -> None:
    drive = dice_table(tables, app=tables.app(reduced_motion=True), **KINDS[kind])
    throw_pair(drive, 0, 4, 3)
    stage = drive.scene.stage
    if kind == "attentive":
        drive.click("w4", "w3")
        drive.until(lambda: not stage.is_busy)
    lay = {(stage.spots[at].x, stage.spots[at].y) for at in ("die-0", "die-1")}
    load(drive, (6, 5))
    drive.click("b-cup")
    fades: dict[bool, list[float]] = {True: [], False: []}
    while drive.chance.is_pending or stage.is_busy:
        lies = not drive.chance.is_pending
        if lies:
            lay = {(stage.spots[at].x, stage.spots[at].y) for at in ("die-0", "die-1")}
        sprites = [one for one in stage.frame().sprites if "-" in one.token.look]
        assert {(one.x, one.y) for one in sprites} <= lay, "nothing tumbles"
        fades[lies] += [one.alpha for one in sprites[:1]]
        drive.step(1 / 60)
        if drive.played()[-1] == "b6v":
            break
    gone, come = fades[False], fades[True][:6]
    assert gone == sorted(gone, reverse=True) and gone[-1] < 0.3
    assert come == sorted(come) and come[0] < 0.3 and come[-1] > 0.7
    assert {stage.table[at][-1].look[-1] for at in ("die-0", "die-1")} == {"6", "5"}


@pytest.mark.parametrize("kind", KINDS)
def test_reduced_motion_shows_the_same_sentences_in_the_same_order(tables: Tables, kind: str) -> None:
    told = []
    for reduced in (False, True):
        drive = dice_table(tables, app=tables.app(reduced_motion=reduced), **KINDS[kind])
        load(drive, (4, 3))
        drive.click("w-cup")
        found = list[tuple[str, str]]()
        for _ in range(300):
            drive.step(1 / 60)
            said = (drive.status, drive.note)
            if said not in found[-1:]:
                found.append(said)
        told.append(found)
    assert told[0] == told[1]


def test_throw_that_may_be_covered_shows_no_face_before_it_rests(tables: Tables) -> None:
    drive = dice_table(tables, mode="attentive", position=BOTH_ARE_BLACK_S)
    throw_pair(drive, 0, 3, 3)
    load(drive, (6, 5))
    drive.click("w-cup")
    seen = set()
    while drive.chance.is_pending:
        drive.step(1 / 60)
        seen |= {sprite.token.look for sprite in drive.scene.stage.frame().sprites if isinstance(sprite, DieSprite)}
    assert seen == {"die-3", "die-0"}, "those that go into the cup, and those that leave it"
    assert {drive.scene.stage.table[at][-1].look for at in ("die-0", "die-1")} == {"die-6", "die-5"}


@pytest.mark.parametrize("face", "123456")
def test_upward_face_of_a_die_is_painted(face: str) -> None:
    for turn in (track.rest.rotation for n in range(4) for track in throw(FIELD, random_toss(n, 1500.0), n).tracks):
        others = [make_picture("die", other, turn, 60) for other in FACES if other != face]
        own = pygame.image.tobytes(make_picture("die", face, turn, 60), "RGBA")
        assert upper(face, turn)[0] == face
        assert all(pygame.image.tobytes(other, "RGBA") != own for other in others)
        assert dot(FACES[face][2], FACES[str(7 - int(face))][2]) == -1
