"""Simulated rounds, and the rules that each of their positions must satisfy (README.md, section 14)."""

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
"""(view of its seat, chance) -> its moves up to the end of its turn or an unknown card."""
LARGEST_HAND: Final = 14
OFTEN: Final = 0.7  # probability that the random player lays cards when it could discard


def at_random(view: Position, rng: Random) -> list[Move]:
    """Return random legal moves; a turn that runs into a dead end is taken back."""
    begun = view
    if view.phase == "draw":
        move = rng.choice(view.legal_moves())
        if isinstance(move, (Draw, Rebuild)):
            return [move]
        view = view.play(move)
        moves = _acts(view, rng)
        return [move, *moves] if moves else [Draw(begun.turn) if begun.stock else Rebuild(begun.turn)]
    return _acts(view, rng) or [Discard(view.turn, rng.choice(view.hand))]


def _acts(view: Position, rng: Random) -> list[Move]:
    """Return acts and the discard; none if they ran into a dead end."""
    moves: list[Move] = []
    while view.phase == "act":
        legal = view.legal_moves()
        if not legal:
            return []
        acts = [move for move in legal if not isinstance(move, Discard)]
        moves.append(rng.choice(acts) if acts and rng.random() < OFTEN else rng.choice(legal))
        view = view.play(moves[-1])
    return moves


def play_round(position: Position, player: Player, rng: Random) -> Iterator[tuple[Move, Position]]:
    """Play a round from its deal to its end; yield each move with the position after it. Players get views."""
    while True:
        moves = [position.sample(rng)] if position.to_move == NATURE else player(_seen(position), rng)
        for move in moves:
            if not abilities.is_legal(position, move):
                raise AssertionError(f"{move} is not legal in {position.text()}")
            position = position.play(move)
            yield move, position
        if position.phase in ("end", "blocked"):
            return


def _seen(position: Position) -> Position:
    return position.seen_by(position.turn)


PLAYERS: Final[dict[str, Player]] = {"random": at_random, "greedy": greedy}


def faults(before: Position, after: Position) -> list[str]:
    """Return the violations of section 14 by a move, as sentences."""
    found = []
    cards = [card for hand in after.hands for card in hand]
    melds = [lying.meld for lying in after.melds]
    cards += [card for meld in melds for card in meld.cards]
    if not is_full_pack([*cards, *after.stock, *after.discard]):
        found.append("There are not 108 cards.")
    for meld in melds:
        try:
            again = read_meld(str(meld))
        except MeldError:
            found.append(f"{meld} is no meld.")
            continue
        if again != meld or meld.cards.count(JOKER) > 1:
            found.append(f"{meld} is not written as it is.")
    if max(map(len, after.hands)) > LARGEST_HAND:
        found.append("A hand is too large.")
    same_round = before.round == after.round and before.phase != "deal"
    if same_round and after.phase != "act":
        begun = before.begun or before
        if any(len(now) > len(then) for now, then in zip(after.hands, begun.hands, strict=True)):
            found.append("A hand has grown from turn to turn.")
    if same_round and _on_table(after) < _on_table(before):
        found.append("Cards have left the table.")
    if after.winner is not None and not after.opened[after.winner]:
        found.append("Somebody has won without having opened.")
    if after.phase == "draw" and (after.owed or after.fresh):
        found.append("A duty outlives its turn.")
    return found


def _on_table(position: Position) -> int:
    return sum(len(lying.meld.faces) for lying in position.melds)
