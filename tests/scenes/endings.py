"""Matches that end on the table, for each game and kind of end, and measures of their end animations."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pygame

from rules import GAMES, get
from rules.game import Game
from scenes.surfaces.timeline import Frame
from scenes.table import events
from tests.scenes.dice import dice_table, load
from tests.scenes.driver import FRAME, Driver, Tables
from tests.scenes.gnomes import BUSY
from tests.scenes.gnomes import table as gnomes
from tests.scenes.matches import ANNA, BERT, COMPUTER, DUCK
from tests.scenes.rummy import DUCALE, QUICK
from tests.scenes.test_ducale_score_pad import before_the_end

WON: Final = "8/8/1m6/2M5/3K4/4M3/3M4/K6K w 2 0 1"
KING_FALLS: Final = "4k3/8/8/8/4R2*/8/8/4K3 w - - 0 1"
FOWLED: Final = "7k/8/8/8/8/p1p5/P1P5/KB5* b - - 0 1"
LAST_SWEEPER: Final = "2z1h3/4L1w1/1Z3W2/3C4/8/T7/WW1W4/K2H4 g - g 0 10 -"
LAST_CHECKER: Final = "UD1 o000001 d001222 w 0-0/1"


def draughts(tables: Tables, settings: dict[str, Any]) -> Driver:
    return tables.table(ANNA, BERT, position=WON, clicks=("c5", "a7"), **settings)


def king_falls(tables: Tables, settings: dict[str, Any]) -> Driver:
    return tables.table(ANNA, BERT, position=KING_FALLS, game=DUCK, clicks=("e4", "e8"), **settings)


def fowled(tables: Tables, settings: dict[str, Any]) -> Driver:
    return tables.table(ANNA, BERT, position=FOWLED, game=DUCK, clicks=("h8", "g8", "b2"), **settings)


def swept(tables: Tables, settings: dict[str, Any]) -> Driver:
    return gnomes(tables, LAST_SWEEPER, players=(ANNA, BERT), clicks=("f6", "g7"), **settings)


def borne_off(tables: Tables, settings: dict[str, Any]) -> Driver:
    drive = dice_table(tables, ANNA, BERT, app=tables.app(**settings), position=LAST_CHECKER)
    drive.until(lambda: drive.chance_view.wait_seconds(drive.app.now()) is None)
    load(drive, (6, 3))
    drive.click("w-cup")
    return drive


def gone_out(
    tables: Tables, settings: dict[str, Any], scores: Any = ((0, 30, 131), (14, 0, 22)), more_rounds: int = 0
) -> Driver:
    rows = [list(row) for row in scores]
    position = before_the_end([["4S", "4H", "4D"], ["JD", "QD"], ["KH", "QH"]], rows, len(rows) + 1 + more_rounds)
    drive = tables.table(ANNA, QUICK, QUICK, game=DUCALE, position=position, **settings)
    drive.step()
    drive.click("stock")
    drive.settle()
    drive.click("h0:4S#1", "h0:4H#1", "h0:4D#1")
    drive.strike(pygame.K_l)
    drive.settle()
    drive.click(*drive.stage.hand.order, "discard")
    return drive


def too_many_points(tables: Tables, settings: dict[str, Any]) -> Driver:
    return gone_out(tables, settings, ((100, 30, 31), (140, 0, 22)))


WHOLE: Final = {
    "double-draughts": draughts,
    "duck-chess": king_falls,
    "duck-chess, fowled": fowled,
    "ducart": swept,
    "unstacked-draughts": borne_off,
    "ducale": gone_out,
}
"""Matches won by a last move."""


def given_up(game: Game, against: Any) -> Callable[[Tables, dict[str, Any]], Driver]:
    def begin(tables: Tables, settings: dict[str, Any]) -> Driver:
        position = BUSY if game.key == "ducart" else None
        drive = tables.table(ANNA, against, game=game, position=position, **settings)
        drive.settle()
        drive.send(events.EndMatch("resigned", 0))
        drive.step()
        return drive

    return begin


def agreed(game: Game) -> Callable[[Tables, dict[str, Any]], Driver]:
    def begin(tables: Tables, settings: dict[str, Any]) -> Driver:
        drive = tables.table(ANNA, BERT, game=game, **settings)
        drive.settle()
        drive.send(events.EndMatch("agreed", 0))
        drive.step()
        return drive

    return begin


BOARDS: Final = [game for game in GAMES if game.key != "ducale"]
SHORT: Final = {
    **{f"{game.key}, resigned": given_up(game, BERT) for game in BOARDS},
    **{f"{game.key}, lost": given_up(game, COMPUTER) for game in BOARDS},
    **{f"{key}, agreed": agreed(get(key)) for key in ("double-draughts", "duck-chess", "ducart")},
    "ducale, lost": too_many_points,
}
"""Matches that end by resignation, agreement or a defeat by the computer."""
ENDS: Final = WHOLE | SHORT


def watched(drive: Driver) -> list[Frame]:
    drive.until(lambda: drive.stage.is_end_animation_running or drive.above is not None)
    frames = []
    while drive.stage.is_end_animation_running:
        frames.append(drive.stage.frame())
        drive.step()
    return frames


def seconds(frames: list[Frame]) -> float:
    return len(frames) * FRAME


def things(frame: Frame) -> Counter[str]:
    """Count the tokens that rest or move in a frame by their looks; "-bare" is ignored, and cups are not counted."""
    tokens = [token for tokens in frame.resting.values() for token in tokens]
    found = Counter(
        token.look.removesuffix("-bare") for token in (*tokens, *(sprite.token for sprite in frame.sprites))
    )
    cups = [look for look in found if look.startswith("cup-")]
    assert sum(found.pop(look) for look in cups) == len(frame.hidden_objects), "a cup is on its way, or stands there"
    return found
