"""Requirements of a wheel with compiled modules."""

import importlib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import rules
from rules.ai.opponents import are_engines_compiled
from tests.checks import present

pytestmark = pytest.mark.compiled


def suffix(name: str) -> str:
    file = present(importlib.import_module(name).__file__, f"file of {name}")
    return "".join(Path(file).suffixes)


@pytest.mark.parametrize("key", ["double-draughts", "duck-chess", "ducart"])
def test_the_engines_and_their_moves_are_shared_objects(key: str) -> None:
    engine = f"rules.{key.replace('-', '_')}.engine.search"
    for name in (engine, f"{engine.rpartition('.')[0]}.movegen"):
        assert suffix(name) in EXTENSION_SUFFIXES


def test_compiled_modules_are_those_that_run() -> None:
    folder = Path(rules.__file__).parent
    shared = [path for path in folder.glob("*/*") if "".join(path.suffixes) in EXTENSION_SUFFIXES]
    assert shared
    for path in shared:
        assert suffix(f"rules.{path.parent.name}.{path.name.partition('.')[0]}") in EXTENSION_SUFFIXES


def test_the_engines_are_reported_as_compiled() -> None:
    assert are_engines_compiled()
