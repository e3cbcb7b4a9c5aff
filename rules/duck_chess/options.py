"""The options of Duck Chess (README.md, section 1)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """The game has no options."""
