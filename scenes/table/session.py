"""A match with its file and its series of matches: beginning, loading, saving, rematches and try-outs.

`Session.text` is for the match's own file, with secrets scrambled; `Session.write_export` is for files and texts that
people may pass on.
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
    read_record_in_steps,
    read_seconds,
)


@dataclass(slots=True)
class Session:
    """A match with its file, and the series to which it belongs."""

    id: str
    record: Record
    series: Series
    series_before_result: Series | None = None  # None until the result of this match has been added to `series`
    is_begun: bool = False  # whether any move was saved, even if it was undone since
    is_kept: bool = True  # whether the match has a file: exercises and try-outs have none
    is_elsewhere: bool = False  # whether another window plays the match, and this one only shows it
    is_tried_out: bool = False  # whether the match is a try-out of another match
    bottom_seat: Seat | None = None  # the seat at the lower edge of the board, in games whose board can be turned
    hand_orders: dict[Seat, tuple[Target, ...]] = field(default_factory=dict)
    """The order of the cards of each person's hand, from the left; it may contain cards that have been played."""
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
        """Return whether a seat is played by the computer or an external engine."""
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
        """Return the session of a new match. `players`: by seat; `rng`: tosses the coin if the options want it."""
        start = None if position is None else game.play.with_options(position, options)
        tossed = game.play.resolve_chance(options, rng or Random())
        match = Match(game.play, tossed, len(players), position=start, control=control)
        extra = {DATE: time.strftime("%Y-%m-%d %H:%M")}
        if tossed != options and position is None:
            extra[COIN] = "tossed"
        return cls(storage.new_id(), Record(match, players, extra), Series.begin(len(players)))

    @classmethod
    def load(cls, match_id: str, text: str) -> Self:
        """Return the session of a match from its record in any known format. Raises RecordError."""
        return run_to_end(cls.load_in_steps(match_id, text))

    @classmethod
    def load_in_steps(cls, match_id: str, text: str) -> ResumableTask[Self]:
        return cls.of_record(match_id, (yield from read_record_in_steps(text)), text)

    @classmethod
    def of_record(cls, match_id: str, record: Record, text: str) -> Self:
        """Return the session of a match that was read from `text`. Raises RecordError."""
        record = _check_seed(record, text)
        series = _read_series(record.extra.get(SESSION_HEADER, ""), len(record.players))
        is_over = record.match.outcome() is not None
        spent = read_seconds(record.extra.get(SPENT, ""))
        if spent is not None and not is_over:
            record.match.spend_seconds(spent)
        hand_orders = _read_hand_orders(record.extra.get(ARRANGED, ""))
        series_before_result, is_begun = series if is_over else None, bool(record.match.plies)
        return cls(match_id, record, series, series_before_result, is_begun, hand_orders=hand_orders)

    @property
    def rematch_options(self) -> tuple[Options, ...]:
        """The choices of options for a next match with the same seats, the usual one first.

        Empty where players change seats instead.
        """
        match = self.match
        list_options = match.game.rematch_options
        return () if list_options is None or match.has_own_start else list_options(match.options)

    def rematch(self, storage: Storage, agreed: int = 0) -> Self:
        """Return the next match of the series: with `rematch_options[agreed]`, or with sides changed."""
        match, control, choices = self.match, self.match.clock.control, self.rematch_options
        series = self.series if choices else self.series.change_seats()
        by_player = {self.series.seating[seat]: player for seat, player in enumerate(self.players)}
        players = tuple(by_player[number] for number in series.seating)
        options = choices[agreed] if choices else match.options
        next_match = Match(
            match.game, options, match.seats, position=match.start if match.has_own_start else None, control=control
        )
        kept = {
            name: value
            for name, value in sealed_chance.without_seal(self._lasting_headers()).items()
            if name not in (COIN, REOPENED)
        }
        extra = {**kept, DATE: time.strftime("%Y-%m-%d %H:%M")}
        return type(self)(storage.new_id(), Record(next_match, players, extra), series)

    def score_result(self) -> bool:
        """Add the result of a finished match to the series, once; return whether it was added now."""
        outcome = self.match.outcome()
        if outcome is None or self.series_before_result is not None:
            return False
        self.series_before_result = self.series
        self.series = self.series.add_outcome(outcome)
        return True

    def text(self) -> str:
        """Return the record for the match's own file, with secrets scrambled."""
        record = self._make_record()
        if self.hand_orders and self.match.outcome() is None:
            cards_by_seat = ",".join(" ".join((str(seat), *cards)) for seat, cards in self.hand_orders.items())
            record = replace(record, extra={**record.extra, ARRANGED: scramble(cards_by_seat, ARRANGED)})
        return write(record, discreet=True)

    def write_export(self) -> str:
        """Return the record to pass on; while the match goes on, without the seed of its dice and cards."""
        record = self._make_record()
        extra = record.extra if self.match.outcome() is not None else sealed_chance.without_seal(record.extra)
        return write(replace(record, extra={name: value for name, value in extra.items() if name != REOPENED}))

    def _make_record(self) -> Record:
        """Return the record with all headers up to date."""
        series = self.series
        points = ",".join(f"{value:g}" for value in series.points)
        seating = ",".join(map(str, series.seating))
        headers = self._lasting_headers()
        if sealed_chance.SEED in headers or sealed_chance.SCRAMBLED in headers:
            headers = sealed_chance.update_headers(headers, self.match.outcome() is not None)
        extra = {**headers, SESSION_HEADER: f"{seating} {points} {series.played}"}
        if self.match.outcome() is None and self.match.spent_seconds >= 0.1:
            extra[SPENT] = f"{self.match.spent_seconds:.1f}"
        if self.match.outcome() is None and self.match.position.to_move != NATURE:
            extra[TO_MOVE] = str(self.match.position.to_move)
        extra[TURNS] = str(self.match.count_turns())
        return Record(self.match, self.players, extra)

    def record_writers(self) -> Mapping[str, Callable[[], str]]:
        """Return functions that write the record in the game's other formats, by file suffix; they may take long."""
        is_unscored = self.match.outcome() is None or self.series_before_result is None
        record, number = self.record, self.series.played + is_unscored
        if ":" in record.extra.get(DATE, ""):  # records from elsewhere have a day without a time
            record = replace(record, extra={**record.extra, ROUND: str(number)})
        return {form.suffix: partial(form.write, record) for form in self.game.text.formats}

    def _lasting_headers(self) -> dict[str, str]:
        """Return the headers of the record without those that each saving computes anew."""
        return {
            name: value for name, value in self.record.extra.items() if name not in (SPENT, TO_MOVE, TURNS, ARRANGED)
        }

    def claim(self, storage: Storage) -> None:
        """Claim the match for this window, so that no other may change it; set `is_elsewhere` if that fails."""
        is_ours = not self.is_kept or storage.is_owner(self.id)  # it may have been claimed before it was read
        is_ours = is_ours or (storage.claim(self.id) and not storage.is_changed_elsewhere(self.id))
        self.is_elsewhere = self.is_begun and not is_ours

    def update_ownership(self, storage: Storage) -> bool:
        """Set `is_elsewhere` if another window has taken the match over; return `is_elsewhere`."""
        self.is_elsewhere = self.is_elsewhere or (self.is_kept and not storage.still_owns(self.id))
        return self.is_elsewhere

    def save(self, storage: Storage) -> None:
        """Save the match if anything was ever played, unless another window has taken it over.

        A match that is over is moved to the finished ones and entered into the statistics. The id changes if another
        window wrote to the file.
        """
        if not self.is_kept:
            return
        with storage.lock():  # so that no other window takes the match over before it is written
            if self.update_ownership(storage):
                return
            if self.match.outcome() is not None:
                text = self.text()
                self.id = storage.finish_match(self.id, text)
                statistics_store.enter_match(storage, self.id, self.record, text)
            elif self.match.plies or self.is_begun:
                self.is_begun, old_id = True, self.id
                self.id = storage.save_match(self.id, self.text())
                if self.id != old_id:
                    self.set_current(storage)

    def set_current(self, storage: Storage) -> None:
        """Remember the match as the one that the next start of the app opens."""
        if self.is_kept and not self.is_elsewhere:
            storage.remember_open(self.id)

    def reopen(self, storage: Storage) -> None:
        """Take back the points of a match whose end was undone, and save it among the unfinished matches.

        Only then is it removed from the finished ones, so that a crash can't lose it.
        """
        if self.series_before_result is not None:
            self.series, self.series_before_result = self.series_before_result, None
            if not self.is_kept:
                return
            finished_id, self.is_begun = self.id, True  # finished matches are saved even without a move
            with storage.lock():
                times = count_reopenings(self.text()) + 1
                self.record = replace(self.record, extra={**self.record.extra, REOPENED: str(times)})
                self.save(storage)
                if not (self.is_elsewhere or storage.is_unwritten(self.id)) and storage.sync_folder("matches"):
                    statistics_store.remove_match(storage, finished_id)
                    storage.delete_finished(finished_id)


def find_tryout_start(session: Session, ply: int) -> Position | None:
    """Return the last position up to `ply` from which a try-out can begin, without clocks; None if there is none.

    A try-out can't begin within a turn, unless chance is next. Hidden cards are dealt anew, to keep them secret.
    """
    match = session.match
    while ply >= 0:
        position = match.positions[ply]
        is_known = position.to_move != NATURE or card_of(match.game.key).hidden_hands
        if position.outcome() is None and is_known and (position.turn_started or abilities.has_chance(position)):
            break
        ply -= 1
    else:
        return None
    if match.outcome() is None:
        persons = session.persons
        view = abilities.seen_by(position, persons[0] if len(persons) == 1 else None)
        position = abilities.deal_hidden(view, Random())
    return abilities.without_clock(position)


def make_tryout(session: Session, position: Position, players: tuple[Player, ...]) -> Session:
    """Return a try-out of a match; it begins at a position of the match and has no clock."""
    match = session.match
    copy = Match(match.game, match.options, match.seats, position=position)
    tryout = Session("", Record(copy, players, {}), Series.begin(match.seats), is_kept=False, is_tried_out=True)
    if tryout.persons == session.persons or len(tryout.persons) != 1:
        tryout.bottom_seat = session.bottom_seat
    return tryout


def _check_seed(record: Record, text: str) -> Record:
    """Check the seed of a record and return the record, without the seed if another program wrote it.

    Raises RecordError if the seed of an unfinished match was changed.
    """
    if record.match.outcome() is not None:
        return record
    if rules.find(game_named(text)) is None:  # another program wrote it
        return replace(record, extra=sealed_chance.without_seal(record.extra))
    fault = sealed_chance.describe_fault(record.extra)
    if fault is not None:
        raise RecordError(0, fault)
    return record


def _read_hand_orders(text: str) -> dict[Seat, tuple[Target, ...]]:
    """Return `Session.hand_orders` from its header; empty if that is invalid."""
    try:
        rows = [row.split(" ") for row in unscramble(text, ARRANGED).split(",")]
        return {int(seat): tuple(dict.fromkeys(cards)) for seat, *cards in rows}
    except ValueError:
        return {}


def _read_series(text: str, players: int) -> Series:
    """Return the series from its header; a new one if that is invalid, as only the score is lost."""
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
