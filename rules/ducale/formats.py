"""The Ducale record as a format of the house. What reads and writes it loads with the first one (log.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.match import AnyPlay
from rules.record import Format

if TYPE_CHECKING:
    from rules.common.resumable import Portions
    from rules.record import Record

HEAD: Final = "ducale-record"
"""The first word of a record."""


def recognises(text: str) -> bool:
    """Whether a text begins like a Ducale record."""
    return text[:200].removeprefix("\ufeff").lstrip().startswith(HEAD)


def _write(record: Record) -> str:
    from rules.ducale.records import write

    return write(record)


def _reading(text: str, game: AnyPlay) -> Portions[Record]:
    from rules.ducale.records import reading

    return reading(text, game)


LOG: Final = Format("ducale-record", ".ducale", recognises, _write, _reading)
