"""Names that file-sharing programs give to a file changed in two places. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

_COPY: Final = re.compile(
    r"([A-Za-z0-9][A-Za-z0-9_-]*?)"
    r"(?:[ _.~-]*(?:sync-conflict|conflicted copy|conflict)\b.*|[ _]*\([^()]{1,100}\)(?:[ _]*\(.*\))?)",
    re.IGNORECASE,
)
"""Name of a copy after Syncthing, Nextcloud, Dropbox and Google Drive; the first group is the match's id."""


def owner_of(stem: str, known: Collection[str]) -> str | None:
    """Return the id of the match of which a file (its stem) is a copy; None if it is a match of its own.

    OneDrive appends the computer's name to one of the `known` ids; an appended number is of this app's own windows.
    """
    copy = _COPY.fullmatch(stem)
    if copy is not None and stem not in known:
        return copy[1]
    words = stem.split("-")
    heads = ("-".join(words[:at]) for at in range(len(words) - 1, 0, -1) if not words[at].isdigit())
    return next((head for head in heads if head in known), None)


def copies_among(names: Iterable[str], known: Collection[str], suffix: str) -> dict[str, str]:
    """Return the files with this suffix that are copies of a match: name -> id of the match."""
    stems = {name: name.removesuffix(suffix) for name in sorted(names) if name.endswith(suffix)}
    return {name: owner for name, stem in stems.items() if (owner := owner_of(stem, known)) is not None}
