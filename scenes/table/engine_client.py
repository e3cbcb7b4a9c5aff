"""The client of the opponent's process, in which computer players think. `poll` never blocks.

A process that doesn't stop after a cancel is replaced. If it dies or its answer is long overdue, a new process is
asked the same question.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from rules import REGISTRY
from rules.ai.opponent_process import serve
from rules.ai.opponents import level
from rules.ai.questions import Analyse, Answer, Choose, ChooseByEngine, GreetEngine, Question

if TYPE_CHECKING:
    from multiprocessing.connection import _ConnectionBase as Connection  # Windows has another kind

CANCEL_TIMEOUT_SECONDS: Final = 0.3  # that a cancelled search may take to stop
ANSWER_GRACE_SECONDS: Final = 10.0  # after its time limit until an answer is overdue, with the start of a process
EXTERNAL_ENGINE_GRACE_SECONDS: Final = 20.0  # the same for an external engine, which may have to be started too
EXIT_SECONDS: Final = 0.2  # that the process has to end by itself
EXTERNAL_ENGINE_EXIT_SECONDS: Final = 0.6  # the same if it has to end an external engine first
LOW_MEMORY_DIVISOR: Final = 4
"""The memory for the transposition table is divided by this for a question that has killed two processes."""
MAX_DEATHS: Final = 3  # of processes, after which their question gets an error as its answer


class EngineClient:
    """The client of one process, which answers one question at a time."""

    def __init__(
        self, log: Callable[[str], None], engines: Path | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Start no process yet. `engines`: the folder of `rules.ai.compiled_engines`; `now`: a clock in seconds."""
        self._log = log
        self._now = now
        self._engines = engines
        self._context = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None
        self._cancel_pipe: Connection | None = None
        self._questions: SimpleQueue[Question | None] | None = None  # for the thread that sends them
        self._last_id = 0
        self._open_question: Question | None = None
        self._death_count = 0
        self._cancelled_at: float | None = None
        self._has_external_engine = False  # whether the process was told to use one
        self._overdue_at: float | None = None  # when the open question's answer is overdue

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def is_busy(self) -> bool:
        return self._open_question is not None

    @property
    def has_pending(self) -> bool:
        """Whether `poll` waits for an answer or for the end of a cancelled search."""
        return self._open_question is not None or self._cancelled_at is not None

    def start(self) -> None:
        """Start the process if none is running. Called early, this saves the first question 140 ms."""
        if self._process is not None:
            return
        child_ends: list[Connection] = []
        try:
            self._pipe, pipe = self._context.Pipe()
            child_ends.append(pipe)
            cancels, self._cancel_pipe = self._context.Pipe(duplex=False)
            child_ends.append(cancels)
            questions: SimpleQueue[Question | None] = SimpleQueue()
            sender = threading.Thread(
                target=_send_questions, args=(self._pipe, questions), name="questions", daemon=True
            )
            sender.start()
            self._questions = questions
            process = self._context.Process(
                target=serve, args=(*child_ends, dict(REGISTRY), self._engines), name="opponent", daemon=True
            )
            process.start()
        except (OSError, RuntimeError) as problem:  # too many processes, threads or open files; `poll` notices
            self._log(f"The opponent's process could not be started: {problem}")
            self._close_pipes()
        else:
            self._process = process
        for end in child_ends:
            end.close()  # otherwise the pipe would stay open after the process has died

    def ask(self, question: Question) -> None:
        """Send a question, and cancel the open one."""
        self.cancel()
        self._last_id += 1
        self._death_count = 0
        self._open_question = replace(question, id=self._last_id)
        self._has_external_engine = self._has_external_engine or isinstance(question, ChooseByEngine | GreetEngine)
        self._send()

    def cancel(self) -> None:
        if self._open_question is None:
            return
        if self._cancel_pipe is not None:
            with contextlib.suppress(OSError):  # the process has died
                self._cancel_pipe.send(self._open_question.id)
        self._open_question = None
        self._cancelled_at = self._now()

    def poll(self) -> Answer | None:
        """Return an answer that has arrived, or None; after one that isn't final, more will follow."""
        try:
            while self._pipe is not None and self._pipe.poll():
                answer: Answer = self._pipe.recv()
                if answer.is_final:
                    self._cancelled_at = None
                if not answer.id:
                    self._log(str(answer.error))
                if self._open_question is not None and answer.id == self._open_question.id:
                    if answer.is_final:
                        self._open_question = None
                    return answer
        except (EOFError, OSError):
            return self._restart_after_death("died")
        if self.has_pending and (self._process is None or not self._process.is_alive()):
            return self._restart_after_death("died")
        if self._open_question is not None and self._overdue_at is not None and self._now() > self._overdue_at:
            return self._restart_after_death("gave no answer")
        if self._cancelled_at is not None and self._now() - self._cancelled_at > CANCEL_TIMEOUT_SECONDS:
            self._log("The opponent's process did not fall silent and was replaced.")
            self._replace()
        return None

    def close(self, wait: bool = True) -> None:
        """End the process. Without `wait` it is killed at once, so that animations don't stop meanwhile."""
        process = self._process
        self._process = self._open_question = self._cancelled_at = None
        self._close_pipes()
        if process is not None and not wait:
            process.kill()
        elif process is not None:
            process.terminate()
            process.join(EXTERNAL_ENGINE_EXIT_SECONDS if self._has_external_engine else EXIT_SECONDS)
            if process.is_alive():
                process.kill()
                process.join(EXIT_SECONDS)
        self._has_external_engine = False

    def _close_pipes(self) -> None:
        if self._cancel_pipe is not None:
            self._cancel_pipe.close()
        if self._questions is not None:
            self._questions.put(None)
        self._pipe = self._cancel_pipe = self._questions = None

    def _send(self) -> None:
        self.start()
        limit = None if self._open_question is None else _answer_limit_seconds(self._open_question)
        self._overdue_at = None if limit is None else self._now() + limit + ANSWER_GRACE_SECONDS
        if self._questions is not None:
            self._questions.put(self._open_question)

    def _restart_after_death(self, how: str) -> Answer | None:
        """Start a new process and ask it the open question; after `MAX_DEATHS` deaths return an error instead."""
        self._log(f"The opponent's process {how} and was started again.")
        self._death_count += 1
        if self._open_question is not None and self._death_count >= MAX_DEATHS:
            question_id = self._open_question.id
            self.close()
            return Answer(id=question_id, error=f"The opponent's process {how} again and again.")
        if self._open_question is not None and self._death_count == MAX_DEATHS - 1:
            self._open_question = replace(
                self._open_question, memory=max(1, self._open_question.memory // LOW_MEMORY_DIVISOR)
            )
            self._engines = None  # compiled engines may be the cause
        self._replace()
        return None

    def _replace(self) -> None:
        question = self._open_question
        self.close()
        self._open_question = question
        if question is not None:
            self._send()


def _send_questions(pipe: Connection, questions: SimpleQueue[Question | None]) -> None:
    """Send questions until None comes, then close the pipe.

    This has a thread of its own because sending waits for a process that doesn't read: on Windows from 8 KB on.
    """
    while (question := questions.get()) is not None:
        with contextlib.suppress(OSError):  # the process has died; `poll` notices and asks again
            pipe.send(question)
    pipe.close()


def _answer_limit_seconds(question: Question) -> float | None:
    """Return the seconds that an answer may take; None if its time isn't limited."""
    match question:
        case GreetEngine():
            return EXTERNAL_ENGINE_GRACE_SECONDS
        case ChooseByEngine():
            from rules.ai.uci_client import PATIENCE as ENGINE_PATIENCE

            return EXTERNAL_ENGINE_GRACE_SECONDS + (ENGINE_PATIENCE if question.seconds is None else question.seconds)
        case Choose(seconds=None, level=int(number)):
            try:
                return level(question.game, number).seconds
            except ValueError:  # the answer says that there is no such level
                return None
        case Choose() | Analyse():
            return question.seconds
        case _:
            return None
