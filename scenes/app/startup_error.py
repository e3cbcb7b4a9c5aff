"""What is said where the app can't even be started: a part of it is missing or damaged, or the system lacks one."""

from __future__ import annotations

import traceback
from typing import Final

from scenes.app import native_faults
from scenes.app.crash_report import LONGEST, scrubbed
from scenes.app.storage import Storage
from scenes.app.words import Words

_MOST: Final = 300
"""Characters that are quoted of an error."""


def tell(problem: Exception) -> None:
    """Say it in the person's language, in a box of the system's where one can be shown, and write it into the log.

    It raises something where even that can't be done.
    """
    storage = Storage()
    storage.log(scrubbed("".join(traceback.format_exception(problem)))[:LONGEST])
    words = Words(storage.load_settings().language)
    why = " ".join(f"{type(problem).__name__}: {problem}".split())[:_MOST]
    native_faults.say(
        [words("app.damaged", why=why), words("rescue.log", log=storage.log_file)], words("widgets.close")
    )
