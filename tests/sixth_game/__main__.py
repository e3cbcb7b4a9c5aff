"""`python -m rules` with the sixth game: `python -m tests.sixth_game turns lines-of-action`."""

from rules import REGISTRY
from rules.__main__ import main
from tests.sixth_game import KEY

if __name__ == "__main__":
    REGISTRY[KEY] = "tests.sixth_game"
    main()
