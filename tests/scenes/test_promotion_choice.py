"""Several moves by one gesture: what a piece shall become is chosen over the board."""

from math import hypot
from typing import Any

import pygame
import pytest

from rules.contract import Token
from scenes.ui.popup_list import PictureStrip
from tests.rows import rows
from tests.rules.play import in_pairs
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import DUCK, PAWNS_ON_THE_SEVENTH

EDGES = "1n2k1n1/P6P/8/8/3*4/8/p6p/1N2K1N1 w - - 0 1"


def table(tables: Tables, position: str = PAWNS_ON_THE_SEVENTH, **facts: Any) -> Driver:
    return tables.table(position=position, game=DUCK, **facts)


def asked(tables: Tables, **facts: Any) -> Driver:
    drive = table(tables, clicks=("c7", "d8"), **facts)
    assert drive.strip is not None and drive.played() == []
    return drive


def gone(drive: Driver) -> bool:
    strips = [widget for widget in drive.scene.sidebar.form.children if isinstance(widget, PictureStrip)]
    return drive.strip is None and strips == [] and drive.scene.stage.hidden_top_target is None


def looks(drive: Driver) -> list[str]:
    return [look or "" for _, _, look in drive.strip.options]


def test_queen_lies_on_the_square_and_other_pieces_towards_the_middle(tables: Tables) -> None:
    drive = asked(tables)
    strip = drive.strip
    assert looks(drive) == [f"duck_chess/white-{kind}" for kind in ("queen", "rook", "bishop", "knight")]
    spots = drive.scene.stage.spots
    squares = [pygame.Rect(spots[name].box.ints()) for name in ("d8", "d7", "d6", "d5")]
    assert [strip.place_of(number).center for number in range(4)] == [square.center for square in squares]


@pytest.mark.parametrize(
    ("size", "flip", "clicks"),
    in_pairs(
        [(960, 600), (1000, 1300), (2560, 1440)],
        (False, True),
        [("a7", "a8"), ("h7", "h8"), ("h2", "h1"), ("a2", "b1")],
    ),
)
def test_offered_pieces_have_the_movers_colour_and_lie_within_the_board(
    tables: Tables, size: tuple[int, int], flip: bool, clicks: tuple[str, str]
) -> None:
    side = "white" if clicks[0][1] == "7" else "black"
    drive = table(tables, EDGES.replace(" w ", f" {side[0]} "), size=size)
    if flip:
        drive.click_key("flip")
    drive.click(*clicks)
    strip = drive.strip
    assert all(look.startswith(f"duck_chess/{side}-") for look in looks(drive))
    board = [pygame.Rect(spot.box.ints()) for name, spot in drive.scene.stage.spots.items() if len(name) == 2]
    assert board[0].unionall(board[1:]).contains(strip.rect)


@pytest.mark.parametrize(("number", "letter"), list(enumerate("qrbn")))
def test_click_chooses_the_promotion(tables: Tables, number: int, letter: str) -> None:
    drive = asked(tables)
    strip = drive.strip
    drive.click_at(strip.place_of(number).center)
    assert drive.played() == [f"c7d8{letter}"] and gone(drive)
    drive.settle()
    assert drive.marks.token_to_put is not None, "then the duck is to be moved"
    assert drive.scene.stage.table == drive.match.position.table()


@rows
def test_letter_chooses_the_promotion(tables: Tables, language: str, key: str, letter: str) -> None:
    drive = asked(tables, language=language)
    drive.strike(ord(key))
    assert drive.played() == [f"c7d8{letter}"] and gone(drive)


@pytest.mark.parametrize("dragged", [False, True])
def test_pawn_moves_from_the_hand_and_stays_until_the_queen_lands(tables: Tables, dragged: bool) -> None:
    """Bug: the pawn was gone before anything was seen of the queen."""
    drive = table(tables)
    (drive.drag if dragged else drive.click)("c7", "d8")
    drive.strike(pygame.K_RETURN)
    stage, pawns, queens = drive.scene.stage, [], []
    there = stage.spots["d8"]
    while stage.has_film:
        sprites = stage.frame().sprites
        pawns += [(one.x, one.y) for one in sprites if one.token.look == "white-pawn"]
        queens += [
            one.former_token.token.look for one in sprites if one.token.look == "white-queen" and one.former_token
        ]
        drive.step(0.01)
    ways = [hypot(x - there.x, y - there.y) / there.size for x, y in (pawns[0], pawns[-1])]
    assert (ways[0] > 0.8) != dragged and ways[1] < 0.1
    assert set(queens) == {"white-pawn"}, "it stands there until she has come down"


def test_promotion_of_the_opponent_is_animated(tables: Tables) -> None:
    drive = table(tables)
    (move,) = (move for move in drive.match.position.legal_moves() if str(move) == "h7h8q")
    drive.play(move)
    seen = [sprite.token.look for sprite in drive.scene.stage.frame().sprites]
    assert seen == ["white-pawn"]
    drive.settle()
    assert drive.scene.stage.table["h8"] == (Token("white-queen"),)
