"""Make or check what ships ready-made; run it in a checkout, whose files are read and written.

    python -m rules.lab chances|endgames|puzzles ...        each with --help

Four pieces and puzzles take compiled rules; `python -m tests.bench.compare` leaves a copy of them:

    PYTHONPATH=var/engine/compiled python -P -m rules.lab puzzles check
"""

import sys
from typing import Final

from rules.lab import chances, endgames, puzzles

MAKERS: Final = {"chances": chances.main, "endgames": endgames.main, "puzzles": puzzles.main}


def main(arguments: list[str]) -> None:
    """Run the maker that is named. Ends with code 2 and a sentence if there is no such one."""
    if not arguments or arguments[0] not in MAKERS:
        sys.exit("usage: python -m rules.lab " + "|".join(MAKERS))
    MAKERS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
