"""The one package that a wheel installs. It holds the app, and finds its modules before others of the same names."""

from __future__ import annotations

import os
import sys
from typing import Final

_HERE: Final = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - nothing more is imported than must be
_INSTALLED: Final = os.path.isfile(os.path.join(_HERE, "main.py"))  # noqa: PTH113, PTH118
HOME: Final = _HERE if _INSTALLED else os.path.dirname(os.path.dirname(_HERE))  # noqa: PTH120
"""The folder of main.py, rules, scenes, sprites and sounds: after an editable install, that of the checkout."""
sys.path.insert(0, HOME)


def app() -> None:
    """Run main.py as if it were started itself: the opponent's process looks for it by its name, on the same path."""
    import runpy

    runpy.run_module("main", run_name="__main__", alter_sys=True)


def console() -> None:
    """Run the console of the rules."""
    from rules.__main__ import main

    main(program="tablier-console")


def uci() -> None:
    """Run the console's `uci`."""
    from rules.__main__ import main

    main(["uci"], "tablier-uci")
