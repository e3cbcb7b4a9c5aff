"""The line of words at the window's lower edge: news, and words for what has the focus.

The words are also sent to screen readers (`screen_reader.py`). Before each frame the line asks the top scene what has
the focus (`Scene.describe_focus`). News is reported by `report_event`, or by `report_state` if the same state may be
reported repeatedly; news of a scene disappears with the scene.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import ref

import pygame

from scenes.app.accessibility_tree import Node, Role
from scenes.app.constants import READER_REST_SECONDS
from scenes.app.fonts import Lettering
from scenes.app.theme import EDGE, INK, PAPER, SOFT_INK

if TYPE_CHECKING:
    from scenes.app.screen_reader import Reader
    from scenes.app.stack import AppContext, Scene

ROWS: Final = 2  # one for news, one for what the focus is on
_PADDING_U: Final = 0.5  # u above and below the words
_HEADING_ROLES: Final = ("display", "title", "heading")


class SpokenLine:
    """The texts of the line of words, and the strip of the window on which they are painted."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self.news = ""
        self.focus_text = ""
        self.is_urgent = False  # the news interrupts what a screen reader is reading out
        self.reader: Reader | None = None
        self._last_scene: ref[Scene] | None = None  # the top scene at the last frame
        self._news_scene: ref[Scene] | None = None  # the top scene when `news` was set
        self._is_tree_stale = False  # the screen reader's tree is out of date
        self._last_sent: tuple[Reader | None, str, str] = (None, "", "")
        self._next_update = 0.0  # time from which the screen reader may get the next tree
        self._last_state = ""
        self._last_notes: tuple[str, ...] = ()  # of `_last_scene`

    @property
    def is_shown(self) -> bool:
        return self._app.settings.line_of_words

    @property
    def is_wanted(self) -> bool:
        return self.is_shown or (self.reader is not None and self.reader.active)

    def size_above(self, size: tuple[int, int], density: float) -> tuple[int, int]:
        """Return the size left for scenes in a window of `size` pixels with `density` pixels per point."""
        if not self.is_shown:
            return size
        lettering = Lettering(size, self._app.settings.text_scale, density)
        return size[0], size[1] - ROWS * lettering.line("small") - 2 * lettering.px(_PADDING_U)

    def report_event(self, text: str, *, is_urgent: bool = False) -> None:
        """Report an event. A repeated text gets a trailing space, as screen readers only read out changes."""
        if self.is_wanted and text:
            self._set_news(f"{text} " if text == self.news else text, is_urgent)

    def report_state(self, text: str) -> None:
        if self.is_wanted and text and text != self._last_state:
            self._set_news(text)
            self._last_state = text

    def _set_news(self, text: str, is_urgent: bool = False) -> None:
        self.news, self.is_urgent = text, is_urgent
        self._news_scene = None if self._app.stack.top is None else ref(self._app.stack.top)
        self._repaint()

    def report_focus(self) -> None:
        """Do what screen readers requested, then report the top scene and its focus; called before each frame."""
        scene = self._app.stack.top
        if not self.is_wanted or scene is None:
            return
        if self.reader is not None:
            self.reader.run_requested_actions()
            scene = self._app.stack.top or scene
        self._report_scene(scene)
        focus_text = scene.describe_focus()
        if focus_text != self.focus_text:
            self.focus_text = focus_text
            self._repaint()
        if self.reader is not None and self.reader.active:
            self._update_reader(self.reader, scene)

    def _update_reader(self, reader: Reader, scene: Scene) -> None:
        to_send = (reader, self.news, self.focus_text)
        self._is_tree_stale = self._is_tree_stale or self._app.painter.is_stale or self._last_sent != to_send
        if self._is_tree_stale and (self._last_sent != to_send or self._app.now() >= self._next_update):
            self._is_tree_stale, self._last_sent = False, to_send
            self._next_update = self._app.now() + READER_REST_SECONDS
            role: Role = "PANE" if scene.opaque else "DIALOG"
            reader.set_bounds(pygame.display.get_window_position(), self._app.window_size)
            screen = pygame.Rect((0, 0), self._app.size)
            reader.update_tree(Node(scene, role, heading_of(scene), screen, children=scene.nodes()))

    def wait_seconds(self) -> float | None:
        return max(0.0, self._next_update - self._app.now()) if self._is_tree_stale and self.is_wanted else None

    def _report_scene(self, scene: Scene) -> None:
        """Report a scene's heading and notes when it comes to the top, and later its new notes."""
        heading, notes = heading_of(scene), () if scene.widgets is None else tuple(scene.widgets.notes())
        is_new, old_notes = self._last_scene is None or self._last_scene() is not scene, self._last_notes
        self._last_scene, self._last_notes = ref(scene), notes
        new_notes = [note for note in notes if is_new or note not in old_notes]
        if is_new:
            self._last_state = ""
            own_news = self.news if self._news_scene is not None and self._news_scene() is scene else ""
            self._set_news(sentences("" if own_news.startswith(heading) else heading, *new_notes, own_news))
        elif new_notes:
            self.report_event(" ".join(new_notes))
        elif old_notes != notes and self.news.rstrip(" ") in old_notes:
            self._set_news("")  # the note that is the news has disappeared

    def on_event(self, event: pygame.event.Event) -> None:
        if self.reader is not None and event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            self.reader.focus(event.type == pygame.WINDOWFOCUSGAINED)

    def lose_reader(self, problem: Exception) -> None:
        self.reader = None
        self._app.storage.log(f"Screen readers are told nothing: {type(problem).__name__}: {problem}")

    def _repaint(self) -> None:
        if self.is_shown:
            self._app.dirty(self.rect)

    @property
    def rect(self) -> pygame.Rect:
        (width, top), (_, bottom) = self._app.size, self._app.window_size
        return pygame.Rect(0, top, width, bottom - top)

    def paint(self, surface: pygame.Surface) -> None:
        rect, theme = self.rect, self._app.theme
        if not self.is_shown or not rect.colliderect(surface.get_clip()):
            return
        surface.fill(theme.colour_for(PAPER), rect)
        pygame.draw.line(surface, theme.colour_for(EDGE), rect.topleft, rect.topright)
        inner = rect.inflate(-2 * theme.margin, -2 * theme.px(_PADDING_U))
        if not self.focus_text and len(theme.wrap(self.news, "small", inner.width)) == ROWS:
            theme.text(surface, self.news, "small", INK, inner)
            return
        upper = pygame.Rect(inner.left, inner.top, inner.width, inner.height // ROWS)
        lower = pygame.Rect(inner.left, upper.bottom, inner.width, inner.bottom - upper.bottom)
        theme.text(surface, self.news, "small", INK, upper, ellipsis=True)
        theme.text(surface, self.focus_text, "small", SOFT_INK, lower, ellipsis=True)


def sentences(*texts: str) -> str:
    """Join the non-empty texts; if there are several, end each with a full stop unless it ends with another mark."""
    filled = [text for text in texts if text]
    return filled[0] if len(filled) == 1 else " ".join(text if text[-1] in ".!?…:" else f"{text}." for text in filled)


def heading_of(scene: Scene) -> str:
    """Return the heading of a screen; for a dialog, its heading and text."""
    labels = [] if scene.widgets is None else scene.widgets.texts()
    headings = [text for role, text in labels if role in _HEADING_ROLES]
    if not headings and not scene.opaque:
        headings = [text for _, text in labels]
    return sentences(*headings[:1], *([] if scene.opaque else [text for role, text in labels if role == "body"]))
