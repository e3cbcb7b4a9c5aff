"""Cases of a test as data: `tests/cases/rows/<test file>.json` has a table under the test's name.

The first row of a table names the arguments; a row is a case.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

FOLDER: Final = Path(__file__).with_name("cases") / "rows"

Test = TypeVar("Test", bound=Callable[..., None])


def cases_of(name: str) -> Any:
    return json.loads((FOLDER.parent / f"{name}.json").read_text(encoding="utf-8"))


def each(cases: list[dict[str, Any]], name: str) -> pytest.MarkDecorator:
    """Run a test with each case of a list; its number and what it holds under `name` tell it from the others."""
    named = [pytest.param(case, id=f"{number} {case.get(name, '')}") for number, case in enumerate(cases)]
    return pytest.mark.parametrize("case", named)


@cache
def tables(stem: str) -> Any:
    return json.loads((FOLDER / f"{stem}.json").read_text(encoding="utf-8"))


def rows_and(*more: tuple[Any, ...]) -> Callable[[Test], Test]:
    """Run a test with each row of its table, and with cases that are too long to be written down."""

    def marked(test: Test) -> Test:
        names, *cases = tables(Path(test.__code__.co_filename).stem)[test.__name__]
        parametrized: Test = pytest.mark.parametrize(names, [*cases, *more])(test)
        return parametrized

    return marked


rows: Final = rows_and()
