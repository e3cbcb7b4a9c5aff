"""Looking back on a match: animating earlier turns once more, and the replay of the whole match. No pygame.

The match doesn't wait for such an animation: any event of the person ends it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from rules.match import Span
from scenes.table.constants import POINTED_TURN_SECONDS, REPLAY_START_SECONDS, REPLAY_TURN_SECONDS
from scenes.table.events import AnimateAgain, Order, PointAtTurn, ShowMessage
from scenes.table.model import Message
from scenes.table.play_moves import show_ply
from scenes.table.table_facts import Step


def show_again(step: Step) -> None:
    """Animate the last turns once more, or stop that animation."""
    plies = step.plies_to_repeat
    if step.view.is_replaying:
        step.emit(Order.FINISH_ANIMATIONS)
    elif plies:
        _animate_again(step, plies)
    elif not (step.chance.is_covered or step.chance.is_pending):
        step.emit(ShowMessage(Message("table.nothing_again")))


def point_at_turn(step: Step, event: PointAtTurn) -> None:
    """Schedule an animation of the turn under the pointer, if the board shows the position after it."""
    replay = step.model.replay
    is_wanted = event.is_shown and step.model.settings.animation != "off"
    due = step.now + POINTED_TURN_SECONDS if is_wanted else None
    if replay.is_silent and step.view.is_replaying:
        step.emit(Order.FINISH_ANIMATIONS)
    step.change(replay=replace(replay, pointed_cell=event.cell, pointed_turn=event.turn, pointed_due=due))


def toggle_replay(step: Step) -> None:
    """Stop the replay, or start it: from the shown position, or from the beginning if the last one is shown."""
    if step.model.replay.due is not None:
        step.change(replay=replace(step.model.replay, due=None))
        return
    if step.cursor.is_live or step.cursor.is_at_end:
        show_ply(step, 0)
    step.change(replay=replace(step.model.replay, due=step.now + REPLAY_START_SECONDS))


def show_next_turn(step: Step) -> None:
    step.change(replay=replace(step.model.replay, due=None))
    span = step.cursor.next_turn
    if span is not None:
        show_turn(step, span)


def show_turn(step: Step, span: Span) -> None:
    """Show the position after a turn, and animate the turn."""
    show_ply(step, span.last)
    if step.cursor.ply == span.last:
        _animate_again(step, range(span.first, span.last), "step")


def tick_replay(step: Step) -> None:
    """Animate the turn under the pointer, or the next turn of the replay, if it is due."""
    replay, view = step.model.replay, step.view
    if replay.pointed_due is not None and step.now >= replay.pointed_due and view.is_idle:
        step.change(replay=replace(replay, pointed_due=None))
        _show_pointed_turn(step)
    due, span = step.model.replay.due, step.cursor.next_turn
    if due is not None and step.now >= due and view.is_idle and not view.is_replaying:
        if span is not None:
            show_turn(step, span)
        next_due = None if step.cursor.is_at_end else step.now + REPLAY_TURN_SECONDS
        step.change(replay=replace(step.model.replay, due=next_due))


def _show_pointed_turn(step: Step) -> None:
    """Animate the turn at which the person points, unless something else is going on."""
    replay, view = step.model.replay, step.view
    if replay.pointed_turn is None or not step.plies_to_repeat or not view.is_on_top:
        return
    if view.is_replaying or view.is_choosing or replay.due is not None:
        return
    span = step.match.turns()[replay.pointed_turn]
    _animate_again(step, range(span.first, step.cursor.ply), is_silent=True)


def _animate_again(
    step: Step, plies: range, kind: Literal["step", "again"] = "again", is_silent: bool = False
) -> None:
    step.change(replay=replace(step.model.replay, is_silent=is_silent))
    step.emit(AnimateAgain(step.cursor.list_changes(plies), kind, is_silent))
