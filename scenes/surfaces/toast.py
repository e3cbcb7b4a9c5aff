"""Messages on a table: a toast with a sentence, and a stamped word."""

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
    STAMP_FADE_SECONDS,
    STAMP_SECONDS,
    TOAST_FADE_SECONDS,
    WHY_DELAY_SECONDS,
)
from scenes.surfaces.layout import Box, Spot
from scenes.surfaces.view import TableView

if TYPE_CHECKING:
    from scenes.app.stack import AppContext

WHY_BUTTON: Final = 3.4  # width in u
STAY_KEYS: Final = frozenset(
    (pygame.K_F1, pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT)
)
"""Keys that don't dismiss a toast which waits for input."""


@dataclass(frozen=True, slots=True)
class Toast:
    """A text that is shown from `since` until `until`."""

    text: str
    rect: pygame.Rect
    since: float
    until: float
    refused: str = ""
    key: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    """The "why" button; empty if there is none."""
    ready: float = 0.0  # time from which that button works

    def opacity_at(self, now: float) -> float:
        return min(1.0, max(0.0, (now - self.since) / TOAST_FADE_SECONDS))


class Speech:
    def __init__(self, app: AppContext) -> None:
        self._app = app
        self.toast: Toast | None = None

    def say(
        self,
        text: str,
        spot: Spot | None,
        middle: tuple[float, float],
        now: float,
        refused: str = "",
        free: Sequence[pygame.Rect] = (),
        spoken: Sequence[Spot] = (),
        taken: Sequence[pygame.Rect] = (),
    ) -> None:
        """Show a toast at a spot, or without one around `middle`; with a "why" button if `refused`.

        Its place is the first that covers least of the spot and of `spoken`, then has its button least on `taken`
        (likely targets of the next click), then covers least of `free`.
        """
        self.hide_toast()
        app, theme = self._app, self._app.theme
        width = theme.least_width(text, "body", theme.px(40))
        height = theme.height(text, "body", width + 1)
        side = theme.px(WHY_BUTTON) if refused else 0
        high = max(height + 2 * theme.px(1.0), side + theme.px(1.0))
        rect = pygame.Rect(0, 0, width + 1 + 2 * theme.px(1.6) + side, high)
        inside = pygame.Rect((0, 0), app.size).inflate(-2 * theme.gap, -2 * theme.gap)
        around = (spot, *(() if spot is None else spoken))
        places = [place.clamp(inside) for one in around for place in _beside(rect, one, middle)]
        told = [pygame.Rect(one.box.ints()) for one in (spot, *spoken) if one is not None]

        def key(one: pygame.Rect) -> pygame.Rect:
            return pygame.Rect(one.right - theme.px(0.7) - side, one.centery - side // 2, side, side)

        rect = min(places, key=lambda one: (_covered(one, told), _covered(key(one), taken), _covered(one, free)))
        since = now if app.settings.animation != "off" else now - TOAST_FADE_SECONDS
        app.line.report_event(text, urgent=bool(refused))
        seconds = max(MIN_TOAST_SECONDS, READING_SECONDS_PER_CHARACTER * len(text))
        until = inf if app.settings.unhurried else app.now() + seconds
        self.toast = Toast(text, rect, since, until, refused, key(rect), app.now() + WHY_DELAY_SECONDS)
        app.dirty(theme.outer_rect(rect))
        app.sound.play("slip", pan=app.pan_at(rect.centerx))

    def asks_why(self, pos: tuple[int, int]) -> bool:
        if self.toast is None or not self.toast.key.width or self._app.now() < self.toast.ready:
            return False
        return self.toast.key.inflate(self._app.theme.px(1.2), self._app.theme.px(1.2)).collidepoint(pos)

    def hide_toast(self) -> None:
        if self.toast is not None:
            self._app.dirty(self._app.theme.outer_rect(self.toast.rect))
            self.toast = None

    def dismiss_by(self, event: pygame.event.Event) -> None:
        """Hide a toast that waits for input if this event dismisses it; F1 doesn't: it may ask about the toast."""
        acts = event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.KEYDOWN and event.key not in STAY_KEYS)
        if acts and self.toast is not None and self.toast.until == inf:
            self.hide_toast()

    def is_steady(self, now: float) -> bool:
        return self.toast is None or self.toast.opacity_at(now) == 1.0

    def update(self, before: float, now: float) -> None:
        """Repaint the toast while it fades in (from the state at `before`), and hide it when its time is over."""
        if self.toast is not None and not self.is_steady(before):
            self._app.dirty(self._app.theme.outer_rect(self.toast.rect))
        if self.toast is not None and now >= self.toast.until:
            self.hide_toast()

    def pace(self, now: float) -> float | None:
        if self.toast is None:
            return None
        if self.toast.until == inf:
            return None if self.is_steady(now) else 0.0
        return max(0.0, self.toast.until - now)

    def paint(self, surface: pygame.Surface, now: float) -> None:
        if self.toast is None:
            return
        theme, rect, shown = self._app.theme, self.toast.rect, self.toast.opacity_at(now)
        around = theme.outer_rect(rect)
        if not around.colliderect(surface.get_clip()):
            return
        paper = surface if shown == 1.0 else pygame.Surface(around.size, pygame.SRCALPHA)
        here = rect if shown == 1.0 else rect.move(-around.left, -around.top)
        theme.toast(paper, here)
        words = here.inflate(-2 * theme.px(1.6), 0)
        words.width -= self.toast.key.width
        theme.text(paper, self.toast.text, "body", INK, words, "centre")
        self._paint_key(paper, self.toast.key.move(here.left - rect.left, here.top - rect.top))
        if shown < 1.0:
            paper.set_alpha(round(255 * shown))
            surface.blit(paper, around)

    def _paint_key(self, paper: pygame.Surface, key: pygame.Rect) -> None:
        if key.width:
            pygame.draw.circle(paper, BRASS, key.center, round(0.38 * key.width))
            icon = self._app.assets.tinted_icon("ui/help", key.width, INK)
            paper.blit(icon, icon.get_rect(center=key.center))


def _covered(rect: pygame.Rect, boxes: Sequence[pygame.Rect]) -> int:
    return sum(size[0] * size[1] for size in (rect.clip(box).size for box in boxes))


def _beside(rect: pygame.Rect, spot: Spot | None, middle: tuple[float, float]) -> list[pygame.Rect]:
    """Return places above, below, right and left of a spot, then above and below its neighbours.

    Without a spot: in the middle, above that and below it.
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


class Stamping:
    """A stamped word; only its rectangle is repainted, and only while it fades."""

    def __init__(self, app: AppContext, view: TableView) -> None:
        self._app = app
        self._view = view
        self.word: tuple[str, float, pygame.Rect] | None = None
        self._now = 0.0

    def stamp(self, text: str, area: Box) -> None:
        self.clear()
        self._now = self._app.now()
        if self._view.stamp is not None:
            self.word = (text, self._now, self._view.stamp.find_place(area))
        self._dirty()

    def clear(self) -> None:
        self._dirty()
        self.word = None

    def update(self, now: float) -> None:
        before, self._now = self._seen(), now
        if self.word is not None and now - self.word[1] >= STAMP_SECONDS:
            self.clear()
        elif self._seen() != before:
            self._dirty()

    def _seen(self) -> float:
        since = 0.0 if self.word is None else self._now - self.word[1]
        return max(0.0, min(1.0, since / STAMP_FADE_SECONDS, (STAMP_SECONDS - since) / STAMP_FADE_SECONDS))

    def pace(self, now: float) -> float | None:
        if self.word is None:
            return None
        since = now - self.word[1]
        fades_at = STAMP_SECONDS - STAMP_FADE_SECONDS
        return 0.0 if since < STAMP_FADE_SECONDS or since > fades_at else fades_at - since

    def paint(self, surface: pygame.Surface) -> None:
        if self.word is not None and self._view.stamp is not None:
            text, _, rect = self.word
            self._view.stamp.paint(surface, self._app.assets, self._app.theme, rect, text, self._seen())

    def _dirty(self) -> None:
        if self.word is not None:
            rect = self.word[2]
            self._app.dirty(rect.inflate(round(0.2 * rect.width), round(0.2 * rect.height)))
