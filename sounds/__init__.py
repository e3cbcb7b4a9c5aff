"""The sounds of the table: a file `name-number.ogg` for each variant, numbered from 1, made by `synth.py`."""

from typing import Final

VARIANTS: Final[dict[str, int]] = {
    "slide": 3,
    "place": 4,
    "lift": 3,
    "hop": 3,
    "capture": 3,
    "crown": 2,
    "refuse": 2,
    "button": 2,
    "page": 2,
    "slip": 2,
    "win": 1,
    "lose": 1,
    "drawn": 1,
    "offer": 1,
    "bell": 1,
    "start": 1,
    "tock": 4,
    "take": 3,
    "castle": 2,
    "promote": 2,
    "topple": 2,
    "pat": 3,
    "quack": 4,
    "mutter": 3,
}
"""How many variants each sound has."""
