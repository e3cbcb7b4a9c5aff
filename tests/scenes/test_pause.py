"""The menu of the table: it lists whatever formats the game has."""

import pytest

from rules import GAMES
from scenes.app.words import LANGUAGES, Words
from scenes.screens.pause import PauseScene
from tests.scenes.driver import Driver, Tables


def menu(tables: Tables, *actions: str) -> PauseScene:
    driver = Driver(tables.app())
    scene = PauseScene(driver.app, ["go-on", *actions])
    driver.open(scene)
    return scene


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_format_of_every_game_has_words(language: str) -> None:
    words = Words(language)
    formats = [form for game in GAMES for form in game.text.formats]
    lacking = [form.key for form in formats if not words.has(f"pause.copy-{form.key}")]
    lacking += [form.suffix for form in formats if not words.has(f"exchange.kind_{form.suffix[1:]}")]
    assert formats and not lacking


def test_every_format_of_every_game_is_on_the_menu(tables: Tables) -> None:
    for game in GAMES:
        formats = [f"copy-{form.key}" for form in game.text.formats]
        scene = menu(tables, "save-file", *formats)
        assert list(scene.keys) == ["go-on", *formats, "save-file"]


def test_a_format_without_words_of_its_own_is_called_by_its_name(tables: Tables) -> None:
    scene = menu(tables, "copy-record", "copy-loa", "save-file")
    assert list(scene.keys) == ["go-on", "copy-record", "copy-loa", "save-file"]
    assert scene.keys["copy-loa"].label == "Copy as loa"
