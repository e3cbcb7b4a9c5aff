"""Write every generated picture below sprites/; the output is deterministic.

Usage: python -m sprites.studio
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import sprites
from sprites.studio import badges, beside, bone, cards, cups, discs, duck, gnomes, grain, men, tablier

PROGRAMS: Final[tuple[tuple[str, Callable[[], dict[str, str]]], ...]] = (
    ("", grain.pictures),
    ("duck_chess", men.pictures),
    ("duck_chess", duck.pictures),
    ("ducart", gnomes.pictures),
    ("ducart", badges.pictures),
    ("ducale", cards.pictures),
    *(("unstacked_draughts", program.pictures) for program in (tablier, beside, discs, bone, cups)),
)
"""Folder and program of the pictures."""


def main() -> None:
    for folder, draw in PROGRAMS:
        for name, text in draw().items():
            path = Path(sprites.__file__).parent / folder / f"{name}.svg"
            path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
