"""What lies on a place of a table, in words: "c5: White Man."."""

from __future__ import annotations

from typing import Final

from rules.common.squares import INDEX
from rules.contract import Table, Target, Token
from scenes.app.words import Words
from scenes.table.game_ui import ui_of

ASLEEP: Final = "-asleep"
ON: Final = "-on"
"""How looks end of what sleeps, and of what stands on another thing."""


def lying(words: Words, key: str, table: Table, target: Target) -> str:
    """What lies on a target, as a sentence."""
    tokens = table.get(target, ())
    told = ui_of(key).place_told
    if told is not None:
        return told(words, table, target)
    if target in INDEX:
        place = target
    else:
        place = words(f"line.{key}.place.{target}")
        if target.endswith("cup") or target == "tray":
            return f"{place}."
    if not tokens:
        return words("line.empty", place=place)
    return words("line.lies", place=place, thing=thing(words, key, tokens))


def thing(words: Words, key: str, tokens: tuple[Token, ...]) -> str:
    """What the tokens of one place are together: a King of two checkers, so many checkers, a piece and its cage."""
    named = [token.look.removesuffix(ASLEEP).removesuffix(ON) for token in tokens]
    look = f"line.{key}.{named[-1]}"
    for name, facts in ((f"{look}.{len(tokens)}", {}), (look, {"n": len(tokens)})):
        if words.has(name):
            return words(name, **facts)
    return ", ".join(words(f"token.{key}.{name}") for name in named)
