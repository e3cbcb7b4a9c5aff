"""What a match marks on the board: the last turn, what is picked and where it may go, warnings, the hint."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules import abilities
from rules.contract import Gesture, Remark, Target
from scenes.surfaces.marks import Marks, Sign
from scenes.surfaces.move_paths import ways
from scenes.table.actions import steps
from scenes.table.selection import drops

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


def marks_of(scene: MatchScene) -> Marks:
    """The marks of the moment."""
    stage, hand, settings = scene.stage, scene.hand, scene.app.settings
    wanted = settings.legal_targets and scene.choosing.strip is None
    may = drops(hand.selection, hand.gestures) if wanted else {}
    advised = ways(steps(scene.course.position, scene.advice), stage.view.put)
    warned = _warnings(scene)
    return replace(
        _traces(scene),
        picked=hand.selection.pick,
        drops=frozenset(may),
        victims=_victims(scene, may),
        must=_musts(scene) if scene.mine and hand.put is None else frozenset(),
        danger=frozenset(remark.targets[0] for remark in warned),
        threats=frozenset(target for remark in warned for target in remark.targets[1:]),
        focus=hand.cursor if scene.app.keyboard and scene.course.live else None,
        aim=stage.shown_aim(hand.aim, hand.put),
        signs=_signs(scene, may),
        states=stage.view.states(scene.course.seen(stage.coming)),
        put=hand.put,
        hint=tuple(scene.hinting.nudge) or next((way.targets for way in advised if way.put is None), ()),
        advice=next(((way.targets[-1], way.put) for way in advised if way.put is not None), None),
    )


def _traces(scene: MatchScene) -> Marks:
    """The marks that the last turn has left: where a thing was as soon as it leaves, where it is once it is there."""
    view, coming = scene.stage.view, scene.stage.coming
    going = scene.course.steps(max(0, coming - 1))
    gone = going[:-1] if coming else going
    went, arrived = ways(going, view.put), ways(gone, view.put)
    last = {way.targets[-1] for way in arrived if way.put is not None}
    for number, (position, move) in enumerate(going):
        if view.put(position, move) is None:
            # Not only what the hand moved: a rook that castles goes too.
            slides = [slide for beat in position.effects(move) for slide in view.slides(beat)]
            last |= {slide.start for slide in slides}
            last |= {slide.end for slide in slides if number < len(gone)}
            last |= view.touched(position, move)
    return Marks(
        last=frozenset(last),
        left=frozenset(target for way in went if way.put is not None for target in way.targets[:-1]),
        ghost=next((way.targets for way in arrived if way.put is None and len(way.targets) > 2), ()),
        watched=next((way.targets[-1] for way in reversed(went) if way.put is None), None),
    )


def _signs(scene: MatchScene, may: dict[Target, Gesture]) -> frozenset[Sign]:
    """What the picked thing may do, as the table marks it."""
    picked = scene.hand.selection.pick
    if not picked or not scene.mine:
        return frozenset()
    moves = [scene.hand.gestures[gesture][0] for gesture in may.values()]
    return scene.stage.view.signs(scene.course.position, picked, moves)


def _musts(scene: MatchScene) -> frozenset[Target]:
    """What waits for the person's hand: pieces that have to move, a cup that may be taken."""
    return abilities.forced(scene.course.position) | scene.chance_view.offered


def _warnings(scene: MatchScene) -> list[Remark]:
    """What whoever is to move here is warned of, as far as it can be seen on the board."""
    seen = scene.course.seen(scene.stage.coming)
    if not (scene.mine and scene.app.settings.warnings) or seen.to_move != scene.match.position.to_move:
        return []
    return [remark for remark in abilities.remarks(seen) if remark.aid]


def _victims(scene: MatchScene, may: dict[Target, Gesture]) -> frozenset[Target]:
    """What the picked thing would take, wherever it goes."""
    position, taken = scene.course.position, set[Target]()
    for gesture in may.values():
        for beat in position.effects(scene.hand.gestures[gesture][0]):
            taken |= scene.stage.view.victims(beat)
    return frozenset(taken)
