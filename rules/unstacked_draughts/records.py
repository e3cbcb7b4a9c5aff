"""Records of Unstacked Draughts matches as UD1-LOG, read and written (README.md, section 10).

    UD1-LOG
    meta white=Anna black="The Hawk" mode=attentive dice=real goal=3 ...
    game 1
    P 52
    w 43: 4v 3v
    T b off
    b 11: 1v | 1v

Each roll has a line, from which the match is replayed. Lines `T` list throws that failed, were covered or disputed.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, cast

from rules.common.options import choices
from rules.common.quoting import make_printable, quote, remove_controls
from rules.common.resumable import ResumableTask
from rules.contract import Options
from rules.errors import PositionError, RecordError, TurnError
from rules.match import ENDINGS, AnyPlay, Match, Span
from rules.record import Format, Player, Record, read_options, write_options
from rules.tagged_record import DATE, MAX_LENGTH
from rules.unstacked_draughts.moves import LETTERS, SIDES, Answer, Begin, Cover, Fail, Move, Roll, Throw, Tilt
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import Phase
from rules.unstacked_draughts.text import read, read_turn, write_turn

HEAD: Final = "UD1-LOG"
MAX_THROWS: Final = 10_000  # lines `T` in a log
MAX_LINE_CHARACTERS: Final = 2000
DICE_HEADERS: Final = {"hash": "Dice-Hash", "seed": "Dice-Seed", "since": "Dice-Since"}
"""The headers of a `Record`, by the keys of a log's meta line.

They hold the hash that seals the dice, the seed once it is revealed, and the number of throws before the sealing.
"""

FAILS: Final = {"off": Fail("off"), "rim": Fail("rim"), "short": Fail("short")}

_META: Final = re.compile(r'([A-Za-z][\w-]{0,40})=("(?:[^"\\]|\\.)*"|[^\s"]*)(?:\s+|$)')
_GAME: Final = re.compile(r"game ([1-9][0-9]?)")
_THROW: Final = re.compile(r"T ([wb]) (?:(off|rim|short|cover)|tilt ([1-6]{1,2}) (kept|again))")


def write(record: Record) -> str:
    """Return a match as the text of a log, without a roll that its thrower hasn't used up."""
    match = record.match
    lines = [HEAD, f"meta {' '.join(f'{key}={_write_value(value)}' for key, value in _meta_values(record).items())}"]
    first = _first_position(match)
    if first.winner is None:
        lines.append(f"game {first.game}")
    for span in match.turns():
        lines += _turn_lines(match, span)
    return "\n".join(lines) + "\n"


def _first_position(match: Match) -> Position:
    """Return the position from which a log begins: the start, or if a roll lies there, the one after its last use."""
    first = match.start
    assert isinstance(first, Position)
    if first.roll is None:
        return first
    for position in match.positions:
        assert isinstance(position, Position)
        if position.rolls == first.rolls and position.turn_started and first.winner is None:
            first = position
    return first


def _meta_values(record: Record) -> dict[str, str]:
    match = record.match
    meta = {name.lower(): player.name for name, player in zip(SIDES, record.players, strict=True) if player.name}
    for pair in write_options(match.options).split(" "):
        key, _, meta[key] = pair.partition("=")
    if match.has_own_start:
        meta["position"] = _first_position(match).text()
    meta |= {key: record.extra[header] for key, header in DICE_HEADERS.items() if header in record.extra}
    if DATE in record.extra:
        meta["date"] = record.extra[DATE]
    if match.ending is not None:
        reason, seat = match.ending
        meta["ended"] = f"{reason}:{LETTERS[seat]}"
    return meta


def _write_value(value: str) -> str:
    value = " ".join(value.split())
    needs_quotes = not value or set(value) & set(' "\\')
    return json.dumps(value, ensure_ascii=False) if needs_quotes else value


def _turn_lines(match: Match, span: Span) -> Iterator[str]:
    """Yield the lines of a turn: `game`, lines `T`, the roll line; of an unfinished turn, those before valid dice."""
    positions, moves = cast("Sequence[Position]", match.positions), cast("list[Move]", match.moves(span))
    first = positions[span.first]
    if isinstance(moves[0], Begin):
        yield f"game {positions[span.first + 1].game}"
    lines_before: list[str] = []
    lines_after: list[str] = []
    safe_count: int | None = None  # number of lines before the first valid die of this turn
    for index, move in enumerate(moves, span.first):
        before, following = positions[index], positions[index + 1]
        if safe_count is None and _is_valid_throw(before, following):
            safe_count = len(lines_before)
        line = _throw_line(before, move, following)
        if line is not None:
            (lines_after if before.rolls > first.rolls else lines_before).append(line)
    last = positions[span.last]
    if last.rolls > first.rolls and (last.roll is None or (last.attentive and not last.own_uses())):
        yield from (*lines_before, write_turn(first, moves), *lines_after)
    else:
        yield from lines_before[:safe_count]


def _is_valid_throw(before: Position, following: Position) -> bool:
    return following.rolls > before.rolls or following.priority != before.priority


def _throw_line(before: Position, move: Move, following: Position) -> str | None:
    """Return the line `T` for a move that ends a failed, covered or disputed throw, or None."""
    thrower = LETTERS[before.throwing_seat]
    if isinstance(move, Cover) and move.right:
        return f"T {thrower} cover"
    if isinstance(move, Fail):
        return f"T {thrower} {move}"
    if before.phase is Phase.DISPUTE and following.phase is not Phase.DISPUTE:
        assert before.dispute is not None
        result = "kept" if _is_valid_throw(before, following) else "again"
        return f"T {thrower} tilt {''.join(map(str, before.dispute.dice))} {result}"
    return None


class _NotedThrow(NamedTuple):
    """A line `T` that was read and not yet played."""

    line: int
    thrower: str
    result: str
    dice: tuple[int, ...]


@dataclass(slots=True)
class _Reader:
    """A match that is replayed from the lines of a log."""

    match: Match
    noted: list[_NotedThrow] = field(default_factory=list)
    noted_count: int = 0  # number of lines `T` read

    @property
    def position(self) -> Position:
        position = self.match.position
        assert isinstance(position, Position)
        return position

    def read_line(self, line: str, number: int) -> None:
        """Play a line, or note a line `T` to be played later. Raises RecordError with the number of the bad line."""
        throw, game = _THROW.fullmatch(line), _GAME.fullmatch(line)
        if game:
            self._begin_game(int(game[1]), number)
        elif throw:
            self.noted_count += 1
            if self.noted_count > MAX_THROWS:
                raise RecordError(number, f"a log tells of {MAX_THROWS} throws at most that came to nothing.")
            dice = tuple(map(int, throw[3] or ""))
            self.noted.append(_NotedThrow(number, throw[1], throw[2] or throw[4], dice))
        elif line.startswith("T "):
            raise RecordError(number, f"{quote(line[2:])} is no throw: write T w off, rim, tilt 43 kept or cover.")
        else:
            self._play_turn(line, number)

    def _begin_game(self, number: int, line: int) -> None:
        if self.match.outcome() is not None:
            raise RecordError(line, "the match is over before this game.", "over")
        if self.match.plies and self.position.phase is not Phase.WON:
            raise RecordError(line, f"game {number} begins before game {self.position.game} is won.")
        expected = sum(self.position.points) + 1
        if number != expected:
            raise RecordError(line, f"game {number} can't begin here; this is game {expected}.")
        if self.position.phase is Phase.WON:
            self.match.play(Begin(self.position.to_move))

    def _play_turn(self, line: str, number: int) -> None:
        if self.match.outcome() is not None:
            raise RecordError(number, "the match is over before this line.", "over")
        try:
            moves = read_turn(self.position, line)
        except TurnError as problem:
            sentence = f"{quote(line)} can't be played. {problem}"
            raise RecordError(number, sentence, "move", problem.refusal, move=make_printable(line)) from None
        for move in moves:
            if isinstance(move, Throw):
                self.play_failed_throws(self.position.throwing_seat)
            if not (isinstance(move, Roll) and self._play_kept_dice(move)):
                self.match.play(move)
        self.refuse_noted()

    def play_failed_throws(self, seat: int) -> None:
        """Play the noted throws of `seat` that came to nothing before the present throw."""
        while self.noted and self.noted[0].thrower == LETTERS[seat] and self.noted[0].result != "kept":
            line, _, result, dice = self.noted.pop(0)
            if result == "again":
                self._play(line, Throw(seat), Tilt(dice, False), Answer(0, "no"), Answer(1, "no"))
            elif result != "cover":  # the roll line before has played that already
                self._play(line, Throw(seat), FAILS[result])

    def _play_kept_dice(self, roll: Roll) -> bool:
        """Play a roll as tilted dice that were kept, if the next noted line `T` says so; return whether it does."""
        if not self.noted or self.noted[0][1:3] != (LETTERS[self.position.throwing_seat], "kept"):
            return False
        line, _, _, dice = self.noted.pop(0)
        if sorted(dice) != sorted(roll.dice):
            raise RecordError(line, f"the dice that were kept are not those of the roll, {roll}.")
        self._play(line, Tilt(roll.dice, False), Answer(0, "yes"), Answer(1, "yes"))
        return True

    def _play(self, line: int, *moves: Move) -> None:
        for move in moves:
            if move not in self.match.position.legal_moves(move.seat):
                raise RecordError(line, "dice that are always valid can't fail; say dice=real in the meta line.")
            self.match.play(move)

    def refuse_noted(self) -> None:
        """Raise RecordError if a noted throw is left that wasn't played."""
        for line, thrower, result, _ in self.noted:
            side = SIDES[LETTERS.index(thrower)]
            raise RecordError(line, f"there is no throw of {side} that this ({result}) tells of.")


def read_task(text: str, game: AnyPlay) -> ResumableTask[Record]:
    """Read the match of a log by replaying its lines. Raises RecordError at the first bad line."""
    if len(text) > MAX_LENGTH:
        raise RecordError(0, f"The log has {len(text)} characters; {MAX_LENGTH} are the most.")
    lines = [line.strip() for line in remove_controls(text).removeprefix("\ufeff").splitlines()]
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line]
    if not numbered or numbered[0][1] != HEAD:
        raise RecordError(numbered[0][0] if numbered else 0, f"a log begins with the line {HEAD}.")
    meta: dict[str, str] = {}
    options, meta_line = game.options(), 0
    body: list[tuple[int, str]] = []
    for number, line in numbered[1:]:
        if len(line) > MAX_LINE_CHARACTERS:
            raise RecordError(number, f"this line is longer than {MAX_LINE_CHARACTERS} characters.")
        if line == "meta" or line.startswith("meta "):
            _read_meta(line.removeprefix("meta").strip(), number, meta)
            options, meta_line = _read_options(meta, number, game), number
        else:
            body.append((number, line))
    reader = _Reader(_make_match(meta, meta_line, options, game))
    for index, (number, line) in enumerate(body):
        yield index / len(body)
        reader.read_line(line, number)
    _end_match(reader, meta, meta_line)
    players = tuple(Player("person", meta.get(name.lower(), "")) for name in SIDES)
    extra = {header: meta[key] for key, header in {**DICE_HEADERS, "date": DATE}.items() if key in meta}
    return Record(reader.match, players, extra)


def _read_meta(text: str, number: int, meta: dict[str, str]) -> None:
    """Add the values of a meta line to `meta`. Raises RecordError."""
    start = 0
    while start < len(text):
        found = _META.match(text, start)
        if found is None:
            raise RecordError(number, f"{quote(text[start:])} is not key=value; values with blanks stand in quotes.")
        key, value = found[1], found[2]
        if key in meta:
            raise RecordError(number, f"{key} is given twice.")
        if value.startswith('"'):
            try:
                value = json.loads(value)
            except ValueError:
                raise RecordError(number, f"the value of {key} can't be read.") from None
        meta[key] = " ".join(remove_controls(value).split())
        start = found.end()


def _read_options(meta: Mapping[str, str], line: int, game: AnyPlay) -> Options:
    given = [f"{name}={meta[name]}" for name in choices(game.options) if name in meta]
    try:
        return read_options(game.options, " ".join(given))
    except ValueError as problem:
        raise RecordError(line, str(problem)) from None


def _make_match(meta: Mapping[str, str], line: int, options: Options, game: AnyPlay) -> Match:
    if "position" not in meta:
        return Match(game, options)
    try:
        return Match(game, options, position=game.with_options(read(meta["position"]), options))
    except PositionError as problem:
        raise RecordError(line, str(problem)) from None


def _end_match(reader: _Reader, meta: Mapping[str, str], line: int) -> None:
    """Play the last failed throws, and end the match as `meta` says. Raises RecordError."""
    match = reader.match
    if match.outcome() is None:
        reader.play_failed_throws(reader.position.throwing_seat)
    reader.refuse_noted()
    if "ended" not in meta:
        return
    text = meta["ended"]
    reason, _, letter = text.partition(":")
    if reason not in ENDINGS or letter not in ("w", "b"):
        raise RecordError(line, f"{quote(text)} is no end: write {', '.join(ENDINGS)}, then :w or :b.")
    if match.outcome() is not None:
        raise RecordError(line, f"the match can't have ended so: {quote(text)}.")
    match.force_end(reason, LETTERS.index(letter))


def recognises(text: str) -> bool:
    return text[:200].removeprefix("\ufeff").lstrip().startswith(HEAD)


LOG: Final = Format("ud1-log", ".ud1", recognises, write, read_task)
