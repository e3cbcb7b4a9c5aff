"""Retrograde analysis for the endgame table: positions with few pieces are solved backwards from the end.

The value of a position is 0 if neither side can force a win, or else the plies to the end + 1, after the shortest win
against the longest defence. An odd number of plies wins for the side to move, an even one loses: the last ply leaves
the opponent without a piece or a move (README.md of the game, section 6). Quiet plies and repetition are ignored.

A material is the numbers of both sides' Men and Kings. It is solved together with the same material with the sides
exchanged, after all materials that jumps and promotions lead to. First each position is valued by its jumps and
promotions; then positions that end after n plies give those that end after n + 1.
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

_JUMPS: Final = 255  # count of a position that has a jump, so that no slide matters
_MAX_VALUE: Final = 250
_RANK_8: Final = -0x0100000000000000


@final
class Solver:
    """The values of all positions with 2 to `max_pieces` pieces, in the order of their numbers."""

    def __init__(self, max_pieces: int) -> None:
        """Create the tables for up to 2, 3 or 4 pieces; those for 4 take 0.3 GB."""
        self.numbering = Numbering(max_pieces)
        codes = code_table()
        self._square_of = vec[i64]([codes.index(code) for code in range(64)])
        self.values = vec[u8](bytes(self.numbering.size))
        self.positions: i64 = 0  # solved so far, seen from the side to move; mirror images count once
        self.twins: i64 = 0  # solved positions that aren't their own mirror images
        self._generator = MoveGenerator()
        self._highest: i64 = 0  # highest value in the materials that are being solved
        # for each position of these materials, the number of slides that may still avoid a loss
        self._counts = vec[u8]([])
        # first numbers of the two materials, and the length of each block
        self._base: i64 = 0
        self._other_base: i64 = 0
        self._size: i64 = 0
        # current material: first number, shift of the first piece's code, first indices of the other kinds of pieces
        self._first: i64 = 0
        self._shift: i64 = 0
        self._second: i64 = 0
        self._third: i64 = 0
        self._fourth: i64 = 0
        # bitboards of the current position
        self._own: i64 = 0
        self._enemy: i64 = 0
        self._kings: i64 = 0

    def solve(self, material: Material) -> None:
        """Solve a material, also with the sides exchanged. All materials that it can lead to must be solved."""
        own_men, own_kings, enemy_men, enemy_kings = material
        pieces = sum(material)
        self._base = self.numbering.bases[material_index(own_men, own_kings, enemy_men, enemy_kings)]
        self._other_base = self.numbering.bases[material_index(enemy_men, enemy_kings, own_men, own_kings)]
        self._size = block_size(pieces)
        self._shift = 6 * (pieces - 1)
        self._highest = 0
        swapped = (enemy_men, enemy_kings, own_men, own_kings)
        self._counts = vec[u8](bytes(self._size if swapped == material else 2 * self._size))
        self._initialise(material)
        if swapped != material:
            self._initialise(swapped)
        plies: i64 = 0
        while plies < self._highest:
            self._propagate_all(material, plies)
            if swapped != material:
                self._propagate_all(swapped, plies)
            plies += 1
        self._finish(material)
        if swapped != material:
            self._finish(swapped)

    def _set_up(self, number: i64) -> bool:
        """Make the position of the current material with this number the current position.

        Returns False if there is no such position, or if the position is stored under another number.
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
        """Value all positions of a material by their jumps and promotions, and count their other moves."""
        self._set_material(material)
        number = self._first
        end = number + self._size
        while number < end:
            if self._set_up(number):
                self.positions += 1
                if not self.numbering.is_symmetric:
                    self.twins += 1
                self._value_position(number)
            number += 1

    def _value_position(self, number: i64) -> None:
        """Value the current position by its jumps and promotions, and count its other moves."""
        own, enemy, kings = self._own, self._enemy, self._kings
        symmetric = self.numbering.is_symmetric
        generator = self._generator
        jumpers = generator.find_jumpers(own, enemy, kings, WHITE)
        if jumpers != 0:
            count = generator.list_captures(jumpers, own, enemy, kings, 0, WHITE, 0)
        else:
            count = generator.list_slides(own, enemy, kings, kings, WHITE, 0)
        slide_count: i64 = 0  # of moves that keep the material
        drawn: i64 = 0
        win: i64 = 0
        loss: i64 = 0
        if count == 0:
            loss = 1
        i: i64 = 0
        while i < count:
            move = generator.moves[i]
            after = self._value_after(move, generator.captured[i])
            i += 1
            if after < 0:
                slide_count += self._weight(move & 63, symmetric)
            elif after == 0:
                drawn = 1
            elif after & 1 == 0:
                if after >= loss:
                    loss = after + 1
            elif win == 0 or after < win:
                win = after + 1
        if win != 0:
            self._set_value(number, win)
        elif drawn == 0:
            self._set_value(number, loss)
        if jumpers != 0:
            slide_count = _JUMPS
        elif drawn != 0:
            slide_count += 1  # stands for the promotion that draws, so that the position is never lost
        self._counts[self._count_index(number)] = u8(slide_count)

    def _value_after(self, move: i64, taken: i64) -> i64:
        """Return the value after a move of the current position, or -1 if the move keeps the material."""
        own, enemy, kings = self._own, self._enemy, self._kings
        start: i64 = 1
        start <<= move & 63
        end: i64 = 1
        end <<= move >> 6 & 63
        king = kings & start
        if taken == 0 and (king != 0 or end & _RANK_8 == 0):
            return -1
        enemy &= ~taken
        if enemy == 0:
            return 1
        kings &= ~(taken | start)
        if king != 0 or end & _RANK_8 != 0:
            kings |= end
        return i64(self.values[self.numbering.number(enemy, own & ~start | end, kings, FLIP)])

    def _weight(self, square: i64, symmetric: bool) -> i64:
        """Return 1; or 0 for a square on files e to h in a symmetric position, whose mirrored square counts."""
        if symmetric and square & 7 > 3:
            return 0
        return 1

    def _count_index(self, number: i64) -> i64:
        index = number - self._base
        if index >= 0 and index < self._size:
            return index
        return number - self._other_base + self._size

    def _set_value(self, number: i64, value: i64) -> None:
        if value > _MAX_VALUE:
            raise OverflowError("a position ends so late that its value has no room")
        self.values[number] = u8(value)
        if value > self._highest:
            self._highest = value

    def _propagate_all(self, material: Material, plies: i64) -> None:
        """Propagate the values of all positions that end after `plies` plies to the positions one ply before."""
        self._set_material(material)
        values = self.values
        value = plies + 1
        wanted = u8(value)
        number = self._first
        end = number + self._size
        while number < end:
            if values[number] == wanted:
                count = i64(self._counts[self._count_index(number)])
                if value & 1 == 0 or count == 0 or count == _JUMPS:
                    self._set_up(number)
                    self._propagate(value)
            number += 1

    def _propagate(self, value: i64) -> None:
        """Propagate the value of the current position to the positions from which a slide leads there."""
        own, enemy, kings = self._own, self._enemy, self._kings
        symmetric = self.numbering.is_symmetric
        generator = self._generator
        # the other side's slides undone are slides upwards, because its Men move downwards
        count = generator.list_slides(enemy, own, kings, kings, WHITE, 0)
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
            index = self._count_index(number)
            slides_left = i64(self._counts[index])
            if slides_left == _JUMPS:
                continue
            known = i64(self.values[number])
            if value & 1 != 0:
                if known & 1 != 0 or known == 0 or known > value + 1:
                    self._set_value(number, value + 1)
                continue
            slides_left -= 1
            self._counts[index] = u8(slides_left)
            if slides_left == 0 and (known == 0 or (known & 1 != 0 and known < value + 1)):
                self._set_value(number, value + 1)

    def _finish(self, material: Material) -> None:
        """Value lost positions as 0 if they have a slide that doesn't lose."""
        self._set_material(material)
        values = self.values
        number = self._first
        end = number + self._size
        while number < end:
            if values[number] & 1 != 0:
                count = i64(self._counts[self._count_index(number)])
                if count != 0 and count != _JUMPS:
                    values[number] = 0
            number += 1


def solve(max_pieces: int, report: Callable[[Material], None] = lambda material: None) -> Solver:
    """Solve all positions with 2 to `max_pieces` pieces; `report` is called with each solved material."""
    solver = Solver(max_pieces)
    for pieces in range(2, max_pieces + 1):
        done: set[Material] = set()
        for material in materials(pieces):
            if material not in done:
                solver.solve(material)
                done |= {material, (*material[2:], *material[:2])}
                report(material)
    return solver
