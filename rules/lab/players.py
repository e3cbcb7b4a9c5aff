"""Players of the arena by their names on the command line.

3                       a level
10000n   0.1s           full strength within this many nodes, or this time, for a turn
random                  any legal move
10%/20%                 in a game of attention: misses these shares of claims of simple rolls and of doubles
uci:COMMAND@LIMITS      an external engine, with limits for a turn and options: nodes=55000 or
                        movetime=100 (milliseconds) or depth=4, then Name=value, separated by commas
"""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from random import Random
from typing import Final, Protocol

from rules import abilities
from rules.ai.opponents import level, opponent
from rules.ai.uci_client import External, ExternalEngine, UciHistory
from rules.common.quoting import make_printable
from rules.contract import Move, Position, Seat
from rules.search.budget import Budget
from rules.search.level import PERFECT, Level, full_strength
from rules.search.opponent import BestPlay

_UCI: Final = "uci:"
_NUMBER: Final = re.compile(r"[0-9]{1,12}")
_MISSES: Final = re.compile(r"([0-9]{1,3})%/([0-9]{1,3})%")
_TIME: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)s")


def inattentive(misses: float, misses_double: float) -> Level:
    """Return a level with the timing of the best level and these probabilities of missing a claim."""
    return Level(0, attention=replace(PERFECT, miss_probability=misses, misses_double=misses_double))


class ArenaPlayer(Protocol):
    def start(self) -> None:
        """Prepare to play. Raises EngineError on failure."""

    def turn(self, past: UciHistory, rng: Random) -> BestPlay:
        """Choose a whole turn. Raises EngineError."""

    def react(self, position: Position, seat: Seat, seed: int) -> tuple[float, Move] | None:
        """Return the next reaction of `seat` in a game of attention, as (seconds from now, move), or None."""

    def close(self) -> None:
        """End the player."""


class RandomPlayer:
    """A player of random legal moves; in a game of attention it reacts within two seconds."""

    def start(self) -> None:
        pass

    def turn(self, past: UciHistory, rng: Random) -> BestPlay:
        position = past.position
        seat = position.to_move
        moves: list[Move] = []
        while position.to_move == seat and position.outcome() is None:
            legal = position.legal_moves()
            if not legal:  # a dead end, so the turn begins again
                position, moves = past.position, []
                continue
            moves.append(rng.choice(legal))
            position = position.play(moves[-1])
            if abilities.is_undo_barred(position):  # an unseen card was drawn, which the next moves depend on
                break
        return BestPlay(tuple(moves), 0, 0, 0)

    def react(self, position: Position, seat: Seat, seed: int) -> tuple[float, Move] | None:
        moves = position.legal_moves(seat)
        rng = Random(f"{seed}/{seat}/{abilities.throws(position)}/{', '.join(map(str, moves))}")
        return (rng.uniform(0.0, 2.0), rng.choice(moves)) if moves else None

    def close(self) -> None:
        pass


class Computer:
    def __init__(self, key: str, strength: Level) -> None:
        self._key = key
        self._level = strength

    def start(self) -> None:
        opponent(self._key)

    def turn(self, past: UciHistory, rng: Random) -> BestPlay:
        return opponent(self._key).choose(past.position, self._level, rng)

    def react(self, position: Position, seat: Seat, seed: int) -> tuple[float, Move] | None:
        return opponent(self._key).react(position, seat, self._level, seed)

    def close(self) -> None:
        pass


class ExternalPlayer:
    def __init__(self, engine: ExternalEngine, budget: Budget) -> None:
        self._engine = engine
        self._budget = budget

    def start(self) -> None:
        self._engine.start()

    def turn(self, past: UciHistory, rng: Random) -> BestPlay:
        return self._engine.choose(past, self._budget)

    def react(self, position: Position, seat: Seat, seed: int) -> tuple[float, Move] | None:
        return None

    def close(self) -> None:
        self._engine.close()


def player(key: str, name: str, seconds: float | None = None) -> ArenaPlayer:
    """Return the player with this name. `seconds` for a turn replace the nodes of a level. Raises ValueError."""
    if name == "random":
        return RandomPlayer()
    if name.startswith(_UCI):
        return _external_player(key, name.removeprefix(_UCI))
    time = _TIME.fullmatch(name)
    if time and float(time[1]) > 0:
        return Computer(key, full_strength(seconds=float(time[1])))
    if name.endswith("n") and _NUMBER.fullmatch(name[:-1]) and int(name[:-1]) > 0:
        return Computer(key, full_strength(nodes=int(name[:-1])))
    misses = _MISSES.fullmatch(name)
    if misses and max(int(share) for share in misses.groups()) <= 100:
        return Computer(key, inattentive(*(int(share) / 100 for share in misses.groups())))
    if not _NUMBER.fullmatch(name):
        raise ValueError(
            f'A player is a level, "10000n" (nodes), "0.1s" (time), "10%/20%" (misses), "random" or '
            f'"uci:COMMAND@LIMITS", not "{make_printable(name)}".'
        )
    strength = level(key, int(name))
    if seconds is not None:
        strength = replace(strength, nodes=None, seconds=seconds)
    return Computer(key, strength)


def _external_player(key: str, text: str) -> ExternalPlayer:
    """Return the external engine of COMMAND@LIMITS. Raises ValueError with a sentence."""
    command, at, rest = text.rpartition("@")
    try:
        words = shlex.split(command)
    except ValueError:
        raise ValueError(
            "The command of an engine has a quotation mark or a backslash without its other half."
        ) from None
    if not at or not words:
        raise ValueError("An engine needs a command and limits: uci:COMMAND@nodes=55000 or uci:COMMAND@movetime=100.")
    limits: dict[str, int] = {}
    options: list[tuple[str, str]] = []
    for pair in rest.split(","):
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise ValueError(f'"{make_printable(pair)}" is no limit and no option: write name=value.')
        if name not in ("nodes", "movetime", "depth"):
            options.append((name, value))
        elif _NUMBER.fullmatch(value) and int(value) > 0:
            limits[name] = int(value)
        else:
            raise ValueError(f'{name} must be a whole number from 1 up, not "{make_printable(value)}".')
    if not limits:
        raise ValueError("An engine needs a limit: nodes, movetime or depth.")
    milliseconds = limits.get("movetime")
    budget = Budget(limits.get("nodes"), None if milliseconds is None else milliseconds / 1000)
    budget = replace(budget, depth=limits.get("depth", budget.depth))
    program, *arguments = words
    return ExternalPlayer(ExternalEngine(External(program, tuple(options), tuple(arguments)), key), budget)
