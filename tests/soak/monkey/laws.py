"""Laws that hold whatever the monkey does. Each is a function that raises `BrokenError`; `BESIDE` can be checked at
any moment between two frames, `AT_REST` when nothing moves and everything is painted."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import pygame

from rules import abilities
from rules.ai.questions import Analyse, Choose, React
from scenes.app.atomic_files import read_whole
from scenes.app.game_card import card_of
from scenes.screens.menu.scene import MenuScene
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.ui.base import Widget
from scenes.ui.scroll import ScrollGroup
from tests.scenes.driver import Timed, leaves
from tests.soak.monkey.actions import form_of
from tests.soak.monkey.cage import Cage


class BrokenError(AssertionError):
    """Raised when a law is broken; `law` is its name."""

    def __init__(self, law: str, told: str) -> None:
        super().__init__(f"{law}: {told}")
        self.law = law


Law: TypeAlias = Callable[[Timed, Cage], None]


def held(law: str, true: bool, told: object = "") -> None:
    if not true:
        raise BrokenError(law, str(told))


def matches(app: Timed) -> Iterator[MatchScene]:
    for scene in app.stack.scenes:
        if isinstance(scene, MatchScene):
            yield scene


def written(app: Timed) -> Iterator[MatchScene]:
    """Return the matches that have a record; a try-out begun in mid-turn has none."""
    for scene in matches(app):
        if not scene.session.is_tried_out or scene.match.start.turn_started:
            yield scene


# --- between any two frames


def nothing_is_swallowed(app: Timed, cage: Cage) -> None:
    """Check that no fault went to the log or ended a thread, and that no file outside the home was written."""
    held("nothing is swallowed", not cage.faults, cage.faults)


def the_menu_lies_below(app: Timed, cage: Cage) -> None:
    scenes = app.stack.scenes
    held("the menu lies below", bool(scenes) and isinstance(scenes[0], MenuScene), scenes)
    held("one menu is enough", not any(isinstance(scene, MenuScene) for scene in scenes[1:]), scenes)


def a_match_reads_as_it_is_written(app: Timed, cage: Cage) -> None:
    """Check that the record of a match, replayed by the rules, gives the same positions."""
    for scene in written(app):
        again = Session.load("again", scene.session.text())
        same = again.match.positions == scene.match.positions and again.match.outcome() == scene.match.outcome()
        held("a match reads as it is written", same, scene.session.text())


def undo_and_redo_return(app: Timed, cage: Cage) -> None:
    """Check on a copy that redo restores what undo took back."""
    for scene in written(app):
        copy = Session.load("copy", scene.session.text()).match
        if copy.ending is not None:
            copy.undo()
        before = list(copy.positions)
        while copy.undo():
            pass
        while copy.redo():
            pass
        held("undo and redo return", list(copy.positions) == before, scene.session.text())


def what_is_finished_is_on_disk(app: Timed, cage: Cage) -> None:
    """Check that the file of a match has all its moves, unless another window has just written it."""
    for scene in matches(app):
        session = scene.session
        if scene.session.is_tried_out or not session.id or not scene.match.plies or app.storage.alarm is not None:
            continue
        position = scene.match.position
        if scene.table.facts.chance.is_pending and not position.turn_started:
            continue  # dice fly: they are kept where they come to lie
        files = [cage.home / kind / f"{session.id}.tablier" for kind in ("matches", "finished")]
        if any(path in cage.damaged for path in files):
            continue
        there = [read_whole(path).partition("\n\n")[2] for path in files if path.exists()]
        wanted = session.text().partition("\n\n")[2]
        held("what is finished is on disk", there == [wanted], f"{session.id}: {there} is not {wanted!r}")


def no_hidden_card_is_shown(app: Timed, cage: Cage) -> None:
    """Check that no hand is shown but that of the one person who may look, and that opponents get no more than their
    view."""
    for ask in cage.asked:
        if card_of(ask.game).hidden_hands and isinstance(ask, Choose | Analyse | React):
            seat = ask.seat if isinstance(ask, React) else ask.position.to_move
            held("an opponent sees no other hand", ask.position == abilities.seen_by(ask.position, seat), ask)
    cage.asked.clear()
    for scene in matches(app):
        position: Any = scene.match.position
        if (
            not card_of(scene.match.game.key).hidden_hands
            or scene.match.outcome() is not None
            or scene.stage.has_film
        ):
            continue
        shown: Any = scene.table.facts.cursor.position
        if shown.phase in ("end", "blocked"):
            continue
        persons = scene.session.persons
        open_hands = {name.partition(":")[0] for name in scene.stage.table if name[0] == "h" and ":" in name}
        own = {f"h{seat}" for seat in persons}
        held("no other hand lies open", open_hands <= own, f"{open_hands} of {own}")
        held("one hand lies open", len(open_hands) <= 1, open_hands)
        if len(persons) > 1 and scene.table.facts.can_move:
            held("the hand of the one who moves", open_hands <= {f"h{position.to_move}"}, open_hands)


def the_focus_can_be_seen(app: Timed, cage: Cage) -> None:
    form = form_of(app.stack.top)
    marked = None if form is None else form.marked
    if form is None or marked is None or not form._can_focus(marked) or form.overlay is not None:
        return
    held("the focus has a place", marked.rect.width > 0 and marked.rect.height > 0, marked.label)
    if _scrolled(marked) is not None:
        return  # the wheel may have turned it away
    inside = marked.rect.clip(marked.visible_area()).clip((0, 0), app.window_size)
    held("the focus is in sight", inside.width > 0 and inside.height > 0, f"{marked.label!r} {marked.rect}")


def everything_lies_on_the_sheet(app: Timed, cage: Cage) -> None:
    form = form_of(app.stack.top)
    window = pygame.Rect((0, 0), app.size)
    for one in () if form is None else leaves(form):
        rect = one.rect.clip(_frame(one))
        if rect.width and rect.height:
            told = f"{type(app.stack.top).__name__}: {type(one).__name__} {one.label!r} {one.rect} in {window}"
            held("everything lies on the sheet", window.contains(rect), told)


def _frame(widget: Widget) -> pygame.Rect:
    """Return the part of the window in which a widget may show: that of its scrolled group, or the whole window."""
    group = _scrolled(widget)
    return widget.rect if group is None else group.rect


def _scrolled(widget: Widget) -> ScrollGroup | None:
    group = widget.parent
    while group is not None and not (isinstance(group, ScrollGroup) and group.scroll.is_needed()):
        group = group.parent
    return group


# --- where nothing moves


def the_table_is_as_the_position_says(app: Timed, cage: Cage) -> None:
    for scene in matches(app):
        if not scene.stage.has_film:
            wanted = scene.table.facts.chance.redact_table(scene.table.facts.cursor.position)
            held("the table is as the position says", scene.stage.table == wanted, scene.match.game.key)


def what_is_painted_is_what_is_there(app: Timed, cage: Cage) -> None:
    """Check that partial repaints have given the same picture as a full repaint."""
    if app.seconds_to_next_frame() == 0 or app.assets.resizing:
        return
    shown = app.surface.copy()
    app.dirty()
    app.paint()
    apart = difference_of(shown, app.surface)
    told = f"{type(app.stack.top).__name__} {apart} of {app.window_size}, focus {_focus(app)}"
    held("what is painted is what is there", apart is None, told)


def _focus(app: Timed) -> str:
    form = form_of(app.stack.top)
    return "" if form is None or form.focus_on is None else form.focus_on.label


def difference_of(one: pygame.Surface, other: pygame.Surface) -> pygame.Rect | None:
    """Return where two pictures of the same size differ by more than a shade, or None."""
    if one.get_buffer().raw == other.get_buffer().raw:
        return None
    mask = pygame.mask.from_threshold(one, (0, 0, 0), (3, 3, 3, 255), other)
    mask.invert()
    rects = mask.get_bounding_rects()
    return rects[0].unionall(rects[1:]) if rects else None


BESIDE: Final[tuple[tuple[Law, float], ...]] = (
    (nothing_is_swallowed, 1.0),
    (the_menu_lies_below, 1.0),
    (no_hidden_card_is_shown, 1.0),
    (what_is_finished_is_on_disk, 0.1),
    (the_focus_can_be_seen, 0.3),
    (everything_lies_on_the_sheet, 0.1),
    (a_match_reads_as_it_is_written, 0.03),
    (undo_and_redo_return, 0.02),
)
"""Each law with the share of moments at which it is checked."""
AT_REST: Final[tuple[Law, ...]] = (the_table_is_as_the_position_says, what_is_painted_is_what_is_there)


# --- from one life to the next


def open_resources() -> set[str]:
    """Return the open files, threads and processes of this process, without the files of fonts."""
    held = {f"thread {one.name}" for one in threading.enumerate()}
    for file in Path("/proc/self/fd").glob("*"):
        with contextlib.suppress(OSError):  # the one that lists them is closed by now
            held.add(f"file {file.name} {file.readlink()}")
    for task in Path("/proc/self/task").glob("*/children"):
        held |= {f"process {number}" for number in task.read_text().split()}
    return {one for one in held if not one.endswith((".ttf", "/fd"))}
