"""Values of JSON or TOML, of which nothing is known before they are looked at."""

from __future__ import annotations

from typing import TypeGuard


def is_texts(value: object) -> TypeGuard[list[str]]:
    """Whether a value is a list of texts."""
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def is_tables(value: object) -> TypeGuard[list[dict[str, object]]]:
    """Whether a value is a list of objects of JSON, or of tables of TOML."""
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)
