"""Things that go from a start to an end, and are of no `Motion` (test_motion.py), begin and end there."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import isclass
from math import nextafter
from pkgutil import walk_packages
from typing import Any, Final, TypeAlias

import pytest

import scenes.games
import scenes.surfaces
import scenes.table
from rules.contract import Token
from scenes.games.ducale.card_film import CardPath, make_ribbon
from scenes.games.ducale.hand_animation import GLIDE_SECONDS, HandAnimation
from scenes.surfaces.clips import LIFT_SECONDS, Sprite, make_particle, smooth
from scenes.surfaces.drag import HeldTokens, ReturnAnimation, TokenLifts

IVORY, EBONY = Token("ivory"), Token("ebony")
CardPlace: TypeAlias = tuple[float, float, float, float]
Goes: TypeAlias = Callable[[CardPlace, CardPlace], list[CardPlace]]
"""(start, end), each x, y, size and tilt -> where a thing is at the first and at the last moment of its way."""
MODULES: Final = [
    import_module(one.name)
    for package in (scenes.surfaces, scenes.table, scenes.games)
    for one in walk_packages(package.__path__, f"{package.__name__}.")
]


def glides(start: CardPlace, end: CardPlace) -> list[CardPlace]:
    hand = HandAnimation()
    hand.start({"h0": start}, {"h0": end}, 0.0)
    return [hand.places(time)["h0"] for time in (0.0, GLIDE_SECONDS)]


def rises(start: CardPlace, end: CardPlace) -> list[CardPlace]:
    rising = TokenLifts()
    rising.set_wanted({"a1": start[0]}, -1.0)
    rising.set_wanted({"a1": end[0]}, 0.0)
    return [(rising.at(time)["a1"], *place[1:]) for time, place in ((0.0, start), (LIFT_SECONDS, end))]


def seen(sprite: Sprite | None) -> CardPlace:
    assert (
        sprite is not None
        and sprite.former_token is None
        and (sprite.alpha, sprite.lift) == pytest.approx((1, 0), abs=1e-6)
    )
    return sprite.x, sprite.y, sprite.size, sprite.tilt


def particle_goes(start: CardPlace, end: CardPlace) -> list[CardPlace]:
    leaf = make_particle(
        "effects/leaf", 0.25, 0.75, start[:3], end[:3], 9.0, (start[3], end[3]), fade_in=0.0, fade_out=0.0
    )
    return [seen(leaf.at(share)) for share in (0.25, nextafter(0.75, 0.0))]


def homing_goes(start: CardPlace, end: CardPlace) -> list[CardPlace]:
    returning = ReturnAnimation("a1", (IVORY,), (start[:2],), (end[:3],), 5.0, tilt=start[3])
    first, last = (returning.at(5.0 + time)[0] for time in (0.0, returning.seconds))
    assert first.lift == 1
    return [(first.x, first.y, start[2], first.tilt), (*seen(last)[:3], end[3] + last.tilt)]


def held_goes(start: CardPlace, end: CardPlace) -> list[CardPlace]:
    held = HeldTokens("a1", (IVORY,), *end[:2], 0.0, start[0] - end[0], start[1] - end[1], 0.0)
    first, last = held.at(0.0), held.at(LIFT_SECONDS)
    assert (first[2], last[2]) == (0, 1)
    return [(*first[:2], *start[2:]), (*last[:2], *end[2:])]


def ribbon_goes(start: CardPlace, end: CardPlace) -> list[CardPlace]:
    spans = [(x - size, x + size, y, size) for x, y, size, _ in (start, end)]
    ribbon = make_ribbon("meld", spans[0], spans[1], 0.5, 1.5)
    moments = [ribbon.at(time) for time in (0.5, 2.0)]
    assert [one.width_fraction for one in moments if one is not None] == pytest.approx([2, 2])
    return [(*seen(one)[:3], tilt) for one, tilt in zip(moments, (start[3], end[3]), strict=True)]


def path_goes(**facts: Any) -> Goes:
    def goes(start: CardPlace, end: CardPlace) -> list[CardPlace]:
        leg = CardPath(IVORY, EBONY, start, end, 0.5, 1.5, **facts)
        first, last = (leg.clip().at(time) for time in (0.5, 2.0))
        assert first is not None and last is not None
        assert (first.token, last.token) == (IVORY, EBONY) and first.width_fraction == last.width_fraction == 1
        return [seen(first), seen(last)]

    return goes


OTHERS: Final[dict[str, Goes]] = {
    "particle": particle_goes,
    "ReturnAnimation": homing_goes,
    "HeldTokens": held_goes,
    "_LiftChange": rises,
    "_Glide": glides,
    "ribbon": ribbon_goes,
    "CardPath": path_goes(),
    "CardPath in an arc": path_goes(arc_height=0.2),
    "CardPath aside": path_goes(sideways=0.2, easing=smooth),
    "CardPath that fades": path_goes(is_fading=True),
    "CardPath that is turned": path_goes(turn_times=(0.0, 0.4)),
}


def test_every_class_with_start_and_end_is_tested() -> None:
    kinds = {
        kind.__name__
        for module in MODULES
        for kind in vars(module).values()
        if isclass(kind) and is_dataclass(kind) and ({"at", "seen"} & vars(kind).keys())
        if {"start", "end"} <= (names := {field.name for field in fields(kind)}) or {"starts", "ends"} <= names
    }
    lacking = kinds - {"Clip"} - {name.partition(" ")[0] for name in OTHERS}
    assert not lacking, f"nothing tests where these begin and end: {lacking}"


@pytest.mark.parametrize("name", OTHERS)
def test_animation_begins_and_ends_at_its_places(name: str) -> None:
    places = (100.0, 80.0, 40.0, 12.0), (420.0, 260.0, 60.0, 0.0)
    for way in (places, places[::-1]):
        for moment, due, found in zip(("begins", "ends"), way, OTHERS[name](*way), strict=True):
            assert found == pytest.approx(due, abs=1e-5), f"{name} {moment} at {found} instead of {due}"
