"""Matches of Ducale as its record, both ways (README.md, section 12): every card that was dealt, drawn and played.

    ducale-record 1
    options {"target":200}
    players ["Anna","Computer"]
    round {"v":1,...}
    +P:7H -KD
    ~ 9C 4H 5H
    end 30 0

A turn that is not finished is left out. A match that ended beside its rules closes with `ended REASON SEAT`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn, cast

from rules.common.plain_data import is_texts
from rules.common.quoting import cleaned, quoted
from rules.common.resumable import ResumableTask, complete, subtask
from rules.contract import Seat
from rules.ducale.cards import HAND
from rules.ducale.dealing import pack_of
from rules.ducale.moves import Deal, Move, Rebuild
from rules.ducale.options import Options, differing, read_options
from rules.ducale.position import Position, start
from rules.ducale.position_reader import SEATS, read_position
from rules.ducale.text import read_turn, write_turn
from rules.errors import PositionError, RecordError, TurnError
from rules.match import ENDINGS, AnyPlay, Ending, Match, Ply
from rules.record import Format, Player, Record

HEAD: Final = "ducale-record"
VERSION: Final = "1"
LONGEST: Final = 5_000_000
"""Characters; a longer text is refused unread."""


@dataclass
class Transcript:
    """What a record holds: a match without clock, undo and the rest of `Match`."""

    options: Options
    players: tuple[str, ...]
    start: Position
    """Before the first deal, or a state in the midst of a round."""
    moves: list[Move] = field(default_factory=list)
    ended: tuple[Ending, Seat] | None = None


def write_transcript(transcript: Transcript) -> str:
    """The record of a transcript, ending in a newline."""
    out = [
        f"{HEAD} {VERSION}",
        f"options {json.dumps(differing(transcript.options), separators=(',', ':'))}",
        f"players {json.dumps(list(transcript.players), ensure_ascii=False)}",
    ]
    position = transcript.start
    if position.phase != "deal":
        out.append(f"round {position.text()}")
    turn: list[Move] = []
    begun = position
    for move in transcript.moves:
        if not turn:
            begun = position
        turn.append(move)
        position = position.play(move)
        if isinstance(move, Deal):
            out.append(f"round {position.text()}")
            turn = []
        elif position.turn_started or position.phase in ("end", "blocked"):
            out += _turn_lines(begun, turn)
            turn = []
            if position.phase in ("end", "blocked"):
                out.append(f"end {' '.join(map(str, position.row()))}")
    if transcript.ended is not None:
        out.append(f"ended {transcript.ended[0]} {transcript.ended[1]}")
    return "\n".join(out) + "\n"


def _turn_lines(begun: Position, moves: Sequence[Move]) -> Iterator[str]:
    """A turn; a shuffle in it has its own line. A turn that only blocked the round has none."""
    if len(moves) == 1 and isinstance(moves[0], Rebuild):
        return
    shuffle, plus, rest = write_turn(begun, moves).partition("+")
    if shuffle:
        yield shuffle.strip()
    yield plus + rest


def read_transcript(text: str) -> Transcript:
    """The transcript of a record. Raises RecordError at the first bad line."""
    return complete(_reading_transcript(text))


def _reading_transcript(text: str) -> ResumableTask[Transcript]:
    if len(text) > LONGEST:
        raise RecordError(0, f"The record has {len(text)} characters; {LONGEST} are the most.")
    lines = [line.strip() for line in cleaned(text).removeprefix("\ufeff").splitlines()]
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
    names = tuple(" ".join(cleaned(name).split()) for name in players)
    transcript = Transcript(options, names, start(options, len(names)))
    yield from _Reader(transcript).reading(numbered[3:])
    return transcript


def _json(line: tuple[int, str], word: str) -> object:
    number, text = line
    head, _, rest = text.partition(" ")
    try:
        if head != word:
            raise ValueError
        return json.loads(rest)
    except (ValueError, RecursionError):
        raise RecordError(number, f"here stands {word} and its JSON.") from None


class _Reader:
    """Goes through the lines after the head, playing."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.now = transcript.start
        self.number = 0

    def _fail(self, problem: str) -> NoReturn:
        raise RecordError(self.number, problem)

    def _play(self, moves: Sequence[Move]) -> None:
        for move in moves:
            self.now = self.now.play(move)
            self.transcript.moves.append(move)

    def reading(self, lines: Sequence[tuple[int, str]]) -> ResumableTask[None]:
        counted = True
        for done, (self.number, line) in enumerate(lines):
            yield done / len(lines)
            if self.transcript.ended is not None:
                self._fail("the match has ended before this line.")
            word, _, rest = line.partition(" ")
            over = self.now.phase in ("end", "blocked")
            if over and not counted and word != "end":
                self._fail("the round is over: here stands end and its points.")
            if word == "round":
                self._round(rest)
            elif word == "end":
                self._end(rest)
            elif word == "ended":
                self._ended(rest)
            else:
                self._turn(line)
            counted = word == "end" or (counted and over)

    def _round(self, text: str) -> None:
        try:
            state = read_position(text)
        except PositionError as problem:
            self._fail(str(problem))
        if state.seats != self.transcript.start.seats or state.options != self.transcript.options:
            self._fail("the round has other seats or options than the record.")
        first = not self.transcript.moves and self.now.phase == "deal"
        fresh = all(len(hand) == HAND for hand in state.hands) and not state.melds and len(state.discard) == 1
        if first and not (fresh and state.round == 1):
            self.transcript.start = self.now = state
            return
        deal = Deal(state.dealer, pack_of(state)) if fresh else None
        if deal is None or not self.now.is_legal(deal) or self.now.play(deal) != state:
            self._fail("this round doesn't follow from what was before.")
        self._play((deal,))

    def _turn(self, line: str) -> None:
        try:
            self._play(read_turn(self.now, line))
        except TurnError as problem:
            self._fail(f"{problem.code}: {problem}")

    def _end(self, text: str) -> None:
        if self.now.phase == "draw" and self.now.blocks:
            self._play((Rebuild(self.now.turn),))
        if self.now.phase not in ("end", "blocked"):
            self._fail("the round is not over.")
        row = self.now.row()
        if text.split() != [str(points) for points in row]:
            self._fail(f"the round ended {' '.join(map(str, row))}.")

    def _ended(self, text: str) -> None:
        words = text.split()
        ending = next((one for one in ENDINGS if words[:1] == [one]), None)
        seats = {str(seat): seat for seat in range(self.now.seats)}
        if ending is None or len(words) != 2 or words[1] not in seats or self.now.outcome() is not None:
            self._fail(f"{quoted(text)} is no end: write {', '.join(ENDINGS)}, and a seat.")
        self.transcript.ended = ending, seats[words[1]]


def write(record: Record) -> str:
    """A match as a Ducale record."""
    match, start = record.match, record.match.start
    assert isinstance(start, Position)
    players = tuple(player.name or player.kind for player in record.players)
    return write_transcript(
        Transcript(start.options, players, start, [cast("Move", ply.move) for ply in match.plies], ended=match.ending)
    )


def reading(text: str, game: AnyPlay) -> ResumableTask[Record]:
    """The match of a Ducale record, read line by line and then replayed. Raises RecordError."""
    transcript = yield from subtask(_reading_transcript(text), 0.0, 0.5)
    seats = len(transcript.players)
    own = transcript.start if transcript.start.phase != "deal" else None
    match = Match(game, transcript.options, seats, position=own)
    for number, move in enumerate(transcript.moves):
        yield 0.5 + number / len(transcript.moves) / 2
        match.replay(Ply(move))
    if transcript.ended is not None:
        match.end(*transcript.ended)
    return Record(match, tuple(Player("person", name) for name in transcript.players))


def recognises(text: str) -> bool:
    """Whether a text begins like a Ducale record."""
    return text[:200].removeprefix("\ufeff").lstrip().startswith(HEAD)


LOG: Final = Format("ducale-record", ".ducale", recognises, write, reading)
