"""What is marked on a table of squares: the marks themselves, and how each is painted; measures are in cells."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, hypot, sin

import pygame

from rules.contract import Target, Token
from scenes.layout import Spot, Spots
from scenes.theme import BRASS, INK, OXBLOOD, SEA, Theme, vector


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark of the game's own on a target: its kind, and what else belongs to it."""

    kind: str
    target: Target
    others: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on the table; targets each."""

    last: frozenset[Target] = frozenset()
    """Where the last turn went."""
    left: frozenset[Target] = frozenset()
    """Where the thing came from that the last turn put somewhere."""
    picked: frozenset[Target] = frozenset()
    drops: frozenset[Target] = frozenset()
    """Where the picked thing may go."""
    victims: frozenset[Target] = frozenset()
    """What it would take."""
    must: frozenset[Target] = frozenset()
    """What has to move."""
    danger: frozenset[Target] = frozenset()
    """What may soon be taken, to the end of the match."""
    threats: frozenset[Target] = frozenset()
    """What would take it."""
    focus: Target | None = None
    """Where the keyboard is."""
    aim: Target | None = None
    """Where the picked thing would go now: under the pointer or the keyboard."""
    put: Token | None = None
    """The thing that is to be put somewhere."""
    hint: tuple[Target, ...] = ()
    """The way that the hint shows."""
    advice: tuple[Target, Token] | None = None
    """What the hint puts, and where."""
    ghost: tuple[Target, ...] = ()
    """The way that the last turn took, shown while it goes on."""
    watched: Target | None = None
    """What everybody looks at: where the last piece went."""
    signs: frozenset[Sign] = frozenset()
    """What the picked thing may do, and to what, where there is more to it than where it may go."""
    states: frozenset[Sign] = frozenset()
    """In what state things are, where they don't show it themselves."""
    hidden: Mapping[Target, int] = field(default_factory=dict)
    """Tokens that the pointer holds, counted from the top of their target."""
    raised: Mapping[Target, float] = field(default_factory=dict)
    """How far what stands on a target is lifted, 0 to 1."""


def stamp(
    surface: pygame.Surface, theme: Theme, mark: str, spot: Spot, centre: tuple[float, float] | None = None
) -> None:
    """Paint a mark on a target's square."""
    left, top, width, height = spot.box.ints()
    if centre is not None:
        left, top = left + round(centre[0] - spot.x), top + round(centre[1] - spot.y)
    if surface.get_clip().colliderect((left, top, width, height)):
        size = (width, height)
        surface.blit(theme.cache.get((mark, size), lambda: vector(size, _mark(mark, width, height))), (left, top))


def _mark(mark: str, w: int, h: int) -> str:
    """The SVG of a mark on a cell of w x h pixels; measures are those of the art direction, in cells."""
    x, y = w / 2, h / 2
    brass = f"#{BRASS.r:02x}{BRASS.g:02x}{BRASS.b:02x}"
    oxblood = f"#{OXBLOOD.r:02x}{OXBLOOD.g:02x}{OXBLOOD.b:02x}"
    sea = f"#{SEA.r:02x}{SEA.g:02x}{SEA.b:02x}"
    inset = 0.03 * w
    box = f'x="{inset}" y="{inset}" width="{w - 2 * inset}" height="{h - 2 * inset}" rx="{0.06 * w}" fill="none"'
    tick = 0.19 * w
    match mark:
        case "last-light":
            return f'<rect width="{w}" height="{h}" fill="#CF9A2E" fill-opacity="0.50"/>'
        case "last-dark":
            return f'<rect width="{w}" height="{h}" fill="#DDAE45" fill-opacity="0.52"/>'
        case "picked":
            return (
                f'<rect width="{w}" height="{h}" fill="{brass}" fill-opacity="0.5"/>'
                f'<rect {box} stroke="#33241B" stroke-opacity="0.7" stroke-width="{0.1 * w}"/>'
                f'<rect {box} stroke="#F2CB74" stroke-width="{0.06 * w}"/>'
            )
        case "dot-light":
            return f'<circle cx="{x}" cy="{y}" r="{0.14 * w}" fill="#2B2420" fill-opacity="0.45"/>'
        case "dot-dark":
            return f'<circle cx="{x}" cy="{y}" r="{0.14 * w}" fill="#F4EBDD" fill-opacity="0.6"/>'
        case "place-light":
            return f'<circle cx="{x}" cy="{y}" r="{0.1 * w}" fill="#2B2420" fill-opacity="0.36"/>'
        case "place-dark":
            return f'<circle cx="{x}" cy="{y}" r="{0.1 * w}" fill="#F4EBDD" fill-opacity="0.5"/>'
        case "ring":
            return (
                f'<circle cx="{x}" cy="{y}" r="{0.41 * w}" fill="none" stroke="#F4EBDD" stroke-opacity="0.8"'
                f' stroke-width="{0.11 * w}"/><circle cx="{x}" cy="{y}" r="{0.41 * w}" fill="none" '
                f'stroke="{oxblood}" stroke-width="{0.08 * w}"/>'
            )
        case "danger":
            return (
                f'<circle cx="{x}" cy="{y}" r="{0.47 * w}" fill="{oxblood}" fill-opacity="0.42"/>'
                f'<circle cx="{x}" cy="{y}" r="{0.45 * w}" fill="none" stroke="#F4EBDD" stroke-opacity="0.75"'
                f' stroke-width="{0.075 * w}"/><circle cx="{x}" cy="{y}" r="{0.45 * w}" fill="none" '
                f'stroke="{oxblood}" stroke-width="{0.05 * w}"/>'
            )
        case "threat":
            dash = 0.16 * w
            return (
                f'<circle cx="{x}" cy="{y}" r="{0.45 * w}" fill="{oxblood}" fill-opacity="0.28"/>'
                f'<circle cx="{x}" cy="{y}" r="{0.45 * w}" fill="none" stroke="#F4EBDD" stroke-opacity="0.75"'
                f' stroke-width="{0.07 * w}" stroke-dasharray="{dash} {dash * 0.77}"/>'
                f'<circle cx="{x}" cy="{y}" r="{0.45 * w}" fill="none" stroke="{oxblood}"'
                f' stroke-width="{0.045 * w}" stroke-dasharray="{dash} {dash * 0.77}"/>'
            )
        case "advice":
            return (
                f'<circle cx="{x}" cy="{y}" r="{0.43 * w}" fill="{sea}" fill-opacity="0.22" stroke="#F4EBDD"'
                f' stroke-opacity="0.85" stroke-width="{0.11 * w}"/><circle cx="{x}" cy="{y}" r="{0.43 * w}"'
                f' fill="none" stroke="{sea}" stroke-width="{0.075 * w}"/>'
            )
        case "aim-light":
            return f'<rect width="{w}" height="{h}" fill="#2B2420" fill-opacity="0.22"/>'
        case "aim-dark":
            return f'<rect width="{w}" height="{h}" fill="#F4EBDD" fill-opacity="0.3"/>'
        case "must":
            corners = "".join(
                f"M{cx} {cy + sy * tick}L{cx} {cy}L{cx + sx * tick} {cy}"
                for cx, cy, sx, sy in (
                    (0.07 * w, 0.07 * h, 1, 1),
                    (0.93 * w, 0.07 * h, -1, 1),
                    (0.07 * w, 0.93 * h, 1, -1),
                    (0.93 * w, 0.93 * h, -1, -1),
                )
            )
            return "".join(
                f'<path d="{corners}" fill="none" stroke="{colour}" stroke-width="{wide * w}"'
                ' stroke-linecap="round" stroke-linejoin="round"/>'
                for colour, wide in (("#33241B", 0.105), ("#F5D080", 0.062))
            )
        case _:
            dash = 0.11 * w
            return (
                f'<rect {box} stroke="#33241B" stroke-opacity="0.85" stroke-width="{0.07 * w}"/>'
                f'<rect {box} stroke="#E9C67C" stroke-width="{0.045 * w}" stroke-dasharray="{dash} {dash * 0.7}"/>'
            )


def paint_path(surface: pygame.Surface, spots: Spots, way: Sequence[Target]) -> None:
    """A faint dotted line along the squares of a turn under way."""
    for start, end in itertools.pairwise(way):
        a, b = spots[start], spots[end]
        steps = max(2, round(hypot(b.x - a.x, b.y - a.y) / (a.size * 0.22)))
        radius = max(2, round(a.size * 0.045))
        for step in range(1, steps):
            part = step / steps
            centre = (round(a.x + (b.x - a.x) * part), round(a.y + (b.y - a.y) * part))
            pygame.draw.circle(surface, INK, centre, radius + 1)
            pygame.draw.circle(surface, BRASS, centre, radius)


def arrow_area(spots: Spots, way: Sequence[Target]) -> pygame.Rect:
    """The rectangle that a hint's arrows need."""
    boxes = [pygame.Rect(spots[target].box.ints()) for target in way]
    return boxes[0].unionall(boxes[1:])


def paint_arrows(surface: pygame.Surface, theme: Theme, spots: Spots, way: Sequence[Target]) -> None:
    """A tapered sea-blue arrow from square to square; the head is on the last."""
    area = arrow_area(spots, way)
    if not area.colliderect(surface.get_clip()):
        return
    key = ("arrows", *(spots[target].box for target in way))
    surface.blit(theme.cache.get(key, lambda: _arrows(spots, way, area)), area)


def _arrows(spots: Spots, way: Sequence[Target], area: pygame.Rect) -> pygame.Surface:
    legs = list(itertools.pairwise(way))
    parts = [_arrow(spots[a], spots[b], area, head=number == len(legs)) for number, (a, b) in enumerate(legs, 1)]
    return vector(area.size, "".join(parts))


def _arrow(a: Spot, b: Spot, area: pygame.Rect, head: bool) -> str:
    """One tapered shaft, with a head if it is the last."""
    size = a.size
    angle = atan2(b.y - a.y, b.x - a.x)
    length = hypot(b.x - a.x, b.y - a.y)
    reach = length - (0.34 if head else 0.0) * size
    thin, thick, wide = 0.05 * size, 0.10 * size, 0.24 * size
    outline = [(0.12 * size, -thin), (reach, -thick)]
    outline += [(reach, -wide), (length - 0.02 * size, 0.0), (reach, wide)] if head else []
    outline += [(reach, thick), (0.12 * size, thin)]
    points = " ".join(
        f"{a.x - area.x + x * cos(angle) - y * sin(angle):.1f},{a.y - area.y + x * sin(angle) + y * cos(angle):.1f}"
        for x, y in outline
    )
    sea = f"#{SEA.r:02x}{SEA.g:02x}{SEA.b:02x}"
    return (
        f'<polygon points="{points}" fill="{sea}" fill-opacity="0.92" stroke="#F4EBDD" stroke-opacity="0.85"'
        f' stroke-width="{0.025 * size}" stroke-linejoin="round"/>'
    )
