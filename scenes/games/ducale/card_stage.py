"""The stage of a card table: layout and spots of the current cards, held cards, films, and painting."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Seat, Table, Target
from rules.ducale.effects import FELT
from scenes.app.theme import BRASS, EDGE, INK, PAPER, SEA, WALNUT_DARK
from scenes.games.ducale.card_layout import (
    CardHighlights,
    CardPlace,
    CardPlaces,
    HandState,
    PlayerTexts,
    arrange_cards,
    find_melds,
    gap_at,
    make_spots,
    meld_of,
    pile_place,
    spread_hand,
)
from scenes.games.ducale.card_table import CardTable, blit_leaning, card_rect, lean_steps
from scenes.games.ducale.hand_animation import HandAnimation
from scenes.games.ducale.hand_order import is_in_hand, order_hand, sort_by_suit
from scenes.games.ducale.table_zones import CARD_RATIO, TableZones
from scenes.surfaces.clips import LIFT_SECONDS, Sprite, ease_out
from scenes.surfaces.drag import HeldTokens, PointerSpring
from scenes.surfaces.layout import Box, Spot
from scenes.surfaces.marks import Marks, paint_arrows
from scenes.surfaces.stage import Stage
from scenes.surfaces.timeline import Film, Frame

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.games.ducale.score_sheet import ScorePad
    from scenes.surfaces.view import TableView

ARROW_SIZE: Final = 9.0  # in u
HELD_STEP: Final = 0.3
"""Distance of neighbouring held cards, as a fraction of their height."""


class CardStage(Stage):
    view: CardTable

    def __init__(self, app: AppContext, key: str, view: TableView) -> None:
        super().__init__(app, key, view)
        assert isinstance(self.view, CardTable)
        self.hand = HandState()
        self.highlights = CardHighlights()
        self.card_places: CardPlaces = {}
        self.player_texts: dict[Seat, PlayerTexts] = {}
        self._meld_seats: dict[str, Seat] = {}
        self.score_pad: ScorePad | None = None
        self.held_targets: tuple[Target, ...] = ()
        self._last_frame = Frame({})
        self._last_film: Film | None = None
        self._cached_frame: tuple[Film, float, Frame] | None = None
        self.zones = TableZones(Box(0, 0, 100, 100))
        self._glides = HandAnimation()
        self._pickup_offsets: tuple[CardPlace, ...] = ()
        """The place of each held card when it was picked up, with x and y relative to its place at the pointer."""
        self.hand_orders: dict[Seat, tuple[Target, ...]] = {}
        """Each person's order of the hand, with laid cards that may be taken back; saved with the session."""

    # --- layout

    def place(self, area: Box, flipped: bool) -> None:
        self.zones = TableZones(area, self._app.theme.control)
        super().place(area, flipped)
        self._glides, self.card_places = HandAnimation(), {}  # cards don't glide after a change of size
        self.lay_out_cards()

    def lay_out_cards(self, only_hand: bool = False) -> None:
        """Lay out all cards; `only_hand` tells that nothing but the person's hand has changed."""
        order = self._find_hand_order(self.table)
        if order and self.replaying_seat is None:
            kept_order = self.hand_orders.get(self.hand.seat, ())
            self.hand_orders[self.hand.seat] = (*kept_order, *(card for card in order if card not in kept_order))
        self.hand = replace(self.hand, order=order)
        visible_before, places_before = self.visible_places(), self.card_places
        self.card_places = arrange_cards(self.zones, self.table, self.hand)
        self.spots = make_spots(self.zones, self.table, self.hand, self.card_places)
        self.card_places = {**self.card_places, **spread_hand(self.zones, self.card_places, self.hand)}
        if self._is_still or self.films:
            self._glides = HandAnimation()
        else:
            ends = {target: self.card_places[target][0] for target in self._free_cards}
            self._glides.start(visible_before, ends, self._now)
        if only_hand:
            self._mark_moved_cards(places_before, visible_before)
        else:
            self._mark_table()

    def _mark_moved_cards(self, places_before: CardPlaces, visible_before: Mapping[Target, CardPlace]) -> None:
        """Request a repaint of the hand's cards that have moved, and of the card before each.

        The marks of a card fill the part of it that the next card leaves visible.
        """
        row = self._free_cards
        for number, target in enumerate(row):
            new_places = self.card_places[target]
            places = {*new_places, *places_before.get(target, ()), visible_before.get(target, new_places[0])}
            if len(places) > 1:
                previous_place = self.card_places[row[max(0, number - 1)]][0]
                for place in (*places, previous_place):
                    self._app.dirty(card_rect(place))

    @property
    def _free_cards(self) -> list[Target]:
        """The cards of the hand in order, without the held ones."""
        return [target for target in self.hand.order if target not in self.hand.held_cards]

    def visible_places(self) -> dict[Target, CardPlace]:
        """Return the places where the open cards of the hand, including the held ones, are visible now."""
        seat, held, gliding = self.hand.seat, self.hand.held_cards, self._glides.places(self._now)
        free_places = {
            target: gliding.get(target, places[0])
            for target, places in self.card_places.items()
            if is_in_hand(target, seat) and target not in held and places
        }
        return free_places | {
            target: (sprite.x, sprite.y, sprite.size, sprite.tilt)
            for target, sprite in zip(self.held_targets, self._held_sprites(), strict=False)
        }

    @property
    def is_animating(self) -> bool:
        return super().is_animating or bool(self._glides)

    def _find_hand_order(self, table: Table) -> tuple[Target, ...]:
        seat = self.hand.seat
        if seat in self.hand_orders:
            return order_hand(table, seat, self.hand_orders[seat])
        return tuple(sort_by_suit(order_hand(table, seat, ())))

    def set_viewer(self, seat: Seat, seat_count: int) -> None:
        """Put the hand of a seat at the lower edge; nothing is raised, pointed at or held in it."""
        if (seat, seat_count) != (self.hand.seat, self.hand.seat_count):
            self.hand = HandState(seat, seat_count)
            self.lay_out_cards()

    def arrange_table(self, table: Table) -> CardPlaces:
        """Return the places of the cards of another table, with the current order of the hand."""
        hand = HandState(self.hand.seat, self.hand.seat_count, self._find_hand_order(table), self.hand.group_starts)
        return arrange_cards(self.zones, table, hand)

    def forget_played_cards(self) -> None:
        seat = self.hand.seat
        if seat in self.hand_orders and self.hand.order:
            self.hand_orders[seat] = tuple(card for card in self.hand_orders[seat] if card in self.hand.order)

    def set_hand_order(self, order: Sequence[Target], group_starts: Collection[Target] = ()) -> None:
        """Set the order of the hand; laid cards keep their index, in case they are taken back."""
        self.hand = replace(self.hand, group_starts=frozenset(group_starts))
        cards, seat = iter(order), self.hand.seat
        kept_order = self.hand_orders.get(seat, order)
        self.hand_orders[seat] = tuple(next(cards) if card in order else card for card in kept_order)
        self.lay_out_cards()

    def raise_cards(self, targets: frozenset[Target]) -> None:
        if targets != self.hand.raised_cards:
            self.hand = replace(self.hand, raised_cards=targets)
            self.lay_out_cards(only_hand=True)

    def lift_hovered(self, target: Target | None) -> None:
        is_own = target is not None and is_in_hand(target, self.hand.seat) and target in self.table
        pointed = target if is_own and self.held is None and not self._is_still and not self.films else None
        if pointed != self.hand.pointed_card:
            self.hand = replace(self.hand, pointed_card=pointed)
            self.lay_out_cards(only_hand=True)

    # --- what is shown

    def show(self, table: Table) -> None:
        super().show(table)
        self.lay_out_cards()

    def queue_film(self, film: Film) -> None:
        super().queue_film(film)
        self.hand = replace(self.hand, pointed_card=None)  # the hand spreads again when the film is over
        self.lay_out_cards()

    def mark(self, marks: Marks) -> None:
        self.marks = marks

    def set_highlights(self, highlights: CardHighlights) -> None:
        if highlights != self.highlights:
            self.highlights = highlights
            self._mark_table()

    def set_player_texts(self, player_texts: dict[Seat, PlayerTexts]) -> None:
        if player_texts != self.player_texts:
            self.player_texts = player_texts
            self._mark_table()

    def set_meld_owners(self, melds: Mapping[str, Seat]) -> None:
        """Set the owners of these melds; other melds keep theirs, because their cards may still be moving."""
        self._meld_seats |= melds
        texts = self.player_texts
        owners = {meld: texts[seat].owner for meld, seat in self._meld_seats.items() if seat in texts}
        self.view.owners = {meld: owner for meld, owner in owners.items() if owner is not None}

    def dirty(self, target: Target) -> None:
        self._mark_table()

    def _find_wanted_lifts(self) -> dict[Target, float]:
        return {}

    def aim(self, target: Target | None) -> None:
        for changed in (self.highlights.aim, target):
            box = None if changed is None else self._cards_box(changed)
            if box is not None:
                self._app.dirty(pygame.Rect(box.inset(-0.16 * box.h).ints()))
        self.highlights = replace(self.highlights, aim=target)

    def show_message(
        self, text: str, target: Target | None, refusal_code: str = "", mentioned: Collection[Target] = ()
    ) -> None:
        if target is not None and target not in self.spots:
            target = meld_of(target) if meld_of(target) in self.spots else None
        target = None if target == FELT else target  # such a message lies on the felt, not above it
        super().show_message(text[:1].upper() + text[1:], target, refusal_code, mentioned)

    def _next_click_boxes(self) -> list[Box]:
        boxes = map(self._cards_box, (*find_melds(self.table), *self.highlights.drop_targets))
        return [box for box in boxes if box is not None]

    def _find_message_spot(self, target: Target) -> Spot:
        spot, buttons = super()._find_message_spot(target), self.zones.buttons
        if spot.box.y < buttons.y:
            return spot
        box = Box(spot.box.x, buttons.y, spot.box.w, spot.box.bottom - buttons.y)  # not over the buttons of the hand
        return replace(spot, box=box)

    def shake(self, target: Target) -> None:
        """Do nothing: the message beside a refused card suffices."""

    def update(self) -> None:
        self._mark_gliding_cards()
        super().update()
        self._mark_gliding_cards()
        self._glides.drop_finished(self._now)

    def _mark_gliding_cards(self) -> None:
        for place in self._glides.places(self._now).values():
            self._app.dirty(card_rect(place))

    def _mark_table(self) -> None:
        self._app.dirty(pygame.Rect(self.area.ints()))

    def _mark_frame_dirty(self) -> None:
        before, self._last_frame = self._last_frame, self.frame()
        last_film, self._last_film = self._last_film, self.films[0] if self.films else None
        if before.resting != self._last_frame.resting or last_film is not self._last_film:
            self._mark_table()
        for sprite in {*before.sprites, *before.under} ^ {*self._last_frame.sprites, *self._last_frame.under}:
            self._app.dirty(self.view.sprite_area(sprite))

    def frame(self) -> Frame:  # cached, as it is asked for several times at the same moment
        film, time = self.films[0] if self.films else None, self._now - self._film_started_at
        if film is None:
            return super().frame()
        if self._cached_frame is None or self._cached_frame[0] is not film or self._cached_frame[1] != time:
            self._cached_frame = (film, time, film.at(max(0.0, time)))
        return self._cached_frame[2]

    # --- held cards

    def pick_up_cards(self, targets: Sequence[Target], pos: tuple[int, int]) -> None:
        visible, now = self.visible_places(), self._now
        self.held_targets = tuple(target for target in self.hand.order if target in targets)
        since = now - LIFT_SECONDS if self._is_still else now  # without motion the lift is over at once
        tokens = tuple(self.table[target][0] for target in self.held_targets)
        self._pickup_offsets = ()
        spring = None if self._is_still else PointerSpring(self.zones.hand.h)
        self.held = HeldTokens(self.held_targets[-1], tokens, *pos, since, spring=spring)
        held_positions = [(sprite.x, sprite.y) for sprite in self._held_sprites()]
        offsets = [(*visible[target], *end) for target, end in zip(self.held_targets, held_positions, strict=True)]
        self._pickup_offsets = tuple((x - left, y - top, height, lean) for x, y, height, lean, left, top in offsets)
        held_cards = frozenset(targets)
        self.hand = replace(self.hand, held_cards=held_cards, raised_cards=frozenset(), pointed_card=None)
        self.lay_out_cards()

    def move_gap(self, x: float | None) -> None:
        """Open a gap in the hand for the cards held at `x`, or close the gap if `x` is None."""
        count = len(self.hand.order) - len(self.held_targets)
        gap_index = None if x is None else gap_at(self.zones, count, x)
        if gap_index != self.hand.gap_index:
            self.hand = replace(self.hand, gap_index=gap_index)
            self.lay_out_cards(only_hand=True)

    def release_held(self) -> HeldTokens | None:
        visible = self.visible_places() if self.held_targets else {}
        held = super().release_held()
        if self.held_targets:
            self._glides.pin_cards({target: visible[target] for target in self.held_targets}, self._now)
            self.held_targets, self._pickup_offsets = (), ()
            self.hand = replace(self.hand, held_cards=frozenset(), gap_index=None)
            self.lay_out_cards()
        return held

    def return_tokens(self, held: HeldTokens) -> None:
        """Do nothing: released cards glide to their places."""

    def held_positions(self) -> dict[Target, tuple[float, float]]:
        sprites = zip(self.held_targets, self._held_sprites(), strict=True)
        return {target: (sprite.x, sprite.y) for target, sprite in sprites}

    def _held_sprites(self) -> list[Sprite]:
        held = self.held
        if held is None:
            return []
        # `lag` is the fraction of the way to the pointer that is still ahead of the cards
        height, lag = self.zones.hand.h, 1 - ease_out((self._now - held.since) / LIFT_SECONDS)
        (x, y), tilt, tilt_radians = held.centre, held.tilt, radians(held.tilt)
        sprites = []
        for number, token in enumerate(held.tokens):
            dx, dy, _, lean = self._pickup_offsets[number] if self._pickup_offsets else (0.0, 0.0, height, 0.0)
            offset = (number - (len(held.tokens) - 1) / 2) * HELD_STEP * height
            position = (x + cos(tilt_radians) * offset + lag * dx, y + sin(tilt_radians) * offset + lag * dy)
            lift = 1.0 if lag == 0.0 else 1 - 0.6 * lag
            sprites.append(Sprite(token, *position, height, lift=lift, tilt=tilt + lag * lean))
        return sprites

    # --- painting

    def paint(self, surface: pygame.Surface) -> None:
        app, view = self._app, self.view
        view.set_looks(app.words.language, app.settings.four_colours, app.assets.looks.cloth)
        view.theme = app.theme
        view.paint_felt(surface, pygame.Rect((0, 0), app.size), u=self.zones.u)
        self._paint_players(surface)
        frame = self.frame() if self.films else None
        table = self.table if frame is None else frame.resting
        view.paint_slots(surface, app.assets, self.zones, table)
        if frame is None:
            self._paint_glow(surface)
            gliding = {target: [place] for target, place in self._glides.places(self._now).items()}
            visible = {**self.card_places, **gliding}
            view.paint_cards(surface, app.assets, self.table, visible, self.hand, self.highlights)
            self._paint_stock_count(surface, self.table)
            self._paint_marks(surface)
            return
        places = self.arrange_table(frame.resting)
        if frame.sprites:
            for ribbon in frame.under:
                view.paint_sprite(surface, app.assets, ribbon)
            view.paint_piles(surface, app.assets, frame.resting, places)
        else:
            hand = replace(self.hand, order=self._find_hand_order(frame.resting))
            view.paint_cards(surface, app.assets, frame.resting, places, hand)
        self._paint_stock_count(surface, frame.resting)
        self._paint_replay_note(surface)

    def _paint_players(self, surface: pygame.Surface) -> None:
        others = self.hand.other_seats
        for seat, box in zip(others, self.zones.player_zones(len(others)), strict=True):
            if seat in self.player_texts:
                texts = self.player_texts[seat]
                if self.replaying_seat is not None:
                    texts = replace(texts, count="", is_to_move=seat == self.replaying_seat)
                self.view.paint_player(surface, self._app.assets, self._app.theme, box, texts)

    def stock_count_rect(self, table: Table) -> pygame.Rect:
        theme = self._app.theme
        x, y, height, _ = pile_place(self.zones.piles[0], "stock", len(table["stock"]) - 1)
        badge = pygame.Rect(0, 0, theme.width("000", "small") + theme.px(0.6), theme.line("small"))
        badge.midbottom = (round(x), round(y + height / 2 - 0.09 * height))
        return badge

    def _paint_stock_count(self, surface: pygame.Surface, table: Table) -> None:
        count, theme = len(table.get("stock", ())), self._app.theme
        if not count:
            return
        badge = self.stock_count_rect(table)
        pygame.draw.rect(surface, theme.colour_for(PAPER), badge, border_radius=theme.px(0.6))
        pygame.draw.rect(surface, theme.colour_for(EDGE), badge, 1, border_radius=theme.px(0.6))
        theme.text(surface, str(count), "small", INK, badge, "centre")

    def _paint_replay_note(self, surface: pygame.Surface) -> None:
        if self.replaying_seat is None or self.replaying_seat not in self.player_texts:
            return
        theme, felt = self._app.theme, self.zones.felt
        text = self._app.words("cards.again", name=self.player_texts[self.replaying_seat].name)
        toast = pygame.Rect(
            0, 0, theme.width(text, "strong") + 2 * theme.px(1.6), theme.line("strong") + theme.px(1.4)
        )
        toast.midbottom = (round(felt.centre[0]), round(felt.bottom))
        theme.paint_slip(surface, toast)
        theme.text(surface, text, "strong", INK, toast, "centre")

    def _paint_glow(self, surface: pygame.Surface) -> None:
        for target in self.highlights.drop_targets:
            box = self._cards_box(target)
            if box is not None:
                self.view.paint_glow(surface, self._app.assets, self._app.theme, box, target == self.highlights.aim)

    def _cards_box(self, target: Target) -> Box | None:
        """Return the box around the cards on a target, as they are painted; None for hands and the felt."""
        spot = self.spots.get(target)
        if spot is None or target == "felt" or target.startswith("h"):
            return None
        places = self.card_places.get(target, ())
        if target in ("stock", "discard") and places:
            x, y, *_ = places[-1]
            return Box(x - spot.size / CARD_RATIO / 2, y - spot.size / 2, spot.size / CARD_RATIO, spot.size)
        return spot.box.inset(0.5 * self.zones.u) if ":" not in target else spot.box

    def _paint_marks(self, surface: pygame.Surface) -> None:
        theme, highlights = self._app.theme, self.highlights
        for target in highlights.new_cards - highlights.owed_cards:
            is_in_row = is_in_hand(target, self.hand.seat) and target not in self.hand.held_cards
            if is_in_row and target in self.card_places:
                self._paint_new_card_ribbon(surface, self.visible_rect(target))
        for target in highlights.hint & self.spots.keys():
            self._paint_frame(surface, target, self._draw_hint_frame)
        for picked, end in highlights.arrows:
            ends = {"from": self._centre_of(picked), "to": self._centre_of((end,))}
            paint_arrows(surface, theme, ends, tuple(ends))
        if highlights.focus is not None and highlights.focus in self.spots:
            self._paint_frame(surface, highlights.focus, theme.paint_ring)

    def _centre_of(self, targets: Collection[Target]) -> Spot:
        """Return the centre of some targets as a spot; if no card lies there yet, the centre of their zones."""
        centres = [self.card_places[target][-1][:2] for target in targets if self.card_places.get(target)]
        zones = [self.spots[zone] for target in targets if (zone := target.partition(":")[0]) in self.spots]
        points = centres or [(zone.x, zone.y) for zone in zones]
        x, y = (sum(axis) / len(axis) for axis in zip(*points, strict=True))
        size = ARROW_SIZE * self.zones.u
        return Spot(x, y, 0, 0, size, Box(x - size / 2, y - size / 2, size, size))

    def _draw_hint_frame(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        theme = self._app.theme
        pygame.draw.rect(surface, PAPER, box.inflate(4, 4), theme.px(0.7), border_radius=theme.px(1))
        pygame.draw.rect(surface, SEA, box.inflate(2, 2), theme.px(0.5), border_radius=theme.px(1))

    def _paint_frame(
        self, surface: pygame.Surface, target: Target, paint_rect: Callable[[pygame.Surface, pygame.Rect], object]
    ) -> None:
        """Paint a frame around the visible part of a target with `paint_rect`; in the hand it leans with the card."""
        rect = self.visible_rect(target)
        if not is_in_hand(target, self.hand.seat):
            paint_rect(surface, rect)
            return
        x, y, _, lean = self._visible_place(target)
        pad, height, width = round(2 * self.zones.u), rect.height, round(rect.height / CARD_RATIO)

        def make_picture() -> pygame.Surface:
            picture = pygame.Surface((width + 2 * pad, height + 2 * pad), pygame.SRCALPHA)
            paint_rect(picture, pygame.Rect(pad, pad, rect.width, height))
            return picture

        key = (paint_rect.__name__, width, rect.width)
        picture = self._app.theme.cache.get(key, make_picture)
        blit_leaning(surface, picture, key, lean_steps(lean), (round(x), round(y)))

    def visible_rect(self, target: Target) -> pygame.Rect:
        """Return the visible part of a target; a card in the hand counts as if it didn't lean."""
        order = self.hand.order
        if target not in order or target not in self.card_places:
            pile = self._cards_box(target) if target in ("stock", "discard") else None
            return pygame.Rect((pile or self.spots[target].box).ints())
        x, y, height, _ = self._visible_place(target)
        rect = pygame.Rect(0, 0, round(height / CARD_RATIO), round(height))
        rect.center = (round(x), round(y))
        next_index = order.index(target) + 1
        if next_index < len(order) and order[next_index] in self.spots:
            left = round(self._visible_place(order[next_index])[0] - x)
            rect.width = min(rect.width, left) if left > 0 else rect.width  # gliding cards may pass one another
        return rect

    def _visible_place(self, target: Target) -> CardPlace:
        return self._glides.places(self._now).get(target, self.card_places[target][0])

    def _paint_new_card_ribbon(self, surface: pygame.Surface, card: pygame.Rect) -> None:
        u = self.zones.u
        width, height = round(1.5 * u), round(3.4 * u)
        strip = pygame.Rect(0, 0, width, height)
        offset = round(0.6 * min(card.width, 0.74 * card.height / CARD_RATIO))
        strip.midtop = (card.left + offset, card.top - round(0.7 * u))
        notch = (strip.centerx, strip.bottom - width // 2)
        shape = [strip.topleft, strip.topright, strip.bottomright, notch, strip.bottomleft]
        pygame.draw.polygon(surface, BRASS, shape)
        pygame.draw.polygon(surface, WALNUT_DARK, shape, max(1, round(0.14 * u)))
