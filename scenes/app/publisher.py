"""Where more is told of Tablier: empty in a checkout, filled in from pyproject.toml as a wheel is built."""

from typing import Final

HOMEPAGE: Final[str] = ""
ISSUES: Final[str] = ""
