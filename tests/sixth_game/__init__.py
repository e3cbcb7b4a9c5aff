"""Lines of Action (Claude Soucie, 1969): a sixth game, rules alone, kept out of the app.

It shows what a new game costs: this folder, and one line in `rules.REGISTRY`.
Source: the rules in "A Gamut of Games" (Sid Sackson, 1969), with the mover winning where a move connects both sides.
"""

from typing import Final

from rules.game import game
from rules.match import GamePlay
from rules.record import GameText
from tests.sixth_game.position import Options, start
from tests.sixth_game.text import list_turns, perft, read, read_turn, write_turn

KEY: Final = "lines-of-action"

GAME: Final = game(
    play=GamePlay(key=KEY, seats=range(2, 3), options=Options, start=start, turns=list_turns, perft=perft),
    text=GameText(read=read, read_turn=read_turn, write_turn=write_turn, notate=write_turn),
)
