"""The sheet before a match: seats, options, clock, and what is remembered of them."""

from dataclasses import dataclass, replace
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, abilities, get
from rules.ai.opponents import levels_of
from rules.common.options import choices, traits_of
from rules.ducart.options import Options
from rules.errors import PositionError
from rules.game import Game
from rules.record import Player, write_options
from scenes.app.settings import Settings, read_settings
from scenes.app.words import LANGUAGES, Words
from scenes.screens.constants import (
    CLOCK_INCREMENT_SECONDS,
    CLOCK_MINUTES,
    COMPUTER_PACE_SECONDS,
    MAX_PLAYER_NAME_LENGTH,
)
from scenes.screens.rulebook.scene import RulebookScene
from scenes.screens.setup.match_setup import OWN_CLOCK, MatchSetup
from scenes.screens.setup.scene import PACE, SetupScene
from scenes.table.record_headers import COIN
from scenes.ui.choice import Choice
from scenes.ui.form_row import FormRow, Stepper, Switch
from scenes.ui.label import Label
from scenes.ui.scroll import ScrollGroup
from scenes.ui.text_field import TextField
from tests.rules.play import in_pairs
from tests.scenes.driver import Driver, Table, visit
from tests.scenes.matches import DUCK, GAME

pytestmark = pytest.mark.usefixtures("no_table")

NUMBERS = [1, 2, 3]
POSITION = "8/2m5/8/4K3/8/1m6/M7/8 w 2 0 1"


def open_sheet(driver: Driver, key: str = GAME.key, *facts: Any) -> Driver:
    driver.open(SetupScene(driver.app, key, *facts))
    return driver


@pytest.fixture
def sheet(driver: Driver) -> Driver:
    return open_sheet(driver)


@pytest.fixture
def dice(driver: Driver) -> Driver:
    return open_sheet(driver, "unstacked-draughts")


@pytest.fixture
def ducart(driver: Driver) -> Driver:
    return open_sheet(driver, "ducart")


def _begun(driver: Driver) -> Table:
    driver.click("Start")
    assert isinstance(driver.top, Table)
    return driver.top


def _choice(driver: Driver, *values: str) -> list[Choice]:
    return [one for one in driver.all_of(Choice) if {value for value, _ in one.options} == set(values)]


def _levels(driver: Driver) -> Choice:
    return _choice(driver, *(str(level.number) for level in levels_of(driver.top.game.key)))[0]


def _label(driver: Driver, name: str) -> str:
    return driver.app.words(f"games.{driver.top.game.key}.option.{name}")


def _option(driver: Driver, name: str) -> Any:
    return driver.labelled(_label(driver, name))


def _shown(driver: Driver) -> set[str]:
    rows = {widget.label for widget in driver.all_of(FormRow)}
    return {name for name in choices(driver.top.game.play.options) if _label(driver, name) in rows}


def _hint(driver: Driver, name: str) -> str:
    return str(_option(driver, name).about)


def _seats(driver: Driver) -> list[str]:
    return [label.text for label in driver.all_of(Label) if label.role == "strong"]


def _kind(driver: Driver) -> Choice:
    return [one for one in driver.all_of(Choice) if "person" in dict(one.options)][1]


def test_enter_starts_a_match_against_the_lowest_level(sheet: Driver) -> None:
    sheet.strike(pygame.K_RETURN)
    assert sheet.top.session.players == (Player("person", "Player"), Player("computer", "Beginner", 1))
    assert sheet.top.session.match.clock.control.minutes == 0
    assert not sheet.top.session.match.has_own_start


def test_two_persons_get_distinct_names(sheet: Driver) -> None:
    sheet.choose(_choice(sheet, "person", "computer")[1], "person")
    assert [player.name for player in _begun(sheet).session.players] == ["Player 1", "Player 2"]
    open_sheet(sheet)
    for field, name in zip(sheet.all_of(TextField), ("Anna", "Bert  B."), strict=True):
        _type(sheet, (field, name))
    assert _begun(sheet).session.players == (Player("person", "Anna"), Player("person", "Bert B."))


def test_sides_are_swapped_or_random(sheet: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet.click("Swap sides")
    assert [player.kind for player in _begun(sheet).session.players] == ["computer", "person"]
    monkeypatch.setattr("scenes.screens.setup.scene.random.shuffle", lambda players: players.reverse())
    open_sheet(sheet)
    sheet.click("Random sides")
    assert "Player 1" in sheet.words() and "Black (begins)" not in sheet.words()
    assert [player.kind for player in _begun(sheet).session.players] == ["person", "computer"], "as the lot has it"


@pytest.mark.parametrize(
    ("size", "scale", "language", "key"),
    in_pairs(
        [(960, 600), (1280, 800), (1000, 1300), (2560, 1440)], (100, 125, 150), tuple(LANGUAGES), (GAME.key, DUCK.key)
    ),
)
def test_seat_name_does_not_touch_the_choice_beside_it(
    size: tuple[int, int], scale: int, language: str, key: str
) -> None:
    person = visit(size, text_scale=scale, language=language)
    person.open(SetupScene(person.app, key))
    theme = person.app.theme
    for seat in person.top._seat_rows:
        label, chosen = seat._label, seat._kind.field
        lines = theme.wrap(label.text, "strong", label.rect.width)
        assert " ".join(lines) == label.text, "a word is broken"
        end = label.rect.left + max(theme.width(line, "strong") for line in lines)
        assert end + theme.px(1.9) <= chosen.left or label.rect.bottom <= chosen.top
    person.app.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_level_has_its_own_name_and_explanation(game: Game, language: str) -> None:
    words = Words(language)
    levels = [level.number for level in levels_of(game.key)]
    assert len({words(f"level.{game.key}.{number}.name") for number in levels}) == len(levels)
    assert len({words(f"level.{game.key}.{number}.about") for number in levels}) == len(levels)
    assert not words.has(f"level.{game.key}.{len(levels) + 1}.name"), "words for a level that there isn't"


def test_eight_levels_of_duck_chess_are_one_list_with_home_and_end_keys(driver: Driver) -> None:
    open_sheet(driver, DUCK.key)
    levels = _levels(driver)
    assert len(levels_of(DUCK.key)) == 8 and levels.is_list()
    assert "Level 1 of 8." in driver.words()
    for key, level in ((pygame.K_END, "8"), (pygame.K_HOME, "1"), (pygame.K_PAGEDOWN, "8"), (pygame.K_PAGEUP, "1")):
        driver.strike_on(levels)
        driver.strike(key)
        driver.strike(pygame.K_RETURN)
        assert levels.value == level
    driver.choose(levels, "5")
    assert f"Level 5 of 8. {driver.app.words('level.duck-chess.5.about')}" in driver.words()
    driver.strike(pygame.K_LEFT)
    assert _begun(driver).session.players[1] == Player("computer", "Diver", 4)


def test_invalid_remembered_setup_is_not_used(driver: Driver) -> None:
    driver.app.settings.setups[GAME.key] = {"seats": ["person", "computer 10"]}
    assert _begun(open_sheet(driver)).session.players[1].level == 1
    settings = Settings(language="en", setups={DUCK.key: {"seats": ["person", "mail"]}})
    assert MatchSetup.read_remembered(settings, DUCK, [1, 2]).players[1].kind == "computer"


def test_chosen_options_reach_the_match(sheet: Driver) -> None:
    sheet.choose(_choice(sheet, "standard", "twelve")[0], "twelve")
    switch = next(one for one in sheet.all_of(Switch) if one.label.startswith("Third level"))
    sheet.strike_on(switch, pygame.K_SPACE)
    match = _begun(sheet).session.match
    assert match.options == replace(GAME.play.options(), setup="twelve", third_level=True)
    assert sum(map(len, match.position.table().values())) == 24


def test_increment_needs_a_clock(sheet: Driver) -> None:
    (added,) = _choice(sheet, *map(str, CLOCK_INCREMENT_SECONDS))
    sheet.form.focus(added)
    sheet.strike(pygame.K_RIGHT)
    assert added.value == "0"
    assert "after its first turn" not in sheet.words()
    sheet.choose(_clock(sheet), "10")
    assert "Each side’s clock starts after its first turn." in sheet.words()
    sheet.choose(added, "5")
    assert str(_begun(sheet).session.match.clock.control) == "10+5 from turn 2"


@pytest.mark.parametrize("clock", ["1", "2", "3"])
def test_short_clocks_are_offered(sheet: Driver, clock: str) -> None:
    sheet.choose(_clock(sheet), clock)
    assert str(_begun(sheet).session.match.clock.control) == f"{clock}+0 from turn 2"


def test_own_clock_is_typed_and_checked_for_its_limits(sheet: Driver) -> None:
    sheet.choose(_clock(sheet), str(OWN_CLOCK))
    fields = [sheet.labelled(label) for label in ("Minutes each", "Seconds added each turn")]
    for texts in (("0", "5"), ("601", "5"), ("", "5"), ("7", "x"), ("7", "601")):
        assert all(sheet.top.sheet.rect.contains(field.rect) for field in fields), "they come into sight"
        _type(sheet, *zip(fields, texts, strict=True))
        assert "A clock can have 1 to 600 minutes" in sheet.words() and not sheet.labelled("Start").enabled
    _type(sheet, (fields[1], "4"))
    assert "1 to 600" not in sheet.words()
    assert str(_begun(sheet).session.match.clock.control) == "7+4 from turn 2"
    sheet.open(SetupScene(sheet.app, GAME.key))
    assert str(_begun(sheet).session.match.clock.control) == "7+4 from turn 2"


def test_own_clock_starts_with_the_chosen_minutes_selected_for_typing(sheet: Driver) -> None:
    sheet.choose(_clock(sheet), "5")
    sheet.choose(_clock(sheet), str(OWN_CLOCK))
    field = sheet.labelled("Minutes each")
    assert field.has_focus and field.value == field.selected_text == "5"
    sheet.write("12")
    sheet.strike(pygame.K_RETURN)
    assert field.value == "12" and sheet.labelled("Start").has_focus, "the match doesn't begin at once"


def _clock(driver: Driver) -> Choice:
    return _choice(driver, *map(str, (*CLOCK_MINUTES, OWN_CLOCK)))[0]


def _type(driver: Driver, *texts: tuple[Any, str]) -> None:
    for field, text in texts:
        driver.form.focus(field)
        driver.strike(pygame.K_a, pygame.KMOD_LCTRL)
        driver.strike(pygame.K_DELETE)
        driver.write(text)


def test_pace_of_two_computers_is_saved_in_the_record(sheet: Driver) -> None:
    assert not _choice(sheet, *map(str, COMPUTER_PACE_SECONDS))
    sheet.choose(_choice(sheet, "person", "computer")[0], "computer")
    sheet.choose(_choice(sheet, *map(str, COMPUTER_PACE_SECONDS))[0], "0.5")
    table = _begun(sheet)
    assert table.session.record.extra[PACE] == "0.5"
    assert "Pace: 0.5" in table.session.text()


def test_match_begins_from_a_given_position_and_nonsense_is_refused(driver: Driver) -> None:
    open_sheet(driver, GAME.key, POSITION)
    assert "begins from the position" in driver.words() and "White (begins)" in driver.words()
    assert not _choice(driver, "standard", "twelve")
    match = _begun(driver).session.match
    assert match.has_own_start and match.position.text() == POSITION
    with pytest.raises(PositionError):
        SetupScene(driver.app, GAME.key, "nonsense")
    open_sheet(driver, "unstacked-draughts", "UD1 d110122 d011222 b 1-0/2")
    assert _shown(driver) == set(choices(driver.top.game.play.options)) - {"goal", "first"}, "what its text says not"
    driver.choose(_option(driver, "mode"), "attentive")
    assert not abilities.shows_hints(_begun(driver).session.match.position)


@pytest.mark.parametrize("language", LANGUAGES)
def test_position_where_chance_is_next_is_explained(driver: Driver, language: str) -> None:
    driver.app.settings.language = language
    driver.app.apply_settings()
    play = get("ducale").play
    open_sheet(driver, "ducale", play.start(play.options(), 3).text())
    assert driver.app.words("setup.chance_first") in driver.words()


def test_setup_is_remembered(sheet: Driver) -> None:
    sheet.form.focus(sheet.all_of(TextField)[0])
    sheet.write("Anna")
    sheet.choose(_levels(sheet), "2")
    sheet.choose(_clock(sheet), "15")
    _begun(sheet)
    sheet.app.settings = sheet.app.storage.load_settings()
    sheet.open(SetupScene(sheet.app, GAME.key))
    assert sheet.all_of(TextField)[0].value == "Anna"
    again = _begun(sheet).session
    assert again.players == (Player("person", "Anna"), Player("computer", "Regular", 2))
    assert again.match.clock.control.minutes == 15


def test_esc_leaves_without_a_match_and_rules_can_be_opened(sheet: Driver) -> None:
    sheet.strike(pygame.K_ESCAPE)
    assert sheet.top is sheet.ground
    assert sheet.app.storage.list_matches() == []
    open_sheet(sheet).click("Rules")
    assert isinstance(sheet.app.stack.top, RulebookScene)
    sheet.strike(pygame.K_ESCAPE)
    sheet.click_at((2, 2))
    sheet.strike(pygame.K_F1)
    assert isinstance(sheet.top, RulebookScene) and sheet.form.marked is None
    sheet.strike(pygame.K_TAB)
    assert sheet.form.marked is not None, "Tab leads the keyboard to a widget"


def test_preview_follows_the_options(sheet: Driver) -> None:
    sheet.frames(10)
    before = pygame.image.tobytes(sheet.app.surface, "RGB")
    sheet.choose(_choice(sheet, "standard", "twelve")[0], "twelve")
    sheet.frames(10)
    assert pygame.image.tobytes(sheet.app.surface, "RGB") != before
    assert sheet.top.wait_seconds() is None


def test_change_of_language_keeps_the_choices(sheet: Driver) -> None:
    sheet.choose(_levels(sheet), "5")
    sheet.app.settings.language = "fr"
    sheet.app.apply_settings()
    sheet.frames()
    assert "Joueur de club" not in sheet.app.settings.players
    sheet.click("Commencer")
    assert sheet.top.session.players[1] == Player("computer", "Joueur de club", 5)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(["seats", "by_lot", "options", "clock", "pace"])


@given(st.dictionaries(FIELDS, JSON, max_size=5), st.lists(st.text(max_size=60), max_size=3))
def test_any_remembered_setup_is_made_valid(kept: dict[str, Any], names: list[str]) -> None:
    settings = Settings(language="en", setups={GAME.key: kept}, players=names)
    agreed = MatchSetup.read_remembered(settings, GAME, NUMBERS)
    assert [chair.kind in ("person", "computer") for chair in agreed.players] == [True, True]
    assert all(chair.level in NUMBERS and len(chair.name) <= MAX_PLAYER_NAME_LENGTH for chair in agreed.players)
    assert (
        agreed.minutes in (*CLOCK_MINUTES, OWN_CLOCK)
        and agreed.increment in CLOCK_INCREMENT_SECONDS
        and agreed.pace in COMPUTER_PACE_SECONDS
    )
    assert agreed.time_control().late == bool(agreed.minutes)
    GAME.play.options(**agreed.options)


@pytest.mark.parametrize(("minutes", "increment"), [(0, 0), (10, 3), (OWN_CLOCK, 0)])
def test_remembered_agreement_is_read_back(minutes: int, increment: int) -> None:
    settings = Settings(language="en")
    agreed = MatchSetup.read_remembered(settings, GAME, NUMBERS)
    agreed.players[0].name, agreed.players[0].kind, agreed.players[0].level = "Anna", "computer", 3
    agreed.by_lot, agreed.minutes, agreed.increment, agreed.pace = True, minutes, increment, 4.0
    agreed.options["third_level"] = True
    agreed.store(settings, GAME)
    assert MatchSetup.read_remembered(settings, GAME, NUMBERS) == agreed


def test_names_of_the_settings_file_are_cleaned_like_typed_ones() -> None:
    """Bug: a line break or a direction mark in the file came into the field of the name."""
    settings, invalid = read_settings({"players": ["An\nna\u2028\tB", "\u202e\u3164"]})
    setup = MatchSetup.read_remembered(settings, GAME, NUMBERS)
    assert ([player.name for player in setup.players], invalid) == (["An na B", ""], [])


@dataclass(frozen=True)
class Others:
    quick: bool = True


def test_choices_are_read_from_type_hints() -> None:
    assert choices(GAME.play.options) == {"setup": ("standard", "twelve"), "third_level": (False, True)}
    assert choices(Others) == {"quick": (False, True)}


def test_unstacked_draughts_has_beginner_defaults_and_remembers_changes(dice: Driver) -> None:
    chosen = [_option(dice, name).value for name in ("mode", "dice", "first", "goal")]
    assert chosen == ["assisted", "valid", "priority", 3]
    dice.choose(_option(dice, "mode"), "attentive")
    dice.choose(_option(dice, "goal"), 7)
    _begun(dice)
    dice.open(SetupScene(dice.app, "unstacked-draughts"))
    assert [_option(dice, name).value for name in ("mode", "goal")] == ["attentive", 7]


def test_dice_game_has_a_stepper_for_points_and_no_clock(dice: Driver) -> None:
    (points,) = [widget for widget in dice.all_of(Stepper) if widget.visible]
    assert points.value == 3
    dice.strike_on(points, pygame.K_RIGHT)
    assert "Clock" not in dice.words().splitlines() and "Added each turn" not in dice.words()
    assert "goal=4" in write_options(_begun(dice).session.match.options)


def test_explanation_of_an_option_follows_its_value(dice: Driver) -> None:
    assert _hint(dice, "mode") == "You only throw: the table moves the checkers of both."
    assert "all levels play alike" in dice.words(), "nothing can be overlooked"
    dice.choose(_option(dice, "mode"), "attentive")
    assert _hint(dice, "mode").startswith("As in 1699:") and "Misses half of the dice" in dice.words()
    dice.choose(_option(dice, "dice"), "real")
    assert _hint(dice, "dice").startswith("As in 1699:")


@pytest.mark.parametrize(
    ("key", "one", "other"), [("unstacked-draughts", "White", "Black"), ("ducart", "Gold", "Blue")]
)
def test_no_side_is_marked_as_beginning_while_dice_or_a_coin_decide(
    driver: Driver, key: str, one: str, other: str
) -> None:
    driver.open(SetupScene(driver.app, key))
    assert _seats(driver) == [one, other]
    driver.choose(_option(driver, "first"), other.lower())
    assert _seats(driver) == [one, f"{other} (begins)"]


CLOCKS = "kczthzck/wwwwwwww/8/8/8/8/WWWWWWWW/KCZHTZCK g - g 0 0 t"


def test_ducart_defaults_to_a_coin_that_is_tossed_at_the_start(driver: Driver) -> None:
    begun = set()
    for _ in range(20):
        open_sheet(driver, "ducart")
        assert [_option(driver, name).value for name in ("first", "hundred", "timed")] == ["toss", "counted", False]
        session = _begun(driver).session
        options = session.match.options
        assert isinstance(options, Options) and not options.swap
        assert options.first == ("gold", "blue")[session.match.position.to_move]
        assert session.record.extra[COIN] == "tossed"
        begun.add(options.first)
    assert begun == {"gold", "blue"}


def test_ducart_clocks_have_a_lateness_option_and_mail_has_no_clocks(ducart: Driver) -> None:
    assert "late" not in _shown(ducart)
    assert not {"Clock", "Added each turn"} & set(ducart.words().splitlines()), "it has clocks of its own"
    assert _hint(ducart, "first") == "In the next match the other side begins."
    ducart.choose(_option(ducart, "timed"), True)
    assert {"timed", "late"} <= _shown(ducart)
    ducart.choose(_kind(ducart), "mail")
    assert not {"timed", "late"} & _shown(ducart)
    assert _hint(ducart, "first").startswith("Only one of you tosses the coin here.")
    ducart.form.focus(ducart.all_of(TextField)[-1])
    ducart.write("Bert")
    session = _begun(ducart).session
    assert session.players[1] == Player("mail", "Bert") and abilities.limits(session.match.position) is None
    open_sheet(ducart, "ducart")
    assert _kind(ducart).value == "mail"
    ducart.choose(_kind(ducart), "person")
    assert _option(ducart, "timed").value


def test_rare_rules_are_folded_away_unless_set(ducart: Driver) -> None:
    rare, strip = traits_of(Options, "is_rare").keys(), ducart.all_of(ScrollGroup)[-1]
    assert not rare & _shown(ducart)
    ducart.form.focus(ducart.labelled("Rarer rules"))
    assert strip.scroll.is_needed(), "there is more than fits in"
    ducart.strike(pygame.K_RETURN)
    assert rare <= _shown(ducart) and ducart.labelled("Hide the rarer rules").has_focus
    rows = [*(_option(ducart, name) for name in rare), ducart.labelled("Hide the rarer rules")]
    assert all(strip.rect.contains(row.rect) for row in rows), "they come into sight"
    assert _hint(ducart, "near_steal") == "Off: Stealers steal from anywhere on the board."
    ducart.choose(_option(ducart, "near_steal"), True)
    _begun(ducart)
    open_sheet(ducart, "ducart")
    assert "near_steal" in _shown(ducart), "what isn't usual is in sight"


def test_mail_is_offered_only_in_games_with_mail(driver: Driver) -> None:
    for game in GAMES:
        driver.open(SetupScene(driver.app, game.key))
        offered = {value for value, _ in _kind(driver).options}
        assert ("mail" in offered) == (game.text.mail is not None) == (game.key == "ducart")


def test_position_with_clocks_cannot_be_begun_by_mail(driver: Driver) -> None:
    driver.open(SetupScene(driver.app, "ducart", CLOCKS))
    assert _shown(driver) == {"late"}
    assert "A match by mail has no clocks." not in driver.words()
    driver.choose(_kind(driver), "mail")
    assert not driver.labelled("Start").enabled and "A match by mail has no clocks." in driver.words()
