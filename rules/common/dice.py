"""Verifiable dice: a secret seed determines all throws, and its hash is published before the match (a commitment)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final, Self, TypeAlias

Pair: TypeAlias = tuple[int, int]  # faces from 1 to 6, in the order in which they are named
PAIRS: Final[tuple[Pair, ...]] = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
ROLLS: Final[tuple[Pair, ...]] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 unordered pairs, higher face first: 1-1, 2-1, 2-2, … A double is half as likely as another roll."""

SEED_BYTES: Final = 16  # length of a seed, too long for a brute-force search
_BYTE_LIMIT: Final = 252  # a multiple of 36; larger bytes are rejected, so that all pairs are equally likely
_MASK: Final = sha256(b"Tablier").digest()[:SEED_BYTES]


@dataclass(frozen=True, slots=True)
class DiceSeed:
    """A seed of 32 lower-case hexadecimal digits."""

    seed: str

    def __post_init__(self) -> None:
        if len(self.seed) != 2 * SEED_BYTES or not set(self.seed) <= set("0123456789abcdef"):
            raise ValueError(f"A seed is {2 * SEED_BYTES} hexadecimal digits in small letters.")

    @classmethod
    def new(cls, random_bytes: bytes) -> Self:
        """Make a seed from 16 cryptographically random bytes (`secrets.token_bytes`)."""
        return cls(random_bytes.hex())

    @property
    def hash(self) -> str:
        """The hash published before the match: the SHA-256 of the seed's text, 64 hexadecimal digits."""
        return sha256(self.seed.encode()).hexdigest()

    def pair(self, n: int) -> Pair:
        """Return the faces of the n-th throw, counted from 0; all 36 pairs are equally likely.

        The bytes of the digests are read in order. The first byte below 252 is used: its remainder modulo 36 is
        6 * first + second, and the faces are first + 1 and second + 1.
        """
        byte = next(byte for digest in self.digests(n) for byte in digest if byte < _BYTE_LIMIT)
        first, second = divmod(byte % 36, 6)
        return first + 1, second + 1

    def digests(self, n: int) -> Iterator[bytes]:
        """Yield the SHA-256 of "SEED n 0", "SEED n 1" and so on, without end."""
        return (sha256(f"{self.seed} {n} {block}".encode()).digest() for block in count())

    def scramble(self) -> str:
        """Return the seed, obfuscated for the file of an unfinished match. This isn't encryption."""
        return _apply_mask(bytes.fromhex(self.seed)).hex()

    @classmethod
    def unscramble(cls, text: str) -> Self:
        """Read a seed written by `scramble`. Raises ValueError with a sentence."""
        try:
            return cls.new(_apply_mask(bytes.fromhex(text)))
        except ValueError:
            raise ValueError("The scrambled seed is damaged.") from None


def _apply_mask(data: bytes) -> bytes:
    return bytes(byte ^ mask_byte for byte, mask_byte in zip(data, _MASK, strict=True))


def commands(seed: str, throws: int) -> tuple[str, str]:
    """Return two shell commands that print the hash of the seed, and its first `throws` throws."""
    faces = "print(n+1,x//6+1,x%6+1)"
    byte = "next(b%36 for b in h((s+' '+str(n)+' 0').encode()).digest() if b<252)"
    throw = f"[{faces} for n in range({throws}) for x in [{byte}]]"
    return f"printf %s {seed} | sha256sum", f"python3 -c \"from hashlib import sha256 as h; s='{seed}'; {throw}\""


@dataclass(frozen=True, slots=True)
class SealCheck:
    is_hash_right: bool  # whether the revealed seed has the published hash
    wrong: tuple[int, ...]  # indices, counted from 0, of throws whose faces differ from those of the seed

    @property
    def is_honest(self) -> bool:
        return self.is_hash_right and not self.wrong


def check_throws(seed: str, hash_shown: str, throws: Sequence[tuple[int, ...]], since: int = 0) -> SealCheck:
    """Return the check of a match's throws, without the first `since`, against the revealed seed and published hash.

    A throw is a tuple of the faces that were seen: both in either order, only the first of the pair, or none. Raises
    ValueError if `seed` isn't a valid seed.
    """
    sealed = DiceSeed(seed)
    wrong = tuple(n for n, faces in enumerate(throws) if n >= since and not _faces_match(faces, sealed.pair(n)))
    return SealCheck(sealed.hash == hash_shown, wrong)


def _faces_match(faces: tuple[int, ...], pair: Pair) -> bool:
    return faces == pair[: len(faces)] if len(faces) < 2 else sorted(faces) == sorted(pair)
