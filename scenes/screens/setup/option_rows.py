"""The lines of the set-up sheet with a game's options, each with what its value means."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TypeVar

from scenes.app.game_card import card_of
from scenes.app.theme import SOFT_INK
from scenes.screens.setup.agreement import Agreement, OptionValue
from scenes.ui.base import Group
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_row import FormRow, Stepper, Switch
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Row, space
from scenes.ui.scroll import ScrollGroup

T = TypeVar("T")


def one_of(
    strip: Group,
    label: str,
    owner: Callable[[], object],
    name: str,
    offered: Mapping[T, str],
    on_change: Callable[[], object],
) -> Choice:
    """A choice of values with their words, which is written into the attribute `name` of `owner`."""
    values = {str(value): value for value in offered}

    def take(text: str) -> None:
        setattr(owner(), name, values[text])
        on_change()

    named = [(text, offered[value]) for text, value in values.items()]
    return Choice(strip, label, named, str(getattr(owner(), name)), take)


class OptionRows:
    """They write into the agreement. Options that few change are only shown when they are unfolded."""

    def __init__(
        self,
        strip: ScrollGroup,
        key: str,
        offered: dict[str, tuple[OptionValue, ...]],
        agreed: Agreement,
        unfolded: bool,
        on_change: Callable[[], object],
    ) -> None:
        """`offered`: the options that matter, with their values; `on_change`: other values or rows are shown."""
        self._strip, self._key, self._agreed = strip, key, agreed
        self.unfolded, self._on_change = unfolded, on_change
        self._rare = [name for name in offered if name in card_of(key).rare]
        self._rows: dict[str, FormRow] = {}
        self._hints: dict[str, Label] = {}
        names = [name for name in offered if name not in self._rare]
        self._usual = [self._add(name, offered[name]) for name in names]
        self._fold = Button(strip, "", self._turn_fold, icon="list")
        self._fold.visible = bool(self._rare)
        self._others = [self._add(name, offered[name]) for name in self._rare]

    def _add(self, name: str, values: tuple[OptionValue, ...]) -> str:
        self._rows[name] = self._row(name, values)
        self._hints[name] = Label(self._strip, "", "small", SOFT_INK)
        return name

    def _row(self, name: str, values: tuple[OptionValue, ...]) -> FormRow:
        strip, words, stem = self._strip, self._strip.form.scene.app.words, f"games.{self._key}"
        label, value, take = words(f"{stem}.option.{name}"), self._agreed.options[name], partial(self._set, name)
        if isinstance(value, bool):
            return Switch(strip, label, value, take)
        numbers = [one for one in values if isinstance(one, int)]
        if isinstance(value, int) and numbers and not words.has(f"{stem}.value.{name}.{numbers[0]}"):
            return Stepper(strip, label, value, min(numbers), max(numbers), take)
        by_word = {str(one): one for one in values}
        named = [(word, words(f"{stem}.value.{name}.{word}")) for word in by_word]
        return Choice(strip, label, named, str(value), lambda word: take(by_word[word]))

    def _set(self, name: str, value: OptionValue) -> None:
        self._agreed.options[name] = value
        self._on_change()

    def _turn_fold(self) -> None:
        self.unfolded = not self.unfolded
        self._on_change()
        if self.unfolded:
            last = self._hints[self._rare[-1]]
            self._strip.reveal(last if last.visible else self._rows[self._rare[-1]])
            self._strip.reveal(self._fold)

    def show(self, left_out: Collection[str]) -> None:
        """Show the options but those that make no difference now."""
        words, agreed = self._strip.form.scene.app.words, self._agreed
        for name, row in self._rows.items():
            row.visible = name not in left_out and (self.unfolded or name not in self._rare)
            value = agreed.options[name]
            told = f"games.{self._key}.about.{name}.{('no', 'yes')[value] if isinstance(value, bool) else value}"
            if agreed.by_mail and words.has(f"{told}-mail"):
                told = f"{told}-mail"
            hint = self._hints[name]
            hint.text = words(told) if words.has(told) else ""
            hint.visible = row.visible and bool(hint.text)
        self._fold.text = words("setup.fewer" if self.unfolded else "setup.rarer")

    def content(self, gap: int, near: int) -> Cell:
        """The layout: lines so many pixels apart, and what a value means `near` below its line."""

        def lines(names: list[str]) -> list[Cell]:
            return [Column(self._rows[name], space(near), self._hints[name]) for name in names]

        return Column(*lines(self._usual), Row(self._fold), *lines(self._others), gap=gap)
