"""How clearly a level sees: judgements that are a little off, and what is overlooked, the same for the same seed."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

_LOW_62: Final = 0x3FFFFFFFFFFFFFFF
_SPREAD: Final = 0x1E3779B97F4A7C15


@final
class EvaluationNoise:
    """The eyes of one level in one search."""

    def __init__(self, seed: int = 0, noise: int = 0, blind: int = 0) -> None:
        """As in `rules.search.iterative_deepening.Core.set_position`."""
        self.noise: i64 = noise
        """Hundredths by which a judgement may be off, either way."""
        self.blind: i64 = blind
        """Of 256 things at the edge of what is looked at, how many are overlooked."""
        self._seed: i64 = seed & _LOW_62

    def error(self, key: i64) -> i64:
        """By how much the judgement of the position `key` is off."""
        if self.noise == 0:
            return 0
        random = ((key ^ self._seed) * _SPREAD >> 30) & 1023
        return (random * (2 * self.noise + 1) >> 10) - self.noise

    def overlooks(self, key: i64) -> bool:
        """Whether something about the position `key` is not seen."""
        return self.blind != 0 and ((key ^ self._seed) * _SPREAD >> 44) & 255 < self.blind
