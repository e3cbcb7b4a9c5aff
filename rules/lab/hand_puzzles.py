"""Puzzles of Ducale: find the best turn with a hand. The hands come from rounds in which seat 0 lays nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from rules import find
from rules.abilities import play_all
from rules.ducale.cards import hand_without
from rules.ducale.moves import Discard, Draw, Move, Rebuild
from rules.ducale.plan import best_plan
from rules.ducale.policies import choose_costliest_card, greedy
from rules.ducale.position import Position
from rules.ducale.scores import hand_points
from rules.game import Game
from rules.lab.ducale_simulation import play_round
from rules.lab.win_puzzles import Found, spread
from rules.teaching.puzzles import Goal, Puzzle, puzzle_id

KEY: Final = "ducale"
MIN_ACTS: Final = 3  # melds, lay-offs and swaps of the best turn
TRIES: Final = 50  # random turns
MIN_MISSED: Final = 40  # percentage of random turns that aren't the best


def find_hands(match: int) -> list[Found]:
    """Return the puzzles of a round: positions in which seat 0 has just drawn a card from the stock."""
    game = find(KEY)
    assert game is not None
    rng = Random(f"{KEY} {match}")
    start = game.play.start(game.play.options(), rng.choice((2, 3, 4)))
    assert isinstance(start, Position)
    found = []
    for _, position in play_round(start, _choose_moves, rng):
        if position.phase == "act" and position.turn == 0 and isinstance(position.played[-1], Draw):
            puzzle = hand_puzzle(game, position, rng)
            if puzzle is not None:
                found.append(Found(puzzle, match, puzzle.goal))
    return found


def _choose_moves(view: Position, rng: Random) -> list[Move]:
    """Return greedy moves; seat 0 instead draws from the stock, lays nothing and keeps cards that can be laid."""
    if view.turn != 0:
        return greedy(view, rng)
    if view.phase == "draw":
        return [Draw(0) if view.stock else Rebuild(0)]
    _, turn = best_turn(view)
    return [
        next((move for move in turn if isinstance(move, Discard)), Discard(0, choose_costliest_card(view.hand, rng)))
    ]


def best_turn(position: Position) -> tuple[int, tuple[Move, ...]]:
    """Return the fewest points that the seat to move can keep in this turn, and a turn that keeps them.

    Each card is tried as the discard, and the others are laid by `plan.best_plan`.
    """
    seat = position.turn
    plan = best_plan(position)
    if plan is not None and plan.goes_out:
        after = play_all(position, plan.acts)
        return 0, (*plan.acts, *(Discard(seat, card) for card in after.hands[seat]))
    turns: list[tuple[int, tuple[Move, ...]]] = []
    for card in sorted(set(position.hand)):
        hands = list(position.hands)
        hands[seat] = hand_without(position.hand, (card,))
        plan = best_plan(replace(position, hands=tuple(hands)))
        if plan is not None:
            turns.append((plan.points, (*plan.acts, Discard(seat, card))))
    return min(turns, key=lambda turn: turn[0])


def points_after(position: Position, moves: Sequence[Move]) -> int:
    return hand_points(play_all(position, moves).hands[position.turn])


def hand_puzzle(game: Game, position: Position, rng: Random) -> Puzzle | None:
    """Return the puzzle of a hand; None if it is too easy."""
    target, turn = best_turn(position)
    if sum(not isinstance(move, Discard) for move in turn) < MIN_ACTS:
        return None
    misses = sum(points_after(position, _random_turn(position, rng)) > target for _ in range(TRIES))
    missed = round(100 * misses / TRIES)
    if missed < MIN_MISSED:
        return None
    text = position.text()
    goal: Goal = "points" if target else "out"
    return Puzzle(puzzle_id(text), text, goal, target or 1, None, missed, tuple(map(str, turn)))


def _random_turn(position: Position, rng: Random) -> list[Move]:
    """Return a turn that lays at random as long as it can, and then discards the costliest card."""
    moves: list[Move] = []
    while position.phase == "act":
        acts = [move for move in position.legal_moves() if not isinstance(move, Discard)]
        discards = [move for move in position.legal_moves() if isinstance(move, Discard)]
        if not acts and not discards:
            break
        moves.append(rng.choice(acts) if acts else Discard(position.turn, choose_costliest_card(position.hand, rng)))
        position = position.play(moves[-1])
    return moves


def choose_puzzles(found: Sequence[Found], count: int) -> list[Puzzle]:
    """Choose easy and hard puzzles of different rounds; in two fifths of them the hand can go out."""
    chosen: list[Puzzle] = []
    matches: set[int] = set()
    for goal, limit in (("out", count * 2 // 5), ("points", count)):
        for candidate in spread(found):
            if candidate.puzzle.goal == goal and candidate.match not in matches and len(chosen) < limit:
                chosen.append(candidate.puzzle)
                matches.add(candidate.match)
    return chosen


def fault(puzzle: Puzzle) -> str | None:
    """Solve a hand again; return what is wrong with its puzzle, as a sentence, or None."""
    game = find(KEY)
    assert game is not None
    position = game.text.read(puzzle.position)
    assert isinstance(position, Position)
    points, _ = best_turn(position)
    if points != (puzzle.count if puzzle.goal == "points" else 0):
        return f"{points} points can be kept."
    after = position
    for text in puzzle.moves:
        move = after.read_move(position.turn, text)
        if move is None:
            return "Its moves can't be made."
        after = after.play(move)
    return None if hand_points(after.hands[position.turn]) == points else "Its moves don't do it."
