"""Simulated rounds of Ducale, and checks of what must hold in each position (rules/ducale/README.md, section 14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, TypeAlias

from rules import abilities
from rules.contract import NATURE
from rules.ducale.cards import JOKER, is_full_pack
from rules.ducale.melds import MeldError, read_meld
from rules.ducale.moves import Discard, Draw, Move, Rebuild
from rules.ducale.policies import greedy
from rules.ducale.position import Position

Player: TypeAlias = Callable[[Position, Random], list[Move]]
"""Function that returns the moves of the seat whose view it gets, up to the end of the turn or an unseen card."""
LARGEST_HAND: Final = 14
ACT_PROBABILITY: Final = 0.7  # that the random player lays cards when it could discard


def at_random(view: Position, rng: Random) -> list[Move]:
    """Return random legal moves. If taking the discard leads to a dead end, draw instead."""
    if view.phase == "draw":
        move = rng.choice(view.legal_moves())
        if isinstance(move, (Draw, Rebuild)):
            return [move]
        moves = _random_acts(view.play(move), rng)
        return [move, *moves] if moves else [Draw(view.turn) if view.stock else Rebuild(view.turn)]
    return _random_acts(view, rng) or [Discard(view.turn, rng.choice(view.hand))]


def _random_acts(view: Position, rng: Random) -> list[Move]:
    """Return random acts and the discard, or nothing if they lead to a dead end."""
    moves: list[Move] = []
    while view.phase == "act":
        legal = view.legal_moves()
        if not legal:
            return []
        acts = [move for move in legal if not isinstance(move, Discard)]
        moves.append(rng.choice(acts) if acts and rng.random() < ACT_PROBABILITY else rng.choice(legal))
        view = view.play(moves[-1])
    return moves


def play_round(position: Position, player: Player, rng: Random) -> Iterator[tuple[Move, Position]]:
    """Play a round from its deal to its end; yield each move with the position after it. Players get views."""
    while True:
        is_chance = position.to_move == NATURE
        moves = [position.sample(rng)] if is_chance else player(position.seen_by(position.turn), rng)
        for move in moves:
            if not abilities.is_legal(position, move):
                raise AssertionError(f"{move} is not legal in {position.text()}")
            position = position.play(move)
            yield move, position
        if position.phase in ("end", "blocked"):
            return


PLAYERS: Final[dict[str, Player]] = {"random": at_random, "greedy": greedy}


def faults(before: Position, after: Position) -> list[str]:
    """Return the violations of section 14 that a move has caused, as sentences."""
    found = []
    cards = [card for hand in after.hands for card in hand]
    melds = [on_table.meld for on_table in after.melds]
    cards += [card for meld in melds for card in meld.cards]
    if not is_full_pack([*cards, *after.stock, *after.discard]):
        found.append("There are not 108 cards.")
    for meld in melds:
        try:
            reread = read_meld(str(meld))
        except MeldError:
            found.append(f"{meld} is no meld.")
            continue
        if reread != meld or meld.cards.count(JOKER) > 1:
            found.append(f"{meld} is not written as it is.")
    if max(map(len, after.hands)) > LARGEST_HAND:
        found.append("A hand is too large.")
    same_round = before.round == after.round and before.phase != "deal"
    if same_round and after.phase != "act":
        turn_start = before.begun or before
        if any(len(new) > len(old) for new, old in zip(after.hands, turn_start.hands, strict=True)):
            found.append("A hand has grown from turn to turn.")
    if same_round and _count_laid_cards(after) < _count_laid_cards(before):
        found.append("Cards have left the table.")
    if after.winner is not None and not after.opened[after.winner]:
        found.append("Somebody has won without having opened.")
    if after.phase == "draw" and (after.owed or after.fresh):
        found.append("A duty outlives its turn.")
    return found


def _count_laid_cards(position: Position) -> int:
    return sum(len(on_table.meld.faces) for on_table in position.melds)
