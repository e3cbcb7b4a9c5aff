"""Puzzles with a win within a few turns: found in matches of the engine against itself, proved and chosen."""

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
from rules.teaching.puzzles import Puzzle, puzzle_id

GAMES: Final = ("double-draughts", "duck-chess", "ducart")
MAX_WIN_TURNS: Final = {
    "double-draughts": 4,
    "duck-chess": 4,
    "ducart": 3,
}  # a proof of four turns of Ducart takes long
MAX_MATCH_TURNS: Final = 220
SEARCH_NODES: Final = {"double-draughts": 20_000, "duck-chess": 20_000, "ducart": 8_000}  # of the search for a win
PLAYER_NODES: Final = (200, 600, 2_000, 6_000)  # that players may use for a turn
TRIES: Final = 6  # of each weaker level at the first turn
# wanted numbers of puzzles of one, two, three and four turns
SHARES: Final = {"double-draughts": (5, 13, 14, 12), "duck-chess": (3, 17, 16, 8), "ducart": (9, 20, 15, 0)}
MAX_OF_KIND: Final = {"double-draughts": 26, "duck-chess": 99, "ducart": 9}  # puzzles with first turns of one kind
ALIKE_SHARE: Final = 0.6  # of pieces on the same squares, above which two positions are alike


@dataclass(frozen=True, slots=True)
class Found:
    puzzle: Puzzle
    match: int
    kind: str  # of the first turn


def random_opening(game: Game, rng: Random) -> Position:
    """Return a position after some random turns; options that affect only the start are chosen at random."""
    options = game.play.options()
    if game.key == "double-draughts":
        options = replace(options, setup=rng.choice(("standard", "twelve")))
    elif game.key == "ducart":
        options = replace(options, hundred="counted")
    position = game.play.start(options, 2)
    for _ in range(rng.randrange(4, 13)):
        after = position.play(rng.choice(position.legal_moves()))
        if after.outcome() is not None:
            break
        position = after
    while not position.turn_started:
        position = position.play(rng.choice(position.legal_moves()))
    return position


def find_wins(key: str, match: int) -> Iterator[tuple[Position, int]]:
    """Yield positions of a match in which the side to move seems to win soon, and the number of turns."""
    game = find(key)
    assert game is not None
    rng = Random(f"{key} {match}")
    player = opponent_of(key).create(4)
    assert isinstance(player, SearchingOpponent)
    core = player.core
    position = random_opening(game, rng)
    players = [(rng.choice(PLAYER_NODES), rng.choice((10, 40, 90)), rng.choice((0, 10, 40))) for _ in range(2)]
    for number in range(MAX_MATCH_TURNS):
        if position.outcome() is not None:
            return
        if may_end_soon(position):
            core.set_position(position)
            score = deepen(core, Budget(SEARCH_NODES[key])).score
            if score > SURE and WIN - score <= 2 * MAX_WIN_TURNS[key]:
                yield position, (WIN - score + 1) // 2
        nodes, noise, blind = players[number % 2]
        core.set_position(position, rng.getrandbits(60), noise, blind)
        for move in deepen(core, Budget(nodes)).line[0]:
            position = position.play(move)


def may_end_soon(position: Position) -> bool:
    """Return whether a short win is possible; in Ducart it isn't against many Sweepers."""
    return not isinstance(position, DucartPosition) or position.sweepers(1 - position.side) <= MAX_WIN_TURNS["ducart"]


def find_puzzles(key: str, match: int) -> list[Found]:
    game = find(key)
    assert game is not None
    found = []
    for position, turns in find_wins(key, match):
        puzzle = make_puzzle(game, position, turns)
        if puzzle is not None:
            found.append(Found(puzzle, match, kind_of(key, first_turn(game, puzzle))))
    return found


def without_quiet_turns(key: str, text: str) -> str:
    """Return a position text with 0 quiet turns, so that no rule about them matters in the puzzle."""
    fields = text.split()
    fields[{"double-draughts": 3, "duck-chess": 4, "ducart": 4}[key]] = "0"
    return " ".join(fields)


def make_puzzle(game: Game, position: Position, turns: int) -> Puzzle | None:
    """Make and prove the puzzle of a position that is won within `turns` turns; return None if it is unsuitable."""
    text = without_quiet_turns(game.key, position.text())
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
    return Puzzle(puzzle_id(text), text, "win", count, first, count_misses(game, position, won[0]))


def with_refutations(key: str, puzzle: Puzzle) -> Puzzle:
    game = find(key)
    assert game is not None
    first = solution(game, prover(key), game.text.read(puzzle.position), puzzle.count)
    return replace(puzzle, first=first)


def count_misses(game: Game, position: Position, won: Sequence[str]) -> int:
    """Return the percentage of tries of the weaker levels that miss the first turn."""
    player = opponent(game.key, 4)
    levels = levels_of(game.key)[:5]
    misses = 0
    for level in levels:
        for seed in range(TRIES):
            moves = player.choose(position, level, Random(seed)).moves
            misses += game.text.write_turn(position, moves) not in won
    return round(100 * misses / (len(levels) * TRIES))


def first_turn(game: Game, puzzle: Puzzle) -> str:
    if puzzle.first is not None:
        return puzzle.first.answers[0].turns[0]
    position = game.text.read(puzzle.position)
    return prover(game.key).winning(position, 1)[0][0]


def kind_of(key: str, turn: str) -> str:
    """Return the kind of a turn: a text that turns of the same sort share."""
    if key == "ducart":
        sign = next((sign for sign in ("<>", "x", "^", ">", "+", "~", "<") if sign in turn), "-")
        return turn[0] + sign + ("=L" if turn.endswith("=L") else "")
    if key == "double-draughts":
        return "slide" if "-" in turn else f"takes {turn.count('x')}"
    return "turn"


def pieces_of(text: str) -> set[tuple[int, str]]:
    """Return the squares and letters of the pieces in a position text."""
    found = set()
    square = 0
    for letter in text.split()[0].replace("/", ""):
        if letter.isdigit():
            square += int(letter)
            continue
        found.add((square, letter))
        square += 1
    return found


def are_alike(first_text: str, second_text: str) -> bool:
    first, second = pieces_of(first_text), pieces_of(second_text)
    return len(first & second) > ALIKE_SHARE * min(len(first), len(second))


def spread(found: Sequence[Found]) -> list[Found]:
    """Sort in bit-reversed order of difficulty, so that every prefix has about as many hard puzzles as easy ones."""
    by_difficulty = sorted(found, key=lambda candidate: (candidate.puzzle.missed, candidate.puzzle.id))
    digits = len(by_difficulty).bit_length()
    order = sorted(range(len(by_difficulty)), key=lambda index: f"{index:0{digits}b}"[::-1])
    return [by_difficulty[index] for index in order]


def choose_puzzles(key: str, found: Sequence[Found], count: int) -> list[Puzzle]:
    """Choose `count` puzzles, if possible with the wanted numbers of one, two, three and four turns.

    They include easy and hard ones, at most one of a match, no two alike, and not too many of a kind. If these are
    fewer than `count`, more puzzles of two turns or more are added, of any kind.
    """
    candidates = spread(found)
    kinds: Counter[str] = Counter()
    matches: set[int] = set()
    chosen: list[Puzzle] = []

    def add(candidate: Found, limits_kinds: bool) -> bool:
        """Add a candidate if it is suitable; return whether it is."""
        puzzle = candidate.puzzle
        if puzzle in chosen or candidate.match in matches:
            return False
        if any(are_alike(puzzle.position, other.position) for other in chosen):
            return False
        if limits_kinds and kinds[candidate.kind] >= MAX_OF_KIND[key]:
            return False
        kinds[candidate.kind] += 1
        matches.add(candidate.match)
        chosen.append(puzzle)
        return True

    for turns, share in enumerate(SHARES[key], 1):
        for candidate in candidates:
            if candidate.puzzle.count == turns and share > 0:
                share -= add(candidate, True)
    for candidate in candidates:
        if len(chosen) < count and candidate.puzzle.count > 1:
            add(candidate, False)
    return chosen


def fault(key: str, puzzle: Puzzle) -> str | None:
    """Prove a puzzle again; return what is wrong with it, as a sentence, or None."""
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
