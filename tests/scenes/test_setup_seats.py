"""The sheet before a match, for newcomers: what is preset, what each row says, how one will sit."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from rules import GAMES, get
from rules.common.options import choices
from rules.game import Game
from scenes.app.game_card import card_of
from scenes.app.words import LANGUAGES, Words
from scenes.screens.editor.scene import EditorScene
from scenes.screens.setup.rows import SeatTag
from scenes.screens.setup.scene import SetupScene
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_row import FormRow
from scenes.ui.scroll import ScrollGroup
from scenes.ui.text_field import TextField
from tests.scenes.driver import Driver, Tables, visit
from tests.scenes.matches import DUCK, GAME


@pytest.fixture
def sheet(driver: Driver) -> Driver:
    driver.open(SetupScene(driver.app, GAME.key))
    return driver


@pytest.fixture
def cards(driver: Driver) -> Driver:
    driver.open(SetupScene(driver.app, "ducale"))
    return driver


@pytest.fixture(params=GAMES, ids=lambda game: game.key)
def each(request: pytest.FixtureRequest) -> Iterator[Driver]:
    person = visit()
    person.open(SetupScene(person.app, request.param.key))
    yield person
    person.app.close()


def _option(driver: Driver, name: str) -> Any:
    return next(row for row in driver.all_of(FormRow) if row.label == driver.app.words(f"games.ducale.option.{name}"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_value_of_every_option_has_an_explanation(game: Game, language: str) -> None:
    words, silent = Words(language), []
    for name, values in choices(game.play.options).items():
        keys = [("no", "yes")[value] if isinstance(value, bool) else value for value in values]
        stem = f"games.{game.key}.about.{name}"
        silent += [f"{name}={key}" for key in keys if not (words.has(stem) or words.has(f"{stem}.{key}"))]
    assert silent == []


def test_no_row_moves_when_another_value_is_chosen(each: Driver) -> None:
    strip = each.all_of(ScrollGroup)[-1]

    def places() -> dict[FormRow, pygame.Rect]:
        return {row: row.rect.move(0, strip.scroll.offset) for row in each.all_of(FormRow)}

    for row in each.all_of(Choice):
        kind = "person" in dict(row.options)
        assert row.is_list() or not kind, "one widget for who sits there, in every game"
        if row.enabled and row in places():
            before = places()
            each.choose(row, "computer" if kind else row.options[-1][0])
            after = places()
            moved = [one for one in before.keys() & after.keys() if before[one] != after[one]]
            if row.label == "Clock":  # one's own has more rows than the others, which come below it
                moved = [one for one in moved if before[one].y <= before[row].y]
            assert [one.label for one in moved] == [], row.label


def test_every_row_and_disabled_button_has_an_explanation(each: Driver) -> None:
    assert [row.label for row in each.all_of(FormRow) if row.label and not row.about] == []
    each.click(each.app.words(f"setup.lot_{card_of(each.top.game.key).sides}"))
    assert [key.label for key in each.all_of(Button) if not key.enabled and not key.tip] == []


@pytest.mark.parametrize("count", [5, 6])
def test_added_computers_get_the_level_of_seated_computers(cards: Driver, count: int) -> None:
    def levels() -> list[Choice]:
        return [one for one in cards.all_of(Choice) if ("2", "Quick") in one.options]

    cards.choose(cards.labelled("Players"), count)
    assert {who for _, who in _tags(cards)} == {"You", "Novice"}
    cards.choose(levels()[-1], "3")
    cards.choose(cards.labelled("Players"), 2)
    cards.choose(levels()[-1], "2")
    cards.choose(cards.labelled("Players"), count)
    assert sorted(who for _, who in _tags(cards)) == ["Quick"] * (count - 1) + ["You"]


def test_ducale_match_is_short_by_default(cards: Driver) -> None:
    length, points = _option(cards, "rounds"), _option(cards, "target")
    assert length.describe_value() == "10 rounds, about\u00a020\u00a0min"
    assert not points.enabled and points.about == "The number of rounds decides when the match ends."
    cards.choose(length, "0")
    assert points.enabled and points.describe_value() == "500 points, about\u00a050\u00a0min"
    cards.choose(cards.labelled("Players"), 2)
    assert _option(cards, "target").describe_value() == "500 points, about\u00a02.5\u00a0h"
    assert _option(cards, "rounds").value == "0"
    assert str(get("ducale").play.options()).startswith("Options(target=500, rounds=0,")


@pytest.mark.parametrize("seats", range(2, 7))
def test_default_match_takes_about_20_minutes_for_any_number_of_players(cards: Driver, seats: int) -> None:
    """Bug: with two it took twice as long as with four."""
    cards.choose(cards.labelled("Players"), seats)
    rounds, minutes = ("7" if seats < 4 else "10"), (15 if seats == 6 else 20)
    assert _option(cards, "rounds").describe_value() == f"{rounds} rounds, about\u00a0{minutes}\u00a0min"
    cards.choose(_option(cards, "rounds"), "3")
    cards.choose(cards.labelled("Players"), 8 - seats)
    assert _option(cards, "rounds").value == "3"


@pytest.mark.usefixtures("no_table")
def test_name_stays_with_the_person_when_sides_are_swapped(sheet: Driver) -> None:
    sheet.form.focus(sheet.all_of(TextField)[0])
    sheet.write("Anna")
    sheet.click("Swap sides")
    sheet.click("Start")
    sheet.open(SetupScene(sheet.app, DUCK.key))
    assert [field.value for field in sheet.all_of(TextField)] == ["Anna"]


def _tags(driver: Driver) -> list[tuple[str, str]]:
    tags = sorted(driver.all_of(SeatTag), key=lambda tag: (tag.rect.y, tag.rect.x))
    return [(tag.texts.name, tag.texts.player) for tag in tags]


def test_seat_tags_show_the_seating_and_at_cards_the_order_of_play(sheet: Driver) -> None:
    assert _tags(sheet) == [("White", "Computer, Beginner"), ("Black (begins)", "You")]
    sheet.click("Swap sides")
    assert _tags(sheet) == [("Black (begins)", "Computer, Beginner"), ("White", "You")]
    sheet.open(SetupScene(sheet.app, "ducale"))
    sheet.form.focus(sheet.all_of(TextField)[0])
    sheet.write("Anna")
    assert _tags(sheet) == [("West", "Novice"), ("North", "Novice"), ("East", "Novice"), ("South", "Anna")]


def test_preview_board_turns_to_the_chosen_side(driver: Driver) -> None:
    for animation, turns in (("normal", True), ("off", False)):
        driver.app.settings.animation = animation
        driver.open(SetupScene(driver.app, DUCK.key))
        driver.frames(10)
        before = pygame.image.tobytes(driver.app.surface, "RGB")
        driver.click("Swap sides")
        driver.frames(2)
        assert (driver.top.wait_seconds() == 0.0) == turns
        driver.run(1)
        assert driver.top.wait_seconds() is None
        assert pygame.image.tobytes(driver.app.surface, "RGB") != before


def test_board_turns_animated_in_a_match_and_in_the_editor(tables: Tables) -> None:
    for animation, turns in (("normal", True), ("off", False)):
        drive = tables.table(game=DUCK, animation=animation)
        drive.strike(pygame.K_f)
        assert (drive.stage.turning is not None) == turns
        drive.click("e2", "e4")
        assert drive.stage.turning is None and drive.played() == ["e2e4"], "a click counts at once, and ends it"
        drive.strike(pygame.K_f)
        drive.scene.act("menu")
        assert drive.above is not None and drive.stage.turning is None, "it turned on, unpainted, below the menu"
        drive.escape()
        drive.open(EditorScene(drive.app, DUCK.key))
        drive.strike(pygame.K_f)
        assert (drive.top.wait_seconds() == 0.0) == turns
        drive.run(1)
        assert drive.top.wait_seconds() != 0.0
