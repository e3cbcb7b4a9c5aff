"""External engines in the app: testing one, its limit per turn, and what to do about its errors."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import rules
from rules.ai.ownership import first_shared
from rules.ai.questions import GreetEngine
from rules.ai.uci_client import External, can_play
from rules.common import quoting
from scenes.app.atomic_files import display_path
from scenes.app.settings import Settings
from scenes.app.words import Words
from scenes.table.engine_client import EngineClient

if TYPE_CHECKING:
    from scenes.app.stack import AppContext

HEADER: Final = "Engine"  # the record header with the limit of an engine: "seconds 2" or "nodes 100000"
_MAX_SECONDS: Final = 3600.0
_MAX_NODES: Final = 1_000_000_000
_MAX_QUOTED_CHARACTERS: Final = 60
FAULT: Final = "fault"  # the code of an error that has no code of its own

TRY_AGAIN: Final = ("engine", "again")
TAKE_OVER: Final = ("engine", "take-over")
SUBSTITUTE: Final = ("engine", "substitute")
WAIT: Final = ("engine", "wait")
"""The choices when an external engine has failed; `WAIT` leaves the match as it is."""


def describe_problem(words: Words, code: str, facts: Mapping[str, str]) -> str:
    """Return the message about an engine's error, given its code and facts."""
    return words(
        f"engine.{code}",
        **{name: quoting.make_printable(fact, _MAX_QUOTED_CHARACTERS) for name, fact in facts.items()},
    )


def find_refusal(path: str) -> tuple[str, dict[str, str]] | None:
    """Return code and facts of the reason not to run the program at `path`; None if it may be run.

    It may not be run if it is missing or if other users may change it.
    """
    program = Path(path)
    shared = first_shared([program], of_root=True)
    if shared is None:
        return None
    facts = {"engine": program.name, "path": str(shared)}
    return ("shared" if program.is_file() else "missing"), facts


def engine_name(settings: Settings) -> str:
    """Return the name of the engine in the settings: what it calls itself, or its path."""
    return settings.engine_name or display_path(Path(settings.engine))


def list_playable_games(words: Words) -> str:
    """Return the names of the games that external engines can play."""
    return ", ".join(words(f"games.{key}.name") for key in rules.KEYS if can_play(key))


@dataclass(frozen=True, slots=True)
class Limit:
    """An engine's limit per turn: either in seconds or in nodes."""

    seconds: float | None = None
    nodes: int | None = None

    def __str__(self) -> str:
        return f"nodes {self.nodes}" if self.nodes is not None else f"seconds {self.seconds:g}"

    @classmethod
    def read(cls, text: object) -> Self | None:
        """Return the limit from a text that `str` of a limit returned; None if the text is invalid."""
        kind, _, number = str(text).partition(" ")
        with suppress(ValueError):
            if kind == "nodes" and number.isascii() and number.isdigit() and 1 <= int(number) <= _MAX_NODES:
                return cls(nodes=int(number))
            if kind == "seconds" and 0 < float(number) <= _MAX_SECONDS:
                return cls(seconds=float(number))
        return None

    def describe_limit(self, words: Words) -> str:
        """Return the limit for display: "2 s a turn" or "10 000 nodes"."""
        if self.nodes is not None:
            return words("setup.limit_nodes", n=words.format_number(self.nodes))
        return words("setup.limit_seconds", n=words.format_number(self.seconds or 0.0))


LIMITS: Final = (
    *(Limit(seconds=n) for n in (0.5, 1.0, 2.0, 5.0, 10.0)),
    *(Limit(nodes=n) for n in (10_000, 100_000, 500_000)),
)
DEFAULT_LIMIT: Final = Limit(seconds=2.0)


class EngineTrial:
    """A test of an engine in a process of its own. In the end either `name` or `problem` (code, facts) is set."""

    def __init__(self, app: AppContext, path: str) -> None:
        """Start the test, unless the program may not be run."""
        self.path = path
        self.name = ""
        self.problem: tuple[str, Mapping[str, str]] | None = None
        self._log = app.storage.log
        self._refusal = find_refusal(path)
        self._engine_client = EngineClient(self._log)
        if self._refusal is None:
            self._engine_client.ask(GreetEngine(next(filter(can_play, rules.KEYS)), External(path)))

    @property
    def is_over(self) -> bool:
        return bool(self.name) or self.problem is not None

    def poll(self) -> bool:
        """Check whether the test has ended; return True once, when it has."""
        if self.is_over:
            return False
        if self._refusal is not None:
            self._log(f"An engine was not run: {self._refusal[1]}")
            self.problem = self._refusal
            return True
        answer = self._engine_client.poll()
        if answer is None:
            return False
        if answer.error is None and answer.name:
            self.name = quoting.make_printable(answer.name, _MAX_QUOTED_CHARACTERS)
        else:
            self._log(f"An engine was tried: {answer.error}")
            self.problem = (answer.code or FAULT, answer.facts or {"engine": Path(self.path).name})
        self.close()
        return True

    def close(self) -> None:
        self._engine_client.close()
