"""Ducart on the table: what is marked, and what two clicks or a drag do."""

from random import Random
from typing import Any

import pygame
import pytest

from rules.ai.questions import Answer
from rules.contract import Token
from rules.ducart import marks as aims
from scenes.games.ducart import phrases
from scenes.games.ducart.gnomes import way_of
from scenes.surfaces.flights import Mover
from scenes.surfaces.layout import Box
from scenes.table.prompts import NOTHING
from tests.rows import rows
from tests.scenes.driver import Tables
from tests.scenes.gnomes import BUSY, DUCART, FRESH, HEALER, NEARLY, SPOTS, STEALER, VIEW, signs, table
from tests.scenes.matches import ANNA, COMPUTER
from tests.scenes.opponents import random_mind


def test_each_kind_of_target_has_a_mark_of_its_own(tables: Tables) -> None:
    driver = table(tables, BUSY, clicks=("d4",))
    assert signs(driver)["push"] == {"e4"} and "c6" in signs(driver)["move"]
    driver.click("d6")
    assert signs(driver)["sleep"] == {"c5", "c7", "e5", "e6", "e7"}
    driver.right_click(None)
    driver.click("g2")
    assert signs(driver)["keep"] == {"d2", "g7"} or signs(driver)["keep"] >= {"d2"}


def test_a_push_shows_where_it_goes_and_turns_with_the_board(tables: Tables) -> None:
    driver = table(tables, BUSY, clicks=("d4",))
    (push,) = (sign for sign in driver.marks.signs if sign.kind == "push")
    assert push.others == ("f4",)
    ways = [way_of(VIEW.spots(Box(0, 0, 920, 920), flipped), push) for flipped in (False, True)]
    assert ways == ["right", "left"]


def test_a_healer_wears_the_leaves_itself_and_so_does_all_that_it_wakes(tables: Tables) -> None:
    driver = table(tables, HEALER, clicks=("e5",))
    assert signs(driver)["heal"] == {"e5", "d6", "e6"}


def test_a_steal_marks_everything_it_can_and_a_transfer_otherwise(tables: Tables) -> None:
    driver = table(tables, STEALER, clicks=("e5",))
    assert signs(driver)["transfer"] == {"e6"}
    assert {"c8", "e8", "a1", "d2", "g2"} <= signs(driver)["steal"]


def test_where_a_leaper_stands_beside_is_marked_while_a_sweeper_is_picked(tables: Tables) -> None:
    driver = table(tables, NEARLY, clicks=("f3",))
    assert signs(driver)["ban"] == {"g4"} and signs(driver)["move"] == {"e4", "f4"}
    driver.right_click(None)
    assert signs(driver) == {}


def test_pieces_of_ones_own_that_would_be_acted_on_are_marked_otherwise(tables: Tables) -> None:
    """A click on one of them acts at once, and doesn't pick it."""
    driver = table(tables, "8/w7/8/8/3w4/8/8/K2K3W g - g 0 0 -", clicks=("d1",))
    assert {(sign.target, sign.own) for sign in driver.marks.signs if sign.kind == "keep"} == {
        ("a1", True),
        ("d4", False),
        ("h1", True),
    }
    assert "yours too" in driver.note


def test_no_marks_for_those_who_want_none(tables: Tables) -> None:
    driver = table(tables, BUSY, legal_targets=False, clicks=("d4",))
    assert driver.picked == {"d4"} and not driver.marks.signs - {
        sign for sign in driver.marks.signs if sign.kind == "ban"
    }


def test_the_halo_lasts_as_long_as_the_creeper_is_fresh(tables: Tables) -> None:
    driver = table(tables, FRESH)
    assert {(sign.kind, sign.target) for sign in driver.marks.states} == {("halo", "f6")}
    driver.click("h3", "h4")
    driver.settle()
    assert driver.marks.states == frozenset()


def test_a_locked_keeper_wears_a_chain(tables: Tables) -> None:
    driver = table(tables, HEALER)
    assert {(sign.kind, sign.target) for sign in driver.marks.states} == {("chain", "f3")}


def test_the_last_turn_marks_who_acted_and_on_whom(tables: Tables) -> None:
    driver = table(tables, BUSY, clicks=("d6", "e5"))
    driver.settle()
    assert driver.played() == ["Zd6~e5"] and driver.marks.last == {"d6", "e5"}


def test_the_hint_for_a_healer_is_a_ring(tables: Tables) -> None:
    driver = table(tables, HEALER)

    def advise(ask: Any) -> Answer:
        (heal,) = (move for move in ask.position.legal_moves() if str(move) == "He5+")
        return Answer(ask.id, (heal,), score=10)

    driver.mind.answer = advise
    driver.strike(pygame.K_h)
    driver.settle()
    driver.strike(pygame.K_h)
    assert driver.marks.hint == ("e5", "e5")


# Two clicks, and drag and drop


@rows
def test_two_clicks_or_a_drag_are_a_turn(tables: Tables, position: str, actor: str, target: str, text: str) -> None:
    for way in ("click", "drag"):
        driver = table(tables, position)
        getattr(driver, way)(actor, target)
        driver.settle()
        assert driver.played() == [text]
        assert driver.scene.stage.table == driver.match.position.table()


def test_a_second_click_on_the_healer_heals(tables: Tables) -> None:
    driver = table(tables, HEALER, clicks=("e5",))
    assert driver.played() == []
    driver.click("e5")
    driver.settle()
    assert driver.played() == ["He5+"] and driver.picked == frozenset()


def test_enter_on_the_healer_heals_too(tables: Tables) -> None:
    driver = table(tables, HEALER)
    driver.scene.hand.point("e5")
    driver.strike(pygame.K_RETURN)
    driver.strike(pygame.K_RETURN)
    driver.settle()
    assert driver.played() == ["He5+"]


def test_a_picked_healer_can_still_be_dragged_away(tables: Tables) -> None:
    """The second press isn't the second click yet."""
    driver = table(tables, HEALER, clicks=("e5",))
    driver.drag("e5", "e2")
    driver.settle()
    assert driver.played() == ["He5-e2"]


def test_a_click_on_a_wreathed_sleeper_wakes_it_too(tables: Tables) -> None:
    """Bug: that the Healer needs an empty square was all that was said, though the sleeper bore its mark."""
    driver = table(tables, HEALER, clicks=("e5", "d6"))
    driver.settle()
    assert driver.played() == ["He5+"] and driver.toast is None


def test_a_second_click_lets_go_of_a_healer_that_wakes_nobody(tables: Tables) -> None:
    driver = table(tables, FRESH.replace("K3H3", "K6H"), clicks=("h1", "h1"))
    assert driver.played() == [] and driver.picked == frozenset() and driver.toast is None


def test_a_keeper_is_taken_off_its_stack_alone(tables: Tables) -> None:
    driver = table(tables, BUSY.replace(" g - g 0", " b - g 0"))
    driver.lift("e6")
    held = driver.scene.stage.held
    assert held is not None and held.tokens == (Token("blue-keeper-on"),)
    assert VIEW.moving_look(Mover(held.tokens[0], 0, 0, 80)) == "ducart/blue-keeper"
    driver.move(driver.at("g6"), down=True)
    driver.release("g6")
    driver.settle()
    assert driver.scene.stage.table["e6"] == (Token("gold-sweeper"),)


# The view


def test_the_view_gets_what_the_game_knows() -> None:
    position: Any = DUCART.text.read(HEALER)
    assert phrases.count_sweepers(position, 0) == position.sweepers(0)
    assert phrases.describe_target(position, "a8", False) == ()
    (heal,) = (move for move in position.legal_moves() if str(move) == "He5+")
    assert VIEW.move_marks.other_targets(position, heal) == {"e5", *aims.mark(position, heal).squares}
    assert aims.locked(position) == {"f3"}


def test_what_was_swept_stands_in_the_box_of_its_side(tables: Tables) -> None:
    drive = table(tables, NEARLY.replace("4w3", "3ww3"))
    drive.click("c6", "d7")
    drive.settle()
    (swept,) = drive.scene.stage.table["taken-1"]
    assert swept == Token("blue-sweeper") and "taken-0" not in drive.scene.stage.table
    drive.move(drive.at("taken-1"))
    drive.until(lambda: drive.scene.stage.said is not None)
    assert drive.scene.stage.said == "Swept off the board: Blue Sweeper."


def test_the_box_has_a_place_for_every_gnome_of_a_side() -> None:
    lying = DUCART.play.start(DUCART.play.options(), 2).table().values()
    for seat, side in enumerate(("gold", "blue")):
        men = [token.look for tokens in lying for token in tokens if token.look.startswith(side)]
        men = [f"{look}{'-asleep' * (number % 2)}" for number, look in enumerate(men)]
        tray = SPOTS[f"taken-{seat}"]
        assert len({tray.place(men, number) for number in range(len(men))}) == len(men) == 16


def test_the_small_pictures_exist_at_every_size(tables: Tables) -> None:
    for size in ((960, 600), (1280, 800)):
        driver = table(tables, HEALER, size=size)
        driver.click("e5")
        driver.settle()


@pytest.mark.parametrize(
    ("seed", "settings"), [(1, {"animation": "fast"}), (2, {"reduced_motion": True}), (3, {"animation": "off"})]
)
def test_a_match_can_be_played_by_clicking_only_what_is_marked(
    tables: Tables, seed: int, settings: dict[str, Any]
) -> None:
    """What lies on the board is always what the rules say, whoever acted, and however the pointer did it."""
    rng = Random(seed)
    driver = table(tables, players=(ANNA, COMPUTER), caution=False, **settings)
    driver.mind.answer = random_mind(seed)
    kinds: set[str] = set()
    acted: set[str] = set()
    for _ in range(60):
        driver.settle()
        if driver.match.outcome() is not None:
            break
        looks = {at: tokens[-1].look for at, tokens in driver.match.position.table().items()}
        before = len(driver.played())
        able = sorted({next(iter(gesture.pick)) for gesture in driver.scene.hand.gestures})
        actor = min(able, key=lambda at: (looks[at] in acted, rng.random()))
        acted.add(looks[actor])
        driver.click(actor)
        assert driver.picked == {actor}
        marked = [sign for sign in driver.marks.signs if sign.kind != "ban"]
        kind = min(sorted({sign.kind for sign in marked}), key=lambda one: (one in kinds, rng.random()))
        target = rng.choice(sorted(sign.target for sign in marked if sign.kind == kind))
        kinds.add(kind)
        if kind == "heal":
            driver.click(actor)
        elif rng.random() < 0.3:
            driver.drag(actor, target)
        else:
            driver.click(target)
        driver.settle()
        asked = driver.scene.prompts.question() != NOTHING
        assert asked or len(driver.played()) > before
        assert driver.scene.stage.table == driver.match.position.table()
    assert {"steal", "push", "keep", "sleep"} <= kinds
