"""Unstacked Draughts by real mouse: an assisted match, attentive play, and real dice that leave the board."""

from __future__ import annotations

import json
import subprocess
import time
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, Final

import pytest

from rules.common.dice import DiceSeed
from rules.common.resumable import run_to_end
from rules.contract import NATURE, Seat, Target
from rules.match import Match
from rules.record import Player, Record
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.options import Options
from scenes.games.unstacked_draughts.chance import flight_seed
from scenes.games.unstacked_draughts.dice import real_dice
from scenes.games.unstacked_draughts.dice.shaking import MAX_SPEED, Toss
from scenes.games.unstacked_draughts.points_table import PointsTable
from scenes.surfaces.layout import table_frame
from scenes.table.game_ui import ui_of
from tests.checks import present
from tests.journeys.driver import SIZE, Person, wait_for
from tests.journeys.places import Board, begin, lay_open, seat_of_person

pytestmark = pytest.mark.journey

KEY: Final = GAME.key
PEOPLE: Final = (Player("person", "Anna"), Player("person", "Bert"))
BETWEEN: Final = 0.3
"""Seconds between two clicks."""


def click(person: Person, target: Target, bottom: Seat = 1) -> None:
    Board(person, KEY, bottom).click(target, pause=BETWEEN)


# An assisted match, with nothing but clicks on the cup


def waiting(person: Person) -> Record | None:
    record = person.newest()
    if record is None or record.match.outcome() is not None:
        return record
    position = record.match.position
    throws = [move for move in position.legal_moves(seat_of_person(record)) if str(move) == "throw"]
    return record if throws else None


@pytest.mark.frozen
def test_an_assisted_match_is_played_by_clicks_on_the_cup_across_a_power_cut(person: Person) -> None:
    settings = json.loads((person.home / "settings.json").read_text(encoding="utf-8"))
    settings["setups"] = {KEY: {"seats": ["person", "computer 1"], "options": {"goal": 1, "first": "priority"}}}
    (person.home / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    person.start()
    person.look("menu")
    begin(person, KEY)
    click(person, "w-cup", bottom=0)
    for number in count():
        record = wait_for(partial(waiting, person), "the person's throw, or the end")
        if record.match.outcome() is not None:
            break
        plies = len(record.match.plies)
        if number == 1:
            person.resume()
        click(person, "w-cup", bottom=0)
        if number == 2:
            for frame in range(6):
                person.look(f"flight-{frame}")
        wait_for(partial(more_than, person, plies), f"more than {plies} moves")
    outcome = record.match.outcome()
    assert outcome is not None and outcome.reason == "borne-off"
    assert {"Dice-Hash", "Dice-Seed"} <= record.extra.keys()
    sealed = DiceSeed(record.extra["Dice-Seed"])
    assert sealed.hash == record.extra["Dice-Hash"]
    thrown = [str(ply.move) for ply in record.match.plies if ply.move.seat == NATURE]
    for throw, faces in enumerate(thrown):
        assert faces == "".join(map(str, sealed.pair(throw)))[: len(faces)]
    time.sleep(1.5)
    person.look("result")
    person.press_key("Escape")
    time.sleep(0.4)
    person.press_key("d")
    time.sleep(0.5)
    person.look("dice")
    assert person.close() == 0


def more_than(person: Person, plies: int) -> bool:
    return len(person.moves()) > plies


# Attentive play


class Plan:
    """The actions of two persons with sealed dice: first a claim in time, then a missed one, and a covered throw."""

    def __init__(self, seed: str, start: str) -> None:
        options = replace(GAME.play.options(), goal=1, mode="attentive")
        self.match = Match(GAME.play, options, position=GAME.play.with_options(GAME.text.read(start), options))
        self.sealed = DiceSeed(seed)
        self.steps: list[tuple[str, Target]] = []
        """Each move as text, and the clicked target; none for dice."""
        self.claimed = self.missed = self.covered = False

    @property
    def done(self) -> bool:
        return self.claimed and self.missed and self.covered

    def work_out(self, most: int) -> bool:
        """Whether all three come about within so many moves, the game not being over."""
        while not self.done and len(self.steps) < most:
            if self.match.outcome() is not None:
                return False
            self._step()
        return self.done

    def _play(self, move: Any) -> None:
        (target,) = self.match.position.gesture(move).pick
        self.steps.append((str(move), target))
        self.match.play(move)

    def _step(self) -> None:
        position: Any = self.match.position
        if position.to_move == NATURE:
            cover = next((move for move in position.legal_moves() if str(move).endswith("-cover")), None)
            if not self.covered and cover is not None:
                self._play(cover)
                self.covered = True
                return
            faces = "".join(map(str, self.sealed.pair(position.throws)))
            self.missed = self.missed or bool(position.unclaimed_dice())
            self.steps.append((faces, ""))
            self.match.play_chance(next(move for move in position.legal_moves(NATURE) if str(move) == faces))
            return
        own, claims = position.own_uses(), position.claims()
        simple = not position.roll or not position.roll.double
        if own:
            self._play(own[0])
        elif claims and (position.roll.locked or (simple and not self.claimed)):
            self.claimed = self.claimed or simple
            self._play(claims[0])
        else:
            self._play(next(move for move in position.legal_moves() if str(move) == "throw"))


START: Final = "UD1 d000112 d001112 w 0-0/1"
"""A position with few points left, so that dice are often left over."""


def plan() -> Plan:
    """Return the plan for the dice, among some, with which all these things happen soonest."""
    for number in count():
        found = Plan(f"{number:032x}", START)
        if found.work_out(most=26):
            return found
    raise AssertionError("numbers never end")


def test_attentive_play_with_a_claim_in_time_one_missed_and_one_cover(person: Person) -> None:
    wanted = plan()
    options = Options(goal=1, mode="attentive")
    lay_open(person, GAME, PEOPLE, options, START, wanted.sealed)
    board = Board(person, KEY, 1)
    person.start()
    person.look("table")
    for number, (word, target) in enumerate(wanted.steps, 1):
        before = [step for step, _ in wanted.steps[:number]]
        if target == "tray":
            board.click("tray")  # in haste: the dice must still fly
        elif target:
            board.click(target, pause=BETWEEN)
        if word == "throw":
            time.sleep(0.1)
            continue  # nothing is kept while the dice fly
        wait_for(partial(as_planned, person, before), f"{word} after {before[:-1]}")
    time.sleep(1.0)
    person.look("in the end")
    words = person.moves()
    assert words == [word for word, _ in wanted.steps]
    record = present(person.newest(), "record of a match")
    throwers = [span.seat for span in record.match.turns()]
    assert len(throwers) > 2
    assert sum(word.endswith("-cover") for word in words) == 1
    last: Any = record.match.position
    positions: Any = record.match.positions
    assert any(position.lost_claims for position in positions) and last.outcome() is None
    assert person.close() == 0


def as_planned(person: Person, wanted: list[str]) -> bool:
    now = person.moves()
    assert now == wanted[: len(now)], f"{now} instead of {wanted}"
    return now == wanted


# Real dice that leave the board

PRESSED: Final = (866, 85)
"""A pixel on White's cup, at its upper edge."""
SWINGS: Final = 8
REST: Final = 15.0
"""Seconds within which dice land, even on a busy machine."""
SWING: Final = (1240, 440, 300)
"""The motion of the swinging hand in pixels of the window: from the first x to the second, down to the third."""


def fast_toss() -> Toss:
    """Return the toss that results from a swing straight to the left, too fast for the dice to follow entirely."""
    view, area, field = lay()
    spot = view.spots(area, False)["w-cup"]
    held = (spot.x + SWING[1] - PRESSED[0], spot.y + SWING[2] - PRESSED[1])
    x, y = field.nearest_mouth(*view.to_millimetres(area, *held))
    return Toss(x, y, -MAX_SPEED, 0.0, 2)


def lay() -> tuple[PointsTable, Any, Any]:
    view = ui_of(KEY).view()
    assert isinstance(view, PointsTable)
    area = table_frame(SIZE, view.ratio, min(SIZE) / 100).area
    return view, area, view.make_field(GAME.play.start(GAME.play.options(), 2).table(), flipped=False)


def leaving_seed() -> str:
    """Return a seed whose dice leave the board at the first throw with such a swing."""
    _, _, field = lay()
    for number in count():
        seed = f"{number:032x}"
        flight = run_to_end(real_dice.simulate_throw(field, fast_toss(), flight_seed(DiceSeed(seed).hash, 0)))
        if flight.verdict.kind == "off":
            return seed
    raise AssertionError("numbers never end")


def swing(person: Person, seed: str) -> list[str]:
    """Throw the first dice of a new match with a swing of the cup, and return the resulting moves."""
    lay_open(person, GAME, PEOPLE, Options(goal=1, dice="real"), sealed=DiceSeed(seed))
    person.start()
    time.sleep(1.5)
    left, down = person.on_screen((SWING[0], SWING[2]))
    words: list[object] = ["mousemove", *person.on_screen(PRESSED), "sleep", 0.1, "mousedown", 1, "sleep", 0.05]
    words += ["mousemove", left, down, "sleep", 0.3]
    for part in (0.25, 0.5, 0.75, 1.0):
        words += ["mousemove", round(left + (SWING[1] - SWING[0]) * part), down, "sleep", 0.005]
    subprocess.run(["xdotool", *map(str, words), "mouseup", "1"], check=True)
    end = time.monotonic() + REST
    while len(person.moves()) < 2 and time.monotonic() < end:
        time.sleep(0.1)
    return person.moves()


@pytest.mark.frozen
def test_a_throw_with_real_dice_leaves_the_board(person: Person) -> None:
    """On a busy machine the hand may be too slow: then it tries once more."""
    seed = leaving_seed()
    for _ in range(SWINGS):
        if swing(person, seed) == ["throw", "off"]:
            break
        person.kill()
    else:
        raise AssertionError(f"the dice stayed on the board in {SWINGS} swings")
    time.sleep(0.3)
    person.look("off the board")
    click(person, "w-cup")
    wait_for(lambda: len(person.moves()) >= 4, "the throw that counts")
    present(person.newest(), "record of a match")
    words_played = person.moves()
    assert words_played[:3] == ["throw", "off", "throw"]
    assert words_played[3] == "".join(map(str, DiceSeed(seed).pair(1)))
    assert person.close() == 0
