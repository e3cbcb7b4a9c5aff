"""The app's version, and the versions of what it runs on."""

from typing import Final

VERSION: Final = "0.1.0"  # same as in pyproject.toml; the executable has no package data to look it up in


def platform_text() -> str:
    """Return the versions of what the app runs on, and whether the engines are compiled."""
    import platform

    import pygame

    from rules.ai.opponents import are_engines_compiled

    sdl = ".".join(map(str, pygame.get_sdl_version()))
    engines = "compiled" if are_engines_compiled() else "interpreted"
    return f"Python {platform.python_version()}, pygame-ce {pygame.version.ver}, SDL {sdl}, engines {engines}"
