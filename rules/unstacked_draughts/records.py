"""Records of Unstacked Draughts matches as UD1-LOG, read and written (section 10): a line for each roll.

    UD1-LOG
    meta white=Anna black="The Hawk" mode=attentive dice=real goal=3 ...
    game 1
    P 52
    w 43: 4v 3v
    T b off
    b 11: 1v | 1v

A replay takes the roll lines; the lines `T` note throws that failed or were disputed.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from rules.common.options import choices
from rules.common.quoting import make_printable, quote, remove_controls
from rules.common.resumable import ResumableTask
from rules.contract import Options
from rules.errors import PositionError, RecordError, TurnError
from rules.match import ENDINGS, AnyPlay, Match, Span
from rules.record import Format, Player, Record, read_options, write_options
from rules.tagged_record import DATE, LONGEST
from rules.unstacked_draughts.moves import LETTERS, SIDES, Answer, Begin, Cover, Fail, Move, Roll, Throw, Tilt
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import Phase
from rules.unstacked_draughts.text import read, read_turn, write_turn

HEAD: Final = "UD1-LOG"
MOST_THROWS: Final = 10_000  # most lines `T` in a log
LONGEST_LINE: Final = 2000
DICE_HEADERS: Final = {"hash": "Dice-Hash", "seed": "Dice-Seed", "since": "Dice-Since"}
"""Key of the log -> header of the record.

They are the seal of the dice, the seed once it is opened, and the number of throws before the sealing.
"""

FAILS: Final = {"off": Fail("off"), "rim": Fail("rim"), "short": Fail("short")}

_META: Final = re.compile(r'([A-Za-z][\w-]{0,40})=("(?:[^"\\]|\\.)*"|[^\s"]*)(?:\s+|$)')
_GAME: Final = re.compile(r"game ([1-9][0-9]?)")
_THROW: Final = re.compile(r"T ([wb]) (?:(off|rim|short|cover)|tilt ([1-6]{1,2}) (kept|again))")


# Writing


def write(record: Record) -> str:
    """Write a match as a log, without a roll that its thrower hasn't played out."""
    match = record.match
    lines = [HEAD, f"meta {' '.join(f'{key}={_value(value)}' for key, value in _meta(record).items())}"]
    first = _first(match)
    if first.winner is None:
        lines.append(f"game {first.game}")
    for span in match.turns():
        lines += _span(match, span)
    return "\n".join(lines) + "\n"


def _first(match: Match) -> Position:
    """Return the first position of a log; for a match set up with a lying roll that after the roll is played."""
    found = match.start
    assert isinstance(found, Position)
    if found.roll is None:
        return found
    for position in match.positions:
        assert isinstance(position, Position)
        if position.rolls == found.rolls and position.turn_started and found.winner is None:
            found = position
    return found


def _meta(record: Record) -> dict[str, str]:
    match = record.match
    meta = {name.lower(): player.name for name, player in zip(SIDES, record.players, strict=True) if player.name}
    for pair in write_options(match.options).split(" "):
        key, _, meta[key] = pair.partition("=")
    if match.set_up:
        meta["position"] = _first(match).text()
    meta |= {key: record.extra[header] for key, header in DICE_HEADERS.items() if header in record.extra}
    if DATE in record.extra:
        meta["date"] = record.extra[DATE]
    if match.ending is not None:
        reason, seat = match.ending
        meta["ended"] = f"{reason}:{LETTERS[seat]}"
    return meta


def _value(value: str) -> str:
    value = " ".join(value.split())
    plain = value and not set(value) & set(' "\\')
    return value if plain else json.dumps(value, ensure_ascii=False)


def _span(match: Match, span: Span) -> Iterator[str]:
    positions, moves = cast("Sequence[Position]", match.positions), cast("list[Move]", match.moves(span))
    first = positions[span.first]
    if isinstance(moves[0], Begin):
        yield f"game {positions[span.first + 1].game}"
    before: list[str] = []
    after: list[str] = []
    sure: int | None = None  # lines before the first valid die of this turn
    for number, move in enumerate(moves, span.first):
        now, following = positions[number], positions[number + 1]
        stood = now.rolls > first.rolls
        if sure is None and (following.rolls > now.rolls or following.priority != now.priority):
            sure = len(before)
        told = _throw_line(now, move, following)
        if told is not None:
            (after if stood else before).append(told)
    last = positions[span.last]
    if last.rolls > first.rolls and (last.roll is None or (last.attentive and not last.own_uses())):
        yield from (*before, write_turn(first, moves), *after)
    else:
        yield from before[:sure]


def _throw_line(now: Position, move: Move, following: Position) -> str | None:
    thrower = LETTERS[now.flyer]
    if isinstance(move, Cover) and move.right:
        return f"T {thrower} cover"
    if isinstance(move, Fail):
        return f"T {thrower} {move}"
    if now.phase is Phase.DISPUTE and following.phase is not Phase.DISPUTE:
        assert now.dispute is not None
        kept = following.rolls > now.rolls or following.priority != now.priority
        return f"T {thrower} tilt {''.join(map(str, now.dispute.dice))} {'kept' if kept else 'again'}"
    return None


# Reading


@dataclass(slots=True)
class _Reader:
    match: Match
    waiting: list[tuple[int, str, str, tuple[int, ...]]] = field(default_factory=list)  # line, thrower, result, dice
    told: int = 0  # number of lines `T` read

    @property
    def position(self) -> Position:
        position = self.match.position
        assert isinstance(position, Position)
        return position

    def take(self, line: str, number: int) -> None:
        thrown, game = _THROW.fullmatch(line), _GAME.fullmatch(line)
        if game:
            self._begin(int(game[1]), number)
        elif thrown:
            self.told += 1
            if self.told > MOST_THROWS:
                raise RecordError(number, f"a log tells of {MOST_THROWS} throws at most that came to nothing.")
            dice = tuple(map(int, thrown[3] or ""))
            self.waiting.append((number, thrown[1], thrown[2] or thrown[4], dice))
        elif line.startswith("T "):
            raise RecordError(number, f"{quote(line[2:])} is no throw: write T w off, rim, tilt 43 kept or cover.")
        else:
            self._turn(line, number)

    def _begin(self, number: int, line: int) -> None:
        if self.match.outcome() is not None:
            raise RecordError(line, "the match is over before this game.", "over")
        if self.match.plies and self.position.phase is not Phase.WON:
            raise RecordError(line, f"game {number} begins before game {self.position.game} is won.")
        due = sum(self.position.points) + 1
        if number != due:
            raise RecordError(line, f"game {number} can't begin here; this is game {due}.")
        if self.position.phase is Phase.WON:
            self.match.play(Begin(self.position.to_move))

    def _turn(self, line: str, number: int) -> None:
        if self.match.outcome() is not None:
            raise RecordError(number, "the match is over before this line.", "over")
        try:
            moves = read_turn(self.position, line)
        except TurnError as problem:
            sentence = f"{quote(line)} can't be played. {problem}"
            raise RecordError(number, sentence, "move", problem.refusal, move=make_printable(line)) from None
        self._replay(moves)
        self.refuse_waiting()

    def _replay(self, moves: Sequence[Move]) -> None:
        for move in moves:
            if isinstance(move, Throw):
                self.fail(self.position.flyer)
            if isinstance(move, Roll) and self._kept(move):
                continue
            self.match.play(move)

    def fail(self, seat: int) -> None:
        """Play the failed throws before the present one of `seat`."""
        while self.waiting and self.waiting[0][1] == LETTERS[seat] and self.waiting[0][2] != "kept":
            line, _, what, dice = self.waiting.pop(0)
            if what == "again":
                self._play(line, Throw(seat), Tilt(dice, False), Answer(0, "no"), Answer(1, "no"))
            elif what != "cover":  # the roll line before notes that already
                self._play(line, Throw(seat), FAILS[what])

    def _kept(self, roll: Roll) -> bool:
        if not self.waiting or self.waiting[0][1:3] != (LETTERS[self.position.flyer], "kept"):
            return False
        line, _, _, dice = self.waiting.pop(0)
        if sorted(dice) != sorted(roll.dice):
            raise RecordError(line, f"the dice that were kept are not those of the roll, {roll}.")
        self._play(line, Tilt(roll.dice, False), Answer(0, "yes"), Answer(1, "yes"))
        return True

    def _play(self, line: int, *moves: Move) -> None:
        for move in moves:
            if move not in self.match.position.legal_moves(move.seat):
                raise RecordError(line, "dice that are always valid can't fail; say dice=real in the meta line.")
            self.match.play(move)

    def refuse_waiting(self) -> None:
        """Raise RecordError if a line `T` belongs to no throw."""
        for line, thrower, what, _ in self.waiting:
            who = SIDES[LETTERS.index(thrower)]
            raise RecordError(line, f"there is no throw of {who} that this ({what}) tells of.")


def reading(text: str, game: AnyPlay) -> ResumableTask[Record]:
    """Read the match in a log, replayed line by line. Raises RecordError with the line and its fault."""
    if len(text) > LONGEST:
        raise RecordError(0, f"The log has {len(text)} characters; {LONGEST} are the most.")
    lines = [line.strip() for line in remove_controls(text).removeprefix("\ufeff").splitlines()]
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line]
    if not numbered or numbered[0][1] != HEAD:
        raise RecordError(numbered[0][0] if numbered else 0, f"a log begins with the line {HEAD}.")
    meta: dict[str, str] = {}
    options, said = game.options(), 0
    body: list[tuple[int, str]] = []
    for number, line in numbered[1:]:
        if len(line) > LONGEST_LINE:
            raise RecordError(number, f"this line is longer than {LONGEST_LINE} characters.")
        if line == "meta" or line.startswith("meta "):
            _read_meta(line.removeprefix("meta").strip(), number, meta)
            options, said = _options(meta, number, game), number
        else:
            body.append((number, line))
    reader = _Reader(_start(meta, said, options, game))
    for done, (number, line) in enumerate(body):
        yield done / len(body)
        reader.take(line, number)
    _end(reader, meta, said)
    players = tuple(Player("person", meta.get(name.lower(), "")) for name in SIDES)
    extra = {header: meta[key] for key, header in {**DICE_HEADERS, "date": DATE}.items() if key in meta}
    return Record(reader.match, players, extra)


def _read_meta(text: str, number: int, meta: dict[str, str]) -> None:
    at = 0
    while at < len(text):
        found = _META.match(text, at)
        if found is None:
            raise RecordError(number, f"{quote(text[at:])} is not key=value; values with blanks stand in quotes.")
        key, value = found[1], found[2]
        if key in meta:
            raise RecordError(number, f"{key} is given twice.")
        if value.startswith('"'):
            try:
                value = json.loads(value)
            except ValueError:
                raise RecordError(number, f"the value of {key} can't be read.") from None
        meta[key] = " ".join(remove_controls(value).split())
        at = found.end()


def _options(meta: Mapping[str, str], line: int, game: AnyPlay) -> Options:
    given = [f"{name}={meta[name]}" for name in choices(game.options) if name in meta]
    try:
        return read_options(game.options, " ".join(given))
    except ValueError as problem:
        raise RecordError(line, str(problem)) from None


def _start(meta: Mapping[str, str], line: int, options: Options, game: AnyPlay) -> Match:
    if "position" not in meta:
        return Match(game, options)
    try:
        return Match(game, options, position=game.with_options(read(meta["position"]), options))
    except PositionError as problem:
        raise RecordError(line, str(problem)) from None


def _end(reader: _Reader, meta: Mapping[str, str], line: int) -> None:
    match = reader.match
    if match.outcome() is None:
        reader.fail(reader.position.flyer)
    reader.refuse_waiting()
    if "ended" not in meta:
        return
    text = meta["ended"]
    reason, _, letter = text.partition(":")
    if reason not in ENDINGS or letter not in ("w", "b"):
        raise RecordError(line, f"{quote(text)} is no end: write {', '.join(ENDINGS)}, then :w or :b.")
    if match.outcome() is not None:
        raise RecordError(line, f"the match can't have ended so: {quote(text)}.")
    match.end(reason, LETTERS.index(letter))


def recognises(text: str) -> bool:
    return text[:200].removeprefix("\ufeff").lstrip().startswith(HEAD)


LOG: Final = Format("ud1-log", ".ud1", recognises, write, reading)
