"""Lines of Action before it loads."""

from typing import Final

from scenes.app.game_card import GameCard

CARD: Final = GameCard(family="men", emblem="lines_of_action/black-man")
