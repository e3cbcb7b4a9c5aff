"""How a change is seen on a board: a film of its effects, as the person wishes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.contract import Beat, Effect, Slide, Table
from rules.match import Change
from scenes.choosing import turned
from scenes.flights import LANDINGS, Manner
from scenes.hand import Held
from scenes.motion import Timeline, plan

if TYPE_CHECKING:
    from scenes.match import MatchScene

SPEEDS: Final = {"normal": 1.0, "fast": 2.0, "off": 0.0}
"""How fast things move, by the setting."""
BACKWARDS: Final = 1.6
"""Undoing runs so much faster."""


def film_of(scene: MatchScene, change: Change, held: Held | None = None, chosen: bool = False) -> Timeline:
    """The film of a change.

    `held`: where the hand let go of what; `chosen`: what it turns a piece into was chosen over the board.
    """
    view, settings = scene.stage.view, scene.app.settings
    still = settings.reduced_motion
    table, beats = change.before.table(), change.before.effects(change.move)
    if chosen:
        table, beats = turned(table, beats)

    def manner(effect: Effect, beat: Beat, lying: Table) -> Manner:
        seen = view.manner(effect, beat, lying)
        if still:
            return "appear" if seen in LANDINGS else "fade"
        if chosen and isinstance(effect, Slide) and held and effect.start in held:
            return "drop"
        return seen

    speed = SPEEDS[settings.animation] * (1.0 if change.forward else BACKWARDS)
    stirs = () if still else view.stirs(change.before, change.move)
    spots, forward = scene.stage.spots, change.forward
    return plan(table, beats, spots, manner, forward=forward, speed=speed, held=held, stirs=stirs)
