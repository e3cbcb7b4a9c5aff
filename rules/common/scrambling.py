"""Obfuscation of texts in files, with a checksum that detects changes. It isn't encryption: there is no password."""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from itertools import count
from typing import Final

MOST: Final = 2000  # maximum size of a scrambled text, in bytes
_CHECKSUM_BYTES: Final = 6  # size of the checksum that precedes the text


def scramble(text: str, place: str) -> str:
    """Return a text encoded as letters, digits, "-", "_" and "="; `unscramble` decodes it with the same `place`."""
    data = text.encode()
    return urlsafe_b64encode(_apply_mask(_checksum(data, place) + zlib.compress(data, 9), place)).decode()


def unscramble(text: str, place: str) -> str:
    """Return the text that `scramble` encoded. Raises ValueError, whose message doesn't contain the text."""
    try:
        decoded = urlsafe_b64decode(text)
        data, packed = _apply_mask(decoded, place), zlib.decompressobj()
        found = packed.decompress(data[_CHECKSUM_BYTES:], MOST)
        is_complete = packed.eof and not packed.unused_data and urlsafe_b64encode(decoded).decode() == text
        if is_complete and data[:_CHECKSUM_BYTES] == _checksum(found, place):
            return found.decode()
    except (ValueError, zlib.error):
        pass
    raise ValueError("what is scrambled here has been changed or damaged.")


def _checksum(data: bytes, place: str) -> bytes:
    return sha256(place.encode() + b"\n" + data).digest()[:_CHECKSUM_BYTES]


def _apply_mask(data: bytes, place: str) -> bytes:
    """XOR `data` with the SHA-256 digests of "Tablier {place} 0", "Tablier {place} 1" and so on, end to end.

    Applying it twice restores `data`.
    """
    mask = b""
    for block in count():
        if len(mask) >= len(data):
            break
        mask += sha256(f"Tablier {place} {block}".encode()).digest()
    return bytes(byte ^ mask_byte for byte, mask_byte in zip(data, mask, strict=False))
