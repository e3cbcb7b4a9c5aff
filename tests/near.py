"""The tests that are nearest to changed files, as arguments of pytest, which begins none after half a minute.

    uv run pytest $(python -m tests.near FILE…)        or at once: python -m tests.near --run FILE…

A test is the nearer the more rare words it shares with a file and its name, and nearer still if it imports the file
or is a law for its kind. Journeys are not among them.
"""

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch
from functools import cache
from math import log, sqrt
from pathlib import Path
from typing import Final

import pytest

from rules import KEYS

ROOT: Final = Path(__file__).parents[1]
MOST: Final = 16
"""Test files that are listed."""
SECONDS: Final = 30
"""Time of each of two processes (`--within` in conftest.py)."""
WEIGHT_OF_NAME: Final = 8
"""The words of a file's name count as if the file had each so many times more."""
COMMON_SHARE: Final = 0.3
"""A word in a greater share of the tests is too common to tell which of them is near."""
IS_IMPORTER, IS_LAW = 0.1, 0.2
"""Nearness of a test that imports the file, and of one that `LAWS` has for it; with the same words it would be 1."""
LAWS: Final = {
    "rules/*": ("tests/rules/test_cases.py", "tests/rules/test_laws.py"),
    "scenes/*words*.toml": ("tests/scenes/test_lang.py", "tests/scenes/test_french.py"),
    "scenes/*rules.*.md": ("tests/scenes/test_rulebook.py", "tests/scenes/test_rulebook_clauses.py"),
    "scenes/*lessons.toml": ("tests/rules/test_lessons.py", "tests/scenes/test_lesson_courses.py"),
    "scenes/*puzzles.toml": ("tests/rules/test_puzzles.py", "tests/scenes/test_puzzlebook.py"),
    "scenes/table/*": ("tests/table/test_update.py", "tests/scenes/test_match_end.py"),
    "sprites/*": ("tests/test_assets.py", "tests/scenes/test_sprites.py"),
    "sounds/*": ("tests/test_sounds.py", "tests/scenes/test_sound.py"),
    "build/*": ("tests/test_build.py", "tests/test_identity.py"),
}
"""Kinds of files -> tests that hold for each file of the kind, where neither words nor imports tell; the first are
twice as near as the second."""


def files_below(folder: str, pattern: str) -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob(pattern))


TESTS: Final = [test for test in files_below("tests", "test_*.py") if not re.match("tests/(journeys|wheel)/", test)]


@cache
def text_of(file: str) -> str:
    """Return what is written in a file; nothing for a picture or a sound, of which the name alone counts."""
    try:
        return "" if file.endswith(".svg") else (ROOT / file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


@cache
def words_in(file: str) -> Counter[str]:
    """Return how often each word is in a file and its name, in small letters; `MatchScene` is two words."""
    name = f"{file.removesuffix('.py')} " * WEIGHT_OF_NAME
    return Counter(word.lower() for word in re.findall("[A-Z]?[a-z]+|[A-Z]+", name + text_of(file)))


@cache
def tests_with_words() -> Counter[str]:
    return Counter(word for test in TESTS for word in words_in(test))


def weights(file: str) -> dict[str, float]:
    """Return the weight of each rare word of a file, the greater the fewer tests have it; the squares add up to 1."""
    tests = tests_with_words()
    rare = {
        word: (1 + log(count)) * log(len(TESTS) / tests[word])
        for word, count in words_in(file).items()
        if 0 < tests[word] < len(TESTS) * COMMON_SHARE
    }
    length = sqrt(sum(weight**2 for weight in rare.values())) or 1
    return {word: weight / length for word, weight in rare.items()}


@cache
def weights_in_tests() -> dict[str, list[tuple[str, float]]]:
    by_word: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for test in TESTS:
        for word, weight in weights(test).items():
            by_word[word].append((test, weight))
    return by_word


@cache
def imports_of(test: str) -> set[str]:
    names = set(re.findall(r"\w+(?:\.\w+)+", text_of(test)))
    for module, taken in re.findall(r"from ([\w.]+) import (\([^)]*\)|.*)", text_of(test)):
        names |= {module, *(f"{module}.{name}" for name in re.findall(r"\w+", taken))}
    return names


@cache
def game_of(file: str) -> str | None:
    return next((key for key in KEYS if key.replace("-", "_") in file), None)


def nearness(file: str) -> dict[str, float]:
    near = dict.fromkeys(TESTS, 0.0)
    for word, weight in weights(file).items():
        for test, other in weights_in_tests()[word]:
            near[test] += weight * other
    module = file.removeprefix("build/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    for test in TESTS:
        near[test] += IS_IMPORTER * (module in imports_of(test))
    for laws in (laws for kind, laws in LAWS.items() if fnmatch(file, kind)):
        for law, value in zip(laws, (IS_LAW, IS_LAW / 2), strict=True):
            near[law] += value
    own = game_of(file)
    return {test: value for test, value in near.items() if not own or game_of(test) in {own, None}}


def nearest(files: Iterable[str]) -> list[str]:
    near = Counter[str]()
    for file in files:
        near |= Counter(nearness(file))  # the greater of each two
    return [test for test, _ in near.most_common(MOST)]


def arguments(files: Sequence[str]) -> Iterator[str]:
    """Yield what pytest is called with; if all files are of one game, the cases of the others are left out."""
    yield from (f"--within={SECONDS}", "--dist=loadfile", "--no-loadscope-reorder")
    games = {game_of(file) for file in files}
    if len(games) == 1 and None not in games:
        yield "-k" + "and".join(f"(not({key}))" for key in KEYS if key not in games)
    yield from nearest(files)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.near", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--run", action="store_true", help="run the tests, too")
    options = parser.parse_args(argv)
    for path in options.files:
        if not path.is_file() or not path.resolve().is_relative_to(ROOT):
            parser.error(f"{path} is no file of {ROOT}")
    call = list(arguments([path.resolve().relative_to(ROOT).as_posix() for path in options.files]))
    print(*call)
    return int(pytest.main(call)) if options.run else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
