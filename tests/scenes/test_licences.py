"""The sheet of parts and licences, and the list that it tells."""

import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from scenes.app import project_links
from scenes.screens import third_party
from scenes.screens.licences import LicencesScene
from scenes.screens.settings import SettingsScene
from scenes.screens.third_party import licence_files, parts, version_of
from scenes.ui.label import Label
from tests.rows import rows
from tests.scenes.driver import Driver

TEXTS: Final = Path(__file__).parents[2] / "scenes" / "licences"


def said(scene: Any) -> str:
    scene.page.lay_words()
    return " ".join(word.text for word in scene.page.layout.words)


def test_about_page_opens_the_licences_which_scroll(driver: Driver) -> None:
    driver.open(SettingsScene(driver.app, "about"))
    driver.click("Parts and licences")
    scene = driver.top
    assert isinstance(scene, LicencesScene)
    assert scene.page.scroll.content_height > scene.page.rect.height
    driver.strike(pygame.K_END)
    assert scene.page.scroll.offset > 0
    driver.strike(pygame.K_ESCAPE)
    assert isinstance(driver.top, SettingsScene)


@pytest.mark.parametrize("told", ["", "https://example.org/tablier"])
def test_about_page_has_homepage_and_issue_links(driver: Driver, monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    monkeypatch.setattr(project_links, "HOMEPAGE", told)
    monkeypatch.setattr(project_links, "ISSUES", told and f"{told}/issues")
    driver.open(SettingsScene(driver.app, "about"))
    lines = [label.text for label in driver.top.pages["about"].children if isinstance(label, Label)]
    wanted = [f"More about Tablier: {told}", f"Something is wrong or missing? Say so at {told}/issues"]
    assert (lines[-2:] == wanted) == bool(told)
    assert all(lines), "nothing is said of what is empty"


def test_licences_name_every_part_with_holder_and_licence(driver: Driver) -> None:
    driver.open(LicencesScene(driver.app))
    words = said(driver.top)
    for part in parts():
        for text in (part.name, part.holder, part.licence, part.home):
            assert text in words, text


def test_each_part_has_a_page_with_its_licence_text(driver: Driver) -> None:
    scene = LicencesScene(driver.app)
    driver.open(scene)
    for number, part in enumerate(parts(), 1):
        scene.show_part(number)
        read = {part.name, part.source or part.home} | {
            path.read_text("utf-8").split()[-1] for path in licence_files(part)
        }
        assert all(text in said(scene) for text in read), part.name
        assert "_MEI" not in said(scene) and str(TEXTS) not in said(scene), "the person is sent to a folder"
    missing = {part.name for part in parts() if not licence_files(part)}
    assert missing <= {"PyInstaller", "AccessKit and the Rust crates in it", "Python"}, "who has no licence at hand"


def test_executable_reads_its_collected_licences(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (part,) = [part for part in parts() if part.name == "cffi"]
    (tmp_path / "index.json").write_text('{"cffi": {"version": "1.2", "texts": ["cffi.txt"]}}', encoding="utf-8")
    (tmp_path / "cffi.txt").write_text("Do what you like.", encoding="utf-8")
    monkeypatch.setattr(third_party, "COLLECTED", tmp_path)
    monkeypatch.setattr(third_party, "_index", third_party._index.__wrapped__)
    assert (version_of(part), licence_files(part)) == ("1.2", [tmp_path / "cffi.txt"])


def test_listed_native_library_versions_match_the_pygame_wheel() -> None:
    assert version("pygame-ce") == "2.5.8", "look up the versions in third_party.toml for this wheel"
    versions = {part.name: part.version for part in parts()}
    sdl = [pygame.get_sdl_version(), pygame.image.get_sdl_image_version(), pygame.mixer.get_sdl_mixer_version()]
    told = [".".join(map(str, one)) for one in (*sdl, pygame.font.get_sdl_ttf_version()) if one]
    assert versions["SDL, SDL_image, SDL_mixer, SDL_ttf"] == ", ".join(told)
    lesser = [part for part in parts() if part.licence.startswith("LGPL")]
    assert len(lesser) == 5
    assert all(part.source.startswith("https://") for part in lesser), "the LGPL asks for the sources of each"


def test_every_part_has_a_source_of_its_licence() -> None:
    for part in parts():
        assert part.text or part.package or part.name == "Python", part.name
        assert not part.text or (TEXTS / part.text).is_file(), part.text
        assert all(pattern == pattern.lower() for pattern in part.files), part.name
    assert {path.name for path in TEXTS.iterdir()} == {
        part.text for part in parts() if part.text and "/" not in part.text
    }


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")


@pytest.mark.usefixtures("linux")
def test_all_required_packages_are_listed_parts() -> None:
    packages = {part.package for part in parts()}
    project = tomllib.loads((TEXTS.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = sum(project["optional-dependencies"].values(), project["dependencies"])
    names = {line.split("=")[0] for line in wanted}
    assert names <= packages


@pytest.mark.usefixtures("linux")
@rows
def test_native_file_belongs_to_a_part_by_name(file: str, owner: str) -> None:
    assert owner in [part.name for part in parts() if part.has_file(file)]


@pytest.mark.usefixtures("linux")
def test_accesskit_is_not_listed_on_platforms_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "accesskit" in [part.package for part in parts()]
    monkeypatch.setattr("sys.platform", "win32")
    assert "accesskit" not in [part.package for part in parts()]


@pytest.mark.parametrize("file", ["libstranger.so.1", "stranger.cpython-311-x86_64-linux-gnu.so", "liberal/a.so"])
def test_unknown_native_file_belongs_to_no_part(file: str) -> None:
    assert [part.name for part in parts() if part.has_file(file)] == []
