"""Lists the differing files of two folders, a line for each."""

from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Final

SHOWN: Final = 60
"""Characters shown of a line."""


def compare(before: Path, after: Path) -> tuple[int, list[str]]:
    """Return the number of files in both folders, and a line for each that differs."""
    names = sorted({path.relative_to(one) for one in (before, after) for path in one.rglob("*") if path.is_file()})
    found = []
    for name in names:
        old, new = before / name, after / name
        if not old.is_file() or not new.is_file():
            found.append(f"{name.as_posix()}: only {'before' if old.is_file() else 'after'}")
        elif old.read_bytes() != new.read_bytes():
            said = _pictures(old, new) if name.suffix == ".png" else _texts(old, new)
            found += [f"{name.as_posix()}: {said}"] if said else []
    return len(names), found


def _pictures(before: Path, after: Path) -> str:
    """Return how many pixels differ and by how much at most; nothing for equal pixels with different compression."""
    import pygame  # texts need none of it

    old, new = pygame.image.load(before), pygame.image.load(after)
    if old.get_size() != new.get_size():
        return f"{old.get_width()}x{old.get_height()} before, {new.get_width()}x{new.get_height()} after"
    pixels = [pygame.image.tobytes(one, "RGBA") for one in (old, new)]
    wide = 4 * old.get_width()
    count = most = 0
    for start in range(0, len(pixels[0]), wide):
        first, second = (one[start : start + wide] for one in pixels)
        if first == second:
            continue
        apart = [abs(one - other) for one, other in zip(first, second, strict=True)]
        count += sum(any(apart[at : at + 4]) for at in range(0, wide, 4))
        most = max(most, *apart)
    return f"{count} pixels differ, by {most} of 255 at most" if count else ""


def _texts(before: Path, after: Path) -> str:
    lines = [path.read_bytes().decode("utf-8", errors="replace").split("\n") for path in (before, after)]
    for number, (old, new) in enumerate(zip_longest(*lines), 1):
        if old == new:
            continue
        if old is None or new is None:
            return f"line {number}: the text ends {'before' if old is None else 'after'}"
        same = sum(takewhile(bool, map(str.__eq__, old, new)))
        start = max(0, same - SHOWN // 2)
        return f"line {number}: {old[start : start + SHOWN]!r} before, {new[start : start + SHOWN]!r} after"
    return "bytes differ that are no letters"
