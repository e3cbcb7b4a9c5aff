"""A script that shows a fault cut down to the few steps that it takes, and printed as a test."""

from collections.abc import Callable, Sequence
from typing import Final

from scenes.app.app import App
from tests.soak.monkey.living import LivingToken, live
from tests.soak.monkey.scripts import Script, Step
from tests.soak.shrinking import shrink

TRIES: Final = 200
"""Lives that are spent on it at most."""


def cut(
    script: Sequence[Step],
    seed: str,
    life: LivingToken,
    driver: str = "dummy",
    processes: bool = False,
    meddle: Callable[[App], object] | None = None,
) -> tuple[Script, bool]:
    """The script of a life that ended in a fault, cut down, and whether the laws were looked at after every step for
    it: so they are where that shows the fault too, for then it needn't come at the right moment."""
    assert life.fault is not None
    kind = life.fault.kind
    upto = tuple(script[: life.fault.step + 1])

    def shows(steps: Script, thorough: bool) -> bool:
        if not steps:
            return False
        fault = live(steps, seed, thorough=thorough, driver=driver, processes=processes, meddle=meddle).fault
        return fault is not None and fault.kind == kind

    thorough = shows(upto, True)
    return shrink(upto, lambda steps: shows(steps, thorough), TRIES), thorough


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
