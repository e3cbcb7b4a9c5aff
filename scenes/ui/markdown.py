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
_HEADING_KINDS: Final[dict[str, Kind]] = {"#": "title", "##": "heading", "###": "subheading"}
_LIST_ITEM: Final = re.compile(r"(?P<mark>[-*]|\d+\.) +(?P<text>.*)")
_PICTURE_LINE: Final = re.compile(r"(!\[[^][]*\]\([^)\s]+\)\s*)+")
_DIAGRAM: Final = re.compile(r"^```diagram\n((?:(?!```).*\n)*)```$", re.MULTILINE)
_HEAD_SEPARATOR: Final = re.compile(r"\|[-:| ]+\|")
_CELL_BORDER: Final = re.compile(r"(?<!\\)\|")
_LEFTOVER_SPACES: Final = re.compile(r" +(?=[ .,;:!?])")  # spaces that remain where signs and pictures were removed
ANCHOR: Final = "@ "  # begins a line of anchors, names for the text after it
HEAD: Final = "head"  # `Block.mark` of a table's heading row


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Words of one style, a ruling's sign, or an image's name.

    The name "double_draughts/ivory+ivory" is that of a stack of sprites, the lowest first.
    """

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
        texts = ("".join(piece.text for piece in part if piece.style not in ("image", "ruling")) for part in parts)
        return _LEFTOVER_SPACES.sub("", " ".join(texts)).strip()

    @property
    def spoken_parts(self) -> list[str]:
        """The words of the block, with signs, without pictures: one text or, for a table row, one text per cell."""
        parts = self.cells or (self.pieces,)
        texts = ("".join(piece.signed_text for piece in part if piece.style != "image") for part in parts)
        return [_LEFTOVER_SPACES.sub("", text).strip() for text in texts]


def parse_blocks(text: str) -> list[Block]:
    """Parse a page into blocks.

    Headings begin with `#` to `###`, items of lists with `-` or `1.`, rows of tables with `|`; `---` is a rule, and
    a diagram is between "```diagram" and "```". Inline there are **bold**, *italic*, `![](look)` and the sign (R)
    of a ruling. A line "@ one two" gives these two anchors to all blocks up to the next such line or heading.
    """
    reader = _BlockReader()
    for number, part in enumerate(_DIAGRAM.split(text)):
        if number % 2:  # the group of the pattern: the text of a diagram
            reader.add(Block("diagram", text=part.strip()))
        else:
            for line in part.splitlines():
                reader.read(line.strip())
            reader.close()
    return reader.blocks


class _BlockReader:
    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._lines: list[str] = []  # of the current paragraph or list item
        self._anchors: tuple[str, ...] = ()

    def add(self, block: Block) -> None:
        self.blocks.append(replace(block, anchors=self._anchors))

    def close(self) -> None:
        """Add the current block, if there is one."""
        if self._lines:
            self.add(_parse_block(" ".join(self._lines)))
            self._lines.clear()

    def read(self, line: str) -> None:
        """Read a line, which must have no spaces at its ends."""
        is_anchor_line, is_row = line.startswith(ANCHOR), line.startswith("|")
        if (
            not line
            or line.startswith("#")
            or line == "---"
            or is_anchor_line
            or is_row
            or _LIST_ITEM.fullmatch(line)
        ):
            self.close()
        if is_anchor_line:
            self._anchors = tuple(line.split()[1:])
        elif line.startswith("#"):
            marks, _, words = line.partition(" ")
            self._anchors = ()
            self.add(Block(_HEADING_KINDS.get(marks, "subheading"), (TextPiece("body", words.strip()),)))
        elif line == "---":
            self.add(Block("rule"))
        elif _HEAD_SEPARATOR.fullmatch(line) and self.blocks and self.blocks[-1].kind == "row":
            self.blocks[-1] = replace(self.blocks[-1], mark=HEAD)
        elif is_row:
            cells = [cell.strip().replace("\\|", "|") for cell in _CELL_BORDER.split(line)[1:-1]]
            self.add(Block("row", cells=tuple(tuple(_parse_pieces(cell)) for cell in cells)))
        elif line:
            self._lines.append(line)


def _parse_block(text: str) -> Block:
    item = _LIST_ITEM.fullmatch(text)
    if item is not None:
        mark = item["mark"] if item["mark"][0].isdigit() else "•"
        return Block("item", tuple(_parse_pieces(item["text"])), mark)
    if _PICTURE_LINE.fullmatch(text):
        return Block("picture", tuple(_parse_pieces(text)))
    return Block("paragraph", tuple(_parse_pieces(text)))


def _parse_pieces(text: str) -> list[TextPiece]:
    pieces: list[TextPiece] = []
    end = 0
    for match in _PIECE.finditer(text):
        if match.start() > end:
            pieces.append(TextPiece("body", text[end : match.start()]))
        pieces.append(_make_piece(match))
        end = match.end()
    if end < len(text):
        pieces.append(TextPiece("body", text[end:]))
    return pieces


def _make_piece(match: re.Match[str]) -> TextPiece:
    if match["ruling"]:
        return TextPiece("ruling", match["ruling"])
    style: Style = "image" if match["image"] else "italic" if match["italic"] else "strong"
    return TextPiece(style, match["image"] or match["italic"] or match["strong"] or match["code"])
