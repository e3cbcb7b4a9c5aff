"""What is written on the screen can be any text that somebody pastes."""

import pygame
import pytest

from scenes.app.fonts import Lettering, Role


@pytest.mark.parametrize("role", ["body", "heading"])
@pytest.mark.parametrize("text", ["8/8 \ud800 w", "a\0b", "\udfff"])
def test_what_no_font_takes_is_written_as_something_else(role: Role, text: str) -> None:
    """Bug: half a surrogate pair, pasted into a field, ended the app."""
    pygame.font.init()
    lettering = Lettering((960, 600))
    surface = pygame.Surface((300, 60))
    block = lettering.text(surface, text, role, pygame.Color("white"), surface.get_rect())
    assert block.width == lettering.width(text, role) > 0
    assert pygame.mask.from_threshold(surface, (255, 255, 255), (128, 128, 128, 255)).count()
