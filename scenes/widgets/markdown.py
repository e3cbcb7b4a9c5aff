"""The small Markdown that the app's pages are written in, as blocks of pieces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Style: TypeAlias = Literal["body", "strong", "italic", "image"]
Kind: TypeAlias = Literal["title", "heading", "subheading", "paragraph", "item", "picture", "diagram", "rule"]

_PIECE: Final = re.compile(
    r"!\[[^\]]*\]\((?P<image>[^)\s]+)\)|\*\*(?P<strong>.+?)\*\*|\*(?P<italic>[^*]+)\*|`(?P<code>[^`]+)`"
)
_HEADS: Final[dict[str, Kind]] = {"#": "title", "##": "heading", "###": "subheading"}
_ITEM: Final = re.compile(r"(?P<mark>[-*]|\d+\.) +(?P<text>.*)")
_PICTURE: Final = re.compile(r"(!\[[^\]]*\]\([^)\s]+\)\s*)+")
_DIAGRAM: Final = re.compile(r"^```diagram\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of one style, or a sprite's look for an image; "double_draughts/ivory+ivory" is a stack, from below."""

    style: Style
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a heading, an item of a list with its mark ("•", "3."), pictures alone on a line, a diagram, or a
    rule."""

    kind: Kind
    pieces: tuple[Piece, ...] = ()
    mark: str = ""
    text: str = ""
    """What a diagram's fence holds, line by line as it stands there."""


def blocks(text: str) -> list[Block]:
    """Reads `#` to `###` headings, paragraphs, `-` and `1.` lists, `---`; **bold**, *italic*, `![](look)` in them.

    What stands between a line "```diagram" and a line "```" is a diagram.
    """
    found: list[Block] = []
    for number, part in enumerate(_DIAGRAM.split(text)):
        found += _written(part) if number % 2 == 0 else [Block("diagram", text=part.strip())]
    return found


def _written(text: str) -> list[Block]:
    """The blocks of a part without diagrams."""
    found: list[Block] = []
    lines: list[str] = []

    def close() -> None:
        if lines:
            found.append(_block(" ".join(lines)))
            lines.clear()

    for line in text.splitlines():
        bare = line.strip()
        if not bare or bare.startswith("#") or bare == "---" or _ITEM.fullmatch(bare):
            close()
        if bare.startswith("#"):
            head, _, words = bare.partition(" ")
            found.append(Block(_HEADS.get(head, "subheading"), (Piece("body", words.strip()),)))
        elif bare == "---":
            found.append(Block("rule"))
        elif bare:
            lines.append(bare)
    close()
    return found


def _block(text: str) -> Block:
    item = _ITEM.fullmatch(text)
    if item is not None:
        mark = item["mark"] if item["mark"][0].isdigit() else "•"
        return Block("item", tuple(_pieces(item["text"])), mark)
    if _PICTURE.fullmatch(text):
        return Block("picture", tuple(_pieces(text)))
    return Block("paragraph", tuple(_pieces(text)))


def _pieces(text: str) -> list[Piece]:
    found: list[Piece] = []
    at = 0
    for match in _PIECE.finditer(text):
        if match.start() > at:
            found.append(Piece("body", text[at : match.start()]))
        style: Style = "image" if match["image"] else "italic" if match["italic"] else "strong"
        found.append(Piece(style, match["image"] or match["italic"] or match["strong"] or match["code"]))
        at = match.end()
    if at < len(text):
        found.append(Piece("body", text[at:]))
    return found
