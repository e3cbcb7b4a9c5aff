"""The marks of Duck Chess on its board, and the lead in captured material."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Final

from rules.common.squares import INDEX
from rules.contract import Move, Position, Remark, Target, Token
from scenes.surfaces.mark_rules import SquareMarks, find_dropped_token

KINDS: Final = ("king", "queen", "rook", "bishop", "knight", "pawn")  # in the order of the box and of choices
PIECE_VALUES: Final = {"queen": 9, "rook": 5, "bishop": 3, "knight": 3, "pawn": 1}  # in pawns
DUCK: Final = "duck"


class DuckMarks(SquareMarks):
    has_aim = True

    def placed_token(self, position: Position, move: Move) -> Token | None:
        token = find_dropped_token(position, move)
        return token if token is not None and token.look == DUCK else None

    def choice_rank(self, token: Token) -> int:
        return KINDS.index(_kind(token))


def material_lead(tokens: Iterable[Token]) -> dict[Target, str]:
    """Return the lead in pawns of the side that is ahead, by the target of its captures: {"taken-1": "+3"}."""
    lead = sum(map(_signed_value, tokens))
    return {f"taken-{int(lead > 0)}": f"+{abs(lead)}"} if lead else {}


def describe_target(position: Position, target: Target, is_brief: bool) -> Sequence[Remark]:
    """Return a remark on who is ahead if `target` is the box that shows the lead; otherwise nothing."""
    table = position.table()
    lead = material_lead(chain.from_iterable(table[square] for square in INDEX.keys() & table)).get(target)
    return () if lead is None else (Remark("ahead", (target,), {"n": lead[1:]}),)


def _kind(token: Token) -> str:
    return token.look.rpartition("-")[2]


@cache
def _signed_value(token: Token) -> int:
    """Return a token's value in pawns, negative for Black."""
    return PIECE_VALUES.get(_kind(token), 0) * (1 if token.look.startswith("white") else -1)
