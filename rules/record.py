"""The app's record format: a match as readable text, which is read by replaying the match.

    Tablier: 1
    Game: double-draughts
    Options: setup=standard third_level=no
    Clock: none
    Seat 0: person Anna
    Seat 1: computer 2 The regular
    Result: no-pieces 0

    0 a6-b5 3.2
    1 a3-b4 0.4

`Clock` is `none`, or minutes+seconds such as `10+5`, where time runs from the start, or `10+5 from turn 2`, where
the first turn of each seat costs no time. The header `Position` is present if the match began from a given position.
Unknown headers are kept. Each ply is a line of seat, move text and seconds; an ending of `match.ENDINGS` may follow
as the last line. In the file of an unfinished match, hidden information is written as `scrambled` and a scrambled
text (`rules.common.scrambling`).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Final, Generic, Literal, Protocol, Self, TypeAlias, TypeVar, cast

from rules import abilities
from rules.clock import Control
from rules.common.options import choices, traits_of
from rules.common.quoting import make_printable, readable_name, remove_controls
from rules.common.resumable import ResumableTask, run_to_end
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
_START: Final = "position"  # the `place` for scrambling the first position; for a move, the place is its number

_NAMED_KINDS: Final[tuple[Literal["person", "mail", "engine"], ...]] = ("person", "mail", "engine")
"""The kinds of players that have a name and no other data."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player on a seat: a person, a person who plays by mail, the computer at a level, or an external engine.

    A record contains the name of an engine but never its path, so that a shared file can't start a program.
    """

    kind: Literal["person", "mail", "computer", "engine"] = "person"
    name: str = ""
    level: int = 0

    def __str__(self) -> str:
        words = [self.kind, *([str(self.level)] if self.kind == "computer" else []), self.name]
        return " ".join(words).strip()

    @property
    def title(self) -> str:
        """The player's name in records for other programs, such as "Computer (Novice)"; "?" if it is unknown."""
        if self.kind == "computer":
            return f"Computer ({self.name or f'level {self.level}'})"
        return self.name or "?"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `person Anna`, `mail Bert`, `computer 2 Name` or `engine Name`. Raises ValueError."""
        kind, _, rest = text.partition(" ")
        if kind in _NAMED_KINDS:
            return cls(kind, readable_name(rest))
        level, _, name = rest.partition(" ")
        if kind != "computer" or not (level.isascii() and level.isdigit() and len(level) < 4):
            kinds = "person NAME, mail NAME, computer LEVEL NAME or engine NAME"
            raise ValueError(f'"{make_printable(text)}" is no player: write {kinds}.')
        return cls("computer", readable_name(name), int(level))


@dataclass(frozen=True, slots=True)
class Record:
    """A match, its players, and the headers that this version doesn't know."""

    match: Match
    players: tuple[Player, ...]
    extra: Mapping[str, str] = field(default_factory=dict)
    passed_over: tuple[tuple[int, str], ...] = ()  # lines that were ignored: (number, text)


@dataclass(frozen=True, slots=True)
class Format:
    """A match format that other programs also use."""

    key: str
    suffix: str
    recognises: Callable[[str], bool]  # whether a text seems to have this format; reading it may still fail
    write: Callable[[Record], str]  # omits an unfinished turn
    read_task: Callable[[str, AnyPlay], ResumableTask[Record]]
    """(text, game) -> a task that reads the match turn by turn. Raises RecordError."""

    split: Callable[[str], Sequence[tuple[str, str]]] = lambda text: (("", text),)
    """Text -> the matches in it, each as (label, text)."""

    def read(self, text: str, game: AnyPlay) -> Record:
        return run_to_end(self.read_task(text, game))


@dataclass(frozen=True, slots=True)
class MailFormat:
    """The mail format of a game: each turn is a line that one player copies and the other pastes."""

    write: Callable[[Match, int], str]  # (match, turn number, counted from 0) -> line
    read_task: Callable[[Match, str], ResumableTask[Sequence[Move]]]
    """(match, text of one or more lines) -> a task that returns the moves that continue the match.

    Lines of turns that the match already has are only compared with them. The match is unchanged. Raises MailError.
    """

    def read(self, match: Match, text: str) -> Sequence[Move]:
        return run_to_end(self.read_task(match, text))


@dataclass(frozen=True, slots=True)
class GameText(Generic[P, M]):
    read: Callable[[str], P]  # raises PositionError
    read_turn: Callable[[P, str], Sequence[M]]  # ignores automatic draws; raises TurnError
    write_turn: Callable[[P, Sequence[M]], str]  # (position, moves of a whole turn) -> text as in `GamePlay.turns`
    notate: Callable[[P, Sequence[M]], str]  # (position, moves of a turn or of its beginning) -> the usual notation
    notate_unfinished: Callable[[P, Sequence[M]], str] | None = None  # omits hidden information; None: as `notate`
    notate_in_full: Callable[[P, Sequence[M]], str] | None = None  # names all squares passed; None: as `notate`
    formats: tuple[Format, ...] = ()  # in addition to the app's own record
    mail: MailFormat | None = None  # None if the game can't be played by mail
    read_loosely_task: Callable[[str, AnyPlay], ResumableTask[Record]] | None = None
    """(text, game) -> a task that reads moves without tags, a position, or its web address; None if unsupported.

    Raises RecordError.
    """

    def notation(self, match: Match, span: Span) -> str:
        """Return the usual notation of a turn; hidden information is omitted while the turn is unfinished."""
        first, moves = match.positions[span.first], match.moves(span)
        is_unfinished = span.last == len(match.plies) and match.outcome() is None
        write = self.notate_unfinished if is_unfinished and self.notate_unfinished is not None else self.notate
        return write(cast("P", first), cast("Sequence[M]", moves))


AnyText: TypeAlias = GameText[Position, Move]


class WrittenGame(Protocol):
    @property
    def play(self) -> AnyPlay: ...
    @property
    def text(self) -> AnyText: ...


def write(record: Record, discreet: bool = False) -> str:
    """Return a record as text. With `discreet`, the hidden information of an unfinished match is scrambled."""
    match = record.match
    is_scrambling = discreet and match.outcome() is None
    head = {"Tablier": VERSION, "Game": match.game.key, "Options": write_options(match.options)}
    if match.has_own_start:
        is_secret = is_scrambling and abilities.seen_by(match.start, None) is not match.start
        head["Position"] = _scramble_at(match.start.text(), _START) if is_secret else match.start.text()
    head["Clock"] = str(match.clock.control)
    head |= {f"Seat {seat}": str(player) for seat, player in enumerate(record.players)}
    head |= {name: value for name, value in record.extra.items() if name not in head and name != "Result"}
    outcome = match.outcome()
    if outcome is not None:
        head["Result"] = " ".join([outcome.reason, *map(str, outcome.winners)])
    lines = [f"{name}: {_join_lines(value)}" for name, value in head.items()]
    lines.append("")
    for number, (before, ply) in enumerate(zip(match.positions, match.plies, strict=False)):
        is_secret = is_scrambling and abilities.redact(before, ply.move, None) != ply.move
        text = _scramble_at(str(ply.move), str(number)) if is_secret else str(ply.move)
        lines.append(f"{ply.move.seat} {text} {ply.seconds:.1f}")
    if match.ending is not None:
        reason, seat = match.ending
        lines.append(f"{seat} {reason} 0.0")
    return "\n".join(lines) + "\n"


def _scramble_at(text: str, place: str) -> str:
    return SCRAMBLED + scramble(text, place)


def _unscramble_at(text: str, place: str) -> str:
    return unscramble(text.removeprefix(SCRAMBLED), place) if text.startswith(SCRAMBLED) else text


def list_written_plies(text: str) -> list[str]:
    """Return the lines after the headers, unscrambled where possible, so that files can be compared."""
    lines = []
    for number, line in enumerate(text.partition("\n\n")[2].splitlines()):
        seat, _, rest = line.partition(" ")
        move, _, seconds = rest.rpartition(" ")
        try:
            lines.append(f"{seat} {_unscramble_at(move, str(number))} {seconds}")
        except ValueError:
            lines.append(line)
    return lines


def _join_lines(text: str) -> str:
    return " ".join(remove_controls(text).split())


def _split_lines(text: str) -> list[str]:
    return [line.rstrip() for line in remove_controls(text).removeprefix("\ufeff").splitlines()]


def read(text: str, games: Sequence[WrittenGame]) -> Record:
    """Read and replay the match in `text`. Raises RecordError at the first invalid line."""
    return run_to_end(read_task(text, games))


def read_task(text: str, games: Sequence[WrittenGame]) -> ResumableTask[Record]:
    """Return a task that reads and replays the match in `text` ply by ply. Raises RecordError."""
    lines = _split_lines(text)
    if len(lines) > MOST_LINES:
        raise RecordError(0, f"The record has {len(lines)} lines; {MOST_LINES} are the most.")
    head, first = _read_head(lines)
    match = _create_match(head, games)
    players = tuple(_read_player(head, seat) for seat in range(match.seats))
    known = {"Tablier", "Game", "Options", "Position", "Clock", "Result", *(f"Seat {n}" for n in range(match.seats))}
    for number, line in enumerate(lines[first:], first + 1):
        if line:
            _replay_line(match, line, number)
        yield number / len(lines)
    return Record(match, players, {name: value for name, (value, _) in head.items() if name not in known})


def is_record(text: str, games: Sequence[WrittenGame]) -> bool:
    """Return whether a text begins like the app's own record, or seems to have a format of one of `games`."""
    return text.lstrip("\ufeff \t\r\n").startswith("Tablier:") or _find_format(text, games) is not None


def split_matches(text: str, games: Sequence[WrittenGame]) -> Sequence[tuple[str, str]]:
    """Return the matches in a text, each as (label, text); files of other programs may have several."""
    found = _find_format(text, games)
    if found is not None:
        return found[1].split(text)
    loose_formats = [form for game in games if game.text.read_loosely_task is not None for form in game.text.formats]
    return next((matches for form in loose_formats if len(matches := form.split(text)) > 1), (("", text),))


def game_named(text: str) -> str:
    """Return the game key in the app's own record, even of an unknown game; "" for any other text."""
    try:
        return read_head(text).get("Game", "")
    except RecordError:
        return ""


def read_any_task(text: str, games: Sequence[WrittenGame]) -> ResumableTask[Record]:
    """Return a task that reads the app's own record, or a format of one of `games`. Raises RecordError."""
    found = _find_format(text, games)
    return read_task(text, games) if found is None else found[1].read_task(text, found[0].play)


def _find_format(text: str, games: Sequence[WrittenGame]) -> tuple[WrittenGame, Format] | None:
    formats = ((game, form) for game in games for form in game.text.formats)
    return next(((game, form) for game, form in formats if form.recognises(text)), None)


def read_head(text: str) -> dict[str, str]:
    """Read only the headers of the app's own record, as header -> value. Raises RecordError."""
    return {name: value for name, (value, _) in _read_head(_split_lines(text.partition("\n\n")[0]))[0].items()}


def seat_headers(head: Iterable[str]) -> list[str]:
    """Return the headers `Seat 0` to `Seat 9` that occur in `head`, sorted by seat."""
    return sorted(name for name in head if re.fullmatch(r"Seat [0-9]", name))


def _read_head(lines: list[str]) -> tuple[dict[str, tuple[str, int]], int]:
    """Return header -> (value, line number), and the number of lines through the blank line after the headers."""
    head: dict[str, tuple[str, int]] = {}
    number = 0
    for number, line in enumerate(lines, 1):
        if not line:
            break
        name, colon, value = line.partition(":")
        if not colon or len(line) > LONGEST_LINE:
            raise RecordError(number, 'a header is written "Name: value", and a blank line ends the headers.')
        if name in head:
            raise RecordError(number, f"{make_printable(name)} is given twice.")
        head[name] = (_join_lines(value), number)
    if next(iter(head), "") != "Tablier":
        raise RecordError(1, 'a match record begins with "Tablier: 1".')
    version, line_number = head["Tablier"]
    if version != VERSION:
        raise RecordError(
            line_number,
            f"this record is of version {make_printable(version, 20)}; this program reads version {VERSION}.",
            "version",
            version=make_printable(version, 20),
        )
    return head, number


def _create_match(head: Mapping[str, tuple[str, int]], games: Sequence[WrittenGame]) -> Match:
    key, line = head.get("Game", ("", 1))
    game = next((game for game in games if game.play.key == key), None)
    if game is None:
        raise RecordError(line, f'there is no game "{make_printable(key)}" here.')
    text, line = head.get("Options", ("", 1))
    try:
        options = read_options(game.play.options, text)
        text, line = head.get("Clock", ("none", 1))
        control = Control.read(text)
        text, line = head.get("Position", ("", 1))
        position = game.play.with_options(game.text.read(_unscramble_at(text, _START)), options) if text else None
    except (ValueError, PositionError) as problem:
        raise RecordError(line, str(problem)) from None
    return Match(game.play, options, _count_seats(head, game.play), position=position, control=control)


def _count_seats(head: Mapping[str, tuple[str, int]], game: AnyPlay) -> int:
    named = [int(name.removeprefix("Seat ")) for name in seat_headers(head)]
    count = max(named, default=game.seats.start - 1) + 1
    if count not in game.seats:
        raise RecordError(head[f"Seat {count - 1}"][1], f"{game.key} is not played by {count}.")
    return count


def _read_player(head: Mapping[str, tuple[str, int]], seat: int) -> Player:
    text, line = head.get(f"Seat {seat}", ("person", 0))
    try:
        return Player.read(text)
    except ValueError as problem:
        raise RecordError(line, str(problem)) from None


def _replay_line(match: Match, line: str, number: int) -> None:
    seat_text, _, rest = line.partition(" ")
    text, _, seconds_text = rest.rpartition(" ")
    if not text or text != " ".join(text.split()) or len(line) > LONGEST_LINE:
        raise RecordError(number, f'"{make_printable(line, 60)}" is not "seat move seconds".')
    seats = {str(seat): seat for seat in range(-1, match.seats)}
    if seat_text not in seats:
        raise RecordError(number, f'there is no seat "{make_printable(seat_text, 20)}".')
    try:
        seconds = float(seconds_text)
    except ValueError:
        raise RecordError(number, f'"{make_printable(seconds_text, 20)}" is no number of seconds.') from None
    if not 0.0 <= seconds < 1e8:
        raise RecordError(number, f'"{make_printable(seconds_text, 20)}" is no number of seconds.')
    if match.outcome() is not None:
        raise RecordError(number, "the match is over before this line.", "over")
    seat = seats[seat_text]
    if text in ENDINGS and seat >= 0:
        match.force_end(text, seat)
        return
    try:
        move = abilities.read_move(match.position, seat, _unscramble_at(text, str(len(match.plies))))
    except ValueError as problem:
        raise RecordError(number, str(problem)) from None
    if move is None:
        raise RecordError(
            number, f"{make_printable(text)} can't be played there by seat {seat}.", "move", move=make_printable(text)
        )
    try:
        match.replay(Ply(move, seconds))
    except IllegalMoveError as problem:
        raise RecordError(number, f"{problem}.") from None


def write_options(options: Options) -> str:
    """Return options as text: `name=value` pairs with single spaces between them; a bool is `yes` or `no`.

    An option added later is omitted at its default, so that an old match is written unchanged.
    """
    named = written_options(options).items()
    return " ".join(f"{name}={('no', 'yes')[value] if isinstance(value, bool) else value}" for name, value in named)


def written_options(options: Options) -> dict[str, object]:
    """Return the options that a record contains, by name: all except options added later that have their default."""
    later = traits_of(options, "is_later")
    values = {entry.name: (getattr(options, entry.name), entry.default) for entry in fields(options)}
    return {name: value for name, (value, usual) in values.items() if name not in later or value != usual}


def read_options(kind: type[O], text: str) -> O:
    """Read options of `kind` from `name=value` pairs, separated by spaces or commas. Raises ValueError."""
    known = choices(kind)
    values: dict[str, object] = {}
    for pair in text.replace(",", " ").split():
        name, equals, word = pair.partition("=")
        if not equals or name not in known:
            names = f"there are {', '.join(known)}" if known else "this game has none"
            raise ValueError(f'"{make_printable(pair)}" is no option; {names}.')
        if name in values:
            raise ValueError(f"{name} is given twice.")
        values[name] = _read_option(name, known[name], word)
    return replace(kind(), **values)


def _read_option(name: str, values: Sequence[object], word: str) -> object:
    if values == (False, True):
        if word not in ("yes", "no", "true", "false", "1", "0"):
            raise ValueError(f'{name} is yes or no, not "{make_printable(word, 20)}".')
        return word in ("yes", "true", "1")
    named = {str(value): value for value in values}
    if word not in named:
        raise ValueError(f'{name} is one of {", ".join(named)}, not "{make_printable(word, 20)}".')
    return named[word]
