"""Hints on request: first the piece to move is marked, then the move itself is shown. No pygame."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from rules import abilities
from rules.contract import Move
from scenes.surfaces.mark_rules import step_through
from scenes.table.engine_questions import ask_for_hint
from scenes.table.events import Order, ShowMessage
from scenes.table.model import HintState, Message
from scenes.table.table_facts import Step


def request_hint(step: Step) -> None:
    """Show a hint or more of it, hide one that is fully shown, or say that none may be given."""
    model = step.model
    hint = model.hint
    if step.is_timed:
        step.emit(ShowMessage(Message("clock.no_hint")))
    elif step.ui.has_dice:
        if step.outcome is None:
            shows_hints = abilities.shows_hints(step.position)
            step.emit(ShowMessage(Message("dice.no_choice" if shows_hints else "dice.no_hint")))
    elif hint.moves and hint.shown == "nudge":
        _show_hint(step, "move")
    elif step.token_to_put is not None and model.advice and not hint.moves:
        # The advised piece was moved, and a token must be placed.
        step.change(hint=replace(hint, moves=model.advice))
        _show_hint(step, "move")
    elif hint.moves or model.advice:
        _hide_hint(step)
    elif model.engine.is_advising:
        step.change(hint=replace(hint, is_eager=True))
    else:
        step.change(hint=replace(hint, is_eager=False))
        ask_for_hint(step)


def take_hint(step: Step, moves: tuple[Move, ...]) -> None:
    """Show the adviser's answer: first a nudge only, unless the person has asked again or has no choice."""
    if step.ui.has_dice:
        return
    hint = step.model.hint
    step.change(hint=replace(hint, moves=moves))
    _show_hint(step, "nudge" if not hint.is_eager and _has_choice(step, moves[0]) else "move")


def hide_hint_about_others(step: Step) -> None:
    """Hide the shown hint if the person picks something that it isn't about."""
    hint, picked = step.model.hint, step.view.picked
    if not picked or step.phrases.hint is not None:
        return
    gestures = [position.gesture(move) for position, move in step_through(step.position, hint.moves)]
    if not any(gesture.pick >= picked for gesture in gestures):
        _hide_hint(step)


def _hide_hint(step: Step) -> None:
    step.change(advice=(), note=None, hint=HintState(), nudge=frozenset())


def _show_hint(step: Step, shown: Literal["nudge", "move"]) -> None:
    """Show a part of the hint; put back a picked piece that it isn't about."""
    hint, text = step.model.hint, step.phrases.hint
    move, is_nudge = hint.moves[0], shown == "nudge"
    pick = step.position.gesture(move).pick
    nudge = pick if is_nudge and (text is None or text.is_marked(move)) else frozenset()
    step.change(hint=replace(hint, shown=shown), nudge=nudge, advice=() if is_nudge else hint.moves, note=None)
    step.emit(Order.CLEAR_MESSAGE)
    if text is None and not step.view.picked <= pick:
        step.emit(Order.RELEASE_HELD)


def _has_choice(step: Step, move: Move) -> bool:
    """Return whether the person has a choice, so that a nudge isn't the whole answer already."""
    text, position = step.phrases.hint, step.position
    return text is None or text.has_choice(abilities.seen_by(position, position.to_move), move)
