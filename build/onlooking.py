"""The app, begun at one of its screens, for the monkey that sits outside (`build/monkey.py --outside`).

    python build/onlooking.py DIARY PLACE SEED

The diary has a line a frame: what lay on top, and of which game.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.monkey.outside import watched

if __name__ == "__main__":
    watched(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
