"""The card table of the position editor, with all cards face up: a row for each hand, the piles, and the melds."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

import pygame

from rules.contract import Target, Token
from rules.ducale.effects import FELT
from rules.teaching.editor import Draft, Kind
from scenes.app.theme import BRASS, IVORY, OXBLOOD
from scenes.games.ducale.card_faces import card_picture, card_size
from scenes.games.ducale.card_film import PILES
from scenes.games.ducale.card_layout import TAB_HEIGHT, MeldOwner, list_initials
from scenes.games.ducale.meld_ribbons import owner_tab, paint_ribbon
from scenes.surfaces import felt
from scenes.surfaces.layout import Box, Spot
from scenes.table.editor_board import EditorBoard
from scenes.table.match_text import seat_called

_RATIO: Final = 0.95  # width / height of the felt
_TABLE_ROWS: Final = 2.6  # rows of cards reserved for piles and melds, besides the hands
_HAND: Final = 0.62
_MELD: Final = 0.5
"""Maximum visible part of a card beside the next, in a hand and in a meld, as a share of its width."""
_DIM: Final = 70  # alpha, of 255, of a card in the palette when none is left
_CORNER: Final = 1.9  # height of a card in the palette, in fields: only its corner is visible


class CardEditor(EditorBoard):
    """The felt; places are hands, piles, melds, cards, and the bare felt, on which a meld is begun."""

    def _measure(self) -> float:
        self._laid: tuple[object, dict[Target, Spot]] | None = None
        return _RATIO

    def lay_out(self) -> None:
        self._laid = None

    def turn(self) -> None:
        """Do nothing: the card table has no lower side."""

    @property
    def place_spots(self) -> dict[Target, Spot]:
        made_for = (self._hand.draft, self.rect.size, self.rect.topleft)
        if self._laid is None or self._laid[0] != made_for:
            self._laid = (made_for, self._arrange(self._hand.draft))
        return self._laid[1]

    def ring_rect(self) -> pygame.Rect:
        spot = self.place_spots.get(self.here)
        return self.rect if spot is None else pygame.Rect(spot.box.ints())

    def side(self) -> float:
        return self.place_spots[FELT].size

    # --- where everything lies

    def _arrange(self, draft: Draft) -> dict[Target, Spot]:
        rim = felt.rim_width(self.theme.u)
        inner = self.rect.inflate(-2 * rim - 2 * self.theme.gap, -2 * rim - 2 * self.theme.gap)
        seats = self._hand.editor.seats(draft)
        row = inner.height / (seats + _TABLE_ROWS)
        name = self.theme.line("small")
        self._high = max(12, round(row - name - self.theme.gap / 2))
        groups: dict[Target, Box] = {}
        cards: dict[Target, Spot] = {}
        for seat in range(seats):
            box = Box(inner.left, inner.top + seat * row, inner.width, row - self.theme.gap / 2)
            groups[f"h{seat}"] = box
            self._lay_row(cards, self._cards(f"h{seat}"), box, name, _HAND, self._high)
        table = Box(inner.left, inner.top + seats * row, inner.width, inner.height - seats * row)
        wide = card_size(self._high)[0]
        for number, pile in enumerate(PILES):
            groups[pile] = Box(table.x + number * (wide + 3 * self.theme.gap), table.y, wide + self.theme.gap, row)
        left = table.x + 2 * (wide + 3 * self.theme.gap)
        self._lay_melds(groups, cards, Box(left, table.y, table.right - left, table.h))
        groups[FELT] = table
        spots = dict(reversed(cards.items()))
        return spots | {at: Spot(*box.centre, 0.0, 0.0, self._high, box) for at, box in groups.items()}

    def _cards(self, group: Target) -> list[Target]:
        return [at for at in self._hand.table() if at.startswith(f"{group}:")]

    def _lay_row(
        self, into: dict[Target, Spot], row: Sequence[Target], box: Box, above: float, most: float, high: int
    ) -> None:
        wide = card_size(high)[0]
        step = min(wide * most, (box.w - wide) / max(1, len(row) - 1))
        for number, at in enumerate(row):
            card = Box(box.x + number * step, box.y + above, wide, high)
            into[at] = Spot(*card.centre, 0.0, 0.0, high, card)

    def _lay_melds(self, groups: dict[Target, Box], cards: dict[Target, Spot], room: Box) -> None:
        melds = [at for at in self._hand.draft.cells if at[0] == "m"]
        gap, high = self.theme.gap, self._high
        while True:
            wide = card_size(high)[0]
            lines, left = 1, room.x
            boxes = []
            for meld in melds:
                need = min(room.w, wide + (len(self._cards(meld)) - 1) * ceil(wide * _MELD))
                if left > room.x and left + need > room.right:
                    lines, left = lines + 1, room.x
                boxes.append(Box(left, room.y + (lines - 1) * (round((1 + TAB_HEIGHT) * high) + gap), need, high))
                left += need + 1.5 * gap
            if lines * (round((1 + TAB_HEIGHT) * high) + gap) <= room.h or high <= 14:
                break
            high = max(14, round(high * 0.85))
        for meld, box in zip(melds, boxes, strict=True):
            groups[meld] = box
            self._lay_row(cards, self._cards(meld), box, 0, _MELD, high)

    # --- painting

    def _face(self, look: str, high: int) -> pygame.Surface:
        app = self.form.scene.app
        return card_picture(app.assets, look, high, app.words.language, app.settings.four_colours)

    def paint(self, surface: pygame.Surface) -> None:
        theme, hand = self.theme, self._hand
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        cloth = self.form.scene.app.assets.looks.cloth
        key = ("card-bench", self.rect.size, cloth)
        surface.blit(theme.cache.get(key, lambda: felt.lay(self.rect.size, theme.u, 1.6, cloth)), self.rect)
        places, table = self.place_spots, hand.table()
        for at, spot in places.items():
            if at[0] == "h" and ":" not in at:
                box = pygame.Rect(spot.box.ints())
                hung = owner_tab(theme, self._owner(int(at[1:])), round(0.8 * theme.line("small")))
                surface.blit(hung, box)
                left = box.left + hung.get_width() + theme.gap // 2
                place = pygame.Rect(left, box.top, box.right - left, theme.line("small"))
                theme.text(surface, hand.place_name(at), "small", IVORY, place, ellipsis=True)
        for pile in PILES:
            self._paint_pile(surface, pile, table.get(pile, ()))
        for meld in [at for at in places if at[0] == "m" and ":" not in at]:
            self._paint_ribbon(surface, meld, [places[card].box for card in self._cards(meld)])
        for at in reversed(places):
            if ":" in at:
                self._paint_card(surface, at, places[at], table[at][-1])
        for at in hand.problem_targets & places.keys():
            pygame.draw.rect(surface, OXBLOOD, pygame.Rect(places[at].box.ints()).inflate(4, 4), 3, border_radius=4)
        surface.set_clip(clip)

    def _owner(self, seat: int) -> MeldOwner:
        app, hand = self.form.scene.app, self._hand
        seats = hand.editor.seats(hand.draft)
        names = [seat_called(app.words, hand.game.key, one, seats) for one in range(seats)]
        return MeldOwner(seat, list_initials(names)[seat])

    def _paint_ribbon(self, surface: pygame.Surface, meld: Target, cards: Sequence[Box]) -> None:
        owner = self._owner(int(self._hand.draft.state[f"by{meld[1:]}"]))
        span = (cards[0].x, cards[-1].right, cards[0].bottom, cards[0].h)
        paint_ribbon(surface, self.theme, owner, span)

    def _paint_card(self, surface: pygame.Surface, at: Target, spot: Spot, token: Token) -> None:
        box = pygame.Rect(spot.box.ints())
        picture = self._face(token.look, round(spot.size))
        if at == self._hand.start:
            box.top -= round(spot.size * 0.14)
        surface.blit(picture, box)
        if at == self._hand.start:
            pygame.draw.rect(surface, BRASS, picture.get_rect(topleft=box.topleft), 3, border_radius=4)

    def _paint_pile(self, surface: pygame.Surface, at: Target, tokens: Sequence[Token]) -> None:
        theme, spot = self.theme, self.place_spots[at]
        box = pygame.Rect(spot.box.ints())
        high = theme.line("small")
        count = str(len(tokens))
        wide = max(box.width, theme.width(count, "small"))
        theme.text(surface, count, "small", IVORY, pygame.Rect(box.topleft, (wide, high)))
        place = pygame.Rect((box.left, box.top + high), card_size(self._high))
        if tokens:
            surface.blit(self._face(tokens[-1].look, self._high), place)
        else:
            pygame.draw.rect(surface, IVORY, place, 1, border_radius=4)
        if at == self._hand.start:
            pygame.draw.rect(surface, BRASS, place, 3, border_radius=4)

    def paint_lifted(self, surface: pygame.Surface, token: Token, centre: tuple[float, float]) -> None:
        picture = self._face(token.look, self._high)
        surface.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))

    def paint_kind(self, surface: pygame.Surface, kind: Kind, field: pygame.Rect) -> None:
        """Paint the corner of a card, with rank and suit; pale where none is left."""
        (token,) = self._hand.editor.tokens(kind)
        card = self._face(token.look, round(field.height * _CORNER))
        corner = pygame.Rect(0, 0, min(card.get_width(), field.width - 2), round(field.height * 0.92))
        picture = card.subsurface(corner.clip(card.get_rect())).copy()
        if not self._hand.editor.has_left(self._hand.draft, kind):
            picture.set_alpha(_DIM)
        surface.blit(picture, picture.get_rect(center=field.center))
