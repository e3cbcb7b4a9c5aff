"""Reading of TOML text that may be malicious."""

import tomllib
from typing import Final

from rules.common.quoting import make_printable

_MAX_MESSAGE_LENGTH: Final = 300  # maximum length of the quoted Python error message, in characters
MOST_DOTS: Final = 50  # maximum number of dots in a line: tomllib's memory is quadratic in the parts of a dotted key


def parse_toml(text: str) -> dict[str, object]:
    """Parse a TOML text. Raises ValueError, whose message is a clause without a full stop."""
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise ValueError(f"it has a line of more than {MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ValueError(make_printable(str(problem), _MAX_MESSAGE_LENGTH)) from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    except ValueError:  # an invalid number or date
        raise ValueError("it has a number that nobody can have meant") from None
