"""The animation of a hand's cards that glide to their places; times are in seconds, without pygame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.contract import Target
from scenes.games.ducale.card_layout import CardPlace
from scenes.surfaces.clips import ease_out

GLIDE_SECONDS: Final = 0.14


@dataclass(frozen=True, slots=True)
class _Glide:
    start: CardPlace
    end: CardPlace
    start_time: float

    def at(self, now: float) -> CardPlace:
        share = ease_out((now - self.start_time) / GLIDE_SECONDS)
        x, y, height, lean = (a + (b - a) * share for a, b in zip(self.start, self.end, strict=True))
        return (x, y, height, lean)


class HandAnimation:
    """The glides of a hand's cards; the object is true while any card glides."""

    def __init__(self) -> None:
        self._glides: dict[Target, _Glide] = {}

    def __bool__(self) -> bool:
        return bool(self._glides)

    def drop_finished(self, now: float) -> None:
        glides = self._glides.items()
        self._glides = {target: glide for target, glide in glides if now < glide.start_time + GLIDE_SECONDS}

    def pin_cards(self, visible: Mapping[Target, CardPlace], now: float) -> None:
        """Keep released cards at their `visible` places until `start` lets them glide from there."""
        self._glides |= {target: _Glide(place, place, now) for target, place in visible.items()}

    def start(self, visible: Mapping[Target, CardPlace], ends: Mapping[Target, CardPlace], now: float) -> None:
        """Let cards glide from their visible places to `ends`; glides to other places end at once."""
        glides = {}
        for target, end in ends.items():
            glide = self._glides.get(target)
            if glide is not None and glide.end == end:
                glides[target] = glide
                continue
            start = glide.at(now) if glide is not None else visible.get(target, end)
            if start != end:
                glides[target] = _Glide(start, end, now)
        self._glides = glides

    def places(self, now: float) -> dict[Target, CardPlace]:
        return {target: glide.at(now) for target, glide in self._glides.items()}
