"""The hint key: first what to look at, then the move and why, then nothing again."""

import re
import sys
from typing import Any

import pygame
import pytest

from rules import GAMES
from rules.ai.questions import Analyse, Answer
from rules.game import Game
from scenes.app.game_card import card_of
from scenes.app.words import LANGUAGES, Words
from scenes.table.chance import begin_step
from scenes.table.hint_text import sentence
from scenes.table.hints import take_hint
from tests.checks import present
from tests.effort import by_night
from tests.rules.rami import position as at_cards
from tests.rules.test_reasons import turns_of
from tests.scenes.dice import dice_table
from tests.scenes.driver import Driver, Tables
from tests.scenes.gnomes import BUSY, table
from tests.scenes.matches import ANNA, BERT, COMPUTER, DUCK, MIDDLE, TWO_ANSWERS
from tests.scenes.opponents import silent
from tests.scenes.rummy import DUCALE, QUICK
from tests.scenes.test_ducale_pad import before_the_end


def press(driver: Driver) -> None:
    driver.strike(pygame.K_h)
    driver.settle()


def seen(driver: Driver) -> tuple[tuple[str, ...], str]:
    """The way that is marked, and what the panel says. It is said nowhere else: nothing lies over the board."""
    assert driver.toast is None
    return driver.marks.hint, driver.note


def advised(driver: Driver, *texts: str) -> None:
    def answer(ask: Any) -> Answer:
        moves: list[Any] = []
        position = ask.position
        for text in texts:
            moves.append(next(move for move in position.legal_moves() if str(move) == text))
            position = position.play(moves[-1])
        return Answer(ask.id, tuple(moves), score=10)

    driver.mind.answer = answer


def test_a_second_press_counts_while_the_computer_still_looks(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, position=TWO_ANSWERS)
    drive.mind.answer = lambda ask: None
    drive.strike(pygame.K_h)
    drive.strike(pygame.K_h)
    assert drive.mind.open is not None and seen(drive)[0] == ()
    drive.mind.answer = None
    drive.settle()
    assert seen(drive) == (("b7", "a6"), "Play b7-a6. None of your pieces can then be captured.")


def test_three_presses_nudge_then_tell_then_hide(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, position=TWO_ANSWERS)
    drive.click_key("hint")
    drive.settle()
    assert seen(drive) == (("b7",), "Look at the piece on b7. Ask again to see the turn.")
    press(drive)
    assert seen(drive) == (("b7", "a6"), "Play b7-a6. None of your pieces can then be captured.")
    press(drive)
    assert seen(drive)[0] == () and "Play" not in drive.note
    press(drive)
    assert drive.marks.hint == ("b7",), "and so on"


def test_what_was_advised_goes_with_a_move_and_with_undo(tables: Tables) -> None:
    drive = tables.table(position=TWO_ANSWERS)
    press(drive)
    drive.click("b7")
    assert drive.marks.hint == ("b7",), "it is followed so far"
    drive.click("c6")
    drive.settle()
    assert drive.marks.hint == () and "Look" not in drive.note
    press(drive)
    assert drive.marks.hint == ("g2",)
    drive.undo()
    drive.settle()
    assert drive.marks.hint == ()


def test_another_piece_that_is_picked_ends_the_hint_and_says_what_it_does(tables: Tables) -> None:
    driver = table(tables, BUSY)
    advised(driver, "Zd6~e5")
    press(driver)
    press(driver)
    driver.click("d6")
    assert driver.note.startswith("A good turn: the Gold Sleeper on d6 puts "), "it is followed"
    driver.right_click(None)
    driver.click("d4")
    assert not driver.facts.model.advice and driver.note.startswith("Moves like a chess knight.")


def test_a_hint_about_another_piece_lets_go_of_the_picked_one(tables: Tables) -> None:
    """Bug: its signs stayed all over the board, and a click on the advised piece acted on it."""
    driver = table(tables, BUSY, clicks=("d4",))
    advised(driver, "Zd6~e5")
    press(driver)
    assert not driver.picked and driver.marks.hint == ("d6",)


def test_while_it_is_looked_for_another_press_changes_nothing(tables: Tables) -> None:
    drive = tables.table(position=TWO_ANSWERS)
    drive.mind.answer = silent
    drive.strike(pygame.K_h)
    drive.strike(pygame.K_h)
    assert drive.note == "Looking for a good move" and [type(ask) for ask in drive.mind.asked] == [Analyse]


def test_at_duck_chess_man_and_duck_are_told_with_their_reasons(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT, game=DUCK, position=MIDDLE)
    advised(drive, "f3g5", "@d5")
    press(drive)
    assert drive.note.startswith("Look at the knight on f3.")
    assert drive.marks.hint == ("f3",) and drive.marks.advice is None
    press(drive)
    told = "A good turn: white knight from f3 to g5. The duck from f4 to d5. "
    told += "The knight on g5 then attacks the pawn on f7."
    assert seen(drive)[1].startswith(told)
    drive.click("f3", "g5")
    assert drive.facts.model.advice, "whoever follows it sees the rest"
    drive.settle()
    press(drive)
    assert drive.facts.model.advice and drive.note.startswith("A good turn: the duck from f4 to d5."), (
        "and again by H"
    )
    assert "on g5" not in drive.note, "what the knight does was told already"


def test_what_the_turn_says_is_no_reason_of_its_own_nor_is_one_that_another_implies(tables: Tables) -> None:
    driver = table(tables, "8/w7/8/4c3/3W4/8/6W1/8 g - g 0 0 -")
    advised(driver, "Wd4xe5")
    press(driver)
    press(driver)
    assert driver.note.count("Creeper") == 1
    drive = tables.table(ANNA, BERT, game=DUCK, position="7k/8/8/3p4/4N3/8/8/K7 w - - 0 1")
    advised(drive, "e4c5", "@h2")
    press(drive)
    press(drive)
    assert "The knight on c5 can’t be captured any more." in drive.note and "none of your pieces" not in drive.note


def test_with_the_piece_moved_the_nudge_is_about_the_duck(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT, game=DUCK, position=MIDDLE, clicks=("f3", "g5"))
    drive.settle()
    advised(drive, "@d5")
    press(drive)
    assert drive.note.startswith("Think: what could the duck stop?")
    press(drive)
    assert drive.note == "A good turn: the duck from f4 to d5. The computer found no better one."
    assert drive.marks.advice is not None, "the hint is shown on the board"


def test_at_ducart_it_is_told_in_the_words_of_turns(tables: Tables) -> None:
    driver = table(tables, BUSY)
    advised(driver, "Zd6~e5")
    press(driver)
    assert seen(driver)[1].startswith("Look at the Sleeper on d6.")
    press(driver)
    assert seen(driver)[1].startswith("A good turn: the Gold Sleeper on d6 puts ")


def test_at_cards_the_nudge_names_what_could_be_laid_and_where_there_is_no_choice_the_move_comes_first(
    rummy: Tables,
) -> None:
    """Bug: "Look whether the discard helps your cards", where it couldn't be taken, or no word of what it made."""
    begun = at_cards("KH KD 4S 9D", opened=(0,), table=["6S 7S 8S"], stock="5S", top="2C")
    driver = rummy.table(ANNA, QUICK, game=DUCALE, position=begun.text(), animation="off")
    driver.step()
    advised(driver, "+P")
    press(driver)
    told = "Hint: take the stock’s card. The 2 of clubs can’t be taken: you could lay nothing with it now."
    assert driver.note == told
    press(driver)
    assert "Hint" not in driver.note
    begun = at_cards("KH KD 4S 9D", opened=(0,), table=["6S 7S 8S"], stock="5S", top="KC")
    driver = rummy.table(ANNA, QUICK, game=DUCALE, position=begun.text(), animation="off")
    driver.step()
    advised(driver, "+P")
    press(driver)
    kings = "the king of hearts, the king of diamonds and the king of clubs"
    assert driver.note.startswith(f"With the discard you could lay {kings}.")
    assert driver.facts.model.nudge == frozenset()
    press(driver)
    assert f"With the king of clubs you could lay {kings}. The computer tried both: " in driver.note
    driver.click("stock")
    driver.settle()
    advised(driver, "-9D")
    press(driver)
    assert driver.note.startswith("You could lay the 5 of spades and the 4 of spades, but keep that")


def test_the_reasons_of_a_hint_at_cards_are_about_the_cards_it_names(rummy: Tables) -> None:
    """Bug: the hint named three cards, and then told of six that were laid."""
    position = before_the_end([["3H", "4H", "5H", "JS", "JD", "JC", "2C"], ["9C", "4D"]], [[0, 0]], 2)
    driver = rummy.table(ANNA, QUICK, game=DUCALE, position=position, animation="off")
    driver.step()
    driver.click("stock")
    driver.settle()
    advised(driver, "M[3H 4H 5H]", "M[JS JD JC]")
    press(driver)
    press(driver)
    assert "the 3 of hearts, the 4 of hearts and the 5 of hearts. Left in your hand, these 3 cards " in driver.note


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_reason_that_comes_up_has_words(game: Game) -> None:
    assert game.teach.reasons is not None
    for begun, moves in turns_of(game.key)[:: by_night(18, 3)]:
        for remark in game.teach.reasons(begun, moves):
            for language in LANGUAGES:
                told = sentence(Words(language), game.key, remark)
                assert told.endswith(".") and told[0] == told[0].upper() and "{" not in told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_words_are_those_of_the_reasons_that_the_rules_list(game: Game) -> None:
    reasons = present(game.teach.reasons, "reasons")
    listed = set(re.findall(r"`([a-z-]+)`", f"{sys.modules[reasons.__module__].__doc__}{reasons.__doc__}"))
    start = f"reason.{game.key}."
    keys = {key.removeprefix(start) for key in Words("en").keys() if key.startswith(start)}  # noqa: SIM118
    told = {key.removesuffix(".one").removesuffix(".other") for key in keys if not key.startswith("name.")}
    assert told == listed


@pytest.mark.parametrize(
    "game", [game for game in GAMES if not card_of(game.key).hidden_hands], ids=lambda game: game.key
)
def test_names_of_pieces_in_reasons_are_words(game: Game) -> None:
    words = Words("en")
    for name in ("knight", "stealer"):
        if words.has(f"reason.{game.key}.name.{name}"):
            assert words(f"reason.{game.key}.name.{name}").startswith("the ")


def test_an_answer_of_the_adviser_is_passed_over_where_dice_decide(tables: Tables) -> None:
    """Bug: it ended the app, for a cup is nothing that lies on the table."""
    drive = dice_table(tables)
    step = begin_step(drive.facts.model, drive.app.moment)
    take_hint(step, tuple(drive.match.position.legal_moves()[:1]))
    assert step.model.advice == () and step.outputs == []
    assert drive.facts.model.advice == () and drive.toast is None
