"""Find, prove and choose wins within a few turns from matches that the engine plays against itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from rules import find
from rules.ai.opponents import levels_of, opponent, opponent_of
from rules.contract import Position
from rules.ducart.position import Position as DucartPosition
from rules.game import Game
from rules.lab.proving import LargeError, prover, solution
from rules.search.budget import Budget
from rules.search.iterative_deepening import SURE, WIN, deepen
from rules.search.opponent import SearchingOpponent
from rules.teaching.puzzles import Puzzle, identity

GAMES: Final = ("double-draughts", "duck-chess", "ducart")
# Maximum number of turns of a win; in Ducart a proof of four takes long.
FARTHEST: Final = {"double-draughts": 4, "duck-chess": 4, "ducart": 3}
LONGEST: Final = 220  # maximum number of turns of a match
LOOK: Final = {"double-draughts": 20_000, "duck-chess": 20_000, "ducart": 8_000}  # nodes of the search for a win
NODES: Final = (200, 600, 2_000, 6_000)  # nodes that players may use for a turn
TRIES: Final = 6  # tries of each weaker level at the first turn
# Wanted numbers of puzzles of one, two, three and four turns.
SHARES: Final = {"double-draughts": (5, 13, 14, 12), "duck-chess": (3, 17, 16, 8), "ducart": (9, 20, 15, 0)}
# Maximum number of puzzles whose first turns are of one kind.
MOST_OF_A_KIND: Final = {"double-draughts": 26, "duck-chess": 99, "ducart": 9}
LIKE: Final = 0.6  # minimum share of pieces on the same squares of two positions that are alike


@dataclass(frozen=True, slots=True)
class Found:
    puzzle: Puzzle
    match: int
    kind: str  # of the first turn, in a word


# --- matches


def openings(game: Game, rng: Random) -> Position:
    """Return a position after some random turns, with random options that change only the start."""
    options = game.play.options()
    if game.key == "double-draughts":
        options = replace(options, setup=rng.choice(("standard", "twelve")))
    elif game.key == "ducart":
        options = replace(options, hundred="counted")
    position = game.play.start(options, 2)
    for _ in range(rng.randrange(4, 13)):
        reached = position.play(rng.choice(position.legal_moves()))
        if reached.outcome() is not None:
            break
        position = reached
    while not position.turn_started:
        position = position.play(rng.choice(position.legal_moves()))
    return position


def candidates(key: str, match: int) -> Iterator[tuple[Position, int]]:
    """Yield positions of a match in which the side to move seems to win within a few turns, with their number."""
    game = find(key)
    assert game is not None
    rng = Random(f"{key} {match}")
    player = opponent_of(key).create(4)
    assert isinstance(player, SearchingOpponent)
    core = player.core
    position = openings(game, rng)
    players = [(rng.choice(NODES), rng.choice((10, 40, 90)), rng.choice((0, 10, 40))) for _ in range(2)]
    for number in range(LONGEST):
        if position.outcome() is not None:
            return
        if near_the_end(position):
            core.set_position(position)
            seen = deepen(core, Budget(LOOK[key]))
            if seen.score > SURE and WIN - seen.score <= 2 * FARTHEST[key]:
                yield position, (WIN - seen.score + 1) // 2
        nodes, noise, blind = players[number % 2]
        core.set_position(position, rng.getrandbits(60), noise, blind)
        for move in deepen(core, Budget(nodes)).line[0]:
            position = position.play(move)


def near_the_end(position: Position) -> bool:
    """Return whether a short win is possible: in Ducart it isn't against many Sweepers."""
    return not isinstance(position, DucartPosition) or position.sweepers(1 - position.side) <= FARTHEST["ducart"]


def find_puzzles(key: str, match: int) -> list[Found]:
    game = find(key)
    assert game is not None
    found = []
    for position, turns in candidates(key, match):
        puzzle = puzzle_of(game, position, turns)
        if puzzle is not None:
            found.append(Found(puzzle, match, kind_of(key, first_of(game, puzzle))))
    return found


def fresh_counters(key: str, text: str) -> str:
    """Set the counter of quiet turns to 0, so that no rule about them applies to the puzzle."""
    fields = text.split()
    fields[{"double-draughts": 3, "duck-chess": 4, "ducart": 4}[key]] = "0"
    return " ".join(fields)


def puzzle_of(game: Game, position: Position, turns: int) -> Puzzle | None:
    """Make and prove the puzzle of a position that is won within `turns` turns; None if it is unsuitable."""
    text = fresh_counters(game.key, position.text())
    position = game.text.read(text)
    proofs = prover(game.key)
    for count in range(1, turns + 1):
        won = proofs.winning(position, count)
        if won:
            break
    else:
        return None
    if len(won) != 1 or not proofs.sound(position, count) or len(set(game.play.turns(position))) < 4:
        return None
    try:
        first = solution(game, proofs, position, count, wrong=False)
    except LargeError:
        return None
    return Puzzle(identity(text), text, "win", count, first, count_misses(game, position, won[0]))


def whole(key: str, puzzle: Puzzle) -> Puzzle:
    """Add the refutations of wrong turns to a puzzle."""
    game = find(key)
    assert game is not None
    first = solution(game, prover(key), game.text.read(puzzle.position), puzzle.count)
    return replace(puzzle, first=first)


def count_misses(game: Game, position: Position, won: Sequence[str]) -> int:
    """Return how many of 100 tries of the weaker levels miss the first turn."""
    player = opponent(game.key, 4)
    levels = levels_of(game.key)[:5]
    failed = 0
    for level in levels:
        for seed in range(TRIES):
            chosen = player.choose(position, level, Random(seed)).moves
            failed += game.text.write_turn(position, chosen) not in won
    return round(100 * failed / (len(levels) * TRIES))


def first_of(game: Game, puzzle: Puzzle) -> str:
    if puzzle.first is not None:
        return puzzle.first.answers[0].turns[0]
    position = game.text.read(puzzle.position)
    return prover(game.key).winning(position, 1)[0][0]


def kind_of(key: str, turn: str) -> str:
    if key == "ducart":
        sign = next((sign for sign in ("<>", "x", "^", ">", "+", "~", "<") if sign in turn), "-")
        return turn[0] + sign + ("=L" if turn.endswith("=L") else "")
    if key == "double-draughts":
        return "slide" if "-" in turn else f"takes {turn.count('x')}"
    return "turn"


# --- choosing


def man_squares(text: str) -> set[tuple[int, str]]:
    found = set()
    square = 0
    for letter in text.split()[0].replace("/", ""):
        if letter.isdigit():
            square += int(letter)
            continue
        found.add((square, letter))
        square += 1
    return found


def alike(one: str, other: str) -> bool:
    first, second = man_squares(one), man_squares(other)
    return len(first & second) > LIKE * min(len(first), len(second))


def spread(found: Sequence[Found]) -> list[Found]:
    """Sort in bit-reversed order of difficulty, so that every prefix has about as many hard ones as easy ones."""
    places = sorted(found, key=lambda one: (one.puzzle.missed, one.puzzle.id))
    digits = len(places).bit_length()
    return [places[at] for at in sorted(range(len(places)), key=lambda at: f"{at:0{digits}b}"[::-1])]


def chosen(key: str, found: Sequence[Found], count: int) -> list[Puzzle]:
    """Choose `count` puzzles, if possible with the wanted numbers of one, two, three and four turns.

    They include easy and hard ones, at most one of a match, no two alike, and none of a kind that is complete. Then
    more of two turns or more are added.
    """
    some = spread(found)
    kinds: Counter[str] = Counter()
    matches: set[int] = set()
    kept: list[Puzzle] = []

    def keep(one: Found, strictly: bool) -> bool:
        puzzle = one.puzzle
        if puzzle in kept or one.match in matches or any(alike(puzzle.position, other.position) for other in kept):
            return False
        if strictly and kinds[one.kind] >= MOST_OF_A_KIND[key]:
            return False
        kinds[one.kind] += 1
        matches.add(one.match)
        kept.append(puzzle)
        return True

    for turns, share in enumerate(SHARES[key], 1):
        for one in some:
            if one.puzzle.count == turns and share > 0:
                share -= keep(one, True)
    for one in some:
        if len(kept) < count and one.puzzle.count > 1:
            keep(one, False)
    return kept


def fault(key: str, puzzle: Puzzle) -> str | None:
    """Prove a puzzle again and return its fault as a sentence, or None."""
    game = find(key)
    assert game is not None
    position = game.text.read(puzzle.position)
    proofs = prover(key)
    won = proofs.winning(position, puzzle.count)
    if len(won) != 1:
        return f"{len(won)} first turns win within {puzzle.count} turns."
    if puzzle.count > 1 and proofs.winning(position, puzzle.count - 1):
        return "It is won sooner."
    if not proofs.sound(position, puzzle.count):
        return "It may be drawn by quiet turns."
    if solution(game, proofs, position, puzzle.count) != puzzle.first:
        return "The answers are others."
    return None
