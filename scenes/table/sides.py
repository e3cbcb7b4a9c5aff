"""The two sides of a chart of chances: which of them is up, and their names and colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from rules.contract import NATURE, Seat
from scenes.table import match_text
from scenes.table.game_ui import view_of
from scenes.ui.bars import Side

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.session import Session


def upper(session: Session) -> Seat:
    """Return the seat for which up is good: the only person's, else the one that began."""
    if len(session.persons) == 1:
        return session.persons[0]
    return next((span.seat for span in session.match.turns() if span.seat != NATURE), 0)


def chance_of(seat: Seat, first: float) -> float:
    """Return a seat's chance, given seat 0's chance `first`."""
    return 1 - first if seat else first


def sides(app: AppContext, session: Session) -> tuple[Side, Side]:
    """Return the upper side and the other, in the colours of their pieces."""
    emblems, up = view_of(session.match.game.key).emblems, upper(session)

    def side(seat: Seat) -> Side:
        name = match_text.unnamed(app.words, session, seat) or match_text.name_of(app.words, session, seat)
        called = dict.fromkeys((name, match_text.seat_word(app.words, session, seat)))
        return Side(" · ".join(called), pygame.Color(app.assets.looks.colour(emblems[seat])))

    return side(up), side(1 - up)
