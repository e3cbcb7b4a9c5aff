"""Make or check the tables and puzzles of the project. Run it in a checkout; it reads and writes files there.

    python -m rules.lab chances|endgames|puzzles ...        each with --help

Endgames of four pieces and puzzles need compiled rules, which `python -m tests.bench.compare` makes:

    PYTHONPATH=var/engine/compiled python -P -m rules.lab puzzles check
"""

import sys
from typing import Final

from rules.lab import chances, endgames, puzzles

MAKERS: Final = {"chances": chances.main, "endgames": endgames.main, "puzzles": puzzles.main}


def main(arguments: list[str]) -> None:
    """Run the maker named by the first argument. Exits with a usage message if there is no such maker."""
    if not arguments or arguments[0] not in MAKERS:
        sys.exit("usage: python -m rules.lab " + "|".join(MAKERS))
    MAKERS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
