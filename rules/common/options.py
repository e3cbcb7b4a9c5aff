"""Options of a match: a class of options is a dataclass whose fields are bool or Literal and made by `option`.

Records, position texts and the set-up sheet learn everything else about an option from the traits of its field.
"""

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any, Literal, TypeAlias, TypedDict, Unpack, get_args, get_type_hints

OptionValue: TypeAlias = bool | int | str


class Traits(TypedDict, total=False):
    """The facts about an option that records, position texts and the set-up sheet use."""

    letters: Mapping[Any, str]  # value -> its letter in a position text; the default has none
    is_later: bool  # added after the first release: records omit it at its default
    is_outside_text: bool  # the text of a start position doesn't show it
    is_rare: bool  # few players change it
    needs: tuple[str, OptionValue]  # the option listed above it, and the value of that option which it needs
    preselected: OptionValue | tuple[OptionValue, ...]
    """The value preset on the set-up sheet, if not the default; a tuple has one for 2 players, for 3 and so on."""


Trait: TypeAlias = Literal["letters", "is_later", "is_outside_text", "is_rare", "needs", "preselected"]


def option(default: OptionValue, **traits: Unpack[Traits]) -> Any:
    """Return a dataclass field with the traits as its metadata."""
    return field(default=default, metadata=traits)


def choices(kind: type) -> dict[str, tuple[Any, ...]]:
    """Return name -> possible values of each option of a class of options."""
    hints = get_type_hints(kind)
    return {name: (False, True) if hint is bool else get_args(hint) for name, hint in hints.items()}


def traits_of(kind: Any, trait: Trait) -> dict[str, Any]:
    """Return name -> value of a trait, for the options that have the trait."""
    return {entry.name: entry.metadata[trait] for entry in fields(kind) if trait in entry.metadata}


def write_letters(options: Any) -> str:
    """Return the letters of the options' values, in alphabetical order."""
    found = (letters.get(getattr(options, name), "") for name, letters in traits_of(options, "letters").items())
    return "".join(sorted(found))


def read_letters(kind: Any, text: str) -> dict[str, Any]:
    """Return name -> value for the letters in a text; of two letters of one option, the first in its trait counts."""
    found = {
        name: next((value for value, letter in letters.items() if letter in text), None)
        for name, letters in traits_of(kind, "letters").items()
    }
    return {name: value for name, value in found.items() if value is not None}
