"""The options with which a match is shortest."""

from typing import Any, Final

from rules.common.options import choices
from rules.game import Game

SHORT: Final = ("goal", "target")
"""Options that set the points for winning a match, here to their least value."""


def short(game: Game) -> dict[str, Any]:
    return {name: min(values) for name, values in choices(game.play.options).items() if name in SHORT}
