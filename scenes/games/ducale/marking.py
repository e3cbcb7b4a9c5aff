"""Marks of a card table: targets of selected cards, owed cards, cards of the last turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.contract import Slide, Target
from rules.ducale.effects import DISCARD, effects
from scenes.games.ducale.arrangement import Lit
from scenes.games.ducale.card_hand import CardHand
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.saying import cards_of
from scenes.surfaces.marks import Marks
from scenes.surfaces.motion import steps
from scenes.table import status_text

if TYPE_CHECKING:
    from scenes.table.access import TableAccess


def marks_of(table: TableAccess, stage: CardStage, hand: CardHand, keyboard: bool) -> Marks:
    """Update the lights of the stage; the returned marks, which are for boards, are empty."""
    position = cards_of(table.facts.match.position)
    glow = hand.drops() - {"felt", "discard"} if table.settings.legal_targets else frozenset()
    if table.facts.can_move and position.phase == "draw":
        glow = frozenset(one for gesture in hand.gestures for one in gesture.pick)
    owed = {
        target
        for remark in (position.remarks() if table.facts.can_move else ())
        if remark.code.startswith("duty")
        for target in remark.targets
    }
    cursor = hand.cursor if keyboard and not table.facts.chance.covers else None
    hint = _hint(table, hand.meant)
    lit = Lit(
        frozenset(glow), frozenset(owed), _of_turn(table), _fresh(table), hint, hand.aim, cursor, _arrows(table)
    )
    stage.light(lit)
    return Marks()


def _hint(table: TableAccess, picked: frozenset[Target]) -> frozenset[Target]:
    if not table.facts.model.advice or not table.facts.can_move:
        return table.facts.model.nudge
    gesture = table.facts.match.position.gesture(table.facts.model.advice[0])
    if gesture.drop is not None and not picked <= gesture.pick:
        return frozenset()
    return gesture.pick if gesture.drop is None or gesture.drop == "felt" else gesture.pick | {gesture.drop}


def _arrows(table: TableAccess) -> tuple[tuple[frozenset[Target], Target], ...]:
    advised = steps(table.facts.cursor.position, () if table.facts.can_move else table.facts.model.advice)
    gestures = [(position.gesture(move), f"h{move.seat}") for position, move in advised]
    return tuple((gesture.pick, gesture.drop or hand) for gesture, hand in gestures)


def _of_turn(table: TableAccess) -> frozenset[Target]:
    """Return the targets of the cards that moved in the turn under the pointer or keyboard in the list."""
    pointed = table.facts.model.replay.pointed
    span = None if pointed is None else status_text.span_in(table.session, pointed)
    if span is None:
        return frozenset()
    plies = range(span.first, span.last)
    seen = (table.facts.match.positions[ply].effects(table.facts.match.plies[ply].move) for ply in plies)
    ends = {one.end for beats in seen for beat in beats for one in beat if isinstance(one, Slide)}
    now, then = table.facts.cursor.position.table(), table.facts.match.positions[span.last].table()
    if DISCARD in now and now[DISCARD][-1] != then.get(DISCARD, (None,))[-1]:
        ends.discard(DISCARD)  # another card covers it by now
    return frozenset(ends.intersection(now))


def _fresh(table: TableAccess) -> frozenset[Target]:
    position = cards_of(table.facts.match.position)
    before = len(position.played) > len(table.facts.match.plies)  # a puzzle may begin in mid-turn
    if not table.facts.can_move or position.phase != "act" or position.begun is None or before:
        return frozenset()
    beats = effects(position.begun, position.played[0])
    return frozenset(one.end for beat in beats for one in beat if isinstance(one, Slide))
