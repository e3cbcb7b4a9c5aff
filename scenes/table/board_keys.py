"""The keys that read the board aloud, as plain data: key, name of the action, and where its words stand.

They work while the keyboard is on the board and the line of words is on, or a screen reader. Then they go before the
shortcuts of the table, which stay with Alt, and wherever the keyboard is on something else. Besides these a game has
letters that lead to the next thing of a kind: `GameUI.letters`, with words under `letter.<game>.<letter>`.
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
"""Letter -> what it tells; the words of each are `board_keys.<name>`. With Shift, "a" tells the other side's."""


def matching(pattern: str, table: Table, targets: Sequence[Target]) -> list[Target]:
    """The targets that a pattern of "place look.count" means, one thing that lies there at a time, in their order."""

    def means(target: Target) -> bool:
        tokens = table.get(target, ())
        looks = [f"{token.look}.{len(tokens)}" for token in tokens] or [".0"]
        return any(re.search(pattern, f"{target} {look}") for look in looks)

    return [target for target in targets if means(target)]
