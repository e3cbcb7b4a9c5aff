"""Matches of the arena, their records, and the standings."""

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rules import GAMES, get
from rules.ai.opponents import opponent
from rules.ai.uci_client import UciHistory
from rules.game import Game
from rules.lab import arena, trials
from rules.lab import card_matches as dealt
from rules.lab import timed_matches as timed
from rules.lab.arena import OPENING, SURE_TURNS, ArenaPairing, append, opening, play_out, read, run, standings
from rules.lab.players import Computer, ExternalPlayer, RandomPlayer, player
from rules.lab.standing import RESIGNED, MatchResult, Pace, tally
from rules.lab.trials import ProgressLine, TrialShare
from rules.search.budget import Budget
from rules.search.opponent import BestPlay
from tests.ai.fakes import Fakes
from tests.checks import error_of
from tests.effort import by_effort
from tests.rows import rows

every_game = pytest.mark.parametrize(
    "game", [game for game in GAMES if game.key not in {*timed.STAGES, *dealt.GAMES}], ids=lambda game: game.key
)
"""Games that are played turn by turn on a board; timed and dealt games are tested with their rules."""
DRAUGHTS = "double-draughts"
DUCK = "duck-chess"


@every_game
def test_an_opening_is_a_few_random_turns(game: Game) -> None:
    positions = [opening(game, Random(seed)) for seed in range(5)]
    assert all(position.outcome() is None and position.turn_started for position in positions)
    assert len({position.text() for position in positions}) > 1
    assert opening(game, Random(1)).text() == opening(game, Random(1)).text()


@every_game
def test_a_quiet_opening_captures_nothing_and_favours_no_side(game: Game) -> None:
    start = game.play.start(game.play.options(), game.play.seats.start).text()
    for seed in range(by_effort(1, 3, 3)):
        position = opening(game, Random(seed), "quiet")
        assert position.to_move == OPENING["quiet"] % game.play.seats.start
        men, board = (sorted(filter(str.isalpha, text.split(" ")[0])) for text in (start, position.text()))
        assert men == board
        assert abs(opponent(game.key).analyse(position, Budget(nodes=5000)).score) < 150


@every_game
def test_matches_of_random_players_end(game: Game) -> None:
    played = play_out(
        game, game.play.start(game.play.options(), game.play.seats.start), [RandomPlayer()] * game.play.seats.start
    )
    assert played.turns
    assert sum(pace.turns for pace in played.paces) == len(played.turns)
    position = game.text.read(played.start)
    for text in played.turns:
        for move in game.text.read_turn(position, text):
            position = position.play(move)
    outcome = position.outcome()
    assert outcome is None or outcome.reason == played.reason


@every_game
def test_the_same_seed_gives_the_same_result(game: Game) -> None:
    first, again = (run(game, by_effort("60n", "300n", "300n"), "random", 2, seed=3) for _ in range(2))
    assert (first.wins, first.drawn, first.losses, first.turns) == (
        again.wins,
        again.drawn,
        again.losses,
        again.turns,
    )
    assert first.matches == 2


def test_points_are_counted_by_seat_and_drawn_matches_are_half() -> None:
    outcomes = [(0,), (1,), (), (0,), (), ()]
    pace = (Pace(2, 1.0, 0.75), Pace(2, 3.0, 2.0))
    matches = [
        MatchResult(number, "no-pieces" if winners else "repetition", winners, turns=("a",) * 10, paces=pace)
        for number, winners in enumerate(outcomes)
    ]
    standing = tally("2", "1", matches)
    assert (standing.wins, standing.drawn.total(), standing.losses) == (2, 3, 1)
    assert standing.drawn["repetition"] == 3
    assert standing.share == pytest.approx((2.0 + 0.5 + 1.0) / 6)
    assert standing.error > 0
    text = str(standing)
    assert text.startswith("2 against 1: 58.3%")
    assert "won 2, drawn 3 (repetition 3), lost 1" in text
    assert "2: 1000 ms a turn, the slowest 2000 ms" in text


def test_player_texts_name_a_level_a_budget_an_engine_or_random() -> None:
    assert isinstance(player(DRAUGHTS, "random"), RandomPlayer)
    for name in ("2", "10000n", "0.1s", "3s"):
        assert isinstance(player(DRAUGHTS, name), Computer), name
    assert isinstance(player(DUCK, "uci:engine --fast@nodes=5"), ExternalPlayer)


@rows
def test_unknown_player_texts_are_refused_with_a_sentence(name: str, words: str) -> None:
    """Bug: of a quotation mark without its other half Python's own words were said."""
    assert re.search(words, str(error_of(ValueError, run, get(DUCK), "random", name, 2)))


def test_a_failing_engine_loses_and_is_named(fakes: Fakes) -> None:
    answers = ["a2a9,a9a2"]
    standing = run(get(DUCK), f"uci:{fakes.command('good', *answers)}@nodes=5", "random", 2, openings="random")
    assert (standing.wins, standing.losses) == (0, 2)
    ((fault, count),) = standing.faults.items()
    assert count == 2
    assert fault.startswith("Fake 1 wants to play a2a9,a9a2, which is no legal turn")
    assert "forfeited 2: Fake 1" in str(standing)


def test_an_engine_is_given_its_limits(fakes: Fakes) -> None:
    run(get(DUCK), "random", f"uci:{fakes.command('good')}@movetime=70,Skill Level=4", 2, openings="random")
    assert "setoption name Skill Level value 4" in fakes.heard
    assert any(line.startswith("go movetime 70") for line in fakes.heard)


class Clock:
    """A clock that advances only when a player thinks."""

    def __init__(self) -> None:
        self.now = 100.0

    def perf_counter(self) -> float:
        return self.now


class SlowPlayer(RandomPlayer):
    """A random player that spends time on a clock: `first` seconds for its first turn, then `then` for each."""

    def __init__(self, clock: Clock, first: float, then: float) -> None:
        self._clock, self._next, self._then = clock, first, then

    def turn(self, past: UciHistory, rng: Random) -> BestPlay:
        self._clock.now += self._next
        self._next = self._then
        return super().turn(past, rng)


def test_the_time_of_a_turn_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(arena, "time", clock)
    game = get(DRAUGHTS)
    start = opening(game, Random(1))
    played = play_out(game, start, [SlowPlayer(clock, 8.0, 0.25), SlowPlayer(clock, 0.5, 2.0)])
    first, second = played.paces
    assert (first.slowest, second.slowest) == (8.0, 2.0)
    assert first.spent == 8.0 + 0.25 * (first.turns - 1) and second.spent == 0.5 + 2.0 * (second.turns - 1)


# The file


def test_a_run_resumes_where_its_file_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "matches.jsonl"
    game = get(DRAUGHTS)
    run(game, "200n", "random", 2, file=file)
    played: list[int] = []
    play = ArenaPairing.play

    def counted(pairing: ArenaPairing, number: int) -> MatchResult:
        played.append(number)
        return play(pairing, number)

    monkeypatch.setattr(ArenaPairing, "play", counted)
    more = run(game, "200n", "random", 4, file=file)
    assert played == [2, 3]
    assert more.matches == 4
    assert str(run(game, "200n", "random", 4, file=file)) == str(more)
    assert played == [2, 3]
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4


def test_a_match_with_an_incomplete_line_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    game = get(DRAUGHTS)
    whole = run(game, "200n", "random", 2, file=file)
    file.write_bytes(file.read_bytes()[:-40])
    again = run(game, "200n", "random", 2, file=file)
    assert (again.wins, again.losses, again.turns) == (whole.wins, whole.losses, whole.turns)
    pairing = ArenaPairing(DRAUGHTS, "200n", "random", "random")
    assert [played.number for played in read(file, pairing)] == [0, 1]


class ScoringPlayer(RandomPlayer):
    """A random player that reports the given scores one by one, then the last one again and again."""

    def __init__(self, *scores: int) -> None:
        self._scores = list(scores)

    def turn(self, past: UciHistory, rng: Random) -> BestPlay:
        score = self._scores.pop(0) if len(self._scores) > 1 else self._scores[0]
        return replace(super().turn(past, rng), score=score)


def test_a_match_that_both_players_consider_decided_is_resigned() -> None:
    game = get(DUCK)
    start = game.play.start(game.play.options(), 2)

    def ended(white: ScoringPlayer, black: ScoringPlayer, resign: int | None = 900) -> MatchResult:
        return play_out(game, start, (white, black), number=5, resign=resign)

    won = ended(ScoringPlayer(1000), ScoringPlayer(-901))
    assert (won.reason, won.winners, len(won.turns)) == (RESIGNED, (0,), 2 * SURE_TURNS)
    assert ended(ScoringPlayer(0, -2000), ScoringPlayer(950)).winners == (1,)
    assert len(ended(ScoringPlayer(0, -2000), ScoringPlayer(950)).turns) == 2 * SURE_TURNS + 1
    for white, black in (((1000,), (-899,)), ((1000,), (1000,)), ((-1000,), (-1000,)), ((1000, 1000, 800), (-1000,))):
        assert ended(ScoringPlayer(*white), ScoringPlayer(*black)).reason != RESIGNED
    assert ended(ScoringPlayer(1000), ScoringPlayer(-1000), None).reason != RESIGNED


def test_resigned_matches_count_only_where_resigning_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    to_the_end, resigning = (ArenaPairing(DUCK, "1", "2", "quiet", None, least) for least in (None, 900))
    append(file, to_the_end, MatchResult(0, "king-captured", (0,)))
    append(file, resigning, MatchResult(1, RESIGNED, (1,)))
    assert [played.number for played in read(file, to_the_end)] == [0]
    assert [played.number for played in read(file, resigning)] == [0, 1]


def test_matches_use_the_named_options_and_are_filed_by_them(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    game = get("ducart")
    run(game, "random", "random", 2, options="hundred=counted,push_only=yes", file=file)
    plain, counted = (
        ArenaPairing("ducart", "random", "random", "random", options=text) for text in ("", "hundred=counted")
    )
    (first, _) = read(file, replace(plain, options="hundred=counted,push_only=yes"))
    assert first.start.endswith(" cp")
    append(file, plain, MatchResult(4, "blocked", ()))
    assert [played.number for played in read(file, plain)] == [4]
    assert not list(read(file, counted))
    with pytest.raises(ValueError, match="no option"):
        run(game, "random", "random", 2, options="hundreds=counted")


def test_foreign_matches_and_rubbish_in_the_file_are_skipped(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    pairing = ArenaPairing(DRAUGHTS, "1", "2", "random")
    file.write_bytes(b'\xff\xfe\n[]\n{"game": 3}\n\n{"a": "1"')
    append(file, ArenaPairing(DRAUGHTS, "1", "3", "random"), MatchResult(0, "blocked", (0,)))
    append(file, pairing, MatchResult(1, "blocked", (1,), "start", ("a", "b"), (Pace(1, 0.5, 0.5), Pace())))
    broken = json.dumps({"game": DRAUGHTS, "a": "1", "b": "2", "openings": "random", "seconds": None, "number": "x"})
    with file.open("a", encoding="utf-8") as out:
        out.write(f"{broken}\n")
    assert list(read(file, pairing)) == [
        MatchResult(1, "blocked", (1,), "start", ("a", "b"), (Pace(1, 0.5, 0.5), Pace()))
    ]


def test_several_processes_play_the_same_matches(tmp_path: Path) -> None:
    game = get(DRAUGHTS)
    alone = run(game, "100n", "random", 4)
    together = run(game, "100n", "random", 4, jobs=2, file=tmp_path / "matches.jsonl")
    assert (alone.wins, alone.losses, alone.turns) == (together.wins, together.losses, together.turns)


def test_parts_from_several_machines_add_up_to_the_whole_run(tmp_path: Path) -> None:
    game, player = get(DRAUGHTS), by_effort("20n", "100n", "100n")
    whole = run(game, player, "random", 8)
    files = [tmp_path / name for name in ("one", "two", "three")]
    for number, file in enumerate(files, 1):
        run(game, player, "random", 8, part=TrialShare(number, 3), file=file)
    files[0].write_bytes(b"".join(file.read_bytes() for file in reversed(files)))  # a match twice is one
    ((pairing, standing),) = standings(files)
    assert pairing == ArenaPairing(DRAUGHTS, player, "random", "random")
    assert (standing.matches, standing.share, standing.error) == (8, whole.share, whole.error)
    assert standing.turns == whole.turns


def test_a_part_keeps_both_colours_of_an_opening_together(tmp_path: Path) -> None:
    run(get(DRAUGHTS), "random", "random", 8, part=TrialShare(2, 2), file=tmp_path / "two")
    pairing = ArenaPairing(DRAUGHTS, "random", "random", "random")
    assert [played.number for played in read(tmp_path / "two", pairing)] == [2, 3, 6, 7]
    with pytest.raises(ValueError, match="no matches"):
        run(get(DRAUGHTS), "random", "random", 2, part=TrialShare(2, 2))


def test_results_of_pairings_are_summed_separately(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    for number in (0, 1, 1):
        append(file, ArenaPairing(DUCK, "1", "2", "quiet"), MatchResult(number, "king-captured", (0,)))
    append(file, ArenaPairing(DUCK, "1", "2", "quiet", resign=900, options="duck=x"), MatchResult(0, RESIGNED, (1,)))
    first, second = standings([file])
    assert (str(first[0]), first[1].matches, first[1].share) == ("duck-chess, quiet openings", 2, 0.5)
    assert (str(second[0]), second[1].losses) == ("duck-chess, quiet openings, resigned at 900, duck=x", 1)
    (tmp_path / "none").write_bytes(b'{"game": 3}\n')
    with pytest.raises(ValueError, match="no matches"):
        standings([tmp_path / "none"])
    with pytest.raises(FileNotFoundError):
        standings([tmp_path / "nowhere"])


def test_a_run_reports_the_score_after_each_match() -> None:
    told: list[tuple[int, int]] = []
    whole = run(get(DRAUGHTS), "100n", "random", 4, report=lambda so_far, all_: told.append((so_far.matches, all_)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert whole.score in str(whole)


# Trials on several processes, in parts, in files, and the line that tells how far they are


def test_the_parts_cover_all_groups() -> None:
    parts = [TrialShare.of(f"{part}/3") for part in (1, 2, 3)]
    assert [[group for group in range(7) if part.has_group(group)] for part in parts] == [[0, 3, 6], [1, 4], [2, 5]]


@pytest.mark.parametrize(
    "text", ["", "1", "0/2", "3/2", "1/0", "a/b", "1/-2", "1/2/3", "1/" + "9" * 5000, "٣/٣", "a\u202eb\x1bc\ufeff"]
)
def test_invalid_part_texts_are_refused_with_a_short_sentence(text: str) -> None:
    sentence = str(error_of(ValueError, TrialShare.of, text))
    assert "is no part such as" in sentence and len(sentence) < 80


def test_an_incomplete_line_spoils_no_other_line(tmp_path: Path) -> None:
    file = tmp_path / "trials"
    assert list(trials.lines(file)) == []
    trials.append(file, {"number": 1})
    file.write_bytes(file.read_bytes() + b'[2]\n\xff\n{"number": 3')
    trials.append(file, {"number": 4})
    assert list(trials.lines(file)) == [{"number": 1}, {"number": 4}]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_rewrites_a_terminal_line_and_rarely_adds_a_line_to_a_file() -> None:
    terminal = Terminal()
    progress = ProgressLine(terminal)
    for text in ("10 of 20", "9", ""):
        progress.report(text)
    progress.report("20 of 20")
    progress.end()
    assert terminal.getvalue() == "\r10 of 20\r9       \r \r20 of 20\n"
    file, now = io.StringIO(), [0.0]
    progress = ProgressLine(file, lambda: now[0])
    for second in range(0, 200, 10):
        now[0] = second
        progress.report(str(second))
    progress.end()
    assert file.getvalue().split() == ["60", "120", "180"]
