"""Matches for pictures: each game in its middle, with the person to move; painted by `gallery.py`."""

from collections.abc import Mapping
from random import Random
from typing import Final

import pygame

import scenes.start  # noqa: F401 - it registers the screens
from rules.ai.opponents import opponent
from rules.contract import NATURE
from rules.game import Game
from rules.record import Player
from rules.search.level import full_strength
from scenes.app.app import App
from scenes.table.game_ui import ui_of
from scenes.table.scene import MatchScene
from scenes.table.selection import list_picks
from scenes.table.session import Session

TURNS: Final = {"double-draughts": 49, "duck-chess": 26, "ducart": 40, "unstacked-draughts": 14, "ducale": 14}
"""Game key -> turns played on its picture; the person, who sits below, is to move then."""
NODES: Final = 3000
"""The budget of both sides for a turn, enough for plausible play."""


def match(app: App, game: Game, nodes: int = NODES, turns: Mapping[str, int] = TURNS, seed: int = 1) -> Session:
    person = ui_of(game.key).view().bottom_seat
    computer = Player("computer", app.words(f"level.{game.key}.2.name"), 2)
    seats = range(game.play.usual_seats or game.play.seats.start)
    players = tuple(Player("person", "Anna") if seat == person else computer for seat in seats)
    session = Session.begin(app.storage, game, game.play.options(), players)
    player, rng = opponent(game.key), Random(seed)
    while len(session.match.turns()) < turns[game.key] or session.match.position.to_move != person:
        if session.match.position.to_move == NATURE:
            session.match.play_chance(rng=rng)
            continue
        for move in player.choose(session.match.position, full_strength(nodes, None), rng).moves:
            session.match.play(move)
    return session


def pick(scene: MatchScene) -> None:
    """Click a man that may go to more places than others."""
    gestures = scene.board_input.gestures
    ways = {target: sum(target in gesture.pick for gesture in gestures) for target in sorted(list_picks(gestures))}
    spot = scene.stage.spots[max(ways, key=lambda target: ways[target])]
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.handle(pygame.event.Event(kind, pos=(round(spot.x), round(spot.y)), button=1))
