"""The sealed dice of a match: where they are kept in its record, and who may know what of them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from rules import abilities
from rules.common.dice import SEED_BYTES, Sealed
from scenes.table import seal
from scenes.table.session import Session


@dataclass(slots=True)
class DiceBag:
    """The dice of one match: its n-th throw shows the n-th pair."""

    sitting: Session

    def fill(self) -> None:
        """Give a match that has no dice yet a seed of its own; one whose seed is damaged gets a new one.

        What was thrown before isn't this seed's, which the record then says.
        """
        if self._sealed() is None:
            sealed = Sealed.new(secrets.token_bytes(SEED_BYTES))
            self._write(seal.headers_of(sealed, over=False, before=abilities.throws(self.sitting.match.position)))

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
        return self.sitting.record.extra.get(seal.HASH, "")

    @property
    def since(self) -> int:
        """How many throws were made before these dice were sealed."""
        return seal.since(self.sitting.record.extra)

    @property
    def seed(self) -> str | None:
        """The seed, once the match is over."""
        sealed = self._sealed()
        return None if sealed is None or self.sitting.match.outcome() is None else sealed.seed

    def turn_the_key(self) -> None:
        """Open the seed in the record of a match that is over, and scramble it while one goes on."""
        self._write(seal.turned(self.sitting.record.extra, self.sitting.match.outcome() is not None))

    def _sealed(self) -> Sealed | None:
        return seal.sealed(self.sitting.record.extra)

    def _write(self, headers: dict[str, str]) -> None:
        record = self.sitting.record
        self.sitting.record = replace(record, extra=seal.without(record.extra) | headers)
