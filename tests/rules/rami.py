"""Positions of Ducale from short texts: hands and table; all other cards are in the piles."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from rules.ducale.cards import JOKER, PACK, Card, read
from rules.ducale.melds import read_meld
from rules.ducale.options import Options
from rules.ducale.position import Position, start
from rules.ducale.state import OnTable
from rules.ducale.text import play_tokens, read_turn
from rules.errors import TurnError
from rules.lab.ducale_simulation import Player, at_random, play_round


def cards(words: str) -> tuple[Card, ...]:
    """Return the cards of a text such as `7H JK`."""
    return tuple(read(word) for word in words.split())


def position(
    *hands: str,
    opened: Iterable[int] = (),
    table: Sequence[str] = (),
    stock: str | None = "",
    top: str = "2S",
    options: Options | None = None,
    **more: Any,
) -> Position:
    """Return a position in which seat 0 is about to take a card.

    The stock begins with `stock` (None: it is empty), and the discards end with `top`.
    """
    held = [cards(hand) for hand in hands]
    held += [()] * (2 - len(held))
    melds = tuple(OnTable(number, 0, read_meld(words)) for number, words in enumerate(table, 1))
    first, last = cards(stock or ""), cards(top)
    left = list(PACK)
    used = [card for hand in held for card in hand] + [card for one in melds for card in one.meld.cards]
    for card in (*used, *first, *last):
        left.remove(card)
    if not held[1]:
        spare = [card for card in left if card != JOKER][-13:]
        held[1] = tuple(spare)
        for card in spare:
            left.remove(card)
    opening = tuple(seat in opened for seat in range(len(held)))
    piles = ((), (*left, *last)) if stock is None else ((*first, *left), last)
    return replace(
        Position(tuple(held), options or Options()),
        **{
            "phase": "draw",
            "lap": 2,
            "dealer": len(held) - 1,
            "opened": opening,
            "melds": melds,
            "stock": piles[0],
            "discard": piles[1],
            "next_id": len(melds) + 1,
            **more,
        },
    )


def after(before: Position, turn: str) -> Position:
    """Return the position after a turn, or after the beginning of one that ends with `…`."""
    if turn.endswith("…"):
        return play_tokens(before, _split(turn))
    for move in read_turn(before, turn):
        before = before.play(move)
    return before


def _split(turn: str) -> list[str]:
    words: list[str] = []
    for word in turn.removesuffix("…").split():
        if words and words[-1].count("[") > words[-1].count("]"):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def refused(before: Position, turn: str) -> str | None:
    try:
        after(before, turn)
    except TurnError as problem:
        return problem.code
    return None


def played(
    seed: int, seats: int = 4, options: Options | None = None, player: Player = at_random, most: int = 2000
) -> list[Position]:
    begun = start(options or Options(), seats)
    return [begun, *(now for _, now in islice(play_round(begun, player, Random(seed)), most))]
