"""Stories of clicks and keys in a window: what a line of a story does, and what is then on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import pygame

from rules import get
from rules.ai.questions import Answer
from rules.clock import Control
from scenes.app.stack import Scene
from scenes.screens.editor.scene import PiecePalette
from scenes.screens.editor.scene import EditorScene
from scenes.screens.learn.lessons import Lesson
from scenes.screens.learn.lessons import LessonsScene
from scenes.screens.learn.summary import SummaryScene
from scenes.screens.learn.tasks import LESSONS
from scenes.screens.learn.tasks import Progress
from scenes.screens.learn.tasks import course
from scenes.screens.menu.scene import MenuScene
from scenes.screens.setup.scene import SetupScene
from scenes.surfaces.move_marks import Sign
from scenes.table.editor_board import EditorBoard
from scenes.ui.listing import Listing
from scenes.ui.moves import MoveList
from tests.rules.rami import position as at_cards
from tests.scenes.coached import Coached, only, sweeping
from tests.scenes.dice import attentive, lies, load
from tests.scenes.driver import Driver, Tables
from tests.scenes.opponents import silent
from tests.scenes.test_fit import SCENES
from tests.table.person import PLAYERS

MODIFIERS: Final = {"shift": pygame.KMOD_SHIFT, "ctrl": pygame.KMOD_LCTRL, "alt": pygame.KMOD_ALT}
OPENED: Final[dict[str, Callable[..., Scene]]] = {
    "lessons": LessonsScene,
    "summary": SummaryScene,
    "setup": SetupScene,
    "menu": lambda app, key: MenuScene(app),
}
AT_TABLE: Final = ("players", "position", "cards", "options", "control")


def begin(tables: Tables, story: dict[str, Any]) -> Driver:
    """Open what a story is about: a match, an exercise (`drill`), or the editor of a game (`editor`)."""
    facts = {name: fact for name, fact in story.items() if name not in ("story", "steps")}
    if "size" in facts:
        facts["size"] = tuple(facts["size"])
    if "drill" in facts:
        drill = facts.pop("drill")
        ways = {name: tuple(drill.pop(name, ())) for name in ("reply", "shown")}
        return sweeping(tables, only(*drill.pop("right", ["Wd4xe5"]), **ways), **drill, **facts)
    facts = {"animation": "off", **facts}
    if "lesson" in facts:
        key, number = facts.pop("lesson")
        app = tables.app(**facts)
        return Coached(app, Lesson(app, key, number))
    if "open" in facts:
        screen, key = facts.pop("open")
        done = facts.pop("done", 0)
        drive = Driver(tables.app(**{"animation": "off", **facts}))
        for task in course(key)[:done]:
            Progress(drive.app.storage, LESSONS).mark(key, task.id)
        drive.open(OPENED[screen](drive.app, key))
        return drive
    if "screen" in facts:
        name = facts.pop("screen")
        drive = Driver(tables.app(**{"animation": "off", **facts}))
        drive.open(SCENES[name](drive.app))
        return drive
    if "editor" in facts:
        key, text = facts.pop("editor")
        drive = Driver(tables.app(**facts))
        drive.open(EditorScene(drive.app, key, get(key).text.read(text) if text else None))
        return drive
    at_table = {name: facts.pop(name, None) for name in AT_TABLE}
    game, cards, options, control = get(facts.pop("game")), *map(at_table.get, ("cards", "options", "control"))
    position = at_table["position"]
    if cards is not None:
        hands, more = cards["hands"], {name: value for name, value in cards.items() if name != "hands"}
        position = at_cards(*hands, **more).text()
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
    """Return a pixel of a place in the editor: "tray:q" of its tray, "d4" or "m1:9H#1" of its table, "away"."""
    board = drive.the(EditorBoard)
    if name == "away":
        return (3, 3)
    if name.startswith("tray:"):
        return drive.the(PiecePalette).field_of(name.removeprefix("tray:")).center
    box = pygame.Rect(board.places[name].box.ints())
    spots = (box.center, (box.right - 3, box.bottom - 3), (box.right - 3, box.top + 3), box.midbottom)
    return next(spot for spot in spots if board.place_at(spot) == name)


def act_in_editor(drive: Driver, name: str, words: list[str]) -> None:
    match name:
        case "carry":
            start, end = (place_of(drive, word) for word in words)
            drive.move(start)
            drive.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
            drive.move((start[0] + 9, start[1]), down=True)
            drive.move(end, down=True)
            drive.post(pygame.MOUSEBUTTONUP, pos=end, button=1)
        case "tap":
            for word in words:
                drive.click_at(place_of(drive, word))
        case "right-tap":
            drive.post(pygame.MOUSEBUTTONDOWN, pos=place_of(drive, words[0]), button=3)
        case "turn":
            way, *label = words
            drive.form.focus(drive.labelled(" ".join(label)))
            strike(drive, way)
        case _:
            raise AssertionError(f"nobody can {name}")


def act(drive: Driver, text: str) -> None:
    """Do what a line of a story says."""
    name, _, rest = text.partition(" ")
    words: list[Any] = [None if word == "nothing" else word for word in rest.split()]
    match name:
        case "click":
            drive.click(*words)
        case "press":
            drive.click(rest)
        case "drag" | "lift":
            getattr(drive, name)(*words)
        case "right":
            drive.right_click(words[0])
        case "point":
            drive.move(drive.at(words[0]))
        case "go":
            drive.scene.hand.point(words[0])
            drive.step()
        case "strike":
            for word in words:
                strike(drive, word)
        case "type":
            drive.write(rest)
        case "wait":
            drive.run(float(rest))
        case "settle":
            drive.settle()
        case "key":
            drive.move(drive.key(rest).rect.center)
            drive.click(drive.key(rest))
        case "uncover":
            drive.click(drive.scene.cloth.button)
        case "reach":
            drive.tab_to(drive.labelled(rest))
        case "point-turn":
            drive.move(drive.the(MoveList).place_of(int(rest)).center)
        case "right-on-turns":
            drive.post(pygame.MOUSEBUTTONDOWN, pos=drive.the(MoveList).rect.center, button=3)
        case "do":
            drive.scene.act(rest)
            drive.step()
        case "advise":
            advise(drive, rest)
        case "think":
            drive.mind.answer = silent
        case "waits":
            assert isinstance(drive, Coached)
            drive.waits(int(rest))
            drive.settle()
        case "speak":
            drive.app.settings.language = rest
            drive.app.settings_changed()
            drive.step()
        case "dice":
            faces = [int(word) for word in words]
            load(drive, *zip(faces[::2], faces[1::2], strict=True))
        case "lie":
            drive.until(lambda: lies(drive))
        case "reach-list":
            drive.tab_to(drive.all_of(Listing)[-1])
        case "line":
            drive.click_at(drive.all_of(Listing)[-1].place_of(int(rest)).center)
        case "unfocus":
            drive.post(pygame.WINDOWFOCUSLOST)
        case "resize":
            drive.resize((int(words[0]), int(words[1])))
            drive.step()
        case "later":
            drive.step(float(rest))
            drive.step()
        case _:
            act_in_editor(drive, name, words)


def _by_kind(signs: Iterable[Sign]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for sign in sorted(signs, key=lambda sign: (sign.kind, sign.target)):
        found.setdefault(sign.kind, []).append(sign.target)
    return found


def _lines(listing: Listing) -> str:
    return "\n".join(map(listing.words, range(listing.count)))


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
    "must": lambda drive: sorted(drive.marks.must),
    "hint": lambda drive: list(drive.marks.hint),
    "above": lambda drive: None if drive.above is None else type(drive.above).__name__,
    "top": lambda drive: type(drive.top).__name__,
    "happened": lambda drive: drive.app.line.happened,
    "under": lambda drive: drive.app.line.under,
    "told": lambda drive: drive.told,
    "state": lambda drive: drive.state,
    "words": lambda drive: drive.words(),
    "cursor": lambda drive: drive.scene.hand.cursor,
    "asks": lambda drive: drive.strip is not None,
    "pointer": lambda drive: drive.app.pointer,
    "signs": lambda drive: _by_kind(drive.marks.signs),
    "states": lambda drive: _by_kind(drive.marks.states),
    "last marks": lambda drive: sorted(drive.marks.last),
    "tip": lambda drive: drive.tip(),
    "lines": lambda drive: _lines(drive.all_of(Listing)[-1]),
    "here": lambda drive: drive.all_of(Listing)[-1].here,
    "title": lambda drive: drive.top.coach.exercise.title,
    "moving": lambda drive: drive.moving(),
    "focus": lambda drive: drive.form.focus_on and drive.form.focus_on.label,
    "question": lambda drive: _question(drive).label if _question(drive).visible else "",
    "answers": lambda drive: [key.label for key in _question(drive).buttons],
    "kind": lambda drive: drive.top.hand.kind,
    "text": lambda drive: drive.top.hand.editor.text(drive.top.hand.draft),
    "cells": lambda drive: drive.top.hand.draft.cells,
    "marked": lambda drive: sorted(drive.top.hand.marked),
    "playable": lambda drive: bool(drive.labelled("Play from here").enabled),
    "held": lambda drive: bool(drive.top.hand.held),
}


def seen(drive: Driver, name: str) -> Any:
    """Return what a line of a story compares, by its name; "cell d4" is what lies there in the editor."""
    if name.startswith("cell "):
        return SEEN["cells"](drive)[name.removeprefix("cell ")]
    return SEEN[name](drive)


def fits(wanted: Any, found: Any) -> bool:
    """Whether a value is the one wanted; of a text a list has parts, and `{"not": …}` what isn't in it."""
    if isinstance(found, str) and isinstance(wanted, list):
        return all(part["not"] not in found if isinstance(part, dict) else part in found for part in wanted)
    return bool(wanted == found)
