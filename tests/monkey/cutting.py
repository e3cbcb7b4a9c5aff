"""A script that shows a fault cut down to the few steps that it takes, and printed as a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from scenes.app import App
from tests.monkey.living import Life, live
from tests.monkey.scripts import Script, Step

TRIES: Final = 200
"""Lives that are spent on it at most."""

Shows: TypeAlias = Callable[[Script], str | None]
"""Carries a script out; the kind of the fault that came, or None."""


def shortest(script: Sequence[Step], kind: str, shows: Shows, tries: int = TRIES) -> Script:
    """What is left of a script that shows a fault when parts are left out as long as it does: halves, quarters, and
    so on down to single steps, over and over until no step can go."""
    steps = tuple(script)
    size = max(1, len(steps) // 2)
    while tries > 0:
        at, before = 0, len(steps)
        while at < len(steps) and tries > 0:
            fewer = steps[:at] + steps[at + size :]
            tries -= 1
            if fewer and shows(fewer) == kind:
                steps = fewer
            else:
                at += size
        if size > 1:
            size //= 2
        elif len(steps) == before:
            break
    return steps


def cut(
    script: Sequence[Step],
    seed: str,
    life: Life,
    driver: str = "dummy",
    processes: bool = False,
    meddle: Callable[[App], object] | None = None,
) -> tuple[Script, bool]:
    """The same of a life that ended in a fault, and whether the laws were looked at after every step for it: so they
    are where that shows the fault too, for then it needn't come at the right moment."""
    assert life.fault is not None
    kind = life.fault.kind
    upto = tuple(script[: life.fault.step + 1])

    def shows(steps: Script, thorough: bool) -> str | None:
        fault = live(steps, seed, thorough=thorough, driver=driver, processes=processes, meddle=meddle).fault
        return None if fault is None else fault.kind

    thorough = shows(upto, True) == kind
    return shortest(upto, kind, lambda steps: shows(steps, thorough)), thorough


def as_python(script: Sequence[Step], seed: str, fault: str, heard: Sequence[str] = ()) -> str:
    """A script as a test that can be pasted; `heard` is what lay on top before each step."""
    tops = [f"  # on {name}" for name in heard] or [""] * len(script)
    tops += [""] * (len(script) - len(tops))
    lines = [f"        {step!r},{top}" for step, top in zip(script, tops, strict=False)]
    return "\n".join(
        [
            f"# {fault}",
            "def test_found_by_the_monkey() -> None:",
            "    script: Script = (",
            *lines,
            "    )",
            f"    assert live(script, {seed!r}, thorough=True).fault is None",
        ]
    )
