"""The sealed dice of a match: where they are kept in its record, and who may know what of them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Final

from rules.dice import SEED_BYTES, Sealed
from scenes.sitting import Sitting

HASH: Final = "Dice-Hash"
"""The record's header for what is shown of the seed before the match."""
SCRAMBLED: Final = "Dice-Sealed"
"""The header for the seed while the match goes on: a glance at the file doesn't tell it."""
SEED: Final = "Dice-Seed"
"""The header for the seed once the match is over."""
HEADERS: Final = (HASH, SCRAMBLED, SEED)


@dataclass(slots=True)
class DiceBag:
    """The dice of one match: its n-th throw shows the n-th pair."""

    sitting: Sitting

    def fill(self) -> None:
        """Give a match that has no dice yet a seed of its own; one whose seed is damaged gets a new one."""
        if self._sealed() is None:
            sealed = Sealed.new(secrets.token_bytes(SEED_BYTES))
            self._write({HASH: sealed.hash, SCRAMBLED: sealed.scrambled()})

    def pair(self, throw: int) -> tuple[int, int]:
        """The faces of a throw, counted from 0."""
        return self.sealed().pair(throw)

    def sealed(self) -> Sealed:
        """What everything that is left to chance comes from; whoever asks keeps it to themselves."""
        self.fill()
        sealed = self._sealed()
        assert sealed is not None
        return sealed

    @property
    def hash(self) -> str:
        """What may be shown from the beginning; empty where the dice are not drawn."""
        return self.sitting.record.extra.get(HASH, "")

    @property
    def seed(self) -> str | None:
        """The seed, once the match is over."""
        sealed = self._sealed()
        return None if sealed is None or self.sitting.match.outcome() is None else sealed.seed

    def turn_the_key(self) -> None:
        """Open the seed in the record of a match that is over, and scramble it while one goes on."""
        sealed = self._sealed()
        if sealed is None:
            return
        over = self.sitting.match.outcome() is not None
        if over == (SEED in self.sitting.record.extra):
            return
        self._write({HASH: self.hash} | ({SEED: sealed.seed} if over else {SCRAMBLED: sealed.scrambled()}))

    def _sealed(self) -> Sealed | None:
        extra = self.sitting.record.extra
        try:
            return Sealed(extra[SEED]) if SEED in extra else Sealed.unscrambled(extra.get(SCRAMBLED, ""))
        except ValueError:
            return None

    def _write(self, headers: dict[str, str]) -> None:
        record = self.sitting.record
        kept = {name: value for name, value in record.extra.items() if name not in HEADERS}
        self.sitting.record = replace(record, extra=kept | headers)
