"""Shrinks a script that shows a fault to a few steps, and prints it as a test."""

from collections.abc import Callable, Sequence
from typing import Final

from scenes.app.app import App
from tests.soak.monkey.life import Life, run_script
from tests.soak.monkey.scripts import Script, Step
from tests.soak.shrinking import shrink

TRIES: Final = 200
"""The most lives for shrinking one script."""


def shrink_script(
    script: Sequence[Step],
    seed: str,
    life: Life,
    driver: str = "dummy",
    processes: bool = False,
    meddle: Callable[[App], object] | None = None,
) -> tuple[Script, bool]:
    """Return the shrunk script of a life that ended in a fault, and whether it needs the laws checked after every
    step.

    They are checked so if that shows the fault too, for then it doesn't depend on timing.
    """
    assert life.fault is not None
    kind = life.fault.kind
    upto = tuple(script[: life.fault.step + 1])

    def shows(steps: Script, thorough: bool) -> bool:
        if not steps:
            return False
        fault = run_script(steps, seed, thorough=thorough, driver=driver, processes=processes, meddle=meddle).fault
        return fault is not None and fault.kind == kind

    thorough = shows(upto, True)
    return shrink(upto, lambda steps: shows(steps, thorough), TRIES), thorough


def as_python(script: Sequence[Step], seed: str, fault: str, heard: Sequence[str] = ()) -> str:
    """Return a script as the source of a test; `heard` names the top screen before each step."""
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
            f"    assert run_script(script, {seed!r}, thorough=True).fault is None",
        ]
    )
