"""The toast on a table: a sentence in a box beside a target, with a button that asks why if a move was refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Final

import pygame

from scenes.app.theme import BRASS, INK
from scenes.surfaces.constants import (
    MIN_TOAST_SECONDS,
    READING_SECONDS_PER_CHARACTER,
    TOAST_FADE_SECONDS,
    WHY_DELAY_SECONDS,
)
from scenes.surfaces.layout import Spot

if TYPE_CHECKING:
    from scenes.app.stack import AppContext

WHY_BUTTON_WIDTH: Final = 3.4  # width in u
NOT_DISMISSING_KEYS: Final = frozenset(
    (pygame.K_F1, pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT)
)
"""Keys that don't dismiss a toast that stays until an input."""


@dataclass(frozen=True, slots=True)
class Toast:
    """A text that is shown from `since` until `until`.

    `refusal_code`: the code of the refusal that the text explains; empty for other texts.
    """

    text: str
    rect: pygame.Rect
    since: float
    until: float
    refusal_code: str = ""
    why_button: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    """The rectangle of the button that asks why; empty if there is none."""
    why_button_ready_at: float = 0.0  # time from which the button works

    def opacity_at(self, now: float) -> float:
        return min(1.0, max(0.0, (now - self.since) / TOAST_FADE_SECONDS))


class ToastView:
    """The toast of a table, if one is shown: its placement, fade, duration and painting."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self.toast: Toast | None = None

    def show_toast(
        self,
        text: str,
        spot: Spot | None,
        middle: tuple[float, float],
        now: float,
        refusal_code: str = "",
        likely_clicks: Sequence[pygame.Rect] = (),
        mentioned: Sequence[Spot] = (),
        clickable: Sequence[pygame.Rect] = (),
    ) -> None:
        """Show a toast beside `spot`, or else around `middle`; with a `refusal_code` it has a button that asks why.

        Of the possible places, choose the one where the toast covers least of `spot` and `mentioned`; among equal
        places, the one where the button covers least of `clickable`; among places equal in this too, the one where
        the toast covers least of `likely_clicks`.
        """
        self.hide_toast()
        app, theme = self._app, self._app.theme
        width = theme.least_width(text, "body", theme.px(40))
        side, pad = theme.px(WHY_BUTTON_WIDTH) if refusal_code else 0, theme.px(1.0)
        rect = pygame.Rect(
            0,
            0,
            width + 1 + 2 * theme.px(1.6) + side,
            max(theme.height(text, "body", width + 1) + 2 * pad, side + pad),
        )
        inside = pygame.Rect((0, 0), app.size).inflate(-2 * theme.gap, -2 * theme.gap)
        anchors = (spot, *(() if spot is None else mentioned))
        places = [place.clamp(inside) for anchor in anchors for place in _candidate_places(rect, anchor, middle)]
        avoided = [pygame.Rect(one.box.ints()) for one in (spot, *mentioned) if one is not None]

        def button_rect(place: pygame.Rect) -> pygame.Rect:
            return pygame.Rect(place.right - theme.px(0.7) - side, place.centery - side // 2, side, side)

        def cost(place: pygame.Rect) -> tuple[int, int, int]:
            covered_by_button = _covered_area(button_rect(place), clickable)
            return _covered_area(place, avoided), covered_by_button, _covered_area(place, likely_clicks)

        rect = min(places, key=cost)
        since = now if app.settings.animation != "off" else now - TOAST_FADE_SECONDS
        app.spoken_line.report_event(text, is_urgent=bool(refusal_code))
        until = inf if app.settings.unhurried else app.now() + _reading_seconds(text)
        self.toast = Toast(text, rect, since, until, refusal_code, button_rect(rect), app.now() + WHY_DELAY_SECONDS)
        app.dirty(theme.outer_rect(rect))
        app.sound.play("slip", pan=app.pan_at(rect.centerx))

    def is_on_why_button(self, pos: tuple[int, int]) -> bool:
        if self.toast is None or not self.toast.why_button.width or self._app.now() < self.toast.why_button_ready_at:
            return False
        return self.toast.why_button.inflate(self._app.theme.px(1.2), self._app.theme.px(1.2)).collidepoint(pos)

    def hide_toast(self) -> None:
        if self.toast is not None:
            self._app.dirty(self._app.theme.outer_rect(self.toast.rect))
            self.toast = None

    def dismiss_on(self, event: pygame.event.Event) -> None:
        """Hide a toast without a time limit on a mouse press, or on a key press not in `NOT_DISMISSING_KEYS`."""
        dismisses = event.type == pygame.MOUSEBUTTONDOWN or (
            event.type == pygame.KEYDOWN and event.key not in NOT_DISMISSING_KEYS
        )
        if dismisses and self.toast is not None and self.toast.until == inf:
            self.hide_toast()

    def is_fully_visible(self, now: float) -> bool:
        return self.toast is None or self.toast.opacity_at(now) == 1.0

    def update(self, before: float, now: float) -> None:
        """Ask for a repaint if the toast was still fading in at the time `before`; hide it when its time is over."""
        if self.toast is not None and not self.is_fully_visible(before):
            self._app.dirty(self._app.theme.outer_rect(self.toast.rect))
        if self.toast is not None and now >= self.toast.until:
            self.hide_toast()

    def wait_seconds(self, now: float) -> float | None:
        """Return the seconds until the next update; None if none is needed."""
        if self.toast is None:
            return None
        if self.toast.until == inf:
            return None if self.is_fully_visible(now) else 0.0
        return max(0.0, self.toast.until - now)

    def paint(self, surface: pygame.Surface, now: float) -> None:
        if self.toast is None:
            return
        theme, rect, opacity = self._app.theme, self.toast.rect, self.toast.opacity_at(now)
        around = theme.outer_rect(rect)
        if not around.colliderect(surface.get_clip()):
            return
        canvas = surface if opacity == 1.0 else pygame.Surface(around.size, pygame.SRCALPHA)
        shift = (0, 0) if opacity == 1.0 else (-around.left, -around.top)
        box = rect.move(shift)
        theme.paint_slip(canvas, box)
        text_area = box.inflate(-2 * theme.px(1.6), 0)
        text_area.width -= self.toast.why_button.width
        theme.text(canvas, self.toast.text, "body", INK, text_area, "centre")
        self._paint_why_button(canvas, self.toast.why_button.move(shift))
        if opacity < 1.0:
            canvas.set_alpha(round(255 * opacity))
            surface.blit(canvas, around)

    def _paint_why_button(self, canvas: pygame.Surface, button: pygame.Rect) -> None:
        if button.width:
            pygame.draw.circle(canvas, BRASS, button.center, round(0.38 * button.width))
            icon = self._app.assets.tinted_icon("ui/help", button.width, INK)
            canvas.blit(icon, icon.get_rect(center=button.center))


def _covered_area(rect: pygame.Rect, boxes: Sequence[pygame.Rect]) -> int:
    return sum(size[0] * size[1] for size in (rect.clip(box).size for box in boxes))


def _reading_seconds(text: str) -> float:
    return max(MIN_TOAST_SECONDS, READING_SECONDS_PER_CHARACTER * len(text))


def _candidate_places(rect: pygame.Rect, spot: Spot | None, middle: tuple[float, float]) -> list[pygame.Rect]:
    """Return possible places for a toast of the size of `rect`, the best first.

    They are above, below, right and left of a spot, and then beyond its neighbours above and below. If `spot`
    is None, they are at `middle`, and above and below that.
    """
    if spot is None:
        x, y = middle
        return [rect.move_to(center=(x, y + step * rect.height)) for step in (0, -2, 2, -4, 4)]
    gap, (x, y) = 0.12 * spot.size, spot.box.centre
    return [
        rect.move_to(midbottom=(spot.x, spot.box.y - gap)),
        rect.move_to(midtop=(spot.x, spot.box.bottom + gap / 2)),
        rect.move_to(midleft=(spot.box.right + gap, y)),
        rect.move_to(midright=(spot.box.x - gap, y)),
        rect.move_to(midbottom=(spot.x, spot.box.y - spot.size - gap)),
        rect.move_to(midtop=(spot.x, spot.box.bottom + spot.size + gap / 2)),
    ]
