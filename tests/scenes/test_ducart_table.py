"""Ducart on the table: what is marked, and what two clicks or a drag do."""

from random import Random
from typing import Any, Final

import pytest

from rules.contract import Token
from rules.ducart import marks as aims
from scenes.app.words import Words
from scenes.games.ducart import phrases
from scenes.games.ducart.gnomes_table import push_direction
from scenes.surfaces.clips import Sprite
from scenes.surfaces.layout import Box
from scenes.table.constants import BOARD_TIP_DELAY_SECONDS
from scenes.table.prompts import NO_PROMPT
from tests.effort import by_effort
from tests.rows import rows
from tests.scenes.driver import Tables
from tests.scenes.gnomes import BANNED, BUSY, DUCART, FRESH, HEALER, LEAPS, SPOTS, STEALER, VIEW, table
from tests.scenes.matches import ANNA, COMPUTER
from tests.scenes.opponents import random_mind


def test_push_sign_points_to_its_target_on_a_turned_board_too(tables: Tables) -> None:
    driver = table(tables, BUSY, clicks=("d4",))
    (push,) = (sign for sign in driver.marks.signs if sign.kind == "push")
    assert push.others == ("f4",)
    ways = [push_direction(VIEW.spots(Box(0, 0, 920, 920), flipped), push) for flipped in (False, True)]
    assert ways == ["right", "left"]


def test_own_pieces_that_may_be_acted_on_are_marked_differently(tables: Tables) -> None:
    """A click on one of them acts at once, and doesn't pick it."""
    driver = table(tables, "8/w7/8/8/3w4/8/8/K2K3W g - g 0 0 -", clicks=("d1",))
    kept = {(sign.target, sign.has_own_piece) for sign in driver.marks.signs if sign.kind == "keep"}
    assert kept == {("a1", True), ("d4", False), ("h1", True)}
    assert "yours too" in driver.note


@rows
def test_two_clicks_or_a_drag_play_a_turn(tables: Tables, position: str, actor: str, target: str, text: str) -> None:
    for way in ("click", "drag"):
        driver = table(tables, position)
        getattr(driver, way)(actor, target)
        driver.settle()
        assert driver.played() == [text]
        assert driver.scene.stage.table == driver.match.position.table()


def test_keeper_is_lifted_without_its_captive(tables: Tables) -> None:
    driver = table(tables, BUSY.replace(" g - g 0", " b - g 0"))
    driver.lift("e6")
    held = driver.scene.stage.held
    assert held is not None and held.tokens == (Token("blue-keeper-on"),)
    assert VIEW.moving_look(Sprite(held.tokens[0], 0, 0, 80)) == "ducart/blue-keeper"
    driver.move(driver.at("g6"), down=True)
    driver.release("g6")
    driver.settle()
    assert driver.scene.stage.table["e6"] == (Token("gold-sweeper"),)


def test_view_gets_counts_targets_and_locks_of_the_game() -> None:
    position: Any = DUCART.text.read(HEALER)
    assert phrases.count_sweepers(position, 0) == position.sweepers(0)
    assert phrases.describe_target(position, "a8", False) == ()
    (heal,) = (move for move in position.legal_moves() if str(move) == "He5+")
    assert VIEW.move_marks.other_targets(position, heal) == {"e5", *aims.mark(position, heal).squares}
    assert aims.locked_keepers(position) == {"f3"}


def test_tray_has_a_place_for_every_piece_of_a_side() -> None:
    lying = DUCART.play.start(DUCART.play.options(), 2).table().values()
    for seat, side in enumerate(("gold", "blue")):
        men = [token.look for tokens in lying for token in tokens if token.look.startswith(side)]
        men = [f"{look}{'-asleep' * (number % 2)}" for number, look in enumerate(men)]
        tray = SPOTS[f"taken-{seat}"]
        assert len({tray.place(men, number) for number in range(len(men))}) == len(men) == 16


WAYS: Final = [(3, {"animation": "off"}), (1, {"animation": "fast"}), (2, {"reduced_motion": True})]


@pytest.mark.parametrize(("seed", "settings"), WAYS[: by_effort(1, 3, 3)])
def test_match_can_be_played_by_clicking_marked_targets(tables: Tables, seed: int, settings: dict[str, Any]) -> None:
    """What lies on the board is always what the rules say, whoever acted, and however the pointer did it."""
    rng = Random(seed)
    driver = table(tables, players=(ANNA, COMPUTER), caution=False, **settings)
    driver.mind.answer = random_mind(seed)
    kinds, acted = set[str](), set[str]()
    for _ in range(60):
        driver.settle()
        if driver.match.outcome() is not None:
            break
        looks = {at: tokens[-1].look for at, tokens in driver.match.position.table().items()}
        before = len(driver.played())
        able = sorted({next(iter(gesture.pick)) for gesture in driver.scene.board_input.gestures})
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
        asked = driver.scene.prompts.question() != NO_PROMPT
        assert asked or len(driver.played()) > before
        assert driver.scene.stage.table == driver.match.position.table()
    assert {"steal", "push", "keep", "sleep"} <= kinds


def test_tooltip_does_not_replace_a_refusal(tables: Tables) -> None:
    driver = table(tables, BUSY)
    driver.move(driver.at("e7"))
    driver.run(BOARD_TIP_DELAY_SECONDS / 2)
    driver.click("e7")
    refused = driver.toast
    driver.move((driver.at("e7")[0] + 2, driver.at("e7")[1]))
    driver.run(1.0)
    assert refused is not None and driver.toast == refused


def test_every_piece_on_the_board_has_a_tooltip(tables: Tables) -> None:
    """Words that lack a key are an error in tests."""
    for position in (BUSY, HEALER, STEALER, FRESH, BANNED, LEAPS):
        driver = table(tables, position)
        for target in driver.scene.stage.table:
            driver.move(driver.at(target))
            driver.run(BOARD_TIP_DELAY_SECONDS + 0.1)
            assert driver.toast is not None and target in driver.toast


def test_every_kind_of_target_has_words() -> None:
    words = Words("en")
    for kind in ("kill", "keep", "push", "sleep", "steal", "transfer", "heal", "ban", "own"):
        assert words(f"deed.ducart.{kind}", target="a1", other="b1")
