"""The games and what they share. Nothing here knows a screen."""

from typing import Final

from rules.contract import AnyGame
from rules.double_draughts import GAME as DOUBLE_DRAUGHTS
from rules.ducale import GAME as DUCALE
from rules.ducart import GAME as DUCART
from rules.duck_chess import GAME as DUCK_CHESS
from rules.unstacked_draughts import GAME as UNSTACKED_DRAUGHTS

GAMES: Final[tuple[AnyGame, ...]] = (DOUBLE_DRAUGHTS, DUCK_CHESS, UNSTACKED_DRAUGHTS, DUCART, DUCALE)


def find(key: str) -> AnyGame | None:
    """The game with this key."""
    return next((game for game in GAMES if game.key == key), None)
