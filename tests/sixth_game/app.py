"""The app with the sixth game, rules alone: `python -m tests.sixth_game.app`."""

from rules import REGISTRY
from tests.sixth_game import KEY

if __name__ == "__main__":
    from scenes import start

    REGISTRY[KEY] = "tests.sixth_game"
    start.run()
