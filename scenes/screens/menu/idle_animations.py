"""What the games on the menu's table do by themselves, now and then: one small thing each.

A checker is tried in the hand, the duck looks round and blinks, a die turns, a gnome snores, a card lifts its corner.
Lengths are shares of the thing's own size, times seconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from scenes import games
from scenes.app.theme import INK, PAPER, Theme

if TYPE_CHECKING:
    from rules.contract import Target
    from scenes.app.assets import Assets


@dataclass(frozen=True, slots=True)
class Bed:
    """Where something stirs: the centre and the size of its own picture, in pixels."""

    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Antic:
    """What one game does."""

    target: Target
    """Where the thing lies that does it."""
    seconds: float
    paint: Callable[[pygame.Surface, Assets, Theme, Bed, float], None]
    """Paints the thing on its bare place, at a share of the time."""
    around: float
    """So many times its size is the square that it needs, with its shadow."""


def _lay(
    surface: pygame.Surface,
    assets: Assets,
    look: str,
    bed: Bed,
    *,
    lift: float = 0.0,
    up: float = 0.0,
    squash: float = 0.0,
    shade: str | None = None,
) -> None:
    """Paint a sprite and its shadow there, lifted so far, its picture `up` of its size higher."""
    from rules.contract import Token
    from scenes.surfaces.flights import Mover
    from scenes.surfaces.view import paint_look

    mover = Mover(Token(look), bed.x, bed.y - up * bed.size, bed.size, lift=lift, squash=squash)
    paint_look(surface, assets, mover, look, shade or look)


def _swell(part: float) -> float:
    """From 0 softly to 1 and back."""
    return 0.5 - 0.5 * math.cos(math.tau * part)


def _checker(surface: pygame.Surface, assets: Assets, theme: Theme, bed: Bed, part: float) -> None:
    """It is lifted, held a moment, and set down."""
    lift = min(1.0, _swell(min(part / 0.86, 1.0)) * 1.3)
    squash = 0.03 if part > 0.9 else 0.0
    _lay(surface, assets, "double_draughts/ivory", bed, lift=lift, up=0.12 * lift, squash=squash)


_LOOKS_ROUND: Final = (
    (0.10, ""),
    (0.16, "-blink"),
    (0.30, ""),
    (0.52, "-left"),
    (0.58, "-left-blink"),
    (0.74, "-left-up"),
    (0.90, "-up"),
    (0.95, "-blink"),
    (1.0, ""),
)
"""How the duck looks until which share of the time."""


def _duck(surface: pygame.Surface, assets: Assets, theme: Theme, bed: Bed, part: float) -> None:
    """It blinks, looks over its shoulder, blinks at that, looks up, and is as before."""
    pose = next(pose for until, pose in _LOOKS_ROUND if part <= until)
    _lay(surface, assets, f"duck_chess/duck{pose}", bed)


def _die(surface: pygame.Surface, assets: Assets, theme: Theme, bed: Bed, part: float) -> None:
    """It turns by a quarter, fast and then slowly: a five looks the same after that."""
    step = round(6 * (1 - (1 - part) ** 2))
    angle = (15 + 15 * step) % 90
    look = f"unstacked_draughts/die-5{f'-{angle}' if angle else ''}"
    _lay(surface, assets, look, bed, shade="unstacked_draughts/die-1")


def _gnome(surface: pygame.Surface, assets: Assets, theme: Theme, bed: Bed, part: float) -> None:
    """It breathes deeply, and a z more rises from it."""
    breath = _swell(part)
    deep = Bed(bed.x, bed.y - 0.02 * breath * bed.size, bed.size * (1 + 0.05 * breath))
    _lay(surface, assets, "ducart/blue-sleeper-asleep", deep, shade="ducart/blue-sleeper-asleep")
    risen = max(0.0, part - 0.35) / 0.65
    if 0 < risen < 1:
        high = round(bed.size * (0.2 + 0.12 * risen))
        font = theme.face("serif-semibold", max(8, high))
        sway = 0.05 * math.sin(3 * math.pi * risen)
        at = (round(bed.x + (0.34 + sway) * bed.size), round(bed.y - (0.3 + 0.3 * risen) * bed.size))
        for colour, away in ((INK, max(1, high // 12)), (PAPER, 0)):
            letter = font.render("z", True, colour)
            letter.set_alpha(round(230 * _swell(risen)))
            surface.blit(letter, letter.get_rect(center=(at[0] + away, at[1] + away)))


_CORNER: Final = 0.36
"""How far the corner of a card comes up, as a share of the card's width."""


def _card(surface: pygame.Surface, assets: Assets, theme: Theme, bed: Bed, part: float) -> None:
    """The lower right corner of the stock's topmost card comes up, so that its paper is seen, and lies down again.

    The corner is folded along a slope, and what was beyond it lies mirrored on this side; below it the next card is
    in the shade. Painted at four times its size, for smooth edges.
    """
    finer = 4
    wide = bed.size / 1.4
    fold = _CORNER * wide * _swell(part) * finer
    if fold < finer:
        return
    right, bottom = (bed.x + wide / 2 - 0.5) * finer, (bed.y + bed.size / 2 - 0.5) * finer
    layer = pygame.Surface((surface.get_width() * finer, surface.get_height() * finer), pygame.SRCALPHA)
    layer.fill((*PAPER[:3], 0))
    upper, left = (right, bottom - 1.25 * fold), (right - fold, bottom)
    tip = _mirrored((right, bottom), upper, left)
    pygame.draw.polygon(layer, (40, 14, 12, 150), (upper, left, (right, bottom)))
    cast = [(x + 0.06 * fold, y + 0.1 * fold) for x, y in (upper, left, tip)]
    pygame.draw.polygon(layer, (20, 8, 6, 90), cast)
    pygame.draw.polygon(layer, (246, 239, 226, 255), (upper, left, tip))
    pygame.draw.polygon(layer, (222, 208, 184, 255), (upper, left, _between(tip, _between(upper, left, 0.5), 0.55)))
    surface.blit(pygame.transform.smoothscale(layer, surface.get_size()), (0, 0))


def _between(one: tuple[float, float], other: tuple[float, float], share: float) -> tuple[float, float]:
    return (one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1]))


def _mirrored(
    point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]
) -> tuple[float, float]:
    """A point mirrored at the line through two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    foot = _between(start, end, share)
    return (2 * foot[0] - point[0], 2 * foot[1] - point[1])


ANTICS: Final[Mapping[str, Antic]] = {
    "checker": Antic("e3", 0.9, _checker, 1.7),
    "duck": Antic("e4", 2.6, _duck, 1.3),
    "die": Antic("die-0", 0.6, _die, 1.5),
    "gnome": Antic("d6", 2.4, _gnome, 1.6),
    "card": Antic("stock", 1.6, _card, 1.05),
}
"""By the names of `scenes.games.ANTICS`; targets as the games lie on the menu."""


def antic_of(key: str) -> Antic | None:
    """What the game with this key does by itself on the menu, if anything."""
    name = games.ANTICS.get(key)
    return None if name is None else ANTICS[name]
