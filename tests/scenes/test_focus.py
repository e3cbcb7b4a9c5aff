"""The keyboard's focus stays on the control that is used, and its mark where that control is painted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import pygame
import pytest

from rules import KEYS
from rules.ai.opponents import levels_of
from scenes.app.stack import Scene
from scenes.app.words import LANGUAGES
from scenes.screens.setup.scene import SetupScene
from scenes.ui.base import Widget
from scenes.ui.choice import OptionRow
from scenes.ui.form_row import FormRow, NumberRow, Switch
from tests.effort import by_effort
from tests.scenes.catalogue import SCENES
from tests.scenes.driver import Driver, form_of, visit

SHEETS: Final[dict[str, Callable[[Any], Scene]]] = {
    **SCENES,
    **{f"setup of {key}": partial(SetupScene, key=key) for key in KEYS},
}


@pytest.fixture
def driver() -> Iterator[Driver]:
    one = visit()
    yield one
    one.app.close()


def rows(driver: Driver, kind: type[Widget]) -> list[Any]:
    return [one for one in form_of(driver.top).iter_widgets() if isinstance(one, kind) and one.enabled]


def change(driver: Driver, row: Any) -> None:
    if isinstance(row, OptionRow):
        values = [value for value, _ in row.options]
        last = values.index(row.value) == len(values) - 1
        around = (pygame.K_RETURN,) if getattr(row, "is_list", lambda: False)() else ()
        ways = (pygame.K_DOWN, pygame.K_UP) if around else (pygame.K_RIGHT, pygame.K_LEFT)
        for key in (*around, ways[last], *around):
            driver.strike(key)
    elif isinstance(row, Switch):
        driver.strike(pygame.K_SPACE)
    else:
        before = row.value
        driver.strike(pygame.K_RIGHT)
        if row.value == before:
            driver.strike(pygame.K_LEFT)


@pytest.mark.parametrize("name", list(SHEETS)[:: by_effort(3, 1, 1)])
def test_changing_a_row_by_keys_keeps_its_focus(driver: Driver, name: str) -> None:
    lost = []
    driver.open(SHEETS[name](driver.app))
    scene = driver.top
    for number in range(len(rows(driver, FormRow))):
        found = rows(driver, FormRow)
        if number >= len(found):
            break
        row = found[number]
        if not isinstance(row, (OptionRow, Switch, NumberRow)):
            continue
        place, kind, label = len([one for one in found[:number] if type(one) is type(row)]), type(row), row.label
        form_of(scene).focus(row)
        before = row.value
        change(driver, row)
        driver.frames()
        if driver.top is not scene:
            break
        after = form_of(scene).focus_on
        if after is None or type(after) is not kind or rows(driver, kind).index(after) != place:
            lost.append(f"{label or kind.__name__} ({before}): {type(after).__name__} {after.label if after else ''}")
    assert not lost


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_level_text_fits_the_smallest_window(language: str) -> None:
    person = visit(language=language)
    cut: list[str] = []
    person.app.theme.report_overflow = lambda text, role, rect: cut.append(text)
    for level in levels_of("double-draughts"):
        person.app.settings.setups["double-draughts"] = {"seats": ["computer 1", f"computer {level.number}"]}
        person.open(SetupScene(person.app, "double-draughts"))
        person.frames()
        assert person.app.words(f"level.double-draughts.{level.number}.about") in person.words()
    person.app.close()
    assert cut == []
