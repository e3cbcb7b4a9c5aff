"""Prints the cards of Ducale, in SVG, and what lies about them on the table.

A card is 250 units wide and 350 high. `python -m sprites.cards` writes the pictures again, always the same ones.
"""

from sprites.cards import backs, faces, pad


def pictures() -> dict[str, str]:
    """Every picture of Ducale by its name."""
    return faces.pictures() | backs.pictures() | pad.pictures()
