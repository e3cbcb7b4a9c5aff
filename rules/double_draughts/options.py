"""Options of a match of Double Draughts (README.md, section 2)."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Options:
    setup: Literal["standard", "twelve"] = "standard"  # 24 pieces a side, or 12 as in Anglo-American checkers
    third_level: bool = False  # whether Kings that reach their own home row become Triples (section 4)
