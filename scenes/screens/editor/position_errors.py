"""Why a position can't be, in the person's language."""

from __future__ import annotations

from rules.errors import PositionError
from scenes.app.words import Words
from scenes.table.game_ui import ui_of
from scenes.table.match_text import seat_called


def why_not(words: Words, key: str, problem: PositionError, seats: int = 2) -> str:
    """What the game with this key has against a position text; a meld's fault is told in the words of refusals."""
    own = f"position.{key}.{problem.code}"
    facts = dict(problem.facts)
    if "seat" in facts:
        facts["seat"] = seat_called(words, key, int(facts["seat"]), seats)
    called = ui_of(key).thing_name
    if "card" in facts and called is not None:
        facts["card"] = called(words, facts["card"])
    if "look" in facts:
        facts["look"] = words(f"token.{key}.{facts['look']}")
    if problem.code.startswith("meld-"):
        return words(f"refusal.{key}.{problem.code.removeprefix('meld-')}", **facts)
    return words(own if words.has(own) else f"position.{problem.code}", game=words(f"games.{key}.name"), **facts)
