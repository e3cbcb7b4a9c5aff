"""The way from the menu to the table and where things are there, for every game of squares."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from rules.contract import Seat
from rules.record import Player, Record
from scenes.app.navigation import screen_of
from scenes.surfaces.layout import Spots, table_frame
from scenes.table.sealed_chance import HASH, SCRAMBLED
from tests.checks import present
from tests.journeys.driver import SIZE, Person, unseen

if TYPE_CHECKING:
    from rules.common.dice import Sealed
    from rules.game import Game
    from scenes.app.app import App
    from scenes.app.stack import Scene


def menu(app: App) -> Scene:
    from scenes.screens.menu.scene import MenuScene

    return MenuScene(app)


def setup(key: str, app: App) -> Scene:
    from scenes.screens.setup.scene import SetupScene

    return SetupScene(app, key)


def table(app: App) -> Scene:
    from scenes.table.scene import MatchScene
    from scenes.table.session import Session

    match_id = present(app.storage.open_match(), "open match")
    return MatchScene(app, Session.load(match_id, app.storage.load_match(match_id)))


def lay_open(
    person: Person,
    game: Game,
    players: tuple[Player, ...],
    options: Any = None,
    position: str | None = None,
    sealed: Sealed | None = None,
    moves: Iterable[Any] = (),
) -> None:
    from scenes.table.session import Session

    with unseen(person.home) as app:
        start = None if position is None else game.text.read(position)
        session = Session.begin(app.storage, game, options or game.play.options(), players, position=start)
        for move in moves:
            session.match.play(move, 0.0)
        if sealed is not None:
            extra = {**session.record.extra, HASH: sealed.hash, SCRAMBLED: sealed.scrambled()}
            session.record = Record(session.match, players, extra)
        app.storage.remember_open(app.storage.save_match(session.id, session.text()))


def laid(app: App) -> Scene:
    """The match that lies on the table, with what it asks there."""
    scene = table(app)
    app.stack.push(scene)
    return scene


def opening(app: App) -> Scene:
    from scenes.screens.exchange import ExchangeScene

    return ExchangeScene(app)


def ended(app: App) -> Scene:
    from scenes.table.scene import MatchScene
    from scenes.table.session import Session

    entry = app.storage.list_matches("finished")[0]
    return MatchScene(app, Session.load(entry.id, app.storage.load_match(entry.id, "finished")), looking_back=True)


def result(app: App) -> Scene:
    from scenes.table.scene import MatchScene

    scene = ended(app)
    assert isinstance(scene, MatchScene)
    return screen_of(scene.app, scene.menus.result())


def pause(app: App) -> Scene:
    from scenes.table.scene import MatchScene

    scene = ended(app)
    assert isinstance(scene, MatchScene)
    scene.enter()
    scene.actions["menu"]()
    return present(app.stack.top, "scene")


def spots(key: str, bottom: Seat, size: tuple[int, int] = SIZE) -> Spots:
    from scenes.table.game_ui import ui_of

    view = ui_of(key).view()
    return view.spots(table_frame(size, view.ratio, min(size) / 100).area, flipped=bottom != view.bottom)


def seat_of_person(record: Record) -> Seat:
    return next(seat for seat, player in enumerate(record.players) if player.kind == "person")


def begin(person: Person, key: str) -> None:
    person.press(menu, f"games.{key}.name")
    person.rest()
    person.look("setup")
    person.press(partial(setup, key), "setup.start")
    person.rest()
    person.look("table")


def answered(person: Person, plies: int) -> Record | None:
    """The match, once it has more than so many plies and waits for the person, or is over."""
    for record in (*person.records("finished"), *person.records("matches")):
        match = record.match
        own = len(match.plies) > plies and match.position.to_move == seat_of_person(record)
        if own or match.outcome() is not None:
            return record
    return None
