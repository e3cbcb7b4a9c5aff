"""Editor for positions of Ducart (README.md, section 11.2)."""

import re
from dataclasses import replace
from typing import Final

from rules.contract import Target, Token
from rules.ducart.effects import tokens
from rules.ducart.engine.mailbox import BLUE_ON, GOLD_ON, LETTERS, SLEPT
from rules.ducart.options import FLAGS
from rules.teaching.editor import BoardEditor, Draft, Field, Kind, PositionField, other

_PIECE: Final = re.compile(r"\([Kk][A-Za-z]~?\)|[A-Za-z]~?")
_KEEPERS: Final = {"nobody": "", "gold": "K", "blue": "k"}


def _can_be_fresh(draft: Draft, at: Target) -> bool:
    return draft.cells.get(at) == ("c" if draft.state["side"] == "g" else "C")


class DucartEditor(BoardEditor):
    """The editor of Ducart's positions.

    Whether a piece is asleep, and whose Keeper stands on it, are fields of a square. A Keeper placed on another piece
    stands on it.
    """

    piece = _PIECE
    trays = (tuple("WKCZHTL"), tuple("wkczhtl"))
    parts = (
        PositionField("side", "choice", ("g", "b"), mirror=other("g", "b")),
        PositionField("fresh", "place", fits=_can_be_fresh),
        PositionField("first", "choice", ("g", "b"), mirror=other("g", "b")),
        PositionField("quiet", "number", most=999, empty="0"),
        PositionField("turns", "number", most=9999, empty="0"),
        PositionField("flags", "letters", tuple(FLAGS)),
    )
    turned = True

    def tokens(self, kind: Kind) -> tuple[Token, ...]:
        keeper, letter, asleep = _split_kind(kind)
        code = LETTERS.index(letter.upper()) + (0 if letter.isupper() else 8) + (SLEPT if asleep else 0)
        return tokens(code + {"": 0, "K": GOLD_ON, "k": BLUE_ON}[keeper])

    def name(self, kind: Kind) -> str:
        return self.tokens(kind)[0].look.removesuffix("-asleep")

    def lay(self, draft: Draft, kind: Kind, at: Target) -> Draft:
        current = draft.cells.get(at)
        if kind in ("K", "k") and current is not None:
            keeper, letter, asleep = _split_kind(current)
            if not keeper and letter.upper() != "K":
                return super().lay(draft, _join_kind(kind, letter, asleep), at)
        return super().lay(draft, kind, at)

    def fields(self, draft: Draft, at: Target | None) -> tuple[Field, ...]:
        found = super().fields(draft, at)
        if at is None or at not in draft.cells:
            return found
        keeper, _, asleep = _split_kind(draft.cells[at])
        owner = next(name for name, letter in _KEEPERS.items() if letter == keeper)
        own = (
            Field("asleep", "switch", ("no", "yes")[asleep], of_place=True),
            Field("kept", "choice", owner, tuple(_KEEPERS), of_place=True),
        )
        return (*own, *found)

    def set_field(self, draft: Draft, name: str, value: str, at: Target | None) -> Draft:
        if name not in ("asleep", "kept"):
            return super().set_field(draft, name, value, at)
        if at is None or at not in draft.cells:
            return draft
        keeper, letter, asleep = _split_kind(draft.cells[at])
        if name == "asleep":
            asleep = value == "yes"
        else:
            keeper = _KEEPERS[value]
        changed = self._replace_cells(draft, {**draft.cells, at: _join_kind(keeper, letter, asleep)})
        return replace(draft, cells=changed.cells, state=changed.state)


def _split_kind(kind: Kind) -> tuple[str, str, bool]:
    """Return the letter of the Keeper on top or "", the letter of the piece, and whether the piece is asleep."""
    bare = kind.strip("()")
    asleep = bare.endswith("~")
    bare = bare.rstrip("~")
    return bare[:-1], bare[-1], asleep


def _join_kind(keeper: str, letter: str, asleep: bool) -> Kind:
    piece = letter + ("~" if asleep else "")
    return f"({keeper}{piece})" if keeper else piece


EDITOR: Final = DucartEditor()
