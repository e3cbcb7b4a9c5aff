"""Whether clickable and meaningful shapes stand out from their background by edge or content, and scroll knobs from
their grooves."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import pygame

from scenes.ui.bars import ProgressBar
from scenes.ui.base import Widget
from scenes.ui.button import Button, Pressable
from scenes.ui.choice import OptionRow
from scenes.ui.form import Form
from scenes.ui.form_row import FormRow
from scenes.ui.listing import Listing
from scenes.ui.match_charts import PlyPicker
from scenes.ui.scroll import Scroll
from scenes.ui.text_field import TextField
from scenes.ui.weekly_results import Weeks
from tests.colour_vision import Tone, contrast

SHAPES: Final = 3.0
"""The contrast of shapes by WCAG 2.2."""
NEAR: Final = 8
"""Pixels on either side of a widget's edge in which its line is looked for."""
EDGED: Final = (Button, OptionRow, TextField)
SHAPED: Final = (Pressable, FormRow, Listing, PlyPicker, ProgressBar, Weeks)


def faint(sheet: pygame.Surface, form: Form) -> list[str]:
    window = sheet.get_rect()
    above = pygame.Rect(0, 0, 0, 0) if form.overlay is None else form.overlay.extent()
    found = []
    for widget in form.iter_widgets():
        scroll = getattr(widget, "scroll", None)
        if isinstance(scroll, Scroll) and scroll.is_needed() and not _knob_stands_out(sheet, widget, scroll):
            found.append(f"faint: the scroll bar of {widget.label!r} at {tuple(widget.rect)}")
        place = widget.ring_rect()
        whole = min(place.size) > 1 and window.contains(place) and widget.visible_area().contains(place)
        if not (isinstance(widget, SHAPED) and whole) or above.colliderect(place):
            continue
        if not _stands_out(sheet, widget, place):
            found.append(f"faint: the edge of {widget.label!r} at {tuple(place)}")
    return found


def _stands_out(sheet: pygame.Surface, widget: Widget, place: pygame.Rect) -> bool:
    """Whether an element stands out by its left edge, if it has one, otherwise by anything inside it."""
    edged = isinstance(widget, EDGED)
    area = pygame.Rect(place.left - NEAR, place.top, 2 * NEAR, place.height) if edged else place
    tones = list(_within(sheet, area))
    ground = Counter(tones[: NEAR * place.height // 2] if edged else tones).most_common(1)[0][0]
    return any(contrast(ground, tone) >= SHAPES for tone in set(tones))


def _knob_stands_out(sheet: pygame.Surface, widget: Widget, scroll: Scroll) -> bool:
    """Whether two tones differ enough, from slightly left of the bar to its middle."""
    wide = max(8, widget.theme.px(1.0))
    rect = widget.rect.clip(widget.visible_area())
    bar = pygame.Rect(widget.rect.right - wide - 3, rect.top, wide // 2 + 3, rect.height).clip(sheet.get_rect())
    tones = set(_within(sheet, bar))
    return not tones or any(contrast(one, other) >= SHAPES for one in tones for other in tones)


def _tone(sheet: pygame.Surface, x: int, y: int) -> Tone:
    inside = sheet.get_rect()
    red, green, blue, _ = sheet.get_at((max(0, min(inside.right - 1, x)), max(0, min(inside.bottom - 1, y))))
    return red, green, blue


def _within(sheet: pygame.Surface, place: pygame.Rect) -> Iterator[Tone]:
    for x in range(place.left, place.right):
        for y in range(place.top, place.bottom - 1, 2):
            yield _tone(sheet, x, y)
