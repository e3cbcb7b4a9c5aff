"""The house record: a match as text that a person can read; reading replays it.

    Tablier: 1
    Game: double-draughts
    Options: setup=standard third_level=no
    Clock: none
    Seat 0: person Anna
    Seat 1: computer 2 The regular
    Result: no-pieces 0

    0 a6-b5 3.2
    1 a3-b4 0.4

`Clock` is `none`, minutes+seconds such as `10+5`, where time runs from the start, or `10+5 from turn 2`, where the
first turn of each seat costs no time. A line a ply: seat, move text, seconds; at the end perhaps a word of
`match.ENDINGS`. The header `Position` is there if the match began from a given position; unknown headers are kept. In
the file of an unfinished match what is hidden from some seat is written as `scrambled` and a text
(`rules.common.scrambling`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Final, Generic, Literal, Protocol, Self, TypeAlias, TypeVar, cast, get_args, get_type_hints

from rules import abilities
from rules.clock import Control
from rules.common.quoting import cleaned, readable_name, shown
from rules.common.resumable import ResumableTask, complete
from rules.common.scrambling import scramble, unscramble
from rules.contract import Move, Options, Position
from rules.errors import IllegalMoveError, PositionError, RecordError
from rules.match import ENDINGS, AnyPlay, Match, Ply, Span

O = TypeVar("O", bound=Options)  # noqa: E741
P = TypeVar("P", bound=Position)
M = TypeVar("M", bound=Move)

VERSION: Final = "1"
LONGEST_LINE: Final = 2000
MOST_LINES: Final = 50_000
SCRAMBLED: Final = "scrambled "
_START: Final = "position"
"""The scrambling place of the first position; the place of a move is its number."""

_NAMED: Final[Mapping[str, Literal["person", "mail", "engine"]]] = {
    "person": "person",
    "mail": "mail",
    "engine": "engine",
}
"""The kinds of players that have a name and no other data."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player of a seat: a person, a person who plays by mail, the computer at a level, or an external engine.

    A record contains the name of an engine and never its path, so that no file from others can start a program.
    """

    kind: Literal["person", "mail", "computer", "engine"] = "person"
    name: str = ""
    level: int = 0

    def __str__(self) -> str:
        words = [self.kind, *([str(self.level)] if self.kind == "computer" else []), self.name]
        return " ".join(words).strip()

    @property
    def title(self) -> str:
        """The player in records of other programs: the name, "Computer (Novice)", or "?"."""
        if self.kind == "computer":
            return f"Computer ({self.name or f'level {self.level}'})"
        return self.name or "?"

    @classmethod
    def read(cls, text: str) -> Self:
        """`person Anna`, `mail Bert`, `computer 2 Name` or `engine Name`. Raises ValueError with a sentence."""
        kind, _, rest = text.partition(" ")
        if kind in _NAMED:
            return cls(_NAMED[kind], readable_name(rest))
        level, _, name = rest.partition(" ")
        if kind != "computer" or not (level.isascii() and level.isdigit() and len(level) < 4):
            kinds = "person NAME, mail NAME, computer LEVEL NAME or engine NAME"
            raise ValueError(f'"{shown(text)}" is no player: write {kinds}.')
        return cls("computer", readable_name(name), int(level))


@dataclass(frozen=True, slots=True)
class Record:
    """A match, its players, and the headers that this version doesn't know."""

    match: Match
    players: tuple[Player, ...]
    extra: Mapping[str, str] = field(default_factory=dict)
    passed_over: tuple[tuple[int, str], ...] = ()
    """Lines of a text from elsewhere that say nothing of the match: (number, text)."""


def _whole(text: str) -> Sequence[tuple[str, str]]:
    return (("", text),)


@dataclass(frozen=True, slots=True)
class Format:
    """A match format that other programs also use."""

    key: str
    suffix: str
    recognises: Callable[[str], bool]
    """Whether a text seems to have this format; reading it may still fail."""
    write: Callable[[Record], str]
    """Record -> text with its whole turns."""
    reading: Callable[[str, AnyPlay], ResumableTask[Record]]
    """(text, game) -> a task that reads the match turn by turn. Raises RecordError."""

    split: Callable[[str], Sequence[tuple[str, str]]] = _whole
    """Text -> the matches in it: what tells each from the others, and its text."""

    def read(self, text: str, game: AnyPlay) -> Record:
        """Read the match of the game in a text. Raises RecordError."""
        return complete(self.reading(text, game))


@dataclass(frozen=True, slots=True)
class MailFormat:
    """The mail format of a game: each turn is a line that one player copies and the other pastes."""

    write: Callable[[Match, int], str]
    """(match, n) -> the line of its turn number n, counted from 0."""
    reading: Callable[[Match, str], ResumableTask[Sequence[Move]]]
    """(match, text with one line or several) -> a task that finds the moves that continue the match, line by
    line. Lines of turns that the match already has are compared and skipped. The match is not changed. Raises
    MailError if anything is wrong."""

    def read(self, match: Match, text: str) -> Sequence[Move]:
        """Run `reading` to its end and return the moves. Raises MailError."""
        return complete(self.reading(match, text))


@dataclass(frozen=True, slots=True)
class GameText(Generic[P, M]):
    """The functions that write and read positions and turns of a game."""

    read: Callable[[str], P]
    """Position text -> position. Raises PositionError."""
    read_turn: Callable[[P, str], Sequence[M]]
    """(position, text of a turn) -> its moves. Ignores automatic draws. Raises TurnError."""
    write_turn: Callable[[P, Sequence[M]], str]
    """(position, moves of a whole turn) -> its text, as `GamePlay.turns` lists it."""
    notate: Callable[[P, Sequence[M]], str]
    """(position, moves of a turn or of its beginning) -> the usual notation."""
    notate_unfinished: Callable[[P, Sequence[M]], str] | None = None
    """As `notate`, for an unfinished turn of which `notate` would show hidden things; None: use `notate`."""
    notate_in_full: Callable[[P, Sequence[M]], str] | None = None
    """As `notate`, with all that the turn passes; None: `notate` leaves nothing out."""
    formats: tuple[Format, ...] = ()
    """The formats in addition to the house record."""
    mail: MailFormat | None = None
    """None if the game can't be played by mail."""
    reading_loosely: Callable[[str, AnyPlay], ResumableTask[Record]] | None = None
    """(text, game) -> a task that reads a match or position of the game in any text from elsewhere: moves without
    tags, positions with moves after them, addresses. Raises RecordError. None: there is no such reader."""

    def notation(self, match: Match, span: Span) -> str:
        """The usual notation of a turn of a match of this game; an unfinished turn shows no hidden things."""
        first, moves = match.positions[span.first], match.moves(span)
        under_way = span.last == len(match.plies) and match.outcome() is None
        write = self.notate_unfinished if under_way and self.notate_unfinished is not None else self.notate
        return write(cast("P", first), cast("Sequence[M]", moves))


AnyText: TypeAlias = GameText[Position, Move]


class WrittenGame(Protocol):
    """The parts of a game that a record uses."""

    @property
    def play(self) -> AnyPlay: ...
    @property
    def text(self) -> AnyText: ...


def write(record: Record, discreet: bool = False) -> str:
    """The record as text that ends in a newline; `discreet`: scramble the secrets of an unfinished match."""
    match = record.match
    hides = discreet and match.outcome() is None
    head = {"Tablier": VERSION, "Game": match.game.key, "Options": write_options(match.options)}
    if match.set_up:
        secret = hides and abilities.seen_by(match.start, None) is not match.start
        head["Position"] = _scrambled(match.start.text(), _START) if secret else match.start.text()
    head["Clock"] = str(match.clock.control)
    head |= {f"Seat {seat}": str(player) for seat, player in enumerate(record.players)}
    head |= {name: value for name, value in record.extra.items() if name not in head and name != "Result"}
    outcome = match.outcome()
    if outcome is not None:
        head["Result"] = " ".join([outcome.reason, *map(str, outcome.winners)])
    lines = [f"{name}: {_one_line(value)}" for name, value in head.items()]
    lines.append("")
    for number, (before, ply) in enumerate(zip(match.positions, match.plies, strict=False)):
        secret = hides and abilities.redact(before, ply.move, None) != ply.move
        text = _scrambled(str(ply.move), str(number)) if secret else str(ply.move)
        lines.append(f"{ply.move.seat} {text} {ply.seconds:.1f}")
    if match.ending is not None:
        reason, seat = match.ending
        lines.append(f"{seat} {reason} 0.0")
    return "\n".join(lines) + "\n"


def _scrambled(text: str, place: str) -> str:
    return SCRAMBLED + scramble(text, place)


def _plain(text: str, place: str) -> str:
    """The text, unscrambled if it is scrambled. Raises ValueError with the end of a sentence."""
    return unscramble(text.removeprefix(SCRAMBLED), place) if text.startswith(SCRAMBLED) else text


def written_plies(text: str) -> list[str]:
    """The lines of a record after its headers, unscrambled where possible, to compare files."""
    lines = []
    for number, line in enumerate(text.partition("\n\n")[2].splitlines()):
        seat, _, rest = line.partition(" ")
        move, _, seconds = rest.rpartition(" ")
        try:
            lines.append(f"{seat} {_plain(move, str(number))} {seconds}")
        except ValueError:
            lines.append(line)
    return lines


def _one_line(text: str) -> str:
    return " ".join(cleaned(text).split())


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in cleaned(text).removeprefix("\ufeff").splitlines()]


def read(text: str, games: Sequence[WrittenGame]) -> Record:
    """The match in `text`, replayed. Raises RecordError at the first bad line."""
    return complete(reading(text, games))


def reading(text: str, games: Sequence[WrittenGame]) -> ResumableTask[Record]:
    """As `read`, ply by ply; the task yields the share of lines read, 0 to 1."""
    lines = _lines(text)
    if len(lines) > MOST_LINES:
        raise RecordError(0, f"The record has {len(lines)} lines; {MOST_LINES} are the most.")
    head, first = _read_head(lines)
    match = _begin(head, games)
    players = tuple(_player(head, seat) for seat in range(match.seats))
    known = {"Tablier", "Game", "Options", "Position", "Clock", "Result", *(f"Seat {n}" for n in range(match.seats))}
    for number, line in enumerate(lines[first:], first + 1):
        if line:
            _replay(match, line, number)
        yield number / len(lines)
    return Record(match, players, {name: value for name, (value, _) in head.items() if name not in known})


def is_record(text: str, games: Sequence[WrittenGame]) -> bool:
    """Whether a text begins like a house record or has a format of one of `games`."""
    return text.lstrip("\ufeff \t\r\n").startswith("Tablier:") or _format(text, games) is not None


def matches_in(text: str, games: Sequence[WrittenGame]) -> Sequence[tuple[str, str]]:
    """The matches in a text, each with what tells it from the others: several in a file of another program."""
    found = _format(text, games)
    if found is not None:
        return found[1].split(text)
    loose = [form for game in games if game.text.reading_loosely is not None for form in game.text.formats]
    return next((parts for form in loose if len(parts := form.split(text)) > 1), (("", text),))


def game_named(text: str) -> str:
    """The game key in the headers of a house record, known or not; "" for any other text."""
    try:
        return read_head(text).get("Game", "")
    except RecordError:
        return ""


def read_any(text: str, games: Sequence[WrittenGame]) -> Record:
    """The match in `text`, a house record or a format of one of `games`. Raises RecordError."""
    return complete(reading_any(text, games))


def reading_any(text: str, games: Sequence[WrittenGame]) -> ResumableTask[Record]:
    """As `read_any`, as a task."""
    found = _format(text, games)
    return reading(text, games) if found is None else found[1].reading(text, found[0].play)


def _format(text: str, games: Sequence[WrittenGame]) -> tuple[WrittenGame, Format] | None:
    formats = ((game, form) for game in games for form in game.text.formats)
    return next(((game, form) for game, form in formats if form.recognises(text)), None)


def read_head(text: str) -> dict[str, str]:
    """Only the headers, for lists: header -> value. The plies are not read. Raises RecordError."""
    return {name: value for name, (value, _) in _read_head(_lines(text.partition("\n\n")[0]))[0].items()}


def seat_headers(head: Iterable[str]) -> list[str]:
    """The headers `Seat 0` to `Seat 9`, sorted by seat; other headers may begin with the same word."""
    return sorted(name for name in head if re.fullmatch(r"Seat [0-9]", name))


def _read_head(lines: list[str]) -> tuple[dict[str, tuple[str, int]], int]:
    """Header -> (value, line number), and the number of lines of the headers with the blank line."""
    head: dict[str, tuple[str, int]] = {}
    number = 0
    for number, line in enumerate(lines, 1):
        if not line:
            break
        name, colon, value = line.partition(":")
        if not colon or len(line) > LONGEST_LINE:
            raise RecordError(number, 'a header is written "Name: value", and a blank line ends the headers.')
        if name in head:
            raise RecordError(number, f"{shown(name)} is given twice.")
        head[name] = (_one_line(value), number)
    if next(iter(head), "") != "Tablier":
        raise RecordError(1, 'a match record begins with "Tablier: 1".')
    version, line_number = head["Tablier"]
    if version != VERSION:
        raise RecordError(
            line_number,
            f"this record is of version {shown(version, 20)}; this program reads version {VERSION}.",
            "version",
            version=shown(version, 20),
        )
    return head, number


def _begin(head: Mapping[str, tuple[str, int]], games: Sequence[WrittenGame]) -> Match:
    key, line = head.get("Game", ("", 1))
    game = next((game for game in games if game.play.key == key), None)
    if game is None:
        raise RecordError(line, f'there is no game "{shown(key)}" here.')
    text, line = head.get("Options", ("", 1))
    try:
        options = read_options(game.play.options, text)
        text, line = head.get("Clock", ("none", 1))
        control = Control.read(text)
        text, line = head.get("Position", ("", 1))
        position = game.play.with_options(game.text.read(_plain(text, _START)), options) if text else None
    except (ValueError, PositionError) as problem:
        raise RecordError(line, str(problem)) from None
    return Match(game.play, options, _seats(head, game.play), position=position, control=control)


def _seats(head: Mapping[str, tuple[str, int]], game: AnyPlay) -> int:
    """The number of seats: the highest seat header plus 1, or without one the smallest number of players."""
    named = [int(name.removeprefix("Seat ")) for name in seat_headers(head)]
    count = max(named, default=game.seats.start - 1) + 1
    if count not in game.seats:
        raise RecordError(head[f"Seat {count - 1}"][1], f"{game.key} is not played by {count}.")
    return count


def _player(head: Mapping[str, tuple[str, int]], seat: int) -> Player:
    text, line = head.get(f"Seat {seat}", ("person", 0))
    try:
        return Player.read(text)
    except ValueError as problem:
        raise RecordError(line, str(problem)) from None


def _replay(match: Match, line: str, number: int) -> None:
    seat_text, _, rest = line.partition(" ")
    text, _, seconds_text = rest.rpartition(" ")
    if not text or text != " ".join(text.split()) or len(line) > LONGEST_LINE:
        raise RecordError(number, f'"{shown(line, 60)}" is not "seat move seconds".')
    seats = {str(seat): seat for seat in range(-1, match.seats)}
    if seat_text not in seats:
        raise RecordError(number, f'there is no seat "{shown(seat_text, 20)}".')
    try:
        seconds = float(seconds_text)
    except ValueError:
        raise RecordError(number, f'"{shown(seconds_text, 20)}" is no number of seconds.') from None
    if not 0.0 <= seconds < 1e8:
        raise RecordError(number, f'"{shown(seconds_text, 20)}" is no number of seconds.')
    if match.outcome() is not None:
        raise RecordError(number, "the match is over before this line.", "over")
    seat = seats[seat_text]
    if text in ENDINGS and seat >= 0:
        match.end(text, seat)
        return
    try:
        move = abilities.read_move(match.position, seat, _plain(text, str(len(match.plies))))
    except ValueError as problem:
        raise RecordError(number, str(problem)) from None
    if move is None:
        raise RecordError(number, f"{shown(text)} can't be played there by seat {seat}.", "move", move=shown(text))
    try:
        match.replay(Ply(move, seconds))
    except IllegalMoveError as problem:
        raise RecordError(number, f"{problem}.") from None


def write_options(options: Options) -> str:
    """Options as `name=value` pairs with single spaces between them; a bool is `yes` or `no`.

    An option that came later is left out at its default, so that an old match is written as it was."""
    named = written_options(options).items()
    return " ".join(f"{name}={('no', 'yes')[value] if isinstance(value, bool) else value}" for name, value in named)


def written_options(options: Options) -> dict[str, object]:
    """The options that a record holds by name: those that came later only where they aren't at their default."""
    values = {entry.name: (getattr(options, entry.name), entry) for entry in fields(options)}
    return {
        name: value
        for name, (value, entry) in values.items()
        if not (entry.metadata.get("later") and value == entry.default)
    }


def read_options(kind: type[O], text: str) -> O:
    """Options of `kind` from `name=value` pairs, separated by spaces or commas. Raises ValueError with a sentence."""
    hints = get_type_hints(kind)
    values: dict[str, object] = {}
    for pair in text.replace(",", " ").split():
        name, equals, word = pair.partition("=")
        if not equals or name not in hints:
            known = f"there are {', '.join(hints)}" if hints else "this game has none"
            raise ValueError(f'"{shown(pair)}" is no option; {known}.')
        if name in values:
            raise ValueError(f"{name} is given twice.")
        values[name] = _read_option(name, hints[name], word)
    return replace(kind(), **values)


def _read_option(name: str, hint: object, word: str) -> object:
    if hint is bool:
        if word not in ("yes", "no", "true", "false", "1", "0"):
            raise ValueError(f'{name} is yes or no, not "{shown(word, 20)}".')
        return word in ("yes", "true", "1")
    choices = {str(choice): choice for choice in get_args(hint)}
    if word not in choices:
        raise ValueError(f'{name} is one of {", ".join(choices)}, not "{shown(word, 20)}".')
    return choices[word]
