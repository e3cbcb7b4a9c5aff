"""Trying out: a match played on from any of its positions, as a copy that nothing is kept of."""

from __future__ import annotations

import random

from rules import abilities
from rules.contract import NATURE, Position
from rules.match import Match
from rules.record import Player, Record
from rules.series import Series
from scenes.table.game_ui import ui_of
from scenes.table.session import Session


def ground(session: Session, ply: int) -> Position | None:
    """The position to try out from, the one after `ply` plies or the last before it that somebody decides in, without
    clocks; None where there is none.

    Where nothing is left to chance a match begins at the start of a turn: half a turn can't be written down.
    While a match with hidden cards goes on those that can't be seen are dealt anew: nothing is told by trying.
    """
    match = session.match
    while ply >= 0:
        position = match.positions[ply]
        decided = position.to_move != NATURE or ui_of(match.game.key).tries_deals
        if position.outcome() is None and decided and (position.turn_started or abilities.has_chance(position)):
            break
        ply -= 1
    else:
        return None
    if match.outcome() is None:
        persons = session.persons
        seen = abilities.seen_by(position, persons[0] if len(persons) == 1 else None)
        position = abilities.deduce(seen, random.Random())
    return abilities.without_clock(position)


def trial(session: Session, position: Position, players: tuple[Player, ...]) -> Session:
    """A copy of a match that goes on from a position of it, without a clock."""
    match = session.match
    copy = Match(match.game, match.options, match.seats, position=position)
    return Session("", Record(copy, players, {}), Series.begin(match.seats), kept=False, tried=True)
