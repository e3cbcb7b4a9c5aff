"""The settings: every change takes effect and is on file at once."""

import json
from itertools import product
from typing import Any, Final

import pygame
import pytest

from rules import GAMES
from scenes.app.appearance import BACKS, BOARDS, CLOTHS, TABLES, TABLIERS
from scenes.app.game_files import games_with
from scenes.app.settings import Settings
from scenes.app.theme import CONTRAST_TABLE
from scenes.app.version import VERSION
from scenes.app.words import LANGUAGES, Words
from scenes.screens.look_samples import sample_painter
from scenes.screens.rulebook.scene import RulebookScene
from scenes.screens.settings import TABS, SettingsScene
from scenes.ui.choice import Choice, PictureChoice
from scenes.ui.form_row import FormRow, Slider, Stepper
from scenes.ui.page import Page
from scenes.ui.scroll import ScrollGroup
from tests.effort import by_effort
from tests.rows import rows
from tests.scenes.driver import Driver, visit
from tests.scenes.matches import GAME


@pytest.fixture
def driver(driver: Driver) -> Driver:
    driver.open(SettingsScene(driver.app))
    return driver


def _on_file(driver: Driver) -> dict[str, Any]:
    data = json.loads((driver.app.storage.config / "settings.json").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def _turn_to(driver: Driver, words: str) -> None:
    tabs = driver.all_of(Choice)[0]
    driver.click_at(tabs.place_of([one for _, one in tabs.options].index(words)).center)
    assert tabs.value == {text: tab for tab, text in tabs.options}[words]


def _choice(driver: Driver, words: str) -> PictureChoice:
    return next(one for one in driver.all_of(PictureChoice) if one.label == words)


@pytest.mark.parametrize("size", [(960, 600), (2560, 1440)])
@pytest.mark.parametrize("tab", TABS)
def test_no_tab_has_more_than_seven_settings(size: tuple[int, int], tab: str) -> None:
    driver = visit(size, engine="/opt/engine", engine_name="Engine 1")
    scene = SettingsScene(driver.app, tab)
    driver.open(scene)
    to_set = [
        one
        for one in driver.form.iter_widgets()
        if one.focusable and one not in (scene.back, driver.all_of(Choice)[0])
    ]
    assert len(to_set) <= 7
    assert not any(group.scroll.is_needed() for group in driver.all_of(ScrollGroup)), "all of it is in sight"
    driver.app.close()


def test_tabs_are_switched_by_keyboard_and_stay_open_in_another_language(driver: Driver) -> None:
    driver.form.focus(driver.all_of(Choice)[0])
    driver.strike(pygame.K_RIGHT)
    assert driver.all_of(PictureChoice)
    driver.app.settings.language = "fr"
    driver.app.apply_settings()
    assert driver.all_of(PictureChoice) and "Dames et échecs" in driver.words()


@pytest.mark.parametrize(
    ("label", "name", "value"),
    [("Memory for thinking", "memory", 256), ("The other’s turns", "card_pace", "quick")],
)
def test_computer_settings_are_chosen_by_keys(driver: Driver, label: str, name: str, value: object) -> None:
    _turn_to(driver, "Computer")
    driver.strike_on(driver.labelled(label), pygame.K_RIGHT)
    assert getattr(driver.app.settings, name) == value == _on_file(driver)[name]


@rows
def test_invalid_setting_falls_back_to_its_default(driver: Driver, name: str, value: object) -> None:
    storage = driver.app.storage
    storage.save_settings(driver.app.settings)
    (storage.config / "settings.json").write_text(json.dumps({"language": "en", name: value}), encoding="utf-8")
    assert getattr(storage.load_settings(), name) == getattr(Settings(language="en"), name)
    assert [notice.facts.get("name") for notice in storage.notices] == [name]


@rows
def test_switch_is_saved_at_once(driver: Driver, tab: str, label: str, name: str) -> None:
    _turn_to(driver, tab)
    before = getattr(driver.app.settings, name)
    driver.click(label)
    assert getattr(driver.app.settings, name) is not before
    assert _on_file(driver)[name] is not before


def test_language_takes_effect_at_once_and_keeps_the_focus(driver: Driver) -> None:
    language = next(one for one in driver.all_of(Choice) if one.value == "en")
    driver.form.focus(language)
    for code in LANGUAGES[1:]:
        driver.strike(pygame.K_RIGHT)
        assert driver.app.words.language == code and Words(code)("settings.title") in driver.words()
        assert isinstance(driver.form.focus_on, Choice) and driver.form.focus_on.value == code
    for _ in LANGUAGES[1:]:
        driver.strike(pygame.K_LEFT)
    assert "Settings" in driver.words() and _on_file(driver)["language"] == "en"


def test_larger_text_takes_effect_at_once(driver: Driver) -> None:
    before, stepper = driver.app.theme.u, driver.all_of(Stepper)[0]
    for _ in range(12):
        driver.strike_on(stepper, pygame.K_RIGHT)
    assert driver.app.settings.text_scale == 200
    assert driver.app.theme.u == pytest.approx(2.0 * before)


SIZES: Final = ((960, 600), (1366, 768), (2560, 1440))


@pytest.mark.parametrize(("size", "language"), [*by_effort(zip, product, product)(SIZES, LANGUAGES)])
def test_button_for_larger_text_stays_under_the_pointer(size: tuple[int, int], language: str) -> None:
    person = visit(size, language=language)
    person.open(SettingsScene(person.app))
    stepper = person.the(Stepper)
    for button, scales in ((1, (110, 120, 130, 140, 150)), (0, (140, 130, 120, 110, 100))):
        pos = stepper._buttons()[button].center
        for scale in scales:
            person.click_at(pos)
            assert person.app.settings.text_scale == scale
    person.app.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_has_an_explanation_that_is_spoken(language: str) -> None:
    person = visit(language=language)
    person.open(SettingsScene(person.app))
    for tab in TABS:
        person.top._show_tab(tab)
        person.frames()
        silent = [row.label for row in person.all_of(FormRow) if row.label and not row.about]
        assert silent == []
        assert all(row.about in row.describe() for row in person.all_of(FormRow))
    person.app.close()


def test_volume_plays_a_sound_and_is_saved_on_release(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    _turn_to(driver, "Sound")
    heard: list[str] = []
    monkeypatch.setattr(driver.app.sound, "play", lambda name, **facts: heard.append(name))
    slider = driver.all_of(Slider)[0]
    groove = slider._groove()
    driver.post(pygame.MOUSEBUTTONDOWN, pos=groove.midleft, button=1)
    driver.move(groove.center, down=True)
    assert driver.app.settings.volume == 50 and "place" not in heard
    driver.post(pygame.MOUSEBUTTONUP, pos=groove.center, button=1)
    assert heard[-1] == "place" and _on_file(driver)["volume"] == 50
    driver.strike_on(slider, pygame.K_HOME)
    assert _on_file(driver)["volume"] == 0
    driver.app.sound.device.is_missing = True
    driver.open(SettingsScene(driver.app, "sound"))
    assert driver.app.words("app.no_sound") in driver.words()


LOOKS: Final = [
    ("Looks", "Table", "table", TABLES),
    ("Looks", "Draughts and chess", "board", BOARDS),
    ("Looks", "Ducart", "board_ducart", BOARDS),
    ("Looks", "Unstacked Draughts", "tablier", TABLIERS),
    ("Cards, dice", "Cloth", "cloth", CLOTHS),
    ("Cards, dice", "Backs of the cards", "card_back", BACKS),
]


def test_every_look_is_chosen_by_keys_and_has_its_own_picture(driver: Driver) -> None:
    for tab, label, name, values in LOOKS:
        _turn_to(driver, tab)
        driver.frames(20)
        choice = _choice(driver, label)
        assert not choice.lacks_pictures()
        places = [choice.place_of(number) for number in range(len(values))]
        shown = {pygame.image.tobytes(driver.app.surface.subsurface(place), "RGB") for place in places}
        assert len(shown) == len(values), label
        driver.form.focus(choice)
        for value in (*values[1:], *values[-2::-1]):
            before = driver.app.assets.looks
            driver.strike(pygame.K_RIGHT if values.index(value) > values.index(choice.value) else pygame.K_LEFT)
            assert choice.value == value == _on_file(driver)[name]
            assert driver.app.assets.looks == driver.app.settings.looks != before


def test_table_samples_are_independent_of_the_board() -> None:
    made = []
    for board in ("own", "green"):
        driver = visit((960, 600), board=board)
        made.append(pygame.image.tobytes(sample_painter(driver.app, "table")("walnut", (80, 60)), "RGB"))
        driver.app.close()
    assert made[0] == made[1]


def test_high_contrast_disables_the_choice_of_boards_and_explains_it(driver: Driver) -> None:
    _turn_to(driver, "Looks")
    table, boards = _choice(driver, "Table"), _choice(driver, "Draughts and chess")
    driver.click_at(table.place_of(2).center)
    assert driver.app.theme.contrast and driver.app.assets.looks.board == "contrast"
    assert not boards.enabled and boards.about == "High contrast has its own board and men."
    driver.click_at(boards.place_of(3).center)
    assert driver.app.settings.board == "own"
    driver.click_at(table.place_of(0).center)
    assert [boards.enabled, driver.app.theme.contrast] == [True, False]


def test_clicked_table_or_board_takes_effect_at_once(driver: Driver) -> None:
    _turn_to(driver, "Looks")
    driver.click_at(_choice(driver, "Draughts and chess").place_of(3).center)
    assert driver.app.settings.board == "slate" == _on_file(driver)["board"]
    tones = []
    for number in range(3):
        driver.click_at(_choice(driver, "Table").place_of(number).center)
        driver.frames()
        tones.append(sum(driver.app.surface.get_at((40, 60))[:3]))
    walnut, maple, contrast = tones
    assert maple > 2.5 * walnut and contrast == sum(CONTRAST_TABLE[:3])


def test_about_tab_lists_versions_and_licences_and_settings_close(driver: Driver) -> None:
    _turn_to(driver, "About")
    said = driver.words()
    for part in (VERSION, "MIT", "SIL Open Font License", "LGPL", "uncompiled", str(driver.app.storage.data)):
        assert part in said
    driver.strike(pygame.K_ESCAPE)
    assert driver.top is driver.ground
    driver.open(SettingsScene(driver.app))
    driver.click("Back")
    assert driver.top is driver.ground


def test_every_game_has_english_and_french_rules() -> None:
    assert set(games_with("rules.en.md")) == set(games_with("rules.fr.md")) == {game.key for game in GAMES}


@pytest.mark.parametrize("text", ["Words that go on. " * 400, None])
def test_rules_scroll_by_keys_and_f1_closes_them_even_without_pages(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    monkeypatch.setattr("scenes.screens.rulebook.scene.page_text", lambda key, language: text)
    driver.open(RulebookScene(driver.app, GAME.key))
    (page,) = driver.all_of(Page)
    driver.strike(pygame.K_END)
    assert (page.scroll.offset > 0) == bool(text)
    driver.strike(pygame.K_F1)
    assert isinstance(driver.top, SettingsScene)
