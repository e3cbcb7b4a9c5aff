"""Stories of clicks and keys (`clicks.json`): the acts of their lines, and the values that they compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import pygame

from rules import get
from rules.ai.questions import Answer
from rules.clock import Control
from scenes.app.stack import Scene
from scenes.screens.editor.scene import EditorScene, PiecePalette
from scenes.screens.import_export import OpenMatchScene
from scenes.screens.learn.lessons import Lesson, LessonsScene, SummaryScene
from scenes.screens.learn.tasks import LESSONS, Progress, course
from scenes.screens.match_list import ArchiveScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.setup.scene import SetupScene
from scenes.surfaces.mark_rules import Sign
from scenes.table.editor_board import EditorBoard
from scenes.ui.listing import Listing
from scenes.ui.move_list import MoveList
from scenes.ui.popup_list import Chooser
from tests.scenes.catalogue import SCENES
from tests.scenes.coach_driver import CoachDriver, accept_only, open_drill
from tests.scenes.dice import attentive, lies, load
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import session
from tests.scenes.opponents import silent
from tests.table.person import PLAYERS, read_cards

MODIFIERS: Final = {"shift": pygame.KMOD_SHIFT, "ctrl": pygame.KMOD_LCTRL, "alt": pygame.KMOD_ALT}
OPENED: Final[dict[str, Callable[..., Scene]]] = {
    "lessons": LessonsScene,
    "summary": SummaryScene,
    "setup": SetupScene,
    "menu": lambda app, key: MenuScene(app),
    "archive": ArchiveScene,
    "exchange": lambda app: OpenMatchScene(app),
    "editor": lambda app, key, text: EditorScene(app, key, get(key).text.read(text) if text else None),
    "screen": lambda app, name: SCENES[name](app),
}
AT_TABLE: Final = ("players", "position", "cards", "options", "control")


def begin(tables: Tables, story: dict[str, Any]) -> Driver:
    """Open the screen of a story: a match, an exercise (`drill`), a lesson, or another screen (`open`)."""
    facts = {name: fact for name, fact in story.items() if name not in ("story", "steps")}
    if "size" in facts:
        facts["size"] = tuple(facts["size"])
    if "drill" in facts:
        drill = facts.pop("drill")
        ways = {name: tuple(drill.pop(name, ())) for name in ("reply", "shown")}
        return open_drill(tables, accept_only(*drill.pop("right", ["Wd4xe5"]), **ways), **drill, **facts)
    facts = {**({} if "lesson" in facts else {"animation": "off"}), **facts}
    if "open" in facts or "lesson" in facts:
        screen, *about = facts.pop("open", ("lesson", *facts.pop("lesson", ())))
        saved, done = facts.pop("saved", {}), facts.pop("done", 0)
        app = tables.app(**facts)
        for name, plies in saved.items():
            session(app.storage, plies, match_id=name).save(app.storage)
        for task in course(about[0])[:done] if done else ():
            Progress(app.storage, LESSONS).mark_done(about[0], task.id)
        if screen == "lesson":
            return CoachDriver(app, Lesson(app, *about))
        drive = Driver(app)
        drive.open(OPENED[screen](app, *about))
        return drive
    at_table = {name: facts.pop(name, None) for name in AT_TABLE}
    game, options, control = get(facts.pop("game")), at_table["options"], at_table["control"]
    position = at_table["position"] if at_table["cards"] is None else read_cards(**at_table["cards"])
    players = [PLAYERS[name] for name in (at_table["players"] or "Anna Bert").split()]
    drive = tables.table(
        *players,
        game=game,
        position=position,
        options=None if options is None else game.play.options(**options),
        control=None if control is None else Control.read(control),
        **facts,
    )
    if "hawk" in (at_table["players"] or ""):
        drive.mind.answer = attentive
    if game.key == "ducale":
        drive.until(lambda: drive.facts.can_move)
    drive.settle()
    return drive


def strike(drive: Driver, name: str) -> None:
    """Strike a key by its name, as in "return" or "ctrl+z"."""
    *modifiers, key = name.split("+") if name != "+" else [name]
    drive.strike(pygame.key.key_code(key), sum(MODIFIERS[one] for one in modifiers))


def strike_all(drive: Driver, *names: str) -> None:
    for name in names:
        strike(drive, name)


def advise(drive: Driver, texts: str) -> None:
    """Let the opponent's stand-in answer by these moves."""

    def answer(ask: Any) -> Answer:
        moves, position = [], ask.position
        for text in texts.split(" | "):
            moves.append(next(move for move in position.legal_moves() if str(move) == text))
            position = position.play(moves[-1])
        return Answer(ask.id, tuple(moves), score=10)

    drive.mind.answer = answer


def place_of(drive: Driver, name: str) -> tuple[int, int]:
    """Return a pixel of a place in the editor: "tray:q", a place such as "d4" or "m1:9H#1", or "away" (outside)."""
    board = drive.the(EditorBoard)
    if name == "away":
        return (3, 3)
    if name.startswith("tray:"):
        return drive.the(PiecePalette).slot_of(name.removeprefix("tray:")).center
    box = pygame.Rect(board.place_spots[name].box.ints())
    spots = (box.center, (box.right - 3, box.bottom - 3), (box.right - 3, box.top + 3), box.midbottom)
    return next(spot for spot in spots if board.place_at(spot) == name)


def carry(drive: Driver, *places: str) -> None:
    """Drag from one place of the editor to another."""
    start, end = (place_of(drive, place) for place in places)
    drive.move(start)
    drive.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    drive.move((start[0] + 9, start[1]), down=True)
    drive.move(end, down=True)
    drive.post(pygame.MOUSEBUTTONUP, pos=end, button=1)


def turn(drive: Driver, key: str, *label: str) -> None:
    """Strike a key at the row of a form with this label."""
    drive.form.focus(drive.labelled(" ".join(label)))
    strike(drive, key)


def speak(drive: Driver, language: str) -> None:
    drive.app.settings.language = language
    drive.app.apply_settings()
    drive.step()


def throw(drive: Driver, *faces: str) -> None:
    """Let the next dice show these faces."""
    numbers = [int(face) for face in faces]
    load(drive, *zip(numbers[::2], numbers[1::2], strict=True))


def press_at(drive: Driver, pos: tuple[int, int], button: int) -> None:
    drive.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)


def _list(drive: Driver) -> Listing:
    return drive.all_of(Listing)[-1]


def _target(name: str) -> str | None:
    return None if name == "nothing" else name


def drop(drive: Driver, target: str) -> None:
    drive.move(drive.at(_target(target)), down=True)
    drive.release(_target(target))


ACTS: Final[dict[str, Callable[..., object]]] = {
    "click": lambda drive, *targets: drive.click(*map(_target, targets)),
    "press": lambda drive, *label: drive.click(" ".join(label)),
    "drag": lambda drive, start, end: drive.drag(start, _target(end)),
    "lift": lambda drive, target: drive.lift(target),
    "drop": drop,
    "right": lambda drive, target: drive.right_click(_target(target)),
    "point": lambda drive, target: drive.move(drive.at(_target(target))),
    "hover": lambda drive, *label: drive.move(drive.labelled(" ".join(label)).rect.center),
    "go": lambda drive, target: (drive.scene.board_input.set_cursor(target), drive.step()),
    "strike": strike_all,
    "type": lambda drive, *text: drive.write(" ".join(text)),
    "wait": lambda drive, seconds: drive.run(float(seconds)),
    "later": lambda drive, seconds: (drive.step(float(seconds)), drive.step()),
    "settle": lambda drive: drive.settle(),
    "key": lambda drive, action: (drive.move(drive.key(action).rect.center), drive.click(drive.key(action))),
    "uncover": lambda drive: drive.click(drive.scene.board_cover.button),
    "reach": lambda drive, *label: drive.tab_to(drive.labelled(" ".join(label))),
    "reach-list": lambda drive: drive.tab_to(_list(drive)),
    "reach-turns": lambda drive: drive.tab_to(drive.the(MoveList)),
    "line": lambda drive, number: drive.click_at(_list(drive).place_of(int(number)).center),
    "point-turn": lambda drive, cell: drive.move(drive.the(MoveList).place_of(int(cell)).center),
    "click-turn": lambda drive, cell: drive.click_at(drive.the(MoveList).place_of(int(cell)).center),
    "right-on-turns": lambda drive: press_at(drive, drive.the(MoveList).rect.center, 3),
    "do": lambda drive, action: (drive.scene.act(action), drive.step()),
    "advise": lambda drive, *texts: advise(drive, " ".join(texts)),
    "think": lambda drive: setattr(drive.mind, "answer", silent),
    "waits": lambda drive, step: (drive.waits(int(step)), drive.settle()),
    "speak": speak,
    "dice": throw,
    "lie": lambda drive: drive.until(lambda: lies(drive)),
    "unfocus": lambda drive: drive.post(pygame.WINDOWFOCUSLOST),
    "resize": lambda drive, width, height: (drive.resize((int(width), int(height))), drive.step()),
    "carry": carry,
    "tap": lambda drive, *places: [drive.click_at(place_of(drive, place)) for place in places],
    "right-tap": lambda drive, place: press_at(drive, place_of(drive, place), 3),
    "turn": turn,
}


def act(drive: Driver, text: str) -> None:
    """Perform an act of a story: its name and its arguments, separated by spaces."""
    name, *words = text.split(" ")
    ACTS[name](drive, *words)


def _by_kind(signs: Iterable[Sign]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for sign in sorted(signs, key=lambda sign: (sign.kind, sign.target)):
        found.setdefault(sign.kind, []).append(sign.target)
    return found


def _lines(listing: Listing) -> str:
    return "\n".join(map(listing.describe_line, range(listing.count)))


def _question(drive: Driver) -> Any:
    return drive.scene.question


SEEN: Final[dict[str, Callable[[Any], Any]]] = {
    "plies": lambda drive: " ".join(drive.played()),
    "last": lambda drive: drive.played()[-1],
    "says": lambda drive: drive.toast,
    "status": lambda drive: drive.status,
    "note": lambda drive: drive.note,
    "drops": lambda drive: sorted(drive.marks.drops),
    "picked": lambda drive: sorted(drive.picked),
    "must": lambda drive: sorted(drive.marks.forced),
    "hint": lambda drive: list(drive.marks.hint),
    "above": lambda drive: None if drive.above is None else type(drive.above).__name__,
    "top": lambda drive: type(drive.top).__name__,
    "ended": lambda drive: drive.match.outcome() and drive.match.outcome().reason,
    "points": lambda drive: list(drive.scene.session.series.points),
    "undo and redo": lambda drive: [drive.key(name).enabled for name in ("undo", "redo")],
    "heading": lambda drive: drive.top.title(),
    "asked": lambda drive: next((one.label for one in drive.all_of(Chooser)), None),
    "happened": lambda drive: drive.app.spoken_line.news,
    "under": lambda drive: drive.app.spoken_line.focus_text,
    "told": lambda drive: drive.told,
    "state": lambda drive: drive.state,
    "words": lambda drive: drive.words(),
    "cursor": lambda drive: drive.scene.board_input.cursor,
    "asks": lambda drive: drive.strip is not None,
    "pointer": lambda drive: drive.app.pointer,
    "signs": lambda drive: _by_kind(drive.marks.signs),
    "states": lambda drive: _by_kind(drive.marks.states),
    "last marks": lambda drive: sorted(drive.marks.last),
    "tip": lambda drive: drive.tip(),
    "lines": lambda drive: _lines(_list(drive)),
    "here": lambda drive: _list(drive).here,
    "done": lambda drive: list(Progress(drive.app.storage, LESSONS).days_of_done("ducart")),
    "read only": lambda drive: drive.top.table.facts.model.is_read_only,
    "match": lambda drive: drive.top.session.id,
    "named": lambda drive: sorted(drive.marks.named),
    "closed": lambda drive: not drive.app.stack.scenes,
    "left": lambda drive: " ".join(drive.scene.coach.exercise.left),
    "start": lambda drive: drive.top.match.start.text(),
    "current": lambda drive: drive.scene.table.state.current_cell,
    "bottom": lambda drive: drive.facts.model.bottom_seat,
    "title": lambda drive: drive.top.coach.exercise.title,
    "moving": lambda drive: drive.moving(),
    "focus": lambda drive: drive.form.focus_on and drive.form.focus_on.label,
    "question": lambda drive: _question(drive).label if _question(drive).visible else "",
    "answers": lambda drive: [key.label for key in _question(drive).buttons],
    "kind": lambda drive: drive.top.state.kind,
    "text": lambda drive: drive.top.state.editor.text(drive.top.state.draft),
    "cells": lambda drive: drive.top.state.draft.cells,
    "marked": lambda drive: sorted(drive.top.state.problem_targets),
    "playable": lambda drive: bool(drive.labelled("Play from here").enabled),
    "held": lambda drive: bool(drive.top.state.held_tokens),
    "in hand": lambda drive: drive.held(),
    "prompt": lambda drive: drive.scene.prompt.label if drive.scene.prompt.visible else "",
    "put": lambda drive: drive.marks.token_to_put and drive.marks.token_to_put.look,
    "aims": lambda drive: [drive.scene.board_input.aim, drive.marks.aim],
    "focus mark": lambda drive: drive.marks.focus,
    "victims": lambda drive: sorted(drive.marks.victims),
    "ghost": lambda drive: list(drive.marks.last_path),
    "in place": lambda drive: drive.stage.table == drive.match.positions[drive.facts.cursor.ply].table(),
    "counts": lambda drive: dict(drive.stage.view.counts(drive.stage.frame())),
    "live": lambda drive: drive.facts.cursor.is_live,
    "duck left": lambda drive: sorted(drive.marks.former_places),
    "danger": lambda drive: sorted(drive.marks.danger),
    "threats": lambda drive: sorted(drive.marks.threats),
    "advice": lambda drive: (
        drive.marks.placement_hint and [drive.marks.placement_hint[0], drive.marks.placement_hint[1].look]
    ),
    "refused": lambda drive: drive.stage.refusal_code,
    "board": lambda drive: drive.board,
    "shown": lambda drive: drive.facts.cursor.ply,
}


def seen(drive: Driver, name: str) -> Any:
    """Return a compared value by its name; "cell d4" is the piece there in the editor."""
    if name.startswith("cell "):
        return SEEN["cells"](drive)[name.removeprefix("cell ")]
    return SEEN[name](drive)


def fits(wanted: Any, found: Any) -> bool:
    """Whether a value is as wanted; a list names parts of a text, and `{"not": …}` a part that it must not have."""
    if isinstance(found, str) and isinstance(wanted, list):
        return all(part["not"] not in found if isinstance(part, dict) else part in found for part in wanted)
    return bool(wanted == found)
