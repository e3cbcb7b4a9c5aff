"""The others' turns in every game: at the pace that is wished, shown again, and told when they have been seen."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

import pygame
import pytest

from rules import KEYS, abilities, get
from rules.contract import NATURE, Position
from rules.ducale.policies import greedy
from rules.match import Match
from scenes.table import events
from scenes.table.session import Session
from scenes.ui.move_list import MoveList
from tests.scenes.dice import cup_of, dice_table, lies
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT, BLACK_TWO_HOPS, CLOCK, COMPUTER
from tests.scenes.opponents import Mind, silent, turn_of

PACES: Final = ("slow", "normal", "quick", "instant")
every_game = pytest.mark.parametrize("key", KEYS)


class Silent(Mind):
    def __post_init__(self) -> None:
        super().__post_init__()
        self.answer = silent


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    monkeypatch.setattr("scenes.table.sealed_chance.secrets.token_bytes", lambda count: bytes(count))
    one = Tables(monkeypatch, Silent)
    yield one
    one.clear()


def play_on(match: Match, rng: Random) -> None:
    position: Any = match.position
    if position.to_move == NATURE:
        match.play_chance(rng=rng)
    elif match.game.key == "ducale":
        for move in greedy(position, rng):
            match.play(move)
    else:
        match.play(abilities.automatic_move(position) or rng.choice(list(position.legal_moves())))


def fits(match: Match, seat: int) -> bool:
    position = match.position
    begins = position.turn_started and position.to_move == seat and match.outcome() is None
    told = match.turns()[-1:] and match.turns()[-1].seat == 1 - seat
    return bool(begins and told and len(match.turns()) > 5 and abilities.automatic_move(position) is None)


@cache
def find_midst(key: str, seat: int) -> Match:
    game = get(key)
    for seed in range(50):
        rng, match = Random(seed), Match(game.play, game.play.options(), 2)
        while match.outcome() is None and len(match.plies) < 150 and not fits(match, seat):
            play_on(match, rng)
        if fits(match, seat):
            return match
    raise AssertionError("no match came to that")


def midst(tables: Tables, key: str, seat: int = 0, *, other: Any = COMPUTER, **settings: Any) -> Driver:
    """A match in which a seat is to begin its turn, after one of the other."""
    app, game = tables.app(**{"animation": "normal", **settings}), get(key)
    session = Session.begin(app.storage, game, game.play.options(), (ANNA, other))
    for ply in find_midst(key, seat).plies:
        session.match.play(ply.move)
    drive = Driver(app, session)
    drive.frames()
    return drive


def others_turn(drive: Driver) -> float:
    """The computer plays a whole turn, the first legal moves; the seconds in which it is seen."""
    cards = drive.match.game.key == "ducale"
    while drive.match.position.to_move == 1:
        position = drive.match.position
        drive.play(*(greedy(position, Random(1)) if cards else turn_of(position)))
    for film in drive.stage.films:
        film.at(60.0)  # the flight of dice is worked out by then
    seconds: float = sum(film.seconds for film in drive.stage.films)
    return seconds


def shown(position: Position) -> set[str]:
    return {token.look for tokens in abilities.seen_by(position, 0).table().values() for token in tokens}


def state(drive: Driver) -> tuple[object, ...]:
    match, cursor = drive.match, drive.facts.cursor
    return dict(drive.stage.table), match.position, len(match.plies), cursor.shown_ply, drive.scene.session.text()


def repeats(drive: Driver) -> bool:
    return drive.stage.replaying_seat is not None


def last_line(drive: Driver) -> tuple[int, int]:
    listed = drive.the(MoveList)
    assert listed.current is not None
    return listed.place_of(listed.current).center


# --- the pace


@every_game
def test_opponents_turn_is_shown_at_the_chosen_pace(still: Tables, key: str) -> None:
    slow, normal, quick, instant = (others_turn(midst(still, key, 1, card_pace=pace)) for pace in PACES)
    assert slow > 1.1 * normal > 1.1 * quick > instant == 0


@every_game
def test_pace_setting_does_not_change_own_moves(still: Tables, key: str) -> None:
    taken = set()
    for pace in PACES:
        drive = midst(still, key, 0, card_pace=pace)
        move = next(iter(drive.match.position.legal_moves()))
        drive.play(move)
        taken.add(drive.stage.films[-1].seconds)
    assert len(taken) == 1


def test_jumps_of_one_turn_are_separated_by_a_pause(tables: Tables) -> None:
    drive = tables.table(COMPUTER, ANNA, position=BLACK_TWO_HOPS)
    drive.until(lambda: len(drive.match.plies) == 2)
    first, second = drive.stage.films
    assert second.at(0.05).sprites == () and second.at(0.15).sprites and first.at(0.05).sprites
    drive.click(None)
    assert not drive.moving(), "a click ends it"


@pytest.mark.parametrize("key", [key for key in KEYS if key != "unstacked-draughts"])
def test_status_and_turn_list_wait_for_the_opponents_animation(still: Tables, key: str) -> None:
    drive = midst(still, key, 1)
    status, turns = drive.status, drive.turns()
    others_turn(drive)
    while drive.stage.films:
        assert drive.status == status and drive.turns() == turns
        drive.step()
    assert drive.status == "Your turn" and len(drive.turns()) == len(turns) + 1


@every_game
def test_click_ends_the_opponents_animation_and_updates_the_status(still: Tables, key: str) -> None:
    drive = midst(still, key, 1, card_pace="slow")
    others_turn(drive)
    drive.step()
    drive.click(None)
    drive.step()
    assert not drive.moving() and drive.status == drive.scene.table.read_status().status


# --- shown again


@every_game
@pytest.mark.parametrize("where", ["live", "looking back", "hot seat", "off", "reduced"])
def test_replay_key_shows_the_last_turn_and_changes_nothing(still: Tables, key: str, where: str) -> None:
    settings: dict[str, dict[str, Any]] = {"off": {"animation": "off"}, "reduced": {"reduced_motion": True}}
    drive = midst(still, key, 0, other=BERT if where == "hot seat" else COMPUTER, **settings.get(where, {}))
    if drive.scene.board_cover.visible:
        drive.click(drive.scene.board_cover.button)
    if where == "looking back":
        drive.strike(pygame.K_PAGEUP)
        drive.settle()
    before, cursor = state(drive), drive.facts.cursor
    plies = drive.facts.plies_to_repeat
    allowed = set[str]().union(*(shown(one) for one in drive.match.positions[plies.start : cursor.ply + 1]))
    drive.strike(pygame.K_p)
    assert drive.facts.view.is_idle, "nobody waits for it"
    tables = []
    while drive.stage.replaying_seat is not None:
        frame = drive.stage.frame()
        tables.append((frame.resting, frame.sprites))
        if key == "ducale":
            looks = {sprite.token.look for sprite in frame.sprites}
            assert looks | {token.look for lie in frame.resting.values() for token in lie} <= allowed
        drive.step()
    assert len({repr(one) for one in tables}) > 3
    assert state(drive) == before and plies.stop == cursor.ply


@every_game
def test_pointing_at_the_last_line_replays_its_turn(still: Tables, key: str) -> None:
    drive = midst(still, key)
    before = state(drive)
    drive.move(last_line(drive))
    drive.run(0.3)
    assert not drive.moving()
    drive.run(0.3)
    assert drive.stage.replaying_seat is not None and not any(film.cues for film in drive.stage.films)
    drive.move((2, 2))
    assert not drive.moving() and state(drive) == before
    drive.run(1.0)
    assert not drive.moving()


@every_game
def test_clicking_a_line_replays_its_turn(still: Tables, key: str) -> None:
    drive = midst(still, key)
    cells = drive.the(MoveList)
    assert cells.current is not None
    drive.click_at(cells.place_of(cells.current - 1).center)
    ply = drive.facts.cursor.ply
    assert drive.stage.replaying_seat is not None and ply == drive.match.turns()[-2].last
    drive.move((2, 2))
    drive.until(lambda: drive.stage.replaying_seat is None)
    assert drive.facts.cursor.ply == ply
    assert drive.stage.table == drive.chance.redact_table(drive.match.positions[ply])


@every_game
def test_any_input_or_move_ends_a_replay(still: Tables, key: str) -> None:
    drive = midst(still, key)
    for ends in (drive.escape, lambda: drive.strike(pygame.K_p), lambda: drive.click(None)):
        drive.strike_on(drive.key("again"), pygame.K_SPACE)
        assert repeats(drive)
        ends()
        assert not repeats(drive) and drive.above is None
    drive.strike(pygame.K_p)
    move = next(iter(drive.match.position.legal_moves()))
    drive.send(events.Play(move, {}))
    assert not repeats(drive) and drive.match.plies[-1].move == move


def test_computer_plays_during_a_replay(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, clicks=("a6", "b5"))
    drive.strike(pygame.K_p)
    assert drive.stage.replaying_seat == 0 and drive.played() == ["a6-b5"]
    drive.run(0.4)
    assert drive.stage.replaying_seat is None and len(drive.match.plies) == 2


@every_game
def test_last_turn_of_a_finished_match_can_be_replayed(still: Tables, key: str) -> None:
    drive = midst(still, key)
    drive.send(events.EndMatch("resigned", 0))
    drive.settle()
    drive.escape()
    before = state(drive)
    drive.strike(pygame.K_p)
    assert drive.stage.replaying_seat is not None, "the turn is shown again"
    drive.until(lambda: drive.stage.replaying_seat is None)
    assert state(drive) == before


def test_clocks_run_during_a_replay(still: Tables) -> None:
    drive = still.table(ANNA, BERT, control=CLOCK, clicks=("a6", "b5", "a3", "b4"))
    drive.settle()
    left, began = drive.left(0), drive.app.moment
    drive.strike(pygame.K_p)
    drive.run(0.3)
    assert repeats(drive) and left - drive.left(0) == pytest.approx(drive.app.moment - began)


def test_flying_dice_prevent_a_replay_until_they_rest(still: Tables) -> None:
    drive = dice_table(still, ANNA, BERT, app=still.app(animation="normal"), mode="attentive")
    drive.click(cup_of(0))
    drive.run(0.3)
    drive.strike(pygame.K_p)
    drive.move(drive.at("w-off"))
    assert drive.chance.has_unskippable_animation and drive.stage.films[0].is_unskippable
    assert not repeats(drive) and drive.toast is None
    drive.until(lambda: lies(drive))
    before = state(drive)
    drive.strike(pygame.K_p)
    assert repeats(drive)
    drive.until(lambda: not repeats(drive))
    assert state(drive) == before


def test_focus_on_the_turn_list_replays_the_last_turn(still: Tables) -> None:
    drive = midst(still, KEYS[0])
    drive.post(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=0)
    drive.form.focus(drive.the(MoveList))
    drive.strike(pygame.K_LSHIFT)
    drive.run(0.5)
    assert drive.stage.replaying_seat is not None, "the turn is shown again"
    drive.strike(pygame.K_TAB)
    assert drive.stage.replaying_seat is None
