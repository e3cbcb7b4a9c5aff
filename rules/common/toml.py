"""Files in TOML that may have been damaged: read, or refused in a sentence, however they are made."""

from __future__ import annotations

import tomllib
from typing import Final

from rules.common.quoting import shown

_LONGEST: Final = 300
"""Letters of what Python says is wrong."""
MOST_DOTS: Final = 50
"""In a line. A key of many parts makes `tomllib` take memory by the square of their number."""


def loaded(text: str) -> dict[str, object]:
    """What a text in TOML holds. Raises ValueError with a clause that says what is wrong, without a full stop."""
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise ValueError(f"it has a line of more than {MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ValueError(shown(str(problem), _LONGEST)) from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    except ValueError:  # what only looks like a number or a date
        raise ValueError("it has a number that nobody can have meant") from None
