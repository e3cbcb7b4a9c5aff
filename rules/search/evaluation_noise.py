"""Evaluation noise, which weakens a level: errors in evaluations, and overlooked moves; a seed determines both."""

from typing import Final, final

from mypy_extensions import i64

_LOW_62: Final = 0x3FFFFFFFFFFFFFFF
_MULTIPLIER: Final = 0x1E3779B97F4A7C15


@final
class EvaluationNoise:
    def __init__(self, seed: int = 0, noise: int = 0, blind: int = 0) -> None:
        self.noise: i64 = noise
        self.blind: i64 = blind  # how many out of every 256 captures or other tactical moves are overlooked
        self._seed: i64 = seed & _LOW_62

    def error(self, key: i64) -> i64:
        """Return the error of the evaluation of the position `key`: -noise to +noise hundredths of a man."""
        if self.noise == 0:
            return 0
        random = ((key ^ self._seed) * _MULTIPLIER >> 30) & 1023
        return (random * (2 * self.noise + 1) >> 10) - self.noise

    def overlooks(self, key: i64) -> bool:
        """Return whether the move to the position `key` is overlooked."""
        return self.blind != 0 and ((key ^ self._seed) * _MULTIPLIER >> 44) & 255 < self.blind
