"""Ducart by mail: a turn is a line with a check code, which reveals that two boards differ (README.md, section 11.1).

    1g:Wd2-d3#cdab

A line has the number of the pair of turns, the side, the turn, and the first four hexadecimal digits of the CRC-32
of the position text after the turn. Lines may stand among other text of a message. An unusual start position comes
before them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final
from zlib import crc32

from rules.abilities import play_all
from rules.common.options import choices, traits_of
from rules.common.quoting import quote, remove_controls
from rules.common.resumable import ResumableTask, subtask
from rules.contract import Refusal
from rules.ducart.moves import Move
from rules.ducart.options import Options
from rules.ducart.position import Position
from rules.ducart.text import read as read_position
from rules.ducart.text import read_turn, start
from rules.errors import MailError, PositionError, RecordError, TurnError
from rules.match import AnyPlay, Match, Span
from rules.record import Format, MailFormat, Player, Record

SIDE_LETTERS: Final = "gb"
MOST_TURNS: Final = 1_500  # maximum number of turns that are read from the lines of a text
_LINE: Final = re.compile(r"([1-9][0-9]{0,5})([gb]):([^#\s]{1,80})#([0-9a-f]{4})")
_LINE_LIKE: Final = re.compile(r"[0-9]+[a-z]:.*|.*#[0-9A-Za-z]{0,8}|.*[a-h][1-8].*[a-h][1-8].*", re.IGNORECASE)
_PUNCTUATION: Final = ">|\"'“”«»()[],.;"
_LINE_START: Final = re.compile(r"[1-9][0-9]{0,5}[gb]:.*")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of mail."""

    number: int  # number of the pair of turns, counted from 1
    seat: int
    turn: str
    code: str  # check code
    at: int  # line number in the text, counted from 1

    @property
    def label(self) -> str:
        return f"{self.number}{SIDE_LETTERS[self.seat]}"


def check_code(position: Position) -> str:
    return f"{crc32(position.text().encode()):08x}"[:4]


def label(first: int, turn: int) -> str:
    """Return the name, such as "1g", of turn `turn`, counted from 0, in a match that the seat `first` begins."""
    return f"{turn // 2 + 1}{SIDE_LETTERS[(first + turn) % 2]}"


def write_line(match: Match, turn: int) -> str:
    return _write_span(match, turn, match.turns()[turn])


def _write_span(match: Match, turn: int, span: Span) -> str:
    after = match.positions[span.last]
    assert isinstance(after, Position)
    return f"{label(match.start.to_move, turn)}:{','.join(map(str, match.moves(span)))}#{check_code(after)}"


def lines(text: str) -> Iterator[Line]:
    """Yield the lines of mail among the words of a text. Raises MailError if there is none, or one is malformed."""
    words = [(word, at) for at, row in enumerate(text.splitlines(), 1) for word in row.split()]
    stripped = [(word.strip(_PUNCTUATION), at) for word, at in words]
    line_like = [(word, at) for word, at in stripped if len(words) == 1 or _LINE_LIKE.fullmatch(word)]
    if not line_like:
        raise MailError("none", "There is no line of mail in this text, such as 1g:Wd2-d3#cdab.")
    for word, at in line_like:
        yield _read_line(word, at)


def _read_line(word: str, at: int) -> Line:
    found = _LINE.fullmatch(word)
    if found is not None:
        return Line(int(found[1]), SIDE_LETTERS.index(found[2]), found[3].replace(",", " "), found[4], at)
    prefix = f"{quote(word)} is no line of mail:"
    if not _LINE_START.fullmatch(word):
        raise MailError("head", f"{prefix} it begins with the number of the turn and the side, as in 1g:", line=word)
    if "#" not in word:
        raise MailError("check", f"{prefix} it ends with # and a check code of four digits or letters.", line=word)
    turn, _, code = word.partition(":")[2].partition("#")
    if not re.fullmatch("[0-9a-f]{4}", code):
        sentence = f"{prefix} after # stand four digits or letters from a to f, and not {quote(code)}."
        raise MailError("code-form", sentence, line=word, found=code)
    raise MailError("turn", f"{prefix} {quote(turn)} is no turn.", line=word, turn=turn)


def read_moves_task(match: Match, text: str) -> ResumableTask[list[Move]]:
    """Return a task that finds the moves with which the lines of a text continue a match. Raises MailError.

    The match is unchanged.
    """
    reader = _MailReader(match)
    rows = len(text.splitlines())
    for line in lines(text):
        reader.read_line(line)
        if len(reader.new_moves) > MOST_TURNS:
            sentence = f"The lines go on with the match by more than {MOST_TURNS} turns."
            raise MailError("many", sentence, n=str(MOST_TURNS))
        yield line.at / rows
    if not reader.new_moves:
        known = label(match.start.to_move, reader.count - 1)
        raise MailError("known", f"All up to turn {known} has been played here already.", turn=known)
    return reader.new_moves


class _MailReader:
    """Compares lines with the turns of a match, and collects the moves of all later lines."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._played = [(" ".join(map(str, match.moves(span))), match.positions[span.last]) for span in match.turns()]
        self._first = match.start.to_move
        assert isinstance(match.position, Position)
        self._position = match.position
        self.count = len(self._played)  # number of turns, with those of `new_moves`
        self.new_moves: list[Move] = []

    def read_line(self, line: Line) -> None:
        """Compare a line with its turn of the match, or add the moves of the next turn. Raises MailError.

        A line whose turn is among `new_moves` already is ignored.
        """
        turn = 2 * (line.number - 1) + (line.seat != self._first)
        if turn < len(self._played):
            text, after = self._played[turn]
            assert isinstance(after, Position)
            self._compare_with_played(line, text, after)
        elif turn >= self.count:
            self._play_line(line, turn)

    def _compare_with_played(self, line: Line, played: str, after: Position) -> None:
        if line.turn != played:
            sentence = f"Turn {line.label} differs: here it is {played}, and in the line {quote(line.turn)}."
            raise MailError("differs", sentence, turn=line.label, here=played, there=line.turn)
        self._compare_codes(line, after)

    def _compare_codes(self, line: Line, after: Position) -> None:
        code = check_code(after)
        if line.code != code:
            sentence = (
                f"The check code of turn {line.label} is {line.code}, and here it would be {code}: "
                "the two boards aren't alike."
            )
            raise MailError("code", sentence, turn=line.label, there=line.code, here=code)

    def _play_line(self, line: Line, turn: int) -> None:
        """Add the moves of a line, which must be the next turn, to `new_moves`. Raises MailError."""
        expected = label(self._first, self.count)
        if self._match.ending is not None or self._position.outcome() is not None:
            raise MailError("over", f"The match was over before turn {line.label}.", turn=line.label)
        if self.count == 0 and line.number == 1 and line.seat != self._first:
            sentence = f"In the letter the match begins with turn {line.label}, and here with {expected}."
            raise MailError("starter", sentence, turn=line.label, wanted=expected)
        if turn != self.count:
            sentence = f"The line is turn {line.label}, and the next one here is {expected}."
            raise MailError("number", sentence, turn=line.label, wanted=expected)
        try:
            moves = read_turn(self._position, line.turn)
        except TurnError as problem:
            sentence = f"Turn {line.label}, {quote(line.turn)}, can't be played. {problem}"
            code = "refused" if problem.refusal is not None else problem.code.lower()
            raise MailError(code, sentence, problem.refusal, turn=line.label, text=line.turn) from None
        after = play_all(self._position, moves)
        self._compare_codes(line, after)
        self._position = after
        self.count += 1
        self.new_moves += moves


# --- a whole match


def recognises(text: str) -> bool:
    """Return whether a text isn't the app's own record and has a line of mail in its first 2000 characters."""
    words = text[:2000].removeprefix("\ufeff").split()
    return not text.lstrip("\ufeff \t\r\n").startswith("Tablier:") and any(
        _LINE.fullmatch(word.strip(_PUNCTUATION)) for word in words
    )


def write(record: Record) -> str:
    """Return all turns of a match as lines of text, after the start position if that is unusual."""
    match = record.match
    head = [match.start.text()] if match.has_own_start else []
    return "\n".join([*head, *(_write_span(match, turn, span) for turn, span in enumerate(match.turns()))]) + "\n"


def read_task(text: str, game: AnyPlay) -> ResumableTask[Record]:
    """Return a task that reads a match from a text with the lines of all its turns. Raises RecordError.

    The check code of the first turn determines the options. The side that played last becomes a player of the kind
    `mail`.
    """
    text = remove_controls(text).removeprefix("\ufeff")
    if text.count("#") > MOST_TURNS:
        raise RecordError(0, f"The text has more than {MOST_TURNS} lines of mail.")
    start_position, mail_text = _split_start_position(text)
    try:
        candidates = _possible_matches(game, next(lines(mail_text)), start_position)
        match = yield from _replay_first_fitting(candidates, mail_text)
    except MailError as problem:
        raise RecordError(0, str(problem), "mail", problem.refusal, problem) from None
    last = match.plies[-1].move.seat
    return Record(match, tuple(Player("mail" if seat == last else "person") for seat in (0, 1)))


def _split_start_position(text: str) -> tuple[Position | None, str]:
    head, _, mail_text = text.lstrip().partition("\n")
    try:
        return read_position(" ".join(head.split())), mail_text
    except PositionError:
        return None, text


def _replay_first_fitting(candidates: Sequence[Match], text: str) -> ResumableTask[Match]:
    """Return the first candidate that allows all lines of a text, and play them; else raise the first MailError."""
    first_error: MailError | None = None
    for match in candidates:
        try:
            moves = yield from subtask(read_moves_task(match, text), 0.0, 0.5)
        except MailError as problem:
            first_error = first_error or problem
            continue
        for number, move in enumerate(moves):
            yield 0.5 + number / len(moves) / 2
            match.play(move)
        return match
    assert first_error is not None, "there is a beginning"
    raise first_error


def _possible_matches(game: AnyPlay, line: Line, start_position: Position | None) -> list[Match]:
    """Return the unplayed matches, usually one, that may begin with the first line. Raises MailError.

    Without a start position these are the matches with options under which the turn leads to its check code.
    """
    if start_position is not None:
        if line.number != 1 or line.seat != start_position.side:
            expected = label(start_position.side, 0)
            sentence = f"The first line is turn {line.label}, and from this position on it must be {expected}."
            raise MailError("number", sentence, turn=line.label, wanted=expected)
        return [Match(game, position=start_position)]
    if line.number != 1:
        sentence = f"The first line is turn {line.label}: to lay the match on the table all lines are needed."
        raise MailError("first", sentence, turn=line.label)
    first_error: TurnError | None = None
    played = False
    found = []
    for options in possible_options(line.seat):
        position = start(options)
        try:
            moves = read_turn(position, line.turn)
        except TurnError as problem:
            first_error = problem
            continue
        played = True
        if check_code(play_all(position, moves)) == line.code:
            found.append(Match(game, options))
    if found:
        return found
    if played:
        sentence = f"The check code of turn {line.label} doesn't fit: this match didn't begin as one usually does."
        raise MailError("code", sentence, turn=line.label, there=line.code, here="")
    cause = f" {first_error}" if first_error is not None else ""
    refusal: Refusal | None = None if first_error is None else first_error.refusal
    raise MailError("refused", f"Turn {line.label} can't be played.{cause}", refusal, turn=line.label, text=line.turn)


def possible_options(seat: int) -> Iterator[Options]:
    """Yield all options that a position text can show if `seat` begins, the usual ones first."""
    names = [*reversed(traits_of(Options, "letters"))]
    for values in product(*(choices(Options)[name] for name in names)):
        yield Options(first="blue" if seat else "gold", **dict(zip(names, values, strict=True)))


LINES: Final = Format("mail", ".mail", recognises, write, read_task)


MAIL: Final = MailFormat(write_line, read_moves_task)
