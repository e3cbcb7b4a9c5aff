"""Editor for positions of Double Draughts (README.md, section 7)."""

from typing import Final

from rules.contract import Token
from rules.double_draughts.effects import stack
from rules.double_draughts.engine.board import PIECES, QUIET_LIMIT
from rules.teaching.editor import BoardEditor, Kind, PositionField, other


class DraughtsEditor(BoardEditor):
    trays = (("m", "k", "t"), ("M", "K", "T"))
    parts = (
        PositionField("side", "choice", ("b", "w"), mirror=other("b", "w")),
        PositionField("levels", "choice", ("2", "3")),
        PositionField("quiet", "number", most=QUIET_LIMIT, empty="0"),
        PositionField("number", "number", least=1, most=999, empty="1"),
    )

    def tokens(self, kind: Kind) -> tuple[Token, ...]:
        return stack(PIECES.index(kind))

    def name(self, kind: Kind) -> str:
        side = "white" if kind.isupper() else "black"
        return f"{side}-{('man', 'king', 'triple')['mkt'.index(kind.lower())]}"


EDITOR: Final = DraughtsEditor()
