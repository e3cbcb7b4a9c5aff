"""Positions of Ducale as one line of JSON, and what a seat sees (README.md, section 12)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rules.contract import NATURE
from rules.ducale import options as chosen
from rules.ducale.cards import TEXTS, Card
from rules.ducale.notation import tokens

if TYPE_CHECKING:
    from rules.ducale.position import Position

VERSION: Final = 1


def write(position: Position) -> str:
    """The state line; of what a seat sees, its view."""
    data = view(position) if position.viewer >= NATURE else state(position)
    return json.dumps(data, separators=(",", ":"))


def _common(position: Position) -> dict[str, Any]:
    return {
        "v": VERSION,
        "opts": chosen.differing(position.options),
        "round": position.round,
        "lap": position.lap,
        "dealer": position.dealer,
        "turn": position.turn,
        "phase": "draw" if position.phase == "shuffle" else position.phase,
        "hands": [_texts(hand) for hand in position.hands],
        "opened": list(position.opened),
        "table": [{"id": one.id, "by": one.by, "cards": str(one.meld).split()} for one in position.melds],
        "stock": _texts(position.stock),
        "discard": _texts(position.discard),
        "owed": _texts(position.owed),
        "fresh": list(position.fresh),
        "next_id": position.next_id,
        "rebuilds": position.rebuilds,
        "scores": [list(row) for row in position.scores],
    }


def state(position: Position) -> dict[str, Any]:
    """A whole position as JSON: the start of the turn, and what has been played since as `pending`."""
    begun = position.begun
    if begun is not None and position.phase == "act":
        return _common(begun) | {"pending": tokens(begun, position.played)}
    data = _common(position)
    if position.phase == "end":
        data |= {"winner": position.winner, "one_turn": position.one_turn}
    return data


def view(position: Position) -> dict[str, Any]:
    """What a seat sees as JSON, its hand apart; for what everybody sees, without one."""
    data = _common(position)
    seat = position.viewer
    del data["hands"], data["stock"]
    if seat != NATURE:
        data |= {"seat": seat, "hand": _texts(position.hands[seat])}
    return data | {"sizes": [len(hand) for hand in position.hands], "stock": len(position.stock)}


def _texts(cards: Sequence[Card]) -> list[str]:
    return [TEXTS[card] for card in cards]
