"""A position is set up by mouse: refused while it is none, then played from, and kept."""

from __future__ import annotations

import time
from functools import partial
from typing import Any, Final

import pytest

from rules.contract import Target
from rules.duck_chess import GAME
from rules.match import Match
from scenes.screens.editor.scene import EditorScene
from scenes.screens.exchange import ExchangeScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.setup.scene import SetupScene
from scenes.table.editor_board import EditorBoard
from tests.journeys.driver import Person, middle_of, unseen, wait_for, widget_of
from tests.journeys.places import Board
from tests.journeys.screens import Act, depart, line_of, reach, until

pytestmark = pytest.mark.journey

KEY: Final = GAME.key
POSITION: Final = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"


workbench = partial(EditorScene, key=KEY)
players = partial(SetupScene, key=KEY, position=POSITION)


def board_and_tray(scene: Any) -> tuple[Any, Any]:
    """Where a position is set up, and where what is laid there is taken from."""
    from scenes.screens.editor.scene import PiecePalette

    board, tray = (
        next(one for one in scene.form.walk() if isinstance(one, kind)) for kind in (EditorBoard, PiecePalette)
    )
    return board, tray


def waiting(person: Person) -> Match | None:
    """The match, where it waits for the person, who plays White; before the first turn none is on file."""
    record = person.newest("matches")
    match = Match(GAME.play, position=GAME.text.read(POSITION)) if record is None else record.match
    return match if match.position.to_move == 0 and match.position.turn_started else None


def play_turn(person: Person) -> None:
    match = wait_for(partial(waiting, person), "the person's turn")
    plies, position = len(match.plies), match.position
    board = Board(person, KEY, 0)
    turn: list[tuple[Target, ...]] = []
    for _ in range(2):
        move = position.legal_moves()[0]
        gesture = position.gesture(move)
        turn.append(tuple(at for at in (*gesture.pick, gesture.drop) if at is not None and at in board.middles))
        position = position.play(move)

    def made() -> int:
        record = person.newest("matches")
        return 0 if record is None else len(record.match.plies) - plies

    def act() -> None:
        for half in turn[max(0, made()) :]:
            board.click(*half, pause=0.3)

    until(person, act, lambda: made() >= 2, "the person's turn on file")


def test_a_position_set_up_by_mouse_is_refused_played_and_kept(person: Person) -> None:
    with unseen(person.home) as app:
        sheet: Any = ExchangeScene(app)
        app.stack.push(sheet)
        app.frame()
        ask = middle_of(sheet, "exchange.from_board")
        widget_of(sheet, "exchange.from_board").press()
        line = line_of(sheet.form, KEY)
        bench: Any = workbench(app)
        app.stack.push(bench)
        app.frame()
        board, pieces = board_and_tray(bench)
        square = {at: board.places[at].box.centre for at in ("a2", "e1", "e8")}
        tray = {kind: pieces.field_of(kind).center for kind in "PKk"}
        clear, play = middle_of(bench, "editing.empty"), middle_of(bench, "editing.play")
    person.start()
    reach(person, ExchangeScene, lambda: person.press(MenuScene, "menu.open"), id)

    def which() -> None:
        person.click_at(ask)
        time.sleep(0.5)
        person.click_at(line)

    reach(person, workbench, which, id)
    acts: list[Act] = []

    def then(act: Act) -> Any:
        acts.append(act)
        return reach(person, workbench, lambda: act(person), lambda scene: scene.hand.problem, acts)

    assert then(lambda hands: hands.click_at(clear)).code == "no-king"
    then(lambda hands: hands.drag_at(tray["K"], square["e1"]))
    assert then(lambda hands: hands.drag_at(tray["P"], square["a2"])).code == "no-king"
    person.look("refused")
    assert then(lambda hands: hands.click_at(play)).code == "no-king", "what is no position isn't played"
    assert then(lambda hands: hands.drag_at(tray["k"], square["e8"])) is None
    person.look("set-up")
    begin = reach(person, players, lambda: person.click_at(play), lambda scene: scene.form.default.rect.center)
    person.look("players")
    depart(person, lambda: person.click_at(begin))
    play_turn(person)
    person.look("played")
    person.kill()
    person.start()
    play_turn(person)
    (record,) = person.records("matches")
    assert record.match.positions[0].text() == POSITION and len(record.match.plies) >= 4
    assert person.close() == 0
