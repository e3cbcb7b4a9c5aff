"""Engines of other people, seen from the window: trying one, how long it may think, what is said when it fails."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import rules
from rules.ai.external import External, knows
from rules.ai.ownership import first_shared
from rules.ai.questions import GreetEngine
from rules.common import quoting
from scenes.app.files import shown
from scenes.app.settings import Settings
from scenes.app.words import Words
from scenes.table.engine_client import Thinker

if TYPE_CHECKING:
    from scenes.app.stack import AppContext

HEADER: Final = "Engine"
"""The record's header for the limit of a match's engine ("seconds 2", "nodes 100000")."""
_MOST_SECONDS: Final = 3600.0
_MOST_NODES: Final = 1_000_000_000
_LONGEST: Final = 60
"""Letters of what an engine says that a sentence quotes."""
FAULT: Final = "fault"
"""The code where something went wrong that is no engine's doing."""


TRY_AGAIN: Final = ("engine", "again")
TAKE_OVER: Final = ("engine", "take-over")
SUBSTITUTE: Final = ("engine", "substitute")
WAIT: Final = ("engine", "wait")
"""The answers when an external engine fails; `WAIT` leaves the match as it is."""


def sentence(words: Words, code: str, facts: Mapping[str, str]) -> str:
    """What went wrong with an engine, by the code and the facts of an answer."""
    return words(f"engine.{code}", **{name: quoting.shown(fact, _LONGEST) for name, fact in facts.items()})


def refusal(path: str) -> tuple[str, dict[str, str]] | None:
    """Return why the program at `path` may not be run, as code and facts; None if it may."""
    program = Path(path)
    shared = first_shared([program], of_root=True)
    if shared is None:
        return None
    facts = {"engine": program.name, "path": str(shared)}
    return ("shared" if program.is_file() else "missing"), facts


def engine_name(settings: Settings) -> str:
    """What the engine of the settings calls itself, or its file where that isn't known."""
    return settings.engine_name or shown(Path(settings.engine))


def playable(words: Words) -> str:
    """The names of the games that engines from outside can play."""
    return ", ".join(words(f"games.{key}.name") for key in rules.KEYS if knows(key))


@dataclass(frozen=True, slots=True)
class Limit:
    """Seconds or nodes for a turn, one of them."""

    seconds: float | None = None
    nodes: int | None = None

    def __str__(self) -> str:
        return f"nodes {self.nodes}" if self.nodes is not None else f"seconds {self.seconds:g}"

    @classmethod
    def read(cls, text: object) -> Self | None:
        """What `str` wrote; None where that makes no sense."""
        kind, _, number = str(text).partition(" ")
        with suppress(ValueError):
            if kind == "nodes" and number.isascii() and number.isdigit() and 1 <= int(number) <= _MOST_NODES:
                return cls(nodes=int(number))
            if kind == "seconds" and 0 < float(number) <= _MOST_SECONDS:
                return cls(seconds=float(number))
        return None

    def told(self, words: Words) -> str:
        """As people say it: "2 s a turn" or "10 000 nodes"."""
        if self.nodes is not None:
            return words("setup.limit_nodes", n=words.number(self.nodes))
        return words("setup.limit_seconds", n=words.number(self.seconds or 0.0))


LIMITS: Final = (
    *(Limit(seconds=n) for n in (0.5, 1.0, 2.0, 5.0, 10.0)),
    *(Limit(nodes=n) for n in (10_000, 100_000, 500_000)),
)
"""Those to choose from."""
USUAL: Final = Limit(seconds=2.0)


class EngineTrial:
    """An engine is started in its own process and asked who it is: `name` or `problem` (code, facts) comes of it."""

    def __init__(self, app: AppContext, path: str) -> None:
        """Begin with the program at `path`."""
        self.path = path
        self.name = ""
        self.problem: tuple[str, Mapping[str, str]] | None = None
        self._log = app.storage.log
        self._refused = refusal(path)
        self._thinker = Thinker(self._log)
        if self._refused is None:
            self._thinker.ask(GreetEngine(next(filter(knows, rules.KEYS)), External(path)))

    @property
    def over(self) -> bool:
        """Whether it is known how it went."""
        return bool(self.name) or self.problem is not None

    def poll(self) -> bool:
        """Look for the answer; True when it came just now."""
        if self.over:
            return False
        if self._refused is not None:
            self._log(f"An engine was not run: {self._refused[1]}")
            self.problem = self._refused
            return True
        answer = self._thinker.poll()
        if answer is None:
            return False
        if answer.error is None and answer.name:
            self.name = quoting.shown(answer.name, _LONGEST)
        else:
            self._log(f"An engine was tried: {answer.error}")
            self.problem = (answer.code or FAULT, answer.facts or {"engine": Path(self.path).name})
        self.close()
        return True

    def close(self) -> None:
        """End the process, and the engine with it."""
        self._thinker.close()
