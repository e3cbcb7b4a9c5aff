"""Every scene away from the table fits every window: no word cut off, nothing over anything else or outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import pygame
import pytest

from scenes.agreement import LONGEST_NAME
from scenes.app import App
from scenes.archive import ArchiveScene
from scenes.dialog import Dialog
from scenes.exchange import ExchangeScene, OpenScene, SaveScene
from scenes.lang import LANGUAGES
from scenes.menu import MenuScene
from scenes.pause import GROUPS, PauseScene
from scenes.result import ORDER, ResultScene
from scenes.rulebook import RulebookScene
from scenes.settings import SettingsScene
from scenes.setup import SetupScene
from scenes.stack import Scene
from scenes.storage import Notice, Settings, Storage
from scenes.tables.squares import RATIO
from scenes.widgets.base import Widget
from scenes.widgets.scroll import ScrollGroup
from tests.scenes.visiting import GAME, form_of, leaves, sitting

SIZES = ((960, 600), (1280, 800), (2560, 1440), (960, 1300))
LONG = "Marie-Geneviève Lachaise"
"""A name as long as one may be."""


def _menu_of_five(app: App) -> Scene:
    return MenuScene(app, (GAME,) * 5)


def _busy_menu(app: App) -> Scene:
    for number in range(8):
        sitting(app.storage, 6, names=(LONG, LONG), match_id=f"match-{number}").save(app.storage)
    app.storage.notices.append(Notice("storage.match_unreadable", {"name": "a.tablier", "kept": "a.tablier.x"}))
    app.storage.notices.append(Notice("storage.settings_from_backup", {}))
    return MenuScene(app)


def _archive(app: App) -> Scene:
    sitting(app.storage, 1000, names=(LONG, LONG), match_id="match-1").save(app.storage)
    (app.storage.data / "finished" / "broken.tablier").write_text("nothing", encoding="utf-8")
    return ArchiveScene(app)


def _two_computers(app: App) -> Scene:
    app.settings.setups[GAME.key] = {"seats": ["computer 3", "computer 1"], "clock": "10+5", "by_lot": True}
    return SetupScene(app, GAME.key)


def _said_no(app: App) -> Scene:
    scene = ExchangeScene(app)
    scene.enter()
    scene._say(app.words("exchange.bad_record", why="Line 17: a6-b5 can't be played there by seat 0."))
    scene.enter = lambda: None  # type: ignore[method-assign]
    return scene


def _result(app: App) -> Scene:
    words = app.words
    lines = [words("table.score", first=LONG, second=LONG, a="12½", b="½"), words("table.turns", n=240)]
    why = words(f"outcome.{GAME.key}.40-quiet-moves")
    return ResultScene(app, words("table.won", name=LONG), why, lines, ORDER, RATIO)


def _ask(app: App) -> Scene:
    words = app.words
    keep, throw = words("archive.keep"), words("archive.delete")
    return Dialog(app, words("archive.delete_ask"), [(None, keep, "plain"), (1, throw, "danger")], LONG)


SCENES: dict[str, Callable[[App], Scene]] = {
    "menu": MenuScene,
    "menu of five": _menu_of_five,
    "busy menu": _busy_menu,
    "setup": lambda app: SetupScene(app, GAME.key),
    "setup from a position": lambda app: SetupScene(app, GAME.key, "8/2m5/8/4K3/8/1m6/M7/8 w 2 0 1"),
    "setup for two computers": _two_computers,
    "settings": SettingsScene,
    "pause": lambda app: PauseScene(app, [action for group in GROUPS for action in group]),
    "short pause": lambda app: PauseScene(app, ["go-on", "rematch", "to-menu"]),
    "result": _result,
    "archive": _archive,
    "empty archive": lambda app: ArchiveScene(app, "matches"),
    "rules": lambda app: RulebookScene(app, GAME.key),
    "exchange": ExchangeScene,
    "exchange that said no": _said_no,
    "open": OpenScene,
    "save": lambda app: SaveScene(app, "text", "2026-11-21-183000-1"),
    "ask": _ask,
}


@pytest.fixture(scope="module", params=[(size, scale) for size in SIZES for scale in (100, 150)], ids=str)
def window(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """One window for all scenes of a size."""
    size, scale = request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        patch.setenv("TABLIER_HOME", str(tmp_path_factory.mktemp("home")))
        app = App(Settings(language="en", window=size, text_scale=scale, animation="off"), Storage())
        yield app
        app.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_everything_fits(
    window: App, name: str, language: str, tmp_path: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = window
    monkeypatch.setenv("TABLIER_HOME", str(tmp_path))
    app.storage = Storage()
    app.settings = Settings(language=language, window=app.size, text_scale=app.theme.text_scale, animation="off")
    app.stack.scenes.clear()
    app.settings_changed()
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
    """Turn the wheel over what is scrolled; False when that was all."""
    groups = [group for group in form_of(scene).walk() if isinstance(group, ScrollGroup)]
    before = [group.scroll.offset for group in groups]
    for group in groups:
        group.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_x=0.0, precise_y=-3.0))
    return before != [group.scroll.offset for group in groups]


def _assert_apart(scene: Scene, window: pygame.Rect) -> None:
    """Nothing lies outside of the window or over anything else, as far as it shows."""
    shown = [(widget, widget.rect.clip(_frame(widget))) for widget in leaves(form_of(scene))]
    shown = [(widget, rect) for widget, rect in shown if rect.width and rect.height]
    for widget, rect in shown:
        assert window.contains(rect), (widget.label, rect)
        frame = _frame(widget)
        assert frame.left <= widget.rect.left and widget.rect.right <= frame.right, (widget.label, widget.rect)
    for (one, first), (other, second) in combinations(shown, 2):
        assert not first.colliderect(second), (one.label, first, other.label, second)


def _frame(widget: Widget) -> pygame.Rect:
    """The part of the window in which a widget may show: the place of its scrolled group, or its sheet."""
    group = widget.parent
    while group is not None and group.parent is not None:
        if isinstance(group, ScrollGroup) or type(group).__name__ == "Panel":
            return group.rect
        group = group.parent
    return pygame.Rect((0, 0), widget.theme.size)


def test_the_long_name_is_as_long_as_one_may_be() -> None:
    assert len(LONG) == LONGEST_NAME
