"""The text of a clock, such as "4:59". This module doesn't import pygame."""

from __future__ import annotations

from scenes.ui.constants import SHORT_CLOCK_SECONDS


def clock_text(seconds: float, tenths_below: float = SHORT_CLOCK_SECONDS) -> str:
    """Return seconds, rounded down, as "4:59", "1:02:03" or, below `tenths_below` seconds, with tenths: "0:09.4"."""
    tenths = max(0, int(seconds * 10 + 1e-6))
    full_seconds = tenths // 10
    if tenths < tenths_below * 10:
        return f"0:{full_seconds:02}.{tenths % 10}"
    hours, minutes = full_seconds // 3600, full_seconds // 60 % 60
    return f"{hours}:{minutes:02}:{full_seconds % 60:02}" if hours else f"{minutes}:{full_seconds % 60:02}"
