"""The seed of the dice and cards of a match: its headers in the record, and who may know what of it.

Only the hash of the seed is shown beforehand. The seed of a match under way is in its own file alone, and there
only scrambled; what is given away holds none.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules import abilities
from rules.common.dice import SEED_BYTES, Sealed
from rules.record import Record

PREFIX: Final = "Dice-"  # of the headers that belong to the dice of one match
HASH: Final = "Dice-Hash"  # header for the hash of the seed, which is shown before the match
SCRAMBLED: Final = "Dice-Sealed"  # header for the seed while the match goes on: a glance at the file doesn't tell it
SEED: Final = "Dice-Seed"  # header for the seed once the match is over
SINCE: Final = "Dice-Since"  # header for the number of throws before the sealing, in a match that came from elsewhere


def read_seed(headers: Mapping[str, str]) -> Sealed | None:
    """Return the seed, scrambled or revealed; None without a readable one."""
    if SEED not in headers and SCRAMBLED not in headers:
        return None
    try:
        return Sealed(headers[SEED]) if SEED in headers else Sealed.unscramble(headers[SCRAMBLED])
    except ValueError:
        return None


def throws_before_seal(headers: Mapping[str, str]) -> int:
    """Return the number of throws before the match was sealed, which aren't the seed's."""
    told = headers.get(SINCE, "")
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 6 else 0


def describe_fault(headers: Mapping[str, str]) -> str | None:
    """Return what is wrong with the seal of an unfinished match, as a sentence: its file must not change its dice."""
    if HASH not in headers and SCRAMBLED not in headers:
        return None
    found = read_seed(headers)
    if found is not None and found.hash == headers.get(HASH):
        return None
    return f"The seed of the dice and cards isn't the one that was sealed: {SCRAMBLED} or {HASH} has been changed."


def headers_of(found: Sealed, over: bool, before: int = 0) -> dict[str, str]:
    """Return the headers of a seed. `over`: it is revealed; `before`: the number of throws that aren't its own."""
    own = {SEED: found.seed} if over else {SCRAMBLED: found.scramble()}
    return {HASH: found.hash, **({SINCE: str(before)} if before else {}), **own}


def update_headers(headers: Mapping[str, str], over: bool) -> dict[str, str]:
    """Return the same headers with the seed revealed if the match is over, and scrambled while it goes on."""
    found = read_seed(headers)
    if found is None or over == (SEED in headers):
        return dict(headers)
    return (
        without_seal(headers) | headers_of(found, over, throws_before_seal(headers)) | {HASH: headers.get(HASH, "")}
    )


def without_seal(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers that don't belong to the dice."""
    return {name: value for name, value in headers.items() if not name.startswith(PREFIX)}


@dataclass(frozen=True, slots=True)
class SealedChance:
    """The seed in a record: its n-th throw shows the n-th pair of dice."""

    record: Record

    def dice_of_throw(self, throw: int) -> tuple[int, int]:
        """Return the faces of a throw, counted from 0."""
        return self.read_seed().pair(throw)

    def read_seed(self) -> Sealed:
        """Return the source of all chance of the match: a secret while it goes on."""
        found = read_seed(self.record.extra)
        assert found is not None
        return found

    @property
    def hash(self) -> str:
        """The text that may be shown from the beginning; empty where the dice are not drawn."""
        return self.record.extra.get(HASH, "")

    @property
    def throws_before_seal(self) -> int:
        return throws_before_seal(self.record.extra)

    @property
    def seed(self) -> str | None:
        """The seed, once the match is over."""
        found = read_seed(self.record.extra)
        return None if found is None or self.record.match.outcome() is None else found.seed


def with_seed(record: Record) -> Record:
    """Return a record with a new seed where it has none that can be read; earlier throws aren't the seed's."""
    if read_seed(record.extra) is not None:
        return record
    made = Sealed.new(secrets.token_bytes(SEED_BYTES))
    headers = headers_of(made, over=False, before=abilities.throws(record.match.position))
    return replace(record, extra=without_seal(record.extra) | headers)


def with_updated_seal(record: Record) -> Record:
    """Return a record with its seed revealed if the match is over, and scrambled while it goes on."""
    headers = update_headers(record.extra, record.match.outcome() is not None)
    return record if headers == record.extra else replace(record, extra=without_seal(record.extra) | headers)
