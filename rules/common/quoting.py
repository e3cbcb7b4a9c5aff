"""Make untrusted text safe to display, quoted in an error message or cleaned."""

import re
from typing import Final
from unicodedata import category

_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # characters that are displayed as blanks
# Categories of characters that are invisible, at least alone.
_INVISIBLE: Final = frozenset(("Cc", "Cf", "Cs", "Mc", "Me", "Mn", "Zl", "Zp", "Zs"))
_DIRECTIONS: Final = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff]")


def make_printable(word: str, most: int = 40) -> str:
    """Return the first `most` characters, each unprintable one or line break replaced by U+FFFD."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in word[:most])


def shorten(text: str, most: int) -> str:
    """Return the first `most` characters, made printable, with an ellipsis if others were cut off."""
    return make_printable(text, most) + ("…" if len(text) > most else "")


def quote(word: str) -> str:
    """Return the first 20 characters of a word, in quotes, for an error message."""
    return f'"{shorten(word, 20)}"'


def remove_controls(text: str) -> str:
    """Return the text without control characters and lone surrogates; tabs and line breaks stay."""
    return _CONTROLS.sub("", text)


def readable_name(text: str) -> str:
    """Return a name on one line, without direction marks; "" if all its characters are invisible."""
    name = " ".join(_DIRECTIONS.sub("", remove_controls(text)).split())
    visible = (letter for letter in name if category(letter) not in _INVISIBLE and letter not in _BLANK_LETTERS)
    return name if any(visible) else ""
