"""The pages of a rulebook: a title, what stands below it, and where on which page something is told.

An anchor names what a text tells: "4.2" a clause of the game's rules, "R12" a ruling by its row, "=blocked" an end,
"!edge" a refusal, "%first" an option.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scenes.app.game_files import game_file
from scenes.ui.markdown import Block, blocks


@dataclass(frozen=True, slots=True)
class RulePage:
    """One page of a rulebook."""

    title: str
    blocks: tuple[Block, ...]
    """All of it but the title."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Where something is told: the number of a page, and those of the blocks there."""

    page: int
    blocks: tuple[int, ...]


def page_text(key: str, language: str) -> str | None:
    """The pages of the game `key` as Markdown, or None when there are none."""
    try:
        return game_file(key, f"rules.{language}.md").read_text(encoding="utf-8")
    except OSError:
        return None


def pages_of(text: str, name: str) -> list[RulePage]:
    """The pages in a file; each `# Title` begins one. What comes before the first has `name` for its title."""
    parts: list[tuple[str, list[Block]]] = [(name, [])]
    for block in blocks(text):
        if block.kind == "title":
            parts.append((block.words, []))
        else:
            parts[-1][1].append(block)
    return [RulePage(title, tuple(found)) for number, (title, found) in enumerate(parts) if number or found]


def find(pages: Sequence[RulePage], anchor: str) -> Passage | None:
    """Where `anchor` stands first, in one run; without words of its own its beginning: of "!far-push" "!far"."""
    while anchor:
        for number, page in enumerate(pages):
            run = _run(page, anchor)
            if run:
                return Passage(number, run)
        anchor = anchor.rpartition("-")[0]
    return None


def _run(page: RulePage, anchor: str) -> tuple[int, ...]:
    found: list[int] = []
    for number, block in enumerate(page.blocks):
        if anchor in block.anchors:
            found.append(number)
        elif found:
            break
    return tuple(found)
