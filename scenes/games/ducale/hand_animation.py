"""Animation of a hand's cards from their visible to their final places; without pygame, times in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.contract import Target
from scenes.games.ducale.card_layout import CardPlace
from scenes.surfaces.clips import ease_out

GLIDE: Final = 0.14


@dataclass(frozen=True, slots=True)
class _Glide:
    start: CardPlace
    end: CardPlace
    since: float

    def at(self, now: float) -> CardPlace:
        part = ease_out((now - self.since) / GLIDE)
        x, y, high, lean = (a + (b - a) * part for a, b in zip(self.start, self.end, strict=True))
        return (x, y, high, lean)


class HandAnimation:
    def __init__(self) -> None:
        self._glides: dict[Target, _Glide] = {}

    def __bool__(self) -> bool:
        return bool(self._glides)

    def end(self, now: float) -> None:
        self._glides = {target: glide for target, glide in self._glides.items() if now < glide.since + GLIDE}

    def place_cards(self, seen: Mapping[Target, CardPlace], now: float) -> None:
        self._glides |= {target: _Glide(place, place, now) for target, place in seen.items()}

    def go(self, seen: Mapping[Target, CardPlace], ends: Mapping[Target, CardPlace], now: float) -> None:
        """Start glides from the visible places to `ends`; other glides are dropped."""
        glides = {}
        for target, end in ends.items():
            before = self._glides.get(target)
            if before is not None and before.end == end:
                glides[target] = before
                continue
            start = before.at(now) if before is not None else seen.get(target, end)
            if start != end:
                glides[target] = _Glide(start, end, now)
        self._glides = glides

    def places(self, now: float) -> dict[Target, CardPlace]:
        return {target: glide.at(now) for target, glide in self._glides.items()}
