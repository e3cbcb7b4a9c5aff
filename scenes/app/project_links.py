"""Links to more about Tablier: empty in a checkout, filled in from pyproject.toml when a wheel is built."""

from typing import Final

HOMEPAGE: Final[str] = ""
ISSUES: Final[str] = ""
