"""The options with which a match takes the least time."""

from typing import Any, Final

from rules.common.options import choices
from rules.game import Game

SHORT: Final = ("goal", "target")
"""Options that say how many points end a match: the least of them."""


def short(game: Game) -> dict[str, Any]:
    return {name: min(values) for name, values in choices(game.play.options).items() if name in SHORT}
