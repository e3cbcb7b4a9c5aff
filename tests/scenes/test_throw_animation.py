"""The film of a throw: what is seen when."""

from dataclasses import replace
from math import inf
from typing import Any

import pytest

from rules.common.resumable import ResumableTask
from rules.contract import Token
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, FlightComputation
from scenes.games.unstacked_draughts.dice.shaking import Toss
from scenes.games.unstacked_draughts.dice_films import (
    COVER_FALL_SECONDS,
    COVER_SECONDS,
    RETURN_SECONDS,
    Cup,
    Scale,
    ThrowFilm,
    make_covering,
    make_gathering,
)
from scenes.games.unstacked_draughts.dice_picture import DieSprite
from scenes.surfaces.clips import Sprite
from tests.scenes.dice_throws import BARE, tumble

CUP = Cup("w-cup", "cup-white", (890.0, -50.0, 136.0))
TABLE = {"w4": (Token("white"),)}
SCALE = Scale(0.0, 0.0, 1 / 0.6, 64.0)
DICE = [DieSprite(Token("die-5"), 700.0, 300.0, 64.0), DieSprite(Token("die-2"), 800.0, 350.0, 64.0)]


TOSS = Toss.standard(BARE, "top", 2, 1)


def flight() -> DiceFlight:
    return tumble(BARE, TOSS, 1)


def given(one: DiceFlight) -> ResumableTask[DiceFlight]:
    yield 0.0
    return one


def film(flight: DiceFlight | None = None, **facts: Any) -> ThrowFilm:
    flying = FlightComputation(given(flight or tumble(BARE, TOSS, 1)))
    flying.advance(lambda: False)
    usual = {"computation": flying, "toss": TOSS, "faces": (6, 3), "cup": CUP, "scale": SCALE, "gathered_dice": DICE}
    return ThrowFilm(TABLE, **{**usual, **facts})


def test_unfinished_flight_is_completed_when_the_dice_leave_the_cup() -> None:
    asked = list[float]()

    def work() -> ResumableTask[DiceFlight]:
        for number in range(10):
            asked.append(number)
            yield 0.0
        return flight()

    flying = FlightComputation(work())
    one = film(computation=flying)
    before = [one.at(part * one.flight_start / 20).sprites[0] for part in range(20)]
    assert not asked and one.seconds == inf and one.cues[-1].sound == "throw"
    flying.advance(lambda: len(asked) >= 4)
    assert len(asked) == 4 and one.seconds == inf
    assert len(one.at(one.flight_start).sprites) == 3
    assert one.seconds == film().seconds and one.cues == film().cues
    assert before == [film().at(part * one.flight_start / 20).sprites[0] for part in range(20)]


def seen(one: ThrowFilm, time: float) -> list[str]:
    return [sprite.token.look for sprite in one.at(time).sprites]


def moments(one: ThrowFilm) -> list[float]:
    return [number * one.seconds / 200 for number in range(200)]


def test_faces_stay_the_same_from_the_cup_to_rest() -> None:
    one = film()
    for time in moments(one):
        dice = [look for look in seen(one, time) if not look.startswith("cup-")]
        if time >= one.flight_start:
            assert sorted(dice) == ["die-3", "die-6"]


def test_flight_is_independent_of_the_faces() -> None:
    one, other = film(), film(faces=(1, 1))
    for time in moments(one):
        if time >= one.flight_start:
            plain = [
                [replace(sprite, token=Token("any")) for sprite in each.at(time).sprites] for each in (one, other)
            ]
            assert plain[0] == plain[1]


def test_lying_dice_go_into_the_cup_first() -> None:
    one = film()
    assert seen(one, 0.0)[1:] == ["die-5", "die-2"]
    assert seen(one, one.flight_start - 0.01) == ["cup-white-tip-down-2"]


def test_dice_end_at_their_rest() -> None:
    rests = [track.rest for track in flight().tracks]
    last = sorted(film().at(film().seconds).sprites[1:], key=lambda sprite: sprite.x)
    for rest, sprite in zip(sorted(rests, key=lambda rest: rest.x), last, strict=True):
        assert isinstance(sprite, DieSprite) and sprite.rotation == rest.rotation and sprite.lift == 0.0
        assert (sprite.x, sprite.y) == pytest.approx(SCALE.window_point(rest.x, rest.y), abs=1e-6)


def test_resting_die_on_the_border_stays_while_the_other_rolls() -> None:
    first, other = flight().tracks
    lies = replace(first, poses=tuple(pose._replace(height=pose.height + 30) for pose in first.poses))
    high = DiceFlight((lies, replace(other, step=2 * other.step)), (), flight().verdict)
    one = film(flight=high)
    for part in (0.0, 0.3, 1.0):
        sprites = one.at(one.flight_start + lies.seconds + part * (high.seconds - lies.seconds)).sprites
        die = next(sprite for sprite in sprites if sprite.token.look == "die-6")
        assert (die.x, die.y) == pytest.approx(SCALE.window_point(lies.rest.x, lies.rest.y), abs=1e-6)


def test_held_cup_is_tipped_at_once() -> None:
    held = film(cup=Cup("w-cup", "cup-white", CUP.stand, held_at=(800.0, 200.0)), gathered_dice=())
    assert held.flight_start < 0.3 < film().flight_start
    first = held.at(0.0).sprites[0]
    assert (first.x, first.y) == (800.0, 200.0)
    assert not any("shake" in look for time in moments(held) for look in seen(held, time))


def test_cup_is_away_until_it_stands_at_its_place_again() -> None:
    one = film(flight=flight().stretch_to(1.5))
    cup = one.at(one.seconds - 0.01).sprites[0]
    assert cup == Sprite(Token("cup-white"), *CUP.stand)
    assert all(one.at(time).hidden_objects == {"w-cup"} for time in moments(one))


def test_throw_sounds_are_ordered_and_named() -> None:
    cues = film().cues
    assert [cue.time for cue in cues] == sorted(cue.time for cue in cues)
    assert {"cup-in", "rattle", "throw", "die-baize"} <= {cue.sound for cue in cues}
    assert all(0 < cue.volume <= 1 for cue in cues)


def test_animation_speed_does_not_change_the_flight() -> None:
    fast = film(speed=2.0)
    assert fast.flight_start < film().flight_start
    assert fast.seconds - fast.flight_start == pytest.approx(film().seconds - film().flight_start)


def test_dice_go_into_a_lifted_cup() -> None:
    one = make_gathering(TABLE, DICE, CUP.stand)
    assert len(one.at(0.0).sprites) == 2
    near = one.at(0.95 * one.seconds).sprites[0]
    assert abs(near.x - CUP.stand[0]) < 10
    assert one.at(one.seconds).sprites == ()


def test_covered_dice_vanish_under_the_cup() -> None:
    dice = (DieSprite(Token("die-3"), 700, 300, 64), DieSprite(Token("die-6"), 760, 330, 64))
    one = make_covering({"die-0": (Token("die-4"),)}, TABLE, dice, CUP)
    assert [sprite.token.look for sprite in one.at(0.0).sprites] == ["die-3", "die-6", "cup-white-cover"]
    (cup,) = one.at(COVER_FALL_SECONDS + COVER_SECONDS / 2).sprites
    assert (cup.token.look, cup.x, cup.y) == ("cup-white-cover", 730, 315)
    assert "die-0" not in one.at(COVER_FALL_SECONDS + COVER_SECONDS / 2).resting
    assert one.at(COVER_FALL_SECONDS + COVER_SECONDS + RETURN_SECONDS / 2).resting == one.last


def test_cup_is_raised_through_the_same_pictures_as_tipped() -> None:
    one = film()
    looks = [seen(one, time)[0] for time in (number * one.seconds / 2000 for number in range(2000))]
    order = [look for look, before in zip(looks, ["", *looks], strict=False) if look != before]
    assert order[-7:] == [
        *("cup-white-tip-down-1", "cup-white-tip-down-2", "cup-white-tip-down-3"),
        *("cup-white-tip-down-2", "cup-white-tip-down-1", "cup-white-lift", "cup-white"),
    ]
