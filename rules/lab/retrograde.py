"""Retrograde analysis: solve positions with few pieces backwards from the end, for rules/lab/endgames.py.

A position's value is 0 if neither side can force a win, else plies to the end + 1, by the shortest way of the side
that wins against the longest of the other. An odd number of plies wins for the side to move, an even one loses: the
last ply leaves the opponent without a piece or a move (README.md of the game, section 6). Quiet plies and
repetition are not counted here; the value shows whether the end comes before the 80th quiet ply.

A material is solved together with its opponent's view, after all materials that it can turn into: first each
position by itself (jumps and promotions change the material), then positions that end after n plies give those that
end after n + 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from rules.double_draughts.engine.board import WHITE
from rules.double_draughts.engine.movegen import MoveGenerator
from rules.double_draughts.engine.numbering import (
    FLIP,
    Material,
    Numbering,
    block_size,
    code_table,
    material_index,
    materials,
)

_JUMPS: Final = 255
"""The count of a position that is decided by its jumps: no slide changes its value."""
_TOP: Final = 250
_RANK_8: Final = -0x0100000000000000


@final
class Solver:
    """The values by number of all positions with 2 to `most` pieces."""

    def __init__(self, most: int) -> None:
        """Create the tables for `most` pieces, 2 to 4; 4 pieces take 0.3 GB."""
        self.numbering = Numbering(most)
        codes = code_table()
        self._square_of = vec[i64]([codes.index(code) for code in range(64)])
        self.values = vec[u8](bytes(self.numbering.size))
        self.positions: i64 = 0  # solved, each seen from the side to move; mirror images count once
        self.twins: i64 = 0  # those that are not their own mirror images
        self._generator = MoveGenerator()
        self._counts = vec[u8]([])
        self._own: i64 = 0
        self._enemy: i64 = 0
        self._kings: i64 = 0
        self._highest: i64 = 0
        self._base: i64 = 0
        self._other: i64 = 0
        self._size: i64 = 0
        self._first: i64 = 0
        self._shift: i64 = 0
        self._second: i64 = 0
        self._third: i64 = 0
        self._fourth: i64 = 0

    def solve(self, material: Material) -> None:
        """Solve a material and its opponent's view. All materials that they can turn into must be solved."""
        own_men, own_kings, enemy_men, enemy_kings = material
        pieces = sum(material)
        self._base = self.numbering.bases[material_index(own_men, own_kings, enemy_men, enemy_kings)]
        self._other = self.numbering.bases[material_index(enemy_men, enemy_kings, own_men, own_kings)]
        self._size = block_size(pieces)
        self._shift = 6 * (pieces - 1)
        self._highest = 0
        turned = (enemy_men, enemy_kings, own_men, own_kings)
        self._counts = vec[u8](bytes(self._size if turned == material else 2 * self._size))
        self._initialise(material)
        if turned != material:
            self._initialise(turned)
        plies: i64 = 0
        while plies < self._highest:
            self._step(material, plies)
            if turned != material:
                self._step(turned, plies)
            plies += 1
        self._finish(material)
        if turned != material:
            self._finish(turned)

    def _set_up(self, number: i64) -> bool:
        """Set up the position with this number of the current material.

        Returns False if there is no such position, or its own number is lower.
        """
        numbering = self.numbering
        rest = number - self._first
        shift = self._shift
        code = rest >> shift << 1
        own: i64 = 0
        men: i64 = 0
        occupied: i64 = 0
        i: i64 = 0
        while shift >= 0:
            bit: i64 = 1
            bit <<= self._square_of[code]
            if occupied & bit != 0:
                return False
            occupied |= bit
            if i < self._third:
                own |= bit
                if i < self._second:
                    if code >= 56:
                        return False
                    men |= bit
            elif i < self._fourth:
                if code < 8:
                    return False
                men |= bit
            i += 1
            shift -= 6
            code = rest >> (shift & 63) & 63
        self._own = own
        self._enemy = occupied ^ own
        self._kings = occupied ^ men
        return numbering.number(self._own, self._enemy, self._kings, 0) == number

    def _set_material(self, material: Material) -> None:
        own_men, own_kings, enemy_men, enemy_kings = material
        self._first = self.numbering.bases[material_index(own_men, own_kings, enemy_men, enemy_kings)]
        self._second = own_men
        self._third = own_men + own_kings
        self._fourth = self._third + enemy_men

    def _initialise(self, material: Material) -> None:
        """Value all positions by the moves that change the material, and count the other moves."""
        self._set_material(material)
        number = self._first
        end = number + self._size
        while number < end:
            if self._set_up(number):
                self.positions += 1
                if not self.numbering.is_symmetric:
                    self.twins += 1
                self._value(number)
            number += 1

    def _value(self, number: i64) -> None:
        """Value the current position, as far as jumps and promotions decide it."""
        own, enemy, kings = self._own, self._enemy, self._kings
        symmetric = self.numbering.is_symmetric
        generator = self._generator
        jumpers = generator.jumpers(own, enemy, kings, WHITE)
        if jumpers != 0:
            count = generator.captures(jumpers, own, enemy, kings, 0, WHITE, 0)
        else:
            count = generator.slides(own, enemy, kings, kings, WHITE, 0)
        staying: i64 = 0
        drawn: i64 = 0
        win: i64 = 0
        loss: i64 = 0
        if count == 0:
            loss = 1
        i: i64 = 0
        while i < count:
            move = generator.moves[i]
            after = self._after(move, generator.captured[i])
            i += 1
            if after < 0:
                staying += self._weight(move & 63, symmetric)
            elif after == 0:
                drawn = 1
            elif after & 1 == 0:
                if after >= loss:
                    loss = after + 1
            elif win == 0 or after < win:
                win = after + 1
        if win != 0:
            self._keep(number, win)
        elif drawn == 0:
            self._keep(number, loss)
        if jumpers != 0:
            staying = _JUMPS
        elif drawn != 0:
            staying += 1  # stands for the draw, which never loses
        self._counts[self._place_of(number)] = u8(staying)

    def _after(self, move: i64, taken: i64) -> i64:
        """Return the value after a move of the current position; -1 if the material stays the same."""
        own, enemy, kings = self._own, self._enemy, self._kings
        lifted: i64 = 1
        lifted <<= move & 63
        laid: i64 = 1
        laid <<= move >> 6 & 63
        king = kings & lifted
        if taken == 0 and (king != 0 or laid & _RANK_8 == 0):
            return -1
        enemy &= ~taken
        if enemy == 0:
            return 1
        kings &= ~(taken | lifted)
        if king != 0 or laid & _RANK_8 != 0:
            kings |= laid
        return i64(self.values[self.numbering.number(enemy, own & ~lifted | laid, kings, FLIP)])

    def _weight(self, square: i64, symmetric: bool) -> i64:
        """Return 1; where both halves of the board are alike, 0 for moves on the files e to h."""
        if symmetric and square & 7 > 3:
            return 0
        return 1

    def _place_of(self, number: i64) -> i64:
        at = number - self._base
        if at >= 0 and at < self._size:
            return at
        return number - self._other + self._size

    def _keep(self, number: i64, value: i64) -> None:
        if value > _TOP:
            raise OverflowError("a position ends so late that its value has no room")
        self.values[number] = u8(value)
        if value > self._highest:
            self._highest = value

    def _step(self, material: Material, plies: i64) -> None:
        """Propagate the final values of the positions that end after `plies` plies to those a ply before."""
        self._set_material(material)
        values = self.values
        value = plies + 1
        sought = u8(value)
        number = self._first
        end = number + self._size
        while number < end:
            if values[number] == sought:
                count = i64(self._counts[self._place_of(number)])
                if value & 1 == 0 or count == 0 or count == _JUMPS:
                    self._set_up(number)
                    self._propagate(value)
            number += 1

    def _propagate(self, value: i64) -> None:
        """Propagate the final value of the current position to those from which a slide leads to it."""
        own, enemy, kings = self._own, self._enemy, self._kings
        symmetric = self.numbering.is_symmetric
        generator = self._generator
        # Undoing a slide is sliding as the other colour, because men move the other way.
        count = generator.slides(enemy, own, kings, kings, WHITE, 0)
        i: i64 = 0
        while i < count:
            move = generator.moves[i]
            i += 1
            if self._weight(move & 63, symmetric) == 0:
                continue
            end: i64 = 1
            end <<= move & 63
            start: i64 = 1
            start <<= move >> 6 & 63
            before = kings
            if kings & end != 0:
                before = kings ^ end ^ start
            number = self.numbering.number(enemy ^ end ^ start, own, before, FLIP)
            at = self._place_of(number)
            left = i64(self._counts[at])
            if left == _JUMPS:
                continue
            known = i64(self.values[number])
            if value & 1 != 0:
                if known & 1 != 0 or known == 0 or known > value + 1:
                    self._keep(number, value + 1)
                continue
            left -= 1
            self._counts[at] = u8(left)
            if left == 0 and (known == 0 or (known & 1 != 0 and known < value + 1)):
                self._keep(number, value + 1)

    def _finish(self, material: Material) -> None:
        """Set lost positions to 0 if a slide is left that doesn't lose, however their promotions end."""
        self._set_material(material)
        values = self.values
        number = self._first
        end = number + self._size
        while number < end:
            if values[number] & 1 != 0:
                count = i64(self._counts[self._place_of(number)])
                if count != 0 and count != _JUMPS:
                    values[number] = 0
            number += 1


def solve(most: int, tell: Callable[[Material], None] = lambda material: None) -> Solver:
    """Solve all positions with 2 to `most` pieces; `tell` is called with each solved material."""
    solver = Solver(most)
    for pieces in range(2, most + 1):
        done: set[Material] = set()
        for material in materials(pieces):
            if material not in done:
                solver.solve(material)
                done |= {material, (*material[2:], *material[:2])}
                tell(material)
    return solver
