"""Obfuscation of texts in files, with a check that detects changes. It is no encryption: there is no password."""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from itertools import count
from typing import Final

MOST: Final = 2000  # maximum size of a scrambled text, in bytes
_CHECK: Final = 6  # size of the check before the text, in bytes


def scramble(text: str, place: str) -> str:
    """Encode a text as letters, digits, "-", "_" and "=". Only the same `place` can decode it."""
    data = text.encode()
    return urlsafe_b64encode(_masked(_check(data, place) + zlib.compress(data, 9), place)).decode()


def unscramble(text: str, place: str) -> str:
    """Decode the result of `scramble` for the same `place`. Raises ValueError without the text in its message."""
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
    """XOR each byte with the SHA-256 of "Tablier PLACE 0", "Tablier PLACE 1" and so on; its own inverse."""
    mask = b""
    for block in count():
        if len(mask) >= len(data):
            break
        mask += sha256(f"Tablier {place} {block}".encode()).digest()
    return bytes(one ^ other for one, other in zip(data, mask, strict=False))
