"""External engines as players: a UCI client that checks all input from the engine.

Each question ends within a limited time, with a legal turn or with an `EngineError`, which ends the engine's
process. Source: Universal Chess Interface (Stefan Meyer-Kahlen, 2006), with UCI_Variant for games other than chess.
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
MOST_GREETED: Final = 1 << 20  # bytes that an engine may send before `uciok`
GRACE: Final = 3.0  # seconds for an answer after the time limit
PATIENCE: Final = 120.0  # seconds for an answer without a time limit
_STOPPING: Final = 0.2  # seconds for an answer after `stop`
_ANY_DEPTH: Final = Budget().depth  # from this depth on, no depth limit is sent
_GLANCE: Final = 0.02  # seconds between two calls of the `stop` function


class EngineError(Exception):
    """Error of an engine. `code` is one word, the message a sentence, `facts` values for a translated message."""

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
    """The history of a position in UCI form: a position text, and the turns played after it."""

    start: str
    turns: tuple[str, ...]
    position: Position  # after `turns`
    begun: tuple[Move, ...] = ()  # the moves of an unfinished turn after `position`

    @classmethod
    def of(cls, game: Game, start: Position, moves: Sequence[Move]) -> Self:
        """Return the past of the position after `moves` from `start`, which is at the start of a turn."""
        turns: list[str] = []
        before = position = start
        begun: list[Move] = []
        for move in moves:
            begun.append(move)
            position = position.play(move)
            if position.turn_started or position.outcome() is not None:
                turns.append(game.text.write_turn(before, begun))
                before, begun = position, []
        return cls(start.text(), tuple(turns), before, tuple(begun))

    def follows(self, earlier: UciHistory) -> bool:
        return self.start == earlier.start and self.turns[: len(earlier.turns)] == earlier.turns

    def after(self, game: Game, moves: Sequence[Move]) -> Self:
        turns = (*self.turns, game.text.write_turn(self.position, moves))
        return type(self)(self.start, turns, play_all(self.position, moves))


class ExternalEngine:
    """An engine in its own process. The first question starts it; after an error the next question restarts it."""

    def __init__(self, external: External, key: str, memory: int = MEMORY) -> None:
        """Prepare an engine without starting it; `memory` is in megabytes. Raises ValueError if none plays `key`."""
        if key not in VARIANTS:
            raise ValueError(f"No UCI engine plays {key}.")
        self._game = get(key)
        self._external = external
        self._variant = VARIANTS[key]
        self._names: dict[str, str] = {}  # lower-case option name -> spelling of the engine
        self._memory = memory
        self._program: Program | None = None
        self._past: UciHistory | None = None
        self.name = Path(external.path).name  # as sent by the engine; before that, its file name

    def start(self, stop: Stop = never) -> None:
        """Start the engine and set the game. Raises EngineError, also if `stop` returns True."""
        if self._program is not None:
            return
        try:
            self._program = Program([self._external.path, *self._external.arguments])
        except (OSError, ValueError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
            raise self._failed("missing", f"{self._external.path} can't be run: {reason}.") from None
        until = time.monotonic() + GREETING
        offered = self._greet(until, stop)
        self._set_up(offered)
        self._ready(until, stop)

    def close(self, kindly: bool = True) -> None:
        """End the engine; `kindly`: first send `quit`, so that it can end itself."""
        program, self._program, self._past = self._program, None, None
        if program is not None:
            program.end("quit" if kindly else None)

    def choose(self, past: UciHistory, budget: Budget, stop: Stop = never) -> BestPlay:
        """Return the engine's turn or rest of a turn; once `stop` is True, the best so far. Raises EngineError."""
        self.start(stop)
        if self._past is not None and not past.follows(self._past):
            self._say("ucinewgame")
            self._ready(time.monotonic() + GREETING, stop)
        self._past = past
        moves = f" moves {' '.join(past.turns)}" if past.turns else ""
        self._say(f"position fen {past.start}{moves}")
        self._say(self._go(past, budget))
        patience = PATIENCE if budget.seconds is None else budget.seconds + GRACE
        told = self._listen(time.monotonic() + patience, stop)
        return self._understood(past, told)

    def _go(self, past: UciHistory, budget: Budget) -> str:
        words = ["go"]
        if budget.nodes is not None:
            words.append(f"nodes {budget.nodes}")
        if budget.seconds is not None:
            words.append(f"movetime {max(1, round(1000 * budget.seconds))}")
        if budget.depth < _ANY_DEPTH:
            words.append(f"depth {budget.depth}")
        if past.begun:
            rests = _rests(past.begun, past.position)
            words += ["searchmoves", *(self._game.text.write_turn(past.position, turn) for turn in rests)]
        return " ".join(words)

    def _listen(self, until: float, stop: Stop) -> _Told:
        told = _Told()
        stopped = False
        while True:
            now = time.monotonic()
            if not stopped and stop():
                stopped = True
                self._say("stop")
                until = min(until, now + _STOPPING)
            if now >= until:
                raise self._failed("late", f"{self.name} gave no turn in time and was ended.")
            line = self._hear(min(until - now, _GLANCE))
            if line is not None:
                told.hear(line)
                if told.turn is not None:
                    return told

    def _understood(self, past: UciHistory, told: _Told) -> BestPlay:
        text = told.turn
        if text in (None, "", "(none)", "0000", "none"):
            raise self._failed("resigned", f"{self.name} gave no turn.")
        assert text is not None
        try:
            moves = read_turn_in_any_case(self._game, past.position, text)
        except TurnError as problem:
            wrong = f"{self.name} wants to play {make_printable(text)}, which is no legal turn: {problem}"
            raise self._failed("illegal", wrong, turn=make_printable(text)) from None
        begun = len(past.begun)
        if moves[:begun] != past.begun or len(moves) == begun:
            wrong = f"{self.name} wants to play {make_printable(text)}, but the turn has begun otherwise."
            raise self._failed("illegal", wrong, turn=make_printable(text))
        return BestPlay(moves[begun:], told.score, told.depth, told.nodes)

    def _greet(self, until: float, stop: Stop) -> dict[str, str]:
        """Return the options of the engine: name in lower case -> the rest of its `option` line."""
        self._say("uci")
        offered: dict[str, str] = {}
        sent = 0
        while (
            line := self._hear_until(until, stop, "is no UCI engine: it does not answer")
        ).strip().lower() != "uciok":
            sent += len(line)
            if sent > MOST_GREETED:
                raise self._failed("silent", f"{self.name} is no UCI engine: its greeting has no end.")
            first, second, *words = (*line.split(), "", "")[: max(2, len(line.split()))]
            keys = [word.lower() for word in words]
            match (first.lower(), second.lower()):
                case ("id", "name") if words:
                    self.name = make_printable(" ".join(words), 60)
                case ("option", "name") if "type" in keys:
                    at = keys.index("type")
                    name = " ".join(words[:at])
                    self._names[name.lower()] = name
                    offered[name.lower()] = " ".join(words[at:])
        if self._variant not in _values(offered.get("uci_variant", "")):
            wrong = f"{self.name} does not play {self._game.key}: its UCI_Variant knows no {self._variant}."
            raise self._failed("variant", wrong, variant=self._variant)
        return offered

    def _set_up(self, offered: Mapping[str, str]) -> None:
        wanted = {"uci_variant": _values(offered["uci_variant"])[self._variant]}
        usual = {"threads": "1", "hash": str(self._memory)}
        wanted |= {name: value for name, value in usual.items() if name in offered}
        for name, value in self._external.options:
            if name.lower() not in offered:
                raise self._failed("option", f"{self.name} has no option {name[:40]}.", option=name[:40])
            wanted[name.lower()] = value
        for name, value in wanted.items():  # in the engine's spelling
            self._say(f"setoption name {self._names[name]} value {value}")

    def _ready(self, until: float, stop: Stop) -> None:
        self._say("isready")
        while self._hear_until(until, stop, "is silent").strip().lower() != "readyok":
            pass

    def _hear_until(self, until: float, stop: Stop, fault: str) -> str:
        while (left := until - time.monotonic()) > 0 and not stop():
            line = self._hear(min(left, _GLANCE))
            if line is not None:
                return line
        raise self._failed("silent", f"{self.name} {fault}.")

    def _hear(self, seconds: float) -> str | None:
        assert self._program is not None
        try:
            return self._program.hear(seconds)
        except EOFError:
            raise self._failed("died", f"{self.name} has ended by itself.") from None

    def _say(self, line: str) -> None:
        assert self._program is not None
        try:
            self._program.say(line)
        except EOFError:
            raise self._failed("died", f"{self.name} has ended by itself or does not listen.") from None

    def _failed(self, code: str, message: str, **facts: str) -> EngineError:
        self.close(kindly=False)
        return EngineError(code, message, engine=self.name, **facts)


class _Told:
    def __init__(self) -> None:
        self.turn: str | None = None
        self.score = 0
        self.depth = 0
        self.nodes = 0

    def hear(self, line: str) -> None:
        words = line.split()
        if words[:1] and words[0].lower() == "bestmove":
            self.turn = words[1] if len(words) > 1 else ""
        if words[:1] != ["info"] or "string" in words[1:2]:
            return
        self.depth = _number(words, "depth", self.depth)
        self.nodes = _number(words, "nodes", self.nodes)
        if "score" in words:
            self.score = _score(words[words.index("score") + 1 :], self.score)


def _number(words: Sequence[str], name: str, known: int) -> int:
    at = words.index(name) + 1 if name in words else len(words)
    text = words[at] if at < len(words) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else known


def _score(words: Sequence[str], known: int) -> int:
    """Convert `cp X` or `mate N` to centi-men, or WIN minus the plies to the end; `known` if it is invalid."""
    sign = -1 if words[1:2] and words[1].startswith("-") else 1
    value = _number(["n", *(word.removeprefix("-") for word in words[1:2])], "n", -1)
    if value < 0 or words[0] not in ("cp", "mate"):
        return known
    if words[0] == "cp":
        return sign * min(value, WIN // 2)
    plies = min(2 * value, 900)
    return WIN - max(plies - 1, 1) if sign > 0 and value > 0 else plies - WIN


def _values(option: str) -> dict[str, str]:
    return {after.lower(): after for word, after in pairwise(option.split()) if word.lower() == "var"}


def read_turn_in_any_case(game: Game, position: Position, text: str) -> tuple[Move, ...]:
    try:
        return tuple(game.text.read_turn(position, text))
    except TurnError:
        if text == text.lower():
            raise
        return tuple(game.text.read_turn(position, text.lower()))


def _rests(begun: tuple[Move, ...], start: Position) -> list[tuple[Move, ...]]:
    position = play_all(start, begun)
    if position.turn_started or position.outcome() is not None:
        return [begun]
    return [turn for move in position.legal_moves() for turn in _rests((*begun, move), start)]
