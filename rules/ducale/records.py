"""Records of Ducale matches, with every card dealt, drawn and played: reading and writing (README.md, section 12).

    ducale-record 1
    options {"target":200}
    players ["Anna","Computer"]
    round {"v":1,...}
    +P:7H -KD
    ~ 9C 4H 5H
    end 30 0

An unfinished turn is left out. If the match ended beside the rules, for example by resignation, the last line is
`ended REASON SEAT`.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Final, NoReturn, cast

from rules.common.plain_data import is_texts
from rules.common.quoting import quote, remove_controls
from rules.common.resumable import ResumableTask
from rules.ducale.cards import HAND
from rules.ducale.dealing import dealt_pack
from rules.ducale.moves import Deal, Move, Rebuild
from rules.ducale.options import list_changed_options, read_options
from rules.ducale.position import Position
from rules.ducale.position_reader import SEATS, read_position
from rules.ducale.text import read_turn, write_turn
from rules.errors import PositionError, RecordError, TurnError
from rules.match import ENDINGS, AnyPlay, Match, Ply
from rules.record import Format, Player, Record

HEAD: Final = "ducale-record"
VERSION: Final = "1"
MAX_CHARACTERS: Final = 5_000_000  # of a record; a longer one is refused unread


def write(record: Record) -> str:
    match = record.match
    positions = cast("Sequence[Position]", match.positions)
    names = [player.name or player.kind for player in record.players]
    lines = [
        f"{HEAD} {VERSION}",
        f"options {json.dumps(list_changed_options(positions[0].options), separators=(',', ':'))}",
        f"players {json.dumps(names, ensure_ascii=False)}",
    ]
    if positions[0].phase != "deal":
        lines.append(f"round {positions[0].text()}")
    for span in match.turns():
        moves, after = cast("list[Move]", match.moves(span)), positions[span.last]
        if isinstance(moves[0], Deal):
            lines.append(f"round {after.text()}")
        elif after.turn_started:
            lines += _turn_lines(positions[span.first], moves)
        if after.phase in ("end", "blocked"):
            lines.append(f"end {' '.join(map(str, after.row()))}")
    if match.ending is not None:
        lines.append(f"ended {match.ending[0]} {match.ending[1]}")
    return "\n".join(lines) + "\n"


def _turn_lines(before: Position, moves: Sequence[Move]) -> Iterator[str]:
    """Yield the lines of a turn; a shuffle has a line of its own. A turn that only blocks the round has none."""
    if isinstance(moves[-1], Rebuild):
        return
    shuffle, plus, rest = write_turn(before, moves).partition("+")
    if shuffle:
        yield shuffle.strip()
    yield plus + rest


def read_task(text: str, game: AnyPlay) -> ResumableTask[Record]:
    """Read the match of a Ducale record, line by line. Raises RecordError at the first bad line."""
    if len(text) > MAX_CHARACTERS:
        raise RecordError(0, f"The record has {len(text)} characters; {MAX_CHARACTERS} are the most.")
    lines = [line.strip() for line in remove_controls(text).removeprefix("\ufeff").splitlines()]
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line]
    head = numbered[:3] + [(len(lines) + 1, "")] * 3
    if head[0][1].split() != [HEAD, VERSION]:
        raise RecordError(head[0][0], f'a Ducale record begins with "{HEAD} {VERSION}".')
    try:
        options = read_options(_json(head[1], "options"))
    except ValueError as problem:
        raise RecordError(head[1][0], str(problem)) from None
    players = _json(head[2], "players")
    if not is_texts(players) or len(players) not in SEATS:
        raise RecordError(head[2][0], "players is a list of 2 to 6 names.")
    reader = _Reader(Match(game, options, len(players)))
    yield from reader.read_task(numbered[3:])
    names = (" ".join(remove_controls(name).split()) for name in players)
    return Record(reader.match, tuple(Player("person", name) for name in names))


def _json(line: tuple[int, str], word: str) -> object:
    """Return the data that stand as JSON after `word` in a numbered line. Raises RecordError."""
    number, text = line
    first, _, rest = text.partition(" ")
    try:
        if first != word:
            raise ValueError
        return json.loads(rest)
    except (ValueError, RecursionError):
        raise RecordError(number, f"here stands {word} and its JSON.") from None


class _Reader:
    """A match that is played from the lines of its record."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._line_number = 0

    @property
    def _position(self) -> Position:
        position = self.match.position
        assert isinstance(position, Position)
        return position

    def _fail(self, problem: str) -> NoReturn:
        raise RecordError(self._line_number, problem)

    def _play(self, moves: Sequence[Move]) -> None:
        for move in moves:
            self.match.replay(Ply(move))

    def read_task(self, lines: Sequence[tuple[int, str]]) -> ResumableTask[None]:
        is_counted = True  # whether the line `end` of the last round was read
        for index, (self._line_number, line) in enumerate(lines):
            yield index / len(lines)
            if self.match.ending is not None:
                self._fail("the match has ended before this line.")
            word, _, rest = line.partition(" ")
            is_round_over = self._position.phase in ("end", "blocked")
            if is_round_over and not is_counted and word != "end":
                self._fail("the round is over: here stands end and its points.")
            if word == "round":
                self._read_round(rest)
            elif word == "end":
                self._read_round_end(rest)
            elif word == "ended":
                self._read_ending(rest)
            else:
                self._read_turn(line)
            is_counted = word == "end" or (is_counted and is_round_over)

    def _read_round(self, text: str) -> None:
        try:
            state = read_position(text)
        except PositionError as problem:
            self._fail(str(problem))
        if state.seats != self.match.seats or state.options != self.match.options:
            self._fail("the round has other seats or options than the record.")
        is_first = not self.match.plies and self._position.phase == "deal"
        is_deal = all(len(hand) == HAND for hand in state.hands) and not state.melds and len(state.discard) == 1
        if is_first and not (is_deal and state.round == 1):
            self.match = Match(self.match.game, self.match.options, self.match.seats, position=state)
            return
        deal = Deal(state.dealer, dealt_pack(state)) if is_deal else None
        if deal is None or not self._position.is_legal(deal) or self._position.play(deal) != state:
            self._fail("this round doesn't follow from what was before.")
        self._play((deal,))

    def _read_turn(self, line: str) -> None:
        try:
            self._play(read_turn(self._position, line))
        except TurnError as problem:
            self._fail(f"{problem.code}: {problem}")

    def _read_round_end(self, text: str) -> None:
        if self._position.phase == "draw" and self._position.is_blocking:
            self._play((Rebuild(self._position.turn),))
        if self._position.phase not in ("end", "blocked"):
            self._fail("the round is not over.")
        row = self._position.row()
        if text.split() != [str(points) for points in row]:
            self._fail(f"the round ended {' '.join(map(str, row))}.")

    def _read_ending(self, text: str) -> None:
        words = text.split()
        ending = next((reason for reason in ENDINGS if words[:1] == [reason]), None)
        seats = {str(seat): seat for seat in range(self.match.seats)}
        if ending is None or len(words) != 2 or words[1] not in seats or self.match.outcome() is not None:
            self._fail(f"{quote(text)} is no end: write {', '.join(ENDINGS)}, and a seat.")
        self.match.force_end(ending, seats[words[1]])


def recognises(text: str) -> bool:
    return text[:200].removeprefix("\ufeff").lstrip().startswith(HEAD)


LOG: Final = Format("ducale-record", ".ducale", recognises, write, read_task)
