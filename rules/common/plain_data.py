"""Type guards for values parsed from JSON or TOML."""

from typing import TypeGuard


def is_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def is_tables(value: object) -> TypeGuard[list[dict[str, object]]]:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)
