"""The pages of a rulebook, where on which of them something is told, and where words stand. Pure.

An anchor names what a text tells: "4.2" a clause of the game's rules, "R12" a ruling by its row, "=blocked" an end,
"!edge" a refusal, "%first" an option.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scenes.app.game_files import game_file
from scenes.app.words import ENGLISH
from scenes.ui.markdown import Block, blocks

BEFORE: Final = 40
"""Letters that are shown before what was found."""
_TITLE: Final = re.compile(r"^(?=# )", re.MULTILINE)
_COMMON: Final = re.compile(r"^@ .*$|^```diagram\n(?:.*\n)*?```$", re.MULTILINE)
_WORD: Final = re.compile(r"\w+")


class RulePage(NamedTuple):
    """One page of a rulebook."""

    title: str
    blocks: tuple[Block, ...]
    """All of it but the title."""


class Passage(NamedTuple):
    """Where something is told: the number of a page, and those of the blocks there."""

    page: int
    blocks: tuple[int, ...]


def page_text(key: str, language: str) -> str | None:
    """The pages of the game `key` as Markdown, in English what the language lacks, or None when there are none."""
    english, own = sheets(key, ENGLISH), sheets(key, language)
    found: dict[tuple[str, ...], list[str]] = {}
    for sheet in own:
        found.setdefault(outline(sheet), []).append(sheet)
    there = (found.get(outline(sheet)) for sheet in english)
    said = [same.pop(0) if same else sheet for sheet, same in zip(english, there, strict=True)]
    return "\n".join(said or own) or None


def sheets(key: str, language: str) -> list[str]:
    """The pages of the game `key` that there are in a language, as Markdown, with what comes before the first."""
    try:
        text = game_file(key, f"rules.{language}.md").read_text(encoding="utf-8")
    except OSError:
        return []
    return [sheet for sheet in _TITLE.split(text) if sheet]


def outline(sheet: str) -> tuple[str, ...]:
    """What a page has in common with itself in other languages: its anchors and diagrams."""
    return tuple(_COMMON.findall(sheet))


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


def folded(text: str) -> str:
    """A text without accents and without capitals, letter for letter of the same length but for ligatures."""
    parts = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "oe").replace("æ", "ae"))
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).casefold()


@dataclass(frozen=True, slots=True)
class Query:
    """The words that are looked for, folded; all of them must stand in one block."""

    words: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Query:
        """What a person wrote."""
        return cls(tuple(dict.fromkeys(_WORD.findall(folded(text)))))

    def meets(self, text: str) -> bool:
        """Whether a word of `text` begins with one of those that are looked for."""
        return any(word.startswith(self.words) for word in _WORD.findall(folded(text)))

    def found_in(self, text: str) -> bool:
        """Whether all of them stand in `text`."""
        there = _WORD.findall(folded(text))
        return bool(self.words) and all(any(word.startswith(one) for word in there) for one in self.words)


class Hit(NamedTuple):
    """Where something was found: the number of the page, that of the block (None: its title), the words around it."""

    page: int
    block: int | None
    around: str


def hits(pages: Sequence[RulePage], query: Query) -> list[Hit]:
    """All places in which the words stand: titles first, then headings, then the rest as it comes."""
    found = [(rank, hit) for number, page in enumerate(pages) for rank, hit in _within(number, page, query)]
    return [hit for _, hit in sorted(found, key=lambda one: one[0])]


def _within(number: int, page: RulePage, query: Query) -> Iterator[tuple[int, Hit]]:
    if query.found_in(page.title):
        yield 0, Hit(number, None, next((block.words for block in page.blocks if block.words), ""))
    for at, block in enumerate(page.blocks):
        words = block.words
        if words and query.found_in(words):
            yield 1 if block.kind in ("heading", "subheading") else 2, Hit(number, at, around(words, query))


def around(words: str, query: Query) -> str:
    """A text from a little before the first word that was looked for."""
    first = next((match.start() for match in re.finditer(r"\S+", words) if query.meets(match[0])), 0)
    if first <= BEFORE:
        return words
    start = words.find(" ", first - BEFORE)
    return f"… {words[start + 1 :]}"
