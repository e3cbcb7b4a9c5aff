"""What a match at a card table marks: where picked cards fit, what is owed, what came last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rules.contract import Slide
from scenes.games.ducale.arrangement import Lit
from scenes.games.ducale.card_hand import CardHand
from scenes.games.ducale.card_stage import CardStage
from scenes.surfaces.marks import Marks

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


def marks_of(scene: MatchScene) -> Marks:
    """Lights the table, the keys and what is said; the marks proper are those of boards."""
    stage, hand = scene.stage, scene.hand
    assert isinstance(stage, CardStage) and isinstance(hand, CardHand)
    position: Any = scene.match.position
    glow = hand.drops() - {"felt", "discard"} if scene.app.settings.legal_targets else frozenset()
    if scene.mine and position.phase == "draw":
        glow = frozenset(one for gesture in hand.gestures for one in gesture.pick)
    owed = {
        target
        for remark in (position.remarks() if scene.mine else ())
        if remark.code.startswith("duty")
        for target in remark.targets
    }
    stage.light(
        Lit(
            frozenset(glow),
            frozenset(owed),
            _fresh(scene),
            _hint(scene),
            hand.aim,
            hand.cursor if scene.app.keyboard and scene.course.live and not scene.chance.covers else None,
        )
    )
    sidebar: Any = scene.sidebar
    sidebar.light_keys()
    scene.tell()
    return Marks()


def _hint(scene: MatchScene) -> frozenset[str]:
    """Cards and target of the move that the hint begins with."""
    if not scene.advice or not scene.mine:
        return scene.hinting.nudge
    gesture = scene.match.position.gesture(scene.advice[0])
    return gesture.pick if gesture.drop is None or gesture.drop == "felt" else gesture.pick | {gesture.drop}


def _fresh(scene: MatchScene) -> frozenset[str]:
    """What came to the person's hand in this turn."""
    plies = scene.match.plies
    positions: Sequence[Any] = scene.match.positions
    if not scene.mine or positions[-1].phase != "act":
        return frozenset()
    number = len(plies) - 1
    while number >= 0 and positions[number].phase != "draw":
        number -= 1
    beats = positions[number].effects(plies[number].move) if number >= 0 else ()
    return frozenset(one.end for beat in beats for one in beat if isinstance(one, Slide))
