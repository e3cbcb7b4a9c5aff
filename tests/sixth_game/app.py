"""The app with the sixth game: `python -m tests.sixth_game.app`, with `TABLIER_SIXTH=handsome` with its own men."""

import os

from rules import REGISTRY
from scenes.app.game_files import ELSEWHERE
from tests.sixth_game import KEY

HANDSOME = "TABLIER_SIXTH"
"""The environment variable that says whether its folder for the screen is there."""

if __name__ == "__main__":
    from scenes import start

    REGISTRY[KEY] = "tests.sixth_game"
    if os.environ.get(HANDSOME):
        ELSEWHERE[KEY] = "tests.sixth_game.screen"
    start.run()
