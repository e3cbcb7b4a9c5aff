"""tests/near.py: every file has near tests, and every test is near to some file."""

from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from rules import KEYS
from tests import near

SHIPPED = ("rules", "scenes", "sprites", "sounds", "build")


@cache
def nearest_tests() -> dict[str, list[str]]:
    files = [file for folder in SHIPPED for file in near.files_below(folder, "*.*") if "/__pycache__/" not in file]
    return {file: near.nearest([file]) for file in (*files, "main.py", "pyproject.toml")}


def test_every_file_has_near_tests_and_every_test_is_near_to_some_file() -> None:
    bare = [file for file, tests in nearest_tests().items() if not tests]
    assert not bare, f"no test is near to {bare}"
    far = sorted({*near.TESTS}.difference(*nearest_tests().values()))
    assert not far, f"{far} are near to no file: LAWS may have them for a kind of files"


@pytest.mark.parametrize("key", KEYS)
def test_the_nearest_tests_of_a_game_belong_to_no_other_game(key: str) -> None:
    names = key, key.replace("-", "_")
    own = {file: tests for file, tests in nearest_tests().items() if near.game_of(file) == key}
    assert own, f"no file is named after {key}"
    wrong = {file for file, tests in own.items() if {near.game_of(test) for test in tests} - {key, None}}
    assert not wrong, f"tests of other games than {key} are near to {wrong}"
    naming = {test for test in near.TESTS if any(name in near.text_of(test) for name in names)}
    unnamed = {file for file, tests in own.items() if naming.isdisjoint(tests)}
    assert not unnamed, f"no test that names {key} is near to {unnamed}"


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("rules/ducart/engine/movegen.py", "tests/rules/test_ducart_board.py"),
        ("scenes/app/storage.py", "tests/scenes/test_storage.py"),
        ("scenes/games/ducale/words.fr.toml", "tests/scenes/test_lang.py"),
        ("scenes/ui/layout.py", "tests/scenes/test_rows_and_columns.py"),
        ("tests/scenes/test_fit.py", "tests/scenes/test_fit.py"),
    ],
)
def test_the_test_about_a_file_is_among_its_three_nearest(file: str, test: str) -> None:
    assert test in near.nearest([file])[:3]


def test_laws_name_existing_tests_and_files() -> None:
    for kind, laws in near.LAWS.items():
        assert {*laws} <= {*near.TESTS}, f"LAWS names a test file that is not there, at {kind}"
        assert any(fnmatch(file, kind) for file in nearest_tests()), f"LAWS has {kind}, but there is no such file"


def test_a_missing_file_is_reported_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        near.main(["rules/no_such_file.py"])
    assert end.value.code == 2
    assert f"{Path('rules/no_such_file.py')} is no file of " in capsys.readouterr().err
