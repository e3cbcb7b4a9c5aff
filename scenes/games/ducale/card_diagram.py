"""The diagrams of Ducale in the rulebook: a small table with piles, melds, and the hand of the player to move.

In the text of a diagram (`scenes/table/diagram.py`), `acts` names the cards of the hand that are raised.
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
    find_melds,
    meld_of,
    pile_place,
)
from scenes.games.ducale.card_table import CardTable
from scenes.games.ducale.card_text import card_name, describe_place, meld_owners
from scenes.games.ducale.hand_order import face_of, is_in_hand
from scenes.games.ducale.table_zones import CARD_RATIO
from scenes.surfaces.layout import Box
from scenes.surfaces.timeline import Frame, tempo_of
from scenes.table.diagram import REST_SECONDS, DiagramAnimation, MoveFilm, describe_turns, read_diagram

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.view import TableView

# lengths in cells of the diagram
TABLE_WIDTH: Final = 9.4
TABLE_HEIGHT: Final = 6.2
CARD_HEIGHT: Final = 1.6
HAND_CARD_HEIGHT: Final = 2.0
PILE_CENTRES: Final = {"stock": (0.95, 1.15), "discard": (0.95, 3.0)}
MELD_ROWS: Final = (1.1, 3.05)  # centre y of each row
MELD_EDGES: Final = (1.9, 9.15)  # left and right end of the rows
MELD_GAP: Final = 0.3
HAND_Y: Final = 5.0  # centre y of the hand's cards
RAISED_LIFT: Final = 0.3
CORNER_RADIUS: Final = 3.0  # of the felt, in units of its rim


class CardDiagram:
    def __init__(self, app: AppContext, game: Game, view: TableView, text: str) -> None:
        assert isinstance(view, CardTable)
        self._app, self._game, self._view = app, game, view
        self.content = read_diagram(game, text)
        self._seat = self.content.position.to_move
        self.cells = (TABLE_WIDTH, TABLE_HEIGHT)
        *_, last_position = self._list_positions()
        initial = app.words("table.you")[0]  # in a diagram all melds are the reader's
        self._owners = {meld: MeldOwner(seat, initial) for meld, seat in meld_owners(last_position).items()}

    @property
    def can_play(self) -> bool:
        return bool(self.content.plays)

    def describe(self) -> str:
        words, table = self._app.words, self.content.position.table()
        hand = [card_name(words, face_of(target)) for target in table if is_in_hand(target, self._seat)]
        picked = words.join_items(
            card_name(words, face_of(target)) for target in table if target in self.content.picked
        )
        sentences = (
            words("line.ducale.hand", cards=words.join_items(hand)) if hand else "",
            words("line.ducale.raised", cards=picked) if picked else "",
            *(describe_place(words, table, meld) for meld in find_melds(table)),
            describe_place(words, table, "discard"),
            describe_turns(words, self._game, self.content, person_count=1),
        )
        return " ".join(filter(None, sentences))

    def picture(self, cell: int) -> pygame.Surface:
        return self._paint(cell, Frame(self.content.position.table()), self.content.picked)

    def play(self, cell: int, x: int) -> DiagramAnimation:
        app, turns = self._app, self.content.plays
        tempo = tempo_of(app.settings, "own")
        moves = [move for turn in turns for move in turn]
        positions = self._list_positions()
        tables = [position.table() for position in positions]

        def arrange_table(table: Table) -> dict[Target, list[CardPlace]]:
            return arrange_diagram(table, cell, self._seat)

        films = [
            make_film(table, before.effects(move), arrange_table, {}, tempo, after)
            for table, before, move, after in zip(tables, positions, moves, tables[1:], strict=False)
        ]
        clips = [MoveFilm(film, REST_SECONDS * (tempo.speed > 0)) for film in films]
        return DiagramAnimation(app, clips, lambda _, frame: self._paint(cell, frame, frozenset()), x)

    def _list_positions(self) -> list[Position]:
        moves = (move for turn in self.content.plays for move in turn)
        return list(accumulate(moves, lambda position, move: position.play(move), initial=self.content.position))

    def _paint(self, cell: int, frame: Frame, raised: frozenset[Target]) -> pygame.Surface:
        app, view, table = self._app, self._view, frame.resting
        picture = pygame.Surface((round(TABLE_WIDTH * cell), round(TABLE_HEIGHT * cell)), pygame.SRCALPHA)
        picture.fill(WALNUT_DARK)
        view.theme, view.owners = app.theme, self._owners
        view.paint_felt(picture, picture.get_rect(), CORNER_RADIUS)
        places = arrange_diagram(table, cell, self._seat, raised)
        if frame.sprites:
            view.paint_piles(picture, app.assets, table, places)
            for sprite in (*frame.under, *frame.sprites):
                view.paint_sprite(picture, app.assets, sprite)
        else:
            view.paint_cards(picture, app.assets, table, places, HandState(self._seat))
        pygame.draw.rect(picture, WALNUT_DARK, picture.get_rect(), max(1, cell // 24))
        return picture.convert()


def arrange_diagram(
    table: Table, cell: int, seat: int, raised: frozenset[Target] = frozenset()
) -> dict[Target, list[CardPlace]]:
    """Return the places of all cards, with cells of `cell` pixels; other hands are outside the picture, above it."""
    places: dict[Target, list[CardPlace]] = {}
    for pile, (x, y) in PILE_CENTRES.items():
        width, height = CARD_HEIGHT / CARD_RATIO * cell, CARD_HEIGHT * cell
        box = Box((x - CARD_HEIGHT / CARD_RATIO / 2) * cell, (y - CARD_HEIGHT / 2) * cell, width, height)
        places[pile] = [pile_place(box, pile, number) for number in range(len(table.get(pile, ())))]
    hand = [target for target in table if is_in_hand(target, seat)]
    width = HAND_CARD_HEIGHT / CARD_RATIO
    step = min(MAX_HAND_STEP * width, (TABLE_WIDTH - 0.6 - width) / max(1, len(hand) - 1))
    for number, target in enumerate(hand):
        x = TABLE_WIDTH / 2 + (number - (len(hand) - 1) / 2) * step
        y = HAND_Y - RAISED_LIFT * (target in raised)
        places[target] = [(x * cell, y * cell, HAND_CARD_HEIGHT * cell, 0.0)] * len(table[target])
    outside = (TABLE_WIDTH / 2 * cell, -CARD_HEIGHT * cell, CARD_HEIGHT * cell, 0.0)
    for target, tokens in table.items():
        if target not in places and not meld_of(target):
            places[target] = [outside] * len(tokens)
    return places | _arrange_melds(table, cell)


def _arrange_melds(table: Table, cell: int) -> dict[Target, list[CardPlace]]:
    places: dict[Target, list[CardPlace]] = {}
    width, (left, right) = CARD_HEIGHT / CARD_RATIO, MELD_EDGES
    x, row = left, 0
    for targets in find_melds(table).values():
        meld_width = width * (1 + MELD_STEP * (len(targets) - 1))
        if x + meld_width > right and x > left and row + 1 < len(MELD_ROWS):
            x, row = left, row + 1
        for number, target in enumerate(targets):
            centre_x = (x + width * (0.5 + number * MELD_STEP)) * cell
            places[target] = [(centre_x, MELD_ROWS[row] * cell, CARD_HEIGHT * cell, 0.0)] * len(table[target])
        x += meld_width + MELD_GAP
    return places
