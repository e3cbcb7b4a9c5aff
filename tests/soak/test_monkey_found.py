"""Scripts with which the monkey (`python -m tests.soak monkey`) found faults, cut down to what they took."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.effort import by_effort
from tests.soak.monkey.living import live
from tests.soak.monkey.scripts import Script

FOUND: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "monkey.json").read_text(encoding="utf-8")
)
"""What was wrong -> the seed, and the steps that showed it."""


@pytest.mark.parametrize("name", sorted(FOUND)[:: by_effort(2, 1, 1)])
def test_earlier_findings_stay_fixed(name: str) -> None:
    seed, *steps = FOUND[name]
    fault = live(tuple(map(tuple, steps)), seed, thorough=True).fault
    assert fault is None, fault


@pytest.mark.parametrize("key", ["double-draughts", "duck-chess"])
def test_a_turn_can_be_made_in_a_try_out(key: str) -> None:
    """From the midst of a turn a try-out began where nothing could be written down."""
    for seed in range(by_effort(2, 6, 6)):
        script: Script = (
            ("lay", f"try-out begun: {key}", seed),
            ("wait", 0.4),
            *[("turn", part / 7, "click") for part in range(7)],
        )
        fault = live(script, f"{seed}", thorough=True).fault
        assert fault is None, fault
