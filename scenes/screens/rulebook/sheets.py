"""The pages of a rulebook: a title, what stands below it, and where on which page something is told. Pure.

An anchor names what a text tells: "4.2" a clause of the game's digest, "R12" a ruling by its row, "=blocked" an end,
"!edge" a refusal, "%first" an option.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scenes.ui.markdown import Block, blocks


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of a rulebook."""

    title: str
    blocks: tuple[Block, ...]
    """All of it but the title."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is told: the number of a page, and those of the blocks there."""

    sheet: int
    blocks: tuple[int, ...]


def sheets_of(text: str, name: str) -> list[Sheet]:
    """The pages in a file; each `# Title` begins one. What comes before the first has `name` for its title."""
    parts: list[tuple[str, list[Block]]] = [(name, [])]
    for block in blocks(text):
        if block.kind == "title":
            parts.append((block.words, []))
        else:
            parts[-1][1].append(block)
    return [Sheet(title, tuple(found)) for number, (title, found) in enumerate(parts) if number or found]


def find(sheets: Sequence[Sheet], anchor: str) -> Place | None:
    """Where `anchor` stands first, with all that is told there in one run.

    What has no words of its own is told by what its name begins with: "!far-push" by "!far".
    """
    while anchor:
        for number, sheet in enumerate(sheets):
            run = _run(sheet, anchor)
            if run:
                return Place(number, run)
        anchor = anchor.rpartition("-")[0]
    return None


def _run(sheet: Sheet, anchor: str) -> tuple[int, ...]:
    """The first blocks of a page that follow one another and have an anchor."""
    found: list[int] = []
    for number, block in enumerate(sheet.blocks):
        if anchor in block.anchors:
            found.append(number)
        elif found:
            break
    return tuple(found)
