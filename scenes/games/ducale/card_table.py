"""The view of a card table: baize with a leather rim, cards in hands, on piles and in melds, and players."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final

import pygame

from rules.contract import Beat, Effect, Slide, Table, Target, Token
from scenes.app.assets import LIFT, Assets, Cache
from scenes.app.fonts import Role
from scenes.app.theme import BRASS, IVORY, PAPER, STITCH, Theme
from scenes.games.ducale import menu_picture
from scenes.games.ducale.card_faces import box_of, face
from scenes.games.ducale.card_layout import (
    CardHighlights,
    CardPlace,
    CardPlaces,
    HandState,
    MeldOwner,
    PlayerTexts,
    Span,
    find_melds,
    is_in_hand,
    order_hand,
    span_of,
)
from scenes.games.ducale.meld_ribbons import owner_tab, paint_ribbon
from scenes.games.ducale.table_zones import CARD_RATIO, TableZones
from scenes.surfaces import felt
from scenes.surfaces.clips import SLIDE, Motion, Sprite
from scenes.surfaces.layout import Box, Spot
from scenes.surfaces.move_marks import MoveMarks
from scenes.surfaces.view import Display, TableAnimations, TableView, blit_pale, paint_particles, particle_area

MOST_SEATS: Final = 6
GLOW: Final = 40
GLOW_CORNER: Final = 80
OWED: Final = 20
"""In units of a card 250 wide: margins of the glow, its corners, and the margin of an owed card's brass corners."""
SHADE: Final = 190  # alpha, of 255, of a card's shadow: many overlap
STEP: Final = 0.5  # degrees between two cached pictures of a leaning card
NEAR: Final = 6  # pixels of height between two cached shadows of a card that changes its size
COARSE: Final = 3  # steps of lean between two cached shadows, which are soft
NEARER: Final = 0.05
DIMMER: Final = 0.22
"""Relative gain in height, and loss of light, of a card seen from its edge while it is turned over."""
LIT_EDGE: Final = (255, 250, 238, 255)
AROUND: Final = 0.5
"""Margin of all that a card's painting covers, as a share of its height."""
SEEN: Final = {"stock": 12, "discard": 3}  # top cards of a pile that are painted


class CardMarks(MoveMarks):
    """The marks of cards: their ways over the table aren't marked."""

    def board_slides(self, effects: Iterable[Effect]) -> list[Slide]:
        return []


class CardAnimations(TableAnimations):
    """The animation of cards outside films of their own."""

    def choose_motion(self, effect: Effect, beat: Beat, table: Table) -> Motion:
        return SLIDE

    def sound(self, motion: Motion) -> str:
        return "card-slide"


class CardTable(TableView):
    ratio = 1.6
    fills = True
    move_marks = CardMarks()
    animations = CardAnimations()
    targets = ("stock", "discard")

    def __init__(self, folder: str, seats: int = MOST_SEATS) -> None:
        super().__init__(folder, ("blank",) * seats, bottom=0)
        self.emblems = tuple(f"{folder}/{look}" for look in ("suit-S", "suit-H", "suit-C", "suit-D", "crown", "cap"))
        self.owners: Mapping[str, MeldOwner] = {}
        self.theme: Theme | None = None
        self._felt: tuple[object, pygame.Surface] | None = None

    # --- where and how

    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        return {}

    def portrait(self) -> Box:
        return Box(0, 0, menu_picture.WIDE, 1)

    def ledge(self, area: Box) -> Box:
        return TableZones(area).buttons

    # --- painting

    def paint(self, surface: pygame.Surface, assets: Assets, theme: Theme, board: str, display: Display) -> None:
        """Paint the table as on the menu: few cards, no players."""
        area, _, frame, _ = display
        table = Box(area.x, area.y, menu_picture.WIDE * area.h, area.h)
        self.paint_felt(surface, pygame.Rect(table.ints()), 3.0)
        for card in menu_picture.pose_cards(frame.resting):
            finer = 2 if card.turned else 1  # rotated pictures are scaled down afterwards, for smooth edges
            high = max(1, round(card.high * area.h)) * finer
            box = box_of(high)
            centre = (round(area.x + card.x * area.h), round(area.y + card.y * area.h))
            pictures = [assets.shadow("ducale/blank", box)] if card.shade else []
            pictures.append(face(assets, card.token.look, high, self.language, self.four))
            for picture in pictures:
                turned = _turned(picture, card.turned, 1 / finer)
                surface.blit(turned, turned.get_rect(center=centre), special_flags=pygame.BLEND_PREMULTIPLIED)

    def paint_felt(self, surface: pygame.Surface, rect: pygame.Rect, corner: float = 0.0, u: float = 0.0) -> None:
        """Paint baize and rim over `rect`; `u` is the rim's unit, by default a hundredth of the shorter side."""
        u = u or min(rect.size) / 100
        key = (rect.size, u, corner, self.cloth)
        if self._felt is None or self._felt[0] != key:
            self._felt = (key, felt.lay(rect.size, u, corner, self.cloth))
        surface.blit(self._felt[1], rect)

    def paint_slots(self, surface: pygame.Surface, assets: Assets, zones: TableZones, table: Table) -> None:
        for pile, box in zip(("stock", "discard"), zones.piles, strict=True):
            if not table.get(pile):
                slot = assets.sprite("ducale/slot", (round(box.w), round(box.h)))
                surface.blit(slot, slot.get_rect(center=(round(box.centre[0]), round(box.centre[1]))))

    def paint_cards(
        self,
        surface: pygame.Surface,
        assets: Assets,
        table: Table,
        places: CardPlaces,
        hand: HandState,
        lit: CardHighlights | None = None,
    ) -> None:
        mine = [target for target in order_hand(table, hand.seat, hand.order) if target not in hand.held]
        rest = [target for target in table if not is_in_hand(target, hand.seat)]
        for meld, cards in find_melds(table).items():
            self._paint_ribbon(surface, meld, span_of([places[one][-1] for one in cards]))
        for target in [*rest, *mine]:
            lying = list(zip(table[target], places[target], strict=True))
            for number, (token, place) in enumerate(lying[-SEEN.get(target, len(lying)) :]):
                self.paint_card(surface, assets, token, place, shade=not number)
            if lit is not None and target in lit.owed | lit.of_turn:
                self._paint_owed(surface, assets, lying[-1][1])

    def paint_piles(
        self, surface: pygame.Surface, assets: Assets, piles: Table, places: Mapping[str, Sequence[CardPlace]]
    ) -> None:
        for pile, tokens in piles.items():
            shown = list(zip(tokens, places.get(pile, ()), strict=False))
            for number, (token, place) in enumerate(shown[-SEEN["stock"] :]):
                self.paint_card(surface, assets, token, place, shade=not number)

    def paint_card(
        self, surface: pygame.Surface, assets: Assets, token: Token, place: CardPlace, shade: bool = True
    ) -> None:
        x, y, high = round(place[0]), round(place[1]), round(place[2])
        if surface.get_clip().colliderect((x - high, y - high, 2 * high, 2 * high)):
            self._lay(surface, assets, Sprite(token, *place[:3], tilt=place[3]), shade)

    def _lay(self, surface: pygame.Surface, assets: Assets, card: Sprite, shade: bool) -> None:
        high, lean, centre = round(card.size), steps(card.tilt), (round(card.x), round(card.y))
        box, look = box_of(high), card.token.look
        if shade:
            fall = round(lean / COARSE) * COARSE
            blit_leaning(surface, _shade(assets, box), _kept(assets, "shade", box), fall, centre, card.alpha)
        picture = face(assets, look, high, self.language, self.four)
        key = _kept(assets, look, box, self.language, self.four)
        blit_leaning(surface, picture, key, lean, centre, card.alpha)

    def paint_sprite(self, surface: pygame.Surface, assets: Assets, sprite: Sprite) -> None:
        """Paint a moving or held (lift 1) card, the light around one, or a meld's ribbon."""
        if not surface.get_clip().colliderect(self.covers(sprite)):
            return
        if sprite.token.look.startswith("effects/"):
            paint_particles(surface, assets, (sprite,))
            return
        if sprite.token.look.startswith("m"):
            half = sprite.narrow * sprite.size / 2
            span = (sprite.x - half, sprite.x + half, sprite.y, sprite.size)
            self._paint_ribbon(surface, sprite.token.look, span, sprite.alpha)
            return
        if sprite.was is not None:
            self.paint_sprite(surface, assets, sprite.was)
        if sprite.lift == 0 and sprite.narrow == 1 and not sprite.drawn and sprite.was is None:
            self._lay(surface, assets, sprite, shade=True)
            return
        high, lean, centre = round(sprite.size), steps(sprite.tilt), (round(sprite.x), round(sprite.y))
        scale = LIFT if sprite.lift == 1 else 1 + (LIFT - 1) * sprite.lift
        drawn = round(sprite.drawn) or round(high * LIFT if sprite.lift == 1 else high)
        picture = face(assets, sprite.token.look, drawn, self.language, self.four)
        size = box_of(round(sprite.size * scale))
        whole = picture.get_size() == size and sprite.narrow == 1
        if picture.get_size() != size:
            picture = pygame.transform.smoothscale(picture, size)
        if sprite.narrow < 1:
            picture = _edgewise(picture, sprite.narrow)
        if sprite.was is None:
            self._cast(surface, assets, sprite, drawn)
        key = _kept(assets, sprite.token.look, size, self.language, self.four) if whole and sprite.lift == 1 else None
        blit_leaning(surface, picture, key, lean, centre, sprite.alpha)

    def _paint_ribbon(self, surface: pygame.Surface, meld: str, span: Span, alpha: float = 1.0) -> None:
        if self.theme is not None and meld in self.owners:
            paint_ribbon(surface, self.theme, self.owners[meld], span, alpha)

    def _cast(self, surface: pygame.Surface, assets: Assets, sprite: Sprite, drawn: int) -> None:
        for lifted, share in ((False, 1 - sprite.lift), (True, sprite.lift)):
            if share > 0:
                shadow = assets.shadow("ducale/blank", box_of(drawn), lifted=lifted)
                if sprite.drawn:
                    shadow = _shrunk(shadow, drawn, lifted, max(1, round(sprite.size / NEAR)))
                blit_pale(surface, shadow, (round(sprite.x), round(sprite.y)), round(SHADE * sprite.narrow * share))

    def covers(self, sprite: Sprite) -> pygame.Rect:
        if sprite.token.look.startswith("effects/"):
            return particle_area(sprite)
        if sprite.token.look.startswith("m"):
            wide, high = round(max(sprite.narrow, 1) * sprite.size) + 2, round(0.25 * sprite.size)
            return pygame.Rect(round(sprite.x) - wide // 2, round(sprite.y) - 1, wide, high)
        rect = pygame.Rect(0, 0, round(sprite.size * 1.6), round(sprite.size * 1.8))
        rect.center = (round(sprite.x), round(sprite.y))
        return rect

    def _paint_owed(self, surface: pygame.Surface, assets: Assets, place: CardPlace) -> None:
        x, y, size, lean = place
        high, wide = size * (350 + 2 * OWED) / 350, size / CARD_RATIO * (250 + 2 * OWED) / 250
        picture = assets.sprite("ducale/owed", (round(wide), round(high)))
        key = _kept(assets, "ducale/owed", picture.get_size())
        blit_leaning(surface, picture, key, steps(lean), (round(x), round(y)))

    def paint_glow(self, surface: pygame.Surface, assets: Assets, theme: Theme, box: Box, strong: bool) -> None:
        """Paint light around a rectangle of cards, to be called before they are painted."""
        unit = box.h / 350
        pad, corner = round(GLOW * unit), max(2, round(GLOW_CORNER * unit))
        rect = pygame.Rect(box.ints()).inflate(2 * pad, 2 * pad)
        picture = theme.cache.get(
            ("card-glow", rect.size, corner),
            lambda: _nine(assets.sprite("ducale/glow", (330, 430)), rect.size, corner),
        )
        picture.set_alpha(255 if strong else 170)
        surface.blit(picture, rect)

    def paint_sitter(
        self,
        surface: pygame.Surface,
        assets: Assets,
        theme: Theme,
        box: Box,
        sitter: PlayerTexts,
        beside: bool = True,
    ) -> None:
        """Paint a player's text at the upper edge of a cell, and the number of cards beside the fan."""
        rect = pygame.Rect(box.ints())
        if not rect.colliderect(surface.get_clip()):
            return
        key = ("plate", rect.size, sitter.turn)
        surface.blit(theme.cache.get(key, lambda: _plate(rect.size, sitter.turn, theme.px(1))), rect)
        if sitter.turn:
            pygame.draw.rect(surface, BRASS, rect, max(2, theme.px(0.25)), border_radius=theme.px(1))
        pad, top = theme.px(0.9), rect.top + (0 if theme.tight else theme.px(0.3))
        line = pygame.Rect(rect.left + pad, top, rect.width - 2 * pad, theme.line("strong"))
        if not beside:
            line.centery = rect.centery
        total = "" if theme.tight else sitter.total  # the score pad shows it, too
        wide = theme.width(total, "strong") + theme.px(0.5)
        theme.text(surface, total, "strong", STITCH, line, "right")
        right = line.right - wide - (theme.px(0.6) if total else 0)
        wide = theme.width(sitter.hand, "small") if not beside else 0
        if 0 < wide < 0.5 * (right - line.left):
            theme.text(surface, sitter.hand, "small", PAPER, line.move(right - line.right, 0), "right")
            right -= wide + theme.px(0.8)
        looks = [look for there, look in ((sitter.dealer, "dealer"), (sitter.opened, "opened")) if there]
        badge = round(0.9 * line.height) if sitter.owner is not None else 0
        room = right - line.left - badge - theme.width(sitter.name, "strong") - theme.px(0.4) * len(looks)
        side = max(line.height // 2, min(line.height, room // max(1, len(looks))))
        for look in looks:
            picture = assets.sprite(f"ducale/{look}", side)
            surface.blit(picture, (right - side, line.top + (line.height - side) // 2))
            right -= side + theme.px(0.4)
        if sitter.owner is not None:
            hung = owner_tab(theme, sitter.owner, round(0.74 * line.height))
            surface.blit(hung, (line.left, line.top + (line.height - hung.get_height()) // 2))
            line.left += hung.get_width() + theme.px(0.6)
        name = pygame.Rect(line.left, line.top, right - line.left, line.height)
        theme.text(surface, sitter.name, "strong", IVORY if sitter.turn else PAPER, name, ellipsis=True)
        if sitter.count and beside:
            count = pygame.Rect(rect.left, line.bottom, rect.width - theme.px(0.6), rect.bottom - line.bottom)
            role: Role = "heading" if 0.8 * theme.line("heading") <= count.height else "subheading"
            role = "strong" if theme.width(sitter.count, role) > theme.px(9) else role
            theme.text(surface, sitter.count, role, PAPER, count, "right")


def _plate(size: tuple[int, int], turn: bool, corner: int) -> pygame.Surface:
    plate = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(plate, (12, 26, 20, 110 if turn else 62), plate.get_rect(), border_radius=corner)
    return plate


def _nine(picture: pygame.Surface, size: tuple[int, int], corner: int) -> pygame.Surface:
    """Return `picture` stretched to `size` as a nine-patch; its corners are 80 of its 330 wide."""
    whole = pygame.Surface(size, pygame.SRCALPHA)
    cut = round(picture.get_width() * GLOW_CORNER / 330)
    corner = min(corner, size[0] // 2, size[1] // 2)

    def thirds(length: int, side: int) -> tuple[tuple[int, int, int, int], ...]:
        middle = (corner, length - 2 * corner, cut, side - 2 * cut)
        return (0, corner, 0, cut), middle, (length - corner, corner, side - cut, cut)

    for x, w, left, width in thirds(size[0], picture.get_width()):
        for y, h, top, height in thirds(size[1], picture.get_height()):
            if w > 0 and h > 0:
                part = picture.subsurface((left, top, width, height))
                whole.blit(pygame.transform.smoothscale(part, (w, h)), (x, y))
    return whole


_shades: Final = Cache(8_000_000)
_turned_pictures: Final = Cache(8_000_000)


def steps(lean: float) -> int:
    """Return the lean in steps of `STEP` degrees, the key of cached pictures."""
    return round(lean / STEP)


def card_cover(place: CardPlace) -> pygame.Rect:
    """Return the rectangle that a card of the hand may cover, with its shadow, lean and marks."""
    x, y, high, _ = place
    rect = pygame.Rect(0, 0, round((1 / CARD_RATIO + AROUND) * high), round((1 + AROUND) * high))
    rect.center = (round(x), round(y))
    return rect


def leaning(picture: pygame.Surface, lean: int) -> pygame.Surface:
    """Return a picture leaning by `lean` steps to the right, with premultiplied alpha."""
    return _turned(picture, -lean * STEP, 1.0)


def _kept(assets: Assets, *key: Hashable) -> Hashable:
    """Return the cache key of a leaning picture; None while the window is resized, as the picture is temporary."""
    return None if assets.resizing else key


def blit_leaning(
    surface: pygame.Surface,
    picture: pygame.Surface,
    key: Hashable,
    lean: int,
    centre: tuple[int, int],
    alpha: float = 1.0,
) -> None:
    """Paint a picture around `centre`, leaning by `lean` steps to the right, with the opacity `alpha`.

    `key` identifies it in the cache; None: don't cache it.
    """
    if not lean:
        blit_pale(surface, picture, centre, round(255 * alpha))
        return

    def make_picture() -> pygame.Surface:
        return leaning(picture, lean)

    turned = make_picture() if key is None else _turned_pictures.get((key, lean), make_picture)
    if alpha < 1.0:
        turned = turned.copy()
        turned.fill([round(255 * alpha)] * 4, special_flags=pygame.BLEND_RGBA_MULT)
    wide, high = turned.get_size()
    surface.blit(turned, (centre[0] - wide // 2, centre[1] - high // 2), None, pygame.BLEND_PREMULTIPLIED)


def _edgewise(picture: pygame.Surface, narrow: float) -> pygame.Surface:
    wide, tall = picture.get_size()
    size = (max(2, round(wide * narrow)), round(tall * (1 + NEARER * (1 - narrow))))
    turned = pygame.transform.smoothscale(picture, size)
    dim = round(255 * (1 - DIMMER * (1 - narrow)))
    turned.fill((dim, dim, dim, 255), special_flags=pygame.BLEND_RGBA_MULT)
    edge, corner = max(1, round(0.012 * tall)), round(0.04 * tall)
    turned.fill(LIT_EDGE, (0, corner, edge, size[1] - 2 * corner))
    return turned


def _shade(assets: Assets, box: tuple[int, int]) -> pygame.Surface:
    def paler() -> pygame.Surface:
        shadow = assets.shadow("ducale/blank", box).copy()
        shadow.fill((255, 255, 255, SHADE), special_flags=pygame.BLEND_RGBA_MULT)
        return shadow

    return _shades.get((box, assets.resizing), paler)


def _shrunk(shadow: pygame.Surface, drawn: int, lifted: bool, near: int) -> pygame.Surface:
    """Return the shadow of a card `drawn` pixels high, scaled for one of about `NEAR * near` pixels."""
    scale = NEAR * near / drawn
    return _shades.get((drawn, lifted, near), lambda: pygame.transform.smoothscale_by(shadow, scale))


def _turned(picture: pygame.Surface, angle: float, scale: float) -> pygame.Surface:
    """Return a picture turned by `angle` degrees and scaled, with premultiplied alpha.

    A transparent margin around it smooths its outline.
    """
    if not angle:
        return picture.premul_alpha()
    wider = pygame.Surface((picture.get_width() + 8, picture.get_height() + 8), pygame.SRCALPHA)
    wider.blit(picture.premul_alpha(), (4, 4), special_flags=pygame.BLEND_PREMULTIPLIED)
    return pygame.transform.rotozoom(wider, angle, scale)
