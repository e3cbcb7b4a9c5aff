"""How far things have gone in Unstacked Draughts."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """What the match waits for."""

    PRIORITY = "priority"
    """A throw of one die each for who begins."""
    READY = "ready"
    FLYING = "flying"
    REST = "rest"
    DISPUTE = "dispute"
    """A tilted die: does it count?"""
    WON = "won"
    """A game is won and the match goes on."""
    OVER = "over"
