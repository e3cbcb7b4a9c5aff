"""What lies in the person's files while a match goes on: of hidden cards and coming dice nothing at a glance."""

import re
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from rules.common.dice import DiceSeed, check_throws
from rules.ducale import GAME
from rules.ducale.cards import TEXTS, Card
from rules.ducale.dealing import sealed_move
from rules.errors import RecordError
from rules.match import Match
from rules.record import Player, Record, list_written_plies, read, write
from scenes.app import startup_cleanup
from scenes.app.storage import Storage
from scenes.games.unstacked_draughts.chance_report import list_throws
from scenes.table import sealed_chance
from scenes.table.session import Session
from scenes.ui.label import Label
from tests.effort import by_effort
from tests.rows import rows
from tests.rules.rami import position as cards_of
from tests.scenes.dice import dice_table, random_play, throw
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA
from tests.scenes.rummy import QUICK, alone, play_first_lap, play_own_turn
from tests.scenes.test_ducale_score_pad import play_out

RUN: Final = 4
"""So many cards one after the other, as they lie hidden, are no chance."""


def every_byte(home: Path) -> bytes:
    paths = sorted(home.rglob("*"))
    return b"\n".join(str(path).encode() + b"\n" + path.read_bytes() for path in paths if path.is_file())


def throw_on(drive: Driver, count: int = 1) -> None:
    for _ in range(count):
        throw(drive, drive.match.position.to_move)


def deal_cards(seed: int, seats: int = 2) -> Match:
    match = Match(GAME.play, None, seats)
    match.play_chance(rng=Random(seed))
    return match


@pytest.fixture
def dice(home: Path, tables: Tables) -> Driver:
    drive = dice_table(tables)
    throw_on(drive)
    return drive


def spelt(cards: tuple[Card, ...]) -> list[re.Pattern[bytes]]:
    """How cards would be told one after the other: by name with anything short between, or by number."""
    names = rb"\W{1,4}".join(TEXTS[card].encode() for card in cards)
    numbers = rb"\W{1,3}".join(str(card).encode() for card in cards)
    return [re.compile(rb"(?<!\w)" + told + rb"(?!\w)") for told in (names, numbers)]


def told_runs(position: Any, data: bytes) -> list[str]:
    """The runs of hidden cards, as they lie in hands and stock, that data tell in either direction."""
    found = []
    for row in (*position.hands, position.stock):
        for at in range(len(row) - RUN + 1):
            run = row[at : at + RUN]
            if any(one.search(data) for way in (run, run[::-1]) for one in spelt(way)):
                found.append(" ".join(TEXTS[card] for card in run))
    return found


def told_seeds(sealed: DiceSeed, data: bytes) -> list[str]:
    known = bytes.fromhex(sealed.seed)
    return [form.hex() for form in (sealed.seed.encode(), known, known[::-1]) if form in data]


def test_search_finds_hidden_cards_in_a_plain_record() -> None:
    """Else the tests below would prove nothing."""
    match = deal_cards(3, 3)
    players = (Player(),) * 3
    position: Any = match.position
    assert len(told_runs(position, write(Record(match, players)).encode())) > 30
    assert told_runs(position, position.text().encode())
    assert not told_runs(position, write(Record(match, players), discreet=True).encode())
    assert told_seeds(DiceSeed("03" * 16), b"x" + b"\x03" * 16)


def test_no_file_contains_hidden_cards_or_the_seed_during_a_card_match(rummy: Tables, home: Path) -> None:
    driver = alone(rummy)
    sealed = driver.chance.sealed_chance.read_seed()
    dealt: Any = driver.match.positions[1]
    for _ in range(by_effort(2, 3, 3)):
        play_own_turn(driver)
        driver.until(lambda: driver.facts.can_move)
        data = every_byte(home)
        assert b"Tablier: 1" in data and b"matches" in data
        for position in (dealt, driver.match.position):
            assert told_runs(position, data) == []
        assert told_seeds(sealed, data) == []
    driver.escape()
    driver.app.stack.pop("to-menu")
    assert told_runs(driver.match.position, every_byte(home)) == []


def test_card_match_goes_on_from_its_scrambled_file_with_the_same_cards(rummy: Tables) -> None:
    driver = play_first_lap(rummy)
    text = driver.app.storage.load_match(driver.scene.session.id)
    again = Session.load("again", text)
    assert again.match.position == driver.match.position
    assert [ply.move for ply in again.match.plies] == [ply.move for ply in driver.match.plies]
    assert again.text() == driver.scene.session.text()
    start: Any = again.match.start
    found = sealed_chance.read_seed(again.record.extra)
    assert found is not None and sealed_move(start, found) == driver.match.plies[0].move
    plain = write(driver.scene.session.record)
    assert "-1 deal " in plain, "a record of before"
    assert Session.load("before", plain).match.position == driver.match.position


def test_own_card_position_is_scrambled() -> None:
    start = cards_of("7H 8H 9H 2C 3D", "KS QS JS 4C 5D", stock="AH AD AC AS")
    match = Match(GAME.play, None, 2, position=start)
    text = write(Record(match, (Player(), Player())), discreet=True)
    assert told_runs(start, text.encode()) == [] and "Position: scrambled " in text
    assert read(text, (GAME,)).match.start == start
    assert told_runs(start, write(Record(match, (Player(), Player()))).encode())


def test_finished_card_match_is_saved_unscrambled(rummy: Tables, home: Path) -> None:
    driver = play_out(rummy, (ANNA, QUICK, QUICK), [[0, 30, 131]])
    text = driver.app.storage.load_match(driver.scene.session.id, "finished")
    assert "scrambled" not in text and sealed_chance.SCRAMBLED not in text
    for written in (text, driver.scene.session.write_export()):
        assert sealed_chance.SEED in written and told_runs(driver.match.start, written.encode())


def test_scrambled_leftover_of_a_finished_card_match_is_recognised() -> None:
    """Its file is scrambled, and the finished match is not."""
    match = deal_cards(1)
    record = Record(match, (Player(), Player()))
    begun = write(record, discreet=True)
    match.play(match.position.legal_moves()[0])
    match.force_end("resigned", 0)
    storage = Storage()
    storage.finish_match("m", write(record, discreet=True))
    storage.save_match("m", begun)
    assert "scrambled" in begun and "scrambled" not in storage.load_match("m", "finished")
    assert startup_cleanup.remove_leftovers(Storage()) and not Storage().list_matches()


def test_plies_are_compared_unscrambled() -> None:
    match = deal_cards(1)
    match.play(match.position.legal_moves()[0])
    record = Record(match, (Player(), Player()))
    assert list_written_plies(write(record, discreet=True)) == list_written_plies(write(record))
    broken = write(record, discreet=True).replace("-1 scrambled ", "-1 scrambled A")
    assert list_written_plies(broken)[0].startswith("-1 scrambled A")


def test_no_file_contains_the_dice_seed_during_the_match(dice: Driver, home: Path) -> None:
    sealed = dice.chance.sealed_chance.read_seed()
    for _ in range(3):
        assert told_seeds(sealed, every_byte(home)) == []
        throw_on(dice)


def test_next_throw_is_the_same_after_undo_and_after_a_power_cut(tables: Tables, dice: Driver) -> None:
    def coming(drive: Driver) -> list[Any]:
        return [drive.chance.sealed_chance.dice_of_throw(number) for number in range(40)]

    before = coming(dice)
    dice.undo()
    dice.settle()
    assert coming(dice) == before
    assert coming(tables.again(Storage().load_match(dice.scene.session.id))) == before


def changed(text: str, header: str, value: str | None) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(
        line if not line.startswith(f"{header}: ") else "" if value is None else f"{header}: {value}\n"
        for line in lines
    )


@rows
def test_changed_seed_in_a_file_is_refused(dice: Driver, header: str, value: str | None) -> None:
    text = dice.scene.session.text()
    Session.load("whole", text)
    with pytest.raises(RecordError, match="isn't the one that was sealed"):
        Session.load("changed", changed(text, header, value))


def test_file_with_a_changed_seed_is_replaced_by_its_backup(tables: Tables, home: Path) -> None:
    drive = dice_table(tables)
    throw_on(drive, 2)
    path = home / "matches" / f"{drive.scene.session.id}.tablier"
    path.write_text(changed(path.read_text(), sealed_chance.SCRAMBLED, DiceSeed("ab" * 16).scramble()))
    storage = Storage()
    kept = storage.read_match(drive.scene.session.id, lambda text: Session.load("kept", text))
    assert sealed_chance.read_seed(kept.record.extra) == drive.chance.sealed_chance.read_seed()
    assert [notice.key for notice in storage.notices] == ["storage.match_refused", "storage.match_from_backup"]


def test_edited_deal_is_refused_with_a_sentence_without_cards(rummy: Tables) -> None:
    driver = alone(rummy)
    play_own_turn(driver)
    text = driver.scene.session.text()
    at = text.index("scrambled ") + 40
    for letter in "AbZ9":
        with pytest.raises(RecordError) as caught:
            Session.load("changed", text[:at] + letter + "x" + text[at + 2 :])
        assert "what is scrambled here has been changed" in str(caught.value)
        assert told_runs(driver.match.position, str(caught.value).encode()) == []


def test_exported_match_has_no_seed(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr("pygame.scrap.put_text", copied.append)
    drive = dice_table(tables)
    throw_on(drive)
    for action in ("copy-record", "copy-ud1-log", "copy-position", "save-file"):
        drive.scene.actions[action]()
    saved: Any = drive.above
    texts = "\n".join([*copied, saved._text, *(write() for write in saved._other_formats.values())])
    assert len(copied) == 3 and sealed_chance.SCRAMBLED not in texts
    scrambled = drive.scene.session.record.extra[sealed_chance.SCRAMBLED]
    assert scrambled not in texts and told_seeds(drive.chance.sealed_chance.read_seed(), texts.encode()) == []


@pytest.mark.parametrize("suffix", ["", ".ud1"])
def test_opened_match_records_the_throws_before_its_seal(tables: Tables, suffix: str) -> None:
    """Bug: its dice were found wrong at the end, for those thrown elsewhere were held against the new seed."""
    drive = dice_table(tables)
    throw_on(drive, 3)
    thrown = drive.match.position.throws
    given = drive.scene.session.record_writers()[suffix]() if suffix else drive.scene.session.write_export()
    again = tables.again(given)
    bag = again.chance.sealed_chance
    assert bag.throws_before_seal == again.match.position.throws and 0 < bag.throws_before_seal <= thrown
    assert bag.hash != drive.chance.sealed_chance.hash
    random_play(again.match, Random(1), 0)
    throw(again, again.match.position.to_move)
    found = check_throws(bag.read_seed().seed, bag.hash, list_throws(again.match), bag.throws_before_seal)
    assert found.is_honest
    text = again.scene.session.text()
    assert sealed_chance.throws_before_seal(Session.load("kept", text).record.extra) == bag.throws_before_seal


def test_chance_report_says_which_throws_the_seal_covers(tables: Tables) -> None:
    drive = dice_table(tables)
    throw_on(drive, 3)
    again = tables.again(drive.scene.session.write_export())
    for driver, begins in ((drive, "All throws of this match"), (again, "The first 3 throws of this match were")):
        driver.scene.act("seal")
        driver.step()
        report: Any = driver.above
        told = [widget.text for widget in report.pages["seal"].children if isinstance(widget, Label)]
        assert [text for text in told if "SHA-256" in text and text.startswith(begins)]
