"""Trying out: a copy of a match is played on, and the match stays what it was."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from rules import GAMES, abilities, get
from rules.ducale import GAME as DUCALE
from rules.game import Game
from rules.match import Match
from rules.record import Player, Record
from rules.series import Series
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.screens.review.tryout import ALL_SEATS, TryoutScene
from scenes.table import events
from scenes.table.scene import MatchScene
from scenes.table.session import Session, find_tryout_start, make_tryout
from tests.bench.fixtures import begin_match
from tests.scenes.dice import dice_table
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT, COMPUTER, DUCK, GAME, LAST_PIECE, MIDDLE, TWO_HOPS
from tests.scenes.opponents import random_mind
from tests.scenes.review_driver import BLUNDER, open_finished_match, open_match_read_only
from tests.soak.monkey.places import play_on


def files(home: Path, *kinds: str) -> dict[str, bytes]:
    kinds = kinds or ("*.tablier*", "open.txt", "*.json")
    return {str(path.relative_to(home)): path.read_bytes() for kind in kinds for path in home.rglob(kind)}


def on_the_table(drive: Driver) -> Driver:
    scene = drive.app.stack.top
    assert isinstance(scene, MatchScene) and scene.session.is_tried_out
    other = object.__new__(Driver)
    other.app, other.scene, other.mouse = drive.app, scene, (1, 1)
    return other


def blundered(tables: Tables) -> Driver:
    drive = open_finished_match(tables)
    drive.send(events.ShowPly(BLUNDER))
    return drive


def begun(drive: Driver, seat: str | None = None, level: str | None = None) -> Driver:
    drive.strike(pygame.K_e)
    asks = drive.app.stack.top
    assert isinstance(asks, TryoutScene)
    if seat is not None:
        asks._choose_seat(seat)
    if level is not None:
        asks.level = level
    drive.click(asks.begin_button)
    return on_the_table(drive)


def test_tryout_leaves_all_files_unchanged(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT, clicks=("a6", "b5"))
    drive.click("b3", "a4")
    drive.run(1.0)
    before, plies = files(drive.app.storage.data), list(drive.match.plies)
    assert before
    tried = begun(drive, ALL_SEATS)
    tried.run(1.0)
    tried.click("c6", "d5")
    tried.run(1.0)
    tried.undo()
    tried.click("e6", "f5")
    tried.run(1.0)
    assert tried.played() == ["e6-f5"]
    tried.click_key("leave")
    assert drive.app.stack.top is drive.scene
    assert drive.match.plies == plies
    assert files(drive.app.storage.data) == before


def test_closing_during_a_tryout_saves_only_the_match(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT, clicks=("a6", "b5"))
    drive.run(1.0)
    records = files(drive.app.storage.data, "*.tablier")
    tried = begun(drive, ALL_SEATS)
    tried.click("b3", "a4")
    while drive.app.stack.scenes:
        drive.app.stack.scenes.pop().leave()
    assert list(files(drive.app.storage.data, "*.tablier")) == list(records)
    assert drive.app.storage.open_match() == drive.scene.session.id


def test_tryout_side_is_chosen_by_keys(tables: Tables) -> None:
    """Bug: "You play: Player" told nobody which side that was."""
    drive = open_finished_match(tables)
    drive.send(events.ShowPly(0))
    drive.strike(pygame.K_e)
    asks: Any = drive.app.stack.top
    assert [name for _, name in asks.seat_choice.options] == ["White", "Black", "Both"] and asks.seat == "0"
    drive.strike(pygame.K_TAB)
    assert asks.form.focus_on is asks.seat_choice
    drive.strike(pygame.K_RIGHT)
    assert asks.seat == "1" and asks.level_choice.enabled
    drive.strike(pygame.K_RIGHT)
    assert asks.seat == ALL_SEATS and not asks.level_choice.enabled
    drive.tab_to(asks.begin_button)
    drive.strike(pygame.K_RETURN)
    assert on_the_table(drive).scene.session.persons == (0, 1)


@pytest.mark.parametrize(
    ("flips", "seat", "bottom"), [(0, ALL_SEATS, 1), (0, None, 1), (1, None, 0), (1, "0", 0), (0, "0", 0)]
)
def test_tryout_keeps_the_side_below(tables: Tables, flips: int, seat: str | None, bottom: int) -> None:
    """Bug: whoever played Black and then tried out both sides had the board turned."""
    drive = tables.table(COMPUTER, ANNA, game=DUCK, position=MIDDLE.replace(" w ", " b "))
    for _ in range(flips):
        drive.strike(pygame.K_f)
    assert begun(drive, seat).scene.table.facts.model.bottom_seat == bottom


def test_tryout_begins_at_the_shown_position_and_returns_to_it(tables: Tables) -> None:
    drive = blundered(tables)
    tried = begun(drive)
    assert tried.match.position == drive.match.positions[BLUNDER]
    assert tried.toast == "Try-out: nothing here is kept." and tried.status.startswith("Try-out. ")
    for key in (pygame.K_e, pygame.K_v):
        tried.strike(key)
        assert drive.app.stack.top is tried.scene, "nothing is tried or reviewed there"
    tried.escape()
    assert isinstance(drive.top, PauseScene)
    drive.click(drive.top.buttons["leave"])
    assert drive.app.stack.top is drive.scene
    assert drive.facts.cursor.ply == BLUNDER


def test_computer_plays_the_tryout_at_the_chosen_level(tables: Tables) -> None:
    tried = begun(blundered(tables), "0", "3")
    player = tried.scene.session.players[1]
    assert (player.kind, player.level) == ("computer", 3)
    assert tried.scene.session.players[0] == Player("person", "Anna")
    tried.settle()
    assert len(tried.match.turns()) == 1
    assert [ask.level for ask in tried.mind.asked] == [3]


def test_tryout_preselects_seat_and_level_of_the_match(tables: Tables) -> None:
    drive = tables.table(COMPUTER, ANNA)
    drive.settle()
    drive.strike(pygame.K_e)
    assert (drive.top.seat, drive.top.level) == ("1", str(COMPUTER.level))


def test_tryout_starts_before_the_end_of_the_match(tables: Tables) -> None:
    assert find_tryout_start(tables.table().scene.session, 0) is not None, (
        "a match can be tried from its first position"
    )
    drive = open_finished_match(tables)
    end = len(drive.match.plies)
    assert find_tryout_start(drive.scene.session, end) == drive.match.positions[end - 1]


@pytest.mark.parametrize("game", [DUCK, GAME], ids=lambda game: game.key)
def test_tryout_during_a_turn_begins_at_the_start_of_the_turn(tables: Tables, game: Game) -> None:
    drive = tables.table(position=None if game is DUCK else TWO_HOPS, game=game)
    start = drive.match.position
    drive.match.play(drive.match.position.legal_moves()[0])
    assert not drive.match.position.turn_started
    copy = begun(drive, ALL_SEATS)
    assert copy.match.position == start
    copy.match.play(copy.match.position.legal_moves()[0])
    copy.scene.table.refresh()
    assert copy.scene.session.text()


def test_tryout_cannot_be_saved_to_a_file(tables: Tables) -> None:
    """Where it begins within a roll it couldn't even be written down."""
    drive = dice_table(tables, app=tables.app(animation="off"))
    session = drive.scene.session
    play_on(session.match, Random(1), 8)
    while session.match.position.to_move < 0 or session.match.position.turn_started:
        play_on(session.match, Random(1), 1)
    drive.app.stack.push(MatchScene(drive.app, make_tryout(session, session.match.position, (ANNA, BERT))))
    copy = on_the_table(drive)
    assert not copy.match.start.turn_started
    copy.run(5.0)
    copy.strike(pygame.K_s, pygame.KMOD_LCTRL)
    assert copy.above is None and copy.toast == copy.app.words("tryout.greeting")


def test_end_of_a_tryout_offers_the_way_back(tables: Tables) -> None:
    drive = tables.table(position=LAST_PIECE, clicks=("c5", "a7"))
    drive.until(lambda: drive.above is not None)
    drive.escape()
    before = files(drive.app.storage.data)
    tried = begun(drive, ALL_SEATS)
    tried.click("c5", "a7")
    tried.until(lambda: isinstance(drive.app.stack.top, ResultScene))
    sheet: Any = drive.app.stack.top
    tried.until(lambda: not sheet.is_sliding_in)
    assert [key.label for key in sheet.buttons] == ["Back to the match", "Watch it again"]
    drive.click(sheet.buttons[0])
    drive.step()
    assert drive.app.stack.top is drive.scene
    assert files(drive.app.storage.data) == before


def test_no_tryout_while_clocks_run_and_no_clocks_in_a_tryout(tables: Tables) -> None:
    ducart = get("ducart")
    timed = replace(ducart.play.options(), timed=True)
    drive = tables.table(game=ducart, options=timed)
    drive.strike(pygame.K_e)
    assert drive.app.stack.top is drive.scene
    match = Match(ducart.play, timed)
    for _ in range(4):
        match.play(match.position.legal_moves()[0])
    match.force_end("agreed", 0)
    drive = open_match_read_only(tables, match, ANNA, BERT)
    drive.send(events.ShowPly(3))
    tried = begun(drive, ALL_SEATS)
    assert tried.facts.turn_clock is None and tried.facts.can_move
    assert tried.match.position.table() == match.positions[3].table()
    assert abilities.limits(match.positions[3]) is not None, "the position has the clocks of the rules"


# --- every game


@pytest.mark.parametrize("seat", ["0", ALL_SEATS])
@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_every_game_can_be_tried_out_and_left(tables: Tables, key: str, seat: str) -> None:
    game = get(key)
    match, rng = begin_match(game), Random(1)
    players = (ANNA, *[Player("computer", "Regular", 1)] * (match.seats - 1))
    drive = Driver(tables.app(), Session("one", Record(match, players, {}), Series.begin(match.seats)))
    drive.run(0.2)
    before = list(match.plies)
    tried = begun(drive, seat)
    tried.mind.answer = random_mind(rng.randrange(99))
    tried.run(3.0)
    assert tried.scene.session.is_tried_out and tried.status.startswith("Try-out. ")
    tried.scene.act("leave")
    drive.step()
    assert drive.app.stack.top is drive.scene
    assert match.plies[: len(before)] == before


# --- hidden cards


@pytest.mark.parametrize("over", [False, True])
def test_tryout_redeals_hidden_cards_while_the_match_goes_on(over: bool) -> None:
    match = Match(DUCALE.play, DUCALE.play.options(), 3)
    match.play_chance(rng=Random(4))
    session = Session("cards", Record(match, (ANNA, COMPUTER, COMPUTER), {}), Series.begin(3))
    if over:
        match.force_end("agreed", 0)
    found: Any = find_tryout_start(session, len(match.plies))
    real: Any = match.position
    assert (found == real) == over and found.seen_by(0) == real.seen_by(0)
    assert over or (found.hands[1:] != real.hands[1:] and found.stock != real.stock and not found.hides_hands)
