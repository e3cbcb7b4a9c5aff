"""A coach at the real table: judges each turn, takes wrong ones back, answers, and keeps nothing of it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any, Final

import pygame

from rules import abilities, get
from rules.contract import Position
from rules.teaching.exercise import OPEN, Verdict, is_turn_end
from scenes.app.game_card import card_of
from scenes.screens.learn.coach import Hint
from scenes.table import events
from tests.checks import present
from tests.scenes.coach_driver import DUCART, CoachDriver, Drill, open_drill
from tests.scenes.driver import Tables

DUCK: Final = get("duck-chess")
DICE: Final = get("unstacked-draughts")
CARDS: Final = get("ducale")


def drill(coached: CoachDriver) -> Drill:
    exercise = coached.scene.coach.exercise
    assert isinstance(exercise, Drill)
    return exercise


def test_click_on_the_lesson_paper_takes_nothing_back(tables: Tables) -> None:
    coached = open_drill(tables)
    coached.click("d4", "d5")
    coached.post(pygame.MOUSEBUTTONDOWN, pos=coached.scene.coach_panel.rect.move(0, 200).center, button=1)
    assert coached.state == "wrong"


def test_exercise_saves_nothing(tables: Tables, tmp_path: Path) -> None:
    coached = open_drill(tables)
    coached.click("d4", "d5")
    coached.waits()
    coached.click("d4", "e5")
    coached.escape()
    assert coached.app.stack.scenes == []
    assert not [path for path in (tmp_path / "home").rglob("*") if path.is_file() and path.suffix != ".log"]


def test_hint_marks_the_move(tables: Tables) -> None:
    coached = open_drill(tables)
    (move,) = DUCART.text.read_turn(coached.match.position, "Wd4xe5")
    drill(coached).helps = Hint("This one.", (move,), "d4")
    coached.strike(pygame.K_h)
    assert coached.marks.hint == ("d4", "e5") and coached.toast == "This one." and "This one." in coached.told
    coached.click(coached.app.words("coach.hint"))
    assert drill(coached).asked == [0, 1]
    coached.click("d4", "e5")
    coached.strike(pygame.K_h)
    assert drill(coached).asked == [0, 1], "when all is done there is none"


def test_turn_of_several_moves_is_judged_at_its_end(tables: Tables) -> None:
    start = DUCK.play.start(DUCK.play.options(), 2)

    def judge(step: int, before: Position, moves: Sequence[Any]) -> Verdict:
        if not is_turn_end(before.play(moves[0])) and len(moves) == 1:
            return OPEN
        return Verdict("done", "Yes.") if str(moves[0]).startswith("e2e4") else Verdict("wrong", "No.")

    coached = CoachDriver(tables.app(), Drill(DUCK, start, judge))
    coached.click("d2", "d4")
    assert coached.state == "waits" and coached.scene.board_input.token_to_put is not None
    coached.click("d5")
    coached.waits()
    coached.settle()
    assert coached.played() == []
    coached.click("e2", "e4")
    coached.escape()
    assert coached.played() == [] and coached.above is None, "a half turn can be taken back as in a match"
    coached.click("e2", "e4")
    coached.click("e6")
    assert coached.state == "done"


LYING: Final = "UD1 d111022 d111222 w 0-0/3 [w 4- 4-]"
ATTENTIVE: Final = replace(DICE.play.options(), mode="attentive")


def test_dice_show_planned_faces(tables: Tables) -> None:
    start = DICE.play.start(DICE.play.options(), 2)

    def judge(step: int, before: Position, moves: Sequence[Any]) -> Verdict:
        after = reduce(lambda position, move: position.play(move), moves, before)
        return Verdict("done", "Yes.") if is_turn_end(after) else OPEN

    coached = CoachDriver(tables.app(animation="off"), Drill(DICE, start, judge, chance=("65",)))
    (throw,) = start.legal_moves(0)
    coached.send(events.Play(throw, {}))
    coached.until(lambda: coached.state == "done")
    assert coached.played()[:2] == ["throw", "65"]


def test_late_reaction_throws_the_dice_again(tables: Tables) -> None:
    """Who comes too late may try once more, though nothing can be taken back in attentive play."""
    start = DICE.play.with_options(DICE.text.read(LYING), ATTENTIVE)

    def judge(step: int, before: Position, moves: Sequence[Any]) -> Verdict:
        if step == 0:
            return Verdict("step", reply=("throw",))
        return Verdict("done", "Yes.") if str(moves[0]) == "b-cover" else Verdict("wrong", "Too late.")

    exercise = Drill(DICE, start, judge, seat=1, chance=("43",), options=ATTENTIVE)
    coached = CoachDriver(tables.app(), exercise)
    coached.click("b4")
    coached.until(lambda: coached.state == "wrong")
    assert {"Step 1", "Too late."} <= set(coached.told.split("\n"))
    coached.until(lambda: coached.state != "wrong")
    assert {"Step 0", "Too late."} <= set(coached.told.split("\n")), "bug: what comes was told before it was thrown"
    coached.waits(1)
    assert coached.played() == ["b4v", "throw"] and coached.match.position.to_move < 0 and "Step 1" in coached.told
    cover = present(abilities.read_move(coached.match.position, 1, "b-cover"), "move b-cover")
    coached.send(events.Play(cover, {}))
    assert coached.state == "done"


def test_wrong_turn_with_a_drawn_card_is_taken_back(tables: Tables) -> None:
    start = CARDS.text.read(card_of(CARDS.key).pose)
    draw = next(move for move in start.legal_moves(0) if str(move).startswith("+P"))

    def judge(step: int, before: Position, moves: Sequence[Any]) -> Verdict:
        return Verdict("wrong", "No.") if len(moves) == 1 else OPEN

    coached = CoachDriver(tables.app(size=(1280, 800)), Drill(CARDS, start, judge))
    coached.send(events.Play(draw, {}))
    assert coached.state == "wrong" and coached.match.position.is_undo_barred
    coached.waits()
    assert coached.played() == [] and coached.match.position == start
