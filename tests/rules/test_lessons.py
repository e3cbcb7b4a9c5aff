"""Lessons as data: reading and refusing them, judging turns, and solving tasks."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from rules import abilities, get
from rules.contract import NATURE, Move, Position
from rules.errors import IllegalMoveError
from rules.game import Game
from rules.lab.lesson_files import LessonError, fails, read_checked, solve
from rules.teaching.exercise import PlannedMatch, count_players, idle_seat, is_turn_end, read_other_move
from rules.teaching.lessons import Task, judge, read, solutions
from tests.checks import present

DUCART: Final = get("ducart")
DICE: Final = get("unstacked-draughts")
HEAD: Final = '[[task]]\nid = "{}"\nposition = "{}"\n{}\n'
SWEEP: Final = "8/w7/8/4c3/3W4/8/8/7W g - g 0 0 -"
STEP: Final = '[[task.step]]\nturns = ["Wd4xe5"]\n'


def lesson(body: str, position: str = SWEEP, more: str = "", of: Game = DUCART) -> Task:
    (task,) = read(HEAD.format("one", position, more) + body, of)
    return task


def move_of(position: Position, text: str) -> Move:
    return present(read_other_move(position, text), f"move {text}")


def kinds(task: Task, *turns: str, step: int = 0) -> list[str]:
    return [judge(task, step, task.start, task.game.text.read_turn(task.start, turn)).kind for turn in turns]


# Reading


def test_a_task_is_read() -> None:
    task = lesson(STEP + '[[task.slip]]\nturns = ["Wd4-d5"]\n', more='teaches = ["4.1"]')
    assert (task.id, task.seat, task.teaches, task.slips) == ("one", 0, ("4.1",), (("Wd4-d5",),))
    assert task.options == DUCART.play.options()


def test_a_task_may_begin_where_the_game_does_and_under_its_options() -> None:
    text = HEAD.format("one", "", "start = true\noptions = { near_steal = true }").replace('position = ""\n', "")
    (task,) = read(text + '[[task.step]]\nturns = ["Wd2-d3"]\n', DUCART)
    assert task.start == DUCART.play.start(replace(DUCART.play.options(), near_steal=True), 2)
    assert solve(task)[0].number == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "need"),
        ("no toml", "can't be read"),
        ("other = 1", "need"),
        (HEAD.format("one", "nowhere", "") + STEP, "position of the lesson"),
        (HEAD.format("one", SWEEP, ""), "no step"),
        (HEAD.format("one", SWEEP, "start = true") + STEP, "either position or start"),
        (HEAD.format("one", SWEEP, "odd = 1") + STEP, "look at odd"),
        (HEAD.format("one", SWEEP, "options = { odd = true }") + STEP, "option “odd”"),
        (HEAD.format("one", SWEEP, "chance = 5") + STEP, "list of texts"),
        (HEAD.format("one", SWEEP, "") + "[[task.step]]\n", "needs moves"),
        (HEAD.format("one", SWEEP, "") + '[[task.step]]\nmoves = ["a"]\nturns = ["b"]\n', "needs moves"),
        (HEAD.format("one", SWEEP, "") + STEP + 'reply = "a"\nreplies = ["b"]\n', "one reply"),
        (HEAD.format("one", SWEEP, "") + STEP + '[[task.slip]]\nturns = ["a"]\nen = "b"\n', "slip"),
        (HEAD.format("one", SWEEP, "") + STEP + "[[task.slip]]\nturns = []\n", "slip"),
        (2 * (HEAD.format("one", SWEEP, "") + STEP), "Two lessons"),
    ],
)
def test_lessons_out_of_order_are_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(LessonError, match=said.replace("“", ".").replace("”", ".")):
        read_checked(text, DUCART)


# Judging


def test_a_named_turn_reaches_its_step_and_other_turns_are_wrong() -> None:
    task = lesson(STEP)
    assert kinds(task, "Wd4xe5", "Wd4-d5") == ["done", "wrong"]
    assert judge(task, 0, task.start, DUCART.text.read_turn(task.start, "Wd4-d5")).say == "wrong"
    assert judge(task, 0, task.start, ()).kind == "open"


def test_a_position_on_the_table_reaches_a_step() -> None:
    task = lesson('[[task.step]]\ntable = { e5 = "gold-sweeper", d4 = "" }\n')
    assert kinds(task, "Wd4xe5", "Wd4-d5", "Wh1-h2") == ["done", "wrong", "wrong"]


def test_winning_for_the_right_reason_reaches_a_step() -> None:
    won = "8/8/8/4w3/3W4/8/8/7W g - g 0 0 -"
    assert kinds(lesson('[[task.step]]\noutcome = "sweepers"\n', won), "Wd4xe5", "Wd4-d5") == ["done", "wrong"]
    assert kinds(lesson('[[task.step]]\noutcome = "hour"\n', won), "Wd4xe5") == ["wrong"]


def test_a_wrong_turn_gets_its_explanation() -> None:
    task = lesson(STEP + '[[task.slip]]\nturns = ["Wd4-d5"]\n')
    said = [judge(task, 0, task.start, DUCART.text.read_turn(task.start, turn)).say for turn in ("Wd4-d5", "Wh1-h2")]
    assert said == ["slip.1", "wrong"]


def test_a_step_before_the_last_has_its_reply_move_by_move() -> None:
    task = lesson('[[task.step]]\nturns = ["Wd4-d5"]\nreply = "Wa7-b7"\n' + STEP)
    (move,) = DUCART.text.read_turn(task.start, "Wd4-d5")
    with pytest.raises(ValueError, match="Sweeper"):
        judge(task, 0, task.start, (move,))  # a reply that can't be played is a fault of the file
    task = lesson('[[task.step]]\nturns = ["Wd4-d5"]\nreply = "Ce5-f3"\n' + STEP)
    verdict = judge(task, 0, task.start, (move,))
    assert (verdict.kind, verdict.reply) == ("step", ("Ce5-f3",))


@pytest.mark.parametrize("step", ['table = { e4 = "white-pawn", e5 = "duck" }', 'turns = ["e2e4,e4e5"]'])
def test_a_multi_move_turn_is_wrong_once_no_solution_can_follow(step: str) -> None:
    """Bug: a wrong piece was told only once the duck was put, too."""
    duck = get("duck-chess")
    task = lesson(f"[[task.step]]\n{step}\n", duck.play.start(duck.play.options(), 2).text(), "", duck)
    for turn, kinds in (("e2e4,e4e5", "open done"), ("e2e4,e4e6", "open wrong"), ("d2d4,d4e5", "wrong wrong")):
        moves = duck.text.read_turn(task.start, turn)
        assert [judge(task, 0, task.start, moves[:n]).kind for n in (1, 2)] == kinds.split()


def test_a_multi_move_turn_with_its_own_explanation_is_completed() -> None:
    """Bug of the mend before: of two captures the first was called wrong in the words for any wrong turn."""
    draughts = get("double-draughts")
    slip = '[[task.slip]]\nturns = ["e3xg5xe7"]\n'
    start = "3m4/8/5m2/8/1m3m2/M3M3/3M4/8 w 2 0 1"
    task = lesson(f'[[task.step]]\nturns = ["a3xc5"]\n{slip}', start, "", draughts)
    moves = draughts.text.read_turn(task.start, "e3xg5xe7")
    assert [judge(task, 0, task.start, moves[:n]).say for n in (1, 2)] == ["", "slip.1"]


ATTENTIVE: Final = 'options = { mode = "attentive" }\nseat = 1\nchance = ["43"]\nbefore = ["throw"]'
LYING: Final = "UD1 d011222 d111222 w 0-0/3 [w 1wv 1-]"


def test_single_decisions_are_judged_separately() -> None:
    task = lesson('[[task.step]]\nmoves = ["b1v"]\n', LYING, 'options = { mode = "attentive" }\nseat = 1', DICE)
    assert [stage.solution[0].seat for stage in solve(task)] == [1]
    assert not list(fails(task, 0, task.start)), "nothing else can be decided"


def test_a_throw_before_the_persons_claim_is_judged_wrong() -> None:
    task = lesson('[[task.step]]\nmoves = ["b-cover"]\n', LYING, ATTENTIVE, DICE)
    match = task.match()
    match.play(move_of(match.position, "throw"))
    before = match.position
    assert before.to_move == NATURE and idle_seat(before, 1) is None and idle_seat(before, 0) == NATURE
    assert judge(task, 0, before, [match.play_chance().move]).kind == "wrong"
    assert [stage.solution for stage in solve(task)] == [(read_other_move(before, "b-cover"),)]


def test_flying_dice_land_before_the_next_decision() -> None:
    steps = '[[task.step]]\nmoves = ["b1v"]\nreplies = ["throw", "w3v"]\n[[task.step]]\nmoves = ["b4v"]\n'
    given = 'options = { mode = "attentive" }\nseat = 1\nchance = ["43"]'
    task = lesson(steps, "UD1 d011022 d111222 w 0-0/3 [w 1wv 1-]", given, DICE)
    first, second = solve(task)
    assert (str(first.solution[0]), str(second.solution[0])) == ("b1v", "b4v")


# Solving, and the match that it happens in


def test_solutions_come_from_named_turns_and_from_the_rules() -> None:
    task = lesson('[[task.step]]\ntable = { e5 = "gold-sweeper" }\n')
    assert [list(map(str, turn)) for turn in solutions(task, 0, task.start)] == [["Wd4xe5"]]
    assert {str(turn[0]) for turn in fails(task, 0, task.start)} >= {"Wd4-d5", "Wh1-h2"}


def test_an_unsolvable_task_is_found() -> None:
    with pytest.raises(LessonError, match="No turn reaches step 1"):
        solve(lesson('[[task.step]]\ntable = { a8 = "gold-sweeper" }\n'))


def test_a_reply_must_be_a_turn_of_the_opponent() -> None:
    task = lesson('[[task.step]]\nturns = ["Wd4-d5"]\nreplies = ["nothing"]\n' + STEP)
    with pytest.raises(LessonError, match="can't be played"):
        solve(task)


def test_nature_plays_the_planned_moves_and_no_others() -> None:
    start = DICE.play.start(DICE.play.options(), 2)
    match = PlannedMatch(DICE.play, start, None, ("65", "77"))
    match.play(move_of(start, "throw"))
    assert str(match.play_chance().move) == "65"
    while idle_seat(match.position, 0) is not None:
        move = present(abilities.automatic_move(match.position), "move that plays itself")
        match.play(move)
    assert is_turn_end(match.position)
    match.play(move_of(match.position, "throw"))
    with pytest.raises(ValueError, match="77"):
        match.play_chance()
    bare = PlannedMatch(DICE.play, start)
    bare.play(move_of(start, "throw"))
    with pytest.raises(IllegalMoveError):
        bare.play_chance()


def test_every_move_of_a_planned_match_can_be_taken_back() -> None:
    task = lesson('[[task.step]]\nmoves = ["b1v"]\n', LYING, 'options = { mode = "attentive" }\nseat = 1', DICE)
    match = task.match()
    assert not abilities.may_undo(match.position)
    match.play(move_of(match.position, "b1v"))
    (change,) = match.rewind(0)
    assert not change.forward and match.position == task.start and not match.can_redo


def test_a_position_gives_the_number_of_players() -> None:
    ducale = get("ducale").play
    assert count_players(ducale.start(ducale.options(), 4)) == 4
    assert count_players(DUCART.play.start(DUCART.play.options(), 2)) == 2
