"""Ducale, French rummy: rami with two packs and four jokers. The rules are in README.md."""

from typing import Final

from rules.ducale.advice import reasons
from rules.ducale.best_melds import describe_best_melds
from rules.ducale.options import Options
from rules.ducale.position import Position, start
from rules.ducale.position_reader import read_position
from rules.ducale.records import LOG
from rules.ducale.text import list_turns, notate, perft, read_turn, view, write_turn
from rules.game import GameFacts, GameTeaching, game, load_editor_lazily
from rules.match import GamePlay
from rules.record import GameText

GAME: Final = game(
    play=GamePlay(
        key="ducale", seats=range(2, 7), options=Options, start=start, turns=list_turns, perft=perft, usual_seats=4
    ),
    text=GameText(read=read_position, read_turn=read_turn, write_turn=write_turn, notate=notate, formats=(LOG,)),
    teach=GameTeaching(reasons=reasons, editor=load_editor_lazily("rules.ducale.editor")),
    facts=GameFacts(best=describe_best_melds, hand_points=Position.hand_points, view=view),
)
