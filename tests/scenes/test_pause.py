"""The menu of the table: it lists whatever formats the game has."""

from __future__ import annotations

import pytest

from rules import GAMES
from scenes.app.words import LANGUAGES, Words
from scenes.screens.pause import PauseScene
from tests.scenes.driver import Driver, House


def menu(house: House, *actions: str) -> PauseScene:
    visitor = Driver(house.app())
    scene = PauseScene(visitor.app, ["go-on", *actions])
    visitor.open(scene)
    return scene


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_format_of_every_game_has_words(language: str) -> None:
    words = Words(language)
    formats = [form for game in GAMES for form in game.text.formats]
    lacking = [form.key for form in formats if not words.has(f"pause.copy-{form.key}")]
    lacking += [form.suffix for form in formats if not words.has(f"exchange.kind_{form.suffix[1:]}")]
    assert formats and not lacking


def test_every_format_of_every_game_is_on_the_menu(house: House) -> None:
    for game in GAMES:
        formats = [f"copy-{form.key}" for form in game.text.formats]
        scene = menu(house, "save-file", *formats)
        assert list(scene.keys) == ["go-on", *formats, "save-file"]


def test_a_format_without_words_of_its_own_is_called_by_its_name(house: House) -> None:
    scene = menu(house, "copy-record", "copy-loa", "save-file")
    assert list(scene.keys) == ["go-on", "copy-record", "copy-loa", "save-file"]
    assert scene.keys["copy-loa"].label == "Copy as loa"
