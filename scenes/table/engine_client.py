"""The process in which computer players think, as seen from the window; `poll` never blocks.

A process that doesn't stop after a cancel is replaced; if it dies or is long overdue, a new one gets the question
again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from rules import REGISTRY
from rules.ai.opponents import level
from rules.ai.questions import Analyse, Answer, Choose, ChooseByEngine, GreetEngine, Question
from rules.ai.server import serve

CANCEL_TIMEOUT_SECONDS: Final = 0.3  # seconds that a cancelled search may take to stop
GRACE: Final = 10.0  # seconds from its time limit until an answer is overdue; includes a process's start
ENGINE_GRACE: Final = 20.0  # for an external engine, which may have to be started, and is ended if it doesn't answer
FAREWELL: Final = 0.2  # seconds that the process has to end by itself
ENGINE_FAREWELL: Final = 0.6  # the same with an external engine to end first
SHORT: Final = 4
"""Divisor of the transposition table's size for a question that killed two processes: memory may be short."""
MOST_DEATHS: Final = 3  # of a process, after which its question is given up


class EngineClient:
    """One process that thinks for all computer seats of a match, and for the hints."""

    def __init__(
        self, log: Callable[[str], None], engines: Path | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Take the folder for compiled engines (`rules.ai.compiled_engines`) and a clock in seconds."""
        self._log = log
        self._now = now
        self._engines = engines
        self._context = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None
        self._cancels: Connection | None = None
        self._number = 0
        self._open: Question | None = None
        self._deaths = 0
        self._cancelled_at: float | None = None
        self._host = False  # whether an external engine was asked for since the process was started
        self._due: float | None = None  # the time after which the answer to the open question is overdue

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def busy(self) -> bool:
        return self._open is not None

    @property
    def has_pending(self) -> bool:
        """Whether `poll` has something to wait for."""
        return self._open is not None or self._cancelled_at is not None

    def start(self) -> None:
        """Start the process, if none is running: this saves 140 ms at the first question."""
        if self._process is not None:
            return
        theirs: list[Connection] = []
        try:
            self._pipe, pipe = self._context.Pipe()
            theirs.append(pipe)
            cancels, self._cancels = self._context.Pipe(duplex=False)
            theirs.append(cancels)
            process = self._context.Process(
                target=serve, args=(*theirs, dict(REGISTRY), self._engines), name="opponent", daemon=True
            )
            process.start()
        except OSError as problem:  # too many processes or open files, or no memory: poll finds out
            self._log(f"The opponent's process could not be started: {problem}")
            self._hang_up()
        else:
            self._process = process
        for end in theirs:
            end.close()  # else a process that dies would leave the pipe open

    def ask(self, question: Question) -> None:
        """Send a question, with a new id; an open one is cancelled."""
        self.cancel()
        self._number += 1
        self._deaths = 0
        self._open = replace(question, id=self._number)
        self._host = self._host or isinstance(question, ChooseByEngine | GreetEngine)
        self._send()

    def cancel(self) -> None:
        if self._open is None:
            return
        if self._cancels is not None:
            with contextlib.suppress(OSError):  # it has died
                self._cancels.send(self._open.id)
        self._open = None
        self._cancelled_at = self._now()

    def poll(self) -> Answer | None:
        """Return the answer, if there is one; unless it is `final`, the question remains open."""
        try:
            while self._pipe is not None and self._pipe.poll():
                answer: Answer = self._pipe.recv()
                if answer.final:
                    self._cancelled_at = None
                if not answer.id:
                    self._log(str(answer.error))
                if self._open is not None and answer.id == self._open.id:
                    if answer.final:
                        self._open = None
                    return answer
        except (EOFError, OSError):
            return self._died("died")
        if self.has_pending and (self._process is None or not self._process.is_alive()):
            return self._died("died")
        if self._open is not None and self._due is not None and self._now() > self._due:
            return self._died("gave no answer")
        if self._cancelled_at is not None and self._now() - self._cancelled_at > CANCEL_TIMEOUT_SECONDS:
            self._log("The opponent's process did not fall silent and was replaced.")
            self._replace()
        return None

    def close(self, wait: bool = True) -> None:
        """End the process; without `wait` kill it at once, to keep animations going: the next start reaps it."""
        process = self._process
        self._process = self._open = self._cancelled_at = None
        self._hang_up()
        if process is not None and not wait:
            process.kill()
        elif process is not None:
            process.terminate()
            process.join(ENGINE_FAREWELL if self._host else FAREWELL)
            if process.is_alive():
                process.kill()
                process.join(FAREWELL)
        self._host = False

    def _hang_up(self) -> None:
        for end in (self._pipe, self._cancels):
            if end is not None:
                end.close()
        self._pipe = self._cancels = None

    def _send(self) -> None:
        self.start()
        cap = None if self._open is None else _cap(self._open)
        self._due = None if cap is None else self._now() + cap + GRACE
        if self._pipe is not None:
            with contextlib.suppress(OSError):  # it has died: poll finds out and asks again
                self._pipe.send(self._open)

    def _died(self, how: str) -> Answer | None:
        """Restart the process; give up a question that kills every process."""
        self._log(f"The opponent's process {how} and was started again.")
        self._deaths += 1
        if self._open is not None and self._deaths >= MOST_DEATHS:
            number = self._open.id
            self.close()
            return Answer(id=number, error=f"The opponent's process {how} again and again.")
        if self._open is not None and self._deaths == MOST_DEATHS - 1:
            self._open = replace(self._open, memory=max(1, self._open.memory // SHORT))
            self._engines = None  # they may be what kills it
        self._replace()
        return None

    def _replace(self) -> None:
        wanted = self._open
        self.close()
        self._open = wanted
        if wanted is not None:
            self._send()


def _cap(question: Question) -> float | None:
    """Return the seconds that the answer may take, or None if only its nodes are limited."""
    match question:
        case GreetEngine():
            return ENGINE_GRACE
        case ChooseByEngine():
            from rules.ai.external import PATIENCE as ENGINE_PATIENCE

            return ENGINE_GRACE + (ENGINE_PATIENCE if question.seconds is None else question.seconds)
        case Choose(seconds=None, level=int(number)):
            try:
                return level(question.game, number).seconds
            except ValueError:  # the answer says that there is no such level
                return None
        case Choose() | Analyse():
            return question.seconds
        case _:
            return None
