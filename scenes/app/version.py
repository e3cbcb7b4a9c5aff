"""Which Tablier this is."""

from typing import Final

VERSION: Final = "0.1.0"
"""The same as in pyproject.toml; the executable has no package data to look it up in."""
