"""Duck Chess: chess with a duck in the way (Tim Paulden, 2016). The rules are in README.md beside this file."""

from typing import Final

from rules.duck_chess.advice import reasons
from rules.duck_chess.options import Options
from rules.duck_chess.records import PGN, read_loosely_task
from rules.duck_chess.text import list_turns, notate, perft, read, read_turn, start, write_turn
from rules.game import GameTeaching, game, load_editor_lazily
from rules.match import GamePlay
from rules.record import GameText

GAME: Final = game(
    play=GamePlay(key="duck-chess", options=Options, start=start, turns=list_turns, perft=perft),
    text=GameText(
        read=read,
        read_turn=read_turn,
        write_turn=write_turn,
        notate=notate,
        formats=(PGN,),
        read_loosely_task=read_loosely_task,
    ),
    teach=GameTeaching(reasons=reasons, editor=load_editor_lazily("rules.duck_chess.editor")),
)
