"""Speeds of every game on this machine: rules, search and records, interpreted and compiled.

If this run is compiled, the same sources are also measured interpreted.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final

from rules import GAMES, abilities, console, record
from rules.ai.opponents import are_engines_compiled, opponent
from rules.ai.uci_client import VARIANTS
from rules.contract import NATURE
from rules.ducale.best_melds import MAX_CARDS
from rules.ducale.cards import PACK
from rules.ducale.engine.solver import solve
from rules.game import Game
from rules.lab.rates import SEARCH, YARDSTICK, Figures, plain_python, tables
from rules.match import Match
from rules.search.budget import Budget
from rules.search.level import full_strength
from rules.search.opponent import SearchingOpponent
from rules.unstacked_draughts.engine import chance
from rules.unstacked_draughts.engine.joint import joint_states

SECONDS = 1.0  # minimum duration of each measurement
_PERFT_DEPTH: Final = 2
_POSITIONS: Final = 20
_LOOKUPS: Final = 5000
_PLAYOUTS: Final = 40  # playouts for a turn in a game of cards

_INTERPRETED: Final = """
import sys
from importlib.machinery import FileFinder, SourceFileLoader

def sources(folder):
    if not folder.startswith(sys.argv[1]):
        raise ImportError
    return FileFinder(folder, (SourceFileLoader, [".py"]))

sys.path_hooks.insert(0, sources)
"""
_MEASURE: Final = """
import json, sys
from rules.lab import bench
bench.SECONDS = float(sys.argv[2])
print(json.dumps([bench.kind(), bench.figures()]))
"""


def kind() -> str:
    return "compiled" if are_engines_compiled() else "interpreted"


def _rate(work: Callable[[], int]) -> float:
    """Return the units per second of processor time; `work` returns the number of units that it has done."""
    units, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        units += work()
    return units / spent


def _random_match(game: Game) -> Match:
    rng = Random(1)
    match = Match(game.play)
    while match.outcome() is None:
        if moves := match.position.legal_moves():
            match.play(rng.choice(moves), 0.0)
        elif match.position.to_move == NATURE:
            match.play_chance(rng=rng)
        else:  # in a game of cards a turn may reach a dead end
            while match.take_back() is not None:
                pass
    return match


def measure(game: Game) -> dict[str, float]:
    """Return the speeds of a game by name, in units per second."""
    start = game.play.start(game.play.options(), game.play.seats.start)
    match = _random_match(game)
    text = record.write(record.Record(match, (record.Player(),) * game.play.seats.start))
    all_texts = [position.text() for position in match.positions[:-1] if position.turn_started]
    texts = all_texts[:: len(all_texts) // _POSITIONS + 1]

    def replay() -> int:
        record.read(text, GAMES)
        return 1

    speeds = {YARDSTICK: _rate(plain_python), "records replayed": _rate(replay)}
    if game.facts.best is not None:
        speeds |= _solver_speeds()
    if not isinstance(opponent(game.key), SearchingOpponent):
        speeds |= _choice_speeds(game, match)
    if game.facts.view is not None:
        return speeds  # games with hidden information have no perft
    speeds["perft turns"] = _rate(lambda: game.play.perft(start, _PERFT_DEPTH)[-1])
    speeds["positions listed and played on"] = _console_speed(game, texts)
    pyffish_speed = _pyffish_speed(game, texts)
    if pyffish_speed is not None:
        speeds["positions listed and played on by pyffish"] = pyffish_speed
    if game.facts.chance is not None:
        speeds |= _chance_speeds()
    if isinstance(opponent(game.key), SearchingOpponent):
        player = opponent(game.key)
        speeds[SEARCH] = _rate(lambda: player.analyse(start, Budget(seconds=SECONDS)).nodes)
    return speeds


def _choice_speeds(game: Game, match: Match) -> dict[str, float]:
    """Return the speeds at which an opponent without search chooses turns and plays playouts."""
    views = [
        abilities.seen_by(position, position.to_move)
        for position in match.positions[:-1]
        if position.to_move != NATURE and len(position.legal_moves()) > 1
    ]
    player, endless_views = opponent(game.key), cycle(views[:: len(views) // _POSITIONS + 1])
    playouts = 0

    def choose() -> int:
        nonlocal playouts
        playouts += player.choose(next(endless_views), full_strength(_PLAYOUTS), Random(1)).nodes
        return 1

    began = time.process_time()
    speeds = {"turns chosen": _rate(choose)}
    if playouts:
        speeds["playouts"] = playouts / (time.process_time() - began)
    return speeds


def _chance_speeds() -> dict[str, float]:
    states = cycle(Random(1).sample(list(joint_states()), _LOOKUPS))

    def load() -> int:
        chance.load.cache_clear()
        chance.load()
        return 1

    def look_up() -> int:
        for own, other in islice(states, _LOOKUPS):
            chance.chance(own, other)
        return _LOOKUPS

    return {"tables of chances loaded": _rate(load), "chances looked up": _rate(look_up)}


def _solver_speeds() -> dict[str, float]:
    """Return the speed of the solver on hands of 14 cards, after its tables are filled."""
    rng = Random(1)
    hands = [rng.sample(PACK, MAX_CARDS) for _ in range(_LOOKUPS)]

    def solve_all() -> int:
        for hand in hands:
            solve(hand)
        return _LOOKUPS

    solve_all()
    return {"hands solved": _rate(solve_all)}


def _console_speed(game: Game, texts: list[str]) -> float:
    endless_texts = cycle(texts)

    def list_and_play() -> int:
        position = console.position_of(game, next(endless_texts))
        turns = console.turns(game, position)
        console.play(game, position, [turns[len(turns) // 2]]).text()
        return 1

    return _rate(list_and_play)


def _pyffish_speed(game: Game, texts: list[str]) -> float | None:
    """Return the speed of listing and playing turns with pyffish, the Python module of Fairy-Stockfish.

    Returns None if pyffish isn't installed or doesn't have the game.
    """
    variant = VARIANTS.get(game.key)
    try:
        pyffish = importlib.import_module("pyffish")
    except ImportError:
        return None
    if variant is None:
        return None
    endless_texts = cycle(texts)

    def list_and_play() -> int:
        text = next(endless_texts)
        turns = sorted(pyffish.legal_moves(variant, text, []))
        pyffish.get_fen(variant, text, [turns[len(turns) // 2]])
        return 1

    return _rate(list_and_play)


def figures() -> Figures:
    return {game.key: {name: round(speed, 1) for name, speed in measure(game).items()} for game in GAMES}


def other(folder: Path | None) -> tuple[str, Figures]:
    """Return the kind and the speeds of the rules in `folder`; for None, of these sources run interpreted."""
    own = str(Path(__file__).parents[1])
    code = _MEASURE if folder is not None else _INTERPRETED + _MEASURE
    environment = {**os.environ, "PYTHONPATH": str(folder.resolve() if folder else Path(own).parent)}
    command = [sys.executable, "-P", "-c", code, own, str(SECONDS)]
    output = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    name, speeds = json.loads(output)
    return name, speeds


def run(file: str | None = None, folder: Path | None = None) -> None:
    """Print a table of speeds for each game, and write them as JSON to `file` if it is given.

    `folder` holds another copy of the rules, for example a compiled one, which is measured too.
    """
    measured: dict[str, Figures] = {kind(): figures()}
    print(f"This run is {kind()}.")
    if folder is not None or are_engines_compiled():
        name, speeds = other(folder)
        measured.setdefault(name, speeds)
    for line in tables(measured):
        print(line)
    if file is not None:
        Path(file).write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
