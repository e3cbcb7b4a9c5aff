"""The rulebook of each game: its pages, and the scene in which they are read."""

from scenes.screens.rulebook.scene import RulebookScene

__all__ = ["RulebookScene"]
