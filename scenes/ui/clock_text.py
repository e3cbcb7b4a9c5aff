"""The text of a clock, such as "4:59". This module doesn't import pygame."""

from __future__ import annotations

from typing import Final

SHORT: float = 20.0  # seconds below which the time is red and shows tenths
SHORT_TURN: Final = 10.0  # the same limit for the clock of a turn


def clock_text(seconds: float, short: float = SHORT) -> str:
    """Return seconds, rounded down, as text: "4:59", "1:02:03" or, below `short`, with tenths: "0:09.4"."""
    tenths = max(0, int(seconds * 10 + 1e-6))
    whole = tenths // 10
    if tenths < short * 10:
        return f"0:{whole:02}.{tenths % 10}"
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
