"""Puzzles of Ducale hands: the best that can be done in one turn, in rounds in which one player lays nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from rules import find
from rules.ducale.cards import hand_without
from rules.ducale.moves import Discard, Draw, Move, Rebuild
from rules.ducale.plan import best_plan
from rules.ducale.policies import dearest, greedy
from rules.ducale.position import Position
from rules.ducale.scores import hand_points
from rules.game import Game
from rules.lab.ducale_simulation import play_round
from rules.lab.win_puzzles import Found, spread
from rules.teaching.puzzles import Goal, Puzzle, identity

KEY: Final = "ducale"
ACTS: Final = 3  # minimum number of melds, lay-offs and swaps of the best turn
TRIES: Final = 50  # random tries
FAILED: Final = 40  # minimum number of failures in 100 random tries


def find_hands(match: int) -> list[Found]:
    """Return the puzzles of a round: turns of seat 0, the person's, after it took a card of the stock."""
    game = find(KEY)
    assert game is not None
    rng = Random(f"{KEY} {match}")
    start = game.play.start(game.play.options(), rng.choice((2, 3, 4)))
    assert isinstance(start, Position)
    found = []
    for _, position in play_round(start, _player, rng):
        if position.phase == "act" and position.turn == 0 and isinstance(position.played[-1], Draw):
            puzzle = hand_puzzle(game, position, rng)
            if puzzle is not None:
                found.append(Found(puzzle, match, puzzle.goal))
    return found


def _player(view: Position, rng: Random) -> list[Move]:
    """Play greedily, but with seat 0 take from the stock, lay nothing and keep cards that can be laid."""
    if view.turn != 0:
        return greedy(view, rng)
    if view.phase == "draw":
        return [Draw(0) if view.stock else Rebuild(0)]
    _, turn = best_turn(view)
    return [next((move for move in turn if isinstance(move, Discard)), Discard(0, dearest(view.hand, rng)))]


def best_turn(position: Position) -> tuple[int, tuple[Move, ...]]:
    """Return the fewest points that the seat to move can keep in this turn, 0 if it can go out, and such a turn.

    For each card as the discard, the other cards are laid by `plan.best_plan`.
    """
    seat = position.turn
    whole = best_plan(position)
    if whole is not None and whole.out:
        left = position
        for act in whole.acts:
            left = left.play(act)
        return 0, (*whole.acts, *(Discard(seat, card) for card in left.hands[seat]))
    kept: list[tuple[int, tuple[Move, ...]]] = []
    for card in sorted(set(position.hand)):
        hands = list(position.hands)
        hands[seat] = hand_without(position.hand, (card,))
        plan = best_plan(replace(position, hands=tuple(hands)))
        if plan is not None:
            kept.append((plan.points, (*plan.acts, Discard(seat, card))))
    return min(kept, key=lambda one: one[0])


def kept_by(position: Position, moves: Sequence[Move]) -> int:
    seat = position.turn
    for move in moves:
        position = position.play(move)
    return hand_points(position.hands[seat])


def hand_puzzle(game: Game, position: Position, rng: Random) -> Puzzle | None:
    """Make the puzzle of a hand; None if it is too easy."""
    target, turn = best_turn(position)
    if sum(not isinstance(move, Discard) for move in turn) < ACTS:
        return None
    missed = round(100 * sum(kept_by(position, _whatever(position, rng)) > target for _ in range(TRIES)) / TRIES)
    if missed < FAILED:
        return None
    text = position.text()
    goal: Goal = "points" if target else "out"
    return Puzzle(identity(text), text, goal, target or 1, None, missed, tuple(map(str, turn)))


def _whatever(position: Position, rng: Random) -> list[Move]:
    """Return a turn that lays at random while it can, as its duties allow, and discards the dearest card."""
    moves: list[Move] = []
    while position.phase == "act":
        acts = [move for move in position.legal_moves() if not isinstance(move, Discard)]
        discards = [move for move in position.legal_moves() if isinstance(move, Discard)]
        if not acts and not discards:
            break
        moves.append(rng.choice(acts) if acts else Discard(position.turn, dearest(position.hand, rng)))
        position = position.play(moves[-1])
    return moves


def chosen(found: Sequence[Found], count: int) -> list[Puzzle]:
    """Choose puzzles of different rounds, easy and hard ones; two fifths are hands to go out with."""
    kept: list[Puzzle] = []
    matches: set[int] = set()
    for goal, share in (("out", count * 2 // 5), ("points", count)):
        for one in spread(found):
            if one.puzzle.goal == goal and one.match not in matches and len(kept) < share:
                kept.append(one.puzzle)
                matches.add(one.match)
    return kept


def fault(puzzle: Puzzle) -> str | None:
    """Prove a hand again and return its fault as a sentence, or None."""
    game = find(KEY)
    assert game is not None
    position = game.text.read(puzzle.position)
    assert isinstance(position, Position)
    points, _ = best_turn(position)
    if points != (puzzle.count if puzzle.goal == "points" else 0):
        return f"{points} points can be kept."
    moves: list[Move] = []
    left = position
    for text in puzzle.moves:
        move = left.read_move(position.turn, text)
        if move is None:
            return "Its moves can't be made."
        moves.append(move)
        left = left.play(move)
    return None if kept_by(position, moves) == points else "Its moves don't do it."
