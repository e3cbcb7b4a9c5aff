"""Records in the manner of PGN, shared by several games: tags, each `[Name "value"]`, and the turns after them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rules.common.quoting import readable_name, remove_controls
from rules.errors import RecordError
from rules.match import Match

MAX_LENGTH: Final = 2_000_000  # characters of a text; longer texts are refused
LONGEST_VALUE: Final = 500
MOST_TAGS: Final = 100
WIDTH: Final = 80  # lines of turns are shorter than this, in characters
DATE: Final = "Date"  # start of a match: "2026-11-21 15:00"
ROUND: Final = "Round"  # header for the number of the match in its session, counted from 1
DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")

_BLANKS_AND_COMMENTS: Final = re.compile(r"(?:\s|[;%][^\n]*)*")
_TAG: Final = re.compile(r'\[\s*(\w{1,60})\s+"([^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"\s*\]')


def write_tagged(tags: Mapping[str, str], words: Iterable[str]) -> str:
    """Return tags and turns as text, with the turns in lines shorter than `WIDTH`."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) >= WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    head = "".join(f'[{name} "{_escape_value(value)}"]\n' for name, value in tags.items())
    return "\n".join([head, *lines]) + "\n"


def _escape_value(value: str) -> str:
    return " ".join(value.split())[:LONGEST_VALUE].replace("\\", "\\\\").replace('"', '\\"')


def result_of(match: Match, results: Sequence[str]) -> str:
    """Return the item of `results` for a match: in order, won by seat 0, won by seat 1, drawn, unfinished."""
    outcome = match.outcome()
    if outcome is None:
        return results[3]
    return results[outcome.winners[0]] if outcome.winners else results[2]


def kept_tags(extra: Mapping[str, str], prefix: str, own: frozenset[str]) -> dict[str, str]:
    """Return another program's tags that headers keep as `prefix` + name, except invalid names and those in `own`."""
    tags = {name.removeprefix(prefix): value for name, value in extra.items() if name.startswith(prefix)}
    return {name: value for name, value in tags.items() if re.fullmatch(r"\w{1,60}", name) and name not in own}


def clean_lines(text: str, kind: str) -> str:
    """Return the text without control characters and with each line ended. Raises RecordError if it is too long."""
    if len(text) > MAX_LENGTH:
        raise RecordError(0, f"The {kind} has {len(text)} characters; {MAX_LENGTH} are the most.")
    return "".join(f"{line}\n" for line in remove_controls(text).removeprefix("\ufeff").splitlines())


def read_tags(text: str) -> tuple[dict[str, tuple[str, int]], int]:
    """Return tag -> (value, line number), and the index in `text` where the tags end. Raises RecordError."""
    tags: dict[str, tuple[str, int]] = {}
    line, index = 1, 0
    while True:
        blank = _BLANKS_AND_COMMENTS.match(text, index)
        assert blank is not None, "the pattern also matches the empty text"
        line, index = line + blank[0].count("\n"), blank.end()
        if text[index : index + 1] != "[":
            return tags, index
        tag = _TAG.match(text, index)
        if tag is None:
            raise RecordError(line, 'a tag is written [Name "value"], on one line.')
        name, value = tag[1], re.sub(r"\\(.)", r"\1", tag[2])
        if len(value) > LONGEST_VALUE:
            raise RecordError(line, f"the value of {name} is longer than {LONGEST_VALUE} characters.")
        if name in tags:
            raise RecordError(line, f"{name} is given twice.")
        if len(tags) == MOST_TAGS:
            raise RecordError(line, f"there are more than {MOST_TAGS} tags.")
        tags[name] = value, line
        index = tag.end()


def read_player_name(value: str) -> str:
    """Return a player's name from a tag; "" if the tag says that it is unknown, as "?" does."""
    return "" if value.strip("?") == "" else readable_name(value)
