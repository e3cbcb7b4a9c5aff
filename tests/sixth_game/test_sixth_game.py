"""A sixth game with rules alone: laws, console, records and opponents."""

import inspect
import multiprocessing
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Final

import pytest

import rules
from rules import abilities
from rules.ai import generic
from rules.ai.opponent_process import serve
from rules.ai.questions import Choose
from rules.ai.review import budget_for, review
from rules.contract import NATURE
from rules.record import Player, Record, read, write
from rules.search.budget import Budget
from rules.teaching.review import Judged
from tests.effort import by_effort, by_night
from tests.patience import LONGEST
from tests.rules import test_laws
from tests.rules.play import option_sets, random_match
from tests.rules.unstacked import act, begin
from tests.sixth_game import GAME, KEY
from tests.sixth_game.position import Options, start

LAWS: Final = [
    law
    for name, law in vars(test_laws).items()
    if name.startswith("test_") and {"game", "options"} <= set(inspect.signature(law).parameters)
]
ONE_MOVE_WINS: Final = "......../......../......../......../..w...w./.bb...../...b..../.....b.. b"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.REGISTRY, KEY, "tests.sixth_game")


def console(*arguments: str) -> str:
    command = [sys.executable, "-m", "tests.sixth_game", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=LONGEST).stdout


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_sixth_game_passes_the_laws(law: Callable[..., None]) -> None:
    for options in option_sets(GAME)[: by_night(1, 9)]:
        law(**dict.fromkeys(inspect.signature(law).parameters, None) | {"game": GAME, "options": options})


def test_all_laws_are_tried() -> None:
    assert len(LAWS) >= 15


def test_the_console_lists_counts_and_plays_turns_of_the_sixth_game() -> None:
    assert console("perft", KEY, "2") == "1244\n"
    assert KEY in console("games").split()
    assert "b1-b3" in console("turns", KEY).split()
    after = console("play", KEY, "--position", ONE_MOVE_WINS, "f1-e1").splitlines()
    assert after[1] == "outcome connected 0"


def test_the_generic_opponent_sees_a_win_in_one_on_the_console() -> None:
    thought = console("think", KEY, "--position", ONE_MOVE_WINS, "--nodes", "2000")
    assert thought.startswith("f1-e1 score 29999 ")


def test_the_arena_plays_the_sixth_game_in_several_processes() -> None:
    told = console("arena", KEY, "random", "random", "--matches", "2", "--jobs", "2", "--seed", "1")
    assert told.startswith("random against random: ")


def test_the_generic_opponent_beats_random_play_where_mobility_counts() -> None:
    """Its own game it plays worse: few men are quickly connected, and mobility takes the other side's."""
    draughts, player = rules.get("double-draughts"), generic.OPPONENT.create(1)
    wins, matches = 0, by_effort(1, 2, 2)
    for number in range(matches):
        position, rng = draughts.play.start(draughts.play.options(), 2), Random(number)
        while (outcome := position.outcome()) is None:
            if position.to_move == number % 2:
                moves = player.choose(position, generic.LEVELS[0], rng).moves
            else:
                moves = (rng.choice(position.legal_moves()),)
            for move in moves:
                position = position.play(move)
        wins += outcome.winners == (number % 2,)
    assert wins == matches


def test_lines_of_the_generic_opponent_are_the_moves_that_lead_to_the_best_positions() -> None:
    """Without pruning each move has one value, however many lines are wanted."""
    player, deep = generic.OPPONENT.create(1), by_effort(1, 1, 2)
    for seed in range(3):
        position = random_match(GAME, Options(), seed, plies=8 + seed).position
        every = player.analyse_lines(position, 500, Budget(depth=deep))
        assert len(every) == len(position.legal_moves())
        assert every[0].score == player.analyse(position, Budget(depth=deep)).score
        three = player.analyse_lines(position, 3, Budget(depth=deep))
        assert [(line.score, line.depth) for line in three] == [(line.score, deep) for line in every[:3]]
        assert len({line.moves[0] for line in three}) == 3


def test_lines_of_a_game_with_dice_begin_with_that_of_an_analysis() -> None:
    player = generic.OPPONENT.create(1)
    position = act(begin("UD1 o202333 d010010 w 0-0/1"), "t w; l 42; u w 4").position
    lines = player.analyse_lines(position, 3, Budget(nodes=20_000))
    assert lines[0].moves == player.analyse(position, Budget(nodes=20_000)).moves
    assert len(lines) == len(position.legal_moves(position.to_move)) == 2 and lines[0].score >= lines[1].score
    assert lines[0].value == pytest.approx(lines[0].score / 200 + 0.5, abs=0.003)


def test_the_generic_opponent_plays_a_game_with_dice() -> None:
    dice, player, rng = rules.get("unstacked-draughts"), generic.OPPONENT.create(1), Random(1)
    position, chosen = dice.play.start(dice.play.options(), 2), 0
    while position.outcome() is None and chosen < 12:
        if position.to_move == NATURE:
            position = position.play(abilities.sample(position, rng))
            continue
        for move in player.choose(position, generic.LEVELS[0], rng).moves:
            assert abilities.is_legal(position, move)
            position, chosen = position.play(move), chosen + 1
    assert chosen >= 12


def test_an_opponent_process_plays_the_sixth_game() -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    cancels, _ours = context.Pipe(duplex=False)
    process = context.Process(target=serve, args=(theirs, cancels, dict(rules.REGISTRY)), daemon=True)
    process.start()
    theirs.close()
    position = start(Options())
    ours.send(Choose(KEY, position, level=1, seed=3, id=1))
    assert ours.poll(LONGEST)
    answer = ours.recv()
    assert answer.error is None and answer.moves[0] in position.legal_moves()
    ours.close()
    process.join(LONGEST)


def test_a_match_of_the_sixth_game_is_recorded_and_reviewed() -> None:
    match = random_match(GAME, Options("scrambled"), seed=1, plies=6)
    text = write(Record(match, (Player("person", "Anna"), Player("computer", "", 2))))
    again = read(text, rules.GAMES).match
    assert again.position == match.position and again.options == Options("scrambled")
    told: list[Judged] = []
    review(GAME, again.start, [ply.move for ply in again.plies], 300, 1, lambda: False, told.append)
    assert len(told) == 7 and budget_for(KEY) > 0
