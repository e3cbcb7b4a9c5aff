"""UCI interface of this project's engines for other programs, on standard input and output.

The main thread reads commands and answers them; the search runs in another thread, so that no command waits for it.
An invalid line is answered by `info string` and a sentence, and changes nothing. Automatic draws don't end a game
here, because in UCI the players claim them. For the protocol's specification see uci_client.py.
"""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from queue import SimpleQueue
from typing import BinaryIO, Final

from rules import get
from rules.ai.opponent_process import EngineHost, reply
from rules.ai.opponents import MEMORY, MOST_MEMORY, opponent
from rules.ai.questions import Analyse, Answer
from rules.ai.uci_client import VARIANTS, UciHistory, read_turn_in_any_case
from rules.ai.uci_limits import LineError, SearchLimits, read_limits
from rules.common.quoting import make_printable
from rules.contract import Move, Position
from rules.errors import PositionError, TurnError
from rules.game import Game
from rules.search.iterative_deepening import SURE, WIN
from rules.search.opponent import BestPlay

NAME: Final = "Tablier"
AUTHOR: Final = "the people of Tablier"
LONGEST_LINE: Final = 1 << 20
MOST_LINES: Final = 5  # maximum number of lines of an analysis
_END_SECONDS: Final = 2.0  # seconds that the search has for its last answer
_GAME_KEYS: Final = {variant: key for key, variant in VARIANTS.items()}


@dataclass(slots=True)
class RunningSearch:
    """A search that was started by `go` and has no `bestmove` yet."""

    question: Analyse
    limits: SearchLimits
    started_at: float
    has_result: bool = False
    is_stopped: bool = False
    held_answer: Answer | None = None  # the final answer, if it must wait for `stop`


class UciInterface:
    """The UCI interface for one other program. `write` sends a line; two threads call it."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._lock = threading.Condition()  # protects this object; is notified after each `bestmove`
        self._game = get("duck-chess")
        self._memory = MEMORY
        self._line_count = 1
        self._history = _start_history(self._game.key)
        self._is_position_invalid = False  # whether the last position could not be read
        self._last_id = 0
        self._searches: list[RunningSearch] = []  # running searches; all but the last have received `stop`
        self._questions = SimpleQueue[Analyse | None]()
        self._last_cancelled = 0  # questions up to this id must end with their result so far

    def answer_questions(self) -> None:
        """Answer the questions until `close`; runs in the search thread."""
        host = EngineHost()
        while (question := self._questions.get()) is not None:
            self._on_answer(reply(question, partial(self._is_cancelled, question.id), host, self._on_answer))

    def _is_cancelled(self, number: int) -> bool:
        return number <= self._last_cancelled

    def close(self) -> None:
        """Write the `bestmove` of a running search, from its result so far, and let `answer_questions` end."""
        with self._lock:
            self._stop_search()
            self._lock.wait_for(lambda: not self._searches, _END_SECONDS)
        self._last_cancelled = self._last_id
        self._questions.put(None)

    def handle_line(self, line: str) -> bool:
        """Answer a line; return False after `quit`."""
        command, *words = line.split() or [""]
        with self._lock:
            try:
                return self._run_command(command, words)
            except LineError as problem:
                self._write_info(str(problem))
                return True

    def _run_command(self, command: str, words: Sequence[str]) -> bool:
        match command.lower():
            case "uci":
                self._write_options()
            case "isready":
                self._answer_ready()
            case "setoption":
                self._set_option(words)
            case "ucinewgame":
                self._history, self._is_position_invalid = _start_history(self._game.key), False
            case "position":
                self._is_position_invalid = True  # until this one is read
                self._history = self._read_position(words)
                self._is_position_invalid = False
            case "go":
                self._start_search(words)
            case "stop" | "ponderhit":  # pondering isn't supported: the result is played
                self._stop_search()
            case "quit":
                return False
            case "" | "debug" | "register":
                pass
            case _:
                raise LineError(f'"{make_printable(command)}" is no command of UCI.')
        return True

    def _write_info(self, sentence: str) -> None:
        self._write(f"info string {' '.join(sentence.split())}")

    def _write_options(self) -> None:
        self._write(f"id name {NAME}")
        self._write(f"id author {AUTHOR}")
        variants = " ".join(f"var {variant}" for variant in _GAME_KEYS)
        self._write(f"option name UCI_Variant type combo default {next(iter(_GAME_KEYS))} {variants}")
        self._write(f"option name Hash type spin default {MEMORY} min 1 max {MOST_MEMORY}")
        self._write("option name Threads type spin default 1 min 1 max 1")
        self._write(f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}")
        self._write("uciok")

    def _set_option(self, words: Sequence[str]) -> None:
        keys = [word.lower() for word in words]
        if keys[:1] != ["name"]:
            raise LineError("An option is set by: setoption name NAME value VALUE.")
        at = keys.index("value") if "value" in keys else len(words)
        name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
        match name.lower():
            case "uci_variant":
                key = _GAME_KEYS.get(value.lower())
                if key is None:
                    raise LineError(f'UCI_Variant is one of {", ".join(_GAME_KEYS)}, not "{make_printable(value)}".')
                if self._game.key != key:
                    self._game = get(key)
                    self._history, self._is_position_invalid = _start_history(key), False
            case "hash":
                self._memory = _read_number(value, MOST_MEMORY, "Hash is a number of megabytes")
            case "multipv":
                self._line_count = _read_number(value, MOST_LINES, "MultiPV is a number of lines")
            case "threads":
                if value != "1":
                    raise LineError(f'Threads can only be 1, not "{make_printable(value)}".')
            case _:
                raise LineError(f'There is no option "{make_printable(name)}".')

    def _read_position(self, words: Sequence[str]) -> UciHistory:
        keys = [word.lower() for word in words]
        at = keys.index("moves") if "moves" in keys else len(words)
        turns = tuple(words[at + 1 :])
        if keys[:1] == ["startpos"] and at == 1:
            history = _start_history(self._game.key)
        elif keys[:1] == ["fen"]:
            try:
                history = UciHistory.of(self._game, self._game.text.read(" ".join(words[1:at])), ())
            except PositionError as problem:
                raise LineError(str(problem)) from None
        else:
            raise LineError(
                "A position is given by: position startpos, or position fen FEN; then perhaps moves TURNS."
            )
        if replace(history, turns=turns).follows(self._history):
            history = self._history  # usually only one or two turns are new
        for number, text in enumerate(turns[len(history.turns) :], len(history.turns) + 1):
            history = self._add_turn(history, number, text)
        return history

    def _add_turn(self, history: UciHistory, number: int, text: str) -> UciHistory:
        """Return the history with one more turn, ignoring automatic draws. Raises LineError."""
        prefix = f"Move {number} ({make_printable(text)}): "
        outcome = history.position.outcome()
        if outcome is not None and outcome.winners:
            raise LineError(f"{prefix}the game is over.")
        try:
            return history.add_turn(self._game, read_turn_in_any_case(self._game, history.position, text))
        except TurnError as problem:
            raise LineError(f"{prefix}{problem}") from None

    def _answer_ready(self) -> None:
        """Answer `readyok`, at once during a search, otherwise after the transposition table has been made."""
        if not self._searches:
            opponent(self._game.key, self._memory)
        self._write("readyok")

    def _start_search(self, words: Sequence[str]) -> None:
        if self._searches and not self._searches[-1].is_stopped:
            self._write_info("The search that was under way ends here.")
            self._stop_search()
        if self._is_position_invalid:
            self._write_info("There is nothing to search: the last position could not be read.")
            self._write("bestmove (none)")
            return
        position = self._history.position
        limits = read_limits(words, position.to_move)
        if limits.passed_over:
            self._write_info(
                f"These words after go were passed over: {make_printable(' '.join(limits.passed_over), 60)}."
            )
        if limits.searchmoves:
            self._write_info("searchmoves is not known here: all moves are searched.")
        outcome = position.outcome()
        if outcome is not None and outcome.winners:
            self._write_info(f"The game is over: {outcome.reason}.")
            self._write("bestmove (none)")
            return
        self._last_id += 1
        question = Analyse(
            self._game.key,
            position if outcome is None else _reset_draw_counter(self._game, position),
            nodes=limits.nodes,
            seconds=limits.seconds,
            depth=limits.depth,
            reports_depths=True,
            line_count=self._line_count,
            memory=self._memory,
            id=self._last_id,
        )
        self._searches.append(RunningSearch(question, limits, time.monotonic()))
        self._questions.put(question)

    def _stop_search(self) -> None:
        """Handle `stop`: write the held answer of the search, or let it end with its result so far."""
        if not self._searches:
            return
        running = self._searches[-1]
        running.is_stopped = True
        if running.held_answer is not None:
            self._write_best_move(running, running.held_answer)
        elif running.has_result:
            self._last_cancelled = running.question.id

    def _on_answer(self, answer: Answer) -> None:
        """Write an answer of the search as `info`; for the final one also write `bestmove`, or hold it for `stop`."""
        with self._lock, suppress(OSError):  # if the output is closed, the input ends as well
            running = next(running for running in self._searches if running.question.id == answer.id)
            if answer.error is not None:
                self._write_info(f"The search failed: {answer.error}")
            for number, line in enumerate(answer.lines, 1):
                self._write(self._info_line(running, number, line))
            if answer.is_final and running.limits.infinite and not running.is_stopped:
                running.held_answer = answer
            elif answer.is_final:
                self._write_best_move(running, answer)
            else:
                running.has_result = True
                if running.is_stopped:  # `stop` came before the first result
                    self._last_cancelled = answer.id

    def _write_best_move(self, running: RunningSearch, answer: Answer) -> None:
        self._searches.remove(running)
        self._lock.notify_all()
        moves = answer.moves or _first_legal_turn(running.question.position)
        turns = UciHistory.of(self._game, running.question.position, moves).turns
        self._write(" ponder ".join([f"bestmove {turns[0]}", *turns[1:2]]))

    def _info_line(self, running: RunningSearch, number: int, line: BestPlay) -> str:
        spent = time.monotonic() - running.started_at
        pv = UciHistory.of(self._game, running.question.position, line.moves).turns
        rate = line.nodes / max(spent, 0.001)
        return (
            f"info depth {line.depth} multipv {number} score {score_text(line.score)} nodes {line.nodes} "
            f"nps {rate:.0f} time {1000 * spent:.0f} pv {' '.join(pv)}"
        )


def _read_number(text: str, most: int, description: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= most):
        raise LineError(f'{description} from 1 to {most}, not "{make_printable(text)}".')
    return int(text)


def score_text(score: int) -> str:
    """Return a score in UCI form: `cp X`, or `mate N` in moves of the winner, negative if the side to move loses."""
    if abs(score) < SURE:
        return f"cp {score}"
    moves = (WIN - abs(score) + 1) // 2
    return f"mate {moves if score > 0 else -moves}"


@cache
def _start_history(key: str) -> UciHistory:
    """Return the history at the start of a game; it is cached because a program may send `ucinewgame` often."""
    game = get(key)
    return UciHistory.of(game, game.play.start(game.play.options(), game.play.seats.start), ())


def _reset_draw_counter(game: Game, position: Position) -> Position:
    """Return a drawn position with its counter of quiet turns at 0, so that it can be searched."""
    fields = position.text().split(" ")
    fields[4] = "0"  # the quiet turns of a FEN
    return game.text.read(" ".join(fields))


def _first_legal_turn(position: Position) -> tuple[Move, ...]:
    moves: list[Move] = []
    seat = position.to_move
    while position.to_move == seat and position.outcome() is None:
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    return tuple(moves)


def run(source: BinaryIO, sink: BinaryIO) -> None:
    """Read commands from `source` and write answers to `sink` until `quit` or the end of the input."""
    writing = threading.Lock()

    def write(line: str) -> None:
        with writing:
            sink.write(f"{line}\n".encode())
            sink.flush()

    interface = UciInterface(write)
    searching = threading.Thread(target=interface.answer_questions, daemon=True)
    searching.start()
    try:
        while line := source.readline(LONGEST_LINE):
            if not line.endswith(b"\n") and len(line) == LONGEST_LINE:
                while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                    pass
                write(f"info string A line has more than {LONGEST_LINE} letters and was passed over.")
            elif not interface.handle_line(line.decode(errors="replace")):
                return
    finally:
        interface.close()
        searching.join(_END_SECONDS)
