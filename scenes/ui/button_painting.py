"""Painting of buttons, of the slots of switches and fields, and of knobs."""

from __future__ import annotations

import random
from functools import partial
from typing import Final, Literal, TypeAlias

import pygame

from scenes.app.theme import FAINT, INK, OXBLOOD, Theme, hex_of, render_svg, slope

Look: TypeAlias = Literal["plain", "picked", "primary", "danger", "wood"]
"""Looks of a button: bone; bone for a chosen option; leather for the main button; with a red edge; maple."""
State: TypeAlias = Literal["rest", "hover", "held", "off"]

_BONE_TONES = ("#FDF8EE", "#EEE2CD", "#BCA582", "#FFFDF8", "#F8EEDC")
_TONES: dict[Look, tuple[str, str, str, str, str]] = {
    "plain": _BONE_TONES,
    "picked": _BONE_TONES,
    "danger": ("#FBF1E8", "#F0DDCD", "#B98F7C", "#FDEDE4", "#F1D3C5"),
    "primary": ("#7D4635", "#5E3224", "#3A1D15", "#8E5441", "#6E3D2D"),
    "wood": ("#EED9B2", "#D3B27D", "#94703F", "#F6E6C6", "#DFC193"),
}  # lit and shaded colour of the face; colour of the side; lit and shaded colour of the face under the mouse

_FILLED_LOOKS: Final = ("picked", "primary")  # these are black with high contrast


def text_colour(theme: Theme, look: Look, state: State) -> pygame.Color:
    if state == "off":
        return theme.colour_for(FAINT)
    if theme.contrast and look in _FILLED_LOOKS:
        return pygame.Color("#FFFFFF")
    return theme.colour_for({"danger": OXBLOOD, "primary": pygame.Color("#FBF1E0")}.get(look, INK))


def side_height(theme: Theme) -> int:
    """Return the height of a button's visible side below its face, in pixels."""
    return max(2, theme.px(0.4))


def press_depth(theme: Theme, state: State) -> int:
    return side_height(theme) - 1 if state == "held" else 0


def paint_button(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, look: Look, state: State) -> pygame.Rect:
    """Paint a button that fills `rect`; return the rectangle of its face, for the text."""
    button = theme.cache.get(
        ("button", rect.size, look, state), lambda: _render_button(theme, rect.size, look, state)
    )
    surface.blit(button, rect)
    return pygame.Rect(rect.left, rect.top + press_depth(theme, state), rect.width, rect.height - side_height(theme))


def paint_slot(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, fill: pygame.Color, radius: int) -> None:
    """Paint a rounded area that looks sunken, such as the ground of a switch or an input field."""
    key = ("slot", rect.size, tuple(fill), radius)
    if theme.contrast:
        pygame.draw.rect(surface, theme.colour_for(fill), rect, border_radius=radius)
        theme.paint_outline(surface, rect, radius)
        return
    surface.blit(theme.cache.get(key, lambda: _render_slot(rect.size, fill, radius)), rect)


def paint_knob(surface: pygame.Surface, theme: Theme, centre: tuple[int, int], side: int, is_lit: bool) -> None:
    """Paint a round knob, `side` pixels wide, with a shadow; it is lighter if `is_lit`."""
    render = partial(_render_contrast_knob, theme) if theme.contrast else _render_knob
    knob = theme.cache.get(("knob", side, is_lit), lambda: render(side, is_lit))
    surface.blit(knob, knob.get_rect(center=centre))


def _render_button(theme: Theme, size: tuple[int, int], look: Look, state: State) -> pygame.Surface:
    width, height = size
    side_depth, top = side_height(theme), press_depth(theme, state)
    radius = min(theme.px(0.9), height // 3)
    face = height - side_depth
    if theme.contrast:
        return _render_contrast_button(theme, size, look, state)
    lit, shaded, side, *hover_tones = _TONES[look]
    if state == "off":
        return render_svg(
            size,
            f'<rect x="0.5" y="{side_depth / 2 + 0.5}" width="{width - 1}" height="{face - 1}" rx="{radius}" '
            f'fill="#E6D9C3" fill-opacity="0.45" stroke="#A8977F" stroke-opacity="0.55"/>',
        )
    if state in ("hover", "held"):
        lit, shaded = hover_tones
    if state == "held":
        lit, shaded = shaded, shaded
    markup = (
        f'<rect x="0" y="{top}" width="{width}" height="{height - top}" rx="{radius}" fill="{side}"/>'
        f'<rect x="0" y="{top}" width="{width}" height="{face}" rx="{radius}" fill="{lit}"/>'
        f'<rect x="1" y="{top + 1}" width="{width - 1}" height="{face - 1}" rx="{radius - 0.5}" fill="url(#f)"/>'
        + _draw_trim(theme, (width, face), look, top, radius)
    )
    return render_svg(size, markup, slope("f", (width, face), lit if look != "primary" else "#75402F", shaded))


def _render_contrast_button(theme: Theme, size: tuple[int, int], look: Look, state: State) -> pygame.Surface:
    (width, height), stroke = size, theme.stroke
    edge = theme.colour_for(OXBLOOD if look == "danger" and state != "off" else FAINT if state == "off" else INK)
    ground, inner = ("#000000", "#FFFFFF") if look in _FILLED_LOOKS and state != "off" else ("#FFFFFF", hex_of(edge))
    if state in ("hover", "held"):
        ground = "#003A70" if look in _FILLED_LOOKS else "#FFF3B0"
    radius = min(theme.px(0.9), height // 3)
    dash = f' stroke-dasharray="{2 * stroke} {2 * stroke}"' if state == "off" else ""

    def frame(inset: float, stroke_width: float, attributes: str) -> str:
        return (
            f'<rect x="{inset}" y="{inset}" width="{width - 2 * inset}" height="{height - 2 * inset}" '
            f'rx="{max(1.0, radius - inset)}" stroke-width="{stroke_width}" {attributes}/>'
        )

    markup = frame(stroke / 2, stroke, f'fill="{ground}" stroke="{hex_of(edge)}"{dash}')
    if (look == "primary" and state != "off") or state in ("hover", "held"):
        markup += frame(2.2 * stroke, max(1.0, stroke / 2), f'fill="none" stroke="{inner}"')
    return render_svg(size, markup)


def _render_contrast_knob(theme: Theme, side: int, is_lit: bool) -> pygame.Surface:
    radius, stroke = side / 2, theme.stroke
    ground = "#FFF3B0" if is_lit else "#FFFFFF"
    circle = f'<circle cx="{radius}" cy="{radius}" r="{radius - stroke / 2}" fill="{ground}"'
    return render_svg((side, side), f'{circle} stroke="#000000" stroke-width="{stroke}"/>')


def _draw_trim(theme: Theme, face: tuple[int, int], look: Look, top: int, radius: int) -> str:
    """Return the decoration of a face as SVG: a seam (primary), a red edge (danger), a grain (wood) or none."""
    width, height = face
    inset = max(3, theme.px(0.55))
    frame = (
        f'<rect x="{inset}" y="{top + inset}" width="{width - 2 * inset}" height="{height - 2 * inset}" '
        f'rx="{max(1, radius - inset * 0.6):.1f}" fill="none"'
    )
    if look == "primary":
        dash = max(3.0, theme.u * 0.55)
        stroke = max(1.0, theme.u * 0.14)
        return (
            f'{frame} stroke="#2C140D" stroke-opacity="0.45" stroke-width="{stroke * 2:.2f}"/>'
            f'{frame} stroke="#C69B6D" stroke-width="{stroke:.2f}" stroke-dasharray="{dash:.1f} {dash * 0.75:.1f}"/>'
        )
    if look == "danger":
        return f'{frame} stroke="#8E2F2B" stroke-opacity="0.4" stroke-width="{max(1.0, theme.u * 0.1):.2f}"/>'
    if look == "wood":
        rng = random.Random(width * 1000 + height)  # a size always has the same grain
        lines = []
        for _ in range(max(5, height // 5)):
            y = top + rng.uniform(0.1, 0.94) * height
            bend = rng.uniform(-0.12, 0.12) * height
            lines.append(
                f'<path d="M1 {y:.1f} Q{width * rng.uniform(0.3, 0.7):.1f} {y + bend:.1f} '
                f'{width - 1} {y + bend / 3:.1f}" fill="none" stroke="#6B4724" '
                f'stroke-opacity="{rng.uniform(0.06, 0.16):.2f}" stroke-width="{rng.uniform(0.6, 1.4):.1f}"/>'
            )
        return "".join(lines)
    return ""


def _render_slot(size: tuple[int, int], fill: pygame.Color, radius: int) -> pygame.Surface:
    width, height = size
    return render_svg(
        size,
        f'<rect width="{width}" height="{height}" rx="{radius}" fill="#FFFBF2" fill-opacity="0.9"/>'
        f'<rect width="{width - 1}" height="{height - 1}" rx="{radius}" '
        f'fill="{hex_of(fill.lerp(INK, 0.45))}"/>'
        f'<rect x="1" y="1.5" width="{width - 2}" height="{height - 2.5}" rx="{max(0, radius - 1)}" '
        f'fill="{hex_of(fill)}"/>',
    )


def _render_knob(side: int, is_lit: bool) -> pygame.Surface:
    pad = max(3, side // 5)
    whole = side + 2 * pad
    middle = whole / 2
    radius = side / 2
    shadow = render_svg((whole, whole), f'<circle cx="{middle}" cy="{middle}" r="{radius}" fill="#1C100A"/>')
    shadow = pygame.transform.gaussian_blur(shadow, max(1, side // 10))
    shadow.set_alpha(120)
    knob = render_svg(
        (whole, whole),
        f'<circle cx="{middle}" cy="{middle}" r="{radius}" fill="#A88F69"/>'
        f'<circle cx="{middle}" cy="{middle}" r="{radius - 0.8}" fill="url(#k)"/>'
        f'<circle cx="{middle}" cy="{middle}" r="{radius * 0.58:.1f}" fill="none" stroke="#A88F69" '
        f'stroke-opacity="0.55" stroke-width="{max(1.0, side / 22):.1f}"/>',
        slope("k", (whole, whole), "#FFFFFF" if is_lit else "#FFFBF2", "#EFE0C4" if is_lit else "#E0CDAB"),
    )
    picture = pygame.Surface((whole, whole), pygame.SRCALPHA)
    picture.blit(shadow, (side // 14, side // 9))
    picture.blit(knob, (0, 0))
    return picture.convert_alpha()
