"""The pictures of the README, painted by the real scenes without a screen; `build/make.py pictures` runs it.

build/portrait.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Final

import pygame

from rules import GAMES
from rules.ai.levels import unlimited
from rules.ai.opponents import opponent
from rules.contract import NATURE, AnyGame
from rules.record import Player
from scenes.app import App
from scenes.match import MatchScene
from scenes.menu import MenuScene
from scenes.selection import picks
from scenes.sitting import Sitting
from scenes.stack import Scene
from scenes.storage import Settings, Storage
from scenes.tables import table_of

TURNS: Final = {"double-draughts": 49, "duck-chess": 26, "ducart": 40, "unstacked-draughts": 14, "ducale": 14}
"""Game key -> turns played on its picture; then it is the turn of the person, who sits below."""
NODES: Final = 3000
"""How hard both sides think about a turn: enough that it looks like a match."""


def settled(app: App, scene: Scene) -> pygame.Surface:
    """The window once nothing moves in it any more."""
    app.stack.clear(scene)
    app.theme.lay_table()
    app.frame()
    while scene.pace() is not None:
        pygame.time.wait(20)
        app.frame()
    return app.surface


def match(app: App, game: AnyGame) -> MatchScene:
    """A match in its middle, a person's turn, seen from the person's side."""
    person = table_of(game.key).bottom
    computer = Player("computer", app.words(f"level.{game.key}.2.name"), 2)
    seats = range(game.usual_seats or game.seats.start)
    players = tuple(Player("person", "Anna") if seat == person else computer for seat in seats)
    sitting = Sitting.begin(app.storage, game, game.options(), players)
    player, rng = opponent(game.key), Random(1)
    while len(sitting.match.turns()) < TURNS[game.key] or sitting.match.position.to_move != person:
        if sitting.match.position.to_move == NATURE:
            sitting.match.settle(rng=rng)
            continue
        for move in player.choose(sitting.match.position, unlimited(NODES, None), rng).moves:
            sitting.match.play(move)
    return MatchScene(app, sitting)


def pick(scene: MatchScene) -> None:
    """Click a man that may go to more places than others."""
    gestures = scene.hand.gestures
    ways = {target: sum(target in gesture.pick for gesture in gestures) for target in sorted(picks(gestures))}
    spot = scene.stage.spots[max(ways, key=lambda target: ways[target])]
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.handle(pygame.event.Event(kind, pos=(round(spot.x), round(spot.y)), button=1))


def main() -> None:
    folder = Path(sys.argv[1])
    app = App(Settings(language="en", animation="off"), Storage())
    try:
        pygame.image.save(settled(app, MenuScene(app)), folder / "menu.png")
        for game in GAMES:
            scene = match(app, game)
            settled(app, scene)
            pick(scene)
            app.frame()
            pygame.image.save(app.surface, folder / f"{game.key}.png")
    finally:
        app.close()


if __name__ == "__main__":
    main()
