"""Files that are run, or taken as our own: whether anybody but the person could have put them there.

The rule is that of OpenSSH's StrictModes: neither a file nor a folder above it, up to the root, belongs to another or
may be written to by a group or by everybody. A folder such as /tmp is refused like any other, and links are followed
one by one. On Windows modes don't tell who may write, so nothing is refused: there access control lists keep other
people out of a profile, but not out of a folder that a person names outside of it.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

ROOT_USER: Final = 0


def is_private(found: os.stat_result, owners: Collection[int]) -> bool:
    """Return whether what a stat result describes belongs to one of these users, and nobody else may write to it."""
    return found.st_uid in owners and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def first_shared(paths: Iterable[Path], of_root: bool = False) -> Path | None:
    """Return the first path that other people may change, of these and all folders above them; None if there is none.

    Folders above may belong to root, and with `of_root` so may `paths` themselves. What doesn't exist is passed over.
    """
    if sys.platform == "win32":
        return None
    person = os.getuid()
    own = [Path.cwd() / path for path in paths]
    pending, seen = own[::-1], set[Path]()
    while pending:
        part = pending.pop()
        if part in seen:
            continue
        seen.add(part)
        owners = {person} if part in own and not of_root else {person, ROOT_USER}
        with suppress(OSError):  # what can't be looked at can't be used
            if not is_private(part.stat(), owners):
                return part
        with suppress(OSError):  # no link
            pending.append(part.parent / part.readlink())
        pending.append(part.parent)
    return None
