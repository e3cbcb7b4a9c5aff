"""The line of words at the window's lower edge, which screen readers are told as well (`screen_reader.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import ref

import pygame

from scenes.app.fonts import Lettering
from scenes.app.theme import EDGE, INK, PAPER, SOFT_INK

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.app.screen_reader import Reader
    from scenes.app.stack import Scene, Widgets

ROWS: Final = 2
"""One for what has happened, one for what the focus is on."""
_PAD: Final = 0.5
"""Above and below the words, in u."""
_HEADS: Final = ("display", "title", "heading")


class SpokenLine:
    """The words, and the strip of the window that they are painted on."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.happened = ""
        self.under = ""
        self.reader: Reader | None = None
        """The bridge to screen readers; None where there is none."""
        self._scene: ref[Scene] | None = None
        """The scene that was described last; it may be gone."""

    @property
    def shown(self) -> bool:
        """Whether the window has the strip."""
        return self._app.settings.line_of_words

    @property
    def wanted(self) -> bool:
        """Whether it is shown, or a screen reader is on."""
        return self.shown or (self.reader is not None and self.reader.active)

    def left(self, size: tuple[int, int], density: float) -> tuple[int, int]:
        """The size in pixels that is left for the scenes of a window of `size` pixels, `density` of them a point."""
        if not self.shown:
            return size
        letters = Lettering(size, self._app.settings.text_scale, density)
        return size[0], size[1] - ROWS * letters.line("small") - 2 * letters.px(_PAD)

    def tell(self, text: str) -> None:
        """Something has happened."""
        if self.wanted and text and text != self.happened:
            self.happened = text
            self._renew()

    def look(self, text: str) -> None:
        """The focus is on this now; nothing: it is nowhere."""
        if self.wanted and text != self.under:
            self.under = text
            self._renew()

    def heed(self, scene: Scene, form: Widgets) -> None:
        """Say what the focus of a scene's form is on, if it is shown and the scene is on top."""
        if self.wanted and scene is self._app.stack.top and form.spoken():
            self.look(form.spoken())

    def follow(self) -> None:
        """If another scene is on top than before, say what it is."""
        scene = self._app.stack.top
        before = None if self._scene is None else self._scene()
        if scene is not before and self.wanted and scene is not None:
            self._scene = ref(scene)
            self.under = ""
            if head_of(scene) not in self.happened:  # some have said more already
                self.tell(head_of(scene))
            self._renew()

    def attend(self, event: pygame.event.Event) -> None:
        """Tell readers whether the window has the keyboard; called with every event."""
        if self.reader is not None and event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            self.reader.focus(event.type == pygame.WINDOWFOCUSGAINED)

    def lose_reader(self, problem: Exception) -> None:
        """Give up the bridge to screen readers, which has failed."""
        self.reader = None
        self._app.storage.log(f"Screen readers are told nothing: {type(problem).__name__}: {problem}")

    def _renew(self) -> None:
        if self.shown:
            self._app.dirty(self.rect)
        if self.reader is not None:
            self.reader.renew()

    @property
    def rect(self) -> pygame.Rect:
        """The strip, in window pixels."""
        (width, high), (_, whole) = self._app.size, self._app.whole
        return pygame.Rect(0, high, width, whole - high)

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the strip within the surface's clip."""
        rect, theme = self.rect, self._app.theme
        if not self.shown or not rect.colliderect(surface.get_clip()):
            return
        surface.fill(pygame.Color("#FFFFFF") if theme.contrast else PAPER, rect)
        pygame.draw.line(surface, EDGE, rect.topleft, rect.topright)
        inner = rect.inflate(-2 * theme.margin, -2 * theme.px(_PAD))
        if not self.under and len(theme.wrap(self.happened, "small", inner.width)) == ROWS:
            theme.text(surface, self.happened, "small", INK, inner)
            return
        upper = pygame.Rect(inner.left, inner.top, inner.width, inner.height // ROWS)
        lower = pygame.Rect(inner.left, upper.bottom, inner.width, inner.bottom - upper.bottom)
        theme.text(surface, self.happened, "small", INK, upper, ellipsis=True)
        theme.text(surface, self.under, "small", SOFT_INK, lower, ellipsis=True)


def head_of(scene: Scene) -> str:
    """What a screen calls itself: its heading, and what a question says beside it."""
    labels = [] if scene.widgets is None else scene.widgets.texts()
    heads = [text for role, text in labels if role in _HEADS]
    if not heads and not scene.opaque:
        heads = [text for _, text in labels]
    return ". ".join(heads[:1] + ([] if scene.opaque else [text for role, text in labels if role == "body"]))
