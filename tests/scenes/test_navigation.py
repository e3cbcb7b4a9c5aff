"""Which screen answers which request."""

import inspect
from importlib import import_module

import pytest

from scenes.app.navigation import Request
from scenes.start import SCREENS


@pytest.mark.parametrize("kind", SCREENS, ids=lambda kind: kind.__name__)
def test_a_screen_takes_what_its_request_says_in_the_same_order(kind: type[Request[object]]) -> None:
    module, _, name = f"scenes.screens.{SCREENS[kind]}".rpartition(".")
    taken = list(inspect.signature(getattr(import_module(module), name)).parameters)
    assert taken[: len(kind.__match_args__) + 1] == ["app", *kind.__match_args__]
