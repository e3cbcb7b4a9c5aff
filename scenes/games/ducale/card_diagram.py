"""Diagrams of a card game (`scenes/table/diagram.py`): a small table with piles, melds and the hand to move.

In the diagram's text, `acts` names cards of the hand, which are then raised.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Position, Table, Target
from rules.game import Game
from scenes.app.theme import WALNUT_DARK
from scenes.games.ducale.card_film import make_film
from scenes.games.ducale.card_layout import (
    MAX_HAND_STEP,
    MELD_STEP,
    CardPlace,
    HandState,
    MeldOwner,
    face_of,
    find_melds,
    is_in_hand,
    meld_of,
    pile_place,
)
from scenes.games.ducale.card_table import CardTable
from scenes.games.ducale.card_text import card_name, describe_place, meld_owners
from scenes.games.ducale.table_zones import CARD_RATIO
from scenes.surfaces.layout import Box
from scenes.surfaces.timeline import Frame, tempo_of
from scenes.table.diagram import BETWEEN, DiagramAnimation, MoveFilm, describe_turns, read_diagram

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.view import TableView

WIDE: Final = 9.4
HIGH: Final = 6.2
"""Size of the table, in cells; all lengths below are in cells, too."""
CARD: Final = 1.6
HELD: Final = 2.0
"""Heights of a card on the table, and of one in the hand."""
PILES: Final = {"stock": (0.95, 1.15), "discard": (0.95, 3.0)}
ROWS: Final = (1.1, 3.05)
"""Centres of the piles, and y of the rows of melds."""
MELDS: Final = (1.9, 9.15)
GAP: Final = 0.3
"""Left and right end of the melds, and the gap between two."""
HAND: Final = 5.0  # centre y of the cards in hand
RAISED: Final = 0.3
CORNER: Final = 3.0


class CardDiagram:
    def __init__(self, app: AppContext, game: Game, view: TableView, text: str) -> None:
        assert isinstance(view, CardTable)
        self._app, self._game, self._view = app, game, view
        self.content = read_diagram(game, text)
        self._seat = self.content.position.to_move
        self.cells = (WIDE, HIGH)
        *_, last = self._positions()
        self._owners = {meld: MeldOwner(seat, app.words("table.you")[0]) for meld, seat in meld_owners(last).items()}

    @property
    def can_play(self) -> bool:
        return bool(self.content.plays)

    def describe(self) -> str:
        words, table = self._app.words, self.content.position.table()
        hand = [card_name(words, face_of(target)) for target in table if is_in_hand(target, self._seat)]
        picked = words.join_items(
            card_name(words, face_of(target)) for target in table if target in self.content.picked
        )
        told = (
            words("line.ducale.hand", cards=words.join_items(hand)) if hand else "",
            words("line.ducale.raised", cards=picked) if picked else "",
            *(describe_place(words, table, meld) for meld in find_melds(table)),
            describe_place(words, table, "discard"),
            describe_turns(words, self._game, self.content, persons=1),
        )
        return " ".join(filter(None, told))

    def picture(self, cell: int) -> pygame.Surface:
        return self._paint(cell, Frame(self.content.position.table()), self.content.picked)

    def play(self, cell: int, x: int) -> DiagramAnimation:
        app, turns = self._app, self.content.plays
        tempo = tempo_of(app.settings, "own")
        moves = [move for turn in turns for move in turn]
        lying = self._positions()
        tables = [position.table() for position in lying]

        def arrange_table(table: Table) -> dict[Target, list[CardPlace]]:
            return arrange(table, cell, self._seat)

        films = [
            make_film(table, before.effects(move), arrange_table, {}, tempo, after)
            for table, before, move, after in zip(tables, lying, moves, tables[1:], strict=False)
        ]
        clips = [MoveFilm(film, BETWEEN * (tempo.speed > 0)) for film in films]
        return DiagramAnimation(app, clips, lambda _, frame: self._paint(cell, frame, frozenset()), x)

    def _positions(self) -> list[Position]:
        moves = (move for turn in self.content.plays for move in turn)
        return list(accumulate(moves, lambda position, move: position.play(move), initial=self.content.position))

    def _paint(self, cell: int, frame: Frame, raised: frozenset[Target]) -> pygame.Surface:
        app, view, table = self._app, self._view, frame.resting
        picture = pygame.Surface((round(WIDE * cell), round(HIGH * cell)), pygame.SRCALPHA)
        picture.fill(WALNUT_DARK)
        view.theme, view.owners = app.theme, self._owners
        view.paint_felt(picture, picture.get_rect(), CORNER)
        places = arrange(table, cell, self._seat, raised)
        if frame.sprites:
            view.paint_piles(picture, app.assets, table, places)
            for sprite in (*frame.under, *frame.sprites):
                view.paint_sprite(picture, app.assets, sprite)
        else:
            view.paint_cards(picture, app.assets, table, places, HandState(self._seat))
        pygame.draw.rect(picture, WALNUT_DARK, picture.get_rect(), max(1, cell // 24))
        return picture.convert()


def arrange(
    table: Table, cell: int, seat: int, raised: frozenset[Target] = frozenset()
) -> dict[Target, list[CardPlace]]:
    """Return the places of all cards, with cells of `cell` pixels; other hands are beyond the upper edge."""
    places: dict[Target, list[CardPlace]] = {}
    for pile, (x, y) in PILES.items():
        box = Box((x - CARD / CARD_RATIO / 2) * cell, (y - CARD / 2) * cell, CARD / CARD_RATIO * cell, CARD * cell)
        places[pile] = [pile_place(box, pile, number) for number in range(len(table.get(pile, ())))]
    hand = [target for target in table if is_in_hand(target, seat)]
    wide = HELD / CARD_RATIO
    step = min(MAX_HAND_STEP * wide, (WIDE - 0.6 - wide) / max(1, len(hand) - 1))
    for number, target in enumerate(hand):
        x = WIDE / 2 + (number - (len(hand) - 1) / 2) * step
        y = HAND - RAISED * (target in raised)
        places[target] = [(x * cell, y * cell, HELD * cell, 0.0)] * len(table[target])
    beyond = (WIDE / 2 * cell, -CARD * cell, CARD * cell, 0.0)
    for target, tokens in table.items():
        if target not in places and not meld_of(target):
            places[target] = [beyond] * len(tokens)
    return places | _melds(table, cell)


def _melds(table: Table, cell: int) -> dict[Target, list[CardPlace]]:
    places: dict[Target, list[CardPlace]] = {}
    wide, (left, right) = CARD / CARD_RATIO, MELDS
    x, row = left, 0
    for targets in find_melds(table).values():
        need = wide * (1 + MELD_STEP * (len(targets) - 1))
        if x + need > right and x > left and row + 1 < len(ROWS):
            x, row = left, row + 1
        for number, target in enumerate(targets):
            at = (x + wide * (0.5 + number * MELD_STEP)) * cell
            places[target] = [(at, ROWS[row] * cell, CARD * cell, 0.0)] * len(table[target])
        x += need + GAP
    return places
