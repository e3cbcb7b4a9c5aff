"""UCI interface of this project's engines for other programs, on standard input and output.

The main thread reads and answers; the search runs in another thread, so that no command waits for it. An invalid
line is answered by `info string` and a sentence, and changes nothing. Draws by rule are played on, because in UCI
they are claimed. Source: as external.py.
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
from rules.ai.external import VARIANTS, UciHistory, read_turn_in_any_case
from rules.ai.limits import LineError, SearchLimits, read_limits
from rules.ai.opponents import MEMORY, MOST_MEMORY, opponent
from rules.ai.questions import Analyse, Answer
from rules.ai.server import EngineHost, reply
from rules.common.quoting import make_printable
from rules.contract import Move, Position
from rules.errors import PositionError, TurnError
from rules.game import Game
from rules.search.iterative_deepening import SURE, WIN

NAME: Final = "Tablier"
AUTHOR: Final = "the people of Tablier"
LONGEST_LINE: Final = 1 << 20
_FAREWELL: Final = 2.0  # seconds that the search has for its last answer
_GAMES: Final = {variant: key for key, variant in VARIANTS.items()}


@dataclass(slots=True)
class RunningSearch:
    """A search that was started by `go` and has no `bestmove` yet."""

    ask: Analyse
    limits: SearchLimits
    began: float
    best_so_far: bool = False
    stopped: bool = False
    held: Answer | None = None  # the final answer, if it must wait for `stop`


class Front:
    """The UCI interface for the other program. `write` takes a line; two threads call it."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._lock = threading.Condition()  # protects this object; notified after a `bestmove`
        self._game = get("duck-chess")
        self._memory = MEMORY
        self._past = _begin(self._game.key)
        self._lacks_position = False  # the last position could not be read
        self._number = 0
        self._goings: list[RunningSearch] = []  # running searches; all but the last have received `stop`
        self._questions = SimpleQueue[Analyse | None]()
        self._cancelled = 0  # questions up to this id end with their result so far

    def search(self) -> None:
        """Answer the questions until `close`; runs in the search thread."""
        guests = EngineHost()
        while (ask := self._questions.get()) is not None:
            self._heard(reply(ask, partial(self._is_cancelled, ask.id), guests, self._heard))

    def _is_cancelled(self, number: int) -> bool:
        return number <= self._cancelled

    def close(self) -> None:
        """Write the missing `bestmove`, of a running search its result so far, and end `search`."""
        with self._lock:
            self._halt()
            self._lock.wait_for(lambda: not self._goings, _FAREWELL)
        self._cancelled = self._number
        self._questions.put(None)

    def take(self, line: str) -> bool:
        """Answer a line; return False after `quit`."""
        command, *words = line.split() or [""]
        with self._lock:
            try:
                return self._obey(command, words)
            except LineError as problem:
                self._inform(str(problem))
                return True

    def _obey(self, command: str, words: Sequence[str]) -> bool:
        match command.lower():
            case "uci":
                self._introduce()
            case "isready":
                self._ready()
            case "setoption":
                self._set(words)
            case "ucinewgame":
                self._past, self._lacks_position = _begin(self._game.key), False
            case "position":
                self._lacks_position = True  # until this one is read
                self._past = self._read_position(words)
                self._lacks_position = False
            case "go":
                self._go(words)
            case "stop" | "ponderhit":  # pondering isn't supported: the result is played
                self._halt()
            case "quit":
                return False
            case "" | "debug" | "register":
                pass
            case _:
                raise LineError(f'"{make_printable(command)}" is no command of UCI.')
        return True

    def _inform(self, sentence: str) -> None:
        self._write(f"info string {' '.join(sentence.split())}")

    def _introduce(self) -> None:
        self._write(f"id name {NAME}")
        self._write(f"id author {AUTHOR}")
        variants = " ".join(f"var {variant}" for variant in _GAMES)
        self._write(f"option name UCI_Variant type combo default {next(iter(_GAMES))} {variants}")
        self._write(f"option name Hash type spin default {MEMORY} min 1 max {MOST_MEMORY}")
        self._write("option name Threads type spin default 1 min 1 max 1")
        self._write("uciok")

    def _set(self, words: Sequence[str]) -> None:
        keys = [word.lower() for word in words]
        if keys[:1] != ["name"]:
            raise LineError("An option is set by: setoption name NAME value VALUE.")
        at = keys.index("value") if "value" in keys else len(words)
        name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
        match name.lower():
            case "uci_variant":
                key = _GAMES.get(value.lower())
                if key is None:
                    raise LineError(f'UCI_Variant is one of {", ".join(_GAMES)}, not "{make_printable(value)}".')
                if self._game.key != key:
                    self._game = get(key)
                    self._past, self._lacks_position = _begin(key), False
            case "hash":
                if not (value.isascii() and value.isdigit() and len(value) < 9 and 1 <= int(value) <= MOST_MEMORY):
                    raise LineError(
                        f'Hash is a number of megabytes from 1 to {MOST_MEMORY}, not "{make_printable(value)}".'
                    )
                self._memory = int(value)
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
            past = _begin(self._game.key)
        elif keys[:1] == ["fen"]:
            try:
                past = UciHistory.of(self._game, self._game.text.read(" ".join(words[1:at])), ())
            except PositionError as problem:
                raise LineError(str(problem)) from None
        else:
            raise LineError(
                "A position is given by: position startpos, or position fen FEN; then perhaps moves TURNS."
            )
        if replace(past, turns=turns).follows(self._past):
            past = self._past  # usually only one or two turns are new
        for number, text in enumerate(turns[len(past.turns) :], len(past.turns) + 1):
            past = self._follow(past, number, text)
        return past

    def _follow(self, past: UciHistory, number: int, text: str) -> UciHistory:
        """Return the past after one more turn. Raises LineError.

        Ignores automatic draws, which UCI players must claim.
        """
        where = f"Move {number} ({make_printable(text)}): "
        outcome = past.position.outcome()
        if outcome is not None and outcome.winners:
            raise LineError(f"{where}the game is over.")
        try:
            return past.after(self._game, read_turn_in_any_case(self._game, past.position, text))
        except TurnError as problem:
            raise LineError(f"{where}{problem}") from None

    def _ready(self) -> None:
        """Answer `readyok`: at once during a search, else once there is an opponent with the right table."""
        if not self._goings:
            opponent(self._game.key, self._memory)
        self._write("readyok")

    def _go(self, words: Sequence[str]) -> None:
        if self._goings and not self._goings[-1].stopped:
            self._inform("The search that was under way ends here.")
            self._halt()
        if self._lacks_position:
            self._inform("There is nothing to search: the last position could not be read.")
            self._write("bestmove (none)")
            return
        position = self._past.position
        limits = read_limits(words, position.to_move)
        if limits.passed_over:
            self._inform(
                f"These words after go were passed over: {make_printable(' '.join(limits.passed_over), 60)}."
            )
        if limits.searchmoves:
            self._inform("searchmoves is not known here: all moves are searched.")
        outcome = position.outcome()
        if outcome is not None and outcome.winners:
            self._inform(f"The game is over: {outcome.reason}.")
            self._write("bestmove (none)")
            return
        self._number += 1
        ask = Analyse(
            self._game.key,
            position if outcome is None else _played_on(self._game, position),
            nodes=limits.nodes,
            seconds=limits.seconds,
            depth=limits.depth,
            telling=True,
            memory=self._memory,
            id=self._number,
        )
        self._goings.append(RunningSearch(ask, limits, time.monotonic()))
        self._questions.put(ask)

    def _halt(self) -> None:
        """Handle `stop`: the search must answer with its result so far, or with its held answer."""
        if not self._goings:
            return
        going = self._goings[-1]
        going.stopped = True
        if going.held is not None:
            self._conclude(going, going.held)
        elif going.best_so_far:
            self._cancelled = going.ask.id

    def _heard(self, answer: Answer) -> None:
        with self._lock, suppress(OSError):  # the output is closed: the input also ends then
            going = next(going for going in self._goings if going.ask.id == answer.id)
            if answer.error is not None:
                self._inform(f"The search failed: {answer.error}")
            if answer.moves:
                self._write(self._information(going, answer))
            if answer.final and going.limits.infinite and not going.stopped:
                going.held = answer
            elif answer.final:
                self._conclude(going, answer)
            else:
                going.best_so_far = True
                if going.stopped:  # `stop` came before the first result
                    self._cancelled = answer.id

    def _conclude(self, going: RunningSearch, answer: Answer) -> None:
        self._goings.remove(going)
        self._lock.notify_all()
        moves = answer.moves or _any_turn(going.ask.position)
        turns = UciHistory.of(self._game, going.ask.position, moves).turns
        self._write(" ponder ".join([f"bestmove {turns[0]}", *turns[1:2]]))

    def _information(self, going: RunningSearch, answer: Answer) -> str:
        spent = time.monotonic() - going.began
        pv = UciHistory.of(self._game, going.ask.position, answer.moves).turns
        rate = answer.nodes / max(spent, 0.001)
        return (
            f"info depth {answer.depth} score {score_text(answer.score)} nodes {answer.nodes} nps {rate:.0f} "
            f"time {1000 * spent:.0f} pv {' '.join(pv)}"
        )


def score_text(score: int) -> str:
    """Return a score in UCI form: `cp X`, or `mate N` in moves of the winner (negative: the side to move loses)."""
    if abs(score) < SURE:
        return f"cp {score}"
    moves = (WIN - abs(score) + 1) // 2
    return f"mate {moves if score > 0 else -moves}"


@cache
def _begin(key: str) -> UciHistory:
    """Return the start of a game, cached because a program may send `ucinewgame` often."""
    game = get(key)
    return UciHistory.of(game, game.play.start(game.play.options(), game.play.seats.start), ())


def _played_on(game: Game, position: Position) -> Position:
    """Reset the counter of an automatically drawn position, because in UCI a draw must be claimed."""
    fields = position.text().split(" ")
    fields[4] = "0"  # the quiet turns of a FEN
    return game.text.read(" ".join(fields))


def _any_turn(position: Position) -> tuple[Move, ...]:
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

    front = Front(write)
    searching = threading.Thread(target=front.search, daemon=True)
    searching.start()
    try:
        while line := source.readline(LONGEST_LINE):
            if not line.endswith(b"\n") and len(line) == LONGEST_LINE:
                while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                    pass
                write(f"info string A line has more than {LONGEST_LINE} letters and was passed over.")
            elif not front.take(line.decode(errors="replace")):
                return
    finally:
        front.close()
        searching.join(_FAREWELL)
