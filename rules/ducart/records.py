"""Records of Ducart: tags, then numbered pairs of turns, written and read (README.md, section 11.1).

[Start "kczthzck/wwwwwwww/8/8/8/8/WWWWWWWW/KCZHTZCK g - g 0 0 t"]
[Result "*"]

1. Wd2-d3 We7-e6 2. time Cb8-c6
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, cast

from rules.common.options import read_letters
from rules.common.quoting import make_printable, quote
from rules.common.resumable import ResumableTask
from rules.ducart.moves import Move
from rules.ducart.options import Options
from rules.ducart.position import Position
from rules.ducart.text import SIDE_NAMES, read, read_turn, start, write_turn
from rules.errors import PositionError, RecordError, TurnError
from rules.match import ENDINGS, AnyPlay, Match
from rules.record import Format, Player, Record
from rules.tagged_record import (
    DATE,
    DAY,
    clean_lines,
    kept_tags,
    read_player_name,
    read_tags,
    result_of,
    write_tagged,
)

MOST_TURNS: Final = 3_000
NAMES: Final = {True: "Ducart", False: "Ducarté"}
RESULTS: Final = ("gold", "blue", "draw", "*")
LATE: Final = "Late"
KEPT: Final = "Ducart-"  # prefix of a foreign tag's name among the headers of the app's own record
OWN: Final = frozenset({"Game", "Start", *SIDE_NAMES, DATE, LATE, "Result", "Ending"})

_HEAD: Final = re.compile(r'\s*\[Game\s+"Ducart[eé]?"\]', re.IGNORECASE)
_NUMBER: Final = re.compile(r"([0-9]{1,6})\.")


def recognises(text: str) -> bool:
    return _HEAD.match(text[:2000].removeprefix("\ufeff")) is not None


# Writing


def write(record: Record) -> str:
    return write_tagged(_tags_of(record), _write_turns(record.match))


def _tags_of(record: Record) -> dict[str, str]:
    match, first_position = record.match, record.match.start
    assert isinstance(first_position, Position)
    tags = {"Game": NAMES[first_position.is_timed], "Start": first_position.text()}
    tags |= {side: player.title for side, player in zip(SIDE_NAMES, record.players, strict=True)}
    day = DAY.match(record.extra.get(DATE, ""))
    if day:
        tags[DATE] = day[0]
    if first_position.forfeits:
        tags[LATE] = "loses"
    outcome = match.outcome()
    tags["Result"] = result_of(match, RESULTS)
    if outcome is not None:
        tags["Ending"] = outcome.reason
    return tags | kept_tags(record.extra, KEPT, OWN)


def _write_turns(match: Match) -> Iterator[str]:
    for turn_index, span in enumerate(match.turns()):
        if turn_index % 2 == 0:
            yield f"{turn_index // 2 + 1}."
        position = match.positions[span.first]
        assert isinstance(position, Position)
        yield write_turn(position, cast("list[Move]", match.moves(span)))


# Reading


def read_task(text: str, game: AnyPlay) -> ResumableTask[Record]:
    """Return a task that reads the match in a text, turn by turn. Raises RecordError, with the line."""
    text = clean_lines(text, "record")
    tags, at = read_tags(text)
    match = _create_match(game, tags)
    yield from _replay_lines(match, text.splitlines(), text.count("\n", 0, at))
    _apply_result(match, tags)
    players = tuple(Player("person", read_player_name(tags.get(side, ("", 0))[0])) for side in SIDE_NAMES)
    return Record(match, players, _read_extra(tags))


def _create_match(game: AnyPlay, tags: Mapping[str, tuple[str, int]]) -> Match:
    text, line = tags.get("Start", ("", 0))
    late, late_line = tags.get(LATE, ("passes", 0))
    if late not in ("passes", "loses"):
        raise RecordError(late_line, f"{LATE} is passes or loses, not {quote(late)}.")
    options = Options(late="loses" if late == "loses" else "passes")
    if not text:
        return Match(game, options)
    try:
        position = read(text)
    except PositionError as problem:
        raise RecordError(line, f"The position can't be read: {problem}", "position", problem=problem) from None
    options = replace(options_of(position), late=options.late)
    first_position = game.with_options(position, options)
    return Match(game, options, position=None if first_position == start(options) else first_position)


def options_of(position: Position) -> Options:
    """Return the options that a position's flags and first mover stand for."""
    return Options(first="blue" if position.first else "gold", **read_letters(Options, position.flags))


def _replay_lines(match: Match, lines: list[str], first: int) -> ResumableTask[None]:
    turns = 0
    for number, line in enumerate(lines[first:], first + 1):
        for word in line.split():
            number_match = _NUMBER.fullmatch(word)
            if number_match is None:
                turns += _play_word(match, word, number, turns)
                yield number / len(lines)
                continue
            expected = turns // 2 + 1
            if turns % 2 or int(number_match[1]) != expected:
                raise RecordError(number, f"{word} stands where {_turn_name(match, turns)} is to come.")


def _turn_name(match: Match, turn: int) -> str:
    side = SIDE_NAMES[(match.start.to_move + turn) % 2]
    return f"{side}'s turn {turn // 2 + 1}"


def _play_word(match: Match, word: str, line: int, turns: int) -> int:
    """Play the moves of a word that follows `turns` turns; return the number of turns played, 0 for an `hour`."""
    prefix = f"{_turn_name(match, turns)}, {quote(word)},"
    if turns == MOST_TURNS:
        raise RecordError(line, f"the match has more than {MOST_TURNS} turns.")
    if match.outcome() is not None:
        raise RecordError(line, f"{prefix} comes after the end of the match.", "over")
    try:
        assert isinstance(match.position, Position)
        moves = read_turn(match.position, word)
    except TurnError as problem:
        sentence = f"{prefix} can't be played. {problem}"
        raise RecordError(line, sentence, "move", problem.refusal, move=make_printable(word)) from None
    for move in moves:
        match.play(move)
    return sum(str(move) != "hour" for move in moves)


def _apply_result(match: Match, tags: Mapping[str, tuple[str, int]]) -> None:
    """End a match as its tags say, if its turns don't. Raises RecordError if the tags contradict the turns."""
    stated_result, line = tags.get("Result", ("*", 0))
    if stated_result not in RESULTS:
        raise RecordError(
            line,
            f"{quote(stated_result)} is no result; there are {', '.join(RESULTS)}.",
            "result",
            result=make_printable(stated_result),
        )
    by_turns = result_of(match, RESULTS)
    if stated_result in ("*", by_turns):
        return
    if by_turns != "*":
        problem = f'"{stated_result}" can\'t be the result: by its turns the match ended "{by_turns}".'
        raise RecordError(line, problem, "result", result=stated_result)
    ending, line = tags.get("Ending", ("agreed" if stated_result == "draw" else "resigned", line))
    if ending not in ENDINGS or (stated_result == "draw") != (ending == "agreed"):
        problem = f"{quote(ending)} can't be how it ended: the turns don't show that."
        raise RecordError(line, problem, "result", result=make_printable(ending))
    match.force_end(ending, match.position.to_move if stated_result == "draw" else 1 - RESULTS.index(stated_result))


def _read_extra(tags: Mapping[str, tuple[str, int]]) -> dict[str, str]:
    extra = {KEPT + name: value for name, (value, _) in tags.items() if name not in OWN}
    day = tags.get(DATE, ("", 0))[0]
    return {**extra, DATE: day} if DAY.fullmatch(day) else extra


TRANSCRIPT: Final = Format("ducart", ".ducart", recognises, write, read_task)
