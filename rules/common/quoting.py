"""Text from outside, as it can be shown: quoted in a sentence that says what is wrong with it, or cleaned."""

from __future__ import annotations

import re
from typing import Final

_UNSHOWN: Final = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff]")


def shown(word: str, most: int = 40) -> str:
    """The first `most` letters of a word as a sentence can hold them: on one line, without what no font can paint."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in word[:most])


def quoted(word: str) -> str:
    """The beginning of a word as a sentence can quote it."""
    return f'"{shown(word, 20)}…"' if len(word) > 20 else f'"{shown(word, 20)}"'


def cleaned(text: str) -> str:
    """`text` without control characters and half surrogate pairs, which no font can paint; line ends stay."""
    return _UNSHOWN.sub("", text)
