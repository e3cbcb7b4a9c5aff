"""The only package that a wheel installs. It contains the app, and puts its modules first on sys.path."""

from __future__ import annotations

import os
import sys
from typing import Final

_HERE: Final = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - nothing more is imported than must be
_INSTALLED: Final = os.path.isfile(os.path.join(_HERE, "main.py"))  # noqa: PTH113, PTH118
HOME: Final = _HERE if _INSTALLED else os.path.dirname(os.path.dirname(_HERE))  # noqa: PTH120
"""The folder of main.py, rules, scenes, sprites and sounds: in an editable install, the checkout."""
sys.path.insert(0, HOME)


def app() -> None:
    """Run main.py as `__main__`, because the opponent's process looks it up by that name on the same path."""
    import runpy

    runpy.run_module("main", run_name="__main__", alter_sys=True)


def console() -> None:
    from rules.__main__ import main

    main(program="tablier-console")


def uci() -> None:
    from rules.__main__ import main

    main(["uci"], "tablier-uci")
