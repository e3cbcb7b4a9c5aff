"""The handling of undo, redo and take-back at the table; `rules.match.Match` decides how far they go. No pygame."""

from __future__ import annotations

from collections.abc import Sequence

from rules import abilities
from rules.contract import Position
from rules.match import Change
from rules.teaching.exercise import PlannedMatch
from scenes.table.events import Order, ShowMessage, ShowTable
from scenes.table.model import Message
from scenes.table.play_moves import cancel_pending, show_changes, start_next_turn
from scenes.table.table_facts import Step


def take_back(step: Step) -> None:
    """Take back the last decision of the person's unfinished turn."""
    change = step.change_match().take_back(step.now) if step.can_take_back else None
    if change is not None:
        show_changes(step, [change])


def undo(step: Step) -> None:
    if not _refuse_undo(step) and step.can_undo:
        _show_history_change(step, step.change_match().undo(step.persons, step.now))


def redo(step: Step) -> None:
    if not _refuse_undo(step) and step.can_redo:
        _show_history_change(step, step.change_match().redo(step.persons, step.now))


def rewind_exercise(step: Step, ply_count: int) -> None:
    """Take back the moves of an exercise until `ply_count` are left.

    They are animated unless the animation would reveal something hidden.
    """
    match = step.change_match()
    assert isinstance(match, PlannedMatch)
    changes = match.rewind(ply_count, step.now)
    if changes and all(_is_open(position) for change in changes for position in (change.before, change.after)):
        _show_history_change(step, changes)
        return
    cancel_pending(step)
    step.chance.cancel_due(step)
    step.emit(Order.CANCEL_ANIMATIONS, ShowTable(step.chance.redact_table(step.position)))
    start_next_turn(step)


def _show_history_change(step: Step, changes: Sequence[Change]) -> None:
    """Show moves that were taken back or played again, and cancel everything that was under way."""
    step.chance.cancel_due(step)
    step.change(automatic_due=None, shown_ply=None, variation=())
    step.emit(Order.CANCEL_ANIMATIONS)
    if step.outcome is None:
        step.emit(Order.REOPEN)
    show_changes(step, changes)


def _refuse_undo(step: Step) -> bool:
    """Return whether nothing may be taken back in this match; tell the person if the rules forbid it."""
    if step.is_undo_forbidden:
        step.emit(ShowMessage(Message(step.no_undo_words_key)))
    return step.is_undo_forbidden or step.model.is_elsewhere


def _is_open(position: Position) -> bool:
    """Return whether going back from a position reveals nothing that was hidden."""
    return abilities.may_undo(position) and not abilities.is_undo_barred(position)
