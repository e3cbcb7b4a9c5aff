"""The settings: every change takes effect and is on file at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import pygame
import pytest

from rules import GAMES
from rules.game import Game
from scenes.app.game_files import games_with
from scenes.app.looks import BACKS, BOARDS, CLOTHS, TABLES, TABLIERS, Looks
from scenes.app.settings import Settings
from scenes.app.theme import PLAIN
from scenes.app.version import VERSION
from scenes.screens.rulebook.pages import page_text
from scenes.screens.rulebook.scene import RulebookScene
from scenes.screens.samples import sampler
from scenes.screens.settings import TABS, SettingsScene
from scenes.ui.choice import Choice, PictureChoice
from scenes.ui.form_row import Slider, Stepper
from scenes.ui.markdown import ANCHOR
from scenes.ui.page import Page
from scenes.ui.scroll import ScrollGroup
from tests.rows import rows
from tests.scenes.driver import Driver, visit
from tests.scenes.matches import GAME


@pytest.fixture
def visitor() -> Iterator[Driver]:
    person = visit((1280, 800))
    person.open(SettingsScene(person.app))
    yield person
    person.app.close()


def _on_file(visitor: Driver) -> dict[str, Any]:
    data = json.loads((visitor.app.storage.config / "settings.json").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def _turn_to(visitor: Driver, words: str) -> None:
    """Click on a tab."""
    tabs = visitor.all_of(Choice)[0]
    visitor.click_at(tabs.place_of([one for _, one in tabs.options].index(words)).center)
    assert tabs.value == {text: tab for tab, text in tabs.options}[words]


def _choice(visitor: Driver, words: str) -> PictureChoice:
    """The pictures with these words before them."""
    return next(one for one in visitor.all_of(PictureChoice) if one.label == words)


def test_the_new_settings_are_on_as_they_come() -> None:
    fresh = Settings(language="en")
    assert fresh.warnings and fresh.quack and fresh.small_life
    assert fresh.memory == 64 and fresh.engine == "" and fresh.board == "own"


@pytest.mark.parametrize("size", [(960, 600), (2560, 1440)])
@pytest.mark.parametrize("tab", TABS)
def test_no_tab_has_more_than_seven_things_to_set(size: tuple[int, int], tab: str) -> None:
    visitor = visit(size, engine="/opt/engine", engine_name="Engine 1")
    scene = SettingsScene(visitor.app, tab)
    visitor.open(scene)
    to_set = [
        one for one in visitor.form.walk() if one.focusable and one not in (scene.back, visitor.all_of(Choice)[0])
    ]
    assert len(to_set) <= 7
    assert not visitor.all_of(ScrollGroup)[0].scroll.needed(), "all of it is in sight"
    visitor.app.close()


def test_tabs_are_turned_by_keyboard_and_stay_open_in_another_language(visitor: Driver) -> None:
    visitor.form.focus(visitor.all_of(Choice)[0])
    visitor.strike(pygame.K_RIGHT)
    assert visitor.all_of(PictureChoice)
    visitor.app.settings.language = "fr"
    visitor.app.settings_changed()
    assert visitor.all_of(PictureChoice) and "Dames et échecs" in visitor.words()


def test_the_memory_is_chosen(visitor: Driver) -> None:
    _turn_to(visitor, "Computer")
    memory = next(one for one in visitor.all_of(Choice) if one.label == "Memory to think with")
    visitor.form.focus(memory)
    visitor.strike(pygame.K_RIGHT)
    assert visitor.app.settings.memory == 256 == _on_file(visitor)["memory"]


def test_the_pace_of_computer_players_at_cards_is_chosen(visitor: Driver) -> None:
    _turn_to(visitor, "Cards")
    visitor.form.focus(next(one for one in visitor.all_of(Choice) if one.label == "Pace of computer players"))
    visitor.strike(pygame.K_RIGHT)
    assert visitor.app.settings.card_pace == "instant" == _on_file(visitor)["card_pace"]


@rows
def test_a_setting_that_makes_no_sense_has_its_usual_value(visitor: Driver, name: str, value: object) -> None:
    storage = visitor.app.storage
    storage.save_settings(visitor.app.settings)
    (storage.config / "settings.json").write_text(json.dumps({"language": "en", name: value}), encoding="utf-8")
    assert getattr(storage.load_settings(), name) == getattr(Settings(language="en"), name)
    assert [notice.facts.get("name") for notice in storage.notices] == [name]


@rows
def test_a_switch_is_kept_at_once(visitor: Driver, tab: str, label: str, name: str) -> None:
    _turn_to(visitor, tab)
    before = getattr(visitor.app.settings, name)
    visitor.click(label)
    assert getattr(visitor.app.settings, name) is not before
    assert _on_file(visitor)[name] is not before


def test_another_language_takes_effect_at_once_and_keeps_the_focus(visitor: Driver) -> None:
    language = next(one for one in visitor.all_of(Choice) if one.value == "en")
    visitor.form.focus(language)
    visitor.strike(pygame.K_RIGHT)
    assert visitor.app.words.language == "fr" and "Réglages" in visitor.words()
    assert isinstance(visitor.form.focus_on, Choice) and visitor.form.focus_on.value == "fr"
    visitor.strike(pygame.K_LEFT)
    assert "Settings" in visitor.words() and _on_file(visitor)["language"] == "en"


def test_larger_text_takes_effect_at_once(visitor: Driver) -> None:
    before = visitor.app.theme.u
    stepper = visitor.all_of(Stepper)[0]
    visitor.form.focus(stepper)
    for _ in range(9):
        visitor.strike(pygame.K_RIGHT)
    assert visitor.app.settings.text_scale == 150
    assert visitor.app.theme.u == pytest.approx(1.5 * before)


def test_the_volume_is_heard_and_kept_when_the_knob_is_let_go(
    visitor: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    _turn_to(visitor, "Sound")
    heard: list[str] = []
    monkeypatch.setattr(visitor.app.sound, "play", lambda name, **facts: heard.append(name))
    slider = visitor.all_of(Slider)[0]
    groove = slider._groove()
    visitor.post(pygame.MOUSEBUTTONDOWN, pos=groove.midleft, button=1)
    visitor.post(pygame.MOUSEMOTION, pos=groove.center, rel=(1, 0), buttons=(1, 0, 0))
    assert visitor.app.settings.volume == 50 and "place" not in heard
    visitor.post(pygame.MOUSEBUTTONUP, pos=groove.center, button=1)
    assert heard[-1] == "place" and _on_file(visitor)["volume"] == 50


def test_the_volume_can_be_set_with_keys(visitor: Driver) -> None:
    _turn_to(visitor, "Sound")
    visitor.form.focus(visitor.all_of(Slider)[0])
    visitor.strike(pygame.K_HOME)
    assert _on_file(visitor)["volume"] == 0


def test_a_board_is_chosen_by_its_picture(visitor: Driver) -> None:
    _turn_to(visitor, "Looks")
    boards = _choice(visitor, "Draughts and chess")
    visitor.click_at(boards.place_of(3).center)
    assert visitor.app.settings.board == "slate" == _on_file(visitor)["board"]
    visitor.form.focus(boards)
    visitor.strike(pygame.K_LEFT)
    assert visitor.app.settings.board == "green"


LOOKS: Final = [
    ("Looks", "Table", "table", TABLES),
    ("Looks", "Draughts and chess", "board", BOARDS),
    ("Looks", "Ducart", "board_ducart", BOARDS),
    ("Looks", "Unstacked Draughts", "tablier", TABLIERS),
    ("Cards", "Cloth", "cloth", CLOTHS),
    ("Cards", "Backs of the cards", "card_back", BACKS),
]


@pytest.mark.parametrize("tab,label,name,values", LOOKS, ids=lambda value: value if isinstance(value, str) else "")
def test_every_look_is_chosen_with_keys_and_takes_effect_at_once(
    visitor: Driver, tab: str, label: str, name: str, values: tuple[str, ...]
) -> None:
    _turn_to(visitor, tab)
    choice = _choice(visitor, label)
    visitor.form.focus(choice)
    for value in (*values[1:], *values[-2::-1]):
        before = visitor.app.assets.looks
        visitor.strike(pygame.K_RIGHT if values.index(value) > values.index(choice.value) else pygame.K_LEFT)
        assert choice.value == value == _on_file(visitor)[name]
        assert visitor.app.assets.looks == Looks.of(visitor.app.settings) != before


def test_every_choice_of_looks_has_a_picture_of_its_own(visitor: Driver) -> None:
    for tab, label, _, values in LOOKS:
        _turn_to(visitor, tab)
        visitor.frames(20)
        choice = _choice(visitor, label)
        assert not choice.unfinished()
        shown = {
            pygame.image.tobytes(visitor.app.surface.subsurface(choice.place_of(n)), "RGB")
            for n in range(len(values))
        }
        assert len(shown) == len(values), label


def test_the_pictures_of_the_tables_are_the_same_whatever_board_is_chosen() -> None:
    made = []
    for board in ("own", "green"):
        visitor = visit((960, 600), board=board)
        made.append(pygame.image.tobytes(sampler(visitor.app, "table")("walnut", (80, 60)), "RGB"))
        visitor.app.close()
    assert made[0] == made[1]


def test_high_contrast_chooses_boards_and_cloth_itself_and_says_so(visitor: Driver) -> None:
    _turn_to(visitor, "Looks")
    table, boards = _choice(visitor, "Table"), _choice(visitor, "Draughts and chess")
    visitor.click_at(table.place_of(2).center)
    assert visitor.app.theme.contrast and visitor.app.assets.looks.board == "contrast"
    assert not boards.enabled and "boards, pieces and cloth of its own" in visitor.words()
    visitor.click_at(boards.place_of(3).center)
    assert visitor.app.settings.board == "own"
    visitor.click_at(table.place_of(0).center)
    assert [boards.enabled, visitor.app.theme.contrast] == [True, False]


def test_another_table_lies_there_at_once(visitor: Driver) -> None:
    _turn_to(visitor, "Looks")
    tones = []
    for number in range(3):
        visitor.click_at(_choice(visitor, "Table").place_of(number).center)
        visitor.frames()
        tones.append(sum(visitor.app.surface.get_at((40, 60))[:3]))
    walnut, maple, contrast = tones
    assert maple > 2.5 * walnut and contrast == sum(PLAIN[:3])


def test_no_sound_is_said(visitor: Driver) -> None:
    visitor.app.sound.device.missing = True
    visitor.open(SettingsScene(visitor.app, "sound"))
    assert visitor.app.words("app.no_sound") in visitor.words()


def test_the_sheet_says_what_it_is_made_of(visitor: Driver) -> None:
    _turn_to(visitor, "About")
    said = visitor.words()
    for part in (VERSION, "MIT", "SIL Open Font License", "LGPL", "interpreted", str(visitor.app.storage.data)):
        assert part in said


def test_escape_and_the_back_key_close_it(visitor: Driver) -> None:
    visitor.strike(pygame.K_ESCAPE)
    assert visitor.top is visitor.ground
    visitor.open(SettingsScene(visitor.app))
    visitor.click("Back")
    assert visitor.top is visitor.ground


# --- the rule sheet


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_there_is_a_rule_sheet_in_every_language(language: str, game: Game) -> None:
    text = page_text(game.key, language)
    assert text is not None and len(text) > 1500
    told = "\n".join(line for line in text.splitlines() if not line.startswith(ANCHOR))
    assert "!" not in told.replace("![", "")
    if language == "fr":
        assert " :" not in text and " ;" not in text and " ?" not in text, "a no-break space goes before these"


def test_all_pages_belong_to_a_game() -> None:
    assert set(games_with("rules.en.md")) == set(games_with("rules.fr.md")) == {game.key for game in GAMES}


def test_a_long_page_of_rules_scrolls_by_keys_and_f1_closes_it(
    visitor: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scenes.screens.rulebook.scene.page_text", lambda key, language: "Words that go on. " * 400)
    visitor.open(RulebookScene(visitor.app, GAME.key))
    (page,) = visitor.all_of(Page)
    visitor.strike(pygame.K_END)
    assert page.scroll.offset > 0
    visitor.strike(pygame.K_F1)
    assert isinstance(visitor.top, SettingsScene)


def test_a_game_without_a_rule_sheet_says_so(visitor: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.screens.rulebook.scene.page_text", lambda key, language: None)
    visitor.open(RulebookScene(visitor.app, GAME.key))
    visitor.frames()
    assert isinstance(visitor.top, RulebookScene)
