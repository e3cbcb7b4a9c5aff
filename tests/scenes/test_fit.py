"""Every scene away from the table fits every window: no word cut off, nothing over anything else or outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from scenes.app.app import App
from scenes.app.stack import Scene
from scenes.app.words import LANGUAGES
from scenes.screens.constants import MAX_PLAYER_NAME_LENGTH
from scenes.ui.base import Widget
from scenes.ui.scroll import ScrollGroup
from tests.effort import by_effort
from tests.rules.play import in_pairs
from tests.scenes.catalogue import LONG, SCENES
from tests.scenes.driver import form_of, leaves
from tests.scenes.shared_app import reset_app, shared_app

SIZES = ((960, 600), (1280, 800), (2560, 1440), (960, 1300))


def windows(sizes: Sequence[tuple[int, int]]) -> list[tuple[Any, ...]]:
    """Of windows with their scale of text and language so few that two languages are tried with all that matters.

    Every other language is tried where there is least room. The short form has four windows alone.
    """
    paired = ("en", "fr")
    others = [(sizes[0], scale, code) for scale in (100, 150) for code in LANGUAGES if code not in paired]
    largest = [(sizes[0], 200, code) for code in LANGUAGES]
    narrow = [(sizes[0], 150, "fr"), (sizes[0], 200, "de"), (sizes[1], 100, "en"), (sizes[-1], 100, "fr")]
    if by_effort(True, False, False):
        return narrow
    return [*in_pairs(sizes, (100, 150), paired), *others, *largest, ((2560, 1440), 60, "fr")]


WINDOWS = windows(SIZES)


@pytest.fixture(scope="module", params=WINDOWS, ids=str)
def window(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    size, scale, language = request.param
    with shared_app(tmp_path_factory.mktemp("home"), language=language, window=size, text_scale=scale) as app:
        yield app


@pytest.mark.parametrize("name", SCENES)
def test_scene_fits_its_window(window: App, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = window
    known = {"language": app.settings.language, "window": app.size, "text_scale": app.theme.text_scale}
    reset_app(app, tmp_path, monkeypatch, **known)
    cut: list[str] = []
    app.theme.report_overflow = lambda text, role, rect: cut.append(f"{text!r} as {role} in {rect}")
    scene = SCENES[name](app)
    app.stack.push(scene)
    for _ in range(8):
        scene.update(0.02)
        app.surface.set_clip(None)
        scene.paint(app.surface)
        if not _scroll_on(scene):
            break
    assert cut == []
    _assert_apart(scene, pygame.Rect((0, 0), app.size))


def _scroll_on(scene: Scene) -> bool:
    groups = [group for group in form_of(scene).iter_widgets() if isinstance(group, ScrollGroup)]
    before = [group.scroll.offset for group in groups]
    for group in groups:
        group.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_x=0.0, precise_y=-3.0))
    return before != [group.scroll.offset for group in groups]


def _assert_apart(scene: Scene, window: pygame.Rect) -> None:
    shown = [(widget, widget.rect.clip(_frame(widget))) for widget in leaves(form_of(scene))]
    shown = [(widget, rect) for widget, rect in shown if rect.width and rect.height]
    for widget, rect in shown:
        assert window.contains(rect), (widget.label, rect)
        frame = _frame(widget)
        assert frame.left <= widget.rect.left and widget.rect.right <= frame.right, (widget.label, widget.rect)
    for (one, first), (other, second) in combinations(shown, 2):
        if form_of(scene).overlay in (one, other):
            continue
        assert not first.colliderect(second), (one.label, first, other.label, second)


def _frame(widget: Widget) -> pygame.Rect:
    frame, group = pygame.Rect((0, 0), widget.theme.size), widget.parent
    while group is not None and group.parent is not None:
        if isinstance(group, ScrollGroup):
            frame = frame.clip(group.rect)
        group = group.parent
    return frame


def test_long_name_has_the_maximum_length() -> None:
    assert len(LONG) == MAX_PLAYER_NAME_LENGTH
