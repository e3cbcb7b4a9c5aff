"""Packed tables of data: packing, unpacking, and damaged files, which never unpack to more than the table's size."""

import tracemalloc
import zlib
from hashlib import sha256
from random import Random
from typing import Final

import pytest

from rules.common.packed import TableError, pack, unpack

MAGIC: Final = b"Test"
SIZE: Final = 1000


def refused(file: bytes) -> str:
    with pytest.raises(TableError) as found:
        unpack(MAGIC, file, SIZE, "table of tests")
    assert found.value.code == "damaged" and str(found.value).startswith("The table of tests is damaged: ")
    return str(found.value)


def test_packed_data_is_unpacked_unchanged() -> None:
    data = Random(1).randbytes(SIZE)
    assert unpack(MAGIC, pack(MAGIC, data), SIZE, "table of tests") == data


@pytest.mark.parametrize("size", [0, SIZE - 1, SIZE + 1])
def test_a_wrong_length_is_refused(size: int) -> None:
    assert "length" in refused(pack(MAGIC, bytes(size)))


def test_a_file_that_expands_a_hundredfold_is_refused_without_unpacking() -> None:
    """Bug: whatever zlib gives was taken, and a file of a megabyte could take all memory."""
    zeros = bytes(1 << 20)
    squeeze = zlib.compressobj(1)
    swelling = b"".join(squeeze.compress(zeros) for _ in range(128)) + squeeze.flush()
    file = MAGIC + sha256(zeros).digest() + swelling
    tracemalloc.start()
    try:
        assert "length" in refused(file)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(file) < 1 << 20 and most < 10 * len(file)


def test_damaged_data_is_refused_or_harmless() -> None:
    """Some bits of a file mean nothing: those between a stored block's head and its length."""
    rng = Random(2)
    data = rng.randbytes(SIZE)
    good, harmless = pack(MAGIC, data), 0
    for _ in range(2000):
        at = rng.randrange(len(good))
        broken = good[:at] + bytes([good[at] ^ 1 << rng.randrange(8)]) + good[at + 1 :]
        try:
            assert unpack(MAGIC, broken, SIZE, "table of tests") == data
            harmless += 1
        except TableError:
            refused(good[:at])
            refused(rng.randbytes(at))
    assert harmless < 20
