"""External engines, as seen from the window: testing one, its limit per turn, and messages about its errors."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import rules
from rules.ai.external import External, can_play
from rules.ai.ownership import first_shared
from rules.ai.questions import GreetEngine
from rules.common import quoting
from scenes.app.files import display_path
from scenes.app.settings import Settings
from scenes.app.words import Words
from scenes.table.engine_client import EngineClient

if TYPE_CHECKING:
    from scenes.app.stack import AppContext

HEADER: Final = "Engine"  # record header for the limit of a match's engine ("seconds 2", "nodes 100000")
_MOST_SECONDS: Final = 3600.0
_MOST_NODES: Final = 1_000_000_000
_LONGEST: Final = 60  # characters of an engine's text that a sentence quotes at most
FAULT: Final = "fault"  # the code of an error that no engine caused


TRY_AGAIN: Final = ("engine", "again")
TAKE_OVER: Final = ("engine", "take-over")
SUBSTITUTE: Final = ("engine", "substitute")
WAIT: Final = ("engine", "wait")
"""The answers when an external engine fails; `WAIT` leaves the match as it is."""


def describe_problem(words: Words, code: str, facts: Mapping[str, str]) -> str:
    """Return the message for the code and facts of an engine's error."""
    return words(f"engine.{code}", **{name: quoting.make_printable(fact, _LONGEST) for name, fact in facts.items()})


def find_refusal(path: str) -> tuple[str, dict[str, str]] | None:
    """Return why the program at `path` may not be run, as code and facts; None if it may."""
    program = Path(path)
    shared = first_shared([program], of_root=True)
    if shared is None:
        return None
    facts = {"engine": program.name, "path": str(shared)}
    return ("shared" if program.is_file() else "missing"), facts


def engine_name(settings: Settings) -> str:
    """Return the name that the configured engine gives itself, or its file name."""
    return settings.engine_name or display_path(Path(settings.engine))


def list_playable_games(words: Words) -> str:
    """Return the names of the games that external engines can play."""
    return ", ".join(words(f"games.{key}.name") for key in rules.KEYS if can_play(key))


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit per turn, in either seconds or nodes."""

    seconds: float | None = None
    nodes: int | None = None

    def __str__(self) -> str:
        return f"nodes {self.nodes}" if self.nodes is not None else f"seconds {self.seconds:g}"

    @classmethod
    def read(cls, text: object) -> Self | None:
        """Parse the format of `str`; None if it is invalid."""
        kind, _, number = str(text).partition(" ")
        with suppress(ValueError):
            if kind == "nodes" and number.isascii() and number.isdigit() and 1 <= int(number) <= _MOST_NODES:
                return cls(nodes=int(number))
            if kind == "seconds" and 0 < float(number) <= _MOST_SECONDS:
                return cls(seconds=float(number))
        return None

    def describe_limit(self, words: Words) -> str:
        """Return the limit for display: "2 s a turn" or "10 000 nodes"."""
        if self.nodes is not None:
            return words("setup.limit_nodes", n=words.number(self.nodes))
        return words("setup.limit_seconds", n=words.number(self.seconds or 0.0))


LIMITS: Final = (
    *(Limit(seconds=n) for n in (0.5, 1.0, 2.0, 5.0, 10.0)),
    *(Limit(nodes=n) for n in (10_000, 100_000, 500_000)),
)
USUAL: Final = Limit(seconds=2.0)


class EngineTrial:
    """A test run of an engine in its own process; sets `name`, or `problem` (code, facts)."""

    def __init__(self, app: AppContext, path: str) -> None:
        self.path = path
        self.name = ""
        self.problem: tuple[str, Mapping[str, str]] | None = None
        self._log = app.storage.log
        self._refused = find_refusal(path)
        self._thinker = EngineClient(self._log)
        if self._refused is None:
            self._thinker.ask(GreetEngine(next(filter(can_play, rules.KEYS)), External(path)))

    @property
    def is_over(self) -> bool:
        return bool(self.name) or self.problem is not None

    def poll(self) -> bool:
        """Look for the answer; return True when it has just come."""
        if self.is_over:
            return False
        if self._refused is not None:
            self._log(f"An engine was not run: {self._refused[1]}")
            self.problem = self._refused
            return True
        answer = self._thinker.poll()
        if answer is None:
            return False
        if answer.error is None and answer.name:
            self.name = quoting.make_printable(answer.name, _LONGEST)
        else:
            self._log(f"An engine was tried: {answer.error}")
            self.problem = (answer.code or FAULT, answer.facts or {"engine": Path(self.path).name})
        self.close()
        return True

    def close(self) -> None:
        self._thinker.close()
