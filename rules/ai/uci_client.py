"""External engines as players: a UCI client that checks everything that an engine sends.

Each question ends within a limited time, either with a legal turn or with an `EngineError`, after which the engine's
process is ended. Source: Universal Chess Interface (Stefan Meyer-Kahlen, 2006), and UCI_Variant for other games.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final, Self

from rules import get
from rules.abilities import play_all
from rules.ai.opponents import MEMORY
from rules.ai.program import Program
from rules.common.quoting import make_printable
from rules.contract import Move, Position
from rules.errors import TurnError
from rules.game import Game
from rules.search.budget import Budget, Stop, never
from rules.search.iterative_deepening import WIN
from rules.search.opponent import BestPlay

VARIANTS: Final[Mapping[str, str]] = {"duck-chess": "duck"}  # game key -> its value of UCI_Variant
GREETING: Final = 5.0  # seconds that an engine has for `uciok` and `readyok`
MAX_GREETING_BYTES: Final = 1 << 20  # bytes that an engine may send before `uciok`
GRACE: Final = 3.0  # seconds for an answer after the time limit
PATIENCE: Final = 120.0  # seconds for an answer without a time limit
_STOP_SECONDS: Final = 0.2  # seconds for an answer after `stop`
_ANY_DEPTH: Final = Budget().depth  # from this depth on, no depth limit is sent
_POLL_SECONDS: Final = 0.02  # seconds between two calls of the `stop` function


class EngineError(Exception):
    """Error of an engine. `code` is one word, the message is a sentence, `facts` are values for its translation."""

    def __init__(self, code: str, message: str, **facts: str) -> None:
        super().__init__(message)
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class External:
    """An external engine: the file to run, its UCI options (name, value), and its command line arguments."""

    path: str
    options: tuple[tuple[str, str], ...] = ()
    arguments: tuple[str, ...] = ()


def can_play(key: str) -> bool:
    return key in VARIANTS


@dataclass(frozen=True, slots=True)
class UciHistory:
    """A position with its history in UCI form: the text of an earlier position, and the turns since."""

    start: str
    turns: tuple[str, ...]
    position: Position  # after `turns`
    unfinished_turn: tuple[Move, ...] = ()  # the moves of an unfinished turn after `position`

    @classmethod
    def of(cls, game: Game, start: Position, moves: Sequence[Move]) -> Self:
        """Return the history of the position that `moves` lead to from `start`, where a turn begins."""
        turns: list[str] = []
        before = position = start
        unfinished_turn: list[Move] = []
        for move in moves:
            unfinished_turn.append(move)
            position = position.play(move)
            if position.turn_started or position.outcome() is not None:
                turns.append(game.text.write_turn(before, unfinished_turn))
                before, unfinished_turn = position, []
        return cls(start.text(), tuple(turns), before, tuple(unfinished_turn))

    def follows(self, earlier: UciHistory) -> bool:
        return self.start == earlier.start and self.turns[: len(earlier.turns)] == earlier.turns

    def add_turn(self, game: Game, moves: Sequence[Move]) -> Self:
        turns = (*self.turns, game.text.write_turn(self.position, moves))
        return type(self)(self.start, turns, play_all(self.position, moves))


class ExternalEngine:
    """An external engine in its own process, which starts at the first question and at the next after an error."""

    def __init__(self, external: External, key: str, memory: int = MEMORY) -> None:
        """Prepare, but don't start, an engine with `memory` megabytes. Raises ValueError if none plays game `key`."""
        if key not in VARIANTS:
            raise ValueError(f"No UCI engine plays {key}.")
        self._game = get(key)
        self._external = external
        self._variant = VARIANTS[key]
        self._names: dict[str, str] = {}  # lower-case option name -> spelling of the engine
        self._memory = memory
        self._program: Program | None = None
        self._history: UciHistory | None = None
        self.name = Path(external.path).name  # as sent by the engine, and before that its file name

    def start(self, stop: Stop = never) -> None:
        """Start the engine unless it runs; set the game. Raises EngineError if that fails or `stop` returns True."""
        if self._program is not None:
            return
        try:
            self._program = Program([self._external.path, *self._external.arguments])
        except (OSError, ValueError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
            raise self._close_with_error("missing", f"{self._external.path} can't be run: {reason}.") from None
        deadline = time.monotonic() + GREETING
        offered_options = self._read_options(deadline, stop)
        self._set_options(offered_options)
        self._wait_until_ready(deadline, stop)

    def close(self, send_quit: bool = True) -> None:
        """End the engine; with `send_quit`, first send it `quit` and give it a moment to end by itself."""
        program, self._program, self._history = self._program, None, None
        if program is not None:
            program.end("quit" if send_quit else None)

    def choose(self, history: UciHistory, budget: Budget, stop: Stop = never) -> BestPlay:
        """Return the engine's turn, or the rest of an unfinished one. Raises EngineError.

        Once `stop` returns True, the engine is asked for its best turn so far.
        """
        self.start(stop)
        if self._history is not None and not history.follows(self._history):
            self._send("ucinewgame")
            self._wait_until_ready(time.monotonic() + GREETING, stop)
        self._history = history
        moves = f" moves {' '.join(history.turns)}" if history.turns else ""
        self._send(f"position fen {history.start}{moves}")
        self._send(self._go_command(history, budget))
        max_seconds = PATIENCE if budget.seconds is None else budget.seconds + GRACE
        output = self._wait_for_turn(time.monotonic() + max_seconds, stop)
        return self._read_best_play(history, output)

    def _go_command(self, history: UciHistory, budget: Budget) -> str:
        """Return the command that starts a search, which is limited to turns that continue the unfinished one."""
        words = ["go"]
        if budget.nodes is not None:
            words.append(f"nodes {budget.nodes}")
        if budget.seconds is not None:
            words.append(f"movetime {max(1, round(1000 * budget.seconds))}")
        if budget.depth < _ANY_DEPTH:
            words.append(f"depth {budget.depth}")
        if history.unfinished_turn:
            rests = _complete_turns(history.unfinished_turn, history.position)
            words += ["searchmoves", *(self._game.text.write_turn(history.position, turn) for turn in rests)]
        return " ".join(words)

    def _wait_for_turn(self, deadline: float, stop: Stop) -> _EngineOutput:
        """Read lines until `bestmove`; send the command `stop` once `stop` returns True. Raises EngineError."""
        output = _EngineOutput()
        stopped = False
        while True:
            now = time.monotonic()
            if not stopped and stop():
                stopped = True
                self._send("stop")
                deadline = min(deadline, now + _STOP_SECONDS)
            if now >= deadline:
                raise self._close_with_error("late", f"{self.name} gave no turn in time and was ended.")
            line = self._read_line(min(deadline - now, _POLL_SECONDS))
            if line is not None:
                output.read_line(line)
                if output.turn is not None:
                    return output

    def _read_best_play(self, history: UciHistory, output: _EngineOutput) -> BestPlay:
        """Return the engine's turn as moves, if it is legal. Raises EngineError."""
        text = output.turn
        if text in (None, "", "(none)", "0000", "none"):
            raise self._close_with_error("resigned", f"{self.name} gave no turn.")
        assert text is not None
        try:
            moves = read_turn_in_any_case(self._game, history.position, text)
        except TurnError as problem:
            problem_text = f"{self.name} wants to play {make_printable(text)}, which is no legal turn: {problem}"
            raise self._close_with_error("illegal", problem_text, turn=make_printable(text)) from None
        unfinished_turn = len(history.unfinished_turn)
        if moves[:unfinished_turn] != history.unfinished_turn or len(moves) == unfinished_turn:
            problem_text = f"{self.name} wants to play {make_printable(text)}, but the turn has begun otherwise."
            raise self._close_with_error("illegal", problem_text, turn=make_printable(text))
        return BestPlay(moves[unfinished_turn:], output.score, output.depth, output.nodes)

    def _read_options(self, deadline: float, stop: Stop) -> dict[str, str]:
        """Return the engine's options: name in lower case -> the rest of its `option` line."""
        self._send("uci")
        offered_options: dict[str, str] = {}
        byte_count = 0
        while (
            line := self._read_line_until(deadline, stop, "is no UCI engine: it does not answer")
        ).strip().lower() != "uciok":
            byte_count += len(line)
            if byte_count > MAX_GREETING_BYTES:
                raise self._close_with_error("silent", f"{self.name} is no UCI engine: its greeting has no end.")
            first, second, *words = (*line.split(), "", "")[: max(2, len(line.split()))]
            keys = [word.lower() for word in words]
            match (first.lower(), second.lower()):
                case ("id", "name") if words:
                    self.name = make_printable(" ".join(words), 60)
                case ("option", "name") if "type" in keys:
                    at = keys.index("type")
                    name = " ".join(words[:at])
                    self._names[name.lower()] = name
                    offered_options[name.lower()] = " ".join(words[at:])
        if self._variant not in _list_values(offered_options.get("uci_variant", "")):
            problem_text = f"{self.name} does not play {self._game.key}: its UCI_Variant knows no {self._variant}."
            raise self._close_with_error("variant", problem_text, variant=self._variant)
        return offered_options

    def _set_options(self, offered_options: Mapping[str, str]) -> None:
        settings = {"uci_variant": _list_values(offered_options["uci_variant"])[self._variant]}
        usual = {"threads": "1", "hash": str(self._memory)}
        settings |= {name: value for name, value in usual.items() if name in offered_options}
        for name, value in self._external.options:
            if name.lower() not in offered_options:
                raise self._close_with_error("option", f"{self.name} has no option {name[:40]}.", option=name[:40])
            settings[name.lower()] = value
        for name, value in settings.items():  # in the engine's spelling
            self._send(f"setoption name {self._names[name]} value {value}")

    def _wait_until_ready(self, deadline: float, stop: Stop) -> None:
        self._send("isready")
        while self._read_line_until(deadline, stop, "is silent").strip().lower() != "readyok":
            pass

    def _read_line_until(self, deadline: float, stop: Stop, fault: str) -> str:
        while (left := deadline - time.monotonic()) > 0 and not stop():
            line = self._read_line(min(left, _POLL_SECONDS))
            if line is not None:
                return line
        raise self._close_with_error("silent", f"{self.name} {fault}.")

    def _read_line(self, seconds: float) -> str | None:
        assert self._program is not None
        try:
            return self._program.read_line(seconds)
        except EOFError:
            raise self._close_with_error("died", f"{self.name} has ended by itself.") from None

    def _send(self, line: str) -> None:
        assert self._program is not None
        try:
            self._program.send_line(line)
        except EOFError:
            raise self._close_with_error("died", f"{self.name} has ended by itself or does not listen.") from None

    def _close_with_error(self, code: str, message: str, **facts: str) -> EngineError:
        self.close(send_quit=False)
        return EngineError(code, message, engine=self.name, **facts)


class _EngineOutput:
    """The output of an engine's search: the turn, None until `bestmove`, and the last score, depth and nodes."""

    def __init__(self) -> None:
        self.turn: str | None = None
        self.score = 0
        self.depth = 0
        self.nodes = 0

    def read_line(self, line: str) -> None:
        words = line.split()
        if words[:1] and words[0].lower() == "bestmove":
            self.turn = words[1] if len(words) > 1 else ""
        if words[:1] != ["info"] or "string" in words[1:2] or _read_number(words, "multipv", 1) != 1:
            return
        self.depth = _read_number(words, "depth", self.depth)
        self.nodes = _read_number(words, "nodes", self.nodes)
        if "score" in words:
            self.score = _read_score(words[words.index("score") + 1 :], self.score)


def _read_number(words: Sequence[str], name: str, known: int) -> int:
    at = words.index(name) + 1 if name in words else len(words)
    text = words[at] if at < len(words) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else known


def _read_score(words: Sequence[str], known: int) -> int:
    """Return the score of `cp X` (hundredths of a man) or `mate N` (±(WIN - plies to the end)), or else `known`."""
    sign = -1 if words[1:2] and words[1].startswith("-") else 1
    value = _read_number(["n", *(word.removeprefix("-") for word in words[1:2])], "n", -1)
    if value < 0 or words[0] not in ("cp", "mate"):
        return known
    if words[0] == "cp":
        return sign * min(value, WIN // 2)
    plies = min(2 * value, 900)
    return WIN - max(plies - 1, 1) if sign > 0 and value > 0 else plies - WIN


def _list_values(option: str) -> dict[str, str]:
    return {after.lower(): after for word, after in pairwise(option.split()) if word.lower() == "var"}


def read_turn_in_any_case(game: Game, position: Position, text: str) -> tuple[Move, ...]:
    """Read a turn as it is written or else in lower case. Raises TurnError."""
    try:
        return tuple(game.text.read_turn(position, text))
    except TurnError:
        if text == text.lower():
            raise
        return tuple(game.text.read_turn(position, text.lower()))


def _complete_turns(unfinished_turn: tuple[Move, ...], start: Position) -> list[tuple[Move, ...]]:
    """Return all whole turns from `start` that begin with the moves of `unfinished_turn`."""
    position = play_all(start, unfinished_turn)
    if position.turn_started or position.outcome() is not None:
        return [unfinished_turn]
    return [turn for move in position.legal_moves() for turn in _complete_turns((*unfinished_turn, move), start)]
