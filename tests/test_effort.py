"""The list of tests that depend on the effort, directly or indirectly."""

from pathlib import Path

from tests.effort import list_tests

SOURCE = """
from tests.effort import by_effort

MANY, FEW = by_effort(1, 2, 3), 4


@pytest.fixture
def matches():
    return MANY


def test_plain(): assert FEW_ONES


@pytest.mark.parametrize("n", range(by_effort(1, 2, 3)))
def test_parametrized(n): ...


def test_by_fixture(matches): ...


def test_by_constant(): assert MANY
"""


def test_tests_that_depend_on_the_effort_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(SOURCE, encoding="utf-8")
    names = [test.rpartition("::")[2] for test in list_tests(file)]
    assert names == ["test_parametrized", "test_by_fixture", "test_by_constant"]
