"""Tables of data that ship beside the rules that need them: packed, read, and checked.

A file: four letters that say which table it is, a checksum, then the data by zlib. The checksum is the SHA-256 of
what zlib gives. Where a table is missing or damaged a TableError says so, and all else goes on. No more is unpacked
than the table should have, for a thousandth of it can be made to swell to gigabytes.
"""

from __future__ import annotations

import pkgutil
import zlib
from hashlib import sha256
from typing import Final, Literal


class TableError(Exception):
    """There is no table that can be trusted; the message is a sentence."""

    def __init__(self, code: Literal["missing", "damaged"], message: str) -> None:
        super().__init__(message)
        self.code: Final = code


def load(package: str | None, file: str, name: str) -> bytes:
    """What `file` in a package holds; `name` stands in the sentence. Raises TableError."""
    try:
        data = None if package is None else pkgutil.get_data(package, file)
    except OSError:
        data = None
    if data is None:
        raise TableError("missing", f"The {name} is missing.")
    return data


def pack(magic: bytes, data: bytes) -> bytes:
    """The file for data."""
    return magic + sha256(data).digest() + zlib.compress(data, 9)


def unpack(magic: bytes, file: bytes, size: int, name: str) -> bytes:
    """The data in a file that `pack` has made, `size` bytes. Raises TableError."""
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
