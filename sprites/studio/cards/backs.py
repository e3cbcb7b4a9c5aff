"""Backs of the cards and overlays of a card: tag, frame, glow, the place of a pile."""

from __future__ import annotations

import math

from sprites.studio.cards.woodcut import area, dot, placed, tidy
from sprites.studio.polygons import mixed

CROWN = (
    "M-.8 .7L-.8 .42 .8 .42 .8 .7ZM-.78 .26L-1 -.46 -.5 -.1 -.36 -.6 0 -.2 .36 -.6 .5 -.1 1 -.46 .78 .26Z"
    "M-1 -.72L-.86 -.58 -1 -.44 -1.14 -.58ZM1 -.72L1.14 -.58 1 -.44 .86 -.58ZM0 -.5L.14 -.36 0 -.22 -.14 -.36Z"
    "M-.36 -.86L-.22 -.72 -.36 -.58 -.5 -.72ZM.36 -.86L.5 -.72 .36 -.58 .22 -.72Z"
)
"""A duke's crown around (0, 0), 2 units wide."""


def crown(x: float, y: float, half: float) -> str:
    """Return path data of a crown of half width `half`."""
    return placed(CROWN, x, y, half)


def document(width: float, height: float, title: str, body: str, defs: str = "") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}">\n<!-- {title}. Made by sprites/cards. -->\n'
        + (f"<defs>\n{defs}</defs>\n" if defs else "")
        + f"{body}</svg>\n"
    )


def ground(lit: str, shaded: str, line: str) -> tuple[str, str]:
    """Return definitions and shapes of every back: paper, a printed field within a margin, a line around it."""
    defs = (
        '<linearGradient id="p" gradientUnits="userSpaceOnUse" x1="60" y1="0" x2="190" y2="350">'
        '<stop offset="0%" stop-color="#FFFCF5"/><stop offset="100%" stop-color="#F3E8D4"/></linearGradient>\n'
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="40" y1="0" x2="210" y2="350">'
        f'<stop offset="0%" stop-color="{lit}"/><stop offset="100%" stop-color="{shaded}"/></linearGradient>\n'
    )
    text = (
        '<rect width="250" height="350" rx="12.5" fill="#8F7D5E"/>\n'
        '<rect x="1.5" y="1.5" width="246.2" height="346.2" rx="11.2" fill="#FFFFFF"/>\n'
        '<rect x="2.6" y="2.6" width="245.1" height="345.1" rx="10.2" fill="url(#p)"/>\n'
        '<rect x="11" y="11" width="228" height="328" rx="6" fill="url(#g)"/>\n'
        '<rect x="15.5" y="15.5" width="219" height="319" rx="3.5" '
        f'fill="none" stroke="{line}" stroke-width="2.2"/>\n'
    )
    return defs, text


def back(lit: str, shaded: str, line: str, mark: str) -> str:
    """Draw a back with a lattice of lozenges and a crown in each; it is symmetric under a half turn."""
    defs, text = ground(lit, shaded, line)
    left, top, columns, rows = 23.0, 23.0, 5, 8
    wide, high = (250 - 2 * left) / columns, (350 - 2 * top) / rows
    lattice, heads, feet, stars = "", "", "", ""
    for row in range(rows):
        for column in range(columns):
            x, y = left + wide * (column + 0.5), top + high * (row + 0.5)
            lattice += f"M{x} {y - high / 2}L{x + wide / 2} {y} {x} {y + high / 2} {x - wide / 2} {y}Z"
            if row < rows / 2:
                heads += crown(x, y, 10.4)
                feet += crown(x, y, 10.4)
            if row and column:
                sx, sy = left + wide * column, top + high * row
                stars += (
                    placed("M0 -1L.62 0 0 1 -.62 0Z", sx, sy, 7.4)
                    + dot(sx - 9, sy, 1.6)
                    + dot(sx + 9, sy, 1.6)
                    + dot(sx, sy - 12, 1.6)
                    + dot(sx, sy + 12, 1.6)
                )
    text += f'<path d="{tidy(lattice)}" fill="none" stroke="{line}" stroke-width="1.5"/>\n'
    text += area(heads, mark) + f'<g transform="rotate(180 125 175)">\n{area(feet, mark)}</g>\n' + area(stars, line)
    text += (
        f'<rect x="{left}" y="{top}" width="{250 - 2 * left}" '
        f'height="{350 - 2 * top}" fill="none" stroke="{line}" stroke-width="1.2"/>\n'
    )
    return document(250, 350, "Back", text, defs)


def _tiles(lit: str, shaded: str, line: str) -> str:
    left, right, top, radius = 23.0, 227.0, 23.0, 20.4
    rows = ""
    for row in range(13):
        y, shapes, rings = top + radius * (1 + 0.5 * row), "", ""
        for place in range(6 - row % 2):
            x = left + radius * (2 * place + row % 2)
            open_left, open_right = x > left, x < right
            for share in (1.0, 0.7, 0.4):
                r = radius * share
                start, end = (-r if open_left else 0.0), (r if open_right else 0.0)
                first, last = (0.0 if open_left else -r), (0.0 if open_right else -r)
                arc = f"M{x + start:.2f} {y + first:.2f}A{r:.2f} {r:.2f} 0 0 1 {x + end:.2f} {y + last:.2f}"
                rings += arc
                if share == 1.0:
                    shapes += f"{arc}V{y + radius / 2:.2f}H{x + start:.2f}Z"
        tone = mixed(lit, shaded, row / 24)
        rows += f'<path d="{shapes}" fill="{tone}"/>\n'
        rows += f'<path d="{rings}" fill="none" stroke="{line}" stroke-width="1.5"/>\n'
    return rows


def _rays() -> tuple[str, str]:
    long, short = "", ""
    for turn in range(8):
        reach, near = math.radians(45 * turn), (math.radians(45 * turn - 22.5), math.radians(45 * turn + 22.5))
        length = 31.0 if turn % 2 == 0 else 20.0
        corners = [(length, reach), (9.5, near[1]), (0.0, 0.0), (9.5, near[0])]
        ray = "M" + "L".join(f"{125 + r * math.sin(a):.2f} {175 - r * math.cos(a):.2f}" for r, a in corners) + "Z"
        if turn % 2 == 0:
            long += ray
        else:
            short += ray
    return long, short


def scaled(lit: str, shaded: str, line: str, mark: str) -> str:
    """Draw a back with scales and a central band with a star; it is symmetric under a half turn."""
    defs, text = ground(lit, shaded, line)
    left, right, top, middle = 23.0, 227.0, 23.0, 175.0
    rows = _tiles(lit, shaded, line)
    text += f'{rows}<g transform="rotate(180 125 175)">\n{rows}</g>\n'
    text += (
        f'<rect x="{left}" y="{middle - 16}" width="{right - left}" height="32" fill="url(#g)"/>\n'
        f'<path d="M{left} {middle - 16}H{right}M{left} {middle + 16}H{right}M{left} {middle - 12.5}H{right}'
        f'M{left} {middle + 12.5}H{right}" fill="none" stroke="{line}" stroke-width="1.4"/>\n'
    )
    text += f'<circle cx="125" cy="175" r="40" fill="url(#g)" stroke="{line}" stroke-width="2.2"/>\n'
    text += f'<circle cx="125" cy="175" r="34.5" fill="none" stroke="{line}" stroke-width="1.2"/>\n'
    long, short = _rays()
    text += area(short, line) + area(long, mark)
    for x in (47.0, 66.0, 184.0, 203.0):
        text += area(placed("M0 -1L.62 0 0 1 -.62 0Z", x, middle, 7.0), mark)
    text += (
        f'<rect x="{left}" y="{top}" width="{right - left}" height="304" fill="none" stroke="{line}" '
        'stroke-width="1.2"/>\n'
    )
    return document(250, 350, "Back", text, defs)


def tag() -> str:
    """Draw the edge of a paper tag around the index of the card that a joker stands for."""
    hole = "M5.4 13v106.6h47.2a2 2 0 0 0 2-2v-109.6a2 2 0 0 0-2-2h-40.2a7 7 0 0 0-7 7z"
    text = (
        f'<path d="M1.4 14a12 12 0 0 1 12-12h40.6a5 5 0 0 1 5 5v112a5 5 0 0 1-5 5h-52.6z{hole}" fill="#C8A25A" '
        'fill-rule="evenodd"/>\n'
        '<path d="M59.6 6v113.4a5.6 5.6 0 0 1-5.6 5.6h-52" fill="none" stroke="#3A2A1B" stroke-width="1.6"/>\n'
        f'<path d="{hole}" fill="none" stroke="#7A5A24" stroke-width="1"/>\n'
    )
    return document(250, 350, "Tag", text + f'<g transform="rotate(180 125 175)">\n{text}</g>\n')


def owed() -> str:
    """Draw brass corners around a card that must be laid."""
    text = ""
    for stroke, width in (("#2A1C12", 13.0), ("#E3BE74", 8.0)):
        text += (
            '<path d="M8 92V24A16 16 0 0 1 24 8H92M198 8H266A16 16 0 0 1 282 24V92'
            "M282 298V366A16 16 0 0 1 266 382H198"
            f'M92 382H24A16 16 0 0 1 8 366V298" fill="none" stroke="{stroke}" '
            f'stroke-width="{width:g}" stroke-linecap="round"/>\n'
        )
    return document(290, 390, "Frame", text)


def glow() -> str:
    text = ""
    for step in range(20):
        by = 40 - 2 * step
        strong = 0.012 + 0.0045 * step
        text += (
            f'<rect x="{40 - by}" y="{40 - by}" width="{250 + 2 * by}" height="{350 + 2 * by}" '
            f'rx="{12.5 + by}" fill="#FFD98A" fill-opacity="{strong:.3f}"/>\n'
        )
    text += '<rect x="36" y="36" width="258" height="358" rx="16" fill="#E9C67E"/>\n'
    return document(330, 430, "Glow", text)


def slot() -> str:
    """Draw the place of a pile, stitched into the baize."""
    text = '<rect x="1" y="1" width="248" height="348" rx="13" fill="#0E2A1F" fill-opacity=".22"/>\n'
    text += (
        '<rect x="9" y="10" width="232" height="332" rx="9" fill="none" stroke="#0'
        'C2219" stroke-opacity=".6" stroke-width="3.4" stroke-dasharray="9 6"/>\n'
    )
    text += (
        '<rect x="9" y="9" width="232" height="332" rx="9" fill="none" stroke="#D9B27F" '
        'stroke-opacity=".85" stroke-width="3" stroke-dasharray="9 6"/>\n'
    )
    text += f'<path d="{tidy(crown(125, 176, 34))}" fill="#D9B27F" fill-opacity=".6"/>\n'
    return document(250, 350, "Place of a pile", text)


def pictures() -> dict[str, str]:
    return {
        "back": back("#9A3430", "#7A2522", "#D9B27F", "#F3E6CC"),
        "back-blue": back("#2F5F80", "#21465F", "#C9B283", "#F0E8D6"),
        "back-ink": scaled("#454A59", "#262A35", "#C9B283", "#F0E8D6"),
        "tag": tag(),
        "owed": owed(),
        "glow": glow(),
        "slot": slot(),
    }
