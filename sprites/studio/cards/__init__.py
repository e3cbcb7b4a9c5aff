"""Draw the cards of Ducale and the things around them on the table, in SVG.

A card is 250 units wide and 350 high.
"""

from sprites.studio.cards import backs, faces, pad


def pictures() -> dict[str, str]:
    return faces.pictures() | backs.pictures() | pad.pictures()
