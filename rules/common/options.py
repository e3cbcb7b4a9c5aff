"""Options of a match as data: a class of options is a dataclass whose fields are bool or Literal.

Rules, records and the set-up sheet read everything else about an option off its field, made by `option`.
"""

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any, Literal, TypeAlias, TypedDict, Unpack, get_args, get_type_hints

OptionValue: TypeAlias = bool | int | str


class Traits(TypedDict, total=False):
    letters: Mapping[Any, str]  # value -> its letter in a position text; the default has none
    is_later: bool  # added after the first release: records omit it at its default
    is_outside_text: bool  # the text of an initial position leaves it open
    is_rare: bool  # few players change it
    needs: tuple[str, OptionValue]  # it matters only with, and stands below, this value of another option
    preselected: OptionValue | tuple[OptionValue, ...]
    """Initial value on the set-up sheet, if it isn't the default; a tuple counts from two players."""


Trait: TypeAlias = Literal["letters", "is_later", "is_outside_text", "is_rare", "needs", "preselected"]


def option(default: OptionValue, **traits: Unpack[Traits]) -> Any:
    """Return a dataclass field that has the traits as its metadata."""
    return field(default=default, metadata=traits)


def choices(kind: type) -> dict[str, tuple[Any, ...]]:
    """Return name -> possible values."""
    hints = get_type_hints(kind)
    return {name: (False, True) if hint is bool else get_args(hint) for name, hint in hints.items()}


def traits_of(kind: Any, trait: Trait) -> dict[str, Any]:
    """Return name -> trait for the options that have it."""
    return {one.name: one.metadata[trait] for one in fields(kind) if trait in one.metadata}


def write_letters(options: Any) -> str:
    """Return the letters of the values, in the order of the alphabet."""
    found = (letters.get(getattr(options, name), "") for name, letters in traits_of(options, "letters").items())
    return "".join(sorted(found))


def read_letters(kind: Any, text: str) -> dict[str, Any]:
    """Return the values that the letters of a text stand for, by name; of two for one option the first it lists."""
    found = {
        name: next((value for value, letter in letters.items() if letter in text), None)
        for name, letters in traits_of(kind, "letters").items()
    }
    return {name: value for name, value in found.items() if value is not None}
