"""Editor for positions of Duck Chess (README.md, section 8)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.contract import Table, Target, Token
from rules.duck_chess.effects import BESIDE, TOKENS
from rules.duck_chess.engine.mailbox import PIECES
from rules.duck_chess.text import RIGHTS
from rules.teaching.editor import BoardEditor, Draft, Kind, PositionField, other


def _can_be_crossed(draft: Draft, at: Target) -> bool:
    """Return whether a double step may just have crossed a square, because the enemy's pawn stands in front of it."""
    rank, pawn = ("5", "p") if draft.state["side"] == "w" else ("4", "P")
    return at[1] == ("6" if rank == "5" else "3") and draft.cells.get(f"{at[0]}{rank}") == pawn


def _mirror_rights(rights: str) -> str:
    swapped = rights.swapcase()
    return "".join(letter for letter in RIGHTS if letter in swapped) or "-"


_HOME_SQUARES: Final = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}


def _has_home_men(right: str, cells: Mapping[Target, Kind]) -> bool:
    men = "KR" if right.isupper() else "kr"
    return all(cells.get(home) == man for home, man in zip(_HOME_SQUARES[right], men, strict=True))


class DuckEditor(BoardEditor):
    trays = (tuple("PNBRQK*"), tuple("pnbrqk"))
    parts = (
        PositionField("side", "choice", ("w", "b"), mirror=other("w", "b")),
        PositionField("castling", "letters", tuple(RIGHTS), mirror=_mirror_rights),
        PositionField("crossed", "place", fits=_can_be_crossed),
        PositionField("quiet", "number", most=999, empty="0"),
        PositionField("number", "number", least=1, most=999, empty="1"),
    )
    alone = frozenset("*")

    def _replace_cells(self, draft: Draft, cells: Mapping[Target, Kind]) -> Draft:
        changed = super()._replace_cells(draft, cells)
        lost = {right for right in RIGHTS if _has_home_men(right, draft.cells) and not _has_home_men(right, cells)}
        left = "".join(right for right in changed.state["castling"] if right not in lost) or "-"
        return replace(changed, state={**changed.state, "castling": left})

    def table(self, draft: Draft) -> Table:
        waiting_duck = {} if "*" in draft.cells.values() else {BESIDE: self.tokens("*")}
        return {**super().table(draft), **waiting_duck}

    def tokens(self, kind: Kind) -> tuple[Token, ...]:
        return (TOKENS[PIECES.index(kind) - 1],)


EDITOR: Final = DuckEditor()
