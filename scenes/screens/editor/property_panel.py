"""The panel beside the edited board: a row for each property of the position, and the texts of its errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from rules.errors import PositionError
from rules.teaching.editor import Field
from scenes.app.words import Words
from scenes.table.editor_state import thing_named
from scenes.table.game_phrases import phrases_of
from scenes.table.match_text import seat_name
from scenes.ui.base import Group
from scenes.ui.choice import Choice
from scenes.ui.form_row import FormRow, Stepper, Switch
from scenes.ui.label import Label
from scenes.ui.layout import Column
from scenes.ui.scroll import ScrollGroup


class PropertyPanel(ScrollGroup):
    """The rows of the position's fields; the fields of the selected place come first.

    `on_change` is called with the name and the value of a field that the person changes.
    """

    def __init__(self, parent: Group, game_key: str, on_change: Callable[[str, str], object]) -> None:
        super().__init__(parent)
        self._game_key, self._on_change = game_key, on_change
        self._words: Words = self.form.scene.app.words
        self._shown_rows: tuple[object, ...] = ()  # the place and the fields for which `rows` were made
        self.rows: dict[str, FormRow] = {}  # by field name

    def show_fields(self, fields: Sequence[Field], place_name: str, seats: int) -> None:
        """Show the values of `fields`; make new rows if these are other fields than before, or of another place."""
        has_own_fields = any(field.of_place for field in fields)
        wanted_rows = (place_name if has_own_fields else "", *((field.name, field.values) for field in fields))
        if wanted_rows != self._shown_rows:
            self._shown_rows = wanted_rows
            self._make_rows(fields, place_name, seats)
        for field in fields:
            row = self.rows[field.name]
            if isinstance(row, Switch):
                row.value = field.value == "yes"
            elif isinstance(row, Stepper):
                row.value = int(field.value)
            elif isinstance(row, Choice):
                row.value = field.value

    def _make_rows(self, fields: Sequence[Field], place_name: str, seats: int) -> None:
        focused_name = next((name for name, row in self.rows.items() if row.has_focus), "")
        self.clear()
        self.rows = {}
        own_fields = [field for field in fields if field.of_place]
        if own_fields:
            Label(self, place_name, "subheading")
            self._add_rows(own_fields, seats)
            Label(self, self._words("editing.besides"), "subheading")
        self._add_rows([field for field in fields if not field.of_place], seats)
        if focused_name in self.rows:
            self.form.focus(self.rows[focused_name])

    def _add_rows(self, fields: Sequence[Field], seats: int) -> None:
        for field in fields:
            self.rows[field.name] = self._make_row(field, field_label(self._words, self._game_key, field, seats))

    def _make_row(self, field: Field, label: str) -> FormRow:
        def set_value(value: object) -> None:
            self._on_change(field.name, ("no", "yes")[value] if isinstance(value, bool) else str(value))

        if field.kind == "switch":
            return Switch(self, label, False, set_value)
        if field.kind == "number":
            return Stepper(self, label, field.least, field.least, field.most, set_value)
        options = [(value, value_text(self._words, self._game_key, field, value)) for value in field.values]
        return Choice(self, label, options, field.values[0], set_value)

    def natural_height(self, width: int) -> int:
        return self._layout.natural_height(width)

    def place(self, rect: pygame.Rect) -> None:
        self.lay_out_content(rect, self._layout)

    @property
    def _layout(self) -> Column:
        return Column(*self.children, gap=self.theme.px(0.8))


def field_label(words: Words, key: str, field: Field, seats: int) -> str:
    stem, _, number = field.name.partition(".")
    if number.isdigit():
        return words(f"field.{key}.{stem}", seat=seat_name(words, key, int(number), seats))
    return words(f"field.{key}.{field.name}")


def value_text(words: Words, key: str, field: Field, value: str) -> str:
    text_key = f"field.{key}.{field.name.rstrip('12')}-{value}"  # both dice share their texts
    if words.has(text_key):
        return words(text_key)
    if value == "-":
        return words("editing.nobody")
    if field.name in ("turn", "dealer"):
        return seat_name(words, key, int(value), len(field.values))
    if field.name == "joker":
        return thing_named(words, key, value)
    if not value.isalpha():
        return value
    sides = [letter for letter in field.values if letter != "-"]
    return words(f"games.{key}.seat.{sides.index(value)}")


def describe_position_error(words: Words, key: str, problem: PositionError, seats: int = 2) -> str:
    """Return the reason why the game rejects a position, as a sentence."""
    own_key = f"position.{key}.{problem.code}"
    facts = dict(problem.facts)
    if "seat" in facts:
        facts["seat"] = seat_name(words, key, int(facts["seat"]), seats)
    name_thing = phrases_of(key).name_thing
    if "card" in facts and name_thing is not None:
        facts["card"] = name_thing(words, facts["card"])
    if "look" in facts:
        facts["look"] = words(f"token.{key}.{facts['look']}")
    if problem.code.startswith("meld-"):
        return words(f"refusal.{key}.{problem.code.removeprefix('meld-')}", **facts)
    return words(own_key if words.has(own_key) else f"position.{problem.code}", game=words.game_name(key), **facts)
