"""A match that has grown as long as a match may be: it is said early, nobody goes on, and all of it is kept."""

from typing import Final

import pytest

from rules import GAMES
from rules import match as module
from rules.game import Game
from rules.match import LONGEST, Match
from rules.record import MOST_LINES
from scenes.app.files import MOST_BYTES
from scenes.app.storage import Storage
from scenes.table import events, match_text
from scenes.table.session import Session
from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA, BERT, COMPUTER
from tests.scenes.opponents import random_mind

MOST: Final = 12
"""Plies of the longest match here."""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST", MOST)
    monkeypatch.setattr(match_text, "NEARLY", 4)


def test_the_longest_match_can_be_read_whatever_its_lines_are_like() -> None:
    """A turn that is ended beyond the limit, and a hundred letters a line, are far more than any game writes."""
    assert 2 * LONGEST < MOST_LINES and 120 * LONGEST < MOST_BYTES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_computers_play_no_further_and_all_is_kept(game: Game, tables: Tables, few: None) -> None:
    drive = tables.table(COMPUTER, COMPUTER, game=game, animation="off")
    drive.mind.answer = random_mind(3)
    drive.until(lambda: drive.match.full)
    drive.run(3.0)
    plies = len(drive.match.plies)
    assert plies >= MOST and drive.match.full and drive.mind.open is None and drive.scene.pace() is None
    assert drive.status == drive.app.words("table.full") and str(plies) in drive.note
    kept = Storage().read_match(drive.scene.session.id, lambda text: Session.load("again", text))
    assert kept.match.plies and len(kept.match.plies) == plies


def test_persons_are_told_early_and_take_back_or_resign(tables: Tables, few: None) -> None:
    drive = tables.table(ANNA, BERT)

    def play() -> None:
        drive.send(events.PlayForced(drive.match.position.legal_moves()[0]))
        drive.until(lambda: not drive.scene.stage.busy)

    while drive.match.room > 4:
        assert drive.note != drive.app.words("table.nearly_full", n=drive.match.room)
        play()
    assert drive.note == drive.app.words("table.nearly_full", n=drive.match.room)

    def stuck() -> bool:
        return drive.match.full and not drive.facts.can_move and drive.status == drive.app.words("table.full")

    while not stuck():
        play()
    drive.scene.act("undo")
    drive.until(lambda: not drive.scene.stage.busy)
    assert drive.facts.can_move and not stuck()
    while not stuck():
        play()
    drive.send(events.EndMatch("resigned", 0))
    drive.step()
    assert drive.match.outcome() is not None and not stuck()
    assert (
        Storage().read_match(drive.scene.session.id, lambda text: Session.load("again", text), "finished").match.plies
    )


def test_a_match_that_is_over_is_not_too_long(few: None) -> None:
    match = Match(GAMES[0].play)
    while len(match.plies) < MOST or not match.position.turn_started:
        assert not match.full
        match.play(match.position.legal_moves()[0])
    assert match.full and match.room == 0
    match.end("agreed", 0)
    assert not match.full
