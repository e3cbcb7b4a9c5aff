"""Dice that can be checked: their faces come from a sealed seed, whose hash is shown before the match.

After the match the seed is opened. The n-th throw of a match shows the n-th pair of its seed, whatever hand, cup and
table did. Whoever has the seed can work the pairs out with nothing but SHA-256: see `Sealed.pair`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final, Self, TypeAlias

Pair: TypeAlias = tuple[int, int]
"""The faces of two dice as they are named."""
PAIRS: Final[tuple[Pair, ...]] = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""The 36 in order: 1-1, 1-2, …"""
ROLLS: Final[tuple[Pair, ...]] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21, whichever die shows what, higher one first: 1-1, 2-1, 2-2, …; a double is half as likely as another."""

SEED_BYTES: Final = 16
"""Of a seed: too many to be tried out."""
_ROUND: Final = 252
"""The multiples of 36 end here: bytes from here on are passed over, or some pairs would come more often."""
_MASK: Final = sha256(b"Tablier").digest()[:SEED_BYTES]


@dataclass(frozen=True, slots=True)
class Sealed:
    """A seed, 32 hexadecimal digits in small letters."""

    seed: str

    def __post_init__(self) -> None:
        if len(self.seed) != 2 * SEED_BYTES or not set(self.seed) <= set("0123456789abcdef"):
            raise ValueError(f"A seed is {2 * SEED_BYTES} hexadecimal digits in small letters.")

    @classmethod
    def new(cls, random_bytes: bytes) -> Self:
        """From 16 bytes that nobody can guess (`secrets.token_bytes`)."""
        return cls(random_bytes.hex())

    @property
    def hash(self) -> str:
        """What is shown before the match: the SHA-256 of the seed's text, 64 hexadecimal digits."""
        return sha256(self.seed.encode()).hexdigest()

    def pair(self, n: int) -> Pair:
        """The faces of the n-th throw, counted from 0; every one of the 36 pairs is equally likely.

        The bytes of the SHA-256 of "SEED n 0" are looked at in turn (then of "SEED n 1" and so on). The first that is
        below 252 counts: divided by 36 it leaves 6 * first + second, where the faces are these two and 1.
        """
        for block in count():
            for byte in sha256(f"{self.seed} {n} {block}".encode()).digest():
                if byte < _ROUND:
                    first, second = divmod(byte % 36, 6)
                    return first + 1, second + 1
        raise AssertionError("the blocks never end")

    def scrambled(self) -> str:
        """The seed for the save file of an unfinished match, so that a glance at the file doesn't tell it.

        This keeps no secret: whoever reads this source can undo it. A hash shown beforehand and a seed shown
        afterwards prove that the dice were not changed, and nothing about who has looked at them.
        """
        return _masked(bytes.fromhex(self.seed)).hex()

    @classmethod
    def unscrambled(cls, text: str) -> Self:
        """The seed that `scrambled` wrote so. Raises ValueError with a sentence."""
        try:
            return cls.new(_masked(bytes.fromhex(text)))
        except ValueError:
            raise ValueError("The scrambled seed is damaged.") from None


def _masked(data: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(data, _MASK, strict=True))


@dataclass(frozen=True, slots=True)
class Check:
    """What came of checking the dice of a finished match."""

    sealed: bool
    """Whether the seed is the one whose hash was shown."""
    wrong: tuple[int, ...]
    """The throws, counted from 0, that showed other faces than the seed has for them."""

    @property
    def honest(self) -> bool:
        return self.sealed and not self.wrong


def check(seed: str, hash_shown: str, throws: Sequence[tuple[int, ...]], since: int = 0) -> Check:
    """Check the throws of a match, in their order, against the opened seed and the hash shown before.

    The first `since` of them were made before the dice were sealed and aren't looked at.

    A throw is the faces that were seen: two, in either order; one where a single die was thrown, which is the first
    of its pair; none where nobody saw them, as of dice that were covered or fell off the board. Raises ValueError if
    the seed isn't one.
    """
    sealed = Sealed(seed)
    wrong = tuple(n for n, faces in enumerate(throws) if n >= since and not _shows(faces, sealed.pair(n)))
    return Check(sealed.hash == hash_shown, wrong)


def _shows(faces: tuple[int, ...], pair: Pair) -> bool:
    """Whether faces that were seen are those of a pair."""
    return faces == pair[: len(faces)] if len(faces) < 2 else sorted(faces) == sorted(pair)
