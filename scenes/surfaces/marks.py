"""The marks on a table: which targets are marked and why, and the painting of marks, paths and arrows."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, hypot, sin
from typing import Final, NamedTuple

import pygame

from rules.contract import Target, Token
from scenes.app.theme import BRASS, INK, Theme, render_svg
from scenes.surfaces import constants
from scenes.surfaces.constants import CASE, PAPER, SEA
from scenes.surfaces.layout import Spot, Spots
from scenes.surfaces.mark_pictures import MARKS, Pen
from scenes.surfaces.mark_rules import Drawing, Sign


class ArrowStyle(NamedTuple):
    """The colours of an arrow, and its half widths in token sizes: of the shaft's start and end, of the head."""

    fill: str
    edge: str
    widths: tuple[float, float, float] = (0.07, 0.07, 0.2)


HINT_STYLE: Final = ArrowStyle(SEA, PAPER, (0.05, 0.10, 0.24))
PREMOVE_STYLE: Final = ArrowStyle(constants.BRASS, CASE, (0.03, 0.03, 0.13))
DRAWING_STYLES: Final = tuple(ArrowStyle(*colours) for colours in constants.DRAWING_COLOURS)


@dataclass(frozen=True, slots=True)
class Marks:
    """The marked targets of a table, by the reason of the mark."""

    last: frozenset[Target] = frozenset()  # where the last turn began, passed and ended
    former_places: frozenset[Target] = frozenset()  # former places of the token that the last turn put elsewhere
    picked: frozenset[Target] = frozenset()
    drops: frozenset[Target] = frozenset()  # legal targets of the picked token
    victims: frozenset[Target] = frozenset()  # tokens that the picked token would capture
    forced: frozenset[Target] = frozenset()  # tokens of which one must move, and cups and the like to be clicked
    named: frozenset[Target] = frozenset()  # mentioned by a lesson
    danger: frozenset[Target] = frozenset()  # tokens whose capture would end the match and may come soon
    threats: frozenset[Target] = frozenset()  # tokens that would capture those in danger
    focus: Target | None = None  # selected by the keyboard
    aim: Target | None = None  # under the mouse or selected by the keyboard, where the picked token would go
    token_to_put: Token | None = None  # the token that is to be put on the board
    hint: tuple[Target, ...] = ()  # path of a hint
    placement_hint: tuple[Target, Token] | None = None  # target on which a hint puts a token, and this token
    last_path: tuple[Target, ...] = ()  # path of the last turn, shown while it is animated
    watched: Target | None = None  # destination of the last piece, at which living tokens look
    signs: frozenset[Sign] = frozenset()  # further actions of the picked token
    states: frozenset[Sign] = frozenset()  # states that the tokens' sprites don't show
    drawings: tuple[Drawing, ...] = ()  # the person's arrows and circles
    premove: tuple[Target, ...] = ()  # start and end of the gesture chosen for the person's next turn
    hidden: Mapping[Target, int] = field(default_factory=dict)  # number of tokens that are painted elsewhere
    raised: Mapping[Target, float] = field(default_factory=dict)  # lift of a target's tokens, 0 to 1


def paint_mark(
    surface: pygame.Surface, theme: Theme, mark: str, spot: Spot, centre: tuple[float, float] | None = None
) -> None:
    """Paint a mark of `mark_pictures.MARKS` on a spot, or around `centre`."""
    left, top, width, height = spot.box.ints()
    if centre is not None:
        left, top = left + round(centre[0] - spot.x), top + round(centre[1] - spot.y)
    if surface.get_clip().colliderect((left, top, width, height)):
        size = (width, height)
        pen = Pen(width, height, theme.contrast)
        surface.blit(theme.cache.get((mark, size), lambda: render_svg(size, MARKS[mark](pen))), (left, top))


def paint_path(surface: pygame.Surface, spots: Spots, path: Sequence[Target]) -> None:
    """Paint a dotted line along a path of targets."""
    for start, end in itertools.pairwise(path):
        a, b = spots[start], spots[end]
        dot_count = max(2, round(hypot(b.x - a.x, b.y - a.y) / (a.size * 0.22)))
        radius = max(2, round(a.size * 0.045))
        for number in range(1, dot_count):
            progress = number / dot_count
            centre = (round(a.x + (b.x - a.x) * progress), round(a.y + (b.y - a.y) * progress))
            pygame.draw.circle(surface, INK, centre, radius + 1)
            pygame.draw.circle(surface, BRASS, centre, radius)


def arrow_area(spots: Spots, path: Sequence[Target]) -> pygame.Rect:
    boxes = [pygame.Rect(spots[target].box.ints()) for target in path]
    return boxes[0].unionall(boxes[1:])


def paint_drawings(surface: pygame.Surface, theme: Theme, spots: Spots, marks: Marks) -> None:
    if marks.premove:
        paint_arrows(surface, theme, spots, marks.premove, PREMOVE_STYLE)
    for drawing in marks.drawings:
        paint_arrows(surface, theme, spots, drawing.path, DRAWING_STYLES[drawing.colour])


def paint_arrows(
    surface: pygame.Surface, theme: Theme, spots: Spots, path: Sequence[Target], style: ArrowStyle = HINT_STYLE
) -> None:
    """Paint an arrow along a path, with its head on the last target, or a circle around the only target."""
    area = arrow_area(spots, path)
    if not area.colliderect(surface.get_clip()):
        return
    key = ("arrows", style, *(spots[target].box for target in path))
    surface.blit(theme.cache.get(key, lambda: _render_arrows(spots, path, area, style)), area)


def _render_arrows(spots: Spots, path: Sequence[Target], area: pygame.Rect, style: ArrowStyle) -> pygame.Surface:
    legs = list(itertools.pairwise(path))
    arrows = [
        _arrow_svg(spots[a], spots[b], area, style, has_head=number == len(legs))
        for number, (a, b) in enumerate(legs, 1)
    ]
    return render_svg(area.size, "".join(arrows) if legs else _circle_svg(area, style))


def _circle_svg(area: pygame.Rect, style: ArrowStyle) -> str:
    side = min(area.size)
    inset, radius = 0.045 * side, 0.455 * side
    box = f'x="{inset}" y="{inset}" width="{area.w - 2 * inset}" height="{area.h - 2 * inset}" rx="{radius}"'
    return "".join(
        f'<rect {box} fill="none" stroke="{colour}" stroke-width="{width * side}"/>'
        for colour, width in ((style.edge, 0.09), (style.fill, 0.06))
    )


def _arrow_svg(a: Spot, b: Spot, area: pygame.Rect, style: ArrowStyle, has_head: bool) -> str:
    size = a.size
    angle = atan2(b.y - a.y, b.x - a.x)
    length = hypot(b.x - a.x, b.y - a.y)
    shaft_end = length - (0.34 if has_head else 0.0) * size
    start_width, end_width, head_width = (width * size for width in style.widths)
    outline = [(0.12 * size, -start_width), (shaft_end, -end_width)]
    outline += [(shaft_end, -head_width), (length - 0.02 * size, 0.0), (shaft_end, head_width)] if has_head else []
    outline += [(shaft_end, end_width), (0.12 * size, start_width)]
    points = " ".join(
        f"{a.x - area.x + x * cos(angle) - y * sin(angle):.1f},{a.y - area.y + x * sin(angle) + y * cos(angle):.1f}"
        for x, y in outline
    )
    return (
        f'<polygon points="{points}" fill="{style.fill}" stroke="{style.edge}" stroke-opacity="0.9"'
        f' stroke-width="{0.025 * size}" stroke-linejoin="round"/>'
    )


def changed_targets(before: Marks, after: Marks) -> set[Target]:
    changed: set[Target] = set()
    for sign in (before.signs ^ after.signs) | (before.states ^ after.states):
        changed |= {sign.target, *sign.others}
    for old, new in zip(_targets_by_kind(before), _targets_by_kind(after), strict=True):
        changed |= old ^ new
    if (before.token_to_put is None) != (after.token_to_put is None):  # which changes the size of the dots
        changed |= before.drops | after.drops
    return changed


def changed_paths(before: Marks, after: Marks) -> list[tuple[Target, ...]]:
    """Return the paths that only one of `before` and `after` shows: hints, last turns, premoves, drawings, aims."""
    pairs = ((before.hint, after.hint), (before.last_path, after.last_path), (before.premove, after.premove))
    paths = [path for old, new in pairs if old != new for path in (old, new) if path]
    paths += [drawing.path for drawing in {*before.drawings} ^ {*after.drawings}]
    for marks in (before, after) if before.aim != after.aim else ():
        aimed = (sign for sign in marks.signs if sign.target == marks.aim and sign.others)
        paths += [(*marks.picked, *sign.others, sign.target) for sign in aimed]
    return paths


def _targets_by_kind(marks: Marks) -> tuple[frozenset[Target], ...]:
    single = (marks.focus, marks.aim, None if marks.placement_hint is None else marks.placement_hint[0])
    return (
        *(marks.last, marks.former_places, marks.picked, marks.drops, marks.victims, marks.forced),
        *(marks.named, marks.danger, marks.threats, frozenset(marks.premove)),
        *(frozenset[Target]() if target is None else frozenset((target,)) for target in single),
    )
