"""Prints the cards of Ducale, in SVG, and what lies about them on the table.

A card is 250 units wide and 350 high.
"""

from sprites.studio.cards import backs, faces, pad


def pictures() -> dict[str, str]:
    """Every picture of Ducale by its name."""
    return faces.pictures() | backs.pictures() | pad.pictures()
