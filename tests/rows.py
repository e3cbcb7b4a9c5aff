"""Cases of a test as data: `tests/cases/rows/<test file>.json` has a table under the test's name.

The first row of a table names the arguments; a row is a case.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

FOLDER: Final = Path(__file__).with_name("cases") / "rows"

Test = TypeVar("Test", bound=Callable[..., None])


@cache
def tables(stem: str) -> Any:
    """The tables of a test file."""
    return json.loads((FOLDER / f"{stem}.json").read_text(encoding="utf-8"))


def rows_and(*more: tuple[Any, ...]) -> Callable[[Test], Test]:
    """Run a test with each row of its table, and with cases that are too long to be written down."""

    def marked(test: Test) -> Test:
        names, *cases = tables(Path(test.__code__.co_filename).stem)[test.__name__]
        parametrized: Test = pytest.mark.parametrize(names, [*cases, *more])(test)
        return parametrized

    return marked


rows: Final = rows_and()
"""Run a test with each row of its table."""
