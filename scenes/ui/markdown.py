"""The parser of the app's pages, which are written in a subset of Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

Style: TypeAlias = Literal["body", "strong", "italic", "image", "ruling"]
Kind: TypeAlias = Literal["title", "heading", "subheading", "paragraph", "item", "row", "picture", "diagram", "rule"]

_PIECE: Final = re.compile(
    r"!\[[^][]*\]\((?P<image>[^)\s]+)\)|\*\*(?P<strong>.+?)\*\*|\*(?P<italic>[^*]+)\*|`(?P<code>[^`]+)`|\((?P<ruling>R)\)"
)
_HEADS: Final[dict[str, Kind]] = {"#": "title", "##": "heading", "###": "subheading"}
_ITEM: Final = re.compile(r"(?P<mark>[-*]|\d+\.) +(?P<text>.*)")
_PICTURE: Final = re.compile(r"(!\[[^][]*\]\([^)\s]+\)\s*)+")
_DIAGRAM: Final = re.compile(r"^```diagram\n((?:(?!```).*\n)*)```$", re.MULTILINE)
_DASHES: Final = re.compile(r"\|[-:| ]+\|")
_CELL: Final = re.compile(r"(?<!\\)\|")
_LEFT: Final = re.compile(r" +(?=[ .,;:!?])")  # spaces that remain where signs and pictures were removed
ANCHOR: Final = "@ "  # begins a line of anchors, names for the text after it
HEAD: Final = "head"  # `Block.mark` of a table's heading row


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Words of one style, a ruling's sign, or an image's name; "double_draughts/ivory+ivory" is a stack, upwards."""

    style: Style
    text: str

    @property
    def signed_text(self) -> str:
        return f"({self.text})" if self.style == "ruling" else self.text


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item with its mark ("•", "3."), table row, line of pictures, diagram or rule."""

    kind: Kind
    pieces: tuple[TextPiece, ...] = ()
    mark: str = ""
    text: str = ""  # text of a diagram, unparsed
    cells: tuple[tuple[TextPiece, ...], ...] = ()  # of a table row, whose `pieces` are empty
    anchors: tuple[str, ...] = ()  # names by which the block is found, from the last line of anchors since a heading

    @property
    def words(self) -> str:
        """The words of the block, without signs and pictures."""
        parts = [self.pieces, *self.cells]
        told = " ".join("".join(one.text for one in part if one.style not in ("image", "ruling")) for part in parts)
        return _LEFT.sub("", told).strip()

    @property
    def spoken_parts(self) -> list[str]:
        """The words of the block, with signs but without pictures, in one text; of a table row, one text a cell."""
        parts = self.cells or (self.pieces,)
        texts = ("".join(piece.signed_text for piece in part if piece.style != "image") for part in parts)
        return [_LEFT.sub("", text).strip() for text in texts]


def parse_blocks(text: str) -> list[Block]:
    """Parse a page into blocks.

    Headings begin with `#` to `###`, items of lists with `-` or `1.`, rows of tables with `|`; `---` is a rule, and
    a diagram is between "```diagram" and "```". Inline there are **bold**, *italic*, `![](look)` and the sign (R). A
    line "@ one two" gives these two anchors to all blocks after it, up to the next such line or heading.
    """
    reader = _BlockReader()
    for number, part in enumerate(_DIAGRAM.split(text)):
        if number % 2:
            reader.add(Block("diagram", text=part.strip()))
        else:
            for line in part.splitlines():
                reader.read(line.strip())
            reader.close()
    return reader.found


class _BlockReader:
    def __init__(self) -> None:
        self.found: list[Block] = []
        self._lines: list[str] = []
        self._anchors: tuple[str, ...] = ()

    def add(self, block: Block) -> None:
        self.found.append(replace(block, anchors=self._anchors))

    def close(self) -> None:
        """Add the current block, if there is one."""
        if self._lines:
            self.add(_parse_block(" ".join(self._lines)))
            self._lines.clear()

    def read(self, line: str) -> None:
        """Read a line, which must have no spaces at its ends."""
        anchored, row = line.startswith(ANCHOR), line.startswith("|")
        if not line or line.startswith("#") or line == "---" or anchored or row or _ITEM.fullmatch(line):
            self.close()
        if anchored:
            self._anchors = tuple(line.split()[1:])
        elif line.startswith("#"):
            head, _, words = line.partition(" ")
            self._anchors = ()
            self.add(Block(_HEADS.get(head, "subheading"), (TextPiece("body", words.strip()),)))
        elif line == "---":
            self.add(Block("rule"))
        elif _DASHES.fullmatch(line) and self.found and self.found[-1].kind == "row":
            self.found[-1] = replace(self.found[-1], mark=HEAD)
        elif row:
            cells = [cell.strip().replace("\\|", "|") for cell in _CELL.split(line)[1:-1]]
            self.add(Block("row", cells=tuple(tuple(_parse_pieces(cell)) for cell in cells)))
        elif line:
            self._lines.append(line)


def _parse_block(text: str) -> Block:
    item = _ITEM.fullmatch(text)
    if item is not None:
        mark = item["mark"] if item["mark"][0].isdigit() else "•"
        return Block("item", tuple(_parse_pieces(item["text"])), mark)
    if _PICTURE.fullmatch(text):
        return Block("picture", tuple(_parse_pieces(text)))
    return Block("paragraph", tuple(_parse_pieces(text)))


def _parse_pieces(text: str) -> list[TextPiece]:
    blocks: list[TextPiece] = []
    at = 0
    for match in _PIECE.finditer(text):
        if match.start() > at:
            blocks.append(TextPiece("body", text[at : match.start()]))
        blocks.append(_make_piece(match))
        at = match.end()
    if at < len(text):
        blocks.append(TextPiece("body", text[at:]))
    return blocks


def _make_piece(match: re.Match[str]) -> TextPiece:
    if match["ruling"]:
        return TextPiece("ruling", match["ruling"])
    style: Style = "image" if match["image"] else "italic" if match["italic"] else "strong"
    return TextPiece(style, match["image"] or match["italic"] or match["strong"] or match["code"])
