"""A measured figure: its name, its text, its limit, and the reference of the same run."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


class BenchError(RuntimeError):
    """Raised when nothing can be measured; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Finding:
    name: str
    """The name, equal in every run."""
    value: float
    text: str
    """The value as a text, with its unit and details."""
    most: float | None = None
    """The limit; None without a requirement."""
    against: float | None = None
    """The figure of a fixed task on the same machine in the same run: `value / against` is portable."""

    @property
    def met(self) -> bool:
        return self.most is None or self.value <= self.most

    @property
    def ratio(self) -> float | None:
        return None if self.against is None else self.value / self.against

    def line(self) -> str:
        verdict = "" if self.most is None else f"   {'met' if self.met else 'NOT MET'}: at most {self.most:g}"
        return f"{self.name:<58} {self.text}{verdict}"


def percentile_99(values: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return statistics.quantiles(values, n=100, method="inclusive")[98]


def lower_quartile(values: Sequence[float]) -> float:
    """Return the lower quartile: the undisturbed time on a busy machine."""
    return statistics.quantiles(values, n=4, method="inclusive")[0]


def spread(values: Sequence[float]) -> str:
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle:.0f} (quartiles {low:.0f} to {high:.0f}, n = {len(values)})"


def time_text(values: Sequence[float]) -> str:
    """Return median, 99th percentile and number of times given in seconds, as a text in milliseconds."""
    middle, late = 1000 * statistics.median(values), 1000 * percentile_99(values)
    return f"p50 {middle:.2f}, p99 {late:.2f} ms, {len(values)} frames"
