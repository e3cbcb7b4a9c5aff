"""Collars and shoulders of Ducale's court, as woodcuts, in units of a card."""

from __future__ import annotations

from typing import Final

from sprites.studio.cards.woodcut import BRASS, INK, OXBLOOD, PAPER, area, cut, dot, lines, strewn, stripes

SLOPE: Final = -0.14
"""Slope of the band across a card, which rises to the right."""


def low(x: float, by: float = 5.0) -> float:
    """Return the y at which a figure ends, under the band."""
    return 175 + SLOPE * (x - 125) + by


# Collars -----------------------------------------------------------------------------------------------


def ermine() -> str:
    data = (
        "M100 116C82 121 66 126 56 133C64 146 84 152 104 150C112 148 138 148 146 150C166 152 186 148 194 136"
        "C184 127 168 121 150 116C138 124 112 124 100 116Z"
    )
    return cut(data, PAPER) + strewn(data, "ermine", (19, 11), 4.6, INK, (125, 140))


def chain() -> str:
    text = cut("M105 114C117 123 139 123 151 114L152 125C139 134 117 134 104 125Z", PAPER, 1.8)
    spots = ((88, 126), (94, 136), (102, 144), (112, 149.6), (138, 149.6), (148, 144), (156, 136), (162, 126))
    for x, y in spots:
        text += cut(dot(x, y, 5), BRASS, 1.6)
    return text + cut("M125 143L135 152 125 163 115 152Z", OXBLOOD, 1.8) + cut(dot(125, 152.6, 3.4), BRASS, 1.2)


def ruff() -> str:
    text, data = (
        "",
        "M125 106C156 106 178 112 178 120C178 129 154 136 125 136C96 136 72 129 72 120C72 112 94 106 125 106Z",
    )
    text += cut(data, PAPER)
    for i in range(-5, 6):
        x = 125 + 9.6 * i
        y = 134.6 - abs(i) ** 2 * 0.42
        text += lines(
            f"M{125 + 4.4 * i} 120C{x - 3} {y - 9} {x - 2} {y - 4} {x} {y}M{125 + 4.4 * i + 2} 121"
            f"C{x + 3.6} {y - 8} {x + 3} {y - 4} {x + 2.4} {y - 1}",
            1.1,
        )
    return text


def points() -> str:
    """Draw a young man's collar, cut to points."""
    text = ""
    for x in (81, 103, 125, 147, 169):
        y = 136 - abs(x - 125) * 0.17
        text += cut(
            f"M{x - 13} {y - 15 + abs(x - 127) * 0.03:.1f}L{x + 13} {y - 15:.1f} {x} {y + 10:.1f}Z", PAPER, 1.7
        ) + cut(dot(x, y + 11.5, 2.6), BRASS, 1.2)
    return text + cut("M96 113C110 121 140 121 154 113L182 121C160 128 90 128 68 121Z", PAPER, 1.8)


def neckline() -> str:
    text = area(
        "M115 124C107 126 95 128 84 129C86 138 90 146 94 152L156 152C160 146 164 138 166 129"
        "C160 128 152 126 146 124Z",
        PAPER,
    )
    text += lines("M116 119C115 126 98 128 84 129M144 119C145 126 156 128 166 129", 1.8)
    text += cut(
        "M84 127L78 130C82 144 86 152 90 158L160 158C164 152 168 144 172 130L166 127C162 140 158 146 155 150"
        "L95 150C92 146 88 140 84 127Z",
        BRASS,
        1.7,
    )
    spots = ((110, 128.5), (114, 134), (119.6, 138), (130.4, 138), (136, 134), (140, 128.5))
    text += "".join(cut(dot(x, y, 2.9), PAPER, 1.2) for x, y in spots)
    return text + cut("M125 136L130 142 125 149 120 142Z", OXBLOOD, 1.4)


def lapels() -> str:
    text = cut("M108 114L125 150 142 114Z", PAPER, 1.7) + lines(
        "M125 136L125 148M121 128L129 128M122 134L128 134", 1.1
    )
    return (
        text
        + cut("M108 112C92 120 84 126 80 132C92 142 108 152 122 164L125 150C118 138 112 126 108 112Z", PAPER)
        + cut("M142 112C158 120 166 126 170 132C158 142 142 152 128 164L125 150C132 138 138 126 142 112Z", PAPER)
        + stripes(
            "M108 112C92 120 84 126 80 132C92 142 108 152 122 164L125 150C118 138 112 126 108 112Z", 120, 5, 1.0
        )
        + stripes(
            "M142 112C158 120 166 126 170 132C158 142 142 152 128 164L125 150C132 138 138 126 142 112Z", 60, 5, 1.0
        )
    )


# Shoulders ---------------------------------------------------------------------------------------------


def hem(_: str) -> str:
    """Draw a king's hem: brass along the mantle's edges, with stones."""
    text = ""
    for sign in (-1, 1):
        inner, outer = 125 + sign * 33, 125 + sign * 42
        text += cut(
            f"M{125 + sign * 21} 119C{125 + sign * 29} 138 {inner} 156 {inner} {low(inner):.1f}"
            f"L{outer} {low(outer):.1f}C{outer} 154 {125 + sign * 37} 138 {125 + sign * 29} 121Z",
            BRASS,
            1.7,
        )
        text += area("".join(dot(125 + sign * x, y, 2) for x, y in ((34, 147), (36.4, 157), (37.4, 167))), INK)
    return text


def puffs(paint: str) -> str:
    """Draw a queen's sleeves: slashed balls of cloth."""
    text = ""
    for x in (57.0, 193.0):
        data = (
            f"M{x - 25} 152C{x - 27} 138 {x - 14} 128 {x} 128C{x + 14} 128 {x + 27} 138 {x + 25} 152"
            f"C{x + 16} 162 {x - 16} 162 {x - 25} 152Z"
        )
        text += cut(data, paint)
        for dx in (-15, -5, 5, 15):
            y, top = 143 + dx * dx / 60, 0.55 * dx
            text += cut(
                f"M{x + top:.1f} {y - 12:.1f}C{x + dx + 4} {y - 5:.1f} {x + dx + 4} {y + 4:.1f} {x + dx} {y + 11:.1f}"
                f"C{x + dx - 4} {y + 4:.1f} {x + dx - 4} {y - 5:.1f} {x + top:.1f} {y - 12:.1f}Z",
                OXBLOOD if paint != OXBLOOD else BRASS,
                1.3,
            )
        text += cut(
            f"M{x - 21} 153C{x - 12} 159 {x + 12} 159 {x + 21} 153L{x + 20} 160"
            f"C{x + 12} 166 {x - 12} 166 {x - 20} 160Z",
            BRASS if paint != BRASS else OXBLOOD,
            1.6,
        )
    return text


def wings(paint: str) -> str:
    """Draw a young man's sleeves: scalloped cloth over the arms."""
    text = ""
    for sign in (-1, 1):
        for x, y in ((88.0, 160.0), (80.0, 149.0), (68.0, 141.0), (54.0, 135.0)):
            cx = 125 + sign * x
            text += cut(
                f"M{cx - sign * 14} {y - 10}C{cx + sign * 2} {y - 14} {cx + sign * 12} {y - 6} {cx + sign * 10} "
                f"{y + 6}C{cx + sign * 4} {y + 13} {cx - sign * 8} {y + 11} {cx - sign * 15} {y + 5}Z",
                paint,
                1.8,
            )
            text += area(dot(cx + sign * 1, y + 1, 2), BRASS if paint != BRASS else INK)
    return text
