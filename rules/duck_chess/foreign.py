"""Translation of other programs' texts of Duck Chess into the notation of README.md, section 9."""

import html
import re
from dataclasses import dataclass
from typing import Final

from rules.duck_chess.text import LETTERS, RIGHTS

_SQUARE: Final = "[a-h][1-8]"
_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\uff0d", "-"),
        **dict.fromkeys("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a", " "),
        **dict.fromkeys("\u202f\u205f\u3000", " "),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f", None),
        **dict.fromkeys("ΘθϴΔ∆⊝🦆🐤🐥＠", "@"),
        **dict.fromkeys("“”„‟«»″＂", '"'),
        **dict.fromkeys("‘’‚′", "'"),
        **dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", strict=True)),
        **dict.fromkeys("♙♟", None),
        "×": "x",
        "½": "1/2",
        "…": "...",
        "⁄": "/",
        "∗": "*",
        **dict.fromkeys("±∓⩲⩱⟳□○⇆", None),
        "|": " ",
        "\u2028": "\n",
    }
)

LANGUAGES: Final = {
    "fr": "PCFTDR",
    "de": "BSLTDK",
    "es": "PCATDR",
    "it": "PCATDR",
    "pt": "PCBTDR",
    "nl": "PPLTDK",
    "pl": "PSGWHK",
    "cs": "PJSVDK",
    "hu": "GHFBVK",
    "sv": "BSLTDK",
    "ro": "PCNTDR",
    "ru": "ПКСЛФЦ",
}
"""Letters of pawn, knight, bishop, rook, queen and king, in the order of `LETTERS`, by language.

The Russian king, Кр, is written Ц.
"""

_RESULT_WORDS: Final = tuple(
    (result, re.compile(rf"\b(?:{words})\b(?=[ \t.!]*$)", re.IGNORECASE | re.MULTILINE))
    for result, words in (
        (
            "1-0",
            r"white (?:has )?(?:wins?|won)(?: (?:on|by) [a-z ]{2,20})?"
            r"|black (?:has )?(?:resign(?:s|ed)?|lost|loses|forfeits|flagged)",
        ),
        (
            "0-1",
            r"black (?:has )?(?:wins?|won)(?: (?:on|by) [a-z ]{2,20})?"
            r"|white (?:has )?(?:resign(?:s|ed)?|lost|loses|forfeits|flagged)",
        ),
        ("1-0", r"wei(?:ß|ss) gewinnt|schwarz gibt auf|les blancs gagnent|les noirs abandonnent"),
        ("0-1", r"schwarz gewinnt|wei(?:ß|ss) gibt auf|les noirs gagnent|les blancs abandonnent"),
        ("1/2-1/2", r"draw(?: agreed)?|drawn(?: game)?|remis|nulle"),
    )
)
_REPLACEMENTS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), text)
    for pattern, text in (
        # A duck in brackets or in a comment of its own.
        (rf"([({{\[])\s*(?:@|duck\s*(?:(?:to|on|at|goes to)\s|[:=])?)\s*({_SQUARE})\s*[)}}\]]", r" @\2"),
        (rf"(?<=[\w=+#])\*({_SQUARE})", r"@\1"),
        (rf"(?<!\w)D?@[D@\s]*(?={_SQUARE})|(?<=[1-8])D@", "@"),
        (rf"((?:^|[\s.])[a-zA-Z1-8=+#x:-]*[1-8])[ \t]?[(\[]({_SQUARE})[)\]]", r"\1@\2"),
        (rf"(?<!\w)((?:{_SQUARE}){{2}}[qrbn]?)({_SQUARE})(?!\w)", r"\1@\2"),
        (rf",[ \t]*(?=@{_SQUARE})|(?<=@[a-h][1-8]),(?=\s|$)", ""),
        # Times and remarks in brackets, without a square.
        (r"\((?!=?[QRBNqrbn]\))(?![^()]*[a-h][1-8])[^(){}]*\)", lambda found: "\n" * found[0].count("\n")),
        (rf"([a-h][1-8](?:=?[QRBN])?[+#]?),[ \t]+({_SQUARE})(?![\w,])", r"\1,\2"),
        # Squares in capitals, castlings without hyphens, the Russian king, and "duck" in words.
        (r"(?<![\w])(?:[A-H][1-8]){1,2}(?:,(?:[A-H][1-8]){2})?(?=[@\s,+#!?]|$)", lambda found: found[0].lower()),
        (r"(?<![\w-])OO(O?)(?![\w-])", lambda found: "O-O-O" if found[1] else "O-O"),
        (r"Кр(?=[a-h])", "Ц"),
        (rf"(?<![\w@])duck\s*(?:(?:to|on|at|goes to)\s|[:=])?\s*({_SQUARE})", r"@\1"),
        # Small letters of men, unless they are files too, and words beside a pawn's move.
        (rf"(?<!\w)[nrqk](?=[a-h]?[1-8]?x?{_SQUARE}(?!\w))", lambda found: found[0].upper()),
        (r"(?<=[a-h][36])[ \t/(]*e\.?[ \t]?p\b\.?\)?", ""),
        (r"(?<=[a-h][1-8]):(?=[@\s])", ""),
        (r"(?<=[1-8QRBN])[ \t]*(?:dbl[ \t]*)?(?:ch\b\.?|†|‡|\+\+)", "+"),
        (r"(?<=[1-8#+!?])(\*|1-0|0-1|1/2-1/2)(?!\S)", r" \1"),
        (r"\{\s*(1-0|0-1|1/2-1/2)\s*\}(?=\s*(?:\Z|\n\s*\[))", r"\1"),
        (r"(?<!\S)1[ \t]*-[ \t]*[0OО](?!\S)", "1-0"),
        (r"(?<!\S)[0OО][ \t]*-[ \t]*1(?!\S)", "0-1"),
        (r"(?<!\S)1/2[ \t]+-[ \t]+1/2(?!\S)", "1/2-1/2"),
        # Signs of an evaluation.
        (r"(?<!\S)(?:[=±∓∞⩲⩱⟳]|\+?/?=|=?/?\+|[+-]{1,2}/[+-]{1,2}|\+-{1,2}|-{1,2}\+)(?!\S)", ""),
        (r"([a-h][18])[ \t]*[/=(]+[ \t]*([qrbn])(?![a-z])\)?", lambda found: f"{found[1]}={found[2].upper()}"),
    )
)
_DUCK_SQUARE: Final = re.compile(rf"(?<!\s)(\s*)@\s*({_SQUARE})", re.IGNORECASE)
_CASTLING: Final = re.compile(r"(?<![\w-])[OoОо0]\s?-\s?[OoОо0](\s?-\s?[OoОо0])?(?![\w-])")

_TAG: Final = re.compile(
    r"""[ \t]*\[[ \t]*(\w{1,60})[ \t]+(?:"((?:[^"\\]|\\.)*)"|'([^'"]*)'|([^\["'\]]+))[ \t]*\][ \t]*"""
)
_DASHED_TURN: Final = re.compile(rf"[KQRBN]?[a-h]?[1-8]?x?{_SQUARE}(?:=[QRBN])?[-/]{_SQUARE}[+#]*")

_ROW: Final = r"[1-8pnbrqkPNBRQK*@]{1,16}"
_FEN: Final = re.compile(
    rf"(?P<board>(?:{_ROW}/){{7}}{_ROW})(?:\[\w*\])?\s+(?P<side>[wb](?:hite|lack)?\b)"
    rf"(?:\s+(?P<castling>-|[{RIGHTS}HAha]{{1,4}}))?(?:\s+(?P<crossed>-|[a-h][36]))?"
    r"(?:\s+(?P<quiet>\d{1,9}|-)(?![^\s\"'`)>\]]))?(?:\s+(?P<number>\d{1,9}|-)(?![^\s\"'`)>\]]))?",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"(?:\w+://|[\w-]+(?:\.[\w-]+)+/)\S+")
_LABEL: Final = re.compile(
    r"(?:[^\W\d_][^\W_ ]*(?: [^\W_]+){0,4}[ ]*[:=]\s*|(?:fen|epd|position|pos|setup|board)\b[\s:=]*){0,4}",
    re.IGNORECASE,
)
_OPERATION: Final = re.compile(r"(?:\w+(?:[ ]+[^;\s]+)*[ ]*;\s*)+")
_UCI_MOVE: Final = re.compile(rf"(?:{_SQUARE}){{2}}[nbrqNBRQ]?(?:,(?:{_SQUARE}){{2}})?")


@dataclass(frozen=True, slots=True)
class FoundPosition:
    """A position found in a text: its FEN ("" for the usual start), the moves after it, and the unread rest."""

    fen: str
    moves: tuple[str, ...]
    rest: str


def unify_signs(text: str) -> str:
    """Return the text with its dashes, blanks, quotes, figurines, fractions and ducks written as in section 9.

    Line breaks stay.
    """
    if text.lstrip().startswith(">"):
        text = re.sub(r"^[ \t]*>[> ]*", "", text, flags=re.MULTILINE)
    if "&" in text:
        text = re.sub(r"&(?:#\w{1,7}|[A-Za-z]{2,8}\d{0,2});", lambda entity: html.unescape(entity[0]), text)
    return text.translate(_SIGNS)


def unify_tags(text: str, passed_over: list[tuple[int, str]]) -> str:
    """Return the text with tags in the form of PGN; move repeated tags to `passed_over` as (line number, text)."""
    lines, known = text.split("\n"), set()
    for number, line in enumerate(lines):
        tag = _TAG.fullmatch(line)
        if tag is None and line.strip():
            break
        if tag is not None and tag[1] in known:
            passed_over.append((number + 1, line.strip()))
            lines[number] = ""
        elif tag is not None:
            known.add(tag[1])
            value = next(value for value in tag.groups()[1:] if value is not None)
            lines[number] = f'[{tag[1]} "{value.strip()}"]'
    return "\n".join(lines)


def unify_turns(text: str) -> str:
    """Return the text with the ducks, castlings, promotions and results among its moves in the form of section 9.

    The number of lines stays the same.
    """
    for pattern, replacement in _REPLACEMENTS:
        text = pattern.sub(replacement, text)
    text = _DUCK_SQUARE.sub(lambda found: f"@{found[2].lower()}" + "\n" * found[1].count("\n"), text)
    text = _CASTLING.sub(lambda found: "O-O-O" if found[1] else "O-O", text)
    for result, pattern in _RESULT_WORDS:
        text = pattern.sub(result, text)
    return text


def read_dashes(turns: list[str]) -> list[str] | None:
    """Return the turns with "@" in place of the dash before the duck; None if not all are written like `e4-e6`."""
    if not turns or not all(map(_DASHED_TURN.fullmatch, turns)):
        return None
    return [re.sub(rf"[-/](?={_SQUARE}[+#]*$)", "@", turn) for turn in turns]


def translate_turn(turn: str, letters: str) -> str:
    """Return a turn with the English letters of men in place of `letters`, the letters of another language."""
    english = dict(zip(letters, LETTERS, strict=True))
    head = english.get(turn[0], turn[0])
    return re.sub(r"=\(?(\w)", lambda found: f"={english.get(found[1], found[1])}", head + turn[1:])


def languages_of(turns: list[str]) -> dict[str, str]:
    """Return, by language, the letters of men of each language that has all such letters in the turns.

    Of several languages with the same letters only one is returned.
    """
    used = {turn[0] for turn in turns if turn[0].isalpha() and turn[0].isupper() and turn[0] != "O"}
    distinct = {letters: language for language, letters in LANGUAGES.items() if used <= set(letters)}
    return {language: letters for letters, language in distinct.items()}


def find_position(text: str) -> FoundPosition | None:
    """Return the FEN, or UCI's "position startpos", in a text, an address or a line of another program.

    Returns None if there is none, or if it stands among anything but moves, labels and quotes.
    """
    text = unify_signs(text).strip()
    address = _ADDRESS.fullmatch(text.strip("\"'<>"))
    if address is not None:
        text = re.sub("(?:%[0-9A-Fa-f]{2})+", _decode_percent, address[0])
        text = re.sub("[_+]", " ", unify_signs(text))
    elif "_" in text and " " not in text:
        text = text.replace("_", " ")
    start = re.match(r"(?:position\s+)?startpos\b", text, re.IGNORECASE)
    if start is not None:
        return _read_moves_after("", text[start.end() :])
    found = _FEN.search(text)
    if found is None:
        return None
    before = text[: found.start()].strip("\"'`([{<> \t\n")
    if address is None and _LABEL.fullmatch(before) is None:
        return None
    fen = _write_fen(found)
    return FoundPosition(fen, (), "") if address is not None else _read_moves_after(fen, text[found.end() :])


def _decode_percent(codes: re.Match[str]) -> str:
    return bytes.fromhex(codes[0].replace("%", "")).decode(errors="replace")


def _write_fen(found: re.Match[str]) -> str:
    """Return a found FEN in the usual form: one digit for a run of empty squares, KQkq for castling rights."""
    board = re.sub("[1-8]+", lambda run: str(sum(map(int, run[0]))), found["board"].replace("@", "*"))
    castling = (found["castling"] or "-").translate(str.maketrans("HAha", RIGHTS))
    counts = [
        found[name] if found[name] not in (None, "-") else usual for name, usual in (("quiet", "0"), ("number", "1"))
    ]
    return " ".join((board, found["side"][0].lower(), castling, found["crossed"] or "-", *counts))


def _read_moves_after(fen: str, text: str) -> FoundPosition | None:
    """Return a position with the UCI moves in the text after it, or with operations of an EPD as its unread rest.

    Returns None for any other text.
    """
    rest = text.strip("\"'`)]}<> \t\n;,.")
    words = rest.split()
    if words[:1] and words[0].lower() == "moves" and all(_UCI_MOVE.fullmatch(word) for word in words[1:]):
        return FoundPosition(fen, tuple(words[1:]), "")
    if not rest or _OPERATION.fullmatch(f"{rest};"):
        return FoundPosition(fen, (), rest)
    return None
