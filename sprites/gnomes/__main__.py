"""Write every figure of Ducart."""

from pathlib import Path

import sprites
from sprites.gnomes import pictures

for name, text in pictures().items():
    (Path(sprites.__file__).parent / "ducart" / f"{name}.svg").write_text(text, encoding="utf-8", newline="\n")
