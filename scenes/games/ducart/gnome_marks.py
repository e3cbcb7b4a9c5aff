"""The marks of Ducart on its board: what a picked gnome can do, and which states pieces are in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.common.squares import NAMES
from rules.contract import Move, Position, Target, Token
from rules.ducart import marks
from rules.ducart import position as ducart
from rules.ducart.effects import SIDES
from rules.ducart.moves import Act
from scenes.surfaces.mark_rules import Sign, SquareMarks


class GnomeMarks(SquareMarks):
    has_aim = True

    def other_targets(self, position: Position, move: Move) -> frozenset[Target]:
        gesture = position.gesture(move)
        if gesture.drop is None:
            return frozenset()
        mark = mark_of(position, move)
        healed = mark.squares if mark.aim == "heal" else ()
        return frozenset((*gesture.pick, gesture.drop, *healed))

    def signs(self, position: Position, picked: frozenset[Target], moves: Iterable[Move]) -> frozenset[Sign]:
        signs = {
            Sign("ban", square)
            for target in picked
            for square in marks.banned_targets(ducart_position(position), target)
        }
        table = position.table()
        for move in moves:
            mark = mark_of(position, move)
            if mark.aim == "heal":
                signs |= {Sign("heal", square) for square in (mark.target, *mark.squares)}
            else:
                is_own = any(token.look.startswith(SIDES[move.seat]) for token in table.get(mark.target, ())[:1])
                signs.add(Sign(mark.aim, mark.target, mark.squares, is_own and mark.aim != "transfer"))
        return frozenset(signs)

    def state_signs(self, position: Position) -> frozenset[Sign]:
        index = ducart_position(position).fresh
        halo = () if index < 0 else (Sign("halo", NAMES[index]),)
        chains = (Sign("chain", square) for square in marks.locked_keepers(ducart_position(position)))
        return frozenset((*halo, *chains))

    def lifted_count(self, tokens: Sequence[Token]) -> int:
        """Return 1, because only the upper one of two pieces on a square acts."""
        return 1


def ducart_position(position: Position) -> ducart.Position:
    assert isinstance(position, ducart.Position)
    return position


def mark_of(position: Position, move: Move) -> marks.Mark:
    """Return the mark that shows a move before it is played."""
    assert isinstance(move, Act)
    return marks.mark(ducart_position(position), move)
