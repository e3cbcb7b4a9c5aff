"""The stage of a card table: hit tests, held cards, films and painting.

The places of cards depend on which are there, so each table has its own hit areas.
"""

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
    is_in_hand,
    make_spots,
    meld_of,
    order_hand,
    pile_place,
    sort_by_suit,
    spread_hand,
)
from scenes.games.ducale.card_table import CardTable, blit_leaning, card_cover, steps
from scenes.games.ducale.hand_animation import HandAnimation
from scenes.games.ducale.table_zones import CARD_RATIO, TableZones
from scenes.surfaces.clips import RISE, Held, Sprite, Sway, ease_out
from scenes.surfaces.layout import Box, Spot
from scenes.surfaces.marks import Marks, paint_arrows
from scenes.surfaces.stage import Stage
from scenes.surfaces.timeline import Film, Frame

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.games.ducale.score_sheet import ScorePad
    from scenes.surfaces.view import TableView

ARROW: Final = 9.0  # size of arrows, in u
FANNED: Final = 0.3
"""Visible part of each of several held cards beside the next, as a share of its height."""


class CardStage(Stage):
    view: CardTable

    def __init__(self, app: AppContext, key: str, view: TableView) -> None:
        super().__init__(app, key, view)
        assert isinstance(self.view, CardTable)
        self.hand = HandState()
        self.highlights = CardHighlights()
        self.card_places: CardPlaces = {}
        self.player_texts: dict[Seat, PlayerTexts] = {}
        self._melds: dict[str, Seat] = {}
        self.score_pad: ScorePad | None = None
        self.held_targets: tuple[Target, ...] = ()
        self._seen = Frame({})
        self._film: Film | None = None
        self._framed: tuple[Film, float, Frame] | None = None
        self.zones = TableZones(Box(0, 0, 100, 100))
        self._hand_animation = HandAnimation()
        self._taken: tuple[CardPlace, ...] = ()
        """Offsets from their place at the pointer of the held cards, when they were picked up."""
        self.hand_orders: dict[Seat, tuple[Target, ...]] = {}
        """Each person's order of the hand, including laid cards that may be taken back; saved with the session."""

    # --- layout

    def place(self, area: Box, flipped: bool) -> None:
        self.zones = TableZones(area, self._app.theme.control)
        super().place(area, flipped)
        self._hand_animation, self.card_places = (
            HandAnimation(),
            {},
        )  # no glides from places in a window of another size
        self.lay_out_cards()

    def lay_out_cards(self, hand_alone: bool = False) -> None:
        """Lay out all cards; `hand_alone`: only the person's hand has changed."""
        order = self._ordered(self.table)
        if order and self.again is None:
            kept = self.hand_orders.get(self.hand.seat, ())
            self.hand_orders[self.hand.seat] = (*kept, *(card for card in order if card not in kept))
        self.hand = replace(self.hand, order=order)
        before, lay = self.visible_places(), self.card_places
        self.card_places = arrange_cards(self.zones, self.table, self.hand)
        self.spots = make_spots(self.zones, self.table, self.hand, self.card_places)
        self.card_places = {**self.card_places, **spread_hand(self.zones, self.card_places, self.hand)}
        if self._still or self.films:
            self._hand_animation = HandAnimation()
        else:
            free = [target for target in self.hand.order if target not in self.hand.held]
            self._hand_animation.go(before, {target: self.card_places[target][0] for target in free}, self._now)
        if hand_alone:
            self._cover_moved(lay, before)
        else:
            self._cover_table()

    def _cover_moved(self, lay: CardPlaces, seen: Mapping[Target, CardPlace]) -> None:
        """Request a repaint of the cards of the hand whose place or visible place changed.

        The cards before them, too: their marks fill the visible part that the next card leaves.
        """
        row = [target for target in self.hand.order if target not in self.hand.held]
        for n, target in enumerate(row):
            around = {*self.card_places[target], *lay.get(target, ()), seen.get(target, self.card_places[target][0])}
            if len(around) > 1:
                before = self.card_places[row[max(0, n - 1)]][0]
                for place in (*around, before):
                    self._app.dirty(card_cover(place))

    def visible_places(self) -> dict[Target, CardPlace]:
        """Return the visible places of the open cards of the hand, including the held ones."""
        own, held = self.hand.seat, self.hand.held
        row = [one for one in self.card_places if is_in_hand(one, own) and one not in held and self.card_places[one]]
        glides = self._hand_animation.places(self._now)
        return {target: glides.get(target, self.card_places[target][0]) for target in row} | {
            target: (sprite.x, sprite.y, sprite.size, sprite.tilt)
            for target, sprite in zip(self.held_targets, self._in_hand(), strict=False)
        }

    @property
    def stirring(self) -> bool:
        return super().stirring or bool(self._hand_animation)

    def _ordered(self, table: Table) -> tuple[Target, ...]:
        seat = self.hand.seat
        kept = self.hand_orders.get(seat)
        return tuple(sort_by_suit(order_hand(table, seat, ()))) if kept is None else order_hand(table, seat, kept)

    def look_from(self, seat: Seat, seats: int) -> None:
        if (seat, seats) != (self.hand.seat, self.hand.seats):
            self.hand = HandState(seat, seats)
            self.lay_out_cards()

    def arrange_after(self, table: Table) -> CardPlaces:
        """Return the places of the cards of another table, with the hand's current order."""
        hand = HandState(self.hand.seat, self.hand.seats, self._ordered(table), self.hand.group_starts)
        return arrange_cards(self.zones, table, hand)

    def forget_gone(self) -> None:
        seat = self.hand.seat
        if seat in self.hand_orders and self.hand.order:
            self.hand_orders[seat] = tuple(card for card in self.hand_orders[seat] if card in self.hand.order)

    def order_hand(self, order: Sequence[Target], group_starts: Collection[Target] = ()) -> None:
        self.hand = replace(self.hand, group_starts=frozenset(group_starts))
        cards = iter(order)
        seat = self.hand.seat
        self.hand_orders[seat] = tuple(
            next(cards) if card in order else card for card in self.hand_orders.get(seat, order)
        )
        self.lay_out_cards()

    def raise_cards(self, targets: frozenset[Target]) -> None:
        if targets != self.hand.raised:
            self.hand = replace(self.hand, raised=targets)
            self.lay_out_cards(hand_alone=True)

    def point_out(self, target: Target | None) -> None:
        own = target is not None and is_in_hand(target, self.hand.seat) and target in self.table
        pointed = target if own and self.held is None and not self._still and not self.films else None
        if pointed != self.hand.pointed:
            self.hand = replace(self.hand, pointed=pointed)
            self.lay_out_cards(hand_alone=True)

    # --- what is seen

    def show(self, table: Table) -> None:
        super().show(table)
        self.lay_out_cards()

    def film(self, film: Film) -> None:
        super().film(film)
        self.hand = replace(self.hand, pointed=None)  # the hand closes, and opens again when the film is over
        self.lay_out_cards()

    def mark(self, marks: Marks) -> None:
        self.marks = marks

    def set_highlights(self, lit: CardHighlights) -> None:
        if lit != self.highlights:
            self.highlights = lit
            self._cover_table()

    def seat_people(self, sitters: dict[Seat, PlayerTexts]) -> None:
        if sitters != self.player_texts:
            self.player_texts = sitters
            self._cover_table()

    def set_meld_owners(self, melds: Mapping[str, Seat]) -> None:
        """Set the owners of melds; those of earlier calls are kept, as their cards may still be moving."""
        self._melds |= melds
        owners = {
            meld: self.player_texts[seat].owner for meld, seat in self._melds.items() if seat in self.player_texts
        }
        self.view.owners = {meld: owner for meld, owner in owners.items() if owner is not None}

    def dirty(self, target: Target) -> None:
        self._cover_table()

    def _heights(self) -> dict[Target, float]:
        return {}

    def aim(self, target: Target | None) -> None:
        for one in (self.highlights.aim, target):
            box = None if one is None else self._box_of(one)
            if box is not None:
                self._app.dirty(pygame.Rect(box.inset(-0.16 * box.h).ints()))
        self.highlights = replace(self.highlights, aim=target)

    def show_message(
        self, text: str, target: Target | None, refused: str = "", spoken: Collection[Target] = ()
    ) -> None:
        if target is not None and target not in self.spots:
            target = meld_of(target) if meld_of(target) in self.spots else None
        target = None if target == FELT else target  # what is said of the felt lies on it, and not above all of it
        super().show_message(text[:1].upper() + text[1:], target, refused, spoken)

    def _wanted(self) -> list[Box]:
        return [box for box in map(self._box_of, (*find_melds(self.table), *self.highlights.glow)) if box is not None]

    def _beside(self, target: Target) -> Spot:
        spot, keys = super()._beside(target), self.zones.buttons
        if spot.box.y < keys.y:
            return spot
        return replace(spot, box=Box(spot.box.x, keys.y, spot.box.w, spot.box.bottom - keys.y))

    def shake(self, target: Target) -> None:
        """Do nothing: the toast beside a refused card suffices."""

    def update(self) -> None:
        self._cover_glides()
        super().update()
        self._cover_glides()
        self._hand_animation.end(self._now)

    def _cover_glides(self) -> None:
        for place in self._hand_animation.places(self._now).values():
            self._app.dirty(card_cover(place))

    def _cover_table(self) -> None:
        self._app.dirty(pygame.Rect(self.area.ints()))

    def _cover_frame(self) -> None:
        before, self._seen = self._seen, self.frame()
        begun, self._film = self._film, self.films[0] if self.films else None
        if before.resting != self._seen.resting or begun is not self._film:
            self._cover_table()
        for sprite in {*before.sprites, *before.under} ^ {*self._seen.sprites, *self._seen.under}:
            self._app.dirty(self.view.covers(sprite))

    def frame(self) -> Frame:
        film, time = self.films[0] if self.films else None, self._now - self._begun
        if film is None:
            return super().frame()
        if self._framed is None or self._framed[0] is not film or self._framed[1] != time:
            self._framed = (film, time, film.at(max(0.0, time)))
        return self._framed[2]

    # --- the pointer's hand

    def pick_up(self, targets: Sequence[Target], pos: tuple[int, int]) -> None:
        seen, now = self.visible_places(), self._now
        self.held_targets = tuple(target for target in self.hand.order if target in targets)
        since = now - RISE if self._still else now
        tokens = tuple(self.table[target][0] for target in self.held_targets)
        self._taken = ()
        sway = None if self._still else Sway(self.zones.hand.h)
        self.held = Held(self.held_targets[-1], tokens, *pos, since, sway=sway)
        ends = [(sprite.x, sprite.y) for sprite in self._in_hand()]
        taken = [(*seen[target], *end) for target, end in zip(self.held_targets, ends, strict=True)]
        self._taken = tuple((x - left, y - top, high, lean) for x, y, high, lean, left, top in taken)
        self.hand = replace(self.hand, held=frozenset(targets), raised=frozenset(), pointed=None)
        self.lay_out_cards()

    def open_gap(self, x: float | None) -> None:
        """Open a gap where the held cards would go in the hand; None closes it."""
        count = len(self.hand.order) - len(self.held_targets)
        gap = None if x is None else gap_at(self.zones, count, x)
        if gap != self.hand.gap:
            self.hand = replace(self.hand, gap=gap)
            self.lay_out_cards(hand_alone=True)

    def let_go(self) -> Held | None:
        seen = self.visible_places() if self.held_targets else {}
        held = super().let_go()
        if self.held_targets:
            self._hand_animation.place_cards({target: seen[target] for target in self.held_targets}, self._now)
            self.held_targets, self._taken = (), ()
            self.hand = replace(self.hand, held=frozenset(), gap=None)
            self.lay_out_cards()
        return held

    def send_home(self, held: Held) -> None:
        """Do nothing: released cards glide to their places."""

    def find_thrown(self) -> dict[Target, tuple[float, float]]:
        return {
            target: (sprite.x, sprite.y) for target, sprite in zip(self.held_targets, self._in_hand(), strict=True)
        }

    def _in_hand(self) -> list[Sprite]:
        held = self.held
        if held is None:
            return []
        high, lag = self.zones.hand.h, 1 - ease_out((self._now - held.since) / RISE)
        (x, y), tilt, turn = held.place, held.tilt, radians(held.tilt)
        sprites = []
        for n, token in enumerate(held.tokens):
            dx, dy, _, lean = self._taken[n] if self._taken else (0.0, 0.0, high, 0.0)
            aside = (n - (len(held.tokens) - 1) / 2) * FANNED * high
            at = (x + cos(turn) * aside + lag * dx, y + sin(turn) * aside + lag * dy)
            lift = 1.0 if lag == 0.0 else 1 - 0.6 * lag
            sprites.append(Sprite(token, *at, high, lift=lift, tilt=tilt + lag * lean))
        return sprites

    # --- painting

    def paint(self, surface: pygame.Surface) -> None:
        app, view = self._app, self.view
        view.dress(app.words.language, app.settings.four_colours, app.assets.looks.cloth)
        view.theme = app.theme
        view.paint_felt(surface, pygame.Rect((0, 0), app.size), u=self.zones.u)
        self._paint_people(surface)
        frame = self.frame() if self.films else None
        table = self.table if frame is None else frame.resting
        view.paint_slots(surface, app.assets, self.zones, table)
        if frame is None:
            self._paint_glow(surface)
            seen = {
                **self.card_places,
                **{one: [place] for one, place in self._hand_animation.places(self._now).items()},
            }
            view.paint_cards(surface, app.assets, self.table, seen, self.hand, self.highlights)
            self._paint_count(surface, self.table)
            self._paint_marks(surface)
            return
        places = self.arrange_after(frame.resting)
        if frame.sprites:
            for ribbon in frame.under:
                view.paint_sprite(surface, app.assets, ribbon)
            view.paint_piles(surface, app.assets, frame.resting, places)
        else:
            hand = replace(self.hand, order=self._ordered(frame.resting))
            view.paint_cards(surface, app.assets, frame.resting, places, hand)
        self._paint_count(surface, frame.resting)
        self._paint_again(surface)

    def _paint_people(self, surface: pygame.Surface) -> None:
        others = self.hand.others
        for seat, box in zip(others, self.zones.player_zones(len(others)), strict=True):
            if seat in self.player_texts:
                sitter = self.player_texts[seat]
                if self.again is not None:
                    sitter = replace(sitter, count="", turn=seat == self.again)
                self.view.paint_sitter(surface, self._app.assets, self._app.theme, box, sitter)

    def badge_rect(self, table: Table) -> pygame.Rect:
        theme = self._app.theme
        x, y, high, _ = pile_place(self.zones.piles[0], "stock", len(table["stock"]) - 1)
        badge = pygame.Rect(0, 0, theme.width("000", "small") + theme.px(0.6), theme.line("small"))
        badge.midbottom = (round(x), round(y + high / 2 - 0.09 * high))
        return badge

    def _paint_count(self, surface: pygame.Surface, table: Table) -> None:
        count, theme = len(table.get("stock", ())), self._app.theme
        if not count:
            return
        badge = self.badge_rect(table)
        pygame.draw.rect(surface, theme.colour_for(PAPER), badge, border_radius=theme.px(0.6))
        pygame.draw.rect(surface, theme.colour_for(EDGE), badge, 1, border_radius=theme.px(0.6))
        theme.text(surface, str(count), "small", INK, badge, "centre")

    def _paint_again(self, surface: pygame.Surface) -> None:
        if self.again is None or self.again not in self.player_texts:
            return
        theme, felt = self._app.theme, self.zones.felt
        told = self._app.words("cards.again", name=self.player_texts[self.again].name)
        toast = pygame.Rect(
            0, 0, theme.width(told, "strong") + 2 * theme.px(1.6), theme.line("strong") + theme.px(1.4)
        )
        toast.midbottom = (round(felt.centre[0]), round(felt.bottom))
        theme.toast(surface, toast)
        theme.text(surface, told, "strong", INK, toast, "centre")

    def _paint_glow(self, surface: pygame.Surface) -> None:
        for target in self.highlights.glow:
            box = self._box_of(target)
            if box is not None:
                self.view.paint_glow(surface, self._app.assets, self._app.theme, box, target == self.highlights.aim)

    def _box_of(self, target: Target) -> Box | None:
        spot = self.spots.get(target)
        if spot is None or target == "felt" or target.startswith("h"):
            return None
        lying = self.card_places.get(target, ())
        if target in ("stock", "discard") and lying:
            x, y, *_ = lying[-1]
            return Box(x - spot.size / CARD_RATIO / 2, y - spot.size / 2, spot.size / CARD_RATIO, spot.size)
        return spot.box.inset(0.5 * self.zones.u) if ":" not in target else spot.box

    def _paint_marks(self, surface: pygame.Surface) -> None:
        theme, lit = self._app.theme, self.highlights
        for target in lit.fresh - lit.owed:
            if target in self.card_places and is_in_hand(target, self.hand.seat) and target not in self.hand.held:
                self._paint_ribbon(surface, self.visible_rect(target))
        for target in lit.hint & self.spots.keys():
            self._paint_frame(surface, target, self._hint_frame)
        for picked, end in lit.arrows:
            ends = {"from": self._middle(picked), "to": self._middle((end,))}
            paint_arrows(surface, theme, ends, tuple(ends))
        if lit.focus is not None and lit.focus in self.spots:
            self._paint_frame(surface, lit.focus, theme.ring)

    def _middle(self, targets: Collection[Target]) -> Spot:
        """Return the centre of some targets; absent ones count as the hand in which they will be."""
        seen = [self.card_places[one][-1][:2] for one in targets if self.card_places.get(one)]
        zones = [self.spots[zone] for one in targets if (zone := one.partition(":")[0]) in self.spots]
        x, y = (sum(axis) / len(axis) for axis in zip(*(seen or [(zone.x, zone.y) for zone in zones]), strict=True))
        size = ARROW * self.zones.u
        return Spot(x, y, 0, 0, size, Box(x - size / 2, y - size / 2, size, size))

    def _hint_frame(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        theme = self._app.theme
        pygame.draw.rect(surface, PAPER, box.inflate(4, 4), theme.px(0.7), border_radius=theme.px(1))
        pygame.draw.rect(surface, SEA, box.inflate(2, 2), theme.px(0.5), border_radius=theme.px(1))

    def _paint_frame(
        self, surface: pygame.Surface, target: Target, frame: Callable[[pygame.Surface, pygame.Rect], object]
    ) -> None:
        rect = self.visible_rect(target)
        if not is_in_hand(target, self.hand.seat):
            frame(surface, rect)
            return
        x, y, _, lean = self._seen_at(target)
        pad, high, wide = round(2 * self.zones.u), rect.height, round(rect.height / CARD_RATIO)

        def make_picture() -> pygame.Surface:
            picture = pygame.Surface((wide + 2 * pad, high + 2 * pad), pygame.SRCALPHA)
            frame(picture, pygame.Rect(pad, pad, rect.width, high))
            return picture

        key = (frame.__name__, wide, rect.width)
        blit_leaning(surface, self._app.theme.cache.get(key, make_picture), key, steps(lean), (round(x), round(y)))

    def visible_rect(self, target: Target) -> pygame.Rect:
        """Return the visible part of a target, for a card in the hand without its lean."""
        order = self.hand.order
        if target not in order or target not in self.card_places:
            pile = self._box_of(target) if target in ("stock", "discard") else None
            return pygame.Rect((pile or self.spots[target].box).ints())
        x, y, high, _ = self._seen_at(target)
        rect = pygame.Rect(0, 0, round(high / CARD_RATIO), round(high))
        rect.center = (round(x), round(y))
        after = order.index(target) + 1
        if after < len(order) and order[after] in self.spots:
            left = round(self._seen_at(order[after])[0] - x)
            rect.width = min(rect.width, left) if left > 0 else rect.width  # gliding cards may pass one another
        return rect

    def _seen_at(self, target: Target) -> CardPlace:
        return self._hand_animation.places(self._now).get(target, self.card_places[target][0])

    def _paint_ribbon(self, surface: pygame.Surface, card: pygame.Rect) -> None:
        u = self.zones.u
        wide, high = round(1.5 * u), round(3.4 * u)
        strip = pygame.Rect(0, 0, wide, high)
        strip.midtop = (
            card.left + round(0.6 * min(card.width, 0.74 * card.height / CARD_RATIO)),
            card.top - round(0.7 * u),
        )
        shape = [strip.topleft, strip.topright, strip.bottomright, (strip.centerx, strip.bottom - wide // 2)]
        shape.append(strip.bottomleft)
        pygame.draw.polygon(surface, BRASS, shape)
        pygame.draw.polygon(surface, WALNUT_DARK, shape, max(1, round(0.14 * u)))
