"""The entry: a window with a table in it. The opponent's process imports this module anew, so it pulls in nothing."""

from __future__ import annotations

import gc
import multiprocessing
import os


def main() -> None:
    """Open the app; returns when the person closes it."""
    # Nothing that is made while starting is garbage: the loop turns the collector on after the first frame.
    gc.disable()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from scenes import start

    start.run()


if __name__ == "__main__":
    multiprocessing.freeze_support()
    main()
