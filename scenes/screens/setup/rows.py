"""The parts of the setup sheet: rows of seats and options, a note on engines, the board with the players' tags."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeVar

import pygame

from rules.ai.opponents import levels_of
from rules.common.options import OptionValue, traits_of
from rules.game import Game
from scenes.app.engine_build import engine_build, has_compiler, is_engine_interpreted
from scenes.app.game_card import card_of
from scenes.app.stack import AppContext
from scenes.app.theme import INK, SOFT_INK
from scenes.screens.board_picture import BoardPicture
from scenes.screens.constants import MAX_PLAYER_NAME_LENGTH
from scenes.screens.setup.match_setup import MatchSetup, PlayerChoice, offers_engine
from scenes.table.external_engines import LIMITS, Limit, engine_name
from scenes.table.game_ui import view_of
from scenes.ui.bars import ProgressBar
from scenes.ui.base import Group, RepaintingAttribute, Widget
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_row import FormRow, Stepper, Switch
from scenes.ui.label import Label, Picture
from scenes.ui.layout import Area, Cell, Column, Row, filler, fixed_size, space, stretch
from scenes.ui.scroll import ScrollGroup
from scenes.ui.text_field import TextField

T = TypeVar("T")

_MIN_ONE_LINE_WIDTH: Final = 58.0  # narrower columns, in u, have the seat's name above its choices
_NAME_SHARE: Final = 0.29
_MAX_NAME_SHARE: Final = 0.32
"""Fraction of a row's width for emblem and name, and the maximum to which it grows for a name on one line."""
_NAME_GAP: Final = 2.0  # at the right of the name, in u
_TAG_GAP: Final = 1.6  # between a tag and the board, in u
_MAX_TAG_WIDTH: Final = 30.0  # of a tag, in u


def make_choice(
    group: Group, label: str, offered: Mapping[T, str], value: T, on_choose: Callable[[T], object]
) -> Choice:
    """Return a choice among the keys of `offered`, whose values are the texts shown for them."""
    values = {str(key): key for key in offered}
    options = [(text, offered[key]) for text, key in values.items()]
    return Choice(group, label, options, str(value), lambda text: on_choose(values[text]))


class OptionRows:
    """The rows of a game's options, which change the setup. Rare options are shown only if `is_unfolded`."""

    def __init__(
        self,
        group: ScrollGroup,
        game: Game,
        offered: dict[str, tuple[OptionValue, ...]],
        setup: MatchSetup,
        is_unfolded: bool,
        on_change: Callable[[], object],
    ) -> None:
        self._scroll_group, self._key, self._setup = group, game.key, setup
        self.is_unfolded, self._on_change = is_unfolded, on_change
        self._turns_by_value, order = card_of(game.key).turns, list(offered)  # turns of a match by option and value
        self._needs = traits_of(game.play.options, "needs")  # (option, value) without which an option has no effect
        for name, (needed_option, _) in self._needs.items():
            if name in offered and needed_option in offered:
                order.remove(name)
                order.insert(order.index(needed_option) + 1, name)
        self._offered_values = {name: offered[name] for name in order}
        self._rare_names = [name for name in order if name in traits_of(game.play.options, "is_rare")]
        self._rows: dict[str, FormRow] = {}
        self._usual_rows = [self._add_row(name) for name in order if name not in self._rare_names]
        self._fold_button = Button(group, "", self._toggle_rare_options, icon="list")
        self._fold_button.visible = bool(self._rare_names)
        self._rare_rows = [self._add_row(name) for name in self._rare_names]

    def _add_row(self, name: str) -> FormRow:
        row = self._rows[name] = self._make_row(name, self._offered_values[name])
        row.possible_abouts = [self._about_text(name, value) for value in self._offered_values[name]]
        return row

    def _make_row(self, name: str, values: tuple[OptionValue, ...]) -> FormRow:
        group, words, stem = self._scroll_group, self._scroll_group.form.scene.app.words, f"games.{self._key}"
        label, value = words(f"{stem}.option.{name}"), self._setup.options[name]
        on_change = partial(self._set_option, name)
        if isinstance(value, bool):
            return Switch(group, label, value, on_change)
        numbers = [one for one in values if isinstance(one, int)]
        if isinstance(value, int) and numbers and not words.has(f"{stem}.value.{name}.{numbers[0]}"):
            return Stepper(group, label, value, min(numbers), max(numbers), on_change)
        return make_choice(group, label, self._value_texts(name), value, on_change)

    def _value_texts(self, name: str) -> dict[OptionValue, str]:
        """Return the texts of an option's values; a length of the match has an estimate of its duration."""
        words, turns_by_value = self._scroll_group.form.scene.app.words, self._turns_by_value.get(name, {})
        texts = {}
        for value in self._offered_values[name]:
            text = words(f"games.{self._key}.value.{name}.{value}")
            if value in turns_by_value:
                minutes = self._setup.estimate_minutes(turns_by_value[value][len(self._setup.players) - 2])
                # Rounded to half hours or to five minutes.
                unit, n = ("hours", round(minutes / 30) / 2) if minutes >= 60 else ("minutes", 5 * round(minutes / 5))
                text = words(f"setup.lasts_{unit}", length=text, n=words.format_number(n))
            texts[value] = text
        return texts

    def _set_option(self, name: str, value: OptionValue) -> None:
        self._setup.options[name] = value
        self._on_change()

    def _toggle_rare_options(self) -> None:
        self.is_unfolded = not self.is_unfolded
        self._on_change()
        if self.is_unfolded:
            self._scroll_group.scroll_to(self._rare_rows[-1])
            self._scroll_group.scroll_to(self._fold_button)

    def update_rows(self, hidden_names: Collection[str]) -> None:
        """Show the options and their values, except the options `hidden_names`, which have no effect now."""
        words = self._scroll_group.form.scene.app.words
        for name, row in self._rows.items():
            row.visible = name not in hidden_names and (self.is_unfolded or name not in self._rare_names)
            needed_option, needed_value = self._needs.get(name, (name, self._setup.options[name]))
            row.enabled = self._setup.options[needed_option] == needed_value
            row.about = self._about_text(name, self._setup.options[name])
            if not row.enabled:
                row.about = words(f"games.{self._key}.idle.{name}")
            if name in self._turns_by_value and isinstance(row, Choice):
                row.options = [(str(value), text) for value, text in self._value_texts(name).items()]
        self._fold_button.text = words("setup.fewer" if self.is_unfolded else "setup.rarer")

    def _about_text(self, name: str, value: OptionValue) -> str:
        words = self._scroll_group.form.scene.app.words
        stem = f"games.{self._key}.about.{name}"
        key = f"{stem}.{('no', 'yes')[value] if isinstance(value, bool) else value}"
        if self._setup.is_by_mail and words.has(f"{key}-mail"):
            return words(f"{key}-mail")
        return next((words(one) for one in (key, stem) if words.has(one)), "")

    def content(self, gap: int) -> Cell:
        return Column(*self._usual_rows, Row(self._fold_button), *self._rare_rows, gap=gap)


class SeatRow:
    """The widgets of one seat: emblem and name of the seat, kind of player, and the player's name, level or limit."""

    def __init__(
        self, group: Group, setup: MatchSetup, seat: int, game: Game, on_change: Callable[[], object]
    ) -> None:
        app, key = group.form.scene.app, game.key
        words = app.words
        self._scroll_group, self._setup, self._seat, self._key = group, setup, seat, key
        self._levels, self._on_change = [level.number for level in levels_of(key)], on_change
        self._engine = engine_name(app.settings) if offers_engine(app.settings, game) else ""
        kinds_offered = ["person", "computer"]
        kinds_offered += ["mail"] if game.text.mail is not None else []
        kinds_offered += ["engine"] if self._engine else []
        kinds = {kind: words(f"setup.{kind}") for kind in kinds_offered}
        level_names = {level: words(f"level.{key}.{level}.name") for level in self._levels}
        limits = {limit: limit.describe_limit(words) for limit in LIMITS}
        self._emblem = Picture(group, view_of(key).emblems[seat])
        self._label = Label(group, "", "strong")
        player = self._player()
        self._kind = make_choice(group, "", kinds, player.kind, partial(self._set_player_field, "kind"))
        self._kind.max_columns = 0  # never side by side, so that it looks the same in every game
        self._name = TextField(
            group, "", "", partial(self._set_player_field, "name"), MAX_PLAYER_NAME_LENGTH, hint=words("setup.name")
        )
        self._level = make_choice(group, "", level_names, player.level, partial(self._set_player_field, "level"))
        self._limit = make_choice(group, "", limits, setup.limit, self._set_limit)
        self._about = Label(group, "", "small", SOFT_INK, valign="top")

    def _player(self) -> PlayerChoice:
        return self._setup.players[self._seat]

    def _set_player_field(self, name: str, value: object) -> None:
        setattr(self._player(), name, value)
        self._on_change()

    def _set_limit(self, limit: Limit) -> None:
        self._setup.limit = limit
        self._on_change()

    def update_row(self, name: str, are_levels_alike: bool = False) -> None:
        """Show the setup of the seat, which is called `name` now."""
        words, player, setup = self._scroll_group.form.scene.app.words, self._player(), self._setup
        self._label.text = name
        self._emblem.visible = not setup.by_lot
        self._kind.value, self._level.value, self._limit.value = player.kind, str(player.level), str(setup.limit)
        self._name.visible = player.kind in ("person", "mail")
        self._level.visible = player.kind == "computer"
        self._limit.visible = player.kind == "engine"
        if self._name.value != player.name:
            self._name.value = player.name
        self._about_texts = {
            kind: words(f"setup.{kind}_about", name=self._engine) for kind in ("person", "engine", "mail")
        }
        for level in self._levels:
            about = words("setup.levels_alike" if are_levels_alike else f"level.{self._key}.{level}.about")
            self._about_texts[f"computer {level}"] = words("setup.level", n=level, of=len(self._levels), about=about)
        self._about.text = self._about_texts[f"computer {player.level}" if player.kind == "computer" else player.kind]

    def label_width(self, width: int) -> int:
        """Return the width in pixels of emblem and name: the name may take two lines, but no word is broken."""
        theme, name = self._scroll_group.theme, self._label.text
        margins = self._emblem_width() + theme.px(_NAME_GAP)
        one_line_width = margins + theme.width(name, "strong") + 1
        if one_line_width <= round(width * _MAX_NAME_SHARE):
            return max(one_line_width, round(width * _NAME_SHARE))
        longest_word = max(theme.width(word, "strong") for word in name.split(" "))
        return max(round(width * _NAME_SHARE), margins + longest_word + 1)

    def _emblem_width(self) -> int:
        theme = self._scroll_group.theme
        return min(theme.control, theme.px(4.4)) + theme.px(0.8)

    def row_layout(self, width: int, label_width: int) -> Cell:
        """Return the layout; emblem and name are `label_width` pixels wide if the choices are beside them."""
        theme, px = self._scroll_group.theme, self._scroll_group.theme.px
        emblem_side, emblem_width, name_gap = min(theme.control, px(4.4)), self._emblem_width(), px(_NAME_GAP)
        emblem = fixed_size(Column(filler(), fixed_size(self._emblem, emblem_side), filler()), emblem_side)
        label_row = Row(emblem, space(emblem_width - emblem_side), stretch(self._label), space(name_gap))
        if not self._emblem.visible:
            label_row = Row(space(emblem_width), stretch(self._label), space(name_gap))
        player_row = Row(*(stretch(one) for one in (self._name, self._level, self._limit)))
        about_height = max(theme.height(text, "small", width - emblem_width) for text in self._about_texts.values())
        about = fixed_size(self._about, about_height)
        below = Row(space(emblem_width), stretch(Column(about)))
        if width < px(_MIN_ONE_LINE_WIDTH):
            chosen = Row(fixed_size(self._kind, width // 2), space(px(1.4)), stretch(player_row))
            line = Column(fixed_size(label_row, theme.control), space(px(0.4)), fixed_size(chosen, theme.control))
        else:
            kind = fixed_size(self._kind, round(width * 0.37))
            height = max(theme.control, label_row.natural_height(label_width)) if theme.tight else theme.control
            row = Row(fixed_size(label_row, label_width), kind, space(px(1.4)), stretch(player_row))
            line = Column(fixed_size(row, height))
        return Column(line, space(px(0.4)), below)


class EngineStrengthNote:
    """A note that interpreted engines play weaker, with a button to compile them and a progress bar."""

    def __init__(self, app: AppContext, group: Group, game_key: str, on_change: Callable[[], object]) -> None:
        words = app.words
        self._words, self._build, self._on_change = words, engine_build(app), on_change
        self._build.poll()
        self._is_interpreted, self._has_compiler = is_engine_interpreted(app, game_key), has_compiler()
        self._label = Label(group, "", "small", SOFT_INK, valign="top")
        start, cancel = (partial(self._do_and_update, act) for act in (self._build.start, self._build.cancel))
        self._compile_button = Button(group, words("strength.make"), start, icon="computer")
        self._bar = ProgressBar(group)
        self._cancel_button = Button(group, words("strength.cancel"), cancel)

    @property
    def is_running(self) -> bool:
        return self._build.state == "running"

    def _do_and_update(self, action: Callable[[], object]) -> None:
        action()
        self._on_change()

    def update_build(self) -> None:
        if self._build.poll():
            self._on_change()
        self._bar.show(self._build.progress)

    def update_note(self, has_strongest_level: bool) -> None:
        """Show the note while the strongest level is chosen or a build runs, with the text for the build's state."""
        build, words = self._build, self._words
        is_shown = (has_strongest_level or self.is_running) and self._is_interpreted
        self._label.visible = is_shown
        self._compile_button.visible = is_shown and self._has_compiler and build.state in ("idle", "failed")
        self._bar.visible = self._cancel_button.visible = is_shown and self.is_running
        if build.state in ("running", "ready"):
            self._label.text = words(f"strength.{build.state}")
        else:
            idle_reason = "offer" if self._has_compiler else "no_compiler"
            reason = f"failed.{build.problem}" if build.state == "failed" else idle_reason
            self._label.text = f"{words('strength.slow')} {words(f'strength.{reason}')}"

    def content(self, gap: int) -> Cell:
        bar = Column(filler(), fixed_size(self._bar, self._bar.theme.px(1.6)), filler())
        return Column(
            self._label, Row(self._compile_button), Row(stretch(bar), self._cancel_button, gap=gap), gap=gap
        )


class SeatTexts(NamedTuple):
    emblem: str  # a sprite, or empty
    name: str  # of the seat
    player: str


class SeatTag(Widget):
    takes_mouse = False
    is_readable = True
    texts = RepaintingAttribute(SeatTexts("", "", ""))

    def describe(self) -> str:
        return self.form.scene.app.words.label_value(self.texts.name, self.texts.player)

    def natural_width(self) -> int:
        theme, texts = self.theme, self.texts
        text_width = max(theme.width(texts.name, "strong"), theme.width(texts.player, "small"))
        return min(theme.px(_MAX_TAG_WIDTH), text_width + self._emblem_width() + theme.px(2.4))

    def natural_height(self, width: int) -> int:
        return self.theme.line("strong") + self.theme.line("small") + self.theme.px(1)

    def _emblem_width(self) -> int:
        return self.theme.px(5.4) if self.texts.emblem else 0

    def paint(self, surface: pygame.Surface) -> None:
        theme, texts, emblem_width = self.theme, self.texts, self._emblem_width()
        theme.paint_slip(surface, self.rect)
        area = self.rect.inflate(-theme.px(2), -theme.px(1))
        if texts.emblem:
            self.paint_sprite(surface, texts.emblem, theme.px(4.2), (area.left + emblem_width * 2 // 5, area.centery))
        area.left, area.width = area.left + emblem_width, area.width - emblem_width
        theme.text(surface, texts.name, "strong", INK, area, valign="top", ellipsis=True)
        theme.text(surface, texts.player, "small", SOFT_INK, area, valign="bottom", ellipsis=True)


class SeatedBoard:
    """The picture of the board between the tags of the seats: the bottom seat's tag below, the others above."""

    def __init__(self, parent: Group, picture: BoardPicture, seats: int) -> None:
        self._theme, self._picture = parent.theme, picture
        self._tags = [SeatTag(parent) for _ in range(seats)]
        self._bottom_seat = 0

    def update_tags(self, bottom_seat: int, texts: Sequence[SeatTexts]) -> None:
        """Set the texts by seat, and the seat whose tag is below the board from the next layout on."""
        self._bottom_seat = bottom_seat
        for tag, seat_texts in zip(self._tags, texts, strict=True):
            tag.texts = seat_texts

    def show_tags(self, is_shown: bool) -> None:
        for tag in self._tags:
            tag.visible = is_shown

    def board_size(self, room: tuple[int, int]) -> tuple[int, int]:
        """Return the size in pixels of the largest board that fits with its tags into the size `room`."""
        height = room[1] - 2 * (self._tags[0].natural_height(0) + self._theme.px(_TAG_GAP))
        width = min(room[0], round(height * self._picture.ratio))
        return width, round(width / self._picture.ratio)

    def row_layout(self, room: tuple[int, int]) -> Cell:
        width, height = self.board_size(room)
        gap, count = self._theme.px(_TAG_GAP), len(self._tags)
        others = [self._tags[(self._bottom_seat + n) % count] for n in range(1, count)]
        above = Row(*(stretch(tag) for tag in others), gap=gap) if count > 2 else Row(*others)
        board = fixed_size(Area(self._picture.place), height)
        below = Row(self._tags[self._bottom_seat])
        board_column = Column(filler(), above, space(gap), board, space(gap), below, filler())
        return Row(filler(), fixed_size(board_column, width), filler())
