"""The gallery of the screens, painted by the real scenes without a window.

    python -m tests.gallery screens ...     a picture of every screen, and what can't be read in it
    python -m tests.gallery strips ...      film strips of the important motions
    python -m tests.gallery boards          paint the boards anew that are shipped for the first start

Each has --help.
"""

import os
import sys
from importlib import import_module
from typing import Final

COMMANDS: Final = {"screens": "gallery", "strips": "strips", "boards": "boards"}

if __name__ == "__main__":
    if not sys.argv[1:] or sys.argv[1] not in COMMANDS:
        print(f"usage: python -m tests.gallery {'|'.join(COMMANDS)} ...", file=sys.stderr)
        raise SystemExit(2)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import_module(f"tests.gallery.{COMMANDS[sys.argv[1]]}").main(sys.argv[2:])
