"""Every puzzle on file can be solved as its file says, and every wrong turn that it names is refuted."""

from typing import Any, Final

import pytest

import rules
from rules import get
from rules.contract import Position
from rules.errors import TurnError
from rules.game import Game
from rules.teaching.exercise import read_other_move
from rules.teaching.puzzles import Node, Puzzle
from scenes.app.game_files import games_with
from scenes.screens.learn.puzzles import find_winning_turn
from scenes.screens.learn.tasks import daily_number, has_tasks, puzzles, today
from tests.effort import by_effort

KEYS: Final = games_with("puzzles.toml")
PUZZLES: Final = [pytest.param(key, one, id=f"{key}-{one.id}") for key in KEYS for one in puzzles(key)]


def after(game: Game, position: Position, text: str) -> Position:
    for move in game.text.read_turn(position, text):
        position = position.play(move)
    return position


@pytest.mark.parametrize("key", KEYS)
def test_each_game_with_puzzles_has_at_least_forty(key: str) -> None:
    some = puzzles(key)
    assert len(some) >= 40
    assert len({puzzle.id for puzzle in some}) == len(some)
    assert [puzzle.count for puzzle in some if puzzle.goal == "win"] == sorted(
        puzzle.count for puzzle in some if puzzle.goal == "win"
    )


def test_every_game_has_puzzles_or_exercises() -> None:
    assert all(has_tasks(key, "puzzles") for key in rules.KEYS) and not has_tasks("chess", "puzzles")


@pytest.mark.parametrize(("key", "puzzle"), PUZZLES[:: by_effort(4, 1, 1)])
def test_puzzle_solution_wins_and_listed_defences_refute_other_turns(key: str, puzzle: Puzzle) -> None:
    game = get(key)
    position = game.text.read(puzzle.position)
    assert position.outcome() is None
    if puzzle.goal == "win":
        follow(game, position, puzzle.first, puzzle.count)
        return
    seat = position.to_move
    assert seat == 0
    for text in puzzle.moves:
        move = read_other_move(position, text)
        assert move is not None and move.seat == seat
        position = position.play(move)
    assert position.turn_started and game.facts.hand_points is not None
    assert game.facts.hand_points(position, seat) == (puzzle.count if puzzle.goal == "points" else 0)


def follow(game: Game, position: Position, node: Node | None, turns: int) -> None:
    """Every answer wins in time against its defence, and nothing that holds lets the match end."""
    seat = position.to_move
    if node is None:
        assert turns >= 1
        end = position
        for move in find_winning_turn(position, seat):
            end = end.play(move)
        outcome = end.outcome()
        assert outcome is not None and seat in outcome.winners
        return
    texts = [text for answer in node.answers for text in answer.turns]
    assert len(set(texts)) == len(texts)
    for answer in node.answers:
        reached = set()
        for text in answer.turns:
            left = after(game, position, text)
            assert game.text.write_turn(position, game.text.read_turn(position, text)) == text
            reached.add(after(game, left, answer.reply) if answer.reply else left)
        assert len(reached) == 1
        (there,) = reached
        outcome = there.outcome()
        if outcome is not None:
            assert seat in outcome.winners and answer.next_node is None
        else:
            follow(game, there, answer.next_node, turns - 1)
    refuted(game, position, node)


def refuted(game: Game, position: Position, node: Node) -> None:
    right = {text for answer in node.answers for text in answer.turns}
    heads = {head: hold.replies for hold in node.holds for head in hold.turns}
    for text in sorted(set(game.play.turns(position)) - right)[::7]:
        left = after(game, position, text)
        if left.outcome() is None:
            replies = heads.get(text, heads.get(text.partition(",")[0], ()))
            assert any(legal(game, left, reply) for reply in replies), text


def legal(game: Game, position: Position, text: str) -> bool:
    try:
        game.text.read_turn(position, text)
    except TurnError:
        return False
    return True


def test_number_of_today_follows_the_calendar(monkeypatch: pytest.MonkeyPatch) -> None:
    import time
    from datetime import date

    for moment in ((1, 1, 1), (1999, 12, 31), (2000, 2, 29), (2026, 11, 21)):
        then: Any = date(*moment)
        monkeypatch.setattr(time, "localtime", lambda then=then: then.timetuple())
        assert today() == then.toordinal()


def test_puzzle_of_the_day_exists() -> None:
    for key in KEYS:
        assert 0 <= daily_number(key) < len(puzzles(key))
