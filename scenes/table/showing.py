"""How a change is seen on a board: a film of its effects, as the person wishes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.contract import Beat, Effect, Slide, Table
from rules.match import Change
from scenes.surfaces.flights import APPEAR, DROP, FADE, Manner
from scenes.surfaces.motion import Manners, Timeline, plan
from scenes.table.choosing import turned
from scenes.table.hand import Held

if TYPE_CHECKING:
    from scenes.surfaces.view import TableView
    from scenes.table.scene import MatchScene

SPEEDS: Final = {"normal": 1.0, "fast": 2.0, "off": 0.0}
"""How fast things move, by the setting."""
BACKWARDS: Final = 1.6
"""Undoing runs so much faster."""


def film_of(scene: MatchScene, change: Change, held: Held | None = None, chosen: bool = False) -> Timeline:
    """The film of a change.

    `held`: where the hand let go of what; `chosen`: what it turns a piece into was chosen over the board.
    """
    speed = SPEEDS[scene.app.settings.animation] * (1.0 if change.forward else BACKWARDS)
    before, stage = change.before, scene.stage
    table, beats = before.table(), before.effects(change.move)
    if chosen:
        table, beats = turned(table, beats)
    still = scene.app.settings.reduced_motion
    manner = manners(stage.view, still)

    def seen(effect: Effect, beat: Beat, lying: Table) -> Manner:
        dropped = chosen and not still and isinstance(effect, Slide) and held and effect.start in held
        return DROP if dropped else manner(effect, beat, lying)

    stirs = () if still else stage.view.stirs(before, change.move)
    return plan(table, beats, stage.spots, seen, forward=change.forward, speed=speed, held=held, stirs=stirs)


def manners(view: TableView, still: bool) -> Manners:
    """How effects are seen on a table; `still`: as calmly as may be."""

    def manner(effect: Effect, beat: Beat, lying: Table) -> Manner:
        seen = view.manner(effect, beat, lying)
        if not still:
            return seen
        return APPEAR if seen.lands else FADE

    return manner
