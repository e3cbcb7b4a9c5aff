"""The view of Ducale: baize with a leather rim, cards in hands, on piles and in melds, and players' texts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final

import pygame

from rules.contract import Beat, Effect, Slide, Table, Target, Token
from scenes.app.assets import LIFT, Assets, Cache
from scenes.app.fonts import Role
from scenes.app.theme import BRASS, IVORY, PAPER, STITCH, Theme
from scenes.games.ducale import menu_picture
from scenes.games.ducale.card_faces import card_picture, card_size
from scenes.games.ducale.card_layout import (
    CardHighlights,
    CardPlace,
    CardPlaces,
    HandState,
    MeldOwner,
    MeldSpan,
    PlayerTexts,
    find_melds,
    span_of,
)
from scenes.games.ducale.hand_order import is_in_hand, order_hand
from scenes.games.ducale.meld_ribbons import owner_tab, paint_ribbon
from scenes.games.ducale.table_zones import CARD_RATIO, TableZones
from scenes.surfaces import felt
from scenes.surfaces.clips import SLIDE, Motion, Sprite
from scenes.surfaces.layout import Box, Spot
from scenes.surfaces.mark_rules import MoveMarks
from scenes.surfaces.view import Display, TableAnimations, TableView, blit_pale, paint_particles, particle_area

MAX_SEATS: Final = 6
CARD_UNITS: Final = (250, 350)  # width and height of a card in the units of its sprites
GLOW_UNITS: Final = (330, 430)  # the same of the glow around it
GLOW_MARGIN: Final = 40
GLOW_CORNER: Final = 80
OWED_MARGIN: Final = 20
"""Margin and corners of the glow, and margin of an owed card's brass corners, in these units."""
SHADOW_ALPHA: Final = 190  # 0 to 255; not 255, because many shadows overlap
LEAN_STEP: Final = 0.5  # degrees between two cached pictures of a leaning card
SHADOW_HEIGHT_STEP: Final = 6  # pixels of height between two cached shadows of a card that changes its size
SHADOW_LEAN_STEPS: Final = 3  # lean steps between two cached shadows, which are soft
EDGE_GROWTH: Final = 0.05
EDGE_DIMMING: Final = 0.22
"""Relative gain in height, and loss of light, of a card that is seen from its edge while it is turned over."""
EDGE_COLOUR: Final = (255, 250, 238, 255)
COVER_MARGIN: Final = 0.5  # added to width and height for shadow, marks and lean, as a fraction of the height
PAINTED_COUNTS: Final = {"stock": 12, "discard": 3}  # painted top cards; only the lowest has a shadow


class CardMarks(MoveMarks):
    """The marks of a card table, on which the paths of cards aren't marked."""

    def board_slides(self, effects: Iterable[Effect]) -> list[Slide]:
        return []


class CardAnimations(TableAnimations):
    """The animations of cards where no `CardFilm` is made."""

    def choose_motion(self, effect: Effect, beat: Beat, table: Table) -> Motion:
        return SLIDE

    def sound(self, motion: Motion) -> str:
        return "card-slide"


class CardTable(TableView):
    ratio = 1.6
    covers_window = True
    shows_drawings = False
    move_marks = CardMarks()
    animations = CardAnimations()
    targets = ("stock", "discard")

    def __init__(self, folder: str, seats: int = MAX_SEATS) -> None:
        super().__init__(folder, ("blank",) * seats, bottom_seat=0)
        self.emblems = tuple(f"{folder}/{look}" for look in ("suit-S", "suit-H", "suit-C", "suit-D", "crown", "cap"))
        self.owners: Mapping[str, MeldOwner] = {}  # by meld
        self.theme: Theme | None = None  # for ribbons, which aren't painted without a theme
        self._felt: tuple[object, pygame.Surface] | None = None

    # --- places

    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        return {}

    def visible_part(self) -> Box:
        return Box(0, 0, menu_picture.TABLE_WIDTH, 1)

    def prompt_area(self, area: Box) -> Box:
        return TableZones(area).buttons

    # --- painting

    def paint(self, surface: pygame.Surface, assets: Assets, theme: Theme, board: str, display: Display) -> None:
        """Paint the table for the menu, with few cards and without players."""
        area, _, frame, _ = display
        table = Box(area.x, area.y, menu_picture.TABLE_WIDTH * area.h, area.h)
        self.paint_felt(surface, pygame.Rect(table.ints()), 3.0)
        for card in menu_picture.pose_cards(frame.resting):
            oversampling = 2 if card.angle else 1  # a rotated picture is scaled down afterwards, for smooth edges
            height = max(1, round(card.height * area.h)) * oversampling
            box = card_size(height)
            centre = (round(area.x + card.x * area.h), round(area.y + card.y * area.h))
            pictures = [assets.shadow("ducale/blank", box)] if card.has_shadow else []
            pictures.append(card_picture(assets, card.token.look, height, self.language, self.has_four_colours))
            for picture in pictures:
                rotated = _rotate_picture(picture, card.angle, 1 / oversampling)
                surface.blit(rotated, rotated.get_rect(center=centre), special_flags=pygame.BLEND_PREMULTIPLIED)

    def paint_felt(self, surface: pygame.Surface, rect: pygame.Rect, corner: float = 0.0, u: float = 0.0) -> None:
        """Paint baize and rim over `rect`; `u`: the rim's unit, by default a hundredth of the shorter side."""
        u = u or min(rect.size) / 100
        key = (rect.size, u, corner, self.cloth)
        if self._felt is None or self._felt[0] != key:
            self._felt = (key, felt.render_card_table(rect.size, u, corner, self.cloth))
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
        highlights: CardHighlights | None = None,
    ) -> None:
        own_cards = [target for target in order_hand(table, hand.seat, hand.order) if target not in hand.held_cards]
        other_targets = [target for target in table if not is_in_hand(target, hand.seat)]
        for meld, cards in find_melds(table).items():
            self._paint_ribbon(surface, meld, span_of([places[card][-1] for card in cards]))
        for target in [*other_targets, *own_cards]:
            placed = list(zip(table[target], places[target], strict=True))
            for number, (token, place) in enumerate(placed[-PAINTED_COUNTS.get(target, len(placed)) :]):
                self.paint_card(surface, assets, token, place, has_shadow=not number)
            if highlights is not None and target in highlights.owed_cards | highlights.turn_cards:
                self._paint_owed_corners(surface, assets, placed[-1][1])

    def paint_piles(
        self, surface: pygame.Surface, assets: Assets, piles: Table, places: Mapping[str, Sequence[CardPlace]]
    ) -> None:
        for pile, tokens in piles.items():
            shown_cards = list(zip(tokens, places.get(pile, ()), strict=False))
            for number, (token, place) in enumerate(shown_cards[-PAINTED_COUNTS["stock"] :]):
                self.paint_card(surface, assets, token, place, has_shadow=not number)

    def paint_card(
        self, surface: pygame.Surface, assets: Assets, token: Token, place: CardPlace, has_shadow: bool = True
    ) -> None:
        x, y, height = round(place[0]), round(place[1]), round(place[2])
        if surface.get_clip().colliderect((x - height, y - height, 2 * height, 2 * height)):
            self._blit_card(surface, assets, Sprite(token, *place[:3], tilt=place[3]), has_shadow)

    def _blit_card(self, surface: pygame.Surface, assets: Assets, card: Sprite, has_shadow: bool) -> None:
        height, lean, centre = round(card.size), lean_steps(card.tilt), (round(card.x), round(card.y))
        size, look = card_size(height), card.token.look
        if has_shadow:
            shadow_lean = round(lean / SHADOW_LEAN_STEPS) * SHADOW_LEAN_STEPS
            shadow, key = _card_shadow(assets, size), _cache_key(assets, "shade", size)
            blit_leaning(surface, shadow, key, shadow_lean, centre, card.alpha)
        picture = card_picture(assets, look, height, self.language, self.has_four_colours)
        key = _cache_key(assets, look, size, self.language, self.has_four_colours)
        blit_leaning(surface, picture, key, lean, centre, card.alpha)

    def paint_sprite(self, surface: pygame.Surface, assets: Assets, sprite: Sprite) -> None:
        """Paint a card that moves or is held (lift 1), a light around it, or the ribbon of a meld."""
        if not surface.get_clip().colliderect(self.sprite_area(sprite)):
            return
        if sprite.token.look.startswith("effects/"):
            paint_particles(surface, assets, (sprite,))
            return
        if sprite.token.look.startswith("m"):
            half = sprite.width_fraction * sprite.size / 2
            span = (sprite.x - half, sprite.x + half, sprite.y, sprite.size)
            self._paint_ribbon(surface, sprite.token.look, span, sprite.alpha)
            return
        if sprite.former_token is not None:
            self.paint_sprite(surface, assets, sprite.former_token)
        is_scaled = sprite.width_fraction < 1 or sprite.picture_size
        if sprite.lift == 0 and not is_scaled and sprite.former_token is None:
            self._blit_card(surface, assets, sprite, has_shadow=True)
            return
        height, lean, centre = round(sprite.size), lean_steps(sprite.tilt), (round(sprite.x), round(sprite.y))
        scale = LIFT if sprite.lift == 1 else 1 + (LIFT - 1) * sprite.lift
        rendered_height = round(sprite.picture_size) or round(height * LIFT if sprite.lift == 1 else height)
        picture = card_picture(assets, sprite.token.look, rendered_height, self.language, self.has_four_colours)
        size = card_size(round(sprite.size * scale))
        is_unscaled = picture.get_size() == size and sprite.width_fraction == 1
        if picture.get_size() != size:
            picture = pygame.transform.smoothscale(picture, size)
        if sprite.width_fraction < 1:
            picture = _narrow_picture(picture, sprite.width_fraction)
        if sprite.former_token is None:
            self._paint_shadow(surface, assets, sprite, rendered_height)
        key = None
        if is_unscaled and sprite.lift == 1:
            key = _cache_key(assets, sprite.token.look, size, self.language, self.has_four_colours)
        blit_leaning(surface, picture, key, lean, centre, sprite.alpha)

    def _paint_ribbon(self, surface: pygame.Surface, meld: str, span: MeldSpan, alpha: float = 1.0) -> None:
        if self.theme is not None and meld in self.owners:
            paint_ribbon(surface, self.theme, self.owners[meld], span, alpha)

    def _paint_shadow(self, surface: pygame.Surface, assets: Assets, sprite: Sprite, rendered_height: int) -> None:
        for lifted, opacity in ((False, 1 - sprite.lift), (True, sprite.lift)):
            if opacity > 0:
                shadow = assets.shadow("ducale/blank", card_size(rendered_height), is_lifted=lifted)
                if sprite.picture_size:
                    steps = max(1, round(sprite.size / SHADOW_HEIGHT_STEP))
                    shadow = _shrink_shadow(shadow, rendered_height, lifted, steps)
                alpha = round(SHADOW_ALPHA * sprite.width_fraction * opacity)
                blit_pale(surface, shadow, (round(sprite.x), round(sprite.y)), alpha)

    def sprite_area(self, sprite: Sprite) -> pygame.Rect:
        if sprite.token.look.startswith("effects/"):
            return particle_area(sprite)
        if sprite.token.look.startswith("m"):
            width, height = round(max(sprite.width_fraction, 1) * sprite.size) + 2, round(0.25 * sprite.size)
            return pygame.Rect(round(sprite.x) - width // 2, round(sprite.y) - 1, width, height)
        rect = pygame.Rect(0, 0, round(sprite.size * 1.6), round(sprite.size * 1.8))
        rect.center = (round(sprite.x), round(sprite.y))
        return rect

    def _paint_owed_corners(self, surface: pygame.Surface, assets: Assets, place: CardPlace) -> None:
        x, y, size, lean = place
        card_width, card_height = CARD_UNITS
        height = size * (card_height + 2 * OWED_MARGIN) / card_height
        width = size / CARD_RATIO * (card_width + 2 * OWED_MARGIN) / card_width
        picture = assets.sprite("ducale/owed", (round(width), round(height)))
        key = _cache_key(assets, "ducale/owed", picture.get_size())
        blit_leaning(surface, picture, key, lean_steps(lean), (round(x), round(y)))

    def paint_glow(self, surface: pygame.Surface, assets: Assets, theme: Theme, box: Box, is_strong: bool) -> None:
        """Paint light around a rectangle of cards; call this before the cards are painted."""
        unit = box.h / CARD_UNITS[1]
        margin, corner = round(GLOW_MARGIN * unit), max(2, round(GLOW_CORNER * unit))
        rect = pygame.Rect(box.ints()).inflate(2 * margin, 2 * margin)
        picture = theme.cache.get(
            ("card-glow", rect.size, corner),
            lambda: _stretch_nine_patch(assets.sprite("ducale/glow", GLOW_UNITS), rect.size, corner),
        )
        picture.set_alpha(255 if is_strong else 170)
        surface.blit(picture, rect)

    def paint_player(
        self,
        surface: pygame.Surface,
        assets: Assets,
        theme: Theme,
        box: Box,
        player: PlayerTexts,
        is_beside_fan: bool = True,
    ) -> None:
        """Paint a player's texts on one line; if `is_beside_fan`, paint the number of cards below that line."""
        rect = pygame.Rect(box.ints())
        if not rect.colliderect(surface.get_clip()):
            return
        key = ("plate", rect.size, player.is_to_move)
        surface.blit(theme.cache.get(key, lambda: _make_plate(rect.size, player.is_to_move, theme.px(1))), rect)
        if player.is_to_move:
            pygame.draw.rect(surface, BRASS, rect, max(2, theme.px(0.25)), border_radius=theme.px(1))
        pad, top = theme.px(0.9), rect.top + (0 if theme.tight else theme.px(0.3))
        line = pygame.Rect(rect.left + pad, top, rect.width - 2 * pad, theme.line("strong"))
        if not is_beside_fan:
            line.centery = rect.centery
        total = "" if theme.tight else player.total  # the score pad shows it too
        theme.text(surface, total, "strong", STITCH, line, "right")
        right = line.right - theme.width(total, "strong") - theme.px(0.5) - (theme.px(0.6) if total else 0)
        points_width = theme.width(player.hand_points, "small") if not is_beside_fan else 0
        if 0 < points_width < 0.5 * (right - line.left):
            theme.text(surface, player.hand_points, "small", PAPER, line.move(right - line.right, 0), "right")
            right -= points_width + theme.px(0.8)
        tab_width = round(0.9 * line.height) if player.owner is not None else 0
        badge_room = right - line.left - tab_width - theme.width(player.name, "strong")
        right = _paint_badges(surface, assets, theme, player, line, right, badge_room)
        if player.owner is not None:
            tab = owner_tab(theme, player.owner, round(0.74 * line.height))
            surface.blit(tab, (line.left, line.top + (line.height - tab.get_height()) // 2))
            line.left += tab.get_width() + theme.px(0.6)
        name = pygame.Rect(line.left, line.top, right - line.left, line.height)
        theme.text(surface, player.name, "strong", IVORY if player.is_to_move else PAPER, name, ellipsis=True)
        if player.count and is_beside_fan:
            count = pygame.Rect(rect.left, line.bottom, rect.width - theme.px(0.6), rect.bottom - line.bottom)
            _paint_card_count(surface, theme, player.count, count)


def _paint_badges(
    surface: pygame.Surface,
    assets: Assets,
    theme: Theme,
    player: PlayerTexts,
    line: pygame.Rect,
    right: int,
    room: int,
) -> int:
    """Paint the badges of a player in `room` pixels to the left of `right`; return the left end."""
    looks = ["dealer"] * player.is_dealer + ["opened"] * player.has_opened
    side = max(line.height // 2, min(line.height, (room - theme.px(0.4) * len(looks)) // max(1, len(looks))))
    for look in looks:
        picture = assets.sprite(f"ducale/{look}", side)
        surface.blit(picture, (right - side, line.top + (line.height - side) // 2))
        right -= side + theme.px(0.4)
    return right


def _paint_card_count(surface: pygame.Surface, theme: Theme, text: str, room: pygame.Rect) -> None:
    role: Role = "heading" if 0.8 * theme.line("heading") <= room.height else "subheading"
    role = "strong" if theme.width(text, role) > theme.px(9) else role
    theme.text(surface, text, role, PAPER, room, "right")


def _make_plate(size: tuple[int, int], is_to_move: bool, corner: int) -> pygame.Surface:
    plate = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(plate, (12, 26, 20, 110 if is_to_move else 62), plate.get_rect(), border_radius=corner)
    return plate


def _stretch_nine_patch(picture: pygame.Surface, size: tuple[int, int], corner: int) -> pygame.Surface:
    """Return the glow's picture stretched to `size` as a nine-patch with corners of `corner` pixels."""
    stretched = pygame.Surface(size, pygame.SRCALPHA)
    source_corner = round(picture.get_width() * GLOW_CORNER / GLOW_UNITS[0])
    corner = min(corner, size[0] // 2, size[1] // 2)

    def thirds(length: int, side: int) -> tuple[tuple[int, int, int, int], ...]:
        """Return (start, length, start in the picture, length there) of the three parts of a side."""
        middle = (corner, length - 2 * corner, source_corner, side - 2 * source_corner)
        return (0, corner, 0, source_corner), middle, (length - corner, corner, side - source_corner, source_corner)

    for x, w, left, width in thirds(size[0], picture.get_width()):
        for y, h, top, height in thirds(size[1], picture.get_height()):
            if w > 0 and h > 0:
                part = picture.subsurface((left, top, width, height))
                stretched.blit(pygame.transform.smoothscale(part, (w, h)), (x, y))
    return stretched


_shadow_cache: Final = Cache(8_000_000)
_leaning_cache: Final = Cache(8_000_000)


def lean_steps(lean: float) -> int:
    """Return the number of steps of `LEAN_STEP` degrees in a lean; pictures are cached by that number."""
    return round(lean / LEAN_STEP)


def card_rect(place: CardPlace) -> pygame.Rect:
    """Return a rectangle that contains a card of the hand with its shadow and marks, however the card leans."""
    x, y, height, _ = place
    rect = pygame.Rect(0, 0, round((1 / CARD_RATIO + COVER_MARGIN) * height), round((1 + COVER_MARGIN) * height))
    rect.center = (round(x), round(y))
    return rect


def lean_picture(picture: pygame.Surface, lean: int) -> pygame.Surface:
    """Return a picture, turned to lean by `lean` steps to the right, with premultiplied alpha."""
    return _rotate_picture(picture, -lean * LEAN_STEP, 1.0)


def _cache_key(assets: Assets, *key: Hashable) -> Hashable:
    """Return `key`, or None while the window is resized, because the pictures are temporary then."""
    return None if assets.resizing else key


def blit_leaning(
    surface: pygame.Surface,
    picture: pygame.Surface,
    key: Hashable,
    lean: int,
    centre: tuple[int, int],
    alpha: float = 1.0,
) -> None:
    """Paint a picture around `centre`, leaning by `lean` steps to the right, with the opacity `alpha` (0 to 1).

    `key` identifies the picture in the cache; None: don't cache it.
    """
    if not lean:
        blit_pale(surface, picture, centre, round(255 * alpha))
        return

    def make_picture() -> pygame.Surface:
        return lean_picture(picture, lean)

    leaning = make_picture() if key is None else _leaning_cache.get((key, lean), make_picture)
    if alpha < 1.0:
        leaning = leaning.copy()
        leaning.fill([round(255 * alpha)] * 4, special_flags=pygame.BLEND_RGBA_MULT)
    width, height = leaning.get_size()
    surface.blit(leaning, (centre[0] - width // 2, centre[1] - height // 2), None, pygame.BLEND_PREMULTIPLIED)


def _narrow_picture(picture: pygame.Surface, width_fraction: float) -> pygame.Surface:
    width, height = picture.get_size()
    size = (max(2, round(width * width_fraction)), round(height * (1 + EDGE_GROWTH * (1 - width_fraction))))
    narrowed = pygame.transform.smoothscale(picture, size)
    dim = round(255 * (1 - EDGE_DIMMING * (1 - width_fraction)))
    narrowed.fill((dim, dim, dim, 255), special_flags=pygame.BLEND_RGBA_MULT)
    edge, corner = max(1, round(0.012 * height)), round(0.04 * height)
    narrowed.fill(EDGE_COLOUR, (0, corner, edge, size[1] - 2 * corner))
    return narrowed


def _card_shadow(assets: Assets, size: tuple[int, int]) -> pygame.Surface:
    def make_shadow() -> pygame.Surface:
        shadow = assets.shadow("ducale/blank", size).copy()
        shadow.fill((255, 255, 255, SHADOW_ALPHA), special_flags=pygame.BLEND_RGBA_MULT)
        return shadow

    return _shadow_cache.get((size, assets.resizing), make_shadow)


def _shrink_shadow(shadow: pygame.Surface, rendered_height: int, lifted: bool, steps: int) -> pygame.Surface:
    """Return the shadow of a card of `rendered_height`, scaled for a height of `steps` * `SHADOW_HEIGHT_STEP`."""
    scale = SHADOW_HEIGHT_STEP * steps / rendered_height
    return _shadow_cache.get((rendered_height, lifted, steps), lambda: pygame.transform.smoothscale_by(shadow, scale))


def _rotate_picture(picture: pygame.Surface, angle: float, scale: float) -> pygame.Surface:
    """Return a picture, rotated by `angle` degrees and scaled, with premultiplied alpha.

    A transparent margin around a rotated picture smooths its outline.
    """
    if not angle:
        return picture.premul_alpha()
    padded = pygame.Surface((picture.get_width() + 8, picture.get_height() + 8), pygame.SRCALPHA)
    padded.blit(picture.premul_alpha(), (4, 4), special_flags=pygame.BLEND_PREMULTIPLIED)
    return pygame.transform.rotozoom(padded, angle, scale)
