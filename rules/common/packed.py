"""Compressed data tables in packages: magic bytes, the SHA-256 of the data, then the data packed by zlib.

The unpacked size is limited, because a small zlib stream can expand to gigabytes.
"""

import pkgutil
import zlib
from hashlib import sha256
from typing import Final, Literal


class TableError(Exception):
    """Error for a missing or damaged table; the message is a sentence."""

    def __init__(self, code: Literal["missing", "damaged"], message: str) -> None:
        super().__init__(message)
        self.code: Final = code


def load(package: str | None, file: str, name: str) -> bytes:
    """Return the bytes of a file in a package. Raises TableError, with `name` in its message, if it is missing."""
    try:
        data = None if package is None else pkgutil.get_data(package, file)
    except OSError:
        data = None
    if data is None:
        raise TableError("missing", f"The {name} is missing.")
    return data


def pack(magic: bytes, data: bytes) -> bytes:
    return magic + sha256(data).digest() + zlib.compress(data, 9)


def unpack(magic: bytes, file: bytes, size: int, name: str) -> bytes:
    """Return the `size` bytes of data in a file made by `pack`. Raises TableError if the file is damaged."""
    head = len(magic) + sha256().digest_size
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(file[head:], size + 1)
    except zlib.error:
        raise TableError("damaged", f"The {name} is damaged: it can't be unpacked.") from None
    if len(data) <= size and not unpacking.eof:
        raise TableError("damaged", f"The {name} is damaged: it can't be unpacked to its end.")
    if len(data) != size:
        raise TableError("damaged", f"The {name} is damaged: it has another length.")
    if file[:head] != magic + sha256(data).digest():
        raise TableError("damaged", f"The {name} is damaged: its checksum is wrong.")
    return data
