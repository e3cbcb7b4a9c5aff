"""Why a turn is worth playing, in the person's language: the rules' reasons as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Move, Position, Remark
from rules.game import Game
from scenes.app.words import Words
from scenes.table.game_ui import ui_of

MOST: Final = 2
"""Reasons that are told of a turn."""


def why(words: Words, game: Game, position: Position, moves: Sequence[Move], most: int = MOST) -> str:
    """The most telling reasons for moves of one seat, as sentences; empty where the rules know none."""
    found = game.teach.reasons(position, moves) if game.teach.reasons is not None else ()
    return " ".join(sentence(words, game.key, remark) for remark in found[:most])


def sentence(words: Words, key: str, remark: Remark) -> str:
    """One reason. Kinds of pieces and cards among its facts are called by their names, and n is a number."""
    facts: dict[str, object] = {name: called(words, key, value) for name, value in remark.facts.items()}
    if "n" in facts:
        facts["n"] = int(remark.facts["n"])
    thing_name = ui_of(key).thing_name
    if thing_name is not None:
        things = {name: remark.facts[name].split() for name in ("card", "cards") if name in facts}
        facts |= {name: ", ".join(thing_name(words, one) for one in texts) for name, texts in things.items()}
    told = words(f"reason.{key}.{remark.code}", **facts)
    return told[:1].upper() + told[1:]


def called(words: Words, key: str, value: str) -> str:
    """The name of a kind of piece with its article: "the knight"; anything else as it is."""
    name = f"reason.{key}.name.{value}"
    return words(name) if words.has(name) else value
