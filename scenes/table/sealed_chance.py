"""The seed of the dice and cards of a match: its headers in the record, and when they are revealed.

While a match goes on, only the hash of its seed is shown. The seed itself is then in the match's own file alone, and
scrambled; exported records don't contain it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules import abilities
from rules.common.dice import SEED_BYTES, DiceSeed
from rules.record import Record

# Names of headers:
PREFIX: Final = "Dice-"  # the beginning of all headers about the seed
HASH: Final = "Dice-Hash"  # the hash of the seed, which is shown from the beginning
SCRAMBLED: Final = "Dice-Sealed"  # the seed while the match goes on, unreadable at a glance
SEED: Final = "Dice-Seed"  # the seed once the match is over
SINCE: Final = "Dice-Since"  # the number of throws before the seed was made, in a match that came from elsewhere


def read_seed(headers: Mapping[str, str]) -> DiceSeed | None:
    """Return the seed in `headers`, scrambled there or not; None if there is none or it is unreadable."""
    if SEED not in headers and SCRAMBLED not in headers:
        return None
    try:
        return DiceSeed(headers[SEED]) if SEED in headers else DiceSeed.unscramble(headers[SCRAMBLED])
    except ValueError:
        return None


def throws_before_seal(headers: Mapping[str, str]) -> int:
    """Return the number of throws before the seed was made, which don't come from it."""
    count = headers.get(SINCE, "")
    return int(count) if count.isascii() and count.isdecimal() and len(count) < 6 else 0


def describe_fault(headers: Mapping[str, str]) -> str | None:
    """Return what is wrong with the seed of an unfinished match, as a sentence; None if nothing is."""
    if HASH not in headers and SCRAMBLED not in headers:
        return None
    seed = read_seed(headers)
    if seed is not None and seed.hash == headers.get(HASH):
        return None
    return f"The seed of the dice and cards isn't the one that was sealed: {SCRAMBLED} or {HASH} has been changed."


def headers_of(seed: DiceSeed, is_over: bool, throws_before: int = 0) -> dict[str, str]:
    """Return the headers of a seed, revealed if `is_over`. `throws_before`: the throws before it was made."""
    own = {SEED: seed.seed} if is_over else {SCRAMBLED: seed.scramble()}
    return {HASH: seed.hash, **({SINCE: str(throws_before)} if throws_before else {}), **own}


def update_headers(headers: Mapping[str, str], is_over: bool) -> dict[str, str]:
    """Return headers with the seed revealed if the match `is_over`, and scrambled while it goes on."""
    seed = read_seed(headers)
    if seed is None or is_over == (SEED in headers):
        return dict(headers)
    return (
        without_seal(headers) | headers_of(seed, is_over, throws_before_seal(headers)) | {HASH: headers.get(HASH, "")}
    )


def without_seal(headers: Mapping[str, str]) -> dict[str, str]:
    """Return headers without those about the seed."""
    return {name: value for name, value in headers.items() if not name.startswith(PREFIX)}


@dataclass(frozen=True, slots=True)
class SealedChance:
    """The seed in a record, from which all dice and cards of its match come."""

    record: Record

    def dice_of_throw(self, throw: int) -> tuple[int, int]:
        """Return the two dice of throw number `throw`, counted from 0."""
        return self.read_seed().pair(throw)

    def read_seed(self) -> DiceSeed:
        """Return the seed, which is a secret while the match goes on. The record must have one."""
        seed = read_seed(self.record.extra)
        assert seed is not None
        return seed

    @property
    def hash(self) -> str:
        """The hash of the seed, which may be shown from the beginning; empty if there is no seed."""
        return self.record.extra.get(HASH, "")

    @property
    def throws_before_seal(self) -> int:
        return throws_before_seal(self.record.extra)

    @property
    def seed(self) -> str | None:
        """The text of the seed if the match is over; else None."""
        seed = read_seed(self.record.extra)
        return None if seed is None or self.record.match.outcome() is None else seed.seed


def with_seed(record: Record) -> Record:
    """Return a record with a seed: a new one for the throws to come, if it has none that can be read."""
    if read_seed(record.extra) is not None:
        return record
    seed = DiceSeed.new(secrets.token_bytes(SEED_BYTES))
    headers = headers_of(seed, is_over=False, throws_before=abilities.throws(record.match.position))
    return replace(record, extra=without_seal(record.extra) | headers)


def with_updated_seal(record: Record) -> Record:
    """Return a record with its seed revealed if the match is over, and scrambled while it goes on."""
    headers = update_headers(record.extra, record.match.outcome() is not None)
    return record if headers == record.extra else replace(record, extra=without_seal(record.extra) | headers)
