"""The sheet before a match: seats, options, clock, and what is remembered of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, abilities
from rules.ai.opponents import levels_of
from rules.ducart import options as ducart
from rules.errors import PositionError
from rules.game import Game
from rules.record import Player, write_options
from scenes.app.settings import Settings
from scenes.app.words import LANGUAGES, Words
from scenes.screens.rulebook import RulebookScene
from scenes.screens.setup.agreement import INCREMENTS, LONGEST_NAME, MINUTES, PACES, Agreement, choices
from scenes.screens.setup.scene import PACE, SetupScene
from scenes.table.session import COIN
from scenes.ui.choice import Choice
from scenes.ui.field import TextField
from scenes.ui.form_row import FormRow, Stepper, Switch
from scenes.ui.label import Label
from scenes.ui.scroll import ScrollGroup
from tests.rules.play import in_pairs
from tests.scenes.driver import Driver, Table, visit
from tests.scenes.matches import DUCK, GAME

pytestmark = pytest.mark.usefixtures("no_table")

NUMBERS = [1, 2, 3]
POSITION = "8/2m5/8/4K3/8/1m6/M7/8 w 2 0 1"


def _begun(visitor: Driver) -> Table:
    """Start the match and return what lies on the table."""
    visitor.click("Start")
    assert isinstance(visitor.top, Table)
    return visitor.top


def _choice(visitor: Driver, *values: str) -> list[Choice]:
    """The choices that offer these values."""
    return [one for one in visitor.all_of(Choice) if {value for value, _ in one.options} == set(values)]


def _levels(visitor: Driver) -> Choice:
    """The choice of the computer's level in Double Draughts."""
    return _choice(visitor, *(str(level.number) for level in levels_of(GAME.key)))[0]


def _label(visitor: Driver, name: str) -> str:
    """What an option of the game is called on the sheet."""
    return visitor.app.words(f"games.{visitor.top.game.key}.option.{name}")


def _option(visitor: Driver, name: str) -> Any:
    """The row of an option that can be chosen."""
    return visitor.labelled(_label(visitor, name))


def _shown(visitor: Driver) -> set[str]:
    """The options that can be chosen."""
    rows = {widget.label for widget in visitor.all_of(FormRow)}
    return {name for name in choices(visitor.top.game) if _label(visitor, name) in rows}


def _hint(visitor: Driver, name: str) -> str:
    """The line below an option."""
    widgets = list(visitor.form.walk())
    below = widgets[widgets.index(_option(visitor, name)) + 1]
    return below.label if isinstance(below, Label) and below.role == "small" else ""


def _seats(visitor: Driver) -> list[str]:
    """What the seats are called."""
    return [label.text for label in visitor.all_of(Label) if label.role == "strong"]


def _kind(visitor: Driver) -> Choice:
    """Who sits on the second seat."""
    return [one for one in visitor.all_of(Choice) if "person" in dict(one.options)][1]


def test_enter_starts_a_match_against_the_lowest_level(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.strike(pygame.K_RETURN)
    assert visitor.top.session.players == (Player("person", "Player"), Player("computer", "Beginner", 1))
    assert visitor.top.session.match.clock.control.minutes == 0
    assert not visitor.top.session.match.set_up


def test_two_friends_with_names(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.choose(_choice(visitor, "person", "computer")[1], "person")
    for field, name in zip(visitor.all_of(TextField), ("Anna", "Bert  B."), strict=True):
        visitor.form.focus(field)
        visitor.write(name)
    assert _begun(visitor).session.players == (Player("person", "Anna"), Player("person", "Bert B."))


def test_two_friends_without_names_are_told_apart(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.choose(_choice(visitor, "person", "computer")[1], "person")
    assert [player.name for player in _begun(visitor).session.players] == ["Player 1", "Player 2"]


def test_swapping_sides_swaps_who_sits_where(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.click("Swap sides")
    assert [player.kind for player in _begun(visitor).session.players] == ["computer", "person"]


def test_sides_by_lot_are_sometimes_these_and_sometimes_those(
    visitor: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scenes.screens.setup.scene.random.shuffle", lambda players: players.reverse())
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.click("Sides by lot")
    assert "Player 1" in visitor.words() and "Black (begins)" not in visitor.words()
    assert [player.kind for player in _begun(visitor).session.players] == ["computer", "person"]


@pytest.mark.parametrize(
    ("size", "scale", "language", "key"),
    in_pairs(
        [(960, 600), (1280, 800), (1000, 1300), (2560, 1440)], (100, 125, 150), tuple(LANGUAGES), (GAME.key, DUCK.key)
    ),
)
def test_there_is_space_between_a_seats_name_and_who_sits_there(
    size: tuple[int, int], scale: int, language: str, key: str
) -> None:
    person = visit(size, text_scale=scale, language=language)
    person.open(SetupScene(person.app, key))
    theme = person.app.theme
    for seat in person.top._seats:
        label, chosen = seat._label, seat._kind.field
        lines = theme.wrap(label.text, "strong", label.rect.width)
        assert " ".join(lines) == label.text, "a word is broken"
        end = label.rect.left + max(theme.width(line, "strong") for line in lines)
        assert end + theme.px(1.9) <= chosen.left or label.rect.bottom <= chosen.top
    person.app.close()


def test_the_level_and_what_it_is_like(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.choose(_levels(visitor), "5")
    assert visitor.app.words(f"level.{GAME.key}.5.about") in visitor.words()
    assert _begun(visitor).session.players[1] == Player("computer", "Club player", 5)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_level_has_a_name_of_its_own_and_says_how_it_plays(game: Game, language: str) -> None:
    words = Words(language)
    levels = [level.number for level in levels_of(game.key)]
    assert len({words(f"level.{game.key}.{number}.name") for number in levels}) == len(levels)
    assert len({words(f"level.{game.key}.{number}.about") for number in levels}) == len(levels)
    assert not words.has(f"level.{game.key}.{len(levels) + 1}.name"), "words for a level that there isn't"


def test_the_eight_levels_of_duck_chess_are_in_one_list(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, DUCK.key))
    levels = _choice(visitor, *(str(level.number) for level in levels_of(DUCK.key)))[0]
    assert len(levels_of(DUCK.key)) == 8 and levels.is_list()
    assert "Level 1 of 8." in visitor.words()
    visitor.choose(levels, "5")
    assert "Level 5 of 8." in visitor.words()
    visitor.strike(pygame.K_LEFT)
    assert _begun(visitor).session.players[1] == Player("computer", "Diver", 4)


def test_the_levels_of_one_game_are_not_those_of_another(visitor: Driver) -> None:
    visitor.app.settings.setups[GAME.key] = {"seats": ["person", "computer 10"]}
    visitor.open(SetupScene(visitor.app, GAME.key))
    assert _begun(visitor).session.players[1].level == 1


def test_every_option_of_the_game_has_a_row_and_reaches_the_match(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.choose(_choice(visitor, "standard", "twelve")[0], "twelve")
    switch = next(one for one in visitor.all_of(Switch) if one.label.startswith("Third level"))
    visitor.click_at(switch.rect.center)
    match = _begun(visitor).session.match
    assert match.options == replace(GAME.play.options(), setup="twelve", third_level=True)
    assert sum(map(len, match.position.table().values())) == 24


def test_the_increment_waits_for_a_clock(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    (added,) = _choice(visitor, "0", "3", "5", "10")
    visitor.form.focus(added)
    visitor.strike(pygame.K_RIGHT)
    assert added.value == "0"
    visitor.choose(_choice(visitor, "0", "5", "10", "15", "30")[0], "10")
    visitor.choose(added, "5")
    assert str(_begun(visitor).session.match.clock.control) == "10+5"


def test_two_computers_have_a_pace_that_is_kept_in_the_record(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    assert not _choice(visitor, *map(str, PACES))
    visitor.choose(_choice(visitor, "person", "computer")[0], "computer")
    visitor.choose(_choice(visitor, *map(str, PACES))[0], "0.5")
    table = _begun(visitor)
    assert table.session.record.extra[PACE] == "0.5"
    assert "Pace: 0.5" in table.session.text()


def test_a_position_is_told_and_begun_from(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key, POSITION))
    assert "begins from the position" in visitor.words() and "White (begins)" in visitor.words()
    assert not _choice(visitor, "standard", "twelve")
    match = _begun(visitor).session.match
    assert match.set_up and match.position.text() == POSITION


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_position_in_which_chance_decides_next_says_so(visitor: Driver, language: str) -> None:
    visitor.app.settings = replace(visitor.app.settings, language=language)
    visitor.app.settings_changed()
    ducale = next(game for game in GAMES if game.key == "ducale")
    visitor.open(SetupScene(visitor.app, ducale.key, ducale.play.start(ducale.play.options(), 3).text()))
    assert visitor.app.words("setup.chance_first") in visitor.words()


def test_a_position_that_cannot_be_read_is_refused(visitor: Driver) -> None:
    with pytest.raises(PositionError):
        SetupScene(visitor.app, GAME.key, "nonsense")


def test_the_set_up_is_remembered(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.form.focus(visitor.all_of(TextField)[0])
    visitor.write("Anna")
    visitor.choose(_levels(visitor), "2")
    visitor.choose(_choice(visitor, "0", "5", "10", "15", "30")[0], "15")
    _begun(visitor)
    visitor.app.settings = visitor.app.storage.load_settings()
    visitor.open(SetupScene(visitor.app, GAME.key))
    assert visitor.all_of(TextField)[0].value == "Anna"
    again = _begun(visitor).session
    assert again.players == (Player("person", "Anna"), Player("computer", "Regular", 2))
    assert again.match.clock.control.minutes == 15


def test_escape_goes_back_without_a_match(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.strike(pygame.K_ESCAPE)
    assert visitor.top is visitor.ground
    assert visitor.app.storage.list_matches() == []


def test_the_picture_follows_the_options(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.frames(10)
    before = pygame.image.tobytes(visitor.app.surface, "RGB")
    visitor.choose(_choice(visitor, "standard", "twelve")[0], "twelve")
    visitor.frames(10)
    assert pygame.image.tobytes(visitor.app.surface, "RGB") != before
    assert visitor.top.pace() is None


def test_the_rules_can_be_read_before_one_begins(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.click("Rules")
    assert isinstance(visitor.app.stack.top, RulebookScene)
    visitor.strike(pygame.K_ESCAPE)
    visitor.strike(pygame.K_F1)
    assert isinstance(visitor.app.stack.top, RulebookScene)


def test_rules_that_f1_has_opened_bear_no_mark_of_the_focus(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.click_at((2, 2))
    visitor.strike(pygame.K_F1)
    assert isinstance(visitor.top, RulebookScene) and visitor.form.marked is None
    visitor.strike(pygame.K_TAB)
    assert visitor.form.marked is not None


def test_a_change_of_language_keeps_what_was_chosen(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, GAME.key))
    visitor.choose(_levels(visitor), "5")
    visitor.app.settings.language = "fr"
    visitor.app.settings_changed()
    visitor.frames()
    assert "Joueur de club" not in visitor.app.settings.players
    visitor.click("Commencer")
    assert visitor.top.session.players[1] == Player("computer", "Joueur de club", 5)


# --- the agreement

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(["seats", "by_lot", "options", "clock", "pace"])


@given(st.dictionaries(FIELDS, JSON, max_size=5), st.lists(st.text(max_size=60), max_size=3))
def test_any_remembered_set_up_makes_a_sensible_one(kept: dict[str, Any], names: list[str]) -> None:
    settings = Settings(language="en", setups={GAME.key: kept}, players=names)
    agreed = Agreement.remembered(settings, GAME, NUMBERS)
    assert [chair.kind in ("person", "computer") for chair in agreed.chairs] == [True, True]
    assert all(chair.level in NUMBERS and len(chair.name) <= LONGEST_NAME for chair in agreed.chairs)
    assert agreed.minutes in MINUTES and agreed.increment in INCREMENTS and agreed.pace in PACES
    GAME.play.options(**agreed.options)


def test_what_is_remembered_comes_back() -> None:
    settings = Settings(language="en")
    agreed = Agreement.remembered(settings, GAME, NUMBERS)
    agreed.chairs[0].name, agreed.chairs[0].kind, agreed.chairs[0].level = "Anna", "computer", 3
    agreed.by_lot, agreed.minutes, agreed.increment, agreed.pace = True, 10, 3, 4.0
    agreed.options["third_level"] = True
    agreed.remember(settings, GAME)
    assert Agreement.remembered(settings, GAME, NUMBERS) == agreed


@dataclass(frozen=True)
class Others:
    """Options of a game that there isn't."""

    quick: bool = True


def test_rows_are_built_from_the_type_hints() -> None:
    assert choices(GAME) == {"setup": ("standard", "twelve"), "third_level": (False, True)}
    assert choices(replace(GAME, play=replace(GAME.play, options=Others))) == {"quick": (False, True)}


def test_unstacked_draughts_preselects_what_newcomers_need_and_remembers_another_choice(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "unstacked-draughts"))
    chosen = [_option(visitor, name).value for name in ("mode", "dice", "first", "goal")]
    assert chosen == ["assisted", "valid", "priority", 3]
    visitor.choose(_option(visitor, "mode"), "attentive")
    visitor.choose(_option(visitor, "goal"), 7)
    _begun(visitor)
    visitor.open(SetupScene(visitor.app, "unstacked-draughts"))
    assert [_option(visitor, name).value for name in ("mode", "goal")] == ["attentive", 7]


def test_a_game_with_dice_has_a_stepper_for_points_and_no_clock(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "unstacked-draughts"))
    (points,) = [widget for widget in visitor.all_of(Stepper) if widget.visible]
    assert points.value == 3
    points.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
    assert "Clock" not in visitor.words().splitlines() and "Added each turn" not in visitor.words()
    assert "goal=4" in write_options(_begun(visitor).session.match.options)


def test_the_line_below_an_option_says_what_its_value_means(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "unstacked-draughts"))
    assert _hint(visitor, "mode") == "Dice of no use to the thrower go over by themselves."
    visitor.choose(_option(visitor, "mode"), "attentive")
    assert _hint(visitor, "mode").startswith("As in 1699:")
    assert _hint(visitor, "dice") == ""
    visitor.choose(_option(visitor, "dice"), "real")
    assert _hint(visitor, "dice").startswith("As in 1699:")


def test_levels_are_alike_where_nothing_can_be_overlooked(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "unstacked-draughts"))
    assert "all levels are alike" in visitor.words()
    visitor.choose(_option(visitor, "mode"), "attentive")
    assert "Misses every second die" in visitor.words()


def test_nobody_is_said_to_begin_where_it_is_thrown_for(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "unstacked-draughts"))
    assert _seats(visitor) == ["White", "Black"]
    visitor.choose(_option(visitor, "first"), "black")
    assert _seats(visitor) == ["White", "Black (begins)"]


def test_without_pymunk_real_dice_say_how_to_get_it(visitor: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    from scenes.games.unstacked_draughts.dice import real_dice

    def missing() -> None:
        raise real_dice.PhysicsError("NO_PYMUNK")

    monkeypatch.setattr(real_dice, "ready", missing)
    visitor.open(SetupScene(visitor.app, "unstacked-draughts"))
    assert "pymunk" not in visitor.words()
    visitor.choose(_option(visitor, "dice"), "real")
    assert "pip install pymunk" in visitor.words()


def test_from_a_position_only_what_its_text_does_not_say_is_chosen(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "unstacked-draughts", "UD1 d110122 d011222 b 1-0/2"))
    assert _shown(visitor) == {"mode", "dice", "loser_begins", "far_border"}
    visitor.choose(_option(visitor, "mode"), "attentive")
    assert not abilities.shows_hints(_begun(visitor).session.match.position)


# --- Ducart: first move, clocks, rarer rules, by mail

CLOCKS = "kczthzck/wwwwwwww/8/8/8/8/WWWWWWWW/KCZHTZCK g - g 0 0 t"


def test_ducart_preselects_a_coin_and_the_count(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "ducart"))
    assert [_option(visitor, name).value for name in ("first", "hundred")] == ["toss", "counted"]
    assert not _option(visitor, "timed").value
    visitor.click("Rarer rules")
    assert not _option(visitor, "swap").value


def test_nobody_is_said_to_begin_while_a_coin_decides(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "ducart"))
    assert _seats(visitor) == ["Gold", "Blue"]
    visitor.choose(_option(visitor, "first"), "blue")
    assert _seats(visitor) == ["Gold", "Blue (begins)"]


def test_the_coin_is_tossed_when_the_match_begins(visitor: Driver) -> None:
    begun = set()
    for _ in range(20):
        visitor.open(SetupScene(visitor.app, "ducart"))
        sitting = _begun(visitor).session
        options = sitting.match.options
        assert isinstance(options, ducart.Options)
        assert options.first == ("gold", "blue")[sitting.match.position.to_move]
        assert sitting.record.extra[COIN] == "tossed"
        begun.add(options.first)
    assert begun == {"gold", "blue"}


def test_what_being_late_costs_is_asked_only_where_clocks_run(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "ducart"))
    assert "late" not in _shown(visitor)
    assert not {"Clock", "Added each turn"} & set(visitor.words().splitlines()), "it has clocks of its own"
    visitor.choose(_option(visitor, "timed"), True)
    assert "late" in _shown(visitor)


def test_rarer_rules_are_folded_away_unless_one_is_set(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "ducart"))
    rare = {"near_steal", "lenient_flank", "push_only"}
    assert not rare & _shown(visitor)
    visitor.strike_on(visitor.labelled("Rarer rules"))
    assert rare <= _shown(visitor) and visitor.labelled("Hide the rarer rules").focused
    assert _hint(visitor, "near_steal") == "They steal from anywhere on the board."
    visitor.choose(_option(visitor, "near_steal"), True)
    _begun(visitor)
    visitor.open(SetupScene(visitor.app, "ducart"))
    assert "near_steal" in _shown(visitor), "what isn't usual is in sight"


def test_rarer_rules_come_into_sight_when_they_are_unfolded(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "ducart"))
    strip = visitor.the(ScrollGroup)
    visitor.form.focus(visitor.labelled("Rarer rules"))
    assert strip.scroll.needed(), "there is more than fits in"
    visitor.strike(pygame.K_RETURN)
    for name in ("near_steal", "lenient_flank", "push_only"):
        assert strip.rect.contains(_option(visitor, name).rect)
    assert strip.rect.contains(visitor.labelled("Hide the rarer rules").rect)


def test_by_mail_is_offered_where_a_game_is_played_by_mail(visitor: Driver) -> None:
    for game in GAMES:
        visitor.open(SetupScene(visitor.app, game.key))
        offered = {value for value, _ in _kind(visitor).options}
        assert ("mail" in offered) == (game.text.mail is not None) == (game.key == "ducart")


def test_by_mail_only_one_of_the_two_tosses_the_coin(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "ducart"))
    assert _hint(visitor, "first") == "In the next match the other side begins."
    visitor.choose(_kind(visitor), "mail")
    assert _hint(visitor, "first").startswith("Only one of you tosses it here.")


def test_a_match_by_mail_has_no_clocks(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "ducart"))
    visitor.choose(_option(visitor, "timed"), True)
    assert {"timed", "late"} <= _shown(visitor)
    visitor.choose(_kind(visitor), "mail")
    assert not {"timed", "late"} & _shown(visitor)
    visitor.form.focus(visitor.all_of(TextField)[-1])
    visitor.write("Bert")
    sitting = _begun(visitor).session
    assert sitting.players[1] == Player("mail", "Bert") and abilities.limits(sitting.match.position) is None
    visitor.open(SetupScene(visitor.app, "ducart"))
    assert _kind(visitor).value == "mail"
    visitor.choose(_kind(visitor), "person")
    assert _option(visitor, "timed").value


def test_a_position_with_clocks_is_not_begun_by_mail(visitor: Driver) -> None:
    visitor.open(SetupScene(visitor.app, "ducart", CLOCKS))
    assert _shown(visitor) == {"late"}
    assert "By mail no clocks can run." not in visitor.words()
    visitor.choose(_kind(visitor), "mail")
    assert not visitor.labelled("Start").enabled and "By mail no clocks can run." in visitor.words()


def test_a_mail_seat_that_is_remembered_for_another_game_makes_no_sense(visitor: Driver) -> None:
    settings = Settings(language="en", setups={DUCK.key: {"seats": ["person", "mail"]}})
    assert Agreement.remembered(settings, DUCK, [1, 2]).chairs[1].kind == "computer"
