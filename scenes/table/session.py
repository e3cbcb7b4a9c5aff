"""A match with its context at the table: players, the session's score, and its file.

`Session.text` is for the match's own file, with secrets scrambled; `Session.write_export` is for everything that
leaves the app.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Self

import rules
from rules import abilities
from rules.clock import Control
from rules.common.resumable import ResumableTask, run_to_end
from rules.common.scrambling import scramble, unscramble
from rules.contract import NATURE, Options, Position, Seat, Target
from rules.errors import RecordError
from rules.game import Game
from rules.match import Match
from rules.record import Player, Record, game_named, write
from rules.series import Series
from rules.tagged_record import ROUND
from scenes.app.game_card import card_of
from scenes.app.startup_cleanup import REOPENED, count_reopenings
from scenes.app.storage import Storage
from scenes.table import sealed_chance, statistics_store
from scenes.table.record_headers import (
    ARRANGED,
    COIN,
    DATE,
    SESSION_HEADER,
    SPENT,
    TO_MOVE,
    TURNS,
    read_pace,
    read_seconds,
    reading_record,
)


@dataclass(slots=True)
class Session:
    """The match on the table. `series.seating[seat]` is the player of a seat, numbered as in the first match."""

    id: str
    record: Record
    series: Series
    unscored: Series | None = None  # before this match's result was added
    is_begun: bool = False  # whether any move was saved, even if it was undone since
    is_kept: bool = True  # whether the match is saved: exercises and variations aren't
    is_elsewhere: bool = False  # whether the match is open in another window: then this one only shows it
    is_tried_out: bool = False  # whether the match is a variation tried out on top of another match
    bottom: Seat | None = None  # at the lower edge of the board, in games whose board can be turned
    arranged: dict[Seat, tuple[Target, ...]] = field(default_factory=dict)
    """The persons' order of their cards, from the left; may contain cards that are gone."""
    game: Game = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.game = rules.get(self.match.game.key)

    @property
    def match(self) -> Match:
        return self.record.match

    @property
    def players(self) -> tuple[Player, ...]:
        return self.record.players

    @property
    def persons(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player.kind == "person")

    def is_program(self, seat: Seat) -> bool:
        """Return whether a program plays a seat: the computer at a level, or an external engine."""
        return self.players[seat].kind in ("computer", "engine")

    @property
    def has_programs(self) -> bool:
        return any(self.is_program(seat) for seat in range(len(self.players)))

    @classmethod
    def begin(
        cls,
        storage: Storage,
        game: Game,
        options: Options,
        players: tuple[Player, ...],
        control: Control | None = None,
        position: Position | None = None,
        rng: Random | None = None,
    ) -> Self:
        """Start a new match; `players` by seat. `rng` tosses the coin, where the options need one."""
        start = None if position is None else game.play.with_options(position, options)
        tossed = game.play.resolve_chance(options, rng or Random())
        match = Match(game.play, tossed, len(players), position=start, control=control)
        extra = {DATE: time.strftime("%Y-%m-%d %H:%M")}
        if tossed != options and position is None:
            extra[COIN] = "tossed"
        return cls(storage.new_id(), Record(match, players, extra), Series.begin(len(players)))

    @classmethod
    def load(cls, match_id: str, text: str) -> Self:
        """Read a match from a record in Tablier's format or one of its game's. Raises RecordError."""
        return run_to_end(cls.load_in_steps(match_id, text))

    @classmethod
    def load_in_steps(cls, match_id: str, text: str) -> ResumableTask[Self]:
        return cls.of_record(match_id, (yield from reading_record(text)), text)

    @classmethod
    def of_record(cls, match_id: str, record: Record, text: str) -> Self:
        """Return the session of a match that was read from `text`. Raises RecordError."""
        record = _sealed(record, text)
        series = _read_series(record.extra.get(SESSION_HEADER, ""), len(record.players))
        over = record.match.outcome() is not None
        spent = read_seconds(record.extra.get(SPENT, ""))
        if spent is not None and not over:
            record.match.spend_seconds(spent)
        arranged = _read_arranged(record.extra.get(ARRANGED, ""))
        unscored, begun = series if over else None, bool(record.match.plies)
        return cls(match_id, record, series, unscored, begun, arranged=arranged)

    @property
    def rematch_options(self) -> tuple[Options, ...]:
        """The options for a next match with the same seats, the default first; empty if players change seats."""
        match = self.match
        again = match.game.rematch_options
        return () if again is None or match.set_up else again(match.options)

    def rematch(self, storage: Storage, agreed: int = 0) -> Self:
        """Return the session's next match, with sides changed, or with `following[agreed]` as its options."""
        match, control, following = self.match, self.match.clock.control, self.rematch_options
        series = self.series if following else self.series.change_seats()
        by_player = {self.series.seating[seat]: player for seat, player in enumerate(self.players)}
        players = tuple(by_player[number] for number in series.seating)
        options = following[agreed] if following else match.options
        again = Match(
            match.game, options, match.seats, position=match.start if match.set_up else None, control=control
        )
        kept = {
            name: value
            for name, value in sealed_chance.without_seal(self._kept()).items()
            if name not in (COIN, REOPENED)
        }
        extra = {**kept, DATE: time.strftime("%Y-%m-%d %H:%M")}
        return type(self)(storage.new_id(), Record(again, players, extra), series)

    def score_result(self) -> bool:
        """Add the result to the series when the match is first over; return whether it did."""
        outcome = self.match.outcome()
        if outcome is None or self.unscored is not None:
            return False
        self.unscored = self.series
        self.series = self.series.add_outcome(outcome)
        return True

    def text(self) -> str:
        """Return the record for the match's own file, with the session's score; secrets are scrambled."""
        record = self._written()
        if self.arranged and self.match.outcome() is None:
            told = ",".join(" ".join((str(seat), *cards)) for seat, cards in self.arranged.items())
            record = replace(record, extra={**record.extra, ARRANGED: scramble(told, ARRANGED)})
        return write(record, discreet=True)

    def write_export(self) -> str:
        """Return the record for export; without the seed if unfinished: elsewhere it has its own dice."""
        record = self._written()
        extra = record.extra if self.match.outcome() is not None else sealed_chance.without_seal(record.extra)
        return write(replace(record, extra={name: value for name, value in extra.items() if name != REOPENED}))

    def _written(self) -> Record:
        series = self.series
        points = ",".join(f"{value:g}" for value in series.points)
        seating = ",".join(map(str, series.seating))
        kept = self._kept()
        if sealed_chance.SEED in kept or sealed_chance.SCRAMBLED in kept:
            kept = sealed_chance.update_headers(kept, self.match.outcome() is not None)
        extra = {**kept, SESSION_HEADER: f"{seating} {points} {series.played}"}
        if self.match.outcome() is None and self.match.spent_seconds >= 0.1:
            extra[SPENT] = f"{self.match.spent_seconds:.1f}"
        if self.match.outcome() is None and self.match.position.to_move != NATURE:
            extra[TO_MOVE] = str(self.match.position.to_move)
        extra[TURNS] = str(self.match.count_turns())
        return Record(self.match, self.players, extra)

    def record_writers(self) -> Mapping[str, Callable[[], str]]:
        """Return functions that write the record in the game's other formats, by file suffix; they may be slow."""
        record, number = self.record, self.series.played + (self.match.outcome() is None or self.unscored is None)
        if ":" in record.extra.get(DATE, ""):  # what came from elsewhere has a day and no hour
            record = replace(record, extra={**record.extra, ROUND: str(number)})
        return {form.suffix: partial(form.write, record) for form in self.game.text.formats}

    def _kept(self) -> dict[str, str]:
        return {
            name: value for name, value in self.record.extra.items() if name not in (SPENT, TO_MOVE, TURNS, ARRANGED)
        }

    @property
    def pace(self) -> float | None:
        return read_pace(self.record)

    def claim(self, storage: Storage) -> None:
        """Claim the match for this window, which alone may change it, or set `is_elsewhere`."""
        ours = not self.is_kept or storage.is_owner(self.id)  # as when it was claimed before it was read
        ours = ours or (storage.claim(self.id) and not storage.is_changed_elsewhere(self.id))
        self.is_elsewhere = self.is_begun and not ours

    def is_taken_over(self, storage: Storage) -> bool:
        """Return whether another window has the match, or has just taken it over."""
        self.is_elsewhere = self.is_elsewhere or (self.is_kept and not storage.owns(self.id))
        return self.is_elsewhere

    def save(self, storage: Storage) -> None:
        """Save the match, unless nothing was ever played; with a new id if another window wrote to its file."""
        if not self.is_kept:
            return
        with storage.lock():  # or another window might take the match over between look and write
            if self.is_taken_over(storage):
                return
            if self.match.outcome() is not None:
                text = self.text()
                self.id = storage.finish_match(self.id, text)
                statistics_store.enter_match(storage, self.id, self.record, text)
            elif self.match.plies or self.is_begun:
                self.is_begun, before = True, self.id
                self.id = storage.save_match(self.id, self.text())
                if self.id != before:
                    self.set_current(storage)

    def set_current(self, storage: Storage) -> None:
        """Remember the match as the one that the next start may open again."""
        if self.is_kept and not self.is_elsewhere:
            storage.remember_open(self.id)

    def reopen(self, storage: Storage) -> None:
        """Make a finished match unfinished after its end was undone, and take its points back.

        It is saved among the unfinished matches before it is removed from the finished ones, so that a crash can't
        lose it.
        """
        if self.unscored is not None:
            self.series, self.unscored = self.unscored, None
            if not self.is_kept:
                return
            over, self.is_begun = self.id, True  # it was kept, whether or not anything was played
            with storage.lock():
                times = count_reopenings(self.text()) + 1
                self.record = replace(self.record, extra={**self.record.extra, REOPENED: str(times)})
                self.save(storage)
                if not (self.is_elsewhere or storage.is_unwritten(self.id)) and storage.sync_names("matches"):
                    statistics_store.remove_match(storage, over)
                    storage.delete_finished(over)


def find_tryout_start(session: Session, ply: int) -> Position | None:
    """Return the last position up to `ply` to try variations from, without clocks; None if there is none.

    A position within a turn can't be written down, unless chance is next. Hidden cards are dealt anew: they stay
    secret.
    """
    match = session.match
    while ply >= 0:
        position = match.positions[ply]
        decided = position.to_move != NATURE or card_of(match.game.key).hidden_hands
        if position.outcome() is None and decided and (position.turn_started or abilities.has_chance(position)):
            break
        ply -= 1
    else:
        return None
    if match.outcome() is None:
        persons = session.persons
        seen = abilities.seen_by(position, persons[0] if len(persons) == 1 else None)
        position = abilities.deal_hidden(seen, Random())
    return abilities.without_clock(position)


def make_tryout(session: Session, position: Position, players: tuple[Player, ...]) -> Session:
    """Return a copy of a match that continues from a position of it, without a clock."""
    match = session.match
    copy = Match(match.game, match.options, match.seats, position=position)
    again = Session("", Record(copy, players, {}), Series.begin(match.seats), is_kept=False, is_tried_out=True)
    again.bottom = session.bottom if again.persons == session.persons or len(again.persons) != 1 else None
    return again


def _sealed(record: Record, text: str) -> Record:
    """Return the record if its seed is intact while the match goes on. Raises RecordError."""
    if record.match.outcome() is not None:
        return record
    if rules.find(game_named(text)) is None:  # from another program: the seed stayed there
        return replace(record, extra=sealed_chance.without_seal(record.extra))
    fault = sealed_chance.describe_fault(record.extra)
    if fault is not None:
        raise RecordError(0, fault)
    return record


def _read_arranged(text: str) -> dict[Seat, tuple[Target, ...]]:
    """Return the arranged cards of a header; empty if it is invalid, and then cards lie as they were dealt."""
    try:
        rows = [row.split(" ") for row in unscramble(text, ARRANGED).split(",")]
        return {int(seat): tuple(dict.fromkeys(cards)) for seat, *cards in rows}
    except ValueError:
        return {}


def _read_series(text: str, players: int) -> Series:
    """Return the series of a header; a new one if it is invalid, as only the score is lost."""
    try:
        seating_text, points_text, played = text.split(" ")
        seating = tuple(map(int, seating_text.split(",")))
        points = tuple(map(float, points_text.split(",")))
        counts = (*points, int(played))
        if sorted(seating) == list(range(players)) and len(points) == players and all(0 <= n < 1e6 for n in counts):
            return Series(seating, points, int(played))
    except ValueError:
        pass
    return Series.begin(players)
