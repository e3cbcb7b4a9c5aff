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
    PersonView,
    PlayerTexts,
    arrange,
    by_suit,
    in_hand,
    meld_of,
    melds_on,
    on_pile,
    open_hand,
    order_hand,
    slot_at,
    spots,
)
from scenes.games.ducale.card_table import CardTable, blit_leaning, card_cover, steps
from scenes.games.ducale.hand_animation import HandAnimation
from scenes.games.ducale.table_zones import SHAPE, TableZones
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
        self.sight = PersonView()
        self.lit = CardHighlights()
        self.places: CardPlaces = {}
        self.sitters: dict[Seat, PlayerTexts] = {}
        self._melds: dict[str, Seat] = {}
        self.pad: ScorePad | None = None
        self.grabbed: tuple[Target, ...] = ()
        self._seen = Frame({})
        self._film: Film | None = None
        self._framed: tuple[Film, float, Frame] | None = None
        self.ground = TableZones(Box(0, 0, 100, 100))
        self._hand_animation = HandAnimation()
        self._taken: tuple[CardPlace, ...] = ()
        """Offsets from their place at the pointer of the held cards, when they were picked up."""
        self.orders: dict[Seat, tuple[Target, ...]] = {}
        """Each person's order of the hand, including laid cards that may be taken back; saved with the session."""

    # --- layout

    def place(self, area: Box, flipped: bool) -> None:
        self.ground = TableZones(area, self._app.theme.control)
        super().place(area, flipped)
        self._hand_animation, self.places = HandAnimation(), {}  # no glides from places in a window of another size
        self.lay_out_cards()

    def lay_out_cards(self, hand_alone: bool = False) -> None:
        """Lay out all cards; `hand_alone`: only the person's hand has changed."""
        order = self._ordered(self.table)
        if order and self.again is None:
            kept = self.orders.get(self.sight.seat, ())
            self.orders[self.sight.seat] = (*kept, *(card for card in order if card not in kept))
        self.sight = replace(self.sight, order=order)
        before, lay = self.seen_at(), self.places
        self.places = arrange(self.ground, self.table, self.sight)
        self.spots = spots(self.ground, self.table, self.sight, self.places)
        self.places = {**self.places, **open_hand(self.ground, self.places, self.sight)}
        if self._still or self.films:
            self._hand_animation = HandAnimation()
        else:
            free = [target for target in self.sight.order if target not in self.sight.held]
            self._hand_animation.go(before, {target: self.places[target][0] for target in free}, self._now)
        if hand_alone:
            self._cover_moved(lay, before)
        else:
            self._cover_table()

    def _cover_moved(self, lay: CardPlaces, seen: Mapping[Target, CardPlace]) -> None:
        """Request a repaint of the cards of the hand whose place or visible place changed.

        The cards before them, too: their marks fill the visible part that the next card leaves.
        """
        row = [target for target in self.sight.order if target not in self.sight.held]
        for n, target in enumerate(row):
            around = {*self.places[target], *lay.get(target, ()), seen.get(target, self.places[target][0])}
            if len(around) > 1:
                before = self.places[row[max(0, n - 1)]][0]
                for place in (*around, before):
                    self._app.dirty(card_cover(place))

    def seen_at(self) -> dict[Target, CardPlace]:
        """Return the visible places of the open cards of the hand, including the held ones."""
        own, held = self.sight.seat, self.sight.held
        row = [one for one in self.places if in_hand(one, own) and one not in held and self.places[one]]
        glides = self._hand_animation.places(self._now)
        return {target: glides.get(target, self.places[target][0]) for target in row} | {
            target: (sprite.x, sprite.y, sprite.size, sprite.tilt)
            for target, sprite in zip(self.grabbed, self._in_hand(), strict=False)
        }

    @property
    def stirring(self) -> bool:
        return super().stirring or bool(self._hand_animation)

    def _ordered(self, table: Table) -> tuple[Target, ...]:
        seat = self.sight.seat
        kept = self.orders.get(seat)
        return tuple(by_suit(order_hand(table, seat, ()))) if kept is None else order_hand(table, seat, kept)

    def look_from(self, seat: Seat, seats: int) -> None:
        if (seat, seats) != (self.sight.seat, self.sight.seats):
            self.sight = PersonView(seat, seats)
            self.lay_out_cards()

    def arrange_after(self, table: Table) -> CardPlaces:
        """Return the places of the cards of another table, with the hand's current order."""
        sight = PersonView(self.sight.seat, self.sight.seats, self._ordered(table), self.sight.group_starts)
        return arrange(self.ground, table, sight)

    def forget_gone(self) -> None:
        seat = self.sight.seat
        if seat in self.orders and self.sight.order:
            self.orders[seat] = tuple(card for card in self.orders[seat] if card in self.sight.order)

    def order_hand(self, order: Sequence[Target], group_starts: Collection[Target] = ()) -> None:
        self.sight = replace(self.sight, group_starts=frozenset(group_starts))
        cards = iter(order)
        seat = self.sight.seat
        self.orders[seat] = tuple(next(cards) if card in order else card for card in self.orders.get(seat, order))
        self.lay_out_cards()

    def raise_cards(self, targets: frozenset[Target]) -> None:
        if targets != self.sight.raised:
            self.sight = replace(self.sight, raised=targets)
            self.lay_out_cards(hand_alone=True)

    def point_out(self, target: Target | None) -> None:
        own = target is not None and in_hand(target, self.sight.seat) and target in self.table
        pointed = target if own and self.held is None and not self._still and not self.films else None
        if pointed != self.sight.pointed:
            self.sight = replace(self.sight, pointed=pointed)
            self.lay_out_cards(hand_alone=True)

    # --- what is seen

    def show(self, table: Table) -> None:
        super().show(table)
        self.lay_out_cards()

    def film(self, film: Film) -> None:
        super().film(film)
        self.sight = replace(self.sight, pointed=None)  # the hand closes, and opens again when the film is over
        self.lay_out_cards()

    def mark(self, marks: Marks) -> None:
        self.marks = marks

    def set_highlights(self, lit: CardHighlights) -> None:
        if lit != self.lit:
            self.lit = lit
            self._cover_table()

    def seat_people(self, sitters: dict[Seat, PlayerTexts]) -> None:
        if sitters != self.sitters:
            self.sitters = sitters
            self._cover_table()

    def set_meld_owners(self, melds: Mapping[str, Seat]) -> None:
        """Set the owners of melds; those of earlier calls are kept, as their cards may still be moving."""
        self._melds |= melds
        owners = {meld: self.sitters[seat].owner for meld, seat in self._melds.items() if seat in self.sitters}
        self.view.owners = {meld: owner for meld, owner in owners.items() if owner is not None}

    def dirty(self, target: Target) -> None:
        self._cover_table()

    def _heights(self) -> dict[Target, float]:
        return {}

    def aim(self, target: Target | None) -> None:
        for one in (self.lit.aim, target):
            box = None if one is None else self._box_of(one)
            if box is not None:
                self._app.dirty(pygame.Rect(box.inset(-0.16 * box.h).ints()))
        self.lit = replace(self.lit, aim=target)

    def show_message(
        self, text: str, target: Target | None, refused: str = "", spoken: Collection[Target] = ()
    ) -> None:
        if target is not None and target not in self.spots:
            target = meld_of(target) if meld_of(target) in self.spots else None
        target = None if target == FELT else target  # what is said of the felt lies on it, and not above all of it
        super().show_message(text[:1].upper() + text[1:], target, refused, spoken)

    def _wanted(self) -> list[Box]:
        return [box for box in map(self._box_of, (*melds_on(self.table), *self.lit.glow)) if box is not None]

    def _beside(self, target: Target) -> Spot:
        spot, keys = super()._beside(target), self.ground.keys
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
        seen, now = self.seen_at(), self._now
        self.grabbed = tuple(target for target in self.sight.order if target in targets)
        since = now - RISE if self._still else now
        tokens = tuple(self.table[target][0] for target in self.grabbed)
        self._taken = ()
        sway = None if self._still else Sway(self.ground.hand.h)
        self.held = Held(self.grabbed[-1], tokens, *pos, since, sway=sway)
        ends = [(sprite.x, sprite.y) for sprite in self._in_hand()]
        taken = [(*seen[target], *end) for target, end in zip(self.grabbed, ends, strict=True)]
        self._taken = tuple((x - left, y - top, high, lean) for x, y, high, lean, left, top in taken)
        self.sight = replace(self.sight, held=frozenset(targets), raised=frozenset(), pointed=None)
        self.lay_out_cards()

    def open_gap(self, x: float | None) -> None:
        """Open a gap where the held cards would go in the hand; None closes it."""
        count = len(self.sight.order) - len(self.grabbed)
        gap = None if x is None else slot_at(self.ground, count, x)
        if gap != self.sight.gap:
            self.sight = replace(self.sight, gap=gap)
            self.lay_out_cards(hand_alone=True)

    def let_go(self) -> Held | None:
        seen = self.seen_at() if self.grabbed else {}
        held = super().let_go()
        if self.grabbed:
            self._hand_animation.place_cards({target: seen[target] for target in self.grabbed}, self._now)
            self.grabbed, self._taken = (), ()
            self.sight = replace(self.sight, held=frozenset(), gap=None)
            self.lay_out_cards()
        return held

    def send_home(self, held: Held) -> None:
        """Do nothing: released cards glide to their places."""

    def find_thrown(self) -> dict[Target, tuple[float, float]]:
        return {target: (sprite.x, sprite.y) for target, sprite in zip(self.grabbed, self._in_hand(), strict=True)}

    def _in_hand(self) -> list[Sprite]:
        held = self.held
        if held is None:
            return []
        high, lag = self.ground.hand.h, 1 - ease_out((self._now - held.since) / RISE)
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
        view.paint_felt(surface, pygame.Rect((0, 0), app.size), u=self.ground.u)
        self._paint_people(surface)
        frame = self.frame() if self.films else None
        table = self.table if frame is None else frame.resting
        view.paint_slots(surface, app.assets, self.ground, table)
        if frame is None:
            self._paint_glow(surface)
            seen = {**self.places, **{one: [place] for one, place in self._hand_animation.places(self._now).items()}}
            view.paint_cards(surface, app.assets, self.table, seen, self.sight, self.lit)
            self._paint_count(surface, self.table)
            self._paint_marks(surface)
            return
        places = self.arrange_after(frame.resting)
        if frame.sprites:
            for ribbon in frame.under:
                view.paint_sprite(surface, app.assets, ribbon)
            view.paint_piles(surface, app.assets, frame.resting, places)
        else:
            sight = replace(self.sight, order=self._ordered(frame.resting))
            view.paint_cards(surface, app.assets, frame.resting, places, sight)
        self._paint_count(surface, frame.resting)
        self._paint_again(surface)

    def _paint_people(self, surface: pygame.Surface) -> None:
        others = self.sight.others
        for seat, box in zip(others, self.ground.seats(len(others)), strict=True):
            if seat in self.sitters:
                sitter = self.sitters[seat]
                if self.again is not None:
                    sitter = replace(sitter, count="", turn=seat == self.again)
                self.view.paint_sitter(surface, self._app.assets, self._app.theme, box, sitter)

    def badge_rect(self, table: Table) -> pygame.Rect:
        theme = self._app.theme
        x, y, high, _ = on_pile(self.ground.piles[0], "stock", len(table["stock"]) - 1)
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
        if self.again is None or self.again not in self.sitters:
            return
        theme, felt = self._app.theme, self.ground.felt
        told = self._app.words("cards.again", name=self.sitters[self.again].name)
        toast = pygame.Rect(
            0, 0, theme.width(told, "strong") + 2 * theme.px(1.6), theme.line("strong") + theme.px(1.4)
        )
        toast.midbottom = (round(felt.centre[0]), round(felt.bottom))
        theme.toast(surface, toast)
        theme.text(surface, told, "strong", INK, toast, "centre")

    def _paint_glow(self, surface: pygame.Surface) -> None:
        for target in self.lit.glow:
            box = self._box_of(target)
            if box is not None:
                self.view.paint_glow(surface, self._app.assets, self._app.theme, box, target == self.lit.aim)

    def _box_of(self, target: Target) -> Box | None:
        spot = self.spots.get(target)
        if spot is None or target == "felt" or target.startswith("h"):
            return None
        lying = self.places.get(target, ())
        if target in ("stock", "discard") and lying:
            x, y, *_ = lying[-1]
            return Box(x - spot.size / SHAPE / 2, y - spot.size / 2, spot.size / SHAPE, spot.size)
        return spot.box.inset(0.5 * self.ground.u) if ":" not in target else spot.box

    def _paint_marks(self, surface: pygame.Surface) -> None:
        theme, lit = self._app.theme, self.lit
        for target in lit.fresh - lit.owed:
            if target in self.places and in_hand(target, self.sight.seat) and target not in self.sight.held:
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
        seen = [self.places[one][-1][:2] for one in targets if self.places.get(one)]
        zones = [self.spots[zone] for one in targets if (zone := one.partition(":")[0]) in self.spots]
        x, y = (sum(axis) / len(axis) for axis in zip(*(seen or [(zone.x, zone.y) for zone in zones]), strict=True))
        size = ARROW * self.ground.u
        return Spot(x, y, 0, 0, size, Box(x - size / 2, y - size / 2, size, size))

    def _hint_frame(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        theme = self._app.theme
        pygame.draw.rect(surface, PAPER, box.inflate(4, 4), theme.px(0.7), border_radius=theme.px(1))
        pygame.draw.rect(surface, SEA, box.inflate(2, 2), theme.px(0.5), border_radius=theme.px(1))

    def _paint_frame(
        self, surface: pygame.Surface, target: Target, frame: Callable[[pygame.Surface, pygame.Rect], object]
    ) -> None:
        rect = self.visible_rect(target)
        if not in_hand(target, self.sight.seat):
            frame(surface, rect)
            return
        x, y, _, lean = self._seen_at(target)
        pad, high, wide = round(2 * self.ground.u), rect.height, round(rect.height / SHAPE)

        def make_picture() -> pygame.Surface:
            picture = pygame.Surface((wide + 2 * pad, high + 2 * pad), pygame.SRCALPHA)
            frame(picture, pygame.Rect(pad, pad, rect.width, high))
            return picture

        key = (frame.__name__, wide, rect.width)
        blit_leaning(surface, self._app.theme.cache.get(key, make_picture), key, steps(lean), (round(x), round(y)))

    def visible_rect(self, target: Target) -> pygame.Rect:
        """Return the visible part of a target, for a card in the hand without its lean."""
        order = self.sight.order
        if target not in order or target not in self.places:
            pile = self._box_of(target) if target in ("stock", "discard") else None
            return pygame.Rect((pile or self.spots[target].box).ints())
        x, y, high, _ = self._seen_at(target)
        rect = pygame.Rect(0, 0, round(high / SHAPE), round(high))
        rect.center = (round(x), round(y))
        after = order.index(target) + 1
        if after < len(order) and order[after] in self.spots:
            left = round(self._seen_at(order[after])[0] - x)
            rect.width = min(rect.width, left) if left > 0 else rect.width  # gliding cards may pass one another
        return rect

    def _seen_at(self, target: Target) -> CardPlace:
        return self._hand_animation.places(self._now).get(target, self.places[target][0])

    def _paint_ribbon(self, surface: pygame.Surface, card: pygame.Rect) -> None:
        u = self.ground.u
        wide, high = round(1.5 * u), round(3.4 * u)
        strip = pygame.Rect(0, 0, wide, high)
        strip.midtop = (
            card.left + round(0.6 * min(card.width, 0.74 * card.height / SHAPE)),
            card.top - round(0.7 * u),
        )
        shape = [strip.topleft, strip.topright, strip.bottomright, (strip.centerx, strip.bottom - wide // 2)]
        shape.append(strip.bottomleft)
        pygame.draw.polygon(surface, BRASS, shape)
        pygame.draw.polygon(surface, WALNUT_DARK, shape, max(1, round(0.14 * u)))
