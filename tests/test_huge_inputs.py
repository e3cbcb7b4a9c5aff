"""Texts that are far too large: refused quickly with a sentence, or read without being listed."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import GAMES, get
from rules.errors import RecordError
from rules.match import Match
from rules.record import MOST_LINES, Player, Record, read, write
from scenes.app.atomic_files import MOST_BYTES, TooLargeError, read_whole
from scenes.screens.open_match import NotOpenedError, read_file
from scenes.screens.setup.scene import SetupScene
from scenes.table.session import Session
from tests.patience import within_reason
from tests.rules.test_double_draughts import SIXTY_MILLION
from tests.scenes.driver import Driver, visit
from tests.scenes.opened import refused
from tests.soak.readers import played

MEGABYTE = 1_000_000


@pytest.fixture
def driver() -> Iterator[Driver]:
    person = visit((1280, 800))
    yield person
    person.app.close()


def large(path: Path, head: str, size: int) -> Path:
    path.write_text(head, encoding="utf-8")
    with path.open("r+b") as file:
        file.truncate(size)
    return path


def test_a_record_of_a_million_lines_is_refused_before_it_is_replayed() -> None:
    text = "Tablier: 1\nGame: ducart\n\n" + "0 Wd2-d3 1.0\n" * MEGABYTE
    with pytest.raises(RecordError, match=f"{MOST_LINES} are the most"):
        read(text, GAMES)
    with pytest.raises(RecordError, match=f"{MOST_LINES} are the most"):
        Session.load("giant", text)


@pytest.mark.parametrize("name", ["match.pgn", "match.tablier", "position.fen"])
def test_a_file_of_100_megabytes_is_read_only_up_to_the_limit(name: str, tmp_path: Path, driver: Driver) -> None:
    path = large(tmp_path / name, '[Variant "Duck"]\n\n', 100 * MEGABYTE)
    tracemalloc.start()
    try:
        with pytest.raises(TooLargeError):
            read_whole(path)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 3 * MOST_BYTES
    with pytest.raises(NotOpenedError) as refused:
        read_file(driver.app, path)
    assert str(refused.value) == driver.app.words("exchange.too_large", n=MOST_BYTES // MEGABYTE)


def test_a_clipboard_of_100_megabytes_is_refused_with_a_sentence(driver: Driver) -> None:
    before = driver.top
    said = refused(driver.app, '[Variant "Duck"]\n\n' + "e4 " * (33 * MEGABYTE))
    assert said == driver.app.words("exchange.too_large", n=MOST_BYTES // MEGABYTE)
    assert driver.top is before


def test_a_pgn_of_100_megabytes_is_refused_without_reading() -> None:
    with pytest.raises(RecordError, match="are the most"):
        get("duck-chess").text.formats[0].read(
            '[Variant "Duck"]\n\n' + "e4 " * (33 * MEGABYTE), get("duck-chess").play
        )


def test_a_position_with_sixty_million_captures_is_opened(driver: Driver) -> None:
    with within_reason():
        assert refused(driver.app, SIXTY_MILLION) is None
        driver.frames()
    assert isinstance(driver.top, SetupScene)


def test_a_record_from_a_position_with_sixty_million_captures_is_read() -> None:
    draughts = get("double-draughts")
    position = draughts.text.read(SIXTY_MILLION)
    match = Match(draughts.play, position=position)
    for hop in draughts.text.read_turn(position, next(draughts.play.turns(position))):
        match.play(hop)
    with within_reason():
        again = Session.load("giant", write(Record(match, (Player(), Player())))).match
        assert again.position == match.position
        assert draughts.text.notation(again, again.turns()[0]) == draughts.text.notation(match, match.turns()[0])


def test_a_log_with_too_many_invalid_throws_is_refused() -> None:
    dice = get("unstacked-draughts")
    text = (
        dice.text.formats[0]
        .write(Record(played(dice, 1, 40), (Player(), Player())))
        .replace("dice=valid", "dice=real")
    )
    head, game_line, rest = text.partition("game 1\n")
    throw = f"T {rest[0]} off\n"
    many = dice.text.formats[0].read(head + game_line + throw * 100 + rest, dice.play).match
    assert len(many.plies) > 200
    with pytest.raises(RecordError, match="10000 throws at most"):
        dice.text.formats[0].read(head + game_line + throw * 10_001 + rest, dice.play)
