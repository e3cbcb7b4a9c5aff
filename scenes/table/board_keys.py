"""The keyboard letters that read the board aloud, as data, and the pattern that finds pieces of one kind.

They work while the keyboard focus is on the board and captions or a screen reader are on. Then they take precedence
over the table's shortcuts, which remain available with Alt, and wherever the focus is elsewhere. Each game adds
letters that jump to the next piece of a kind: `GameUI.letters`, with words under `letter.<game>.<letter>`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rules.contract import Table, Target

READING: Final = {
    "o": "here",
    "m": "can-do",
    "x": "lines",
    "e": "row",
    "a": "pieces",
    "s": "board",
    "l": "last-turn",
    "t": "clocks",
    "c": "clocks",
    "i": "type-turn",
}
"""Letter -> what it reads; the words are under `board_keys.<name>`. Shift+"a" reads the other side's pieces."""


def matching(pattern: str, table: Table, targets: Sequence[Target]) -> list[Target]:
    """Return, in order, the targets of which a token matches a regular expression on "place look.count"."""

    def means(target: Target) -> bool:
        tokens = table.get(target, ())
        looks = [f"{token.look}.{len(tokens)}" for token in tokens] or [".0"]
        return any(re.search(pattern, f"{target} {look}") for look in looks)

    return [target for target in targets if means(target)]
