"""Texts and files that people of other programs reported as not being read, and what is right here.

Those in `tests/reports` are files, for their bytes matter; the others stand in the table with where they come from.
"""

from pathlib import Path
from typing import Final

import pytest

from rules import GAMES
from scenes.screens.open_match import MatchListScene, open_file, open_text
from scenes.screens.setup.scene import SetupScene
from scenes.ui.dialog import Dialog
from tests.rows import rows
from tests.scenes.driver import Driver, Table, Tables

FILES: Final = Path(__file__).parents[1] / "reports"


@pytest.fixture(autouse=True)
def no_table(no_table: None) -> None:
    """No board is painted."""


def seen(driver: Driver, problems: list[str]) -> str:
    """Return what came of a text: a match or position, a list, or the sentence that refuses it."""
    passed_over = 0
    if problems:
        return f"refused: {problems[0]}"
    top = driver.top
    if isinstance(top, Dialog):
        passed_over = driver.words().count("Line ")
        top = driver.app.stack.scenes[-2]
    if isinstance(top, MatchListScene):
        return f"list of {top.list.count}"
    more = f", {passed_over} passed over" if passed_over else ""
    if isinstance(top, SetupScene):
        return f"position {top.game.key}{more}"
    assert isinstance(top, Table), top
    match = top.session.match
    texts = [top.session.game.text.notation(match, span) for span in match.turns()]
    outcome = match.outcome()
    end = "" if outcome is None else f", {outcome.reason} {' '.join(map(str, outcome.winners))}".rstrip()
    return f"match of {len(texts)}, last {texts[-1]}{end}{more}"


@rows
def test_reported_file_is_read_correctly(driver: Driver, name: str, result: str) -> None:
    problems: list[str] = []
    open_file(driver.app, FILES / name, problems.append)
    assert seen(driver, problems).startswith(result)


def test_every_reported_file_is_tried() -> None:
    from tests.rows import tables

    _, *cases = tables("test_reports")["test_reported_file_is_read_correctly"]
    assert {name for name, _ in cases} == {path.name for path in FILES.iterdir()}


@rows
def test_text_of_a_known_kind_is_read_correctly(driver: Driver, source: str, text: str, result: str) -> None:
    problems: list[str] = []
    open_text(driver.app, text, problems.append)
    assert seen(driver, problems).startswith(result), source


def test_match_is_chosen_from_a_file_of_several(driver: Driver) -> None:
    open_file(driver.app, FILES / "two-finished.pgn")
    assert isinstance(driver.top, MatchListScene)
    assert "First – X · 1-0 · 1" in driver.top.list.describe_line(
        0
    ) and "Second – Y" in driver.top.list.describe_line(1)
    driver.top.list._open_line(1)
    driver.step()
    assert isinstance(driver.top, Table) and driver.top.session.players[0].name == "Second"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_refusals_are_wholly_in_the_chosen_language(tables: Tables, language: str) -> None:
    app = tables.app(language=language)
    sentences: list[str] = []
    for text in ("1. e4@e6 e5@e3 2. Ke3@a3", '[Variant "Atomic"]\n\n1. e4 *', '[Variant "Duck"]\n[Round 3\n\n*'):
        open_text(app, text, sentences.append)
    english = ("can't", "Line", "The ", " is ", " of ", "there")
    assert len(sentences) == 3 and (language == "en" or not any(word in one for one in sentences for word in english))


def test_position_text_is_recognised_as_its_own_game(driver: Driver) -> None:
    for game in GAMES:
        problems: list[str] = []
        open_text(driver.app, game.play.start(game.play.options(), game.play.seats.start).text(), problems.append)
        assert seen(driver, problems).startswith((f"position {game.key}", "refused"))
