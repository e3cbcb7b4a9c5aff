"""The card table in the position editor, with all cards face up: a row for each hand, the piles, and the melds."""

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
from scenes.table.match_text import seat_name

_RATIO: Final = 0.95  # width / height of the felt
_TABLE_ROWS: Final = 2.6  # height of the room for piles and melds, in rows of a hand
_MAX_HAND_STEP: Final = 0.62  # maximum distance of neighbouring cards of a hand, in card widths
_MAX_MELD_STEP: Final = 0.5  # the same in a meld
_MISSING_ALPHA: Final = 70  # alpha (0 to 255) of a card in the palette when none is left
_PALETTE_CARD_HEIGHT: Final = 1.9  # in heights of a palette field, which shows only the card's corner


class CardEditor(EditorBoard):
    """The felt with all cards; its targets are hands, piles, melds, cards, and the felt, on which a meld is begun."""

    def _init_layout(self) -> float:
        """Make the empty cache of spots; return the felt's width / height."""
        self._cached_spots: tuple[object, dict[Target, Spot]] | None = None
        return _RATIO

    def lay_out(self) -> None:
        self._cached_spots = None

    def turn(self) -> None:
        """Do nothing: a card table can't be turned."""

    @property
    def place_spots(self) -> dict[Target, Spot]:
        key = (self._state.draft, self.rect.size, self.rect.topleft)
        if self._cached_spots is None or self._cached_spots[0] != key:
            self._cached_spots = (key, self._arrange_all(self._state.draft))
        return self._cached_spots[1]

    def ring_rect(self) -> pygame.Rect:
        spot = self.place_spots.get(self.cursor)
        return self.rect if spot is None else pygame.Rect(spot.box.ints())

    def token_size(self) -> float:
        return self.place_spots[FELT].size

    # --- layout

    def _arrange_all(self, draft: Draft) -> dict[Target, Spot]:
        """Set the height of cards so that all rows fit; return the spots of all targets, topmost first."""
        rim = felt.rim_width(self.theme.u)
        inner = self.rect.inflate(-2 * rim - 2 * self.theme.gap, -2 * rim - 2 * self.theme.gap)
        seats = self._state.editor.seats(draft)
        row_height = inner.height / (seats + _TABLE_ROWS)
        name_height = self.theme.line("small")
        self._card_height = max(12, round(row_height - name_height - self.theme.gap / 2))
        groups: dict[Target, Box] = {}
        cards: dict[Target, Spot] = {}
        for seat in range(seats):
            box = Box(inner.left, inner.top + seat * row_height, inner.width, row_height - self.theme.gap / 2)
            groups[f"h{seat}"] = box
            self._add_row(cards, self._cards_of(f"h{seat}"), box, name_height, _MAX_HAND_STEP, self._card_height)
        table = Box(inner.left, inner.top + seats * row_height, inner.width, inner.height - seats * row_height)
        width = card_size(self._card_height)[0]
        for number, pile in enumerate(PILES):
            left = table.x + number * (width + 3 * self.theme.gap)
            groups[pile] = Box(left, table.y, width + self.theme.gap, row_height)
        left = table.x + 2 * (width + 3 * self.theme.gap)
        self._add_melds(groups, cards, Box(left, table.y, table.right - left, table.h))
        groups[FELT] = table
        spots = dict(reversed(cards.items()))
        return spots | {target: Spot(*box.centre, 0.0, 0.0, self._card_height, box) for target, box in groups.items()}

    def _cards_of(self, group: Target) -> list[Target]:
        return [target for target in self._state.table() if target.startswith(f"{group}:")]

    def _add_row(
        self,
        spots: dict[Target, Spot],
        row: Sequence[Target],
        box: Box,
        top_margin: float,
        max_step: float,
        height: int,
    ) -> None:
        width = card_size(height)[0]
        step = min(width * max_step, (box.w - width) / max(1, len(row) - 1))
        for number, target in enumerate(row):
            card = Box(box.x + number * step, box.y + top_margin, width, height)
            spots[target] = Spot(*card.centre, 0.0, 0.0, height, card)

    def _add_melds(self, groups: dict[Target, Box], cards: dict[Target, Spot], area: Box) -> None:
        melds = [at for at in self._state.draft.cells if at[0] == "m"]
        gap, height = self.theme.gap, self._card_height
        while True:
            width = card_size(height)[0]
            row_height = round((1 + TAB_HEIGHT) * height) + gap
            row_count, left = 1, area.x
            boxes = []
            for meld in melds:
                meld_width = min(area.w, width + (len(self._cards_of(meld)) - 1) * ceil(width * _MAX_MELD_STEP))
                if left > area.x and left + meld_width > area.right:
                    row_count, left = row_count + 1, area.x
                boxes.append(Box(left, area.y + (row_count - 1) * row_height, meld_width, height))
                left += meld_width + 1.5 * gap
            if row_count * row_height <= area.h or height <= 14:
                break
            height = max(14, round(height * 0.85))
        for meld, box in zip(melds, boxes, strict=True):
            groups[meld] = box
            self._add_row(cards, self._cards_of(meld), box, 0, _MAX_MELD_STEP, height)

    # --- painting

    def _face_picture(self, look: str, height: int) -> pygame.Surface:
        app = self.form.scene.app
        return card_picture(app.assets, look, height, app.words.language, app.settings.four_colours)

    def paint(self, surface: pygame.Surface) -> None:
        theme, state = self.theme, self._state
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        cloth = self.form.scene.app.assets.looks.cloth
        key = ("card-bench", self.rect.size, cloth)
        surface.blit(
            theme.cache.get(key, lambda: felt.render_card_table(self.rect.size, theme.u, 1.6, cloth)), self.rect
        )
        spots, table = self.place_spots, state.table()
        for target, spot in spots.items():
            if target[0] == "h" and ":" not in target:
                box = pygame.Rect(spot.box.ints())
                tab = owner_tab(theme, self._owner_of(int(target[1:])), round(0.8 * theme.line("small")))
                surface.blit(tab, box)
                left = box.left + tab.get_width() + theme.gap // 2
                place = pygame.Rect(left, box.top, box.right - left, theme.line("small"))
                theme.text(surface, state.place_name(target), "small", IVORY, place, ellipsis=True)
        for pile in PILES:
            self._paint_pile(surface, pile, table.get(pile, ()))
        for meld in [target for target in spots if target[0] == "m" and ":" not in target]:
            self._paint_ribbon(surface, meld, [spots[card].box for card in self._cards_of(meld)])
        for target in reversed(spots):
            if ":" in target:
                self._paint_card(surface, target, spots[target], table[target][-1])
        for target in state.problem_targets & spots.keys():
            box = pygame.Rect(spots[target].box.ints()).inflate(4, 4)
            pygame.draw.rect(surface, OXBLOOD, box, 3, border_radius=4)
        surface.set_clip(clip)

    def _owner_of(self, seat: int) -> MeldOwner:
        app, state = self.form.scene.app, self._state
        seats = state.editor.seats(state.draft)
        names = [seat_name(app.words, state.game.key, other_seat, seats) for other_seat in range(seats)]
        return MeldOwner(seat, list_initials(names)[seat])

    def _paint_ribbon(self, surface: pygame.Surface, meld: Target, cards: Sequence[Box]) -> None:
        owner = self._owner_of(int(self._state.draft.state[f"by{meld[1:]}"]))
        span = (cards[0].x, cards[-1].right, cards[0].bottom, cards[0].h)
        paint_ribbon(surface, self.theme, owner, span)

    def _paint_card(self, surface: pygame.Surface, target: Target, spot: Spot, token: Token) -> None:
        box = pygame.Rect(spot.box.ints())
        picture = self._face_picture(token.look, round(spot.size))
        if target == self._state.picked_place:
            box.top -= round(spot.size * 0.14)
        surface.blit(picture, box)
        if target == self._state.picked_place:
            pygame.draw.rect(surface, BRASS, picture.get_rect(topleft=box.topleft), 3, border_radius=4)

    def _paint_pile(self, surface: pygame.Surface, target: Target, tokens: Sequence[Token]) -> None:
        theme, spot = self.theme, self.place_spots[target]
        box = pygame.Rect(spot.box.ints())
        text_height = theme.line("small")
        count = str(len(tokens))
        text_width = max(box.width, theme.width(count, "small"))
        theme.text(surface, count, "small", IVORY, pygame.Rect(box.topleft, (text_width, text_height)))
        place = pygame.Rect((box.left, box.top + text_height), card_size(self._card_height))
        if tokens:
            surface.blit(self._face_picture(tokens[-1].look, self._card_height), place)
        else:
            pygame.draw.rect(surface, IVORY, place, 1, border_radius=4)
        if target == self._state.picked_place:
            pygame.draw.rect(surface, BRASS, place, 3, border_radius=4)

    def paint_lifted(self, surface: pygame.Surface, token: Token, centre: tuple[float, float]) -> None:
        picture = self._face_picture(token.look, self._card_height)
        surface.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))

    def paint_kind(self, surface: pygame.Surface, kind: Kind, field: pygame.Rect) -> None:
        """Paint a card's corner with rank and suit, pale if all cards of this kind are in use."""
        (token,) = self._state.editor.tokens(kind)
        card = self._face_picture(token.look, round(field.height * _PALETTE_CARD_HEIGHT))
        corner = pygame.Rect(0, 0, min(card.get_width(), field.width - 2), round(field.height * 0.92))
        picture = card.subsurface(corner.clip(card.get_rect())).copy()
        if not self._state.editor.has_left(self._state.draft, kind):
            picture.set_alpha(_MISSING_ALPHA)
        surface.blit(picture, picture.get_rect(center=field.center))
