"""Check whether anybody but the user could have written files that are to be run or trusted.

The rule is that of OpenSSH's StrictModes: neither a file nor a folder above it, up to the root, may belong to
another user or be writable by a group or by everybody. A folder such as /tmp is refused like any other, and each
link is followed. On Windows nothing is refused, because modes don't show there who may write: access control lists
protect the user's profile, but no folder outside of it.
"""

import os
import stat
import sys
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

ROOT_USER: Final = 0


def is_private(found: os.stat_result, owners: Collection[int]) -> bool:
    """Return whether the file belongs to one of `owners`, and neither its group nor everybody may write to it."""
    return found.st_uid in owners and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def first_shared(paths: Iterable[Path], of_root: bool = False) -> Path | None:
    """Return the first of `paths` and of all folders above them that other users may change, or None.

    The folders above may belong to root, and with `of_root` so may `paths`. Inaccessible files are skipped.
    """
    if sys.platform != "win32":
        person = os.getuid()
        absolute_paths = [Path.cwd() / path for path in paths]
        pending, checked = absolute_paths[::-1], set[Path]()
        while pending:
            candidate = pending.pop()
            if candidate in checked:
                continue
            checked.add(candidate)
            owners = {person} if candidate in absolute_paths and not of_root else {person, ROOT_USER}
            with suppress(OSError):  # inaccessible files can't be used
                if not is_private(candidate.stat(), owners):
                    return candidate
            with suppress(OSError):  # not a link
                pending.append(candidate.parent / candidate.readlink())
            pending.append(candidate.parent)
    return None
