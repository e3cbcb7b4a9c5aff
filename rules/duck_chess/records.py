"""Matches of Duck Chess as PGN with `[Variant "Duck"]`, both ways (section 9), also as other programs write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, cast

from rules.common.quoting import quoted
from rules.common.resumable import ResumableTask
from rules.duck_chess.moves import Move
from rules.duck_chess.position import Position
from rules.duck_chess.text import SIDES, notate, read, read_turn
from rules.errors import PositionError, RecordError, TurnError
from rules.match import AnyPlay, Match
from rules.record import Format, Player, Record
from rules.tagged_record import DATE, DAY, ROUND, kept_tags, known_name, lines_of, read_tags, result_of, text_of

ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
"""The tags that every PGN begins with -> the value of one that is unknown."""
HERE: Final = {"Event": "Casual game", "Site": "Tablier"}
"""Tags of a match that was played here, which is one with a `Round` in the app's own record."""
KEPT: Final = "PGN-"
"""The prefix of a tag's name in the headers of the app's own record."""
OWN: Final = frozenset({"White", "Black", "Result", "Variant", "Termination", "SetUp", "FEN"})
"""Tags that are written from the match itself."""

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
"""White has won, Black has won, drawn, neither."""
TERMINATIONS: Final = {"resigned": "resignation", "time-out": "time", "agreed": "agreement"}
"""Reason of an ending beside the rules -> `Termination`; other reasons are written with blanks for hyphens."""
BY_RULE: Final = frozenset({"king captured", "stalemate", "50 moves", "repetition"})
"""The `Termination` of endings that only the moves can show."""

_HEAD: Final = re.compile(r'\s*(?:[;%][^\n]*\n\s*)*\[\s*(?!Game\b)\w+\s+"')
_TOKEN: Final = re.compile(
    r"""(?P<line>;[^\n]*|^%[^\n]*)
    |(?P<comment>\{[^}]*\}?)
    |(?P<bracket>[()])
    |(?P<next>^\[(?=\s*\w+\s+"))
    |(?P<result>(?:1-0|0-1|1/2-1/2|½-½|\*)(?![^\s(){};]))
    |(?P<skip>\s+|\$\d+|\d+(?:\.+|(?=\s))|\.+|[!?]+|e\.p\.)
    |(?P<move>[^\s(){};!?$]+(?:[ ]D[a-h][1-8](?![^\s(){};!?$+#]))?[+#]*)
    |(?P<rest>.)""",
    re.VERBOSE | re.MULTILINE,
)


def recognises(text: str) -> bool:
    """Whether a text begins with a tag, as a PGN does; the tag `Game` is of the app's own record."""
    return _HEAD.match(text[:2000].removeprefix("\ufeff")) is not None


# Writing


def write(record: Record) -> str:
    """A match as PGN, without an unfinished turn."""
    tags = _tags_of(record)
    return text_of(tags, [*_movetext(record.match), tags["Result"]])


def _tags_of(record: Record) -> dict[str, str]:
    match = record.match
    outcome = match.outcome()
    day = DAY.match(record.extra.get(DATE, ""))
    kept = ({"Date": day[0].replace("-", ".")} if day else {}) | kept_tags(record.extra, KEPT, OWN)
    here = HERE | {ROUND: record.extra[ROUND]} if ROUND in record.extra else {}
    tags = {name: kept.pop(name, usual) for name, usual in (ROSTER | here).items()}
    tags |= {side: player.title for side, player in zip(SIDES, record.players, strict=True)}
    tags |= {"Result": result_of(match, RESULTS), "Variant": "Duck"}
    control = match.clock.control
    if control.minutes:
        tags["TimeControl"] = f"{60 * control.minutes}" + (f"+{control.increment}" if control.increment else "")
    if outcome is not None:
        tags["Termination"] = TERMINATIONS.get(outcome.reason, outcome.reason.replace("-", " "))
    if match.set_up:
        tags |= {"SetUp": "1", "FEN": match.start.text()}
    return tags | {name: value for name, value in kept.items() if name not in tags}


def _movetext(match: Match) -> Iterator[str]:
    for place, span in enumerate(match.turns()):
        if span.last == len(match.plies) and not match.position.turn_started:
            return
        if span.seat == 0 or place == 0:
            number = match.positions[span.first].text().rpartition(" ")[2]
            yield f"{number}." if span.seat == 0 else f"{number}..."
        position = match.positions[span.first]
        assert isinstance(position, Position)
        yield notate(position, cast("list[Move]", match.moves(span)))


# Reading


@dataclass(frozen=True, slots=True)
class Found:
    """The first match of a PGN: tags, turns with their line numbers, the result after them and its line (or 0)."""

    tags: Mapping[str, str]
    turns: list[tuple[str, int]]
    result: str
    line: int


def reading(text: str, game: AnyPlay) -> ResumableTask[Record]:
    """The first match in a PGN, replayed turn by turn. Raises RecordError with the line, and the turn that fails."""
    found = _scan(lines_of(text, "PGN"))
    match = _begin(found.tags, game)
    for number, (turn, line) in enumerate(found.turns):
        yield number / len(found.turns)
        _replay(match, turn, line)
    _finish(match, found)
    players = tuple(Player("person", known_name(found.tags.get(side, ""))) for side in SIDES)
    return Record(match, players, _extra(found.tags))


def _extra(tags: Mapping[str, str]) -> dict[str, str]:
    extra = {KEPT + name: value for name, value in tags.items() if name not in OWN and value != ROSTER.get(name)}
    day = tags.get("Date", "").replace(".", "-")
    if DAY.fullmatch(day):
        extra.pop(f"{KEPT}Date", None)
        extra[DATE] = day
    return extra


def _scan(text: str) -> Found:
    """The parts of the first match. Every line of `text` ends in a newline."""
    found, at = read_tags(text)
    tags = {name: value for name, (value, _) in found.items()}
    turns: list[tuple[str, int]] = []
    opened: list[int] = []
    result, ended, line = "", 0, text.count("\n", 0, at) + 1
    for token in _TOKEN.finditer(text, at):
        word, what, here = token[0], token.lastgroup, line
        line += word.count("\n")
        if word == "(":
            opened.append(here)
        elif word == ")" and not opened:
            raise RecordError(here, "a variation ends here that began nowhere.")
        elif word == ")":
            opened.pop()
        elif what == "comment" and not word.endswith("}"):
            raise RecordError(here, "the comment that begins here has no end.")
        elif what == "rest":
            raise RecordError(here, f"{quoted(word)} has no meaning here.")
        elif what == "next":
            break
        elif what == "result" and not opened:
            result, ended = word.replace("½-½", "1/2-1/2"), here
            break
        elif what == "move" and not opened:
            turns.append((word, here))
    if opened:
        raise RecordError(opened[-1], "the variation that begins here has no end.")
    return Found(tags, turns, result, ended)


def _begin(tags: Mapping[str, str], game: AnyPlay) -> Match:
    variant = tags.get("Variant")
    if variant is None:
        raise RecordError(0, 'The PGN has no [Variant "Duck"], so it is of another game.')
    if re.sub(r"[^a-z]", "", variant.lower()) not in ("duck", "duckchess"):
        raise RecordError(0, f"The PGN is of the variant {quoted(variant)}, not of Duck Chess.")
    text = tags.get("FEN")
    if text is None and tags.get("SetUp") == "1":
        raise RecordError(0, "The PGN begins from a position of its own but has no FEN.")
    if text is None:
        return Match(game)
    try:
        position = read(text)
    except PositionError as problem:
        raise RecordError(0, f"The FEN of the PGN can't be read: {problem}") from None
    own = position != game.start(game.options(), game.seats.start)
    return Match(game, position=position if own else None)


def _replay(match: Match, turn: str, line: int) -> None:
    position = match.position
    assert isinstance(position, Position)
    where = f"{SIDES[position.side]}'s turn {position.number}, {quoted(turn)}"
    if match.outcome() is not None:
        raise RecordError(line, f"{where}, comes after the end of the match.")
    try:
        for move in read_turn(position, turn):
            match.play(move)
    except TurnError as problem:
        raise RecordError(line, f"{where}, can't be played. {problem}") from None


def _finish(match: Match, found: Found) -> None:
    said = found.result or found.tags.get("Result", "*")
    if said not in RESULTS:
        raise RecordError(found.line, f"{quoted(said)} is no result; there are {', '.join(RESULTS)}.")
    by_moves = result_of(match, RESULTS)
    if said in ("*", by_moves):
        return
    if by_moves != "*":
        raise RecordError(found.line, f'"{said}" can\'t be the result: by its moves the match ended {by_moves}.')
    why = found.tags.get("Termination", "").lower()
    if why in BY_RULE:
        raise RecordError(found.line, f"{quoted(why)} can't be how it ended: the moves don't show that.")
    if said == "1/2-1/2":
        match.end("agreed", match.position.to_move)
    else:
        match.end("time-out" if "time" in why else "resigned", 1 - RESULTS.index(said))


PGN: Final = Format("pgn", ".pgn", recognises, write, reading)
