"""The way from the menu to the table, and the places of things there, for every board game."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import partial
from typing import Any

from rules.common.dice import DiceSeed
from rules.contract import Gesture, Seat, Target
from rules.game import Game
from rules.record import Player, Record
from scenes.app.app import App
from scenes.app.navigation import screen_of
from scenes.app.stack import Scene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.setup.scene import SetupScene
from scenes.surfaces.layout import Spots, table_frame
from scenes.table.game_ui import ui_of
from scenes.table.scene import MatchScene
from scenes.table.sealed_chance import HASH, SCRAMBLED
from scenes.table.session import Session
from tests.checks import present
from tests.journeys.driver import SIZE, Person, unseen


def table(app: App) -> MatchScene:
    match_id = present(app.storage.open_match(), "open match")
    return MatchScene(app, Session.load(match_id, app.storage.load_match(match_id)))


def lay_open(
    person: Person,
    game: Game,
    players: tuple[Player, ...],
    options: Any = None,
    position: str | None = None,
    sealed: DiceSeed | None = None,
    moves: Iterable[Any] = (),
) -> None:
    with unseen(person.home) as app:
        start = None if position is None else game.text.read(position)
        session = Session.begin(app.storage, game, options or game.play.options(), players, position=start)
        for move in moves:
            session.match.play(move, 0.0)
        if sealed is not None:
            extra = {**session.record.extra, HASH: sealed.hash, SCRAMBLED: sealed.scramble()}
            session.record = Record(session.match, players, extra)
        app.storage.remember_open(app.storage.save_match(session.id, session.text()))


def open_table(app: App) -> MatchScene:
    """Open the match on the table, and return its scene."""
    scene = table(app)
    app.stack.push(scene)
    return scene


def finished_match(app: App) -> MatchScene:
    entry = app.storage.list_matches("finished")[0]
    return MatchScene(app, Session.load(entry.id, app.storage.load_match(entry.id, "finished")), is_looking_back=True)


def result(app: App) -> Scene:
    return screen_of(app, finished_match(app).menu.make_result_request())


def finished_match_menu(app: App) -> Scene:
    """Return the menu of a finished match."""
    scene = finished_match(app)
    scene.enter()
    scene.actions["menu"]()
    return present(app.stack.top, "scene")


def match_menu(app: App) -> Scene:
    """Return the menu of the match on the table."""
    open_table(app).actions["menu"]()
    return present(app.stack.top, "scene")


def spots(key: str, bottom: Seat, size: tuple[int, int] = SIZE) -> Spots:
    view = ui_of(key).view()
    return view.spots(table_frame(size, view.ratio, min(size) / 100).area, flipped=bottom != view.bottom_seat)


class Board:
    """The squares of a game's board, seen from the side of the seat `bottom`."""

    def __init__(self, person: Person, key: str, bottom: Seat) -> None:
        self._person = person
        self.middles = {name: spot.box.centre for name, spot in spots(key, bottom, person.size).items()}

    def click(self, *targets: Target, pause: float = 0.0) -> None:
        """Click on one after the other, each after so many seconds."""
        for target in targets:
            time.sleep(pause)
            self._person.click_at(self.middles[target])

    def move(self, gesture: Gesture, drag: bool = False, is_picked: bool = False) -> None:
        """Make a gesture of one piece, by two clicks or with the mouse held down; `is_picked`: it is up already."""
        (start,), end = gesture.pick, present(gesture.drop, "end of the gesture")
        if drag:
            self._person.drag_at(self.middles[start], self.middles[end])
        elif is_picked:
            self.click(end)
        else:
            self.click(start, end)


def seat_of_person(record: Record) -> Seat:
    return next(seat for seat, player in enumerate(record.players) if player.kind == "person")


def begin(person: Person, key: str) -> None:
    person.press(MenuScene, f"games.{key}.name")
    person.rest("setup")
    person.press(partial(SetupScene, key=key), "setup.start")
    person.rest("table")


def record_after_answer(person: Person, plies: int) -> Record | None:
    """Return the record once the match has more than so many plies and waits for the person, or is over."""
    for record in (*person.records("finished"), *person.records("matches")):
        match = record.match
        own = len(match.plies) > plies and match.position.to_move == seat_of_person(record)
        if own or match.outcome() is not None:
            return record
    return None
