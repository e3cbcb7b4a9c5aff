"""The list of matches on file: quick however many there are, and nothing lost."""

import os
import re
import time
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from rules.errors import RecordError
from rules.record import Player
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.screens.match_list import ArchiveScene
from scenes.screens.open_match import VersionScene
from scenes.table.match_summary import MatchSummary
from scenes.ui.choice import Choice
from scenes.ui.dialog import Dialog
from scenes.ui.listing import Listing
from tests.checks import present
from tests.rows import rows
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import session

pytestmark = pytest.mark.usefixtures("no_table")


def test_tabs_switch_from_finished_to_unfinished_matches(driver: Driver) -> None:
    storage = driver.app.storage
    session(storage, 8, match_id="halfway").save(storage)
    driver.open(ArchiveScene(driver.app))
    assert driver.all_of(Listing) == [] and "No match is finished yet" in driver.words()
    driver.strike_on(driver.all_of(Choice)[0], pygame.K_RIGHT)
    assert driver.the(Listing).count == 1 and driver.the(Listing).rect.height > 200


def test_match_is_deleted_only_after_confirmation(driver: Driver) -> None:
    storage = driver.app.storage
    for name in ("a", "b"):
        session(storage, 1000, match_id=name).save(storage)
    driver.open(ArchiveScene(driver.app))
    spot = driver.the(Listing)._bin_rect(driver.the(Listing).place_of(0)).center
    driver.click_at(spot)
    assert isinstance(driver.top, Dialog)
    driver.click("Keep")
    assert len(storage.list_matches("finished")) == 2
    driver.click_at(spot)
    driver.click("Delete")
    assert len(storage.list_matches("finished")) == 1 == driver.the(Listing).count


@pytest.mark.parametrize("text", ["", "Hello", "Tablier: 1\nGame: whist\n\n", "Tablier: 9\n\n", "\x00\xff"])
def test_unreadable_record_is_set_aside_with_a_message(driver: Driver, text: str) -> None:
    folder = driver.app.storage.data / "finished"
    folder.mkdir(parents=True)
    (folder / "odd.tablier").write_text(text, encoding="latin-1")
    driver.open(ArchiveScene(driver.app))
    driver.strike(pygame.K_RETURN)
    assert isinstance(driver.top, ArchiveScene)
    assert "could not be read" in driver.words()
    assert [path.name for path in folder.iterdir()] == ["odd.tablier.unreadable-1"]
    assert driver.all_of(Listing) == []


def test_only_visible_matches_of_a_thousand_are_read(driver: Driver) -> None:
    storage = driver.app.storage
    text = session(storage, 1000).text()
    folder = storage.data / "finished"
    folder.mkdir(parents=True)
    for number in range(1000):
        (folder / f"m{number}.tablier").write_text(text, encoding="utf-8")
    with patch.object(Storage, "peek_record", autospec=True, side_effect=Storage.peek_record) as glance:
        driver.open(ArchiveScene(driver.app))
        assert driver.the(Listing).count == 1000 and 0 < glance.call_count < 40
        driver.strike_on(driver.the(Listing), pygame.K_END)
        assert driver.the(Listing).here == 999 and glance.call_count < 80


def test_keys_move_the_mark_from_line_to_line(driver: Driver) -> None:
    storage = driver.app.storage
    for number in range(30):
        session(storage, 8, match_id=f"m{number}").save(storage)
    driver.open(ArchiveScene(driver.app, "matches"))
    lines = driver.the(Listing)
    driver.form.focus(lines)
    for key, here in ((pygame.K_DOWN, 1), (pygame.K_END, 29), (pygame.K_UP, 28), (pygame.K_HOME, 0)):
        driver.strike(key)
        assert lines.here == here
        assert lines.rect.contains(lines.place_of(here))
    driver.strike(pygame.K_PAGEDOWN)
    assert lines.here > 3
    before = lines.scroll.offset
    driver.post(pygame.MOUSEMOTION, pos=lines.rect.center, rel=(0, 0), buttons=(0, 0, 0))
    driver.post(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0)
    assert lines.scroll.offset > before


def test_record_head_has_winner_and_length() -> None:
    words = Words("en")
    begun = session(Storage(), 1000, names=("Anna", ""))
    head = MatchSummary.read(begun.text())
    outcome = present(begun.match.outcome(), "outcome")
    assert head.winners == outcome.winners
    assert head.turns == len(begun.match.turns())
    assert head.list_players(words) == "Anna and White"
    assert head.describe_result(words) == (
        "Draw" if not outcome.winners else f"{('Anna', 'White')[outcome.winners[0]]} won"
    )


def test_only_person_of_a_match_is_called_you_in_the_list() -> None:
    drawn = MatchSummary.read(session(Storage(), 1000, names=("Anna", "")).text())
    players = (Player("person", "Anna"), Player("computer", "Regular", 2))
    told = [replace(drawn, players=players, winners=(seat,)).describe_result(Words("en")) for seat in (0, 1)]
    assert told == ["You won", "You lost"]
    nameless = replace(drawn, players=(Player("person", "Player"), players[1]))
    assert nameless.list_players(Words("en")) == "You and Regular", "Bug: You at the table, and Player in the list"
    assert replace(drawn, players=players).list_players(Words("en")) == "Anna and Regular"
    four = (*players, Player("person", "Bert"), Player("person", "Clara"))
    words = Words("en")
    assert (
        replace(drawn, players=four, winners=(0, 2, 3)).describe_result(words) == "Anna, Bert and Clara won together"
    )


def test_resigning_counts_as_no_turn() -> None:
    begun = session(Storage(), 9)
    turns = len(begun.match.turns())
    begun.match.force_end("resigned", 0)
    head = MatchSummary.read(begun.text())
    assert head.turns == turns and head.winners == (1,)


@rows
def test_date_is_written_relative_to_today(date: str, said: str) -> None:
    today = time.strptime("2026-11-21 23:59", "%Y-%m-%d %H:%M")
    assert MatchSummary("double-draughts", (), None, 0, date).format_begun(Words("en"), today) == said


def test_header_that_only_begins_like_a_player_header_is_ignored() -> None:
    """Bug: such a record could be opened, and its end couldn't be counted."""
    begun = session(Storage(), 9, names=("Anna", "Bert"))
    text = begun.text().replace("Seat 0:", "Seat 0x: 1,0\nSeat 0:", 1)
    assert [player.name for player in MatchSummary.read(text).players] == ["Anna", "Bert"]


@pytest.mark.parametrize("text", ["", "Hello", "Tablier: 1\nSeat 0: nobody\n\n", "Tablier: 1\nResult: won Anna\n\n"])
def test_bad_record_head_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        MatchSummary.read(text)


@rows
@pytest.mark.parametrize("shelf", ["matches", "finished"])
def test_copy_made_by_a_shared_folder_is_a_version_of_its_match(tables: Tables, name: str, shelf: Any) -> None:
    app = tables.app()
    storage, match_id = app.storage, "2026-01-01-120000-1"
    for plies in (6, 8) if shelf == "matches" else (3000,):
        session(storage, plies, match_id=match_id).save(storage)
    own = storage.data / shelf / f"{match_id}.tablier"
    copy = storage.data / shelf / name.format(id=match_id)
    text = own.read_text(encoding="utf-8")
    copy.write_text(text.replace("Anna", "Zoe"), encoding="utf-8")
    (entry,) = storage.list_matches(shelf)
    assert (entry.id, entry.versions) == (match_id, (copy.name,))
    driver = Driver(app)
    driver.open(ArchiveScene(app, shelf))
    assert "2 versions" in driver.top._describe_line(0)
    driver.top._open_match(0)
    driver.step()
    assert isinstance(driver.top, VersionScene) and driver.top.list.count == 2
    driver.top._choose(1)
    driver.step()
    table: Any = driver.top
    assert table.session.players[0].name == "Zoe", "the version that was chosen"
    assert "Anna" in copy.read_text(encoding="utf-8"), "and the other one is not lost"


def test_matches_saved_by_two_windows_are_no_versions(tables: Tables) -> None:
    storage = tables.app().storage
    for match_id in ("2026-01-01-120000-1", "2026-01-01-120000-1-2"):
        session(storage, 6, match_id=match_id).save(storage)
    assert [entry.versions for entry in storage.list_matches()] == [(), ()]


def test_matches_without_a_date_are_distinguished_by_time_of_change(tables: Tables) -> None:
    app = tables.app()
    for number, mtime in ((1, 1_700_000_000), (2, 1_710_000_000)):
        one = session(app.storage, 6, match_id=f"2026-01-01-12000{number}-1")
        one.save(app.storage)
        path = app.storage.data / "matches" / f"{one.id}.tablier"
        path.write_text(re.sub("Date:.*\n", "", path.read_text(encoding="utf-8")), encoding="utf-8")
        os.utime(path, (mtime, mtime))
    driver = Driver(app)
    driver.open(ArchiveScene(app, "matches"))
    told = {driver.top._describe_line(number) for number in (0, 1)}
    assert len(told) == 2 and all("changed " in line for line in told)
