"""Options of a match as data: the values of each, and the letters that stand for them in a position text.

A class of options is a dataclass whose fields are bool or Literal.
"""

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any, get_args, get_type_hints


def switch_with_letter(letter: str) -> Any:
    """Make the field of a bool option, by default False, with a letter for True."""
    return choice_with_letters(False, {True: letter})


def choice_with_letters(default: object, letters: Mapping[Any, str]) -> Any:
    """Make the field of an option; `letters`: value -> its letter, for values other than the default."""
    return field(default=default, metadata={"letters": letters})


def choices(kind: type) -> dict[str, tuple[Any, ...]]:
    hints = get_type_hints(kind)
    return {name: (False, True) if hint is bool else get_args(hint) for name, hint in hints.items()}


def letters_of(kind: Any) -> dict[str, Mapping[Any, str]]:
    """Return name -> value -> letter for the options that have letters."""
    return {one.name: one.metadata["letters"] for one in fields(kind) if "letters" in one.metadata}


def write_letters(options: Any) -> str:
    """Return the letters of the values, in the order of the alphabet."""
    found = (letters.get(getattr(options, name), "") for name, letters in letters_of(options).items())
    return "".join(sorted(found))


def read_letters(kind: Any, text: str) -> dict[str, Any]:
    """Return the values that the letters of a text stand for, by name; of two for one option the first it lists."""
    found = {
        name: next((value for value, letter in letters.items() if letter in text), None)
        for name, letters in letters_of(kind).items()
    }
    return {name: value for name, value in found.items() if value is not None}
