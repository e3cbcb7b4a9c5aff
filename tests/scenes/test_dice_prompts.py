"""What is asked on the table: a leaning die, the players' own dice, the next game."""

from typing import Any

import pygame

from scenes.games.unstacked_draughts.dice.flight import Verdict
from tests.scenes.dice import HAWK, attentive, dice_table, lies, load
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA


def keys(drive: Driver) -> list[str]:
    question = drive.scene.question
    return [key.label for key in question.buttons] if question.visible else []


def pick(drive: Driver, words: str) -> None:
    drive.click(next(key for key in drive.scene.question.buttons if key.label == words))


def tilted(tables: Tables, slides: bool, *players: Any) -> Driver:
    drive = dice_table(tables, *players, dice="real")
    load(drive, (4, 3))
    drive.click("w-cup")
    flight = drive.chance_view.flight
    object.__setattr__(flight, "verdict", Verdict("tilt", slides))
    drive.until(lambda: not drive.facts.chance.is_pending)
    drive.step()
    return drive


def test_both_may_let_a_leaning_die_count(tables: Tables) -> None:
    drive = tilted(tables, slides=True)
    assert drive.status == "Anna, does the leaning die count?"
    pick(drive, "It counts")
    assert drive.status == "Bert, does the leaning die count?"
    pick(drive, "It counts")
    drive.until(lambda: lies(drive))
    assert drive.played() == ["throw", "tilt43s", "w-yes", "b-yes", "w4v", "w3v"]
    assert keys(drive) == []


def test_both_may_have_it_thrown_again(tables: Tables) -> None:
    drive = tilted(tables, slides=False)
    pick(drive, "Throw again")
    pick(drive, "Throw again")
    assert drive.played()[-2:] == ["w-no", "b-no"]
    assert drive.status == "Anna, it is your throw." and drive.note.startswith("It is thrown again.")


def test_whoever_alone_lets_it_count_may_test_it(tables: Tables) -> None:
    for slides, told in ((True, "The test die slid off"), (False, "The test die stays on top")):
        drive = tilted(tables, slides)
        pick(drive, "Throw again")
        pick(drive, "It counts")
        assert keys(drive) == ["Lay it on top", "Throw again"]
        pick(drive, "Lay it on top")
        assert drive.note.startswith(told) or told in drive.note


def test_the_computer_answers_about_a_leaning_die(tables: Tables) -> None:
    drive = tilted(tables, True, ANNA, HAWK)
    drive.mind.answer = attentive
    pick(drive, "It counts")
    drive.until(lambda: drive.played()[-1] in ("b-yes", "b-no"))


def test_the_cups_wait_until_a_leaning_die_is_settled(tables: Tables) -> None:
    drive = tilted(tables, slides=False)
    drive.click("w-cup")
    assert drive.toast is not None and drive.toast.startswith("A die leans.")


def test_players_tell_their_own_dice_by_keys(tables: Tables) -> None:
    drive = dice_table(tables, dice="own")
    drive.strike(pygame.K_4)
    assert drive.played() == ["throw"] and drive.scene.question.label == "4 and …"
    drive.strike(pygame.K_BACKSPACE)
    drive.strike(pygame.K_KP5)
    drive.strike(pygame.K_2)
    drive.until(lambda: lies(drive))
    assert drive.played() == ["throw", "52", "w5v", "w2v"]


def test_players_tell_their_own_dice_by_clicks(tables: Tables) -> None:
    drive = dice_table(tables, dice="own")
    assert keys(drive) == list("123456")
    pick(drive, "6")
    pick(drive, "1")
    drive.until(lambda: lies(drive))
    assert drive.played() == ["throw", "61", "w6v", "w1v"]


def test_one_die_is_told_for_the_first_throw(tables: Tables) -> None:
    drive = dice_table(tables, dice="own", first="priority")
    drive.strike(pygame.K_3)
    drive.strike(pygame.K_5)
    assert drive.played() == ["throw", "3", "throw", "5"]
    assert drive.status == "Bert, it is your throw."


def test_the_players_tell_the_dice_of_the_computer_too(tables: Tables) -> None:
    drive = dice_table(tables, HAWK, ANNA, dice="own")
    drive.mind.answer = attentive
    drive.until(lambda: drive.facts.chance.is_pending)
    drive.step()
    assert drive.status == "Hawk: what do the dice show?"
    drive.strike(pygame.K_5)
    drive.strike(pygame.K_4)
    drive.until(lambda: lies(drive))
    assert drive.played()[:2] == ["throw", "54"]


def test_own_dice_are_not_drawn_and_have_no_seal(tables: Tables) -> None:
    drive = dice_table(tables, dice="own")
    assert drive.chance.sealed.hash == ""
    drive.run(3)
    assert drive.played() == [] and drive.scene.pace() is None


def test_numbers_mean_nothing_where_dice_are_drawn(tables: Tables) -> None:
    drive = dice_table(tables)
    drive.strike(pygame.K_4)
    assert drive.played() == []


def test_the_next_game_is_begun_by_its_key(tables: Tables) -> None:
    drive = dice_table(tables, goal=2, position="UD1 o000001 o000010 w 0-0/2")
    load(drive, (6, 1))
    drive.click("w-cup")
    drive.until(lambda: lies(drive))
    assert drive.scene.question.label == "Anna 1, Bert 0 (to 2)"
    pick(drive, "Next game")
    assert drive.played()[-1] == "begin"
