"""Things around the card table: dealer's button, sign of an opened hand, a score pad's wire and pencil."""

from __future__ import annotations

from sprites.studio.cards.backs import crown, document
from sprites.studio.cards.suits import BLACK, RED, pip
from sprites.studio.cards.woodcut import tidy
from sprites.studio.pen import number


def _stops(*stops: tuple[float, str]) -> str:
    return "".join(f'<stop offset="{number(percent)}%" stop-color="{colour}"/>' for percent, colour in stops)


def dealer() -> str:
    defs = (
        '<linearGradient id="a" gradientUnits="userSpaceOnUse" x1="22" '
        f'y1="12" x2="76" y2="90">{_stops((0, "#FFF9EC"), (100, "#CDB88F"))}'
        f'</linearGradient>\n<linearGradient id="b" gradientUnits="userSpaceOnUse" x1="24" y1="16" x2="74" y2="84">'
        f"{_stops((0, '#E0CFAE'), (100, '#FBF3E2'))}</linearGradient>\n"
    )
    body = (
        '<circle cx="50" cy="53" r="42" fill="#7C6644"/>\n<circle cx="50" cy="49" r="42" fill="url(#a)"/>\n'
        '<circle cx="50" cy="49" r="41" fill="none" stroke="#FFFFFF" stroke-opacity=".55" stroke-width="1.6"/>\n'
        '<circle cx="50" cy="49" r="33.4" fill="none" stroke="#8E2F2B" stroke-width="5"/>\n'
        '<circle cx="50" cy="49" r="29" fill="url(#b)"/>\n'
        f'<path d="{tidy(crown(50, 50, 17))}" fill="#8E2F2B"/>\n'
    )
    return document(100, 100, "Dealer's button", body, defs)


def opened() -> str:
    """Draw three small open cards."""
    body = ""
    for turn, suit, colour in ((-20, "S", BLACK), (0, "H", RED), (20, "C", BLACK)):
        body += (
            f'<g transform="rotate({turn} 50 92)">\n<rect x="28" '
            'y="14" width="44" height="62" rx="5" fill="#5A4A34"/>\n'
            '<rect x="29.6" y="15" width="41" height="59" rx="4" fill="#FBF5E9"/>\n'
            "<path "
            f'd="{tidy(pip(suit, 50 if suit == "H" else 41 if suit == "S" else 59, 37, 24 if suit == "H" else 19))}" '
            f'fill="{colour}"/>\n</g>\n'
        )
    return document(100, 100, "Has opened", body)


def wire() -> str:
    """Draw one ring of a pad's wire binding with its hole; repeated along the upper edge of a sheet."""
    defs = (
        '<linearGradient id="w" gradientUnits="userSpaceOnUse" x1="7" y1="0" '
        f'x2="13" y2="0">{_stops((0, "#F0D9A0"), (45, "#C8A25A"), (100, "#6E5223"))}'
        "</linearGradient>\n"
    )
    body = (
        '<rect x="5" y="25" width="10" height="10" rx="3" fill="#3A2A1B"/>\n'
        '<path d="M10 31V14C10 6 10 4 13.5 4" fill="none" stroke="#20140B" '
        'stroke-opacity=".35" stroke-width="4.4" stroke-linecap="round"/>\n'
        '<path d="M9 30V13C9 6 10 3.4 13 3.4" fill="none" '
        'stroke="#5E4620" stroke-width="4.6" stroke-linecap="round"/>\n'
        '<path d="M8.7 30V13C8.7 6 10 3 13 3" fill="none" '
        'stroke="url(#w)" stroke-width="3.2" stroke-linecap="round"/>\n'
    )
    return document(20, 40, "Ring of a pad", body, defs)


def pencil() -> str:
    defs = (
        f'<linearGradient id="c" gradientUnits="userSpaceOnUse" x1="8" y1="0" x2="32" y2="0">'
        f"{_stops((0, '#C25A50'), (30, '#B0473F'), (31, '#8E2F2B'), (69, '#852B27'), (70, '#5E1D1A'))}"
        "</linearGradient>\n"
        '<linearGradient id="d" gradientUnits="userSpaceOnUse" x1="8" y1="0" '
        f'x2="32" y2="0">{_stops((0, "#E6CFA6"), (40, "#DCC092"), (100, "#9C7C4E"))}'
        f'</linearGradient>\n<linearGradient id="e" gradientUnits="userSpaceOnUse" x1="8" y1="0" x2="32" y2="0">'
        f"{_stops((0, '#F2DDA6'), (40, '#C8A25A'), (100, '#735424'))}</linearGradient>\n"
    )
    body = (
        '<path d="M8 20C8 8 32 8 32 20V340H8Z" fill="url(#c)"/>\n<path d="M8 28H32V50H8Z" fill="url(#e)"/>\n'
        '<path d="M8 33H32M8 45H32" fill="none" stroke="#5E4620" stroke-opacity=".6" stroke-width="1.6"/>\n'
        '<path d="M8 338C10 330 14 330 16 337C18 330 22 330 24 337C26 330 30 330 32 338'
        'L22.6 386H17.4Z" fill="url(#d)"/>\n'
        '<path d="M18.2 378L20 396 21.8 378Z" fill="#2B2420" '
        'stroke="#2B2420" stroke-width="2" stroke-linejoin="round"/>\n'
    )
    return document(40, 400, "Pencil", body, defs)


def pictures() -> dict[str, str]:
    return {"dealer": dealer(), "opened": opened(), "wire": wire(), "pencil": pencil()}
