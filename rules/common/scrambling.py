"""Texts that a file must hold and a glance at it must not tell: scrambled, so that a change shows.

This keeps no secret: whoever has this source can undo it. A file that outlives a power cut without asking anybody for
a password can't hide from its own computer what it holds.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from itertools import count
from typing import Final

MOST: Final = 2000
"""Bytes of a text that is scrambled, at most."""
_CHECK: Final = 6
"""Bytes of the check before it."""


def scramble(text: str, place: str) -> str:
    """A text as letters, digits, "-", "_" and "=". `place` says where it stands: elsewhere it isn't taken."""
    data = text.encode()
    return urlsafe_b64encode(_masked(_check(data, place) + zlib.compress(data, 9), place)).decode()


def unscramble(text: str, place: str) -> str:
    """What `scramble` made a text of at this place. Raises ValueError with a sentence, which tells nothing of it."""
    try:
        letters = urlsafe_b64decode(text)
        data, packed = _masked(letters, place), zlib.decompressobj()
        found = packed.decompress(data[_CHECK:], MOST)
        whole = packed.eof and not packed.unused_data and urlsafe_b64encode(letters).decode() == text
        if whole and data[:_CHECK] == _check(found, place):
            return found.decode()
    except (ValueError, zlib.error):
        pass
    raise ValueError("what is scrambled here has been changed or damaged.")


def _check(data: bytes, place: str) -> bytes:
    return sha256(place.encode() + b"\n" + data).digest()[:_CHECK]


def _masked(data: bytes, place: str) -> bytes:
    """Every byte combined with one of the SHA-256 of "Tablier PLACE 0", then of "Tablier PLACE 1" and so on; done
    twice it is undone."""
    mask = b""
    for block in count():
        if len(mask) >= len(data):
            break
        mask += sha256(f"Tablier {place} {block}".encode()).digest()
    return bytes(one ^ other for one, other in zip(data, mask, strict=False))
