"""Write every picture of Ducale."""

from pathlib import Path

import sprites
from sprites.cards import pictures

for name, text in pictures().items():
    (Path(sprites.__file__).parent / "ducale" / f"{name}.svg").write_text(text, encoding="utf-8", newline="\n")
