"""The sheet of parts and licences, and the list that it tells."""

import tomllib
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from scenes.app import publisher
from scenes.screens import licences
from scenes.screens.licences import LicencesScene
from scenes.screens.parts import parts
from scenes.screens.settings import SettingsScene
from scenes.ui.label import Label
from tests.rows import rows
from tests.scenes.driver import Driver

TEXTS: Final = Path(__file__).parents[2] / "build" / "licences"


def said(scene: Any) -> str:
    scene.page.lay_words()
    return " ".join(word.text for word in scene.page.setting.words)


def test_the_about_page_leads_to_it_and_it_scrolls(driver: Driver) -> None:
    driver.open(SettingsScene(driver.app, "about"))
    driver.click("Parts and licences")
    scene = driver.top
    assert isinstance(scene, LicencesScene)
    assert scene.page.scroll.content > scene.page.rect.height
    driver.strike(pygame.K_END)
    assert scene.page.scroll.offset > 0
    driver.strike(pygame.K_ESCAPE)
    assert isinstance(driver.top, SettingsScene)


@pytest.mark.parametrize("told", ["", "https://example.org/tablier"])
def test_the_about_page_tells_where_more_is_told(driver: Driver, monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    monkeypatch.setattr(publisher, "HOMEPAGE", told)
    monkeypatch.setattr(publisher, "ISSUES", told and f"{told}/issues")
    driver.open(SettingsScene(driver.app, "about"))
    lines = [label.text for label in driver.top.pages["about"].children if isinstance(label, Label)]
    wanted = [f"More about Tablier: {told}", f"Something is wrong or missing? Say so at {told}/issues"]
    assert (lines[-2:] == wanted) == bool(told)
    assert all(lines), "nothing is said of what is empty"


def test_it_names_every_part_with_holder_and_licence(driver: Driver) -> None:
    driver.open(LicencesScene(driver.app))
    words = said(driver.top)
    for part in parts():
        for text in (part.name, part.holder, part.licence, part.home):
            assert text in words, text


def test_in_an_executable_it_says_where_the_texts_are(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    driver.open(LicencesScene(driver.app))
    assert "come with the executable" in said(driver.top)
    monkeypatch.setattr(licences, "TEXTS", tmp_path)
    driver.open(LicencesScene(driver.app))
    assert str(tmp_path) in said(driver.top)


def test_every_part_says_where_its_licence_comes_from() -> None:
    for part in parts():
        assert part.text or part.package or part.name == "Python", part.name
        assert not part.text or (TEXTS / part.text).is_file(), part.text
        assert all(pattern == pattern.lower() for pattern in part.files), part.name
    assert {path.name for path in TEXTS.iterdir()} == {
        part.text for part in parts() if part.text and "/" not in part.text
    }


def test_all_that_the_package_asks_for_is_among_the_parts() -> None:
    packages = {part.package for part in parts()}
    project = tomllib.loads((TEXTS.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = sum(project["optional-dependencies"].values(), project["dependencies"])
    names = {line.split("=")[0] for line in wanted}
    assert names <= packages


@rows
def test_a_native_file_is_known_by_its_name(file: str, owner: str) -> None:
    assert owner in [part.name for part in parts() if part.brings(file)]


def test_who_has_no_accesskit_is_not_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "accesskit" in [part.package for part in parts()]
    monkeypatch.setattr("sys.platform", "win32")
    assert "accesskit" not in [part.package for part in parts()]


@pytest.mark.parametrize("file", ["libstranger.so.1", "stranger.cpython-311-x86_64-linux-gnu.so", "liberal/a.so"])
def test_a_native_file_of_nobody_is_nobody_s(file: str) -> None:
    assert [part.name for part in parts() if part.brings(file)] == []
