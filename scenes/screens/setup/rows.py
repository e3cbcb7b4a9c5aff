"""The parts of the setup: rows of seats and options, compiling the engines, and the board with the players' tags."""

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
from scenes.screens.setup.agreement import Agreement, PlayerChoice, offers_engine
from scenes.table.external_engines import LIMITS, Limit, engine_name
from scenes.table.game_ui import view_of
from scenes.ui.bars import TimeBar
from scenes.ui.base import Group, RepaintingAttribute, Widget
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_row import FormRow, Stepper, Switch
from scenes.ui.label import Label, Picture
from scenes.ui.layout import Area, Cell, Column, Row, fixed_size, share, space, spring
from scenes.ui.scroll import ScrollGroup
from scenes.ui.text_field import TextField

T = TypeVar("T")

_NARROW: Final = 58.0  # narrower columns, in u, have the seat's name above its choices
_NAMES: Final = 0.29
_MOST_NAMES: Final = 0.32
"""Share of a row for emblem and name, and the limit to which it grows for a name on one line."""
_AFTER_NAME: Final = 2.0
_GAP: Final = 1.6  # between a tag and the board, in u
_WIDEST: Final = 30.0  # of a tag, in u


def make_choice(
    strip: Group, label: str, offered: Mapping[T, str], value: T, on_choose: Callable[[T], object]
) -> Choice:
    values = {str(one): one for one in offered}
    named = [(text, offered[one]) for text, one in values.items()]
    return Choice(strip, label, named, str(value), lambda text: on_choose(values[text]))


class OptionRows:
    """The rows of a game's options, which write into the agreement. Rare options are shown only when unfolded."""

    def __init__(
        self,
        strip: ScrollGroup,
        game: Game,
        offered: dict[str, tuple[OptionValue, ...]],
        agreed: Agreement,
        unfolded: bool,
        on_change: Callable[[], object],
    ) -> None:
        self._strip, self._key, self._agreed = strip, game.key, agreed
        self.unfolded, self._on_change = unfolded, on_change
        self._turns, order = card_of(game.key).turns, list(offered)
        self._needs = traits_of(game.play.options, "needs")
        for name, (other, _) in self._needs.items():
            if name in offered and other in offered:
                order.remove(name)
                order.insert(order.index(other) + 1, name)
        self._offered = {name: offered[name] for name in order}
        self._rare = [name for name in order if name in traits_of(game.play.options, "is_rare")]
        self._rows: dict[str, FormRow] = {}
        self._usual = [self._add(name) for name in order if name not in self._rare]
        self._fold = Button(strip, "", self._turn_fold, icon="list")
        self._fold.visible = bool(self._rare)
        self._others = [self._add(name) for name in self._rare]

    def _add(self, name: str) -> FormRow:
        row = self._rows[name] = self._row(name, self._offered[name])
        row.abouts = [self._about(name, value) for value in self._offered[name]]
        return row

    def _row(self, name: str, values: tuple[OptionValue, ...]) -> FormRow:
        strip, words, stem = self._strip, self._strip.form.scene.app.words, f"games.{self._key}"
        label, value, take = words(f"{stem}.option.{name}"), self._agreed.options[name], partial(self._set, name)
        if isinstance(value, bool):
            return Switch(strip, label, value, take)
        numbers = [one for one in values if isinstance(one, int)]
        if isinstance(value, int) and numbers and not words.has(f"{stem}.value.{name}.{numbers[0]}"):
            return Stepper(strip, label, value, min(numbers), max(numbers), take)
        return make_choice(strip, label, self._named(name), value, take)

    def _named(self, name: str) -> dict[OptionValue, str]:
        words, turns = self._strip.form.scene.app.words, self._turns.get(name, {})
        named = {}
        for value in self._offered[name]:
            told = words(f"games.{self._key}.value.{name}.{value}")
            if value in turns:
                minutes = self._agreed.estimate_minutes(turns[value][len(self._agreed.chairs) - 2])
                unit, n = ("hours", round(minutes / 30) / 2) if minutes >= 60 else ("minutes", 5 * round(minutes / 5))
                told = words(f"setup.lasts_{unit}", length=told, n=words.number(n))
            named[value] = told
        return named

    def _set(self, name: str, value: OptionValue) -> None:
        self._agreed.options[name] = value
        self._on_change()

    def _turn_fold(self) -> None:
        self.unfolded = not self.unfolded
        self._on_change()
        if self.unfolded:
            self._strip.scroll_to(self._others[-1])
            self._strip.scroll_to(self._fold)

    def show(self, left_out: Collection[str]) -> None:
        """Show the options except `left_out`, which make no difference now."""
        words = self._strip.form.scene.app.words
        for name, row in self._rows.items():
            row.visible = name not in left_out and (self.unfolded or name not in self._rare)
            other, wanted = self._needs.get(name, (name, self._agreed.options[name]))
            row.enabled = self._agreed.options[other] == wanted
            row.about = self._about(name, self._agreed.options[name])
            if not row.enabled:
                row.about = words(f"games.{self._key}.idle.{name}")
            if name in self._turns and isinstance(row, Choice):
                row.options = [(str(value), told) for value, told in self._named(name).items()]
        self._fold.text = words("setup.fewer" if self.unfolded else "setup.rarer")

    def _about(self, name: str, value: OptionValue) -> str:
        words = self._strip.form.scene.app.words
        stem = f"games.{self._key}.about.{name}"
        told = f"{stem}.{('no', 'yes')[value] if isinstance(value, bool) else value}"
        if self._agreed.by_mail and words.has(f"{told}-mail"):
            return words(f"{told}-mail")
        return next((words(one) for one in (told, stem) if words.has(one)), "")

    def content(self, gap: int) -> Cell:
        return Column(*self._usual, Row(self._fold), *self._others, gap=gap)


class Seat:
    """The widgets of one seat: emblem and name, kind of player, and that player's name, level or time."""

    def __init__(
        self, strip: Group, agreed: Agreement, seat: int, game: Game, on_change: Callable[[], object]
    ) -> None:
        """Make the widgets, which write into `agreed`; `on_change` is called for another player."""
        app, key = strip.form.scene.app, game.key
        words = app.words
        self._strip, self._agreed, self._seat, self._key = strip, agreed, seat, key
        self._levels, self._on_change = [level.number for level in levels_of(key)], on_change
        self._engine = engine_name(app.settings) if offers_engine(app.settings, game) else ""
        sorts = ["person", "computer"]
        sorts += ["mail"] if game.text.mail is not None else []
        sorts += ["engine"] if self._engine else []
        kinds = {kind: words(f"setup.{kind}") for kind in sorts}
        named = {level: words(f"level.{key}.{level}.name") for level in self._levels}
        limits = {limit: limit.describe_limit(words) for limit in LIMITS}
        self._emblem = Picture(strip, view_of(key).emblems[seat])
        self._label = Label(strip, "", "strong")
        chair = self._chair()
        self._kind = make_choice(strip, "", kinds, chair.kind, partial(self._set, "kind"))
        self._kind.most = 0  # the same in every game, however many kinds there are
        self._name = TextField(
            strip, "", "", partial(self._set, "name"), MAX_PLAYER_NAME_LENGTH, hint=words("setup.name")
        )
        self._level = make_choice(strip, "", named, chair.level, partial(self._set, "level"))
        self._limit = make_choice(strip, "", limits, agreed.limit, self._set_limit)
        self._about = Label(strip, "", "small", SOFT_INK, valign="top")

    def _chair(self) -> PlayerChoice:
        return self._agreed.chairs[self._seat]

    def _set(self, name: str, value: object) -> None:
        setattr(self._chair(), name, value)
        self._on_change()

    def _set_limit(self, limit: Limit) -> None:
        self._agreed.limit = limit
        self._on_change()

    def update_row(self, name: str, alike: bool = False) -> None:
        words, chair, agreed = self._strip.form.scene.app.words, self._chair(), self._agreed
        self._label.text = name
        self._emblem.visible = not agreed.by_lot
        self._kind.value, self._level.value, self._limit.value = chair.kind, str(chair.level), str(agreed.limit)
        self._name.visible = chair.kind in ("person", "mail")
        self._level.visible = chair.kind == "computer"
        self._limit.visible = chair.kind == "engine"
        if self._name.value != chair.name:
            self._name.value = chair.name
        self._tolds = {kind: words(f"setup.{kind}_about", name=self._engine) for kind in ("person", "engine", "mail")}
        for level in self._levels:
            told = words("setup.levels_alike" if alike else f"level.{self._key}.{level}.about")
            self._tolds[f"computer {level}"] = words("setup.level", n=level, of=len(self._levels), about=told)
        self._about.text = self._tolds[f"computer {chair.level}" if chair.kind == "computer" else chair.kind]

    def label_width(self, width: int) -> int:
        """Return the pixels for emblem and name in a row: the name may take two lines, but no word is broken."""
        theme, name = self._strip.theme, self._label.text
        around = self._lead() + theme.px(_AFTER_NAME)
        whole = around + theme.width(name, "strong") + 1
        if whole <= round(width * _MOST_NAMES):
            return max(whole, round(width * _NAMES))
        return max(round(width * _NAMES), around + max(theme.width(word, "strong") for word in name.split(" ")) + 1)

    def _lead(self) -> int:
        theme = self._strip.theme
        return min(theme.control, theme.px(4.4)) + theme.px(0.8)

    def row_layout(self, width: int, label: int) -> Cell:
        """Return the layout; `label` are the pixels for emblem and name, if the choices stand beside them."""
        theme, px = self._strip.theme, self._strip.theme.px
        side, lead, after = min(theme.control, px(4.4)), self._lead(), px(_AFTER_NAME)
        emblem = fixed_size(Column(spring(), fixed_size(self._emblem, side), spring()), side)
        named = Row(emblem, space(lead - side), share(self._label), space(after))
        if not self._emblem.visible:
            named = Row(space(lead), share(self._label), space(after))
        given = Row(*(share(one) for one in (self._name, self._level, self._limit)))
        highest = max(theme.height(told, "small", width - lead) for told in self._tolds.values())
        about = fixed_size(self._about, highest)
        below = Row(space(lead), share(Column(about)))
        if width < px(_NARROW):
            chosen = Row(fixed_size(self._kind, width // 2), space(px(1.4)), share(given))
            line = Column(fixed_size(named, theme.control), space(px(0.4)), fixed_size(chosen, theme.control))
        else:
            kind = fixed_size(self._kind, round(width * 0.37))
            high = max(theme.control, named.natural_height(label)) if theme.tight else theme.control
            line = Column(fixed_size(Row(fixed_size(named, label), kind, space(px(1.4)), share(given)), high))
        return Column(line, space(px(0.4)), below)


class EngineStrengthNote:
    """A line on interpreted engines, which play weaker: with a button to compile them, or a bar and one to cancel."""

    def __init__(self, app: AppContext, strip: Group, key: str, on_change: Callable[[], object]) -> None:
        words = app.words
        self._words, self._build, self._on_change = words, engine_build(app), on_change
        self._build.poll()
        self._slowed, self._compiler = is_engine_interpreted(app, key), has_compiler()
        self._told = Label(strip, "", "small", SOFT_INK, valign="top")
        start, cancel = (partial(self._renew_after, act) for act in (self._build.start, self._build.cancel))
        self._make = Button(strip, words("strength.make"), start, icon="computer")
        self._bar = TimeBar(strip)
        self._end = Button(strip, words("strength.cancel"), cancel)

    @property
    def is_running(self) -> bool:
        return self._build.state == "running"

    def _renew_after(self, action: Callable[[], object]) -> None:
        action()
        self._on_change()

    def update_build(self) -> None:
        if self._build.poll():
            self._on_change()
        self._bar.show(self._build.done)

    def update_row(self, strongest: bool) -> None:
        build, words = self._build, self._words
        shown = (strongest or self.is_running) and self._slowed
        self._told.visible = shown
        self._make.visible = shown and self._compiler and build.state in ("idle", "failed")
        self._bar.visible = self._end.visible = shown and self.is_running
        if build.state in ("running", "ready"):
            self._told.text = words(f"strength.{build.state}")
        else:
            idle = "offer" if self._compiler else "no_compiler"
            why = f"failed.{build.problem}" if build.state == "failed" else idle
            self._told.text = f"{words('strength.slow')} {words(f'strength.{why}')}"

    def content(self, gap: int) -> Cell:
        bar = Column(spring(), fixed_size(self._bar, self._bar.theme.px(1.6)), spring())
        return Column(self._told, Row(self._make), Row(share(bar), self._end, gap=gap), gap=gap)


class SeatTexts(NamedTuple):
    emblem: str  # a sprite, or empty
    name: str  # of the seat
    who: str


class SeatTag(Widget):
    touchable = False
    is_readable = True
    texts = RepaintingAttribute(SeatTexts("", "", ""))

    def spoken(self) -> str:
        return self.form.scene.app.words.label_value(self.texts.name, self.texts.who)

    def natural_width(self) -> int:
        theme, told = self.theme, self.texts
        words = max(theme.width(told.name, "strong"), theme.width(told.who, "small"))
        return min(theme.px(_WIDEST), words + self._lead() + theme.px(2.4))

    def natural_height(self, width: int) -> int:
        return self.theme.line("strong") + self.theme.line("small") + self.theme.px(1)

    def _lead(self) -> int:
        return self.theme.px(5.4) if self.texts.emblem else 0

    def paint(self, surface: pygame.Surface) -> None:
        theme, told, lead = self.theme, self.texts, self._lead()
        theme.toast(surface, self.rect)
        area = self.rect.inflate(-theme.px(2), -theme.px(1))
        if told.emblem:
            self.paint_sprite(surface, told.emblem, theme.px(4.2), (area.left + lead * 2 // 5, area.centery))
        area.left, area.width = area.left + lead, area.width - lead
        theme.text(surface, told.name, "strong", INK, area, valign="top", ellipsis=True)
        theme.text(surface, told.who, "small", SOFT_INK, area, valign="bottom", ellipsis=True)


class SeatedBoard:
    """The picture of the board between the tags of the seats: the lower seat's below, the others above in order."""

    def __init__(self, parent: Group, picture: BoardPicture, seats: int) -> None:
        self._theme, self._picture = parent.theme, picture
        self._tags = [SeatTag(parent) for _ in range(seats)]
        self._bottom = 0

    def update_row(self, bottom: int, told: Sequence[SeatTexts]) -> None:
        self._bottom = bottom
        for tag, words in zip(self._tags, told, strict=True):
            tag.texts = words

    def show(self, shown: bool) -> None:
        for tag in self._tags:
            tag.visible = shown

    def size(self, room: tuple[int, int]) -> tuple[int, int]:
        high = room[1] - 2 * (self._tags[0].natural_height(0) + self._theme.px(_GAP))
        wide = min(room[0], round(high * self._picture.ratio))
        return wide, round(wide / self._picture.ratio)

    def row_layout(self, room: tuple[int, int]) -> Cell:
        wide, high = self.size(room)
        gap, count = self._theme.px(_GAP), len(self._tags)
        others = [self._tags[(self._bottom + n) % count] for n in range(1, count)]
        above = Row(*(share(tag) for tag in others), gap=gap) if count > 2 else Row(*others)
        board = fixed_size(Area(self._picture.place), high)
        column = Column(spring(), above, space(gap), board, space(gap), Row(self._tags[self._bottom]), spring())
        return Row(spring(), fixed_size(column, wide), spring())
