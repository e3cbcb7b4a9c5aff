"""What a person typed, quoted in a sentence that says what is wrong with it."""

from __future__ import annotations


def quoted(word: str) -> str:
    """The beginning of a word as a sentence can show it: on one line, without what no font can paint."""
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in word[:20])
    return f'"{shown}…"' if len(word) > 20 else f'"{shown}"'
