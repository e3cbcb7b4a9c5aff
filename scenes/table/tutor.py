"""The tutor's judgement of a turn that is held back: the turn is played, or its player is asked. No pygame."""

from __future__ import annotations

from dataclasses import replace

import rules
from rules.ai.questions import Answer
from rules.teaching.mistakes import read_better_turn
from scenes.table.constants import TUTOR_LOSSES, TUTOR_NOTE_SECONDS, TUTOR_TIMEOUT_SECONDS
from scenes.table.engine_questions import cancel_questions
from scenes.table.events import PlaySound, WriteLog
from scenes.table.model import HintState, Message
from scenes.table.play_moves import drop_pending_move, play, show_changes
from scenes.table.table_facts import Step, TableFacts


def take_judgement(step: Step, answer: Answer) -> None:
    """Play the turn unless it loses more than the settings allow; then keep it back, so that its player is asked."""
    pending = step.model.pending_move
    if pending is None or (answer.judged is None and not answer.is_final):
        return
    if answer.is_final:
        step.change(engine=replace(step.model.engine, is_asking=False))
    cost = next(iter(answer.judged.costs if answer.judged is not None else ()), None)
    limit = TUTOR_LOSSES.get(step.model.settings.tutor, 1.0)
    better = () if cost is None else read_better_turn(step.match.positions[step.turn_start], cost.seat, cost.better)
    if cost is None or cost.loss < limit or not better:
        _play_turn(step, answer.error if cost is None else "")
        return
    cancel_questions(step)
    find_caution = rules.get(step.match.game.key).teach.caution
    remark = None if find_caution is None else find_caution(step.position, pending.move)
    step.change(pending_move=replace(pending, remark=remark, loss=cost.loss, better=better), note=None)
    step.emit(PlaySound("offer"))


def next_tutor_due(facts: TableFacts) -> float:
    seconds = TUTOR_NOTE_SECONDS if facts.model.note is None else TUTOR_TIMEOUT_SECONDS
    return facts.model.engine.asked_at + seconds


def tick_tutor(step: Step) -> None:
    if step.now >= step.model.engine.asked_at + TUTOR_TIMEOUT_SECONDS:
        _play_turn(step, "no answer in time")
    elif step.now >= next_tutor_due(step):
        step.change(note=Message("tutor.judging"))


def show_better_turn(step: Step) -> None:
    """Take the turn back to its start, and show the better one as a hint."""
    pending = step.model.pending_move
    if pending is None or not pending.better:
        return
    drop_pending_move(step)
    match, changes = step.change_match(), []
    while (change := match.take_back(step.now)) is not None:
        changes.append(change)
    if changes:
        show_changes(step, changes)
    step.change(advice=pending.better, hint=HintState(pending.better, "move"))


def _play_turn(step: Step, error: str | None) -> None:
    pending = step.model.pending_move
    assert pending is not None
    if error != "":
        step.emit(WriteLog(f"The tutor did not judge a turn: {error or 'no judgement'}"))
    play(step, pending.move, pending.held, is_confirmed=True)
