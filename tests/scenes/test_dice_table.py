"""What nobody decides in a match with dice: throws by click, key and hand, what the table then does by itself."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from rules.contract import NATURE
from rules.record import Player
from scenes.games.unstacked_draughts.dice import real_dice
from scenes.games.unstacked_draughts.dice.flight import Verdict
from scenes.screens.result import ResultScene
from scenes.screens.review.scene import ReviewScene
from scenes.screens.setup.scene import SetupScene
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.ui.move_list import MoveList
from tests.rows import rows
from tests.scenes.dice import HAWK, UNSTACKED, attentive, cup_of, dice_table, lies, load, throw
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT
from tests.soak.monkey.laws import difference_of
from tests.test_assets import contrast, luminance


def answer(drive: Driver, label: str) -> None:
    drive.click(next(key for key in drive.scene.question.buttons if key.label == label))


def sway(drive: Driver, seat: int, speed: float, release: bool = True) -> None:
    """Take the cup of a seat and swing it over the tray with so many pixels a frame."""
    cup = cup_of(seat)
    x, y = drive.at(cup)
    drive.press(cup)
    towards = 1 if y < drive.at("tray")[1] else -1
    for number in range(1, 9):
        drive.move((x - 10 * number, round(y + towards * speed * number)), down=True)
    if release:
        drive.release_at(drive.mouse)


@rows
def test_throw_keys_work_wherever_the_keyboard_cursor_is(tables: Tables, keys: list[str], mode: str) -> None:
    """Bug: in an attentive match the first arrow led to the other's checkers, and no key threw any more."""
    drive = dice_table(tables, mode=mode)
    for key in keys:
        drive.strike(pygame.key.key_code(key))
    drive.until(lambda: lies(drive))
    assert drive.played()[:1] == ["throw"] and len(drive.played()) > 1


def play_by_cup(drive: Driver) -> None:
    """Throw with the lower cup until the match is over and its result is shown."""
    for _ in range(3000):
        if drive.match.outcome() is not None:
            break
        if drive.chance_view.clickable_targets and not drive.scene.stage.has_film:
            drive.click("w-cup")
        drive.step(0.2)
    drive.until(lambda: drive.above is not None)


def test_whole_match_is_played_by_clicks_on_the_cup_alone(tables: Tables) -> None:
    drive = dice_table(tables, ANNA, HAWK, first="priority", app=tables.app(animation="fast"))
    drive.mind.answer = attentive
    play_by_cup(drive)
    assert drive.match.outcome().reason == "borne-off"


# The hand


def test_cup_shaken_over_the_sidebar_stays_in_the_hand(tables: Tables) -> None:
    drive = dice_table(tables)
    drive.press("w-cup")
    for x in (1000, 1100, 1200):
        drive.move((x, 300), down=True)
    (sprite,) = drive.scene.stage.sprites_above["cup"]
    assert sprite.x > 1150
    drive.release_at(drive.mouse)
    assert drive.played() == ["throw"]
    assert drive.facts.chance.is_pending


def fall(drive: Driver) -> float:
    """Return how far a die goes in its first 50 ms."""
    assert drive.played() == ["throw"]
    flight = drive.chance_view.flight
    return float(flight.at(0.05)[0].y - flight.at(0.0)[0].y)


def test_dice_fly_fast_from_a_moving_hand_and_gently_after_a_rest_or_click(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scenes.table.sealed_chance.secrets.token_bytes", lambda count: bytes(count))
    fallen = []
    for pause in (0.0, 0.5):
        drive = dice_table(tables)
        sway(drive, 0, 25, release=False)
        drive.run(pause)
        drive.release_at(drive.mouse)
        fallen.append(fall(drive))
    clicked = dice_table(tables)
    clicked.click("w-cup")
    assert fallen[0] > 20 and fallen[0] > max(fallen[1], fall(clicked))


def test_cup_in_the_hand_is_shown_there_with_its_dice_and_rattles(tables: Tables, heard: list[str]) -> None:
    drive = dice_table(tables)
    throw(drive, 0, 6, 5)
    heard.clear()
    sway(drive, 1, 20, release=False)
    stage = drive.scene.stage
    (sprite,) = stage.sprites_above["cup"]
    assert sprite.token.look.startswith("cup-black-")
    assert abs(sprite.x - drive.mouse[0]) < 20
    assert {"b-cup", "die-0", "die-1"} <= stage.hidden_targets
    assert any(name.startswith("rattle") for name in heard)
    assert drive.played()[-1] != "throw"


LEAVES: dict[str, Callable[[Driver], object]] = {
    "right button": lambda drive: drive.press_at(drive.mouse, button=3),
    "Esc": Driver.escape,
    "lost focus": lambda drive: drive.post(pygame.WINDOWFOCUSLOST),
}


@pytest.mark.parametrize("how", LEAVES)
def test_cup_can_be_put_back(tables: Tables, how: str) -> None:
    drive = dice_table(tables)
    throw(drive, 0, 6, 5)
    before = drive.played()
    sway(drive, 1, 5, release=False)
    LEAVES[how](drive)
    assert drive.above is None
    assert drive.played() == before
    assert not drive.scene.stage.hidden_targets and "cup" not in drive.scene.stage.sprites_above
    assert {"die-0", "die-1"} <= drive.scene.stage.table.keys()
    drive.release_at(drive.mouse)
    assert drive.played() == before


# The sealed dice


def test_thrown_faces_are_the_sealed_dice_in_order(tables: Tables) -> None:
    drive = dice_table(tables)
    bag = drive.chance.sealed_chance
    for _ in range(6):
        drive.until(lambda: bool(drive.chance_view.clickable_targets))
        throw(drive, drive.match.position.to_move)
    thrown = [str(ply.move) for ply in drive.match.plies if ply.move.seat == NATURE]
    assert thrown == ["".join(map(str, bag.dice_of_throw(number))) for number in range(6)]


def test_throw_interrupted_by_closing_is_saved_and_gives_the_same_dice(tables: Tables) -> None:
    """Bug: nothing was kept while dice flew, and a killed program lost the last plies on the screen."""
    drive = dice_table(tables)
    unload = load(drive, (4, 3))  # no double, after which White would throw again
    throw(drive, 0)
    unload()
    drive.click("b-cup")
    assert drive.played()[-1] == "throw"
    wanted = "".join(map(str, drive.chance.sealed_chance.dice_of_throw(drive.match.position.throws)))
    drive.app.stack.pop()
    storage = drive.app.storage
    text = storage.load_match(drive.scene.session.id)
    again = tables.again(text)
    assert again.played()[-1] == "throw"
    again.run(4.0)
    assert next(word for word in again.played()[::-1] if word.isdigit()) == wanted


# What goes by itself


def test_double_is_stamped_in_leather_for_a_moment(tables: Tables) -> None:
    drive = dice_table(tables)
    load(drive, (5, 5))
    drive.click("w-cup")
    drive.until(lambda: len(drive.played()) == 2)
    word = drive.scene.stage.stamp_view.word
    assert word is not None and word[0] == "Quines 5-5"
    assert pygame.FRect(drive.scene.stage.area).collidepoint(word[2].center)
    drive.run(4)
    assert drive.scene.stage.stamp_view.word is None


def test_stamp_has_enough_contrast(tables: Tables) -> None:
    """Bug: its letters were dark on the brown of its leather."""
    drive = dice_table(tables)
    leather = pygame.transform.average_color(drive.app.assets.sprite("unstacked_draughts/stamp", (300, 100)))
    paper = pygame.Surface((300, 100))
    stamp, theme = drive.scene.stage.view.stamp, drive.app.theme
    assert stamp is not None
    stamp.paint(paper, drive.app.assets, theme, paper.get_rect(), "Quines 5-5", 1.0)
    letters = max(luminance(paper.get_at((x, y))) for x in range(60, 240) for y in range(35, 65))
    assert contrast(letters, luminance(leather)) > 4.5


def test_half_pressed_stamp_is_whole_after_a_long_frame(tables: Tables) -> None:
    drive = dice_table(tables)
    app, stage = drive.app, drive.scene.stage
    drive.run(1.0)
    stage.stamp("Double")
    drive.step(0.05)
    drive.step(0.5)
    shown = app.surface.copy()
    app.dirty()
    app.paint()
    assert stage.stamp_view.word is not None and difference_of(shown, app.surface) is None


@pytest.mark.parametrize("settings", [{}, {"animation": "off"}, {"reduced_motion": True}, {"animation": "fast"}])
def test_forced_dice_are_played_and_then_nothing_moves(tables: Tables, settings: dict[str, Any]) -> None:
    drive = dice_table(tables, app=tables.app(**settings))
    throw(drive, 0, 4, 3)
    assert drive.played() == ["throw", "43", "w4v", "w3v"]
    drive.run(5)
    assert drive.scene.wait_seconds() is None


@pytest.mark.parametrize("pace", ["slow", "normal", "quick", "instant"])
def test_turn_list_only_extends_the_line_of_a_throw(tables: Tables, pace: str) -> None:
    """Bug: the row of the computer's throw was gone while each of its checkers moved."""
    drive = dice_table(tables, ANNA, HAWK, goal=3, app=tables.app(card_pace=pace))
    drive.mind.answer = attentive
    load(drive, (6, 3), (4, 2))
    drive.click("w-cup")
    rows = list[str]()
    while drive.played()[-2:] != ["b4v", "b2v"] or not lies(drive):
        now = drive.all_of(MoveList)[0].cells
        assert all(new.startswith(old) for old, new in zip(rows, now, strict=False)) and len(now) >= len(rows)
        rows = list(now)
        drive.step(1 / 60)
    assert rows[1] in ("▲ 42: 4↓", "▲ 42: 4↓ 2↓")


def test_invalid_real_dice_stay_visible_and_are_thrown_again(tables: Tables) -> None:
    drive = dice_table(tables, dice="real")
    drive.click("w-cup")
    flight = drive.chance_view.flight
    object.__setattr__(flight, "verdict", Verdict("off"))
    drive.until(lambda: not drive.facts.chance.is_pending)
    assert drive.played() == ["throw", "off"]
    assert drive.note.startswith("A die left the board")
    assert len(drive.scene.stage.sprites_above["strays"]) == 2
    drive.click("w-cup")
    assert "strays" not in drive.scene.stage.sprites_above


@pytest.mark.parametrize(
    ("system", "told"),
    [("win-arm64", "aren’t available on Windows with an Arm processor"), ("win-amd64", "pip install pymunk")],
)
def test_every_screen_of_a_match_works_without_pymunk(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, system: str, told: str
) -> None:
    monkeypatch.setitem(sys.modules, "pymunk", None)
    monkeypatch.setattr(real_dice, "_pymunk", real_dice._pymunk.__wrapped__)
    monkeypatch.setattr("sysconfig.get_platform", lambda: system)
    drive = Driver(tables.app(animation="fast", setups={UNSTACKED.key: {"options": {"goal": 1}}}))
    drive.open(SetupScene(drive.app, UNSTACKED.key))
    assert told not in drive.words()
    drive.choose(drive.labelled("Dice"), "real")
    assert told in drive.words()
    drive.click("Start")
    drive.scene = drive.top
    assert told in drive.note
    drive.mind.answer = attentive
    play_by_cup(drive)
    assert not [move for move in drive.played() if move.startswith(("off", "rim", "short", "tilt"))], "all are valid"
    assert isinstance(drive.above, ResultScene)
    drive.strike(pygame.K_v)
    assert isinstance(drive.above, ReviewScene)


def test_looking_back_throws_no_dice(tables: Tables) -> None:
    drive = dice_table(tables)
    throw(drive, 0, 4, 3)
    throw(drive, 1, 2, 1)
    again = tables.again(drive.scene.session.text())
    again.strike(pygame.K_HOME)
    again.strike(pygame.K_PAGEDOWN)
    again.settle()
    assert isinstance(again.scene, MatchScene)
    assert again.facts.cursor.position.table()["die-0"][0].look == "used-4"
    assert isinstance(again.scene.session, Session) and again.match.game == UNSTACKED.play


@pytest.mark.parametrize("other", [BERT, HAWK])
def test_leaning_die_is_decided_by_persons_and_computers(tables: Tables, other: Player) -> None:
    drive = dice_table(tables, ANNA, other, dice="real")
    drive.mind.answer = attentive
    load(drive, (4, 3))
    drive.click("w-cup")
    object.__setattr__(drive.chance_view.flight, "verdict", Verdict("tilt", slides=True))
    drive.until(lambda: not drive.facts.chance.is_pending)
    drive.step()
    answer(drive, "It counts")
    if other is BERT:
        answer(drive, "It counts")
    drive.until(lambda: drive.played()[-1] not in ("tilt43s", "w-yes"))
    assert drive.played()[2] == "w-yes" and drive.played()[3] in ("b-yes", "b-no")
    assert not drive.scene.question.visible


def test_own_dice_are_not_drawn_and_have_no_seal(tables: Tables) -> None:
    drive = dice_table(tables, dice="own")
    assert drive.chance.sealed_chance.hash == ""
    drive.run(3)
    assert drive.played() == [] and drive.scene.wait_seconds() is None
