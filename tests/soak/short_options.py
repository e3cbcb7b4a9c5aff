"""The options with which a match takes the least time."""

from dataclasses import fields
from typing import Any, Final, get_args, get_type_hints

from rules.game import Game

SHORT: Final = ("goal", "target")
"""Options that say how many points end a match: the least of them."""


def short(game: Game) -> dict[str, Any]:
    hints = get_type_hints(game.play.options)
    return {one.name: min(get_args(hints[one.name])) for one in fields(game.play.options) if one.name in SHORT}
