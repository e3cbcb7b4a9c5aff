"""The pages of a rulebook, its anchors, and the search for words in it. No pygame.

An anchor names the subject of a text: "4.2" is a clause of the game's rules, "R12" the ruling with this number,
"=blocked" an end of the match, "!edge" a refusal, "%first" an option.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scenes.app.game_files import game_file
from scenes.app.words import ENGLISH
from scenes.screens.constants import HIT_CONTEXT_LENGTH
from scenes.ui.markdown import Block, parse_blocks

_TITLE: Final = re.compile(r"^(?=# )", re.MULTILINE)
_LANGUAGE_INDEPENDENT: Final = re.compile(r"^@ .*$|^```diagram\n(?:.*\n)*?```$", re.MULTILINE)
_WORD: Final = re.compile(r"\w+")


class RulePage(NamedTuple):
    title: str
    blocks: tuple[Block, ...]  # without the title


class Passage(NamedTuple):
    """The place of a subject: the numbers of a page and of blocks on it."""

    page: int
    blocks: tuple[int, ...]


def page_text(key: str, language: str) -> str | None:
    """Return the pages of a game as Markdown, English ones where a translation is missing; None if there are none."""
    english_pages, own_pages = read_pages(key, ENGLISH), read_pages(key, language)
    translations: dict[tuple[str, ...], list[str]] = {}  # pages with the same outline are in the same order
    for page in own_pages:
        translations.setdefault(outline(page), []).append(page)
    candidates = (translations.get(outline(page)) for page in english_pages)
    pages = [same.pop(0) if same else page for page, same in zip(english_pages, candidates, strict=True)]
    return "\n".join(pages or own_pages) or None


def read_pages(key: str, language: str) -> list[str]:
    """Return the pages of a game in a language as Markdown; a text before the first title is a page too."""
    try:
        text = game_file(key, f"rules.{language}.md").read_text(encoding="utf-8")
    except OSError:
        return []
    return [page for page in _TITLE.split(text) if page]


def outline(page: str) -> tuple[str, ...]:
    """Return the parts of a page that are the same in all languages: anchors and diagrams."""
    return tuple(_LANGUAGE_INDEPENDENT.findall(page))


def pages_of(text: str, name: str) -> list[RulePage]:
    """Return the pages of a text; each `# Title` begins a page, and text before the first has the title `name`."""
    parts: list[tuple[str, list[Block]]] = [(name, [])]
    for block in parse_blocks(text):
        if block.kind == "title":
            parts.append((block.words, []))
        else:
            parts[-1][1].append(block)
    return [RulePage(title, tuple(blocks)) for number, (title, blocks) in enumerate(parts) if number or blocks]


def find_passage(pages: Sequence[RulePage], anchor: str) -> Passage | None:
    """Return the first run of blocks with `anchor`, or else with its beginning ("!far" of "!far-push"), or None."""
    while anchor:
        for number, page in enumerate(pages):
            run = _anchored_blocks(page, anchor)
            if run:
                return Passage(number, run)
        anchor = anchor.rpartition("-")[0]
    return None


def _anchored_blocks(page: RulePage, anchor: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for number, block in enumerate(page.blocks):
        if anchor in block.anchors:
            numbers.append(number)
        elif numbers:
            break
    return tuple(numbers)


def fold_case(text: str) -> str:
    """Return a text without accents and capitals, with two letters for the ligatures "œ" and "æ"."""
    parts = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "oe").replace("æ", "ae"))
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).casefold()


@dataclass(frozen=True, slots=True)
class Query:
    """A search for texts in which each of `words` begins some word; accents and capitals don't matter."""

    words: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Query:
        return cls(tuple(dict.fromkeys(_WORD.findall(fold_case(text)))))

    def matches(self, text: str) -> bool:
        """Return whether a word of `text` begins with any of `words`."""
        return any(word.startswith(self.words) for word in _WORD.findall(fold_case(text)))

    def matches_all(self, text: str) -> bool:
        """Return whether each of `words` begins some word of `text`; False if there are no `words`."""
        text_words = _WORD.findall(fold_case(text))
        return bool(self.words) and all(any(word.startswith(one) for word in text_words) for one in self.words)


class Hit(NamedTuple):
    """A place where a query was found: page, block (None for the title), and the text around it."""

    page: int
    block: int | None
    excerpt: str


def find_hits(pages: Sequence[RulePage], query: Query) -> list[Hit]:
    """Return all hits: titles first, then headings, then the rest in order."""
    ranked = [(rank, hit) for number, page in enumerate(pages) for rank, hit in _hits_on_page(number, page, query)]
    return [hit for _, hit in sorted(ranked, key=lambda one: one[0])]


def _hits_on_page(number: int, page: RulePage, query: Query) -> Iterator[tuple[int, Hit]]:
    if query.matches_all(page.title):
        yield 0, Hit(number, None, next((block.words for block in page.blocks if block.words), ""))
    for block_number, block in enumerate(page.blocks):
        words = block.words
        if words and query.matches_all(words):
            rank = 1 if block.kind in ("heading", "subheading") else 2
            yield rank, Hit(number, block_number, excerpt(words, query))


def excerpt(words: str, query: Query) -> str:
    """Return the text from shortly before the first found word."""
    first = next((match.start() for match in re.finditer(r"\S+", words) if query.matches(match[0])), 0)
    if first <= HIT_CONTEXT_LENGTH:
        return words
    start = words.find(" ", first - HIT_CONTEXT_LENGTH)
    return f"… {words[start + 1 :]}"
