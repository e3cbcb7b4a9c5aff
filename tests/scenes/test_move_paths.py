"""Which way the things of a turn went."""

from typing import Any

from rules.contract import Position, Token
from rules.match import Match
from scenes.surfaces.mark_rules import MovePath, find_dropped_token, move_paths
from scenes.table.game_ui import ui_of
from scenes.table.model import PlyCursor
from tests.scenes.matches import DUCK, GAME, MIDDLE, ONE_CAPTURE, TWO_HOPS

DUCKS = ui_of("duck-chess").view().move_marks.placed_token
PIECES = ui_of("double-draughts").view().move_marks.placed_token


def read(text: str) -> Position:
    game = DUCK if "/" in text and text.count(" ") == 5 else GAME
    position: Position = game.text.read(text)
    return position


def steps(text: str, *moves: str) -> list[tuple[Position, Any]]:
    position, found = read(text), []
    for wanted in moves:
        move = next(move for move in position.legal_moves() if str(move) == wanted)
        found.append((position, move))
        position = position.play(move)
    return found


def test_successive_hops_form_one_path() -> None:
    assert move_paths(steps(TWO_HOPS, "b3xd5", "d5xf7"), PIECES) == (MovePath(("b3", "d5", "f7")),)
    assert move_paths([], DUCKS) == ()


def test_duck_has_its_own_path_and_first_comes_from_beside_the_board() -> None:
    duck = Token("duck")
    assert move_paths(steps(MIDDLE, "f3g5", "@d5"), DUCKS) == (MovePath(("f3", "g5")), MovePath(("f4", "d5"), duck))
    assert move_paths(steps(MIDDLE, "f3g5", "@d5")[1:], DUCKS) == (MovePath(("f4", "d5"), duck),)
    assert len(move_paths(steps(MIDDLE, "f3g5", "@f3"), DUCKS)) == 2, "it doesn't go on with the piece's way"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert move_paths(steps(start, "e2e4", "@e5"), DUCKS)[1] == MovePath(("beside", "e5"), duck)


def test_cursor_steps_exclude_plies_still_animated() -> None:
    match = Match(GAME.play, position=GAME.text.read(TWO_HOPS))
    while len(match.plies) < 3:
        match.play(match.position.legal_moves()[0])
    cursor = PlyCursor(match)
    seen = [[str(move) for _, move in cursor.list_shown_steps(coming)] for coming in range(4)]
    assert seen == [[str(match.plies[-1].move)], ["b3xd5", "d5xf7"], ["b3xd5"], []]
    assert cursor.position_before(1) is match.positions[2]
    assert (cursor.turn_number(1), cursor.turn_number(3)) == (0, None)


def test_dropped_token_is_the_promoted_piece() -> None:
    ((position, move),) = steps("3nk3/2P5/8/8/3*4/8/8/4K3 w - - 0 1", "c7d8r")
    assert find_dropped_token(position, move) == Token("white-rook")
    ((position, move),) = steps(ONE_CAPTURE, "c5xa7")
    assert find_dropped_token(position, move) == Token("ivory")
