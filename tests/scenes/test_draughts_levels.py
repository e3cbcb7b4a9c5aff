"""The words of the set-up about the levels of Double Draughts fit the smallest window."""

from typing import Final

import pytest

from rules.ai.opponents import levels_of
from scenes.app.words import LANGUAGES
from scenes.screens.setup.scene import SetupScene
from tests.scenes.driver import SIZE as SMALL
from tests.scenes.driver import visit

KEY: Final = "double-draughts"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_level_has_room_in_the_smallest_window(language: str) -> None:
    person = visit(SMALL, language=language)
    cut: list[str] = []
    person.app.theme.report_overflow = lambda text, role, rect: cut.append(text)
    for level in levels_of(KEY):
        person.app.settings.setups[KEY] = {"seats": ["computer 1", f"computer {level.number}"]}
        person.open(SetupScene(person.app, KEY))
        person.frames()
        assert person.app.words(f"level.{KEY}.{level.number}.about") in person.words()
    person.app.close()
    assert cut == []
