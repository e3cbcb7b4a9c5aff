"""Matches of Duck Chess as PGN (README.md, section 9): written with `[Variant "Duck"]`, read in many styles."""

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from rules.common.quoting import make_printable, quote, shorten
from rules.common.resumable import ResumableTask
from rules.duck_chess.foreign import (
    find_position,
    languages_of,
    read_dashes,
    translate_turn,
    unify_signs,
    unify_tags,
    unify_turns,
)
from rules.duck_chess.moves import Move
from rules.duck_chess.position import Position
from rules.duck_chess.text import SIDES, notate, read, read_turn
from rules.errors import PositionError, RecordError, TurnError
from rules.match import AnyPlay, Match
from rules.record import Format, Player, Record
from rules.tagged_record import (
    DATE,
    DAY,
    ROUND,
    clean_lines,
    kept_tags,
    read_player_name,
    read_tags,
    result_of,
    write_tagged,
)

ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
"""The tags with which every PGN begins, each with its value if unknown."""
OWN_EVENT: Final = {"Event": "Casual game", "Site": "Tablier"}  # tags of a match whose record has a `Round`
PREFIX: Final = "PGN-"  # prefix of a tag's name in the headers of the app's own record
OWN_TAGS: Final = frozenset({"White", "Black", "Result", "Variant", "Termination", "SetUp", "FEN"})

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")  # White has won, Black has won, drawn, neither
TERMINATIONS: Final = {"resigned": "resignation", "time-out": "time", "agreed": "agreement"}
"""Values of `Termination` by the reason of an ending; other reasons are written with blanks for hyphens."""
RULE_ENDINGS: Final = frozenset({"king captured", "stalemate", "50 moves", "repetition"})  # as in `Termination`

_FIRST_TAG: Final = re.compile(r'\s*(?:[;%][^\n]*\n\s*)*\[\s*(?!Game\b)\w+\s+"')
_TOKEN: Final = re.compile(
    r"""(?P<line>;[^\n]*|^%[^\n]*)
    |(?P<comment>\{[^}]*\}?)
    |(?P<bracket>[()])
    |(?P<next>^\[(?=\s*\w+\s+"))
    |(?P<result>(?:1[-:]0|0[-:]1|1/2(?:[-:]1/2)?|0\.5-0\.5|\*)(?![^\s(){};.!]))
    |(?P<skip>\s+|\$\d+|\d+(?:[.):]+|(?=\s))|\.+|[!?]+|e\.p\.)
    |(?P<move>[^\s(){};!?$]+(?:[ ]D[a-h][1-8](?![^\s(){};!?$+#]))?[+#]*)
    |(?P<rest>.)""",
    re.VERBOSE | re.MULTILINE,
)


_DRAUGHTS: Final = re.compile(r"\d{1,2}[-x]\d{1,2}(?:x\d{1,2})*")  # turn on numbered dark squares
_SIMPLE_TAG: Final = re.compile(r'\s*\[\s*(\w+)\s+"([^"]*)"')
_FIRST_TURN: Final = re.compile(r"\s*1\s*[.)]\s*(?!\.)")
_RESULT_AT_END: Final = re.compile(r"(?:^|\s)(?:1[-:]0|0[-:]1|1/2(?:[-:]1/2)?|\*)\s*$")
_WRAPPER: Final = re.compile(r"\s*(?:\[/?pgn\]|`{3}\w*)\s*", re.IGNORECASE)  # line around a PGN in a forum
_TAG_LINE: Final = re.compile(r'\s*\[\s*\w+\s+"')
_CONTENT: Final = re.compile(
    r"""[][(){}@"*]|^\s*\d+\s*(?:[.)]|$)|(?<![\w/])(?:1[-:]0|0[-:]1|1/2)(?![\w/])
    |(?<![\w/])(?:[^\W\d_]?[a-h]?[1-8]?[x:-]?[a-h][1-8](?:=?\(?\w\)?)?|[O0]-[O0](?:-[O0])?)(?![\w/])""",
    re.VERBOSE,
)
"""The pattern of a tag, comment, number, result or turn in a line."""
LONGEST_PASSED_OVER: Final = 80  # maximum number of characters kept of an ignored line
LONGEST_POSITION: Final = 20_000  # maximum number of characters of a position with its moves


def recognises(text: str) -> bool:
    """Return whether a text begins with a tag, like a PGN, but not with the tag `Game`, like a record of Ducart."""
    return _FIRST_TAG.match(text[:2000].removeprefix("\ufeff")) is not None


# Writing


def write(record: Record) -> str:
    """Return a match as PGN, without an unfinished turn."""
    tags = _tags_of(record)
    return write_tagged(tags, [*_movetext(record.match), tags["Result"]])


def _tags_of(record: Record) -> dict[str, str]:
    match = record.match
    outcome = match.outcome()
    day = DAY.match(record.extra.get(DATE, ""))
    earlier_tags = ({"Date": day[0].replace("-", ".")} if day else {}) | kept_tags(record.extra, PREFIX, OWN_TAGS)
    event = OWN_EVENT | {ROUND: record.extra[ROUND]} if ROUND in record.extra else {}
    tags = {name: earlier_tags.pop(name, usual) for name, usual in (ROSTER | event).items()}
    tags |= {side: player.title for side, player in zip(SIDES, record.players, strict=True)}
    tags |= {"Result": result_of(match, RESULTS), "Variant": "Duck"}
    control = match.clock.control
    if control.minutes:
        tags["TimeControl"] = f"{60 * control.minutes}" + (f"+{control.increment}" if control.increment else "")
    if outcome is not None:
        tags["Termination"] = TERMINATIONS.get(outcome.reason, outcome.reason.replace("-", " "))
    if match.has_own_start:
        tags |= {"SetUp": "1", "FEN": match.start.text()}
    return tags | {name: value for name, value in earlier_tags.items() if name not in tags}


def _movetext(match: Match) -> Iterator[str]:
    for turn_index, span in enumerate(match.turns()):
        if span.last == len(match.plies) and not match.position.turn_started:
            return
        if span.seat == 0 or turn_index == 0:
            number = match.positions[span.first].text().rpartition(" ")[2]
            yield f"{number}." if span.seat == 0 else f"{number}..."
        position = match.positions[span.first]
        assert isinstance(position, Position)
        yield notate(position, cast("list[Move]", match.moves(span)))


# Reading


@dataclass(slots=True)
class PgnParts:
    """The parts of a match in a PGN; turns are (text, line number), `line` is that of the result."""

    tags: Mapping[str, str]
    turns: list[tuple[str, int]] = field(default_factory=list)
    result: str = ""
    line: int = 0
    passed_over: list[tuple[int, str]] = field(default_factory=list)


def read_task(text: str, game: AnyPlay) -> ResumableTask[Record]:
    """Return a task that reads the first match in a PGN turn by turn. Raises RecordError, with the line."""
    found = _parse(unify_signs(clean_lines(text, "PGN")))
    rewritten = read_dashes([turn for turn, _ in found.turns])
    match = None
    if rewritten is not None:
        turns = [(turn, line) for turn, (_, line) in zip(rewritten, found.turns, strict=True)]
        with contextlib.suppress(RecordError):
            match = yield from _replay(_create_match(found, game, is_known_variant=True), turns)
    if match is None:
        match = yield from _replay_in_any_language(_create_match(found, game), found)
    _apply_result(match, found)
    players = tuple(Player("person", read_player_name(found.tags.get(side, ""))) for side in SIDES)
    return Record(match, players, _read_extra(found.tags), tuple(found.passed_over))


def read_loosely_task(text: str, game: AnyPlay) -> ResumableTask[Record]:
    """Return a task that reads a match without tags, or a position with or without moves, from other programs.

    Raises RecordError, with the code `text` if nothing in the text is of this game.
    """
    position = find_position(text) if len(text) <= LONGEST_POSITION else None
    if position is None:
        record = yield from read_task(text, game)
        if not record.match.plies and not record.match.has_own_start:
            raise RecordError(0, "The text has no turn of Duck Chess.")
        return record
    found = PgnParts({"FEN": position.fen} if position.fen else {}, [(move, 1) for move in position.moves[:-1]])
    match = yield from _replay_in_any_language(_create_match(found, game, is_known_variant=True), found)
    for move in position.moves[-1:]:
        _play_last_turn(match, move)
    rest = ((1, position.rest),) if position.rest else ()
    return Record(match, (Player(), Player()), {}, rest)


def split_pgn(text: str) -> list[tuple[str, str]]:
    """Return the matches in a PGN, each as (label, text).

    A match begins at a tag after a move, or at a turn with the number 1 after a result.
    """
    chunks: list[list[str]] = [[]]
    played = ended = commented = False
    for line in text.splitlines():
        is_tag = not commented and _TAG_LINE.match(line) is not None
        if (is_tag and played) or (ended and not commented and _FIRST_TURN.match(line)):
            chunks.append([])
            played = False
        commented = (commented or "{" in line) and line.rfind("{") >= line.rfind("}")
        played = played or not (is_tag or not line.strip() or line.startswith(("%", ";")) or _WRAPPER.fullmatch(line))
        if line.strip():
            ended = not is_tag and not commented and _RESULT_AT_END.search(unify_signs(line)) is not None
        chunks[-1].append(line)
    return [(_describe_match(chunk), "\n".join(chunk) + "\n") for chunk in chunks]


def _describe_match(lines: Sequence[str]) -> str:
    found = (_SIMPLE_TAG.match(line) for line in lines)
    tags = {tag[1]: tag[2] for tag in found if tag is not None and tag[2].strip("?.")}
    names = " – ".join(tags[side] for side in SIDES if side in tags)
    known = [names, *(tags[name] for name in ("Result", "Event", "Date") if name in tags)]
    moves = next((line for line in lines if line.strip() and not line.startswith("[")), "")
    return shorten(" · ".join(filter(None, known)) if names else " · ".join(filter(None, (*known, moves))), 70)


def _read_extra(tags: Mapping[str, str]) -> dict[str, str]:
    foreign = {name: value for name, value in tags.items() if name not in OWN_TAGS and value != ROSTER.get(name)}
    extra = {PREFIX + name: value for name, value in foreign.items()}
    day = tags.get("Date", "").replace(".", "-")
    if DAY.fullmatch(day):
        extra.pop(f"{PREFIX}Date", None)
        extra[DATE] = day
    return extra


def _parse(text: str) -> PgnParts:
    passed_over: list[tuple[int, str]] = []
    text = _blank_foreign_lines(unify_tags(text, passed_over), passed_over)
    tags, at = read_tags(text)
    found = PgnParts({name: value for name, (value, _) in tags.items()}, passed_over=passed_over)
    line = text.count("\n", 0, at) + 1
    open_lines: list[int] = []
    for token in _TOKEN.finditer(unify_turns(text[at:])):
        word, kind, start_line = token[0], token.lastgroup, line
        line += word.count("\n")
        if word == "(":
            open_lines.append(start_line)
        elif word == ")" and not open_lines:
            raise RecordError(start_line, "a variation ends here that began nowhere.")
        elif word == ")":
            open_lines.pop()
        elif kind == "comment" and not word.endswith("}"):
            raise RecordError(start_line, "the comment that begins here has no end.", "no-end")
        elif kind == "rest":
            raise RecordError(start_line, f"{quote(word)} has no meaning here.")
        elif kind == "next":
            break
        elif kind == "result" and not open_lines:
            found.result, found.line = _normalize_result(word), start_line
            break
        elif kind == "move" and not open_lines:
            found.turns.append((word, start_line))
    if open_lines:
        raise RecordError(open_lines[-1], "the variation that begins here has no end.", "no-end")
    if passed_over and not found.turns:
        raise RecordError(passed_over[0][0], f"{quote(passed_over[0][1])} has no meaning here.")
    return found


def _normalize_result(word: str) -> str:
    word = word.strip().replace(":", "-")
    return {"1/2": "1/2-1/2", "0.5-0.5": "1/2-1/2"}.get(word, word)


def _blank_foreign_lines(text: str, passed_over: list[tuple[int, str]]) -> str:
    """Return the text with lines emptied that have no tag, turn or the like; append these lines to `passed_over`."""
    lines, commented = text.split("\n"), False
    for number, line in enumerate(lines):
        is_foreign = not commented and line.strip() and not _CONTENT.search(line) and not line.startswith(("%", ";"))
        commented = (commented or "{" in line) and line.rfind("{") >= line.rfind("}")
        if _WRAPPER.fullmatch(line):
            lines[number] = ""
        elif is_foreign and unify_turns(line) == line:
            passed_over.append((number + 1, shorten(line.strip(), LONGEST_PASSED_OVER)))
            lines[number] = ""
    return "\n".join(lines)


def _create_match(found: PgnParts, game: AnyPlay, *, is_known_variant: bool = False) -> Match:
    tags = found.tags
    variant = tags.get("Variant")
    if "GameType" in tags or any(_DRAUGHTS.fullmatch(turn) for turn, _ in found.turns[:1]):
        raise RecordError(0, "This is draughts on the dark squares, which no game here is.", "draughts")
    if (
        variant is None
        and not is_known_variant
        and not any("@" in turn or "," in turn or "D" in turn for turn, _ in found.turns)
    ):
        problem = (
            'The PGN has no [Variant "Duck"] and no turn says where a duck goes: it is orthodox chess, or empty.'
        )
        raise RecordError(0, problem, "orthodox" if found.turns else "text")
    if variant is not None and re.sub(r"[^a-z]", "", variant.lower()) not in ("duck", "duckchess"):
        problem = f"The PGN is of the variant {quote(variant)}, not of Duck Chess."
        raise RecordError(0, problem, "variant", variant=make_printable(variant))
    text = tags.get("FEN")
    if text is None and tags.get("SetUp") == "1":
        raise RecordError(0, "The PGN begins from a position of its own but has no FEN.", "no-position")
    if text is None:
        return Match(game)
    known = find_position(text)
    try:
        position = read(text if known is None else known.fen)
    except PositionError as problem:
        raise RecordError(0, f"The FEN of the PGN can't be read: {problem}", "position", problem=problem) from None
    is_custom = position != game.start(game.options(), game.seats.start)
    return Match(game, position=position if is_custom else None)


def _replay_in_any_language(start: Match, found: PgnParts) -> ResumableTask[Match]:
    """Replay all turns in English or, if that fails, in the only other language in which all turns are legal."""
    try:
        return (yield from _replay(start, found.turns))
    except RecordError as problem:
        first = problem
    matches: list[Match] = []
    for letters in languages_of([turn for turn, _ in found.turns]).values():
        with contextlib.suppress(RecordError):
            match = yield from _replay(start, found.turns, letters)
            if all(match.position != known.position or match.plies != known.plies for known in matches):
                matches.append(match)
    if len(matches) == 1:
        return matches[0]
    raise first


def _replay(start: Match, turns: Sequence[tuple[str, int]], letters: str = "") -> ResumableTask[Match]:
    match = Match(start.game, position=start.start if start.has_own_start else None)
    for number, (turn, line) in enumerate(turns):
        yield number / len(turns)
        _play_turn(match, translate_turn(turn, letters) if letters else turn, line)
    return match


def _play_last_turn(match: Match, turn: str) -> None:
    """Play the last turn of a position with moves, which may lack the duck move."""
    for move in match.position.legal_moves():
        if str(move) == turn.lower():
            match.play(move)
            return
    _play_turn(match, turn, 1)


def _play_turn(match: Match, turn: str, line: int) -> None:
    position = match.position
    assert isinstance(position, Position)
    prefix = f"{SIDES[position.side]}'s turn {position.number}, {quote(turn)}"
    if match.outcome() is not None:
        raise RecordError(line, f"{prefix}, comes after the end of the match.", "over")
    try:
        for move in read_turn(position, turn):
            match.play(move)
    except TurnError as problem:
        facts = {"turn": shorten(turn, 20), "number": f"{position.number}{'...' if position.side else '.'}"}
        raise RecordError(
            line, f"{prefix}, can't be played. {problem}", "turn", problem.refusal, None, **facts
        ) from None


def _apply_result(match: Match, found: PgnParts) -> None:
    stated_result = found.result or _normalize_result(found.tags.get("Result", "*"))
    if stated_result not in RESULTS:
        problem = f"{quote(stated_result)} is no result; there are {', '.join(RESULTS)}."
        raise RecordError(found.line, problem, "result", result=make_printable(stated_result))
    by_moves = result_of(match, RESULTS)
    if stated_result in ("*", by_moves):
        return
    if by_moves != "*":
        problem = f'"{stated_result}" can\'t be the result: by its moves the match ended {by_moves}.'
        raise RecordError(found.line, problem, "result", result=stated_result)
    termination = found.tags.get("Termination", "").lower()
    if termination in RULE_ENDINGS:
        problem = f"{quote(termination)} can't be how it ended: the moves don't show that."
        raise RecordError(found.line, problem, "result", result=make_printable(termination))
    if stated_result == "1/2-1/2":
        match.force_end("agreed", match.position.to_move)
    else:
        match.force_end("time-out" if "time" in termination else "resigned", 1 - RESULTS.index(stated_result))


PGN: Final = Format("pgn", ".pgn", recognises, write, read_task, split_pgn)
