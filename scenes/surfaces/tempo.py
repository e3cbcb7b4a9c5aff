"""How fast things on a table are seen to move: one's own, the others', what is taken back or shown again. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from scenes.app.settings import Settings

SPEEDS: Final = {"normal": 1.0, "fast": 2.0, "off": 0.0}
"""How fast things move, by the setting."""
BACKWARDS: Final = 1.6
"""Undoing runs so much faster."""
PACES: Final = {"slow": (0.7, 0.6), "normal": (1.0, 0.1), "quick": (1.7, 0.0), "instant": (0.0, 0.0)}
"""How fast the others' turns are seen, and the seconds of rest between two of their steps."""
BREATHS: Final = {"slow": 1.2, "quick": 0.1, "instant": 0.0}
"""Seconds before a computer player begins, at a pace that isn't the usual."""
REST: Final = 0.4
"""The same rest in what is shown again, at the usual pace."""
FADED: Final = 0.2
"""The least rest where things only fade from place to place, for their order has to be seen."""

Kind: TypeAlias = Literal["own", "other", "back", "step", "again"]
"""Whose move it is, or that it is taken back, looked back on, or shown again."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """How fast a film runs: at speed 0 things are just where they belong; if it is `still` they fade to there.

    `rest`: seconds before each step that follows another, in which what happened is to be seen.
    """

    speed: float = 1.0
    still: bool = False
    rest: float = 0.0

    @property
    def cut(self) -> bool:
        """Whether nothing travels."""
        return self.still or self.speed == 0


def tempo_of(settings: Settings, kind: Kind) -> Tempo:
    """The tempo of one kind of change, as the person wishes it; what is shown again moves in any case."""
    speed, still = SPEEDS[settings.animation], settings.reduced_motion
    if kind in ("own", "back"):
        return Tempo(speed * (BACKWARDS if kind == "back" else 1.0), still)
    pace, rest = PACES[settings.card_pace]
    if kind == "other":
        speed, shown = speed * pace, pace > 0 and (speed > 0 or settings.card_pace == "slow")
    else:
        speed = (speed or float(kind == "again")) * (pace or 1.0)
        rest, shown = REST / (pace or 1.0) if kind == "again" else rest, speed > 0
    return Tempo(speed, still, (max(rest, FADED) if still else rest) if shown else 0.0)
