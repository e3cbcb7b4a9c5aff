"""Lines of Action before it loads."""

from typing import Final

from scenes.app.game_card import MEN, GameCard

CARD: Final = GameCard(family=MEN, emblem="lines_of_action/black-man")
