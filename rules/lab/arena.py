"""Matches between two players: each opening is played twice with colours changed, to cancel the advantage of a side.

In a game of dice the opening is the sequence of dice, and time is simulated (`timed_matches`). In a game of cards the
opening is the cards, and two or more seats may play (`card_matches`). External engines get one thread and as large a
table as ours. A player without a legal turn in time loses, and the result says why.

Played matches can be stored in a file (`trials`). An interrupted run continues from its file, a run with more matches
adds to it, and files of several machines can be added up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Final, Literal

from rules import abilities, find
from rules.ai.opponents import opponent
from rules.ai.uci_client import EngineError, UciHistory
from rules.contract import NATURE, Options, Position, Seat
from rules.game import Game
from rules.lab import card_matches as dealt
from rules.lab import timed_matches as timed
from rules.lab import trials
from rules.lab.players import ArenaPlayer, RandomPlayer, player
from rules.lab.standing import FORFEIT, RESIGNED, MatchResult, Pace, Standing, check_count, check_number, tally
from rules.lab.trials import TrialShare
from rules.record import read_options
from rules.search.budget import Budget

Style = Literal["random", "quiet"]
"""Kind of opening: any turns, or turns that take nothing and leave both sides about equal."""
OPENING: Final[Mapping[Style, int]] = {"random": 6, "quiet": 4}  # random turns at the start of a match
STYLES: Final[Mapping[str, Style]] = {"duck-chess": "quiet"}  # for all other games "random"
_EVEN: Final = 60  # largest advantage of a side after a quiet opening, in centi-men
_OPENING_BUDGET: Final = Budget(nodes=3000, depth=4)  # to evaluate an opening
_GROUPS_PER_SEED: Final = 1000
_LATER: Final[Mapping[str, object]] = {"options": "", "seats": 2}  # values of fields that older files don't have
SURE_TURNS: Final = 4  # turns for which both players must agree before one resigns


@dataclass(frozen=True, slots=True)
class ArenaPairing:
    """The game, players and conditions of matches; matches of the same pairing may be added up."""

    game: str
    a: str
    b: str
    openings: Style
    seconds: float | None = None  # for a turn, in place of the nodes of a level
    resign: int | None = None
    """Centi-men; a match ends when both players give one side this score for `SURE_TURNS` turns. None: never."""
    options: str = ""  # options as text for `read_options`; others have their defaults
    seats: int = 2  # A plays one of them, B all others

    def __str__(self) -> str:
        parts = [f"{self.game}, {self.openings} openings"]
        if self.seats != 2:
            parts.append(f"{self.seats} at the table")
        if self.seconds is not None:
            parts.append(f"{self.seconds:g} s a turn")
        if self.resign is not None:
            parts.append(f"resigned at {self.resign}")
        return ", ".join([*parts, self.options] if self.options else parts)

    @classmethod
    def of(cls, data: Mapping[str, object]) -> ArenaPairing:
        """Read a pairing from a line of a file. Raises ValueError or KeyError."""
        fields = {**_LATER, **data}
        seconds, resign = fields["seconds"], fields["resign"]
        return cls(
            game=_read_text(fields, "game"),
            a=_read_text(fields, "a"),
            b=_read_text(fields, "b"),
            openings=_read_style(fields),
            seconds=None if seconds is None else check_number(seconds),
            resign=None if resign is None else check_count(resign),
            options=_read_text(fields, "options"),
            seats=check_count(fields["seats"]),
        )

    def players(self) -> tuple[ArenaPlayer, ...]:
        """Return A, then B for each other seat. Raises ValueError with a sentence."""
        names = (self.a, *(self.b,) * (self.seats - 1))
        return tuple(player(self.game, name, self.seconds) for name in names)

    def check(self) -> None:
        """Raise ValueError with a sentence if a player can't play or the game lacks an option."""
        game = find(self.game)
        assert game is not None
        read_options(game.play.options, self.options)
        if self.seats not in game.play.seats:
            raise ValueError(f"{self.seats} can't play {self.game}.")
        for arena_player in self.players():
            try:
                arena_player.start()
            except EngineError as problem:
                raise ValueError(str(problem)) from None
            finally:
                arena_player.close()

    def play(self, number: int) -> MatchResult:
        """Play one match. `seats` successive matches have the same opening; in each A has another seat."""
        game = find(self.game)
        assert game is not None
        a, *others = self.players()
        seat = number % self.seats
        players = (*others[:seat], a, *others[seat:])
        try:
            for arena_player in players:
                with suppress(EngineError):  # its first turn raises the error again
                    arena_player.start()
            if self.game in timed.STAGES:
                return timed.play_out(game, players, number)
            options = read_options(game.play.options, self.options)
            if self.game in dealt.GAMES:
                return dealt.play_out(game, players, number, options)
            start = opening(game, Random(number // 2), self.openings, options)
            return play_out(game, start, players, number, self.resign)
        finally:
            for arena_player in players:
                arena_player.close()


def _read_text(fields: Mapping[str, object], name: str) -> str:
    text = fields[name]
    if not isinstance(text, str) or not text.isprintable():
        raise ValueError(f"no such {name} was written here")
    return text


def _read_style(fields: Mapping[str, object]) -> Style:
    for style in OPENING:
        if style == fields["openings"]:
            return style
    raise ValueError("no such openings was written here")


def play_out(
    game: Game, start: Position, players: Sequence[ArenaPlayer], number: int = 0, resign: int | None = None
) -> MatchResult:
    """Play from `start` to the end. A player that fails loses; for `resign` see `ArenaPairing`."""
    rng, dice = Random(number), Random(number // 2)
    past = UciHistory(start.text(), (), start)
    paces = [Pace() for _ in players]
    scores: list[list[int]] = [[] for _ in players]
    while (outcome := past.position.outcome()) is None:
        mover = past.position.to_move
        if mover == NATURE:
            past = past.add_turn(game, (abilities.sample(past.position, dice),))
            continue
        began = time.perf_counter()
        try:
            choice = players[mover].turn(past, rng)
        except EngineError as problem:
            others = tuple(seat for seat in range(len(players)) if seat != mover)
            return MatchResult(number, FORFEIT, others, past.start, past.turns, tuple(paces), str(problem))
        spent = time.perf_counter() - began
        paces[mover] += Pace(1, spent, spent)
        past = past.add_turn(game, choice.moves)
        scores[mover].append(choice.score)
        if resign is not None and (winner := _agreed_winner(scores, resign)) is not None:
            return MatchResult(number, RESIGNED, (winner,), past.start, past.turns, tuple(paces))
    return MatchResult(number, outcome.reason, outcome.winners, past.start, past.turns, tuple(paces))


def _agreed_winner(scores: Sequence[Sequence[int]], least: int) -> Seat | None:
    """Return the seat for which all players' last `SURE_TURNS` scores agree on a win by `least` or more, or None."""
    last = [own[-SURE_TURNS:] for own in scores]
    if any(len(own) < SURE_TURNS for own in last):
        return None
    winners = [seat for seat, own in enumerate(last) if min(own) >= least]
    losers = [own for own in last if max(own) <= -least]
    return winners[0] if len(winners) == 1 and len(losers) == len(last) - 1 else None


def opening(game: Game, rng: Random, style: Style = "random", options: Options | None = None) -> Position:
    """Return an unfinished position after a few random turns."""
    first = game.play.start(game.play.options() if options is None else options, game.play.seats.start)
    while True:
        position = _play_opening(game, first, rng, style)
        if position is not None and (style == "random" or _is_even(game, position)):
            return position


def _play_opening(game: Game, first: Position, rng: Random, style: Style) -> Position | None:
    """Return the position after random turns; None if the game is over, or if a quiet opening took pieces."""
    past = UciHistory.of(game, first, ())
    men = _count_men(past.position)
    for _ in range(OPENING[style]):
        is_chance = past.position.to_move == NATURE
        moves = (abilities.sample(past.position, rng),) if is_chance else RandomPlayer().turn(past, rng).moves
        past = past.add_turn(game, moves)
        if past.position.outcome() is not None or (style == "quiet" and _count_men(past.position) != men):
            return None
    return past.position


def _count_men(position: Position) -> int:
    return sum(letter.isalpha() for letter in position.text().partition(" ")[0])


def _is_even(game: Game, position: Position) -> bool:
    """Return whether a short search gives neither side more than `_EVEN`; it also finds a king that can be taken."""
    return abs(opponent(game.key).analyse(position, _OPENING_BUDGET).score) <= _EVEN


def run(
    game: Game,
    a: str,
    b: str,
    matches: int,
    *,
    seconds: float | None = None,
    resign: int | None = None,
    jobs: int = 1,
    seed: int = 0,
    openings: Style | None = None,
    options: str = "",
    seats: int = 2,
    part: TrialShare | None = None,
    file: Path | None = None,
    report: Callable[[Standing, int], None] | None = None,
) -> Standing:
    """Play `matches`, rounded up to a multiple of `seats`, of A against B, on `jobs` processes.

    B plays all seats but one. The same `seed` gives the same matches unless time limits apply. Players are named as
    in `players`; for `resign` see `ArenaPairing`. Only the openings of `part` are played. Matches in `file` count,
    and new matches are added to it. `report` is called after each match with the standing and the total number of
    matches. Raises ValueError with a sentence, or OSError if the file can't be used.
    """
    if matches < 1 or jobs < 1:
        raise ValueError("There must be at least one match and one job.")
    pairing = ArenaPairing(
        game.key, a, b, openings or STYLES.get(game.key, "random"), seconds, resign, options, seats
    )
    pairing.check()
    numbers = _match_numbers(matches, seats, seed, part or TrialShare())
    stored = [] if file is None else read(file, pairing)
    done = {played.number: played for played in stored if played.number in numbers}
    for played in trials.results(pairing.play, [number for number in numbers if number not in done], jobs):
        done[played.number] = played
        if file is not None:
            append(file, pairing, played)
        if report is not None:
            report(tally(a, b, list(done.values())), len(numbers))
    return tally(a, b, [done[number] for number in numbers])


def _match_numbers(matches: int, seats: int, seed: int, share: TrialShare) -> list[int]:
    first = seats * _GROUPS_PER_SEED * seed
    numbers = range(first, first + matches + -matches % seats)
    found = [number for number in numbers if share.has_group((number - first) // seats)]
    if not found:
        raise ValueError("This part has no matches.")
    return found


def append(file: Path, pairing: ArenaPairing, played: MatchResult) -> None:
    trials.append(file, {**asdict(pairing), **played.data()})


def read(file: Path, pairing: ArenaPairing) -> Iterator[MatchResult]:
    """Yield the matches of a pairing in a file; incomplete lines and lines of other pairings are ignored."""
    wanted = asdict(pairing)
    resign = wanted.pop("resign")
    for data in trials.lines(file):
        if data.get("resign") in (None, resign) and wanted.items() <= {**_LATER, **data}.items():
            with suppress(ValueError, KeyError):
                yield MatchResult.of(data)


def standings(files: Sequence[Path]) -> list[tuple[ArenaPairing, Standing]]:
    """Return each pairing in the files with its standing, in the order of their first matches.

    Each match counts once. Raises ValueError with a sentence if there is no match, or OSError.
    """
    found: dict[ArenaPairing, dict[int, MatchResult]] = {}
    for file in files:
        file.stat()
        for data in trials.lines(file):
            with suppress(ValueError, KeyError):
                pairing = ArenaPairing.of(data)
                played = MatchResult.of(data)
                found.setdefault(pairing, {}).setdefault(played.number, played)
    if not found:
        raise ValueError("There are no matches in these files.")
    return [(pairing, tally(pairing.a, pairing.b, list(done.values()))) for pairing, done in found.items()]
