"""The tutor at the table: the real buttons, clicks and keys; what the model does is in tests/table/stories.json."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame
import pytest

from rules.ai.questions import Answer, ReviewMatch
from rules.teaching.review import Cost, Judged
from scenes.ui.button import Button
from tests.scenes.coach_driver import open_drill
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, COMPUTER, DUCK, OPEN_KINGS
from tests.scenes.opponents import first_turn, silent

BETTER = ("d2d4", "@e5")
CHOICES = ("Show me", "Play it", "Think again (Esc)")


def judging(loss: float, better: Sequence[str] = BETTER) -> Any:
    """Return an answer function by which each turn loses `loss`; other questions get a first turn."""

    def answer(question: Any) -> Answer:
        if not isinstance(question, ReviewMatch):
            return first_turn(question)
        return Answer(question.id, judged=Judged(0, 0, 0, 0.5, (Cost(0, 0, loss, tuple(better)),)))

    return answer


def duck_table(tables: Tables, loss: float | None = 0.34, **settings: Any) -> Driver:
    """Return a match of Duck Chess with a tutor who finds this loss, or never answers."""
    drive = tables.table(ANNA, COMPUTER, game=DUCK, **{"tutor": "15", "animation": "off", **settings})
    drive.mind.answer = silent if loss is None else judging(loss)
    return drive


def put_duck(drive: Driver) -> None:
    drive.click("e2", "e4", "e6")
    drive.run(0.1)


def choices(drive: Driver) -> tuple[str, ...]:
    return tuple(one.label for one in drive.scene.question.buttons if drive.scene.question.visible)


def test_think_again_puts_the_duck_back(tables: Tables) -> None:
    drive = duck_table(tables)
    put_duck(drive)
    assert choices(drive) == CHOICES and drive.played() == ["e2e4"]
    assert drive.scene.question.label.startswith("This turn gives away 34% of your chance.")
    assert drive.marks.placement_hint is not None and drive.marks.placement_hint[0] == "e6"
    drive.click(drive.labelled(CHOICES[2]))
    assert choices(drive) == () and drive.played() == ["e2e4"] and drive.facts.can_move
    drive.escape()
    assert drive.played() == []


def test_play_it_plays_the_turn(tables: Tables) -> None:
    drive = duck_table(tables)
    put_duck(drive)
    drive.click(drive.labelled("Play it"))
    assert drive.played()[:2] == ["e2e4", "@e6"] and choices(drive) == ()


def test_show_me_shows_the_better_turn_from_its_start(tables: Tables) -> None:
    drive = duck_table(tables)
    put_duck(drive)
    drive.click(drive.labelled("Show me"))
    assert drive.played() == [] and choices(drive) == () and drive.marks.hint == ("d2", "d4")
    assert "d4" in drive.note and "e5" in drive.note
    drive.mind.answer = judging(0.0)
    drive.click("d2", "d4")
    assert drive.marks.placement_hint is not None and drive.marks.placement_hint[0] == "e5"
    drive.click("e5")
    drive.settle()
    assert drive.played()[:2] == list(BETTER)


def test_turn_that_gives_little_away_is_played_without_a_word(tables: Tables) -> None:
    drive = duck_table(tables, 0.14)
    put_duck(drive)
    drive.settle()
    assert drive.played()[:2] == ["e2e4", "@e6"] and len(drive.match.plies) == 4 and choices(drive) == ()


def test_person_may_only_put_the_turn_back_while_it_is_judged(tables: Tables) -> None:
    drive = duck_table(tables, None)
    put_duck(drive)
    assert drive.note != drive.app.words("tutor.judging")
    drive.run(0.3)
    assert drive.note == drive.app.words("tutor.judging") and choices(drive) == ()
    drive.click("c6")
    drive.drag("d2", "d4")
    drive.strike(pygame.K_RETURN)
    assert drive.played() == ["e2e4"] and str(drive.facts.model.pending_move.move) == "@e6"  # type: ignore[union-attr]
    assert drive.scene.esc_action == "let-go"
    drive.escape()
    assert drive.facts.model.pending_move is None and drive.mind.cancelled == 1 and drive.played() == ["e2e4"]
    drive.click("c6")
    drive.run(2.1)
    assert drive.played() == ["e2e4", "@c6"], "the tutor was too slow"


@pytest.mark.parametrize("way", ["right", "board"])
def test_click_on_the_board_puts_the_turn_back(tables: Tables, way: str) -> None:
    drive = duck_table(tables)
    put_duck(drive)
    if way == "right":
        drive.right_click("a4")
        assert choices(drive) == () and drive.played() == ["e2e4"]
    else:
        drive.mind.answer = judging(0.0)
        drive.click("c6")  # the duck goes there instead
        drive.settle()
        assert drive.played()[:2] == ["e2e4", "@c6"]


def test_keyboard_chooses_among_the_answers(tables: Tables) -> None:
    drive = duck_table(tables)
    put_duck(drive)
    button = drive.labelled("Show me")
    assert isinstance(button, Button)
    drive.tab_to(button)
    drive.strike(pygame.K_RETURN)
    assert drive.marks.hint == ("d2", "d4")


def test_typed_turn_is_judged(tables: Tables) -> None:
    drive = duck_table(tables, line_of_words=True)
    drive.strike(pygame.K_DOWN)
    drive.strike(pygame.K_i)
    for letter in "e2e4 @e6":
        drive.post(pygame.TEXTINPUT, text=letter)
    drive.strike(pygame.K_RETURN)
    drive.run(0.1)
    assert drive.played() == ["e2e4"] and choices(drive) == CHOICES


def test_turn_is_played_after_the_menu_was_opened_and_closed(tables: Tables) -> None:
    drive = duck_table(tables, None)
    put_duck(drive)
    drive.click_key("menu")
    drive.escape()
    assert drive.facts.model.pending_move is None and not drive.facts.model.engine.is_judging
    drive.mind.answer = judging(0.0)
    drive.click("e6")
    drive.settle()
    assert drive.played()[:2] == ["e2e4", "@e6"]


def test_coach_has_no_tutor(tables: Tables) -> None:
    drive = open_drill(tables, tutor="10")
    drive.click("d4", "e5")
    assert drive.played() == ["Wd4xe5"] and drive.facts.model.pending_move is None


def test_engine_process_judges_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(monkeypatch, mind=None)
    try:
        drive = tables.table(ANNA, COMPUTER, game=DUCK, position=OPEN_KINGS, tutor="25", animation="off")
        monkeypatch.setattr("scenes.table.tutor.TUTOR_TIMEOUT_SECONDS", 1e9)  # time is simulated, the process isn't
        drive.click("a1", "a8", "a1")
        drive.wait_for_process(lambda: choices(drive))
        assert drive.played() == ["a1a8"] and "100%" in drive.scene.question.label
        drive.click(drive.labelled("Show me"))
        assert drive.marks.hint == ("d4", "e4")
    finally:
        tables.clear()
