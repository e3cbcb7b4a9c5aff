"""What a match marks on the board: the last turn, what is picked and where it may go, warnings, the hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.contract import Gesture, Target
from scenes.actions import steps
from scenes.selection import drops
from scenes.tables.marks import Marks
from scenes.ways import ways

if TYPE_CHECKING:
    from scenes.match import MatchScene


def marks_of(scene: MatchScene) -> Marks:
    """The marks of the moment."""
    stage, hand, settings, position = scene.stage, scene.hand, scene.app.settings, scene.course.position
    wanted = settings.legal_targets and scene.choosing.strip is None
    may = drops(hand.selection, hand.gestures) if wanted else {}
    went = ways(scene.course.steps(), stage.view.put)
    moved, put = [way for way in went if way.put is None], [way for way in went if way.put is not None]
    advised = ways(steps(scene.match.position, scene.advice), stage.view.put)
    warned = position.remarks() if scene.mine and settings.warnings else ()
    return Marks(
        last=frozenset(target for way in moved for target in way.targets) | {way.targets[-1] for way in put},
        left=frozenset(target for way in put for target in way.targets[:-1]),
        picked=hand.selection.pick,
        drops=frozenset(may),
        victims=_victims(scene, may),
        must=position.forced() if scene.mine and hand.put is None else frozenset(),
        danger=frozenset(remark.targets[0] for remark in warned if remark.aid),
        focus=hand.cursor if scene.app.keyboard and scene.course.live else None,
        aim=stage.shown_aim(hand.aim, hand.put),
        put=hand.put,
        hint=next((way.targets for way in advised if way.put is None), ()),
        advice=next(((way.targets[-1], way.put) for way in advised if way.put is not None), None),
        ghost=next((way.targets for way in moved if len(way.targets) > 2), ()),
        watched=moved[-1].targets[-1] if moved else None,
    )


def _victims(scene: MatchScene, may: dict[Target, Gesture]) -> frozenset[Target]:
    """What the picked thing would take, wherever it goes."""
    position, taken = scene.course.position, set[Target]()
    for gesture in may.values():
        for beat in position.effects(scene.hand.gestures[gesture][0]):
            taken |= scene.stage.view.victims(beat)
    return frozenset(taken)
