"""The log as a format of the house. What reads and writes it loads with the first log (log.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.match import AnyPlay
from rules.record import Format

if TYPE_CHECKING:
    from rules.common.resumable import Portions
    from rules.record import Record

HEAD: Final = "UD1-LOG"
"""The first line of a log."""


def recognises(text: str) -> bool:
    """Whether a text begins like a log."""
    return text[:200].removeprefix("\ufeff").lstrip().startswith(HEAD)


def _write(record: Record) -> str:
    from rules.unstacked_draughts.records import write

    return write(record)


def _reading(text: str, game: AnyPlay) -> Portions[Record]:
    from rules.unstacked_draughts.records import reading

    return reading(text, game)


LOG: Final = Format("ud1-log", ".ud1", recognises, _write, _reading)
